/* Counts by label, tag, gap and length: known cases, and sums equal to the whole. */
#include "eval/details.h"
#include "trees.h"

static const pl_eval_row *find_label(const pl_eval *e, const pl_details *d,
                                         const char *name)
{
    for (size_t i = 0; i < d->labels.n; i++)
        if (strcmp(e->labels.names.at[d->labels.at[i].name], name) == 0)
            return &d->labels.at[i];
    fail_msg("no label %s", name);
    return NULL;
}

static void known_case(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_eval_params params;
    pl_eval e;
    pl_details d = {0};
    pl_error err;
    pl_eval_params_init(&params);
    pl_eval_init(&e, &params);
    /* VP covers 0, 2, 5: two gaps of three words together; PP is taken for NP */
    const char *gold = "(S (VP (A 0=a) (A 2=c) (A 5=f)) (B 1=b) (PP (B 3=d) (C 4=e)))";
    const char *candidate =
        "(S (VP (A 0=a) (A 2=c) (B 5=f)) (B 1=b) (NP (B 3=d) (C 4=e)))";
    assert_int_equal(pl_eval_add(&e, tree_of(&m, gold), tree_of(&m, candidate), &err), 0);
    pl_details_add(&d, &e);
    pl_details_finish(&d);
    assert_int_equal(d.labels.n, 4);
    const pl_eval_row *vp = find_label(&e, &d, "VP"), *pp = find_label(&e, &d, "PP");
    assert_int_equal(vp->disc.matched, 1);
    assert_int_equal(pp->all.gold, 1);
    assert_int_equal(pp->all.matched, 0);
    assert_int_equal(find_label(&e, &d, "NP")->all.candidate, 1);
    assert_int_equal(d.gap_degree[0].gold, 2);
    assert_int_equal(d.gap_degree[2].matched, 1);
    assert_int_equal(d.gap_length[2].matched, 1); /* 3-4 words */
    assert_int_equal(d.label_confusions.n, 1);
    assert_string_equal(e.labels.names.at[d.label_confusions.at[0].gold], "PP");
    assert_string_equal(e.labels.names.at[d.label_confusions.at[0].candidate],
                        "NP");
    assert_int_equal(d.tag_confusions.n, 1);
    assert_string_equal(e.labels.names.at[d.tag_confusions.at[0].gold], "A");
    assert_int_equal(d.by_length[0].sentences, 1);
    pl_details_release(&d);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

static void add(pl_counts *to, const pl_counts *from)
{
    to->gold += from->gold;
    to->candidate += from->candidate;
    to->matched += from->matched;
}

static void same(const pl_counts *a, const pl_counts *b)
{
    assert_int_equal(a->gold, b->gold);
    assert_int_equal(a->candidate, b->candidate);
    assert_int_equal(a->matched, b->matched);
}

static void parts_sum_to_the_whole(void **unused)
{
    (void)unused;
    pl_arena m = {0};
    pl_rng rng = {21};
    pl_eval_params params;
    pl_eval e;
    pl_details d = {0};
    pl_error err;
    pl_counts labels = {0}, disc = {0}, degrees = {0}, gaps = {0}, lengths = {0},
              tags = {0};
    pl_eval_params_init(&params);
    pl_intern_add(&params.delete_label, "$,");
    pl_eval_init(&e, &params);
    for (int round = 0; round < 500; round++) {
        uint32_t n = 1 + pl_rng_below(&rng, 25);
        pl_arena_reset(&m);
        pl_tree *a = random_tree(&m, &rng, n), *b = random_tree(&m, &rng, n);
        assert_int_equal(pl_eval_add(&e, a, round % 10 == 0 ? NULL : b, &err), 0);
        pl_details_add(&d, &e);
    }
    pl_details_finish(&d);
    for (size_t i = 0; i < d.labels.n; i++) {
        add(&labels, &d.labels.at[i].all);
        add(&disc, &d.labels.at[i].disc);
        assert_true(i == 0 || d.labels.at[i - 1].all.gold >= d.labels.at[i].all.gold);
    }
    for (size_t i = 0; i < PL_GAP_DEGREES; i++)
        add(&degrees, &d.gap_degree[i]);
    for (size_t i = 0; i < PL_GAP_LENGTHS; i++)
        add(&gaps, &d.gap_length[i]);
    for (size_t i = 0; i < PL_LENGTH_BINS; i++)
        add(&lengths, &d.by_length[i].brackets);
    for (size_t i = 0; i < d.tags.n; i++)
        add(&tags, &d.tags.at[i].all);
    same(&labels, &e.all.brackets);
    same(&degrees, &e.all.brackets);
    same(&lengths, &e.all.brackets);
    same(&disc, &e.all.disc);
    same(&gaps, &e.all.disc);
    assert_int_equal(tags.gold, e.all.tags);
    assert_int_equal(tags.matched, e.all.right_tags);
    pl_details_release(&d);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_case),
        cmocka_unit_test(parts_sum_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
