/* Searching for pleach.h: a query with the state of one thread. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "search/matcher.h"
#include "search/query.h"
#include "search/tally.h"

#include <stdlib.h>

struct pl_search {
    pl_query *query;
    pl_search_state *state;
    size_t n_matches;         /* that can be asked for; 0 after a search that failed */
    pl_key keys[PL_MAX_KEYS]; /* [n_keys] that matches are counted by */
    size_t n_keys;
    pl_tally tally;
    size_t n_tallied; /* sentences */
    bool sorted;
};

/* The query with the templates, if there are any; the place of a mistake in `where`. */
static pl_query *compile(const char *query, const char *templates,
                         pl_query_mistake *where, pl_error *error)
{
    const pl_query_library library[] = {{"templates", templates}, {NULL, NULL}};
    return pl_query_new(query, templates != NULL ? library : NULL, where, error);
}

pl_search *pl_search_new(const char *query, const char *templates, size_t *line,
                         size_t *column, pl_error *error)
{
    pl_query_mistake where = {0};
    pl_query *compiled = NULL;
    if (pl_api_given(&error, "the query", query, PL_LAST))
        compiled = compile(query, templates, &where, error);
    if (line != NULL)
        *line = where.line;
    if (column != NULL)
        *column = where.column;
    if (compiled == NULL)
        return NULL;
    pl_search *search = pl_alloc_zero(1, sizeof *search);
    search->query = compiled;
    search->state = pl_search_state_new(compiled);
    return search;
}

void pl_search_free(pl_search *search)
{
    if (search == NULL)
        return;
    pl_tally_release(&search->tally);
    pl_search_state_free(search->state);
    pl_query_free(search->query);
    free(search);
}

uint32_t pl_search_variables(const pl_search *search)
{
    return search != NULL ? pl_query_n_counted(search->query) : 0;
}

const char *pl_search_variable(const pl_search *search, uint32_t i)
{
    return i < pl_search_variables(search) ? pl_query_counted(search->query, i) : NULL;
}

int pl_search_find(pl_search *search, const pl_sentence *sentence, size_t number,
                   pl_error *error)
{
    if (!pl_api_given(&error, "the search", search, "the sentence", sentence, PL_LAST))
        return -1;
    search->n_matches = 0;
    if (pl_search_run(search->state, sentence->tree, number, error) < 0)
        return -1;
    search->n_matches = search->state->n_matches;
    return (int)search->n_matches; /* at most pl_search_most, so it fits */
}

int pl_search_find_at(pl_search *search, const pl_corpus *corpus, size_t i,
                      pl_error *error)
{
    pl_look look;
    if (!pl_api_given(&error, "the search", search, "the corpus", corpus, PL_LAST))
        return -1;
    search->n_matches = 0;
    if (pl_api_look(corpus, i, &look, error) < 0)
        return -1;
    int status = pl_search_run_packed(search->state, look.bytes, look.n, look.tables,
                                      i + 1, error);
    pl_api_look_away(&look);
    if (status < 0)
        return -1;
    search->n_matches = search->state->n_matches;
    return (int)search->n_matches;
}

void pl_search_until(pl_search *search, double seconds)
{
    if (search != NULL)
        search->state->deadline = pl_clock() + seconds;
}

int pl_search_is_cut(const pl_search *search)
{
    return search != NULL && search->n_matches > 0 && search->state->cut;
}

uint32_t pl_search_node(const pl_search *search, size_t match, uint32_t variable)
{
    if (variable >= pl_search_variables(search) || match >= search->n_matches)
        return PL_NONE;
    uint32_t node = pl_search_match(search->state, match)[variable];
    return node != PL_NONE ? search->state->view.nodes.at[node].id : PL_NONE;
}

uint32_t pl_search_node_named(const pl_search *search, size_t match, const char *variable)
{
    return search != NULL && variable != NULL
               ? pl_search_node(search, match, pl_query_find(search->query, variable))
               : PL_NONE;
}

/* -- counting ------------------------------------------------------------------------ */

int pl_search_count_by(pl_search *search, const char *keys, size_t *line, size_t *column,
                       pl_error *error)
{
    pl_query_mistake where = {0};
    const pl_key *own;
    if (!pl_api_given(&error, "the search", search, PL_LAST))
        return -1;
    size_t n = pl_query_keys(search->query, &own);
    for (size_t i = 0; i < n; i++)
        search->keys[i] = own[i];
    int got = keys == NULL ? (int)n
                           : pl_query_read_keys(search->query, keys, search->keys,
                                                PL_MAX_KEYS, &where, error);
    if (line != NULL)
        *line = where.line;
    if (column != NULL)
        *column = where.column;
    pl_tally_release(&search->tally);
    search->tally = (pl_tally){0};
    search->n_keys = got > 0 ? (size_t)got : 0;
    search->n_tallied = 0;
    search->sorted = false;
    return got;
}

const char *pl_search_key(const pl_search *search, size_t i)
{
    return search != NULL && i < search->n_keys ? search->keys[i].text : NULL;
}

/* Appends a value as a field between tabs. */
static void put_field(pl_str *out, const char *text)
{
    for (; *text != '\0'; text++)
        pl_str_putc(out, *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text);
}

static void put_values(pl_search *search, const uint32_t *match, pl_str *value,
                       pl_str *out)
{
    for (size_t k = 0; k < search->n_keys; k++) {
        const pl_key *key = &search->keys[k];
        uint32_t node = key->variable == PL_OF_SENTENCE ? PL_NONE : match[key->variable];
        pl_str_clear(value);
        pl_key_put(key, &search->state->view, node, value);
        pl_str_puts(out, k > 0 ? "\t" : "");
        put_field(out, pl_str_text(value));
    }
}

int pl_search_tally(pl_search *search, const pl_sentence *sentence, size_t number,
                    pl_error *error)
{
    int n = pl_search_find(search, sentence, number, error);
    pl_str value = {0}, values = {0};
    if (n > 0)
        search->n_tallied++;
    for (int i = 0; i < n; i++) {
        pl_str_clear(&values);
        put_values(search, pl_search_match(search->state, (size_t)i), &value, &values);
        pl_tally_add(&search->tally, pl_str_text(&values), values.n, search->n_tallied);
    }
    pl_str_release(&value);
    pl_str_release(&values);
    return n;
}

/* A packed sentence shows only what the query asks for; those that match are unpacked. */
int pl_search_tally_at(pl_search *search, const pl_corpus *corpus, size_t i,
                       pl_error *error)
{
    int n = pl_search_find_at(search, corpus, i, error);
    if (n <= 0)
        return n;
    pl_sentence *s = pl_corpus_sentence(corpus, i, error);
    n = s != NULL ? pl_search_tally(search, s, i + 1, error) : -1;
    pl_sentence_free(s);
    return n;
}

size_t pl_search_rows(const pl_search *search)
{
    return search != NULL ? search->tally.rows.n : 0;
}

const char *pl_search_row(pl_search *search, size_t i, size_t *matches, size_t *sentences)
{
    if (i >= pl_search_rows(search))
        return NULL;
    if (!search->sorted)
        pl_tally_sort(&search->tally);
    search->sorted = true;
    const pl_tally_row *row = &search->tally.rows.at[i];
    if (matches != NULL)
        *matches = row->matches;
    if (sentences != NULL)
        *sentences = row->sentences;
    return row->values;
}
