/* The files of the web page; see web_files.h. */
#include "web_files.h"

#include "base/share.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_FILES = 1000, MAX_DEPTH = 8, MAX_BYTES = 64 << 20 };

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".json", "application/json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".wasm", "application/wasm"},
    {".txt", "text/plain; charset=utf-8"},
};

static const char *type_of(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (pl_ends_in(name, strlen(name), types[i].ending))
            return types[i].type;
    return NULL;
}

static int read_file(web_files *w, const char *path, const char *name, size_t n,
                     pl_error *err)
{
    web_file file = {
        .path = pl_arena_strdup(&w->texts, name), .type = type_of(name), .n = n};
    if (file.type == NULL)
        return pl_fail(err, PL_BAD_INPUT, "%s: files of this type are not served", path);
    if (n > MAX_BYTES || w->list.n == MAX_FILES)
        return pl_fail(err, PL_TOO_LARGE, "%s: too large, or one file too many", path);
    char *bytes = pl_arena_alloc(&w->texts, n + 1);
    FILE *in = fopen(path, "rb");
    size_t got = in != NULL ? fread(bytes, 1, n, in) : 0;
    if (in != NULL)
        fclose(in);
    if (got != n || in == NULL)
        return pl_fail(err, PL_SYSTEM, "%s: cannot be read", path);
    file.bytes = bytes;
    PL_PUSH(&w->list, file);
    return 0;
}

static int read_folder(web_files *w, const char *folder, const char *name, int depth,
                       pl_error *err);

/* A file, or a folder of files. */
static int read_entry(web_files *w, const char *path, const char *name, int depth,
                      pl_error *err)
{
    struct stat info;
    if (stat(path, &info) < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return read_folder(w, path, name, depth + 1, err);
    return read_file(w, path, name, (size_t)info.st_size, err);
}

static int read_folder(web_files *w, const char *folder, const char *name, int depth,
                       pl_error *err)
{
    struct dirent **found;
    int status = 0, n = depth < MAX_DEPTH ? scandir(folder, &found, NULL, alphasort) : -1;
    if (n < 0)
        return pl_fail(err, PL_SYSTEM, "%s: cannot be read", folder);
    for (int i = 0; i < n; i++) {
        pl_str path = {0}, full = {0};
        pl_str_printf(&full, "%s/%s", folder, found[i]->d_name);
        pl_str_printf(&path, "%s/%s", name, found[i]->d_name);
        if (status == 0 && found[i]->d_name[0] != '.')
            status = read_entry(w, full.at, path.at, depth, err);
        pl_str_release(&path);
        pl_str_release(&full);
        free(found[i]);
    }
    free(found);
    return status;
}

int web_files_read(web_files *w, pl_error *err)
{
    static const char first[] = "index.html";
    pl_str path = {0};
    int status = 0;
    pl_error none;
    if (pl_share_file("web", first, &path, &none) == 0) {
        path.at[path.n - strlen(first) - 1] = '\0';
        status = read_folder(w, path.at, "", 0, err);
    }
    pl_str_release(&path);
    return status;
}

const web_file *web_files_find(const web_files *w, const char *path)
{
    if (strcmp(path, "/") == 0)
        path = "/index.html";
    for (size_t i = 0; i < w->list.n; i++)
        if (strcmp(w->list.at[i].path, path) == 0)
            return &w->list.at[i];
    return NULL;
}

void web_files_release(web_files *w)
{
    PL_VEC_RELEASE(&w->list);
    pl_arena_release(&w->texts);
}
