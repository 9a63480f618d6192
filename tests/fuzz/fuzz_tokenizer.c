/* Rules of a tokenizer: any text, then a line of a % only and raw text. The rules are
 * refused or cut the text as they must. The text that a model carries is accepted again.
 * Code: src/text/rules.c src/text/parts.c src/text/tokenize.c */
#include "text_words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    char *text = string_of(take_part(&rest));
    pl_rules rules, again;
    pl_error err;
    if (pl_rules_parse(&rules, "fuzz", text, &err) == 0) {
        require_words(&rules, rest);
        require(pl_rules_parse(&again, "again", pl_str_text(&rules.text), &err) == 0,
                "the text of the rules is refused", err.text);
        pl_rules_release(&again);
        pl_rules_release(&rules);
    }
    free(text);
    return 0;
}
