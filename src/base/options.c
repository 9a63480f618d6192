/* Tables of options; see options.h. */
#include "base/options.h"

#include "base/str.h"
#include "base/suggest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* -- rows ------------------------------------------------------------------------------- */

static bool is_end(const pl_option_row *row)
{
    return row->option.name == NULL && row->include == NULL && row->list == NULL;
}

static void add_list(pl_option_rows *rows, const pl_option_row *from, size_t base)
{
    const pl_option *option;
    for (size_t i = 0; (option = from->list(i)) != NULL; i++) {
        pl_option_row row = {.option = *option, .offset = base + from->offset};
        row.option.flags |= PL_REPEATABLE;
        if (pl_options_find(rows, option->name, strlen(option->name), 0) == NULL)
            PL_PUSH(rows, row);
    }
}

static void add_table(pl_option_rows *rows, const pl_option_row *table, size_t base)
{
    for (; !is_end(table); table++) {
        pl_option_row row = *table;
        row.offset += base;
        if (row.include != NULL)
            add_table(rows, row.include, row.offset);
        else if (row.list != NULL)
            add_list(rows, table, base);
        else if (!pl_is_option(&row) ||
                 pl_options_find(rows, row.option.name, strlen(row.option.name), 0) == NULL)
            PL_PUSH(rows, row);
    }
}

pl_option_rows pl_options_of(const pl_option_row *table)
{
    pl_option_rows rows = {0};
    add_table(&rows, table, 0);
    return rows;
}

const pl_option_row *pl_options_find(const pl_option_rows *rows, const char *name, size_t n,
                                     char letter)
{
    for (size_t i = 0; i < rows->n; i++) {
        const pl_option *o = &rows->at[i].option;
        if (!pl_is_option(&rows->at[i]))
            continue;
        if (name == NULL ? o->short_name == letter
                         : strlen(o->name) == n && memcmp(o->name, name, n) == 0)
            return &rows->at[i];
    }
    return NULL;
}

/* -- values ----------------------------------------------------------------------------- */

const char *pl_option_choice_at(const pl_option_row *row, size_t i)
{
    if (row->choice != NULL)
        return row->choice(i);
    return row->option.choices != NULL ? row->option.choices[i].name : NULL;
}

/* Stores an integer in a field of `size` bytes: a bool, an enum or an integer type. */
static void store_integer(void *field, size_t size, long long value)
{
    if (size == sizeof(bool))
        *(bool *)field = value != 0;
    else if (size == sizeof(uint32_t))
        *(uint32_t *)field = (uint32_t)value;
    else
        *(uint64_t *)field = (uint64_t)value;
}

static int store_flag(const pl_option_row *row, const char *value, void *field,
                      pl_error *error)
{
    bool off = value != NULL && strcmp(value, "false") == 0;
    if (value != NULL && !off && strcmp(value, "true") != 0)
        return pl_fail(error, PL_BAD_ARGUMENT, "%s takes true or false, not '%s'",
                       row->option.name, value);
    store_integer(field, row->size, off ? 0 : row->on > 0 ? row->on : 1);
    return 0;
}

/* Fails because a number is outside its range. The message leaves out a maximum that only excludes
 * infinite numbers. */
static int fail_range(const pl_option *o, const char *value, pl_error *error)
{
    bool open = o->maximum >= (o->type == PL_REAL ? 1e9 : (double)INT64_MAX);
    if (open)
        return pl_fail(error, PL_BAD_ARGUMENT, "%s takes a number from %.10g on, not '%s'",
                       o->name, o->minimum, value);
    return pl_fail(error, PL_BAD_ARGUMENT, "%s takes a number from %.10g to %.10g, not '%s'",
                   o->name, o->minimum, o->maximum, value);
}

static int parse_integer(const pl_option_row *row, const char *value, void *field,
                         pl_error *error)
{
    const pl_option *o = &row->option;
    char *end;
    errno = 0;
    long long n = strtoll(value, &end, 10);
    if (*value == '\0' || *end != '\0' || errno != 0 || (double)n < o->minimum ||
        (double)n > o->maximum)
        return fail_range(o, value, error);
    store_integer(field, row->size, n);
    return 0;
}

static int parse_real(const pl_option *o, const char *value, double *field, pl_error *error)
{
    char *end;
    double x = strtod(value, &end);
    if (end == value || *end != '\0' || !isfinite(x) || x < o->minimum || x > o->maximum)
        return fail_range(o, value, error);
    *field = x;
    return 0;
}

static int fail_choice(const pl_option_row *row, const char *value, pl_error *error)
{
    pl_str list = {0};
    const char *name;
    for (size_t i = 0; (name = pl_option_choice_at(row, i)) != NULL; i++) {
        const char *before = i == 0                                        ? ""
                             : pl_option_choice_at(row, i + 1) == NULL ? " or "
                                                                       : ", ";
        pl_str_printf(&list, "%s%s", before, name);
    }
    pl_fail(error, PL_BAD_ARGUMENT, "%s takes %s, not '%s'", row->option.name,
            pl_str_text(&list), value);
    pl_str_release(&list);
    return -1;
}

