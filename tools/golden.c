/* Runs commands that stand in text files and compares what they print.
 *
 *     golden [--accept] [-C FOLDER] FILE…
 *
 * Three kinds of file, told apart by their names; tests/golden/README.md describes them:
 *
 *     *.test   # comment          *.md   ```console        *.in   .EX
 *              pleach convert            $ pleach draw x          $ pleach draw x
 *              < input                   output                   output
 *              > output                  $ pleach stats x         .EE
 *              ! message                 …
 *              = 1                       ```
 *
 * Each command is run by `sh -c` in FOLDER (default: here) and gives one line "ok" or
 * "not ok"; the exit code is 1 if any was not. With --accept the expectations in the
 * files are replaced by what was printed. */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CPU_SECONDS = 120 };

/* The kinds of file, by their ending; for documents also the lines between which commands
 * are looked for. */
typedef struct kind {
    const char *ending, *begin, *end, *command;
    bool roff; /* \- and \e stand for - and \ */
} kind;

/* clang-format off */
static const kind kinds[] = {
    /* ending   begin         end    command  roff */
    { ".test",  NULL,         NULL,  "$ ",    false },
    { ".md",    "```console", "```", "$ ",    false },
    { ".in",    ".EX",        ".EE", "$ ",    true  },
};
/* clang-format on */
enum { N_KINDS = sizeof kinds / sizeof *kinds };

typedef struct text {
    char *at;
    size_t n;
} text;

typedef struct lines {
    text *at; /* each without its \n */
    size_t n;
} lines;

/* One command with what it needs and what it should give: lines first … end-1 of the
 * file, of which those from `expect` on are the expectation. */
typedef struct test {
    size_t command, expect, end;
    text input;
    lines output, messages;
    bool has_output, has_messages, open_end; /* open_end: no \n after the last line */
    int status;
} test;

typedef struct result {
    lines output, messages;
    bool open_end;
    int status;
} result;

static void *must(void *p)
{
    if (p == NULL) {
        perror("golden");
        exit(2);
    }
    return p;
}

static void append(text *t, const char *bytes, size_t n)
{
    t->at = must(realloc(t->at, t->n + n + 1));
    memcpy(t->at + t->n, bytes, n);
    t->n += n;
    t->at[t->n] = '\0';
}

static void push(lines *l, const char *bytes, size_t n)
{
    l->at = must(realloc(l->at, (l->n + 1) * sizeof *l->at));
    l->at[l->n] = (text){0};
    append(&l->at[l->n++], bytes, n);
}

static void release(lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->at[i].at);
    free(l->at);
    *l = (lines){0};
}

/* The lines of a stream; whether the last one ends without \n in `open_end`. */
static lines read_lines(FILE *f, bool *open_end)
{
    lines l = {0};
    char *line = NULL;
    size_t cap = 0;
    *open_end = false;
    for (ssize_t n; (n = getline(&line, &cap, f)) > 0;) {
        *open_end = line[n - 1] != '\n';
        push(&l, line, (size_t)n - !*open_end);
    }
    free(line);
    return l;
}

static bool starts(const text *line, const char *prefix)
{
    return strncmp(line->at, prefix, strlen(prefix)) == 0;
}

/* The rest of a line that begins with the mark and a space; a bare mark is empty. */
static const char *after_mark(const text *line, char mark)
{
    if (line->at[0] != mark || (line->at[1] != ' ' && line->at[1] != '\0'))
        return NULL;
    return line->at + (line->at[1] == ' ' ? 2 : 1);
}

/* Adds a line of a document to `to`, roff's escapes undone. */
static void add_plain(text *to, const kind *k, const text *line)
{
    for (size_t i = 0; i < line->n; i++) {
        char c = line->at[i];
        if (k->roff && c == '\\' && i + 1 < line->n) {
            c = line->at[++i];
            if (c == '&')
                continue;
            c = c == 'e' ? '\\' : c;
        }
        append(to, &c, 1);
    }
}

static void put_document(FILE *to, const kind *k, const text *line)
{
    if (k->roff && (line->at[0] == '.' || line->at[0] == '\''))
        fputs("\\&", to);
    for (const char *c = line->at; *c != '\0'; c++)
        if (k->roff && (*c == '-' || *c == '\\'))
            fputs(*c == '-' ? "\\-" : "\\e", to);
        else
            putc(*c, to);
    putc('\n', to);
}

/* -- running ------------------------------------------------------------------------ */

static FILE *scratch(void)
{
    return must(tmpfile());
}

static const char *folder = "."; /* where the commands run */

