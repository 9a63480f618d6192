/* Scores of trees against a gold standard: the evaluator's numbers, and sentence by sentence what is
 * right and what is not. */
#include "endpoints.h"

#include "arguments.h"
#include "base/alloc.h"
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ON_PAGE = 1000 };

typedef struct evaluate_job {
    const char *gold, *gold_from, *gold_treebank;
    const char *candidate, *candidate_from, *candidate_treebank, *model;
    const char *params, *to;
    uint32_t first, limit;
    bool disc_only, unlabelled, whole_labels, functions, subtypes, ignore_punct,
        missing_zero;
} evaluate_job;

/* clang-format off */
static const argument arguments_of_evaluate[] = {
    {"gold",               TEXT(evaluate_job, gold),               "the gold trees"},
    {"gold_from",          TEXT(evaluate_job, gold_from),          "their format (default: guessed)"},
    {"gold_treebank",      TEXT(evaluate_job, gold_treebank),      "or the name of a treebank of the server"},
    {"candidate",          TEXT(evaluate_job, candidate),          "the trees that are scored, of the same sentences in the same order"},
    {"candidate_from",     TEXT(evaluate_job, candidate_from),     "their format (default: guessed)"},
    {"candidate_treebank", TEXT(evaluate_job, candidate_treebank), "or the name of a treebank of the server"},
    {"model",              TEXT(evaluate_job, model),              "or the name of a model, which tags and parses the words of the gold trees"},
    {"first",              NUMBER(evaluate_job, first, 1, UINT32_MAX),   "number of the sentence to begin with (default: 1)"},
    {"limit",              NUMBER(evaluate_job, limit, 1, MOST_ON_PAGE), "stop after so many sentences (default: at the end)"},
    {"to",                 TEXT(evaluate_job, to),                 "give both trees of each sentence, too, in this format (default: scores only)"},
    {"params",             TEXT(evaluate_job, params),             "what counts: proper, spmrl or disc (default: proper)"},
    {"disc_only",          FLAG(evaluate_job, disc_only),          "count discontinuous constituents only"},
    {"unlabelled",         FLAG(evaluate_job, unlabelled),         "compare the words that constituents cover, not their labels"},
    {"whole_labels",       FLAG(evaluate_job, whole_labels),       "compare labels and tags as they are (default: NP-SBJ is NP)"},
    {"functions",          FLAG(evaluate_job, functions),          "score the functions of correct constituents and tags"},
    {"ignore_punct",       FLAG(evaluate_job, ignore_punct),       "dependencies: scores without punctuation come first (default for CoNLL-X)"},
    {"subtypes",           FLAG(evaluate_job, subtypes),           "dependencies: compare nsubj:pass as it is, not as nsubj (default for CoNLL-X)"},
    {"missing_zero",       FLAG(evaluate_job, missing_zero),       "a sentence without candidate counts as wrong (default: it is an error)"},
    {0},
};

/* Parameters that requests may name: no request names a file. */
static const char *const shipped_params[] = {"proper", "spmrl", "disc"};
/* clang-format on */

/* -- the trees of one side ---------------------------------------------------------------- */

typedef struct side {
    const shelf_treebank *bank; /* trees of a treebank, … */
    pl_treebank *in;            /* … of the data, … */
    const shelf_model *model;   /* … or made of the gold words, … */
    pl_parser *parser;          /* … by this parser */
    size_t number;              /* of the sentence that was given last */
    const pl_sentence *sentence;
    pl_sentence *own; /* the same one, where it is not the data's */
} side;

/* Opens the treebank of that name, or the data, which is the argument `name`. */
static int open_trees(side *s, const request *q, const char *treebank, const char *name,
                      const char *data, const char *from, failure *f)
{
    if (treebank != NULL) {
        s->bank = shelf_treebank_find(&q->server->shelf, treebank, &f->error);
        return s->bank != NULL ? 0 : -1;
    }
    if (check_format(from, f) < 0 || check_data(q, name, NULL, data, from, f) < 0)
        return -1;
    s->in = open_data(NULL, data, from, f);
    return s->in != NULL ? 0 : -1;
}

static int open_model(side *s, const request *q, const char *name, failure *f)
{
    s->model = shelf_model_find(&q->server->shelf, name, &f->error);
    if (s->model == NULL)
        return -1;
    s->parser = pl_parser_new_with(s->model->model, NULL, &f->error);
    return s->parser != NULL ? 0 : -1;
}

static int open_sides(side *gold, side *candidate, const request *q,
                      const evaluate_job *j, failure *f)
{
    int golds = (j->gold != NULL) + (j->gold_treebank != NULL);
    int candidates =
        (j->candidate != NULL) + (j->candidate_treebank != NULL) + (j->model != NULL);
    if (golds != 1 || candidates != 1)
        return refuse(
            f, 400, PL_BAD_ARGUMENT,
            "one of 'gold' and 'gold_treebank' has the gold trees; one of "
            "'candidate', 'candidate_treebank' and 'model' says what is scored");
    if (open_trees(gold, q, j->gold_treebank, "gold", j->gold, j->gold_from, f) < 0)
        return -1;
    return j->model != NULL ? open_model(candidate, q, j->model, f)
                            : open_trees(candidate, q, j->candidate_treebank, "candidate",
                                         j->candidate, j->candidate_from, f);
}

