/* chartbench [-s STAGES] [-k K] [-p POSTERIOR] [-l LENGTH] [-t SECONDS] [-o OUT] TRAIN
 * TEST: parses a treebank with gold tags by grammars read off another, split-pcfg →
 * plcfrs, and prints where the time goes. TRAIN is binarized. Trees are written to OUT,
 * as discbracket, unbinarized; sentences longer than LENGTH are left out. */
#include "chart/coarse.h"
#include "chart/limit.h"
#include "corpus/source.h"
#include "corpus/writer.h"
#include "grammar/extract.h"
#include "transform/binarize.h"
#include "transform/split_disc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STAGES = 2 };
static const char *const kinds[STAGES] = {"split-pcfg", "plcfrs"};

typedef struct bench {
    pl_forest forests[STAGES];
    pl_ruleset rules[STAGES];
    pl_projection projection;
    pl_stage stages[STAGES];
    uint32_t n_stages, max_length;
    bool *partial;
    pl_coarse *parser;
    pl_writer *writer;
    uint32_t n_sentences, n_words, by_stage[STAGES + 1], n_late;
    double seconds[STAGES], items[STAGES], edges[STAGES], slowest;
} bench;

static void stop(const pl_err *err)
{
    fprintf(stderr, "chartbench: %s\n", err->text);
    exit(1);
}

static pl_source *open_file(const char *path)
{
    pl_err err;
    pl_source_options options = {0};
    pl_source *s = pl_source_open(&path, 1, &options, &err);
    if (s == NULL)
        stop(&err);
    return s;
}

static void compile(bench *b, int i, const char *start)
{
    pl_err err;
    pl_grammar g;
    pl_grammar_extract(&g, &b->forests[i]);
    const pl_productions *p = g.productions;
    double *probabilities = pl_alloc_zero(p->at.n + 1, sizeof *probabilities);
    for (size_t k = 0; k < p->at.n; k++)
        probabilities[k] = (double)g.counts[k] / (double)g.totals[p->at.at[k].lhs];
    if (pl_ruleset_compile(&b->rules[i], p, probabilities, start, &err) < 0)
        stop(&err);
    free(probabilities);
    pl_grammar_release(&g);
}

static void read_grammars(bench *b, const char *path)
{
    pl_err err;
    pl_arena m = {0};
    pl_tree *tree;
    const char *root = NULL;
    pl_source *s = open_file(path);
    int got;
    while ((got = pl_source_next(s, &m, &tree, &err)) > 0) {
        if (root == NULL)
            root = pl_strdup(tree->nodes[tree->root].label);
        for (int i = STAGES - 1; i >= 0; i--) {
            const pl_grammar_kind *kind = pl_grammar_kind_find(kinds[i]);
            if ((kind->prepare != NULL && kind->prepare(tree, &err) < 0) ||
                pl_forest_add(&b->forests[i], tree, &err) < 0)
                stop(&err);
        }
        pl_arena_reset(&m);
    }
    if (got < 0)
        stop(&err);
    for (int i = 0; i < STAGES; i++)
        compile(b, i, root);
    pl_projection_by_part(&b->projection, &b->rules[0], &b->rules[1], NULL);
    const pl_productions *p = b->rules[0].productions;
    b->partial = pl_alloc_zero(p->symbols.n, sizeof *b->partial);
    for (size_t i = 0; i < p->symbols.n; i++) {
        const char *label = p->symbols.at[i].label;
        b->partial[i] =
            label[0] != '\\' && !pl_looks_temporary(label) && !strchr(label, '*');
    }
    free((char *)root);
    pl_arena_release(&m);
    pl_source_close(s);
}

/* Gold tags: one terminal for each word, if the grammar knows the tag. */
static pl_tags gold_tags(const bench *b, int stage, const pl_tree *t, pl_arena *m)
{
    pl_terminal *at = PL_NEW_ARRAY(m, pl_terminal, t->n_tokens);
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t symbol = pl_ruleset_symbol(&b->rules[stage], t->nodes[i].label, 1);
        if (symbol != PL_NONE)
            at[n++] = (pl_terminal){i, symbol, 0, PL_NONE};
    }
    return (pl_tags){at, n};
}

/* -- trees ------------------------------------------------------------------------------
 */

/* The derivation below `parent`; each node is linked to the one whose subtree it is in.
 */
static void attach(pl_tree *t, const pl_derivation *d, const pl_symbol *symbols,
                   uint32_t parent)
{
    uint32_t *up = PL_NEW_ARRAY(t->arena, uint32_t, d->n + 1);
    uint32_t *ids = PL_NEW_ARRAY(t->arena, uint32_t, d->n + 1);
    for (uint32_t i = 0; i < d->n; i++) {
        const pl_derived *x = &d->nodes[i];
        ids[i] = x->position != PL_NONE ? x->position
                                        : pl_tree_add(t, symbols[x->symbol].label);
        for (uint32_t child = i + 1; child < i + x->size; child += d->nodes[child].size)
            up[child] = i;
        if (i > 0 || parent != PL_NONE)
            pl_tree_append(t, i > 0 ? ids[up[i]] : parent, ids[i]);
    }
    if (parent == PL_NONE)
        t->root = ids[0];
}

