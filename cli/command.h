/* A command of the program: one row of `commands` (help.c), one file cmd_<name>.c with its
 * options as a table. The rows say where each value goes, so one reader (args.c) fills the
 * command's own struct, and --help, `pleach help`, the manual pages and the completions of
 * shells (tools/describe.c) are made from the same rows.
 *
 *     typedef struct job { input in; uint32_t beam; const char *output; bool check; } job;
 *
 *     static const option_row options[] = {
 *         {'b', "beam",   "K",    NUMBER(job, beam, 1, 4096),   "hypotheses kept …"},
 *         {'o', "output", "FILE", FILE_NAME(job, output),       "where to write …"},
 *         {0,   "check",  NULL,   FLAG(job, check),             "replay each …"},
 *         GROUP(job, in, input, input_rows),
 *         {0},
 *     };
 *     static exit_code run(void *options);       gets a filled job, and releases it
 *     const command cmd_x = {…, .options = options, .size = sizeof(job), .run = run};
 */
#pragma once

#include "say.h"

#include "base/err.h"
#include "base/suggest.h"
#include "base/vec.h"
#include "format/format.h"

#include <signal.h>
#include <stdio.h>

/* After a signal that stopped the work in order it is 128 + the signal's number. */
typedef enum exit_code { DONE = 0, FAILED = 1, USAGE = 2, STOPPED = 128 } exit_code;

/* -- what an option does with its value --------------------------------------------- */

typedef PL_VEC(const char *) texts; /* borrowed from the command line */

/* An option as given: its name and value (NULL: it takes none). Of an operand the name is
 * NULL. */
typedef struct setting {
    const char *name, *value;
} setting;
typedef PL_VEC(setting) settings;

typedef enum option_type {
    OPTION_END,          /* after the last row */
    OPTION_FLAG,         /* sets a bool */
    OPTION_NUMBER,       /* a whole number from `low` to `high` */
    OPTION_WEIGHT,       /* a double from 0 on */
    OPTION_TEXT,         /* the value as it is */
    OPTION_FILE,         /* the same; shells complete file names */
    OPTION_CHOICE,       /* one of the names; stores its place among them, or the name */
    OPTION_READ_FORMAT,  /* a format of treebanks */
    OPTION_WRITE_FORMAT, /* the same; shells offer those that can be written */
    OPTION_LIST,         /* appends the value to `texts`; may be repeated */
    OPTION_SETTING,      /* appends name and value to `settings`; may be repeated */
    OPTION_OWN,          /* calls a function of the command */
    OPTION_HELP,         /* shows the help */
    OPTION_OPERANDS,     /* no option: where the operands go */
    OPTION_RECORD,       /* no option: where all options and operands go, as given */
    OPTION_RULES,        /* no option: rules of a tokenizer, to be released in the end */
    OPTION_GROUP,        /* no option: rows that several commands share */
    OPTION_TRANSFORMS,   /* no option: a row for each transform, as settings */
    OPTION_TITLE,        /* no option: the title of the rows below, for the help */
} option_type;

struct command;
struct option_row;

/* Reads a value into its place; false after a message. */
typedef bool option_reader(const struct command *c, const struct option_row *row,
                           const char *value, void *place);

/* Where the value of an option goes in the command's struct, and what it may be. */
typedef struct option_target {
    option_type type;
    size_t place, size;  /* offset and bytes of the field; bytes 0: it takes the name */
    long long low, high; /* of a number; `high` of a choice: how many names there are */
    const void *names;   /* of a choice: the first name of a table, */
    size_t stride;       /* whose rows are so many bytes apart */
    const struct option_row *group;
    option_reader *read;
} option_target;

typedef struct option_row {
    char letter;      /* short form, 0 if none */
    const char *name; /* long form without its dashes */
    const char *arg;  /* what it takes, for the help; NULL if nothing */
    option_target to;
    const char *help; /* one or more sentences; of a group its title, NULL if none */
} option_row;
typedef PL_VEC(option_row) option_rows;

/* The targets. A field of another type than the option needs is a warning, and so an error
 * where the program is tested. */
