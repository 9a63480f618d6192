/* Fragments and grammars as text; see grammar_text.h. */
#include "grammar/grammar_text.h"

#include "grammar/share_fragments.h"

#include "base/in.h"
#include "format/lines.h"
#include "transform/transform.h"

#include <stdlib.h>
#include <string.h>

/* How a node of the code is written. */
typedef struct text_node {
    uint32_t parent;      /* the one it is written below */
    uint32_t low;         /* its lowest index */
    uint32_t same_low;    /* the next node that has the same */
    uint32_t first, next; /* child and sibling, as written */
    bool dissolved;       /* not written */
} text_node;

/* An opened bracket while reading. */
typedef struct text_bracket {
    const char *label; /* in the text, not terminated */
    size_t n_label;
    size_t code; /* its place in the code */
    uint32_t n_kids;
    uint32_t low;      /* of the last child */
    size_t first_leaf; /* its leaves: indices[first_leaf …] */
    const char *word;  /* of its leaf; NULL if it has none */
    size_t n_word;
} text_bracket;

struct pl_fragment_text {
    pl_code code;
    PL_VEC(text_node) nodes; /* [code.nodes] */
    pl_numbers by_low;       /* [indices]  the last node with this lowest index */
    pl_numbers indices;      /* of the leaves of open brackets */
    pl_numbers used;         /* all indices read, to find those that stand twice */
    PL_VEC(text_bracket) brackets;
    pl_prod_stack stack;
    pl_arena arena;
};

/* -- lines -------------------------------------------------------------------------- */

typedef struct line {
    const char *text;
    size_t number; /* of what stands on it */
} line;

typedef struct lines {
    pl_arena texts;
    PL_VEC(line) at;
    pl_str text; /* of the line that is being written */
} lines;

static void end_line(lines *l, size_t number)
{
    line ended = {pl_arena_strndup(&l->texts, pl_str_text(&l->text), l->text.n), number};
    PL_PUSH(&l->at, ended);
    pl_str_clear(&l->text);
}

static void release_lines(lines *l)
{
    PL_VEC_RELEASE(&l->at);
    pl_str_release(&l->text);
    pl_arena_release(&l->texts);
}

/* -- writing one fragment ----------------------------------------------------------- */

pl_fragment_text *pl_fragment_text_new(void)
{
    return pl_alloc_zero(1, sizeof(pl_fragment_text));
}

void pl_fragment_text_free(pl_fragment_text *t)
{
    if (t == NULL)
        return;
    PL_VEC_RELEASE(&t->nodes, &t->indices, &t->used, &t->by_low, &t->brackets);
    pl_code_release(&t->code);
    pl_prod_stack_release(&t->stack);
    pl_arena_release(&t->arena);
    free(t);
}

/* Says which nodes are written, and hangs them below each other in the order of their
 * lowest index. Where binarization put children together out of order, taking its nodes
 * away mixes them. */
static void arrange(pl_fragment_text *t, const pl_productions *p, bool unbinarize,
                    uint32_t n_indices)
{
    const pl_code *c = &t->code;
    uint32_t n = (uint32_t)c->nodes.n;
    PL_RESERVE(&t->nodes, n);
    PL_FILL(&t->by_low, n_indices, 0xff);
    for (uint32_t i = n; i-- > 0;) { /* the first child comes next in pre-order */
        const pl_code_node *v = &c->nodes.at[i];
        t->nodes.at[i] = (text_node){.first = PL_NONE, .next = PL_NONE};
        t->nodes.at[i].low =
            pl_code_is_leaf(v) ? c->places.at[v->places] : t->nodes.at[i + 1].low;
    }
    for (uint32_t i = 0; i < n; i++) {
        text_node *v = &t->nodes.at[i];
        const pl_code_node *u = &c->nodes.at[i];
        v->parent = u->parent;
        v->dissolved = unbinarize && i > 0 && !pl_code_is_leaf(u) &&
                       pl_looks_temporary(p->symbols.at[u->symbol].label);
        if (i > 0 && t->nodes.at[v->parent].dissolved)
            v->parent = t->nodes.at[v->parent].parent;
        v->same_low = t->by_low.at[v->low];
        t->by_low.at[v->low] = i;
    }
    for (uint32_t low = n_indices; low-- > 0;)
        for (uint32_t i = t->by_low.at[low]; i != PL_NONE; i = t->nodes.at[i].same_low) {
            text_node *v = &t->nodes.at[i];
            if (i == 0 || v->dissolved)
                continue;
            v->next = t->nodes.at[v->parent].first;
            t->nodes.at[v->parent].first = i;
        }
}

