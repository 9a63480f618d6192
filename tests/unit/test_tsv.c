/* Tables: what each format of trees becomes, and that nothing breaks a row. */
#include "format/writer.h"

#include "unit.h"

#include <string.h>

static const char header[] = "sentence\tid\tnode\tparent\tlabel\tfunction\tword\tlemma\tcoarse\tmorph\thead\t"
                             "relation\tfirst\tlast\tblocks\n";

static const struct {
    const char *format, *text, *rows;
} cases[] = {
    {"discbracket", "(S (VP (A 0=a) (V 2=c)) (M 1=b))\n",
     "1\t\t1\t5\tA\t\ta\t\t\t\t\t\t1\t1\t1\n1\t\t2\t4\tM\t\tb\t\t\t\t\t\t2\t2\t1\n"
     "1\t\t3\t5\tV\t\tc\t\t\t\t\t\t3\t3\t1\n1\t\t4\t0\tS\t\t\t\t\t\t\t\t1\t3\t1\n"
     "1\t\t5\t4\tVP\t\t\t\t\t\t\t\t1\t3\t2\n"},
    {"conllu",
     "# sent_id = x\n1\ta\tA\tDET\tDT\tF=1\t2\tdet\t_\t_\n2\tb\tB\tNOUN\t_\t_\t0\troot\t_\t_\n\n",
     "1\tx\t1\t\tDT\t\ta\tA\tDET\tF=1\t2\tdet\t1\t1\t1\n1\tx\t2\t\t\t\tb\tB\tNOUN\t\t0\troot\t2\t2\t1\n"},
    {"tokens", "a\n\nb\n", "1\t\t1\t\t\t\ta\t\t\t\t\t\t1\t1\t1\n2\t\t1\t\t\t\tb\t\t\t\t\t\t1\t1\t1\n"},
    {"json", "{\"tokens\": [{\"id\": 0, \"word\": \"a\\tb\\n\"}]}\n", "1\t\t1\t\t\t\ta b \t\t\t\t\t\t1\t1\t1\n"},
    {"tokens", "", ""},
};

static void tables(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_str out = {0}, want = {0};
        pl_arena arena = {0};
        pl_error err;
        pl_tree *t;
        pl_reader *r = pl_reader_new(pl_in_memory("x", cases[i].text, strlen(cases[i].text)),
                                     pl_format_find(cases[i].format), NULL, &err);
        pl_writer *w = pl_writer_new(pl_out_memory(&out), pl_format_find("tsv"), NULL, &err);
        while (pl_reader_next(r, &arena, &t, &err) > 0)
            assert_int_equal(pl_writer_put(w, t, &err), 0);
        assert_int_equal(w->n_changed, strstr(cases[i].text, "\\t") != NULL);
        assert_int_equal(pl_writer_close(w, &err), 0);
        pl_reader_close(r);
        pl_str_puts(&want, header);
        pl_str_puts(&want, cases[i].rows);
        assert_string_equal(pl_str_text(&out), pl_str_text(&want));
        pl_str_release(&out);
        pl_str_release(&want);
        pl_arena_release(&arena);
    }
}

/* An extension names its format. */
static void names(void **unused)
{
    (void)unused;
    assert_ptr_equal(pl_format_find("jsonl"), &pl_format_json);
    assert_ptr_equal(pl_format_find("tsv"), &pl_format_tsv);
    assert_ptr_equal(pl_format_find("xml"), &pl_format_tigerxml);
    assert_ptr_equal(pl_format_find("text"), &pl_format_text);
    assert_null(pl_format_find(""));
    assert_null(pl_format_find("js"));
    assert_null(pl_format_find("json .jsonl"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables), cmocka_unit_test(names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
