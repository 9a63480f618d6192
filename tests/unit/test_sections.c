/* Files of sections: what is damaged, too large or cut off is refused before memory is
 * taken for it; models and checkpoints are both such files. */
#include "unit.h"

#include "base/sections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

static char path[] = "/tmp/pleach-sections-XXXXXX";

static void write_file(const void *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_true(f != NULL && fwrite(bytes, 1, n, f) == n && fclose(f) == 0);
}

static size_t read_file(char *bytes, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, room, f);
    fclose(f);
    return n;
}

static void save(const char *to, size_t n_zeros)
{
    pl_error err;
    pl_section_list list = {0};
    pl_str zeros = {0};
    pl_str_fill(&zeros, '\0', n_zeros);
    pl_sections_add(&list, "first", "abc", 3);
    pl_sections_add_text(&list, "second", &zeros);
    pl_sections_add(&list, "third", "x", 1);
    assert_int_equal(pl_sections_save(&list, to, &err), 0);
    pl_str_release(&zeros);
}

static void refused(const char *message)
{
    pl_error err;
    assert_null(pl_sections_open(path, &err));
    if (strstr(err.text, message) == NULL)
        fail_msg("'%s' is not in: %s", message, err.text);
}

/* What was put in comes out, behind it the slack. */
static void round_trip(void **state)
{
    (void)state;
    pl_error err;
    const char *bytes;
    size_t n;
    save(path, 70);
    pl_sections *f = pl_sections_open(path, &err);
    assert_non_null(f);
    assert_true(pl_sections_find(f, "first", &bytes, &n) && n == 3);
    assert_memory_equal(bytes, "abc", 3);
    assert_true(pl_sections_find(f, "second", &bytes, &n) && n == 70);
    assert_true(pl_sections_find(f, "third", &bytes, &n) && n == 1);
    assert_memory_equal(bytes, "x\0\0\0\0", 1 + PL_SECTIONS_SLACK);
    assert_int_equal((uintptr_t)bytes % 64, 0);
    write_file("changed", 7); /* the sections stay as they were */
    assert_memory_equal(bytes, "x", 1);
    pl_sections_close(f);
}

/* Every bit, also of the header, which the checksum does not cover. */
static void every_bit(void **state)
{
    (void)state;
    char bytes[512];
    pl_error err;
    save(path, 70);
    size_t n = read_file(bytes, sizeof bytes);
    assert_true(n < sizeof bytes);
    for (size_t bit = 0; bit < 8 * n; bit++) {
        bytes[bit / 8] ^= (char)(1 << bit % 8);
        assert_null(pl_sections_from_memory("changed", bytes, n, &err));
        assert_int_equal(err.code, PL_DAMAGED);
        bytes[bit / 8] ^= (char)(1 << bit % 8);
    }
    for (size_t cut = 0; cut < n; cut++)
        assert_null(pl_sections_from_memory("cut", bytes, cut, &err));
    for (uint32_t k = 0; k < 70; k++) { /* a number of sections with the checksum right */
        bytes[20] = (char)k; /* little-endian */
        pl_sections_seal(bytes, n);
        pl_sections *f = pl_sections_from_memory("other", bytes, n, &err);
        assert_int_equal(f != NULL, k == 3);
        pl_sections_close(f);
    }
}

/* Replaces the file by a frame of zstd with so many zeros. */
static void write_frame(size_t n, bool says_size)
{
    size_t room = ZSTD_compressBound(n);
    char *zeros = calloc(1, n), *packed = malloc(room);
    assert_true(zeros != NULL && packed != NULL);
    ZSTD_CCtx *c = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(c, ZSTD_c_contentSizeFlag, says_size);
    size_t got = ZSTD_compress2(c, packed, room, zeros, n);
    assert_false(ZSTD_isError(got));
    write_file(packed, got);
    ZSTD_freeCCtx(c);
    free(packed);
    free(zeros);
}

/* A small file that would take much memory is refused; tests/suite_attacks.sh tries how
 * that can be permitted. */
static void bombs(void **state)
{
    (void)state;
    write_frame((size_t)65 << 20, true);
    refused("takes 66 megabytes of memory");
    refused("PLEACH_MAX_MODEL=66 permits it");
    write_frame((size_t)63 << 20, true);
    refused("not a model of pleach");
    write_frame(1000, false);
    refused("does not say how large");
}

/* A frame that promises more than any memory, and one that gives less than it says. */
static void absurd_sizes(void **state)
{
    (void)state;
    unsigned char frame[] = {0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0xff, 0xff, 0xff,
                             0xff, 0xff, 0xff, 0x0f, 0x00, 0x01, 0x00, 0x00};
    write_file(frame, sizeof frame);
    refused("refused: the model takes");
    memset(frame + 5, 0, 8);
    frame[5] = 9;
    write_file(frame, sizeof frame);
    refused("cut off or changed");
}

static void other_files(void **state)
{
    (void)state;
    pl_error err;
    char zst[sizeof path + 4], fifo[sizeof path + 5];
    snprintf(zst, sizeof zst, "%s.zst", path);
    save(zst, 100);
    pl_sections *f = pl_sections_open(zst, &err);
    assert_non_null(f);
    assert_true(pl_sections_has(f, "second"));
    pl_sections_close(f);
    unlink(zst);
    snprintf(fifo, sizeof fifo, "%s.fifo", path);
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_null(pl_sections_open(fifo, &err)); /* and does not wait */
    unlink(fifo);
    write_file("", 0);
    refused("empty");
}

/* An installed model, which is mapped where it can be: the same bytes and slack at any size,
 * and they stay when another file takes its name. */
static void installed(void **state)
{
    (void)state;
    pl_error err;
    const char *bytes;
    size_t n, page = (size_t)sysconf(_SC_PAGESIZE);
    char folder[] = "/tmp/test_sections.XXXXXX", file[sizeof folder + 10];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/x.model", folder);
    char variable[sizeof folder + 20], *mine[] = {variable, NULL}, **before = environ;
    snprintf(variable, sizeof variable, "PLEACH_MODELS=%s", folder);
    environ = mine;
    save(file, 0);
    struct stat st;
    assert_int_equal(stat(file, &st), 0);
    size_t empty = (size_t)st.st_size;
    for (size_t n_zeros = page - empty - 130; n_zeros < page - empty + 70; n_zeros++) {
        save(file, n_zeros); /* from time to time its end is that of a page */
        pl_sections *f = pl_sections_open("x", &err);
        assert_non_null(f);
        save(file, 1);
        assert_true(pl_sections_find(f, "second", &bytes, &n) && n == n_zeros);
        assert_true(pl_sections_find(f, "third", &bytes, &n) && n == 1);
        assert_memory_equal(bytes, "x\0\0\0\0", 1 + PL_SECTIONS_SLACK);
        pl_sections_close(f);
    }
    chmod(file, 0666); /* others may write it: a copy */
    pl_sections *f = pl_sections_open("x", &err);
    assert_non_null(f);
    assert_int_equal(truncate(file, 0), 0);
    assert_true(pl_sections_find(f, "first", &bytes, &n) && n == 3);
    assert_memory_equal(bytes, "abc", 3);
    pl_sections_close(f);
    assert_null(pl_sections_open("x", &err));
    environ = before;
    unlink(file);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),  cmocka_unit_test(every_bit),
        cmocka_unit_test(bombs),       cmocka_unit_test(absurd_sizes),
        cmocka_unit_test(other_files), cmocka_unit_test(installed),
    };
    close(mkstemp(path));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
