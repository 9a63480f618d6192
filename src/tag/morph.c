/* Morphology by a classifier; see morph.h. The names of the classifier are TAG, tab,
 * MORPHOLOGY and, where the treebank has coarse tags, tab, COARSE TAG. */
#include "tag/morph.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "learn/classifier.h"
#include "tag/lexicon.h"
#include "tag/tag_names.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FEATURES = 32, MAX_ENDING = 5 };

/* What a name of the classifier says of a word; NULL: nothing. */
typedef struct fields {
    const char *morph, *coarse;
} fields;

struct pl_morph {
    pl_classifier classifier;
    pl_tag_names names;
    pl_arena text;
    PL_VEC(fields) of; /* [names.n] */
    bool has_coarse;   /* some of them have a coarse tag */
    bool same;         /* all of them do, and it is the tag */
};

/* -- features ---------------------------------------------------------------------- */

/* What is seen of a word; outside of the sentence, nothing. */
typedef struct view {
    uint64_t word, tag;
    uint64_t ending[MAX_ENDING + 1]; /* [k] last k letters, 0 if it has fewer */
    bool capital;
} view;

static view view_of(const pl_tree *t, uint32_t i)
{
    const char *word = t->tokens[i].word;
    size_t n = strlen(word), at = n;
    view v = {.word = pl_hash_text(word),
              .tag = pl_hash_text(t->nodes[i].label),
              .capital = word[0] >= 'A' && word[0] <= 'Z'};
    for (int k = 1; k <= MAX_ENDING && at > 0; k++) {
        at = pl_utf8_before(word, at);
        v.ending[k] = pl_hash(word + at, n - at) | 1;
    }
    return v;
}

static uint32_t features_of(const view *v, uint64_t out[MAX_FEATURES])
{
    const view *a = v - 1, *b = v + 1;
    pl_hashed l = {.out = out};
    pl_hashed_two(&l, v->tag, 0);
    pl_hashed_two(&l, v->tag, v->word);
    for (int k = 1; k <= MAX_ENDING; k++)
        pl_hashed_two(&l, v->tag, v->ending[k]);
    pl_hashed_two(&l, v->tag, v->capital);
    pl_hashed_two(&l, v->tag, a->word);
    pl_hashed_two(&l, v->tag, b->word);
    pl_hashed_two(&l, v->tag, a->tag);
    pl_hashed_two(&l, v->tag, b->tag);
    pl_hashed_two(&l, v->tag, pl_mix(a->tag) ^ b->tag);
    pl_hashed_two(&l, v->tag, pl_mix(a->tag) ^ a[-1].tag);
    pl_hashed_two(&l, v->word, a->tag);
    pl_hashed_two(&l, v->word, b->tag);
    pl_hashed_two(&l, v->word, a->word);
    pl_hashed_two(&l, v->word, b->word);
    pl_hashed_two(&l, v->tag, pl_mix(v->ending[2]) ^ a->tag);
    pl_hashed_two(&l, v->tag, pl_mix(v->ending[2]) ^ b->tag);
    pl_hashed_two(&l, v->tag, pl_mix(v->ending[3]) ^ a->word);
    pl_hashed_two(&l, v->tag, a->ending[2]);
    pl_hashed_two(&l, v->tag, b->ending[2]);
    return l.n;
}

/* Two places more at the beginning and one at the end stand for what is outside. */
static const view *look(const pl_tree *t, pl_arena *m)
{
    view *views = pl_arena_alloc(m, (t->n_tokens + 3u) * sizeof *views);
    memset(views, 0, (t->n_tokens + 3u) * sizeof *views);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        views[i + 2] = view_of(t, i);
    return views + 2;
}

/* -- names ------------------------------------------------------------------------- */

/* Whether `tag` is the tag of a name. */
static bool is_tag(const char *name, const char *tag)
{
    size_t n = strcspn(name, "\t");
    return strlen(tag) == n && memcmp(name, tag, n) == 0;
}

/* From the names of the classifier: which belong to which tag, and their fields; false if
 * they are not in order. */
static bool index_names(pl_morph *m)
{
    if (!pl_tag_names_index(&m->names, &m->classifier.names))
        return false;
    m->same = true;
    for (size_t i = 0; i < m->names.of.n; i++) {
        const char *morph = m->names.of.at[i];
        size_t n = strcspn(morph, "\t");
        fields f = {.morph = n > 0 ? pl_arena_strndup(&m->text, morph, n) : NULL,
                    .coarse = morph[n] != '\0' && morph[n + 1] != '\0' ? morph + n + 1 : NULL};
        m->has_coarse |= f.coarse != NULL;
        m->same &= f.coarse != NULL && is_tag(m->classifier.names.at[i], f.coarse);
        PL_PUSH(&m->of, f);
    }
    return true;
}

/* -- labelling --------------------------------------------------------------------- */

static bool has_morph(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].morph != NULL)
            return true;
    return false;
}

static bool lacks_coarse(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].coarse == NULL)
            return true;
    return false;
}

