/* Kinds of characters, as tokenizer and sentence splitter tell them apart. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum {
    PL_UPPER = 1, /* capital letter */
    PL_LOWER = 2, /* any other letter, and marks that combine with letters */
    PL_DIGIT = 4,
    PL_SPACE = 8,  /* also control characters and zero-width spaces */
    PL_PUNCT = 16, /* punctuation, symbols and the rest */
    PL_OPEN = 32,  /* opening bracket or quote, with PL_PUNCT */
    PL_CLOSE = 64, /* closing one, with PL_PUNCT; straight quotes are both */
    PL_LETTER = PL_UPPER | PL_LOWER,
    PL_WORD = PL_LETTER | PL_DIGIT,
};

/* The kind of the character at `at`, and its length in bytes; 0 and 0 at the end. Text is
 * valid UTF-8. */
unsigned pl_kind_at(const char *text, size_t at, size_t end, size_t *length);
/* The kind of the character that ends before `at`; 0 where at is `begin`. */
unsigned pl_kind_before(const char *text, size_t begin, size_t at);

/* The end of the grapheme cluster at `at`, what a reader takes for one character: a
 * sign with its accents, a flag, a family of emoji. */
size_t pl_grapheme_end(const char *text, size_t at, size_t end);

/* The length in bytes of the apostrophe (' ’ ʼ) or hyphen (- ‐ ‑) at `at`, 0 if there is
 * none. */
size_t pl_apostrophe_at(const char *text, size_t at, size_t end);
size_t pl_hyphen_at(const char *text, size_t at, size_t end);
