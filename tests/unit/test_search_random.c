/* Random queries on random trees: the matcher must find what a plain evaluator finds, which
 * tries every assignment of nodes, knows no plan and no normal form, and has its own idea of
 * each condition. And laws that hold for all trees. */
#include "unit.h"

#include "search/matcher.h"

#include <stdio.h>
#include <string.h>

enum { TREES = 100, QUERIES = 40, WORDS = 8, MAX_NODES = 64, MAX_LITERALS = 6 };

/* -- a tree, taken apart ------------------------------------------------------------- */

typedef struct facts {
    const pl_tree *tree;
    uint32_t n; /* nodes, numbered as they are walked */
    uint32_t id[MAX_NODES], parent[MAX_NODES], depth[MAX_NODES];
    bool has[MAX_NODES][WORDS + 1]; /* words of a node */
} facts;

static void take_apart(facts *f, const pl_tree *t)
{
    uint32_t number[MAX_NODES];
    memset(f, 0, sizeof *f);
    f->tree = t;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        uint32_t i = f->n++, up = t->nodes[v].parent, words[WORDS + 1];
        assert_true(f->n <= MAX_NODES);
        f->id[i] = v;
        number[v] = i;
        f->parent[i] = up == PL_NONE ? PL_NONE : number[up];
        f->depth[i] = up == PL_NONE ? 0 : f->depth[number[up]] + 1;
        for (uint32_t k = pl_tree_yield(t, v, words); k-- > 0;)
            f->has[i][words[k]] = true;
    }
}

static uint32_t first(const facts *f, uint32_t a)
{
    uint32_t i = 0;
    while (!f->has[a][i])
        i++;
    return i;
}

static uint32_t last(const facts *f, uint32_t a)
{
    uint32_t i = WORDS;
    while (!f->has[a][i])
        i--;
    return i;
}

static uint32_t size(const facts *f, uint32_t a)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < WORDS; i++)
        n += f->has[a][i];
    return n;
}

static uint32_t blocks(const facts *f, uint32_t a)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < WORDS; i++)
        n += f->has[a][i] && (i == 0 || !f->has[a][i - 1]);
    return n;
}

static bool above(const facts *f, uint32_t a, uint32_t b)
{
    for (b = f->parent[b]; b != PL_NONE; b = f->parent[b])
        if (a == b)
            return true;
    return false;
}

static bool is_word(const facts *f, uint32_t a)
{
    return f->id[a] < f->tree->n_tokens;
}

static bool share_word(const facts *f, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < WORDS; i++)
        if (f->has[a][i] && f->has[b][i])
            return true;
    return false;
}

static bool all_words_of(const facts *f, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < WORDS; i++)
        if (f->has[a][i] && !f->has[b][i])
            return false;
    return true;
}

static bool pattern_abab(const facts *f, uint32_t a, uint32_t b)
{
    uint32_t turn = a, n = 0;
    for (uint32_t i = 0; i < WORDS; i++)
        if (f->has[turn][i]) {
            n++;
            turn = turn == a ? b : a;
        }
    return n >= 4;
}

/* -- conditions ---------------------------------------------------------------------- */

static const char *const two_nodes[] = {
    "#%c > #%c",         "#%c >* #%c",        "#%c >2 #%c",      "#%c >2,* #%c",
    "#%c >@l #%c",       "#%c >@r #%c",       "#%c . #%c",       "#%c .* #%c",
    "#%c .2,3 #%c",      "#%c $ #%c",         "#%c $.* #%c",     "#%c = #%c",
    "#%c >F #%c",        "#%c >/[FG]/* #%c",  "ingap(#%c,#%c)",  "overlaps(#%c,#%c)",
    "crosses(#%c,#%c)",  "includes(#%c,#%c)", "covers(#%c,#%c)", "before(#%c,#%c)",
    "adjacent(#%c,#%c)",
};
enum { N_TWO = sizeof two_nodes / sizeof *two_nodes, N_OPERATORS = 14 };

