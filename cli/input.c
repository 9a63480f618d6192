/* Options and messages of the commands that read treebanks; see input.h. */
#include "input.h"

#include "progress.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FROM = 1000, TOKENIZER, ENCODING, SPLIT_FUNCTIONS, ON_ERROR };

/* clang-format off */
const option_row input_rows[] = {
    {FROM,            'f', "from",            "FORMAT",      "format of the input; guessed from content and file name if not given"},
    {TOKENIZER,       0,   "tokenizer",       "NAME|FILE",   "rules by which text is cut into sentences and words (default: generic, or those in the model)"},
    {ENCODING,        0,   "encoding",        "utf8|latin1", "encoding of the input (default: utf8, or what the file's header says)"},
    {SPLIT_FUNCTIONS, 0,   "split-functions", NULL,          "in bracketed input, read NP-SBJ as the label NP with the function SBJ"},
    {ON_ERROR,        0,   "on-error",        "stop|skip",   "what a bad sentence does (default: stop)"},
    {'q',             'q', "quiet",           NULL,          "no progress, no notes: only errors and counts"},
    {'h',             'h', "help",            NULL,          "show this help"},
    {0},
};
/* clang-format on */

const pl_format *format_arg(const args *a)
{
    const pl_format *found = pl_format_find(a->value);
    if (found != NULL)
        return found;
    pl_str names = {0};
    for (const pl_format *const *f = pl_formats; *f != NULL; f++)
        pl_str_printf(&names, " %s", (*f)->name);
    usage_error(a->command, "there is no format '%s'; there are:%s", a->value, names.at);
    pl_str_release(&names);
    return NULL;
}

const pl_format *format_for(const char *output, const char *otherwise)
{
    const pl_format *found = output != NULL ? pl_format_by_extension(output) : NULL;
    return found != NULL ? found : pl_format_find(otherwise);
}

const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

int input_option(input *in, const args *a, int id)
{
    static const char *const encodings[] = {"utf8", "latin1"};
    static const char *const on_error[] = {"stop", "skip"};
    int i;
    switch (id) {
    case FROM:
        return (in->source.format = format_arg(a)) != NULL ? -1 : USAGE;
    case TOKENIZER:
        in->tokenizer = a->value;
        return -1;
    case ENCODING:
        i = name_arg(a, encodings, 2);
        in->source.read.encoding = i == 1 ? PL_LATIN1 : PL_UTF8;
        return i < 0 ? USAGE : -1;
    case SPLIT_FUNCTIONS:
        in->source.read.split_functions = true;
        return -1;
    case ON_ERROR:
        i = name_arg(a, on_error, 2);
        in->source.skip_errors = i == 1;
        return i < 0 ? USAGE : -1;
    case 'q':
        in->quiet = true;
        return -1;
    case ARG_FILE:
        PL_PUSH(&in->files, a->value);
        return -1;
    case 'h':
        print_help(a->command);
        return DONE;
    default:
        return USAGE;
    }
}

void input_say_skipped(const input *in, const char *reason)
{
    if (in->quiet)
        return;
    progress_hide();
    fprintf(stderr, "pleach: left out: %s\n", reason);
}

static void say_skipped(void *context, const char *reason)
{
    input_say_skipped(context, reason);
}

static void say_note(void *context, const char *message)
{
    if (((const input *)context)->quiet)
        return;
    progress_hide();
    fprintf(stderr, "pleach: %s\n", message);
}

/* Whether one of the files may be raw text. */
static bool has_text(const input *in)
{
    const pl_format *text = pl_format_find("text");
    if (in->source.format != NULL)
        return in->source.format == text;
    for (size_t i = 0; i < in->files.n; i++)
        if (pl_format_by_extension(in->files.at[i]) == text)
            return true;
    return in->source.read.otherwise == text;
}

void input_set_rules(input *in, pl_rules rules)
{
    if (in->tokenizer != NULL) {
        pl_rules_release(&rules);
        return;
    }
    pl_rules_release(&in->rules);
    in->rules = rules;
    in->segmenter = pl_segmenter_of(&in->rules);
    in->source.read.segmenter = &in->segmenter;
}

pl_source *input_open(input *in, pl_error *err)
{
    return input_open_files(in, in->files.at, in->files.n, err);
}

int input_check_place(const char *path, pl_error *err)
{
    struct stat st;
    if (strcmp(path, "-") == 0)
        return 0;
    if (stat(path, &st) == 0) {
        if (S_ISDIR(st.st_mode))
            return pl_fail(err, PL_BAD_ARGUMENT,
                           "%s is a folder: name a file for the output", path);
        return access(path, W_OK) == 0
                   ? 0
                   : pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    }
    pl_str folder = {0};
    const char *slash = strrchr(path, '/');
    if (slash == NULL)
        pl_str_puts(&folder, ".");
    else
        pl_str_put(&folder, path, (size_t)(slash - path) + 1);
    int status = access(folder.at, W_OK) == 0
                     ? 0
                     : pl_fail(err, PL_SYSTEM, "%s: cannot be written, folder %s: %s",
                               path, folder.at, strerror(errno));
    pl_str_release(&folder);
    return status;
}

