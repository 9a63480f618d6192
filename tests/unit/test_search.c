/* Queries on one small tree, the one of docs/search.md, and the mistakes that queries may
 * have. */
#include "unit.h"

#include "search/matcher.h"
#include "search/tally.h"
#include "tree/build.h"

#include <stdio.h>
#include <string.h>

/* Darüber muss nachgedacht werden .  with a secondary edge from VP₂ to muss. */
static pl_tree *example(pl_arena *m)
{
    static const char *const words[] = {"Darüber", "muss", "nachgedacht", "werden", "."};
    static const char *const tags[] = {"PROAV", "VMFIN", "VVPP", "VAINF", "$."};
    static const char *const functions[] = {"OP", "HD", "HD", "HD", NULL};
    pl_build b = {0};
    uint32_t word[5];
    pl_error err;
    pl_build_start(&b, m);
    uint32_t root = pl_build_node(&b, "ROOT"), s = pl_build_node(&b, "S");
    uint32_t vp1 = pl_build_node(&b, "VP"), vp2 = pl_build_node(&b, "VP");
    for (uint32_t i = 0; i < 5; i++) {
        static const int parents[] = {3, 1, 3, 2, 0};
        const uint32_t nodes[] = {root, s, vp1, vp2};
        word[i] = pl_build_token(&b, i, words[i], tags[i]);
        pl_build_at(&b, word[i])->func = functions[i];
        pl_build_link(&b, word[i], nodes[parents[i]]);
    }
    pl_build_link(&b, s, root);
    pl_build_link(&b, vp1, s);
    pl_build_link(&b, vp2, vp1);
    pl_build_at(&b, vp1)->func = pl_build_at(&b, vp2)->func = "OC";
    pl_tree *t = pl_build_finish(&b, NULL, &err);
    assert_non_null(t);
    pl_tree_add_edge(t, pl_build_id(&b, word[1]), pl_build_id(&b, vp2), "SB");
    pl_tree_add_edge(t, pl_build_id(&b, word[2]), pl_build_id(&b, s), NULL);
    pl_build_release(&b);
    return t;
}

/* the cat chased a mouse: heads 2 3 0 5 3 */
static pl_tree *dependencies(pl_arena *m)
{
    static const char *const words[] = {"the", "cat", "chased", "a", "mouse"};
    static const char *const labels[] = {"det", "nsubj", "root", "det", "obj"};
    static const uint32_t heads[] = {1, 2, PL_ROOT_HEAD, 4, 2};
    pl_tree *t = pl_tree_new(m, 5);
    t->has_deps = true;
    for (uint32_t i = 0; i < 5; i++) {
        t->tokens[i].word = words[i];
        t->tokens[i].deprel = labels[i];
        t->tokens[i].head = heads[i];
    }
    return t;
}

static size_t count(const pl_tree *t, const char *query)
{
    pl_error err;
    pl_query *q = pl_query_new(query, NULL, NULL, &err);
    if (q == NULL)
        fail_msg("%s: %s", query, err.text);
    pl_search_state *s = pl_search_state_new(q);
    if (pl_search_run(s, t, 1, &err) < 0)
        fail_msg("%s: %s", query, err.text);
    size_t n = s->n_matches;
    pl_search_state_free(s);
    pl_query_free(q);
    return n;
}

typedef struct expected {
    const char *query;
    size_t matches;
} expected;

static void check_counts(const pl_tree *t, const expected *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t got = count(t, cases[i].query);
        if (got != cases[i].matches)
            fail_msg("%s: %zu matches, not %zu", cases[i].query, got, cases[i].matches);
    }
}

