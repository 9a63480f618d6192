/* Treebanks, those of the server and those in requests: browsing, searching, counting,
 * drawing. */
#include "endpoints.h"

#include "arguments.h"
#include "editing.h"
#include "server.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 20,
    MOST_ON_PAGE = 1000,
    MOST_MATCHES = 10000,
    MOST_ROWS = 100000,
    MOST_DRAWN = 1000, /* words of a sentence: drawings grow with the square of that */
    CHECK_EVERY = 64
};

/* -- sentences of either kind --------------------------------------------------------- */

typedef struct sentences {
    shelf_treebank *bank; /* one of these two */
    pl_treebank *in;
    size_t number; /* of the sentence looked at last */
} sentences;

/* Opens the treebank of that name, or the data: 0, or -1 with the reason. */
static int sentences_open(sentences *s, request *q, const char *treebank,
                          const char *data, const char *from, failure *f)
{
    *s = (sentences){0};
    if ((treebank == NULL) == (data == NULL))
        return refuse(f, 400, PL_BAD_ARGUMENT,
                      "either 'treebank' or 'data' says what to look at");
    if (treebank != NULL) {
        s->bank = shelf_treebank_find(&q->server->shelf, treebank, &f->error);
        return s->bank != NULL ? 0 : -1;
    }
    if (check_data(q, "data", NULL, data, from, f) < 0)
        return -1;
    s->in = open_data(NULL, data, from, f);
    return s->in != NULL ? 0 : -1;
}

/* -- drawing -------------------------------------------------------------------------- */

typedef struct draw_job {
    const char *data, *from, *format;
} draw_job;

/* clang-format off */
static const argument arguments_of_draw[] = {
    {"data",   NEEDED_TEXT(draw_job, data), "the trees to draw"},
    {"from",   TEXT(draw_job, from),        "their format (default: guessed)"},
    {"format", TEXT(draw_job, format),      "svg, text, latex or html (default: svg)"},
    {0},
};
/* clang-format on */

static int put_drawing(const pl_sentence *s, const char *format, pl_str *out, failure *f)
{
    if (pl_sentence_length(s) > MOST_DRAWN)
        return refuse(f, 422, PL_TOO_LARGE, "sentences of up to %d words are drawn",
                      MOST_DRAWN);
    char *text = pl_sentence_draw(s, format != NULL ? format : "svg", &f->error);
    if (text == NULL)
        return -1;
    put_json_text(out, text);
    pl_text_free(text);
    return 1;
}

static int serve_draw(request *q, const void *arguments, answer *a, failure *f)
{
    const draw_job *j = arguments;
    const pl_sentence *s;
    if (check_data(q, "data", NULL, j->data, j->from, f) < 0)
        return -1;
    pl_treebank *in = open_data(NULL, j->data, j->from, f);
    int got = in != NULL ? 1 : -1;
    pl_str_puts(&a->body, "{\"drawings\":[");
    for (bool first = true; got > 0 && (got = pl_treebank_next(in, &s, &f->error)) > 0;
         first = false) {
        pl_str_puts(&a->body, first ? "" : ",");
        got = check_progress(q, f) < 0 ? -1 : put_drawing(s, j->format, &a->body, f);
    }
    pl_str_puts(&a->body, "]}\n");
    pl_treebank_close(in);
    return got;
}

const service service_draw = {
    .about = "Draw trees with crossing branches, and dependency arcs",
    .arguments = arguments_of_draw,
    .size = sizeof(draw_job),
    .run = serve_draw,
};

/* -- counting ------------------------------------------------------------------------- */

typedef struct stats_job {
    const char *treebank, *data, *from;
} stats_job;

/* clang-format off */
static const argument arguments_of_stats[] = {
    {"treebank", TEXT(stats_job, treebank), "name of a treebank of the server"},
    {"data",     TEXT(stats_job, data),     "or the trees themselves"},
    {"from",     TEXT(stats_job, from),     "their format (default: guessed)"},
    {0},
};
/* clang-format on */

