/* What a network learns from, of one sentence. */
#include "net_toy.h"

/* X over the words 0 and 2, Y over 1 and 3. */
static const char treebank[] = "#FORMAT 4\n"
                               "#BOS 1\n"
                               "a\t--\tA\tm1\tHD\t500\n"
                               "b\t--\tB\tm2\tHD\t501\n"
                               "c\t--\tA\tm1\tMO\t500\n"
                               "b\t--\tB\t--\tMO\t501\n"
                               "#500\t--\tX\t--\tF1\t502\n"
                               "#501\t--\tY\t--\tF2\t502\n"
                               "#502\t--\tZ\t--\t--\t0\n"
                               "#EOS 1\n";

static pl_tree *read_tree(pl_arena *m)
{
    pl_error err;
    pl_tree *t = NULL;
    pl_reader *r = pl_reader_new(pl_in_memory("t", treebank, strlen(treebank)),
                                 pl_format_find("export"), NULL, &err);
    assert_non_null(r);
    assert_int_equal(pl_reader_next(r, m, &t, &err), 1);
    pl_reader_close(r);
    return t;
}

static void has_all_answers(void **state)
{
    (void)state;
    pl_arena m = {0};
    pl_error err;
    pl_machine_options plain = {0};
    pl_machine *ml = pl_machine_new("ml-gap", &plain, &err);
    pl_tree *t = read_tree(&m);
    pl_gold_trees g = {.keep_functions = true};
    assert_int_equal(ml->ops->check(t, &err), 0);
    PL_PUSH(&g.trees, t);
    assert_int_equal(pl_gold_trees_mark(&g, "negra", &err), 0);
    assert_int_equal(pl_gold_trees_show(&g, ml, &err), 0);
    pl_gold_trees_show_functions(&g, true);
    pl_net_examples x;
    pl_net_examples_init(&x, ml);
    pl_net_census_tree(&x.census, t);
    assert_true(pl_net_examples_add(&x, t));
    const pl_net_example *e = &x.list.at[0];
    assert_int_equal(e->n_words, 4);
    /* "b" was seen twice and is known; forms seen once are not. */
    assert_true(e->words[0] == 0 && e->words[1] != 0 && e->words[3] == e->words[1]);
    assert_true(e->counts[0] == 1 && e->counts[1] == 2);
    assert_int_equal(e->spellings[1], e->spellings[3]);
    assert_string_equal(x.vocab.tags.at[e->tags[0]], "A");
    assert_string_equal(x.vocab.morphs.at[e->morphs[1]], "m2");
    assert_int_equal(e->morphs[3], 0); /* it has none */
    assert_string_equal(x.vocab.functions.at[e->functions[2]], "MO");
    /* The root has itself; Y depends on X, and its second word on its first. */
    assert_true(e->heads[0] == 0 && e->heads[1] == 0 && e->heads[2] == 0 &&
                e->heads[3] == 1);
    assert_string_equal(x.vocab.relations.at[e->relations[1]], "F2");
    assert_string_equal(x.vocab.relations.at[e->relations[2]], "MO");
    /* Four shifts, three merges and two gaps; a label, or none, after the first seven. */
    assert_int_equal(e->n_views[PL_NET_STRUCTURE], 9);
    assert_int_equal(e->n_views[PL_NET_LABELS], 7);
    uint32_t n_found = 0;
    for (uint32_t i = 0; i < 7; i++)
        if (e->node_functions[i] != PL_NONE)
            n_found |=
                strcmp(x.vocab.functions.at[e->node_functions[i]], "F1") == 0 ? 1 : 2;
    assert_int_equal(n_found, 3);
    pl_net_examples_release(&x);
    pl_gold_trees_release(&g);
    pl_machine_free(ml);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(has_all_answers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
