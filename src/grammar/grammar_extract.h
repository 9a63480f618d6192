/* A grammar read off a treebank, from the first tree to the saved file:
 *
 *     pl_extraction x = {0};
 *     pl_extraction_file(&x, "train.export");              to be named in the grammar
 *     pl_extraction_transform(&x, "unary", "collapse");    that trees go through
 *     pl_extraction_start(&x, &options);
 *     pl_extraction_add(&x, tree, &err);                   for each tree, transformed
 *     pl_extraction_save(&x, "nl.grammar", threads, &err);
 *     … x.cascade, x.n_binarized …                         what came of it
 *     pl_extraction_release(&x);
 */
#pragma once

#include "grammar/cascade.h"

typedef struct pl_extract_options {
    const pl_grammar_kind *kind; /* see pl_grammar_kind_find */
    bool text;           /* rules and lexicon as text, not a grammar to parse with */
    bool unknown_words;  /* rare words become signatures; not with `text` */
    uint32_t rare, open; /* thresholds of that (words.h); UINT32_MAX: the usual ones */
    struct pl_peers *peers; /* share the work; the first of them writes. NULL: none */
} pl_extract_options;

typedef struct pl_extraction {
    pl_extract_options options;
    pl_cascade cascade;   /* with its stages after saving */
    size_t n_binarized;   /* trees that had to be binarized, since no transform did */
    bool looks_binarized; /* some labels are those of binarized trees */
    bool binarizes;       /* a transform does */
    pl_str files;         /* lines of the cascade's `about` */
    pl_str transforms;    /* " --name argument …" */
    pl_str steps, undo;   /* of the cascade */
    const char *heads;    /* name or file of head rules; NULL: none */
} pl_extraction;

void pl_extraction_file(pl_extraction *x, const char *path);
/* Notes a transform that all trees go through before they are added. The argument may be
 * NULL and is kept. */
void pl_extraction_transform(pl_extraction *x, const char *name, const char *arg);
void pl_extraction_start(pl_extraction *x, const pl_extract_options *options);
/* Adds a tree, which is changed. Unless the grammar is text, nodes of more than two
 * children are binarized. 0, or -1 with the reason. */
int pl_extraction_add(pl_extraction *x, pl_tree *t, pl_error *err);
/* The i-th of the files that are written: PATH, or with `text` PATH.rules and PATH.lex.
 * False if there are no more. */
bool pl_extraction_output(const pl_extract_options *options, const char *path, uint32_t i,
                          pl_str *name);
/* Makes the grammar and writes these files. 0 threads: one for each processor. 0, or -1 with the reason. */
int pl_extraction_save(pl_extraction *x, const char *path, unsigned threads,
                       pl_error *err);
void pl_extraction_release(pl_extraction *x);