/* Every example of the language's description that has a number. */
static void test_examples(void **state)
{
    static const expected cases[] = {
        {"[cat=\"ROOT\"]", 1},
        {"[lemma=\"--\"]", 5},
        {"[word=\"\\.\"]", 1},
        {"[word=/acht/]", 0},
        {"[word=/.*acht/]", 1},
        {"[word=/.*acht.*/]", 1},
        {"[word=/DAR.*/i]", 1},
        {"arity(#n,0)", 5},
        {"[]", 9},
        {"[FREC]", 9},
        {"[NT]", 4},
        {"[T]", 5},
        {"[cat=\"VP\"]", 2},
        {"[pos=/V.*/]", 3},
        {"[pos=(/V.*/ & !\"VMFIN\")]", 2},
        {"[pos!=\"VVPP\"]", 4},
        {"[!(pos=\"VVPP\")]", 8},
        {"[cat=\"VP\" | pos=\"VMFIN\"]", 3},
        {"[pos=#p] . [pos=#p]", 0},
        {"#a:[pos=#p] . #b:[T & pos=!#p]", 4},
        {"[#f:(pos=\"VVPP\")] .* [#f]", 0},
        {"[#f:(cat=\"VP\")] > [#f]", 1},
        {"#n:[cat=\"VP\"] & #n:[] > [cat=\"VP\"]", 1},
        {"[word=\"x\" & cat=\"NP\"]", 0},
        {"[cat=\"VP\"] !> [pos=\"VAINF\"]", 1},
        {"#a:[cat=\"VP\"] > #b", 4},
        {"#a:[cat=\"S\"] >* #b", 6},
        {"#a >2 #b", 6},
        {"#a >2,3 #b", 10},
        {"#a >2,* #b", 12},
        {"#a >@l #b", 9},
        {"[cat=\"VP\"] >@r [pos=\"VVPP\"]", 1},
        {"[cat=\"S\"] . [pos=\"VMFIN\"]", 1},
        {"#a .* #b", 26},
        {"#a .2 #b", 7},
        {"#a $ #b", 8},
        {"#a $.* #b", 4},
        {"#a:[cat=\"VP\"] & #b:[cat=\"VP\"] & #a != #b", 2},
        {"#a:[cat=\"S\"] > #b > #c:[T]", 1},
        {"arity([cat=\"VP\"],2)", 2},
        {"root(#n)", 1},
        {"arity(#n,2)", 4},
        {"tokenarity(#n,2,4)", 3},
        {"discontinuous(#n)", 2},
        {"gaps(#n,1,*)", 2},
        {"blocks(#n,1)", 7},
        {"gaplength(#n,1)", 2},
        {"span(#n,4)", 2},
        {"depth(#n,2)", 2},
        {"height(#n,4)", 1},
        {"ingap(#x,#n)", 2},
        {"overlaps(#a,#b)", 4},
        {"crosses(#a,#b)", 0},
        {"includes(#a:[NT],#b:[NT])", 10},
        {"covers([cat=\"VP\"],[pos=\"VMFIN\"])", 2},
        {"before(#a,#b)", 14},
        {"adjacent(#a,#b)", 7},
        {"[cat=\"VP\"] & sentence(length=5)", 2},
        {"[cat=\"VP\"] & sentence(length!=5)", 0},
        {"[cat=\"VP\"] & sentence(number=1)", 2},
        {"[cat=\"VP\"] & sentence(id=\"1\")", 2},
        {"[cat=\"VP\"] & sentence(id!=/[0-9]/)", 0},
        {"#a:[cat=\"VP\"] > [T]", 2},
        {"[cat=\"VP\"] > [T]", 3},
        {"#a:[cat=\"VP\"] & #b:[cat=\"VP\"]", 4},
        {"#a:[cat=\"S\"] | #b:[cat=\"VP\"]", 3},
        {"#a:[cat=\"VP\"] & not(#a > [pos=\"VAINF\"])", 1},
        {"not([cat=\"NP\"])", 1},
        {"not([cat=\"VP\"])", 0},
        {"#a:[NT] & not(#a > #x & not(#x:[T]))", 1},
        {"not(#n:[cat=\"VP\"] & not(#n > [pos=/V.*/]))", 1},
        {"#n:[NT] & discontinuous(#n) count by #n.cat, #n.gaps", 2},
    };
    pl_arena m = {0};
    check_counts(example(&m), cases, sizeof cases / sizeof *cases);
    pl_arena_release(&m);
}

/* A query with n copies of a part, between a beginning and an end. */
static char *repeat(const char *begin, const char *part, size_t n, const char *end)
{
    pl_str s = {0};
    pl_str_puts(&s, begin);
    for (size_t i = 0; i < n; i++)
        pl_str_puts(&s, part);
    pl_str_puts(&s, end);
    return s.at;
}

