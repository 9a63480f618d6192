/* Morphology by a classifier; see morph.h. The names of the classifier are TAG, tab,
 * MORPHOLOGY; those of a tag are next to each other, so that a tag is a range of them. */
#include "tag/morph.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FEATURES = 32, MAX_ENDING = 5 };

typedef struct range {
    uint16_t first, n;
} range;

struct pl_morph {
    pl_classifier classifier;
    pl_intern tags;
    PL_VEC(range) ranges;    /* [tags.n] names of each tag */
    PL_VEC(uint16_t) names;  /* 0, 1, 2 …: what a range points into */
    PL_VEC(const char *) of; /* [names.n] the morphology, NULL for none */
};

/* -- features ---------------------------------------------------------------------- */

typedef struct list {
    uint64_t *out;
    uint32_t n;
} list;

static void add(list *l, uint64_t a, uint64_t b)
{
    l->out[l->n] = pl_mix(pl_mix(a + (l->n + 1) * 0x9e3779b97f4a7c15u) ^ b);
    l->n++;
}

static uint64_t text_hash(const char *text)
{
    return text != NULL ? pl_hash(text, strlen(text)) | 1 : 0;
}

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
    view v = {.word = text_hash(word),
              .tag = text_hash(t->nodes[i].label),
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
    list l = {.out = out};
    add(&l, v->tag, 0);
    add(&l, v->tag, v->word);
    for (int k = 1; k <= MAX_ENDING; k++)
        add(&l, v->tag, v->ending[k]);
    add(&l, v->tag, v->capital);
    add(&l, v->tag, a->word);
    add(&l, v->tag, b->word);
    add(&l, v->tag, a->tag);
    add(&l, v->tag, b->tag);
    add(&l, v->tag, pl_mix(a->tag) ^ b->tag);
    add(&l, v->tag, pl_mix(a->tag) ^ a[-1].tag);
    add(&l, v->word, a->tag);
    add(&l, v->word, b->tag);
    add(&l, v->word, a->word);
    add(&l, v->word, b->word);
    add(&l, v->tag, pl_mix(v->ending[2]) ^ a->tag);
    add(&l, v->tag, pl_mix(v->ending[2]) ^ b->tag);
    add(&l, v->tag, pl_mix(v->ending[3]) ^ a->word);
    add(&l, v->tag, a->ending[2]);
    add(&l, v->tag, b->ending[2]);
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

/* -- the names of tags ------------------------------------------------------------- */

/* From the names of the classifier: which belong to which tag; false if they are not in
 * order. */
static bool index_names(pl_morph *m)
{
    for (uint32_t i = 0; i < m->classifier.names.n; i++) {
        const char *name = m->classifier.names.at[i], *tab = strchr(name, '\t');
        if (tab == NULL)
            return false;
        size_t n = (size_t)(tab - name);
        bool new = pl_intern_find_n(&m->tags, name, n) == PL_NONE;
        uint32_t tag = pl_intern_add_n(&m->tags, name, n);
        if (!new &&tag + 1 != m->tags.n)
            return false;
        if (new) {
            range r = {(uint16_t)i, 0};
            PL_PUSH(&m->ranges, r);
        }
        m->ranges.at[tag].n++;
        PL_PUSH(&m->names, (uint16_t)i);
        PL_PUSH(&m->of, tab[1] != '\0' ? tab + 1 : NULL);
    }
    return true;
}

/* -- labelling --------------------------------------------------------------------- */

void pl_morph_label(const pl_morph *m, pl_tree *t, pl_arena *scratch)
{
    const view *views = look(t, scratch);
    size_t room = pl_classifier_room(&m->classifier);
    int32_t *sums = pl_arena_alloc(scratch, room * sizeof *sums);
    uint64_t features[MAX_FEATURES];
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_node *node = &t->nodes[i];
        uint32_t tag =
            node->label != NULL ? pl_intern_find(&m->tags, node->label) : PL_NONE;
        node->morph = NULL;
        if (tag == PL_NONE)
            continue;
        const range *r = &m->ranges.at[tag];
        uint32_t n = r->n > 1 ? features_of(&views[i], features) : 0;
        node->morph = m->of.at[pl_classifier_best(&m->classifier, features, n,
                                                  m->names.at + r->first, r->n, sums)];
    }
}

/* -- the file ---------------------------------------------------------------------- */

static const char names_section[] = "morph", rows_section[] = "morph.rows";

void pl_morph_put(const pl_morph *m, pl_section_list *list)
{
    pl_classifier_put(&m->classifier, names_section, rows_section, list);
}

