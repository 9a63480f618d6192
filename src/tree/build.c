/* Checking and numbering of a sentence's parts; see build.h. */
#include "tree/build.h"

#include <string.h>

void pl_build_start(pl_build *b, pl_arena *m)
{
    b->arena = m;
    b->parts.n = 0;
    b->n_tokens = 0;
}

static uint32_t add(pl_build *b, const char *label, const char *word, uint32_t position)
{
    pl_part part = {.word = word, .position = position};
    part.node.label = label;
    part.node.parent = PL_NONE;
    part.node.head = PL_NONE;
    PL_PUSH(&b->parts, part);
    return (uint32_t)b->parts.n - 1;
}

uint32_t pl_build_node(pl_build *b, const char *label)
{
    return add(b, label, NULL, PL_NONE);
}

uint32_t pl_build_token(pl_build *b, uint32_t position, const char *word, const char *tag)
{
    b->n_tokens++;
    return add(b, tag, word, position);
}

void pl_build_link(pl_build *b, uint32_t child, uint32_t parent)
{
    b->parts.at[child].node.parent = parent;
}

void pl_build_close(pl_build *b, uint32_t part, bool split_functions)
{
    pl_part *p = &b->parts.at[part], *only = p + 1;
    if (part + 2 == b->parts.n && only->word != NULL && only->node.label == NULL &&
        only->node.parent == part) {
        p->word = only->word;
        p->position = only->position;
        b->parts.n--;
        return;
    }
    const char *label = p->node.label;
    const char *hyphen =
        split_functions && *label != '\0' ? strchr(label + 1, '-') : NULL;
    if (hyphen != NULL && hyphen[1] != '\0') {
        p->node.label = pl_arena_strndup(b->arena, label, (size_t)(hyphen - label));
        p->node.func = hyphen + 1;
    }
}

bool pl_build_has_root(const pl_build *b)
{
    const pl_part *root = NULL;
    uint32_t n_roots = 0;
    for (size_t i = 0; i < b->parts.n; i++)
        if (b->parts.at[i].node.parent == PL_NONE) {
            root = &b->parts.at[i];
            n_roots++;
        }
    return n_roots == 1 && root->word == NULL;
}

uint32_t pl_build_id(const pl_build *b, uint32_t part)
{
    return b->parts.at[part].position;
}

void pl_build_release(pl_build *b)
{
    PL_VEC_RELEASE(&b->parts);
}

/* Every position 0 … n_tokens-1 is taken by exactly one token. */
static int check_tokens(const pl_build *b, pl_error *err)
{
    uint32_t *owner = PL_NEW_ARRAY(b->arena, uint32_t, b->n_tokens); /* part + 1 */
    uint32_t missing = 0;
    for (uint32_t i = 0; i < b->parts.n; i++) {
        const pl_part *p = &b->parts.at[i];
        if (p->word == NULL || p->position >= b->n_tokens)
            continue;
        if (owner[p->position] != 0)
            return pl_fail(err, PL_BAD_INPUT, "two words have the index %u: %s and %s",
                           p->position, b->parts.at[owner[p->position] - 1].word,
                           p->word);
        owner[p->position] = i + 1;
    }
    while (missing < b->n_tokens && owner[missing] != 0)
        missing++;
    if (missing < b->n_tokens)
        return pl_fail(err, PL_BAD_INPUT,
                       "no word has the index %u, but there are %u words", missing,
                       b->n_tokens);
    return 0;
}

/* Follows parents from every part; `depth` of a part is 1 + that of its parent, 0 while
 * not known. A chain longer than the number of parts runs in a circle. */
