/* Options: named values as texts, such as "beam=8" or "confidence", described by tables.
 *
 * A table has one row per option. The row says what the option is called, which values it takes,
 * what it does, and which field of a struct receives the value. The command line, help, manual
 * pages, completion, HTTP arguments and Python's keywords are all made from these rows.
 *
 *     typedef struct settings { uint32_t beam; bool confidence; const char *rerank; } settings;
 *
 *     const pl_option_row rows[] = {
 *         PL_OPTION('b', "beam",       "K",    PL_INTEGER_AT(settings, beam, 1, 4096), PL_HELP("search", "keep K …")),
 *         PL_OPTION(0,   "confidence", NULL,   PL_FLAG_AT(settings, confidence),       PL_HELP("output", "add …")),
 *         PL_OPTION(0,   "rerank",     "FILE", PL_FILE_AT(settings, rerank),           PL_HELP("search", "choose …")),
 *         PL_OPTIONS_END};
 *
 *     settings s = {.beam = 1};
 *     int status = pl_options_parse(rows, PL_OPTIONS("beam=8"), &s, &arena, &error);
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* -- what users see of an option --------------------------------------------------------- */

typedef enum pl_option_type {
    PL_FLAG,
    PL_INTEGER,
    PL_REAL,
    PL_NAME, /* one of the choices */
    PL_TEXT,
    PL_FILE
} pl_option_type;

enum {                 /* bits of pl_option.flags */
    PL_REPEATABLE = 1, /* may be given more than once */
    PL_REQUIRED = 2,   /* must be given */
    PL_ADVANCED = 4,   /* only the complete help lists it */
    PL_PER_CALL = 8,   /* may differ between parses with the same model */
};

typedef struct pl_option_choice {
    const char *name, *description;
} pl_option_choice;

typedef struct pl_option {
    const char *name, *group; /* for example "beam" and "search" */
    char short_name;          /* for example 'b' for -b; 0: none */
    pl_option_type type;
    unsigned flags;                  /* PL_REPEATABLE … */
    const char *value_name;          /* placeholder in help, for example "K"; NULL: no value */
    const char *default_value;       /* NULL: none, or described in `help` */
    double minimum, maximum;         /* range of numbers */
    const pl_option_choice *choices; /* permitted values, ended by a NULL name; NULL: any value */
    const char *help;
} pl_option;

/* Builds an option list for C. */
#define PL_OPTIONS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* -- rows ----------------------------------------------------------------------------------- */

/* An option as given: its name, and its value or NULL. */
typedef struct pl_setting {
    const char *name, *value;
} pl_setting;
typedef PL_VEC(pl_setting) pl_setting_list;
typedef PL_VEC(const char *) pl_text_list;

typedef struct pl_option_row {
    pl_option option;
    size_t offset, size; /* the field that receives the value; size 0: a string pointer */
    int on;              /* what a flag stores if it is given; 0: 1 */
    /* Parses a value that type and range cannot describe; NULL: the type decides. The text of
     * the error completes the sentence "beam takes …, not 'x'". */
    int (*parse)(const char *value, void *field, pl_error *error);
    /* Returns choice i, or NULL after the last choice, if the choices are the names of another table,
     * such as that of the formats. */
    const char *(*choice)(size_t i);
    void (*release)(void *field); /* see PL_RELEASED */
    /* Instead of an option: the rows of another table, which fill the field at `offset`. */
    const struct pl_option_row *include;
    /* Instead of an option: option i of a list made elsewhere, such as the transforms. They are
     * appended to the pl_setting_list at `offset`. */
    const pl_option *(*list)(size_t i);
} pl_option_row;

/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses): parts of an initializer */
#define PL_OPTION(letter_, name_, value_, ...) \
    {.option.short_name = (letter_), .option.name = (name_), .option.value_name = (value_), __VA_ARGS__}
#define PL_OPTIONS_END {.option.name = NULL}
#define PL_HELP(group_, help_) .option.group = (group_), .option.help = (help_)

/* The field that receives the value. The compiler warns if its type does not fit the option. */
#define PL_FIELD_(type_, field_)         (((type_ *)0)->field_)
#define PL_WHOLE_(type_, field_)         .offset = offsetof(type_, field_) + 0 * sizeof(PL_FIELD_(type_, field_) % 2), \
                                         .size = sizeof PL_FIELD_(type_, field_)
#define PL_TYPED_(type_, field_, is_)    .offset = offsetof(type_, field_) + 0 * sizeof((is_ *)0 == &PL_FIELD_(type_, field_))
#define PL_FLAG_AT(type_, field_)        .option.type = PL_FLAG, PL_WHOLE_(type_, field_)
/* A flag that stores one value of an enum, such as --json and --tsv for the form of a report. */
#define PL_SWITCH_AT(type_, field_, on_) .option.type = PL_FLAG, .on = (on_), PL_WHOLE_(type_, field_)
#define PL_INTEGER_AT(type_, field_, least_, most_) \
                                         .option.type = PL_INTEGER, .option.minimum = (double)(least_), .option.maximum = (double)(most_), PL_WHOLE_(type_, field_)