static void put_statistics(const pl_statistics *s, pl_str *out)
{
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"sentences", s->sentences},
        {"words", s->words},
        {"trees", s->trees},
        {"constituents", s->constituents},
        {"discontinuous_constituents", s->discontinuous_constituents},
        {"discontinuous_sentences", s->discontinuous_sentences},
        {"ill_nested_sentences", s->ill_nested_sentences},
        {"dependency_sentences", s->dependency_sentences},
        {"arcs", s->arcs},
        {"crossing_arcs", s->crossing_arcs},
        {"non_projective_arcs", s->non_projective_arcs},
        {"non_projective_sentences", s->non_projective_sentences},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        pl_str_printf(out, "%s\"%s\":%llu", i > 0 ? "," : "{", rows[i].name,
                      (unsigned long long)rows[i].value);
    pl_str_putc(out, '}');
}

static int serve_stats(request *q, const void *arguments, answer *a, failure *f)
{
    const stats_job *j = arguments;
    sentences all;
    pl_statistics counted = {0};
    int status = sentences_open(&all, q, j->treebank, j->data, j->from, f);
    if (status == 0 && all.in != NULL)
        status = pl_treebank_statistics(all.in, &counted, &f->error);
    else if (status == 0)
        counted = shelf_treebank_counts(all.bank);
    pl_treebank_close(all.in);
    put_statistics(&counted, &a->body);
    pl_str_putc(&a->body, '\n');
    return status;
}

const service service_stats = {
    .about = "Sentences, words, constituents, gaps, crossing arcs",
    .arguments = arguments_of_stats,
    .size = sizeof(stats_job),
    .run = serve_stats,
};

/* -- searching ------------------------------------------------------------------------ */

typedef struct search_job {
    const char *query, *templates, *treebank, *data, *from, *to, *count_by;
    uint32_t first, last, limit;
    bool count;
} search_job;

/* clang-format off */
static const argument arguments_of_search[] = {
    {"query",     NEEDED_TEXT(search_job, query),            "in the language of pleach search"},
    {"templates", TEXT(search_job, templates),               "definitions of templates for it"},
    {"treebank",  TEXT(search_job, treebank),                "name of a treebank of the server"},
    {"data",      TEXT(search_job, data),                    "or the trees themselves"},
    {"from",      TEXT(search_job, from),                    "their format (default: guessed)"},
    {"to",        TEXT(search_job, to),                      "give the sentences, too, in this format (default: matches only)"},
    {"first",     NUMBER(search_job, first, 1, UINT32_MAX),  "number of the sentence to begin with (default: 1)"},
    {"limit",     NUMBER(search_job, limit, 1, MOST_ON_PAGE), "stop after so many sentences with matches (default: 20)"},
    {"last",      NUMBER(search_job, last, 1, UINT32_MAX),   "number of the last sentence to look at (default: the last there is)"},
    {"count",     FLAG(search_job, count),                   "count all matches instead of listing them, and by what follows count by in the query"},
    {"count_by",  TEXT(search_job, count_by),                "with count: by these values instead, such as #n.cat, #n.gaps"},
    {0},
};
/* clang-format on */

/* A search that is going on. */
typedef struct finding {
    const search_job *job;
    pl_search *search;
    sentences all;
    size_t first, last; /* numbers of the sentences to begin and to end with */
    bool tallies;       /* into a table of count by */
    size_t n_matches, n_sentences;
    bool cut; /* there are more matches than are counted, or than are listed */
} finding;

static void put_match(const finding *g, int match, pl_str *out)
{
    pl_str_puts(out, match > 0 ? ",{" : "{");
    bool first = true;
    for (uint32_t v = 0; v < pl_search_variables(g->search); v++) {
        uint32_t node = pl_search_node(g->search, (size_t)match, v);
        if (node == PL_NONE)
            continue;
        pl_str_puts(out, first ? "" : ",");
        put_json_text(out, pl_search_variable(g->search, v));
        pl_str_printf(out, ":%u", node);
        first = false;
    }
    pl_str_putc(out, '}');
}

