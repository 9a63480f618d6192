/* Counts by a property; see breakdown.h. */
#include "count/breakdown.h"

#include "tree/punctuation.h"

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
const struct pl_by_row pl_by_rows[PL_N_BY] = {
    [PL_BY_LABEL]    = {"label",    "constituents",           true},
    [PL_BY_TAG]      = {"tag",      "words",                  false},
    [PL_BY_FUNCTION] = {"function", "words and constituents", true},
    [PL_BY_RULE]     = {"rule",     "constituents",           true},
    [PL_BY_WORD]     = {"word",     "words",                  false},
    [PL_BY_LENGTH]   = {"length",   "sentences",              true},
};
/* clang-format on */

const char *pl_by_name(size_t i)
{
    return i < PL_N_BY ? pl_by_rows[i].name : NULL;
}

static const char *shown(const char *label)
{
    return label != NULL ? label : "";
}

void pl_put_rule(pl_str *out, const pl_tree *t, uint32_t v)
{
    pl_str_printf(out, "%s →", shown(t->nodes[v].label));
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
        pl_str_printf(out, " %s", shown(t->nodes[c].label));
}

static void count(pl_breakdown *b, const char *name, size_t key, bool discontinuous,
                  bool word_gaps)
{
    if (name == NULL)
        return;
    uint32_t id = pl_intern_add(&b->names, name);
    if (id == b->rows.n) {
        pl_breakdown_row row = {.name = b->names.at[id], .key = key};
        PL_PUSH(&b->rows, row);
    }
    b->rows.at[id].n++;
    b->rows.at[id].discontinuous += discontinuous;
    b->rows.at[id].word_gaps += word_gaps;
    b->total++;
}

/* What is counted of a word or a constituent; NULL: nothing. A rule is put into `rule`. */
static const char *name_of(const pl_breakdown *b, const pl_tree *t, uint32_t v,
                           pl_str *rule)
{
    bool word = pl_is_terminal(t, v);
    switch (b->by) {
    case PL_BY_WORD:
        return word ? t->tokens[v].word : NULL;
    case PL_BY_TAG:
        return word ? t->nodes[v].label : NULL;
    case PL_BY_FUNCTION:
        return t->nodes[v].func;
    case PL_BY_LABEL:
        return word ? NULL : shown(t->nodes[v].label);
    default:
        break;
    }
    if (word || b->by == PL_BY_LENGTH)
        return NULL;
    pl_str_clear(rule);
    pl_put_rule(rule, t, v);
    return rule->at;
}

void pl_breakdown_add(pl_breakdown *b, const pl_tree *t)
{
    bool *below = pl_arena_zero(&b->scratch, t->n_tokens, sizeof *below);
    bool any = false, any_words = false;
    pl_str rule = {0};
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        bool word = pl_is_terminal(t, v);
        if (!word && (v == t->root || !pl_is_live(t, v)))
            continue;
        bool gap = !word && t->nodes[v].blocks > 1;
        bool word_gap = gap && pl_word_blocks(t, v, below) > 1;
        any |= gap;
        any_words |= word_gap;
        count(b, name_of(b, t, v, &rule), b->rows.n, gap, word_gap);
    }
    if (b->by == PL_BY_LENGTH) {
        char length[16];
        snprintf(length, sizeof length, "%u", t->n_tokens);
        count(b, length, t->n_tokens, any, any_words);
    }
    pl_str_release(&rule);
    pl_arena_reset(&b->scratch);
}

static int by_key(const void *x, const void *y)
{
    const pl_breakdown_row *a = x, *b = y;
    return a->key < b->key ? -1 : a->key > b->key;
}

static int by_number(const void *x, const void *y)
{
    const pl_breakdown_row *a = x, *b = y;
    return a->n != b->n ? (a->n < b->n ? 1 : -1) : by_key(x, y);
}

void pl_breakdown_sort(pl_breakdown *b)
{
    if (b->rows.n > 0)
        qsort(b->rows.at, b->rows.n, sizeof *b->rows.at,
              b->by == PL_BY_LENGTH ? by_key : by_number);
}

void pl_breakdown_release(pl_breakdown *b)
{
    PL_VEC_RELEASE(&b->rows);
    pl_intern_release(&b->names);
    pl_arena_release(&b->scratch);
}
