/* Walks over files and folders; see source.h. */
#include "format/source.h"

#include "base/alloc.h"
#include "base/guard.h"
#include "base/vec.h"
#include "base/hash.h"
#include "format/cut.h"
#include "format/journal.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Links can make many paths of few files, so that paths are counted. */
enum { MAX_FOLDERS_DEEP = 64, MAX_FILES = 10000000, BINARY_WITHIN = 4096 };

/* A file to be read. */
typedef struct listed {
    char *path;  /* "-" for standard input */
    size_t name; /* where in it its name begins, below the folder given */
    size_t size; /* of its bytes, where parts are given */
    bool found;  /* in a folder */
} listed;

/* A folder, whatever the path that leads to it. */
typedef struct folder_id {
    dev_t device;
    ino_t number;
} folder_id;

struct pl_source {
    PL_VEC(listed) files;
    folder_id within[MAX_FOLDERS_DEEP]; /* [depth]  the folders that are being walked */
    size_t top;   /* while folders are walked: bytes of the one given and its slash */
    size_t taken; /* bytes of the files before the one that is read */
    size_t next_file;
    pl_reader *reader; /* of the file that is read, or was read last; NULL before */
    bool reading;      /* the reader is not at its end */
    pl_source_options options;
    PL_VEC(const char *) lost; /* of all readers */
    size_t n_given, n_skipped, n_files_skipped;
    /* of a part: */
    size_t total; /* bytes of all files, or of those in memory */
    pl_seam begin, end;
    pl_cuts *first, *last; /* of the files in which it begins and ends; NULL: between two */
    pl_reader *preamble;   /* of the first file that has a sentence */
};

static int add_path(pl_source *s, const char *path, int depth, pl_error *err);

/* Makes the folder the innermost of those that are walked, unless it is one of them: -1
 * then, or if they are too many. */
static int enter(pl_source *s, const char *path, folder_id id, int depth, pl_error *err)
{
    for (int i = 0; i < depth; i++)
        if (s->within[i].device == id.device && s->within[i].number == id.number)
            return pl_fail(err, PL_BAD_INPUT,
                           "%s: this link leads back to a folder that it is in", path);
    if (depth == MAX_FOLDERS_DEEP)
        return pl_fail(err, PL_TOO_LARGE, "%s: folders nested too deep", path);
    s->within[depth] = id;
    return 0;
}

/* Whether a name in a folder is that of a treebank, not of something hidden or of what stands beside
 * one: a journal, what belongs to the output of a part. */
static bool is_treebank(const char *name)
{
    static const char *const beside[] = {PL_JOURNAL, PL_MANIFEST, PL_NUMBERS};
    size_t n = strlen(name);
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++)
        if (pl_ends_in(name, n, beside[i]))
            return false;
    return name[0] != '.';
}

static void add_file(pl_source *s, const char *path, bool found)
{
    size_t name = found ? s->top : (size_t)(pl_base_name(path) - path);
    listed file = {.path = pl_strdup(path), .name = name, .found = found};
    PL_PUSH(&s->files, file);
}

/* A file or folder that cannot be read, perhaps not yet: an error at once, unless it may be left out. Then
 * it is left out, named and counted, when its turn comes and it cannot be opened. */
static int add_unreadable(pl_source *s, const char *path, int depth)
{
    if (!s->options.skip_errors)
        return -1;
    add_file(s, path, depth > 0);
    return 0;
}

static int add_folder(pl_source *s, const char *path, int depth, pl_error *err)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
        return add_unreadable(s, path, depth);
    }
    PL_VEC(char *) names = {0};
    errno = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL; errno = 0)
        if (is_treebank(entry->d_name)) {
            pl_str full = {0};
            pl_str_printf(&full, "%s/%s", path, entry->d_name);
            PL_PUSH(&names, full.at);
        }
    int status = errno == 0 ? 0 : pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    closedir(folder);
    PL_SORT(&names, pl_by_text);
    for (size_t i = 0; i < names.n; i++) {
        if (status == 0)
            status = add_path(s, names.at[i], depth + 1, err);
        free(names.at[i]);
    }
    PL_VEC_RELEASE(&names);
    return status;
}

