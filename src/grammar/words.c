/* Rare words, and the tags of sentences; see words.h. */
#include "grammar/words.h"

#include "base/utf8.h"
#include "transform/transform.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* -- signatures --------------------------------------------------------------------- */

/* What a word is made of. */
typedef struct shape {
    bool digit, other, letter, lower, dash, period, comma;
    bool capital; /* begins with one */
    bool ends_in_letter;
    uint32_t last;   /* character */
    uint32_t length; /* characters */
} shape;

static shape shape_of(const char *word)
{
    shape s = {0};
    uint32_t code;
    for (; pl_utf8_step(&word, &code); s.length++) {
        utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
        bool digit = c == UTF8PROC_CATEGORY_ND, title = c == UTF8PROC_CATEGORY_LT;
        if (s.length == 0)
            s.capital = c == UTF8PROC_CATEGORY_LU || title;
        s.digit |= digit;
        s.other |= !digit;
        s.ends_in_letter = c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
        s.letter |= s.ends_in_letter;
        s.lower |= c == UTF8PROC_CATEGORY_LL || title;
        s.dash |= code == '-';
        s.period |= code == '.';
        s.comma |= code == ',';
        s.last = code;
    }
    return s;
}

void pl_signature(const char *word, bool first, pl_str *out)
{
    shape s = shape_of(word);
    pl_str_puts(out, "_UNK");
    if (s.capital)
        pl_str_puts(out, !s.lower ? "-AC" : first ? "-SC" : "-C");
    else
        pl_str_puts(out, s.lower ? "-L" : s.letter ? "-U" : "-S");
    if (s.digit)
        pl_str_puts(out, s.other ? "-n" : "-N");
    pl_str_puts(out, s.dash ? "-H" : "");
    pl_str_puts(out, s.period ? "-P" : "");
    pl_str_puts(out, s.comma ? "-C" : "");
    if (s.length > 3 && s.ends_in_letter) {
        pl_str_putc(out, '-');
        pl_utf8_encode(out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)s.last));
    }
}

/* -- the treebank ------------------------------------------------------------------- */

/* Marks open tags: those with many different words. */
static void find_open_tags(pl_rare *r, const pl_forest *f, const bool *used, bool *open)
{
    const pl_productions *p = &f->productions;
    uint32_t *n_words = pl_alloc_zero(p->symbols.n + 1, sizeof *n_words);
    for (size_t i = 0; i < p->at.n; i++)
        if (used[i] && p->at.at[i].word != NULL)
            n_words[p->at.at[i].lhs]++;
    for (size_t s = 0; s < p->symbols.n; s++)
        if (n_words[s] > r->open) {
            open[s] = true;
            pl_intern_add(&r->open_tags, p->symbols.at[s].label);
        }
    free(n_words);
}

void pl_rare_learn(pl_rare *r, const pl_forest *f)
{
    const pl_productions *p = &f->productions;
    pl_arena m = {0};
    bool *used = PL_NEW_ARRAY(&m, bool, p->at.n + 1);
    bool *open_tag = PL_NEW_ARRAY(&m, bool, p->symbols.n + 1);
    bool *open_word = PL_NEW_ARRAY(&m, bool, (size_t)p->words.n + 1);
    uint32_t *counts = PL_NEW_ARRAY(&m, uint32_t, (size_t)p->words.n + 1);
    for (size_t i = 0; i < f->nodes.n; i++)
        used[f->nodes.at[i].production] = true;
    find_open_tags(r, f, used, open_tag);
    for (size_t i = 0; i < f->nodes.n; i++) {
        const pl_production *q = &p->at.at[f->nodes.at[i].production];
        if (q->word == NULL)
            continue;
        uint32_t word = pl_intern_find(&p->words, q->word);
        counts[word]++;
        open_word[word] |= open_tag[q->lhs];
    }
    for (uint32_t w = 0; w < p->words.n; w++)
        if (counts[w] > 0 && (!open_word[w] || counts[w] > r->rare))
            pl_intern_add(&r->known, p->words.at[w]);
    pl_arena_release(&m);
}

