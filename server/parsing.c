/* Parsing and tagging: sentences in, trees out, all at once or as a stream of lines. */
#include "endpoints.h"

#include "arguments.h"
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BEAM = 256, PIECE = 16 * 1024 /* bytes of a stream made at a time */ };
/* Words of a sentence times hypotheses of the beam, at least COMMON_BEAM; a tree that is asked for
 * counts as COST_OF_TREE of them, and constraints as CONSTRAINED. */
enum { MOST_WORK = 320000, COMMON_BEAM = 32, COST_OF_TREE = 4, CONSTRAINED = 320 };

typedef struct parse_job {
    const char *data, *from, *to, *model;
    uint32_t beam, nbest;
    bool diverse, confidence, retag, stream;
    const pl_value *constraints;
} parse_job;

/* clang-format off */
#define DATA    {"data",   NEEDED_TEXT(parse_job, data), "the text, or a treebank, of which the words are taken"}
#define FROM    {"from",   TEXT(parse_job, from),        "format of the data: text, tokens, tagged or any format of treebanks (default: text)"}
#define TO      {"to",     TEXT(parse_job, to),          "format of the trees; json gives objects, other formats give texts (default: json)"}
#define MODEL   {"model",  TEXT(parse_job, model),       "name of the model (default: the server's first)"}
#define STREAM  {"stream", FLAG(parse_job, stream),      "send each sentence as a line of its own as soon as it is done (application/x-ndjson)"}
static const argument arguments_of_parse[] = {
    DATA, FROM, TO, MODEL,
    {"beam",       NUMBER(parse_job, beam, 1, MAX_BEAM),   "hypotheses kept at each step (default: as many as in training)"},
    {"nbest",      NUMBER(parse_job, nbest, 1, MAX_NBEST), "how many trees of each sentence, best first (default: 1)"},
    {"diverse",    FLAG(parse_job, diverse),               "with nbest: prefer trees of another structure to trees that differ in labels only"},
    {"confidence", FLAG(parse_job, confidence),            "say how sure the parser is of each constituent, arc, tag and tree; not for grammars"},
    {"retag",      FLAG(parse_job, retag),                 "let the model tag words that have tags, too"},
    {"constraints", LIST(parse_job, constraints),          "what the tree of each sentence must have and must not have, as in docs/constraints.md"},
    STREAM,
    {0},
};
static const argument arguments_of_tag[] = {DATA, FROM, TO, MODEL, STREAM, {0}};
/* clang-format on */

typedef pl_sentence *work_on(pl_parser *parser, const pl_sentence *s, pl_error *error);

/* A request that is being worked on. */
typedef struct parsing {
    request *request;
    work_on *work;
    const char *to; /* NULL: JSON */
    uint32_t beam; /* or what is as much work */
    uint32_t nbest;
    pl_parser *parser;
    pl_treebank *in;
} parsing;

/* -- input ---------------------------------------------------------------------------- */

pl_treebank *open_data(const pl_model *model, const char *data, const char *from,
                       failure *f)
{
    if (model != NULL && (from == NULL || strcmp(from, "text") == 0))
        return pl_model_text(model, data, strlen(data), &f->error);
    if (model != NULL && strcmp(from, LINES) == 0)
        return pl_model_lines(model, data, strlen(data), &f->error);
    return pl_treebank_from_memory(data, strlen(data), from, &f->error);
}

/* The library calls the data "memory:"; its sender knows it by the argument. */
static void name_data(const char *name, pl_error *error)
{
    static const char memory[] = "memory:";
    size_t n = strlen(memory);
    if (strncmp(error->text, memory, n) != 0)
        return;
    char *rest = pl_strdup(error->text + n);
    snprintf(error->text, sizeof error->text, "%s:%s", name, rest);
    free(rest);
}

/* Reads everything once, so that too many words and broken sentences are refused before any
 * work is done. */
