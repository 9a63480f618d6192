/* PNG and PDF; see from_svg.h. */
#include "from_svg.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "rsvg-convert"

extern char **environ; /* which POSIX leaves to programs to declare */

/* The drawing in a file without a name, from which the program reads it: were it a pipe,
 * the two could wait for each other. NULL with the reason. */
static FILE *store(const pl_str *svg, pl_error *err)
{
    FILE *file = tmpfile();
    if (file != NULL && fwrite(svg->at, 1, svg->n, file) == svg->n && fflush(file) == 0 &&
        lseek(fileno(file), 0, SEEK_SET) == 0)
        return file;
    pl_fail(err, PL_SYSTEM, "a file for the drawing cannot be made: %s", strerror(errno));
    if (file != NULL)
        fclose(file);
    return NULL;
}

/* Starts the program with standard input and output in these files. */
static int start(const char *format, int in, const int *out, pid_t *child, pl_error *err)
{
    char kind[16];
    snprintf(kind, sizeof kind, "%s", format);
    /* PNG has twice as many points as the drawing has units, for sharp screens */
    char *const arguments[] = {PROGRAM,
                               "--unlimited",
                               "--format",
                               kind,
                               strcmp(format, "png") == 0 ? "--zoom=2" : NULL,
                               NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&files, out[0]);
    posix_spawn_file_actions_addclose(&files, out[1]);
    int got = posix_spawnp(child, PROGRAM, &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (got == ENOENT)
        return pl_fail(err, PL_SYSTEM,
                       "%s is made by the program " PROGRAM ", which is not installed "
                       "(Debian: librsvg2-bin); svg, latex and html need no program",
                       format);
    return got == 0
               ? 0
               : pl_fail(err, PL_SYSTEM, PROGRAM " cannot be started: %s", strerror(got));
}

/* Copies what the program writes, to its end. */
static void copy(int from, pl_out *out)
{
    char bytes[1 << 16];
    for (ssize_t n; (n = read(from, bytes, sizeof bytes)) != 0;) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return;
        pl_out_put(out, bytes, (size_t)n);
    }
}

static int wait_for(pid_t child, const char *format, pl_error *err)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return pl_fail(err, PL_SYSTEM, PROGRAM ": %s", strerror(errno));
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    return pl_fail(err, PL_SYSTEM,
                   PROGRAM " could not make %s of the drawing; it may be too large: draw "
                           "fewer trees, or svg",
                   format);
}

int from_svg(const pl_str *svg, const char *format, pl_out *out, pl_error *err)
{
    int ends[2];
    pid_t child;
    FILE *file = store(svg, err);
    if (file == NULL)
        return -1;
    int status = pipe(ends) == 0 ? 0
                                 : pl_fail(err, PL_SYSTEM, "no pipe can be made: %s",
                                           strerror(errno));
    if (status == 0) {
        status = start(format, fileno(file), ends, &child, err);
        close(ends[1]);
        if (status == 0) {
            copy(ends[0], out);
            status = wait_for(child, format, err);
        }
        close(ends[0]);
    }
    fclose(file);
    return status;
}
