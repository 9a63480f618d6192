/* Grammars as text; see extract.h and, for those of fragments, tsg.h. */
#include "grammar/extract.h"
#include "grammar/tsg.h"

#include <stdlib.h>
#include <string.h>

/* A name in which no blank can be taken for the end: it stands as _ there. The mark of
 * symbols that are not those of the treebank is @. */
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

/* LHS, RHS and yield function, with tabs between them. */
static void put_rule(pl_str *s, const pl_productions *p, uint32_t i)
{
    const pl_production *q = &p->at.at[i];
    put_symbol(s, p, q->lhs);
    for (uint32_t k = 0; k < q->n_rhs; k++) {
        pl_str_putc(s, '\t');
        put_symbol(s, p, q->rhs[k]);
    }
    pl_str_putc(s, '\t');
    pl_yield_put(p, i, s);
}

/* Lines to be sorted. */
typedef struct lines {
    pl_arena texts;
    PL_VEC(const char *) at;
    pl_str line; /* the one being written */
} lines;

static void end_line(lines *l)
{
    const char *text = pl_arena_strndup(&l->texts, pl_str_text(&l->line), l->line.n);
    PL_PUSH(&l->at, text);
    pl_str_clear(&l->line);
}

static void write_sorted(lines *l, pl_out *out)
{
    if (l->at.n > 0)
        qsort(l->at.at, l->at.n, sizeof *l->at.at, by_text);
    for (size_t i = 0; i < l->at.n; i++) {
        pl_out_puts(out, l->at.at[i]);
        pl_out_putc(out, '\n');
    }
    PL_VEC_RELEASE(&l->at);
    pl_str_release(&l->line);
    pl_arena_release(&l->texts);
}

void pl_grammar_write_rules(const pl_grammar *g, pl_out *out)
{
    const pl_productions *p = g->productions;
    lines l = {0};
    for (uint32_t i = 0; i < p->at.n; i++) {
        if (p->at.at[i].word != NULL || g->counts[i] == 0)
            continue;
        put_rule(&l.line, p, i);
        pl_str_printf(&l.line, "\t%llu", (unsigned long long)g->counts[i]);
        end_line(&l);
    }
    write_sorted(&l, out);
}

void pl_tsg_write_rules(const pl_tsg *g, pl_out *out)
{
    const pl_productions *p = &g->productions;
    pl_fragment_text *writer = pl_fragment_text_new();
    lines l = {0};
    for (uint32_t i = 0; i < p->at.n; i++) {
        if (p->at.at[i].word != NULL)
            continue;
        put_rule(&l.line, p, i);
        pl_str_printf(&l.line, "\t%.9g", g->weights.at[i]);
        if (g->tree_of.at[i] != PL_NONE) {
            const pl_elementary *e = &g->trees.at[g->tree_of.at[i]];
            pl_str_putc(&l.line, '\t');
            pl_fragment_write(writer, g->base, g->codes.at + e->code, e->n, false,
                              &l.line);
        }
        end_line(&l);
    }
    write_sorted(&l, out);
    pl_fragment_text_free(writer);
}

/* -- the lexicon ------------------------------------------------------------------- */

/* A word with one of its tags. */
typedef struct entry {
    const char *word, *tag;
    uint32_t production;
} entry;

typedef PL_VEC(entry) entries;

static int by_word(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = strcmp(x->word, y->word);
    return order != 0 ? order : strcmp(x->tag, y->tag);
}

static void add_entry(entries *e, const pl_productions *p, uint32_t i)
{
    const pl_production *q = &p->at.at[i];
    entry added = {q->word, p->symbols.at[q->lhs].label, i};
    if (q->word != NULL)
        PL_PUSH(e, added);
}

/* Writes the entries, each with what `put` says of its production. */
static void write_entries(entries *e, void (*put)(const void *g, uint32_t i, pl_str *to),
                          const void *g, pl_out *out)
{
    lines l = {0};
    if (e->n > 0)
        qsort(e->at, e->n, sizeof *e->at, by_word);
    for (size_t i = 0; i < e->n; i++) {
        if (i == 0 || strcmp(e->at[i].word, e->at[i - 1].word) != 0)
            put_name(&l.line, e->at[i].word);
        pl_str_putc(&l.line, '\t');
        put_name(&l.line, e->at[i].tag);
        pl_str_putc(&l.line, ' ');
        put(g, e->at[i].production, &l.line);
        if (i + 1 == e->n || strcmp(e->at[i].word, e->at[i + 1].word) != 0)
            end_line(&l);
    }
    write_sorted(&l, out);
    PL_VEC_RELEASE(e);
}

static void put_count(const void *g, uint32_t i, pl_str *to)
{
    pl_str_printf(to, "%llu", (unsigned long long)((const pl_grammar *)g)->counts[i]);
}

static void put_weight(const void *g, uint32_t i, pl_str *to)
{
    pl_str_printf(to, "%.9g", ((const pl_tsg *)g)->weights.at[i]);
}

void pl_grammar_write_lexicon(const pl_grammar *g, pl_out *out)
{
    entries e = {0};
    for (uint32_t i = 0; i < g->productions->at.n; i++)
        if (g->counts[i] > 0)
            add_entry(&e, g->productions, i);
    write_entries(&e, put_count, g, out);
}

void pl_tsg_write_lexicon(const pl_tsg *g, pl_out *out)
{
    entries e = {0};
    for (uint32_t i = 0; i < g->productions.at.n; i++)
        add_entry(&e, &g->productions, i);
    write_entries(&e, put_weight, g, out);
}