/* What the examples leave out. */
static void test_more(void **state)
{
    static const expected cases[] = {
        {"#a >~ #b", 2},
        {"#a:[cat=\"VP\"] >~SB #b", 1},
        {"#a >~/S./ #b:[pos=\"VMFIN\"]", 1},
        {"#a >~\"--\" #b", 1},
        {"#a >~OA #b", 0},
        {"#a >OC #b", 2},
        {"#a >OC* #b", 3},
        {"#a >/HD|OC/* #b", 9},
        {"#a >\"--\" #b", 2},
        {"#a >-- #b", 2},
        {"#a >\\-\\- #b", 2},
        {"#a !> #b", 73},
        {"#a:[edge=#e] $ #b:[edge=#e]", 2},
        {"#a:[edge=#e] > #b:[edge=#e]", 3},
        {"#a = #b", 9},
        {"[pos=(\"VVPP\"|\"VAINF\")]", 2},
        {"[pos='VVPP']", 1},
        {"[ pos = \"VVPP\" /"
         "/ a comment\n ]",
         1},
        {"(#a:[cat=\"S\"] | #a:[cat=\"VP\"]) & #a > #b:[T]", 4},
        {"[pos=#p | cat=\"S\"] & [pos=#p]", 10},
        {"[!(pos=#p)] . [pos=#p]", 8},
        {"Both(#v,#w) <- #v > [word=#w] ; Both(#x,\"werden\")", 1},
        {"Both(#v,#w) <- #v > [word=#w] ; Both([],/.*n.*/)", 2},
        {"Up(#v) <- [cat=\"VP\"] > #v ; UpUp(#v) <- Up(#p) & #p > #v ; UpUp(#x)", 2},
        {"Up(#v) <- [cat=\"VP\"] > #v ; #n:[T] & not(Up(#n))", 2},
        {"#a:[cat=\"S\"] | not(#a:[cat=\"NP\"])", 2},
        {"not(not([cat=\"S\"]))", 1},
        {"sentence(length=5,*)", 1},
        {"sentence(length=6,*)", 0},
        {"[word=#w] & sentence(id=#w)", 0},
        {"#a:[word!=#w] & sentence(id=#w)", 5},
    };
    static const expected arcs[] = {
        {"[cat=\"ROOT\"] > #w", 5},
        {"#h -> #d", 4},
        {"#h ->* #d", 6},
        {"#h ->2 #d", 2},
        {"#h ->2,* #d", 2},
        {"#h ->det #d", 2},
        {"#h ->/nsubj|obj/ #d", 2},
        {"#h ->/nsubj|det/* #d", 4},
        {"#h !-> #d", 32},
        {"nonprojective(#d)", 0},
        {"#v & not([] -> #v) & #v:[T]", 1},
        {"[deprel=\"root\"]", 1},
        {"[pos=\"--\"]", 5},
    };
    pl_arena m = {0};
    check_counts(example(&m), cases, sizeof cases / sizeof *cases);
    check_counts(dependencies(&m), arcs, sizeof arcs / sizeof *arcs);
    char *many = repeat("#a", " & (#a:[pos=/.+/]|#a:[cat=/.+/])", 7, "");
    assert_int_equal(count(example(&m), many), 9); /* more steps than are remembered */
    free(many);
    pl_tree *empty = pl_tree_new(&m, 0);
    assert_int_equal(count(empty, "[]"), 0);
    assert_int_equal(count(empty, "not([])"), 1);
    pl_arena_release(&m);
}

/* -- mistakes ------------------------------------------------------------------------ */

