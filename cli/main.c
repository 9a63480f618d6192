/* pleach: one program, many commands. Finds the command, reads its options and runs it. */
#include "command.h"
#include "own_files.h"
#include "own_peers.h"

#include "base/alloc.h"
#include "base/guard.h"
#include "base/intern.h"
#include "base/share.h"
#include "base/str.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What commands are called elsewhere. */
/* clang-format off */
static const char *const other_names[][2] = {
    {"analyse", "parse"},    {"analyze", "parse"},  {"annotate", "parse"}, {"predict", "parse"},
    {"compare", "eval"},     {"evalb", "eval"},     {"evaluate", "eval"},  {"score", "eval"},  {"test", "eval"},
    {"find", "search"},      {"grep", "search"},    {"query", "search"},   {"select", "search"},
    {"display", "draw"},     {"plot", "draw"},      {"print", "draw"},     {"render", "draw"},
    {"show", "draw"},        {"view", "draw"},      {"visualise", "draw"}, {"visualize", "draw"}, {"viz", "draw"},
    {"count", "stats"},      {"statistics", "stats"}, {"summary", "stats"},
    {"transform", "convert"}, {"cat", "convert"},   {"export", "convert"}, {"import", "convert"},
    {"tokenise", "convert --from text --to tokens"}, {"tokenize", "convert --from text --to tokens"},
    {"fit", "train"},        {"learn", "train"},
    {"postag", "tag"},       {"pos", "tag"},
    {"lint", "check"},       {"validate", "check"},
    {"about", "info"},       {"describe", "info"},  {"inspect", "info"},
    {"list", "models"},      {"ls", "models"},      {"install", "models add"}, {"download", "models"},
    {"server", "serve"},     {"web", "serve"},      {"derive", "oracle"},
    {"extract", "fragments"}, {"version", "--version"},
};
/* clang-format on */

/* Appends a word so that a shell reads it as one. */
static void put_quoted(pl_str *line, const char *word)
{
    bool plain = *word != '\0' && word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"
                                                    "qrstuvwxyz0123456789-_=+,./:@%")] == '\0';
    pl_str_puts(line, plain ? " " : " '");
    for (; *word != '\0'; word++)
        if (*word == '\'')
            pl_str_puts(line, "'\\''");
        else
            pl_str_putc(line, *word);
    pl_str_puts(line, plain ? "" : "'");
}

/* Says the line to type if the command has another name here. Not run: two names for one
 * thing would be two things to know. */
static bool translate(int argc, char **argv)
{
    const char *ours = NULL;
    pl_str line = {0};
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++)
        if (strcmp(argv[1], other_names[i][0]) == 0)
            ours = other_names[i][1];
    if (ours == NULL)
        return false;
    for (int i = 2; i < argc; i++)
        put_quoted(&line, argv[i]);
    tell("pleach: '%s' is called '%s' here: pleach %s%s\n", argv[1], ours, ours,
         pl_str_text(&line));
    pl_str_release(&line);
    return true;
}

static exit_code unknown(const char *name)
{
    pl_suggestion like = {0};
    for (const command *const *c = commands; *c != NULL; c++)
        pl_suggest(&like, name, strlen(name), (*c)->name);
    tell("pleach: there is no command '%s'; ", name);
    if (like.name != NULL)
        tell("did you mean '%s'? ", like.name);
    if (strcmp(name, "experiment") == 0)
        tell("experiments/run.py and 'make experiments' run comparisons; ");
    tell("'pleach help' lists them\n");
    return USAGE;
}

/* pleach help [COMMAND] */
static exit_code help(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : NULL;
    const command *c = name != NULL ? command_find(name) : NULL;
    if (name != NULL && c == NULL)
        return translate(argc, argv) ? USAGE : unknown(name);
    if (c != NULL)
        print_help(c);
    else
        print_commands(stdout);
    return DONE;
}

/* Running out of memory ends the program like any other failure, not as a crash. */
static void out_of_memory(size_t size)
{
    fputs("pleach: out of memory: fewer threads (-j 1), a smaller beam (-b) or the input "
          "in "
          "parts take less\n",
          stderr);
    _Exit(FAILED);
}

/* A signal that ends the program leaves no unfinished file behind. What was ignored when
 * the program was started (nohup) stays so, except that parse and train, which save what
 * they have, always obey SIGINT, and parse SIGTERM and SIGUSR1. A file that grows too large is an error
 * of writing. */
static void catch_signals(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM, SIGUSR1};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (signal(ends[i], end_by_signal) == SIG_IGN)
            signal(ends[i], SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* Says once what a name in the working folder does not mean. */
static void say_stray(const char *message)
{
    static pl_intern said;
    uint32_t had = said.n;
    if (pl_intern_add(&said, message) == had)
        tell("pleach: note: %s\n", message);
}

static bool is_quiet(const command *c, const void *options)
{
    bool quiet = false;
    pl_option_rows rows = pl_options_of(c->options);
    const pl_option_row *row = pl_options_find(&rows, "quiet", strlen("quiet"), 0);
    if (row != NULL)
        quiet = *((const bool *)options + row->offset);
    PL_VEC_RELEASE(&rows);
    return quiet;
}

/* Whether the processes that run this command share its work. Otherwise each of them would
 * do all of it, and write the same file. */
static bool check_peers(const command *c)
{
    if (c->shared || pl_peers_n(own_peers()) == 1)
        return true;
    tell("pleach: '%s' is not shared out among processes: run it without mpirun\n",
         c->name);
    return false;
}

static exit_code run_command(const command *c, int argc, char **argv)
{
    if (!check_peers(c))
        return USAGE;
    void *options = pl_alloc_zero(1, c->size);
    reading got = args_read(c, argc, argv, options);
    if (!is_quiet(c, options))
        pl_share_on_stray(say_stray);
    exit_code code = got == READ_ALL ? c->run(options) : got == READ_HELP ? DONE : USAGE;
    if (got == READ_HELP)
        print_help(c);
    args_release(c, options);
    free(options);
    return code;
}

static exit_code run(int argc, char **argv)
{
    if (argc < 2) {
        print_commands(stderr);
        return USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 ||
        strcmp(name, "-h") == 0)
        return help(argc - 1, argv + 1);
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        print("pleach %s\n", PL_VERSION);
        return DONE;
    }
    const command *c = command_find(name);
    if (c != NULL)
        return run_command(c, argc - 2, argv + 2);
    return translate(argc, argv) ? USAGE : unknown(name);
}

/* Gives standard output a buffer that holds whole reports. Buffers of C libraries differ in
 * size (1 KB in musl), and so do the moment at which a full disk shows up and the order of
 * output and messages. A terminal keeps its lines. */
static void buffer_output(void)
{
    static char buffer[64 * 1024];
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

/* Closes standard output at the end, where a full disk may show up. */
int main(int argc, char **argv)
{
    pl_set_out_of_memory(out_of_memory);
    catch_signals();
    pl_guard_on();
    pl_carry(own_files);
    setlocale(LC_CTYPE, "");
    buffer_output();
    if (pl_peers_rank(own_peers()) > 0)
        say_nothing();
    exit_code code = run(argc, argv);
    own_peers_leave();
    errno = 0;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || code != DONE)
        return code;
    tell("pleach: <stdout>: %s\n", errno != 0 ? strerror(errno) : "could not be written");
    return FAILED;
}
