/* Writers. The input chooses a format and the contents of trees, from texts that have a meaning in one of
 * the formats. Checks that the written trees are read again unchanged; see tests/unit/hostile.h.
 * Code: src/format/alpino_write.c src/format/export_write.c src/format/tigerxml_write.c src/format/xml_write.c
 * Code: src/format/conll.c src/format/json.c src/format/bracketed.c src/format/plain.c src/format/writer.c */
#include "../unit/hostile_check.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    size_t n = 0;
    while (pl_formats[n] != NULL)
        n++;
    const pl_format *f = pl_formats[take_byte(&rest) % n];
    bool strip = take_byte(&rest) % 2 == 1;
    if (f->read == NULL || f->write == NULL || f == &pl_format_text)
        return 0;
    pl_arena m = {0};
    pl_str text = {0};
    hostile h = {
        .at = rest.at, .n = rest.n, .rng = {1}, .m = &m, .empty = may_be_empty(f)};
    hostile_bank b = hostile_trees(&h);
    for (size_t i = 0; i < b.n && strip; i++)
        strip_tree(b.at[i], f);
    outcome o = check_bank(&m, f, &b, &text);
    require(o.wrong == NULL, f->name, o.wrong);
    pl_str_release(&text);
    pl_arena_release(&m);
    return 0;
}
