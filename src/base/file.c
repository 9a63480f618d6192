/* Files that appear when they are whole; see file.h. */
#include "base/file.h"

#include "base/alloc.h"
#include "base/guard.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/str.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef O_PATH
#define O_PATH O_RDONLY /* only Linux opens folders that cannot be listed */
#endif

#define PART ".part"
#define RECORD ".resume"
enum { MAX_TRIES = 100, SHOWN_OF_NAME = 100, DIGITS = 16 };

typedef enum state {
    UNUSED,
    TAKEN,
    UNFINISHED, /* `temporary` is removed unless it is committed */
    KEPT,       /* `temporary` is removed by pl_file_cancel alone */
} state;

/* Files are never freed but used again, and the list of all of them only grows, so that a
 * signal handler can walk it at any moment. */
struct pl_file {
    pl_file *next;
    _Atomic(state) state;
    int folder;     /* its descriptor; -1: written directly */
    int descriptor; /* what is written to; -1: none */
    bool replaces;
    bool findable; /* `temporary` has the number that a later run looks for */
    bool recorded; /* RECORD was written: how the file is made */
    char *path;                   /* for messages */
    char name[NAME_MAX + 1];      /* of the file to be, in the folder */
    char temporary[NAME_MAX + 1]; /* of what is written until then */
};

static _Atomic(pl_file *) all_files;

/* -- the list ----------------------------------------------------------------------- */

/* NULL with the reason in `err` if the run reads what is at the path. */
static pl_file *take(const char *path, pl_error *err)
{
    if (strcmp(path, "-") == 0) { /* the guard takes it for standard output */
        pl_fail(err, PL_BAD_ARGUMENT,
                "this cannot go to standard output: name a file (./- is one called -)");
        return NULL;
    }
    if (pl_guard_write(path, err) < 0)
        return NULL;
    pl_file *f = all_files;
    for (; f != NULL; f = f->next) {
        state unused = UNUSED;
        if (atomic_compare_exchange_strong(&f->state, &unused, TAKEN))
            break;
    }
    if (f == NULL) {
        f = pl_alloc_zero(1, sizeof *f);
        f->state = TAKEN;
        f->next = all_files;
        while (!atomic_compare_exchange_weak(&all_files, &f->next, f))
            ;
    }
    f->folder = f->descriptor = -1;
    f->replaces = f->findable = f->recorded = false;
    f->path = pl_strdup(path);
    return f;
}

static void give_back(pl_file *f)
{
    if (f->descriptor >= 0)
        close(f->descriptor);
    if (f->folder >= 0)
        close(f->folder);
    free(f->path);
    f->path = NULL;
    f->state = UNUSED;
}

void pl_file_remove_unfinished(void)
{
    int before = errno;
    for (const pl_file *f = all_files; f != NULL; f = f->next)
        if (f->state == UNFINISHED)
            unlinkat(f->folder, f->temporary, 0);
    errno = before;
}

static bool has_temporary(const pl_file *f)
{
    return f->state == UNFINISHED || f->state == KEPT;
}

/* Writes the name of a file that belongs to NAME: .NAME.NUMBER and an ending. */
static void name_beside(char beside[NAME_MAX + 1], const char *name, uint64_t number,
                        const char *ending)
{
    snprintf(beside, NAME_MAX + 1, ".%.*s.%016llx%s", SHOWN_OF_NAME, name,
             (unsigned long long)number, ending);
}

/* The NUMBER of a NAME: a checksum, so that a later run finds the files of an earlier one. */
static uint64_t number_of(const char *name)
{
    return pl_hash(name, strlen(name));
}

static void remove_record(const pl_file *f)
{
    char record[NAME_MAX + 1];
    name_beside(record, f->name, number_of(f->name), RECORD);
    unlinkat(f->folder, record, 0);
}

static pl_file *fail(pl_file *f, pl_error *err)
{
    pl_fail(err, PL_SYSTEM, "%s: %s", f->path, strerror(errno));
    pl_file_cancel(f);
    return NULL;
}

/* -- where the file is -------------------------------------------------------------- */

