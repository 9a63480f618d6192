/* The rules of a tokenizer: text that a user may edit, in share/tokenizers or in a model.
 *
 * Each line is a keyword and words; a line that begins with # is a comment. A keyword may
 * come again, its words add up. docs/text.md describes each; the table in rules.c lists
 * them all. */
#pragma once

#include "base/err.h"
#include "base/intern.h"
#include "base/sections.h"
#include "base/str.h"
#include "base/vec.h"
#include "learn/classifier.h"
#include "text/multiwords.h"
#include "tree/tree.h"

#include <stdbool.h>

/* -- where words are cut ------------------------------------------------------------ */

/* Where words are cut, by their endings: what a treebank does with clitics, as a list
 * that is learned from it (learn_parts.c) or written by hand.
 *
 *     |inum          words that end so are cut before the ending …
 *     ustinum        … but those that end in ustinum are not
 *     ^skal|tu       this word, and not those that end in it
 *
 * The longest ending that fits decides; a word that no ending fits is not cut. */

/* Where a word is cut: bit i, a cut i characters before its end. */
typedef uint64_t pl_cuts;
enum { PL_MAX_PART = 63 }; /* characters from the end at which a cut can be */

typedef struct pl_parts {
    pl_intern endings;   /* in small letters, without bars; ^ before whole words */
    PL_VEC(pl_cuts) cut; /* [endings.n] */
    size_t longest;      /* ending, in bytes */
} pl_parts;

/* Takes the bars out of an entry into plain[its length + 1], and says where it is cut.
 * False if a bar stands at a wrong place (see below), or nothing else is there. */
bool pl_parts_bars(const char *entry, char *plain, pl_cuts *cut);
/* Adds an entry, spelled as above, if there is none for the same ending. False if it is
 * no ending: empty, or cut at its end, at the beginning of a word or too far from the
 * end. */
bool pl_parts_add(pl_parts *p, const char *entry);
/* The cuts of a word of n bytes, in small letters; 0 if it is not cut. */
pl_cuts pl_parts_find(const pl_parts *p, const char *word, size_t n);
/* Like pl_parts_find, but ignores the entries for whole words. */
pl_cuts pl_parts_by_ending(const pl_parts *p, const char *word, size_t n);
void pl_parts_release(pl_parts *p);

/* -- rules -------------------------------------------------------------------------- */

/* Lists of words. */
typedef enum pl_word_list {
    PL_ABBREVIATIONS,   /* keep their full stop; the sentence goes on */
    PL_ENDINGS,         /* keep their full stop; may end a sentence */
    PL_NUMBERED,        /* abbreviations before a number only */
    PL_SUFFIXES,        /* cut off the end of a word: 's n't */
    PL_PREFIXES,        /* cut off its beginning: d' l' */
    PL_CLITICS,         /* cut off the end, with the mark on both sides: inn:4 */
    PL_CUTS,            /* words cut at the bar: can|not */
    PL_WHOLE,           /* words never cut */
    PL_TOKENS,          /* strings that are one token: :-) */
    PL_HYPHEN_PREFIXES, /* stay joined where hyphens are split: anti co non */
    PL_UNITS,           /* cut off a number: am pm km */
    PL_EXTENSIONS,      /* what follows a dot in names of files and sites: com doc */
    PL_MONTHS,          /* what follows an ordinal: Januar */
    PL_STARTERS,        /* words that begin a sentence when capitalised: The He */
    PL_ENDS,            /* tokens that end a sentence: . ? ! */
    PL_CONJUNCTIONS,    /* follow a first part at the end of a line: Vor- und Nachteile */
    PL_N_WORD_LISTS
} pl_word_list;

typedef struct pl_rules {
    pl_intern lists[PL_N_WORD_LISTS];
    size_t longest[PL_N_WORD_LISTS];   /* bytes of the longest word */
    bool begins[PL_N_WORD_LISTS][128]; /* whether a word of the list begins with this byte */
    bool split_hyphens, split_slashes; /* between letters */
    bool split_initials;               /* z.B. is z. B. */
    bool ordinals;                     /* 3. is one token where no sentence ends */
    char mark[8];                      /* written at both sides of a clitic's cut */
    PL_VEC(long) stems; /* [lists[PL_CLITICS].n] letters that each must leave */
    pl_parts cuts;      /* whole words that are cut at the bar: PL_CUTS */
    pl_parts parts; /* endings that are cut at the bar; they replace clitics and whole */
    pl_multiwords multiwords; /* tokens of several words, in the words of CoNLL-U */
    pl_classifier boundaries; /* learned ends of sentences (boundaries.h); no names: none */
    pl_str text;    /* the rules, those included too */
    uint32_t n_files; /* included so far */
} pl_rules;

/* Loads rules by name: a file, or one of share/tokenizers. 0, or -1 with the reason. */
int pl_rules_load(pl_rules *r, const char *name, pl_error *err);
/* Reads rules from text; `name` is for messages. Included files are shipped ones. */
int pl_rules_parse(pl_rules *r, const char *name, const char *text, pl_error *err);
/* Adds where words are cut, learned from a treebank that writes the mark at each cut (see
 * learn_parts.c), nothing if the rules have no mark; and the multiword tokens of a treebank
 * that has some (learn_multiwords.c). The rules must have no `parts` yet. */
int pl_rules_learn(pl_rules *r, pl_tree *const *trees, size_t n, pl_error *err);
void pl_rules_release(pl_rules *r);
/* Appends lines `multiwords …`, learned from a treebank; nothing if it has no such token. */
void pl_multiwords_learn(pl_tree *const *trees, size_t n, pl_str *text);

/* Appends lines `abbreviations …` and `endings …`, learned from a treebank with text: what the
 * rules do not list yet. */
void pl_abbreviations_learn(const pl_rules *r, pl_tree *const *trees, size_t n, pl_str *text);

/* Puts the rules into a section of a model file; gets them back: 1, 0 if the file has
 * none, -1 with the reason. */
void pl_rules_put(const pl_rules *r, pl_section_list *list);
int pl_rules_from(pl_rules *r, const pl_sections *file, pl_error *err);

/* Whether a list has the n bytes at s. Every apostrophe counts as ', and with `fold`
 * capitals count as small letters. */
bool pl_rules_has(const pl_rules *r, pl_word_list list, const char *s, size_t n,
                  bool fold);
/* Whether a list may have a word that begins with this byte. */
static inline bool pl_rules_begin(const pl_rules *r, pl_word_list list, char byte)
{
    return (unsigned char)byte >= 128 || r->begins[list][(unsigned char)byte];
}
/* Spells n bytes as the lists do; false if they are longer than any word of a list. */
enum { PL_MAX_KEY = 64 };
bool pl_rules_key(const char *s, size_t n, bool fold, char key[PL_MAX_KEY]);