int check_data(const request *q, const char *name, const pl_model *model,
               const char *data, const char *from, failure *f)
{
    const pl_sentence *s;
    size_t words = 0, most = q->server->limits.words;
    pl_treebank *in = open_data(model, data, from, f);
    int got = in != NULL ? 1 : -1;
    while (got > 0 && (got = pl_treebank_next(in, &s, &f->error)) > 0) {
        words += pl_sentence_length(s);
        if (words > most)
            got = refuse(f, 422, PL_TOO_LARGE,
                         "the data has more than %zu words; send less at a time", most);
        else if (check_progress(q, f) < 0)
            got = -1;
    }
    pl_treebank_close(in);
    if (got < 0)
        name_data(name, &f->error);
    if (got < 0 &&
        f->error.code == PL_DAMAGED) /* the client's data, no file of the server */
        f->status = 400;
    return got < 0 ? -1 : 0;
}

int check_length(const pl_sentence *s, uint32_t beam, uint32_t nbest, failure *f)
{
    uint32_t work = COMMON_BEAM;
    work = beam > work ? beam : work;
    work = nbest * COST_OF_TREE > work ? nbest * COST_OF_TREE : work;
    return pl_sentence_length(s) <= MOST_WORK / work
               ? 0
               : refuse(f, 422, PL_TOO_LARGE,
                        "a sentence has %u words; the server works on those of up to %u "
                        "words%s",
                        pl_sentence_length(s), MOST_WORK / work,
                        work > COMMON_BEAM ? " with this beam, nbest or constraints" : "");
}

/* -- output --------------------------------------------------------------------------- */

/* Appends a sentence in a format: an object for JSON (NULL), a string otherwise. */
int put_tree(const pl_sentence *s, const char *to, pl_str *out, failure *f)
{
    bool json = to == NULL || strcmp(to, "json") == 0;
    char *text = pl_sentence_text(s, json ? "json" : to, &f->error);
    if (text == NULL)
        return -1;
    if (json) {
        size_t n = strlen(text);
        pl_str_put(out, text, n > 0 && text[n - 1] == '\n' ? n - 1 : n);
    } else
        put_json_text(out, text);
    pl_text_free(text);
    return 0;
}

/* Appends the i-th best tree of the last sentence, with its score; 0 if there is none. */
static int put_ranked(const parsing *p, uint32_t i, pl_str *out, failure *f)
{
    double score;
    pl_sentence *tree = pl_parser_tree(p->parser, i, &score);
    if (tree == NULL)
        return check_progress(p->request, f);
    pl_str_printf(out, "%s{\"score\":", i > 0 ? "," : "");
    put_json_number(out, score);
    pl_str_puts(out, ",\"tree\":");
    int status = put_tree(tree, p->to, out, f);
    pl_str_putc(out, '}');
    pl_sentence_free(tree);
    return status < 0 ? -1 : 1;
}

static int put_all(const parsing *p, pl_str *out, failure *f)
{
    int got = 1;
    for (uint32_t i = 0; i < p->nbest && got > 0; i++)
        got = put_ranked(p, i, out, f);
    return got;
}

/* Parses the next sentence and appends its trees: 1, 0 after the last, -1 with the reason. */
static int put_next(parsing *p, const char *before, pl_str *out, failure *f)
{
    const pl_sentence *s;
    int got = pl_treebank_next(p->in, &s, &f->error);
    if (got <= 0 || check_progress(p->request, f) < 0 ||
        check_length(s, p->beam, p->nbest, f) < 0)
        return got <= 0 ? got : -1;
    pl_sentence *tree = p->work(p->parser, s, &f->error);
    if (tree == NULL)
        return -1;
    pl_str_printf(out, "%s{\"trees\":[", before);
    if (p->nbest > 1)
        got = put_all(p, out, f);
    else {
        pl_str_puts(out, "{\"tree\":");
        got = put_tree(tree, p->to, out, f);
        pl_str_putc(out, '}');
    }
    pl_str_puts(out, "]}");
    atomic_fetch_add(&p->request->server->metrics.sentences, 1);
    atomic_fetch_add(&p->request->server->metrics.words, pl_sentence_length(s));
    pl_sentence_free(tree);
    return got < 0 ? -1 : 1;
}

