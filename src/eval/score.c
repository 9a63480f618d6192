/* Adding up of matched brackets; see score.h. */
#include "eval/score.h"

#include <math.h>
#include <string.h>

double pl_percent(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : NAN;
}

double pl_recall(const pl_counts *c)
{
    return pl_percent(c->matched, c->gold);
}

double pl_precision(const pl_counts *c)
{
    return pl_percent(c->matched, c->candidate);
}

/* The harmonic mean of precision and recall; undefined where one of them is. With both
 * at zero the mean is the limit, zero. */
double pl_f1(const pl_counts *c)
{
    if (c->gold == 0 || c->candidate == 0)
        return NAN;
    return pl_percent(2 * c->matched, c->gold + c->candidate);
}

double pl_exact(const pl_counts *c)
{
    return pl_percent(c->exact, c->sentences);
}

double pl_tag_accuracy(const pl_scores *s)
{
    return pl_percent(s->right_tags, s->tags);
}

static void add_counts(pl_counts *to, const pl_counts *from)
{
    to->gold += from->gold;
    to->candidate += from->candidate;
    to->matched += from->matched;
    to->sentences += from->sentences;
    to->exact += from->exact;
}

void pl_scores_add(pl_scores *to, const pl_scores *from)
{
    to->sentences += from->sentences;
    to->missing += from->missing;
    add_counts(&to->brackets, &from->brackets);
    add_counts(&to->disc, &from->disc);
    add_counts(&to->functions, &from->functions);
    to->tags += from->tags;
    to->right_tags += from->right_tags;
}

/* Functions of two nodes that are right otherwise. */
static void add_function(pl_counts *c, const char *gold, const char *candidate)
{
    c->gold += gold != NULL;
    c->candidate += candidate != NULL;
    c->matched += gold != NULL && candidate != NULL && strcmp(gold, candidate) == 0;
}

static void count_functions(const pl_pair *p, pl_counts *c)
{
    const pl_tree *gold = p->gold.tree, *candidate = p->candidate.tree;
    if (candidate == NULL)
        return;
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        if (b->match != PL_NONE)
            add_function(c, gold->nodes[b->node].func,
                         candidate->nodes[p->candidate.brackets.at[b->match].node].func);
    }
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        uint32_t place = p->place.at[i];
        if (place != PL_NONE && p->gold.tags.at[place] == p->candidate.tags.at[place])
            add_function(c, gold->nodes[i].func, candidate->nodes[i].func);
    }
}

static void score_pair(const pl_pair *p, bool functions, pl_scores *s)
{
    size_t gold = p->gold.brackets.n, candidate = p->candidate.brackets.n;
    bool missing = p->candidate.tree == NULL;
    *s = (pl_scores){
        .sentences = 1,
        .missing = missing,
        .brackets = {gold, candidate, p->matched, 1,
                     !missing && gold == candidate && p->matched == gold},
        .disc = {p->gold.n_disc, p->candidate.n_disc, p->matched_disc,
                 p->gold.n_disc + p->candidate.n_disc > 0, 0},
        .tags = p->n_places,
        .right_tags = p->right_tags,
    };
    s->disc.exact = s->disc.sentences > 0 && p->gold.n_disc == p->candidate.n_disc &&
                    p->matched_disc == p->gold.n_disc;
    if (functions)
        count_functions(p, &s->functions);
}

static bool same_whole(const pl_eval *e, const char *a, const char *b)
{
    return a == b ||
           (a != NULL && b != NULL && pl_classes_same(&e->params->eq_label, a, b));
}

/* What counts as right though the labels, uncut, are not of one class. */
static void count_cut(pl_eval *e)
{
    const pl_pair *p = &e->pair;
    const pl_tree *gold = p->gold.tree, *candidate = p->candidate.tree;
    if (candidate == NULL)
        return;
    for (size_t i = 0; e->params->labelled && i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        if (b->match != PL_NONE)
            e->cut_labels += !same_whole(
                e, gold->nodes[b->node].label,
                candidate->nodes[p->candidate.brackets.at[b->match].node].label);
    }
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        uint32_t place = p->place.at[i];
        if (place != PL_NONE && p->gold.tags.at[place] == p->candidate.tags.at[place])
            e->cut_tags +=
                !same_whole(e, gold->nodes[i].label, candidate->nodes[i].label);
    }
}

void pl_eval_init(pl_eval *e, const pl_eval_params *params)
{
    *e = (pl_eval){.params = params};
    pl_labels_init(&e->labels, params);
}

int pl_eval_add(pl_eval *e, const pl_tree *gold, const pl_tree *candidate, pl_error *err)
{
    if (gold->root == PL_NONE && gold->n_tokens > 0)
        return pl_fail(err, PL_BAD_INPUT, "the gold sentence has no tree");
    if (candidate != NULL) {
        if (candidate->root == PL_NONE && candidate->n_tokens > 0)
            return pl_fail(err, PL_BAD_INPUT, "the candidate sentence has no tree");
        if (pl_same_words(e->params, gold, candidate, err) < 0)
            return -1;
    }
    pl_pair_make(&e->pair, &e->labels, gold, candidate, e->score_functions);
    score_pair(&e->pair, e->score_functions, &e->last);
    if (!e->params->whole_labels)
        count_cut(e);
    pl_scores_add(&e->all, &e->last);
    if (e->pair.length <= e->params->cutoff)
        pl_scores_add(&e->short_ones, &e->last);
    return 0;
}

void pl_eval_release(pl_eval *e)
{
    pl_pair_release(&e->pair);
    pl_labels_release(&e->labels);
}