const char *pl_rare_form(const pl_rare *r, const char *word, bool first, pl_str *room)
{
    if (pl_intern_find(&r->known, word) != PL_NONE)
        return word;
    pl_str_clear(room);
    pl_signature(word, first, room);
    return room->at;
}

void pl_rare_apply(const pl_rare *r, pl_forest *f)
{
    pl_str room = {0};
    uint32_t tree = PL_NONE; /* whose first word has been seen */
    f->stack.grow = &f->productions;
    for (size_t i = 0; i < f->nodes.n; i++) {
        pl_forest_node *node = &f->nodes.at[i];
        const pl_production *q = &f->productions.at.at[node->production];
        if (q->word == NULL)
            continue;
        const char *form = pl_rare_form(r, q->word, node->tree != tree, &room);
        tree = node->tree;
        if (form == q->word)
            continue;
        pl_prod_stack_clear(&f->stack);
        node->production =
            pl_prod_word(&f->stack, f->productions.symbols.at[q->lhs].label, form, 0);
    }
    pl_str_release(&room);
}

void pl_rare_release(pl_rare *r)
{
    pl_intern_release(&r->known);
    pl_intern_release(&r->open_tags);
    *r = (pl_rare){0};
}

/* -- tags of a sentence ------------------------------------------------------------- */

const char **pl_tsg_labels(const pl_tsg *g, pl_arena *m)
{
    const char **labels = PL_NEW_ARRAY(m, const char *, g->productions.symbols.n + 1);
    for (uint32_t s = 0; s < g->productions.symbols.n; s++) {
        const char *label = g->productions.symbols.at[s].label;
        const char *mark = strchr(label, PL_TSG_MARK);
        if (mark != label)
            labels[s] = pl_arena_strndup(
                m, label, mark != NULL ? (size_t)(mark - label) : strlen(label));
    }
    return labels;
}

/* A plain tag, not one that selects for a word or stands for a subtree. */
static bool is_plain(const pl_word_tags *t, uint32_t symbol)
{
    return strchr(t->rules->productions->symbols.at[symbol].label, PL_TSG_MARK) == NULL;
}

static bool any_is_open(const pl_word_tags *t)
{
    return t->rare == NULL || t->rare->open_tags.n == 0;
}

/* The cost of a word that a tag was not seen with, as if it had been there
 * PL_RARE_EPSILON times; the lightest word of a tag stands for one time:
 *
 *     unseen(tag) = -log(epsilon * lowest weight of tag → word) */
static void weigh_unseen(pl_word_tags *t)
{
    const pl_productions *p = t->rules->productions;
    size_t n = p->symbols.n;
    double *least = pl_alloc_zero(n + 1, sizeof *least);
    for (size_t i = 0; i < p->at.n; i++) {
        const pl_production *q = &p->at.at[i];
        double weight = t->tsg->weights.at[i];
        if (q->word != NULL && weight > 0 &&
            (least[q->lhs] == 0 || weight < least[q->lhs]))
            least[q->lhs] = weight;
    }
    for (uint32_t s = 0; s < n; s++) {
        bool tag = least[s] > 0 && is_plain(t, s);
        t->unseen[s] = tag ? (pl_cost)-log(least[s] * PL_RARE_EPSILON) : PL_NO_COST;
        t->open[s] =
            tag && (any_is_open(t) || pl_intern_find(&t->rare->open_tags,
                                                     p->symbols.at[s].label) != PL_NONE);
    }
    free(least);
}

