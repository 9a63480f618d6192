/* Commands and their keys; see jobs.h. run_jobs.c runs them. */
#include "jobs.h"

#include "base/hash.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
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
    new.log = pl_arena_printf(&j->arena, "%s/%016llx.log", j->folder, key);
    new.argv = PL_NEW_ARRAY(&j->arena, char *, n + 2);
    new.argv[0] = pl_arena_strdup(&j->arena, "pleach");
    for (size_t i = 0; i < n; i++) {
        const char *word = strcmp(words[i], JOB_OUTPUT) == 0 ? new.path : words[i];
        new.argv[i + 1] = pl_arena_strdup(&j->arena, word);
        for (size_t k = 0; k < j->all.n; k++)
            if (makes(&j->all.at[k], word))
                PL_PUSH(&new.needs, k);
    }
    new.state = job_is_done(&new) ? JOB_DONE : JOB_OPEN;
    PL_PUSH(&j->all, new);
    return j->all.n - 1;
}

/* -- what there is ------------------------------------------------------------------ */

bool job_is_done(const job *job)
{
    return access(job->record, F_OK) == 0;
}

/* A word with blanks in quotes. */
void job_command(const job *job, pl_str *to)
{
    for (size_t i = 0; job->argv[i] != NULL; i++) {
        const char *word = job->argv[i];
        const char *quote = strpbrk(word, " '\"$*?") != NULL ? "\"" : "";
        pl_str_printf(to, "%s%s%s%s", i > 0 ? " " : "", quote, word, quote);
    }
}

void jobs_forget(jobs *j, bool dry)
{
    for (size_t i = 0; i < j->all.n; i++) {
        j->all.at[i].state = JOB_OPEN;
        if (!dry)
            unlink(j->all.at[i].record);
    }
}

void jobs_print(const jobs *j)
{
    pl_str text = {0};
    for (size_t i = 0; i < j->all.n; i++)
        if (j->all.at[i].state != JOB_DONE) {
            job_command(&j->all.at[i], &text);
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
