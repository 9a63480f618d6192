/* The labels that transitions give to nodes: those of treebank trees whose unary chains
 * transforms have merged (with PL_JOINT_INSIDE) and that binarization has made binary (with
 * PL_LABEL_SAME). An entry is the label of a node and whether
 * binarization made the node; neither is ever read off the text that people see (ROOT+S,
 * S:), since treebanks have labels with + and : in them. */
#pragma once

#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>

typedef enum pl_label_sort {
    PL_LABEL_ORDINARY,
    PL_LABEL_TEMPORARY, /* dissolves into the node above it */
    PL_LABEL_AXIOM,     /* labels whole trees and nothing else */
} pl_label_sort;

typedef struct pl_label {
    const char *name; /* of the node; for a chain the labels from the top down */
    const char *text; /* for people: NP, NP: or @NP, ROOT+NP */
    uint32_t n_parts; /* nodes in the chain, mostly one */
    pl_label_sort sort;
    uint32_t count; /* nodes of the training trees that have it */
} pl_label;

typedef struct pl_labelset {
    PL_VEC(pl_label) entries;
    pl_intern keys; /* the same numbers: name and sort as one string */
    pl_str key;     /* under construction */
    bool at_sign;   /* the text of temporary labels is @NP, not NP: */
    bool closed;    /* all trees are counted: derivations count no more */
    pl_arena arena;
} pl_labelset;

/* The entry with this name, made if it is not there. */
uint32_t pl_labelset_add(pl_labelset *l, const char *name, bool temporary);
static inline const pl_label *pl_labelset_at(const pl_labelset *l, uint32_t id)
{
    return &l->entries.at[id];
}
/* PL_NONE if there is none of that sort; the first of several. */
uint32_t pl_labelset_most_frequent(const pl_labelset *l, pl_label_sort sort);
void pl_labelset_release(pl_labelset *l);
