/* Reading command lines from the rows of options; see command.h. */
#include "command.h"

#include "base/file.h"
#include "base/str.h"
#include "text/segment.h"
#include "transform/transform.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { MAX_THREADS = 1024 };

/* clang-format off */
const option_row help_rows[] = {
    {'h', "help",    NULL,   {.type = OPTION_HELP}, "show this help"},
    {0},
};
const option_row threads_rows[] = {
    {'j', "threads", "N",    {.type = OPTION_NUMBER, .size = sizeof(uint32_t), .low = 1, .high = MAX_THREADS},
                                                    "number of threads, which does not change the output (default: one per processor that it may use)"},
    {0},
};
const option_row output_rows[] = {
    {'o', "output",  "FILE", {.type = OPTION_FILE}, "write to FILE, compressed if its name ends in .zst or .gz (default: standard output)"},
    {0},
};
/* clang-format on */

/* -- messages ------------------------------------------------------------------------ */

exit_code usage_error(const command *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    pl_str message = {0};
    pl_str_vprintf(&message, format, list);
    tell("pleach %s: %s\n", c->name, message.at);
    tell("Try 'pleach help %s'.\n", c->name);
    pl_str_release(&message);
    va_end(list);
    return USAGE;
}

volatile sig_atomic_t stop_signal;

void end_by_signal(int number)
{
    pl_file_remove_unfinished();
    signal(number, SIG_DFL);
    raise(number); /* once this handler is left */
}

sigset_t stop_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1);
    return set;
}

static void on_alarm(int number)
{
    pl_file_remove_unfinished();
    _exit(STOPPED + stop_signal);
}

void end_soon(int number, bool patient)
{
    struct itimerval when = {.it_value.tv_usec = 100000};
    if (patient)
        when.it_value = (struct timeval){.tv_sec = 10};
    stop_signal = number;
    signal(SIGALRM, on_alarm);
    setitimer(ITIMER_REAL, &when, NULL);
}

exit_code fail(const pl_error *err)
{
    tell("pleach: %s\n", err->text);
    bool stopped = err->code == PL_STOPPED && stop_signal != 0;
    return stopped ? (exit_code)(STOPPED + stop_signal) : FAILED;
}

exit_code done_or_fail(int status, const pl_error *err)
{
    return status < 0 ? fail(err) : DONE;
}

/* -- rows ---------------------------------------------------------------------------- */

/* A row by its long name, of n bytes, or where that is NULL by its letter. */
static const option_row *find_row(const option_rows *rows, const char *name, size_t n,
                                  char letter)
{
    for (size_t i = 0; i < rows->n; i++) {
        const option_row *row = &rows->at[i];
        if (row->name != NULL &&
            (name == NULL ? row->letter == letter
                          : strlen(row->name) == n && memcmp(row->name, name, n) == 0))
            return row;
    }
    return NULL;
}

static void add_title(option_rows *rows, const char *title)
{
    option_row row = {.to.type = OPTION_TITLE, .help = title};
    if (title != NULL)
        PL_PUSH(rows, row);
}

static void add_transforms(option_rows *rows, size_t place)
{
    for (const pl_transform *t = pl_transforms; t->name != NULL; t++) {
        option_row row = {.name = t->name,
                          .arg = t->arg,
                          .to = {.type = OPTION_SETTING, .place = place},
                          .help = t->about};
        if (find_row(rows, row.name, strlen(row.name), 0) == NULL)
            PL_PUSH(rows, row);
    }
}

static void add_rows(option_rows *rows, const option_row *more, size_t base)
{
    for (; more->to.type != OPTION_END; more++) {
        option_row row = *more;
        row.to.place += base;
        if (row.to.type == OPTION_GROUP) {
            add_title(rows, row.help);
            add_rows(rows, row.to.group, row.to.place);
        } else if (row.to.type == OPTION_TRANSFORMS) {
            add_title(rows, row.help);
            add_transforms(rows, row.to.place);
        } else
            PL_PUSH(rows, row);
    }
}

option_rows command_rows(const command *c)
{
    option_rows rows = {0};
    add_rows(&rows, c->options, 0);
    return rows;
}

