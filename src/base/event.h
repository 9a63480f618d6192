/* Events of a long operation: how far it is, remarks, what was left out, and counts. The library
 * sends them to a handler of the caller and prints nothing itself. */
#pragma once

#include <stddef.h>

typedef enum pl_event_kind {
    PL_EVENT_PROGRESS,
    PL_EVENT_NOTE, /* remark for the user, such as an annotation that a format cannot hold */
    PL_EVENT_SKIPPED, /* sentence or file that was left out */
    PL_EVENT_RESULT,  /* count at the end, such as the number of sentences left out */
} pl_event_kind;

typedef struct pl_event {
    pl_event_kind kind;
    const char *text;   /* one line for the user */
    double done, total; /* progress in bytes of the input; total 0: unknown */
    size_t n;           /* progress: sentences so far; PL_EVENT_RESULT: the count */
} pl_event;

/* Receives events, from one thread at a time. If on_event returns a value other than 0, the
 * operation stops in an orderly way. */
typedef struct pl_event_handler {
    int (*on_event)(void *context, const pl_event *event); /* NULL: nobody listens */
    void *context;
} pl_event_handler;

/* Sends an event. Returns what the handler returns; 0 if there is none. */
static inline int pl_event_send(const pl_event_handler *to, const pl_event *event)
{
    return to->on_event != NULL ? to->on_event(to->context, event) : 0;
}
/* Sends a formatted text. */
int pl_event_tell(const pl_event_handler *to, pl_event_kind kind, size_t n,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));
