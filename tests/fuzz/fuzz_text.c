/* The tokenizer on any bytes: the first byte chooses the rules, the rest is the text. It
 * must not crash; words come in order, cover all that is not white space, are the same
 * bytes as in the text where that is valid, and tell right where they stand: in
 * characters as in bytes, and whether white space follows. */
#include "base/utf8.h"
#include "text/letters.h"
#include "text/segment.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"generic", "en", "craft",   "nl",
                                    "de",      "is", "icepahc", "parts"};
enum { N_NAMES = sizeof names / sizeof *names, PARTS = N_NAMES - 1 };

/* Cuts as they are learned, in more places than any treebank has them. */
static const char parts[] = "mark $\nends . ! ?\nparts |a e|b |\u00f0 c|a|b ^ab|c xyz "
                            "^\u00e9|\u00e9 |ab\n";

static void violated(const char *what, const char *word)
{
    fprintf(stderr, "%s: %s\n", what, word);
    abort();
}

static const pl_rules *rules_of(unsigned i)
{
    static pl_rules all[N_NAMES];
    pl_error err;
    if (all[i].text.n == 0 && (i == PARTS ? pl_rules_parse(&all[i], "parts", parts, &err)
                                          : pl_rules_load(&all[i], names[i], &err)) < 0)
        violated("cannot load rules", err.text);
    return &all[i];
}

static void check_word(const pl_rules *r, const char *bytes, const pl_token *w)
{
    size_t n = w->end - w->begin, mark = strlen(r->mark), length = strlen(w->word);
    if (length == n && memcmp(bytes + w->begin, w->word, n) != 0 &&
        strstr(w->word, "\ufffd") == NULL)
        violated("not the bytes of the text", w->word);
    if (length > n + 2 * mark && strstr(w->word, "\ufffd") == NULL)
        violated("longer than its place", w->word);
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
        if (bytes[at] == '\0' || pl_utf8_invalid(bytes + at, n - at) == 0 ||
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
    if (!all_space(bytes + end, n))
        violated("text was lost before", w->word);
    if (chars + count_chars(bytes + end, n) != w->first_char ||
        count_chars(bytes + w->begin, w->end - w->begin) != w->n_chars)
        violated("wrong characters", w->word);
    if (last != NULL && last->glued != (n == 0))
        violated("wrong about white space before", w->word);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const pl_rules *rules = rules_of(data[0] % N_NAMES);
    const char *bytes = (const char *)data + 1;
    pl_segmenter segmenter = pl_segmenter_of(rules);
    pl_read_options options = {.segmenter = &segmenter};
    pl_error err;
    pl_arena m = {0};
    size_t last = 0, base = size > 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", bytes, size - 1),
                                 pl_format_find("text"), &options, &err);
    pl_tree *t;
    pl_token before;
    bool first = true;
    bool packed = size > 4 && (memcmp(bytes, "\x28\xb5\x2f\xfd", 4) == 0 ||
                               memcmp(bytes, "\x1f\x8b", 2) == 0);
    while (pl_reader_next(r, &m, &t, &err) > 0) {
        if (t->n_tokens == 0)
            violated("an empty sentence", "");
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            const pl_token *w = &t->tokens[i];
            if (w->begin < last || w->end <= w->begin)
                violated("words out of order", w->word);
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
    return 0;
}