void pl_morph_label(const pl_morph *m, pl_tree *t, bool every, pl_arena *scratch)
{
    bool all_morph = every || !has_morph(t);
    if (!all_morph && (!m->has_coarse || !lacks_coarse(t)))
        return;
    const view *views = look(t, scratch);
    int32_t *sums = pl_classifier_sums(&m->classifier, scratch);
    uint64_t features[MAX_FEATURES];
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_names possible = pl_tag_names_of(&m->names, t->nodes[i].label);
        fields f = {0};
        uint32_t n = possible.n > 1 ? features_of(&views[i], features) : 0;
        if (possible.n > 0)
            f = m->of.at[pl_classifier_best(&m->classifier, features, n, possible, sums)];
        if (all_morph)
            t->nodes[i].morph = f.morph;
        if (m->has_coarse && (every || t->tokens[i].coarse == NULL))
            t->tokens[i].coarse = f.coarse;
    }
}

bool pl_morph_gives_coarse(const pl_morph *m)
{
    return m->has_coarse;
}

bool pl_morph_tags_are_coarse(const pl_morph *m)
{
    return m->same;
}

/* -- the file ---------------------------------------------------------------------- */

static const char names_section[] = "morph", rows_section[] = "morph.rows";

void pl_morph_put(const pl_morph *m, pl_section_list *list)
{
    pl_classifier_put(&m->classifier, names_section, rows_section, list);
}

int pl_morph_from(pl_morph **to, const pl_sections *file, pl_error *err)
{
    pl_morph *m = pl_alloc_zero(1, sizeof *m);
    int got = pl_classifier_get(&m->classifier, file, names_section, rows_section, err);
    if (got > 0 && !index_names(m))
        got = pl_sections_damaged(file, "the names of morphology", err);
    if (got <= 0) {
        pl_morph_free(m);
        m = NULL;
    }
    *to = m;
    return got;
}

void pl_morph_free(pl_morph *m)
{
    if (m == NULL)
        return;
    pl_classifier_release(&m->classifier);
    pl_tag_names_release(&m->names);
    PL_VEC_RELEASE(&m->of);
    pl_arena_release(&m->text);
    free(m);
}

/* -- training ---------------------------------------------------------------------- */

/* "TAG\tMORPHOLOGY" of a word, or "TAG\tMORPHOLOGY\tCOARSE". */
static const char *name_of(const pl_tree *t, uint32_t i, pl_str *text)
{
    const pl_node *n = &t->nodes[i];
    const char *coarse = t->tokens[i].coarse;
    pl_str_clear(text);
    pl_str_printf(text, "%s\t%s", n->label, n->morph != NULL ? n->morph : "");
    if (coarse != NULL)
        pl_str_printf(text, "\t%s", coarse);
    return text->at;
}

static int collect_names(pl_tree *const *trees, size_t n, pl_intern *names, pl_error *err)
{
    pl_intern seen = {0};
    PL_VEC(uint32_t) counts = {0};
    pl_str text = {0};
    bool any = false;
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        status = pl_tags_check(trees[i], err);
        for (uint32_t k = 0; k < trees[i]->n_tokens && status == 0; k++) {
            uint32_t id = pl_intern_add(&seen, name_of(trees[i], k, &text));
            if (id == counts.n)
                PL_PUSH(&counts, 0);
            counts.at[id]++;
            any |= trees[i]->nodes[k].morph != NULL || trees[i]->tokens[k].coarse != NULL;
        }
    }
    if (status == 0 && !any)
        status =
            pl_fail(err, PL_BAD_INPUT, "the treebank has no morphology to learn from");
    if (status == 0)
        pl_tag_names_choose(&seen, counts.at, 1, names);
    PL_VEC_RELEASE(&counts);
    pl_str_release(&text);
    pl_intern_release(&seen);
    return status;
}

typedef struct training {
    const pl_morph *morph;
    pl_tree *const *trees;
    pl_perceptron *perceptron;
    pl_arena scratch;
    pl_str text;
} training;

static bool learn_tree(void *context, size_t number)
{
    training *r = context;
    const pl_morph *m = r->morph;
    const pl_tree *t = r->trees[number];
    const view *views = look(t, &r->scratch);
    uint64_t features[MAX_FEATURES];
    bool wrong = false;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_names possible = pl_tag_names_of(&m->names, t->nodes[i].label);
        uint32_t right = pl_intern_find(&m->classifier.names, name_of(t, i, &r->text));
        if (possible.n == 1 || right == PL_NONE) /* which was too rare */
            continue;
        uint32_t n = features_of(&views[i], features);
        wrong |= pl_perceptron_learn(r->perceptron, features, n, possible, right);
    }
    pl_arena_reset(&r->scratch);
    return wrong;
}

pl_morph *pl_morph_train(pl_tree *const *trees, size_t n, const pl_epochs *how,
                         pl_error *err)
{
    pl_morph *m = pl_alloc_zero(1, sizeof *m);
    int status = collect_names(trees, n, &m->classifier.names, err);
    if (status == 0 && !index_names(m))
        status = pl_fail(err, PL_BAD_INPUT, "a tag has a control character");
    if (status == 0) {
        training r = {.morph = m, .trees = trees};
        r.perceptron = pl_perceptron_new(m->classifier.names.n);
        status = pl_epochs_run(how, n, learn_tree, NULL, &r, err);
        m->classifier.weights = pl_perceptron_finish(r.perceptron, how->prune);
        pl_arena_release(&r.scratch);
        pl_str_release(&r.text);
    }
    if (status == 0)
        return m;
    pl_morph_free(m);
    return NULL;
}
