/* Options and messages of the commands that read treebanks; see input.h. */
#include "input.h"

#include "base/guard.h"
#include "transform/transform.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const pl_option_choice on_error[] = {{"stop", NULL}, {"skip", NULL}, {0}};

static void release_rules(void *rules)
{
    pl_rules_release(rules);
}

/* clang-format off */
const pl_option_row input_rows[] = {
    PL_OPTION('f', "from",            "FORMAT",    PL_FORMAT_AT(input, source.format, pl_read_format_name),    PL_HELP(NULL, "read this format (default: guessed from the content and the file name)")),
    PL_OPTION(0,   "tokenizer",       "NAME|FILE", PL_FILE_AT(input, tokenizer),                               PL_HELP(NULL, "split raw text into sentences and words by these rules (default: those in the model, else generic)")),
    PL_OPTION(0,   "one-per-line",    NULL,        PL_FLAG_AT(input, one_per_line),                            PL_HELP(NULL, "take each line of raw text for a sentence (default: sentences may go over the ends of lines)")),
    PL_OPTION(0,   "encoding",        "NAME",      PL_CHOICE_OF_AT(input, source.read.encoding, pl_encoding_name), PL_HELP(NULL, "encoding of the input: utf8, latin1, windows-1252 (or cp1252), utf16 (with a byte-order mark), utf16le or utf16be; a byte-order mark in the file comes before it (default: what the mark or the file's header says, else utf8)")),
    PL_OPTION(0,   "split-functions", NULL,        PL_FLAG_AT(input, source.read.split_functions),             PL_HELP(NULL, "read NP-SBJ in bracketed input as the label NP with the function SBJ")),
    PL_OPTION(0,   "on-error",        "stop|skip", PL_CHOICE_AT(input, source.skip_errors, on_error),          PL_HELP(NULL, "stop at a bad sentence, or skip it with a message (default: stop)")),
    PL_OPTION('q', "quiet",           NULL,        PL_FLAG_AT(input, quiet),                                   PL_HELP(NULL, "print errors and counts only: no progress, no notes")),
    PL_INCLUDE(input, quiet, bool, help_rows),
    PL_OPERANDS(input, files),
    PL_RELEASED(input, rules, release_rules),
    PL_OPTIONS_END,
};
/* clang-format on */

static void say(const input *in, const char *before, const char *message)
{
    if (in->quiet)
        return;
    progress_hide();
    tell("pleach: %s%s\n", before, message);
}

void input_say_skipped(void *in, const char *reason)
{
    say(in, "left out: ", reason);
}

static void say_note(void *in, const char *message)
{
    say(in, "", message);
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

static void use_rules(input *in)
{
    in->segmenter = in->one_per_line ? pl_line_segmenter_of(&in->rules)
                                     : pl_segmenter_of(&in->rules);
    in->source.read.segmenter = &in->segmenter;
    in->source.read.lines = in->source.read.lines || in->one_per_line;
}

int input_take_rules(input *in, const pl_sections *model, pl_error *err)
{
    int got = in->tokenizer == NULL ? pl_rules_from(&in->rules, model, err) : 0;
    if (got > 0)
        use_rules(in);
    return got;
}

bool input_is_typed(const input *in)
{
    bool standard = in->files.n == 0 || (in->files.n == 1 && strcmp(in->files.at[0], "-") == 0);
    return standard && isatty(STDIN_FILENO);
}

pl_source *input_open(input *in, pl_error *err)
{
    if (input_is_typed(in))
        say_note(in, "reading from the terminal, since no file is named; Ctrl-D ends the input");
    return input_open_files(in, in->files.at, in->files.n, err);
}

static int check_place(const char *path, pl_error *err)
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
    pl_str_put(&folder, path, (size_t)(pl_base_name(path) - path));
    if (folder.n == 0)
        pl_str_puts(&folder, ".");
    int status = access(folder.at, W_OK) == 0
                     ? 0
                     : pl_fail(err, PL_SYSTEM, "%s: cannot be written, folder %s: %s",
                               path, folder.at, strerror(errno));
    pl_str_release(&folder);
    return status;
}