/* Whether a file begins with binary data: a NUL byte. */
static bool is_binary(const pl_source *s, const char *path)
{
    const char *bytes;
    pl_in *in = pl_in_open(path, NULL);
    bool known = in != NULL && pl_in_set_encoding(in, s->options.read.encoding, NULL) == 0;
    size_t n = known ? pl_in_peek(in, BINARY_WITHIN, &bytes) : 0;
    bool binary = n > 0 && memchr(bytes, '\0', n < BINARY_WITHIN ? n : BINARY_WITHIN) != NULL;
    pl_in_close(in);
    return binary;
}

static void leave_out(const pl_source *s, const char *path, const char *why)
{
    const pl_read_options *read = &s->options.read;
    pl_error message;
    pl_fail(&message, PL_BAD_INPUT, "%s: %s, left out", path, why);
    if (read->note != NULL)
        read->note(read->note_context, message.text);
}

static int add_path(pl_source *s, const char *path, int depth, pl_error *err)
{
    struct stat info;
    if (strcmp(path, "-") != 0 && stat(path, &info) != 0) {
        pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
        return add_unreadable(s, path, depth);
    }
    if (strcmp(path, "-") != 0 && S_ISDIR(info.st_mode)) {
        size_t had = s->files.n;
        folder_id id = {info.st_dev, info.st_ino};
        if (depth == 0)
            s->top = strlen(path) + 1;
        if (enter(s, path, id, depth, err) < 0 || add_folder(s, path, depth, err) < 0)
            return -1;
        return depth > 0 || s->files.n > had
                   ? 0
                   : pl_fail(err, PL_BAD_INPUT, "%s: there are no files in this folder",
                             path);
    }
    if (depth > 0 && !S_ISREG(info.st_mode)) /* it may never end, or never begin */
        leave_out(s, path, "no plain file");
    else if (depth > 0 && s->options.text_only && is_binary(s, path))
        leave_out(s, path, "no text");
    else if (s->files.n == MAX_FILES)
        return pl_fail(err, PL_TOO_LARGE, "%s: more than %d files", path, MAX_FILES);
    else if (pl_guard_read(path, err) < 0)
        return -1;
    else
        add_file(s, path, depth > 0);
    return 0;
}

/* -- parts ------------------------------------------------------------------------------- */

static int refuse_stream(const char *path, pl_error *err)
{
    bool standard = strcmp(path, "-") == 0;
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "%s cannot be read in parts: write it to a file first",
                   standard ? "standard input" : path);
}

static int find_sizes(pl_source *s, pl_error *err)
{
    struct stat info;
    for (size_t i = 0; i < s->files.n; i++) {
        listed *file = &s->files.at[i];
        bool standard = strcmp(file->path, "-") == 0;
        if (!standard && stat(file->path, &info) != 0)
            return pl_fail(err, PL_SYSTEM, "%s: %s", file->path, strerror(errno));
        if (standard || !S_ISREG(info.st_mode))
            return refuse_stream(file->path, err);
        file->size = (size_t)info.st_size;
        s->total += file->size;
    }
    return 0;
}

/* A file that cannot be cut goes to one part as a whole, unless it is larger than a part. */
static int find_in_file(pl_source *s, size_t i, size_t raw, pl_seam *place, pl_cuts **cuts,
                        pl_error *err)
{
    const listed *file = &s->files.at[i];
    *cuts = pl_cuts_open(file->path, s->options.format, &s->options.read, err);
    bool small = file->size <= s->total / s->options.n_parts;
    *place = (pl_seam){.file = i};
    if (*cuts == NULL) {
        place->file = i + 1;
        return small && err->code == PL_BAD_ARGUMENT ? 0 : -1;
    }
    if (pl_cuts_find(*cuts, raw, &place->text, err) < 0)
        return -1;
    if (place->text >= pl_cuts_size(*cuts))
        *place = (pl_seam){.file = i + 1};
    if (place->text == 0) {
        pl_cuts_close(*cuts);
        *cuts = NULL;
    }
    return 0;
}

