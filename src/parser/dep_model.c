/* Dependency models in memory and in files; see model.h. */
#include "parser/dep_model.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "parser/extract.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

pl_dep_model *pl_dep_model_new(void)
{
    pl_dep_model *m = pl_alloc_zero(1, sizeof *m);
    pl_intern_add(&m->coarse, "\1");
    pl_intern_add(&m->morph, "\1");
    return m;
}

void pl_dep_model_free(pl_dep_model *m)
{
    if (m == NULL)
        return;
    pl_dep_templates_release(&m->templates);
    pl_dep_features_release(&m->features);
    pl_vocab_release(&m->vocab);
    pl_intern_release(&m->coarse);
    pl_intern_release(&m->morph);
    pl_intern_release(&m->labels);
    pl_dep_actions_release(&m->actions);
    pl_str_release(&m->about);
    free(m->owned);
    free(m);
}

void pl_dep_model_take_weights(pl_dep_model *m, void *block, size_t size)
{
    free(m->owned);
    m->owned = block;
    m->weights = block;
    m->weights_size = size;
}

void pl_dep_model_favour_far(pl_dep_model *m, double weight)
{
    enum { MOST = 1000000 }; /* far more than any score */
    m->features.far_bonus =
        (int32_t)lrint(fmin(fmax(weight, -MOST), MOST) * PL_COMPACT_SCALE);
}

/* -- values ------------------------------------------------------------------------- */

static uint32_t value_of(const pl_intern *names, const char *text)
{
    uint32_t id = text != NULL ? pl_intern_find(names, text) : 0;
    return PL_VALUE_FIRST + (id != PL_NONE ? id : 0);
}

/* The first n characters of a word, or all of a shorter one. */
static uint32_t beginning(const char *word, int n)
{
    const char *end = word;
    for (; *end != '\0'; end++)
        if (pl_utf8_begins(*end) && n-- == 0)
            break;
    return PL_VALUE_FIRST + (uint32_t)(pl_hash(word, (size_t)(end - word)) >> 33);
}

/* The last n. */
static uint32_t ending(const char *word, int n)
{
    size_t length = strlen(word);
    const char *p = word + length;
    while (n > 0 && p > word)
        n -= pl_utf8_begins(*--p);
    return PL_VALUE_FIRST + (uint32_t)(pl_hash(p, length - (size_t)(p - word)) >> 33);
}

enum { AFFIX = 3 };

static void add_affixes(pl_dep_values *v, const pl_tree *t, bool root_left, pl_arena *m)
{
    uint32_t n = t->n_tokens + 1, first = root_left ? 1 : 0;
    uint32_t root = root_left ? 0 : t->n_tokens;
    uint32_t *begins = pl_arena_alloc(m, n * sizeof *begins);
    uint32_t *ends = pl_arena_alloc(m, n * sizeof *ends);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        begins[i + first] = beginning(t->tokens[i].word, AFFIX);
        ends[i + first] = ending(t->tokens[i].word, AFFIX);
    }
    begins[root] = ends[root] = PL_VALUE_BORDER;
    v->begins = begins;
    v->ends = ends;
}

pl_dep_values pl_dep_model_values(const pl_dep_model *model, const pl_tree *t,
                                  pl_arena *m)
{
    uint32_t n = t->n_tokens + 1, first = model->params.root_left ? 1 : 0;
    uint32_t root = model->params.root_left ? 0 : t->n_tokens;
    uint32_t *all = pl_arena_alloc(m, 4 * (size_t)n * sizeof *all);
    uint32_t *words = all, *tags = all + n, *coarse = all + 2 * n, *morph = all + 3 * n;
    pl_vocab_values(&model->vocab, t, words + first, tags + first);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        if (t->nodes[i].label == NULL && t->tokens[i].coarse != NULL)
            tags[i + first] = value_of(&model->vocab.tags, t->tokens[i].coarse);
        coarse[i + first] = value_of(&model->coarse, t->tokens[i].coarse);
        morph[i + first] = value_of(&model->morph, t->nodes[i].morph);
    }
    words[root] = tags[root] = coarse[root] = morph[root] = PL_VALUE_BORDER;
    pl_dep_values v = {words, tags, coarse, morph, NULL, NULL};
    if (model->features.affixes)
        add_affixes(&v, t, model->params.root_left, m);
    return v;
}

