/* Marks before numbers: taken out of the output, their places kept, read and cut. */
#include "base/counted.h"
#include "base/out.h"

#include "unit.h"

#include <string.h>
#include <unistd.h>

/* The text of each place, as "kind@place". */
static void list_places(const char *path, pl_str *out)
{
    pl_error err;
    pl_in *in = pl_in_open_part(path, SIZE_MAX, &err);
    size_t at = 0;
    pl_counted kind;
    int got;
    assert_non_null(in);
    while ((got = pl_place_next(in, &at, &kind, &err)) > 0)
        pl_str_printf(out, "%c@%zu ", PL_COUNTED[kind], at);
    assert_int_equal(got, 0);
    pl_in_close(in);
}

static void marks_are_taken(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *plain;
        size_t offset;
        const char *places; /* as numbers */
    } rows[] = {
        {"", "", 0, ""},
        {"a 1", "a 1", 0, ""},
        {"a " PL_MARK "w1 b", "a 1 b", 0, "8"},
        {PL_MARK "c12:" PL_MARK "c30", "12:30", 100, "403 15"},
        {PL_MARK "x1 " PL_MARK "w " PL_MARK, PL_MARK "x1 " PL_MARK "w " PL_MARK, 0, ""},
        {"\xf4\x8f\xbf\xbd " PL_MARK "r7", "\xf4\x8f\xbf\xbd 7", 0, "22"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pl_str text = {0}, places = {0}, found = {0};
        size_t last = 0;
        pl_str_puts(&text, rows[i].text);
        pl_marks_take(&text, rows[i].offset, &last, &places);
        assert_int_equal(text.n, strlen(rows[i].plain));
        assert_memory_equal(pl_str_text(&text), rows[i].plain, text.n);
        for (size_t k = 0; k < places.n; k++) {
            unsigned n = 0, shift = 0;
            for (;; shift += 7) {
                n |= (unsigned)(places.at[k] & 0x7f) << shift;
                if (!(places.at[k] & 0x80))
                    break;
                k++;
            }
            pl_str_printf(&found, "%s%u", found.n > 0 ? " " : "", n);
        }
        assert_string_equal(pl_str_text(&found), rows[i].places);
        pl_str_release(&text);
        pl_str_release(&places);
        pl_str_release(&found);
    }
}

static void places_are_written_and_cut(void **unused)
{
    (void)unused;
    char path[] = "/tmp/counted-XXXXXX";
    pl_str places = {0}, found = {0};
    pl_error err;
    size_t n, last;
    close(mkstemp(path));
    pl_str_printf(&places, "%s.numbers", path);
    pl_out *out = pl_out_open(path, &err);
    pl_out_take_marks(out, places.at, 0);
    for (unsigned i = 0; i < 100000; i++)
        pl_out_printf(out, "%s%u\n", pl_counted_mark(PL_COUNTED_WRITTEN, i % 50000 == 1), i % 10);
    assert_int_equal(pl_out_offset(out), 200000);
    assert_int_equal(pl_out_close(out, &err), 0);
    list_places(places.at, &found);
    assert_string_equal(found.at, "w@2 w@100002 ");
    assert_int_equal(pl_places_cut(places.at, 100002, &n, &last, &err), 0);
    assert_int_equal(last, 2);
    out = pl_out_grow(path, true, &err);
    pl_out_take_marks(out, places.at, last);
    pl_out_printf(out, "%s7\n", pl_counted_mark(PL_COUNTED_PLACE, true));
    assert_int_equal(pl_out_close(out, &err), 0);
    pl_str_clear(&found);
    list_places(places.at, &found);
    assert_string_equal(found.at, "w@2 c@200000 ");
    unlink(path);
    unlink(places.at);
    assert_int_equal(pl_places_cut(places.at, 5, &n, &last, &err), 0);
    assert_int_equal(n, 0);
    pl_str_release(&places);
    pl_str_release(&found);
}

/* A mark may begin in one buffer and end in the next. */
static void marks_go_over_ends_of_buffers(void **unused)
{
    (void)unused;
    static const char number[] = PL_MARK "c12";
    char path[] = "/tmp/counted-XXXXXX";
    pl_str places = {0};
    pl_error err;
    close(mkstemp(path));
    pl_str_printf(&places, "%s.numbers", path);
    for (size_t before = PL_OUT_FULL - 12; before <= PL_OUT_FULL; before++) {
        pl_str text = {0}, found = {0}, wanted = {0};
        pl_out *out = pl_out_open(path, &err);
        pl_out_take_marks(out, places.at, 0);
        for (size_t i = 0; i < before; i++)
            pl_out_putc(out, 'x');
        for (size_t i = 0; number[i] != '\0'; i++)
            pl_out_putc(out, number[i]);
        assert_int_equal(pl_out_offset(out), before + 2);
        pl_out_puts(out, PL_MARK "w"); /* no number follows: it is text */
        assert_int_equal(pl_out_close(out, &err), 0);
        assert_int_equal(pl_in_read_file(path, 2 * PL_OUT_FULL, &text, &err), 0);
        assert_int_equal(text.n, before + 7);
        assert_string_equal(pl_str_text(&text) + before, "12" PL_MARK "w");
        pl_str_printf(&wanted, "c@%zu ", before);
        list_places(places.at, &found);
        assert_string_equal(pl_str_text(&found), wanted.at);
        pl_str_release(&text);
        pl_str_release(&found);
        pl_str_release(&wanted);
    }
    unlink(path);
    unlink(places.at);
    pl_str_release(&places);
}

static void marks_stand_before_numbers(void **unused)
{
    (void)unused;
    assert_string_equal(pl_counted_mark(PL_COUNTED_READ, false), "");
    assert_string_equal(pl_unmarked(pl_counted_mark(PL_COUNTED_READ, true)), "");
    assert_string_equal(pl_unmarked(PL_MARK "g12"), "12");
    assert_string_equal(pl_unmarked("12"), "12");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_taken),
        cmocka_unit_test(places_are_written_and_cut),
        cmocka_unit_test(marks_go_over_ends_of_buffers),
        cmocka_unit_test(marks_stand_before_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
