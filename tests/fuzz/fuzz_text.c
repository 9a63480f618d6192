/* The tokenizer on any bytes: the first byte chooses the rules, the rest is the text.
 * Code: src/text/tokenize.c src/text/segment.c src/text/letters.c src/text/parts.c
 * Code: src/format/raw_text.c */
#include "text_words.h"

static const char *const names[] = {"generic", "en", "craft",   "nl",
                                    "de",      "is", "icepahc", "parts"};
enum { N_NAMES = sizeof names / sizeof *names, PARTS = N_NAMES - 1 };

/* Cuts as they are learned, in more places than any treebank has them. */
static const char parts[] = "mark $\nends . ! ?\nparts |a e|b |\u00f0 c|a|b ^ab|c xyz "
                            "^\u00e9|\u00e9 |ab\n";

static const pl_rules *rules_of(unsigned i)
{
    static pl_rules all[N_NAMES];
    pl_error err;
    if (all[i].text.n == 0)
        require((i == PARTS ? pl_rules_parse(&all[i], "parts", parts, &err)
                            : pl_rules_load(&all[i], names[i], &err)) == 0,
                "cannot load rules", err.text);
    return &all[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    if (size > 0)
        require_words(rules_of(take_byte(&rest) % N_NAMES), rest);
    return 0;
}