const char *choice_name(const option_target *to, size_t i)
{
    return *(const char *const *)((const char *)to->names + i * to->stride);
}

/* -- values -------------------------------------------------------------------------- */

/* Fields are bool, an enum, or a whole number of some width. */
static void put_integer(void *place, size_t size, long long value)
{
    if (size == sizeof(bool))
        *(bool *)place = value != 0;
    else if (size == sizeof(uint32_t))
        *(uint32_t *)place = (uint32_t)value;
    else
        *(uint64_t *)place = (uint64_t)value;
}

static bool read_number(const command *c, const option_row *row, const char *value,
                        void *place)
{
    char *end;
    errno = 0;
    long long n = strtoll(value, &end, 10);
    if (*value == '\0' || *end != '\0' || errno != 0 || n < row->to.low ||
        n > row->to.high) {
        usage_error(c, "--%s takes a number from %lld to %lld, not '%s'", row->name,
                    row->to.low, row->to.high, value);
        return false;
    }
    put_integer(place, row->to.size, n);
    return true;
}

static bool read_weight(const command *c, const option_row *row, const char *value,
                        double *place)
{
    char *end;
    double w = strtod(value, &end);
    if (end == value || *end != '\0' || !(w >= 0 && w < 1e9)) {
        usage_error(c, "--%s takes a number from 0 on, not '%s'", row->name, value);
        return false;
    }
    *place = w;
    return true;
}

static bool read_choice(const command *c, const option_row *row, const char *value,
                        void *place)
{
    size_t n = (size_t)row->to.high;
    for (size_t i = 0; i < n; i++)
        if (strcmp(value, choice_name(&row->to, i)) == 0) {
            if (row->to.size == 0)
                *(const char **)place = value;
            else
                put_integer(place, row->to.size, (long long)i);
            return true;
        }
    pl_str list = {0};
    for (size_t i = 0; i < n; i++)
        pl_str_printf(&list, "%s%s",
                      i == 0       ? ""
                      : i + 1 == n ? " or "
                                   : ", ",
                      choice_name(&row->to, i));
    usage_error(c, "--%s takes %s, not '%s'", row->name, list.at, value);
    pl_str_release(&list);
    return false;
}

static bool read_format(const command *c, const char *value, const pl_format **place)
{
    *place = pl_format_find(value);
    if (*place != NULL)
        return true;
    pl_str names = {0};
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        pl_str_printf(&names, " %s", (*f)->name);
    usage_error(c, "there is no format '%s'; there are:%s", value, names.at);
    pl_str_release(&names);
    return false;
}

static void push_setting(settings *list, const char *name, const char *value)
{
    setting s = {name, value};
    PL_PUSH(list, s);
}

/* Puts the value of an option (NULL: it takes none) where its row says; false after a
 * message. */
static bool take(const command *c, const option_row *row, const char *value,
                 void *options)
{
    void *place = (char *)options + row->to.place;
    switch (row->to.type) {
    case OPTION_FLAG:
        put_integer(place, row->to.size, 1);
        return true;
    case OPTION_NUMBER:
        return read_number(c, row, value, place);
    case OPTION_WEIGHT:
        return read_weight(c, row, value, place);
    case OPTION_CHOICE:
        return read_choice(c, row, value, place);
    case OPTION_READ_FORMAT:
    case OPTION_WRITE_FORMAT:
        return read_format(c, value, place);
    case OPTION_LIST:
    case OPTION_OPERANDS:
        PL_PUSH((texts *)place, value);
        return true;
    case OPTION_SETTING:
        push_setting(place, row->name, value);
        return true;
    case OPTION_OWN:
        return row->to.read(c, row, value, place);
    default: /* OPTION_TEXT, OPTION_FILE */
        *(const char **)place = value;
        return true;
    }
}

/* -- command lines ------------------------------------------------------------------- */

typedef struct args {
    const command *command;
    option_rows rows;
    int argc, at;
    char **argv;
    bool only_operands; /* after -- */
    void *options;
} args;

static const option_row *row_of_type(const option_rows *rows, option_type type)
{
    for (size_t i = 0; i < rows->n; i++)
        if (rows->at[i].to.type == type)
            return &rows->at[i];
    return NULL;
}

