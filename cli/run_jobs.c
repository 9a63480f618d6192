/* Runs jobs, several at a time; see jobs.h.
 *
 * The log of a job is its lock: the run that holds it starts the command, whose standard
 * error it is, so that it stays locked as long as either of them lives. Signals are
 * blocked and waited for, so that none comes between two steps of the loop. */
#include "jobs.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_AGAIN_MS = 200, /* when waiting for a job that another run has */
    LINES_OF_LOG = 5     /* shown of a job that failed */
};

typedef struct slot {
    job *job;
    pid_t child;
    int log;
    size_t number; /* in the order of starting */
    double start;
} slot;

/* How long jobs of one command took. */
typedef struct pace {
    const char *command;
    double seconds;
    size_t n;
} pace;

typedef struct runner {
    jobs *jobs;
    size_t at_once;
    bool quiet;
    PL_VEC(slot) running;
    PL_VEC(pace) paces;
    size_t n_started; /* and those done before */
    size_t line;      /* the job whose line on the terminal is not ended; 0: none */
    bool elsewhere;   /* a job that could be run is run by another process */
    bool said_so;
    sigset_t waited, before;
} runner;

/* -- signals ------------------------------------------------------------------------ */

/* Blocks what is waited for; a signal that is ignored (nohup) stays so. */
static void catch_signals(runner *r)
{
    static const int interrupts[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction now;
    signal(SIGCHLD, SIG_DFL);
    sigemptyset(&r->waited);
    sigaddset(&r->waited, SIGCHLD);
    for (size_t i = 0; i < sizeof interrupts / sizeof *interrupts; i++)
        if (sigaction(interrupts[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
            sigaddset(&r->waited, interrupts[i]);
    sigprocmask(SIG_BLOCK, &r->waited, &r->before);
}

/* Until a command ends, or for a moment if a job of another run is waited for. Whether to
 * go on: false if the user interrupts. */
static bool wait_for_news(const runner *r)
{
    const struct timespec moment = {0, LOOK_AGAIN_MS * 1000000L};
    int number = r->elsewhere ? sigtimedwait(&r->waited, NULL, &moment)
                              : sigwaitinfo(&r->waited, NULL);
    return number < 0 || number == SIGCHLD;
}

/* -- progress ----------------------------------------------------------------------- */

static void end_line(runner *r)
{
    if (r->line != 0)
        fputc('\n', stderr);
    r->line = 0;
}

static void say_start(runner *r, const slot *s)
{
    pl_str command = {0};
    if (r->quiet)
        return;
    end_line(r);
    job_command(s->job, &command);
    fprintf(stderr, "[%zu/%zu] %s", s->number, r->jobs->all.n, command.at);
    r->line = s->number;
    pl_str_release(&command);
}

static pace *pace_of(runner *r, const job *job)
{
    for (size_t i = 0; i < r->paces.n; i++)
        if (strcmp(r->paces.at[i].command, job->argv[1]) == 0)
            return &r->paces.at[i];
    pace new = {.command = job->argv[1]};
    PL_PUSH(&r->paces, new);
    return &r->paces.at[r->paces.n - 1];
}

/* Seconds until all is done if every job takes as long as those of its command did on the
 * average; 0 if some command was not seen yet. */
static double time_left(runner *r)
{
    double left = 0;
    for (size_t i = 0; i < r->jobs->all.n; i++) {
        const job *job = &r->jobs->all.at[i];
        if (job->state != JOB_OPEN && job->state != JOB_RUNNING)
            continue;
        const pace *p = pace_of(r, job);
        if (p->n == 0)
            return 0;
        left += p->seconds / (double)p->n;
    }
    for (size_t i = 0; i < r->running.n; i++) {
        const slot *s = &r->running.at[i];
        const pace *p = pace_of(r, s->job);
        double mean = p->seconds / (double)p->n, spent = pl_clock() - s->start;
        left -= spent < mean ? spent : mean;
    }
    return left / (double)r->at_once;
}

static void say_end(runner *r, const slot *s)
{
    char left[64] = "";
    long t = (long)(time_left(r) + 0.5);
    if (r->quiet)
        return;
    if (t >= 3600)
        snprintf(left, sizeof left, ", about %ld:%02ld:%02ld left", t / 3600, t / 60 % 60,
                 t % 60);
    else if (t > 0)
        snprintf(left, sizeof left, ", about %ld:%02ld left", t / 60, t % 60);
    if (r->line != s->number) {
        end_line(r);
        fprintf(stderr, "    [%zu/%zu] %s", s->number, r->jobs->all.n,
                s->job->state == JOB_DONE ? "done" : "failed");
    }
    fprintf(stderr, "  (%.0f s%s)\n", pl_clock() - s->start, left);
    r->line = 0;
}

/* The last lines of the log, a little to the right. */
static void say_log(const char *log)
{
    char text[2000] = "";
    FILE *f = fopen(log, "r");
    if (f == NULL)
        return;
    if (fseek(f, -(long)sizeof text + 1, SEEK_END) != 0)
        rewind(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    while (n > 0 && text[n - 1] == '\n')
        n--;
    text[n] = '\0';
    const char *first = text + n;
    for (int lines = 0; first > text && lines<LINES_OF_LOG; first -= first> text)
        lines += first[-1] == '\n';
    for (first += *first == '\n'; *first != '\0'; first += strspn(first, "\n")) {
        size_t length = strcspn(first, "\n");
        fprintf(stderr, "    %.*s\n", (int)length, first);
        first += length;
    }
}

static void say_failure(runner *r, const job *job, int status)
{
    pl_str command = {0};
    job_command(job, &command);
    end_line(r);
    fprintf(stderr, "pleach experiment: this failed: %s\n", command.at);
    say_log(job->log);
    if (WIFSIGNALED(status))
        fprintf(stderr, "    ended by signal %d (%s)\n", WTERMSIG(status),
                strsignal(WTERMSIG(status)));
    fprintf(stderr, "    all that it said: %s\n", job->log);
    pl_str_release(&command);
}

/* -- one job ------------------------------------------------------------------------ */

/* Never returns. The command ends with this process, even if that is killed. */
static void become(const runner *r, const slot *s, pid_t parent)
{
    const int flags = O_WRONLY | O_CREAT | O_TRUNC;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    int in = open("/dev/null", O_RDONLY);
    int out = open(s->job->json ? s->job->path : "/dev/null", flags, 0644);
    if (dup2(s->log, STDERR_FILENO) >= 0 && out >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        in >= 0 && dup2(in, STDIN_FILENO) >= 0) {
        sigprocmask(SIG_SETMASK, &r->before, NULL);
        execv("/proc/self/exe", s->job->argv);
    }
    dprintf(STDERR_FILENO, "cannot be started: %s\n", strerror(errno));
    _exit(127);
}

/* Starts the job: 0, or -1 with the reason. Nothing happens if another run is at it, or
 * has done it in the meantime. */
static int start_job(runner *r, job *job, pl_error *err)
{
    int log = open(job->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", job->log, strerror(errno));
    /* Where a file system has no locks, there is one run at a time. */
    bool locked = flock(log, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
    r->elsewhere |= !locked;
    if (locked && job_is_done(job)) {
        job->state = JOB_DONE;
        r->n_started++;
    }
    if (!locked || job->state == JOB_DONE) {
        close(log);
        return 0;
    }
    slot s = {.job = job, .log = log, .number = ++r->n_started, .start = pl_clock()};
    pid_t parent = getpid();
    bool emptied = ftruncate(log, 0) == 0;
    say_start(r, &s);
    s.child = emptied ? fork() : -1;
    if (s.child == 0)
        become(r, &s, parent);
    if (s.child < 0) {
        close(log);
        return pl_fail(err, PL_SYSTEM, "a command cannot be started: %s",
                       strerror(errno));
    }
    job->state = JOB_RUNNING;
    PL_PUSH(&r->running, s);
    return 0;
}

/* The record is there at once and whole, or not at all. */
static int write_record(const job *job, pl_error *err)
{
    pl_str command = {0}, new = {0};
    job_command(job, &command);
    pl_str_printf(&new, "%s.new", job->record);
    FILE *f = fopen(new.at, "w");
    bool good = f != NULL && fprintf(f, "%s\n", command.at) >= 0;
    if (f != NULL && fclose(f) != 0)
        good = false;
    int status = good && rename(new.at, job->record) == 0
                     ? 0
                     : pl_fail(err, PL_SYSTEM, "%s: %s", job->record, strerror(errno));
    pl_str_release(&command);
    pl_str_release(&new);
    return status;
}

/* What needs a job that failed, directly or not, stands behind it. */
static void leave_out(jobs *j)
{
    for (size_t i = 0; i < j->all.n; i++)
        for (size_t k = 0; k < j->all.at[i].needs.n; k++) {
            job_state before = j->all.at[j->all.at[i].needs.at[k]].state;
            if ((before == JOB_FAILED || before == JOB_LEFT) &&
                j->all.at[i].state == JOB_OPEN)
                j->all.at[i].state = JOB_LEFT;
        }
}

/* The lock goes after the record has come. */
static int finish(runner *r, slot *s, int status, pl_error *err)
{
    int got = 0;
    s->job->state = status == 0 ? JOB_DONE : JOB_FAILED;
    if (status == 0) {
        pace *p = pace_of(r, s->job);
        p->seconds += pl_clock() - s->start;
        p->n++;
        got = write_record(s->job, err);
    } else
        leave_out(r->jobs);
    close(s->log);
    say_end(r, s);
    if (status != 0)
        say_failure(r, s->job, status);
    return got;
}

/* -- all of them -------------------------------------------------------------------- */

static bool can_start(const jobs *j, const job *job)
{
    if (job->state != JOB_OPEN)
        return false;
    for (size_t i = 0; i < job->needs.n; i++)
        if (j->all.at[job->needs.at[i]].state != JOB_DONE)
            return false;
    return true;
}

static int start_some(runner *r, pl_error *err)
{
    r->elsewhere = false;
    for (size_t i = 0; i < r->jobs->all.n && r->running.n < r->at_once; i++)
        if (can_start(r->jobs, &r->jobs->all.at[i]) &&
            start_job(r, &r->jobs->all.at[i], err) < 0)
            return -1;
    return 0;
}

static int reap(runner *r, pl_error *err)
{
    int got = 0;
    for (size_t i = 0; i < r->running.n;) {
        slot s = r->running.at[i];
        int status = -1;
        if (waitpid(s.child, &status, WNOHANG) == 0) {
            i++;
            continue;
        }
        r->running.at[i] = r->running.at[--r->running.n];
        if (finish(r, &s, status, got == 0 ? err : NULL) < 0)
            got = -1;
    }
    return got;
}

static void kill_all(runner *r)
{
    for (size_t i = 0; i < r->running.n; i++) {
        kill(r->running.at[i].child, SIGKILL);
        while (waitpid(r->running.at[i].child, NULL, 0) < 0 && errno == EINTR)
            ;
        close(r->running.at[i].log);
        r->running.at[i].job->state = JOB_OPEN;
    }
}

static int run_all(runner *r, pl_error *err)
{
    for (;;) {
        if (start_some(r, err) < 0)
            return -1;
        if (r->running.n == 0 && !r->elsewhere)
            return 0;
        if (r->running.n == 0 && !r->said_so && !r->quiet) {
            fprintf(stderr, "waiting: another run is at what is left in %s\n",
                    r->jobs->folder);
            r->said_so = true;
        }
        if (!wait_for_news(r))
            return pl_fail(err, PL_STOPPED,
                           "interrupted; the same command goes on from here (%s)",
                           r->jobs->folder);
        if (reap(r, err) < 0)
            return -1;
    }
}

int jobs_run(jobs *j, size_t at_once, bool quiet, pl_error *err)
{
    if (mkdir(j->folder, 0777) < 0 && errno != EEXIST)
        return pl_fail(err, PL_SYSTEM, "%s: %s", j->folder, strerror(errno));
    runner r = {.jobs = j, .at_once = at_once, .quiet = quiet};
    r.n_started = jobs_count(j, JOB_DONE);
    if (!quiet && r.n_started > 0)
        fprintf(stderr, "%zu of %zu steps were done before\n", r.n_started, j->all.n);
    catch_signals(&r);
    int status = run_all(&r, err);
    kill_all(&r); /* none is left unless something went wrong */
    end_line(&r);
    sigprocmask(SIG_SETMASK, &r.before, NULL);
    PL_VEC_RELEASE(&r.running);
    PL_VEC_RELEASE(&r.paces);
    return status;
}