/* The place is that of ^ in the query, which is taken out. */
static void test_mistakes(void **state)
{
    static const struct mistake {
        const char *query, *says;
    } cases[] = {
        {"[cat=\"NP\" ^> [pos=\"ART\"]", "expected ']', '&' or '|' after a feature"},
        {"[^caat=\"NP\"]", "unknown feature 'caat'; did you mean 'cat'?"},
        {"(#a:[cat=\"S\"] | #b:[T]) & ^not(#a > #b)",
         "#a is bound in only some of the alternatives outside not"},
        {"[word=!^#w]", "#w only stands negated: nothing gives it a value"},
        {"#a:[word=^#a]", "#a stands for a node elsewhere, here for a value"},
        {"not(#x:[NT]) count by ^#x.cat", "#x only stands inside not"},
        {"[pos=\"NN\"^|\"NE\"]", "put ( ) around several values"},
        {"[pos=^NN]", "a value is written \"NN\" or /NN/ (types are not supported)"},
        {"^foo(#a)", "no predicate or template foo"},
        {"^discontinous(#a)", "did you mean discontinuous?"},
        {"#a >^3,2 #b", "a distance is n or m,n with 1 ≤ m ≤ n"},
        {"#a >^0 #b", "a distance is n or m,n with 1 ≤ m ≤ n"},
        {"arity(#n,^3,2)", "an empty range"},
        {"[word=/(^/]", "missing closing parenthesis"},
        {"[word=/x/^g]", "unknown flag"},
        {"[word=^/x]", "the regex has no closing /"},
        {"[word=^\"x]", "the string has no closing \""},
        {"[word=\"x\"]\n & ^", "expected a node"},
        {"[T] ^[T]", "expected an operator, '&', '|', count by, or the end"},
        {"[T] >@^x [T]", "expected l or r"},
        {"^! [T]", "absence is written not( … )"},
        {"[^\"n_1\"]", "ids of nodes are not supported"},
        {"T(#a) <- #a:[T] ; ^T(#a) <- #a:[NT] ; T(#x)",
         "defined twice: write one with |"},
        {"^root(#a) <- #a:[T] ; root(#x)", "built in"},
        {"T(#a) <- ^T(#a) ; T(#x)", "no predicate or template T"},
        {"T(#a) <- #a:[T] ; T(#x,^#y)", "has 1 parameter, not more"},
        {"T(#a,#b) <- #a > #b ; T(#x^)", "has 2 parameters; 1 given"},
        {"T(#a,#b) <- #a > #b ; T(#x,^\"y\")", "stands for a node"},
        {"#n count by #n.^gasp", "unknown attribute 'gasp'; did you mean 'gaps'?"},
        {"#n count by ^#m.cat", "the query has no node #m"},
        {"#n count by sentence.^x", "expected id, length or number"},
        {"^", "expected a node"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char query[200];
        const char *mark = strchr(cases[i].query, '^');
        size_t before = (size_t)(mark - cases[i].query);
        memcpy(query, cases[i].query, before);
        memcpy(query + before, mark + 1, strlen(mark + 1) + 1);
        pl_query_mistake where;
        pl_error err;
        pl_query *q = pl_query_new(query, NULL, &where, &err);
        if (q != NULL)
            fail_msg("%s: no mistake", query);
        if (strstr(err.text, cases[i].says) == NULL)
            fail_msg("%s: %s", query, err.text);
        const char *line = strrchr(cases[i].query, '\n');
        size_t column = line != NULL ? (size_t)(mark - line) : before + 1;
        if (where.column != column || where.line != (line != NULL ? 2 : 1) ||
            where.caret != column - 1)
            fail_msg("%s: line %zu, column %zu", query, where.line, where.column);
    }
}

static void test_limits(void **state)
{
    static const struct limit {
        const char *begin, *part;
        size_t good, bad;
        const char *end, *says;
    } cases[] = {
        {"[]", " & []", 63, 64, "", "more than 64 nodes"},
        {"", "(", 100, 101, "", "nested deeper"},
        {"[T]", " ", 65533, 65534, "", "longer than"},
        {"#a", " & (#a:[T]|#a:[NT])", 8, 14, "", "conditions"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int bad = 0; bad < 2; bad++) {
            pl_error err = {0};
            char *text = repeat(cases[i].begin, cases[i].part,
                                bad ? cases[i].bad : cases[i].good, cases[i].end);
            pl_query *q = pl_query_new(text, NULL, NULL, &err);
            if (bad ? q != NULL || strstr(err.text, cases[i].says) == NULL
                    : q == NULL && strstr(err.text, cases[i].says) != NULL)
                fail_msg("%.20s: %s", text, err.text);
            pl_query_free(q);
            free(text);
        }
}

/* Too many matches are cut off, and searches that cannot succeed end at once. */
static void test_explosions(void **state)
{
    pl_arena m = {0};
    pl_error err;
    pl_rng rng = {5};
    pl_tree *t = random_tree(&m, &rng, 60);
    pl_query *q = pl_query_new("#a & #b & #c & #d", NULL, NULL, &err);
    pl_search_state *s = pl_search_state_new(q);
    assert_int_equal(pl_search_run(s, t, 1, &err), 0);
    assert_true(s->cut);
    assert_int_equal(s->n_matches, PL_MAX_MATCHED_NODES / 4);
    pl_search_state_free(s);
    pl_query_free(q);
    char all[2000];
    size_t at = 0;
    for (int i = 0; i < PL_MAX_QUERY_NODES; i++)
        at += (size_t)snprintf(all + at, sizeof all - at, "%s#a%d:[]", i > 0 ? " & " : "",
                               i);
    q = pl_query_new(all, NULL, NULL, &err);
    s = pl_search_state_new(q);
    assert_int_equal(pl_search_run(s, t, 1, &err), 0);
    assert_true(s->cut);
    assert_int_equal(s->n_matches, PL_MAX_MATCHED_NODES / PL_MAX_QUERY_NODES);
    assert_true(s->matches.cap <= 4 * PL_MAX_MATCHED_NODES);
    pl_search_state_free(s);
    pl_query_free(q);
    char *text = repeat("#x:[cat=\"nowhere\"]", " & [T] $ [NT]", 31, "");
    assert_int_equal(count(t, text), 0);
    free(text);
    text = repeat("#x:[T]", " & [NT] > [T]", 31, " & not([cat=\"ROOT\"])");
    assert_int_equal(count(t, text), 0);
    free(text);
    pl_arena_release(&m);
}

/* A pattern that would take for ever is an error that names it and the word. */
static void test_slow_pattern(void **state)
{
    pl_arena m = {0};
    pl_error err;
    pl_tree *t = pl_tree_new(&m, 1);
    t->tokens[0].word =
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";
    pl_query *q = pl_query_new("[word=/(a+a*)+(a+)+[cd]/]", NULL, NULL, &err);
    pl_search_state *s = pl_search_state_new(q);
    assert_int_equal(pl_search_run(s, t, 1, &err), -1);
    assert_int_equal(err.code, PL_TOO_LARGE);
    assert_non_null(strstr(err.text, "(a+a*)+"));
    assert_non_null(strstr(err.text, "aaaa"));
    pl_search_state_free(s);
    pl_query_free(q);
    pl_arena_release(&m);
}

/* Order, words and names of matches. */
static void test_matches(void **state)
{
    pl_arena m = {0};
    pl_error err;
    pl_str text = {0};
    pl_query *q =
        pl_query_new("#b:[T] & #a:[cat=\"VP\"] > #b | #c:[cat=\"S\"]", NULL, NULL, &err);
    pl_search_state *s = pl_search_state_new(q);
    assert_int_equal(pl_search_run(s, example(&m), 1, &err), 0);
    for (size_t i = 0; i < s->n_matches; i++)
        for (uint32_t k = 0; k < pl_query_n_counted(q); k++) {
            uint32_t node = pl_search_match(s, i)[k];
            pl_str_printf(&text, "%s%s=", k == 0 ? "\n" : " ", pl_query_counted(q, k));
            if (node == PL_NONE)
                continue;
            pl_str_printf(&text, "%s:", pl_node_label(&s->view, node));
            pl_view_put_words(&s->view, node, &text);
        }
    assert_string_equal(text.at, "\n#b=PROAV:1 #a=VP:1,3 #c="
                                 "\n#b=VVPP:3 #a=VP:1,3 #c="
                                 "\n#b=VAINF:4 #a=VP:1,3-4 #c="
                                 "\n#b= #a= #c=S:1-4");
    assert_int_equal(pl_query_find(q, "#c"), 2);
    assert_int_equal(pl_query_find(q, "#d"), PL_NONE);
    pl_search_state_free(s);
    pl_query_free(q);
    pl_str_release(&text);
    pl_arena_release(&m);
}

static void test_tally(void **state)
{
    pl_tally t = {0};
    pl_str chart = {0};
    static const char *const values[] = {"NP\t1", "VP\t1", "VP\t1", "AP\t2"};
    for (size_t i = 0; i < 4; i++)
        pl_tally_add(&t, values[i], strlen(values[i]), i < 2 ? 1 : 2);
    pl_tally_add(&t, "VP\t1", 4, 2);
    pl_tally_sort(&t);
    assert_int_equal(t.rows.n, 3);
    assert_string_equal(t.rows.at[0].values, "VP\t1");
    assert_int_equal(t.rows.at[0].matches, 3);
    assert_int_equal(t.rows.at[0].sentences, 2);
    assert_string_equal(t.rows.at[1].values, "AP\t2");
    pl_tally_chart(&t, "a <b>", &chart);
    assert_non_null(strstr(chart.at, "a &lt;b&gt;"));
    assert_non_null(strstr(chart.at, ">VP, 1<"));
    pl_str_release(&chart);
    pl_tally_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),   cmocka_unit_test(test_more),
        cmocka_unit_test(test_mistakes),   cmocka_unit_test(test_limits),
        cmocka_unit_test(test_explosions), cmocka_unit_test(test_slow_pattern),
        cmocka_unit_test(test_matches),    cmocka_unit_test(test_tally),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
