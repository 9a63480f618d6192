/* Parsing and tagging for pleach.h: a model with its tokenizer; a parser is a state of the
 * model and the sentence that it parsed last. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/share.h"
#include "base/stop.h"
#include "parser/model.h"

#include <math.h>
#include <stdlib.h>

#define DEFAULT_MODEL "nl"
#define DEFAULT_RULES "generic"

struct pl_parser {
    const pl_model *model;
    pl_model own; /* its model, if that has other settings: the parts are the original's */
    pl_model_state *state;
    pl_arena arena;
    pl_tree *last; /* words and tags of the sentence; NULL if there is none */
    uint32_t n;    /* trees of it */
    pl_constraints constraints; /* what trees have to obey */
};

/* -- models -------------------------------------------------------------------------- */

/* Text is cut as the model says; models that say nothing get rules for any language. */
static int find_rules(pl_model *m, pl_error *error)
{
    int got = pl_rules_from(&m->rules, m->file, error);
    if (got == 0)
        got = pl_rules_load(&m->rules, DEFAULT_RULES, error);
    m->segmenter = pl_segmenter_of(&m->rules);
    m->line_segmenter = pl_line_segmenter_of(&m->rules);
    return got;
}

static int check_options(const pl_parse_options *o, pl_error *error)
{
    if (o->beam > PL_MAX_BEAM || o->nbest > PL_MAX_BEAM)
        return pl_fail(error, PL_TOO_LARGE, "beam and nbest are at most %d", PL_MAX_BEAM);
    if (!isfinite(o->crossing) || !isfinite(o->seconds) || o->seconds < 0 ||
        !isfinite(o->rerank_weight) || !isfinite(o->margin))
        return pl_fail(error, PL_BAD_ARGUMENT, "crossing, seconds, rerank_weight and "
                                               "margin are numbers");
    return 0;
}

pl_model *pl_model_open(const char *name, const pl_parse_options *options,
                        pl_error *error)
{
    const pl_parse_options *o = options != NULL ? options : &(pl_parse_options){0};
    error = pl_api_error(error);
    if (check_options(o, error) < 0)
        return NULL;
    pl_model_settings settings = {
        .beam = o->beam,
        .margin = o->margin,
        .nbest = o->nbest > 0 ? o->nbest : 1,
        .retag = o->retag != 0,
        .confidence = o->confidence != 0,
        .diverse = o->diverse != 0,
        .tagger_suffices = true,
        .crossing = o->crossing,
        .grammar = {.objective = o->objective, .seconds = o->seconds},
        .rerank = o->rerank,
        .rerank_weight = o->rerank_weight != 0 ? o->rerank_weight : 16,
    };
    pl_model *m = pl_model_load(name != NULL ? name : DEFAULT_MODEL, &settings, error);
    if (m == NULL || find_rules(m, error) >= 0)
        return m;
    pl_model_free(m);
    return NULL;
}

const char *pl_model_about(const pl_model *m)
{
    return m != NULL ? pl_str_text(&m->about) : NULL;
}

int pl_model_has_tagger(const pl_model *m)
{
    return m != NULL && pl_model_tags(m);
}

void pl_model_close(pl_model *m)
{
    pl_model_free(m);
}

char *pl_model_names(void)
{
    pl_shared_files files = {0};
    pl_str names = {0};
    pl_share_models(&files);
    pl_str_puts(&names, "");
    for (size_t i = 0; i < files.n; i++)
        pl_str_printf(&names, "%s\n", files.at[i].name);
    pl_shared_files_release(&files);
    return names.at;
}

static pl_treebank *read_with(const pl_segmenter *segmenter, const char *path,
                              const char *bytes, size_t n, const char *format,
                              pl_error *error)
{
    pl_read_options options = {.segmenter = segmenter,
                               .otherwise = pl_format_find("text")};
    return pl_api_treebank(path, bytes, n, format, &options, error);
}

pl_treebank *pl_model_text(const pl_model *m, const char *bytes, size_t n,
                           pl_error *error)
{
    bytes = n > 0 ? bytes : "";
    if (!pl_api_given(&error, "the model", m, "the text", bytes, PL_LAST))
        return NULL;
    return read_with(&m->segmenter, "text", bytes, n, "text", error);
}

pl_treebank *pl_model_lines(const pl_model *m, const char *bytes, size_t n,
                            pl_error *error)
{
    bytes = n > 0 ? bytes : "";
    if (!pl_api_given(&error, "the model", m, "the text", bytes, PL_LAST))
        return NULL;
    return read_with(&m->line_segmenter, "text", bytes, n, "text", error);
}

pl_treebank *pl_model_read(const pl_model *m, const char *path, const char *format,
                           pl_error *error)
{
    if (!pl_api_given(&error, "the model", m, "the path", path, PL_LAST))
        return NULL;
    return read_with(&m->segmenter, path, NULL, 0, format, error);
}

/* -- parsers ------------------------------------------------------------------------- */

pl_parser *pl_parser_new(const pl_model *model)
{
    if (model == NULL)
        return NULL;
    pl_parser *p = pl_alloc_zero(1, sizeof *p);
    p->model = model;
    p->state = pl_model_state_new(model);
    return p;
}