/* Appends a sentence with its n matches: 1, or -1 with the reason. */
static int put_found(const finding *g, const pl_sentence *s, int n, pl_str *out,
                     failure *f)
{
    int status = 0;
    pl_str_printf(out, "%s{\"number\":%zu,\"id\":", g->n_sentences > 1 ? "," : "",
                  g->all.number);
    put_json_text(out, pl_sentence_id(s));
    pl_str_puts(out, ",\"matches\":[");
    for (int i = 0; i < n && i < MOST_MATCHES; i++)
        put_match(g, i, out);
    pl_str_putc(out, ']');
    if (g->job->to != NULL) {
        pl_str_puts(out, ",\"tree\":");
        status = put_tree(s, g->job->to, out, f);
    }
    pl_str_putc(out, '}');
    return status < 0 ? -1 : 1;
}

/* The number of matches in a sentence, or -1 with the reason. */
static int search_in(const finding *g, const pl_sentence *s, failure *f)
{
    return g->tallies ? pl_search_tally(g->search, s, g->all.number, &f->error)
                      : pl_search_find(g->search, s, g->all.number, &f->error);
}

/* The same of sentence i of a treebank, which is in *copy if there are any and they are to be shown:
 * they are found in the copy, since the treebank may be changed meanwhile. */
static int search_at(const finding *g, size_t i, pl_sentence **copy, failure *f)
{
    const pl_corpus *corpus = g->all.bank->corpus;
    if (g->job->count && g->tallies)
        return pl_search_tally_at(g->search, corpus, i, &f->error);
    int n = pl_search_find_at(g->search, corpus, i, &f->error);
    if (n <= 0 || g->job->count)
        return n;
    *copy = pl_corpus_sentence(corpus, i, &f->error);
    return *copy != NULL ? search_in(g, *copy, f) : -1;
}

/* Searches the next sentence: 1 and the number of matches, 0 at the end, -1 with the reason. A
 * sentence of data is in *s then; one of a treebank only if it is asked for, as a copy. */
static int search_next(finding *g, const pl_sentence **s, pl_sentence **copy, int *n,
                       failure *f)
{
    size_t i = g->all.number++;
    *n = 0;
    if (g->all.in != NULL) {
        int got = pl_treebank_next(g->all.in, s, &f->error);
        if (got > 0 && g->all.number >= g->first)
            *n = search_in(g, *s, f);
        return *n < 0 ? -1 : got;
    }
    if (i >= pl_corpus_size(g->all.bank->corpus))
        return 0;
    *n = search_at(g, i, copy, f);
    *s = *copy;
    return *n < 0 ? -1 : 1;
}

/* Looks at one more sentence: 1, 0 at the end, -1 with the reason. */
static int look_on(finding *g, request *q, pl_str *out, failure *f)
{
    const pl_sentence *s;
    pl_sentence *copy = NULL;
    int n, got = search_next(g, &s, &copy, &n, f);
    if (got > 0 && (n > 0 || g->all.number % CHECK_EVERY == 0) &&
        check_progress(q, f) < 0)
        got = -1;
    if (got > 0 && n > 0) {
        g->n_matches += (size_t)n;
        g->n_sentences++;
        g->cut |= pl_search_is_cut(g->search) || (!g->job->count && n > MOST_MATCHES);
        got = g->job->count ? 1 : put_found(g, s, n, out, f);
    }
    pl_sentence_free(copy);
    return got;
}

static void put_variables(const finding *g, pl_str *out)
{
    pl_str_puts(out, "{\"variables\":[");
    for (uint32_t v = 0; v < pl_search_variables(g->search); v++) {
        pl_str_puts(out, v > 0 ? "," : "");
        put_json_text(out, pl_search_variable(g->search, v));
    }
    pl_str_puts(out, "],\"found\":[");
}

