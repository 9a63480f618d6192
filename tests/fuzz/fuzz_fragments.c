/* Fragments: trees in discbracket, then a file of fragments to be counted in them. The
 * file is refused or counted; the fragments that recur in the trees, written and counted
 * again, have the same counts.
 * Code: src/grammar/fragments.c src/grammar/grammar_text.c src/grammar/forest.c
 * Code: src/grammar/productions.c */
#include "fuzz.h"

#include "format/reader.h"
#include "grammar/grammar_text.h"

enum { MOST_NODES = 400 }; /* of all trees: covers have many fragments */

/* In a fragment a word that is empty stands for one that is left open. */
static bool is_fragment(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].word[0] == '\0')
            return true;
    return false;
}

static void read_forest(pl_forest *f, part trees)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *t;
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", trees.at, trees.n),
                                 pl_format_find("discbracket"), NULL, &err);
    for (int got; (got = pl_reader_next(r, &m, &t, &err)) != 0; pl_arena_reset(&m))
        if (got > 0 && !is_fragment(t) && f->nodes.n + t->n_nodes <= MOST_NODES)
            pl_forest_add(f, t, &err);
    pl_reader_close(r);
    pl_arena_release(&m);
}

static void print(const pl_fragments *found, const pl_forest *f,
                  pl_fragment_columns columns, pl_str *text)
{
    pl_error err;
    pl_out *out = pl_out_memory(text);
    pl_fragments_print(found, &f->productions, &columns, out);
    pl_out_close(out, &err);
}

/* Finds fragments, writes them and counts what was written. */
static void find_and_count(pl_forest *f, const pl_seek_options *options)
{
    pl_error err;
    pl_fragments found = {0}, counted = {0};
    pl_str once = {0}, twice = {0};
    if (pl_fragments_find(&found, f, options, NULL, 1, &err) == 0) {
        print(&found, f, (pl_fragment_columns){.both = options->second > 0}, &once);
        const char *path = file_of((part){(const uint8_t *)pl_str_text(&once), once.n});
        require(pl_fragments_find(&counted, f, options, path, 1, &err) == 0,
                "fragments that were written are refused", err.text);
        print(&counted, f, (pl_fragment_columns){.both = options->second > 0}, &twice);
        require(strcmp(pl_str_text(&once), pl_str_text(&twice)) == 0, pl_str_text(&once),
                pl_str_text(&twice));
        pl_str_clear(&twice);
        print(&found, f, (pl_fragment_columns){.unbinarize = true, .relative = true},
              &twice);
    }
    pl_fragments_release(&found);
    pl_fragments_release(&counted);
    pl_str_release(&once);
    pl_str_release(&twice);
}

static void count(pl_forest *f, const pl_seek_options *options, part file)
{
    pl_error err;
    pl_fragments given = {0};
    pl_str text = {0};
    pl_seek_options plain = {.second = options->second, .trees = true};
    if (pl_fragments_find(&given, f, &plain, file_of(file), 1, &err) == 0)
        print(&given, f, (pl_fragment_columns){.trees = true}, &text);
    pl_fragments_release(&given);
    pl_str_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    uint8_t choice = take_byte(&rest);
    pl_forest f = {0};
    read_forest(&f, take_part(&rest));
    uint32_t n = f.n_trees;
    pl_seek_options options = {.second = choice & 1 ? n / 2 : 0,
                               .cover = (uint32_t)(choice >> 1) % 3,
                               .min_words = (uint32_t)(choice >> 3) % 3};
    find_and_count(&f, &options);
    if (rest.n > 0)
        count(&f, &options, rest);
    pl_forest_release(&f);
    return 0;
}
