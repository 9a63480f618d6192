/* pleach: one program, many commands. Each is a row of the table below. */
#include "command.h"
#include "suggest.h"

#include "base/alloc.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef PL_VERSION
#define PL_VERSION "unknown"
#endif

/* clang-format off */
static const command *const commands[] = {
    &cmd_convert,
    &cmd_draw,
    &cmd_eval,
    &cmd_experiment,
    &cmd_fragments,
    &cmd_grammar,
    &cmd_info,
    &cmd_oracle,
    &cmd_parse,
    &cmd_stats,
    &cmd_tag,
    &cmd_train,
};
/* clang-format on */
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static const command *find(const char *name)
{
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static void print_commands(FILE *to)
{
    fprintf(to, "pleach: trees with crossing branches\n\n"
                "Usage: pleach COMMAND [OPTION…] [FILE…]\n\nCommands:\n");
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(to, "  %-12s%s\n", commands[i]->name, commands[i]->about);
    fprintf(to, "\n'pleach help COMMAND' tells more about one of them.\n");
}

static int unknown(const char *name)
{
    suggestion like = {0};
    for (size_t i = 0; i < N_COMMANDS; i++)
        suggest(&like, name, strlen(name), commands[i]->name);
    fprintf(stderr, "pleach: there is no command '%s'; ", name);
    if (like.name != NULL)
        fprintf(stderr, "did you mean '%s'? ", like.name);
    fprintf(stderr, "'pleach help' lists them\n");
    return USAGE;
}

/* pleach help [--man] [COMMAND]; --man, which tools/man.sh uses, gives roff. And pleach
 * help --completion SHELL, which the build uses. */
static int help(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[2], "--completion") == 0) {
        if (argc > 3 && print_completion(argv[3], commands, N_COMMANDS))
            return DONE;
        fprintf(stderr, "pleach help: --completion takes bash or zsh\n");
        return USAGE;
    }
    bool man = argc > 2 && strcmp(argv[2], "--man") == 0;
    const char *name = argc > 2 + man ? argv[2 + man] : NULL;
    const command *c = name != NULL ? find(name) : NULL;
    if (name != NULL && c == NULL)
        return unknown(name);
    if (man)
        print_man(c, commands, N_COMMANDS);
    else if (c != NULL)
        print_help(c);
    else
        print_commands(stdout);
    return DONE;
}

/* Ends like any other work that failed, not as a crash. */
static void out_of_memory(size_t size)
{
    (void)size;
    fputs("pleach: out of memory\n", stderr);
    _Exit(FAILED);
}

static bool is_one_of(const char *text, const char *a, const char *b)
{
    return strcmp(text, a) == 0 || strcmp(text, b) == 0;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_commands(stderr);
        return USAGE;
    }
    if (strcmp(argv[1], "help") == 0 || is_one_of(argv[1], "--help", "-h"))
        return help(argc, argv);
    if (is_one_of(argv[1], "--version", "-V")) {
        printf("pleach %s\n", PL_VERSION);
        return DONE;
    }
    const command *c = find(argv[1]);
    if (c == NULL)
        return unknown(argv[1]);
    args a = {.command = c, .argc = argc, .at = 2, .argv = argv};
    return c->run(&a);
}

/* What was printed may still wait in the buffer: a full disk shows itself here. */
int main(int argc, char **argv)
{
    pl_set_out_of_memory(out_of_memory);
    setlocale(LC_CTYPE, "");
    int code = run(argc, argv);
    errno = 0;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || code != DONE)
        return code;
    fprintf(stderr, "pleach: <stdout>: %s\n",
            errno != 0 ? strerror(errno) : "could not be written");
    return FAILED;
}