/* Checks before long work that the outputs can be written, and that none is read. */
static int announce_writes(const input *in, pl_error *err)
{
    const char *const files[] = {in->writes, in->writes_too};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] != NULL &&
            (pl_guard_write(files[i], err) < 0 || check_place(files[i], err) < 0))
            return -1;
    return 0;
}

pl_source *input_open_files(input *in, const char *const *files, size_t n, pl_error *err)
{
    in->source.read.note = say_note;
    in->source.read.note_context = in;
    in->source.read.encoding_hint = " (for another encoding: --encoding latin1, windows-1252, utf16le …)";
    if (in->source.read.segmenter == NULL && (in->tokenizer != NULL || has_text(in))) {
        const char *name = in->tokenizer != NULL ? in->tokenizer : "generic";
        if (pl_rules_load(&in->rules, name, err) < 0)
            return NULL;
        use_rules(in);
    }
    in->source.skipped = input_say_skipped;
    in->source.context = in;
    pl_source *source = pl_source_open(files, n, &in->source, err);
    if (source != NULL && announce_writes(in, err) < 0) {
        pl_source_close(source);
        return NULL;
    }
    return source;
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

void input_report(const input *in, const pl_source *source)
{
    if (source == NULL)
        return;
    size_t n = pl_source_skipped(source), files = pl_source_files_skipped(source);
    for (size_t i = 0; pl_source_lost(source, i) != NULL && !in->quiet; i++)
        tell("pleach: not read: %s\n", pl_source_lost(source, i));
    if (n > 0)
        tell("pleach: %zu sentence%s left out\n", n, plural(n));
    if (in->n_empty > 0 && !in->quiet)
        tell("pleach: %zu sentence%s with empty elements (-NONE-), which no text has; "
             "'pleach convert --traces resolve' takes them out\n",
             in->n_empty, plural(in->n_empty));
    if (files > 0)
        tell("pleach: %zu file%s left out, or not read to the end\n", files,
             plural(files));
}

/* -- trees through transforms -------------------------------------------------------- */

int add_transforms(pl_pipeline *p, const settings *transforms, pl_error *err)
{
    int status = 0;
    for (size_t i = 0; status == 0 && i < transforms->n; i++) {
        const char *name = transforms->at[i].name;
        status = pl_pipeline_add(p, name, transforms->at[i].value, err);
        if (status < 0 && strncmp(err->text, name, strlen(name)) == 0)
            pl_fail_prefix(err, "--"); /* the transform is an option here */
    }
    return status;
}

bool check_transforms(const command *c, const settings *transforms)
{
    pl_pipeline p = {0};
    pl_error err;
    int status = add_transforms(&p, transforms, &err);
    if (status < 0)
        usage_error(c, "%s", err.text);
    pl_pipeline_release(&p);
    return status == 0;
}

int stream_open(stream *s, input *in, const settings *transforms, progress p,
                pl_error *err)
{
    *s = (stream){.in = in, .progress = p};
    if (transforms != NULL && add_transforms(&s->steps, transforms, err) < 0)
        return -1;
    s->source = input_open(in, err);
    return s->source != NULL ? 0 : -1;
}

/* `kept` is not reset between two trees; NULL: those of s->arena, one at a time. */
static int next_tree(stream *s, pl_arena *kept, pl_tree **tree, pl_error *err)
{
    pl_arena *m = kept != NULL ? kept : &s->arena;
    int got;
    while (!s->at_end) {
        if (kept == NULL)
            pl_arena_reset(m);
        if ((got = pl_source_next(s->source, m, tree, err)) < 0)
            return -1;
        s->at_end = got == 0;
        if (s->at_end)
            break;
        progress_step(&s->progress);
        if (s->wants != NULL && !s->wants(s->context, *tree))
            continue;
        got = pl_pipeline_apply(&s->steps, *tree, err);
        if (got > 0)
            return 1;
        if (got < 0 && pl_source_reject(s->source, *tree, err) < 0)
            return -1;
    }
    while ((got = pl_pipeline_held(&s->steps, tree, err)) < 0)
        if (pl_source_reject(s->source, *tree, err) < 0)
            return -1;
    if (got > 0 && kept != NULL)
        *tree = pl_tree_copy(*tree, kept); /* it lives in the steps */
    return got;
}

int stream_next(stream *s, pl_tree **tree, pl_error *err)
{
    return next_tree(s, NULL, tree, err);
}

int stream_next_into(stream *s, pl_arena *m, pl_tree **tree, pl_error *err)
{
    return next_tree(s, m, tree, err);
}

void stream_close(stream *s)
{
    progress_hide();
    input_report(s->in, s->source);
    pl_source_close(s->source);
    pl_pipeline_release(&s->steps);
    pl_arena_release(&s->arena);
}

int input_learn(input *in, const settings *transforms, size_t first, size_t n,
                int (*learn)(void *context, pl_tree *tree, pl_error *err), void *context,
                pl_error *err)
{
    texts all = in->files;
    if (n > 0)
        in->files.at += first;
    in->files.n = n;
    stream s;
    pl_tree *tree;
    int got = stream_open(&s, in, transforms, progress_start(in->quiet), err);
    while (got >= 0 && (got = stream_next(&s, &tree, err)) > 0) {
        if (tree->n_tokens == 0)
            continue;
        in->n_empty += pl_has_traces(tree);
        if (learn(context, tree, err) < 0)
            got = pl_source_reject(s.source, tree, err);
    }
    stream_close(&s);
    in->n_empty = 0; /* they are told */
    in->files = all;
    return got;
}

/* -- what is written ----------------------------------------------------------------- */

bool marks_heads(const settings *transforms)
{
    for (size_t i = 0; i < transforms->n; i++)
        if (strcmp(transforms->at[i].name, "heads") == 0)
            return true;
    return false;
}

bool is_conll(const pl_format *to)
{
    return strcmp(to->name, "conllx") == 0 || strcmp(to->name, "conllu") == 0;
}

/* A tree that is one word has no place for the mark of a head. */
int complete_tree(pl_tree *t, const pl_format *to, const settings *transforms,
                  pl_error *err)
{
    if (!is_conll(to) || t->has_deps || t->root == PL_NONE)
        return 0;
    bool marked = pl_is_terminal(t, t->root) ? marks_heads(transforms)
                                             : t->nodes[t->root].head != PL_NONE;
    return marked ? pl_dependencies_from_heads(t, err) : 0;
}

/* -- what cannot be written ---------------------------------------------------------- */

static void say_changed(const pl_writer *w)
{
    if (w->n_changed > 0)
        tell("pleach: %s cannot hold %zu of the words, labels and other texts as they "
             "are, "
             "and changed them; the first in sentence %zu\n",
             w->format->name, w->n_changed, w->first_changed);
}

void input_say_lost(const input *in, const pl_writer *w)
{
    if (w == NULL || in->quiet || (w->lost == 0 && w->n_changed == 0))
        return;
    progress_hide();
    say_changed(w);
    if (w->lost == 0)
        return;
    tell("pleach: %s cannot hold", w->format->name);
    const char *comma = " ";
    for (int i = 0; i < PL_N_HAS; i++)
        if (w->lost >> i & 1) {
            tell("%s%s", comma, pl_has_name[i]);
            comma = ", ";
        }
    tell(": left out\n");
    if (w->lost & PL_HAS_CONSTITUENTS && w->format->holds & PL_HAS_DEPENDENCIES &&
        !(w->had & PL_HAS_DEPENDENCIES))
        tell("pleach: there are no dependencies in the output; 'pleach convert "
             "--heads RULES --dependencies' makes them from constituents\n");
}