static int check_parents(const pl_build *b, pl_error *err)
{
    uint32_t *depth = PL_NEW_ARRAY(b->arena, uint32_t, b->parts.n);
    for (uint32_t i = 0; i < b->parts.n; i++) {
        uint32_t steps = 0, v = i;
        for (; v != PL_NONE && depth[v] == 0; v = b->parts.at[v].node.parent) {
            const pl_part *p = &b->parts.at[v];
            if (p->node.parent != PL_NONE && b->parts.at[p->node.parent].word != NULL)
                return pl_fail(err, PL_BAD_INPUT, "the parent of %s is a word: %s",
                               p->word != NULL ? p->word : p->node.label,
                               b->parts.at[p->node.parent].word);
            if (++steps > b->parts.n)
                return pl_fail(err, PL_BAD_INPUT, "the node %s is its own ancestor",
                               p->word != NULL ? p->word : p->node.label);
        }
        uint32_t d = steps + (v != PL_NONE ? depth[v] : 0);
        if (d > PL_MAX_DEPTH)
            return pl_fail(err, PL_TOO_LARGE, "the tree is deeper than %u", PL_MAX_DEPTH);
        for (v = i; steps > 0; steps--, v = b->parts.at[v].node.parent)
            depth[v] = d--;
    }
    return 0;
}

/* Marks in alive[] the parts with a token below; the others fail or are dropped. */
static int check_empty(const pl_build *b, bool *alive, pl_error *err)
{
    for (uint32_t i = 0; i < b->parts.n; i++)
        if (b->parts.at[i].word != NULL)
            for (uint32_t v = i; v != PL_NONE && !alive[v];
                 v = b->parts.at[v].node.parent)
                alive[v] = true;
    if (!b->drop_empty)
        for (uint32_t i = 0; i < b->parts.n; i++)
            if (!alive[i])
                return pl_fail(err, PL_BAD_INPUT, "the node %s has no word below it",
                               b->parts.at[i].node.label);
    return 0;
}

/* Turns parts into nodes; `position` of each becomes its node id. */
static pl_tree *make(pl_build *b, const bool *alive)
{
    pl_tree *t = pl_tree_new(b->arena, b->n_tokens);
    for (uint32_t i = 0; i < b->parts.n; i++) {
        pl_part *p = &b->parts.at[i];
        if (p->word != NULL)
            t->tokens[p->position].word = p->word;
        else
            p->position = alive[i] ? pl_tree_add(t, p->node.label) : PL_NONE;
        if (p->position != PL_NONE)
            pl_node_set(&t->nodes[p->position], &p->node);
    }
    return t;
}

pl_tree *pl_build_finish(pl_build *b, const char *root, pl_error *err)
{
    if (b->n_tokens > PL_MAX_TOKENS) {
        pl_fail(err, PL_TOO_LARGE, "the sentence has more than %u words", PL_MAX_TOKENS);
        return NULL;
    }
    bool *alive = PL_NEW_ARRAY(b->arena, bool, b->parts.n);
    if (check_tokens(b, err) < 0 || check_parents(b, err) < 0 ||
        check_empty(b, alive, err) < 0)
        return NULL;
    pl_tree *t = make(b, alive);
    if (b->n_tokens == 0)
        return t;
    if (root != NULL) {
        t->root = pl_tree_add(t, root);
        t->nodes[t->root].flags = PL_NODE_VIRTUAL;
    }
    for (uint32_t i = 0; i < b->parts.n; i++) {
        const pl_part *p = &b->parts.at[i];
        if (!alive[i])
            continue;
        if (p->node.parent != PL_NONE)
            pl_tree_append(t, pl_build_id(b, p->node.parent), p->position);
        else if (root != NULL)
            pl_tree_append(t, t->root, p->position);
        else if (t->root == PL_NONE)
            t->root = p->position;
        else {
            const char *other = t->nodes[p->position].label;
            pl_fail(err, PL_BAD_INPUT, "the sentence has two roots: %s and %s",
                    t->nodes[t->root].label != NULL ? t->nodes[t->root].label : "a word",
                    other != NULL ? other : "a word");
            return NULL;
        }
    }
    pl_tree_order(t);
    return t;
}