static const char *function(const facts *f, uint32_t a)
{
    const char *func = f->tree->nodes[f->id[a]].func;
    return func != NULL ? func : "--";
}

static bool path_of(const facts *f, uint32_t a, uint32_t b)
{
    for (; b != a; b = f->parent[b])
        if (strcmp(function(f, b), "F") != 0 && strcmp(function(f, b), "G") != 0)
            return false;
    return true;
}

static bool two_hold(const facts *f, unsigned kind, uint32_t a, uint32_t b)
{
    uint32_t fa = first(f, a), fb = first(f, b), la = last(f, a), lb = last(f, b);
    bool apart = !share_word(f, a, b), siblings = a != b && f->parent[a] == f->parent[b];
    switch (kind) {
    case 0:
        return f->parent[b] == a;
    case 1:
        return above(f, a, b);
    case 2:
        return above(f, a, b) && f->depth[b] - f->depth[a] == 2;
    case 3:
        return above(f, a, b) && f->depth[b] - f->depth[a] >= 2;
    case 4:
        return is_word(f, b) && fb == fa;
    case 5:
        return is_word(f, b) && fb == la;
    case 6:
        return fb == fa + 1;
    case 7:
        return fa < fb;
    case 8:
        return fb == fa + 2 || fb == fa + 3;
    case 9:
        return siblings;
    case 10:
        return siblings && fa < fb;
    case 11:
        return a == b;
    case 12:
        return f->parent[b] == a && strcmp(function(f, b), "F") == 0;
    case 13:
        return above(f, a, b) && path_of(f, a, b);
    case 14:
        return apart && fb < fa && la < lb;
    case 15:
        return apart && fa <= lb && fb <= la;
    case 16:
        return apart && (pattern_abab(f, a, b) || pattern_abab(f, b, a));
    case 17:
        return all_words_of(f, b, a);
    case 18:
        return fa <= fb && lb <= la;
    case 19:
        return la < fb;
    default:
        return la + 1 == fb;
    }
}

static const char *const one_node[] = {
    "#%c:[T]",
    "#%c:[cat=\"NP\"]",
    "#%c:[cat=/[NV]P/]",
    "#%c:[pos!=\"NN\"]",
    "#%c:[!(pos=\"NN\")]",
    "root(#%c)",
    "continuous(#%c)",
    "discontinuous(#%c)",
    "arity(#%c,2,3)",
    "tokenarity(#%c,2,*)",
    "gaps(#%c,1)",
    "span(#%c,3,5)",
    "depth(#%c,2)",
    "height(#%c,1,2)",
    "gaplength(#%c,2,*)",
    "#%c:[edge=\"F\" | NT]",
};
enum { N_ONE = sizeof one_node / sizeof *one_node };

static uint32_t height(const facts *f, uint32_t a)
{
    uint32_t most = 0;
    for (uint32_t b = 0; b < f->n; b++)
        if (above(f, a, b) && f->depth[b] - f->depth[a] > most)
            most = f->depth[b] - f->depth[a];
    return most;
}

static bool one_holds(const facts *f, unsigned kind, uint32_t a)
{
    const char *label = f->tree->nodes[f->id[a]].label;
    uint32_t span = last(f, a) - first(f, a) + 1, children = 0;
    bool word = is_word(f, a);
    for (uint32_t b = 0; b < f->n; b++)
        children += f->parent[b] == a;
    switch (kind) {
    case 0:
        return word;
    case 1:
        return !word && strcmp(label, "NP") == 0;
    case 2:
        return !word && (strcmp(label, "NP") == 0 || strcmp(label, "VP") == 0);
    case 3:
        return word && strcmp(label, "NN") != 0;
    case 4:
        return !word || strcmp(label, "NN") != 0;
    case 5:
        return f->parent[a] == PL_NONE;
    case 6:
        return blocks(f, a) == 1;
    case 7:
        return blocks(f, a) > 1;
    case 8:
        return children == 2 || children == 3;
    case 9:
        return size(f, a) >= 2;
    case 10:
        return blocks(f, a) == 2;
    case 11:
        return span >= 3 && span <= 5;
    case 12:
        return f->depth[a] == 2;
    case 13:
        return height(f, a) == 1 || height(f, a) == 2;
    case 14:
        return span - size(f, a) >= 2;
    default:
        return !word || strcmp(function(f, a), "F") == 0;
    }
}

