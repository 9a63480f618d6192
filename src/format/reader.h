/* Reads the trees of one treebank file, one at a time, in any format.
 *
 *     pl_reader *r = pl_reader_open("tiger.export.zst", NULL, NULL, &err);
 *     while ((got = pl_reader_next(r, &arena, &tree, &err)) > 0) {
 *         …
 *         pl_arena_reset(&arena);
 *     }
 *     pl_reader_close(r);
 */
#pragma once

#include "format/format.h"

/* What cuts raw text into words and sentences: text/segment.h makes one from rules. */
typedef struct pl_segment {
    size_t begin, end; /* bytes of the text */
    const char *before,
        *after; /* what the word is written with beside them; NULL if nothing */
    bool last;  /* the sentence ends here */
    /* The first word of a multiword token has the number of its words, others 0. Words that
     * are not written in the text have no bytes there, at the end of the token. */
    uint32_t n_words;
} pl_segment;

typedef struct pl_segments {
    pl_segment *at;
    size_t n, cap;
} pl_segments;

typedef struct pl_segmenter {
    const void *context;
    /* Appends the words of the text, which is valid UTF-8, in order. */
    void (*cut)(const void *context, const char *text, size_t n, pl_segments *out);
} pl_segmenter;

struct pl_index;

typedef struct pl_read_options {
    pl_encoding encoding;
    bool split_functions; /* NP-SBJ in bracketed formats is label NP, function SBJ */
    bool keep_empty;      /* a blank line of tokens or tagged is a sentence of no words */
    bool repair;          /* tokens and tagged: bytes that are not UTF-8 become U+FFFD */
    const pl_segmenter *segmenter; /* for raw text; NULL: it cannot be read */
    const pl_format *otherwise;    /* the format where none can be guessed; NULL: none */
    bool lines; /* raw text: each line is a paragraph of its own, as one types them */
    bool eager; /* guess it from the first sentence: more comes after an answer only */
    const char *encoding_hint; /* see pl_in_set_hint */
    /* Called with what the user should know though it is no error; may be NULL. */
    void (*note)(void *context, const char *message);
    void *note_context;
    /* Index files; NULL: they are read like others. Moves *i, the number (from 0) of the
     * sentence that comes next, forward to the next that is wanted; the number of
     * sentences if none is. 0, or -1 with the reason. Then no trees are read: *tree is
     * NULL, and sentence n_read - 1 of the index is meant. With the first call the callee
     * takes the index: it closes it. */
    int (*choose)(void *context, struct pl_index *index, size_t *i, pl_error *err);
    void *choose_context;
    /* A stretch of a file (cut.h): it begins behind the start of the file; it ends before the end
     * of the file. Numbers that count from the start of the file get a mark (base/counted.h). */
    bool middle, unfinished;
    size_t place; /* bytes of text before it, without a byte-order mark */
    size_t head;  /* bytes that it has of what stands before the first sentence */
    /* The reader of the file's first sentence, for a format that has to know what stands before
     * it; NULL in others. */
    const pl_reader *first;
    size_t from, to; /* sentences of an index file, if `middle` or `unfinished` */
} pl_read_options;

/* What stands in a file beside its trees, kept so that the same format can write it
 * again: the <head> of TigerXML, the tables of an export file. */
typedef struct pl_preamble {
    const char *format;  /* name of the format it belongs to; NULL if there is none */
    pl_str text;         /* verbatim */
    const char *version; /* of the format, where it has several ("3" or "4" of export) */
    bool declares;       /* the text says more than the version or what pleach writes */
} pl_preamble;

struct pl_reader {
    const pl_format *format;
    pl_in *in;
    pl_read_options options;
    pl_preamble preamble;   /* complete once the first tree was read */
    size_t n_read;          /* sentences given so far; the next one is number n_read+1 */
    const char *file;       /* the file that has the sentence: the one that is read, of an
                             index file the one that it was made of; */
    size_t number;          /* its number there, from 1 */
    size_t line;            /* the line of its first word, in formats with a line for each */
    size_t end;             /* bytes of the decoded file up to the end of that sentence */
    size_t head;            /* bytes of the decoded file before the first sentence, without a
                             byte-order mark, in formats that tell something there (pl_cut_rule), */
    uint32_t level;         /* … and in XML the elements around a sentence */
    size_t n_chars;         /* at the end of raw text: characters that were read */
    struct pl_index *index; /* of an index file; NULL: it is another */
    size_t index_end;       /* … the number of the sentence, from 0, behind those that are read, */
    size_t part;            /* and the number of the file that it was made of, from 0 */
    size_t n_failed;        /* sentences that gave -1 */
    bool told;              /* … what was repaired or ignored */
    bool broken;            /* nothing more can be read (set with a -1) */
    const char *lost;       /* what the sentences so far had and a tree cannot hold, in
                             words; NULL: nothing */
    void *state;            /* the format's own */
};

/* `format` NULL: guess it. `options` NULL: defaults. `path` NULL or "-": standard input.
 * NULL with the reason in `err` on failure. */
pl_reader *pl_reader_open(const char *path, const pl_format *format,
                          const pl_read_options *options, pl_error *err);
/* The same on a stream, which it takes (closes it at the end, or on failure). */
pl_reader *pl_reader_new(pl_in *in, const pl_format *format,
                         const pl_read_options *options, pl_error *err);

/* Number of decoded bytes from which the format of a file is guessed. */
enum { PL_SNIFFED_BYTES = 4096 };

/* The format of a stream: by its content and name, else the one in the options; NULL with the
 * reason. */
const pl_format *pl_reader_guess(pl_in *in, const pl_read_options *options, pl_error *err);

/* Reads the next tree into `m`. Returns 1, 0 at the end of the file, or -1 with the
 * reason in `err`, which names file, line and sentence. After -1 the next call goes on
 * with the next sentence, unless `broken` is set. */
int pl_reader_next(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err);
void pl_reader_close(pl_reader *r); /* NULL is fine */
