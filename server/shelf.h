/* The models and treebanks that the server was started with. They are opened once, before the
 * first request. Models are not changed then; sentences of a treebank may be, if it has an
 * edition (editing.h). */
#pragma once

#include "pleach.h"

#include "base/intern.h"
#include "base/vec.h"

#include <pthread.h>
#include <stdbool.h>

enum { MAX_NBEST = 100 }; /* trees of a sentence that a request may ask for */

typedef struct shelf_model {
    char *name; /* that requests call it by: of a file its name without .model and .zst */
    pl_model *model;
    bool tags, parses;
    bool constituents; /* or dependencies */
} shelf_model;

/* Tells the user something that is no error. */
typedef void (*shelf_hears)(const char *text);

typedef struct shelf_treebank {
    char *path, *name; /* of its file or folder */
    const pl_corpus *corpus;
    pl_corpus *own; /* the same, if it has no edition */
    pthread_mutex_t counting;
    pl_statistics statistics; /* under that lock */
    shelf_hears notice;
    char *real;    /* the path without links, as the edition's messages have it */
    char *refused; /* why it cannot be changed; NULL: it can be, or nobody asked */
    pthread_mutex_t editing;
    pl_edition *edition; /* under that lock; NULL: it cannot be changed */
    /* [n] why a sentence cannot be changed, as one of the reasons; NULL: it can be. Fixed. */
    const char **fixed;
    pl_intern reasons;
    bool told;  /* that it cannot be written */
    double due; /* when the file is to be written (pl_clock); 0: it needs not */
} shelf_treebank;

typedef struct shelf {
    PL_VEC(shelf_model) models; /* the first is the default */
    PL_VEC(shelf_treebank *) treebanks;
    bool edit;          /* they may be changed */
    shelf_hears notice; /* NULL: nobody */
} shelf;

/* Open one more: 0, or -1 with the reason. `seconds` is the time limit of a sentence. */
int shelf_add_model(shelf *s, const char *path, double seconds, pl_error *err);
int shelf_add_treebank(shelf *s, const char *path, pl_error *err);
void shelf_release(shelf *s);

/* The model of that name, or the default one for NULL and ""; NULL with a reason that lists
 * what there is. A name may also be the beginning of one, up to a dash: en for en-biomedical. */
const shelf_model *shelf_model_find(const shelf *s, const char *name, pl_error *err);

shelf_treebank *shelf_treebank_find(const shelf *s, const char *name, pl_error *err);
pl_statistics shelf_treebank_counts(shelf_treebank *bank);

/* The value of a line "KEY: VALUE" of pl_model_about, up to its end; "" and 0 if there is
 * none. */
const char *about_value(const char *about, const char *key, size_t *n);
