/* Options and messages of the commands that read treebanks; see input.h. */
#include "input.h"

#include <string.h>
#include <unistd.h>

/* clang-format off */
const pl_option_row input_rows[] = {
    PL_INCLUDE(input, read, pl_read_settings, pl_read_option_rows),
    PL_OPTION('q', "quiet", NULL, PL_FLAG_AT(input, quiet), PL_HELP(NULL, "print errors and counts only: no progress, no notes")),
    PL_INCLUDE(input, quiet, bool, help_rows),
    PL_OPERANDS(input, files),
    PL_OPTIONS_END,
};
/* clang-format on */

static int print_event(void *context, const pl_event *event)
{
    input *in = context;
    if (event->kind == PL_EVENT_PROGRESS) {
        progress_show(&in->progress, event->text, event->n);
    } else if (event->kind == PL_EVENT_RESULT || !in->quiet) {
        progress_hide();
        tell("pleach: %s\n", event->text);
    }
    return 0;
}

bool input_is_typed(const input *in)
{
    bool standard =
        in->files.n == 0 || (in->files.n == 1 && strcmp(in->files.at[0], "-") == 0);
    return standard && isatty(STDIN_FILENO);
}

/* Checks before long work that the outputs can be written, and that none is read. */
static int announce_writes(const input *in, pl_error *err)
{
    const char *const files[] = {in->writes, in->writes_too};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (pl_output_check(files[i], err) < 0)
            return -1;
    return 0;
}

/* Prints the messages of the library while the input is open. */
static void listen(input *in)
{
    in->read.events = (pl_event_handler){.on_event = print_event, .context = in};
    in->read.source.read.encoding_hint =
        " (for another encoding: --encoding latin1, windows-1252, utf16le …)";
}

pl_source *input_open_files(input *in, const char *const *files, size_t n, pl_error *err)
{
    listen(in);
    pl_source *source = pl_read_open(&in->read, files, n, err);
    if (source != NULL && announce_writes(in, err) < 0) {
        pl_source_close(source);
        return NULL;
    }
    return source;
}

static void tell_typed(const input *in)
{
    if (input_is_typed(in) && !in->quiet)
        tell("pleach: reading from the terminal, since no file is named; Ctrl-D ends the "
             "input\n");
}

pl_source *input_open(input *in, pl_error *err)
{
    tell_typed(in);
    return input_open_files(in, in->files.at, in->files.n, err);
}

static void tell_empty(const input *in)
{
    if (in->n_empty > 0 && !in->quiet)
        tell("pleach: %zu sentence%s with empty elements (-NONE-), which no text has; "
             "'pleach convert --traces resolve' takes them out\n",
             in->n_empty, in->n_empty == 1 ? "" : "s");
}

void input_report(const input *in, const pl_source *source)
{
    if (source == NULL)
        return;
    pl_read_report(&in->read, source);
    tell_empty(in);
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

int stream_open(pl_tree_stream *s, input *in, const settings *transforms, progress p,
                pl_error *err)
{
    *s = (pl_tree_stream){0};
    in->progress = p;
    listen(in);
    if (transforms != NULL && add_transforms(&s->steps, transforms, err) < 0)
        return -1;
    tell_typed(in);
    if (pl_tree_stream_open(s, &in->read, in->files.at, in->files.n, err) < 0)
        return -1;
    return announce_writes(in, err);
}

void stream_close(pl_tree_stream *s)
{
    progress_hide();
    pl_tree_stream_close(s);
}

int input_learn(input *in, const settings *transforms, size_t first, size_t n,
                int (*learn)(void *context, pl_tree *tree, pl_error *err), void *context,
                pl_error *err)
{
    texts all = in->files;
    if (n > 0)
        in->files.at += first;
    in->files.n = n;
    pl_tree_stream s;
    pl_tree *tree;
    int got = stream_open(&s, in, transforms, progress_start(in->quiet), err);
    while (got >= 0 && (got = pl_tree_stream_next(&s, NULL, &tree, err)) > 0) {
        if (tree->n_tokens == 0)
            continue;
        in->n_empty += pl_has_traces(tree);
        if (learn(context, tree, err) < 0)
            got = pl_source_reject(s.source, tree, err);
    }
    stream_close(&s);
    tell_empty(in);
    in->n_empty = 0;
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

void input_say_lost(const input *in, const pl_writer *w)
{
    if (w != NULL)
        pl_lost_report(w, DEPENDENCIES_HINT, &in->read.events);
}
