/* Makes the tree of a sentence in the export format; see export_tree.h. */
#include "format/export_tree.h"

#include "format/export.h"

#include <stdlib.h>
#include <string.h>

static int by_number(const void *a, const void *b)
{
    uint32_t x = ((const pl_export_number *)a)->number,
             y = ((const pl_export_number *)b)->number;
    return x < y ? -1 : x > y;
}

static uint32_t part_of(const pl_export_sentence *s, uint32_t number)
{
    pl_export_number key = {.number = number};
    const pl_export_number *found =
        s->numbers.n == 0
            ? NULL
            : bsearch(&key, s->numbers.at, s->numbers.n, sizeof key, by_number);
    return found != NULL ? found->part : PL_NONE;
}

static bool is_parent(const pl_export_sentence *s, uint32_t number)
{
    for (size_t i = 0; i < s->rows.n; i++)
        if (s->rows.at[i].parent == number)
            return true;
    return false;
}

/* How many rows are words: what follows them are the nonterminals, a run of lines with
 * ascending numbers. A line that breaks the order is a nonterminal too if it is named as
 * a parent. So "#1", "#600" in the middle of a sentence and "#600" right before #500 are
 * words. */
static size_t count_words(const pl_export_sentence *s)
{
    size_t n = s->rows.n, out_of_order = 0;
    while (n > 0 && s->rows.at[n - 1].number > 0) {
        uint32_t number = s->rows.at[n - 1].number;
        bool ascends = n == s->rows.n || number <= s->rows.at[n].number;
        if (!ascends && (++out_of_order > 1000 || !is_parent(s, number)))
            break;
        n--;
    }
    return n;
}

static int place(const pl_export_sentence *s, size_t line, pl_error *err,
                 const pl_error *why)
{
    return pl_fail(err, PL_BAD_INPUT, "%s:%zu: sentence %s: %s", s->file, line, s->id,
                   why->text);
}

static int number_nodes(pl_export_sentence *s, size_t n_words, pl_error *err)
{
    pl_error why;
    s->numbers.n = 0;
    for (size_t i = n_words; i < s->rows.n; i++)
        PL_PUSH(&s->numbers, ((pl_export_number){s->rows.at[i].number, (uint32_t)i}));
    bool sorted = true;
    for (size_t i = 1; i < s->numbers.n; i++)
        sorted = sorted && s->numbers.at[i - 1].number < s->numbers.at[i].number;
    if (!sorted)
        qsort(s->numbers.at, s->numbers.n, sizeof *s->numbers.at, by_number);
    for (size_t i = 1; i < s->numbers.n && !sorted; i++)
        if (s->numbers.at[i - 1].number == s->numbers.at[i].number) {
            pl_fail(
                &why, PL_BAD_INPUT,
                "two nodes have the number %u (if the first is a word, mark it with a "
                "last column %%%% " PL_EXPORT_WORD_MARK ")",
                s->numbers.at[i].number);
            return place(s, s->rows.at[s->numbers.at[i].part].line, err, &why);
        }
    return 0;
}

/* Rows become parts of the same number. */
static int link_parts(pl_export_sentence *s, pl_arena *m, size_t n_words, pl_error *err)
{
    pl_error why;
    pl_build_start(&s->build, m);
    for (size_t i = 0; i < s->rows.n; i++) {
        const pl_export_row *from = &s->rows.at[i];
        const char *label =
            from->column[PL_EXPORT_TAG] != NULL ? from->column[PL_EXPORT_TAG] : "--";
        uint32_t part = i < n_words ? pl_build_token(&s->build, (uint32_t)i,
                                                     from->column[PL_EXPORT_WORD], label)
                                    : pl_build_node(&s->build, label);
        pl_node *node = pl_build_at(&s->build, part);
        node->func = from->column[PL_EXPORT_FUNC];
        node->lemma = from->column[PL_EXPORT_LEMMA];
        node->morph = from->column[PL_EXPORT_MORPH];
        if (from->comment != NULL)
            pl_attr_add(m, &node->attrs, "comment", from->comment);
        if (from->parent == 0)
            continue;
        uint32_t parent = part_of(s, from->parent);
        if (parent == PL_NONE) {
            pl_fail(&why, PL_BAD_INPUT, "the parent of %s is node %u, which is not there",
                    from->column[PL_EXPORT_WORD], from->parent);
            return place(s, from->line, err, &why);
        }
        pl_build_link(&s->build, part, parent);
    }
    return 0;
}

static int add_edges(const pl_export_sentence *s, pl_tree *t, pl_error *err)
{
    pl_error why;
    for (size_t i = 0; i < s->links.n; i++) {
        const pl_export_link *l = &s->links.at[i];
        uint32_t part = l->parent != 0 ? part_of(s, l->parent) : PL_NONE;
        if (l->parent != 0 && part == PL_NONE) {
            pl_fail(&why, PL_BAD_INPUT,
                    "a secondary edge goes to node %u, which is not there", l->parent);
            return place(s, l->line, err, &why);
        }
        pl_tree_add_edge(t, pl_build_id(&s->build, l->child),
                         part != PL_NONE ? pl_build_id(&s->build, part) : t->root,
                         l->label);
    }
    return 0;
}

/* Comment lines: those since the last sentence, then those within this one. */
static void add_lines(const pl_export_sentence *s, const char *before, pl_tree *t)
{
    for (const char *at = before, *end; *at != '\0'; at = end + 1) {
        end = strchr(at, '\n');
        pl_tree_add_line(t, 0, pl_arena_strndup(t->arena, at, (size_t)(end - at)));
    }
    for (size_t i = 0; i < s->lines.n; i++) {
        uint32_t next = s->lines.at[i].before;
        pl_tree_add_line(t, next < t->n_tokens ? next : t->n_tokens, s->lines.at[i].text);
    }
}

pl_tree *pl_export_tree(pl_export_sentence *s, const char *file, const char *before,
                        pl_arena *m, pl_error *err)
{
    s->file = file;
    size_t n_words = count_words(s);
    if (number_nodes(s, n_words, err) < 0 || link_parts(s, m, n_words, err) < 0)
        return NULL;
    pl_error why;
    pl_tree *t = pl_build_finish(&s->build, "ROOT", &why);
    if (t == NULL) {
        place(s, s->first_line, err, &why);
        return NULL;
    }
    if (add_edges(s, t, err) < 0)
        return NULL;
    add_lines(s, before, t);
    t->id = s->id;
    return t;
}

void pl_export_sentence_release(pl_export_sentence *s)
{
    pl_build_release(&s->build);
    PL_VEC_RELEASE(&s->rows);
    PL_VEC_RELEASE(&s->links);
    PL_VEC_RELEASE(&s->lines);
    PL_VEC_RELEASE(&s->numbers);
}
