/* Trees of a source through transforms; see stream.h. */
#include "stream/stream.h"

#include "base/clock.h"
#include "base/stop.h"

#include <stdio.h>

enum { TREES_PER_LOOK = 16 };

static int start(pl_tree_stream *s, pl_read_settings *settings, pl_source *source)
{
    s->settings = settings;
    s->source = source;
    s->looked = pl_clock();
    return source != NULL ? 0 : -1;
}

int pl_tree_stream_open(pl_tree_stream *s, pl_read_settings *settings,
                        const char *const *files, size_t n, pl_error *err)
{
    return start(s, settings, pl_read_open(settings, files, n, err));
}

int pl_tree_stream_open_memory(pl_tree_stream *s, pl_read_settings *settings,
                               const char *name, const void *bytes, size_t n,
                               pl_error *err)
{
    return start(s, settings, pl_read_open_memory(settings, name, bytes, n, err));
}

static void send_progress(pl_tree_stream *s)
{
    double now = pl_clock();
    if (now - s->looked < 0.1)
        return;
    s->looked = now;
    if (s->n_bytes == 0)
        s->n_bytes = pl_source_size(s->source);
    char text[48];
    snprintf(text, sizeof text, "%zu sentences", s->n_read);
    pl_event event = {.kind = PL_EVENT_PROGRESS,
                      .text = text,
                      .done = (double)pl_source_taken(s->source),
                      .total = (double)s->n_bytes,
                      .n = s->n_read};
    if (pl_event_send(&s->settings->events, &event) != 0)
        s->settings->stopped = true;
}

/* Counts a tree. 0, or -1 if the work shall stop. */
static int count(pl_tree_stream *s, pl_error *err)
{
    s->n_read++;
    if (s->n_read % TREES_PER_LOOK == 0 && s->settings->events.on_event != NULL)
        send_progress(s);
    if (s->settings->stopped)
        return pl_fail(err, PL_STOPPED, "the work was stopped before it was done");
    return pl_stop_check(err);
}

/* The next tree that the transforms have held back. */
static int next_held(pl_tree_stream *s, pl_arena *m, pl_tree **tree, pl_error *err)
{
    int got;
    while ((got = pl_pipeline_held(&s->steps, tree, err)) < 0)
        if (pl_source_reject(s->source, *tree, err) < 0)
            return -1;
    if (got > 0 && m != NULL)
        *tree = pl_tree_copy(*tree, m); /* it lives in the steps */
    return got;
}

int pl_tree_stream_next(pl_tree_stream *s, pl_arena *m, pl_tree **tree, pl_error *err)
{
    pl_arena *memory = m != NULL ? m : &s->arena;
    while (!s->at_end) {
        if (m == NULL)
            pl_arena_reset(memory);
        int got = pl_source_next(s->source, memory, tree, err);
        if (got < 0)
            return -1;
        s->at_end = got == 0;
        if (s->at_end)
            break;
        if (count(s, err) < 0)
            return -1;
        if (s->wants != NULL && !s->wants(s->context, *tree))
            continue;
        got = pl_pipeline_apply(&s->steps, *tree, err);
        if (got > 0)
            return 1;
        if (got < 0 && pl_source_reject(s->source, *tree, err) < 0)
            return -1;
    }
    return next_held(s, m, tree, err);
}

void pl_tree_stream_close(pl_tree_stream *s)
{
    if (s->settings != NULL)
        pl_read_report(s->settings, s->source);
    pl_source_close(s->source);
    pl_pipeline_release(&s->steps);
    pl_arena_release(&s->arena);
    *s = (pl_tree_stream){0};
}
