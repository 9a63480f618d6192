/* Searching for pleach.h: a query with the state of one thread. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "search/matcher.h"
#include "search/query.h"

#include <stdlib.h>

struct pl_search {
    pl_query *query;
    pl_search_state *state;
    size_t n_matches; /* that can be asked for; 0 after a search that failed */
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
    return (int)search->n_matches; /* up to PL_MAX_MATCHES */
}

int pl_search_find_at(pl_search *search, const pl_corpus *corpus, size_t i,
                      pl_error *error)
{
    size_t n;
    const pl_text_table *tables;
    if (!pl_api_given(&error, "the search", search, "the corpus", corpus, PL_LAST))
        return -1;
    search->n_matches = 0;
    const void *bytes = pl_api_packed(corpus, i, &n, &tables, error);
    if (bytes == NULL ||
        pl_search_run_packed(search->state, bytes, n, tables, i + 1, error) < 0)
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
