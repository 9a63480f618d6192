/* Makes a checked tree from parts that come in any order: every reader of constituents
 * uses it, so the checks (missing or doubled tokens, wrong parents, cycles, empty
 * nonterminals, several roots) and their messages stand in one place.
 *
 *     pl_build_start(&b, arena);
 *     np  = pl_build_node(&b, "NP");
 *     dog = pl_build_token(&b, 1, "dog", "NN");
 *     pl_build_link(&b, dog, np);
 *     tree = pl_build_finish(&b, "ROOT", &err);      then set what else is known
 *
 * Parts are numbered as they are made; pl_build_id gives a part's node id afterwards.
 * The text is kept, not copied: it must live in the arena. */
#pragma once

#include "base/err.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_part {
    const char *word; /* NULL for a nonterminal */
    const char *label, *func, *lemma, *morph; /* as in a node */
    pl_attr *attrs;
    uint32_t parent;   /* a part, PL_NONE if there is none */
    uint32_t position; /* of a token in the sentence, from 0; the node id at the end */
    uint32_t flags;    /* PL_NODE_… */
} pl_part;

typedef struct pl_build {
    pl_arena *arena;
    PL_VEC(pl_part) parts;
    uint32_t n_tokens;
    bool drop_empty; /* nonterminals without tokens go silently; default: an error */
} pl_build;

void pl_build_start(pl_build *b, pl_arena *m);

static inline uint32_t pl_build_node(pl_build *b, const char *label)
{
    PL_PUSH(&b->parts,
            (pl_part){.label = label, .parent = PL_NONE, .position = PL_NONE});
    return (uint32_t)b->parts.n - 1;
}

/* Turns the nonterminal made last, which has nothing below it, into a word: its label is
 * the tag. */
static inline void pl_build_word(pl_build *b, uint32_t part, uint32_t position,
                                 const char *word)
{
    b->n_tokens++;
    b->parts.at[part].word = word;
    b->parts.at[part].position = position;
}

static inline uint32_t pl_build_token(pl_build *b, uint32_t position, const char *word,
                                      const char *tag)
{
    uint32_t part = pl_build_node(b, tag);
    pl_build_word(b, part, position, word);
    return part;
}

static inline void pl_build_link(pl_build *b, uint32_t child, uint32_t parent)
{
    b->parts.at[child].parent = parent;
}

/* For bracketed text, when the bracket of `part` closes: if all it holds is one word
 * without tag, made right after it, `part` becomes that word and its label the tag; of
 * other nodes, with `split_functions`, what follows the label's first hyphen (not at its
 * start or end) becomes the function. */
void pl_build_close(pl_build *b, uint32_t part, bool split_functions);
static inline pl_part *pl_build_at(pl_build *b, uint32_t part) /* until the next part */
{
    return &b->parts.at[part];
}

/* The tree in order, or NULL with the reason (without place: the reader adds it). Parts
 * without parent become children of a root labelled `root`, flagged PL_NODE_VIRTUAL,
 * unless `root` is NULL: then exactly one part may have no parent. */
pl_tree *pl_build_finish(pl_build *b, const char *root, pl_error *err);
/* Returns the sentence without constituents, or NULL with the reason. All parts must be tokens. */
pl_tree *pl_build_words(pl_build *b, pl_error *err);
/* Whether just one part has no parent, and is no word: the tree needs no root made. */
bool pl_build_has_root(const pl_build *b);
/* The node that a part became; PL_NONE for one that was dropped. */
static inline uint32_t pl_build_id(const pl_build *b, uint32_t part)
{
    return b->parts.at[part].position;
}
void pl_build_release(pl_build *b);
