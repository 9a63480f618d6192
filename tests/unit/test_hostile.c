/* Trees with hostile texts in every format that can be written and read; see hostile.h for the conditions.
 * With PLEACH_HOSTILE=FOLDER the files are kept there, so that other programs can read them. */
#include "unit.h"

#include "hostile_check.h"

enum { N_ROUNDS = 4000, MOST_SHOWN = 5, MOST_FILES = 200 };

static void keep_file(const pl_format *f, uint64_t seed, const pl_str *text)
{
    const char *folder = getenv("PLEACH_HOSTILE");
    char path[1000];
    if (folder == NULL)
        return;
    snprintf(path, sizeof path, "%s/%03u.%s", folder, (unsigned)seed, f->name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(pl_str_text(text), 1, text->n, file), text->n);
    assert_int_equal(fclose(file), 0);
}

typedef struct tally {
    size_t n_same, n_refused, n_changed, n_bad;
} tally;

static void try_one(const pl_format *f, uint64_t seed, tally *counts)
{
    pl_arena m = {0};
    pl_str text = {0};
    hostile h = {.rng = {seed}, .m = &m, .empty = may_be_empty(f)};
    hostile_bank b = hostile_trees(&h);
    for (size_t i = 0; i < b.n && seed % 2 == 1; i++)
        strip_tree(b.at[i], f);
    outcome o = check_bank(&m, f, &b, &text);
    counts->n_refused += o.refused;
    counts->n_changed += o.changed;
    counts->n_same += !o.refused && !o.changed;
    if (o.wrong != NULL && counts->n_bad++ < MOST_SHOWN)
        print_message("%s, seed %llu: %s\n%s\n", f->name, (unsigned long long)seed,
                      o.wrong, pl_str_text(&text));
    if (!o.refused)
        keep_file(f, seed, &text);
    pl_str_release(&text);
    pl_arena_release(&m);
}

static void what_is_written_is_read(void **unused)
{
    (void)unused;
    size_t n_bad = 0;
    for (const pl_format *const *f = pl_formats; *f != NULL; f++) {
        tally counts = {0};
        if ((*f)->read == NULL || (*f)->write == NULL || *f == &pl_format_text)
            continue;
        uint64_t n = getenv("PLEACH_HOSTILE") != NULL ? MOST_FILES : N_ROUNDS;
        for (uint64_t seed = 0; seed < n; seed++)
            try_one(*f, seed, &counts);
        print_message(
            "%s: %zu the same, %zu refused, %zu said to be changed, %zu wrong\n",
            (*f)->name, counts.n_same, counts.n_refused, counts.n_changed, counts.n_bad);
        n_bad += counts.n_bad;
    }
    assert_int_equal(n_bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
