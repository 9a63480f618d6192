/* pleach: one program, many commands. Each is a row of the table below. */
#include "command.h"

#include "base/alloc.h"

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
    fprintf(stderr, "pleach: there is no command '%s'; 'pleach help' lists them\n", name);
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
    fprintf(stderr, "pleach: out of memory (asked for %zu bytes)\n", size);
    _Exit(FAILED);
}

int main(int argc, char **argv)
{
    pl_set_out_of_memory(out_of_memory);
    setlocale(LC_CTYPE, "");
    if (argc < 2) {
        print_commands(stderr);
        return USAGE;
    }
    if (strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0)
        return help(argc, argv);
    if (strcmp(argv[1], "--version") == 0) {
        printf("pleach %s\n", PL_VERSION);
        return DONE;
    }
    const command *c = find(argv[1]);
    if (c == NULL)
        return unknown(argv[1]);
    args a = {.command = c, .argc = argc, .at = 2, .argv = argv};
    return c->run(&a);
}
