/* Journals; see journal.h. */
#include "format/journal.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/in.h"
#include "base/report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct pl_journal {
    char *path;
    int file;
    bool begun; /* a line that could not be written whole is at the end */
};

static const char before_check[] = ",\"check\":\"";
enum { DIGITS = 16, SUM = DIGITS + 1 }; /* of a checksum; with its end */

static void put_sum(char to[SUM], uint64_t sum)
{
    snprintf(to, SUM, "%016llx", (unsigned long long)sum);
}

/* -- the disk ------------------------------------------------------------------------- */

static int fail(const char *path, pl_error *err)
{
    return pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
}

/* 0, or -1 with errno. Some file systems cannot bring anything to the disk. */
static int bring_to_disk(int file)
{
    int status;
    while ((status = fsync(file)) != 0 && errno == EINTR)
        ;
    return status == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS ? 0 : -1;
}

/* The same for the names in the folder of a path, as far as it is permitted. */
static void bring_folder_to_disk(const char *path)
{
    size_t n = (size_t)(pl_base_name(path) - path);
    char *folder = n > 0 ? pl_strndup(path, n) : pl_strdup(".");
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        bring_to_disk(file);
        close(file);
    }
    free(folder);
}

/* Gives the journal the rights of a file; those of the group only with the group itself. */
static void copy_rights(int file, const char *of)
{
    struct stat old;
    if (stat(of, &old) != 0)
        return;
    mode_t mode = old.st_mode & 0666;
    if (fchown(file, (uid_t)-1, old.st_gid) != 0)
        mode &= ~(mode_t)S_IRWXG;
    (void)!fchmod(file, mode);
}

pl_journal *pl_journal_open(const char *path, const char *of, pl_error *err)
{
    static const int flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC;
    int file = open(path, flags, 0600);
    if (file < 0) {
        fail(path, err);
        return NULL;
    }
    copy_rights(file, of);
    bring_folder_to_disk(path);
    pl_journal *j = pl_alloc_zero(1, sizeof *j);
    j->path = pl_strdup(path);
    j->file = file;
    return j;
}

void pl_journal_close(pl_journal *j)
{
    if (j == NULL)
        return;
    close(j->file);
    free(j->path);
    free(j);
}

int pl_journal_remove(const char *path, pl_error *err)
{
    if (unlink(path) != 0 && errno != ENOENT)
        return fail(path, err);
    bring_folder_to_disk(path);
    return 0;
}

/* -- writing -------------------------------------------------------------------------- */

static void put_line(const pl_journal_line *line, pl_str *out)
{
    char before[SUM], after[SUM], check[SUM];
    put_sum(before, line->before);
    put_sum(after, line->after);
    size_t start = out->n;
    char *text = pl_strndup(line->text, line->n);
    pl_str_printf(out, "{\"number\":%zu,\"before\":\"%s\",\"after\":\"%s\",\"text\":",
                  line->number, before, after);
    pl_json_put_text(out, text);
    put_sum(check, pl_hash(out->at + start, out->n - start));
    pl_str_printf(out, "%s%s\"}\n", before_check, check);
    free(text);
}

/* Writes a line to its end and to the disk: 0, or -1 with errno, and nothing of it stays. */
static int write_line(pl_journal *j, const pl_str *text)
{
    struct stat before;
    if (fstat(j->file, &before) != 0)
        return -1;
    if (pl_write_all(j->file, text->at, text->n) == 0 && bring_to_disk(j->file) == 0) {
        j->begun = false;
        return 0;
    }
    int why = errno;
    j->begun = ftruncate(j->file, before.st_size) != 0;
    errno = why;
    return -1;
}

int pl_journal_add(pl_journal *j, const pl_journal_line *line, pl_error *err)
{
    pl_str text = {0};
    int status;
    if (j->begun)
        pl_str_putc(&text, '\n');
    put_line(line, &text);
    if (text.n > PL_MAX_LINE)
        status = pl_fail(err, PL_TOO_LARGE,
                         "%s: the sentence is too large for the journal", j->path);
    else
        status = write_line(j, &text) == 0 ? 0 : fail(j->path, err);
    pl_str_release(&text);
    return status;
}

/* -- reading -------------------------------------------------------------------------- */

static bool get_sum(const pl_value *object, const char *key, uint64_t *sum)
{
    const char *text = pl_value_text(pl_value_get(object, key));
    char *end;
    if (text == NULL || strlen(text) != DIGITS)
        return false;
    *sum = strtoull(text, &end, 16);
    return *end == '\0';
}

/* Whether the line ends in the checksum of what stands before. */
static bool is_whole(const char *text, size_t n)
{
    char end[sizeof before_check + SUM + 2], check[SUM];
    size_t n_end = strlen(before_check) + DIGITS + 2;
    if (n < n_end)
        return false;
    put_sum(check, pl_hash(text, n - n_end));
    snprintf(end, sizeof end, "%s%s\"}", before_check, check);
    return memcmp(text + n - n_end, end, n_end) == 0;
}

/* Hands a line on: 1, 0 if it is not whole, -1 with the reason. */
static int take_line(const char *text, size_t n, pl_journal_take *take, void *context,
                     pl_error *err)
{
    pl_report *parsed = is_whole(text, n) ? pl_report_parse(text, n, NULL) : NULL;
    const pl_value *object = parsed != NULL ? parsed->root : NULL;
    pl_journal_line line = {.number = (size_t)pl_value_integer(pl_value_get(object, "number")),
                            .text = pl_value_text(pl_value_get(object, "text"))};
    line.n = line.text != NULL ? strlen(line.text) : 0;
    int got = 0;
    if (line.text != NULL && get_sum(object, "before", &line.before) &&
        get_sum(object, "after", &line.after))
        got = take(context, &line, err) < 0 ? -1 : 1;
    pl_report_free(parsed);
    return got;
}

/* Whether the last line of a file has its end. */
static bool is_ended(const char *path)
{
    struct stat info;
    char last = '\n';
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0 && fstat(file, &info) == 0 && info.st_size > 0)
        (void)!pread(file, &last, 1, info.st_size - 1);
    if (file >= 0)
        close(file);
    return last == '\n';
}

/* Sorts the gaps, of which the last ones have nothing whole behind them. */
static void sort_gaps(pl_journal_gaps *gaps, size_t last, bool ended)
{
    gaps->damaged = last > 0 && !ended ? last - 1 : last;
    gaps->cut -= gaps->damaged;
}

int pl_journal_read(const char *path, pl_journal_take *take, void *context,
                    pl_journal_gaps *gaps, pl_error *err)
{
    const char *text;
    size_t n, last = 0;
    int got = 1;
    *gaps = (pl_journal_gaps){0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return 0;
    pl_in *in = pl_in_open(path, err);
    if (in == NULL)
        return -1;
    while (got > 0 && (got = pl_in_line(in, &text, &n, err)) != 0) {
        int taken = got > 0 && n > 0 ? take_line(text, n, take, context, err) : 0;
        bool gap = taken == 0 && (got < 0 || n > 0);
        gaps->cut += gap;
        last = taken != 0 ? 0 : last + gap;
        got = taken < 0 || pl_in_broken(in) ? -1 : 1;
    }
    pl_in_close(in);
    sort_gaps(gaps, last, is_ended(path));
    return got;
}
