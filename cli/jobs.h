/* Commands of this program that are run once and remembered. A job's key is the hash of
 * its command and of the files it names; what it made stands in a folder under that key,
 * so that a run that was interrupted goes on where it was, and two tables share what both
 * need. */
#ifndef PL_CLI_JOBS_H
#define PL_CLI_JOBS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>

typedef enum job_state {
    JOB_OPEN,
    JOB_RUNNING,
    JOB_DONE,
    JOB_FAILED,
    JOB_LEFT /* out, because a job that it needs failed */
} job_state;

typedef struct job {
    char **argv;        /* of the program, with NULL at the end */
    const char *path;   /* what it makes: a file, or with `json` what it prints */
    const char *record; /* a file that is there once it is done */
    const char *log;    /* what it says; locked while it is run */
    bool json;
    job_state state;
    PL_VEC(size_t) needs; /* jobs before it */
} job;

typedef struct jobs {
    pl_arena arena;
    const char *folder;
    PL_VEC(job) all; /* a job stands behind those it needs */
} jobs;

/* A path in the folder for the command `words`, in which the word JOB_OUTPUT stands for
 * that path; `ending` goes behind the key, "" if none. */
#define JOB_OUTPUT "\001"
/* Adds a job unless it is there; gives its number. What it needs is seen from the paths
 * among its words. Keeps copies. */
size_t jobs_add(jobs *j, const char *const *words, size_t n, const char *ending,
                bool json);

/* Whether it was done, by this run or another one. */
bool job_is_done(const job *job);
/* The command as one would type it. */
void job_command(const job *job, pl_str *to);

/* Takes all jobs for not done; unless `dry`, also for later runs. */
void jobs_forget(jobs *j, bool dry);
/* Runs what is not done, up to `at_once` jobs at a time, with a line on standard error
 * for each unless `quiet`. What fails is said; jobs that need it are left out. Several
 * runs may share a folder: a job is run by one of them, the others wait for it. 0, or -1
 * with the reason if the folder cannot be written or the user interrupts: then no job is
 * running any more, and what was done stays done. */
int jobs_run(jobs *j, size_t at_once, bool quiet, pl_error *err);
/* Prints the commands that are not done yet, one a line. */
void jobs_print(const jobs *j);
size_t jobs_count(const jobs *j, job_state state);
void jobs_release(jobs *j);

#endif
