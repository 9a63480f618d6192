/* What a command of the program is: one row in main.c, one file cmd_<name>.c with its
 * options as a table. Parsing, `--help`, `pleach help` and the option lists of the
 * manual pages are all made from these rows. */
#ifndef PL_CLI_COMMAND_H
#define PL_CLI_COMMAND_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { DONE = 0, FAILED = 1, USAGE = 2 }; /* exit codes */

/* One option. `id` is what args_next returns for it: a character or a number above 255
 * of the command's own. Rows end with an empty one. */
typedef struct option_row {
    int id;
    char letter;      /* short form, 0 if none */
    const char *name; /* long form without its dashes */
    const char *arg;  /* what it takes, for the help; NULL if nothing */
    const char *help; /* one or more sentences */
} option_row;

/* What args_next returns beside option ids. */
enum { ARG_END = 0, ARG_FILE = -1, ARG_BAD = -2 };

typedef struct args {
    const struct command *command;
    int argc, at;
    char **argv;
    const char *value;     /* of the option, or the file name */
    const option_row *row; /* of the option */
    const char *letters;   /* rest of a group like -qo */
    bool only_files;       /* after -- */
} args;

typedef struct command {
    const char *name;
    const char *synopsis; /* what follows the name */
    const char *about;    /* one line */
    const option_row *options;
    const option_row *input;         /* input_rows, if it reads treebanks; else NULL */
    const option_row *(*more)(void); /* the transforms as rows; may be NULL */
    void (*notes)(FILE *to);         /* prints what else the help says; may be NULL */
    int (*run)(args *a);             /* returns an exit code */
} command;

extern const command cmd_convert;
extern const command cmd_draw;
extern const command cmd_eval;
extern const command cmd_experiment;
extern const command cmd_fragments;
extern const command cmd_grammar;
extern const command cmd_info;
extern const command cmd_oracle;
extern const command cmd_parse;
extern const command cmd_stats;
extern const command cmd_tag;
extern const command cmd_train;

/* The next option's id, ARG_FILE for an operand, ARG_END, or ARG_BAD after it has said on
 * standard error what is wrong. --help and --quiet are handled like any other row. */
int args_next(args *a);
/* Says "pleach CMD: …" and where help is; returns USAGE. */
int usage_error(const command *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says "pleach: …" on standard error; returns FAILED. */
int fail(const pl_error *err);
bool is_last_row(const option_row *row); /* the empty one at the end of a table */
/* The command's own rows, those of its input and the transforms; NULL where there are
 * none. */
enum { N_TABLES = 3 };
void command_tables(const command *c, const option_row *tables[N_TABLES]);

/* What the tables say, on standard output: as text, and as the manual page in roff; `c`
 * NULL means the program as a whole, with its n commands. */
void print_help(const command *c);
void print_man(const command *c, const command *const *all, size_t n);
/* The script that completes command lines in that shell, bash or zsh; false: unknown. */
bool print_completion(const char *shell, const command *const *all, size_t n);
/* Parses a number in [low, high]; false after a message. */
bool number_arg(const args *a, long long low, long long high, long long *value);
bool count_arg(const args *a, uint32_t low, uint32_t high, uint32_t *value);
/* The same for a number with a fraction, from 0 on. */
bool weight_arg(const args *a, double *value);
/* The place of the value among n names; -1 after a message that lists them. */
int name_arg(const args *a, const char *const *names, int n);

#endif
