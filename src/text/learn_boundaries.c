/* Learns from a treebank where its sentences end: the text of sentences that follow each
 * other in a paragraph is cut into tokens as it will be, and each place between two tokens
 * is an example. Now and then the space between sentences is left out.Some people type so.
 * What was learned is kept if it finds more sentences of another part of the treebank than
 * the rules do. */
#include "text/boundaries.h"

#include <stdlib.h>
#include <string.h>

/* Text in which sentences follow each other. */
typedef struct passage {
    pl_signs signs;
    bool *ends;     /* [signs.n]  in the treebank */
    bool *by_rules; /* [signs.n] */
} passage;

typedef PL_VEC(passage) passages;

/* -- passages ---------------------------------------------------------------------------- */

/* Whether a paragraph begins with the sentence. */
static bool begins_paragraph(const pl_tree *t)
{
    for (const pl_line *l = t->lines; l != NULL && l->before == 0; l = l->next)
        if (strncmp(l->text, "# newpar", 8) == 0 || strncmp(l->text, "# newdoc", 8) == 0)
            return true;
    return false;
}

/* Marks the tokens that end where a sentence does. */
static void mark_ends(const pl_spans *tokens, const size_t *ends, size_t n, bool *out)
{
    for (size_t i = 0, k = 0; i < tokens->n && k < n; i++) {
        out[i] = tokens->at[i].end == ends[k];
        k += tokens->at[i].end >= ends[k];
    }
}

/* Between two sentences, of which the first is the text so far: a space, or nothing in one of
 * LOST cases where a mark ends it (typos: NULL, never). */
static void put_space(pl_str *text, pl_rng *typos)
{
    enum { LOST = 10 };
    bool mark = strchr(".?!", text->at[text->n - 1]) != NULL;
    if (typos == NULL || !mark || pl_rng_below(typos, LOST) > 0)
        pl_str_putc(text, ' ');
}

/* The passage of n sentences. */
static passage passage_of(const pl_rules *r, pl_tree *const *trees, size_t n,
                          pl_rng *typos)
{
    pl_str text = {0};
    pl_spans tokens = {0};
    PL_VEC(size_t) ends = {0};
    passage p = {0};
    for (size_t i = 0; i < n; i++) {
        if (text.n > 0)
            put_space(&text, typos);
        pl_str_puts(&text, trees[i]->text);
        PL_PUSH(&ends, text.n);
    }
    pl_tokenize(r, pl_str_text(&text), text.n, &tokens);
    p.ends = pl_alloc_zero(tokens.n + 1, sizeof *p.ends);
    p.by_rules = pl_alloc_zero(tokens.n + 1, sizeof *p.by_rules);
    mark_ends(&tokens, ends.at, ends.n, p.ends);
    pl_sentence_ends(r, pl_str_text(&text), &tokens, p.by_rules);
    pl_signs_set(&p.signs, pl_str_text(&text), &tokens, p.by_rules);
    for (size_t i = 0; i < tokens.n; i++)
        pl_signs_step(&p.signs, i, i == 0 || p.ends[i - 1]);
    PL_VEC_RELEASE(&tokens, &ends);
    pl_str_release(&text);
    return p;
}

/* Treebanks without paragraphs are cut into passages of so many sentences. */
enum { MOST = 100 };

static void add_passages(const pl_rules *r, pl_tree *const *trees, size_t n,
                         pl_rng *typos, passages *to)
{
    for (size_t i = 0, k; i < n; i = k) {
        k = i + 1;
        if (trees[i]->text == NULL)
            continue;
        while (k < n && k - i < MOST && trees[k]->text != NULL &&
               !begins_paragraph(trees[k]))
            k++;
        PL_PUSH(to, passage_of(r, trees + i, k - i, typos));
    }
}

static void passages_release(passages *all)
{
    for (size_t i = 0; i < all->n; i++) {
        PL_VEC_RELEASE(&all->at[i].signs);
        free(all->at[i].ends);
        free(all->at[i].by_rules);
    }
    PL_VEC_RELEASE(all);
}

/* -- learning ---------------------------------------------------------------------------- */

/* A place between two tokens. */
typedef struct place {
    uint32_t passage, token;
} place;

