/* The trees of several files, one after the other: what a command line names. A folder
 * stands for the files in it (and below it), in the order of their names.
 *
 *     pl_source *s = pl_source_open(paths, n_paths, &options, &err);
 *     while ((got = pl_source_next(s, &arena, &tree, &err)) != 0) …
 *     pl_source_close(s);
 */
#pragma once

#include "format/reader.h"

typedef struct pl_source_options {
    const pl_format *format; /* NULL: guess, for each file */
    pl_read_options read;
    /* Leave out bad sentences instead of failing; and files that are not there, cannot be opened or,
     * from some place on, not be made out: broken XML, cut-off compressed data. It is
     * still a failure if there is nothing else: no file and no sentence that can be read.
     */
    bool skip_errors;
    /* Leave out files of folders that are no text: that begin with binary data. */
    bool text_only;
    /* Give part `part`, from 1 on, of `n_parts` parts of about as many bytes; 0: all. */
    uint32_t part, n_parts;
    /* Called for each sentence or file left out, with the reason; may be NULL. */
    void (*skipped)(void *context, const char *reason);
    void *context;
} pl_source_options;

typedef struct pl_source pl_source;

/* Files beside the output of a part: what it is; where its numbers are (base/counted.h). */
#define PL_MANIFEST ".manifest"
#define PL_NUMBERS  ".numbers"

/* A place between two sentences: the number of a file, and the byte of its text. The end of a file
 * is the start of the next. */
typedef struct pl_seam {
    size_t file, text;
} pl_seam;

/* Which part of the input was given. */
typedef struct pl_source_part {
    size_t n_files, n_bytes; /* of the whole input */
    uint64_t checksum;       /* … of the names of its files, without folders, and of their sizes */
    pl_seam begin, end;
    size_t n_given; /* sentences */
    /* Sentences and, of raw text, characters of the file in which the part ends: */
    size_t n_read, n_chars;
} pl_source_part;

/* No paths: standard input. The paths are copied. NULL with the reason on failure; its code is
 * PL_BAD_ARGUMENT where the input cannot be given in parts. */
pl_source *pl_source_open(const char *const *paths, size_t n,
                          const pl_source_options *options, pl_error *err);
/* The same for n bytes in memory, which must stay while it is open: no file of it is listed. `name` is
 * for messages. */
pl_source *pl_source_open_memory(const char *name, const void *bytes, size_t n,
                                 const pl_source_options *options, pl_error *err);
/* 1 and the next tree, 0 at the end of the last file, -1 with the reason. */
int pl_source_next(pl_source *s, pl_arena *m, pl_tree **tree, pl_error *err);
/* Rejects the last tree, which its user cannot do anything with for the reason in `err`:
 * puts its place (file, line, number, id) in front of the reason and returns -1; where bad
 * sentences are left out, it counts as one of these and the result is 0. */
int pl_source_reject(pl_source *s, const pl_tree *tree, pl_error *err);
/* The reader of the file the last tree came from: for its format and preamble. NULL
 * before the first tree; after the end still that of the last file. */
const pl_reader *pl_source_reader(const pl_source *s);
/* The number of the file that the last tree came from, below. */
size_t pl_source_at(const pl_source *s);
/* The numbers of the first file that is read, and of the one behind the last: of a part. */
size_t pl_source_first(const pl_source *s);
size_t pl_source_end(const pl_source *s);
/* File i of all that will be read, in order: its path ("-" for standard input), and its
 * name below the folder that was given (of a file that was given itself, its last part).
 * NULL behind the last one; `name` may be NULL. */
const char *pl_source_file(const pl_source *s, size_t i, const char **name);
/* The bytes of the files so far, and of all of them, before decompression; the latter is
 * 0 if it is not known. */
size_t pl_source_taken(const pl_source *s);
size_t pl_source_size(const pl_source *s);
/* 0, or -1 with the reason if `path` (NULL or "-": standard output) is one of its files,
 * also under another name: written to, it would be empty before it is read, or never come
 * to its end. For the library; in the program the guard sees all files (base/guard.h). */
int pl_source_check_output(const pl_source *s, const char *path, pl_error *err);
size_t pl_source_skipped(const pl_source *s);       /* sentences left out */
size_t pl_source_files_skipped(const pl_source *s); /* files, or their ends */
/* What the files had and a tree cannot hold, in words: the i-th kind of it; NULL: no
 * more. */
const char *pl_source_lost(const pl_source *s, size_t i);
/* After the last tree; not for all of the input. */
void pl_source_tell_part(const pl_source *s, pl_source_part *part);
/* The preamble of the first file that has a sentence, also where the part begins later: what the
 * output of the whole input begins with. NULL if it begins here, or nothing can be read. */
const pl_preamble *pl_source_preamble(pl_source *s);
void pl_source_close(pl_source *s);
