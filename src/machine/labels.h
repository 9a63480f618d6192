/* The labels that transitions give to nodes. Binarization makes temporary labels (`S:`)
 * and unary chains are merged into one label (`ROOT+S`): both are properties of an entry
 * here and are never read off its text, since treebanks have labels with + and : in them.
 *
 * An entry is its parts from the top of the chain down, and whether it is temporary. The
 * part PL_ARTIFICIAL_ROOT stands for a root that is added above every tree and dropped on
 * output. */
#ifndef PL_MACHINE_LABELS_H
#define PL_MACHINE_LABELS_H

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>

#define PL_ARTIFICIAL_ROOT "\x01"

typedef enum pl_label_class {
    PL_LABEL_ORDINARY,
    PL_LABEL_TEMPORARY, /* dissolves into the node above it */
    PL_LABEL_AXIOM,     /* labels whole trees and nothing else */
} pl_label_class;

typedef struct pl_label {
    const char *text;         /* for people: NP, NP: or @NP, ROOT+NP */
    const char *const *parts; /* [n_parts] from the top down */
    uint32_t n_parts;
    pl_label_class class;
    uint32_t count; /* nodes of the training trees that have it */
} pl_label;

typedef struct pl_labelset {
    PL_VEC(pl_label) entries;
    pl_intern keys; /* the same numbers: parts and class as one string */
    pl_str key;     /* under construction */
    bool at_sign;   /* the text of temporary labels is @NP, not NP: */
    pl_arena arena;
} pl_labelset;

/* The entry with these parts, made if it is not there. */
uint32_t pl_labelset_add(pl_labelset *l, const char *const *parts, uint32_t n,
                         bool temporary);
static inline const pl_label *pl_labelset_at(const pl_labelset *l, uint32_t id)
{
    return &l->entries.at[id];
}
/* PL_NONE if there is none of that class; the first of several. */
uint32_t pl_labelset_most_frequent(const pl_labelset *l, pl_label_class class);
void pl_labelset_release(pl_labelset *l);

#endif
