/* The parser of JSON, against jansson: what one accepts the other does, with the same
 * values. */
#include "format/json_value.h"

#include "base/hash.h"
#include "unit.h"

#include <jansson.h>
#include <string.h>

static bool same(const pl_json *a, const json_t *b);

static bool same_items(const pl_json *a, const json_t *b)
{
    for (uint32_t i = 0; i < a->n; i++)
        if (!same(&a->items[i], a->kind == PL_JSON_LIST
                                    ? json_array_get(b, i)
                                    : json_object_get(b, a->items[i].name)))
            return false;
    return true;
}

static bool same(const pl_json *a, const json_t *b)
{
    switch (a->kind) {
    case PL_JSON_NULL:
        return json_is_null(b);
    case PL_JSON_FALSE:
        return json_is_false(b);
    case PL_JSON_TRUE:
        return json_is_true(b);
    case PL_JSON_INTEGER:
        return json_is_integer(b) && json_integer_value(b) == a->integer;
    case PL_JSON_REAL:
        return json_is_real(b) && json_real_value(b) == a->real;
    case PL_JSON_STRING:
        return json_is_string(b) && strcmp(json_string_value(b), a->text) == 0;
    case PL_JSON_LIST:
        return json_is_array(b) && json_array_size(b) == a->n && same_items(a, b);
    case PL_JSON_OBJECT:
        return json_is_object(b) && json_object_size(b) == a->n && same_items(a, b);
    }
    return false;
}

static void compare(pl_json_stack *s, pl_arena *m, const char *text)
{
    json_error_t mistake;
    json_t *theirs = json_loadb(text, strlen(text), JSON_REJECT_DUPLICATES, &mistake);
    const pl_json *ours = pl_json_parse(s, m, text, strlen(text));
    if ((ours != NULL) != (theirs != NULL) || (ours != NULL && !same(ours, theirs)))
        fail_msg("%s: jansson %s", text, theirs != NULL ? "accepts it" : mistake.text);
    json_decref(theirs);
    pl_arena_reset(m);
}

static const char *const samples[] = {
    "{\"id\":\"7\",\"tokens\":[{\"id\":0,\"word\":\"a\\u00fc\\n\",\"head\":-1}],\"root\":"
    "2}",
    " [ 1 , -0 , 0.5e+3, 1E-2, -12.25 , 9223372036854775807, 123456789012345678 ] ",
    "[\"\\ud83d\\ude00\", \"\\\"\\\\\\/\\b\\f\\r\\t\", \"\xc3\xbc\", [], {}, [[{}]]]",
    "{\"a\":null,\"b\":true,\"word\":false,\"c\":{\"a\":1,\"d\":2,\"e\":3,\"f\":4,\"g\":"
    "5,"
    "\"h\":6,\"i\":7,\"j\":8,\"k\":9,\"tag\":10}}",
};

static void good_and_bad(void **unused)
{
    (void)unused;
    static const char *const more[] = {
        "",
        " ",
        "1",
        "\"a\"",
        "null",
        "[",
        "]",
        "{",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1}",
        "{]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "[] []",
        "[01]",
        "[-]",
        "[-01]",
        "[+1]",
        "[.5]",
        "[1.]",
        "[1.e1]",
        "[1e]",
        "[1e+]",
        "[1e400]",
        "[9223372036854775808]",
        "[-9223372036854775808]",
        "[-9223372036854775809]",
        "[1e-400]",
        "[nul]",
        "[nullx]",
        "[True]",
        "[\"\\x\"]",
        "[\"\\u12\"]",
        "[\"\\u0000\"]",
        "[\"\\ud800\"]",
        "[\"\\udc00\"]",
        "[\"\\ud800\\u0041\"]",
        "[\"\\uD7FF\\uffff\"]",
        "[\"\t\"]",
        "[\"\x01\"]",
        "[\"\x7f\"]",
        "[\"a",
        "[\"\\",
        "[\"\\u",
        "{\"\":1,\"\":2}",
        "{\"\":1}",
        "{\"word\":1,\"word\":2}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"a\":1}",
    };
    pl_json_stack s = {0};
    pl_arena m = {0};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        compare(&s, &m, samples[i]);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        compare(&s, &m, more[i]);
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

/* Bytes of samples are replaced, doubled and left out. */
static void damaged(void **unused)
{
    (void)unused;
    static const char bytes[] = "[]{}\",:\\u0d8e.+-nt1 \t";
    pl_json_stack s = {0};
    pl_arena m = {0};
    pl_rng rng = {11};
    for (int round = 0; round < 20000; round++) {
        char text[512];
        const char *sample =
            samples[pl_rng_below(&rng, sizeof samples / sizeof *samples)];
        size_t n = strlen(sample);
        memcpy(text, sample, n + 1);
        for (uint32_t k = pl_rng_below(&rng, 3) + 1; k > 0; k--) {
            size_t at = pl_rng_below(&rng, (uint32_t)n);
            if ((unsigned char)text[at] >= 0x80)
                continue;
            if (pl_rng_below(&rng, 3) == 0)
                memmove(text + at, text + at + 1, n-- - at);
            else
                text[at] = bytes[pl_rng_below(&rng, sizeof bytes - 1)];
        }
        compare(&s, &m, text);
    }
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

static void nesting(void **unused)
{
    (void)unused;
    char text[2 * 2050 + 1];
    pl_json_stack s = {0};
    pl_arena m = {0};
    for (size_t n = 2047; n <= 2049; n++) {
        memset(text, '[', n);
        memset(text + n, ']', n);
        text[2 * n] = '\0';
        compare(&s, &m, text);
    }
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

/* Every name is found by its key: no two share a place. */
static void keys(void **unused)
{
    (void)unused;
    pl_json_stack s = {0};
    pl_arena m = {0};
    for (unsigned k = 0; k < PL_JSON_OTHER_KEY; k++) {
        const char *text =
            pl_arena_printf(&m, "{\"x\":1,\"%s\":2}", pl_json_key_names[k]);
        const pl_json *object = pl_json_parse(&s, &m, text, strlen(text));
        assert_non_null(object);
        assert_int_equal(object->items[0].key, PL_JSON_OTHER_KEY);
        assert_int_equal(object->items[1].key, k);
        assert_int_equal(pl_json_get(object, k)->integer, 2);
        assert_null(pl_json_get(object, (k + 1) % PL_JSON_OTHER_KEY));
    }
    pl_json_stack_release(&s);
    pl_arena_release(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_and_bad),
        cmocka_unit_test(damaged),
        cmocka_unit_test(nesting),
        cmocka_unit_test(keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