/* -- queries ------------------------------------------------------------------------- */

/* Variables a, b, c of an alternative; x and y are own ones of a not, y of one in it. */
enum { N_VARIABLES = 5 };
static const char letters[N_VARIABLES] = {'a', 'b', 'c', 'x', 'y'};

typedef enum literal_kind { ONE, TWO, SAME_VALUE, NOT } literal_kind;

typedef struct literal {
    literal_kind kind;
    unsigned row, a, b;
    bool negated;
    unsigned n; /* literals of a not */
    struct literal *inside;
} literal;

typedef struct alternative {
    literal literals[MAX_LITERALS];
    unsigned n, used; /* variables as bits */
} alternative;

static void make_literal(pl_arena *m, pl_rng *rng, literal *l, unsigned n_variables,
                         unsigned own, unsigned *used)
{
    unsigned dice = pl_rng_below(rng, own < 5 ? 10 : 8);
    *l = (literal){.a = pl_rng_below(rng, n_variables)};
    l->b = pl_rng_below(rng, n_variables);
    if (own > 3) { /* mostly about the variable of the not */
        l->b = own - 1;
        l->a = pl_rng_below(rng, 3) == 0 ? own - 1 : l->a;
    }
    l->kind = dice < 3 ? ONE : dice < 7 ? TWO : dice < 8 ? SAME_VALUE : NOT;
    if (l->kind == ONE)
        l->a = l->b;
    l->row = pl_rng_below(rng, l->kind == ONE ? N_ONE : N_TWO);
    l->negated = l->kind == TWO && l->row < N_OPERATORS && pl_rng_below(rng, 4) == 0;
    if (l->kind == NOT) {
        unsigned inner = own < 4 ? 4 : 5, of_it = 0;
        l->n = 1 + pl_rng_below(rng, 2);
        l->inside = PL_NEW_ARRAY(m, literal, l->n);
        for (unsigned i = 0; i < l->n; i++)
            make_literal(m, rng, &l->inside[i], inner == 4 ? n_variables : 4, inner,
                         &of_it);
        *used |= of_it;
        l->b = inner - 1;
        return;
    }
    *used |= 1u << l->a | 1u << l->b;
}

/* A variable stands outside a not where it belongs to the alternative: so that it is clear,
 * all that are used are named once more. */
static void put_literal(pl_str *out, const literal *l)
{
    char text[80];
    if (l->kind == NOT) {
        pl_str_puts(out, "not(");
        for (unsigned i = 0; i < l->n; i++) {
            pl_str_puts(out, i > 0 ? " & " : "");
            put_literal(out, &l->inside[i]);
        }
        pl_str_printf(out, " & #%c)", letters[l->b]);
        return;
    }
    if (l->kind == SAME_VALUE) {
        pl_str_printf(out, "#%c:[pos=#v%c%c] & #%c:[pos=%s#v%c%c]", letters[l->a],
                      letters[l->a], letters[l->b], letters[l->b],
                      l->row % 2 == 0 ? "" : "!", letters[l->a], letters[l->b]);
        return;
    }
    snprintf(text, sizeof text, l->kind == ONE ? one_node[l->row] : two_nodes[l->row],
             letters[l->a], letters[l->b]);
    if (l->negated) {
        char *at = strchr(text, ' ') + 1;
        pl_str_put(out, text, (size_t)(at - text));
        pl_str_printf(out, "!%s", at);
    } else {
        pl_str_puts(out, text);
    }
}

static bool holds(const facts *f, const literal *l, uint32_t *node);

