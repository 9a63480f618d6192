/* Building and changing sentences through pleach.h alone, and what every function does
 * with arguments that make no sense. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "pleach.h"

static const char *const words[] = {"Darüber", "muss", "nachgedacht", "werden"};
static const char *const tags[] = {"PROAV", "VMFIN", "VVPP", "VAINF"};

static void assert_tree(const pl_sentence *s, const char *want)
{
    pl_error error;
    char *text = pl_sentence_text(s, "discbracket", &error);
    if (text == NULL)
        fail_msg("%s", error.text);
    text[strcspn(text, "\n")] = '\0';
    assert_string_equal(text, want);
    pl_text_free(text);
}

/* (S (VP (VP 0 2) 3) 1); *inner and *outer are the two VPs. */
static pl_sentence *build(uint32_t *inner, uint32_t *outer)
{
    pl_error error;
    pl_sentence *s = pl_sentence_new(words, tags, 4, "S", &error);
    *inner = pl_sentence_add(s, "VP", (const uint32_t[]){0, 2}, 2, &error);
    *outer = pl_sentence_add(s, "VP", (const uint32_t[]){3, *inner}, 2, &error);
    return s;
}

static void builds(void **unused)
{
    (void)unused;
    uint32_t inner, outer;
    pl_sentence *s = build(&inner, &outer);
    assert_tree(s, "(S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) "
                   "(VMFIN 1=muss))");
    assert_int_equal(pl_sentence_gap_degree(s, inner), 1);
    assert_int_equal(pl_sentence_parent(s, inner), outer);
    uint32_t root = pl_sentence_root(s);
    uint32_t top = pl_sentence_add(s, "ROOT", &root, 1, NULL);
    assert_int_equal(pl_sentence_root(s), top);
    assert_int_equal(pl_sentence_parent(s, root), top);
    assert_int_equal(pl_sentence_nodes(s), 8);
    pl_sentence_free(s);

    s = pl_sentence_new(words, NULL, 2, NULL, NULL);
    assert_int_equal(pl_sentence_root(s), PL_NONE);
    assert_null(pl_sentence_label(s, 0));
    root = pl_sentence_add(s, "S", (const uint32_t[]){1, 0}, 2, NULL);
    assert_int_equal(pl_sentence_root(s), root);
    pl_sentence_free(s);
    s = pl_sentence_new(NULL, NULL, 0, "S", NULL);
    assert_int_equal(pl_sentence_nodes(s), 0);
    pl_sentence_free(s);
}

static void keeps_heads(void **unused)
{
    (void)unused;
    pl_sentence *s = pl_sentence_new(words, tags, 4, "S", NULL);
    uint32_t root = pl_sentence_root(s);
    assert_int_equal(pl_sentence_set_head_child(s, root, 2, NULL), 0);
    uint32_t vp = pl_sentence_add(s, "VP", (const uint32_t[]){0, 2}, 2, NULL);
    assert_int_equal(pl_sentence_head_child(s, root), vp);
    assert_int_equal(pl_sentence_head_child(s, vp), 2);
    assert_int_equal(pl_sentence_remove(s, vp, NULL), 0);
    assert_int_equal(pl_sentence_head_child(s, root), 2);
    assert_int_equal(pl_sentence_set_head_child(s, root, PL_NONE, NULL), 0);
    assert_int_equal(pl_sentence_head_child(s, root), PL_NONE);
    pl_sentence_free(s);
}

static void moves(void **unused)
{
    (void)unused;
    uint32_t inner, outer;
    pl_sentence *s = build(&inner, &outer);
    assert_int_equal(pl_sentence_move(s, 1, inner, NULL), 1);
    assert_tree(s, "(S (VP (VP (PROAV 0=Darüber) (VMFIN 1=muss) (VVPP 2=nachgedacht)) "
                   "(VAINF 3=werden)))");
    assert_int_equal(pl_sentence_parent(s, 1), inner);
    /* Constituents without words go. */
    uint32_t up = pl_sentence_add(s, "X", (const uint32_t[]){3}, 1, NULL);
    assert_int_equal(pl_sentence_move(s, 3, inner, NULL), 3);
    assert_int_equal(pl_sentence_nodes(s), up);
    assert_tree(s, "(S (VP (VP (PROAV 0=Darüber) (VMFIN 1=muss) (VVPP 2=nachgedacht) "
                   "(VAINF 3=werden))))");
    /* The number of a constituent that moves is the one it has afterwards. */
    uint32_t y = pl_sentence_add(s, "Y", (const uint32_t[]){0}, 1, NULL);
    uint32_t z = pl_sentence_add(s, "Z", &y, 1, NULL);
    y = pl_sentence_move(s, y, pl_sentence_root(s), NULL);
    assert_string_equal(pl_sentence_label(s, y), "Y");
    assert_int_equal(pl_sentence_nodes(s), z);
    assert_int_equal(pl_sentence_parent(s, y), pl_sentence_root(s));
    pl_sentence_free(s);
}

