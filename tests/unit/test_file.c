/* Files that appear when they are whole: what is there before, meanwhile and afterwards;
 * rights, links, devices; locks; nothing is left behind. */
#include "unit.h"

#include "base/file.h"
#include "base/str.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/test_file.XXXXXX";
static char here[PATH_MAX];

static const char *in_folder(const char *name)
{
    static char paths[4][PATH_MAX];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return path;
}

/* -- what the library asks of the system --------------------------------------------- */

static char synced[100]; /* f: a file before it has its name, F: after; d: the folder */
static const char *watched;

/* Stands in for the system's. */
int fsync(int descriptor)
{
    struct stat info;
    fstat(descriptor, &info);
    bool there = watched != NULL && access(watched, F_OK) == 0;
    size_t n = strlen(synced);
    if (n + 1 < sizeof synced)
        synced[n] = S_ISDIR(info.st_mode) ? (there ? 'd' : '?') : there ? 'F' : 'f';
    return 0;
}

/* -- help ---------------------------------------------------------------------------- */

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void assert_holds(const char *path, const char *text)
{
    char found[100] = "";
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    found[fread(found, 1, sizeof found - 1, f)] = '\0';
    fclose(f);
    assert_string_equal(found, text);
}

static pl_file *begun(const char *path, const char *text)
{
    pl_error err;
    pl_file *f = pl_file_create(path, &err);
    if (f == NULL)
        fail_msg("%s", err.text);
    assert_int_equal(pl_file_write(f, text, strlen(text)), 0);
    return f;
}

static void make(const char *path, const char *text)
{
    pl_error err;
    assert_int_equal(pl_file_commit(begun(path, text), &err), 0);
}

/* Removes all files of the folder; returns how many there were. */
static int sweep(void)
{
    int n = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0)
            n += unlinkat(dirfd(d), e->d_name, 0) == 0 ||
                 unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR) == 0;
    closedir(d);
    return n;
}

static int files_in_folder(void)
{
    int n = -2; /* . and .. */
    DIR *d = opendir(folder);
    while (readdir(d) != NULL)
        n++;
    closedir(d);
    return n;
}

static int start(void **unused)
{
    (void)unused;
    return mkdtemp(folder) != NULL && getcwd(here, sizeof here) != NULL ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    return rmdir(folder);
}

static int clean(void **unused)
{
    (void)unused;
    watched = NULL;
    sweep();
    return chdir(here);
}

/* -- tests --------------------------------------------------------------------------- */

static void old_stays_until_whole(void **unused)
{
    (void)unused;
    const char *path = in_folder("a");
    pl_file *f = begun(path, "new");
    assert_int_equal(access(path, F_OK), -1);
    assert_false(pl_file_replaces(f));
    assert_int_equal(pl_file_commit(f, NULL), 0);
    assert_holds(path, "new");
    f = begun(path, "newer");
    assert_holds(path, "new");
    assert_true(pl_file_replaces(f));
    pl_file_cancel(f);
    assert_holds(path, "new");
    make(path, "newer");
    assert_holds(path, "newer");
    assert_int_equal(sweep(), 1);
}

/* File, then name, then folder. */
static void comes_to_disk(void **unused)
{
    (void)unused;
    watched = in_folder("a");
    synced[0] = '\0';
    memset(synced, 0, sizeof synced);
    make(watched, "text");
    assert_string_equal(synced, "fd");
}

/* Of the file that is being written. */
static void stat_unfinished(const char *parts, struct stat *info)
{
    glob_t found;
    assert_int_equal(glob(parts, 0, NULL, &found), 0);
    assert_int_equal(stat(found.gl_pathv[0], info), 0);
    globfree(&found);
}

