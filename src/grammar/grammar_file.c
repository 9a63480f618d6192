/* Grammars in model files; see cascade.h.
 *
 * Numbers are written in groups of seven bits, the lowest first, with a mark on all but
 * the last (LEB128). */
#include "grammar/cascade.h"

#include "base/byteorder.h"
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 64 }; /* transforms that a grammar may carry */

/* -- transforms --------------------------------------------------------------------- */

void pl_grammar_note_step(const char *name, const char *arg, pl_str *steps, pl_str *undo)
{
    const pl_transform *t = pl_transform_find(name);
    if (t == NULL || !t->carried)
        return;
    pl_str_printf(steps, "%s%s%s%s", steps->n > 0 ? " " : "", name,
                  arg != NULL ? "=" : "", arg != NULL ? arg : "");
    const char *inverse = pl_transform_inverse(t, arg);
    if (inverse == NULL)
        return;
    pl_str all = {0};
    pl_str_printf(&all, "%s%s%s", inverse, undo->n > 0 ? " " : "", pl_str_text(undo));
    pl_str_release(undo);
    *undo = all;
}

bool pl_grammar_steps(pl_pipeline *p, const char *text)
{
    char *copy = pl_strdup(text), *rest = NULL;
    bool good = true;
    for (char *name = strtok_r(copy, " ", &rest); name != NULL && good;
         name = strtok_r(NULL, " ", &rest)) {
        char *arg = strchr(name, '=');
        if (arg != NULL)
            *arg++ = '\0';
        const pl_transform *t = pl_transform_find(name);
        good = t != NULL && t->carried && p->steps.n < MAX_STEPS &&
               pl_pipeline_add(p, name, arg, NULL) == 0;
    }
    free(copy);
    return good;
}

/* -- writing ------------------------------------------------------------------------ */

/* The name NAME.STAGE of a section, in room[PL_SECTION_NAME], which is returned. */
static const char *section_name(char *room, const char *name, uint32_t stage)
{
    snprintf(room, PL_SECTION_NAME, "%.10s.%u", name, stage % 10);
    return room;
}

static void put_string(pl_str *s, const char *text)
{
    pl_str_put(s, text, strlen(text) + 1);
}

/* Symbols: fan-out, label, zero. */
static void put_symbols(const pl_productions *p, pl_str *out)
{
    pl_number_put(out, p->symbols.n);
    for (size_t i = 0; i < p->symbols.n; i++) {
        pl_number_put(out, p->symbols.at[i].fanout);
        put_string(out, p->symbols.at[i].label);
    }
}

static void put_rules(const pl_tsg *g, pl_str *out)
{
    const pl_productions *p = &g->productions;
    put_symbols(p, out);
    pl_number_put(out, p->words.n);
    for (uint32_t i = 0; i < p->words.n; i++)
        put_string(out, p->words.at[i]);
    pl_number_put(out, p->at.n);
    for (uint32_t i = 0; i < p->at.n; i++)
        pl_production_put(p, i, 0, out);
}

/* For each production the number of its elementary tree plus one, or 0; then the trees:
 * number of nodes, for each its production plus one or 0 for the frontier; 1 and the
 * order of leaves, or 0. */
static void put_trees(const pl_tsg *g, pl_str *out)
{
    for (size_t i = 0; i < g->productions.at.n; i++)
        pl_number_put(out, (uint32_t)(g->tree_of.at[i] + 1));
    pl_number_put(out, g->trees.n);
    for (size_t i = 0; i < g->trees.n; i++) {
        const pl_elementary *e = &g->trees.at[i];
        pl_number_put(out, e->n);
        for (uint32_t k = 0; k < e->n; k++)
            pl_number_put(out, (uint32_t)(g->codes.at[e->code + k] + 1));
        pl_number_put(out, e->order != SIZE_MAX);
        for (uint32_t k = 0; k < e->n_leaves && e->order != SIZE_MAX; k++)
            pl_number_put(out, g->orders.at[e->order + k]);
    }
}

static void put_stage(const pl_cascade_stage *s, uint32_t number, pl_section_list *list)
{
    const pl_tsg *g = &s->rules;
    char name[PL_SECTION_NAME];
    pl_str text = {0};
    put_rules(g, &text);
    pl_sections_add(list, section_name(name, "rules", number), text.at, text.n);
    pl_sections_add_numbers(list, section_name(name, "weights", number), g->weights.at,
                            g->weights.n, sizeof *g->weights.at);
    if (s->kind->rules != PL_RULES_PRODUCTIONS) {
        pl_str_clear(&text);
        put_trees(g, &text);
        pl_sections_add(list, section_name(name, "trees", number), text.at, text.n);
    }
    pl_str_release(&text);
}