/* Appends texts that have tabs between them as a list. */
static void put_fields(const char *text, pl_str *out)
{
    for (const char *at = text; at != NULL;) {
        size_t n = strcspn(at, "\t");
        char *field = pl_strndup(at, n);
        pl_str_puts(out, at == text ? "[" : ",");
        put_json_text(out, field);
        free(field);
        at = at[n] == '\t' ? at + n + 1 : NULL;
    }
    pl_str_putc(out, ']');
}

/* Appends the table of count by. */
static void put_table(const finding *g, pl_str *out)
{
    size_t matches, sentences;
    const char *key, *values;
    pl_str_puts(out, "\"keys\":[");
    for (size_t i = 0; (key = pl_search_key(g->search, i)) != NULL; i++) {
        pl_str_puts(out, i > 0 ? "," : "");
        put_json_text(out, key);
    }
    pl_str_puts(out, "],\"rows\":[");
    for (size_t i = 0;
         (values = pl_search_row(g->search, i, &matches, &sentences)) != NULL; i++) {
        pl_str_puts(out, i > 0 ? ",{\"values\":" : "{\"values\":");
        put_fields(values, out);
        pl_str_printf(out, ",\"matches\":%zu,\"sentences\":%zu}", matches, sentences);
    }
    pl_str_puts(out, "],");
}

/* Looks at sentences until there are enough: 1, 0 at the end, -1 with the reason. */
static int look_at_all(finding *g, request *q, pl_str *out, failure *f)
{
    size_t limit = g->job->limit > 0 ? g->job->limit : PAGE;
    int got = 1;
    while (got > 0 && g->all.number < g->last &&
           (g->job->count || g->n_sentences < limit)) {
        got = look_on(g, q, out, f);
        if (pl_search_rows(g->search) > MOST_ROWS)
            return refuse(f, 422, PL_TOO_LARGE, "the table has more than %d rows",
                          MOST_ROWS);
    }
    return got;
}

static int find_all(finding *g, request *q, pl_str *out, failure *f)
{
    put_variables(g, out);
    int got = look_at_all(g, q, out, f);
    pl_str_printf(out, "],\"matches\":%zu,\"sentences\":%zu,%s", g->n_matches,
                  g->n_sentences, g->cut ? "\"cut\":true," : "");
    if (g->tallies)
        put_table(g, out);
    pl_str_puts(out, "\"next\":");
    if (got > 0)
        pl_str_printf(out, "%zu}\n", g->all.number + 1);
    else
        pl_str_puts(out, "null}\n");
    return got < 0 ? -1 : 0;
}

static int serve_search(request *q, const void *arguments, answer *a, failure *f)
{
    const search_job *j = arguments;
    finding g = {.job = j,
                 .first = j->first > 0 ? j->first : 1,
                 .last = j->last > 0 ? j->last : SIZE_MAX};
    if (check_format(j->to, f) < 0)
        return -1;
    g.search = pl_search_new(j->query, j->templates, &f->line, &f->column, &f->error);
    if (g.search == NULL)
        return -1;
    int keys = j->count ? pl_search_count_by(g.search, j->count_by, &f->line, &f->column,
                                             &f->error)
                        : 0;
    g.tallies = keys > 0;
    int status =
        keys < 0 ? -1 : sentences_open(&g.all, q, j->treebank, j->data, j->from, f);
    if (status == 0 && g.all.bank != NULL)
        g.all.number = g.first - 1;
    if (status == 0)
        status = find_all(&g, q, &a->body, f);
    pl_treebank_close(g.all.in);
    pl_search_free(g.search);
    return status;
}

const service service_search = {
    .about = "Find nodes by a query",
    .arguments = arguments_of_search,
    .size = sizeof(search_job),
    .run = serve_search,
};

/* -- browsing ------------------------------------------------------------------------- */

