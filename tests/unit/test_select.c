/* Choosing sentences: length, slices, samples, and splits by rule and by name. */
#include "transform/transform.h"
#include "unit_text.h"

#include <stdio.h>

/* A tree of `words` words whose id is its number. */
static pl_tree *numbered(pl_arena *m, uint32_t number, uint32_t words)
{
    pl_tree *t = pl_tree_new(m, words);
    t->root = pl_tree_add(t, "S");
    for (uint32_t i = 0; i < words; i++) {
        t->tokens[i].word = "w";
        t->nodes[i].label = "T";
        pl_tree_append(t, t->root, i);
    }
    pl_tree_order(t);
    t->id = pl_arena_printf(m, "s%u", number);
    return t;
}

/* Runs `n` sentences, number i with i % 7 + 1 words, through steps given as name and
 * argument in turn; the numbers that are left, as text. */
static void run(const char *const *steps, uint32_t n, pl_str *left)
{
    pl_arena m = {0};
    pl_pipeline p = {0};
    pl_error err;
    pl_tree *t;
    for (; *steps != NULL; steps += 2)
        assert_int_equal(pl_pipeline_add(&p, steps[0], steps[1], &err), 0);
    pl_str_clear(left);
    for (uint32_t i = 0; i < n; i++) {
        pl_arena_reset(&m);
        t = numbered(&m, i, i % 7 + 1);
        if (pl_pipeline_apply(&p, t, &err) == 1)
            pl_str_printf(left, "%s ", t->id + 1);
    }
    pl_arena_release(&m); /* what is held must not need it */
    while (pl_pipeline_held(&p, &t, &err) == 1)
        pl_str_printf(left, "%s ", t->id + 1);
    pl_pipeline_release(&p);
}

static void selections(void **unused)
{
    (void)unused;
    static const struct {
        const char *steps[9];
        const char *left;
    } cases[] = {
        {{"max-length", "2"}, "0 1 7 8 14 15 "},
        {{"max-length", "0"}, ""},
        {{"slice", "2:5"}, "2 3 4 "},
        {{"slice", "17:"}, "17 18 19 "},
        {{"slice", ":2"}, "0 1 "},
        {{"slice", "3:3"}, ""},
        {{"slice", "15:99"}, "15 16 17 18 19 "},
        /* a step counts what reaches it */
        {{"max-length", "2", "slice", "1:4"}, "1 7 8 "},
        {{"slice", "1:9", "max-length", "2"}, "1 7 8 "},
        {{"sample", "0"}, ""},
        {{"sample", "99"}, "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 "},
        {{"sample", "10", "slice", "0:0"}, ""},
        {{"max-length", "1", "sample", "5", "sample", "5"}, "0 7 14 "},
    };
    pl_str left = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run(cases[i].steps, 20, &left);
        assert_string_equal(pl_str_text(&left), cases[i].left);
    }
    pl_str_release(&left);
}

