/* The other parts of a parser's model; see companions.h. */
#include "companions.h"

#include "base/in.h"
#include "tag/jackknife.h"
#include "text/learn_parts.h"

#include <stdio.h>
#include <string.h>

enum { FUNCTION_EPOCHS = 8, MORPH_EPOCHS = 8 };

companions companions_start(void)
{
    return (companions){.tag = pl_tag_defaults,
                        .tag_epochs = 10,
                        .function_prune = 0.05,
                        .morph_prune = 0.05};
}

/* -- options ------------------------------------------------------------------------- */

int companions_option(companions *c, const args *a, int id)
{
    int i;
    switch (id) {
    case TAGGER:
        c->want_tagger = true;
        return -1;
    case TAGS:
        i = name_arg(a, (const char *const[]){"gold", "predicted"}, 2);
        c->predicted = i == 1;
        c->want_tagger = c->want_tagger || c->predicted;
        return i < 0 ? USAGE : -1;
    case TAG_EPOCHS:
        return number_arg(a, 1, 1000, &c->tag_epochs) ? -1 : USAGE;
    case TAG_PRUNE:
        return weight_arg(a, &c->tag.prune) ? -1 : USAGE;
    case FUNCTIONS:
        c->want_functions = true;
        return -1;
    case FUNCTION_PRUNE:
        return weight_arg(a, &c->function_prune) ? -1 : USAGE;
    case MORPH:
        c->want_morph = true;
        return -1;
    case MORPH_PRUNE:
        return weight_arg(a, &c->morph_prune) ? -1 : USAGE;
    case ABOUT:
        c->about_file = a->value;
        return -1;
    default:
        return USAGE;
    }
}

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

static bool same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Right tags; and words of which both the tag and the morphology are right. */
static void measure_tagger(companions *c, const lessons *l)
{
    pl_tagging *g = pl_tagging_new(c->tagger);
    pl_arena arena = {0};
    size_t n = 0, right = 0, right_morph = 0;
    for (size_t i = 0; i < l->n_dev; i++) {
        pl_tree *t = pl_tree_copy(l->dev[i], &arena);
        pl_tagging_run(g, t);
        n += t->n_tokens;
        if (c->morph != NULL)
            pl_morph_label(c->morph, t, &arena);
        for (uint32_t k = 0; k < t->n_tokens; k++) {
            const pl_node *gold = &l->dev[i]->nodes[k], *got = &t->nodes[k];
            right += same(gold->label, got->label);
            right_morph += same(gold->label, got->label) && same(gold->morph, got->morph);
        }
        pl_arena_reset(&arena);
    }
    note(c, l, "tagger-dev", percent(right, n));
    if (c->morph != NULL)
        note(c, l, "morph-dev", percent(right_morph, n));
    pl_arena_release(&arena);
    pl_tagging_free(g);
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
            if (l->dev[i]->nodes[v].func == NULL)
                continue;
            n++;
            right += same(l->dev[i]->nodes[v].func, t->nodes[v].func);
        }
        pl_arena_reset(&arena);
    }
    note(c, l, "functions-dev", percent(right, n));
    pl_arena_release(&arena);
}

static int learn_functions(companions *c, const lessons *l, pl_error *err)
{
    c->functions = pl_functions_train(l->trees, l->n, l->head_rules, FUNCTION_EPOCHS,
                                      l->seed, c->function_prune, err);
    if (c->functions == NULL)
        return -1;
    if (l->n_dev > 0)
        measure_functions(c, l);
    return 0;
}

static int predict_tags(companions *c, const lessons *l, pl_error *err)
{
    uint32_t epochs =
        (uint32_t)(c->tag_epochs + 1) / 2; /* nearly as good, in half the time */
    pl_jackknife how = {PL_JACKKNIFE_FOLDS, c->tag, epochs, l->threads};
    how.options.prune = pl_tag_defaults.prune; /* so the parser does not depend on it */
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
    c->morph = pl_morph_train(l->trees, l->n, MORPH_EPOCHS, l->seed, c->morph_prune, err);
    return c->morph != NULL ? 0 : -1;
}

static int learn_tags(companions *c, const lessons *l, pl_error *err)
{
    c->tag.seed = l->seed;
    c->tagger = pl_tagger_learn(l->trees, l->n, &c->tag, (uint32_t)c->tag_epochs, err);
    if (c->tagger == NULL)
        return -1;
    if (l->n_dev > 0)
        measure_tagger(c, l);
    return c->predicted ? predict_tags(c, l, err) : 0;
}

/* Where the treebank cuts words, if the rules leave that to it. */
static int learn_cuts(const lessons *l, input *in, pl_error *err)
{
    pl_parts_learner *parts = pl_parts_learner_new(in->rules.mark);
    for (size_t i = 0; i < l->n; i++)
        pl_parts_learner_add(parts, l->trees[i]);
    int got = pl_rules_learn(&in->rules, parts, err);
    pl_parts_learner_free(parts);
    return got;
}

int companions_learn(companions *c, const lessons *l, input *in, pl_error *err)
{
    if (c->about_file != NULL && read_about(c, err) < 0)
        return -1;
    if (in->tokenizer != NULL) {
        pl_str_printf(&c->about, "tokenizer: %s\n", base_name(in->tokenizer));
        if (learn_cuts(l, in, err) < 0)
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