/* Where part k of the input, from 0 on, begins; and its file if that is within one. */
static int find_place(pl_source *s, uint32_t k, pl_seam *place, pl_cuts **cuts, pl_error *err)
{
    size_t n = s->options.n_parts, i = 0;
    size_t raw = s->total / n * k + s->total % n * k / n;
    *place = (pl_seam){0};
    if (k == 0)
        return 0;
    while (i < s->files.n && raw >= s->files.at[i].size)
        raw -= s->files.at[i++].size;
    place->file = k == n ? s->files.n : i;
    return raw == 0 || k == n ? 0 : find_in_file(s, i, raw, place, cuts, err);
}

static bool is_before(pl_seam a, pl_seam b)
{
    return a.file < b.file || (a.file == b.file && a.text < b.text);
}

static int find_part(pl_source *s, pl_error *err)
{
    if (s->options.n_parts == 0)
        return 0;
    if (find_sizes(s, err) < 0 ||
        find_place(s, s->options.part - 1, &s->begin, &s->first, err) < 0 ||
        find_place(s, s->options.part, &s->end, &s->last, err) < 0)
        return -1;
    if (is_before(s->end, s->begin))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: cannot be cut into %u parts: a sentence is longer than a part, or "
                       "cannot be told from others; take fewer parts",
                       s->files.at[s->end.file].path, s->options.n_parts);
    s->next_file = s->begin.file;
    return 0;
}

/* Whether the next file belongs to what is given. */
static bool has_next(const pl_source *s)
{
    pl_seam next = {.file = s->next_file};
    if (s->options.n_parts > 0 && next.file == s->begin.file)
        return is_before(s->begin, s->end);
    return next.file < s->files.n && (s->options.n_parts == 0 || is_before(next, s->end));
}

/* A reader of file i, or of what belongs to the part. */
static pl_reader *open_reader(pl_source *s, size_t i, pl_error *err)
{
    bool begins = i == s->begin.file && s->begin.text > 0;
    bool ends = s->options.n_parts > 0 && i == s->end.file && s->end.text > 0;
    if (!begins && !ends)
        return pl_reader_open(s->files.at[i].path, s->options.format, &s->options.read, err);
    pl_cuts *cuts = begins ? s->first : s->last;
    return pl_cuts_reader(cuts, begins ? s->begin.text : 0,
                          ends ? s->end.text : pl_cuts_size(cuts), err);
}

void pl_source_tell_part(const pl_source *s, pl_source_part *part)
{
    *part = (pl_source_part){.n_files = s->files.n,
                             .n_bytes = s->total,
                             .begin = s->begin,
                             .end = s->end,
                             .n_given = s->n_given};
    for (size_t i = 0; i < s->files.n; i++) {
        const char *name = s->files.at[i].path + s->files.at[i].name;
        part->checksum = pl_mix(part->checksum ^ pl_hash(name, strlen(name)));
        part->checksum = pl_mix(part->checksum ^ s->files.at[i].size);
    }
    if (s->reader != NULL && s->end.text > 0 && pl_source_at(s) == s->end.file) {
        part->n_read = s->reader->n_read;
        part->n_chars = s->reader->n_chars;
    }
}