pl_source *input_open_files(input *in, const char *const *files, size_t n, pl_error *err)
{
    in->source.read.note = say_note;
    in->source.read.note_context = in;
    if (in->source.read.segmenter == NULL && (in->tokenizer != NULL || has_text(in))) {
        const char *name = in->tokenizer != NULL ? in->tokenizer : "generic";
        if (pl_rules_load(&in->rules, name, err) < 0)
            return NULL;
        in->segmenter = pl_segmenter_of(&in->rules);
        in->source.read.segmenter = &in->segmenter;
    }
    in->source.skipped = say_skipped;
    in->source.context = in;
    pl_source *source = pl_source_open(files, n, &in->source, err);
    if (source != NULL && input_check_writes(in, source, err) < 0) {
        pl_source_close(source);
        return NULL;
    }
    return source;
}

int input_check_output(const pl_source *source, const char *path, pl_error *err)
{
    return !pl_source_reads(source, path)
               ? 0
               : pl_fail(err, PL_BAD_ARGUMENT,
                         "%s is read, too: name another file for the output",
                         path != NULL ? path : "the file that standard output goes to");
}

int input_check_writes(const input *in, const pl_source *source, pl_error *err)
{
    const char *const files[] = {in->writes, in->writes_too};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] != NULL && (input_check_output(source, files[i], err) < 0 ||
                                 input_check_place(files[i], err) < 0))
            return -1;
    return 0;
}

int input_bad_sentence(input *in, const pl_source *source, const pl_tree *tree,
                       pl_error *err)
{
    const pl_reader *r = pl_source_reader(source);
    char line[32] = "";
    if (pl_in_line_number(r->in) > 0) /* XML is not read by lines */
        snprintf(line, sizeof line, "%zu:", pl_in_line_number(r->in));
    pl_fail_prefix(err, "%s:%s sentence %zu%s%.200s%s: ", pl_in_name(r->in), line,
                   r->n_read + r->n_failed, tree->id != NULL ? " (" : "",
                   tree->id != NULL ? tree->id : "", tree->id != NULL ? ")" : "");
    if (!in->source.skip_errors)
        return -1;
    in->n_failed++;
    say_skipped(in, err->text);
    return 0;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

void input_look(input *in, const pl_tree *tree)
{
    bool empty = false;
    for (uint32_t i = 0; i < tree->n_tokens && !empty; i++)
        empty =
            tree->nodes[i].label != NULL && strcmp(tree->nodes[i].label, "-NONE-") == 0;
    in->n_empty += empty;
}

void input_report(const input *in, const pl_source *source)
{
    size_t n = in->n_failed, files = 0;
    if (source != NULL) {
        for (size_t i = 0; pl_source_lost(source, i) != NULL && !in->quiet; i++)
            fprintf(stderr, "pleach: not read: %s\n", pl_source_lost(source, i));
        n += pl_source_skipped(source);
        files = pl_source_files_skipped(source);
    }
    if (n > 0)
        fprintf(stderr, "pleach: %zu sentence%s left out\n", n, plural(n));
    if (in->n_empty > 0 && !in->quiet)
        fprintf(stderr,
                "pleach: %zu sentence%s with empty elements (-NONE-), which no text has; "
                "'pleach convert --traces resolve' takes them out\n",
                in->n_empty, plural(in->n_empty));
    if (files > 0)
        fprintf(stderr, "pleach: %zu file%s left out, or not read to the end\n", files,
                plural(files));
}

void input_release(input *in)
{
    PL_VEC_RELEASE(&in->files);
    pl_rules_release(&in->rules);
}

void input_say_lost(const input *in, const pl_writer *w)
{
    if (w == NULL || w->lost == 0 || in->quiet)
        return;
    fprintf(stderr, "pleach: %s cannot hold", w->format->name);
    const char *comma = " ";
    for (int i = 0; i < PL_N_HAS; i++)
        if (w->lost >> i & 1) {
            fprintf(stderr, "%s%s", comma, pl_has_name[i]);
            comma = ", ";
        }
    fprintf(stderr, ": left out\n");
    if (w->lost & PL_HAS_CONSTITUENTS && w->format->holds & PL_HAS_DEPENDENCIES &&
        !(w->had & PL_HAS_DEPENDENCIES))
        fprintf(stderr,
                "pleach: there are no dependencies in the output; 'pleach convert "
                "--heads RULES --dependencies' makes them from constituents\n");
}