/* Whether the inside of a not holds for some node of its own. */
static bool inside_holds(const facts *f, const literal *l, uint32_t *node)
{
    for (node[l->b] = 0; node[l->b] < f->n; node[l->b]++) {
        bool all = true;
        for (unsigned i = 0; i < l->n && all; i++)
            all = holds(f, &l->inside[i], node);
        if (all)
            return true;
    }
    return false;
}

static bool holds(const facts *f, const literal *l, uint32_t *node)
{
    uint32_t a = node[l->a], b = node[l->b];
    if (l->kind == ONE)
        return one_holds(f, l->row, a);
    if (l->kind == TWO)
        return two_hold(f, l->row, a, b) != l->negated;
    if (l->kind == NOT)
        return !inside_holds(f, l, node);
    return is_word(f, a) && is_word(f, b) &&
           (strcmp(f->tree->nodes[f->id[a]].label, f->tree->nodes[f->id[b]].label) ==
            0) == (l->row % 2 == 0);
}

/* All assignments of the alternatives' variables, as numbers in base n + 1 in which n means
 * unbound, into `found`, a table of such numbers. */
static void try_all(const facts *f, const alternative *alt, unsigned counted,
                    unsigned all_counted, bool *found)
{
    uint32_t node[N_VARIABLES], base = f->n + 1, total = f->n * f->n * f->n;
    for (uint32_t k = 0; k < total; k++) {
        node[0] = k / (f->n * f->n);
        node[1] = k / f->n % f->n;
        node[2] = k % f->n;
        bool all = true;
        for (unsigned i = 0; i < alt->n && all; i++)
            all = holds(f, &alt->literals[i], node);
        if (!all)
            continue;
        uint32_t number = 0;
        for (unsigned v = 0; v < 3; v++)
            if (all_counted >> v & 1)
                number = number * base + (counted >> v & 1 ? node[v] : f->n);
        found[number] = true;
    }
}

static void put_alternative(pl_str *out, const alternative *alt)
{
    for (unsigned v = 0; v < 3; v++)
        if (alt->used >> v & 1)
            pl_str_printf(out, "%s#%c",
                          out->n > 0 && out->at[out->n - 1] != '|' ? " & " : "",
                          letters[v]);
    for (unsigned i = 0; i < alt->n; i++) {
        pl_str_puts(out, out->n > 0 && out->at[out->n - 1] != '|' ? " & " : "");
        put_literal(out, &alt->literals[i]);
    }
}

static void check_query(const facts *f, const char *text, const alternative *alts,
                        unsigned n_alts)
{
    pl_error err;
    unsigned all = 0;
    uint32_t base = f->n + 1;
    pl_query *q = pl_query_new(text, NULL, NULL, &err);
    if (q == NULL)
        fail_msg("%s: %s", text, err.text);
    bool *found = calloc((size_t)base * base * base, sizeof *found);
    for (unsigned i = 0; i < n_alts; i++)
        all |= alts[i].used & 7;
    for (unsigned i = 0; i < n_alts; i++)
        try_all(f, &alts[i], alts[i].used & 7, all, found);
    pl_search_state *s = pl_search_state_new(q);
    if (pl_search_run(s, f->tree, 1, &err) < 0)
        fail_msg("%s: %s", text, err.text);
    size_t next = 0;
    unsigned order[3], n = 0; /* the counted variables as the query has them */
    for (unsigned v = 0; v < 3; v++)
        if (all >> v & 1)
            order[n++] = v;
    assert_int_equal(pl_query_n_counted(q), n);
    uint32_t numbers = 1;
    for (unsigned i = 0; i < n; i++)
        numbers *= base;
    bool in_order =
        true; /* of their letters: then matches come in the order of numbers */
    for (unsigned i = 0; i < n; i++)
        in_order &= pl_query_counted(q, i)[1] == letters[order[i]];
    size_t expected = 0;
    for (uint32_t k = 0; k < numbers; k++)
        expected += found[k];
    if (expected != s->n_matches)
        fail_msg("%s: %zu matches, not %zu", text, s->n_matches, expected);
    for (uint32_t k = 0; k < numbers && in_order; k++)
        if (found[k]) {
            uint32_t number = 0;
            for (unsigned i = 0; i < n; i++) {
                uint32_t node = pl_search_match(s, next)[i];
                number = number * base + (node == PL_NONE ? f->n : node);
            }
            if (number != k)
                fail_msg("%s: match %zu is another", text, next);
            next++;
        }
    free(found);
    pl_search_state_free(s);
    pl_query_free(q);
}

