/* Constraints: any text, as lines or as JSON, is refused or says what a tree must have. What
 * does not contradict itself can be obeyed, by a parser and by any tree it is imposed on.
 * Code: src/format/constraint_text.c src/tree/constraints.c src/tree/impose.c
 * Code: src/tree/arc_rules.c src/machine/bracket_rules.c */
#include "small_model.h"

#include "api/api.h"
#include "format/constraint_text.h"

enum { MOST_WORDS = 9 };

/* A flat tree, or words that depend on the one before. */
static pl_tree *plain_tree(pl_arena *m, uint32_t n, bool constituents)
{
    pl_tree *t = pl_tree_new(m, n);
    t->root = constituents ? pl_tree_add(t, "S") : PL_NONE;
    t->has_deps = !constituents;
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = "w";
        t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : i - 1;
        if (constituents)
            pl_tree_append(t, t->root, i);
    }
    if (constituents)
        pl_tree_order(t);
    return t;
}

static void impose(const pl_constraints *c, uint32_t n, pl_tree_kind kind)
{
    pl_arena m = {0};
    pl_error err;
    if (pl_constraints_check(c, n, kind, &err) == 0) {
        pl_tree *t = plain_tree(&m, n, kind.constituents);
        pl_constraints_impose(c, kind, t);
        require_whole(t);
        require(pl_constraints_broken(c, t) == NULL, "what was imposed is broken", "");
    }
    pl_arena_release(&m);
}

static void parse(const pl_constraints *c, uint32_t n)
{
    static const char *const words[MOST_WORDS] = {"de", "man",  "heeft", "Boeken", "gelezen",
                                                  ".",  "hij", "het",   "huis"};
    pl_error err;
    pl_parser *parser = pl_parser_new(small_model(1));
    require(pl_parser_constrain(parser, c, &err) == 0, "refused", err.text);
    pl_sentence *s = pl_parser_parse_words(parser, words, NULL, n, &err);
    if (s != NULL) {
        require_whole(s->tree);
        require(pl_constraints_broken(c, s->tree) == NULL, "the parser does not obey", "");
    }
    pl_sentence_free(s);
    pl_parser_free(parser);
}

static void use(const pl_constraints *c)
{
    static const pl_tree_kind kinds[] = {{true, false}, {false, false}, {false, true}};
    if (c == NULL || c->list.n > 40)
        return;
    for (uint32_t n = 1; n <= MOST_WORDS; n++) {
        for (int k = 0; k < 3; k++)
            impose(c, n, kinds[k]);
        parse(c, n);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    pl_constraints c = {0};
    if (size > 4096)
        return 0;
    if (pl_constraints_add_json(&c, (const char *)data, size, &err) == 0)
        use(&c);
    pl_constraints_release(&c);
    pl_in *in = pl_in_memory("fuzz", data, size);
    pl_constraint_file *f = pl_constraint_file_read(in, &err);
    if (f != NULL) {
        use(pl_constraint_file_find(f, "1"));
        pl_constraint_file_close(f);
    }
    pl_in_close(in);
    return 0;
}
