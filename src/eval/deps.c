/* Counting of right heads and relations; see deps.h. */
#include "eval/deps.h"

#include "tree/crossing.h"

#include <math.h>
#include <string.h>

/* As in the CoNLL-X evaluation. */
const char *const pl_distance_names[PL_DISTANCES] = {"to root", "1", "2", "3-6", "7+"};

/* -- scores ------------------------------------------------------------------------- */

double pl_dep_score(const pl_deps *d, const pl_dep_counts *c, uint64_t right)
{
    return d->differ ? pl_percent(2 * right, c->gold + c->candidate)
                     : pl_percent(right, c->gold);
}

double pl_dep_clas(const pl_deps *d, const pl_dep_counts *c)
{
    return d->names.universal ? pl_f1(&c->content) : NAN;
}

bool pl_deps_by_characters(const pl_deps *d)
{
    return d->by_characters || d->differ;
}

/* -- adding ------------------------------------------------------------------------- */

static int check_gold(const pl_tree *t, pl_error *err)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].head == PL_NONE && t->has_deps)
            return pl_fail(err, PL_BAD_INPUT,
                           "word %u ('%s') has no head in the gold file", i + 1,
                           t->tokens[i].word);
    return 0;
}

/* The shared task accepts trees with one root only. */
static int check_root(const pl_tree *t, const char *side, pl_error *err)
{
    uint32_t n_roots = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        n_roots += t->tokens[i].head == PL_ROOT_HEAD;
        if (t->tokens[i].head == PL_NONE)
            return pl_fail(err, PL_BAD_INPUT, "word %u ('%s') has no head in the %s",
                           i + 1, t->tokens[i].word, side);
    }
    return n_roots == 1 ? 0
                        : pl_fail(err, PL_BAD_INPUT,
                                  "the %s has %u roots here; the CoNLL 2018 measures "
                                  "need one",
                                  side, n_roots);
}

static int add_to(pl_deps *d, pl_dep_doc *doc, const pl_tree *t, const char *side,
                  pl_error *err)
{
    if (t == NULL)
        return 0;
    if (pl_dep_doc_add(doc, &d->names, t, side, err) < 0)
        return -1;
    return d->by_characters ? check_root(t, side, err) : 0;
}

/* Whether the sentences added last, of the same words and characters, have other tokens. */
static bool tokens_differ(const pl_deps *d)
{
    const pl_dep_doc *docs[2] = {&d->gold, &d->candidate};
    const pl_dep_word *words[2];
    const char *text[2];
    size_t n = 0, n_text[2];
    for (int i = 0; i < 2; i++) {
        const pl_dep_sentence *s = &docs[i]->sentences.at[docs[i]->sentences.n - 1];
        if ((n = s->n) == 0)
            return false;
        words[i] = &docs[i]->words.at[s->first];
        size_t start = docs[i]->tokens.at[words[i]->token].start;
        text[i] = docs[i]->text.at + start;
        n_text[i] = docs[i]->text.n - start;
    }
    bool same = true;
    for (size_t i = 0; i < n && same; i++)
        same = words[0][i].token - words[0]->token == words[1][i].token - words[1]->token;
    return !same && n_text[0] == n_text[1] && memcmp(text[0], text[1], n_text[0]) == 0;
}

int pl_deps_add(pl_deps *d, const pl_tree *gold, const pl_tree *candidate, bool differs,
                pl_error *err)
{
    uint32_t g = (uint32_t)d->gold.words.n, c = (uint32_t)d->candidate.words.n;
    if ((gold != NULL && check_gold(gold, err) < 0) ||
        add_to(d, &d->gold, gold, "gold file", err) < 0 ||
        add_to(d, &d->candidate, candidate, "candidate", err) < 0)
        return -1;
    differs = differs || (gold != NULL && candidate != NULL && tokens_differ(d));
    d->differ = d->differ || differs;
    d->missing += candidate == NULL && !differs;
    if (differs || gold == NULL || candidate == NULL)
        return 0;
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        d->gold.words.at[g + i].partner = c + i;
        d->candidate.words.at[c + i].partner = g + i;
    }
    return 0;
}

/* -- counting ----------------------------------------------------------------------- */

static void add_gold(pl_dep_counts *c, const pl_dep_word *w, pl_dep_verdict v)
{
    bool both = v.head && v.label;
    c->gold++;
    c->aligned += v.aligned;
    c->heads += v.head;
    c->labels += v.label;
    c->both += both;
    c->content.gold += w->content;
    c->content.matched += w->content && both;
}

static void add_candidate(pl_dep_counts *all, pl_dep_counts *no_punct,
                          const pl_dep_word *w)
{
    all->candidate++;
    all->content.candidate += w->content;
    no_punct->candidate += !w->punct;
    no_punct->content.candidate += w->content && !w->punct;
}

static size_t distance_row(const pl_dep_word *w, uint32_t number)
{
    if (w->head == PL_ROOT_HEAD)
        return 0;
    uint32_t n = w->head > number ? w->head - number : number - w->head;
    return n <= 2 ? n > 0 ? n : 1 : n <= 6 ? 3 : 4;
}

