/* Sentences as columns of numbers, for pleach.h. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/intern.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define SENTENCE_COLUMNS(C) \
    /* kind     of pl_columns    from the tree t                               */ \
    C(number,   root,            t->root)                                         \
    C(text,     id,              t->id)                                           \
    C(text,     raw,             t->text)                                         \
    C(real,     confidence,      pl_attr_number(t->attrs, PL_CONFIDENCE))
#define NODE_COLUMNS(C) \
    /* kind     of pl_columns    from its node v                               */ \
    C(text,     label,           v->label)                                        \
    C(text,     function,        v->func)                                         \
    C(text,     lemma,           v->lemma)                                        \
    C(text,     morphology,      v->morph)                                        \
    C(number,   parent,          v->parent)                                       \
    C(number,   first_child,     v->first)                                        \
    C(number,   next_sibling,    v->next)                                         \
    C(number,   head_child,      v->head)                                         \
    C(number,   low,             v->low)                                          \
    C(number,   size,            v->size)                                         \
    C(number,   blocks,          v->blocks)                                       \
    C(real,     node_confidence, pl_attr_number(v->attrs, PL_CONFIDENCE))
#define WORD_COLUMNS(C) \
    /* kind     of pl_columns    from its token w, with the node v             */ \
    C(text,     form,            w->word)                                         \
    C(text,     coarse,          w->coarse)                                       \
    C(text,     relation,        w->deprel)                                       \
    C(number,   head,            t->has_deps ? w->head : PL_NONE)                 \
    C(number,   begin,           (uint32_t)w->first_char)                         \
    C(number,   end,             w->end > 0 ? (uint32_t)w->first_char + w->n_chars : 0) \
    C(real,     head_confidence, pl_attr_number(v->attrs, PL_HEAD_CONFIDENCE))
/* clang-format on */

/* The columns, which come first so that they can be freed by their address, and where they
 * live. */
typedef struct columns_maker {
    pl_columns all;
    pl_arena arena;
    pl_intern texts;
} columns_maker;

/* What a column holds for a value of its kind. */
static uint32_t as_number(columns_maker *m, uint32_t value)
{
    (void)m;
    return value;
}

static double as_real(columns_maker *m, double value)
{
    (void)m;
    return value;
}

static uint32_t as_text(columns_maker *m, const char *value)
{
    return value != NULL ? pl_intern_add(&m->texts, value) : 0;
}

static columns_maker *make_columns(size_t n_sentences, size_t n_nodes, size_t n_words)
{
    columns_maker *m = pl_alloc_zero(1, sizeof *m);
    pl_columns *c = &m->all;
    c->node = PL_NEW_ARRAY(&m->arena, uint32_t, n_sentences + 1);
    c->word = PL_NEW_ARRAY(&m->arena, uint32_t, n_sentences + 1);
#define MAKE(kind, name, from) c->name = pl_arena_alloc(&m->arena, n * sizeof *c->name);
    size_t n = n_sentences;
    SENTENCE_COLUMNS(MAKE)
    n = n_nodes;
    NODE_COLUMNS(MAKE)
    n = n_words;
    WORD_COLUMNS(MAKE)
#undef MAKE
    pl_intern_add(&m->texts, "");
    return m;
}

static void add_tree(columns_maker *m, const pl_tree *t)
{
    pl_columns *c = &m->all;
#define FILL(kind, name, from) c->name[at] = as_##kind(m, from);
    size_t at = c->n_sentences++;
    SENTENCE_COLUMNS(FILL)
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        const pl_node *v = &t->nodes[i];
        at = c->n_nodes++;
        NODE_COLUMNS(FILL)
    }
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *w = &t->tokens[i];
        const pl_node *v = &t->nodes[i];
        at = c->n_words++;
        WORD_COLUMNS(FILL)
    }
#undef FILL
    c->node[c->n_sentences] = (uint32_t)c->n_nodes;
    c->word[c->n_sentences] = (uint32_t)c->n_words;
}

/* Puts the texts into one piece. */
static pl_columns *finish_columns(columns_maker *m)
{
    pl_columns *c = &m->all;
    for (uint32_t i = 0; i < m->texts.n; i++)
        c->n_bytes += strlen(m->texts.at[i]) + 1;
    char *end = c->texts = pl_arena_alloc(&m->arena, c->n_bytes);
    for (uint32_t i = 0; i < m->texts.n; i++) {
        size_t size = strlen(m->texts.at[i]) + 1;
        memcpy(end, m->texts.at[i], size);
        end += size;
    }
    c->n_texts = m->texts.n;
    pl_intern_release(&m->texts);
    m->texts = (pl_intern){0};
    return c;
}

pl_columns *pl_sentence_columns(const pl_sentence *sentence, pl_error *error)
{
    if (!pl_api_given(&error, "the sentence", sentence, PL_LAST))
        return NULL;
    const pl_tree *t = sentence->tree;
    columns_maker *m = make_columns(1, t->n_nodes, t->n_tokens);
    add_tree(m, t);
    return finish_columns(m);
}

pl_columns *pl_corpus_columns(const pl_corpus *corpus, pl_error *error)
{
    if (!pl_api_given(&error, "the corpus", corpus, PL_LAST))
        return NULL;
    pl_arena arena = {0};
    PL_VEC(const pl_tree *) trees = {0};
    size_t n_nodes = 0, n_words = 0, n = pl_corpus_size(corpus);
    pl_columns *made = NULL;
    while (trees.n < n) {
        const pl_tree *t = pl_api_corpus_tree(corpus, trees.n, &arena, error);
        if (t == NULL)
            goto done;
        n_nodes += t->n_nodes;
        n_words += t->n_tokens;
        PL_PUSH(&trees, t);
    }
    if (n_nodes >= PL_NONE) {
        pl_fail(error, PL_TOO_LARGE, "%zu nodes; %u are the most", n_nodes, PL_NONE - 1);
        goto done;
    }
    columns_maker *m = make_columns(n, n_nodes, n_words);
    for (size_t i = 0; i < n; i++)
        add_tree(m, trees.at[i]);
    made = finish_columns(m);
done:
    PL_VEC_RELEASE(&trees);
    pl_arena_release(&arena);
    return made;
}

void pl_columns_free(pl_columns *columns)
{
    columns_maker *m = (columns_maker *)columns;
    if (m == NULL)
        return;
    pl_arena_release(&m->arena);
    free(m);
}
