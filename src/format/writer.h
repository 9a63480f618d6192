/* Writes trees in any format.
 *
 *     pl_writer *w = pl_writer_open(path, pl_format_find("export"), NULL, &err);
 *     pl_writer_put(w, tree, &err);          for each tree
 *     pl_writer_close(w, &err);              writes the end; -1 if any write failed
 *
 * A format that cannot hold something a tree has drops it; `lost` remembers what, so
 * that the program can say so once. Characters that it cannot hold are replaced by others;
 * `n_changed` counts the texts. */
#pragma once

#include "format/format.h"
#include "format/reader.h"

typedef struct pl_write_options {
    bool add_functions;          /* labels as NP-SB in bracketed formats */
    bool ids;                    /* discbracket: a tab and the id after each tree */
    bool pretty;                 /* bracket: indented over several lines */
    bool frames;                 /* .zst: in frames (base/frames.h) that end with a sentence */
    const char *version;         /* of the format, NULL for its default */
    bool part;   /* of a longer output: its start and end come off when it is put together */
    bool middle; /* … and it is not the first, so that numbers get a mark (base/counted.h) */
    struct pl_written *written; /* what pl_writer_end tells; NULL: nothing */
    const pl_preamble *preamble; /* to write again, where it fits the format; borrowed
                                    until the writer is closed; NULL if none */
} pl_write_options;

/* How an output is made up, in bytes before compression. */
typedef struct pl_written {
    size_t sentences;
    size_t bytes;
    size_t start, end; /* what stands before the first sentence, and behind the last */
    size_t alone;      /* what an output of one sentence has of the start (it has no end then);
                          SIZE_MAX: that one is like others */
} pl_written;

struct pl_writer {
    const pl_format *format;
    pl_out *out;
    pl_write_options options;
    size_t n_written;
    unsigned holds; /* PL_HAS_… of the format, changed by pl_writer_hold */
    unsigned had;   /* PL_HAS_… of any tree that was written */
    unsigned lost;  /* PL_HAS_… that were left out; formats add losses of single sentences */
    /* Texts with characters that the format cannot hold, so that they read differently,
     * and the number of the sentence that has the first. */
    size_t n_changed, first_changed;
    pl_str header; /* of the source, as it was when the start was written */
    bool started;
    pl_written written; /* but for sentences and bytes, which come last */
    void *state;        /* the format's own */
};

/* Both give NULL with the reason in `err` on failure; `options` NULL: defaults.
 * pl_writer_new takes the stream (closes it at the end, or on failure). */
pl_writer *pl_writer_open(const char *path, const pl_format *format,
                          const pl_write_options *options, pl_error *err);
/* Writes to the file itself, so that others can read what there is of it. If n is not 0,
 * it is a plain file with n sentences: goes on at its end as if they had been written just
 * now. */
pl_writer *pl_writer_grow(const char *path, size_t n, const pl_format *format,
                          const pl_write_options *options, pl_error *err);
pl_writer *pl_writer_new(pl_out *out, const pl_format *format,
                         const pl_write_options *options, pl_error *err);
/* Goes on with a new writer as if n sentences had been written just now, and what stands
 * before the first: 0, or -1 with the reason. */
int pl_writer_resume(pl_writer *w, size_t n, pl_error *err);
/* Writes what stands before the first tree as the reader with this preamble would have it. 0, or
 * -1 with the reason. */
int pl_writer_start(pl_writer *w, const pl_preamble *preamble, pl_error *err);
/* 0, or -1 if the format cannot hold this tree at all; nothing of it was written then.
 * The reason says no place: the caller knows where the tree came from. */
int pl_writer_put(pl_writer *w, const pl_tree *tree, pl_error *err);
/* Both write the end of the file, and the file appears (see out.h), or none does if
 * `status`, the result of the work, is not 0. -1 if the work or any write failed. */
int pl_writer_close(pl_writer *w, pl_error *err);
int pl_writer_end(pl_writer *w, int status, pl_error *err);

/* For the formats: sets whether this output holds `has`, which are bits of `sometimes` in the format's row.
 * The default is true. */
void pl_writer_hold(pl_writer *w, unsigned has, bool yes);
/* For the formats: counts a text if it was changed. */
void pl_writer_note(pl_writer *w, bool changed);
/* For the formats: whether what is written was read in the format of this name. */
bool pl_writer_is_from(const pl_writer *w, const char *format);