/* -- writing ------------------------------------------------------------------------ */

void pl_dep_model_put(const pl_dep_model *m, pl_section_list *list)
{
    pl_str text = {0};
    pl_sections_add_text(list, "about", &m->about);
    pl_dep_params_print(&m->params, &text);
    pl_sections_add_text(list, PL_DEP_SECTION, &text);
    pl_sections_add_text(list, "dep-templates", &m->templates.text);
    pl_str_clear(&text);
    pl_dep_actions_print(&m->actions, &m->labels, &text);
    pl_sections_add_text(list, "dep-actions", &text);
    pl_sections_add_strings(list, "dep-labels", &m->labels);
    pl_sections_add_strings(list, "words", &m->vocab.words);
    pl_sections_add_strings(list, "tags", &m->vocab.tags);
    pl_sections_add_strings(list, "dep-coarse", &m->coarse);
    pl_sections_add_strings(list, "dep-morph", &m->morph);
    pl_sections_add(list, "weights", m->weights, m->weights_size);
    pl_str_release(&text);
}

/* -- reading ------------------------------------------------------------------------ */

static int get_system(pl_dep_model *m, const pl_sections *file, pl_error *err)
{
    pl_str text = {0};
    pl_error why;
    pl_sections_text(file, PL_DEP_SECTION, &text);
    int got = pl_dep_params_parse(&m->params, "model", pl_str_text(&text), &why);
    m->params.single_root = pl_about_number(&m->about, "single-root", 0) != 0;
    if (got == 0)
        got = pl_dep_params_check(&m->params, NULL, &why);
    if (got == 0) {
        pl_str_clear(&text);
        pl_sections_text(file, "dep-actions", &text);
        got =
            pl_dep_actions_parse(&m->actions, &m->params, &m->labels, pl_str_text(&text));
    }
    pl_str_release(&text);
    return got == 0 ? 0 : pl_sections_damaged(file, "the system or its actions", err);
}

static int get_features(pl_dep_model *m, const pl_sections *file, pl_error *err)
{
    pl_str text = {0};
    pl_error why;
    pl_sections_text(file, "dep-templates", &text);
    int got = pl_dep_templates_parse(&m->templates, "model", pl_str_text(&text), &why);
    pl_str_release(&text);
    int far = pl_about_choice(&m->about, "arc-distance", pl_dep_far_names, PL_DEP_N_FAR);
    int unknown = pl_about_choice(&m->about, "unknown", pl_unknown_names, PL_N_UNKNOWN);
    if (got < 0 || m->templates.list.n == 0 || far < 0 || unknown < 0)
        return pl_sections_damaged(file, "the features", err);
    m->far = (pl_dep_far)far;
    m->vocab.unknown = (pl_unknown)unknown;
    pl_dep_features_compile(&m->features, &m->templates, m->far);
    return 0;
}

static int get_all(pl_dep_model *m, const pl_sections *file, pl_error *err)
{
    const char *weights;
    pl_error why;
    pl_sections_text(file, "about", &m->about);
    if (pl_sections_strings(file, "dep-labels", &m->labels, err) < 0 ||
        get_system(m, file, err) < 0 || get_features(m, file, err) < 0 ||
        pl_sections_strings(file, "words", &m->vocab.words, err) < 0 ||
        pl_sections_strings(file, "tags", &m->vocab.tags, err) < 0 ||
        pl_sections_strings(file, "dep-coarse", &m->coarse, err) < 0 ||
        pl_sections_strings(file, "dep-morph", &m->morph, err) < 0)
        return -1;
    if (!pl_sections_find(file, "weights", &weights, &m->weights_size) ||
        pl_compact_check(weights, m->weights_size, m->actions.n, &why) < 0)
        return pl_sections_damaged(file, "the weights", err);
    m->weights = weights;
    return 0;
}

pl_dep_model *pl_dep_model_from(const pl_sections *file, pl_error *err)
{
    pl_dep_model *m = pl_dep_model_new();
    if (get_all(m, file, err) == 0)
        return m;
    pl_dep_model_free(m);
    return NULL;
}
