/* The search for shipped data files; see share.h. */
#include "base/share.h"

#include "base/platform.h"

#include <dirent.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef PL_PREFIX
#define PL_PREFIX "/usr/local"
#endif

/* Where share folders may lie, seen from the folder of the running program or of the
 * shared library: installed, installed with the library in a folder of its architecture,
 * and in the source tree with the program in build/ or build/VARIANT/. */
static const char *const beside[] = {
    "../share/pleach",
    "../../share/pleach",
    "../share",
    "../../share",
    "..", /* models/ */
    "../..",
};
enum { N_BESIDE = sizeof beside / sizeof *beside, N_PLACES = 2 * N_BESIDE + 2 };

/* The folder of the program, or of the library, which differs where that is a shared one. */
static const char *folder_of(bool (*find)(char[PATH_MAX]), char path[PATH_MAX])
{
    char *slash = find(path) ? strrchr(path, '/') : NULL;
    if (slash == NULL)
        return NULL;
    *slash = '\0';
    return path;
}

/* The i-th folder to look in; false if it does not apply. */
static bool place(int i, const char *folder, pl_str *path)
{
    pl_str_clear(path);
    const char *variable = getenv("PLEACH_SHARE");
    char file[PATH_MAX];
    if (i == 0 && variable != NULL && *variable != '\0')
        pl_str_printf(path, "%s/%s", variable, folder);
    else if (i > 0 && i <= 2 * N_BESIDE) {
        const char *at =
            folder_of(i <= N_BESIDE ? pl_program_path : pl_library_path, file);
        if (at != NULL)
            pl_str_printf(path, "%s/%s/%s", at, beside[(i - 1) % N_BESIDE], folder);
    } else if (i == 2 * N_BESIDE + 1)
        pl_str_printf(path, PL_PREFIX "/share/pleach/%s", folder);
    return path->n > 0;
}

/* Whether there is a file that can be read; a folder that happens to be called en is
 * none. */
static bool is_file(const char *path)
{
    struct stat info;
    return access(path, R_OK) == 0 && stat(path, &info) == 0 && !S_ISDIR(info.st_mode);
}

/* The names in a folder, for the message, sorted. */
static void list_names(const char *folder, const char *extension, pl_str *names)
{
    struct dirent **found;
    int n_found = scandir(folder, &found, NULL, alphasort);
    for (int i = 0; i < n_found; i++) {
        const char *name = found[i]->d_name;
        size_t n = strlen(name);
        if (pl_ends_in(name, n, extension))
            pl_str_printf(names, "%s%.*s", names->n > 0 ? ", " : "",
                          (int)(n - strlen(extension)), name);
        free(found[i]);
    }
    if (n_found >= 0)
        free(found);
}

void pl_share_names(const char *folder, const char *extension, pl_str *names)
{
    pl_str path = {0};
    for (int i = 0; i < N_PLACES && names->n == 0; i++)
        if (place(i, folder, &path))
            list_names(pl_str_text(&path), extension, names);
    pl_str_release(&path);
}

static bool find_shipped(const char *folder, const char *name, const char *extension,
                         pl_str *path)
{
    for (int i = 0; i < N_PLACES; i++)
        if (place(i, folder, path)) {
            pl_str_printf(path, "/%s%s", name, extension);
            if (is_file(path->at))
                return true;
        }
    return false;
}

static _Atomic(void (*)(const char *)) on_stray;

void pl_share_on_stray(void (*handler)(const char *message))
{
    on_stray = handler;
}

void pl_share_stray(const char *folder, const char *name)
{
    void (*handler)(const char *) = on_stray;
    pl_error note;
    if (handler == NULL || !is_file(name))
        return;
    pl_fail(&note, PL_OK,
            "%s is one of the shipped %s; for the file in this folder write ./%s", name,
            folder, name);
    handler(note.text);
}

int pl_share_path(const char *folder, const char *name, const char *extension,
                  pl_str *path, pl_error *err)
{
    bool has_folder = strchr(name, '/') != NULL;
    if (!has_folder && find_shipped(folder, name, extension, path)) {
        pl_share_stray(folder, name);
        return 0;
    }
    pl_str_clear(path);
    pl_str_puts(path, name);
    if (has_folder)
        return access(path->at, R_OK) == 0
                   ? 0
                   : pl_fail(err, PL_SYSTEM, "%s: cannot be read", name);
    if (is_file(name))
        return 0;
    pl_str names = {0};
    pl_share_names(folder, extension, &names);
    pl_fail(err, PL_BAD_ARGUMENT, "'%s' is neither a file nor among the shipped %s%s%s",
            name, folder,
            names.n > 0 ? "; there are: " : " (none are found; is PLEACH_SHARE right?)",
            pl_str_text(&names));
    pl_str_release(&names);
    return -1;
}

int pl_share_file(const char *folder, const char *file, pl_str *path, pl_error *err)
{
    if (find_shipped(folder, file, "", path))
        return 0;
    return pl_fail(err, PL_SYSTEM,
                   "%s/%s, a file that comes with pleach, is not found; is PLEACH_SHARE "
                   "right?",
                   folder, file);
}
