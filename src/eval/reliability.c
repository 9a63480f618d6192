/* Bins of confidences; see reliability.h. */
#include "eval/reliability.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void pl_bins_add(pl_bins *b, double confidence, bool right)
{
    if (!(confidence >= 0 && confidence <= 1))
        return;
    size_t i = (size_t)(confidence * PL_BINS);
    pl_bin *bin = &b->at[i < PL_BINS ? i : PL_BINS - 1];
    bin->n++;
    bin->right += right;
    bin->sum += confidence;
}

pl_bin pl_bins_sum(const pl_bins *b)
{
    pl_bin sum = {0};
    for (size_t i = 0; i < PL_BINS; i++) {
        sum.n += b->at[i].n;
        sum.right += b->at[i].right;
        sum.sum += b->at[i].sum;
    }
    return sum;
}

double pl_bins_error(const pl_bins *b)
{
    double off = 0; /* Σ n |mean confidence - share right| */
    for (size_t i = 0; i < PL_BINS; i++)
        off += fabs(b->at[i].sum - (double)b->at[i].right);
    return 100 * off / (double)pl_bins_sum(b).n;
}

/* -- one sentence ----------------------------------------------------------------------- */

/* A number among the fields KEY=VALUE|… of CoNLL-U. */
static double number_in(const char *misc, const char *key)
{
    const char *at = misc != NULL ? strstr(misc, key) : NULL;
    return at != NULL ? strtod(at + strlen(key), NULL) : NAN;
}

static double tag_confidence(const pl_tree *t, uint32_t i)
{
    double p = pl_attr_number(t->nodes[i].attrs, PL_CONFIDENCE);
    return isnan(p) ? number_in(t->tokens[i].misc, PL_MISC_CONFIDENCE) : p;
}

static double head_confidence(const pl_tree *t, uint32_t i)
{
    double p = pl_attr_number(t->nodes[i].attrs, PL_HEAD_CONFIDENCE);
    return isnan(p) ? number_in(t->tokens[i].misc, PL_MISC_HEAD_CONFIDENCE) : p;
}

static double tree_confidence(const pl_tree *t)
{
    static const char key[] = PL_LINE_CONFIDENCE;
    double p = pl_attr_number(t->attrs, PL_CONFIDENCE);
    for (const pl_line *line = t->lines; line != NULL && isnan(p); line = line->next)
        if (strncmp(line->text, key, strlen(key)) == 0)
            p = strtod(line->text + strlen(key), NULL);
    return p;
}

static bool add_brackets(pl_bins *b, const pl_eval *e)
{
    const pl_side *side = &e->pair.candidate;
    for (size_t i = 0; i < side->brackets.n; i++) {
        const pl_bracket *k = &side->brackets.at[i];
        pl_bins_add(b, pl_attr_number(side->tree->nodes[k->node].attrs, PL_CONFIDENCE),
                    k->match != PL_NONE);
    }
    return e->last.brackets.exact > 0;
}

static bool add_arcs(pl_bins *b, const pl_tree *gold, const pl_tree *t)
{
    bool all = true;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        bool right = gold->tokens[i].head == t->tokens[i].head &&
                     pl_same_text(gold->tokens[i].deprel, t->tokens[i].deprel);
        pl_bins_add(b, head_confidence(t, i), right);
        all = all && right;
    }
    return all;
}

void pl_reliability_add(pl_reliability *r, const pl_eval_files *f)
{
    const pl_tree *gold = f->pair.gold, *t = f->pair.candidate;
    if (gold == NULL || t == NULL || f->pair.differs || gold->n_tokens != t->n_tokens)
        return;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        pl_bins_add(&r->of[PL_RELIABLE_TAGS], tag_confidence(t, i),
                    pl_same_text(gold->nodes[i].label, t->nodes[i].label));
    pl_bins *parts = &r->of[PL_RELIABLE_PARTS];
    bool all =
        f->dependencies ? add_arcs(parts, gold, t) : add_brackets(parts, &f->brackets);
    pl_bins_add(&r->of[PL_RELIABLE_TREES], tree_confidence(t), all);
}
