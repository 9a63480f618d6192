/* Treebanks of dependencies; see dep_gold.h. */
#include "dep_gold.h"

#include "base/out.h"

#include <stdio.h>

static const char *relation(const pl_tree *t, uint32_t i)
{
    return t->tokens[i].deprel != NULL ? t->tokens[i].deprel : "_";
}

static int take_tree(dep_gold *g, input *in, const pl_source *source, pl_tree *tree,
                     pl_arena *scratch, pl_error *err)
{
    static const pl_dep_params root_right = {0};
    pl_dep_gold gold;
    size_t roots = 0;
    if (tree->n_tokens == 0) {
        g->n_empty++;
        return 0;
    }
    if (!tree->has_deps) {
        pl_fail(err, PL_BAD_ARGUMENT, "the sentence has no dependencies%s",
                tree->root != PL_NONE ? ", only constituents: these are for systems like "
                                        "--system sr-gap"
                                      : "");
        return input_bad_sentence(in, source, tree, err);
    }
    if (pl_dep_gold_of(tree, &root_right, NULL, scratch, &gold, err) < 0)
        return input_bad_sentence(in, source, tree, err);
    for (uint32_t i = 0; i < tree->n_tokens; i++) {
        if (tree->nodes[i].label == NULL) /* some treebanks have coarse tags alone */
            tree->nodes[i].label = tree->tokens[i].coarse;
        pl_intern_add(&g->labels, relation(tree, i));
        roots += tree->tokens[i].head == PL_ROOT_HEAD;
    }
    g->n_many_roots += roots > 1;
    g->n_tokens += tree->n_tokens;
    PL_PUSH(&g->trees, tree);
    return 0;
}

int dep_gold_load(dep_gold *g, input *in, pl_error *err)
{
    pl_source *source = input_open(in, err);
    if (source == NULL)
        return -1;
    pl_arena scratch = {0};
    pl_tree *tree;
    int got;
    while ((got = pl_source_next(source, &g->arena, &tree, err)) > 0) {
        if ((got = take_tree(g, in, source, tree, &scratch, err)) < 0)
            break;
        pl_arena_reset(&scratch);
    }
    input_report(in, source);
    pl_source_close(source);
    pl_arena_release(&scratch);
    return got < 0 ? -1 : 0;
}

uint32_t *dep_gold_labels(const dep_gold *g, const pl_tree *t, pl_arena *m)
{
    uint32_t *labels = pl_arena_alloc(m, t->n_tokens * sizeof *labels);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        labels[i] = pl_intern_find(&g->labels, relation(t, i));
    return labels;
}

void dep_gold_release(dep_gold *g)
{
    PL_VEC_RELEASE(&g->trees);
    pl_intern_release(&g->labels);
    pl_arena_release(&g->arena);
}

/* The derivation of one tree; false if the setting has none. */
static bool derive(const dep_gold *g, const pl_dep_params *p, const pl_tree *t,
                   pl_arena *m, pl_dep_task *s, pl_dep_steps *steps)
{
    pl_error err;
    pl_dep_gold gold;
    steps->n = 0;
    pl_dep_task_start(s, p, m, t->n_tokens);
    return pl_dep_gold_of(t, p, dep_gold_labels(g, t, m), m, &gold, &err) == 0 &&
           pl_dep_derive(s, &gold, steps);
}

void dep_gold_cover(const dep_gold *g, const pl_dep_params *p, dep_coverage *c)
{
    pl_arena m = {0};
    pl_dep_steps steps = {0};
    pl_dep_task s;
    *c = (dep_coverage){.trees = g->trees.n};
    for (size_t i = 0; i < g->trees.n; i++) {
        if (derive(g, p, g->trees.at[i], &m, &s, &steps)) {
            c->derived++;
            c->n_tokens += g->trees.at[i]->n_tokens;
            c->n_steps += steps.n;
            c->longest = steps.n > c->longest ? steps.n : c->longest;
        }
        pl_arena_reset(&m);
    }
    PL_VEC_RELEASE(&steps);
    pl_arena_release(&m);
}

/* -- oracle ------------------------------------------------------------------------- */

static bool comes_back(const dep_gold *g, size_t number, const pl_dep_task *s,
                       const pl_dep_steps *steps, pl_arena *m)
{
    const pl_tree *t = g->trees.at[number];
    uint32_t *heads = pl_arena_zero(m, t->n_tokens, sizeof *heads);
    uint32_t *labels = pl_arena_zero(m, t->n_tokens, sizeof *labels);
    uint32_t *gold = dep_gold_labels(g, t, m);
    pl_error err;
    if (pl_dep_replay(s, steps->at, steps->n, heads, labels, &err) < 0) {
        fprintf(stderr, "pleach: sentence %zu: %s\n", number + 1, err.text);
        return false;
    }
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (heads[i] != t->tokens[i].head || labels[i] != gold[i]) {
            fprintf(stderr,
                    "pleach: sentence %zu: word %u gets another head or relation\n",
                    number + 1, i + 1);
            return false;
        }
    return true;
}

static void print_steps(const dep_gold *g, const pl_dep_params *p,
                        const pl_dep_steps *steps, pl_out *out)
{
    pl_str text = {0};
    for (size_t i = 0; i < steps->n; i++) {
        uint32_t label = steps->at[i].label;
        if (i > 0)
            pl_str_putc(&text, '\t');
        pl_dep_step_print(p, &steps->at[i], label != PL_NONE ? g->labels.at[label] : NULL,
                          &text);
    }
    pl_str_putc(&text, '\n');
    pl_out_put(out, text.at, text.n);
    pl_str_release(&text);
}

static int derive_all(const dep_gold *g, const pl_dep_params *p, bool check,
                      const char *output, pl_error *err)
{
    pl_arena m = {0};
    pl_dep_steps steps = {0};
    pl_dep_task s;
    size_t same = 0, n = g->trees.n;
    pl_out *out = pl_out_open(output, err);
    if (out == NULL)
        return -1;
    for (size_t i = 0; i < n; i++) {
        bool derived = derive(g, p, g->trees.at[i], &m, &s, &steps);
        if (check)
            same += derived && comes_back(g, i, &s, &steps, &m);
        else if (derived)
            print_steps(g, p, &steps, out);
        else
            pl_out_puts(out, "# this tree cannot be derived\n");
        pl_arena_reset(&m);
    }
    if (check)
        pl_out_printf(out, "%zu of %zu trees (%.2f%%)\n", same, n,
                      n > 0 ? 100.0 * (double)same / (double)n : 100.0);
    PL_VEC_RELEASE(&steps);
    pl_arena_release(&m);
    return pl_out_close(out, err);
}

int dep_oracle(const dep_options *d, const char *system, input *in, bool check,
               const char *output, pl_error *err)
{
    dep_gold g = {0};
    pl_dep_params p;
    int status = dep_params(d, system, in->quiet, &p, err) == 0 &&
                         dep_gold_load(&g, in, err) == 0 &&
                         derive_all(&g, &p, check, output, err) == 0
                     ? 0
                     : -1;
    dep_gold_release(&g);
    return status;
}
