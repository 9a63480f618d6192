/* Feature templates: the first byte chooses between those of constituents and of
 * dependencies and how distances count, the rest is the text. It is refused or compiled;
 * the text that a model carries gives the same templates.
 * Code: src/parser/template.c src/parser/features.c */
#include "fuzz.h"

#include "parser/item_values.h"
#include "parser/pair_values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    uint8_t choice = take_byte(&rest);
    const pl_notation *notation = choice & 1 ? &pl_arcs_notation : &pl_items_notation;
    pl_error err;
    pl_templates t = {0}, again = {0};
    pl_features f = {0}, same = {0};
    char *text = string_of(rest);
    if (pl_templates_parse(&t, notation, "fuzz", text, &err) == 0) {
        require(pl_templates_parse(&again, notation, "again", pl_str_text(&t.text),
                                   &err) == 0,
                "the text of the templates is refused", err.text);
        require(again.list.n == t.list.n, "another number of templates", text);
        pl_features_compile(&f, &t, (pl_far)((choice >> 1) % 3));
        pl_features_compile(&same, &again, (pl_far)((choice >> 1) % 3));
        require(memcmp(f.fields, same.fields, sizeof f.fields) == 0, "other fields",
                text);
    }
    pl_features_release(&f);
    pl_features_release(&same);
    pl_templates_release(&t);
    pl_templates_release(&again);
    free(text);
    return 0;
}
