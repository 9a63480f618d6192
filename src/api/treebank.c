/* Reading, writing and drawing for pleach.h: wrappers of a stream and of a
 * sink. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "draw/draw.h"
#include "stream/sink.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct pl_output {
    pl_write_settings settings;
    pl_sink sink;
    pl_str text;    /* of one that goes to memory */
    pl_arena arena; /* of a tree that gets dependencies */
};

/* -- for all of api/ ----------------------------------------------------------------- */

pl_error *pl_api_error(pl_error *error)
{
    static _Thread_local pl_error unwanted;
    return error != NULL ? error : &unwanted;
}

bool pl_api_given(pl_error **error, ...)
{
    va_list list;
    const char *what;
    bool given = true;
    *error = pl_api_error(*error);
    va_start(list, error);
    while (given && (what = va_arg(list, const char *)) != NULL)
        given = va_arg(list, const void *) != NULL;
    va_end(list);
    if (!given)
        pl_fail(*error, PL_BAD_ARGUMENT, "%s is missing: the argument is NULL", what);
    return given;
}

char *pl_api_text(int status, pl_str *text)
{
    if (status == 0)
        return text->at != NULL ? text->at : pl_strdup("");
    pl_str_release(text);
    return NULL;
}

/* -- transforms ---------------------------------------------------------------------- */

static int add_step(pl_pipeline *p, pl_api_steps *s, const char *name, const char *argument,
                    pl_error *error)
{
    pl_api_step step = {.argument = pl_arena_strdup(&s->texts, argument)};
    if (pl_pipeline_add(p, name, step.argument, error) < 0)
        return -1;
    step.name = pl_transform_find(name)->option.name;
    PL_PUSH(&s->list, step);
    return 0;
}

static void release_steps(pl_api_steps *s)
{
    pl_arena_release(&s->texts);
    PL_VEC_RELEASE(&s->list);
}

/* Adds "NAME" or "NAME=ARGUMENT". */
static int add_written_step(pl_pipeline *p, pl_api_steps *s, const char *step, pl_error *error)
{
    if (!pl_api_given(&error, "a transform", step, PL_LAST))
        return -1;
    size_t n = strcspn(step, "=");
    const char *name = pl_arena_strndup(&s->texts, step, n);
    return add_step(p, s, name, step[n] == '=' ? step + n + 1 : NULL, error);
}

pl_sentence *pl_sentence_transform(const pl_sentence *s, const char *const *steps,
                                   size_t n, pl_error *error)
{
    pl_api_steps texts = {0};
    pl_pipeline all = {0};
    pl_arena arena = {0};
    pl_sentence *made = NULL;
    int status = 0;
    const void *list = n > 0 ? (const void *)steps : "";
    if (!pl_api_given(&error, "the sentence", s, "the list of transforms", list, PL_LAST))
        return NULL;
    for (size_t i = 0; i < n && status == 0; i++)
        status = add_written_step(&all, &texts, steps[i], error);
    if (status == 0) {
        pl_tree *tree = pl_tree_copy(s->tree, &arena);
        int keep = pl_pipeline_apply(&all, tree, error);
        if (keep == 0)
            keep = pl_pipeline_held(&all, &tree, error);
        if (keep == 0)
            pl_fail(error, PL_OK, "a transform left the sentence out");
        if (keep > 0) {
            pl_tree_compact(tree);
            made = pl_api_sentence(tree);
        }
    }
    pl_pipeline_release(&all);
    release_steps(&texts);
    pl_arena_release(&arena);
    return made;
}

/* -- reading ------------------------------------------------------------------------- */

/* The format of that name, NULL for NULL; false with the reason if there is none. */
static bool find_format(const char *name, const pl_format **format, pl_error *error)
{
    *format = name != NULL ? pl_format_find(name) : NULL;
    if (name != NULL && *format == NULL)
        pl_fail(error, PL_BAD_ARGUMENT, "there is no format '%s'", name);
    return name == NULL || *format != NULL;
}

pl_treebank *pl_api_treebank(const char *path, const void *bytes, size_t n,
                             const char *format, const pl_read_options *options,
                             pl_error *error)
{
    const pl_format *found;
    if (!find_format(format, &found, error))
        return NULL;
    pl_treebank *in = pl_alloc_zero(1, sizeof *in);
    in->path = pl_strdup(path);
    if (options != NULL)
        in->settings.source.read = *options;
    in->settings.source.format = found;
    int status = bytes == NULL
                     ? pl_tree_stream_open(&in->stream, &in->settings, &path, 1, error)
                     : pl_tree_stream_open_memory(&in->stream, &in->settings, in->path, bytes, n, error);
    if (status == 0)
        return in;
    pl_treebank_close(in);
    return NULL;
}

pl_treebank *pl_treebank_open(const char *path, const char *format, pl_error *error)
{
    if (!pl_api_given(&error, "the path", path, PL_LAST))
        return NULL;
    return pl_api_treebank(path, NULL, 0, format, NULL, error);
}

pl_treebank *pl_treebank_from_memory(const void *bytes, size_t n, const char *format,
                                     pl_error *error)
{
    bytes = n > 0 ? bytes : "";
    if (!pl_api_given(&error, "the text", bytes, PL_LAST))
        return NULL;
    return pl_api_treebank("memory", bytes, n, format, NULL, error);
}

int pl_treebank_transform(pl_treebank *in, const char *name, const char *argument,
                          pl_error *error)
{
    if (!pl_api_given(&error, "the treebank", in, "the transform", name, PL_LAST))
        return -1;
    return add_step(&in->stream.steps, &in->steps, name, argument, error);
}

