/* The search for shipped data files; see share.h. */
#include "base/share.h"

#include "base/alloc.h"
#include "base/carried.h"
#include "base/platform.h"

#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
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
enum { N_BESIDE = sizeof beside / sizeof *beside };

static const char *const model_endings[] = {".model", ".model.zst", NULL};

/* -- folders ---------------------------------------------------------------------------- */

typedef PL_VEC(char *) folders;

static void release_folders(folders *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->at[i]);
    PL_VEC_RELEASE(list);
}

/* Adds root/below/kind; nothing if there is no root. */
static void add_folder(folders *list, const char *root, const char *below, const char *kind)
{
    pl_str path = {0};
    if (root == NULL || *root == '\0')
        return;
    pl_str_printf(&path, "%s%s%s", root, below, kind);
    PL_PUSH(list, path.at);
}

/* Those beside the library, or beside the program, which differs where the library is a shared
 * one: a Python with a pleach of its own may lie in a folder where another is installed. */
static void add_beside(folders *list, bool (*find)(char[PATH_MAX]), const char *kind)
{
    char path[PATH_MAX];
    char *slash = find(path) ? strrchr(path, '/') : NULL;
    if (slash == NULL)
        return;
    slash[1] = '\0';
    for (int i = 0; i < N_BESIDE; i++) {
        pl_str below = {0};
        pl_str_printf(&below, "%s/", beside[i]);
        add_folder(list, path, below.at, kind);
        pl_str_release(&below);
    }
}

/* The folders of a list with colons between. */
static void add_listed(folders *list, const char *names)
{
    while (names != NULL && *names != '\0') {
        size_t n = strcspn(names, ":");
        if (n > 0)
            PL_PUSH(list, pl_strndup(names, n));
        names += n + (names[n] == ':');
    }
}

/* The user's own folder of models, as the XDG Base Directory Specification has it. */
static void add_user(folders *list)
{
    const char *data = getenv("XDG_DATA_HOME");
    if (data != NULL && *data == '/')
        add_folder(list, data, "/pleach/", "models");
    else
        add_folder(list, getenv("HOME"), "/.local/share/pleach/", "models");
}

/* Where files of a kind may lie; the first folder that has a file gives it. */
static folders places(const char *kind)
{
    folders list = {0};
    if (strcmp(kind, "models") == 0) {
        add_listed(&list, getenv("PLEACH_MODELS"));
        add_user(&list);
    }
    add_folder(&list, getenv("PLEACH_SHARE"), "/", kind);
    if (pl_carried_files()->name != NULL)
        add_folder(&list, PL_CARRIED, "", kind);
    add_beside(&list, pl_library_path, kind);
    add_beside(&list, pl_program_path, kind);
    add_folder(&list, PL_PREFIX, "/share/pleach/", kind);
    return list;
}

bool pl_share_user_models(pl_str *path)
{
    folders list = {0};
    add_user(&list);
    for (size_t i = 0; i < list.n; i++)
        pl_str_puts(path, list.at[i]);
    bool known = list.n > 0;
    release_folders(&list);
    return known;
}

/* -- files ------------------------------------------------------------------------------ */

/* Whether there is a file that can be read; a folder that happens to be called en is
 * none. */
static bool is_file(const char *path)
{
    struct stat info;
    return pl_carried_find(path) != NULL ||
           (access(path, R_OK) == 0 && stat(path, &info) == 0 && !S_ISDIR(info.st_mode));
}

static bool find_shipped(const char *kind, const char *name, const char *const *endings,
                         pl_str *path)
{
    folders list = places(kind);
    bool found = false;
    for (size_t i = 0; i < list.n && !found; i++)
        for (const char *const *e = endings; *e != NULL && !found; e++) {
            pl_str_clear(path);
            pl_str_printf(path, "%s/%s%s", list.at[i], name, *e);
            found = is_file(path->at);
        }
    release_folders(&list);
    return found;
}

/* Adds a file of a folder if it has the ending and no file of this name is there yet. */
static void add_file(pl_shared_files *list, const char *folder, const char *file,
                     const char *ending)
{
    pl_str path = {0};
    size_t n = strlen(file);
    if (!pl_ends_in(file, n, ending))
        return;
    char *name = pl_strndup(file, n - strlen(ending));
    bool known = false;
    for (size_t i = 0; i < list->n && !known; i++)
        known = strcmp(list->at[i].name, name) == 0;
    pl_str_printf(&path, "%s/%s", folder, file);
    if (!known && is_file(path.at)) {
        PL_PUSH(list, (pl_shared_file){name, path.at});
        return;
    }
    free(name);
    pl_str_release(&path);
}

/* Those that the program carries, if the folder is one of its own. */
static void add_carried(pl_shared_files *list, const char *folder, const char *ending)
{
    size_t n_start = strlen(PL_CARRIED), n = strlen(folder);
    if (strncmp(folder, PL_CARRIED, n_start) != 0)
        return;
    for (const pl_carried *file = pl_carried_files(); file->name != NULL; file++)
        if (strncmp(file->name, folder + n_start, n - n_start) == 0 &&
            file->name[n - n_start] == '/')
            add_file(list, folder, file->name + n - n_start + 1, ending);
}

