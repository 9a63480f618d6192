/* Grammars of fragments as text; see tsg.h. */
#include "grammar/tsg.h"

#include <stdlib.h>
#include <string.h>

/* A name in which no blank can be taken for the end: it stands as _ there. */
static void put_name(pl_str *s, const char *name)
{
    for (; *name != '\0'; name++)
        if (*name == PL_TSG_MARK)
            pl_str_putc(s, '@');
        else
            pl_str_putc(s, strchr(" \t\n\r", *name) != NULL ? '_' : *name);
}

static void put_symbol(pl_str *s, const pl_productions *p, uint32_t symbol)
{
    put_name(s, p->symbols.at[symbol].label);
    if (p->symbols.at[symbol].fanout > 1)
        pl_str_printf(s, "_%u", p->symbols.at[symbol].fanout);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void write_sorted(const char **lines, size_t n, pl_out *out)
{
    if (n > 0)
        qsort(lines, n, sizeof *lines, by_text);
    for (size_t i = 0; i < n; i++) {
        pl_out_puts(out, lines[i]);
        pl_out_putc(out, '\n');
    }
}

void pl_tsg_write_rules(const pl_tsg *g, pl_out *out)
{
    const pl_productions *p = &g->productions;
    pl_fragment_text *writer = pl_fragment_text_new();
    pl_arena texts = {0};
    pl_str s = {0};
    PL_VEC(const char *) lines = {0};
    for (uint32_t i = 0; i < p->at.n; i++) {
        const pl_production *q = &p->at.at[i];
        if (q->word != NULL)
            continue;
        pl_str_clear(&s);
        put_symbol(&s, p, q->lhs);
        for (uint32_t k = 0; k < q->n_rhs; k++) {
            pl_str_putc(&s, '\t');
            put_symbol(&s, p, q->rhs[k]);
        }
        pl_str_putc(&s, '\t');
        pl_yield_put(p, i, &s);
        pl_str_printf(&s, "\t%.9g", g->weights.at[i]);
        if (g->tree_of.at[i] != PL_NONE) {
            const pl_elementary *e = &g->trees.at[g->tree_of.at[i]];
            pl_str_putc(&s, '\t');
            pl_fragment_write(writer, g->base, g->codes.at + e->code, e->n, false, &s);
        }
        PL_PUSH(&lines, pl_arena_strndup(&texts, s.at, s.n));
    }
    write_sorted(lines.at, lines.n, out);
    PL_VEC_RELEASE(&lines);
    pl_str_release(&s);
    pl_arena_release(&texts);
    pl_fragment_text_free(writer);
}

/* A word with one of its tags. */
typedef struct entry {
    const char *word, *tag;
    double weight;
} entry;

static int by_word(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = strcmp(x->word, y->word);
    return order != 0 ? order : strcmp(x->tag, y->tag);
}

void pl_tsg_write_lexicon(const pl_tsg *g, pl_out *out)
{
    const pl_productions *p = &g->productions;
    PL_VEC(entry) entries = {0};
    pl_str s = {0};
    for (uint32_t i = 0; i < p->at.n; i++) {
        entry e = {p->at.at[i].word, p->symbols.at[p->at.at[i].lhs].label,
                   g->weights.at[i]};
        if (e.word != NULL)
            PL_PUSH(&entries, e);
    }
    if (entries.n > 0)
        qsort(entries.at, entries.n, sizeof *entries.at, by_word);
    for (size_t i = 0; i < entries.n; i++) {
        const entry *e = &entries.at[i];
        if (i == 0 || strcmp(e->word, e[-1].word) != 0) {
            pl_str_puts(&s, i > 0 ? "\n" : "");
            put_name(&s, e->word);
        }
        pl_str_putc(&s, '\t');
        put_name(&s, e->tag);
        pl_str_printf(&s, " %.9g", e->weight);
    }
    pl_str_puts(&s, entries.n > 0 ? "\n" : "");
    pl_out_puts(out, pl_str_text(&s));
    PL_VEC_RELEASE(&entries);
    pl_str_release(&s);
}
