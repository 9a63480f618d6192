/* The other parts of a parser's model; see companions.h. */
#include "companions.h"

#include "base/in.h"
#include "tag/jackknife.h"

#include <stdio.h>
#include <string.h>

companions companions_start(void)
{
    return (companions){.tag = pl_tag_defaults,
                        .function_prune = pl_classifier_epochs.prune,
                        .morph_prune = pl_classifier_epochs.prune};
}

static const char *const tags_names[] = {"gold", "predicted"};

/* clang-format off */
const option_row companion_rows[] = {
    {0, "tagger",         NULL,             FLAG(companions, want_tagger),          "train a tagger, too, and put it into the model"},
    {0, "tags",           "gold|predicted", CHOICE(companions, predicted, tags_names), "tags that the parser learns from: those of the treebank (gold), or those of taggers trained on the other four fifths of it (predicted), which prepares the parser for the tagger's mistakes; predicted implies --tagger (default: gold)"},
    {0, "tag-epochs",     "N",              NUMBER(companions, tag.epochs.n, 1, 1000), "passes of the tagger over the treebank (default: 10)"},
    {0, "tag-prune",      "W",              WEIGHT(companions, tag.epochs.prune),   "leave out weights of the tagger nearer to zero than W (default: 0.05)"},
    {0, "morph",          NULL,             FLAG(companions, want_morph),           "learn the full morphological tags of the treebank, too"},
    {0, "morph-prune",    "W",              WEIGHT(companions, morph_prune),        "leave out weights of morphology nearer to zero than W (default: 0.05)"},
    {0, "about",          "FILE",           FILE_NAME(companions, about_file),      "add lines KEY: VALUE to what info says of the model: licence, source …"},
    {0, "functions",      NULL,             FLAG(companions, want_functions),       "learn the functions of the treebank, too, and label parsed trees with them"},
    {0, "function-prune", "W",              WEIGHT(companions, function_prune),     "leave out weights of functions nearer to zero than W (default: 0.05)"},
    {0},
};
/* clang-format on */

/* -- learning ---------------------------------------------------------------------- */

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

/* Adds a line to `about` and says it. */
static void note(companions *c, const lessons *l, const char *key, double value)
{
    pl_str_printf(&c->about, "%s: %.2f\n", key, value);
    if (l->quiet)
        return;
    for (const char *at = key; *at != '\0'; at++)
        fputc(*at == '-' ? ' ' : *at, stderr);
    fprintf(stderr, ": %.2f%%\n", value);
}

static int read_about(companions *c, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    pl_in *in = pl_in_open(c->about_file, err);
    if (in == NULL)
        return -1;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        if (n == 0)
            continue;
        if (strstr(line, ": ") == NULL) {
            got = pl_in_fail(in, err, "expected KEY: VALUE, not '%.60s'", line);
            break;
        }
        pl_str_printf(&c->about, "%s\n", line);
    }
    pl_in_close(in);
    return got;
}

/* Right tags; and words of which both the tag and the morphology are right. */
static void measure_tagger(companions *c, const lessons *l)
{
    pl_arena arena = {0};
    pl_tag_score s = {0};
    for (size_t i = 0; i < l->n_dev; i++) {
        pl_tag_score_add(&s, c->tagger, c->morph, l->dev[i], &arena);
        pl_arena_reset(&arena);
    }
    note(c, l, "tagger-dev", pl_tag_score_percent(&s));
    if (c->morph != NULL)
        note(c, l, "morph-dev", percent(s.n_morph, s.n[0] + s.n[1]));
    pl_arena_release(&arena);
}

/* How many nodes get the right function in trees that are right otherwise. */
static void measure_functions(companions *c, const lessons *l)
{
    pl_arena arena = {0};
    size_t n = 0, right = 0;
    for (size_t i = 0; i < l->n_dev; i++) {
        pl_tree *t = pl_tree_copy(l->dev[i], &arena);
        pl_functions_label(c->functions, t, &arena);
        for (uint32_t v = 0; v < t->n_nodes; v++) {
            const char *gold = l->dev[i]->nodes[v].func, *given = t->nodes[v].func;
            n += gold != NULL;
            right += gold != NULL && given != NULL && strcmp(gold, given) == 0;
        }
        pl_arena_reset(&arena);
    }
    note(c, l, "functions-dev", percent(right, n));
    pl_arena_release(&arena);
}

static int learn_functions(companions *c, const lessons *l, pl_error *err)
{
    pl_epochs how = pl_classifier_epochs;
    how.seed = l->seed;
    how.prune = c->function_prune;
    c->functions = pl_functions_train(l->trees, l->n, l->head_rules, &how, err);
    if (c->functions == NULL)
        return -1;
    if (l->n_dev > 0)
        measure_functions(c, l);
    return 0;
}

static int predict_tags(companions *c, const lessons *l, pl_error *err)
{
    pl_jackknife how = {PL_JACKKNIFE_FOLDS, c->tag, l->threads};
    pl_epochs *epochs = &how.options.epochs;
    epochs->n = (epochs->n + 1) / 2;              /* nearly as good, in half the time */
    epochs->prune = pl_tag_defaults.epochs.prune; /* the parser does not depend on it */
    size_t n_tokens = 0, n_right;
    if (pl_jackknife_tags(l->trees, l->n, &how, &c->arena, &n_right, err) < 0)
        return -1;
    for (size_t i = 0; i < l->n; i++)
        n_tokens += l->trees[i]->n_tokens;
    pl_str_printf(&c->about, "training-tags: predicted\n");
    note(c, l, "training-tags-right", percent(n_right, n_tokens));
    return 0;
}

static int learn_morph(companions *c, const lessons *l, pl_error *err)
{
    pl_epochs how = pl_classifier_epochs;
    how.seed = l->seed;
    how.prune = c->morph_prune;
    c->morph = pl_morph_train(l->trees, l->n, &how, err);
    return c->morph != NULL ? 0 : -1;
}

static int learn_tags(companions *c, const lessons *l, pl_error *err)
{
    c->tag.epochs.seed = l->seed;
    c->tagger = pl_tagger_train(l->trees, l->n, &c->tag, err);
    if (c->tagger == NULL)
        return -1;
    if (l->n_dev > 0)
        measure_tagger(c, l);
    return c->predicted ? predict_tags(c, l, err) : 0;
}

int companions_learn(companions *c, const lessons *l, input *in, pl_error *err)
{
    c->want_tagger |= c->predicted;
    if (c->about_file != NULL && read_about(c, err) < 0)
        return -1;
    if (in->tokenizer != NULL) {
        pl_str_printf(&c->about, "tokenizer: %s\n", base_name(in->tokenizer));
        if (pl_rules_learn(&in->rules, l->trees, l->n, err) < 0)
            return -1;
    }
    if (c->want_functions && learn_functions(c, l, err) < 0)
        return -1;
    if (c->want_morph && learn_morph(c, l, err) < 0)
        return -1;
    return c->want_tagger ? learn_tags(c, l, err) : 0;
}

void companions_put(const companions *c, const input *in, pl_section_list *list)
{
    if (in->tokenizer != NULL)
        pl_rules_put(&in->rules, list);
    if (c->tagger != NULL)
        pl_tagger_put(c->tagger, list);
    if (c->functions != NULL)
        pl_functions_put(c->functions, list);
    if (c->morph != NULL)
        pl_morph_put(c->morph, list);
}

void companions_release(companions *c)
{
    pl_tagger_free(c->tagger);
    pl_functions_free(c->functions);
    pl_morph_free(c->morph);
    pl_str_release(&c->about);
    pl_arena_release(&c->arena);
}