static void rights_are_kept(void **unused)
{
    (void)unused;
    static const mode_t modes[] = {0600, 0640, 0664, 0755};
    const char *path = in_folder("a"), *parts = in_folder(".a.*.part");
    struct stat info;
    mode_t before = umask(027);
    make(path, "x");
    umask(before);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, 0640);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        assert_int_equal(chmod(path, modes[i]), 0);
        pl_file *f = begun(path, "y");
        stat_unfinished(parts, &info);
        assert_int_equal(info.st_mode & 07777, modes[i]);
        assert_int_equal(pl_file_commit(f, NULL), 0);
        assert_int_equal(stat(path, &info), 0);
        assert_int_equal(info.st_mode & 07777, modes[i]);
    }
    if (geteuid() != 0)
        return;
    assert_int_equal(chown(path, 1234, 4321), 0);
    make(path, "z");
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_uid, 1234);
    assert_int_equal(info.st_gid, 4321);
}

/* As another user, since root may do anything: what is read-only or someone else's. */
static int as_nobody(const char *path)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        bool other = geteuid() != 0 || (setgid(65534) == 0 && setuid(65534) == 0);
        pl_file *f = other ? pl_file_create(path, NULL) : NULL;
        int code = f != NULL ? 0 : errno;
        pl_file_cancel(f);
        _exit(other ? code : 255);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static void protected_files_are_refused(void **unused)
{
    (void)unused;
    const char *path = in_folder("a");
    put(path, "x");
    chmod(folder, 0777);
    chmod(path, 0444);
    assert_int_equal(as_nobody(path), EACCES);
    chmod(path, 0666);
    assert_int_equal(as_nobody(path), 0);
    if (geteuid() == 0) { /* like /tmp: the file is another's */
        chmod(folder, 01777);
        assert_int_equal(as_nobody(path), EPERM);
    }
    assert_holds(path, "x");
    chmod(folder, 0700);
}

