/* Files checked page by page: what was put in comes out; opening sees damaged tables, using
 * a page sees that it is damaged, and other pages can still be used. */
#include "unit.h"

#include "base/paged.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/pleach-paged-XXXXXX";
static char bytes[200000];

/* Sections of n numbers, of nothing, and of three bytes; the size of the file. */
static size_t save(uint64_t n)
{
    pl_error err;
    pl_paged_out *out = pl_paged_create(path, &err);
    assert_non_null(out);
    pl_paged_begin(out, "numbers");
    for (uint64_t i = 0; i < n; i++)
        pl_paged_put64(out, i);
    assert_true(pl_paged_written(out) == n * 8);
    pl_paged_begin(out, "nothing");
    pl_paged_begin(out, "text");
    pl_paged_put(out, "abc", 3);
    assert_int_equal(pl_paged_end(out, 0, &err), 0);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    return size;
}

static void round_trip(void **unused)
{
    (void)unused;
    static const uint64_t sizes[] = {0, 1, 7, 8, 2000, 2040, 2048, 10000};
    pl_error err;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        save(sizes[i]);
        pl_paged *f = pl_paged_open(path, &err);
        assert_non_null(f);
        pl_section numbers = pl_paged_find(f, "numbers"), text = pl_paged_find(f, "text");
        assert_true(numbers.size == sizes[i] * 8);
        assert_true(pl_paged_find(f, "nothing").size == 0);
        assert_true(pl_paged_find(f, "other").size == 0);
        assert_memory_equal(pl_paged_bytes(f, &text, 0, 3, &err), "abc", 3);
        assert_null(pl_paged_bytes(f, &text, 0, 4, &err));
        assert_null(pl_paged_bytes(f, &text, UINT64_MAX, 1, &err));
        if (sizes[i] > 0)
            assert_int_equal(pl_paged_bytes(f, &numbers, sizes[i] * 8 - 8, 8, &err)[0] &
                                 0xff,
                             (sizes[i] - 1) & 0xff);
        pl_paged_close(f);
    }
}

/* Whether all of the file can be used. */
static bool is_good(size_t n)
{
    static const char *const names[] = {"numbers", "nothing", "text"};
    pl_error err;
    bool good = true;
    pl_paged *f = pl_paged_memory("x", bytes, n, &err);
    if (f == NULL)
        return false;
    for (int i = 0; i < 3; i++) {
        pl_section s = pl_paged_find(f, names[i]);
        good = good && pl_paged_bytes(f, &s, 0, s.size, &err) != NULL;
    }
    pl_paged_close(f);
    return good;
}

/* Any changed byte is seen, but the zeros of the trailer mean nothing. */
static void changes_are_seen(void **unused)
{
    (void)unused;
    size_t n = save(5000);
    assert_true(is_good(n));
    for (size_t at = 0; at < n; at += at < 256 || at > n - 256 ? 1 : 97) {
        bool means_nothing = (at >= 20 && at < 64) || (at >= n - 24 && at < n - 16);
        bytes[at] ^= 4;
        if (!means_nothing && is_good(n))
            fail_msg("byte %zu of %zu was changed, and nobody saw it", at, n);
        bytes[at] ^= 4;
    }
    for (size_t cut = 0; cut < n; cut += 61)
        assert_false(is_good(cut));
}

static void other_pages_can_be_used(void **unused)
{
    (void)unused;
    pl_error err;
    size_t n = save(5000);
    bytes[100] ^= 1;
    pl_paged *f = pl_paged_memory("x", bytes, n, &err);
    assert_non_null(f);
    pl_section s = pl_paged_find(f, "numbers");
    assert_null(pl_paged_bytes(f, &s, 0, 8, &err));
    assert_non_null(strstr(err.text, "x: the index is damaged"));
    assert_non_null(pl_paged_bytes(f, &s, 30000, 8, &err));
    pl_paged_close(f);
}

/* No file appears if the work failed. */
static void failures_leave_nothing(void **unused)
{
    (void)unused;
    pl_error err;
    unlink(path);
    assert_int_equal(pl_paged_end(pl_paged_create(path, &err), -1, &err), -1);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_null(pl_paged_open(path, &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(changes_are_seen),
        cmocka_unit_test(other_pages_can_be_used),
        cmocka_unit_test(failures_leave_nothing),
    };
    int made = mkstemp(path);
    if (made < 0)
        return 1;
    close(made);
    int status = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return status;
}
