/* Makes the n-th call of a kind fail: of the allocator, of the system, of threads.
 *
 * Linked into a program, the functions below replace those of the C library and of
 * the sanitizers, for the program and for every library that it uses (expat, zstd, zlib
 * and the C library's own calls of malloc). Each counts its calls by kind, and
 * fails when the plan says so. Streams of stdio call the system inside the C library;
 * fopen and standard output are therefore made of cookies that use the functions here.
 *
 * With PLEACH_FAULTS set in the environment the program is a server: it reads plans, one per
 * line, from standard input, and for each forks a child that runs main under it. Thus the
 * start of a sanitized program is paid for once. faults.py is the other side.
 *
 *     plan:   KIND N ONWARD ERROR PART TRACE
 *     answer: STATUS HIT COUNT…               status of waitpid; a count for each kind
 *
 * KIND is a name below. N = 0 lets all calls pass. ONWARD: calls after the n-th fail,
 * too. ERROR is the errno; with PART = 1 the call does not fail but moves one byte only.
 * TRACE prints the stack of the call that fails. FAULTS_OUT and FAULTS_ERR name the files
 * that standard output and standard error go to, FAULTS_IN where standard input comes
 * from. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void __sanitizer_print_stack_trace(void);

enum { SECONDS = 120 }; /* a run that takes longer is stuck */

/* clang-format off */
#define KINDS(K) \
    K(alloc) K(open) K(read) K(write) K(rename) K(sync) K(truncate) K(close) K(map) \
    K(stat) K(folder) K(thread) K(lock) K(mode) K(unlink)
#define NUMBER(name) KIND_##name,
#define NAME(name) #name,
typedef enum kind { KINDS(NUMBER) N_KINDS } kind;
static const char *const kinds[] = {KINDS(NAME)};
/* clang-format on */

static struct plan {
    kind kind;
    unsigned long n;
    int onward, error, part, trace;
} plan;

/* Shared with the child. */
static struct seen {
    atomic_ulong counts[N_KINDS];
    atomic_int hit;
} * seen;

static atomic_bool armed;
static _Thread_local bool exempt; /* this thread's calls are not counted */

/* The C library loses a few bytes when memory runs out in setlocale. */
const char *__lsan_default_suppressions(void)
{
    return "leak:_nl_normalize_codeset\n";
}

/* Whether this call is to fail; if so, errno is set. */
static bool fault(kind k)
{
    if (!atomic_load(&armed) || exempt)
        return false;
    unsigned long n = atomic_fetch_add(&seen->counts[k], 1) + 1;
    if (k != plan.kind || plan.n == 0 || n < plan.n || (n > plan.n && !plan.onward))
        return false;
    if (plan.trace) {
        exempt = true;
        __sanitizer_print_stack_trace();
        exempt = false;
    }
    atomic_store(&seen->hit, 1);
    errno = plan.error;
    return true;
}

