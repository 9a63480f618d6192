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

typedef struct shelf_treebank {
    char *name; /* of its file or folder */
    pl_corpus *corpus;
    pl_statistics statistics;
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

/* The value of a line "KEY: VALUE" of pl_model_about, up to its end; "" and 0 if there is
 * none. */
const char *about_value(const char *about, const char *key, size_t *n);