static void removes(void **unused)
{
    (void)unused;
    uint32_t inner, outer;
    pl_error error;
    pl_sentence *s = build(&inner, &outer);
    assert_int_equal(pl_sentence_remove(s, pl_sentence_root(s), &error), -1);
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    assert_int_equal(pl_sentence_remove(s, outer, &error), 0);
    assert_tree(s, "(S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss) "
                   "(VAINF 3=werden))");
    assert_int_equal(pl_sentence_remove(s, pl_sentence_parent(s, 0), &error), 0);
    assert_int_equal(pl_sentence_nodes(s), 5);
    assert_int_equal(pl_sentence_remove(s, 4, &error), 0);
    assert_int_equal(pl_sentence_root(s), PL_NONE);
    assert_int_equal(pl_sentence_nodes(s), 4);
    uint32_t root = pl_sentence_add(s, "S", (const uint32_t[]){0, 1, 2, 3}, 4, &error);
    pl_sentence_add(s, "TOP", &root, 1, &error);
    assert_int_equal(pl_sentence_remove(s, pl_sentence_root(s), &error), 0);
    assert_string_equal(pl_sentence_label(s, pl_sentence_root(s)), "S");
    pl_sentence_free(s);
}

static void sets_fields(void **unused)
{
    (void)unused;
    uint32_t inner, outer;
    pl_sentence *s = build(&inner, &outer);
    static const struct {
        pl_node_field field;
        const char *(*get)(const pl_sentence *s, uint32_t node);
    } fields[] = {
        {PL_FIELD_LABEL, pl_sentence_label},
        {PL_FIELD_FUNCTION, pl_sentence_function},
        {PL_FIELD_LEMMA, pl_sentence_lemma},
        {PL_FIELD_MORPHOLOGY, pl_sentence_morphology},
        {PL_FIELD_RELATION, pl_sentence_relation},
        {PL_FIELD_WORD, pl_sentence_word},
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        char text[] = "text";
        assert_int_equal(pl_sentence_set(s, 1, fields[i].field, text, NULL), 0);
        text[0] = 'x'; /* it was copied */
        assert_string_equal(fields[i].get(s, 1), "text");
        assert_int_equal(pl_sentence_set(s, 1, fields[i].field, NULL, NULL),
                         fields[i].field == PL_FIELD_WORD ? -1 : 0);
        bool word_only = i >= 4;
        assert_int_equal(pl_sentence_set(s, inner, fields[i].field, "t", NULL),
                         word_only ? -1 : 0);
    }
    assert_int_equal(pl_sentence_set(s, inner, PL_FIELD_LABEL, NULL, NULL), -1);
    assert_int_equal(pl_sentence_set(s, inner, PL_FIELD_LABEL, "", NULL), -1);
    assert_int_equal(pl_sentence_set(s, inner, PL_FIELD_LABEL, "\xff", NULL), -1);
    assert_int_equal(pl_sentence_set(s, 99, PL_FIELD_LABEL, "X", NULL), -1);
    assert_int_equal(pl_sentence_set(s, 0, (pl_node_field)99, "X", NULL), -1);
    assert_int_equal(pl_sentence_set(s, 99, PL_FIELD_ID, "s1", NULL), 0);
    assert_string_equal(pl_sentence_id(s), "s1");
    pl_sentence_free(s);
}

static void sets_heads(void **unused)
{
    (void)unused;
    pl_sentence *s = pl_sentence_new(words, tags, 4, NULL, NULL);
    pl_error error;
    static const uint32_t heads[] = {2, PL_ROOT_HEAD, 3, 1};
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(pl_sentence_set_head(s, i, heads[i], NULL), 0);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(pl_sentence_head(s, i), heads[i]);
    char *text = pl_sentence_text(s, "conllx", &error);
    assert_non_null(strstr(text, "\t3\t"));
    pl_text_free(text);
    assert_int_equal(pl_sentence_set_head(s, 0, 0, &error), -1);
    assert_int_equal(pl_sentence_set_head(s, 0, 4, &error), -1);
    assert_int_equal(pl_sentence_set_head(s, 4, 0, &error), -1);
    assert_int_equal(pl_sentence_set_head(s, 1, 0, &error), 0); /* a cycle can be drawn */
    for (size_t i = 0; pl_format_name(i) != NULL; i++)
        pl_text_free(pl_sentence_text(s, pl_format_name(i), NULL));
    pl_text_free(pl_sentence_draw(s, "svg", NULL));
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(pl_sentence_set_head(s, i, PL_NONE, NULL), 0);
    assert_int_equal(pl_sentence_head(s, 0), PL_NONE);
    pl_sentence_free(s);
}

