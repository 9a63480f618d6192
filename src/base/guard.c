/* Two sets of files, by device and inode; see guard.h. */
#include "base/guard.h"

#include "base/intern.h"
#include "base/vec.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum use { READ, WRITTEN, N_USES } use;

/* Files that are used in one way. */
typedef struct used {
    pl_intern keys;             /* "DEVICE INODE" of each */
    PL_VEC(const char *) names; /* [keys.n] under which they were entered */
} used;

static atomic_bool is_on;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static used files[N_USES];

void pl_guard_on(void)
{
    is_on = true;
}

static bool is_standard(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

/* Finds what is at a path: true and its key if it is a regular file. */
static bool find(use how, const char *path, char key[64])
{
    static const int standard[] = {[READ] = STDIN_FILENO, [WRITTEN] = STDOUT_FILENO};
    struct stat file;
    if ((is_standard(path) ? fstat(standard[how], &file) : stat(path, &file)) != 0 ||
        !S_ISREG(file.st_mode))
        return false;
    snprintf(key, 64, "%llx %llx", (unsigned long long)file.st_dev,
             (unsigned long long)file.st_ino);
    return true;
}

/* Puts a file into its set, unless it is in the other one: then gives its name there. */
static const char *enter(use how, const char *key, const char *name)
{
    const used *others = &files[how == READ ? WRITTEN : READ];
    used *these = &files[how];
    uint32_t found = pl_intern_find(&others->keys, key), had = these->keys.n;
    if (found != PL_NONE)
        return others->names.at[found];
    if (pl_intern_add(&these->keys, key) == had)
        PL_PUSH(&these->names, pl_arena_strdup(&these->keys.text, name));
    return NULL;
}

static int guard(use how, const char *path, const char *name, pl_error *err)
{
    char key[64];
    if (!is_on || !find(how, path, key))
        return 0;
    pthread_mutex_lock(&mutex);
    const char *other = enter(how, key, name);
    pthread_mutex_unlock(&mutex);
    if (other == NULL)
        return 0;
    const char *in = how == READ ? name : other, *out = how == READ ? other : name;
    bool same = strcmp(in, out) == 0;
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "%s is read, too%s%s: name another file for the output", out,
                   same ? "" : ", as ", same ? "" : in);
}

int pl_guard_read(const char *path, pl_error *err)
{
    return guard(READ, path, is_standard(path) ? "standard input" : path, err);
}

int pl_guard_write(const char *path, pl_error *err)
{
    return guard(WRITTEN, path,
                 is_standard(path) ? "the file that standard output goes to" : path, err);
}