/* Options of a parser: none of those that a model is opened with. */
static int check_own_options(const pl_parse_options *o, pl_error *error)
{
    if (o->crossing != 0 || o->seconds != 0 || o->objective != NULL || o->rerank != NULL ||
        o->rerank_weight != 0)
        return pl_fail(error, PL_BAD_ARGUMENT, "crossing, seconds, objective, rerank and "
                                               "rerank_weight belong to the model");
    return check_options(o, error);
}

pl_parser *pl_parser_new_with(const pl_model *model, const pl_parse_options *options,
                              pl_error *error)
{
    const pl_parse_options *o = options != NULL ? options : &(pl_parse_options){0};
    if (!pl_api_given(&error, "the model", model, PL_LAST) ||
        check_own_options(o, error) < 0)
        return NULL;
    pl_parser *p = pl_alloc_zero(1, sizeof *p);
    p->own = *model;
    p->own.settings.beam = o->beam;
    p->own.settings.margin = o->margin;
    p->own.settings.nbest = o->nbest > 0 ? o->nbest : 1;
    p->own.settings.retag = o->retag != 0;
    p->own.settings.confidence = o->confidence != 0;
    p->own.settings.diverse = o->diverse != 0;
    p->model = &p->own;
    p->state = pl_model_state_new(&p->own);
    return p;
}

void pl_parser_free(pl_parser *p)
{
    if (p == NULL)
        return;
    pl_model_state_free(p->state);
    pl_constraints_release(&p->constraints);
    pl_arena_release(&p->arena);
    free(p);
}

/* A new sentence with tree i of the last one. Labels that are the model's text are copied
 * with the rest, so that it may outlive the model. */
static pl_sentence *make_sentence(pl_parser *p, uint32_t i)
{
    pl_tree *tree = pl_tree_copy(p->last, &p->arena);
    if (i < p->n)
        pl_model_tree(p->state, i, tree);
    pl_tree_compact(tree);
    return pl_api_sentence(tree);
}

/* Prepares for a new sentence: 0, or -1 with the reason. */
static int start(pl_parser *p, pl_error *error)
{
    if (!pl_api_given(&error, "the parser", p, PL_LAST))
        return -1;
    if (p->model->transitions == NULL && p->model->grammar == NULL)
        return pl_fail(error, PL_BAD_ARGUMENT,
                       "there is no parser in the model, only a "
                       "tagger");
    pl_arena_reset(&p->arena);
    p->last = NULL;
    p->n = 0;
    return 0;
}

/* Makes a sentence obey the constraints: 0, or -1 if it cannot. */
static int constrain_tree(const pl_parser *p, pl_tree *t, pl_error *error)
{
    if (p->constraints.list.n == 0)
        return 0;
    t->constraints = &p->constraints;
    return pl_model_check(p->model, &p->constraints, t->n_tokens, error);
}

static pl_sentence *parse_last(pl_parser *p, pl_error *error)
{
    if (constrain_tree(p, p->last, error) < 0)
        return NULL;
    p->n = pl_model_run(p->state, p->last, p->model->settings.nbest);
    if (pl_stop_check(error) < 0) {
        p->n = 0;
        return NULL;
    }
    return make_sentence(p, 0);
}

pl_sentence *pl_parser_parse_words(pl_parser *p, const char *const *words,
                                   const char *const *tags, uint32_t n, pl_error *error)
{
    if (start(p, error) < 0)
        return NULL;
    p->last = pl_api_words(&p->arena, words, tags, n, error);
    return p->last != NULL ? parse_last(p, error) : NULL;
}

pl_sentence *pl_parser_parse_sentence(pl_parser *p, const pl_sentence *sentence,
                                      pl_error *error)
{
    if (start(p, error) < 0 || !pl_api_given(&error, "the sentence", sentence, PL_LAST))
        return NULL;
    p->last = pl_tree_copy(sentence->tree, &p->arena);
    return parse_last(p, error);
}

/* Sentences that a network reads together, or taggers. */
enum { AT_ONCE = 32 };

/* Parses the sentences from `first` on: their number, at most AT_ONCE, or -1. */
static int parse_some(pl_parser *p, const pl_corpus *in, size_t first, pl_corpus *out,
                      pl_error *error)
{
    pl_tree *trees[AT_ONCE];
    uint32_t n = 0;
    pl_arena_reset(&p->arena);
    for (; n < AT_ONCE && first + n < pl_corpus_size(in); n++) {
        trees[n] = pl_api_corpus_tree(in, first + n, &p->arena, error);
        if (trees[n] == NULL || constrain_tree(p, trees[n], error) < 0)
            return -1;
    }
    pl_model_prepare(p->state, trees, n);
    for (uint32_t i = 0; i < n; i++) {
        if (pl_model_run(p->state, trees[i], p->model->settings.nbest) > 0)
            pl_model_tree(p->state, 0, trees[i]);
        if (pl_stop_check(error) < 0)
            return -1;
        pl_tree_compact(trees[i]);
        pl_api_corpus_add(out, trees[i], pl_corpus_format(in, first + i));
    }
    return (int)n;
}

