/* /process and /models as UDPipe's REST service has them, so that its clients work unchanged:
 * https://lindat.mff.cuni.cz/services/udpipe/api-reference.php */
#include "endpoints.h"

#include "arguments.h"
#include "server.h"

#include <string.h>

typedef struct process_job {
    const char *data, *model, *input, *output, *tokenizer, *tagger, *parser;
} process_job;

/* clang-format off */
static const argument arguments_of_process[] = {
    {"data",      NEEDED_TEXT(process_job, data), "the text or the sentences"},
    {"model",     TEXT(process_job, model),       "name of the model, or its beginning up to a dash (default: the server's first)"},
    {"tokenizer", TEXT(process_job, tokenizer),   "cut the data, which is raw text, into sentences and words; the value is empty, ranges, presegmented (every line is a sentence) or both with ; between"},
    {"input",     TEXT(process_job, input),       "format of data that is not cut: conllu, horizontal, vertical (default: conllu)"},
    {"tagger",    TEXT(process_job, tagger),      "tag the words; the value is empty"},
    {"parser",    TEXT(process_job, parser),      "parse the sentences; the value is empty"},
    {"output",    TEXT(process_job, output),      "conllu, horizontal, vertical, plaintext or a format of pleach (default: conllu)"},
    {0},
};

/* UDPipe's names of formats, and those of pleach. Of vertical, each word is a line. */
static const struct { const char *name, *format; } names[] = {
    {"conllu",     "conllu"},
    {"horizontal", "tokens"},
    {"vertical",   "tokens"},
    {"plaintext",  "text"},
};
/* clang-format on */

/* What is done with each sentence. */
typedef struct processing {
    request *request;
    const shelf_model *model;
    const process_job *job;
    const char *from, *to; /* formats of pleach */
    pl_parser *parser;
    pl_output *output; /* one document of all sentences; or, for vertical, … */
    pl_str *vertical;
} processing;

static const char *format_of(const char *name, const char *otherwise)
{
    if (name == NULL || *name == '\0')
        return otherwise;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].format;
    return name;
}

/* Whether an option is among those of a part, which have ; between them. */
static bool has_option(const char *options, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = options; at != NULL && *at != '\0'; at += *at == ';') {
        size_t length = strcspn(at, ";");
        if (length == n && strncmp(at, name, n) == 0)
            return true;
        at += length;
    }
    return false;
}

/* Options of UDPipe's own parts mean nothing to others; ranges of words are always given. The last of
 * `known` is NULL. */
static int check_part(const char *part, const char *options, const char *const *known,
                      failure *f)
{
    for (const char *at = options; at != NULL && *at != '\0'; at += *at == ';') {
        size_t n = strcspn(at, ";"), i = 0;
        while (known[i] != NULL &&
               (strlen(known[i]) != n || strncmp(known[i], at, n) != 0))
            i++;
        if (n > 0 && known[i] == NULL)
            return refuse(f, 400, PL_BAD_ARGUMENT, "'%s' takes no option '%.*s' here",
                          part, n < 100 ? (int)n : 100, at);
        at += n;
    }
    return 0;
}

static int check_options(const process_job *j, failure *f)
{
    static const char *const of_tokenizer[] = {"ranges", "presegmented", NULL},
                             *const of_others[] = {"ranges", NULL};
    if (check_part("tokenizer", j->tokenizer, of_tokenizer, f) < 0 ||
        check_part("tagger", j->tagger, of_others, f) < 0)
        return -1;
    return check_part("parser", j->parser, of_others, f);
}

/* The format of the data. */
static const char *input_of(const process_job *j)
{
    if (j->tokenizer == NULL)
        return format_of(j->input, "conllu");
    return has_option(j->tokenizer, "presegmented") ? LINES : "text";
}

/* -- vertical ------------------------------------------------------------------------- */

/* Lines of one word each, with an empty line after a sentence, as lines of words. */
static const char *joined_lines(request *q, const char *text)
{
    char *joined = pl_arena_strdup(&q->memory, text), *to = joined;
    bool word = false; /* before this place */
    for (; *text != '\0'; text++) {
        if (*text == '\r')
            continue;
        if (*text != '\n')
            *to++ = *text == ' ' || *text == '\t' ? '_' : *text;
        else if (word)
            *to++ = ' ';
        else if (to > joined && to[-1] == ' ')
            to[-1] = '\n';
        word = *text != '\n';
    }
    *to = '\0';
    return joined;
}

static void put_vertical(const pl_sentence *s, pl_str *out)
{
    for (uint32_t i = 0; i < pl_sentence_length(s); i++) {
        pl_str_puts(out, pl_sentence_word(s, i));
        pl_str_putc(out, '\n');
    }
    pl_str_putc(out, '\n');
}

/* -- the work ------------------------------------------------------------------------- */

static int put_sentence(const processing *p, const pl_sentence *s, failure *f)
{
    if (p->output != NULL)
        return pl_output_put(p->output, s, &f->error);
    put_vertical(s, p->vertical);
    return 0;
}

