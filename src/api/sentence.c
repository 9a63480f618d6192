/* What pleach.h tells about a sentence: each function checks its numbers, so that a
 * program in any language can call them with anything. */
#include "api/api.h"

#include "base/alloc.h"

#include <stdlib.h>

#ifndef PL_VERSION
#define PL_VERSION "unknown"
#endif

const char *pl_version(void)
{
    return PL_VERSION;
}

pl_sentence *pl_sentence_copy(const pl_sentence *sentence)
{
    pl_sentence *copy = pl_alloc_zero(1, sizeof *copy);
    copy->tree = pl_tree_copy(sentence->tree, &copy->arena);
    return copy;
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
    return s->tree->n_tokens;
}

uint32_t pl_sentence_nodes(const pl_sentence *s)
{
    return s->tree->n_nodes;
}

uint32_t pl_sentence_root(const pl_sentence *s)
{
    return s->tree->root;
}

const char *pl_sentence_id(const pl_sentence *s)
{
    return s->tree->id;
}

const char *pl_sentence_raw(const pl_sentence *s)
{
    return s->tree->text;
}

/* The node or token of that number, NULL if there is none. */
static const pl_node *node_at(const pl_sentence *s, uint32_t node)
{
    return node < s->tree->n_nodes ? &s->tree->nodes[node] : NULL;
}

static const pl_token *token_at(const pl_sentence *s, uint32_t word)
{
    return word < s->tree->n_tokens ? &s->tree->tokens[word] : NULL;
}

const char *pl_sentence_word(const pl_sentence *s, uint32_t word)
{
    const pl_token *token = token_at(s, word);
    return token != NULL ? token->word : NULL;
}

const char *pl_sentence_label(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->label : NULL;
}

const char *pl_sentence_function(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->func : NULL;
}

const char *pl_sentence_lemma(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->lemma : NULL;
}

const char *pl_sentence_morphology(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->morph : NULL;
}

int pl_sentence_place(const pl_sentence *s, uint32_t word, size_t *begin, size_t *end)
{
    const pl_token *token = token_at(s, word);
    if (token == NULL || token->end == 0)
        return -1;
    if (begin != NULL)
        *begin = token->begin;
    if (end != NULL)
        *end = token->end;
    return 0;
}

uint32_t pl_sentence_parent(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->parent : PL_NONE;
}

uint32_t pl_sentence_first_child(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->first : PL_NONE;
}

uint32_t pl_sentence_next_sibling(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->next : PL_NONE;
}

uint32_t pl_sentence_head_child(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL ? v->head : PL_NONE;
}

uint32_t pl_sentence_gap_degree(const pl_sentence *s, uint32_t node)
{
    const pl_node *v = node_at(s, node);
    return v != NULL && v->blocks > 0 ? v->blocks - 1 : 0;
}

uint32_t pl_sentence_yield(const pl_sentence *s, uint32_t node, uint32_t *words,
                           uint32_t max)
{
    const pl_node *v = node_at(s, node);
    if (v == NULL)
        return 0;
    if (node < s->tree->n_tokens) {
        if (max > 0)
            words[0] = node;
        return 1;
    }
    uint32_t *all = pl_alloc(v->size * sizeof *all);
    uint32_t n = pl_tree_yield(s->tree, node, all);
    for (uint32_t i = 0; i < n && i < max; i++)
        words[i] = all[i];
    free(all);
    return n;
}

uint32_t pl_sentence_head(const pl_sentence *s, uint32_t word)
{
    const pl_token *token = token_at(s, word);
    return token != NULL && s->tree->has_deps ? token->head : PL_NONE;
}

const char *pl_sentence_relation(const pl_sentence *s, uint32_t word)
{
    const pl_token *token = token_at(s, word);
    return token != NULL ? token->deprel : NULL;
}
