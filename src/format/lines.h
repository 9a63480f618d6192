/* What the formats of lines share: errors that name the sentence, limits, and codes for
 * the characters that would end a word or a label.
 *
 * Each code has five characters and begins and ends with the same one. A # that would
 * look like the start of a code is written as #HSH#, so that reading what was written
 * gives the same text again; only the -LRB- of the Penn Treebank, which no other code
 * protects, always stands for a bracket. Tables end with an empty row. */
#pragma once

#include "base/until.h"
#include "format/reader.h"
#include "format/writer.h"

/* -- reading ------------------------------------------------------------------------- */

static inline bool pl_is_blank(char c)
{
    return c == ' ' || c == '\t';
}
static inline bool pl_is_blank_line(const char *line)
{
    while (pl_is_blank(*line))
        line++;
    return *line == '\0';
}

/* Puts "FILE:LINE: sentence N: " in front of what `err` says of the sentence being read;
 * with an id "sentence N (ID): ". `line` 0: the current one. Returns -1. */
int pl_fail_in_sentence(const pl_reader *r, size_t line, const char *id, pl_error *err);
/* Fails for a sentence that is over a limit: 0, or -1. */
int pl_fail_n_words(pl_error *err);
static inline int pl_check_n_words(size_t n, pl_error *err)
{
    return n <= PL_MAX_TOKENS ? 0 : pl_fail_n_words(err);
}
int pl_check_n_bytes(size_t n, pl_error *err); /* over several lines */

/* -- writing ------------------------------------------------------------------------- */

/* Fails for an empty word, which formats of lines cannot hold: 0 or -1. */
int pl_check_words(const pl_writer *w, const pl_tree *t, pl_error *err);

typedef struct pl_escapes {
    unsigned special; /* kinds of bytes (until.h) that cannot stand as they are */
    struct pl_escape {
        char plain;
        const char *code;
    } rows[5];
} pl_escapes;

extern const pl_escapes pl_discbracket_escapes; /* ( ) space: #LRB# #RRB# #SPC# */
extern const pl_escapes pl_bracket_escapes;     /* ( ) space: -LRB- -RRB- #SPC# */
extern const pl_escapes pl_word_escapes;        /* space: #SPC# */
extern const pl_escapes pl_tag_escapes;         /* space /: #SPC# #SLH# */

/* XML can have tabs and line ends in a word or a label. Formats of lines cannot: in all
 * that is written here these count as spaces. Each function tells whether the text will
 * read differently; pl_writer_note counts that. */

/* Writes the text as it is; pl_line_write leaves tabs in it. */
bool pl_text_write(pl_out *out, const char *text);
bool pl_line_write(pl_out *out, const char *text);
/* Writes the text with `good` for each byte of the kinds `bad` (until.h). */
bool pl_replace_write(pl_out *out, const char *text, unsigned bad, char good);
/* Writes the text with its escapes. */
bool pl_escape_write(pl_out *out, const char *text, const pl_escapes *table);
/* The text that the n bytes at `s` stand for, in `m`. pl_escape_decode puts it in the place
 * of a text that is the caller's. */
const char *pl_escape_read(pl_arena *m, const char *s, size_t n, const pl_escapes *table);
void pl_escape_decode(char *text, const pl_escapes *table);

/* Writes a label of a bracketed format, which has no escapes: ( ) become [ ], as in the
 * tag $( of NeGra, and a space becomes _; so does an empty label and, with `indexed`,
 * where 5= begins a word, that =. `func` follows a hyphen unless it is NULL. */
bool pl_label_write(pl_out *out, const char *label, const char *func, bool indexed);

/* -- tokens of CoNLL-U ----------------------------------------------------------------- */

/* Whether MISC says that no space follows: the column up to its end or a tab; may be NULL. */
bool pl_says_glued(const char *misc);
/* The line of the multiword token that begins with word i, its last word in *last; NULL
 * and i if there is none. *line, at first t->lines, goes on over the lines before the next
 * word. */
const char *pl_range_at(const pl_tree *t, uint32_t i, const pl_line **line, uint32_t *last);

/* Writes the words of a sentence with blanks between them: none after a word for which
 * CoNLL-U says SpaceAfter=No, and a multiword token in the place of its words. */
bool pl_spaced_write(pl_out *out, const pl_tree *t);