int pl_treebank_next(pl_treebank *in, const pl_sentence **sentence, pl_error *error)
{
    pl_tree *tree;
    if (!pl_api_given(&error, "the treebank", in, "the sentence", sentence, PL_LAST))
        return -1;
    int got = pl_tree_stream_next(&in->stream, NULL, &tree, error);
    if (got < 0 || pl_stop_check(error) < 0)
        return -1;
    if (got > 0) {
        pl_tree_compact(tree);
        in->current.tree = tree;
        *sentence = &in->current;
    }
    return got;
}

const char *pl_treebank_format(const pl_treebank *in)
{
    if (in == NULL || in->current.tree == NULL)
        return NULL;
    const pl_reader *reader = pl_source_reader(in->stream.source);
    return reader->index != NULL ? reader->preamble.format : reader->format->name;
}

void pl_treebank_close(pl_treebank *in)
{
    if (in == NULL)
        return;
    pl_tree_stream_close(&in->stream);
    pl_read_release(&in->settings);
    release_steps(&in->steps);
    free(in->path);
    free(in);
}

/* -- writing ------------------------------------------------------------------------- */

/* Opens an output to a file, or to memory if `path` is NULL. */
static pl_output *open_output(const char *path, const char *format, pl_error *error)
{
    const pl_format *found;
    if (!find_format(format, &found, error))
        return NULL;
    pl_output *out = pl_alloc_zero(1, sizeof *out);
    out->settings.to = found;
    int status = path != NULL ? pl_sink_open(&out->sink, path, &out->settings, error)
                              : pl_sink_open_memory(&out->sink, &out->text, &out->settings, error);
    if (status == 0)
        return out;
    pl_output_cancel(out);
    return NULL;
}

/* Closes an output: its text, which the caller now owns, of one to memory. */
static int close_output(pl_output *out, int status, pl_str *text, pl_error *error)
{
    status = pl_sink_end(&out->sink, status, error);
    if (text != NULL)
        *text = out->text;
    else
        pl_str_release(&out->text);
    pl_arena_release(&out->arena);
    free(out);
    return status;
}

pl_output *pl_output_open(const char *path, const char *format, pl_error *error)
{
    if (!pl_api_given(&error, "the path", path, "the format", format, PL_LAST))
        return NULL;
    return open_output(path, format, error);
}

pl_output *pl_output_memory(const char *format, pl_error *error)
{
    if (!pl_api_given(&error, "the format", format, PL_LAST))
        return NULL;
    return open_output(NULL, format, error);
}

/* Sentences do not change: one that gets dependencies is copied. */
int pl_output_put(pl_output *out, const pl_sentence *sentence, pl_error *error)
{
    if (!pl_api_given(&error, "the output", out, "the sentence", sentence, PL_LAST))
        return -1;
    pl_tree *tree = sentence->tree;
    pl_arena_reset(&out->arena);
    if (pl_sink_completes(&out->sink, tree))
        tree = pl_tree_copy(tree, &out->arena);
    int status = pl_sink_put(&out->sink, tree, NULL, error);
    return status == 0 ? pl_stop_check(error) : status;
}

int pl_output_close(pl_output *out, pl_error *error)
{
    return out != NULL ? close_output(out, 0, NULL, error) : 0;
}

char *pl_output_take(pl_output *out, pl_error *error)
{
    pl_str text;
    if (!pl_api_given(&error, "the output", out, PL_LAST))
        return NULL;
    int status = close_output(out, 0, &text, error);
    return pl_api_text(status, &text);
}

void pl_output_cancel(pl_output *out)
{
    if (out != NULL)
        close_output(out, -1, NULL, NULL);
}

char *pl_sentence_text(const pl_sentence *sentence, const char *format, pl_error *error)
{
    pl_str text;
    if (!pl_api_given(&error, "the sentence", sentence, "the format", format, PL_LAST))
        return NULL;
    pl_output *out = open_output(NULL, format, error);
    if (out == NULL)
        return NULL;
    int status = pl_output_put(out, sentence, error);
    status = close_output(out, status, &text, error);
    return pl_api_text(status, &text);
}

char *pl_sentence_draw(const pl_sentence *sentence, const char *format, pl_error *error)
{
    pl_str text = {0};
    pl_draw_options options = {.format = PL_DRAW_TEXT};
    if (!pl_api_given(&error, "the sentence", sentence, "the format", format, PL_LAST))
        return NULL;
    while (options.format < PL_N_DRAW_FORMATS &&
           strcmp(pl_draw_format_names[options.format].name, format) != 0)
        options.format++;
    if (options.format == PL_N_DRAW_FORMATS ||
        pl_draw_format_names[options.format].converted) {
        pl_fail(error, PL_BAD_ARGUMENT, "there is no drawing called '%s'", format);
        return NULL;
    }
    pl_out *out = pl_out_memory(&text);
    int status = pl_draw(sentence->tree, &options, out, error);
    status = pl_out_end(out, status, error);
    if (status == 0)
        status = pl_stop_check(error);
    return pl_api_text(status, &text);
}

void pl_text_free(char *text)
{
    free(text);
}

/* -- what there is ------------------------------------------------------------------- */

const char *pl_format_name(size_t i)
{
    for (size_t k = 0; pl_formats[k] != NULL; k++)
        if (k == i)
            return pl_formats[k]->name;
    return NULL;
}

const char *pl_transform_name(size_t i)
{
    for (size_t k = 0; pl_transforms[k].option.name != NULL; k++)
        if (k == i)
            return pl_transforms[k].option.name;
    return NULL;
}
