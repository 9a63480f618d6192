/* Running and remembering of commands; see jobs.h. */
#include "jobs.h"

#include "base/hash.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef PL_VERSION
#define PL_VERSION "unknown"
#endif

/* -- adding ------------------------------------------------------------------------- */

/* The hash of a file's content; of no file 0. */
static uint64_t hash_file(const char *path)
{
    struct stat about;
    FILE *f =
        stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "rb") : NULL;
    if (f == NULL)
        return 0;
    char buffer[1 << 16];
    uint64_t h = 1;
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        h = pl_mix(h ^ pl_hash(buffer, n));
    fclose(f);
    return h;
}

static bool in_folder(const jobs *j, const char *path)
{
    size_t n = strlen(j->folder);
    return strncmp(path, j->folder, n) == 0 && path[n] == '/';
}

/* Of the words and of the files among them; what lies in the folder is named by its key.
 */
static uint64_t key_of(const jobs *j, const char *const *words, size_t n)
{
    uint64_t h = pl_hash(PL_VERSION, strlen(PL_VERSION));
    for (size_t i = 0; i < n; i++) {
        const char *word = words[i];
        bool made = in_folder(j, word);
        if (made)
            word += strlen(j->folder);
        h = pl_mix(h ^ pl_hash(word, strlen(word)));
        if (!made)
            h = pl_mix(h ^ hash_file(word));
    }
    return h;
}

static bool is_done(const char *record)
{
    return access(record, F_OK) == 0;
}

/* A split makes PATH.train.…: such names belong to the job of PATH, too. */
static bool makes(const job *before, const char *word)
{
    size_t n = strlen(before->path);
    return strncmp(before->path, word, n) == 0 && (word[n] == '\0' || word[n] == '.');
}

size_t jobs_add(jobs *j, const char *const *words, size_t n, const char *ending,
                bool json)
{
    unsigned long long key = key_of(j, words, n);
    job new = {.json = json};
    new.path = pl_arena_printf(&j->arena, "%s/%016llx%s", j->folder, key,
                               json ? ".json" : ending);
    for (size_t i = 0; i < j->all.n; i++)
        if (strcmp(j->all.at[i].path, new.path) == 0)
            return i;
    new.record = pl_arena_printf(&j->arena, "%s/%016llx.done", j->folder, key);
    new.argv = PL_NEW_ARRAY(&j->arena, char *, n + 2);
    new.argv[0] = pl_arena_strdup(&j->arena, "pleach");
    for (size_t i = 0; i < n; i++) {
        const char *word = strcmp(words[i], JOB_OUTPUT) == 0 ? new.path : words[i];
        new.argv[i + 1] = pl_arena_strdup(&j->arena, word);
        for (size_t k = 0; k < j->all.n; k++)
            if (makes(&j->all.at[k], word))
                PL_PUSH(&new.needs, k);
    }
    new.state = is_done(new.record) ? JOB_DONE : JOB_OPEN;
    PL_PUSH(&j->all, new);
    return j->all.n - 1;
}

/* -- running ------------------------------------------------------------------------ */

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The command as one would type it; a word with blanks in quotes. */
static void put_command(pl_str *to, char *const *argv)
{
    for (size_t i = 0; argv[i] != NULL; i++) {
        const char *quote = strpbrk(argv[i], " '\"$*?") != NULL ? "\"" : "";
        pl_str_printf(to, "%s%s%s%s", i > 0 ? " " : "", quote, argv[i], quote);
    }
}

/* The exit code of the command, its output in files; -1 if it cannot be started. */
static int run_command(const job *job, const char *log)
{
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO,
                                     job->json ? job->path : "/dev/null", flags, 0644);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, log, flags, 0644);
    pid_t child;
    int status = -1;
    if (posix_spawn(&child, "/proc/self/exe", &files, NULL, job->argv, environ) == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
    posix_spawn_file_actions_destroy(&files);
    return status;
}

/* What the command said last, as part of a message. */
static void say_failure(const char *log, const char *command)
{
    char text[2000] = "";
    FILE *f = fopen(log, "r");
    if (f != NULL) {
        if (fseek(f, -(long)sizeof text + 1, SEEK_END) != 0)
            rewind(f);
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == '\n')
        text[--n] = '\0';
    const char *line = strrchr(text, '\n');
    fprintf(stderr, "pleach experiment: this failed: %s\n    %s\n", command,
            line != NULL ? line + 1 : text);
}

static bool can_run(const jobs *j, const job *job)
{
    for (size_t i = 0; i < job->needs.n; i++)
        if (j->all.at[job->needs.at[i]].state != JOB_DONE)
            return false;
    return true;
}

/* Runs one: 0, or -1 with the reason if nothing more can be run. */
static int run_one(const jobs *j, job *job, pl_err *err)
{
    pl_str command = {0}, log = {0};
    pl_str_printf(&log, "%.*s.log", (int)(strlen(job->record) - 5), job->record);
    put_command(&command, job->argv);
    int got = run_command(job, log.at), status = 0;
    if (got == 0) {
        FILE *f = fopen(job->record, "w");
        bool bad = f == NULL || fprintf(f, "%s\n", command.at) < 0;
        if ((f != NULL && fclose(f) != 0) || bad)
            status = pl_fail(err, "%s: %s", job->record, strerror(errno));
        job->state = JOB_DONE;
    } else if (got != -1 && WIFSIGNALED(got) && WTERMSIG(got) == SIGINT)
        status = pl_fail(err, "interrupted; the same command goes on from here (%s)",
                         j->folder);
    else {
        job->state = JOB_FAILED;
        say_failure(log.at, command.at);
    }
    pl_str_release(&command);
    pl_str_release(&log);
    return status;
}

int jobs_run(jobs *j, bool quiet, pl_err *err)
{
    if (mkdir(j->folder, 0777) < 0 && errno != EEXIST)
        return pl_fail(err, "%s: %s", j->folder, strerror(errno));
    size_t done = jobs_count(j, JOB_DONE);
    if (!quiet && done > 0)
        fprintf(stderr, "%zu of %zu steps were done before\n", done, j->all.n);
    int status = 0;
    for (size_t i = 0; status == 0 && i < j->all.n; i++) {
        job *job = &j->all.at[i];
        if (job->state != JOB_OPEN || !can_run(j, job))
            continue;
        double start = seconds();
        if (!quiet) {
            pl_str command = {0};
            put_command(&command, job->argv);
            fprintf(stderr, "[%zu/%zu] %s", ++done, j->all.n, command.at);
            fflush(stderr);
            pl_str_release(&command);
        }
        status = run_one(j, job, err);
        if (!quiet)
            fprintf(stderr, "  (%.0f s)\n", seconds() - start);
    }
    return status;
}

void jobs_print(const jobs *j)
{
    pl_str text = {0};
    for (size_t i = 0; i < j->all.n; i++)
        if (j->all.at[i].state != JOB_DONE) {
            put_command(&text, j->all.at[i].argv);
            pl_str_putc(&text, '\n');
        }
    fputs(pl_str_text(&text), stdout);
    pl_str_release(&text);
}

size_t jobs_count(const jobs *j, job_state state)
{
    size_t n = 0;
    for (size_t i = 0; i < j->all.n; i++)
        n += j->all.at[i].state == state;
    return n;
}

void jobs_release(jobs *j)
{
    for (size_t i = 0; i < j->all.n; i++)
        PL_VEC_RELEASE(&j->all.at[i].needs);
    PL_VEC_RELEASE(&j->all);
    pl_arena_release(&j->arena);
    *j = (jobs){0};
}
