/* A parser of any kind behind one interface: what `pleach parse` and the library run. The
 * kind is found by what the model file contains; a new kind is one row (a constant of
 * kinds.h, listed in engine.c), and neither the command nor the library asks which it is.
 *
 *     pl_engine *e = pl_engine_open("nl.model", &options, &err);
 *     pl_worker *w = pl_worker_new(e);                 one for each thread
 *     n = pl_worker_run(w, sentence, 1);
 *     pl_worker_tree(w, 0, sentence);                  replaces its constituents
 *     pl_worker_free(w);  pl_engine_close(e);
 *
 * An engine is const while it parses and may be shared by threads. */
#ifndef PL_PARSER_ENGINE_H
#define PL_PARSER_ENGINE_H

#include "tree/tree.h"
#include "tag/function_labels.h"
#include "tag/morph.h"
#include "base/sections.h"
#include "tag/tagger.h"

enum { PL_DEFAULT_BEAM = 4, PL_MAX_BEAM = 4096 };

/* What the user may ask for; a kind takes what concerns it. */
typedef struct pl_engine_options {
    uint32_t beam;   /* 0: what the model was trained with */
    uint32_t nbest;  /* how many trees will be asked for; 0 and 1: the best one */
    bool retag;      /* the model's tagger also for words that have tags */
    double crossing; /* of dependencies: what arcs over other tokens get on top */
    /* Of grammars: */
    const char *objective; /* mpp, mpd, shortest; NULL: mpp where it makes a difference */
    double seconds;        /* for a sentence; 0: no limit */
    uint32_t derivations;  /* summed up for mpp; 0: 10,000 */
    /* What of each stage prunes the next: its best derivations, so many; below 1, items
     * of this posterior probability; 0: as usual. */
    double prune[3];
} pl_engine_options;

/* One kind of parser. Its model reads from a file that stays open. */
typedef struct pl_engine_kind {
    const char *name, *about;
    const char *section; /* a section that models of this kind have and no others */
    const char *format; /* what trees are written in unless something else is asked for */
    bool constituents;  /* whether it gives these, or dependencies */
    bool chart;         /* options of grammars concern it, a beam does not */
    void *(*open)(const pl_sections *file, const pl_engine_options *o, pl_error *err);
    void (*close)(void *model);
    void *(*start)(const void *model); /* a worker's own state */
    void (*stop)(void *worker);
    uint32_t (*run)(void *worker, const pl_tree *sentence, uint32_t n);
    double (*score)(const void *worker, uint32_t i);
    void (*tree)(const void *worker, uint32_t i, pl_tree *sentence);
    /* Whether training had such a tag; NULL where that cannot be said. */
    bool (*knows_tag)(const void *model, const char *tag);
    /* NULL where the kind has no derivations to show. */
    void (*explain)(void *worker, uint32_t i, pl_str *out);
    /* Appends a line on what came of all sentences; NULL where there is nothing to say.
     */
    void (*report)(const void *model, pl_str *out);
} pl_engine_kind;

extern const pl_engine_kind *const pl_engine_kinds[]; /* ends with NULL */

typedef struct pl_engine {
    const pl_engine_kind *kind;
    pl_engine_options options;
    pl_sections *file;
    void *model;             /* of the kind */
    pl_tagger *tagger;       /* NULL if the file has none */
    pl_functions *functions; /* the same */
    pl_morph *morph;         /* the same */
} pl_engine;

/* NULL with the reason: no such file, not a model, no parser in it, damaged. */
pl_engine *pl_engine_open(const char *path, const pl_engine_options *o, pl_error *err);
void pl_engine_close(pl_engine *e); /* NULL is fine */

/* -- parsing ----------------------------------------------------------------------- */

typedef struct pl_worker pl_worker;

pl_worker *pl_worker_new(const pl_engine *e); /* keeps `e` */
void pl_worker_free(pl_worker *w);            /* NULL is fine */

/* Tags the words of `sentence` if they have no tags and the model has a tagger (the tags
 * are the engine's text) and gives them their morphology, then parses; constituents that
 * are there are not looked at. Returns how many different trees there are, best first, at
 * most `n`; 0 for an empty sentence. They are valid until the next call. */
uint32_t pl_worker_run(pl_worker *w, pl_tree *sentence, uint32_t n);
/* The score of tree i, in the model's units. */
double pl_worker_score(const pl_worker *w, uint32_t i);
/* Puts tree i over the words of `sentence`, with functions if the model has them. */
void pl_worker_tree(pl_worker *w, uint32_t i, pl_tree *sentence);
/* Appends how tree i came about, as lines of fields separated by tabs. Only where the
 * kind has `explain`. */
void pl_worker_explain(pl_worker *w, uint32_t i, pl_str *out);

#endif