pl_morph *pl_morph_from(const pl_sections *file, bool *found, pl_error *err)
{
    pl_error why;
    pl_morph *m = pl_alloc_zero(1, sizeof *m);
    int got = pl_classifier_get(&m->classifier, file, names_section, rows_section, &why);
    *found = got != 0;
    if (got > 0 && index_names(m))
        return m;
    if (got != 0)
        pl_sections_damaged(file, got < 0 ? why.text : "the names of morphology", err);
    pl_morph_free(m);
    return NULL;
}

void pl_morph_free(pl_morph *m)
{
    if (m == NULL)
        return;
    pl_classifier_release(&m->classifier);
    pl_intern_release(&m->tags);
    PL_VEC_RELEASE(&m->ranges);
    PL_VEC_RELEASE(&m->names);
    PL_VEC_RELEASE(&m->of);
    free(m);
}

/* -- training ---------------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* "TAG\tMORPHOLOGY" of a word. */
static const char *name_of(const pl_tree *t, uint32_t i, pl_str *text)
{
    const pl_node *n = &t->nodes[i];
    pl_str_clear(text);
    pl_str_printf(text, "%s\t%s", n->label, n->morph != NULL ? n->morph : "");
    return text->at;
}

/* All names, sorted: a tab comes before other characters, so tags stay together. */
static int collect_names(pl_tree *const *trees, size_t n, pl_intern *names, pl_error *err)
{
    pl_intern seen = {0};
    pl_str text = {0};
    bool any = false;
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++)
        for (uint32_t k = 0; k < trees[i]->n_tokens && status == 0; k++) {
            if (trees[i]->nodes[k].label == NULL)
                status = pl_fail(err, PL_BAD_INPUT, "word %u (%s) has no tag", k + 1,
                                 trees[i]->tokens[k].word);
            else
                pl_intern_add(&seen, name_of(trees[i], k, &text));
            any |= trees[i]->nodes[k].morph != NULL;
        }
    if (status == 0 && !any)
        status =
            pl_fail(err, PL_BAD_INPUT, "the treebank has no morphology to learn from");
    else if (status == 0 && seen.n > PL_MAX_CLASSES)
        status = pl_fail(err, PL_TOO_LARGE, "there are more than %d morphological tags",
                         PL_MAX_CLASSES);
    if (status == 0)
        qsort(seen.at, seen.n, sizeof *seen.at, by_text);
    for (uint32_t i = 0; i < seen.n && status == 0; i++)
        pl_intern_add(names, seen.at[i]);
    pl_str_release(&text);
    pl_intern_release(&seen);
    return status;
}

static void teach_tree(pl_morph *m, pl_teacher *teacher, const pl_tree *t,
                       pl_arena *scratch)
{
    const view *views = look(t, scratch);
    uint64_t features[MAX_FEATURES];
    pl_str text = {0};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const range *r = &m->ranges.at[pl_intern_find(&m->tags, t->nodes[i].label)];
        if (r->n == 1)
            continue;
        uint32_t n = features_of(&views[i], features);
        uint32_t right = pl_intern_find(&m->classifier.names, name_of(t, i, &text));
        pl_teacher_show(teacher, features, n, m->names.at + r->first, r->n, right);
    }
    pl_str_release(&text);
}

static void train(pl_morph *m, pl_tree *const *trees, size_t n, uint32_t epochs,
                  uint64_t seed, double prune)
{
    pl_rng rng = {seed};
    pl_arena scratch = {0};
    pl_teacher *teacher = pl_teacher_new(&m->classifier.names);
    size_t *order = pl_alloc_zero(n + 1, sizeof *order);
    for (size_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t e = 0; e < epochs; e++) {
        pl_rng_shuffle(&rng, order, n, sizeof *order);
        for (size_t i = 0; i < n; i++) {
            teach_tree(m, teacher, trees[order[i]], &scratch);
            pl_arena_reset(&scratch);
        }
    }
    pl_classifier made;
    pl_teacher_finish(teacher, prune, &made);
    m->classifier.weights = made.weights;
    made.weights = (pl_bytes){0};
    pl_classifier_release(&made);
    pl_teacher_free(teacher);
    pl_arena_release(&scratch);
    free(order);
}

pl_morph *pl_morph_train(pl_tree *const *trees, size_t n, uint32_t epochs, uint64_t seed,
                         double prune, pl_error *err)
{
    pl_morph *m = pl_alloc_zero(1, sizeof *m);
    if (collect_names(trees, n, &m->classifier.names, err) < 0 || !index_names(m)) {
        pl_morph_free(m);
        return NULL;
    }
    train(m, trees, n, epochs, seed, prune);
    return m;
}