static reading wrong(const args *a, const char *what, const char *option)
{
    usage_error(a->command, "%s %s", what, option);
    return READ_WRONG;
}

/* The option does not exist; names the one that was probably meant. */
static reading no_such_option(const args *a, const char *text, size_t n)
{
    pl_suggestion like = {0};
    for (size_t i = 0; i < a->rows.n; i++)
        if (a->rows.at[i].name != NULL)
            pl_suggest(&like, text, n, a->rows.at[i].name);
    if (like.name == NULL)
        return wrong(a, "there is no option", text - strlen("--"));
    usage_error(a->command, "there is no option --%.*s; did you mean --%s?", (int)n, text,
                like.name);
    return READ_WRONG;
}

static reading read_value(args *a, const option_row *row, const char *value)
{
    if (row->to.type == OPTION_HELP)
        return READ_HELP;
    const option_row *record = row_of_type(&a->rows, OPTION_RECORD);
    if (record != NULL)
        push_setting((settings *)((char *)a->options + record->to.place), row->name,
                     value);
    return take(a->command, row, value, a->options) ? READ_ALL : READ_WRONG;
}

/* The value of an option that takes one: `attached` to it, else the next word. */
static reading read_option(args *a, const option_row *row, const char *attached,
                           const char *shown)
{
    if (row->arg == NULL || attached != NULL)
        return read_value(a, row, attached);
    if (a->at == a->argc)
        return wrong(a, "a value is missing after", shown);
    return read_value(a, row, a->argv[a->at++]);
}

static reading read_long(args *a, const char *text)
{
    size_t n = strcspn(text, "=");
    const char *attached = text[n] == '=' ? text + n + 1 : NULL;
    const option_row *row = find_row(&a->rows, text, n, 0);
    if (row == NULL)
        return no_such_option(a, text, n);
    if (row->arg == NULL && attached != NULL)
        return wrong(a, "no value goes with the option", text - strlen("--"));
    return read_option(a, row, attached, text - strlen("--"));
}

/* A group of letters; the first that takes a value has the rest of them, or the next
 * word. */
static reading read_letters(args *a, const char *letters)
{
    reading got = READ_ALL;
    while (*letters != '\0' && got == READ_ALL) {
        char shown[3] = {'-', *letters++, '\0'};
        const option_row *row = find_row(&a->rows, NULL, 0, shown[1]);
        if (row == NULL)
            return wrong(a, "there is no option", shown);
        bool takes_rest = row->arg != NULL && *letters != '\0';
        got = read_option(a, row, takes_rest ? letters : NULL, shown);
        if (row->arg != NULL)
            break;
    }
    return got;
}

static reading read_word(args *a, const char *text)
{
    if (!a->only_operands && strcmp(text, "--") == 0) {
        a->only_operands = true;
        return READ_ALL;
    }
    if (!a->only_operands && text[0] == '-' && text[1] == '-')
        return read_long(a, text + 2);
    if (!a->only_operands && text[0] == '-' && text[1] != '\0')
        return read_letters(a, text + 1);
    return read_value(a, row_of_type(&a->rows, OPTION_OPERANDS), text);
}

reading args_read(const command *c, int argc, char **argv, void *options)
{
    args a = {.command = c,
              .rows = command_rows(c),
              .argc = argc,
              .argv = argv,
              .options = options};
    reading got = READ_ALL;
    memset(options, 0, c->size);
    if (c->set_defaults != NULL)
        c->set_defaults(options);
    while (got == READ_ALL && a.at < argc)
        got = read_word(&a, argv[a.at++]);
    PL_VEC_RELEASE(&a.rows);
    return got;
}

void args_release(const command *c, void *options)
{
    option_rows rows = command_rows(c);
    for (size_t i = 0; i < rows.n; i++) {
        void *place = (char *)options + rows.at[i].to.place;
        option_type type = rows.at[i].to.type;
        if (type == OPTION_LIST || type == OPTION_OPERANDS)
            PL_VEC_RELEASE((texts *)place);
        else if (type == OPTION_SETTING || type == OPTION_RECORD)
            PL_VEC_RELEASE((settings *)place);
        else if (type == OPTION_RULES)
            pl_rules_release(place);
    }
    PL_VEC_RELEASE(&rows);
}