const pl_preamble *pl_source_preamble(pl_source *s)
{
    pl_arena m = {0};
    pl_tree *tree;
    int got = 0;
    if (s->begin.file == 0 && s->begin.text == 0)
        return NULL;
    for (size_t i = 0; i < s->files.n && got <= 0; i++) {
        pl_reader_close(s->preamble);
        s->preamble = pl_reader_open(s->files.at[i].path, s->options.format, &s->options.read, NULL);
        while (s->preamble != NULL &&
               (got = pl_reader_next(s->preamble, &m, &tree, NULL)) < 0 && !s->preamble->broken)
            ;
    }
    pl_arena_release(&m);
    return got > 0 ? &s->preamble->preamble : NULL;
}

pl_source *pl_source_open(const char *const *paths, size_t n,
                          const pl_source_options *options, pl_error *err)
{
    pl_source *s = pl_alloc_zero(1, sizeof *s);
    if (options != NULL)
        s->options = *options;
    int status = n == 0 ? add_path(s, "-", 0, err) : 0;
    for (size_t i = 0; i < n && status == 0; i++)
        status = add_path(s, paths[i], 0, err);
    if (status < 0 || find_part(s, err) < 0) {
        pl_source_close(s);
        return NULL;
    }
    return s;
}

pl_source *pl_source_open_memory(const char *name, const void *bytes, size_t n,
                                 const pl_source_options *options, pl_error *err)
{
    pl_reader *reader =
        pl_reader_new(pl_in_memory(name, bytes, n), options->format, &options->read, err);
    if (reader == NULL)
        return NULL;
    pl_source *s = pl_alloc_zero(1, sizeof *s);
    s->options = *options;
    s->reader = reader;
    s->reading = true;
    s->next_file = 1;
    s->total = n;
    return s;
}

/* Remembers what the reader could not keep. */
static void take_lost(pl_source *s)
{
    const char *lost = s->reader->lost;
    for (size_t i = 0; i < s->lost.n && lost != NULL; i++)
        if (strcmp(s->lost.at[i], lost) == 0)
            lost = NULL;
    if (lost != NULL)
        PL_PUSH(&s->lost, lost);
}

/* Opens the next file; the last one is closed only then, so that its reader stays for
 * pl_source_reader. 1, 0 if there is none, or -1 if it cannot be read. */
static int open_next(pl_source *s, pl_error *err)
{
    if (!has_next(s))
        return 0;
    pl_reader *next = open_reader(s, s->next_file++, err);
    if (next == NULL)
        return -1;
    if (s->reader != NULL)
        s->taken += pl_in_taken(s->reader->in);
    pl_reader_close(s->reader);
    s->reader = next;
    s->reading = true;
    return 1;
}

/* What could not be read is passed over, if it may be: 0, or -1 if it may not. A file is
 * passed over from a place after which nothing in it can be made out. */
static int pass_over(pl_source *s, const pl_error *err)
{
    bool whole_file = !s->reading || s->reader->broken;
    if (!s->options.skip_errors || (err->code == PL_BAD_ARGUMENT && s->options.n_parts > 0))
        return -1; /* what cannot be cut would be lost unseen */
    if (whole_file) {
        s->reading = false;
        s->n_files_skipped++;
        if (s->n_given == 0 && s->n_files_skipped >= s->files.n)
            return -1; /* nothing could be read at all */
    } else
        s->n_skipped++;
    if (s->options.skipped != NULL)
        s->options.skipped(s->options.context, err->text);
    return 0;
}

int pl_source_next(pl_source *s, pl_arena *m, pl_tree **tree, pl_error *err)
{
    for (;;) {
        bool reading = s->reading;
        int got = reading ? pl_reader_next(s->reader, m, tree, err) : open_next(s, err);
        if (reading)
            take_lost(s);
        if (reading && got < 0 && s->reader->options.middle && err->code != PL_BAD_ARGUMENT)
            pl_fail_prefix(err, "lines counted from byte %zu on: ", s->begin.text);
        if (got < 0 && pass_over(s, err) < 0)
            return -1;
        if (got == 0 && !reading)
            return 0;
        if (got == 0)
            s->reading = false;
        if (got > 0 && reading) {
            s->n_given++;
            return 1;
        }
    }
}