/* Opens the folder of a path without links and splits off the name: 0, or -1 with errno. */
static int open_folder(pl_file *f, const pl_str *path)
{
    const char *name = pl_base_name(path->at);
    size_t n = strlen(name);
    if (n == 0 || n > NAME_MAX) {
        errno = n > 0 ? ENAMETOOLONG : path->n > 0 ? EISDIR : ENOENT;
        return -1;
    }
    memcpy(f->name, name, n + 1);
    pl_str folder = {0};
    pl_str_put(&folder, path->at, (size_t)(name - path->at));
    if (folder.n == 0)
        pl_str_puts(&folder, ".");
    int flags = O_DIRECTORY | O_CLOEXEC;
    if ((f->folder = open(folder.at, O_RDONLY | flags)) < 0 && errno == EACCES)
        f->folder = open(folder.at, O_PATH | flags); /* may be written, not listed */
    pl_str_release(&folder);
    return f->folder >= 0 ? 0 : -1;
}

/* What stands at the name now: 1, 0 if nothing does, -1 with errno. */
static int find_old(const pl_file *f, struct stat *old)
{
    if (fstatat(f->folder, f->name, old, AT_SYMLINK_NOFOLLOW) == 0)
        return 1;
    return errno == ENOENT ? 0 : -1;
}

/* Whether the old file may be replaced, which the system would say only in the end: 0, or
 * -1 with errno. In a folder like /tmp only the owners of the file and of the folder may. */
static int check_old(const pl_file *f, const struct stat *old)
{
    struct stat folder;
    uid_t me = geteuid();
    if (faccessat(f->folder, f->name, W_OK, AT_EACCESS) != 0)
        return -1;
    if (me != 0 && fstat(f->folder, &folder) == 0 && (folder.st_mode & S_ISVTX) != 0 &&
        old->st_uid != me && folder.st_uid != me) {
        errno = EPERM;
        return -1;
    }
    return 0;
}

/* Opens the folder that `path` leads to and finds the name there, or opens the descriptor
 * that it stands for: 0, or -1 with errno. */
static int open_place(pl_file *f)
{
    pl_str path = {0};
    int standard = -1;
    pl_str_puts(&path, f->path);
    int status = pl_path_resolve(&path, &standard);
    if (status == 0 && standard >= 0)
        status = f->descriptor = fcntl(standard, F_DUPFD_CLOEXEC, 0);
    else if (status == 0)
        status = open_folder(f, &path);
    pl_str_release(&path);
    return status < 0 ? -1 : 0;
}

/* Finds where the file is to be and what is there: 1 if it is to be written beside it and
 * then moved, 0 if it is written directly, -1 with errno. */
static int find_place(pl_file *f, struct stat *old)
{
    if (open_place(f) < 0)
        return -1;
    if (f->descriptor >= 0)
        return 0;
    int found = find_old(f, old);
    f->replaces = found > 0 && S_ISREG(old->st_mode);
    if (f->replaces)
        return check_old(f, old) < 0 ? -1 : 1;
    return found < 0 ? -1 : found == 0;
}

/* Opens a device or a fifo, unless its descriptor is open already: 0, or -1 with errno. A
 * link at this place was put there after links were followed. */
static int open_directly(pl_file *f)
{
    static const int flags = O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY;
    if (f->descriptor < 0)
        f->descriptor = openat(f->folder, f->name, flags);
    return f->descriptor >= 0 ? 0 : -1;
}

/* -- the file beside it ------------------------------------------------------------- */

