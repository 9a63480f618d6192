/* Tags of words; see grammar_tags.h. */
#include "grammar/grammar_tags.h"

#include "grammar/objective.h"
#include "transform/states.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char **pl_grammar_labels(const pl_tsg *g)
{
    size_t n = g->productions.symbols.n;
    const char **labels = pl_alloc_zero(n + 1, sizeof *labels);
    for (uint32_t s = 0; s < n; s++) {
        const char *label = g->productions.symbols.at[s].label;
        const char *mark = strchr(label, PL_TSG_MARK);
        if (mark != label)
            labels[s] =
                pl_strndup(label, mark != NULL ? (size_t)(mark - label) : strlen(label));
    }
    return labels;
}

void pl_grammar_labels_free(const char **labels, const pl_tsg *g)
{
    for (size_t s = 0; labels != NULL && s < g->productions.symbols.n; s++)
        free((char *)labels[s]);
    free(labels);
}

/* Takes the marks of state splits out of labels. */
static void merge_states(const char **labels, size_t n)
{
    for (size_t s = 0; s < n; s++)
        if (labels[s] != NULL)
            pl_state_merge((char *)labels[s]);
}

/* A plain tag, not one that selects for a word or stands for a subtree. */
static bool is_plain(const pl_grammar_tags *t, uint32_t symbol)
{
    return strchr(t->rules->productions->symbols.at[symbol].label, PL_TSG_MARK) == NULL;
}

/* What an unseen word costs: as if it had been there epsilon times. The lightest word
 * that a tag has stands for one time. */
static void weigh_unseen(pl_grammar_tags *t)
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
        t->open[s] = tag && (t->cascade->rare.open_tags.n == 0 ||
                             pl_intern_find(&t->cascade->rare.open_tags,
                                            p->symbols.at[s].label) != PL_NONE);
    }
    free(least);
}

/* Which symbols stand for the tags of the treebank. */
static void find_tags(pl_grammar_tags *t)
{
    const pl_productions *p = t->rules->productions;
    t->symbol_of = pl_alloc_zero(p->symbols.n + 1, sizeof *t->symbol_of);
    for (uint32_t s = 0; s < p->symbols.n; s++) {
        if (t->unseen[s] == PL_NO_COST)
            continue;
        uint32_t tag = pl_intern_find(&t->known, t->tags[s]);
        bool same = strcmp(t->tags[s], p->symbols.at[s].label) == 0;
        if (tag == PL_NONE || same)
            t->symbol_of[pl_intern_add(&t->known, t->tags[s])] = s;
    }
}

void pl_grammar_tags_init(pl_grammar_tags *t, const pl_cascade *c, uint32_t stage,
                          const pl_ruleset *rules, bool shortest)
{
    const pl_tsg *g = &c->at[stage].rules;
    size_t n = g->productions.symbols.n;
    *t = (pl_grammar_tags){.cascade = c, .tsg = g, .rules = rules};
    t->tags = pl_grammar_labels(g);
    if (strstr(pl_str_text(&c->undo), "merge-states") != NULL)
        merge_states(t->tags, n);
    t->unseen = pl_alloc_zero(n + 1, sizeof *t->unseen);
    t->open = pl_alloc_zero(n + 1, sizeof *t->open);
    t->substitution = shortest ? (pl_cost)PL_FRAGMENT_COST : 0;
    weigh_unseen(t);
    find_tags(t);
}

void pl_grammar_tags_release(pl_grammar_tags *t)
{
    if (t->tags == NULL)
        return;
    pl_grammar_labels_free(t->tags, t->tsg);
    pl_intern_release(&t->known);
    free(t->symbol_of);
    free(t->unseen);
    free(t->open);
}

static void add(pl_terminals *out, uint32_t position, uint32_t symbol, pl_cost cost,
                uint32_t production)
{
    pl_terminal terminal = {position, symbol, cost, production};
    PL_PUSH(out, terminal);
}

/* The word with its tag, also where the two were not seen together. */
static void add_tagged(const pl_grammar_tags *t, uint32_t position, const char *form,
                       const char *tag, uint32_t symbol, pl_terminals *out)
{
    const pl_lexical *seen;
    bool plain = false;
    for (uint32_t n = pl_ruleset_word(t->rules, form, &seen); n > 0; n--, seen++) {
        const char *own = t->tags[seen->symbol]; /* NULL if it begins with the mark */
        if (own == NULL || strcmp(own, tag) != 0)
            continue;
        add(out, position, seen->symbol, seen->cost, seen->production);
        plain |= is_plain(t, seen->symbol);
    }
    if (!plain)
        add(out, position, symbol, t->unseen[symbol] + t->substitution, PL_NONE);
}

/* The word with all tags it was seen with; where it may have others, those as well. */
static void add_untagged(const pl_grammar_tags *t, uint32_t position, const char *form,
                         pl_terminals *out)
{
    const pl_lexical *seen;
    size_t first = out->n;
    bool open = t->cascade->rare.open_tags.n == 0, is_open = false;
    for (uint32_t n = pl_ruleset_word(t->rules, form, &seen); n > 0; n--, seen++) {
        add(out, position, seen->symbol, seen->cost, seen->production);
        is_open |= t->open[seen->symbol];
    }
    if (out->n > first && (open || !is_open))
        return;
    for (uint32_t s = 0; s < t->rules->productions->symbols.n; s++) {
        bool there = !t->open[s];
        for (size_t i = first; i < out->n && !there; i++)
            there = out->at[i].symbol == s;
        if (!there)
            add(out, position, s, t->unseen[s] + t->substitution, PL_NONE);
    }
}

void pl_grammar_tags_find(const pl_grammar_tags *t, const pl_tree *sentence,
                          pl_terminals *out)
{
    pl_str room = {0};
    out->n = 0;
    for (uint32_t i = 0; i < sentence->n_tokens; i++) {
        const char *form = sentence->tokens[i].word, *tag = sentence->nodes[i].label;
        if (t->cascade->use_rare)
            form = pl_rare_form(&t->cascade->rare, form, i == 0, &room);
        uint32_t known = tag != NULL ? pl_intern_find(&t->known, tag) : PL_NONE;
        if (known != PL_NONE)
            add_tagged(t, i, form, tag, t->symbol_of[known], out);
        else
            add_untagged(t, i, form, out);
    }
    pl_str_release(&room);
}
