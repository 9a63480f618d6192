/* Grammars as text; see extract.h. */
#include "grammar/extract.h"

#include <stdlib.h>
#include <string.h>

/* A name in which no blank can be taken for the end: it stands as _ there. */
static void put_name(pl_str *s, const char *name)
{
    for (; *name != '\0'; name++)
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

void pl_grammar_write_rules(const pl_grammar *g, pl_out *out)
{
    const pl_productions *p = g->productions;
    pl_arena texts = {0};
    pl_str s = {0};
    PL_VEC(const char *) lines = {0};
    for (uint32_t i = 0; i < p->at.n; i++) {
        const pl_production *q = &p->at.at[i];
        if (q->word != NULL || g->counts[i] == 0)
            continue;
        pl_str_clear(&s);
        put_symbol(&s, p, q->lhs);
        for (uint32_t k = 0; k < q->n_rhs; k++) {
            pl_str_putc(&s, '\t');
            put_symbol(&s, p, q->rhs[k]);
        }
        pl_str_putc(&s, '\t');
        pl_yield_put(p, i, &s);
        pl_str_printf(&s, "\t%llu", (unsigned long long)g->counts[i]);
        PL_PUSH(&lines, pl_arena_strndup(&texts, s.at, s.n));
    }
    write_sorted(lines.at, lines.n, out);
    PL_VEC_RELEASE(&lines);
    pl_str_release(&s);
    pl_arena_release(&texts);
}

/* A word with one of its tags. */
typedef struct entry {
    const char *word, *tag;
    uint64_t count;
} entry;

static int by_word(const void *a, const void *b)
{
    const entry *x = a, *y = b;
    int order = strcmp(x->word, y->word);
    return order != 0 ? order : strcmp(x->tag, y->tag);
}

static entry *sorted_entries(const pl_grammar *g)
{
    const pl_productions *p = g->productions;
    entry *entries = pl_alloc_zero((size_t)g->n_lexical + 1, sizeof *entries);
    size_t n = 0;
    for (uint32_t i = 0; i < p->at.n; i++)
        if (p->at.at[i].word != NULL && g->counts[i] > 0)
            entries[n++] = (entry){p->at.at[i].word, p->symbols.at[p->at.at[i].lhs].label,
                                   g->counts[i]};
    qsort(entries, n, sizeof *entries, by_word);
    return entries;
}

void pl_grammar_write_lexicon(const pl_grammar *g, pl_out *out)
{
    entry *entries = sorted_entries(g);
    pl_arena texts = {0};
    pl_str s = {0};
    PL_VEC(const char *) lines = {0};
    for (size_t i = 0; i < g->n_lexical; i++) {
        if (i == 0 || strcmp(entries[i].word, entries[i - 1].word) != 0) {
            pl_str_clear(&s);
            put_name(&s, entries[i].word);
        }
        pl_str_putc(&s, '\t');
        put_name(&s, entries[i].tag);
        pl_str_printf(&s, " %llu", (unsigned long long)entries[i].count);
        if (i + 1 == g->n_lexical || strcmp(entries[i].word, entries[i + 1].word) != 0)
            PL_PUSH(&lines, pl_arena_strndup(&texts, s.at, s.n));
    }
    write_sorted(lines.at, lines.n, out);
    free(entries);
    PL_VEC_RELEASE(&lines);
    pl_str_release(&s);
    pl_arena_release(&texts);
}
