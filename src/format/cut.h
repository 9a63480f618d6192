/* Where a file can be cut between sentences, found by looking at the bytes around a place, so that
 * a stretch of a long file can be read without what stands before it.
 *
 *     pl_cuts *cuts = pl_cuts_open(path, NULL, &options, &err);
 *     status = pl_cuts_find(cuts, 1000000, &begin, &err);     the first cut from byte 1,000,000 on
 *     status = pl_cuts_find(cuts, 2000000, &end, &err);
 *     pl_reader *r = pl_cuts_reader(cuts, begin, end, &err);
 *     pl_cuts_close(cuts);                                    after the reader
 *
 * Stretches that follow one another, the first from 0 and the last up to pl_cuts_size, have all
 * sentences of the file, each once. Where the bytes around a place deceive (a sentence in a comment
 * of XML, a tree in brackets of more than a megabyte), reading the stretch before it fails, so that
 * nothing is lost or doubled unseen. */
#pragma once

#include "format/reader.h"

/* Reads the bytes of a file's text from some place on. */
typedef struct pl_cutter {
    pl_in *in;
    size_t from;            /* the place from which on a cut is looked for */
    size_t at;              /* the byte that comes next */
    size_t mark;            /* bytes of a byte-order mark */
    bool lines;             /* of raw text, each line is a paragraph */
    const pl_reader *first; /* of the first sentence, where the rule has `has_head` */
    const struct pl_cut_rule *rule;
} pl_cutter;

typedef struct pl_cut_rule {
    size_t look_back; /* bytes before the place that are looked at, beside the one before it */
    bool has_head;    /* what stands before the first sentence counts for all */
    bool by_number;   /* an index file: places are numbers of sentences */
    /* The first place from c->from on at which a sentence may begin; SIZE_MAX: there is none. */
    size_t (*find)(pl_cutter *c);
    const char *element; /* of XML, around a sentence */
} pl_cut_rule;

/* Behind the end of a line; behind a blank line. For rules. */
size_t pl_cut_line(pl_cutter *c);
size_t pl_cut_blank_line(pl_cutter *c);

extern const pl_cut_rule pl_cut_lines, pl_cut_brackets, pl_cut_conll, pl_cut_export, pl_cut_text,
    pl_cut_tiger, pl_cut_alpino, pl_cut_index;

/* Raw text: paragraphs without end are cut at the first line that begins behind a multiple of
 * PL_GRID bytes. Only a paragraph that reaches over the PL_GRID bytes before such a place is cut, so
 * that no one of less than PL_GRID is. A line that does not end in PL_GRID_LINE bytes is cut, too. */
enum { PL_GRID = 512 * 1024, PL_GRID_LINE = 64 * 1024 };

typedef struct pl_cuts pl_cuts;

/* `format` NULL: guessed. NULL with the reason, of the code PL_BAD_ARGUMENT where the file can be
 * read but not cut: compressed in one piece, no plain file. */
pl_cuts *pl_cuts_open(const char *path, const pl_format *format,
                      const pl_read_options *options, pl_error *err);
/* The first place from byte `raw` of the file on at which a sentence may begin, as byte of the text;
 * 0 for 0, the size of the text if there is none. */
int pl_cuts_find(pl_cuts *c, size_t raw, size_t *place, pl_error *err);
size_t pl_cuts_size(const pl_cuts *c); /* of the text */
/* Reads from one place to another. The cuts have to stay until the reader is closed. */
pl_reader *pl_cuts_reader(pl_cuts *c, size_t begin, size_t end, pl_error *err);
void pl_cuts_close(pl_cuts *c); /* NULL is fine */
