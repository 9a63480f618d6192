/* `pleach serve` becomes the program pleach-serve, which lies beside it or in the PATH, so that
 * HTTP does not weigh on the rest. */
#include "own_files.h"
#include "serve_options.h"

#include "base/platform.h"
#include "base/str.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM "pleach-serve"

typedef PL_VEC(char *) words;

static void push_word(words *w, const char *start, const char *text)
{
    pl_str word = {0};
    pl_str_printf(&word, "%s%s", start, text);
    PL_PUSH(w, word.at);
}

/* The options and operands as they were given. */
static words command_line(const serve_job *j)
{
    words w = {0};
    push_word(&w, "", PROGRAM);
    for (size_t i = 0; i < j->given.n; i++)
        if (j->given.at[i].name != NULL) {
            push_word(&w, "--", j->given.at[i].name);
            if (j->given.at[i].value != NULL)
                push_word(&w, "", j->given.at[i].value);
        }
    push_word(&w, "", "--");
    for (size_t i = 0; i < j->treebanks.n; i++)
        push_word(&w, "", j->treebanks.at[i]);
    PL_PUSH(&w, NULL);
    return w;
}

/* Its path beside the running program; false where that is not known. */
static bool find_beside(char path[PATH_MAX])
{
    char *slash = pl_program_path(path) ? strrchr(path, '/') : NULL;
    if (slash == NULL || (size_t)(slash - path) + sizeof "/" PROGRAM > PATH_MAX)
        return false;
    memcpy(slash, "/" PROGRAM, sizeof "/" PROGRAM);
    return true;
}

exit_code serve_run(void *options)
{
    char path[PATH_MAX];
    words w = command_line(options);
    if (find_beside(path))
        execv(path, w.at);
    execvp(PROGRAM, w.at);
    int why = errno;
    for (size_t i = 0; i < w.n; i++)
        free(w.at[i]);
    PL_VEC_RELEASE(&w);
    if (why == ENOENT && own_files[0].name != NULL)
        tell("pleach serve: this pleach is one file without the server; the Debian package "
             "has it, and so has a build from source: 'make serve'\n");
    else if (why == ENOENT)
        tell("pleach serve: the program %s is not installed; to build it, install "
             "libmicrohttpd (Debian: libmicrohttpd-dev) and run 'make serve'\n",
             PROGRAM);
    else
        tell("pleach serve: %s: %s\n", PROGRAM, strerror(why));
    return FAILED;
}