static void write_node(const pl_code *c, const pl_productions *p, const pl_code_node *n,
                       bool unbinarize, pl_out *out)
{
    const char *label = p->symbols.at[n->symbol].label;
    pl_out_putc(out, '(');
    pl_label_write(out, unbinarize && label[0] == '\\' ? label + 1 : label, NULL, true);
    if (!pl_code_is_leaf(n))
        return;
    for (uint32_t i = 0; i < p->symbols.at[n->symbol].fanout; i++)
        pl_out_printf(out, " %u=", c->places.at[n->places + i]);
    if (n->production != NULL)
        pl_escape_write(out, n->production->word, &pl_discbracket_escapes);
}

void pl_fragment_write(pl_fragment_text *t, const pl_productions *p, const uint32_t *code,
                       uint32_t n, bool unbinarize, pl_str *to)
{
    uint32_t n_indices = pl_code_unfold(&t->code, p, code, n);
    arrange(t, p, unbinarize, n_indices);
    pl_out *out = pl_out_memory(to);
    for (uint32_t i = 0;;) {
        const text_node *v = &t->nodes.at[i];
        write_node(&t->code, p, &t->code.nodes.at[i], unbinarize, out);
        if (v->first != PL_NONE) {
            pl_out_putc(out, ' ');
            i = v->first;
            continue;
        }
        pl_out_putc(out, ')');
        while (i != 0 && t->nodes.at[i].next == PL_NONE) {
            i = t->nodes.at[i].parent;
            pl_out_putc(out, ')');
        }
        if (i == 0)
            break;
        i = t->nodes.at[i].next;
        pl_out_putc(out, ' ');
    }
    pl_out_close(out, NULL);
}

/* -- reading one fragment ----------------------------------------------------------- */

/* Brackets are opened and closed without recursion; when one closes, its production is
 * looked up and goes where the code has a place for it. */

/* The text being read. */
typedef struct reading {
    pl_fragment_text *t;
    pl_fragments *out;
    const char *at;
    size_t first_code;
} reading;

static size_t word_length(const char *s)
{
    return strcspn(s, " \t()");
}

static int open_bracket(reading *r, pl_error *err)
{
    r->at++;
    r->at += strspn(r->at, " ");
    text_bracket b = {.label = r->at, .n_label = word_length(r->at)};
    if (b.n_label == 0)
        return pl_fail(err, PL_BAD_INPUT, "a label is missing after an opening bracket");
    if (r->t->brackets.n >= PL_MAX_DEPTH)
        return pl_fail(err, PL_TOO_LARGE, "brackets nested deeper than %u", PL_MAX_DEPTH);
    if (r->t->brackets.n > 0 && r->t->brackets.at[r->t->brackets.n - 1].word != NULL)
        return pl_fail(err, PL_BAD_INPUT, "a bracket beside a leaf at %.30s", r->at);
    b.code = r->out->code.n;
    b.first_leaf = r->t->indices.n;
    PL_PUSH(&r->out->code, PL_UNKNOWN);
    PL_PUSH(&r->t->brackets, b);
    r->at += b.n_label;
    return 0;
}

/* INDEX= or INDEX=WORD */
static int read_leaf(reading *r, pl_error *err)
{
    text_bracket *b = &r->t->brackets.at[r->t->brackets.n - 1];
    size_t n = word_length(r->at), digits = strspn(r->at, "0123456789");
    if (digits == 0 || digits > 9 || r->at[digits] != '=')
        return pl_fail(err, PL_BAD_INPUT, "expected INDEX= or INDEX=WORD, found %.*s",
                       (int)(n < 60 ? n : 60), r->at);
    if (b->n_kids > 0)
        return pl_fail(err, PL_BAD_INPUT, "a leaf beside a bracket at %.30s", r->at);
    if (b->word != NULL && (b->n_word > 0 || n > digits + 1))
        return pl_fail(err, PL_BAD_INPUT,
                       "words need a tag each, as in (DET 0=the) (N 1=dog), at %.30s",
                       r->at);
    uint32_t index = 0;
    for (size_t i = 0; i < digits; i++)
        index = index * 10 + (uint32_t)(r->at[i] - '0');
    if (r->t->indices.n > b->first_leaf && r->t->indices.at[r->t->indices.n - 1] >= index)
        return pl_fail(err, PL_BAD_INPUT, "index %u comes too late: indices ascend",
                       index);
    b->word = r->at + digits + 1;
    b->n_word = n - digits - 1;
    PL_PUSH(&r->t->indices, index);
    PL_PUSH(&r->t->used, index);
    r->at += n;
    return 0;
}