static void put_cascade(const pl_cascade *c, pl_section_list *list)
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

/* What reading would refuse is not written. */
static int check_sizes(const pl_productions *p, pl_error *err)
{
    for (uint32_t i = 0; i < p->symbols.n; i++)
        if (p->symbols.at[i].fanout > PL_MAX_GRAMMAR_FANOUT)
            return pl_fail(err, PL_TOO_LARGE,
                           "%s: a constituent of %u blocks; a grammar "
                           "has at most %u",
                           p->symbols.at[i].label, p->symbols.at[i].fanout,
                           PL_MAX_GRAMMAR_FANOUT);
    for (size_t i = 0; i < p->at.n; i++)
        if (p->at.at[i].n_rhs > PL_MAX_GRAMMAR_RHS)
            return pl_fail(err, PL_TOO_LARGE,
                           "%s: a production with %u children; a "
                           "grammar has at most %u",
                           p->symbols.at[p->at.at[i].lhs].label, p->at.at[i].n_rhs,
                           PL_MAX_GRAMMAR_RHS);
    return 0;
}

int pl_cascade_save(const pl_cascade *c, const char *path, pl_error *err)
{
    pl_section_list list = {0};
    for (uint32_t i = 0; i < c->n; i++)
        if (check_sizes(&c->at[i].rules.productions, err) < 0)
            return -1;
    put_cascade(c, &list);
    int done = pl_sections_save(&list, path, err);
    pl_sections_release(&list);
    return done;
}

/* -- reading ------------------------------------------------------------------------ */

typedef struct loader {
    const pl_sections *file;
    pl_error *err;
    const char *at, *end; /* of the section that is being read */
    bool bad;             /* a number was cut off or too large */
    pl_numbers next;      /* scratch: blocks seen of each child */
    pl_numbers starts;    /* scratch, as the next one */
    PL_VEC(pl_variable) variables;
} loader;

static int damaged(const loader *l, const char *what)
{
    return pl_sections_damaged(l->file, what, l->err);
}

/* A number below `limit`. */
static uint32_t number(loader *l, uint64_t limit)
{
    uint64_t v = 0;
    for (unsigned shift = 0; l->at < l->end && shift <= 28; shift += 7) {
        unsigned char byte = (unsigned char)*l->at++;
        v |= (uint64_t)(byte & 127) << shift;
        if (byte < 128 && v < limit)
            return (uint32_t)v;
        if (byte < 128)
            break;
    }
    l->bad = true;
    return 0;
}

/* How many things follow, each of at least one byte. */
static uint32_t count(loader *l)
{
    return number(l, (uint64_t)(l->end - l->at) + 1);
}

/* A string that ends in a zero byte; NULL if it is cut off. */
static const char *string(loader *l)
{
    const char *s = l->at;
    const char *zero = l->at < l->end ? memchr(s, '\0', (size_t)(l->end - s)) : NULL;
    l->at = zero != NULL ? zero + 1 : l->end;
    l->bad |= zero == NULL;
    return zero != NULL ? s : NULL;
}

static int get_symbols(loader *l, pl_productions *p)
{
    static const uint32_t places[PL_MAX_GRAMMAR_FANOUT] = {0};
    pl_prod_stack stack = {.grow = p};
    for (uint32_t n = count(l), i = 0; i < n && !l->bad; i++) {
        uint32_t fanout = number(l, PL_MAX_GRAMMAR_FANOUT + 1);
        const char *label = string(l);
        l->bad |= fanout == 0;
        if (l->bad)
            break;
        pl_prod_stack_clear(&stack);
        pl_prod_open(&stack, label, places, fanout);
        l->bad |= p->symbols.n != i + 1; /* one of them stands there twice */
    }
    pl_prod_stack_release(&stack);
    return l->bad ? -1 : 0;
}

