/* Where words are cut, by their endings: what a treebank does with clitics, as a list
 * that is learned from it (learn_parts.c) or written by hand.
 *
 *     |inum          words that end so are cut before the ending …
 *     ustinum        … but those that end in ustinum are not
 *     ^skal|tu       this word, and not those that end in it
 *
 * The longest ending that fits decides; a word that no ending fits is not cut. */
#ifndef PL_TEXT_PARTS_H
#define PL_TEXT_PARTS_H

#include "base/intern.h"
#include "base/vec.h"

#include <stdbool.h>

/* Where a word is cut: bit i, a cut i characters before its end. */
typedef uint64_t pl_cuts;
enum { PL_MAX_PART = 63 }; /* characters from the end at which a cut can be */

typedef struct pl_parts {
    pl_intern endings;   /* in small letters, without bars; ^ before whole words */
    PL_VEC(pl_cuts) cut; /* [endings.n] */
    size_t longest;      /* ending, in bytes */
} pl_parts;

/* Adds an entry, spelled as above, if there is none for the same ending. False if it is
 * no ending: empty, or cut at its end, at the beginning of a word or too far from the
 * end. */
bool pl_parts_add(pl_parts *p, const char *entry);
/* The cuts of a word of n bytes, in small letters; 0 if it is not cut. */
pl_cuts pl_parts_find(const pl_parts *p, const char *word, size_t n);
/* Like pl_parts_find, but ignores the entries for whole words. */
pl_cuts pl_parts_by_ending(const pl_parts *p, const char *word, size_t n);
void pl_parts_release(pl_parts *p);

#endif
