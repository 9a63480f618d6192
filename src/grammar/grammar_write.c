/* Grammars into model files; see grammar_file.h.
 *
 * Numbers are written in groups of seven bits, the lowest first, with a mark on all but
 * the last (LEB128). */
#include "grammar/grammar_file.h"

#include <stdio.h>
#include <string.h>

const char *pl_grammar_section(char *room, const char *name, uint32_t stage)
{
    snprintf(room, PL_SECTION_NAME, "%.10s.%u", name, stage % 10);
    return room;
}

static void put_number(pl_str *s, uint64_t v)
{
    for (; v >= 128; v >>= 7)
        pl_str_putc(s, (char)(v | 128));
    pl_str_putc(s, (char)v);
}

static void put_string(pl_str *s, const char *text)
{
    pl_str_put(s, text, strlen(text) + 1);
}

/* Symbols: fan-out, label, zero. */
static void put_symbols(const pl_productions *p, pl_str *out)
{
    put_number(out, p->symbols.n);
    for (size_t i = 0; i < p->symbols.n; i++) {
        put_number(out, p->symbols.at[i].fanout);
        put_string(out, p->symbols.at[i].label);
    }
}

/* Left-hand side, number of children; a word or the children, then for each variable
 * twice its child, plus one where a component begins. */
static void put_production(const pl_productions *p, const pl_production *q, pl_str *out)
{
    put_number(out, q->lhs);
    put_number(out, q->n_rhs);
    if (q->word != NULL) {
        put_number(out, pl_intern_find(&p->words, q->word));
        return;
    }
    for (uint32_t k = 0; k < q->n_rhs; k++)
        put_number(out, q->rhs[k]);
    uint32_t fanout = p->symbols.at[q->lhs].fanout;
    for (uint32_t c = 0; c < fanout; c++)
        for (uint32_t i = q->starts[c]; i < q->starts[c + 1]; i++)
            put_number(out, q->variables[i].child * 2 + (i == q->starts[c]));
}

static void put_rules(const pl_tsg *g, pl_str *out)
{
    const pl_productions *p = &g->productions;
    put_symbols(p, out);
    put_number(out, p->words.n);
    for (uint32_t i = 0; i < p->words.n; i++)
        put_string(out, p->words.at[i]);
    put_number(out, p->at.n);
    for (size_t i = 0; i < p->at.n; i++)
        put_production(p, &p->at.at[i], out);
}

/* For each production the number of its elementary tree plus one, or 0; then the trees:
 * number of nodes, for each its production plus one or 0 for the frontier; 1 and the
 * order of leaves, or 0. */
static void put_trees(const pl_tsg *g, pl_str *out)
{
    for (size_t i = 0; i < g->productions.at.n; i++)
        put_number(out, (uint32_t)(g->tree_of.at[i] + 1));
    put_number(out, g->trees.n);
    for (size_t i = 0; i < g->trees.n; i++) {
        const pl_elementary *e = &g->trees.at[i];
        put_number(out, e->n);
        for (uint32_t k = 0; k < e->n; k++)
            put_number(out, (uint32_t)(g->codes.at[e->code + k] + 1));
        put_number(out, e->order != SIZE_MAX);
        for (uint32_t k = 0; k < e->n_leaves && e->order != SIZE_MAX; k++)
            put_number(out, g->orders.at[e->order + k]);
    }
}

static void put_stage(const pl_cascade_stage *s, uint32_t number, pl_section_list *list)
{
    char name[PL_SECTION_NAME];
    pl_str text = {0};
    pl_grammar_section(name, "rules", number);
    put_rules(&s->rules, &text);
    pl_sections_add(list, name, text.at, text.n);
    pl_grammar_section(name, "weights", number);
    pl_sections_add(list, name, s->rules.weights.at,
                    s->rules.weights.n * sizeof *s->rules.weights.at);
    if (s->kind->rules != PL_RULES_PRODUCTIONS) {
        pl_str_clear(&text);
        put_trees(&s->rules, &text);
        pl_grammar_section(name, "trees", number);
        pl_sections_add(list, name, text.at, text.n);
    }
    pl_str_release(&text);
}

void pl_grammar_put(const pl_cascade *c, pl_section_list *list)
{
    pl_str text = {0};
    for (uint32_t i = 0; i < c->n; i++)
        pl_str_printf(&text, "%s%s", i > 0 ? " " : "", c->at[i].kind->name);
    pl_sections_add_text(list, PL_GRAMMAR_SECTION, &text);
    pl_sections_add_text(list, "about", &c->about);
    pl_sections_add_text(list, "heads", &c->heads);
    pl_sections_add_text(list, "steps", &c->steps);
    pl_sections_add_text(list, "undo", &c->undo);
    pl_sections_add_strings(list, "roots", &c->roots);
    if (c->use_rare) {
        pl_str_clear(&text);
        pl_str_printf(&text, "%u %u", c->rare.rare, c->rare.open);
        pl_sections_add_text(list, "rare", &text);
    }
    pl_sections_add_strings(list, "known", &c->rare.known);
    pl_sections_add_strings(list, "open-tags", &c->rare.open_tags);
    for (uint32_t i = 0; i < c->n; i++)
        put_stage(&c->at[i], i, list);
    pl_str_release(&text);
}

int pl_grammar_save(const pl_cascade *c, const char *path, pl_error *err)
{
    pl_section_list list = {0};
    pl_grammar_put(c, &list);
    int done = pl_sections_save(&list, path, err);
    pl_sections_release(&list);
    return done;
}