static pl_tree *labelled_tree(pl_arena *m, pl_rng *rng)
{
    pl_tree *t = random_tree(m, rng, 1 + pl_rng_below(rng, WORDS));
    static const char *const functions[] = {"F", "G", NULL};
    for (uint32_t i = 0; i < t->n_nodes; i++)
        t->nodes[i].func = functions[pl_rng_below(rng, 3)];
    return t;
}

/* Each condition alone. */
static void test_conditions(void **state)
{
    pl_rng rng = {31};
    for (int round = 0; round < TREES; round++) {
        pl_arena m = {0};
        facts f;
        take_apart(&f, labelled_tree(&m, &rng));
        for (unsigned row = 0; row < N_ONE + N_TWO; row++) {
            bool one = row < N_ONE;
            alternative alt = {.n = 1, .used = one ? 1 : 3};
            pl_str text = {0};
            alt.literals[0] = (literal){.kind = one ? ONE : TWO,
                                        .row = one ? row : row - N_ONE,
                                        .b = one ? 0 : 1};
            put_literal(&text, &alt.literals[0]);
            check_query(&f, text.at, &alt, 1);
            pl_str_release(&text);
        }
        pl_arena_release(&m);
    }
}

/* Conditions that plans join: mutual ones, and those that only say which node comes first. */
static void test_joined(void **state)
{
    enum {
        CHILD = 0,
        FOLLOWS = 7,
        SIBLING = 9,
        LATER = 10,
        CROSSES = 16,
        INCLUDES,
        COVERS
    };
    enum { BEFORE = 19, ADJACENT };
    static const struct joined {
        unsigned row, a, b;
    } cases[][3] = {
        {{INCLUDES, 0, 1}, {INCLUDES, 1, 0}, {FOLLOWS, 0, 2}},
        {{CHILD, 0, 1}, {CHILD, 0, 2}, {FOLLOWS, 1, 2}},
        {{CHILD, 0, 1}, {FOLLOWS, 2, 1}, {FOLLOWS, 0, 2}},
        {{SIBLING, 0, 1}, {FOLLOWS, 0, 1}, {FOLLOWS, 2, 1}},
        {{LATER, 0, 1}, {LATER, 0, 2}, {FOLLOWS, 1, 2}},
        {{LATER, 1, 0}, {FOLLOWS, 2, 1}, {CHILD, 2, 0}},
        {{COVERS, 0, 1}, {COVERS, 0, 2}, {FOLLOWS, 1, 2}},
        {{CROSSES, 0, 1}, {FOLLOWS, 0, 1}, {COVERS, 0, 2}},
        {{BEFORE, 0, 1}, {BEFORE, 0, 2}, {FOLLOWS, 1, 2}},
        {{ADJACENT, 0, 1}, {ADJACENT, 0, 2}, {FOLLOWS, 2, 1}},
    };
    pl_rng rng = {23};
    for (int round = 0; round < TREES; round++) {
        pl_arena m = {0};
        facts f;
        take_apart(&f, labelled_tree(&m, &rng));
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            alternative alt = {.n = 3, .used = 7};
            pl_str text = {0};
            for (int k = 0; k < 3; k++)
                alt.literals[k] = (literal){.kind = TWO,
                                            .row = cases[i][k].row,
                                            .a = cases[i][k].a,
                                            .b = cases[i][k].b};
            put_alternative(&text, &alt);
            check_query(&f, text.at, &alt, 1);
            pl_str_release(&text);
        }
        pl_arena_release(&m);
    }
}