pl_corpus *pl_parser_parse_corpus(pl_parser *p, const pl_corpus *corpus, pl_error *error)
{
    if (start(p, error) < 0 || !pl_api_given(&error, "the corpus", corpus, PL_LAST))
        return NULL;
    pl_corpus *out = pl_api_corpus();
    int got = 0;
    for (size_t i = 0; i < pl_corpus_size(corpus) && got >= 0; i += (size_t)got)
        got = parse_some(p, corpus, i, out, error);
    pl_arena_reset(&p->arena);
    return pl_api_corpus_made(out, got < 0 ? -1 : 0);
}

int pl_parser_constrain(pl_parser *p, const pl_constraints *constraints, pl_error *error)
{
    if (start(p, error) < 0)
        return -1;
    pl_constraints_release(&p->constraints);
    p->constraints = (pl_constraints){0};
    for (size_t i = 0; constraints != NULL && i < constraints->list.n; i++)
        pl_constraints_add(&p->constraints, &constraints->list.at[i]);
    return 0;
}

pl_sentence *pl_parser_tree(pl_parser *p, uint32_t i, double *score)
{
    if (p == NULL || p->last == NULL || i >= p->n)
        return NULL;
    if (score != NULL)
        *score = pl_model_score(p->state, i);
    pl_sentence *s = make_sentence(p, i);
    if (!pl_stopped())
        return s;
    pl_sentence_free(s);
    return NULL;
}

/* Whether the i-th best tree has a derivation. */
static int check_derivation(const pl_parser *p, uint32_t i, pl_error *error)
{
    if (p->model->transitions == NULL)
        return pl_fail(error, PL_BAD_ARGUMENT, "the model has no actions to show");
    if (i >= p->n)
        return pl_fail(error, PL_BAD_ARGUMENT, "there are %u trees, no number %u", p->n,
                       i);
    return 0;
}

char *pl_parser_explain(pl_parser *p, uint32_t i, pl_error *error)
{
    pl_str text = {0};
    if (!pl_api_given(&error, "the parser", p, PL_LAST))
        return NULL;
    int status = check_derivation(p, i, error);
    if (status == 0)
        pl_model_explain(p->state, i, &text);
    if (status == 0)
        status = pl_stop_check(error);
    return pl_api_text(status, &text);
}

int pl_parser_steps(pl_parser *p, uint32_t i, size_t others, size_t features,
                    int (*see)(void *context, const pl_parse_step *step), void *context,
                    pl_error *error)
{
    uint32_t most = others < PL_MAX_ACTIONS ? (uint32_t)others : PL_MAX_ACTIONS;
    const void *given = see != NULL ? p : NULL;
    if (!pl_api_given(&error, "the parser", p, "the function", given, PL_LAST) ||
        check_derivation(p, i, error) < 0)
        return -1;
    pl_model_show(p->state, i, most, features, see, context);
    return pl_stop_check(error);
}

int pl_model_is_grammar(const pl_model *m)
{
    return m != NULL && m->grammar != NULL;
}

/* Who wants to see stages. */
typedef struct stage_viewer {
    int (*see)(void *context, const pl_parse_stage *stage);
    void *context;
} stage_viewer;

static int see_stage(void *context, pl_parse_stage *stage, pl_tree *tree)
{
    const stage_viewer *v = context;
    pl_sentence *sentence = tree != NULL ? pl_api_sentence(tree) : NULL;
    stage->tree = sentence;
    int stop = v->see(v->context, stage);
    pl_sentence_free(sentence);
    return stop;
}

int pl_parser_stages(pl_parser *p, size_t most,
                     int (*see)(void *context, const pl_parse_stage *stage),
                     void *context, pl_error *error)
{
    const void *given = see != NULL ? p : NULL;
    stage_viewer viewer = {see, context};
    if (!pl_api_given(&error, "the parser", p, "the function", given, PL_LAST))
        return -1;
    if (p->model->grammar == NULL)
        return pl_fail(error, PL_BAD_ARGUMENT, "only a grammar has stages");
    if (p->last == NULL)
        return pl_fail(error, PL_BAD_ARGUMENT, "no sentence has been parsed");
    pl_model_show_stages(p->state, p->last, most, see_stage, &viewer);
    return pl_stop_check(error);
}

pl_sentence *pl_parser_tag_sentence(pl_parser *p, const pl_sentence *sentence,
                                    pl_error *error)
{
    if (!pl_api_given(&error, "the parser", p, "the sentence", sentence, PL_LAST))
        return NULL;
    if (!pl_model_tags(p->model)) {
        pl_fail(error, PL_BAD_ARGUMENT, "there is no tagger in the model");
        return NULL;
    }
    pl_arena arena = {0};
    pl_tree *tree = pl_tree_copy(sentence->tree, &arena);
    pl_model_tag(p->state, tree);
    pl_sentence *s = pl_stop_check(error) == 0 ? pl_api_sentence(tree) : NULL;
    pl_arena_release(&arena);
    return s;
}
