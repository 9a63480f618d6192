/* Reading and writing for pleach.h: a source or a reader with its arena and pipeline. */
#include "api/api.h"

#include "base/alloc.h"
#include "format/source.h"
#include "format/writer.h"
#include "transform/transform.h"

#include <stdio.h>
#include <stdlib.h>

struct pl_treebank {
    pl_source *source; /* files, or … */
    pl_reader *reader; /* … memory */
    pl_pipeline pipeline;
    PL_VEC(char *) arguments; /* of the transforms, which only borrow them */
    pl_arena arena;
    pl_sentence current;
};

struct pl_output {
    pl_writer *writer;
};

int pl_api_fail(pl_error *error, const pl_error *err)
{
    if (error != NULL)
        *error = *err;
    return -1;
}

char *pl_api_text(int status, pl_str *text, pl_error *error, const pl_error *err)
{
    if (status == 0)
        return text->at != NULL ? text->at : pl_strdup("");
    pl_str_release(text);
    pl_api_fail(error, err);
    return NULL;
}

/* The format of that name, NULL for NULL; false with the reason if there is none. */
static bool find_format(const char *name, const pl_format **format, pl_error *err)
{
    *format = name != NULL ? pl_format_find(name) : NULL;
    if (name != NULL && *format == NULL)
        pl_fail(err, PL_BAD_ARGUMENT, "there is no format '%s'", name);
    return name == NULL || *format != NULL;
}

pl_treebank *pl_api_treebank(const char *path, const void *bytes, size_t n,
                             const char *format, const pl_read_options *options,
                             pl_error *error)
{
    pl_error err;
    pl_treebank *in = pl_alloc_zero(1, sizeof *in);
    pl_source_options o = {0};
    if (options != NULL)
        o.read = *options;
    if (find_format(format, &o.format, &err)) {
        if (bytes == NULL)
            in->source = pl_source_open(&path, 1, &o, &err);
        else
            in->reader =
                pl_reader_new(pl_in_memory(path, bytes, n), o.format, &o.read, &err);
    }
    if (in->source != NULL || in->reader != NULL)
        return in;
    free(in);
    pl_api_fail(error, &err);
    return NULL;
}

pl_treebank *pl_treebank_open(const char *path, const char *format, pl_error *error)
{
    return pl_api_treebank(path, NULL, 0, format, NULL, error);
}

pl_treebank *pl_treebank_from_memory(const void *bytes, size_t n, const char *format,
                                     pl_error *error)
{
    return pl_api_treebank("memory", n > 0 ? bytes : "", n, format, NULL, error);
}

int pl_treebank_transform(pl_treebank *in, const char *name, const char *argument,
                          pl_error *error)
{
    pl_error err;
    const pl_transform *t = pl_transform_find(name);
    if (t == NULL)
        pl_fail(&err, PL_BAD_ARGUMENT, "there is no transform '%s'", name);
    else if ((t->arg != NULL) != (argument != NULL))
        pl_fail(&err, PL_BAD_ARGUMENT, "the transform '%s' takes %s", name,
                t->arg != NULL ? t->arg : "no argument");
    else {
        char *copy = argument != NULL ? pl_strdup(argument) : NULL;
        PL_PUSH(&in->arguments, copy);
        if (pl_pipeline_add(&in->pipeline, name, copy, &err) == 0)
            return 0;
    }
    return pl_api_fail(error, &err);
}

int pl_treebank_next(pl_treebank *in, const pl_sentence **sentence, pl_error *error)
{
    pl_error err;
    for (;;) {
        pl_arena_reset(&in->arena);
        pl_tree *tree;
        int got = in->source != NULL ? pl_source_next(in->source, &in->arena, &tree, &err)
                  : in->reader->broken
                      ? 0
                      : pl_reader_next(in->reader, &in->arena, &tree, &err);
        if (got < 0)
            return pl_api_fail(error, &err);
        int keep = got > 0 ? pl_pipeline_apply(&in->pipeline, tree, &err)
                           : pl_pipeline_held(&in->pipeline, &tree, &err);
        if (keep < 0)
            return pl_api_fail(error, &err);
        if (keep == 0 && got == 0)
            return 0;
        if (keep > 0) {
            pl_tree_compact(tree);
            in->current.tree = tree;
            *sentence = &in->current;
            return 1;
        }
    }
}

void pl_treebank_close(pl_treebank *in)
{
    if (in == NULL)
        return;
    pl_pipeline_release(&in->pipeline);
    for (size_t i = 0; i < in->arguments.n; i++)
        free(in->arguments.at[i]);
    PL_VEC_RELEASE(&in->arguments);
    if (in->source != NULL)
        pl_source_close(in->source);
    pl_reader_close(in->reader);
    pl_arena_release(&in->arena);
    free(in);
}

pl_output *pl_output_open(const char *path, const char *format, pl_error *error)
{
    pl_error err;
    const pl_format *found;
    pl_writer *writer = NULL;
    if (find_format(format != NULL ? format : "", &found, &err))
        writer = pl_writer_open(path, found, NULL, &err);
    if (writer == NULL) {
        pl_api_fail(error, &err);
        return NULL;
    }
    pl_output *out = pl_alloc_zero(1, sizeof *out);
    out->writer = writer;
    return out;
}

int pl_output_put(pl_output *out, const pl_sentence *sentence, pl_error *error)
{
    pl_error err;
    return pl_writer_put(out->writer, sentence->tree, &err) == 0
               ? 0
               : pl_api_fail(error, &err);
}

int pl_output_close(pl_output *out, pl_error *error)
{
    if (out == NULL)
        return 0;
    pl_error err;
    int status = pl_writer_close(out->writer, &err);
    free(out);
    return status == 0 ? 0 : pl_api_fail(error, &err);
}

char *pl_sentence_text(const pl_sentence *sentence, const char *format, pl_error *error)
{
    pl_error err;
    pl_str text = {0};
    const pl_format *found;
    pl_writer *w = NULL;
    int status = -1;
    if (find_format(format, &found, &err))
        w = pl_writer_new(pl_out_memory(&text), found, NULL, &err);
    if (w != NULL) {
        status = pl_writer_put(w, sentence->tree, &err);
        if (pl_writer_close(w, status == 0 ? &err : NULL) < 0)
            status = -1;
    }
    return pl_api_text(status, &text, error, &err);
}

void pl_text_free(char *text)
{
    free(text);
}

const char *pl_format_name(size_t i)
{
    for (size_t k = 0; pl_formats[k] != NULL; k++)
        if (k == i)
            return pl_formats[k]->name;
    return NULL;
}

const char *pl_transform_name(size_t i)
{
    for (size_t k = 0; pl_transforms[k].name != NULL; k++)
        if (k == i)
            return pl_transforms[k].name;
    return NULL;
}
