/* A command of the program: one row of `commands` (help.c), one file cmd_<name>.c with a table of
 * its options (base/options.h). args.c reads the command line and fills the command's own
 * struct. --help, `pleach help`, the manual pages and the shell completions
 * (tools/describe.c) are generated from the same rows.
 *
 *     typedef struct job { input in; uint32_t beam; const char *output; bool check; } job;
 *
 *     static const pl_option_row options[] = {
 *         PL_OPTION('b', "beam",   "K",    PL_INTEGER_AT(job, beam, 1, 4096), PL_HELP(NULL, "hypotheses kept …")),
 *         PL_OPTION('o', "output", "FILE", PL_FILE_AT(job, output),           PL_HELP(NULL, "where to write …")),
 *         PL_OPTION(0,   "check",  NULL,   PL_FLAG_AT(job, check),            PL_HELP(NULL, "replay each …")),
 *         PL_INCLUDE(job, in, input, input_rows),
 *         PL_OPTIONS_END,
 *     };
 *     static exit_code run(void *options);       gets a filled job, and releases it
 *     const command cmd_x = {…, .options = options, .size = sizeof(job), .run = run};
 */
#pragma once

#include "say.h"

#include "base/err.h"
#include "base/options.h"
#include "base/suggest.h"
#include "base/vec.h"
#include "format/format.h"

#include <signal.h>
#include <stdio.h>

/* After a signal that stopped the work in order it is 128 + the signal's number. */
typedef enum exit_code { DONE = 0, FAILED = 1, USAGE = 2, STOPPED = 128 } exit_code;

typedef pl_text_list texts;        /* borrowed from the command line */
typedef pl_setting setting;        /* the name of an operand is NULL */
typedef pl_setting_list settings;

/* Rows that commands include. The comment names the type of the field. */
extern const pl_option_row help_rows[];    /* any type: --help stores nothing */
extern const pl_option_row threads_rows[]; /* uint32_t, 0: all processors */
extern const pl_option_row output_rows[];  /* const char *, NULL: standard output */

/* Returns transform i as an option, for PL_LIST, or NULL after the last transform. */
const pl_option *transform_option(size_t i);

/* -- commands ------------------------------------------------------------------------ */

typedef struct command {
    const char *name;
    const char *synopsis; /* what follows the name */
    const char *about;    /* one line */
    bool shared; /* several processes may do its work together: own_peers.h */
    const pl_option_row *options;
    size_t size; /* of the struct that the rows fill */
    /* Sets what is not zero before any option is read; may be NULL. */
    void (*set_defaults)(void *options);
    void (*notes)(FILE *to); /* prints what else the help says; may be NULL */
    /* Works on the filled struct. What the rows have allocated is freed afterwards. */
    exit_code (*run)(void *options);
} command;

extern const command cmd_check, cmd_convert, cmd_draw, cmd_eval, cmd_fragments,
    cmd_grammar, cmd_index, cmd_info, cmd_merge, cmd_models, cmd_oracle, cmd_parse, cmd_search, cmd_serve,
    cmd_stats, cmd_tag, cmd_train;

extern const command *const commands[]; /* ends with NULL */

/* Says "pleach CMD: …" and where help is; returns USAGE. */
exit_code usage_error(const command *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says "pleach: …" on standard error; returns FAILED, or the code of the signal for an
 * error of the code PL_STOPPED. */
exit_code fail(const pl_error *err);
extern volatile sig_atomic_t stop_signal; /* that came, for handlers to set; 0: none */
/* The handler of signals that no command handles otherwise: removes unfinished files and
 * ends the program by the signal. */
void end_by_signal(int number);
/* SIGINT, SIGTERM and SIGUSR1, by which cluster systems tell that time is nearly over. */
sigset_t stop_signals(void);
/* Sets stop_signal, and ends the program as after that signal if it still runs in 0.1 s,
 * or, being patient, in 10 s. */
void end_soon(int number, bool patient);
/* DONE, or for a negative status what fail returns. */
exit_code done_or_fail(int status, const pl_error *err);

/* -- reading (args.c) ---------------------------------------------------------------- */

typedef enum reading {
    READ_ALL,   /* the struct is filled */
    READ_HELP,  /* --help was found */
    READ_WRONG, /* the usage is wrong; that was said on standard error */
} reading;

/* Fills `options`, a struct of the command's size, with its defaults and the words from
 * argv[0] to argv[argc - 1]. */
reading args_read(const command *c, int argc, char **argv, void *options);
/* Frees the lists that reading has made, however it ended. */
void args_release(const command *c, void *options);

/* -- help (help.c) ------------------------------------------------------------------- */

const command *command_find(const char *name); /* NULL: there is none */
void print_commands(FILE *to);
void print_help(const command *c); /* on standard output */
