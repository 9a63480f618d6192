/* Building and changing sentences for pleach.h. Every function leaves a tree that is in
 * order and has no dead nodes. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Checks text that a caller gave for a sentence: valid UTF-8 and not empty. */
static int check_text(const char *text, const char *what, pl_error *error)
{
    if (text == NULL || text[0] == '\0')
        return pl_fail(error, PL_BAD_ARGUMENT, "%s is empty", what);
    if (pl_utf8_invalid(text, strlen(text)) != PL_UTF8_OK)
        return pl_fail(error, PL_BAD_ARGUMENT, "%s is not valid UTF-8", what);
    return 0;
}

/* -- new sentences ------------------------------------------------------------------- */

static int check_words(const char *const *words, const char *const *tags, uint32_t n,
                       pl_error *error)
{
    char what[32];
    if (n > 0 && !pl_api_given(&error, "the list of words", words, PL_LAST))
        return -1;
    if (n > PL_MAX_TOKENS)
        return pl_fail(error, PL_TOO_LARGE, "a sentence of %u words; %u are the most", n,
                       PL_MAX_TOKENS);
    for (uint32_t i = 0; i < n; i++) {
        snprintf(what, sizeof what, "word %u", i + 1);
        if (check_text(words[i], what, error) < 0)
            return -1;
        snprintf(what, sizeof what, "the tag of word %u", i + 1);
        if (tags != NULL && tags[i] != NULL && check_text(tags[i], what, error) < 0)
            return -1;
    }
    return 0;
}

pl_tree *pl_api_words(pl_arena *m, const char *const *words, const char *const *tags,
                      uint32_t n, pl_error *error)
{
    if (check_words(words, tags, n, error) < 0)
        return NULL;
    pl_tree *t = pl_tree_new(m, n);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = pl_arena_strdup(m, words[i]);
        t->nodes[i].label = tags != NULL ? pl_arena_strdup(m, tags[i]) : NULL;
    }
    return t;
}

pl_sentence *pl_sentence_new(const char *const *words, const char *const *tags,
                             uint32_t n, const char *root, pl_error *error)
{
    pl_sentence *s = pl_alloc_zero(1, sizeof *s);
    s->tree = pl_api_words(&s->arena, words, tags, n, error);
    bool made = s->tree != NULL;
    if (made && root != NULL && n > 0) {
        uint32_t *all = pl_alloc(n * sizeof *all);
        for (uint32_t i = 0; i < n; i++)
            all[i] = i;
        made = pl_sentence_add(s, root, all, n, error) != PL_NONE;
        free(all);
    }
    if (made)
        return s;
    pl_sentence_free(s);
    return NULL;
}

/* -- constituents -------------------------------------------------------------------- */

static int check_node(const pl_sentence *s, uint32_t node, pl_error *error)
{
    if (!pl_api_given(&error, "the sentence", s, PL_LAST))
        return -1;
    if (node >= s->tree->n_nodes)
        return pl_fail(error, PL_BAD_ARGUMENT, "there is no node %u", node);
    return 0;
}

static int check_constituent(const pl_sentence *s, uint32_t node, pl_error *error)
{
    if (check_node(s, node, error) < 0)
        return -1;
    if (node < s->tree->n_tokens)
        return pl_fail(error, PL_BAD_ARGUMENT, "node %u is a word, not a constituent",
                       node);
    return 0;
}

/* Checks that the children are different nodes with one parent. */
static int check_children(const pl_sentence *s, const uint32_t *children, uint32_t n,
                          pl_error *error)
{
    const pl_tree *t = s->tree;
    if (children == NULL || n == 0)
        return pl_fail(error, PL_BAD_ARGUMENT, "a constituent needs children");
    bool *seen = pl_alloc_zero(t->n_nodes, sizeof *seen);
    int status = 0;
    for (uint32_t i = 0; i < n && status == 0; i++) {
        uint32_t c = children[i], first = children[0];
        if (check_node(s, c, error) < 0)
            status = -1;
        else if (seen[c])
            status = pl_fail(error, PL_BAD_ARGUMENT, "node %u is given twice", c);
        else if (t->nodes[c].parent != t->nodes[first].parent)
            status = pl_fail(error, PL_BAD_ARGUMENT,
                             "nodes %u and %u have different parents", first, c);
        else
            seen[c] = true;
    }
    free(seen);
    if (status == 0 && t->root == PL_NONE && n != t->n_tokens)
        status = pl_fail(error, PL_BAD_ARGUMENT,
                         "the first constituent must be over all %u words", t->n_tokens);
    return status;
}

uint32_t pl_sentence_add(pl_sentence *s, const char *label, const uint32_t *children,
                         uint32_t n, pl_error *error)
{
    if (!pl_api_given(&error, "the sentence", s, PL_LAST) ||
        check_text(label, "the label", error) < 0 ||
        check_children(s, children, n, error) < 0)
        return PL_NONE;
    pl_tree *t = s->tree;
    uint32_t parent = t->nodes[children[0]].parent;
    uint32_t head = parent != PL_NONE ? t->nodes[parent].head : PL_NONE;
    uint32_t made = pl_tree_add(t, pl_arena_strdup(t->arena, label));
    for (uint32_t i = 0; i < n; i++)
        pl_tree_move(t, children[i], made);
    if (parent == PL_NONE)
        t->root = made;
    else
        pl_tree_append(t, parent, made);
    if (head != PL_NONE && t->nodes[head].parent == made) {
        t->nodes[parent].head = made;
        t->nodes[made].head = head;
    }
    pl_tree_order(t);
    return made;
}

