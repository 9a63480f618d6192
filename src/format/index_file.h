/* Index files: the packed trees of treebanks, in one file that is mapped, so that any tree
 * can be had without those before it.
 *
 *     pl_index_out *out = pl_index_create("tiger.plx", &err);
 *     status = pl_index_begin(out, "tiger.export", &reader->preamble, &err);
 *     status = pl_index_add(out, tree, &err);  …
 *     status = pl_index_end(out, status, &err);
 *
 *     pl_index *x = pl_index_open("tiger.plx", &err);
 *     for (size_t i = 0; i < pl_index_count(x); i++)
 *         tree = pl_index_tree(x, i, arena, &err);
 *     pl_index_close(x);
 *
 * The file is one of base/paged.h with these sections:
 *
 *     trees       packed trees (tree/packed.h), one behind the other
 *     places      u64 for each tree and one more: where in `trees` it begins and ends
 *     sources     the treebanks that it was made of (format/index_sources.h)
 *     K.heap      for each kind K of text (word, tag, category, function, lemma, morph,
 *                 coarse, deprel, other): the texts, each followed by a zero byte
 *     K.rows      u32 for each text: the number of its set; if only one sentence has the
 *                 text, the number of the sentence with the top bit set
 *     K.sets      sets: the sentences that have a text (format/sentence_sets.h),
 *     K.places    u64 for each set and one more: where in `K.sets` it begins and ends
 *
 * The last three are not there for `other`.
 *
 * Texts are checked as a whole when the file is opened, UTF-8 included; trees when they are
 * used. */
#pragma once

#include "format/index_sources.h"
#include "format/sentence_sets.h"
#include "tree/packed.h"

typedef struct pl_index_out pl_index_out;

pl_index_out *pl_index_create(const char *path, pl_error *err);
/* Begins the trees of a treebank; `preamble` may be NULL. 0, or -1 with the reason if the
 * file cannot be read. */
int pl_index_begin(pl_index_out *out, const char *name, const pl_preamble *preamble,
                   pl_error *err);
/* Adds a tree that is in order: 0, or -1 if there are too many (2 billion). */
int pl_index_add(pl_index_out *out, const pl_tree *t, pl_error *err);
/* Puts the file in its place if `status` is 0, else leaves none; frees `out`. */
int pl_index_end(pl_index_out *out, int status, pl_error *err);

typedef struct pl_index pl_index;

pl_index *pl_index_open(const char *path, pl_error *err);
/* The same of a stream at its start: maps the file if it can be, else reads it whole. */
pl_index *pl_index_read(pl_in *in, pl_error *err);
size_t pl_index_count(const pl_index *x); /* of trees */
/* Source i, from 0; NULL behind the last. */
const pl_index_source *pl_index_source_at(const pl_index *x, size_t i);
/* The bytes of tree i, packed, from 0; NULL with the reason. */
const char *pl_index_packed(pl_index *x, size_t i, size_t *n, pl_error *err);
const pl_text_table *pl_index_tables(const pl_index *x); /* [PL_N_TEXTS] */
/* Tree i in `m`, or NULL with the reason. Its text belongs to the index: a tree
 * that is to outlive it has to be copied (pl_tree_copy). */
pl_tree *pl_index_tree(pl_index *x, size_t i, pl_arena *m, pl_error *err);
bool pl_index_has_sets(const pl_index *x);
/* Text i of a kind, from 0; NULL behind the last. */
const char *pl_index_text(const pl_index *x, pl_text_kind kind, uint32_t i);
/* Finds the number of a text; false if there is none. */
bool pl_index_find(const pl_index *x, pl_text_kind kind, const char *text, uint32_t *id);
/* The sentences that have the text with this number, from 0; to be freed with pl_set_free.
 * NULL with the reason if it is damaged or not there. */
pl_set *pl_index_set(pl_index *x, pl_text_kind kind, uint32_t id, pl_error *err);
void pl_index_close(pl_index *x); /* NULL is fine */