static void refuses(void **unused)
{
    (void)unused;
    uint32_t inner, outer;
    pl_error error;
    pl_sentence *s = build(&inner, &outer);
    static const struct {
        uint32_t children[2], n;
        const char *why;
    } cases[] = {
        {{0}, 0, "a constituent needs children"},
        {{1, 1}, 2, "node 1 is given twice"},
        {{0, 1}, 2, "nodes 0 and 1 have different parents"},
        {{99}, 1, "there is no node 99"},
        {{PL_NONE}, 1, "there is no node 4294967295"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(pl_sentence_add(s, "X", cases[i].children, cases[i].n, &error),
                         PL_NONE);
        assert_string_equal(error.text, cases[i].why);
        assert_int_equal(error.code, PL_BAD_ARGUMENT);
    }
    assert_int_equal(pl_sentence_add(s, NULL, (const uint32_t[]){1}, 1, &error), PL_NONE);
    assert_int_equal(pl_sentence_add(s, "X", NULL, 1, &error), PL_NONE);
    assert_int_equal(pl_sentence_move(s, outer, inner, &error), PL_NONE);
    assert_string_equal(error.text, "node 6 cannot be moved below itself");
    assert_int_equal(pl_sentence_move(s, pl_sentence_root(s), inner, &error), PL_NONE);
    assert_int_equal(pl_sentence_move(s, 1, 2, &error), PL_NONE);
    assert_string_equal(error.text, "node 2 is a word, not a constituent");
    assert_int_equal(pl_sentence_remove(s, 0, &error), -1);
    assert_int_equal(pl_sentence_set_head_child(s, inner, 1, &error), -1);
    assert_int_equal(pl_sentence_set_head_child(s, inner, 99, &error), -1);
    assert_int_equal(pl_sentence_set_head_child(s, 0, 1, &error), -1);
    assert_null(pl_sentence_new(words, tags, 4, "", &error));
    assert_null(pl_sentence_new(NULL, tags, 4, "S", &error));
    assert_null(pl_sentence_new((const char *const[]){"a", NULL}, NULL, 2, "S", &error));
    assert_string_equal(error.text, "word 2 is empty");
    pl_sentence_free(s);
    s = pl_sentence_new(words, tags, 4, NULL, NULL);
    assert_int_equal(pl_sentence_add(s, "X", (const uint32_t[]){1}, 1, &error), PL_NONE);
    assert_string_equal(error.text, "the first constituent must be over all 4 words");
    pl_sentence_free(s);
}

static void transforms(void **unused)
{
    (void)unused;
    uint32_t inner, outer;
    pl_error error;
    pl_sentence *s = build(&inner, &outer);
    pl_sentence *t = pl_sentence_transform(
        s, (const char *const[]){"heads=negra", "binarize=sr-gap", "unbinarize"}, 3,
        &error);
    char *before = pl_sentence_text(s, "discbracket", NULL);
    before[strcspn(before, "\n")] = '\0';
    assert_tree(t, before);
    pl_sentence_free(t);
    t = pl_sentence_transform(s, (const char *const[]){"raise"}, 1, &error);
    if (t != NULL)
        assert_int_equal(pl_sentence_gap_degree(t, pl_sentence_parent(t, 0)), 0);
    pl_sentence_free(t);
    assert_null(
        pl_sentence_transform(s, (const char *const[]){"max-length=3"}, 1, &error));
    assert_int_equal(error.code, PL_OK);
    t = pl_sentence_transform(s, (const char *const[]){"sample=1"}, 1, &error);
    assert_tree(t, before);
    pl_sentence_free(t);
    t = pl_sentence_transform(s, NULL, 0, &error);
    assert_tree(t, before);
    pl_sentence_free(t);
    static const char *const bad[] = {"nonsense", "max-length", "unbinarize=1",
                                      "",         "=",          NULL};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(pl_sentence_transform(s, &bad[i], 1, &error));
        assert_int_equal(error.code, PL_BAD_ARGUMENT);
    }
    assert_null(pl_sentence_transform(s, NULL, 1, &error));
    assert_null(pl_sentence_transform(NULL, NULL, 0, &error));
    pl_text_free(before);
    pl_sentence_free(s);
}