/* The number that pl_tree_compact will give to a node of the tree. */
static uint32_t number_after(const pl_tree *t, uint32_t node)
{
    uint32_t number = t->n_tokens;
    if (pl_is_terminal(t, node))
        return node;
    for (uint32_t v = t->root; v != node; v = pl_tree_preorder(t, t->root, v))
        number += !pl_is_terminal(t, v);
    return number;
}

uint32_t pl_sentence_move(pl_sentence *s, uint32_t node, uint32_t parent, pl_error *error)
{
    if (check_node(s, node, error) < 0 || check_constituent(s, parent, error) < 0)
        return PL_NONE;
    pl_tree *t = s->tree;
    uint32_t old = t->nodes[node].parent;
    if (pl_tree_dominates(t, node, parent)) {
        pl_fail(error, PL_BAD_ARGUMENT, "node %u cannot be moved below itself", node);
        return PL_NONE;
    }
    pl_tree_move(t, node, parent);
    if (t->nodes[old].first == PL_NONE) {
        pl_tree_prune(t, old);
        node = number_after(t, node);
        pl_tree_compact(t);
    } else {
        pl_tree_order(t);
    }
    return node;
}

/* Removes the root where its only child, or nothing at all, can be left. */
static int remove_root(pl_tree *t, pl_error *error)
{
    uint32_t root = t->root, first = t->nodes[root].first;
    bool only = t->nodes[first].next == PL_NONE && !pl_is_terminal(t, first);
    for (uint32_t c = first; c != PL_NONE && !only; c = t->nodes[c].next)
        if (!pl_is_terminal(t, c))
            return pl_fail(error, PL_BAD_ARGUMENT,
                           "the root has several children: one of them must be over the "
                           "others first");
    while (t->nodes[root].first != PL_NONE)
        pl_tree_unlink(t, t->nodes[root].first);
    t->root = only ? first : PL_NONE;
    return 0;
}

int pl_sentence_remove(pl_sentence *s, uint32_t node, pl_error *error)
{
    if (check_constituent(s, node, error) < 0)
        return -1;
    if (node != s->tree->root)
        pl_tree_splice(s->tree, node);
    else if (remove_root(s->tree, error) < 0)
        return -1;
    pl_tree_compact(s->tree);
    return 0;
}

/* -- fields -------------------------------------------------------------------------- */

/* Where the text of the field stands; NULL with the reason if the node has none. */
static const char **find_field(pl_sentence *s, uint32_t node, pl_node_field field,
                               pl_error *error)
{
    pl_tree *t = s->tree;
    if (field == PL_FIELD_ID)
        return &t->id;
    if (check_node(s, node, error) < 0)
        return NULL;
    pl_node *v = &t->nodes[node];
    pl_token *word = pl_is_terminal(t, node) ? &t->tokens[node] : NULL;
    const char **const places[PL_FIELD_ID] = {
        [PL_FIELD_LABEL] = &v->label,
        [PL_FIELD_FUNCTION] = &v->func,
        [PL_FIELD_LEMMA] = &v->lemma,
        [PL_FIELD_MORPHOLOGY] = &v->morph,
        [PL_FIELD_WORD] = word != NULL ? &word->word : NULL,
        [PL_FIELD_RELATION] = word != NULL ? &word->deprel : NULL,
    };
    if (field < PL_FIELD_ID && places[field] != NULL)
        return places[field];
    pl_fail(error, PL_BAD_ARGUMENT, "node %u has no such field", node);
    return NULL;
}

int pl_sentence_set(pl_sentence *s, uint32_t node, pl_node_field field, const char *text,
                    pl_error *error)
{
    if (!pl_api_given(&error, "the sentence", s, PL_LAST))
        return -1;
    const char **place = find_field(s, node, field, error);
    if (place == NULL)
        return -1;
    bool needed = field == PL_FIELD_WORD ||
                  (field == PL_FIELD_LABEL && !pl_is_terminal(s->tree, node));
    if ((text != NULL || needed) && check_text(text, "the text", error) < 0)
        return -1;
    *place = pl_arena_strdup(s->tree->arena, text);
    if (field == PL_FIELD_WORD) { /* where it stood in the raw text is no longer known */
        s->tree->text = NULL;
        s->tree->tokens[node].begin = s->tree->tokens[node].end = 0;
    }
    return 0;
}

int pl_sentence_set_head(pl_sentence *s, uint32_t word, uint32_t head, pl_error *error)
{
    if (!pl_api_given(&error, "the sentence", s, PL_LAST))
        return -1;
    pl_tree *t = s->tree;
    if (word >= t->n_tokens)
        return pl_fail(error, PL_BAD_ARGUMENT, "there is no word %u", word);
    if (head == word || (head >= t->n_tokens && head != PL_ROOT_HEAD && head != PL_NONE))
        return pl_fail(error, PL_BAD_ARGUMENT, "%u cannot be the head of word %u", head,
                       word);
    t->tokens[word].head = head;
    pl_tree_drop_deps(t);
    t->has_deps = false;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        t->has_deps = t->has_deps || t->tokens[i].head != PL_NONE;
    return 0;
}

int pl_sentence_set_head_child(pl_sentence *s, uint32_t node, uint32_t child,
                               pl_error *error)
{
    if (check_constituent(s, node, error) < 0)
        return -1;
    if (child != PL_NONE &&
        (check_node(s, child, error) < 0 || s->tree->nodes[child].parent != node))
        return pl_fail(error, PL_BAD_ARGUMENT, "node %u is not a child of node %u", child,
                       node);
    s->tree->nodes[node].head = child;
    return 0;
}