static void put_bank(shelf_treebank *bank, pl_str *out)
{
    pl_statistics counted = shelf_treebank_counts(bank);
    put_json_text(out, bank->name);
    pl_str_printf(out, ",\"edit\":%s", bank->edition != NULL ? "true" : "false");
    if (bank->refused != NULL) {
        pl_str_puts(out, ",\"edit_refused\":");
        put_json_text(out, bank->refused);
    }
    pl_str_puts(out, ",\"statistics\":");
    put_statistics(&counted, out);
}

static int serve_treebanks(request *q, const void *arguments, answer *a, failure *f)
{
    const shelf *s = &q->server->shelf;
    pl_str_puts(&a->body, "{\"treebanks\":[");
    for (size_t i = 0; i < s->treebanks.n; i++) {
        pl_str_puts(&a->body, i > 0 ? ",{\"name\":" : "{\"name\":");
        put_bank(s->treebanks.at[i], &a->body);
        pl_str_putc(&a->body, '}');
    }
    pl_str_puts(&a->body, "]}\n");
    return 0;
}

const service service_treebanks = {.about = "The treebanks of the server",
                                   .run = serve_treebanks};

typedef struct browse_job {
    uint32_t first, limit;
    const char *to;
} browse_job;

/* clang-format off */
static const argument arguments_of_browse[] = {
    {"first", NUMBER(browse_job, first, 1, UINT32_MAX),   "number of the first sentence (default: 1)"},
    {"limit", NUMBER(browse_job, limit, 1, MOST_ON_PAGE), "how many sentences (default: 20)"},
    {"to",    TEXT(browse_job, to),                       "their format; json gives objects, other formats give texts (default: json)"},
    {0},
};
/* clang-format on */

/* What an editor has to know of sentence i. */
static int put_revision(shelf_treebank *bank, size_t i, const pl_sentence *s, pl_str *out,
                        failure *f)
{
    char revision[REVISION + 1];
    if (bank->edition == NULL)
        return 0;
    if (sentence_revision(s, revision, f) < 0)
        return -1;
    pl_str_printf(out, "\"revision\":\"%s\",", revision);
    if (bank->fixed[i] != NULL) {
        pl_str_puts(out, "\"edit_refused\":");
        put_json_text(out, bank->fixed[i]);
        pl_str_putc(out, ',');
    }
    return 0;
}

static int put_page(request *q, shelf_treebank *bank, const browse_job *j, pl_str *out,
                    failure *f)
{
    const pl_corpus *corpus = bank->corpus;
    size_t first = j->first > 0 ? j->first - 1 : 0,
           limit = j->limit > 0 ? j->limit : PAGE;
    for (size_t i = first; i < pl_corpus_size(corpus) && i - first < limit; i++) {
        pl_sentence *s = pl_corpus_sentence(corpus, i, &f->error);
        pl_str_printf(out, "%s{\"number\":%zu,", i > first ? "," : "", i + 1);
        int status = s != NULL ? check_progress(q, f) : -1;
        if (status == 0)
            status = put_revision(bank, i, s, out, f);
        pl_str_puts(out, "\"tree\":");
        if (status == 0)
            status = put_tree(s, j->to, out, f);
        pl_str_putc(out, '}');
        pl_sentence_free(s);
        if (status < 0)
            return -1;
    }
    return 0;
}

static int serve_browse(request *q, const void *arguments, answer *a, failure *f)
{
    const browse_job *j = arguments;
    shelf_treebank *bank = shelf_treebank_find(&q->server->shelf, q->part, &f->error);
    if (bank == NULL) {
        f->status = 404;
        return -1;
    }
    if (check_format(j->to, f) < 0)
        return -1;
    pl_str_puts(&a->body, "{\"treebank\":");
    put_json_text(&a->body, bank->name);
    pl_str_printf(&a->body, ",\"total\":%zu,\"sentences\":[",
                  pl_corpus_size(bank->corpus));
    int status = put_page(q, bank, j, &a->body, f);
    pl_str_puts(&a->body, "]}\n");
    return status;
}

const service service_browse = {
    .about = "Sentences of a treebank, page by page",
    .arguments = arguments_of_browse,
    .size = sizeof(browse_job),
    .run = serve_browse,
};