static void bad_arguments(void **unused)
{
    (void)unused;
    static const char *const bad[][2] = {
        {"slice", "5"},
        {"slice", "a:b"},
        {"slice", "5:2"},
        {"slice", "1:2:3"},
        {"slice", ""},
        {"slice", "-1:"},
        {"max-length", "ten"},
        {"max-length", "-1"},
        {"max-length", ""},
        {"sample", "x"},
        {"sample", "1.5"},
        {"seed", "s"},
        {"seed", "99999999999999999999"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pl_pipeline p = {0};
        pl_error err = {0};
        assert_int_equal(pl_pipeline_add(&p, bad[i][0], bad[i][1], &err), -1);
        assert_non_null(strstr(err.text, bad[i][0]));
        pl_pipeline_release(&p);
    }
}

/* The same seed draws the same, wherever it stands; another seed draws others; the order
 * is kept, and every sentence has the same chance. */
static void samples(void **unused)
{
    (void)unused;
    pl_str a = {0}, b = {0};
    static const char *const first[] = {"sample", "6", "seed", "1", NULL};
    static const char *const again[] = {"seed", "1", "sample", "6", NULL};
    static const char *const other[] = {"sample", "6", "seed", "2", NULL};
    run(first, 1000, &a);
    run(again, 1000, &b);
    assert_string_equal(a.at, b.at);
    run(other, 1000, &b);
    assert_string_not_equal(a.at, b.at);

    size_t drawn[20] = {0};
    for (int seed = 0; seed < 2000; seed++) {
        char text[16];
        snprintf(text, sizeof text, "%d", seed);
        const char *steps[] = {"sample", "5", "seed", text, NULL};
        run(steps, 20, &a);
        int n = 0;
        long last = -1;
        for (char *at = a.at; *at != '\0'; at++, n++) {
            long number = strtol(at, &at, 10);
            assert_true(number > last && number < 20);
            last = number;
            drawn[number]++;
        }
        assert_int_equal(n, 5);
    }
    for (int i = 0; i < 20; i++) /* 500 expected, deviation 19 */
        assert_in_range(drawn[i], 400, 600);
    pl_str_release(&a);
    pl_str_release(&b);
}

/* Which part each of n sentences of `words` words is in, as one letter each. */
static void split(const char *rule, uint32_t from, uint32_t n, uint32_t words,
                  pl_str *parts)
{
    pl_arena m = {0};
    pl_split s;
    pl_error err;
    assert_int_equal(pl_split_init(&s, rule, &err), 0);
    pl_str_clear(parts);
    for (uint32_t i = 0; i < n; i++) {
        pl_arena_reset(&m);
        pl_tree *t = numbered(&m, from + i, words);
        uint32_t part = pl_split_next(&s, t);
        pl_str_putc(parts, part == PL_NONE              ? '-'
                           : s.parts.at[part][0] == 't' ? s.parts.at[part][1]
                                                        : s.parts.at[part][0]);
    }
    pl_split_release(&s);
    pl_arena_release(&m);
}

static void splits(void **unused)
{
    (void)unused;
    static const struct {
        const char *rule, *parts; /* r train, e test, d dev */
    } cases[] = {
        {"train,dev,test=mod10", "edrrrrrrrredr"},
        {"train,dev,test=mod3", "edredredredre"},
        {"train,test=mod4", "errrerrrerrre"},
        {"tiger-hn08", "drrrrrrrredrr"}, /* sentences count from 1 there */
        {"train,dev,test=5,3,2", "rrrrrdddee---"},
        {"train,test=5,rest", "rrrrreeeeeeee"},
        {"train,dev,test=5+2,1+0,2", "rrrrr--dee---"},
        {"train,test=5+1,rest", "rrrrr-eeeeeee"},
        {"train=0", "-------------"},
        {"train,dev,test=2,0,rest", "rreeeeeeeeeee"},
    };
    pl_str parts = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        split(cases[i].rule, 0, 13, 3, &parts);
        assert_string_equal(parts.at, cases[i].parts);
    }
    pl_str_release(&parts);
}

/* The standard splits, every sentence of the corpus against the rule of the papers: by
 * its number, from 1 on, and its length. 'r' train, 'd' dev, 'e' test, '-' none. */
static char hall_and_nivre(uint32_t i)
{
    return i % 10 == 0 ? 'e' : i % 10 == 1 ? 'd' : 'r';
}

/* Dev and test are the last 10,000 of 50,474. */
static char maier(uint32_t i)
{
    bool is_excluded = i == 46234 || i == 50224;
    return is_excluded  ? '-'
           : i <= 40468 ? 'r'
           : i <= 40474 ? '-'
           : i <= 45474 ? 'd'
                        : 'e';
}

static char dubey_and_keller(uint32_t i)
{
    return i <= 18602 ? 'r' : i <= 19602 ? 'e' : i <= 20602 ? 'd' : '-';
}

static char maier_negra(uint32_t i)
{
    return i <= 14669 ? 'r' : i <= 14669 + 1833 ? 'd' : i <= 14669 + 2 * 1833 ? 'e' : '-';
}