static int run_child(const char *command, FILE *in, FILE *out, FILE *messages)
{
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {CPU_SECONDS, CPU_SECONDS};
        setrlimit(RLIMIT_CPU, &limit);
        if (dup2(fileno(in), 0) < 0 || dup2(fileno(out), 1) < 0 ||
            dup2(fileno(messages), 2) < 0 || chdir(folder) < 0)
            _exit(126);
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static result run(const char *command, const text *input)
{
    FILE *in = scratch(), *out = scratch(), *messages = scratch();
    fwrite(input->n > 0 ? input->at : "", 1, input->n, in);
    rewind(in);
    fflush(NULL);
    bool unused;
    result r = {.status = run_child(command, in, out, messages)};
    rewind(out);
    rewind(messages);
    r.output = read_lines(out, &r.open_end);
    r.messages = read_lines(messages, &unused);
    fclose(in);
    fclose(out);
    fclose(messages);
    return r;
}

/* -- comparing ---------------------------------------------------------------------- */

/* Equal line by line; in documents a line "…" stands for any number of lines. */
static bool same(const text *want, size_t n, const text *got, size_t m, bool ellipsis)
{
    size_t i = 0, j = 0, star = n, star_got = 0;
    while (j < m) {
        if (i < n && ellipsis && strcmp(want[i].at, "…") == 0) {
            star = i++;
            star_got = j;
        } else if (i < n && want[i].n == got[j].n &&
                   memcmp(want[i].at, got[j].at, got[j].n) == 0) {
            i++;
            j++;
        } else if (star < n) { /* the last "…" takes one line more */
            i = star + 1;
            j = ++star_got;
        } else
            return false;
    }
    while (i < n && ellipsis && strcmp(want[i].at, "…") == 0)
        i++;
    return i == n;
}

static bool matches(const kind *k, const test *t, const result *r)
{
    bool document = k->begin != NULL;
    if (r->status != t->status)
        return false;
    if ((t->has_output || !document) &&
        (!same(t->output.at, t->output.n, r->output.at, r->output.n, document) ||
         (!document && t->open_end != r->open_end)))
        return false;
    return !t->has_messages ||
           same(t->messages.at, t->messages.n, r->messages.at, r->messages.n, document);
}

static void show(const char *what, const lines *l)
{
    printf("    %s:\n", what);
    for (size_t i = 0; i < l->n; i++)
        printf("      %s\n", l->at[i].at);
}

static void explain(const test *t, const result *r)
{
    if (t->status != r->status)
        printf("    exit code %d, expected %d\n", r->status, t->status);
    show("expected", &t->output);
    show("printed", &r->output);
    if (t->has_messages)
        show("expected on standard error", &t->messages);
    show("on standard error", &r->messages);
}

/* -- files -------------------------------------------------------------------------- */

/* One test of a *.test file, from the line of its command on. */
static test parse_plain(const lines *file, size_t at)
{
    test t = {.command = at++};
    for (const char *rest; at < file->n && (rest = after_mark(&file->at[at], '<'));
         at++) {
        append(&t.input, rest, strlen(rest));
        append(&t.input, "\n", 1);
    }
    t.expect = at;
    for (const char *rest; at < file->n && file->at[at].n > 0; at++) {
        const text *line = &file->at[at];
        if ((rest = after_mark(line, '>')) != NULL) {
            push(&t.output, rest, line->n - (size_t)(rest - line->at));
            t.has_output = true;
        } else if ((rest = after_mark(line, '!')) != NULL) {
            push(&t.messages, rest, line->n - (size_t)(rest - line->at));
            t.has_messages = true;
        } else if (starts(line, "= "))
            t.status = (int)strtol(line->at + 2, NULL, 10);
        else if (strcmp(line->at, "\\") == 0)
            t.open_end = true;
        else
            break;
    }
    t.end = at;
    return t;
}

/* One command of a document, up to the next command or the end of the block. A command
 * line that ends in a backslash goes on in the next. */
static test parse_document(const kind *k, const lines *file, size_t at)
{
    test t = {.command = at};
    while (at < file->n && file->at[at].n > 0 &&
           file->at[at].at[file->at[at].n - 1] == '\\')
        at++;
    t.expect = ++at;
    for (; at < file->n && !starts(&file->at[at], k->command) &&
           !starts(&file->at[at], k->end);
         at++) {
        push(&t.output, "", 0);
        add_plain(&t.output.at[t.output.n - 1], k, &file->at[at]);
    }
    t.has_output = t.output.n > 0;
    t.end = at;
    return t;
}

static char *command_of(const kind *k, const lines *file, const test *t)
{
    text command = {0};
    for (size_t i = t->command; i < (k->begin ? t->expect : t->command + 1); i++) {
        if (i > t->command)
            append(&command, "\n", 1);
        add_plain(&command, k, &file->at[i]);
    }
    if (starts(&command, k->command))
        memmove(command.at, command.at + 2, command.n - 1);
    return command.at;
}

static void put_marked(FILE *to, const char *mark, const lines *l)
{
    for (size_t i = 0; i < l->n; i++)
        fprintf(to, "%.*s%s\n", l->at[i].n == 0 ? 1 : 2, mark, l->at[i].at);
}

/* Writes what was printed as the new expectation. */
static void accept_result(FILE *to, const kind *k, const test *t, const result *r)
{
    if (k->begin != NULL) {
        for (size_t i = 0; i < r->output.n; i++)
            put_document(to, k, &r->output.at[i]);
        return;
    }
    put_marked(to, "> ", &r->output);
    if (r->open_end)
        fprintf(to, "\\\n");
    if (t->has_messages || r->status != 0)
        put_marked(to, "! ", &r->messages);
    if (r->status != 0)
        fprintf(to, "= %d\n", r->status);
}

/* Runs one test and says how it went; with `to`, writes it with its expectation. */
static bool run_test(const char *path, const kind *k, const lines *file, test *t,
                     FILE *to)
{
    char *command = command_of(k, file, t);
    result r = run(command, &t->input);
    bool good = matches(k, t, &r);
    printf("%s %s:%zu: %s%s\n", good || to != NULL ? "ok" : "not ok", path,
           t->command + 1, command, good || to == NULL ? "" : " (accepted)");
    if (!good && to == NULL)
        explain(t, &r);
    for (size_t i = t->command; to != NULL && i < (good ? t->end : t->expect); i++)
        fprintf(to, "%s\n", file->at[i].at);
    if (to != NULL && !good)
        accept_result(to, k, t, &r);
    release(&t->output);
    release(&t->messages);
    release(&r.output);
    release(&r.messages);
    free(t->input.at);
    free(command);
    return good || to != NULL;
}

static bool is_command(const kind *k, const text *line)
{
    return starts(line, k->command) || (k->begin == NULL && starts(line, "pleach "));
}

/* Runs the tests of one file; false if one failed. With `to`, writes the file anew. */
static bool run_tests(const char *path, const kind *k, const lines *file, FILE *to)
{
    bool all = true, inside = k->begin == NULL;
    for (size_t i = 0; i < file->n;) {
        const text *line = &file->at[i];
        if (inside && is_command(k, line)) {
            test t = k->begin == NULL ? parse_plain(file, i) : parse_document(k, file, i);
            all = run_test(path, k, file, &t, to) && all;
            i = t.end;
            continue;
        }
        if (k->begin != NULL && starts(line, inside ? k->end : k->begin))
            inside = !inside;
        else if (k->begin == NULL && line->n > 0 && line->at[0] != '#') {
            printf("not ok %s:%zu: neither a comment nor a command: %s\n", path, i + 1,
                   line->at);
            all = false;
        }
        if (to != NULL)
            fprintf(to, "%s\n", line->at);
        i++;
    }
    return all;
}

static const kind *kind_of(const char *path)
{
    for (size_t i = 0; i < N_KINDS; i++) {
        size_t n = strlen(path), m = strlen(kinds[i].ending);
        if (n > m && strcmp(path + n - m, kinds[i].ending) == 0)
            return &kinds[i];
    }
    return NULL;
}

static bool run_file(const char *path, bool accept)
{
    const kind *k = kind_of(path);
    FILE *f = k != NULL ? fopen(path, "r") : NULL;
    if (f == NULL) {
        printf("not ok %s: %s\n", path, k != NULL ? strerror(errno) : "unknown ending");
        return false;
    }
    bool open_end;
    lines file = read_lines(f, &open_end);
    fclose(f);
    char *fresh = NULL;
    size_t n = 0;
    FILE *to = accept ? must(open_memstream(&fresh, &n)) : NULL;
    bool good = run_tests(path, k, &file, to);
    if (to != NULL) {
        fclose(to);
        FILE *out = must(fopen(path, "w"));
        fwrite(fresh, 1, n, out);
        fclose(out);
        free(fresh);
    }
    release(&file);
    return good;
}

int main(int argc, char **argv)
{
    bool good = true, accept = false;
    for (int option;
         (option = getopt_long(argc, argv,
                               "C:", (struct option[]){{"accept", 0, NULL, 'a'}, {0}},
                               NULL)) != -1;) {
        if (option == '?')
            return 2;
        if (option == 'C')
            folder = optarg;
        accept = accept || option == 'a';
    }
    const char *t = getenv("T");
    if (t == NULL || *t == '\0') { /* else "$T/m" would be a file in the root folder */
        fputs("golden: the variable T must name a folder that tests may write to\n",
              stderr);
        return 2;
    }
    for (int i = optind; i < argc; i++)
        good = run_file(argv[i], accept) && good;
    return good ? 0 : 1;
}
