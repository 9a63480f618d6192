/* The journal of a file that is being changed: a line of JSON for each sentence that was replaced,
 * on the disk before anybody is told that it was.
 *
 *     {"number":41,"before":"…","after":"…","text":"…","check":"…"}
 *
 * `number` counts from 1; `text` is the sentence's new stretch of the file (patch.h); before and
 * after are checksums of the whole file without and with it, so that lines and file can be fitted
 * together; `check` is a checksum of the line up to itself. */
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

#define PL_JOURNAL ".pleach-journal" /* stands behind the name of the file */

typedef struct pl_journal pl_journal;

typedef struct pl_journal_line {
    size_t number;          /* of the sentence, from 1 */
    uint64_t before, after; /* checksums of the file */
    const char *text;
    size_t n;
} pl_journal_line;

/* Opens the journal at a path to add lines, and makes it if it is not there: those who may read the
 * file `of` may read it, too, as far as the system permits it. NULL with the reason. */
pl_journal *pl_journal_open(const char *path, const char *of, pl_error *err);
/* Adds a line and brings it to the disk: 0, or -1 with the reason. */
int pl_journal_add(pl_journal *j, const pl_journal_line *line, pl_error *err);
void pl_journal_close(pl_journal *j); /* NULL is fine */

/* Lines that are not whole. */
typedef struct pl_journal_gaps {
    size_t cut;     /* off while they were written: whole ones follow, or nothing */
    size_t damaged; /* afterwards: they have their ends, but nothing whole follows */
} pl_journal_gaps;

/* Reads the whole lines of a journal in order and hands them on; counts the others. 0, also if there
 * is no journal, or -1 with the reason. */
typedef int pl_journal_take(void *context, const pl_journal_line *line, pl_error *err);
int pl_journal_read(const char *path, pl_journal_take *take, void *context,
                    pl_journal_gaps *gaps, pl_error *err);
/* Removes the journal: 0, also if there is none, or -1 with the reason. */
int pl_journal_remove(const char *path, pl_error *err);
