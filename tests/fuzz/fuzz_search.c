/* Queries: the first part is the query, the second, if there is one, a file of trees in
 * discbracket or CoNLL-U to search instead of two small ones. A query is refused with its
 * place, or found matches are sorted, each once, and nodes of the sentence; that there is a
 * match is also what not(not(…)) says.
 * Code: src/search/query_parse.c src/search/query_tests.c src/search/cursor.c src/search/query_expand.c src/search/query_normal.c src/search/query_plan.c src/search/matcher.c src/search/conditions.c src/search/view.c */
#include "fuzz.h"

#include "base/stop.h"
#include "format/reader.h"
#include "search/matcher.h"
#include "search/notes.h"

static const char standard[] =
    "(ROOT (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) (VMFIN "
    "1=muss)) ($. 4=.))\n(A (B (C 0=x) (C 2=y)) (B (C 1=x) (D (C 3=z))))\n";

static atomic_bool soon = true; /* searches stop after a few thousand steps */

static void require_matches(const pl_search_state *s)
{
    uint32_t n = pl_query_n_counted(s->query);
    require(n > 0 || s->n_matches <= 1, "several matches without nodes", NULL);
    for (size_t i = 0; i < s->n_matches; i++) {
        const uint32_t *match = pl_search_match(s, i);
        const uint32_t *last = pl_search_match(s, i > 0 ? i - 1 : 0);
        bool greater = i == 0 || n == 0;
        for (uint32_t k = 0; k < n; k++)
            require(match[k] == PL_NONE || match[k] < s->view.n, "a strange node",
                    pl_query_counted(s->query, k));
        for (uint32_t k = 0; k < n && !greater && match[k] >= last[k]; k++)
            greater = match[k] > last[k];
        require(greater, "matches are not in order", NULL);
    }
}

/* Searches a tree: the number of matches, or -1 if it was stopped. */
static long search(const pl_query *q, const pl_tree *t)
{
    pl_error err;
    pl_str text = {0};
    const pl_key *keys;
    pl_search_state *s = pl_search_state_new(q);
    pl_notes *notes = pl_notes_new(q);
    pl_stop_on(&soon);
    long found = pl_search_run(s, t, 1, &err) < 0 ? -1 : (long)s->n_matches;
    pl_stop_on(NULL);
    if (found >= 0)
        require_matches(s);
    pl_notes_add(notes, &s->view);
    for (size_t i = pl_query_keys(q, &keys); found > 0 && i-- > 0;)
        pl_key_put(&keys[i], &s->view,
                   keys[i].variable == PL_OF_SENTENCE
                       ? PL_NONE
                       : pl_search_match(s, 0)[keys[i].variable],
                   &text);
    pl_notes_free(notes);
    pl_search_state_free(s);
    pl_str_release(&text);
    return found;
}

static pl_query *twice_negated(const char *text)
{
    pl_str wrapped = {0};
    pl_error err;
    if (strstr(text, "<-") != NULL || strstr(text, "count") != NULL ||
        strstr(text, "//") != NULL)
        return NULL;
    pl_str_printf(&wrapped, "not(not(%s))", text);
    pl_query *q = pl_query_new(wrapped.at, NULL, NULL, &err);
    pl_str_release(&wrapped);
    return q;
}

static void search_all(const pl_query *q, const char *text, pl_reader *r)
{
    pl_arena m = {0};
    pl_tree *t;
    pl_error err;
    pl_query *twice = twice_negated(text);
    while (r != NULL && pl_reader_next(r, &m, &t, &err) > 0) {
        long found = search(q, t), some = twice != NULL ? search(twice, t) : -1;
        require(found < 0 || some < 0 || (found > 0) == (some > 0),
                "not(not(…)) is another", text);
        pl_arena_reset(&m);
    }
    pl_reader_close(r);
    pl_arena_release(&m);
    pl_query_free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    char *text = string_of(take_part(&rest));
    pl_error err;
    pl_query_mistake where = {0};
    pl_str plan = {0};
    pl_query *q = pl_query_new(text, NULL, &where, &err);
    if (q == NULL) {
        require(where.line > 0 && where.column > 0, "no place", err.text);
        require(err.code == PL_BAD_ARGUMENT && err.text[0] != '\0', "no message", text);
    } else {
        pl_query_explain(q, &plan);
        pl_in *in = rest.n > 0 ? pl_in_memory("fuzz", rest.at, rest.n)
                               : pl_in_memory("trees", standard, sizeof standard - 1);
        search_all(q, text, pl_reader_new(in, rest.n > 0 ? NULL : &pl_format_discbracket,
                                          NULL, &err));
    }
    pl_query_free(q);
    pl_str_release(&plan);
    free(text);
    return 0;
}