/* Tags or parses a sentence and appends it. */
static int process(const processing *p, const pl_sentence *s, failure *f)
{
    const process_job *j = p->job;
    if (j->parser == NULL && j->tagger == NULL)
        return put_sentence(p, s, f);
    pl_sentence *made = j->parser != NULL
                            ? pl_parser_parse_sentence(p->parser, s, &f->error)
                            : pl_parser_tag_sentence(p->parser, s, &f->error);
    int status = made != NULL ? put_sentence(p, made, f) : -1;
    pl_sentence_free(made);
    atomic_fetch_add(&p->request->server->metrics.sentences, 1);
    atomic_fetch_add(&p->request->server->metrics.words, pl_sentence_length(s));
    return status;
}

static int process_all(const processing *p, const char *data, failure *f)
{
    const pl_sentence *s;
    const pl_model *model = p->model->model;
    if (check_data(p->request, "data", model, data, p->from, f) < 0)
        return -1;
    pl_treebank *in = open_data(model, data, p->from, f);
    int got = in != NULL ? 1 : -1;
    while (got > 0 && (got = pl_treebank_next(in, &s, &f->error)) > 0)
        got = check_progress(p->request, f) < 0 || check_length(s, 0, 0, f) < 0 ||
                      process(p, s, f) < 0
                  ? -1
                  : 1;
    pl_treebank_close(in);
    return got;
}

/* All sentences, in the format that is asked for. */
static int process_to(processing *p, const char *data, pl_str *result, failure *f)
{
    if (pl_same_text(p->job->output, "vertical"))
        p->vertical = result;
    else if ((p->output = pl_output_memory(p->to, &f->error)) == NULL)
        return -1;
    int status = process_all(p, data, f);
    if (status < 0)
        pl_output_cancel(p->output);
    else if (p->output != NULL) {
        char *text = pl_output_take(p->output, &f->error);
        status = text != NULL ? 0 : -1;
        pl_str_puts(result, text != NULL ? text : "");
        pl_text_free(text);
    }
    return status;
}

/* Whom to thank for the model. */
static void put_acknowledgements(const pl_model *model, pl_str *out)
{
    static const char *const keys[] = {"treebank", "attribution", "licence"};
    bool first = true;
    pl_str_puts(out, ",\"acknowledgements\":[");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        size_t n;
        const char *value = about_value(pl_model_about(model), keys[i], &n);
        char *copy = pl_strndup(value, n);
        pl_str_puts(out, n > 0 && !first ? "," : "");
        if (n > 0)
            put_json_text(out, copy);
        first = first && n == 0;
        free(copy);
    }
    pl_str_putc(out, ']');
}

static int serve_process(request *q, const void *arguments, answer *a, failure *f)
{
    const process_job *j = arguments;
    bool vertical = j->tokenizer == NULL && pl_same_text(j->input, "vertical");
    processing p = {.request = q,
                    .job = j,
                    .from = input_of(j),
                    .to = format_of(j->output, "conllu")};
    p.model = shelf_model_find(&q->server->shelf, j->model, &f->error);
    if (p.model == NULL || check_options(j, f) < 0 ||
        (j->tokenizer == NULL && check_format(p.from, f) < 0) ||
        check_format(p.to, f) < 0)
        return -1;
    pl_parse_options options = {.retag = j->tagger != NULL && p.model->tags};
    p.parser = pl_parser_new_with(p.model->model, &options, &f->error);
    pl_str result = {0};
    int status =
        process_to(&p, vertical ? joined_lines(q, j->data) : j->data, &result, f);
    pl_parser_free(p.parser);
    pl_str_puts(&a->body, "{\"model\":");
    put_json_text(&a->body, p.model->name);
    put_acknowledgements(p.model->model, &a->body);
    pl_str_puts(&a->body, ",\"result\":");
    put_json_text(&a->body, pl_str_text(&result));
    pl_str_puts(&a->body, "}\n");
    pl_str_release(&result);
    return status;
}

static int list_models(request *q, const void *arguments, answer *a, failure *f)
{
    const shelf *s = &q->server->shelf;
    pl_str_puts(&a->body, "{\"models\":{");
    for (size_t i = 0; i < s->models.n; i++) {
        pl_str_puts(&a->body, i > 0 ? "," : "");
        put_json_text(&a->body, s->models.at[i].name);
        pl_str_putc(&a->body, ':');
        put_abilities(&s->models.at[i], &a->body);
    }
    pl_str_puts(&a->body, "},\"default_model\":");
    put_json_text(&a->body, s->models.n > 0 ? s->models.at[0].name : NULL);
    pl_str_puts(&a->body, "}\n");
    return 0;
}

const service service_process = {
    .about = "Tokenize, tag and parse, as UDPipe's service does",
    .arguments = arguments_of_process,
    .size = sizeof(process_job),
    .run = serve_process,
};
const service service_udpipe_models = {
    .about = "The models, as UDPipe's service lists them", .run = list_models};
