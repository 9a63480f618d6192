/* Reading command lines from the rows of options; see command.h. */
#include "command.h"

#include "base/file.h"
#include "base/str.h"
#include "transform/transform.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { MAX_THREADS = 1024 };

/* Parses --help, which stores nothing. args_read recognizes the option by this function. */
static int ask_for_help(const char *value, void *field, pl_error *error)
{
    return 0;
}

/* clang-format off */
const pl_option_row help_rows[] = {
    {.option = {.name = "help", .short_name = 'h', .help = "show this help"}, .parse = ask_for_help},
    PL_OPTIONS_END,
};
const pl_option_row threads_rows[] = {
    {.option = {.name = "threads", .short_name = 'j', .type = PL_INTEGER, .value_name = "N", .minimum = 1, .maximum = MAX_THREADS,
                .help = "number of threads, which does not change the output (default: one per processor that it may use)"},
     .size = sizeof(uint32_t)},
    PL_OPTIONS_END,
};
const pl_option_row output_rows[] = {
    {.option = {.name = "output", .short_name = 'o', .type = PL_FILE, .value_name = "FILE",
                .help = "write to FILE, compressed if its name ends in .zst or .gz (default: standard output)"}},
    PL_OPTIONS_END,
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

/* -- values -------------------------------------------------------------------------- */

const pl_option *transform_option(size_t i)
{
    return pl_transforms[i].option.name != NULL ? &pl_transforms[i].option : NULL;
}

/* -- command lines ------------------------------------------------------------------- */

typedef struct args {
    const command *command;
    pl_option_rows rows;
    int argc, at;
    char **argv;
    bool only_operands; /* after -- */
    void *options;
} args;

static reading wrong(const args *a, const char *what, const char *option)
{
    usage_error(a->command, "%s %s", what, option);
    return READ_WRONG;
}

/* The option does not exist; names the one that was probably meant. */
static reading no_such_option(const args *a, const char *text, size_t n)
{
    pl_error err;
    pl_options_unknown(&a->rows, text, n, "--", &err);
    usage_error(a->command, "%s", err.text);
    return READ_WRONG;
}

/* Appends to the list of the row PL_OPERANDS or PL_RECORD: `row_name` says which. */
static void push_to(args *a, const char *row_name, const char *name, const char *value)
{
    for (size_t i = 0; i < a->rows.n; i++)
        if (a->rows.at[i].release == NULL && strcmp(a->rows.at[i].option.name, row_name) == 0) {
            pl_option_row row = a->rows.at[i];
            row.option.name = name;
            pl_option_store(&row, value, a->options, NULL);
        }
}

static reading read_value(args *a, const pl_option_row *row, const char *value)
{
    pl_error err;
    if (row->parse == ask_for_help)
        return READ_HELP;
    push_to(a, PL_RECORD_NAME, row->option.name, value);
    if (pl_option_store(row, value, a->options, &err) == 0)
        return READ_ALL;
    usage_error(a->command, "--%s", err.text);
    return READ_WRONG;
}

/* The value of an option that takes one: `attached` to it, else the next word. */
static reading read_option(args *a, const pl_option_row *row, const char *attached,
                           const char *shown)
{
    if (row->option.value_name == NULL || attached != NULL)
        return read_value(a, row, attached);
    if (a->at == a->argc)
        return wrong(a, "a value is missing after", shown);
    return read_value(a, row, a->argv[a->at++]);
}

static reading read_long(args *a, const char *text)
{
    size_t n = strcspn(text, "=");
    const char *attached = text[n] == '=' ? text + n + 1 : NULL;
    const pl_option_row *row = pl_options_find(&a->rows, text, n, 0);
    if (row == NULL)
        return no_such_option(a, text, n);
    if (row->option.value_name == NULL && attached != NULL)
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
        const pl_option_row *row = pl_options_find(&a->rows, NULL, 0, shown[1]);
        if (row == NULL)
            return wrong(a, "there is no option", shown);
        bool takes_rest = row->option.value_name != NULL && *letters != '\0';
        got = read_option(a, row, takes_rest ? letters : NULL, shown);
        if (row->option.value_name != NULL)
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
    push_to(a, PL_RECORD_NAME, NULL, text);
    push_to(a, PL_OPERANDS_NAME, PL_OPERANDS_NAME, text);
    return READ_ALL;
}

reading args_read(const command *c, int argc, char **argv, void *options)
{
    args a = {.command = c,
              .rows = pl_options_of(c->options),
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
    pl_options_release(c->options, options);
}
