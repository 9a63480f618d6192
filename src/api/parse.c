/* Parsing for pleach.h: a model is an engine with its tokenizer, a parser a worker of it
 * and the sentence that it parsed last. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "parser/model.h"
#include "text/segment.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_MODEL "nl"
#define DEFAULT_RULES "generic"

struct pl_tree_model {
    pl_model *model;
    pl_rules rules;
    pl_segmenter segmenter;
    pl_str about;
    uint32_t nbest;
};

struct pl_tree_parser {
    const pl_tree_model *model;
    pl_model_state *state;
    pl_arena arena;
    pl_tree *last; /* words and tags of the sentence; NULL if there is none */
    uint32_t n;    /* trees of it */
};

/* -- models ------------------------------------------------------------------------ */

/* Text is cut as the model says; models that say nothing get rules for any language. */
static int find_rules(pl_tree_model *m, pl_error *err)
{
    int got = pl_rules_from(&m->rules, m->model->file, err);
    return got != 0 ? got : pl_rules_load(&m->rules, DEFAULT_RULES, err);
}

static int open_model(pl_tree_model *m, const char *name, const pl_parse_options *options,
                      pl_error *err)
{
    static const pl_parse_options defaults = {0};
    const pl_parse_options *o = options != NULL ? options : &defaults;
    if (o->beam > PL_MAX_BEAM || o->nbest > PL_MAX_BEAM)
        return pl_fail(err, PL_TOO_LARGE, "beam and nbest are at most %d", PL_MAX_BEAM);
    pl_model_settings inner = {
        .beam = o->beam, .nbest = o->nbest, .retag = o->retag != 0};
    m->nbest = o->nbest > 0 ? o->nbest : 1;
    m->model = pl_model_load(name != NULL ? name : DEFAULT_MODEL, &inner, err);
    if (m->model == NULL || find_rules(m, err) < 0)
        return -1;
    m->segmenter = pl_segmenter_of(&m->rules);
    pl_sections_text(m->model->file, "about", &m->about);
    return 0;
}

pl_tree_model *pl_tree_model_open(const char *name, const pl_parse_options *options,
                                  pl_error *error)
{
    pl_error err;
    pl_tree_model *m = pl_alloc_zero(1, sizeof *m);
    if (open_model(m, name, options, &err) == 0)
        return m;
    pl_tree_model_close(m);
    pl_api_fail(error, &err);
    return NULL;
}

const char *pl_tree_model_about(const pl_tree_model *m)
{
    return pl_str_text(&m->about);
}

int pl_tree_model_tags(const pl_tree_model *m)
{
    return m->model->tagger != NULL;
}

void pl_tree_model_close(pl_tree_model *m)
{
    if (m == NULL)
        return;
    pl_model_free(m->model);
    pl_rules_release(&m->rules);
    pl_str_release(&m->about);
    free(m);
}

static pl_treebank *read_with(const pl_tree_model *m, const char *path, const char *bytes,
                              size_t n, const char *format, pl_error *error)
{
    pl_read_options options = {.segmenter = &m->segmenter,
                               .otherwise = pl_format_find("text")};
    return pl_api_treebank(path, bytes, n, format, &options, error);
}

pl_treebank *pl_tree_model_text(const pl_tree_model *m, const char *bytes, size_t n,
                                pl_error *error)
{
    return read_with(m, "text", n > 0 ? bytes : "", n, "text", error);
}

pl_treebank *pl_tree_model_read(const pl_tree_model *m, const char *path,
                                const char *format, pl_error *error)
{
    return read_with(m, path, NULL, 0, format, error);
}

/* -- parsers ----------------------------------------------------------------------- */

pl_tree_parser *pl_tree_parser_new(const pl_tree_model *model)
{
    pl_tree_parser *p = pl_alloc_zero(1, sizeof *p);
    p->model = model;
    p->state = pl_model_state_new(model->model);
    return p;
}

/* A new sentence with tree i of the last one. Labels that are the model's text are copied
 * with the rest, so that it may outlive the model. */
static pl_sentence *make_sentence(pl_tree_parser *p, uint32_t i)
{
    pl_tree *tree = pl_tree_copy(p->last, &p->arena);
    if (i < p->n)
        pl_model_tree(p->state, i, tree);
    pl_tree_compact(tree);
    pl_sentence *s = pl_alloc_zero(1, sizeof *s);
    s->tree = pl_tree_copy(tree, &s->arena);
    return s;
}

static pl_sentence *parse_last(pl_tree_parser *p)
{
    p->n = pl_model_run(p->state, p->last, p->model->nbest);
    return make_sentence(p, 0);
}

static bool is_utf8(const char *text)
{
    return pl_utf8_invalid(text, strlen(text)) == PL_UTF8_OK;
}

static int check_words(const char *const *words, const char *const *tags, uint32_t n,
                       pl_error *err)
{
    if (n > PL_MAX_TOKENS)
        return pl_fail(err, PL_BAD_INPUT, "a sentence of %u words; %u are the most", n,
                       PL_MAX_TOKENS);
    for (uint32_t i = 0; i < n; i++) {
        if (words[i] == NULL || words[i][0] == '\0')
            return pl_fail(err, PL_BAD_INPUT, "word %u is empty", i + 1);
        if (!is_utf8(words[i]) || (tags != NULL && tags[i] != NULL && !is_utf8(tags[i])))
            return pl_fail(err, PL_BAD_INPUT, "word %u or its tag is not valid UTF-8",
                           i + 1);
    }
    return 0;
}

pl_sentence *pl_tree_parser_parse(pl_tree_parser *p, const char *const *words,
                                  const char *const *tags, uint32_t n, pl_error *error)
{
    pl_error err;
    if (check_words(words, tags, n, &err) < 0) {
        pl_api_fail(error, &err);
        return NULL;
    }
    pl_arena_reset(&p->arena);
    p->last = pl_tree_new(&p->arena, n);
    for (uint32_t i = 0; i < n; i++) {
        p->last->tokens[i].word = pl_arena_strdup(&p->arena, words[i]);
        p->last->nodes[i].label =
            tags != NULL ? pl_arena_strdup(&p->arena, tags[i]) : NULL;
    }
    return parse_last(p);
}

pl_sentence *pl_tree_parser_sentence(pl_tree_parser *p, const pl_sentence *sentence,
                                     pl_error *error)
{
    (void)error;
    pl_arena_reset(&p->arena);
    p->last = pl_tree_copy(sentence->tree, &p->arena);
    return parse_last(p);
}

pl_sentence *pl_tree_parser_tree(pl_tree_parser *p, uint32_t i, double *score)
{
    if (p->last == NULL || i >= p->n)
        return NULL;
    if (score != NULL)
        *score = pl_model_score(p->state, i);
    return make_sentence(p, i);
}

void pl_tree_parser_close(pl_tree_parser *p)
{
    if (p == NULL)
        return;
    pl_model_state_free(p->state);
    pl_arena_release(&p->arena);
    free(p);
}