static void standard_splits(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        uint32_t n_sentences, max_length;
        char (*part)(uint32_t i);
        uint32_t n_train, n_dev, n_test; /* Table 8 */
    } cases[] = {
        {"tiger-hn08", 50474, 0, hall_and_nivre, 40379, 5048, 5047},
        {"tiger-m15", 50474, 0, maier, 40468, 5000, 4998},
        {"negra-all", 20602, 0, dubey_and_keller, 18602, 1000, 1000},
        {"negra-30", 20602, 30, maier_negra, 14669, 1833, 1833},
    };
    pl_arena m = {0};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        pl_split s;
        pl_error err;
        uint32_t n_short = 0, n[128] = {0};
        assert_int_equal(pl_split_init(&s, cases[k].name, &err), 0);
        for (uint32_t i = 1; i <= cases[k].n_sentences; i++) {
            uint32_t n_words = i * 7919 % 33 + 1; /* 18,729 of up to 30 */
            bool is_short = cases[k].max_length == 0 || n_words <= cases[k].max_length;
            n_short += is_short;
            pl_arena_reset(&m);
            uint32_t part = pl_split_next(&s, numbered(&m, i, n_words));
            const char *name = part == PL_NONE ? "-" : s.parts.at[part];
            char got = *name == 't' ? name[1] : *name;
            char want = is_short ? cases[k].part(n_short) : '-';
            if (got != want)
                fail_msg("%s: sentence %u is in '%c', not '%c'", cases[k].name, i, got,
                         want);
            n[(unsigned char)got]++;
        }
        assert_int_equal(n['r'], cases[k].n_train);
        assert_int_equal(n['d'], cases[k].n_dev);
        assert_int_equal(n['e'], cases[k].n_test);
        assert_int_equal(s.n_unused, n['-']);
        pl_split_release(&s);
    }
    pl_arena_release(&m);
}

/* The two sentences go by their ids, also where sentences before them are missing. */
static void excluded_by_id(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_split s;
    pl_error err;
    assert_int_equal(pl_split_init(&s, "tiger-m15", &err), 0);
    for (uint32_t i = 1; i <= 46300; i++) {
        pl_arena_reset(&m);
        pl_tree *t = numbered(&m, i, 1);
        t->id = pl_arena_printf(&m, "s%u", i + 10);
        uint32_t part = pl_split_next(&s, t);
        if (i > 40474)
            assert_int_equal(part, i + 10 == 46234 ? PL_NONE : i <= 45474 ? 1 : 2);
    }
    pl_split_release(&s);
    pl_arena_release(&m);
}

static void bad_splits(void **unused)
{
    (void)unused;
    static const struct {
        const char *rule, *why;
    } bad[] = {
        {"nonsense", "no split of the name"},
        {"", "no split of the name"},
        {"train,dev,test=mod2", "at least 3"},
        {"train,dev=mod", "at least 2"},
        {"train,dev=mod10x", "at least 2"},
        {"train,train=mod10", "named twice"},
        {"train,,dev=mod10", "cannot be the name"},
        {"a/b,dev=mod10", "cannot be the name"},
        {"train,dev=10", "2 parts are named, but 1 sizes"},
        {"train,dev=rest,10", "rest can only come last"},
        {"train,dev=10,", "not a number"},
        {"train,dev=10,-1", "not a number"},
        {"train,dev=10+,1", "not a number"},
        {"train,dev=+1,1", "not a number"},
        {"train,dev=1+1+1,1", "not a number"},
        {"train,dev=1,99999999999999999999", "not a number"},
        {"train=1,2", "1 parts are named, but 2 sizes"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        pl_split s;
        pl_error err = {0};
        assert_int_equal(pl_split_init(&s, bad[i].rule, &err), -1);
        if (strstr(err.text, bad[i].why) == NULL || strstr(err.text, "split takes") == NULL)
            fail_msg("%s: %s", bad[i].rule, err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selections),      cmocka_unit_test(bad_arguments),
        cmocka_unit_test(samples),         cmocka_unit_test(splits),
        cmocka_unit_test(standard_splits), cmocka_unit_test(excluded_by_id),
        cmocka_unit_test(bad_splits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
