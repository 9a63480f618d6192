/* Parsing of command lines from tables of options. */
#include "command.h"
#include "suggest.h"

#include "base/str.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool is_last_row(const option_row *row)
{
    return row->name == NULL && row->letter == 0;
}

void command_tables(const command *c, const option_row *tables[N_TABLES])
{
    tables[0] = c->options;
    tables[1] = c->input;
    tables[2] = c->more != NULL ? c->more() : NULL;
}

/* Looks through the command's own rows, then those it shares with others. */
static const option_row *find_row(const command *c, const char *name, size_t n,
                                  char letter)
{
    const option_row *tables[N_TABLES];
    command_tables(c, tables);
    for (size_t i = 0; i < N_TABLES; i++)
        for (const option_row *row = tables[i]; row != NULL && !is_last_row(row); row++)
            if (name != NULL ? row->name != NULL && strlen(row->name) == n &&
                                   strncmp(row->name, name, n) == 0
                             : row->letter == letter)
                return row;
    return NULL;
}

int usage_error(const command *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "pleach %s: ", c->name);
    vfprintf(stderr, format, list);
    fprintf(stderr, "\nTry 'pleach help %s'.\n", c->name);
    va_end(list);
    return USAGE;
}

int fail(const pl_error *err)
{
    fprintf(stderr, "pleach: %s\n", err->text);
    return FAILED;
}

static int bad(const args *a, const char *what, const char *option)
{
    usage_error(a->command, "%s %s", what, option);
    return ARG_BAD;
}

/* The option does not exist; names the one that was probably meant. */
static int no_such_option(const args *a, const char *text, size_t n)
{
    const option_row *tables[N_TABLES];
    suggestion like = {0};
    command_tables(a->command, tables);
    for (size_t i = 0; i < N_TABLES; i++)
        for (const option_row *row = tables[i]; row != NULL && !is_last_row(row); row++)
            if (row->name != NULL)
                suggest(&like, text, n, row->name);
    if (like.name == NULL)
        return bad(a, "there is no option", a->argv[a->at - 1]);
    usage_error(a->command, "there is no option --%.*s; did you mean --%s?", (int)n, text,
                like.name);
    return ARG_BAD;
}

static int long_option(args *a, const char *text)
{
    size_t n = strcspn(text, "=");
    a->row = find_row(a->command, text, n, 0);
    if (a->row == NULL)
        return no_such_option(a, text, n);
    if (a->row->arg == NULL && text[n] == '=')
        return bad(a, "no value goes with the option", a->argv[a->at - 1]);
    if (a->row->arg != NULL) {
        if (text[n] == '=')
            a->value = text + n + 1;
        else if (a->at < a->argc)
            a->value = a->argv[a->at++];
        else
            return bad(a, "a value is missing after", a->argv[a->at - 1]);
    }
    return a->row->id;
}

static int short_option(args *a)
{
    char shown[3] = {'-', *a->letters++, '\0'};
    a->row = find_row(a->command, NULL, 0, shown[1]);
    if (a->row == NULL)
        return bad(a, "there is no option", shown);
    if (a->row->arg != NULL) {
        if (*a->letters != '\0')
            a->value = a->letters;
        else if (a->at < a->argc)
            a->value = a->argv[a->at++];
        else
            return bad(a, "a value is missing after", shown);
        a->letters = "";
    }
    return a->row->id;
}

int args_next(args *a)
{
    a->value = NULL;
    if (a->letters != NULL && *a->letters != '\0')
        return short_option(a);
    if (a->at >= a->argc)
        return ARG_END;
    const char *text = a->argv[a->at++];
    if (!a->only_files && strcmp(text, "--") == 0) {
        a->only_files = true;
        return args_next(a);
    }
    if (!a->only_files && text[0] == '-' && text[1] == '-')
        return long_option(a, text + 2);
    if (!a->only_files && text[0] == '-' && text[1] != '\0') {
        a->letters = text + 1;
        return short_option(a);
    }
    a->value = text;
    return ARG_FILE;
}

bool number_arg(const args *a, long long low, long long high, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(a->value, &end, 10);
    if (*a->value != '\0' && *end == '\0' && errno == 0 && *value >= low &&
        *value <= high)
        return true;
    usage_error(a->command, "--%s takes a number from %lld to %lld, not '%s'",
                a->row->name, low, high, a->value);
    return false;
}

bool count_arg(const args *a, uint32_t low, uint32_t high, uint32_t *value)
{
    long long n;
    bool good = number_arg(a, low, high, &n);
    if (good)
        *value = (uint32_t)n;
    return good;
}

bool weight_arg(const args *a, double *value)
{
    char *end;
    *value = strtod(a->value, &end);
    if (end != a->value && *end == '\0' && *value >= 0 && *value < 1e9)
        return true;
    usage_error(a->command, "--%s takes a number from 0 on, not '%s'", a->row->name,
                a->value);
    return false;
}

int name_arg(const args *a, const char *const *names, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(a->value, names[i]) == 0)
            return i;
    pl_str list = {0};
    for (int i = 0; i < n; i++)
        pl_str_printf(&list, "%s%s", i == 0 ? "" : i + 1 == n ? " or " : ", ", names[i]);
    usage_error(a->command, "--%s takes %s, not '%s'", a->row->name, pl_str_text(&list),
                a->value);
    pl_str_release(&list);
    return -1;
}
