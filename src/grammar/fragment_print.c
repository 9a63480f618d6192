/* Fragments as lines of a file; see fragments.h. */
#include "grammar/fragments.h"

#include <stdlib.h>
#include <string.h>

/* A line: one fragment, or with `unbinarize` several that look the same. */
typedef struct line {
    const char *text;
    size_t fragment; /* in pl_fragments.at */
} line;

typedef struct printing {
    const pl_fragments *f;
    const pl_productions *p;
    const pl_fragment_columns *columns;
    pl_arena texts;
    line *lines;      /* [f->at.n] */
    uint64_t *totals; /* [symbols][2]  counts of all fragments with that root */
    PL_VEC(uint32_t) trees;
} printing;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const line *)a)->text, ((const line *)b)->text);
}

static void make_lines(printing *g)
{
    pl_str text = {0};
    pl_fragment_text *writer = pl_fragment_text_new();
    for (size_t i = 0; i < g->f->at.n; i++) {
        const pl_fragment *f = &g->f->at.at[i];
        g->lines[i].fragment = i;
        if (g->columns->texts != NULL) {
            g->lines[i].text = g->columns->texts[i];
            continue;
        }
        pl_str_clear(&text);
        pl_fragment_write(writer, g->p, g->f->code.at + f->code, f->n,
                          g->columns->unbinarize, &text);
        g->lines[i].text = pl_arena_strndup(&g->texts, text.at, text.n);
    }
    if (g->columns->texts == NULL && g->f->at.n > 0)
        qsort(g->lines, g->f->at.n, sizeof *g->lines, by_text);
    pl_fragment_text_free(writer);
    pl_str_release(&text);
}

/* The root of a fragment; PL_NONE if the treebank does not have its production. */
static uint32_t root_symbol(const printing *g, const pl_fragment *f)
{
    uint32_t production = g->f->code.at[f->code];
    return production != PL_UNKNOWN ? g->p->at.at[production].lhs : PL_NONE;
}

static void add_totals(printing *g)
{
    for (size_t i = 0; i < g->f->at.n; i++) {
        const pl_fragment *f = &g->f->at.at[i];
        uint32_t root = root_symbol(g, f);
        if (root == PL_NONE)
            continue;
        g->totals[2 * root] += f->count;
        g->totals[2 * root + 1] += f->count2;
    }
}

static void print_count(const printing *g, uint64_t count, uint32_t root, int which,
                        pl_out *out)
{
    if (!g->columns->relative)
        pl_out_printf(out, "\t%llu", (unsigned long long)count);
    else if (count == 0)
        pl_out_puts(out, "\t0");
    else
        pl_out_printf(out, "\t%.9g",
                      (double)count / (double)g->totals[2 * root + (uint32_t)which]);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* The trees of the first or of the second treebank in which any of the lines occurs. */
static void print_trees(printing *g, const line *lines, size_t n, bool is_second,
                        pl_out *out)
{
    uint32_t second = g->columns->second;
    g->trees.n = 0;
    for (size_t i = 0; i < n; i++) {
        const pl_fragment *f = &g->f->at.at[lines[i].fragment];
        for (uint32_t k = 0; k < f->n_trees; k++) {
            uint32_t tree = g->f->trees.at[f->trees + k];
            if ((second > 0 && tree >= second) == is_second)
                PL_PUSH(&g->trees, tree - (is_second ? second : 0));
        }
    }
    if (n > 1 && g->trees.n > 0)
        qsort(g->trees.at, g->trees.n, sizeof *g->trees.at, by_number);
    const char *before = "\t";
    if (g->trees.n == 0)
        pl_out_puts(out, before);
    for (size_t i = 0; i < g->trees.n; i++)
        if (i == 0 || g->trees.at[i] != g->trees.at[i - 1]) {
            pl_out_printf(out, "%s%u", before, g->trees.at[i] + 1);
            before = " ";
        }
}

static void print_line(printing *g, const line *lines, size_t n, pl_out *out)
{
    uint64_t count[2] = {0, 0};
    uint32_t root = root_symbol(g, &g->f->at.at[lines[0].fragment]);
    for (size_t i = 0; i < n; i++) {
        count[0] += g->f->at.at[lines[i].fragment].count;
        count[1] += g->f->at.at[lines[i].fragment].count2;
    }
    pl_out_puts(out, lines[0].text);
    int last = g->columns->both ? 1 : 0;
    for (int which = 0; which <= last; which++)
        print_count(g, count[which], root, which, out);
    for (int which = 0; which <= last && g->columns->trees; which++)
        print_trees(g, lines, n, which == 1, out);
    pl_out_putc(out, '\n');
}

void pl_fragments_print(const pl_fragments *f, const pl_productions *p,
                        const pl_fragment_columns *columns, pl_out *out)
{
    printing g = {.f = f, .p = p, .columns = columns};
    g.lines = pl_alloc_zero(f->at.n + 1, sizeof *g.lines);
    g.totals = pl_alloc_zero(2 * p->symbols.n + 2, sizeof *g.totals);
    make_lines(&g);
    add_totals(&g);
    for (size_t i = 0, n; i < f->at.n; i += n) {
        n = 1;
        while (columns->unbinarize && columns->texts == NULL && i + n < f->at.n &&
               strcmp(g.lines[i].text, g.lines[i + n].text) == 0)
            n++;
        print_line(&g, g.lines + i, n, out);
    }
    free(g.lines);
    free(g.totals);
    PL_VEC_RELEASE(&g.trees);
    pl_arena_release(&g.texts);
}