static void close_side(side *s)
{
    pl_sentence_free(s->own);
    pl_treebank_close(s->in);
    pl_parser_free(s->parser);
}

static int next_of_bank(side *s, failure *f)
{
    if (s->number > pl_corpus_size(s->bank->corpus))
        return 0;
    s->sentence = s->own = pl_corpus_sentence(s->bank->corpus, s->number - 1, &f->error);
    return s->own != NULL ? 1 : -1;
}

/* Parses the words of a gold sentence. The model sees nothing else of it: no tags, unless it has no
 * tagger, and no trees, which would be kept where the model makes others. */
static int parse_gold(side *s, const request *q, const pl_sentence *gold, failure *f)
{
    uint32_t n = pl_sentence_length(gold);
    const char **words = pl_alloc(((size_t)n + 1) * sizeof *words);
    const char **tags = pl_alloc(((size_t)n + 1) * sizeof *tags);
    for (uint32_t i = 0; i < n; i++) {
        words[i] = pl_sentence_word(gold, i);
        tags[i] = pl_sentence_label(gold, i);
    }
    s->sentence = s->own = pl_parser_parse_words(
        s->parser, words, s->model->tags ? NULL : tags, n, &f->error);
    free(words);
    free(tags);
    atomic_fetch_add(&q->server->metrics.sentences, 1);
    atomic_fetch_add(&q->server->metrics.words, n);
    return s->own != NULL ? 1 : -1;
}

/* The next sentence: 1, 0 at the end, -1 with the reason. `gold` is the other side's, for a
 * model; at its end NULL. */
static int side_next(side *s, const request *q, const pl_sentence *gold, failure *f)
{
    pl_sentence_free(s->own);
    s->own = NULL;
    s->sentence = NULL;
    s->number++;
    if (s->parser != NULL)
        return gold != NULL ? parse_gold(s, q, gold, f) : 0;
    return s->bank != NULL ? next_of_bank(s, f)
                           : pl_treebank_next(s->in, &s->sentence, &f->error);
}

/* Skips the sentences before number `first`. */
static int side_skip(side *s, size_t first, failure *f)
{
    int got = 1;
    while (s->in != NULL && s->number + 1 < first && got > 0) {
        got = pl_treebank_next(s->in, &s->sentence, &f->error);
        s->number++;
    }
    s->number = first - 1;
    return got < 0 ? -1 : 0;
}

static const char *format_of(const side *s)
{
    return s->bank != NULL ? pl_corpus_format(s->bank->corpus, s->number - 1)
                           : pl_treebank_format(s->in);
}

/* -- scores ------------------------------------------------------------------------------- */

/* A request that is being worked on. */
typedef struct evaluating {
    request *request;
    const evaluate_job *job;
    side gold, candidate;
    pl_evaluation *scores;
    size_t words;
} evaluating;

static int check_params(const char *name, failure *f)
{
    for (size_t i = 0; name != NULL; i++) {
        if (i == sizeof shipped_params / sizeof *shipped_params)
            return refuse(f, 400, PL_BAD_ARGUMENT,
                          "there are no parameters '%s'; there are: proper, spmrl, disc",
                          name);
        if (strcmp(shipped_params[i], name) == 0)
            return 0;
    }
    return 0;
}

/* What is compared follows from the format of the first gold sentence, as it does for files. */
static int begin_scores(evaluating *e, failure *f)
{
    const evaluate_job *j = e->job;
    const char *format = e->gold.sentence != NULL ? format_of(&e->gold) : NULL;
    pl_evaluation_options options = {.params = j->params,
                                     .disc_only = j->disc_only,
                                     .unlabelled = j->unlabelled,
                                     .whole_labels = j->whole_labels,
                                     .functions = j->functions,
                                     .universal = pl_same_text(format, "conllu"),
                                     .subtypes = j->subtypes,
                                     .ignore_punct = j->ignore_punct};
    e->scores = pl_evaluation_new(&options, &f->error);
    return e->scores != NULL ? 0 : -1;
}

/* Puts the number of the sentence in front of the reason. */
static int fail_at(size_t number, failure *f)
{
    pl_fail_prefix(&f->error, "sentence %zu: ", number);
    return -1;
}