/* What stands in the bracket that closes, onto the stack of parts and into the code. */
static int close_leaf(reading *r, const text_bracket *b, const char *label, uint32_t *low,
                      pl_error *err)
{
    pl_prod_stack *s = &r->t->stack;
    const uint32_t *indices = r->t->indices.at + b->first_leaf;
    uint32_t code = PL_NONE;
    *low = indices[0];
    if (b->n_word > 0) {
        code = pl_prod_word(
            s, label,
            pl_escape_read(&r->t->arena, b->word, b->n_word, &pl_discbracket_escapes),
            indices[0]);
        code = code != PL_NONE ? code : PL_UNKNOWN;
    } else if (r->t->brackets.n == 0)
        return pl_fail(err, PL_BAD_INPUT, "a frontier node alone is no fragment");
    else
        pl_prod_open(s, label, indices, (uint32_t)(r->t->indices.n - b->first_leaf));
    r->out->code.at[b->code] = code;
    r->t->indices.n = b->first_leaf;
    return 0;
}

static int close_bracket(reading *r, pl_error *err)
{
    if (r->t->brackets.n == 0)
        return pl_fail(err, PL_BAD_INPUT, "a closing bracket without an opening one");
    text_bracket b = PL_POP(&r->t->brackets);
    const char *label = pl_arena_strndup(&r->t->arena, b.label, b.n_label);
    uint32_t low;
    if (b.word != NULL) {
        if (close_leaf(r, &b, label, &low, err) < 0)
            return -1;
    } else if (b.n_kids == 0)
        return pl_fail(err, PL_BAD_INPUT, "nothing stands below %s", label);
    else {
        uint32_t code = pl_prod_join(&r->t->stack, label, b.n_kids, false);
        const pl_prod_stack *s = &r->t->stack;
        r->out->code.at[b.code] = code != PL_NONE ? code : PL_UNKNOWN;
        low = s->blocks.at[s->blocks.n - s->parts.at[s->parts.n - 1].n_blocks].low;
    }
    if (r->t->brackets.n > 0) {
        text_bracket *up = &r->t->brackets.at[r->t->brackets.n - 1];
        if (up->n_kids > 0 && low <= up->low)
            return pl_fail(err, PL_BAD_INPUT,
                           "%s stands too late: children ascend by their first index",
                           label);
        up->low = low;
        up->n_kids++;
    }
    r->at++;
    return 0;
}

static int read_fragment(reading *r, pl_error *err)
{
    do {
        r->at += strspn(r->at, " ");
        int status =
            *r->at == '('   ? open_bracket(r, err)
            : *r->at == ')' ? close_bracket(r, err)
            : *r->at == '\0' || *r->at == '\t'
                ? pl_fail(err, PL_BAD_INPUT, "%zu bracket%s not closed", r->t->brackets.n,
                          r->t->brackets.n == 1 ? " is" : "s are")
            : r->t->brackets.n == 0
                ? pl_fail(err, PL_BAD_INPUT,
                          "expected a fragment in brackets, found %.30s", r->at)
                : read_leaf(r, err);
        if (status < 0)
            return -1;
    } while (r->t->brackets.n > 0);
    PL_SORT(&r->t->used, pl_by_u32);
    for (size_t i = 1; i < r->t->used.n; i++)
        if (r->t->used.at[i] == r->t->used.at[i - 1])
            return pl_fail(err, PL_BAD_INPUT, "index %u stands twice", r->t->used.at[i]);
    return 0;
}

