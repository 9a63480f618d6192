/* What pleach.h tells about a sentence. Each function checks its arguments, so that a
 * program in any language can call them with anything. */
#include "api/api.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

const char *pl_version(void)
{
    return PL_VERSION;
}

/* The sentence's tree; one of nothing for NULL. */
static const pl_tree *tree_of(const pl_sentence *s)
{
    static const pl_tree nothing = {.root = PL_NONE};
    return s != NULL ? s->tree : &nothing;
}

pl_sentence *pl_api_sentence(const pl_tree *tree)
{
    pl_sentence *s = pl_alloc_zero(1, sizeof *s);
    s->tree = pl_tree_copy(tree, &s->arena);
    return s;
}

pl_sentence *pl_sentence_copy(const pl_sentence *sentence)
{
    return sentence != NULL ? pl_api_sentence(sentence->tree) : NULL;
}

void pl_sentence_free(pl_sentence *sentence)
{
    if (sentence == NULL)
        return;
    pl_arena_release(&sentence->arena);
    free(sentence);
}

uint32_t pl_sentence_length(const pl_sentence *s)
{
    return tree_of(s)->n_tokens;
}

uint32_t pl_sentence_nodes(const pl_sentence *s)
{
    return tree_of(s)->n_nodes;
}

uint32_t pl_sentence_root(const pl_sentence *s)
{
    return tree_of(s)->root;
}

const char *pl_sentence_id(const pl_sentence *s)
{
    return tree_of(s)->id;
}

const char *pl_sentence_raw(const pl_sentence *s)
{
    return tree_of(s)->text;
}

/* The node or token of that number; where there is none, one of which nothing is known. */
static const pl_node *node_at(const pl_sentence *s, uint32_t node)
{
    static const pl_node nothing = {
        .parent = PL_NONE, .first = PL_NONE, .next = PL_NONE, .head = PL_NONE};
    return node < tree_of(s)->n_nodes ? &s->tree->nodes[node] : &nothing;
}

static const pl_token *token_at(const pl_sentence *s, uint32_t word)
{
    static const pl_token nothing = {.head = PL_NONE};
    return word < tree_of(s)->n_tokens ? &s->tree->tokens[word] : &nothing;
}

/* Functions that give a field of the node or word of that number. */
/* clang-format off */
#define FIELD_OF(find, type, name, field)            \
    type name(const pl_sentence *s, uint32_t number) \
    {                                                \
        return find(s, number)->field;               \
    }
FIELD_OF(token_at, const char *, pl_sentence_word,         word)
FIELD_OF(token_at, const char *, pl_sentence_relation,     deprel)
FIELD_OF(node_at,  const char *, pl_sentence_label,        label)
FIELD_OF(node_at,  const char *, pl_sentence_function,     func)
FIELD_OF(node_at,  const char *, pl_sentence_lemma,        lemma)
FIELD_OF(node_at,  const char *, pl_sentence_morphology,   morph)
FIELD_OF(node_at,  uint32_t,     pl_sentence_parent,       parent)
FIELD_OF(node_at,  uint32_t,     pl_sentence_first_child,  first)
FIELD_OF(node_at,  uint32_t,     pl_sentence_next_sibling, next)
FIELD_OF(node_at,  uint32_t,     pl_sentence_head_child,   head)
#undef FIELD_OF
/* clang-format on */

int pl_sentence_place(const pl_sentence *s, uint32_t word, size_t *begin, size_t *end)
{
    const pl_token *token = token_at(s, word);
    if (token->end == 0)
        return -1;
    if (begin != NULL)
        *begin = token->begin;
    if (end != NULL)
        *end = token->end;
    return 0;
}

uint32_t pl_sentence_gap_degree(const pl_sentence *s, uint32_t node)
{
    uint32_t blocks = node_at(s, node)->blocks;
    return blocks > 0 ? blocks - 1 : 0;
}

uint32_t pl_sentence_yield(const pl_sentence *s, uint32_t node, uint32_t *words,
                           uint32_t max)
{
    if (node >= tree_of(s)->n_nodes)
        return 0;
    uint32_t *all = pl_alloc(s->tree->n_tokens * sizeof *all);
    uint32_t n = pl_tree_yield(s->tree, node, all);
    for (uint32_t i = 0; words != NULL && i < n && i < max; i++)
        words[i] = all[i];
    free(all);
    return n;
}

uint32_t pl_sentence_head(const pl_sentence *s, uint32_t word)
{
    return tree_of(s)->has_deps ? token_at(s, word)->head : PL_NONE;
}

double pl_sentence_confidence(const pl_sentence *s, uint32_t node)
{
    const pl_attr *fields = node == PL_NONE ? tree_of(s)->attrs : node_at(s, node)->attrs;
    return pl_attr_number(fields, PL_CONFIDENCE);
}

double pl_sentence_head_confidence(const pl_sentence *s, uint32_t word)
{
    return word < tree_of(s)->n_tokens
               ? pl_attr_number(node_at(s, word)->attrs, PL_HEAD_CONFIDENCE)
               : NAN;
}
