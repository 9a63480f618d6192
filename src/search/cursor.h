/* The text of a query while it is read from left to right: blanks and comments, names,
 * numbers, strings. The parser asks for what may come next; there is no list of tokens,
 * since a label or a distance is only one right behind its operator. */
#pragma once

#include "search/syntax.h"

typedef struct pl_cursor {
    pl_query *query;
    const char *start, *at, *end;
    uint32_t text;         /* number of it */
    uint32_t depth;        /* of brackets */
    pl_query_names *names; /* of the query or the template that is being read */
    pl_query_mistake *where;
    pl_error *err;
} pl_cursor;

void pl_cursor_start(pl_cursor *c, pl_query *q, uint32_t text, pl_query_mistake *where,
                     pl_error *err);
static inline pl_query_at pl_cursor_at(const pl_cursor *c)
{
    return (pl_query_at){c->text, (uint32_t)(c->at - c->start)};
}
/* Fails here, or at a place before. -1 */
int pl_cursor_fail(pl_cursor *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Skips blanks and comments; the byte that comes then, 0 at the end. */
char pl_cursor_peek(pl_cursor *c);
/* Skips blanks and takes the text if it comes next. */
bool pl_cursor_take(pl_cursor *c, const char *text);
/* The same for a word that no letter, digit or _ follows. */
bool pl_cursor_take_word(pl_cursor *c, const char *word);
/* Takes the text or fails with "expected …". */
int pl_cursor_expect(pl_cursor *c, const char *text, const char *expected);
/* The bytes of the name that comes next, 0 if none does; not taken. */
size_t pl_cursor_name(pl_cursor *c);
/* #name: its bytes, 0 if none comes next; not taken. */
size_t pl_cursor_variable(pl_cursor *c);
/* One more bracket: -1 if there are too many. Brackets are closed by c->depth--. */
int pl_cursor_enter(pl_cursor *c);

/* A number, without blanks before it. */
int pl_cursor_number(pl_cursor *c, uint32_t *number);
/* n or n,m or n,* with n from `least` on. */
int pl_cursor_range(pl_cursor *c, uint32_t least, uint32_t *low, uint32_t *high);
/* "…" or '…', at its quote; the text lives in the query's arena. */
int pl_cursor_string(pl_cursor *c, const char **text);
/* /…/ with its flags, at the slash: the number of the pattern. */
int pl_cursor_pattern(pl_cursor *c, uint32_t *number);
/* A label without quotes, right here; 0 if none begins, 1 if it was taken. */
int pl_cursor_bare(pl_cursor *c, const char **text);
