/* Checking and numbering of a sentence's parts; see build.h. */
#include "tree/build.h"

#include <string.h>

void pl_build_start(pl_build *b, pl_arena *m)
{
    b->arena = m;
    b->parts.n = 0;
    b->n_tokens = 0;
}

void pl_build_close(pl_build *b, uint32_t part, bool split_functions)
{
    pl_part *p = &b->parts.at[part], *only = p + 1;
    if (part + 2 == b->parts.n && only->word != NULL && only->label == NULL &&
        only->parent == part) {
        b->parts.n--;
        b->n_tokens--;
        pl_build_word(b, part, only->position, only->word);
        return;
    }
    const char *label = p->label;
    const char *hyphen =
        split_functions && *label != '\0' ? strchr(label + 1, '-') : NULL;
    if (hyphen != NULL && hyphen[1] != '\0') {
        p->label = pl_arena_strndup(b->arena, label, (size_t)(hyphen - label));
        p->func = hyphen + 1;
    }
}

bool pl_build_has_root(const pl_build *b)
{
    const pl_part *root = NULL;
    uint32_t n_roots = 0;
    for (size_t i = 0; i < b->parts.n; i++)
        if (b->parts.at[i].parent == PL_NONE) {
            root = &b->parts.at[i];
            n_roots++;
        }
    return n_roots == 1 && root->word == NULL;
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

static int fail_depth(pl_error *err)
{
    return pl_fail(err, PL_TOO_LARGE, "the tree is deeper than %u", PL_MAX_DEPTH);
}

/* Finds the depth of a part whose parent's is not known yet. A chain longer than the number
 * of parts runs in a circle. */
static int follow_parents(const pl_build *b, uint32_t *depth, uint32_t part,
                          pl_error *err)
{
    uint32_t steps = 0, v = part;
    for (; v != PL_NONE && depth[v] == 0; v = b->parts.at[v].parent) {
        const pl_part *p = &b->parts.at[v];
        if (p->parent != PL_NONE && b->parts.at[p->parent].word != NULL)
            return pl_fail(err, PL_BAD_INPUT, "the parent of %s is a word: %s",
                           p->word != NULL ? p->word : p->label,
                           b->parts.at[p->parent].word);
        if (++steps > b->parts.n)
            return pl_fail(err, PL_BAD_INPUT, "the node %s is its own ancestor",
                           p->word != NULL ? p->word : p->label);
    }
    uint32_t d = steps + (v != PL_NONE ? depth[v] : 0);
    if (d > PL_MAX_DEPTH)
        return fail_depth(err);
    for (v = part; steps > 0; steps--, v = b->parts.at[v].parent)
        depth[v] = d--;
    return 0;
}

/* `depth` of a part is 1 + that of its parent, 0 while not known. In bracketed text a
 * parent comes before its children, so that one look at it is enough. */
static int check_parents(const pl_build *b, pl_error *err)
{
    uint32_t *depth = PL_NEW_ARRAY(b->arena, uint32_t, b->parts.n);
    const pl_part *parts = b->parts.at;
    for (uint32_t i = 0; i < b->parts.n; i++) {
        uint32_t parent = parts[i].parent;
        if (depth[i] != 0)
            continue;
        if (parent < i && parts[parent].word == NULL && depth[parent] < PL_MAX_DEPTH)
            depth[i] = depth[parent] + 1;
        else if (follow_parents(b, depth, i, err) < 0)
            return -1;
    }
    return 0;
}

/* Marks in alive[] the parts with a token below; the others fail or are dropped. */
static int check_empty(const pl_build *b, bool *alive, pl_error *err)
{
    for (uint32_t i = 0; i < b->parts.n; i++)
        if (b->parts.at[i].word != NULL)
            for (uint32_t v = i; v != PL_NONE && !alive[v]; v = b->parts.at[v].parent)
                alive[v] = true;
    if (!b->drop_empty)
        for (uint32_t i = 0; i < b->parts.n; i++)
            if (!alive[i])
                return pl_fail(err, PL_BAD_INPUT, "the node %s has no word below it",
                               b->parts.at[i].label);
    return 0;
}

/* Gives the nonterminals that are alive their node ids; their number. */
static uint32_t number_nodes(const pl_build *b, const bool *alive)
{
    uint32_t n = b->n_tokens;
    for (uint32_t i = 0; i < b->parts.n; i++)
        if (b->parts.at[i].word == NULL)
            b->parts.at[i].position = alive[i] ? n++ : PL_NONE;
    return n - b->n_tokens;
}

static void set_node(pl_tree *t, const pl_part *p)
{
    pl_node *node = &t->nodes[p->position];
    node->label = p->label;
    node->func = p->func;
    node->lemma = p->lemma;
    node->morph = p->morph;
    node->attrs = p->attrs;
    node->flags = p->flags;
    if (p->word != NULL)
        t->tokens[p->position].word = p->word;
}

/* Puts a node below its parent, or below the root that is made: 0, or -1 if it is a second
 * root. */
static int place_node(const pl_build *b, pl_tree *t, const pl_part *p, bool made)
{
    if (p->parent != PL_NONE)
        pl_tree_append(t, pl_build_id(b, p->parent), p->position);
    else if (made)
        pl_tree_append(t, t->root, p->position);
    else if (t->root != PL_NONE)
        return -1;
    else
        t->root = p->position;
    return 0;
}

static pl_tree *fail_roots(const pl_tree *t, uint32_t other, pl_error *err)
{
    const char *a = t->nodes[t->root].label, *b = t->nodes[other].label;
    pl_fail(err, PL_BAD_INPUT, "the sentence has two roots: %s and %s",
            a != NULL ? a : "a word", b != NULL ? b : "a word");
    return NULL;
}

/* The tree of parts that are checked; `position` of each becomes its node id. */
static pl_tree *make(pl_build *b, const bool *alive, const char *root, pl_error *err)
{
    uint32_t n = number_nodes(b, alive);
    pl_tree *t = pl_tree_sized(b->arena, b->n_tokens, n);
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
        set_node(t, p);
        if (place_node(b, t, p, root != NULL) < 0)
            return fail_roots(t, p->position, err);
    }
    pl_tree_order(t);
    return t;
}

static int check_size(const pl_build *b, pl_error *err)
{
    return b->n_tokens <= PL_MAX_TOKENS
               ? 0
               : pl_fail(err, PL_TOO_LARGE, "the sentence has more than %u words",
                         PL_MAX_TOKENS);
}

pl_tree *pl_build_words(pl_build *b, pl_error *err)
{
    if (check_size(b, err) < 0 || check_tokens(b, err) < 0)
        return NULL;
    pl_tree *t = pl_tree_new(b->arena, b->n_tokens);
    for (uint32_t i = 0; i < b->parts.n; i++)
        set_node(t, &b->parts.at[i]);
    return t;
}

pl_tree *pl_build_finish(pl_build *b, const char *root, pl_error *err)
{
    bool *alive = PL_NEW_ARRAY(b->arena, bool, b->parts.n);
    if (check_size(b, err) < 0 || check_tokens(b, err) < 0 || check_parents(b, err) < 0 ||
        check_empty(b, alive, err) < 0)
        return NULL;
    return make(b, alive, root, err);
}