static pl_tree *make_tree(const bench *b, const pl_tree *gold, const pl_coarse_result *r,
                          pl_arena *m)
{
    pl_tree *t = pl_tree_new(m, gold->n_tokens);
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        t->tokens[i].word = gold->tokens[i].word;
        t->nodes[i].label = gold->nodes[i].label;
    }
    int stage = r->stage == PL_NONE ? 0 : (int)r->stage;
    const pl_symbol *symbols = b->rules[stage].productions->symbols.at;
    if (r->stage == PL_NONE) {
        t->root = pl_tree_add(t, "NOPARSE");
        for (uint32_t i = 0; i < r->n_trees; i++)
            attach(t, &r->trees[i], symbols, t->root);
        for (uint32_t i = 0; i < t->n_tokens; i++)
            if (t->nodes[i].parent == PL_NONE)
                pl_tree_append(t, t->root, i);
    } else
        attach(t, &r->trees[0], symbols, PL_NONE);
    pl_tree_order(t);
    if (stage == 0) {
        pl_unbinarize(t, true);
        pl_merge_disc(t);
    }
    pl_unbinarize(t, true);
    return t;
}

/* -- parsing
 * ------------------------------------------------------------------------------ */

static void parse(bench *b, const pl_tree *gold, pl_arena *m)
{
    pl_err err;
    pl_tags tags[STAGES];
    pl_coarse_result r;
    for (uint32_t i = 0; i < b->n_stages; i++)
        tags[i] = gold_tags(b, (int)i, gold, m);
    double begin = pl_clock();
    pl_coarse_parse(b->parser, gold->n_tokens, tags, &r);
    double took = pl_clock() - begin;
    b->slowest = took > b->slowest ? took : b->slowest;
    b->n_sentences++;
    b->n_words += gold->n_tokens;
    b->n_late += r.out_of_time;
    b->by_stage[r.stage == PL_NONE ? STAGES : r.stage]++;
    for (uint32_t i = 0; i < b->n_stages; i++) {
        b->seconds[i] += r.stats[i].seconds;
        b->items[i] += r.stats[i].items;
        b->edges[i] += r.stats[i].edges;
    }
    if (b->writer != NULL &&
        pl_writer_put(b->writer, make_tree(b, gold, &r, m), &err) < 0)
        stop(&err);
}

static void report(const bench *b, double seconds)
{
    printf("%u sentences, %u words, %.2f s, %.0f words/s, slowest %.3f s\n",
           b->n_sentences, b->n_words, seconds, b->n_words / seconds, b->slowest);
    for (uint32_t i = 0; i < b->n_stages; i++)
        printf("%-12s %7.2f ms  %8.0f items %9.0f edges  result of %u\n", kinds[i],
               1000 * b->seconds[i] / b->n_sentences, b->items[i] / b->n_sentences,
               b->edges[i] / b->n_sentences, b->by_stage[i]);
    printf("no parse: %u, given up: %u\n", b->by_stage[STAGES], b->n_late);
}

int main(int argc, char **argv)
{
    bench b = {.n_stages = STAGES, .max_length = PL_MAX_CHART_WORDS};
    pl_coarse_options options = {0};
    pl_err err;
    uint32_t k = 10000;
    double posterior = 0, beam = 0;
    const char *out = NULL;
    for (int c; (c = getopt(argc, argv, "s:k:p:l:t:o:b:")) != -1;)
        switch (c) {
        case 's':
            b.n_stages = (uint32_t)atoi(optarg);
            break;
        case 'k':
            k = (uint32_t)atoi(optarg);
            break;
        case 'p':
            posterior = atof(optarg);
            break;
        case 'l':
            b.max_length = (uint32_t)atoi(optarg);
            break;
        case 't':
            options.seconds = atof(optarg);
            break;
        case 'b': beam = atof(optarg); break;
        case 'o':
            out = optarg;
            break;
        default:
            return 2;
        }
    if (argc - optind != 2 || b.n_stages < 1 || b.n_stages > STAGES)
        return fprintf(stderr, "usage: chartbench [OPTIONS] TRAIN TEST\n"), 2;
    read_grammars(&b, argv[optind]);
    b.stages[0] = (pl_stage){.name = kinds[0], .rules = &b.rules[0], .beam = beam};
    b.stages[1] = (pl_stage){kinds[1], &b.rules[1], &b.projection,
                             .k = posterior > 0 ? 0 : k, .posterior = posterior};
    options.partial = b.partial;
    b.parser = pl_coarse_new(b.stages, b.n_stages, &options);
    if (out != NULL && (b.writer = pl_writer_open(out, pl_format_find("discbracket"),
                                                  NULL, &err)) == NULL)
        stop(&err);
    pl_source *s = open_file(argv[optind + 1]);
    pl_arena m = {0};
    pl_tree *tree;
    clock_t begin = clock();
    int got;
    while ((got = pl_source_next(s, &m, &tree, &err)) > 0) {
        if (tree->n_tokens > 0 && tree->n_tokens <= b.max_length)
            parse(&b, tree, &m);
        pl_arena_reset(&m);
    }
    if (got < 0 || (b.writer != NULL && pl_writer_close(b.writer, &err) < 0))
        stop(&err);
    report(&b, (double)(clock() - begin) / CLOCKS_PER_SEC);
    pl_coarse_free(b.parser);
    pl_projection_release(&b.projection);
    for (int i = 0; i < STAGES; i++) {
        pl_ruleset_release(&b.rules[i]);
        pl_forest_release(&b.forests[i]);
    }
    free(b.partial);
    pl_source_close(s);
    pl_arena_release(&m);
    return 0;
}
