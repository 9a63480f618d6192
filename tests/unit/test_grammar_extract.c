/* From trees to a grammar file: what the grammar says about itself and its trees. */
#include "trees.h"

#include "grammar/grammar_extract.h"
#include "grammar/cascade.h"

#include <unistd.h>

typedef struct wanted {
    const char *kind;
    bool unknown_words;
    const char *transforms[3][2]; /* name, argument */
    const char *tree;
    const char *about, *steps, *undo; /* lines of about from the first file on */
} wanted;

static void check_file(const wanted *w, const char *path)
{
    pl_error err;
    pl_cascade c;
    pl_sections *file = pl_sections_open(path, &err);
    assert_non_null(file);
    assert_int_equal(pl_cascade_load(&c, file, &err), 0);
    pl_sections_close(file);
    const char *train = strstr(c.about.at, "train: ");
    assert_string_equal(train, w->about);
    assert_string_equal(pl_str_text(&c.steps), w->steps);
    assert_string_equal(pl_str_text(&c.undo), w->undo);
    assert_int_equal(c.use_rare, w->unknown_words);
    assert_int_equal(c.rare.rare, w->unknown_words ? 2 : PL_RARE_COUNT);
    assert_int_equal(c.rare.open, PL_OPEN_WORDS);
    pl_cascade_release(&c);
}

static void extract(const wanted *w)
{
    char path[] = "/tmp/pleach-extract-XXXXXX";
    pl_arena m = {0};
    pl_error err;
    pl_extraction x = {0};
    pl_extract_options options = {.kind = pl_grammar_kind_find(w->kind),
                                  .unknown_words = w->unknown_words,
                                  .rare = w->unknown_words ? 2 : UINT32_MAX,
                                  .open = UINT32_MAX};
    close(mkstemp(path));
    pl_extraction_file(&x, "some/where/bank.export");
    for (int i = 0; i < 3 && w->transforms[i][0] != NULL; i++)
        pl_extraction_transform(&x, w->transforms[i][0], w->transforms[i][1]);
    pl_extraction_start(&x, &options);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pl_extraction_add(&x, tree_of(&m, w->tree), &err), 0);
    if (pl_extraction_save(&x, path, 1, &err) < 0)
        fail_msg("%s", err.text);
    pl_extraction_release(&x);
    check_file(w, path);
    unlink(path);
    pl_arena_release(&m);
}

static void files(void **unused)
{
    (void)unused;
    static const wanted cases[] = {
        {.kind = "plcfrs",
         .tree = "(S (A 0=a) (B 1=b))",
         .about = "train: bank.export\n",
         .steps = "",
         .undo = ""},
        /* a wide node is binarized after all transforms, so that is undone first */
        {.kind = "2dop",
         .unknown_words = true,
         .transforms = {{"unary", "collapse"}, {"split-states", "punct"}},
         .tree = "(S (A 0=a) (B 1=b) (C 2=c))",
         .about = "train: bank.export\n"
                  "transforms: --unary collapse --split-states punct\n"
                  "binarized: right, h=1, v=1\n",
         .steps = "unary=collapse split-states=punct",
         .undo = "unbinarize merge-states unary=restore"},
        /* one that was binarized before it came */
        {.kind = "split-pcfg",
         .tree = "(S (A 0=a) (S|<B,C> (B 1=b) (C 2=c)))",
         .about = "train: bank.export\n",
         .steps = "",
         .undo = "unbinarize"},
        /* transforms that leave trees out are no part of the grammar */
        {.kind = "plcfrs",
         .transforms = {{"max-length", "40"}, {"binarize", "right"}},
         .tree = "(S (A 0=a) (S|<B,C> (B 1=b) (C 2=c)))",
         .about = "train: bank.export\ntransforms: --max-length 40 --binarize right\n",
         .steps = "binarize=right",
         .undo = "unbinarize"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        extract(&cases[i]);
}

static void text(void **unused)
{
    (void)unused;
    char folder[] = "/tmp/pleach-extract-XXXXXX", path[64];
    pl_arena m = {0};
    pl_error err;
    pl_extraction x = {0};
    pl_extract_options options = {.kind = pl_grammar_kind_find("2dop"), .text = true};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/g", folder);
    pl_extraction_start(&x, &options);
    for (int i = 0; i < 2; i++)
        assert_int_equal(
            pl_extraction_add(&x, tree_of(&m, "(S (A 0=a) (B 1=b) (C 2=c))"), &err), 0);
    assert_int_equal(pl_extraction_save(&x, path, 1, &err), 0);
    assert_int_equal(x.n_binarized, 0);
    assert_int_equal(x.cascade.n, 1);
    pl_extraction_release(&x);
    static const char *const extensions[] = {"rules", "lex"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/g.%s", folder, extensions[i]);
        assert_int_equal(unlink(path), 0);
    }
    rmdir(folder);
    pl_arena_release(&m);
}

static void no_trees(void **unused)
{
    (void)unused;
    pl_error err;
    pl_extraction x = {0};
    pl_extract_options options = {.kind = pl_grammar_kind_find("plcfrs")};
    pl_extraction_start(&x, &options);
    assert_int_equal(pl_extraction_save(&x, "/dev/null", 1, &err), -1);
    assert_string_equal(err.text, "there are no trees to read a grammar off");
    pl_extraction_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(text),
        cmocka_unit_test(no_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