/* The yield function of a production whose children are known. */
static int get_yield(loader *l, pl_productions *p, pl_production *q)
{
    uint32_t n = 0, fanout = p->symbols.at[q->lhs].fanout;
    l->variables.n = l->starts.n = 0;
    PL_FILL(&l->next, q->n_rhs, 0);
    for (uint32_t k = 0; k < q->n_rhs; k++)
        n += p->symbols.at[q->rhs[k]].fanout;
    for (uint32_t i = 0; i < n && !l->bad; i++) {
        uint32_t v = number(l, 2 * (uint64_t)q->n_rhs), child = v / 2;
        bool begins = v % 2 == 1;
        l->bad |= i == 0 && !begins;
        l->bad |= !begins && i > 0 && l->variables.at[i - 1].child == child;
        l->bad |= l->next.at[child] == p->symbols.at[q->rhs[child]].fanout;
        if (begins)
            PL_PUSH(&l->starts, i);
        PL_PUSH(&l->variables, (pl_variable){child, l->next.at[child]++});
    }
    uint32_t seen = 0; /* children begin in their order */
    for (uint32_t i = 0; i < l->variables.n; i++) {
        l->bad |= l->variables.at[i].block == 0 && l->variables.at[i].child != seen;
        seen += l->variables.at[i].block == 0;
    }
    if (l->bad || l->starts.n != fanout)
        return -1;
    PL_PUSH(&l->starts, n);
    uint32_t *starts = PL_NEW_ARRAY(&p->arena, uint32_t, l->starts.n);
    pl_variable *variables = PL_NEW_ARRAY(&p->arena, pl_variable, n);
    memcpy(starts, l->starts.at, l->starts.n * sizeof *starts);
    memcpy(variables, l->variables.at, n * sizeof *variables);
    q->starts = starts;
    q->variables = variables;
    return 0;
}

static int get_production(loader *l, pl_productions *p)
{
    pl_production q = {.lhs = number(l, p->symbols.n), .slot = p->n_slots};
    q.n_rhs = number(l, PL_MAX_GRAMMAR_RHS + 1);
    if (l->bad)
        return -1;
    if (q.n_rhs == 0) {
        uint32_t word = number(l, p->words.n);
        if (l->bad || p->symbols.at[q.lhs].fanout != 1)
            return -1;
        q.word = p->words.at[word];
    } else {
        uint32_t *rhs = PL_NEW_ARRAY(&p->arena, uint32_t, q.n_rhs);
        for (uint32_t k = 0; k < q.n_rhs; k++)
            rhs[k] = number(l, p->symbols.n);
        q.rhs = rhs;
        if (l->bad || get_yield(l, p, &q) < 0)
            return -1;
    }
    p->n_slots += q.n_rhs;
    PL_PUSH(&p->at, q);
    return 0;
}

static int get_rules(loader *l, pl_productions *p)
{
    if (get_symbols(l, p) < 0)
        return damaged(l, "symbols");
    for (uint32_t n = count(l), i = 0; i < n && !l->bad; i++) {
        const char *word = string(l);
        l->bad |= word == NULL || pl_intern_add(&p->words, word) != i;
    }
    if (l->bad)
        return damaged(l, "words");
    uint32_t n = count(l);
    for (uint32_t i = 0; i < n && !l->bad; i++)
        l->bad |= get_production(l, p) < 0;
    return l->bad || l->at != l->end ? damaged(l, "rules") : 0;
}

static int get_weights(loader *l, pl_tsg *g, const char *section)
{
    const char *bytes;
    size_t n, n_rules = g->productions.at.n;
    pl_sections_find(l->file, section, &bytes, &n);
    if (n != n_rules * sizeof(double))
        return damaged(l, section);
    g->weights.n = 0;
    PL_APPEND(&g->weights, bytes, n_rules);
    pl_file_order(g->weights.at, n_rules, sizeof *g->weights.at);
    for (size_t i = 0; i < n_rules; i++)
        if (!(g->weights.at[i] >= 0 && g->weights.at[i] <= 1.000001))
            return damaged(l, "a weight is no probability");
    return 0;
}

/* For each leaf of the tree which child of the rule it is; each is one of them. */
static void get_order(loader *l, pl_tsg *g, pl_elementary *e)
{
    e->order = g->orders.n;
    PL_FILL(&l->next, e->n_leaves, 0);
    for (uint32_t k = 0; k < e->n_leaves && !l->bad; k++) {
        uint32_t rank = number(l, e->n_leaves);
        l->bad |= l->next.at[rank]++ > 0;
        PL_PUSH(&g->orders, rank);
    }
}

static bool get_tree(loader *l, pl_tsg *g)
{
    pl_elementary e = {.code = g->codes.n, .order = SIZE_MAX, .n = count(l)};
    for (uint32_t k = 0; k < e.n && !l->bad; k++) {
        uint32_t code = number(l, (uint64_t)g->base->at.n + 1);
        PL_PUSH(&g->codes, code - 1);
        e.n_leaves += code == 0 || g->base->at.at[code - 1].word != NULL;
    }
    if (l->bad || e.n == 0 || !pl_code_complete(g->base, g->codes.at + e.code, e.n))
        return false;
    if (number(l, 2) == 1)
        get_order(l, g, &e);
    PL_PUSH(&g->trees, e);
    return !l->bad;
}