static void count_tables(pl_deps *d)
{
    for (uint32_t i = 0; i < d->gold.words.n; i++) {
        const pl_dep_word *w = &d->gold.words.at[i];
        pl_dep_verdict v = pl_dep_judge(&d->candidate, w);
        pl_eval_row *rows[2] = {pl_eval_rows_at(&d->labels, w->label),
                                pl_eval_rows_at(&d->tags, w->tag)};
        for (int k = 0; k < 2; k++) {
            rows[k]->all.gold++;
            rows[k]->all.matched += v.head && v.label;
            rows[k]->heads += v.head;
            rows[k]->labels += v.label;
        }
        pl_counts *distance = &d->distances[distance_row(w, i)];
        distance->gold++;
        distance->matched += v.head;
        if (v.aligned && !v.label)
            pl_confusions_add(&d->confusions, w->label,
                              d->candidate.words.at[w->partner].label);
    }
    for (uint32_t i = 0; i < d->candidate.words.n; i++) {
        const pl_dep_word *w = &d->candidate.words.at[i];
        pl_eval_rows_at(&d->labels, w->label)->all.candidate++;
        pl_eval_rows_at(&d->tags, w->tag)->all.candidate++;
        if (w->head != PL_NONE)
            d->distances[distance_row(w, i)].candidate++;
    }
}

static void count_crossing(pl_deps *d, const pl_dep_sentence *s, pl_arena *m)
{
    const pl_dep_word *words = d->gold.words.at + s->first;
    pl_arena_reset(m);
    uint32_t *heads = PL_NEW_ARRAY(m, uint32_t, s->n);
    bool *crosses = PL_NEW_ARRAY(m, bool, s->n);
    for (uint32_t i = 0; i < s->n; i++)
        heads[i] = words[i].head == PL_ROOT_HEAD ? 0 : words[i].head - s->first + 1;
    pl_crossing_arcs(heads, s->n, crosses, m);
    for (uint32_t i = 0; i < s->n; i++)
        if (crosses[i]) {
            d->crossing++;
            d->crossing_right += pl_dep_judge(&d->candidate, &words[i]).head;
        }
}

/* The counts of one gold sentence: with punctuation, without. */
static void count_sentence(const pl_deps *d, const pl_dep_sentence *s,
                           pl_dep_counts sets[2])
{
    sets[0] = sets[1] = (pl_dep_counts){0};
    for (uint32_t i = 0; i < s->n; i++) {
        const pl_dep_word *w = &d->gold.words.at[s->first + i];
        pl_dep_verdict v = pl_dep_judge(&d->candidate, w);
        add_gold(&sets[0], w, v);
        if (!w->punct)
            add_gold(&sets[1], w, v);
        if (v.aligned)
            add_candidate(&sets[0], &sets[1], &d->candidate.words.at[w->partner]);
    }
    for (int k = 0; k < 2; k++) {
        sets[k].exact = sets[k].both == sets[k].gold;
        sets[k].exact_heads = sets[k].heads == sets[k].gold;
    }
}

int pl_deps_finish(pl_deps *d, pl_error *err)
{
    if (pl_deps_by_characters(d) && pl_align(&d->gold, &d->candidate, err) < 0)
        return -1;
    pl_conll18_count(&d->conll18, &d->gold, &d->candidate);
    pl_arena m = {0};
    d->sentences = d->gold.sentences.n;
    for (size_t i = 0; i < d->gold.sentences.n; i++) {
        const pl_dep_sentence *s = &d->gold.sentences.at[i];
        pl_dep_counts sets[2];
        count_sentence(d, s, sets);
        size_t bin = pl_bin_of(s->n, pl_length_ends);
        pl_add_counts(&d->all, &sets[0], sizeof d->all);
        pl_add_counts(&d->no_punct, &sets[1], sizeof d->no_punct);
        PL_PUSH(&d->per_sentence, sets[0]);
        PL_PUSH(&d->per_sentence, sets[1]);
        pl_add_counts(&d->by_length[bin], &sets[0], sizeof sets[0]);
        d->sentences_by_length[bin]++;
        count_crossing(d, s, &m);
    }
    for (size_t i = 0; i < d->candidate.words.n; i++) { /* those without partner */
        const pl_dep_word *w = &d->candidate.words.at[i];
        if (w->partner == PL_NONE)
            add_candidate(&d->all, &d->no_punct, w);
    }
    count_tables(d);
    pl_eval_rows_sort(&d->labels);
    pl_eval_rows_sort(&d->tags);
    pl_confusions_sort(&d->confusions);
    pl_arena_release(&m);
    return 0;
}

void pl_deps_release(pl_deps *d)
{
    pl_dep_names_release(&d->names);
    pl_dep_doc_release(&d->gold);
    pl_dep_doc_release(&d->candidate);
    PL_VEC_RELEASE(&d->labels, &d->tags, &d->confusions, &d->per_sentence);
}
