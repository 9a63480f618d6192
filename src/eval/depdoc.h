/* A file of dependency trees as one sequence of words, the form in which it is aligned
 * with another and scored.
 *
 * Words belong to tokens of the text: a multiword token of CoNLL-U ("don't") holds
 * several words ("do", "n't"), every other token one. */
#ifndef PL_EVAL_DEPDOC_H
#define PL_EVAL_DEPDOC_H

#include "base/err.h"
#include "base/intern.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_dep_word {
    const char *form;
    uint32_t head;  /* number of a word, PL_ROOT_HEAD, or PL_NONE: no annotation */
    uint32_t label; /* number of the relation */
    uint32_t tag;   /* number of the tag (coarse where there is one) */
    uint32_t sentence;
    uint32_t token;
    uint32_t partner; /* the same word in the other document, PL_NONE if there is none */
    bool punct;       /* every character is of the Unicode category P* */
    bool content;     /* the relation counts for CLAS */
} pl_dep_word;

typedef struct pl_dep_token {
    const char *form;
    size_t start, end; /* in the text of the document without spaces, once aligned */
    bool multiword;
} pl_dep_token;

typedef struct pl_dep_sentence {
    uint32_t first, n; /* words */
    const char *id;    /* NULL if none */
} pl_dep_sentence;

typedef struct pl_dep_doc {
    pl_arena arena;
    PL_VEC(pl_dep_word) words;
    PL_VEC(pl_dep_token) tokens;
    PL_VEC(pl_dep_sentence) sentences;
} pl_dep_doc;

/* Numbers for relations and tags, shared by the two documents. */
typedef struct pl_dep_names {
    bool universal; /* relations are those of Universal Dependencies */
    bool subtypes;  /* nsubj:pass is not the same as nsubj, though universal */
    pl_intern labels, tags;
} pl_dep_names;

/* Adds a sentence, copying what it needs. -1 if the tree has no dependencies, or a head
 * out of range (`side` names the file in the message). */
int pl_dep_doc_add(pl_dep_doc *d, pl_dep_names *names, const pl_tree *t, const char *side,
                   pl_error *err);
void pl_dep_doc_release(pl_dep_doc *d);
void pl_dep_names_release(pl_dep_names *names);

/* Whether every character is punctuation (Unicode P*); false for "". */
bool pl_is_punctuation(const char *form);
/* Whether a relation is one of content words, by its universal part: those of the
 * CoNLL 2018 shared task. */
bool pl_is_content_relation(const char *relation);

#endif