typedef struct learning {
    const passages *all;
    PL_VEC(place) places;
    pl_perceptron *perceptron;
} learning;

static bool learn_place(void *self, size_t number)
{
    static const pl_names both = {0, PL_N_BOUNDARIES};
    learning *l = self;
    uint64_t features[PL_BOUNDARY_FEATURES];
    place at = l->places.at[number];
    const passage *p = &l->all->at[at.passage];
    uint32_t n = pl_boundary_features(&p->signs, at.token, features);
    return pl_perceptron_learn(l->perceptron, features, n, both,
                               p->ends[at.token] ? PL_SENTENCE_ENDS : PL_GOES_ON);
}

static int learn(pl_classifier *c, const passages *all, const pl_epochs *how,
                 pl_error *err)
{
    learning l = {.all = all, .perceptron = pl_perceptron_new(PL_N_BOUNDARIES)};
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k + 1 < all->at[i].signs.n; k++)
            PL_PUSH(&l.places, (place){(uint32_t)i, (uint32_t)k});
    int status = pl_epochs_run(how, l.places.n, learn_place, NULL, &l, err);
    pl_classifier_release(c);
    pl_intern_add(&c->names, "goes-on");
    pl_intern_add(&c->names, "ends");
    c->weights = pl_perceptron_finish(l.perceptron, how->prune);
    PL_VEC_RELEASE(&l.places);
    return status;
}

/* -- measuring --------------------------------------------------------------------------- */

typedef struct score {
    size_t found, right, gold;
} score;

static void count_sentences(score *s, const bool *gold, const bool *found, size_t n)
{
    bool same = true; /* the sentence began at the same token in both */
    for (size_t i = 0; i < n; i++) {
        s->gold += gold[i];
        s->found += found[i];
        s->right += same && gold[i] && found[i];
        same = gold[i] == found[i] && (gold[i] || same);
    }
}

static double f1(score s)
{
    return s.gold + s.found > 0 ? 200.0 * (double)s.right / (double)(s.gold + s.found)
                                : 0;
}

static pl_boundary_scores measure(const pl_classifier *c, const passages *all)
{
    score rules = {0}, learned = {0};
    for (size_t i = 0; i < all->n; i++) {
        passage *p = &all->at[i];
        bool *ends = pl_alloc_zero(p->signs.n + 1, sizeof *ends);
        pl_boundaries_find(c, &p->signs, NULL, ends);
        count_sentences(&rules, p->ends, p->by_rules, p->signs.n);
        count_sentences(&learned, p->ends, ends, p->signs.n);
        free(ends);
    }
    return (pl_boundary_scores){f1(rules), f1(learned)};
}

/* Passages of a treebank: of every tenth stretch of it, or of the others. */
static void share_out(const pl_rules *r, pl_tree *const *trees, size_t n, bool tenth,
                      pl_rng *typos, passages *to)
{
    enum { STRETCH = 100, PARTS = 10 };
    for (size_t i = 0; i < n; i += STRETCH)
        if ((i / STRETCH % PARTS == PARTS - 1) == tenth)
            add_passages(r, trees + i, n - i < STRETCH ? n - i : STRETCH, typos, to);
}

int pl_boundaries_learn(pl_rules *r, pl_tree *const *trees, size_t n, pl_tree *const *dev,
                        size_t n_dev, const pl_epochs *how, pl_boundary_scores *scores,
                        pl_error *err)
{
    passages train = {0}, other = {0};
    pl_rng typos = {1};
    if (n_dev == 0) { /* a part of the treebank judges */
        share_out(r, trees, n, false, &typos, &train);
        share_out(r, trees, n, true, NULL, &other);
    } else {
        add_passages(r, trees, n, &typos, &train);
        add_passages(r, dev, n_dev, NULL, &other);
    }
    pl_classifier learned = {0};
    int status = learn(&learned, &train, how, err);
    if (status == 0)
        *scores = measure(&learned, &other);
    if (status == 0 && scores->learned > scores->rules) {
        pl_classifier_release(&r->boundaries);
        r->boundaries = learned;
    } else
        pl_classifier_release(&learned);
    passages_release(&train);
    passages_release(&other);
    return status;
}