int pl_fragment_read(pl_fragment_text *t, const pl_productions *p, const char *text,
                     pl_fragments *these, const char **end, pl_error *err)
{
    reading r = {.t = t, .out = these, .at = text, .first_code = these->code.n};
    t->indices.n = t->used.n = t->brackets.n = 0;
    t->stack.grow = NULL;
    t->stack.find = p;
    pl_prod_stack_clear(&t->stack);
    pl_arena_reset(&t->arena);
    int status = read_fragment(&r, err);
    *end = r.at;
    if (status < 0) {
        these->code.n = r.first_code;
        return -1;
    }
    uint32_t n = (uint32_t)(these->code.n - r.first_code);
    PL_PUSH(&these->at, (pl_fragment){.code = r.first_code, .n = n});
    return 0;
}

/* -- files of fragments ------------------------------------------------------------- */

/* One line of a file of fragments. */
static int read_line(pl_fragment_text *t, const pl_productions *p, const char *line,
                     pl_fragments *these, pl_error *err)
{
    const char *end;
    if (pl_fragment_read(t, p, line, these, &end, err) < 0)
        return -1;
    if (*end != '\t' && *end != '\0')
        return pl_fail(err, PL_BAD_INPUT,
                       "text after the fragment: %.30s (a count goes after a tab)", end);
    PL_PUSH(&these->texts, pl_arena_strndup(&these->arena, line, (size_t)(end - line)));
    return 0;
}

static int read_fragments(pl_fragments *these, const pl_productions *p, const char *path,
                          pl_error *err)
{
    pl_in *in = pl_in_open(path, err);
    if (in == NULL)
        return -1;
    pl_fragment_text *text = pl_fragment_text_new();
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        pl_error why;
        line += strspn(line, " \t");
        if (*line != '\0' && read_line(text, p, line, these, &why) < 0) {
            got = pl_in_fail(in, err, why.code, "%s", why.text);
            break;
        }
    }
    pl_fragment_text_free(text);
    pl_in_close(in);
    return got;
}

int pl_fragments_find(pl_fragments *these, pl_forest *f, const pl_seek_options *options,
                      const char *given, uint32_t threads, pl_error *err)
{
    int status = 0;
    if (given != NULL && read_fragments(these, &f->productions, given, err) < 0)
        return -1;
    pl_pool *pool = pl_pool_new(threads);
    pl_forest_index(f);
    if (pl_forest_compare(options->peers, f, err) < 0)
        status = -1;
    else if (given != NULL)
        pl_fragments_count(these, f, options, pool);
    else
        status = pl_fragments_seek(these, f, options, pool, err);
    pl_pool_free(pool);
    return status;
}

typedef struct printing {
    const pl_fragments *f;
    const pl_productions *p;
    const pl_fragment_columns *columns;
    lines lines;      /* each with the number of its fragment */
    uint64_t *totals; /* [symbols][2]  counts of all fragments with that root */
    pl_numbers trees;
} printing;

