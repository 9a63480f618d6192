/* The models and treebanks that the server was started with. They are opened once, before the
 * first request, and not changed then. */
#pragma once

#include "pleach.h"

#include "base/vec.h"

#include <stdbool.h>

enum { MAX_NBEST = 100 }; /* trees of a sentence that a request may ask for */

typedef struct shelf_model {
    char *name; /* that requests call it by: of a file its name without .model and .zst */
    pl_model *model;
    bool tags, parses;
    bool constituents; /* or dependencies */
} shelf_model;

/* Some sentences of a treebank, compressed: each as text in the format it came from, which
 * keeps all that it had, and a NUL. */
typedef struct shelf_block {
    const char *format;
    char *packed;
    size_t n_packed, n_bytes, n_sentences;
} shelf_block;

enum {
    BLOCK_SENTENCES = 64
}; /* at most; all blocks of a format but its last have so many */

typedef struct shelf_treebank {
    char *name; /* of its file or folder */
    size_t n_sentences;
    pl_statistics statistics;
    PL_VEC(shelf_block) blocks;
} shelf_treebank;

typedef struct shelf {
    PL_VEC(shelf_model) models; /* the first is the default */
    PL_VEC(shelf_treebank) treebanks;
} shelf;

/* Open one more: 0, or -1 with the reason. `seconds` is the time limit of a sentence. */
int shelf_add_model(shelf *s, const char *path, double seconds, pl_error *err);
int shelf_add_treebank(shelf *s, const char *path, pl_error *err);
void shelf_release(shelf *s);

/* The model of that name, or the default one for NULL and ""; NULL with a reason that lists
 * what there is. A name may also be the beginning of one, up to a dash: en for en-biomedical. */
const shelf_model *shelf_model_find(const shelf *s, const char *name, pl_error *err);

const shelf_treebank *shelf_treebank_find(const shelf *s, const char *name,
                                          pl_error *err);

/* Goes through the sentences of a treebank from number `first` (from 1) on.
 *
 *     shelf_cursor c;
 *     shelf_cursor_start(&c, bank, 1);
 *     while ((got = shelf_cursor_next(&c, &sentence, &err)) > 0) …      c.number is its number
 *     shelf_cursor_end(&c);
 */
typedef struct shelf_cursor {
    const shelf_treebank *bank;
    size_t block;       /* the next to be unpacked */
    size_t skip;        /* sentences of it to be left out */
    size_t number;      /* of the sentence given last */
    const char *format; /* of the block that is unpacked */
    char *bytes;        /* it */
    const char *at, *end;
    pl_treebank *in; /* reads the sentence given last */
} shelf_cursor;

void shelf_cursor_start(shelf_cursor *c, const shelf_treebank *bank, size_t first);
int shelf_cursor_next(shelf_cursor *c, const pl_sentence **s, pl_error *err);
void shelf_cursor_end(shelf_cursor *c);

/* The value of a line "KEY: VALUE" of pl_model_about, up to its end; "" and 0 if there is
 * none. */
const char *about_value(const char *about, const char *key, size_t *n);