static void links_are_followed(void **unused)
{
    (void)unused;
    struct stat info;
    put(in_folder("a"), "old");
    assert_int_equal(mkdir(in_folder("d"), 0777), 0);
    assert_int_equal(symlink("../a", in_folder("d/up")), 0);
    assert_int_equal(symlink(in_folder("d/up"), in_folder("far")), 0);
    assert_int_equal(symlink("new", in_folder("dangling")), 0);
    assert_int_equal(symlink("loop", in_folder("loop")), 0);
    make(in_folder("far"), "by link");
    assert_holds(in_folder("a"), "by link");
    assert_int_equal(lstat(in_folder("far"), &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat(in_folder("a"), &info), 0);
    assert_true(S_ISREG(info.st_mode));
    make(in_folder("dangling"), "made");
    assert_holds(in_folder("new"), "made");
    pl_error err;
    assert_null(pl_file_create(in_folder("loop"), &err));
    assert_non_null(strstr(err.text, strerror(ELOOP))); /* C libraries differ in words */
    unlink(in_folder("d/up"));
}

/* Another file of the same inode keeps its content. */
static void hard_links_are_left_alone(void **unused)
{
    (void)unused;
    put(in_folder("a"), "old");
    assert_int_equal(link(in_folder("a"), in_folder("b")), 0);
    make(in_folder("a"), "new");
    assert_holds(in_folder("b"), "old");
}

static void names(void **unused)
{
    (void)unused;
    char longest[NAME_MAX + 2];
    pl_error err;
    memset(longest, 'n', sizeof longest);
    longest[NAME_MAX + 1] = '\0';
    assert_null(pl_file_create(in_folder(longest), &err));
    longest[NAME_MAX] = '\0';
    make(in_folder(longest), "x");
    assert_holds(in_folder(longest), "x");
    pl_file *lock = pl_file_lock(in_folder(longest), &err);
    assert_non_null(lock);
    pl_file_cancel(lock);
    assert_int_equal(chdir(folder), 0);
    make("bare", "x");
    pl_file *f = begun("./moved", "x"); /* the folder is known from the start */
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(pl_file_commit(f, NULL), 0);
    assert_holds(in_folder("moved"), "x");
    static const struct {
        const char *path, *message;
    } bad[] = {
        {"", ": No such file or directory"},
        {"/nowhere/at/all", "/nowhere/at/all: No such file or directory"},
        {"/tmp", "/tmp: Is a directory"},
        {"/tmp/", "/tmp/: Is a directory"},
        {"/dev/null/x", "/dev/null/x: Not a directory"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(pl_file_create(bad[i].path, &err));
        assert_string_equal(err.text, bad[i].message);
    }
}

static void devices_are_written_directly(void **unused)
{
    (void)unused;
    struct stat before, after;
    stat("/dev/null", &before);
    make("/dev/null", "x");
    stat("/dev/null", &after);
    assert_int_equal(before.st_ino, after.st_ino);

    const char *fifo = in_folder("fifo");
    char got[10] = "";
    assert_int_equal(mkfifo(fifo, 0600), 0);
    int reader = open(fifo, O_RDONLY | O_NONBLOCK);
    pl_file *f = begun(fifo, "fifo");
    assert_int_equal(read(reader, got, sizeof got), 4);
    assert_int_equal(pl_file_commit(f, NULL), 0);
    assert_int_equal(stat(fifo, &after), 0);
    assert_true(S_ISFIFO(after.st_mode));
    close(reader);

    char by_number[50]; /* goes on where the descriptor is, also in a file */
    int file = open(in_folder("a"), O_RDWR | O_CREAT, 0600);
    assert_int_equal(write(file, "1", 1), 1);
    snprintf(by_number, sizeof by_number, "/dev/fd/%d", file);
    make(by_number, "2");
    assert_int_equal(write(file, "3", 1), 1);
    close(file);
    assert_holds(in_folder("a"), "123");
}

static void grows(void **unused)
{
    (void)unused;
    const char *path = in_folder("a");
    put(path, "old");
    pl_file *f = pl_file_grow(path, true, NULL);
    assert_int_equal(pl_file_write(f, "er", 2), 0);
    assert_holds(path, "older");
    pl_file_cancel(f);
    f = pl_file_grow(path, false, NULL);
    assert_holds(path, "");
    assert_int_equal(pl_file_write(f, "x", 1), 0);
    assert_int_equal(pl_file_commit(f, NULL), 0);
    assert_holds(path, "x");
}

static void on_signal(int number)
{
    pl_file_remove_unfinished();
    _exit(100 + number);
}

/* Nothing is left of three files and a lock when a signal ends the process. */
static void signals_leave_nothing(void **unused)
{
    (void)unused;
    int status;
    put(in_folder("old"), "old");
    pid_t child = fork();
    if (child == 0) {
        begun(in_folder("a"), "a");
        make(in_folder("whole"), "whole");
        begun(in_folder("old"), "new");
        begun(in_folder("b"), "b");
        pl_file_lock(in_folder("old"), NULL);
        signal(SIGTERM, on_signal);
        raise(SIGTERM);
    }
    waitpid(child, &status, 0);
    assert_int_equal(WEXITSTATUS(status), 100 + SIGTERM);
    assert_holds(in_folder("old"), "old");
    assert_holds(in_folder("whole"), "whole");
    assert_int_equal(sweep(), 2);
}

static void one_lock_at_a_time(void **unused)
{
    (void)unused;
    pl_error err;
    put(in_folder("a"), "x");
    assert_int_equal(symlink("a", in_folder("link")), 0);
    pl_file *f = pl_file_lock(in_folder("a"), &err);
    assert_non_null(f);
    assert_null(pl_file_lock(in_folder("link"), &err));
    assert_non_null(strstr(err.text, "link: cannot be locked by .a.lock: another run"));
    pl_file_cancel(f);
    f = pl_file_lock(in_folder("link"), &err);
    assert_non_null(f);
    make(in_folder("a"), "y"); /* a lock hinders nobody who does not ask */
    pl_file_cancel(f);
    assert_int_equal(sweep(), 2);
    for (int i = 0; i < 2; i++)
        pl_file_cancel(pl_file_lock("/dev/null", &err));
}

/* A process that is killed leaves the lock's file, but no lock. */
static void killed_locks_are_free(void **unused)
{
    (void)unused;
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        bool locked = pl_file_lock(in_folder("a"), NULL) != NULL;
        if (locked && write(ready[1], "", 1) == 1)
            pause();
        _exit(0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_null(pl_file_lock(in_folder("a"), NULL));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    pl_file *f = pl_file_lock(in_folder("a"), NULL);
    assert_non_null(f);
    pl_file_cancel(f);
    assert_int_equal(sweep(), 0);
    close(ready[0]);
    close(ready[1]);
}

/* The next run with the same output removes the .part file of a killed run; pl_file_tidy removes all such
 * files. Files that are being written, that could not be renamed, or with similar names stay. */
static void leftovers_are_removed(void **unused)
{
    (void)unused;
    static const char *const others[] = {
        ".a.0123456789abcde.part",  ".a.0123456789abcdef.par",
        ".a.0123456789abcdeg.part", ".ab.0123456789abcdef.part",
        "a.0123456789abcdef.part",  ".a.0123456789abcdef0.part"};
    enum { N = sizeof others / sizeof *others };
    pl_error err;
    make(in_folder("a"), "x");
    for (size_t i = 0; i < N; i++)
        put(in_folder(others[i]), "z");
    pid_t child = fork();
    if (child == 0) {
        begun(in_folder("a"), "y");
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(files_in_folder(), N + 2);
    put(in_folder(".a.00000000000000fe.part"), "y");
    put(in_folder(".a.00000000000000ff.part"), "y");
    assert_int_equal(chmod(in_folder(".a.00000000000000ff.part"), 0400), 0);
    pl_file *writing = begun(in_folder("a"), "z"),
            *lock = pl_file_lock(in_folder("a"), &err);
    assert_int_equal(files_in_folder(), N + 5);
    pl_file_tidy(lock);
    assert_int_equal(files_in_folder(),
                     N + 4); /* a, its lock, 00ff, and the one being written */
    assert_int_equal(pl_file_commit(writing, &err), 0);
    assert_holds(in_folder("a"), "z");
    pl_file_tidy(lock);
    for (size_t i = 0; i < N; i++)
        assert_int_equal(unlink(in_folder(others[i])), 0);
    assert_int_equal(unlink(in_folder(".a.00000000000000ff.part")), 0);
    pl_file_cancel(lock);
    assert_int_equal(files_in_folder(), 1);
    pl_file *none = pl_file_lock("/dev/null", &err);
    pl_file_tidy(none);
    pl_file_cancel(none);
}

/* A kept file stays next to the old file until it is complete, however the program ends. */
static void kept_files_stay(void **unused)
{
    (void)unused;
    pl_str part = {0}, record = {0};
    pl_error err;
    const char *path = in_folder("a");
    make(path, "old");
    assert_int_equal(pl_file_left(path, &part, &record), 1);
    assert_int_equal(pl_file_left("/dev/stdout", &part, &record), 0);
    pid_t child = fork();
    if (child == 0) {
        pl_file *f = begun(path, "new");
        if (pl_file_keep(f, "beam=8\n", NULL) == 1)
            pl_file_remove_unfinished();
        kill(getpid(), SIGKILL);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_holds(path, "old");
    assert_holds(part.at, "new");
    assert_holds(record.at, "beam=8\n");
    assert_int_equal(pl_file_take_up(path, true, &err), 1);
    assert_holds(path, "new");
    assert_int_equal(pl_file_take_up(path, true, &err), 0);
    assert_int_equal(files_in_folder(), 2);

    /* It continues in place. No other file is left when it is complete. */
    pl_file *f = pl_file_grow(path, true, &err);
    assert_int_equal(pl_file_keep(f, "beam=8\n", &err), 1);
    assert_int_equal(pl_file_write(f, "er", 2), 0);
    pl_file_cancel(f);
    assert_holds(path, "newer");
    assert_int_equal(files_in_folder(), 2);
    f = pl_file_grow(path, true, &err);
    assert_int_equal(pl_file_keep(f, "beam=8\n", &err), 1);
    assert_int_equal(pl_file_commit(f, &err), 0);
    assert_int_equal(files_in_folder(), 1);

    /* A failed file is removed; an unfinished file stays; of two files written at once, one is kept. */
    f = begun(path, "x");
    assert_int_equal(pl_file_keep(f, "a=1\n", &err), 1);
    assert_int_equal(pl_file_take_up(path, true, &err), -1);
    assert_non_null(strstr(err.text, "another run is writing it"));
    pl_file *other = begun(path, "y");
    assert_int_equal(pl_file_keep(other, "a=2\n", &err), 0);
    assert_holds(record.at, "a=1\n");
    pl_file_cancel(other);
    pl_file_cancel(f);
    assert_int_equal(files_in_folder(), 1);
    f = begun(path, "x");
    assert_int_equal(pl_file_keep(f, "a=1\n", &err), 1);
    assert_int_equal(pl_file_leave(f), 0);
    assert_int_equal(files_in_folder(), 3);
    assert_int_equal(pl_file_take_up(path, false, &err), 1);
    assert_holds(path, "newer");
    make(path, "z"); /* also removes the record */
    assert_int_equal(files_in_folder(), 1);

    /* Links that other users put there are not followed. */
    put(in_folder("victim"), "mine");
    assert_int_equal(symlink("victim", part.at), 0);
    assert_int_equal(symlink("victim", record.at), 0);
    assert_int_equal(pl_file_take_up(path, true, &err), 0);
    f = begun(path, "x");
    assert_int_equal(pl_file_keep(f, "a=1\n", &err), 0);
    assert_int_equal(unlink(part.at), 0);
    pl_file_cancel(f);
    f = begun(path, "x");
    assert_int_equal(pl_file_keep(f, "a=1\n", &err), 1);
    pl_file_cancel(f);
    assert_holds(in_folder("victim"), "mine");
    assert_int_equal(unlink(in_folder("victim")), 0);
    pl_str_release(&part);
    pl_str_release(&record);
}

static void *write_many(void *path)
{
    char text[50];
    for (int i = 0; i < 100; i++) {
        pl_file *f = pl_file_create(path, NULL);
        memset(text, 'a' + i % 26, sizeof text);
        for (int k = 0; k < 4 && f != NULL; k++)
            pl_file_write(f, text, 10);
        if (f == NULL || (i % 3 == 0 ? (pl_file_cancel(f), 0) : pl_file_commit(f, NULL)))
            return path;
    }
    return NULL;
}

static void threads_do_not_mix(void **unused)
{
    (void)unused;
    enum { N = 4 };
    pthread_t threads[N];
    char path[PATH_MAX], found[100] = "";
    void *failed;
    snprintf(path, sizeof path, "%s", in_folder("a"));
    for (int i = 0; i < N; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, write_many, path), 0);
    for (int i = 0; i < N; i++) {
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    FILE *f = fopen(path, "rb");
    assert_int_equal(fread(found, 1, sizeof found, f), 40);
    fclose(f);
    assert_int_equal(strspn(found, (char[]){found[0], '\0'}), 40);
    assert_int_equal(sweep(), 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_teardown(f, clean)
    const struct CMUnitTest tests[] = {
        TEST(old_stays_until_whole),
        TEST(comes_to_disk),
        TEST(rights_are_kept),
        TEST(protected_files_are_refused),
        TEST(links_are_followed),
        TEST(hard_links_are_left_alone),
        TEST(names),
        TEST(devices_are_written_directly),
        TEST(grows),
        TEST(signals_leave_nothing),
        TEST(one_lock_at_a_time),
        TEST(killed_locks_are_free),
        TEST(leftovers_are_removed),
        TEST(kept_files_stay),
        TEST(threads_do_not_mix),
    };
    return cmocka_run_group_tests(tests, start, end);
}