static void make_lines(printing *g)
{
    pl_fragment_text *writer = pl_fragment_text_new();
    for (size_t i = 0; i < g->f->at.n; i++) {
        const pl_fragment *f = &g->f->at.at[i];
        if (g->f->texts.n > 0)
            pl_str_puts(&g->lines.text, g->f->texts.at[i]);
        else
            pl_fragment_write(writer, g->p, g->f->code.at + f->code, f->n,
                              g->columns->unbinarize, &g->lines.text);
        end_line(&g->lines, i);
    }
    if (g->f->texts.n == 0)
        PL_SORT(&g->lines.at, pl_by_text);
    pl_fragment_text_free(writer);
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

/* The trees of the first or of the second treebank in which any of the lines occurs. */
static void print_trees(printing *g, const line *lines, size_t n, bool is_second,
                        pl_out *out)
{
    uint32_t second = g->columns->second;
    g->trees.n = 0;
    for (size_t i = 0; i < n; i++) {
        const pl_fragment *f = &g->f->at.at[lines[i].number];
        for (uint32_t k = 0; k < f->n_trees; k++) {
            uint32_t tree = g->f->trees.at[f->trees + k];
            if ((second > 0 && tree >= second) == is_second)
                PL_PUSH(&g->trees, tree - (is_second ? second : 0));
        }
    }
    if (n > 1)
        PL_SORT(&g->trees, pl_by_u32);
    const char *before = "\t";
    if (g->trees.n == 0)
        pl_out_puts(out, before);
    for (size_t i = 0; i < g->trees.n; i++)
        if (i == 0 || g->trees.at[i] != g->trees.at[i - 1]) {
            pl_out_printf(out, "%s%u", before, g->trees.at[i] + 1);
            before = " ";
        }
}

/* One fragment, or with `unbinarize` n that look the same. */
static void print_line(printing *g, const line *lines, size_t n, pl_out *out)
{
    uint64_t count[2] = {0, 0};
    uint32_t root = root_symbol(g, &g->f->at.at[lines[0].number]);
    for (size_t i = 0; i < n; i++) {
        count[0] += g->f->at.at[lines[i].number].count;
        count[1] += g->f->at.at[lines[i].number].count2;
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
    g.totals = pl_alloc_zero(2 * p->symbols.n + 2, sizeof *g.totals);
    make_lines(&g);
    add_totals(&g);
    for (size_t i = 0, n; i < f->at.n; i += n) {
        n = 1;
        while (columns->unbinarize && f->texts.n == 0 && i + n < f->at.n &&
               strcmp(g.lines.at.at[i].text, g.lines.at.at[i + n].text) == 0)
            n++;
        print_line(&g, g.lines.at.at + i, n, out);
    }
    release_lines(&g.lines);
    free(g.totals);
    PL_VEC_RELEASE(&g.trees);
}

/* -- grammars ----------------------------------------------------------------------- */

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

static void write_sorted(lines *l, pl_out *out)
{
    PL_SORT(&l->at, pl_by_text);
    for (size_t i = 0; i < l->at.n; i++) {
        pl_out_puts(out, l->at.at[i].text);
        pl_out_putc(out, '\n');
    }
    release_lines(l);
}

/* Whether production i is one of the text: words have a file of their own, and a count of
 * 0 means that the treebank does not have it. */
static bool is_written(const pl_tsg *g, uint32_t i, bool word)
{
    return (g->productions.at.at[i].word != NULL) == word &&
           (g->trees.n > 0 || g->weights.at[i] > 0);
}

static void put_number(pl_str *s, const pl_tsg *g, uint32_t i)
{
    pl_str_printf(s, g->trees.n > 0 ? "%.9g" : "%.0f", g->weights.at[i]);
}

void pl_tsg_write_rules(const pl_tsg *g, pl_out *out)
{
    const pl_productions *p = &g->productions;
    pl_fragment_text *writer = pl_fragment_text_new();
    lines l = {0};
    for (uint32_t i = 0; i < p->at.n; i++) {
        if (!is_written(g, i, false))
            continue;
        put_rule(&l.text, p, i);
        pl_str_putc(&l.text, '\t');
        put_number(&l.text, g, i);
        if (g->trees.n > 0 && g->tree_of.at[i] != PL_NONE) {
            const pl_elementary *e = &g->trees.at[g->tree_of.at[i]];
            pl_str_putc(&l.text, '\t');
            pl_fragment_write(writer, g->base, g->codes.at + e->code, e->n, false,
                              &l.text);
        }
        end_line(&l, 0);
    }
    write_sorted(&l, out);
    pl_fragment_text_free(writer);
}

/* A word with one of its tags. */
typedef struct entry {
    const char *word, *tag;
    uint32_t production;
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
    PL_VEC(entry) e = {0};
    lines l = {0};
    for (uint32_t i = 0; i < p->at.n; i++) {
        entry added = {p->at.at[i].word, p->symbols.at[p->at.at[i].lhs].label, i};
        if (is_written(g, i, true))
            PL_PUSH(&e, added);
    }
    PL_SORT(&e, by_word);
    for (size_t i = 0; i < e.n; i++) {
        if (i == 0 || strcmp(e.at[i].word, e.at[i - 1].word) != 0)
            put_name(&l.text, e.at[i].word);
        pl_str_putc(&l.text, '\t');
        put_name(&l.text, e.at[i].tag);
        pl_str_putc(&l.text, ' ');
        put_number(&l.text, g, e.at[i].production);
        if (i + 1 == e.n || strcmp(e.at[i].word, e.at[i + 1].word) != 0)
            end_line(&l, 0);
    }
    write_sorted(&l, out);
    PL_VEC_RELEASE(&e);
}