#define PL_REAL_AT(type_, field_, least_, most_) \
                                         .option.type = PL_REAL, .option.minimum = (least_), .option.maximum = (most_), PL_TYPED_(type_, field_, double)
#define PL_TEXT_AT(type_, field_)        .option.type = PL_TEXT, PL_TYPED_(type_, field_, const char *)
#define PL_FILE_AT(type_, field_)        .option.type = PL_FILE, PL_TYPED_(type_, field_, const char *)
/* Stores the number of the choice in an integer or enum, or its name in a string pointer. */
#define PL_CHOICE_AT(type_, field_, choices_) \
                                         .option.type = PL_NAME, .option.choices = (choices_), PL_WHOLE_(type_, field_)
#define PL_NAME_AT(type_, field_, choices_) \
                                         .option.type = PL_NAME, .option.choices = (choices_), PL_TYPED_(type_, field_, const char *)
/* Stores the number of the choice; the choices are the names that a function returns. */
#define PL_CHOICE_OF_AT(type_, field_, choice_) \
                                         .option.type = PL_NAME, .choice = (choice_), PL_WHOLE_(type_, field_)
/* Appends name and value to a pl_setting_list. */
#define PL_SETTING_AT(type_, field_)     .option.type = PL_TEXT, .option.flags = PL_REPEATABLE, PL_TYPED_(type_, field_, pl_setting_list)
/* Appends the value to a pl_text_list. */
#define PL_TEXTS_AT(type_, field_)       .option.type = PL_TEXT, .option.flags = PL_REPEATABLE, .size = sizeof(const char *), \
                                         PL_TYPED_(type_, field_, pl_text_list)
/* A value that the function `parse` reads and stores. */
#define PL_PARSED_AT(type_, field_, parse_) \
                                         .option.type = PL_TEXT, .offset = offsetof(type_, field_), .parse = (parse_)
#define PL_INCLUDE(type_, field_, is_, rows_) \
                                         {.include = (rows_), PL_TYPED_(type_, field_, is_)}
#define PL_LIST(type_, field_, list_)    {.list = (list_), PL_TYPED_(type_, field_, pl_setting_list)}
/* NOLINTEND(bugprone-macro-parentheses) */
/* clang-format on */

/* Three kinds of rows in the tables of commands are not options. PL_OPERANDS receives the operands.
 * PL_RECORD receives every option and operand in the given order; the name of an operand is NULL.
 * PL_RELEASED frees a field that is not a list. */
#define PL_OPERANDS_NAME ""
#define PL_RECORD_NAME   "*"
#define PL_OPERANDS(type_, field_) PL_OPTION(0, PL_OPERANDS_NAME, NULL, PL_TEXTS_AT(type_, field_))
#define PL_RECORD(type_, field_)   PL_OPTION(0, PL_RECORD_NAME, NULL, PL_SETTING_AT(type_, field_))
#define PL_RELEASED(type_, field_, release_) \
    PL_OPTION(0, "", NULL, .offset = offsetof(type_, field_), .release = (release_))
static inline bool pl_is_option(const pl_option_row *row)
{
    return row->option.help != NULL;
}

/* All rows of a table, including the rows of the tables that it includes. Offsets count from the start
 * of the outer struct. An included option with the name of an earlier row is left out. The caller frees
 * the rows with PL_VEC_RELEASE. */
typedef PL_VEC(pl_option_row) pl_option_rows;
pl_option_rows pl_options_of(const pl_option_row *table);
/* Returns the row whose name is the n bytes at `name`, or, if `name` is NULL, the row with this letter.
 * Returns NULL if there is no such row. */
const pl_option_row *pl_options_find(const pl_option_rows *rows, const char *name, size_t n,
                                     char letter);
/* Returns choice i of an option, or NULL after the last choice. */
const char *pl_option_choice_at(const pl_option_row *row, size_t i);

/* Stores the value of one option in the struct `into`. `value` is NULL for an option without one.
 * Texts are borrowed. Returns -1 if the value is wrong; the message begins with the option's
 * name. */
int pl_option_store(const pl_option_row *row, const char *value, void *into, pl_error *error);
/* Parses a list of options, which ends with NULL, into the struct `into`. Texts are copied to
 * `memory`. Fields of options that are not given are not changed. A NULL list has no options. */
int pl_options_parse(const pl_option_row *table, const char *const *options, void *into,
                     pl_arena *memory, pl_error *error);
/* Frees the lists that pl_option_store and pl_options_parse have created in the struct `into`. */
void pl_options_release(const pl_option_row *table, void *into);

/* Fails with "there is no option 'beem'; did you mean 'beam'?". `dash` is what precedes names,
 * such as "--". */
int pl_options_unknown(const pl_option_rows *rows, const char *name, size_t n, const char *dash,
                       pl_error *error);
