/* Reads raw text by the rules of a tokenizer. Whatever the bytes are, words come in order, cover all
 * that is not white space, are the same bytes as in the text where that is valid, and tell right
 * where they stand: in characters as in bytes, and whether white space follows. */
#ifndef PL_TESTS_FUZZ_TEXT_WORDS_H
#define PL_TESTS_FUZZ_TEXT_WORDS_H

#include "fuzz.h"

#include "base/utf8.h"
#include "text/letters.h"
#include "text/segment.h"

static void check_word(const pl_rules *r, const char *bytes, const pl_token *w)
{
    size_t n = w->end - w->begin, mark = strlen(r->mark), length = strlen(w->word);
    if (strstr(w->word, "\ufffd") != NULL)
        return;
    require(length != n || memcmp(bytes + w->begin, w->word, n) == 0,
            "not the bytes of the text", w->word);
    require(length <= n + 2 * mark, "longer than its place", w->word);
}

/* Characters as the reader counts them: each byte that is no part of one is one, too. */
static size_t count_chars(const char *bytes, size_t n)
{
    size_t chars = 0;
    uint32_t code;
    for (size_t at = 0; at < n; chars++)
        at += bytes[at] == '\0' ? 1 : pl_utf8_decode(bytes + at, n - at, &code);
    return chars;
}

static bool all_space(const char *bytes, size_t n)
{
    size_t length;
    for (size_t at = 0; at < n; at += length) {
        if (bytes[at] == '\0' || pl_utf8_good(bytes + at, n - at < 4 ? n - at : 4) == 0 ||
            !(pl_kind_at(bytes, at, n, &length) & PL_SPACE))
            return false;
    }
    return true;
}

/* What stands between the last word and this one, and what it says about that. */
static void check_place(const char *bytes, const pl_token *last, const pl_token *w)
{
    size_t end = last != NULL ? last->end : 0;
    size_t chars = last != NULL ? last->first_char + last->n_chars : 0;
    size_t n = w->begin - end;
    require(all_space(bytes + end, n), "text was lost before", w->word);
    require(chars + count_chars(bytes + end, n) == w->first_char &&
                count_chars(bytes + w->begin, w->end - w->begin) == w->n_chars,
            "wrong characters", w->word);
    require(last == NULL || last->glued == (n == 0), "wrong about white space before",
            w->word);
}

static void require_words(const pl_rules *rules, part text)
{
    const char *bytes = (const char *)text.at;
    pl_segmenter segmenter = pl_segmenter_of(rules);
    pl_read_options options = {.segmenter = &segmenter};
    pl_error err;
    pl_arena m = {0};
    size_t last = 0, base = text.n >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", bytes, text.n),
                                 pl_format_find("text"), &options, &err);
    pl_tree *t;
    pl_token before;
    bool first = true;
    bool packed = text.n >= 4 && (memcmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0 ||
                                  memcmp(bytes, "\x1f\x8b", 2) == 0);
    while (pl_reader_next(r, &m, &t, &err) > 0) {
        require(t->n_tokens > 0, "an empty sentence", NULL);
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            const pl_token *w = &t->tokens[i];
            require(w->begin >= last && w->end > w->begin, "words out of order", w->word);
            last = w->end;
            if (!packed) {
                check_word(rules, bytes + base, w);
                check_place(bytes + base, first ? NULL : &before, w);
            }
            before = *w;
            first = false;
        }
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
    pl_reader_close(r);
}

#endif