/* Appends what the library says of the last pair, and its trees. */
static int put_pair(evaluating *e, pl_str *out, failure *f)
{
    size_t number = e->gold.number;
    char *row = pl_evaluation_json_of_last(e->scores, number, &f->error);
    if (row == NULL)
        return -1;
    pl_str_printf(out, "{\"number\":%zu,\"scores\":%s", number, row);
    pl_text_free(row);
    int status = 0;
    for (int i = 0; i < 2 && status == 0 && e->job->to != NULL; i++) {
        const pl_sentence *s = i == 0 ? e->gold.sentence : e->candidate.sentence;
        pl_str_puts(out, i == 0 ? ",\"gold\":" : ",\"candidate\":");
        if (s != NULL)
            status = put_tree(s, e->job->to, out, f);
        else
            pl_str_puts(out, "null");
    }
    pl_str_putc(out, '}');
    return status;
}

/* Fails if a model of dependencies is to be scored on constituents, or the other way. */
static int check_kinds(const evaluating *e, failure *f)
{
    static const char *const kinds[] = {"constituents", "dependencies"};
    bool dependencies = pl_evaluation_of_dependencies(e->scores);
    const shelf_model *m = e->candidate.model;
    if (m == NULL || m->constituents != dependencies)
        return 0;
    return refuse(f, 400, PL_BAD_ARGUMENT,
                  "the gold trees have %s, and the model '%s' gives %s",
                  kinds[dependencies], m->name, kinds[!dependencies]);
}

/* Scores the pair that was read last. */
static int count_pair(evaluating *e, pl_str *out, failure *f)
{
    size_t most = e->request->server->limits.words;
    e->words += pl_sentence_length(e->gold.sentence);
    if (e->words > most)
        return refuse(
            f, 422, PL_TOO_LARGE,
            "there are more than %zu words; ask for less at a time, with 'limit'", most);
    if (e->candidate.sentence == NULL && !e->job->missing_zero)
        return refuse(f, 400, PL_BAD_INPUT, "sentence %zu has no candidate",
                      e->gold.number);
    if (check_progress(e->request, f) < 0)
        return -1;
    int status =
        pl_evaluation_add(e->scores, e->gold.sentence, e->candidate.sentence, &f->error);
    if (check_kinds(e, f) < 0)
        return -1;
    return status < 0 ? fail_at(e->gold.number, f) : put_pair(e, out, f);
}

/* Reads the next sentence of both sides: 1, 0 at the end of the gold trees, -1 with the reason. */
static int read_pair(evaluating *e, failure *f)
{
    int got = side_next(&e->gold, e->request, NULL, f);
    if (got < 0 || (got > 0 && check_length(e->gold.sentence, 0, 0, f) < 0))
        return -1;
    int also = side_next(&e->candidate, e->request, e->gold.sentence, f);
    if (also < 0)
        return -1;
    if (got == 0 && also > 0)
        return refuse(f, 400, PL_BAD_INPUT,
                      "sentence %zu of the candidate has no partner in the gold trees",
                      e->candidate.number);
    return got;
}

/* Appends the pairs of this page: 1 if there are more, 0 at the end, -1 with the reason. */
static int put_pairs(evaluating *e, pl_str *out, failure *f)
{
    size_t limit = e->job->limit, n = 0;
    int got = 1;
    while ((limit == 0 || n < limit) && (got = read_pair(e, f)) > 0) {
        if (e->scores == NULL && begin_scores(e, f) < 0)
            return -1;
        pl_str_puts(out, n++ > 0 ? "," : "");
        if (count_pair(e, out, f) < 0)
            return -1;
    }
    if (got == 0 && e->scores == NULL)
        return begin_scores(e, f);
    return got > 0 ? side_next(&e->gold, e->request, NULL, f) : got;
}

static int put_answer(evaluating *e, pl_str *out, failure *f)
{
    pl_str_puts(out, "{\"sentences\":[");
    int got = put_pairs(e, out, f);
    char *scores = got >= 0 ? pl_evaluation_json(e->scores, &f->error) : NULL;
    if (scores == NULL)
        return -1;
    pl_str_printf(out, "],\"scores\":%s,\"compares\":\"%s\",\"next\":", scores,
                  pl_evaluation_of_dependencies(e->scores) ? "dependencies"
                                                           : "constituents");
    pl_text_free(scores);
    if (got > 0)
        pl_str_printf(out, "%zu}\n", e->gold.number);
    else
        pl_str_puts(out, "null}\n");
    return 0;
}

static int serve_evaluate(request *q, const void *arguments, answer *a, failure *f)
{
    const evaluate_job *j = arguments;
    evaluating e = {.request = q, .job = j};
    size_t first = j->first > 0 ? j->first : 1;
    int status = check_format(j->to, f) < 0 || check_params(j->params, f) < 0 ||
                         open_sides(&e.gold, &e.candidate, q, j, f) < 0 ||
                         side_skip(&e.gold, first, f) < 0 ||
                         side_skip(&e.candidate, first, f) < 0
                     ? -1
                     : put_answer(&e, &a->body, f);
    close_side(&e.gold);
    close_side(&e.candidate);
    pl_evaluation_free(e.scores);
    return status;
}

const service service_evaluate = {
    .about = "Score trees against a gold standard, sentence by sentence",
    .arguments = arguments_of_evaluate,
    .size = sizeof(evaluate_job),
    .run = serve_evaluate,
};