static void add_files(pl_shared_files *list, const char *folder, const char *ending)
{
    add_carried(list, folder, ending);
    DIR *open = opendir(folder);
    if (open == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        if (entry->d_name[0] != '.')
            add_file(list, folder, entry->d_name, ending);
    closedir(open);
}

static void list_files(const char *kind, const char *const *endings, pl_shared_files *list)
{
    folders in = places(kind);
    for (size_t i = 0; i < in.n; i++)
        for (const char *const *e = endings; *e != NULL; e++)
            add_files(list, in.at[i], *e);
    PL_SORT(list, pl_by_text);
    release_folders(&in);
}

void pl_share_models(pl_shared_files *list)
{
    list_files("models", model_endings, list);
}

char *pl_share_model_name(const char *path)
{
    const char *base = pl_base_name(path), *ending = model_endings[0];
    size_t n = pl_unpacked_length(base);
    return pl_strndup(base, n - (pl_ends_in(base, n, ending) ? strlen(ending) : 0));
}

static int is_model(const struct dirent *entry)
{
    size_t n = pl_unpacked_length(entry->d_name);
    return entry->d_name[0] != '.' && pl_ends_in(entry->d_name, n, model_endings[0]);
}

int pl_share_models_in(const char *folder, pl_shared_files *list, pl_error *err)
{
    struct dirent **found;
    int n = scandir(folder, &found, is_model, alphasort);
    if (n < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", folder, strerror(errno));
    for (int i = 0; i < n; i++) {
        pl_str path = {0};
        pl_str_printf(&path, "%s/%s", folder, found[i]->d_name);
        PL_PUSH(list, (pl_shared_file){pl_share_model_name(path.at), path.at});
        free(found[i]);
    }
    free(found);
    return n > 0
               ? 0
               : pl_fail(err, PL_BAD_ARGUMENT,
                         "%s: there are no models in this folder (*.model, *.model.zst)",
                         folder);
}

void pl_shared_files_release(pl_shared_files *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->at[i].name);
        free(list->at[i].path);
    }
    PL_VEC_RELEASE(list);
}

static void put_names(const char *kind, const char *const *endings, pl_str *names)
{
    pl_shared_files list = {0};
    list_files(kind, endings, &list);
    for (size_t i = 0; i < list.n; i++)
        pl_str_printf(names, "%s%s", i > 0 ? ", " : "", list.at[i].name);
    pl_shared_files_release(&list);
}

void pl_share_names(const char *kind, const char *extension, pl_str *names)
{
    put_names(kind, (const char *const[]){extension, NULL}, names);
}

/* -- names ------------------------------------------------------------------------------ */

static _Atomic(void (*)(const char *)) on_stray;

void pl_share_on_stray(void (*handler)(const char *message))
{
    on_stray = handler;
}

void pl_share_stray(const char *kind, const char *name)
{
    void (*handler)(const char *) = on_stray;
    pl_error note;
    if (handler == NULL || !is_file(name))
        return;
    pl_fail(&note, PL_OK,
            "%s is one of the shipped %s; for the file in this folder write ./%s", name,
            kind, name);
    handler(note.text);
}

static int fail_unknown(const char *kind, const char *name, const char *const *endings,
                        pl_error *err)
{
    pl_str names = {0};
    put_names(kind, endings, &names);
    pl_fail(err, PL_BAD_ARGUMENT, "'%s' is neither a file nor among the shipped %s%s%s",
            name, kind,
            names.n > 0 ? "; there are: " : " (none are found; is PLEACH_SHARE right?)",
            pl_str_text(&names));
    pl_str_release(&names);
    return -1;
}

/* 1 if it is a shipped file, 0 if it is another one. */
static int find_path(const char *kind, const char *name, const char *const *endings,
                     pl_str *path, pl_error *err)
{
    bool has_folder = strchr(name, '/') != NULL;
    if (!has_folder && find_shipped(kind, name, endings, path)) {
        pl_share_stray(kind, name);
        return 1;
    }
    pl_str_clear(path);
    pl_str_puts(path, name);
    if (has_folder)
        return access(path->at, R_OK) == 0
                   ? 0
                   : pl_fail(err, PL_SYSTEM, "%s: cannot be read", name);
    return is_file(name) ? 0 : fail_unknown(kind, name, endings, err);
}

int pl_share_path(const char *kind, const char *name, const char *extension, pl_str *path,
                  pl_error *err)
{
    const char *const endings[] = {extension, NULL};
    return find_path(kind, name, endings, path, err) < 0 ? -1 : 0;
}

int pl_share_model(const char *name, pl_str *path, bool *installed, pl_error *err)
{
    int found = find_path("models", name, model_endings, path, err);
    *installed = found > 0;
    return found < 0 ? -1 : 0;
}

int pl_share_file(const char *kind, const char *file, pl_str *path, pl_error *err)
{
    if (find_shipped(kind, file, (const char *const[]){"", NULL}, path))
        return 0;
    return pl_fail(err, PL_SYSTEM,
                   "%s/%s, a file that comes with pleach, is not found; is PLEACH_SHARE "
                   "right?",
                   kind, file);
}
