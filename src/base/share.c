/* The search for shipped data files; see share.h. */
#include "base/share.h"

#include <dirent.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef PL_PREFIX
#define PL_PREFIX "/usr/local"
#endif

/* Places for share folders; %s is the folder of the running program. */
static const char *const beside_program[] = {
    "%s/../share/pleach/%s",
    "%s/../share/%s",
    "%s/../../share/%s",
    "%s/../%s", /* models/ of a source tree */
    "%s/../../%s",
};
enum { N_BESIDE = sizeof beside_program / sizeof *beside_program, N_PLACES = N_BESIDE + 2 };

/* The i-th folder to look in; false if it does not apply. */
static bool place(int i, const char *folder, pl_str *path)
{
    pl_str_clear(path);
    const char *variable = getenv("PLEACH_SHARE");
    if (i == 0 && variable != NULL && *variable != '\0')
        pl_str_printf(path, "%s/%s", variable, folder);
    else if (i > 0 && i <= N_BESIDE) {
        char program[PATH_MAX];
        ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
        if (n <= 0)
            return false;
        program[n] = '\0';
        char *slash = strrchr(program, '/');
        if (slash != NULL)
            *slash = '\0';
        const char *const *form = &beside_program[i - 1];
        for (const char *f = *form; *f != '\0';) { /* the two %s, in order */
            bool first = f == *form;
            if (f[0] == '%' && f[1] == 's') {
                pl_str_puts(path, first ? program : folder);
                f += 2;
            } else
                pl_str_putc(path, *f++);
        }
    } else if (i == N_BESIDE + 1)
        pl_str_printf(path, PL_PREFIX "/share/pleach/%s", folder);
    return path->n > 0;
}

static bool readable(const pl_str *path)
{
    return access(pl_str_text(path), R_OK) == 0;
}

/* The names in a folder, for the message. */
static void list_names(const char *folder, const char *extension, pl_str *names)
{
    DIR *d = opendir(folder);
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) {
        size_t n = strlen(e->d_name), m = strlen(extension);
        if (n > m && strcmp(e->d_name + n - m, extension) == 0)
            pl_str_printf(names, "%s%.*s", names->n > 0 ? ", " : "", (int)(n - m), e->d_name);
    }
    if (d != NULL)
        closedir(d);
}

int pl_share_path(const char *folder, const char *name, const char *extension, pl_str *path,
                  pl_err *err)
{
    pl_str_clear(path);
    pl_str_puts(path, name);
    if (strchr(name, '/') != NULL || readable(path))
        return readable(path) ? 0 : pl_fail(err, "%s: cannot be read", name);
    pl_str names = {0};
    for (int i = 0; i < N_PLACES; i++) {
        if (!place(i, folder, path))
            continue;
        if (names.n == 0)
            list_names(pl_str_text(path), extension, &names);
        pl_str_printf(path, "/%s%s", name, extension);
        if (readable(path)) {
            pl_str_release(&names);
            return 0;
        }
    }
    pl_fail(err, "no file and no shipped %s is called '%s'%s%s", folder, name,
            names.n > 0 ? "; there are: " : " (is PLEACH_SHARE right?)", pl_str_text(&names));
    pl_str_release(&names);
    return -1;
}