static uint64_t some_number(void)
{
    static _Atomic(uint64_t) count;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return pl_mix((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec << 30) ^
           pl_mix((uint64_t)getpid() << 32 ^ count++);
}

/* Whether the file that is open still is the one that its name leads to: 1, 0, or -1 with errno. */
static int stands_there(const pl_file *f)
{
    struct stat here, there;
    if (fstat(f->descriptor, &here) != 0)
        return -1;
    if (fstatat(f->folder, f->temporary, &there, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? 0 : -1;
    return here.st_dev == there.st_dev && here.st_ino == there.st_ino;
}

/* Locks a new file, by which pl_file_tidy sees that somebody writes it. False if that removes it
 * just then. */
static bool hold(const pl_file *f)
{
    if (flock(f->descriptor, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK;
    return stands_there(f) != 0;
}

/* Removes an unfinished file unless a running process holds its lock. Returns true if it was removed. */
static bool remove_left(int folder, const char *name)
{
    struct stat info;
    int file = openat(folder, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return false;
    bool removed = fstat(file, &info) == 0 && S_ISREG(info.st_mode) &&
                   (info.st_mode & S_IWUSR) != 0 && flock(file, LOCK_EX | LOCK_NB) == 0 &&
                   unlinkat(folder, name, 0) == 0;
    close(file);
    return removed;
}

/* Removes the .part file of a run that was killed, and its record, unless this run reads the file. */
static void remove_abandoned(const pl_file *f)
{
    pl_str part = {0}, record = {0};
    if (pl_file_left(f->path, &part, &record) > 0 && pl_guard_write(part.at, NULL) == 0 &&
        remove_left(f->folder, f->temporary))
        remove_record(f);
    pl_str_release(&part);
    pl_str_release(&record);
}

/* Creates the .part file. Returns 0, or -1 with errno. Its name has the checksum of NAME, or a random
 * number if another run is writing the file with the checksum. The file is listed for removal before it
 * exists, so that a signal between the two cannot leave it behind. */
static int make_temporary(pl_file *f, mode_t mode)
{
    static const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    for (int i = 0; i < MAX_TRIES; i++) {
        f->findable = i < 2;
        name_beside(f->temporary, f->name, i < 2 ? number_of(f->name) : some_number(), PART);
        f->state = UNFINISHED;
        f->descriptor = openat(f->folder, f->temporary, flags, mode);
        if (f->descriptor >= 0 && hold(f))
            return 0;
        f->state = TAKEN;
        if (f->descriptor < 0 && errno != EEXIST)
            return -1;
        if (f->descriptor >= 0)
            close(f->descriptor);
        else if (i == 0)
            remove_abandoned(f);
        f->descriptor = -1;
    }
    return -1;
}

/* Gives the new file owner, group and mode of the old one, as far as it is permitted. */
static int copy_rights(const pl_file *f, const struct stat *old)
{
    struct stat now;
    mode_t mode = old->st_mode & 0777;
    if (fstat(f->descriptor, &now) != 0)
        return -1;
    if (now.st_uid != old->st_uid)
        (void)!fchown(f->descriptor, old->st_uid, (gid_t)-1);
    if (now.st_gid != old->st_gid && fchown(f->descriptor, (uid_t)-1, old->st_gid) != 0)
        mode &= ~(mode_t)S_IRWXG;
    return fchmod(f->descriptor, mode);
}

pl_file *pl_file_create(const char *path, pl_error *err)
{
    pl_file *f = take(path, err);
    struct stat old;
    if (f == NULL)
        return NULL;
    int beside = find_place(f, &old);
    int status = beside == 0  ? open_directly(f)
                 : beside > 0 ? make_temporary(f, f->replaces ? 0600 : 0666)
                              : -1;
    if (status == 0 && beside > 0 && f->replaces)
        status = copy_rights(f, &old);
    return status == 0 ? f : fail(f, err);
}

pl_file *pl_file_grow(const char *path, bool keep, pl_error *err)
{
    pl_file *f = take(path, err);
    int descriptor = pl_path_descriptor(path);
    if (f == NULL)
        return NULL;
    f->descriptor = descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
                                    : open(path,
                                           O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY |
                                               (keep ? O_APPEND : O_TRUNC),
                                           0666);
    return f->descriptor >= 0 ? f : fail(f, err);
}

bool pl_file_replaces(const pl_file *f)
{
    return f->replaces;
}

int pl_write_all(int descriptor, const void *bytes, size_t n)
{
    struct pollfd room = {.fd = descriptor, .events = POLLOUT};
    for (const char *at = bytes; n > 0;) {
        ssize_t done = write(descriptor, at, n);
        if (done < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            poll(&room, 1, -1);
        else if (done < 0 && errno != EINTR)
            return -1;
        at += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

int pl_file_write(pl_file *f, const void *bytes, size_t n)
{
    return pl_write_all(f->descriptor, bytes, n);
}

/* Brings what was written to the disk: 0, or -1 with errno. Some file systems cannot. */
static int bring_to_disk(int descriptor)
{
    int status;
    while ((status = fsync(descriptor)) != 0 && errno == EINTR)
        ;
    return status == 0 || errno == EINVAL || errno == ENOTSUP || errno == ENOSYS ? 0 : -1;
}

int pl_file_settle(const pl_file *f, struct stat *info)
{
    return bring_to_disk(f->descriptor) == 0 ? fstat(f->descriptor, info) : -1;
}

static int close_written(pl_file *f)
{
    int status = has_temporary(f) ? bring_to_disk(f->descriptor) : 0;
    int reason = errno;
    if (close(f->descriptor) != 0 && status == 0 && errno != EINTR) {
        status = -1;
        reason = errno;
    }
    f->descriptor = -1;
    errno = reason;
    return status;
}

/* Renames the .part file to its final name. If that fails, the .part file stays. Unless it is kept for a
 * later run, it is made read-only, so that pl_file_tidy does not remove it. */
static int move_to_place(const pl_file *f, pl_error *err)
{
    if (renameat(f->folder, f->temporary, f->folder, f->name) == 0) {
        remove_record(f);
        bring_to_disk(f->folder);
        return 0;
    }
    int why = errno;
    if (f->state == KEPT)
        return pl_fail(err, PL_SYSTEM, "%s: %s", f->path, strerror(why));
    (void)!fchmodat(f->folder, f->temporary, S_IRUSR, 0);
    return pl_fail(err, PL_SYSTEM, "%s: %s; the output is in %s in the same folder", f->path,
                   strerror(why), f->temporary);
}

int pl_file_commit(pl_file *f, pl_error *err)
{
    int status = 0;
    int held = has_temporary(f) ? fcntl(f->descriptor, F_DUPFD_CLOEXEC, 0) : -1;
    if (close_written(f) < 0) {
        status = pl_fail(err, PL_SYSTEM, "%s: %s", f->path, strerror(errno));
        if (f->state == UNFINISHED)
            unlinkat(f->folder, f->temporary, 0);
    } else if (has_temporary(f))
        status = move_to_place(f, err);
    else if (f->recorded)
        remove_record(f);
    give_back(f);
    if (held >= 0)
        close(held); /* and so the lock, which a copy of the descriptor keeps */
    return status;
}

void pl_file_cancel(pl_file *f)
{
    if (f == NULL)
        return;
    if (f->state == KEPT)
        remove_record(f);
    if (has_temporary(f))
        unlinkat(f->folder, f->temporary, 0);
    give_back(f);
}

/* -- for a later run ------------------------------------------------------------------ */

/* Finds the folder and the name of a file that grows in place. Returns false if it is not a regular file. */
static bool find_growing(pl_file *f, struct stat *info)
{
    int descriptor = f->descriptor;
    if (fstat(descriptor, info) != 0 || !S_ISREG(info->st_mode))
        return false;
    f->descriptor = -1;
    bool found = open_place(f) == 0 && f->descriptor < 0;
    if (f->descriptor >= 0)
        close(f->descriptor);
    f->descriptor = descriptor;
    return found;
}

/* Writes RECORD. Returns 0, or -1 with errno. If `goes_on`, an existing record is left unchanged: it was
 * compared before. */
static int write_record(const pl_file *f, const char *text, bool goes_on)
{
    static const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    char record[NAME_MAX + 1];
    name_beside(record, f->name, number_of(f->name), RECORD);
    if (!goes_on)
        unlinkat(f->folder, record, 0);
    int file = openat(f->folder, record, flags, 0666);
    if (file < 0)
        return goes_on && errno == EEXIST ? 0 : -1;
    int status = pl_write_all(file, text, strlen(text));
    return close(file) == 0 ? status : -1;
}

int pl_file_keep(pl_file *f, const char *record, pl_error *err)
{
    struct stat info = {0};
    if (f->state == UNFINISHED ? !f->findable : !find_growing(f, &info))
        return 0;
    if (write_record(f, record, info.st_size > 0) < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", f->path, strerror(errno));
    f->recorded = true;
    if (f->state == UNFINISHED)
        f->state = KEPT;
    return 1;
}

int pl_file_leave(pl_file *f)
{
    int status = bring_to_disk(f->descriptor);
    give_back(f);
    return status;
}

int pl_file_left(const char *path, pl_str *part, pl_str *record)
{
    char beside[NAME_MAX + 1];
    int descriptor = -1;
    pl_str real = {0};
    pl_str_puts(&real, path);
    bool found = pl_path_resolve(&real, &descriptor) == 0 && descriptor < 0;
    const char *name = pl_base_name(pl_str_text(&real));
    int n = (int)(name - real.at);
    if (found) {
        name_beside(beside, name, number_of(name), PART);
        pl_str_printf(part, "%.*s%s", n, real.at, beside);
        name_beside(beside, name, number_of(name), RECORD);
        pl_str_printf(record, "%.*s%s", n, real.at, beside);
    }
    pl_str_release(&real);
    return found;
}

/* Renames the open and locked .part file to its final name, or removes it. Returns 1, or -1 with errno. */
static int place(const pl_file *f, bool keep)
{
    if (!keep)
        return unlinkat(f->folder, f->temporary, 0) == 0 ? 1 : -1;
    if (renameat(f->folder, f->temporary, f->folder, f->name) != 0)
        return -1;
    bring_to_disk(f->folder);
    return 1;
}

/* Opens and locks the .part file of an earlier run. Returns 1, 0 if there is no such file of this user,
 * or -1 with errno. */
static int open_left(pl_file *f)
{
    static const int flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    struct stat info;
    name_beside(f->temporary, f->name, number_of(f->name), PART);
    if (fstatat(f->folder, f->temporary, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? 0 : -1;
    if (!S_ISREG(info.st_mode) || info.st_uid != geteuid())
        return 0;
    f->descriptor = openat(f->folder, f->temporary, flags);
    if (f->descriptor < 0)
        return -1;
    if (flock(f->descriptor, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? -1 : 0;
    return stands_there(f);
}

int pl_file_take_up(const char *path, bool keep, pl_error *err)
{
    struct stat old;
    pl_file *f = take(path, err);
    if (f == NULL)
        return -1;
    int got = find_place(f, &old);
    if (got > 0)
        got = open_left(f);
    if (got > 0)
        got = place(f, keep);
    if (got < 0)
        pl_fail(err, PL_SYSTEM, "%s: %s", path,
                errno == EWOULDBLOCK ? "another run is writing it" : strerror(errno));
    give_back(f);
    return got;
}

/* -- locks -------------------------------------------------------------------------- */

/* Opens .NAME.lock and locks it: 1, 0 if it was removed by its last owner just then, -1
 * with errno (EWOULDBLOCK: somebody has it). */
static int try_lock(pl_file *f)
{
    f->descriptor = openat(f->folder, f->temporary,
                           O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
    if (f->descriptor < 0)
        return -1;
    if (flock(f->descriptor, LOCK_EX | LOCK_NB) != 0)
        return errno == ENOLCK || errno == ENOTSUP || errno == EINVAL ? 1 : -1;
    int there = stands_there(f);
    if (there < 0)
        f->state = UNFINISHED; /* ours, as far as one can know: not left behind */
    if (there != 0)
        return there;
    close(f->descriptor);
    f->descriptor = -1;
    return 0;
}

pl_file *pl_file_lock(const char *path, pl_error *err)
{
    pl_file *f = take(path, err);
    struct stat old;
    int got = f != NULL ? find_place(f, &old) : -1;
    if (f == NULL)
        return NULL;
    if (got <= 0) /* a device needs no lock */
        return got == 0 ? f : fail(f, err);
    snprintf(f->temporary, sizeof f->temporary, ".%.*s.lock", NAME_MAX - 6, f->name);
    while ((got = try_lock(f)) == 0)
        ;
    if (got > 0) {
        f->state = UNFINISHED;
        return f;
    }
    const char *why =
        errno == EWOULDBLOCK ? "another run is writing it" : strerror(errno);
    pl_fail(err, PL_SYSTEM, "%s: cannot be locked by %s: %s", path, f->temporary, why);
    pl_file_cancel(f);
    return NULL;
}

/* Whether the name is one of those that make_temporary gives for the file. */
static bool is_part_of(const char *name, const pl_file *f)
{
    size_t shown = strnlen(f->name, SHOWN_OF_NAME), rest = 1 + shown;
    return name[0] == '.' && strncmp(name + 1, f->name, shown) == 0 &&
           name[rest] == '.' && strspn(name + rest + 1, "0123456789abcdef") == DIGITS &&
           strcmp(name + rest + 1 + DIGITS, PART) == 0;
}

void pl_file_tidy(const pl_file *f)
{
    int copy =
        f->folder >= 0 ? openat(f->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    DIR *folder = copy >= 0 ? fdopendir(copy) : NULL;
    if (folder == NULL) {
        if (copy >= 0)
            close(copy);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        if (is_part_of(entry->d_name, f))
            remove_left(f->folder, entry->d_name);
    closedir(folder);
}
