/* Numbers of which only the whole is known: a part of a long work counts sentences and characters
 * from its own start, and what is written must get the numbers of the whole when the parts are put
 * together (pleach merge).
 *
 * Writers put a mark before such a number: PL_MARK and the letter of what is counted. The output
 * (base/out.h) takes the marks out again and notes their places in a file beside it. Each place is
 * one number of seven bits a byte, low ones first, all bytes but the last with their top bit set:
 * 4 * the bytes since the last place + the kind. */
#pragma once

#include "base/in.h"

#define PL_MARK "\xf4\x8f\xbf\xbe" /* U+10FFFE, which is no character */

/* What is counted, by the letters of PL_COUNTED. */
typedef enum pl_counted {
    PL_COUNTED_WRITTEN, /* sentences that were written */
    PL_COUNTED_GIVEN,   /* sentences of the input */
    PL_COUNTED_READ,    /* sentences of the file of the input */
    PL_COUNTED_PLACE,   /* characters of that file */
    PL_N_COUNTED,
} pl_counted;
#define PL_COUNTED "wgrc"

/* What stands before a number: a mark, or nothing if the number is known. */
const char *pl_counted_mark(pl_counted kind, bool relative);
/* The text behind the mark with which it begins; the text itself if there is none. */
const char *pl_unmarked(const char *text);

/* Takes the marks out of the text, which begins at byte `offset` of the output, and appends their
 * places; `last` is the place of the last one. */
void pl_marks_take(pl_str *text, size_t offset, size_t *last, pl_str *places);

/* Returns the number of bytes at the end of the text that may be the start of a mark which
 * continues in the text to come. */
size_t pl_mark_begun(const pl_str *text);

/* The next place and kind of a file of places, after the place `at`: 1, 0 at the end, -1 with the
 * reason. */
int pl_place_next(pl_in *in, size_t *at, pl_counted *kind, pl_error *err);
/* Cuts a file of places before the first that is not before byte `offset` of the output. *n is
 * what is left of it, in bytes, *last the last place; 0 for a file that is not there. */
int pl_places_cut(const char *path, size_t offset, size_t *n, size_t *last, pl_error *err);
