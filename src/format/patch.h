/* A treebank file in which sentences are replaced one at a time, while all other bytes stay.
 *
 *     |<-- header, sentence 0 -->|<-- sentence 1 -->| … |<-- sentence n-1 -->|<-- the rest -->|
 *                              ends[0]            ends[1]                 ends[n-1]          size
 *
 * The bytes from the end of one sentence to the end of the next are its stretch: it may begin with
 * what stands between them. Only the sentence itself is replaced, at the end of its stretch: the
 * bytes that the format's writer makes of the sentence as it was, spaces aside, and in XML also the
 * order of elements and attributes (xml_parts.h). Where other bytes stand there, something could be lost, and the sentence is not replaced. So whether a file can be
 * edited needs no list of what its format keeps.
 *
 *     pl_patch *p = pl_patch_open(path, take, context, &err);        take gets each tree
 *     if (pl_patch_draft(p, i, old, tree, &m, &draft, &err) == 0)
 *         pl_patch_put(p, i, draft.stretch.at, draft.stretch.n, sum);
 *     pl_patch_save(p, &err);
 *     pl_patch_close(p);
 */
#pragma once

#include "format/format.h"

typedef struct pl_patch pl_patch;

/* Reads a file, plain or compressed, and hands its trees on; NULL with the reason if it is no
 * file that can be written again. */
typedef void pl_patch_take(void *context, const pl_tree *tree, const char *format);
pl_patch *pl_patch_open(const char *path, pl_patch_take *take, void *context,
                        pl_error *err);
void pl_patch_close(pl_patch *p); /* NULL is fine */

size_t pl_patch_size(const pl_patch *p);  /* sentences */
size_t pl_patch_bytes(const pl_patch *p); /* of the file, decompressed */
size_t pl_patch_unsaved(
    const pl_patch *p); /* sentences that were replaced since the file was written */
/* A checksum of all bytes as pl_patch_save would write them, and what it will be when the stretch
 * of sentence i is replaced. */
uint64_t pl_patch_sum(const pl_patch *p);
int pl_patch_sum_with(const pl_patch *p, size_t i, const char *stretch, size_t n,
                      uint64_t *sum, pl_error *err);

/* Whether sentence i, which is this tree, can be replaced: 0, or -1 with the reason. */
int pl_patch_check(const pl_patch *p, size_t i, const pl_tree *tree, pl_error *err);

/* What sentence i would be. */
typedef struct pl_draft {
    pl_str stretch; /* to be released by the caller */
    pl_tree *tree;  /* as it will be read, in the caller's arena */
} pl_draft;
/* Writes the new text of sentence i. Returns 0, or -1 with the reason: the format cannot hold the tree, or
 * the changed file would be read in another format when it is opened again. */
int pl_patch_draft(const pl_patch *p, size_t i, const pl_tree *old, const pl_tree *tree,
                   pl_arena *m, pl_draft *draft, pl_error *err);
/* Replaces the stretch of sentence i, in memory: the file is as it was until pl_patch_save. `sum` is
 * what pl_patch_sum_with gives. */
void pl_patch_put(pl_patch *p, size_t i, const char *stretch, size_t n, uint64_t sum);

/* Fails if the file on the disk is not the one that was read or saved last. */
int pl_patch_unchanged(const pl_patch *p, pl_error *err);
/* Writes the file, whole or not at all. Returns 0, or -1 with the reason. One reason is that the changed
 * file would be read in another format when it is opened again. */
int pl_patch_save(pl_patch *p, pl_error *err);