/* NULL in the place of every object and every text. */
static void nothing_given(void **unused)
{
    (void)unused;
    pl_error error;
    const pl_sentence *c;
    uint32_t inner, outer, n;
    pl_sentence *s = build(&inner, &outer);
    assert_null(pl_sentence_copy(NULL));
    assert_int_equal(pl_sentence_length(NULL), 0);
    assert_int_equal(pl_sentence_nodes(NULL), 0);
    assert_int_equal(pl_sentence_root(NULL), PL_NONE);
    assert_null(pl_sentence_id(NULL));
    assert_null(pl_sentence_raw(NULL));
    assert_null(pl_sentence_word(NULL, 0));
    assert_null(pl_sentence_label(NULL, 0));
    assert_null(pl_sentence_function(NULL, 0));
    assert_null(pl_sentence_lemma(NULL, 0));
    assert_null(pl_sentence_morphology(NULL, 0));
    assert_null(pl_sentence_relation(NULL, 0));
    assert_int_equal(pl_sentence_place(NULL, 0, NULL, NULL), -1);
    assert_int_equal(pl_sentence_parent(NULL, 0), PL_NONE);
    assert_int_equal(pl_sentence_first_child(NULL, 0), PL_NONE);
    assert_int_equal(pl_sentence_next_sibling(NULL, 0), PL_NONE);
    assert_int_equal(pl_sentence_head_child(NULL, 0), PL_NONE);
    assert_int_equal(pl_sentence_head(NULL, 0), PL_NONE);
    assert_int_equal(pl_sentence_gap_degree(NULL, 0), 0);
    assert_int_equal(pl_sentence_yield(NULL, 0, &n, 1), 0);
    assert_int_equal(pl_sentence_yield(s, inner, NULL, 5), 2);
    assert_int_equal(pl_sentence_yield(s, 0, NULL, 5), 1);
    assert_int_equal(pl_sentence_add(NULL, "X", &n, 1, &error), PL_NONE);
    assert_int_equal(pl_sentence_move(NULL, 0, 0, &error), PL_NONE);
    assert_int_equal(pl_sentence_remove(NULL, 0, &error), -1);
    assert_int_equal(pl_sentence_set(NULL, 0, PL_FIELD_ID, "x", &error), -1);
    assert_int_equal(pl_sentence_set_head(NULL, 0, 0, &error), -1);
    assert_int_equal(pl_sentence_set_head_child(NULL, 0, 0, &error), -1);
    assert_null(pl_sentence_text(s, NULL, &error));
    assert_string_equal(error.text, "the format is missing: the argument is NULL");
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    assert_null(pl_sentence_text(NULL, "export", &error));
    assert_null(pl_sentence_draw(s, NULL, &error));
    assert_null(pl_sentence_draw(NULL, "text", &error));
    assert_null(pl_treebank_open(NULL, NULL, &error));
    assert_null(pl_treebank_open(NULL, NULL, NULL));
    assert_null(pl_treebank_from_memory(NULL, 10, NULL, &error));
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    pl_treebank *in = pl_treebank_from_memory(NULL, 0, "discbracket", &error);
    assert_int_equal(pl_treebank_transform(in, NULL, NULL, &error), -1);
    assert_int_equal(pl_treebank_transform(NULL, "punct", "move", &error), -1);
    assert_int_equal(pl_treebank_next(in, NULL, &error), -1);
    assert_int_equal(pl_treebank_next(NULL, &c, &error), -1);
    assert_int_equal(pl_treebank_next(in, &c, &error), 0);
    pl_treebank_close(in);
    assert_null(pl_output_open(NULL, "export", &error));
    assert_null(pl_output_open("/dev/null", NULL, &error));
    assert_int_equal(pl_output_put(NULL, s, &error), -1);
    pl_output *out = pl_output_open("/dev/null", "export", &error);
    assert_int_equal(pl_output_put(out, NULL, &error), -1);
    assert_int_equal(pl_output_close(out, &error), 0);
    pl_sentence_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds),        cmocka_unit_test(keeps_heads),
        cmocka_unit_test(moves),         cmocka_unit_test(removes),
        cmocka_unit_test(sets_fields),   cmocka_unit_test(sets_heads),
        cmocka_unit_test(refuses),       cmocka_unit_test(transforms),
        cmocka_unit_test(nothing_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