static int get_trees(loader *l, pl_tsg *g)
{
    for (size_t i = 0; i < g->productions.at.n && !l->bad; i++) {
        PL_PUSH(&g->tree_of, number(l, UINT32_MAX) - 1);
    }
    uint32_t n = l->bad ? 0 : count(l);
    for (uint32_t i = 0; i < n && !l->bad; i++)
        l->bad |= !get_tree(l, g);
    for (size_t i = 0; i < g->tree_of.n && !l->bad; i++)
        l->bad |= g->tree_of.at[i] != PL_NONE && g->tree_of.at[i] >= g->trees.n;
    return l->bad || l->at != l->end || !pl_tsg_sound(g) ? damaged(l, "elementary trees")
                                                         : 0;
}

static int open_section(loader *l, const char *name)
{
    size_t n;
    l->bad = false;
    if (!pl_sections_find(l->file, name, &l->at, &n) || n == 0)
        return damaged(l, name);
    l->end = l->at + n;
    return 0;
}

static int get_stage(loader *l, pl_cascade *c, uint32_t number)
{
    pl_tsg *g = &c->at[number].rules;
    char name[PL_SECTION_NAME];
    if (open_section(l, section_name(name, "rules", number)) < 0 ||
        get_rules(l, &g->productions) < 0 ||
        get_weights(l, g, section_name(name, "weights", number)) < 0)
        return -1;
    g->base = &c->at[pl_cascade_base(c, number)].rules.productions;
    if (c->at[number].kind->rules == PL_RULES_PRODUCTIONS)
        return 0;
    return open_section(l, section_name(name, "trees", number)) < 0 ? -1
                                                                    : get_trees(l, g);
}

static int get_strings(loader *l, const char *section, pl_intern *to)
{
    const char *at;
    size_t n;
    pl_sections_find(l->file, section, &at, &n);
    return n > 0 ? pl_sections_strings(l->file, section, to, l->err) : 0;
}

static int get_steps(loader *l, const char *section, pl_str *to)
{
    pl_pipeline p = {0};
    pl_sections_text(l->file, section, to);
    bool good = pl_grammar_steps(&p, pl_str_text(to));
    pl_pipeline_release(&p);
    return good ? 0 : damaged(l, section);
}

static int get_kind(loader *l, pl_cascade *c)
{
    pl_str names = {0};
    pl_sections_text(l->file, PL_GRAMMAR_SECTION, &names);
    const char *last = strrchr(pl_str_text(&names), ' ');
    const char *name = last != NULL ? last + 1 : pl_str_text(&names);
    const pl_grammar_kind *kind = pl_grammar_kind_find(name);
    if (kind != NULL)
        pl_cascade_start(c, kind, false);
    else
        pl_fail(l->err, PL_DAMAGED,
                "%s: there is no kind of grammar '%s' in this program",
                pl_sections_name(l->file), name);
    pl_str_release(&names);
    return kind != NULL ? 0 : -1;
}

static int get_cascade(loader *l, pl_cascade *c)
{
    pl_str rare = {0};
    if (get_kind(l, c) < 0)
        return -1;
    pl_sections_text(l->file, "about", &c->about);
    pl_sections_text(l->file, "heads", &c->heads);
    pl_sections_text(l->file, "rare", &rare);
    c->use_rare = rare.n > 0;
    const char *at = pl_str_text(&rare);
    bool bad = c->use_rare && (!pl_scan_number(&at, UINT32_MAX, &c->rare.rare) ||
                               !pl_scan_number(&at, UINT32_MAX, &c->rare.open));
    pl_str_release(&rare);
    if (bad)
        return damaged(l, "rare");
    if (get_steps(l, "steps", &c->steps) < 0 || get_steps(l, "undo", &c->undo) < 0 ||
        get_strings(l, "roots", &c->roots) < 0 ||
        get_strings(l, "known", &c->rare.known) < 0 ||
        get_strings(l, "open-tags", &c->rare.open_tags) < 0)
        return -1;
    if (c->roots.n == 0)
        return damaged(l, "roots");
    for (uint32_t i = 0; i < c->n; i++)
        if (get_stage(l, c, i) < 0)
            return -1;
    return 0;
}

int pl_cascade_load(pl_cascade *c, const pl_sections *file, pl_error *err)
{
    loader l = {.file = file, .err = err};
    *c = (pl_cascade){0};
    int status = get_cascade(&l, c);
    PL_VEC_RELEASE(&l.next, &l.variables, &l.starts);
    return status;
}