/* The function that would have been called without this file. */
#define NEXT(name)                                                                       \
    static __typeof__(&name) next; /* NOLINT */                                          \
    if (next == NULL)                                                                    \
    *(void **)&next = dlsym(RTLD_NEXT, #name)

/* A function of the given kind that fails as `failed` says, without doing anything. */
#define FAILING(type, name, kind, failed, parameters, arguments)                         \
    type name parameters                                                                 \
    {                                                                                    \
        NEXT(name);                                                                      \
        return fault(KIND_##kind) ? (failed) : next arguments;                           \
    }

/* clang-format off */
FAILING(void *, malloc,        alloc, NULL, (size_t n), (n))
FAILING(void *, calloc,        alloc, NULL, (size_t n, size_t size), (n, size))
FAILING(void *, realloc,       alloc, NULL, (void *p, size_t n), (p, n))
FAILING(void *, aligned_alloc, alloc, NULL, (size_t align, size_t n), (align, n))
FAILING(int, posix_memalign,   alloc, plan.error, (void **p, size_t align, size_t n), (p, align, n))

FAILING(int, rename,   rename, -1, (const char *from, const char *to), (from, to))
FAILING(int, renameat, rename, -1, (int a, const char *from, int b, const char *to), (a, from, b, to))
FAILING(int, link,     rename, -1, (const char *from, const char *to), (from, to))
FAILING(int, fsync,     sync, -1, (int fd), (fd))
FAILING(int, fdatasync, sync, -1, (int fd), (fd))
FAILING(int, ftruncate, truncate, -1, (int fd, off_t n), (fd, n))
FAILING(int, truncate,  truncate, -1, (const char *path, off_t n), (path, n))
FAILING(void *, mmap, map, MAP_FAILED, (void *at, size_t n, int protect, int flags, int fd, off_t offset), (at, n, protect, flags, fd, offset))

FAILING(int, stat,    stat, -1, (const char *path, struct stat *info), (path, info))
FAILING(int, lstat,   stat, -1, (const char *path, struct stat *info), (path, info))
FAILING(int, fstat,   stat, -1, (int fd, struct stat *info), (fd, info))
FAILING(int, fstatat, stat, -1, (int fd, const char *path, struct stat *info, int flags), (fd, path, info, flags))
FAILING(int, access,  stat, -1, (const char *path, int mode), (path, mode))
FAILING(int, faccessat, stat, -1, (int fd, const char *path, int mode, int flags), (fd, path, mode, flags))
FAILING(ssize_t, readlink, stat, -1, (const char *path, char *to, size_t n), (path, to, n))
FAILING(char *,  realpath, stat, NULL, (const char *path, char *to), (path, to))
FAILING(off_t, lseek, stat, -1, (int fd, off_t at, int whence), (fd, at, whence))

FAILING(DIR *, opendir,   folder, NULL, (const char *path), (path))
FAILING(DIR *, fdopendir, folder, NULL, (int fd), (fd))
FAILING(struct dirent *, readdir, folder, NULL, (DIR *folder), (folder))
FAILING(int, scandir, folder, -1, (const char *path, struct dirent ***list, int (*choose)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **)), (path, list, choose, compare))
FAILING(int, mkdir, folder, -1, (const char *path, mode_t mode), (path, mode))

FAILING(int, pthread_create, thread, plan.error, (pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *argument), (thread, attr, run, argument))
/* The sanitizer calls it in each new thread and does not expect that it fails. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attr)
{
    NEXT(pthread_getattr_np);
    exempt = true;
    int status = next(thread, attr);
    exempt = false;
    return status;
}
FAILING(int, flock, lock, -1, (int fd, int how), (fd, how))
FAILING(int, fchmod, mode, -1, (int fd, mode_t mode), (fd, mode))
FAILING(int, fchown, mode, -1, (int fd, uid_t user, gid_t group), (fd, user, group))
FAILING(int, unlink,   unlink, -1, (const char *path), (path))
FAILING(int, unlinkat, unlink, -1, (int fd, const char *path, int flags), (fd, path, flags))
/* clang-format on */

/* These have an argument more where they may make a file. */
#define OPENING(name, parameters, arguments)                                             \
    int name parameters                                                                  \
    {                                                                                    \
        NEXT(name);                                                                      \
        mode_t mode = 0;                                                                 \
        if (flags & (O_CREAT | O_TMPFILE)) {                                             \
            va_list list;                                                                \
            va_start(list, flags);                                                       \
            mode = (mode_t)va_arg(list, int);                                            \
            va_end(list);                                                                \
        }                                                                                \
        return fault(KIND_open) ? -1 : next arguments;                                   \
    }
OPENING(open, (const char *path, int flags, ...), (path, flags, mode))
OPENING(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENING(openat, (int fd, const char *path, int flags, ...), (fd, path, flags, mode))

/* With `part`, one byte is moved and nothing fails. */
ssize_t read(int fd, void *to, size_t n)
{
    NEXT(read);
    bool failing = fault(KIND_read);
    return failing && !plan.part ? -1 : next(fd, to, failing && n > 1 ? 1 : n);
}

ssize_t pread(int fd, void *to, size_t n, off_t at)
{
    NEXT(pread);
    bool failing = fault(KIND_read);
    return failing && !plan.part ? -1 : next(fd, to, failing && n > 1 ? 1 : n, at);
}

ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    NEXT(getrandom);
    bool failing = fault(KIND_read);
    return failing && !plan.part ? -1 : next(to, failing && n > 1 ? 1 : n, flags);
}

/* What goes to standard error is let through: the driver looks for the message there. */
ssize_t write(int fd, const void *from, size_t n)
{
    NEXT(write);
    bool failing = fd != STDERR_FILENO && fault(KIND_write);
    return failing && !plan.part ? -1 : next(fd, from, failing && n > 1 ? 1 : n);
}

/* A file whose closing fails is closed all the same, as on Linux. */
int close(int fd)
{
    NEXT(close);
    int status = next(fd);
    return fault(KIND_close) ? -1 : status;
}

/* -- streams ------------------------------------------------------------------------- */

/* stdio gives up at EINTR, but a stream is used only where no handler of a signal returns:
 * these two go on. Writing also goes on after a part, like the C library. */
static ssize_t read_stream(void *cookie, char *to, size_t n)
{
    ssize_t got;
    while ((got = read((int)(intptr_t)cookie, to, n)) < 0 && errno == EINTR)
        ;
    return got;
}

static ssize_t write_stream(void *cookie, const char *from, size_t n)
{
    size_t done = 0;
    while (done < n) {
        ssize_t got = write((int)(intptr_t)cookie, from + done, n - done);
        if (got < 0 && errno != EINTR)
            break;
        done += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)done;
}

static int close_stream(void *cookie)
{
    return close((int)(intptr_t)cookie);
}

static FILE *stream_of(int fd, const char *mode)
{
    cookie_io_functions_t io = {read_stream, write_stream, NULL, close_stream};
    return fopencookie((void *)(intptr_t)fd, mode, io);
}

FILE *fdopen(int fd, const char *mode)
{
    return stream_of(fd, mode);
}

FILE *fopen(const char *path, const char *mode)
{
    int how = *mode == 'r'   ? O_RDONLY
              : *mode == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
                             : O_WRONLY | O_CREAT | O_APPEND;
    int fd = open(path, how | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? stream_of(fd, mode) : NULL;
    if (fd >= 0 && file == NULL)
        close(fd);
    return file;
}

/* -- the server ---------------------------------------------------------------------- */

static bool read_plan(FILE *from)
{
    char name[32];
    unsigned k = 0;
    if (fscanf(from, "%31s %lu %d %d %d %d", name, &plan.n, &plan.onward, &plan.error,
               &plan.part, &plan.trace) != 6)
        return false;
    while (k < N_KINDS && strcmp(kinds[k], name) != 0)
        k++;
    plan.kind = (kind)k;
    return true;
}

static void redirect(int fd, const char *variable, int how)
{
    const char *path = getenv(variable);
    int file = open(path != NULL ? path : "/dev/null", how, 0666);
    if (file < 0 || dup2(file, fd) < 0)
        _exit(100);
    close(file);
}

static void answer(FILE *to, int status)
{
    fprintf(to, "%d %d", status, atomic_load(&seen->hit));
    for (int k = 0; k < N_KINDS; k++)
        fprintf(to, " %lu", atomic_load(&seen->counts[k]));
    fputc('\n', to);
    fflush(to);
}

/* The child returns from here into main. */
static void become_program(void)
{
    redirect(STDIN_FILENO, "FAULTS_IN", O_RDONLY);
    redirect(STDOUT_FILENO, "FAULTS_OUT", O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, "FAULTS_ERR", O_WRONLY | O_CREAT | O_TRUNC);
    stdout = stream_of(STDOUT_FILENO, "w");
    alarm(SECONDS);
    atomic_store(&armed, true);
}

__attribute__((constructor)) static void serve(void)
{
    if (getenv("PLEACH_FAULTS") == NULL)
        return;
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
                -1, 0);
    FILE *plans = stream_of(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100), "r");
    FILE *answers = stream_of(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100), "w");
    setvbuf(plans, NULL, _IONBF, 0);
    while (read_plan(plans)) {
        memset(seen, 0, sizeof *seen);
        pid_t child = fork();
        if (child == 0) {
            become_program();
            return;
        }
        int status = 0;
        waitpid(child, &status, 0);
        answer(answers, status);
    }
    _exit(0);
}
