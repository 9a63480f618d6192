/* Frames of zstd: those that are written are listed and found, those of other programs are found
 * from block to block. */
#include "base/frames.h"
#include "base/in.h"
#include "base/out.h"

#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

static char path[] = "/tmp/frames-XXXXXX.zst";

static void save(const char *bytes, size_t n)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, n, file), n);
    fclose(file);
}

static void add_frame(pl_str *to, size_t n, char c, int checksum)
{
    static char text[300000], room[400000];
    ZSTD_CCtx *z = ZSTD_createCCtx();
    memset(text, c, n);
    for (size_t i = 0; i < n; i += 7) /* blocks of all kinds */
        text[i] = (char)(i * i % 251);
    ZSTD_CCtx_setParameter(z, ZSTD_c_checksumFlag, checksum);
    size_t got = ZSTD_compress2(z, room, sizeof room, text, n);
    assert_false(ZSTD_isError(got));
    pl_str_put(to, room, got);
    ZSTD_freeCCtx(z);
}

/* The text from byte `begin` to `end`, by the frame that holds its start. */
static void read_stretch(const pl_frames *f, size_t begin, size_t end, pl_str *to)
{
    size_t i = 0;
    char buffer[1000];
    pl_error err;
    while (i + 1 < f->n && f->at[i + 1].text <= begin)
        i++;
    pl_stretch s = {.begin = begin, .end = end, .packed = true, .raw = f->at[i].raw, .decoded = f->at[i].text};
    pl_in *in = pl_in_open_stretch(path, &s, &err);
    assert_non_null(in);
    for (long n; (n = pl_in_read(in, buffer, sizeof buffer, &err)) != 0;) {
        assert_true(n > 0);
        pl_str_put(to, buffer, (size_t)n);
    }
    pl_in_close(in);
}

static void written_frames_are_found(void **unused)
{
    (void)unused;
    pl_error err;
    pl_frames frames = {0};
    pl_str all = {0}, parts = {0};
    pl_out *out = pl_out_open(path, &err);
    pl_out_frames(out);
    for (int i = 0; i < 300000; i++) {
        char line[32];
        pl_out_put(out, line, (size_t)snprintf(line, sizeof line, "line %d\n", i));
        pl_str_printf(&all, "line %d\n", i);
        pl_out_pause(out);
    }
    assert_int_equal(pl_out_close(out, &err), 0);
    assert_int_equal(pl_frames_find(path, &frames, &err), 0);
    assert_true(frames.n > 3);
    assert_int_equal(frames.at[frames.n - 1].text, all.n);
    for (size_t i = 0; i + 1 < frames.n; i++) {
        read_stretch(&frames, frames.at[i].text + (i > 0), frames.at[i + 1].text + (i + 2 < frames.n), &parts);
        assert_true(i == 0 || pl_str_text(&all)[frames.at[i].text - 1] == '\n');
    }
    assert_int_equal(parts.n, all.n);
    assert_memory_equal(parts.at, all.at, all.n);
    PL_VEC_RELEASE(&frames);
    pl_str_release(&all);
    pl_str_release(&parts);
}

static void frames_of_others_are_found(void **unused)
{
    (void)unused;
    static const char skipped[] = "\x53\x2a\x4d\x18\x03\x00\x00\x00xyz";
    pl_error err;
    pl_frames frames = {0};
    pl_str bytes = {0};
    size_t second, third;
    add_frame(&bytes, 300000, 'a', 1);
    pl_str_put(&bytes, skipped, sizeof skipped - 1);
    second = bytes.n;
    add_frame(&bytes, 0, 'b', 0);
    third = bytes.n;
    add_frame(&bytes, 300, 'c', 1);
    save(bytes.at, bytes.n);
    assert_int_equal(pl_frames_find(path, &frames, &err), 0);
    assert_int_equal(frames.n, 4);
    assert_int_equal(frames.at[1].raw, second);
    assert_int_equal(frames.at[1].text, 300000);
    assert_int_equal(frames.at[2].raw, third);
    assert_int_equal(frames.at[3].text, 300300);
    for (size_t n = third + 1; n < bytes.n; n += 3) { /* cut off anywhere */
        save(bytes.at, n);
        assert_int_equal(pl_frames_find(path, &frames, &err), -1);
    }
    pl_str_puts(&bytes, "what is no frame");
    save(bytes.at, bytes.n);
    assert_int_equal(pl_frames_find(path, &frames, &err), -1);
    PL_VEC_RELEASE(&frames);
    pl_str_release(&bytes);
}

/* A list that does not fit the file is not believed. */
static void false_lists_are_passed_over(void **unused)
{
    (void)unused;
    pl_error err;
    pl_str bytes = {0};
    pl_frames frames = {0}, listed = {0};
    add_frame(&bytes, 100, 'a', 0);
    pl_frame a = {0, 0}, b = {bytes.n + 1, 100};
    PL_PUSH(&listed, a);
    PL_PUSH(&listed, b);
    pl_frames_list(&listed, &bytes);
    save(bytes.at, bytes.n);
    assert_int_equal(pl_frames_find(path, &frames, &err), 0);
    assert_int_equal(frames.n, 2);
    assert_int_equal(frames.at[1].text, 100);
    PL_VEC_RELEASE(&frames, &listed);
    pl_str_release(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(written_frames_are_found),
        cmocka_unit_test(frames_of_others_are_found),
        cmocka_unit_test(false_lists_are_passed_over),
    };
    close(mkstemps(path, 4));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