static int parse_choice(const pl_option_row *row, const char *value, void *field,
                        pl_error *error)
{
    const char *name;
    for (size_t i = 0; (name = pl_option_choice_at(row, i)) != NULL; i++)
        if (strcmp(name, value) == 0) {
            if (row->size > 0)
                store_integer(field, row->size, (long long)i);
            else
                *(const char **)field = name;
            return 0;
        }
    return fail_choice(row, value, error);
}

static int parse_own(const pl_option_row *row, const char *value, void *field,
                     pl_error *error)
{
    pl_error why;
    if (row->parse(value, field, &why) == 0)
        return 0;
    if (row->option.type == PL_NAME)
        return fail_choice(row, value, error);
    return pl_fail(error, PL_BAD_ARGUMENT, "%s takes %s, not '%s'", row->option.name, why.text,
                   value);
}

int pl_option_store(const pl_option_row *row, const char *value, void *into, pl_error *error)
{
    const pl_option *o = &row->option;
    void *field = (char *)into + row->offset;
    if (value == NULL && o->value_name != NULL)
        return pl_fail(error, PL_BAD_ARGUMENT, "%s needs a value, %s", o->name,
                       o->value_name);
    if ((o->flags & PL_REPEATABLE) != 0) {
        pl_setting one = {o->name, value};
        if (row->size == 0)
            PL_PUSH((pl_setting_list *)field, one);
        else
            PL_PUSH((pl_text_list *)field, value);
        return 0;
    }
    if (row->parse != NULL)
        return parse_own(row, value, field, error);
    switch (o->type) {
    case PL_FLAG:
        return store_flag(row, value, field, error);
    case PL_INTEGER:
        return parse_integer(row, value, field, error);
    case PL_REAL:
        return parse_real(o, value, field, error);
    case PL_NAME:
        return parse_choice(row, value, field, error);
    default: /* PL_TEXT, PL_FILE */
        *(const char **)field = value;
        return 0;
    }
}

/* -- lists ------------------------------------------------------------------------------ */

int pl_options_unknown(const pl_option_rows *rows, const char *name, size_t n,
                       const char *dash, pl_error *error)
{
    pl_suggestion like = {0};
    for (size_t i = 0; i < rows->n; i++)
        if (pl_is_option(&rows->at[i]))
            pl_suggest(&like, name, n, rows->at[i].option.name);
    if (like.name == NULL)
        return pl_fail(error, PL_BAD_ARGUMENT, "there is no option %s%.*s", dash, (int)n, name);
    return pl_fail(error, PL_BAD_ARGUMENT, "there is no option %s%.*s; did you mean %s%s?", dash,
                   (int)n, name, dash, like.name);
}

/* Fails if a required option is not in the list. */
static int check_required(const pl_option_rows *rows, const char *const *options,
                          pl_error *error)
{
    for (size_t i = 0; i < rows->n; i++) {
        const pl_option *o = &rows->at[i].option;
        bool found = (o->flags & PL_REQUIRED) == 0;
        for (size_t k = 0; !found && options != NULL && options[k] != NULL; k++) {
            size_t n = strcspn(options[k], "=");
            found = strlen(o->name) == n && memcmp(options[k], o->name, n) == 0;
        }
        if (!found)
            return pl_fail(error, PL_BAD_ARGUMENT, "%s is missing", o->name);
    }
    return 0;
}

int pl_options_parse(const pl_option_row *table, const char *const *options, void *into,
                     pl_arena *memory, pl_error *error)
{
    pl_option_rows rows = pl_options_of(table);
    int status = check_required(&rows, options, error);
    for (size_t i = 0; status == 0 && options != NULL && options[i] != NULL; i++) {
        size_t n = strcspn(options[i], "=");
        const pl_option_row *row = pl_options_find(&rows, options[i], n, 0);
        const char *value = options[i][n] == '=' ? options[i] + n + 1 : NULL;
        status = row != NULL
                     ? pl_option_store(row, pl_arena_strdup(memory, value), into, error)
                     : pl_options_unknown(&rows, options[i], n, "", error);
    }
    PL_VEC_RELEASE(&rows);
    return status;
}

void pl_options_release(const pl_option_row *table, void *into)
{
    pl_option_rows rows = pl_options_of(table);
    for (size_t i = 0; i < rows.n; i++) {
        void *field = (char *)into + rows.at[i].offset;
        if (rows.at[i].release != NULL)
            rows.at[i].release(field);
        else if ((rows.at[i].option.flags & PL_REPEATABLE) != 0) /* a list of either kind */
            PL_VEC_RELEASE((pl_setting_list *)field);
    }
    PL_VEC_RELEASE(&rows);
}
