/* Walks over files and folders; see source.h. */
#include "corpus/source.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FOLDERS_DEEP = 64 };

struct pl_source {
    PL_VEC(char *) files; /* "-" for standard input */
    size_t next_file;
    pl_reader *reader;
    pl_source_options options;
    size_t n_skipped;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_path(pl_source *s, const char *path, int depth, pl_err *err);

static int add_folder(pl_source *s, const char *path, int depth, pl_err *err)
{
    DIR *folder = depth < MAX_FOLDERS_DEEP ? opendir(path) : NULL;
    if (folder == NULL)
        return pl_fail(err, "%s: %s", path,
                       depth < MAX_FOLDERS_DEEP ? strerror(errno)
                                                : "folders nested too deep");
    PL_VEC(char *) names = {0};
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (entry->d_name[0] != '.') {
            pl_str full = {0};
            pl_str_printf(&full, "%s/%s", path, entry->d_name);
            PL_PUSH(&names, full.at);
        }
    closedir(folder);
    if (names.n > 0)
        qsort(names.at, names.n, sizeof *names.at, by_name);
    int status = 0;
    for (size_t i = 0; i < names.n; i++) {
        if (status == 0)
            status = add_path(s, names.at[i], depth + 1, err);
        free(names.at[i]);
    }
    PL_VEC_RELEASE(&names);
    return status;
}

static int add_path(pl_source *s, const char *path, int depth, pl_err *err)
{
    struct stat info;
    if (strcmp(path, "-") != 0 && stat(path, &info) != 0)
        return pl_fail(err, "%s: %s", path, strerror(errno));
    if (strcmp(path, "-") != 0 && S_ISDIR(info.st_mode))
        return add_folder(s, path, depth, err);
    PL_PUSH(&s->files, pl_strdup(path));
    return 0;
}

pl_source *pl_source_open(const char *const *paths, size_t n,
                          const pl_source_options *options, pl_err *err)
{
    pl_source *s = pl_alloc_zero(1, sizeof *s);
    if (options != NULL)
        s->options = *options;
    int status = n == 0 ? add_path(s, "-", 0, err) : 0;
    for (size_t i = 0; i < n && status == 0; i++)
        status = add_path(s, paths[i], 0, err);
    if (status < 0) {
        pl_source_close(s);
        return NULL;
    }
    return s;
}

int pl_source_next(pl_source *s, pl_arena *m, pl_tree **tree, pl_err *err)
{
    for (;;) {
        if (s->reader == NULL) {
            if (s->next_file == s->files.n)
                return 0;
            s->reader = pl_reader_open(s->files.at[s->next_file++], s->options.format,
                                       &s->options.read, err);
            if (s->reader == NULL)
                return -1;
        }
        int got = pl_reader_next(s->reader, m, tree, err);
        if (got > 0)
            return 1;
        if (got < 0) {
            if (!s->options.skip_errors || s->reader->broken)
                return -1;
            s->n_skipped++;
            if (s->options.skipped != NULL)
                s->options.skipped(s->options.context, err->text);
            continue;
        }
        if (s->next_file == s->files.n)
            return 0;
        pl_reader_close(s->reader);
        s->reader = NULL;
    }
}

const pl_reader *pl_source_reader(const pl_source *s)
{
    return s->reader;
}

size_t pl_source_skipped(const pl_source *s)
{
    return s->n_skipped;
}

void pl_source_close(pl_source *s)
{
    if (s == NULL)
        return;
    pl_reader_close(s->reader);
    for (size_t i = 0; i < s->files.n; i++)
        free(s->files.at[i]);
    PL_VEC_RELEASE(&s->files);
    free(s);
}