/* Which symbols stand for the tags of the treebank. */
static void find_tags(pl_word_tags *t)
{
    const pl_productions *p = t->rules->productions;
    t->symbol_of = PL_NEW_ARRAY(&t->arena, uint32_t, p->symbols.n + 1);
    for (uint32_t s = 0; s < p->symbols.n; s++) {
        if (t->unseen[s] == PL_NO_COST)
            continue;
        uint32_t tag = pl_intern_find(&t->known, t->tags[s]);
        bool same = strcmp(t->tags[s], p->symbols.at[s].label) == 0;
        if (tag == PL_NONE || same)
            t->symbol_of[pl_intern_add(&t->known, t->tags[s])] = s;
    }
}

void pl_word_tags_init(pl_word_tags *t, const pl_tsg *g, const pl_ruleset *rules,
                       const pl_rare *rare, bool merge_states, pl_cost substitution)
{
    size_t n = g->productions.symbols.n;
    *t = (pl_word_tags){.tsg = g, .rules = rules, .rare = rare};
    t->substitution = substitution;
    t->tags = pl_tsg_labels(g, &t->arena);
    for (size_t s = 0; s < n && merge_states; s++)
        if (t->tags[s] != NULL)
            pl_state_merge((char *)t->tags[s]);
    t->unseen = PL_NEW_ARRAY(&t->arena, pl_cost, n + 1);
    t->open = PL_NEW_ARRAY(&t->arena, bool, n + 1);
    weigh_unseen(t);
    find_tags(t);
}

void pl_word_tags_release(pl_word_tags *t)
{
    pl_intern_release(&t->known);
    pl_arena_release(&t->arena);
}

/* The word with its tag, also where the two were not seen together. */
static void add_tagged(const pl_word_tags *t, uint32_t position, const char *form,
                       const char *tag, uint32_t symbol, pl_terminals *out)
{
    const pl_lexical *seen;
    bool plain = false;
    for (uint32_t n = pl_ruleset_word(t->rules, form, &seen); n > 0; n--, seen++) {
        const char *own = t->tags[seen->symbol]; /* NULL if it begins with the mark */
        if (own == NULL || strcmp(own, tag) != 0)
            continue;
        PL_PUSH(out, (pl_terminal){position, seen->symbol, seen->cost, seen->production});
        plain |= is_plain(t, seen->symbol);
    }
    pl_cost unseen = t->unseen[symbol] + t->substitution;
    if (!plain)
        PL_PUSH(out, (pl_terminal){position, symbol, unseen, PL_NONE});
}

/* The word with all tags it was seen with; where it may have others, those as well. */
static void add_untagged(const pl_word_tags *t, uint32_t position, const char *form,
                         pl_terminals *out)
{
    const pl_lexical *seen;
    size_t first = out->n;
    bool is_open = false;
    for (uint32_t n = pl_ruleset_word(t->rules, form, &seen); n > 0; n--, seen++) {
        PL_PUSH(out, (pl_terminal){position, seen->symbol, seen->cost, seen->production});
        is_open |= t->open[seen->symbol];
    }
    if (out->n > first && (any_is_open(t) || !is_open))
        return;
    for (uint32_t s = 0; s < t->rules->productions->symbols.n; s++) {
        bool there = !t->open[s];
        for (size_t i = first; i < out->n && !there; i++)
            there = out->at[i].symbol == s;
        pl_cost unseen = t->unseen[s] + t->substitution;
        if (!there)
            PL_PUSH(out, (pl_terminal){position, s, unseen, PL_NONE});
    }
}

void pl_word_tags_find(const pl_word_tags *t, const pl_tree *sentence, pl_terminals *out)
{
    pl_str room = {0};
    out->n = 0;
    for (uint32_t i = 0; i < sentence->n_tokens; i++) {
        const char *form = sentence->tokens[i].word, *tag = sentence->nodes[i].label;
        if (t->rare != NULL)
            form = pl_rare_form(t->rare, form, i == 0, &room);
        uint32_t known = tag != NULL ? pl_intern_find(&t->known, tag) : PL_NONE;
        if (known != PL_NONE)
            add_tagged(t, i, form, tag, t->symbol_of[known], out);
        else
            add_untagged(t, i, form, out);
    }
    pl_str_release(&room);
}