/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses): parts of an initializer */
#define FIELD_(job, field) (((job *)0)->field)
#define INTEGER_(job, field)                                                             \
    .place = offsetof(job, field) + 0 * sizeof(FIELD_(job, field) % 2),                  \
    .size = sizeof FIELD_(job, field)
#define TYPED_(job, field, type)                                                         \
    .place = offsetof(job, field) + 0 * sizeof((type *)0 == &FIELD_(job, field))

#define FLAG(job, field)         {.type = OPTION_FLAG, INTEGER_(job, field)}
#define NUMBER(job, field, least, most) \
                                 {.type = OPTION_NUMBER, INTEGER_(job, field), .low = (least), .high = (most)}
#define WEIGHT(job, field)       {.type = OPTION_WEIGHT, TYPED_(job, field, double)}
#define TEXT(job, field)         {.type = OPTION_TEXT, TYPED_(job, field, const char *)}
#define FILE_NAME(job, field)    {.type = OPTION_FILE, TYPED_(job, field, const char *)}
#define READ_FORMAT(job, field)  {.type = OPTION_READ_FORMAT, TYPED_(job, field, const pl_format *)}
#define WRITE_FORMAT(job, field) {.type = OPTION_WRITE_FORMAT, TYPED_(job, field, const pl_format *)}
#define LIST(job, field)         {.type = OPTION_LIST, TYPED_(job, field, texts)}
#define SETTING(job, field)      {.type = OPTION_SETTING, TYPED_(job, field, settings)}
#define OWN(job, field, reader)  {.type = OPTION_OWN, .place = offsetof(job, field), .read = (reader)}
/* One of an array of names, or of an array of structs that have their name in `member`. */
#define CHOICE(job, field, array) \
                                 {.type = OPTION_CHOICE, INTEGER_(job, field), NAMES_((array), array)}
#define CHOICE_OF(job, field, array, member) \
                                 {.type = OPTION_CHOICE, INTEGER_(job, field), NAMES_(&(array)[0].member, array)}
/* The same, but the field gets the name itself. */
#define CHOICE_NAME(job, field, array) \
                                 {.type = OPTION_CHOICE, TYPED_(job, field, const char *), NAMES_((array), array)}
#define NAMES_(first, array)     .names = (first), .stride = sizeof *(array), .high = sizeof(array) / sizeof *(array)

/* Rows without a name of their own. */
#define OPERANDS(job, field)     {.to = {.type = OPTION_OPERANDS, TYPED_(job, field, texts)}}
#define RECORD(job, field)       {.to = {.type = OPTION_RECORD, TYPED_(job, field, settings)}}
#define RULES(job, field)        {.to = {.type = OPTION_RULES, TYPED_(job, field, pl_rules)}}
#define GROUP(job, field, field_type, rows) \
                                 {.to = {.type = OPTION_GROUP, TYPED_(job, field, field_type), .group = (rows)}}
#define TRANSFORMS(job, field)   {.to = {.type = OPTION_TRANSFORMS, TYPED_(job, field, settings)}, \
                                  .help = "Transforms, applied in the order given"}
/* NOLINTEND(bugprone-macro-parentheses) */
/* clang-format on */

/* Groups: the field is of the type given in the comment. */
extern const option_row help_rows[];    /* any: --help alone, which stores nothing */
extern const option_row threads_rows[]; /* uint32_t, 0: all processors */
extern const option_row output_rows[];  /* const char *, NULL: standard output */

/* -- commands ------------------------------------------------------------------------ */

typedef struct command {
    const char *name;
    const char *synopsis; /* what follows the name */
    const char *about;    /* one line */
    bool shared; /* several processes may do its work together: own_peers.h */
    const option_row *options;
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

/* The rows of a command in the order of its help: groups and transforms are replaced by
 * their rows with places in the command's struct. A transform that has the name of
 * another option of the command is left out. The caller frees with PL_VEC_RELEASE. */
option_rows command_rows(const command *c);
/* The i-th name of a choice. */
const char *choice_name(const option_target *to, size_t i);

/* -- help (help.c) ------------------------------------------------------------------- */

const command *command_find(const char *name); /* NULL: there is none */
void print_commands(FILE *to);
void print_help(const command *c); /* on standard output */
