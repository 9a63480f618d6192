/* Head rules: any text is refused or marks a head child in every node of the trees that
 * follow it in discbracket. The text that a model carries gives the same heads.
 * Code: src/transform/heads.c */
#include "fuzz.h"

#include "format/reader.h"
#include "transform/transform.h"

static void mark(const pl_heads *rules, const pl_heads *again, pl_tree *t, bool functions)
{
    pl_heads_mark(rules, t, functions);
    require_whole(t);
    for (uint32_t i = t->root; i != PL_NONE; i = pl_tree_preorder(t, t->root, i))
        if (!pl_is_terminal(t, i)) {
            require(t->nodes[i].head != PL_NONE, "no head", t->nodes[i].label);
            require(pl_heads_find(again, t, i, functions, NULL) == t->nodes[i].head,
                    "other heads by the text of the rules", t->nodes[i].label);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size}, text = take_part(&rest);
    pl_error err;
    pl_arena m = {0};
    pl_heads *rules = pl_heads_parse("fuzz", (const char *)text.at, text.n, &err);
    if (rules == NULL)
        return 0;
    const char *copy = pl_heads_text(rules);
    pl_heads *again = pl_heads_parse("again", copy, strlen(copy), &err);
    require(again != NULL, "the text of the rules is refused", err.text);
    pl_read_options options = {.split_functions = true};
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", rest.at, rest.n),
                                 pl_format_find("discbracket"), &options, &err);
    pl_tree *t;
    for (int got; (got = pl_reader_next(r, &m, &t, &err)) != 0; pl_arena_reset(&m))
        if (got > 0) {
            mark(rules, again, t, false);
            mark(rules, again, t, true);
        }
    pl_reader_close(r);
    pl_heads_free(again);
    pl_heads_free(rules);
    pl_arena_release(&m);
    return 0;
}
