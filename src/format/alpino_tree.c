/* From the elements of an Alpino document to its tree; see alpino_tree.h. */
#include "format/alpino_tree.h"

#include <stdlib.h>
#include <string.h>

/* References through nodes without words may multiply, or lead round in circles. */
enum { MAX_FOLLOWED = 10000, MAX_PATH = 1000 };

/* -- the words in order ------------------------------------------------------------ */

static int by_begin(const void *a, const void *b, void *items)
{
    const pl_alpino_item *x = &((const pl_alpino_item *)items)[*(const uint32_t *)a];
    const pl_alpino_item *y = &((const pl_alpino_item *)items)[*(const uint32_t *)b];
    return x->begin != y->begin ? (x->begin < y->begin ? -1 : 1) : x < y ? -1 : 1;
}

static void split_sentence(pl_alpino_reader *s)
{
    s->tokens.n = 0;
    char *at = pl_arena_strdup(s->m, s->text != NULL ? s->text : "");
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (*at == '\0')
            return;
        PL_PUSH(&s->tokens, at);
        at += strcspn(at, " \t\r\n");
        if (*at != '\0')
            *at++ = '\0';
    }
}

/* Words that no node has, up to this position, hang under the top. */
static void add_uncovered(pl_alpino_reader *s, uint32_t from, uint32_t to)
{
    for (; from < to && !s->xml.failed; from++) {
        if (from >= s->tokens.n) {
            pl_xml_fail(
                &s->xml, s->line,
                "no node has the word at position %u, and <sentence> has %zu words", from,
                s->tokens.n);
            return;
        }
        uint32_t part =
            pl_build_token(&s->build, s->build.n_tokens, s->tokens.at[from], NULL);
        if (s->top != PL_NONE)
            pl_build_link(&s->build, part, s->top);
    }
}

static void add_words(pl_alpino_reader *s)
{
    s->words.n = 0;
    for (uint32_t i = 0; i < s->items.n; i++)
        if (s->items.at[i].word != NULL)
            PL_PUSH(&s->words, i);
    if (s->words.n > 0)
        qsort_r(s->words.at, s->words.n, sizeof *s->words.at, by_begin, s->items.at);
    uint32_t done = 0; /* positions up to here have their word */
    for (size_t i = 0; i < s->words.n && !s->xml.failed; i++) {
        pl_alpino_item *w = &s->items.at[s->words.at[i]];
        if (w->has_children)
            pl_xml_fail(&s->xml, w->line, "the word %s has nodes below it", w->word);
        else if (w->begin == PL_NONE || w->end == PL_NONE || w->end <= w->begin)
            pl_xml_fail(&s->xml, w->line, "the word %s needs a begin and an end after it",
                        w->word);
        else if (w->begin < done)
            pl_xml_fail(&s->xml, w->line, "two words at position %u: %s and %s", w->begin,
                        s->items.at[s->words.at[i - 1]].word, w->word);
        if (s->xml.failed)
            return;
        add_uncovered(s, done, w->begin);
        w->part = pl_build_token(&s->build, s->build.n_tokens, w->word, w->label);
        done = w->end;
    }
    add_uncovered(s, done, s->tokens.n > done ? (uint32_t)s->tokens.n : done);
}

/* -- the tree ---------------------------------------------------------------------- */

/* Nonterminals with a word below become parts; others have nothing but secondary edges
 * below them and are left out. */
static void add_nonterminals(pl_alpino_reader *s)
{
    for (uint32_t i = 0; i < s->items.n; i++)
        if (s->items.at[i].word != NULL)
            for (uint32_t v = i; v != PL_NONE && !s->items.at[v].alive;
                 v = s->items.at[v].parent)
                s->items.at[v].alive = true;
    uint32_t n_tops = 0;
    for (uint32_t i = 0; i < s->items.n; i++) {
        pl_alpino_item *n = &s->items.at[i];
        bool empty = n->word == NULL && n->label == NULL && n->index == NULL;
        if (empty && !n->has_children)
            pl_xml_fail(&s->xml, n->line, "a node with neither cat, word nor index");
        bool top = i == 0 && n->label != NULL && s->tokens.n > 0;
        if (n->word == NULL && (n->alive || top))
            n->part = pl_build_node(&s->build, n->label != NULL ? n->label : "--");
        else if (n->word == NULL && n->label != NULL)
            s->xml.reader->lost = "categories of nodes without words";
        n_tops += n->parent == PL_NONE;
        s->top = n_tops == 1 ? s->items.at[0].part : PL_NONE;
    }
}

static void link_parts(pl_alpino_reader *s)
{
    for (uint32_t i = 0; i < s->items.n; i++) {
        const pl_alpino_item *n = &s->items.at[i];
        if (n->part == PL_NONE)
            continue;
        pl_node *node = pl_build_at(&s->build, n->part);
        node->func = n->rel;
        node->lemma = n->lemma;
        node->morph = n->morph;
        node->attrs = n->attrs;
        if (n->parent != PL_NONE)
            pl_build_link(&s->build, n->part, s->items.at[n->parent].part);
    }
}

/* Which item with a content has which index. */
static void find_indices(pl_alpino_reader *s)
{
    pl_intern_clear(&s->indices);
    s->indexed.n = 0;
    for (uint32_t i = 0; i < s->items.n; i++) {
        const pl_alpino_item *n = &s->items.at[i];
        if (n->index == NULL || (n->word == NULL && n->label == NULL && !n->has_children))
            continue;
        if (pl_intern_add(&s->indices, n->index) < s->indexed.n)
            pl_xml_fail(&s->xml, n->line, "two nodes have a content and the index %s",
                        n->index);
        else
            PL_PUSH(&s->indexed, i);
    }
}