static void test_random(void **state)
{
    pl_rng rng = {17};
    for (int round = 0; round < TREES; round++) {
        pl_arena m = {0};
        facts f;
        take_apart(&f, labelled_tree(&m, &rng));
        for (int k = 0; k < QUERIES; k++) {
            alternative alts[2] = {{.n = 0}};
            unsigned n_alts = 1 + (pl_rng_below(&rng, 5) == 0);
            pl_str text = {0};
            for (unsigned i = 0; i < n_alts; i++) {
                alts[i].n = 1 + pl_rng_below(&rng, 3);
                for (unsigned l = 0; l < alts[i].n; l++)
                    make_literal(&m, &rng, &alts[i].literals[l],
                                 1 + pl_rng_below(&rng, 3), 3, &alts[i].used);
                alts[i].used |= 1;
                pl_str_puts(&text, i > 0 ? "|" : "");
                put_alternative(&text, &alts[i]);
            }
            check_query(&f, text.at, alts, n_alts);
            pl_str_release(&text);
        }
        pl_arena_release(&m);
    }
}

/* -- laws ---------------------------------------------------------------------------- */

static size_t count(const pl_tree *t, const char *format, const char *part)
{
    pl_error err;
    char text[300];
    snprintf(text, sizeof text, format, part, part);
    pl_query *q = pl_query_new(text, NULL, NULL, &err);
    if (q == NULL)
        fail_msg("%s: %s", text, err.text);
    pl_search_state *s = pl_search_state_new(q);
    assert_int_equal(pl_search_run(s, t, 1, &err), 0);
    size_t n = s->n_matches;
    pl_search_state_free(s);
    pl_query_free(q);
    return n;
}

static void check_laws(const pl_tree *t)
{
    static const char *const operators[] = {
        ">",  ">*", ">F", ">2",  ">1,2", ">F*", ">@l", ">@r", ">~",  ".",
        ".*", ".2", "$",  "$.*", "=",    "->",  "->*", "->x", "->2", "->x*",
    };
    static const char *const predicates[] = {
        "ingap", "overlaps", "crosses", "includes", "covers", "before", "adjacent",
    };
    static const char *const queries[] = {
        "[cat=\"NP\"]",
        "#a:[NT] > #b:[T]",
        "discontinuous([NT])",
        "ingap([T],[NT])",
        "#a $.* #b & not(#a $.* #x & #x $.* #b)",
    };
    size_t n = count(t, "[]", "");
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        assert_int_equal(count(t, "#a %s #b", operators[i]) +
                             count(t, "#a !%s #b", operators[i]),
                         n * n);
        assert_int_equal(count(t, "#a & #b & not(#a %s #b)", operators[i]),
                         count(t, "#a !%s #b", operators[i]));
        assert_int_equal(count(t, "#a:[NT] & not(not(#a %s #b))", operators[i]),
                         count(t, "#a:[NT] %s []", operators[i]));
    }
    for (size_t i = 0; i < sizeof predicates / sizeof *predicates; i++)
        assert_int_equal(count(t, "%s(#a,#b)", predicates[i]) +
                             count(t, "#a & #b & not(%s(#a,#b))", predicates[i]),
                         n * n);
    assert_int_equal(2 * count(t, "#h -> #a & #h -> #b & #a .* #b", "") +
                         count(t, "#h -> #a", ""),
                     count(t, "#h -> #a & #h -> #b", ""));
    assert_int_equal(count(t, "continuous(#n)", "") + count(t, "discontinuous(#n)", ""),
                     n);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        size_t some = count(t, "%s", queries[i]) > 0;
        assert_int_equal(count(t, "not(not(%s))", queries[i]), some);
        assert_int_equal(count(t, "not(%s)", queries[i]), !some);
    }
}

static void test_laws(void **state)
{
    pl_rng rng = {23};
    for (int i = 0; i < 40; i++) {
        pl_arena m = {0};
        check_laws(labelled_tree(&m, &rng));
        check_laws(random_deps(&m, &rng, 1 + pl_rng_below(&rng, 9), 3));
        pl_arena_release(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions),
        cmocka_unit_test(test_joined),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_laws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