/* Some lines of a stream. An error that comes up now is the last line. */
static int put_lines(void *job, pl_str *out)
{
    parsing *p = job;
    failure f = {0};
    int got = 1;
    while (out->n < PIECE && got > 0) {
        size_t n = out->n;
        got = put_next(p, "", out, &f);
        if (got < 0)
            out->n = n;
        if (got > 0)
            pl_str_putc(out, '\n');
    }
    if (got < 0)
        put_failure(out, &f);
    return got > 0;
}

static void close_parsing(void *job)
{
    parsing *p = job;
    pl_treebank_close(p->in);
    pl_parser_free(p->parser);
    free(p);
}

/* -- the endpoint --------------------------------------------------------------------- */

/* Formats are checked before the work begins. */
int check_format(const char *name, failure *f)
{
    for (size_t i = 0; name != NULL; i++) {
        const char *known = pl_format_name(i);
        if (known == NULL)
            return refuse(f, 400, PL_BAD_ARGUMENT, "there is no format '%s'", name);
        if (strcmp(known, name) == 0)
            return 0;
    }
    return 0;
}

static pl_parser *open_parser(const pl_model *model, const parse_job *j, failure *f)
{
    return pl_parser_new_with(model,
                              &(pl_parse_options){.beam = j->beam,
                                                  .nbest = j->nbest,
                                                  .diverse = j->diverse,
                                                  .confidence = j->confidence,
                                                  .retag = j->retag},
                              &f->error);
}

/* Makes the parser obey the constraints of the request, if it has any. */
static int constrain(pl_parser *parser, const parse_job *j, failure *f)
{
    if (j->constraints == NULL)
        return 0;
    pl_constraints *c = pl_constraints_new();
    pl_str text = {0};
    pl_value_put_json(j->constraints, PL_JSON_COMPACT, &text);
    int status = pl_constraints_put_json(c, text.at, text.n, &f->error);
    if (status == 0)
        status = pl_parser_constrain(parser, c, &f->error);
    pl_str_release(&text);
    pl_constraints_free(c);
    return status;
}

static int answer_whole(parsing *p, const char *model, answer *a, failure *f)
{
    int got = 1;
    pl_str_puts(&a->body, "{\"model\":");
    put_json_text(&a->body, model);
    pl_str_puts(&a->body, ",\"sentences\":[");
    for (bool first = true; got > 0; first = false)
        got = put_next(p, first ? "" : ",", &a->body, f);
    pl_str_puts(&a->body, "]}\n");
    return got;
}

static int work_with(request *q, const parse_job *j, work_on *work, answer *a, failure *f)
{
    const shelf_model *m = shelf_model_find(&q->server->shelf, j->model, &f->error);
    if (m == NULL || check_format(j->to, f) < 0 || check_format(j->from, f) < 0 ||
        check_data(q, "data", m->model, j->data, j->from, f) < 0)
        return -1;
    parsing *p = pl_alloc_zero(1, sizeof *p);
    *p = (parsing){
        .request = q, .work = work, .to = j->to, .beam = j->beam, .nbest = j->nbest};
    if (j->constraints != NULL && p->beam < CONSTRAINED)
        p->beam = CONSTRAINED;
    int status = -1;
    if ((p->parser = open_parser(m->model, j, f)) != NULL &&
        constrain(p->parser, j, f) == 0 &&
        (p->in = open_data(m->model, j->data, j->from, f)) != NULL)
        status = j->stream ? 0 : answer_whole(p, m->name, a, f);
    if (status == 0 && j->stream) {
        *a = (answer){.type = "application/x-ndjson",
                      .more = put_lines,
                      .job = p,
                      .release = close_parsing};
        return 0;
    }
    close_parsing(p);
    return status;
}

static int serve_parse(request *q, const void *arguments, answer *a, failure *f)
{
    return work_with(q, arguments, pl_parser_parse_sentence, a, f);
}

static int serve_tag(request *q, const void *arguments, answer *a, failure *f)
{
    return work_with(q, arguments, pl_parser_tag_sentence, a, f);
}

const service service_parse = {
    .about = "Parse text, words or tagged words",
    .arguments = arguments_of_parse,
    .size = sizeof(parse_job),
    .run = serve_parse,
};

const service service_tag = {
    .about = "Cut text into words, and tag them",
    .arguments = arguments_of_tag,
    .size = sizeof(parse_job),
    .run = serve_tag,
};