int pl_source_reject(pl_source *s, const pl_tree *tree, pl_error *err)
{
    const pl_reader *r = s->reader;
    char line[32] = "";
    if (pl_in_line_number(r->in) > 0) /* XML is not read by lines */
        snprintf(line, sizeof line, "%zu:", pl_in_line_number(r->in));
    pl_fail_prefix(err, "%s:%s sentence %zu%s%.200s%s: ", pl_in_name(r->in), line,
                   r->n_read + r->n_failed, tree->id != NULL ? " (" : "",
                   tree->id != NULL ? tree->id : "", tree->id != NULL ? ")" : "");
    if (!s->options.skip_errors)
        return -1;
    s->n_skipped++;
    if (s->options.skipped != NULL)
        s->options.skipped(s->options.context, err->text);
    return 0;
}

const pl_reader *pl_source_reader(const pl_source *s)
{
    return s->reader;
}

size_t pl_source_at(const pl_source *s)
{
    return s->next_file - 1;
}

size_t pl_source_first(const pl_source *s)
{
    return s->begin.file;
}

size_t pl_source_end(const pl_source *s)
{
    if (s->options.n_parts == 0)
        return s->files.n;
    bool any = is_before(s->begin, s->end);
    return any ? s->end.file + (s->end.text > 0) : s->begin.file;
}

const char *pl_source_file(const pl_source *s, size_t i, const char **name)
{
    if (i >= s->files.n)
        return NULL;
    if (name != NULL)
        *name = s->files.at[i].path + s->files.at[i].name;
    return s->files.at[i].path;
}

size_t pl_source_taken(const pl_source *s)
{
    return s->taken + (s->reader != NULL ? pl_in_taken(s->reader->in) : 0);
}

static int stat_of(const char *path, int standard, struct stat *info)
{
    bool is_standard = path == NULL || strcmp(path, "-") == 0;
    return is_standard ? fstat(standard, info) : stat(path, info);
}

int pl_source_check_output(const pl_source *s, const char *path, pl_error *err)
{
    struct stat out, in;
    if (stat_of(path, STDOUT_FILENO, &out) != 0 || !S_ISREG(out.st_mode))
        return 0;
    for (size_t i = 0; i < s->files.n; i++)
        if (stat_of(s->files.at[i].path, STDIN_FILENO, &in) == 0 &&
            in.st_dev == out.st_dev && in.st_ino == out.st_ino)
            return pl_fail(err, PL_BAD_ARGUMENT,
                           "%s is read, too: name another file for the output",
                           path != NULL ? path : "the file that standard output goes to");
    return 0;
}

size_t pl_source_size(const pl_source *s)
{
    size_t sum = 0;
    struct stat info;
    if (s->options.n_parts > 0)
        return s->total / s->options.n_parts;
    if (s->files.n == 0)
        return s->total;
    for (size_t i = 0; i < s->files.n; i++) {
        if (stat_of(s->files.at[i].path, STDIN_FILENO, &info) != 0)
            continue; /* it will be left out */
        if (!S_ISREG(info.st_mode))
            return 0;
        sum += (size_t)info.st_size;
    }
    return sum;
}

size_t pl_source_skipped(const pl_source *s)
{
    return s->n_skipped;
}

size_t pl_source_files_skipped(const pl_source *s)
{
    return s->n_files_skipped;
}

const char *pl_source_lost(const pl_source *s, size_t i)
{
    return i < s->lost.n ? s->lost.at[i] : NULL;
}

void pl_source_close(pl_source *s)
{
    if (s == NULL)
        return;
    pl_reader_close(s->reader);
    pl_reader_close(s->preamble);
    pl_cuts_close(s->first);
    pl_cuts_close(s->last);
    for (size_t i = 0; i < s->files.n; i++)
        free(s->files.at[i].path);
    PL_VEC_RELEASE(&s->files, &s->lost);
    free(s);
}
