/* Resolves paths; see path.h. */
#include "base/path.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_LINKS = 40 };

/* Returns the descriptor that a path names, such as 1 for /dev/stdout, or -1 if it names a file. */
int pl_path_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    if (strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *at = path + strlen(folders[i]);
        uint32_t number;
        if (strncmp(path, folders[i], strlen(folders[i])) == 0 &&
            pl_scan_number(&at, INT_MAX, &number) && *at == '\0')
            return (int)number;
    }
    return -1;
}

/* Replaces the path of a symbolic link by its target. Returns 1, 0 if the path is not a link, or -1 with
 * errno. */
static int follow_link(pl_str *path)
{
    char to[PATH_MAX];
    ssize_t n = readlink(path->at, to, sizeof to - 1);
    if (n < 0)
        return errno == EINVAL || errno == ENOENT ? 0 : -1;
    to[n] = '\0';
    pl_str next = {0};
    if (to[0] != '/')
        pl_str_put(&next, path->at, (size_t)(pl_base_name(path->at) - path->at));
    pl_str_puts(&next, to);
    pl_str_release(path);
    *path = next;
    return 1;
}

/* Follows links until a path that is not a link. stat comes first: where the system protects sticky
 * folders such as /tmp, it fails for links that other users created there. */
int pl_path_resolve(pl_str *path, int *descriptor)
{
    struct stat info;
    if (stat(path->at, &info) != 0 && errno != ENOENT)
        return -1;
    for (int i = 0; i < MAX_LINKS; i++) {
        if ((*descriptor = pl_path_descriptor(path->at)) >= 0)
            return 0;
        int got = follow_link(path);
        if (got <= 0)
            return got;
    }
    errno = ELOOP;
    return -1;
}

bool pl_path_is_folder(const char *path)
{
    struct stat info;
    size_t n = path != NULL ? strlen(path) : 0;
    return n > 0 &&
           (path[n - 1] == '/' || (stat(path, &info) == 0 && S_ISDIR(info.st_mode)));
}

int pl_path_make_folders(char *path, pl_error *err)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        int status = mkdir(path, 0777);
        if (status != 0 && errno != EEXIST)
            return pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
        *slash = '/';
    }
    return 0;
}
