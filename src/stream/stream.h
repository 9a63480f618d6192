/* Trees of files, of folders, of standard input or of memory, transformed, one after the other.
 *
 *     pl_tree_stream s = {0};
 *     pl_pipeline_add(&s.steps, "punct", "move", &error);
 *     int got = pl_tree_stream_open(&s, &settings, files, n, &error);
 *     while (got >= 0 && (got = pl_tree_stream_next(&s, NULL, &tree, &error)) > 0)
 *         if (use(tree, &error) < 0)
 *             got = pl_source_reject(s.source, tree, &error);
 *     pl_tree_stream_close(&s); */
#pragma once

#include "stream/read_options.h"

#include "transform/transform.h"

typedef struct pl_tree_stream {
    pl_read_settings *settings; /* borrowed */
    pl_source *source;          /* NULL: not open */
    pl_pipeline steps; /* apply to the trees that are read after they were added */
    pl_arena arena;    /* of the last tree, unless the caller has an arena for it */
    size_t n_read;     /* trees of the source so far */
    size_t n_bytes;    /* of the source; 0: unknown, or not asked for yet */
    double looked;     /* when progress was last sent */
    bool at_end;       /* of the source; transforms may hold more trees */
    /* Whether a tree is transformed and returned; NULL: all are. */
    bool (*wants)(void *context, const pl_tree *tree);
    void *context;
} pl_tree_stream;

/* Both open a stream, which is zero but for `steps` and `wants`. The settings, and the bytes in memory,
 * must stay until it is closed. 0, or -1 with the reason: pl_tree_stream_close is needed then, too. */
int pl_tree_stream_open(pl_tree_stream *s, pl_read_settings *settings,
                        const char *const *files, size_t n, pl_error *err);
int pl_tree_stream_open_memory(pl_tree_stream *s, pl_read_settings *settings,
                               const char *name, const void *bytes, size_t n,
                               pl_error *err);
/* Returns 1 and the next tree, 0 after the last, or -1 with the reason. The tree is allocated in `m`,
 * which is not reset; if `m` is NULL, it stays until the next call. A tree that cannot be
 * transformed is a bad sentence. Progress is sent at most ten times a second. */
int pl_tree_stream_next(pl_tree_stream *s, pl_arena *m, pl_tree **tree, pl_error *err);
/* Sends what was left out (pl_read_report) and closes the source. */
void pl_tree_stream_close(pl_tree_stream *s);
