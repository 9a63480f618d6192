/* Chooses the rules that cut text as a treebank does: those of the shipped ones that, with
 * what they learn from it, find the most of its tokens. */
#include "text/segment.h"

#include "format/lines.h"

#include <string.h>

/* The first of those that are equally good is taken. */
static const char *const shipped[] = {"generic", "en", "de", "nl", "is"};
enum { N_SHIPPED = sizeof shipped / sizeof *shipped, N_TRIED = 1000 };

typedef struct score {
    size_t found, right, gold;
} score;

/* The token at *at of the text, after white space: moves *at behind it; false if another
 * one is there. */
static bool step_over(const char **at, const char *form, size_t n)
{
    *at += strspn(*at, " \t\n\r\f\v");
    if (n == 0 || strncmp(*at, form, n) != 0)
        return false;
    *at += n;
    return true;
}

/* The tokens of a sentence as places in its text; false if the text has others. */
static bool place_tokens(const pl_tree *t, pl_spans *out)
{
    const pl_line *line = t->lines;
    const char *at = t->text;
    out->n = 0;
    for (uint32_t i = 0, last; i < t->n_tokens; i = last + 1) {
        const char *form = pl_range_at(t, i, &line, &last);
        form = form != NULL ? strchr(form, '\t') + 1 : t->tokens[i].word;
        size_t n = strcspn(form, "\t");
        if (!step_over(&at, form, n))
            return false;
        size_t end = (size_t)(at - t->text);
        PL_PUSH(out, (pl_span){end - n, end, 0});
    }
    return true;
}

/* Joins the words of multiword tokens, in place. */
static void join_words(pl_segments *words)
{
    size_t n = 0;
    for (size_t i = 0; i < words->n; i += words->at[i].n_words > 1 ? words->at[i].n_words : 1) {
        size_t last = words->at[i].n_words > 1 ? i + words->at[i].n_words - 1 : i;
        words->at[n++] = (pl_segment){.begin = words->at[i].begin, .end = words->at[last].end};
    }
    words->n = n;
}

/* Counts the tokens that are at the same places in both. */
static size_t count_same(const pl_spans *gold, const pl_segments *found)
{
    size_t same = 0, i = 0, k = 0;
    while (i < gold->n && k < found->n) {
        size_t a = gold->at[i].begin, b = found->at[k].begin;
        same += a == b && gold->at[i].end == found->at[k].end;
        i += a <= b;
        k += b <= a;
    }
    return same;
}

static void try_sentence(const pl_rules *r, const pl_tree *t, score *s)
{
    pl_spans gold = {0};
    pl_segments words = {0};
    pl_segmenter segmenter = pl_segmenter_of(r);
    if (place_tokens(t, &gold)) {
        segmenter.cut(segmenter.context, t->text, strlen(t->text), &words);
        join_words(&words);
        s->gold += gold.n;
        s->found += words.n;
        s->right += count_same(&gold, &words);
    }
    PL_VEC_RELEASE(&gold, &words);
}

/* F1 of the tokens, by rules that have learned from the treebank. -1 with the reason. */
static double try_rules(const char *name, pl_tree *const *trees, size_t n, pl_error *err)
{
    pl_rules r;
    score s = {0};
    if (pl_rules_load(&r, name, err) < 0)
        return -1;
    if (pl_rules_learn(&r, trees, n, err) < 0) {
        pl_rules_release(&r);
        return -1;
    }
    size_t step = n / N_TRIED + 1;
    for (size_t i = 0; i < n; i += step)
        if (trees[i]->text != NULL && trees[i]->n_tokens > 0)
            try_sentence(&r, trees[i], &s);
    pl_rules_release(&r);
    return s.gold > 0 ? 2 * (double)s.right / (double)(s.gold + s.found) : 0;
}

int pl_rules_choose(pl_tree *const *trees, size_t n, const char **name, pl_error *err)
{
    double best = 0;
    *name = NULL;
    for (size_t i = 0; i < N_SHIPPED; i++) {
        double f1 = try_rules(shipped[i], trees, n, err);
        if (f1 < 0)
            return -1;
        if (f1 > best) {
            best = f1;
            *name = shipped[i];
        }
    }
    return 0;
}
