/* Derivations, step by step: the configuration, the action that was taken, and others that were
 * permitted, with their scores. Of grammars the stages, and what each has found. */
#include "endpoints.h"

#include "arguments.h"
#include "server.h"

#include <string.h>

/* Each step has all words, so that an answer grows with the square of a sentence. */
enum {
    MOST_WORDS = 1000,
    MOST_OTHERS = 50,
    DEFAULT_OTHERS = 5,
    MAX_BEAM = 256,
    MOST_FEATURES = 250
};
/* Sums over charts take time that grows with the cube of a sentence. */
enum { MOST_CHART_WORDS = 60, MOST_ENTRIES = 5000, DEFAULT_ENTRIES = 500 };

typedef struct derivation_job {
    const char *data, *from, *model;
    uint32_t beam, tree, others, features, entries;
} derivation_job;

/* clang-format off */
static const argument arguments_of_derivation[] = {
    {"data",   NEEDED_TEXT(derivation_job, data),                "the text, or a treebank, of which the words are taken"},
    {"from",   TEXT(derivation_job, from),                       "format of the data: text, tokens, tagged or any format of treebanks (default: text)"},
    {"model",  TEXT(derivation_job, model),                      "name of the model (default: the server's first)"},
    {"beam",   NUMBER(derivation_job, beam, 1, MAX_BEAM),        "hypotheses kept at each step (default: as many as in training)"},
    {"tree",   NUMBER(derivation_job, tree, 1, MAX_NBEST),       "the tree whose derivation is shown: 1 is the best, which is also shown of a sentence that has fewer trees (default: 1)"},
    {"others", NUMBER(derivation_job, others, 0, MOST_OTHERS),   "how many other actions of each step, best first (default: 5)"},
    {"features", NUMBER(derivation_job, features, 0, MOST_FEATURES), "linear models: how many feature templates of each step, by what they add to the score (default: 0)"},
    {"entries", NUMBER(derivation_job, entries, 0, MOST_ENTRIES), "grammars: how many labels over words of each stage, most probable first (default: 500)"},
    {0},
};
/* clang-format on */

/* -- one step ------------------------------------------------------------------------- */

static void put_words(const uint32_t *words, size_t n, pl_str *out)
{
    pl_str_putc(out, '[');
    for (size_t i = 0; i < n; i++)
        pl_str_printf(out, "%s%u", i > 0 ? "," : "", words[i]);
    pl_str_putc(out, ']');
}

/* The number of a word in JSON trees, where -1 is the root. */
static long long number_of(uint32_t word)
{
    return word == PL_ROOT_HEAD ? -1 : (long long)word;
}

static void put_items(const char *key, const pl_parse_item *items, size_t n, pl_str *out)
{
    pl_str_printf(out, ",\"%s\":[", key);
    for (size_t i = 0; i < n; i++) {
        pl_str_puts(out, i > 0 ? ",{\"label\":" : "{\"label\":");
        put_json_text(out, items[i].label);
        pl_str_printf(out, ",\"head\":%lld,\"words\":", number_of(items[i].head));
        put_words(items[i].words, items[i].n, out);
        pl_str_putc(out, '}');
    }
    pl_str_putc(out, ']');
}

static void put_action(const pl_parse_action *a, pl_str *out)
{
    pl_str_puts(out, "\"action\":");
    put_json_text(out, a->name);
    pl_str_puts(out, ",\"score\":");
    put_json_number(out, a->score);
}

typedef struct step_writer {
    pl_str *out;
    const derivation_job *job;
} step_writer;

static void put_features(const pl_parse_step *s, pl_str *out)
{
    pl_str_puts(out, ",\"features\":[");
    for (size_t i = 0; i < s->n_features; i++) {
        pl_str_puts(out, i > 0 ? ",{\"name\":" : "{\"name\":");
        put_json_text(out, s->features[i].name);
        pl_str_puts(out, ",\"weight\":");
        put_json_number(out, s->features[i].weight);
        pl_str_putc(out, '}');
    }
    pl_str_putc(out, ']');
}

static int put_step(void *context, const pl_parse_step *s)
{
    const step_writer *w = context;
    pl_str *out = w->out;
    pl_str_printf(out, "%s{\"number\":%u,", s->number > 1 ? "," : "", s->number);
    put_action(&s->taken, out);
    pl_str_puts(out, ",\"others\":[");
    for (size_t i = 0; i < s->n_others; i++) {
        pl_str_puts(out, i > 0 ? ",{" : "{");
        put_action(&s->others[i], out);
        pl_str_putc(out, '}');
    }
    pl_str_putc(out, ']');
    put_items("stack", s->stack, s->n_stack, out);
    put_items("deque", s->deque, s->n_deque, out);
    pl_str_puts(out, ",\"buffer\":");
    put_words(s->buffer, s->n_buffer, out);
    if (w->job->features > 0)
        put_features(s, out);
    if (s->word != PL_NONE)
        pl_str_printf(out, ",\"arc\":{\"head\":%lld,\"word\":%u}", number_of(s->head),
                      s->word);
    pl_str_printf(out, "%s}", s->probabilities ? ",\"probabilities\":true" : "");
    return 0;
}

/* -- one stage of a grammar ------------------------------------------------------------ */

typedef struct stage_writer {
    pl_str *out;
    failure *f;
} stage_writer;