static bool is_reference(const pl_alpino_item *n)
{
    return n->index != NULL && n->word == NULL && n->label == NULL && !n->has_children;
}

/* The rels on the way from below item `top` (PL_NONE: any that is left out) down to `i`,
 * with slashes between; *above is the item at which the way ends. */
static const char *path_to(pl_alpino_reader *s, uint32_t i, uint32_t top, uint32_t *above)
{
    const char *path = s->items.at[i].rel;
    uint32_t v = s->items.at[i].parent;
    for (; v != top && v != PL_NONE && s->items.at[v].part == PL_NONE;
         v = s->items.at[v].parent) {
        const char *rel = s->items.at[v].rel;
        path = pl_arena_printf(s->m, "%s/%s", rel != NULL ? rel : "--",
                               path != NULL ? path : "--");
        if (strlen(path) > MAX_PATH) {
            pl_xml_fail(&s->xml, s->items.at[i].line,
                        "nodes without words are nested too deep");
            break;
        }
    }
    *above = v;
    return path;
}

/* A reference to a node that is left out stands for what that one refers to itself. */
static void follow_reference(pl_alpino_reader *s, const pl_alpino_reference *from,
                             uint32_t empty)
{
    for (uint32_t i = empty + 1; i < s->items.n && !s->xml.failed; i++) {
        uint32_t v = i, above;
        while (v != PL_NONE && v > empty)
            v = s->items.at[v].parent;
        if (v != empty)
            return; /* items stand in the order of their starts: none is below it now */
        if (!is_reference(&s->items.at[i]))
            continue;
        const char *path = path_to(s, i, empty, &above);
        path = pl_arena_printf(s->m, "%s/%s", from->label != NULL ? from->label : "--",
                               path != NULL ? path : "--");
        if (s->references.n > s->items.n + MAX_FOLLOWED || strlen(path) > MAX_PATH)
            pl_xml_fail(&s->xml, s->items.at[i].line,
                        "nodes without words refer to each other without end");
        PL_PUSH(&s->references, ((pl_alpino_reference){i, from->parent, path}));
    }
}

/* A node with only an index is an edge from the node of that index to its own parent; the
 * nearest one that is not left out, and then the label names the ones between too. */
static void add_edges(pl_alpino_reader *s, pl_tree *t)
{
    s->references.n = 0;
    for (uint32_t i = 0; i < s->items.n && !s->xml.failed; i++)
        if (is_reference(&s->items.at[i])) {
            pl_alpino_reference ref = {.item = i};
            ref.label = path_to(s, i, PL_NONE, &ref.parent);
            PL_PUSH(&s->references, ref);
        }
    for (size_t k = 0; k < s->references.n && !s->xml.failed; k++) {
        const pl_alpino_reference ref = s->references.at[k];
        const pl_alpino_item *n = &s->items.at[ref.item];
        uint32_t found = pl_intern_find(&s->indices, n->index);
        if (found == PL_NONE || n->parent == PL_NONE) {
            pl_xml_fail(&s->xml, n->line, "no node with a content has the index %s",
                        n->index);
            return;
        }
        uint32_t to = s->indexed.at[found];
        uint32_t parent = ref.parent != PL_NONE
                              ? pl_build_id(&s->build, s->items.at[ref.parent].part)
                              : t->root;
        if (s->items.at[to].part == PL_NONE)
            follow_reference(s, &ref, to);
        else if (parent != PL_NONE)
            pl_tree_add_edge(t, pl_build_id(&s->build, s->items.at[to].part), parent,
                             ref.label);
    }
}

void pl_alpino_add_field(pl_alpino_reader *s, int list, const char *key,
                         const char *value)
{
    s->next_attr[list] = pl_attr_add(s->m, s->next_attr[list], pl_arena_strdup(s->m, key),
                                     pl_arena_strdup(s->m, value));
}

pl_tree *pl_alpino_tree(pl_alpino_reader *s)
{
    pl_error why;
    pl_build_start(&s->build, s->m);
    s->top = PL_NONE;
    split_sentence(s);
    add_nonterminals(s);
    if (!s->xml.failed)
        add_words(s);
    find_indices(s);
    if (s->xml.failed)
        return NULL;
    link_parts(s);
    uint32_t n_roots = 0, root = PL_NONE;
    for (uint32_t i = 0; i < s->build.parts.n; i++)
        if (s->build.parts.at[i].node.parent == PL_NONE) {
            n_roots++;
            root = i;
        }
    bool make_root = n_roots != 1 || s->build.parts.at[root].word != NULL;
    pl_tree *t = pl_build_finish(&s->build, make_root ? "top" : NULL, &why);
    if (t == NULL) {
        pl_xml_fail(&s->xml, s->line, "%s", why.text);
        return NULL;
    }
    add_edges(s, t);
    for (size_t i = 0; i < s->notes.n; i++)
        pl_xml_take_line(t, s->notes.at[i]);
    if (s->comment.n > 0)
        pl_alpino_add_field(s, PL_ALPINO_COMMENT, "comment", s->comment.at);
    t->id = s->id;
    t->text = s->text;
    for (int i = PL_ALPINO_N_FIELDS - 1; i >= 0; i--) { /* one list of them all */
        *s->next_attr[i] = t->attrs;
        t->attrs = s->attrs[i];
    }
    return s->xml.failed ? NULL : t;
}
