/* The tokenizer on any bytes: the first byte chooses the rules, the rest is the text. It
 * must not crash; words come in order, cover all that is not white space, and are the
 * same bytes as in the text where that is valid. */
#include "base/utf8.h"
#include "text/letters.h"
#include "text/segment.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"generic", "en", "craft",  "nl",
                                    "de",      "is", "icepahc"};
enum { N_NAMES = sizeof names / sizeof *names };

static void violated(const char *what, const char *word)
{
    fprintf(stderr, "%s: %s\n", what, word);
    abort();
}

static const pl_rules *rules_of(unsigned i)
{
    static pl_rules all[N_NAMES];
    pl_err err;
    if (all[i].text.n == 0 && pl_rules_load(&all[i], names[i], &err) < 0)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const pl_rules *rules = rules_of(data[0] % N_NAMES);
    const char *bytes = (const char *)data + 1;
    pl_segmenter segmenter = pl_segmenter_of(rules);
    pl_read_options options = {.segmenter = &segmenter};
    pl_err err;
    pl_arena m = {0};
    size_t last = 0, base = size > 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", bytes, size - 1),
                                 pl_format_find("text"), &options, &err);
    pl_tree *t;
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
            if (!packed)
                check_word(rules, bytes + base, w);
        }
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
    pl_reader_close(r);
    return 0;
}
