/* A file of dependency trees as one sequence of words: the form in which it is aligned with
 * another file and scored.
 *
 *     pl_dep_names names = {.universal = true};
 *     pl_dep_doc gold = {0}, candidate = {0};
 *     for each sentence:  pl_dep_doc_add(&gold, &names, tree, "gold file", &err);
 *     …
 *     pl_align(&gold, &candidate, &err);
 *
 * Words belong to tokens of the text: a multiword token of CoNLL-U ("don't") holds several
 * words ("do", "n't"), every other token one. Columns of CoNLL-U are numbers, the same in
 * both documents where their text is the same; PL_NONE is no value (`_`). */
#pragma once

#include "base/err.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"
#include "tree/tree.h"

typedef struct pl_dep_word {
    const char *form;
    uint32_t head;  /* number of a word, PL_ROOT_HEAD, or PL_NONE: no annotation */
    uint32_t label; /* number of the relation */
    uint32_t tag;   /* number of the tag (coarse where there is one) */
    uint32_t upos, xpos, lemma;
    uint32_t feats; /* the features that all treebanks share (see pl_shared_features) */
    uint32_t sentence;
    uint32_t token;
    uint32_t line;    /* of the file, counted from that of the first word */
    uint32_t partner; /* the same word in the other document, PL_NONE if there is none */
    bool punct;       /* every character is of the Unicode category P* */
    bool content;     /* the relation is one of content words */
    bool functional;  /* the relation is one of function words */
} pl_dep_word;

typedef struct pl_dep_token {
    const char *form;
    size_t start, end; /* in the text of the document */
    bool multiword;
} pl_dep_token;

typedef struct pl_dep_sentence {
    uint32_t first, n; /* words */
    const char *id;    /* NULL if none */
    const char *file;  /* with its line that has the first word; NULL if not known */
    size_t line;
} pl_dep_sentence;

typedef struct pl_dep_doc {
    pl_arena arena;
    PL_VEC(pl_dep_word) words;
    PL_VEC(pl_dep_token) tokens;
    PL_VEC(pl_dep_sentence) sentences;
    pl_str text; /* all tokens, without spaces (Unicode category Zs) */
} pl_dep_doc;

/* Which words a relation is one of; punctuation is neither. */
typedef enum pl_relation_kind {
    PL_OTHER_RELATION,
    PL_CONTENT_RELATION,
    PL_FUNCTION_RELATION
} pl_relation_kind;

/* Numbers for the columns, shared by the two documents. */
typedef struct pl_dep_names {
    bool universal; /* relations are those of Universal Dependencies */
    bool subtypes;  /* nsubj:pass is not the same as nsubj, though universal */
    pl_intern labels, tags;
    PL_VEC(pl_relation_kind) kinds; /* [labels.n] */
    pl_intern values;               /* XPOS, lemmas, shared features */
    pl_intern feats;                /* FEATS as they stand … */
    PL_VEC(uint32_t) shared; /* [feats.n]  … and the number of what is shared of them */
} pl_dep_names;

/* Adds a sentence, copying what it needs. -1 if the tree has no dependencies, or a head
 * out of range (`side` names the file in the message). */
int pl_dep_doc_add(pl_dep_doc *d, pl_dep_names *names, const pl_tree *t, const char *side,
                   pl_error *err);
/* Says where the sentence added last stands, for messages. `file` is kept. */
void pl_dep_doc_place(pl_dep_doc *d, const char *file, size_t line);
void pl_dep_doc_release(pl_dep_doc *d);
void pl_dep_names_release(pl_dep_names *names);

/* Whether every character is punctuation (Unicode P*); false for "". */
bool pl_is_punctuation(const char *form);
/* By the universal part of the relation, as in the CoNLL 2018 shared task. */
pl_relation_kind pl_relation_kind_of(const char *relation);
/* Puts the features that count in the CoNLL 2018 shared task into `out`, sorted: "" if none
 * of them does. Case=Nom|Foo=Bar|Abbr=Yes gives Abbr=Yes|Case=Nom. NULL is no features. */
void pl_shared_features(pl_str *out, const char *feats);

/* -- alignment ----------------------------------------------------------------------- */

/* Sets `partner` in the words of two documents that were split differently, by the
 * characters they cover, as the CoNLL 2018 shared task does (Zeman et al. 2018, section 4).
 *
 * The texts must be the same. Words that cover the same characters are partners. Words of
 * multiword tokens cover the characters of the whole token; within the span of such tokens,
 * words are aligned by a longest common subsequence of their forms (in lower case). -1 if
 * the texts differ: the message names the first words that do not go together. */
int pl_align(pl_dep_doc *gold, pl_dep_doc *candidate, pl_error *err);

/* Appends a form in lower case, as Unicode has it with special casing: İ becomes i and
 * U+0307, a capital sigma at the end of a word ς, at other places σ. */
void pl_lower_case(pl_str *out, const char *form);

/* What is right about one gold word. */
typedef struct pl_dep_verdict {
    bool aligned, head, label;
} pl_dep_verdict;

pl_dep_verdict pl_dep_judge(const pl_dep_doc *candidate, const pl_dep_word *gold);