static void put_entry(const pl_chart_entry *e, pl_str *out)
{
    pl_str_puts(out, "{\"label\":");
    put_json_text(out, e->label);
    pl_str_puts(out, ",\"words\":");
    put_words(e->words, e->n, out);
    pl_str_printf(out, ",\"probability\":%.4f,\"kept\":%s}", e->probability,
                  e->kept ? "true" : "false");
}

static int put_stage(void *context, const pl_parse_stage *s)
{
    stage_writer *w = context;
    pl_str_puts(w->out, s->number > 1 ? ",{\"name\":" : "{\"name\":");
    put_json_text(w->out, s->name);
    pl_str_printf(w->out, ",\"derived\":%s,\"items\":%zu,\"kept\":%zu,\"entries\":[",
                  s->derived ? "true" : "false", s->items, s->kept);
    for (size_t i = 0; i < s->n_entries; i++) {
        pl_str_puts(w->out, i > 0 ? "," : "");
        put_entry(&s->entries[i], w->out);
    }
    pl_str_puts(w->out, "],\"tree\":");
    int status = 0;
    if (s->tree != NULL)
        status = put_tree(s->tree, NULL, w->out, w->f);
    else
        pl_str_puts(w->out, "null");
    pl_str_putc(w->out, '}');
    return status;
}

static int put_stages(pl_parser *parser, const derivation_job *j, pl_str *out, failure *f)
{
    stage_writer w = {out, f};
    pl_str_puts(out, ",\"stages\":[");
    int status = pl_parser_stages(parser, j->entries, put_stage, &w, &f->error);
    pl_str_puts(out, "]}");
    return status;
}

/* -- sentences ------------------------------------------------------------------------ */

/* Appends the tree and the steps of a sentence that was parsed; of the best tree if it has no
 * tree of the rank: other sentences of the request may have one. */
static int put_derivation(pl_parser *parser, const derivation_job *j, bool grammar,
                          pl_str *out, failure *f)
{
    uint32_t rank = j->tree > 0 ? j->tree - 1 : 0;
    double score = 0;
    pl_sentence *tree = pl_parser_tree(parser, rank, &score);
    int status = 0;
    if (tree == NULL)
        tree = pl_parser_tree(parser, rank = 0, &score);
    pl_str_puts(out, "{\"score\":");
    put_json_number(out, score);
    pl_str_puts(out, ",\"tree\":");
    if (tree != NULL)
        status = put_tree(tree, NULL, out, f);
    pl_sentence_free(tree);
    if (status == 0 && grammar)
        return put_stages(parser, j, out, f);
    pl_str_puts(out, ",\"steps\":[");
    if (status == 0)
        status = pl_parser_steps(parser, rank, j->others, j->features, put_step,
                                 &(step_writer){out, j}, &f->error);
    pl_str_puts(out, "]}");
    return status;
}

static int put_all(request *q, const derivation_job *j, pl_treebank *in,
                   pl_parser *parser, bool grammar, pl_str *out, failure *f)
{
    const pl_sentence *s;
    size_t words = 0;
    int got;
    while ((got = pl_treebank_next(in, &s, &f->error)) > 0) {
        pl_str_puts(out, words > 0 ? "," : "");
        words += pl_sentence_length(s);
        if (words > MOST_WORDS)
            return refuse(f, 422, PL_TOO_LARGE,
                          "derivations are shown for up to %d words", MOST_WORDS);
        if (grammar && pl_sentence_length(s) > MOST_CHART_WORDS)
            return refuse(
                f, 422, PL_TOO_LARGE,
                "the stages of a grammar are shown for sentences of up to %d words",
                MOST_CHART_WORDS);
        pl_sentence *tree = pl_parser_parse_sentence(parser, s, &f->error);
        pl_sentence_free(tree);
        if (tree == NULL || check_progress(q, f) < 0 ||
            put_derivation(parser, j, grammar, out, f) < 0)
            return -1;
    }
    return got;
}

static int serve_derivation(request *q, const void *arguments, answer *a, failure *f)
{
    const derivation_job *j = arguments;
    const shelf_model *m = shelf_model_find(&q->server->shelf, j->model, &f->error);
    if (m == NULL || check_format(j->from, f) < 0 ||
        check_data(q, "data", m->model, j->data, j->from, f) < 0)
        return -1;
    pl_parse_options options = {.beam = j->beam, .nbest = j->tree};
    pl_parser *parser = pl_parser_new_with(m->model, &options, &f->error);
    pl_treebank *in = parser != NULL ? open_data(m->model, j->data, j->from, f) : NULL;
    pl_str_puts(&a->body, "{\"model\":");
    put_json_text(&a->body, m->name);
    pl_str_puts(&a->body, ",\"sentences\":[");
    int status =
        in != NULL ? put_all(q, j, in, parser, pl_model_is_grammar(m->model), &a->body, f)
                   : -1;
    pl_str_puts(&a->body, "]}\n");
    pl_treebank_close(in);
    pl_parser_free(parser);
    return status;
}

static void set_defaults(void *arguments)
{
    derivation_job *j = arguments;
    j->others = DEFAULT_OTHERS;
    j->entries = DEFAULT_ENTRIES;
}

const service service_derivation = {
    .about = "Parse, and show how: the steps with stack, deque, buffer and other "
             "actions, or the stages of a grammar",
    .arguments = arguments_of_derivation,
    .size = sizeof(derivation_job),
    .set_defaults = set_defaults,
    .run = serve_derivation,
};
