/* How fast queries are matched, reading left out: holds a treebank in memory and searches it
 * several times; prints the sentences per second of the best run for each query. As after
 * reading, trees are in the processor's caches: a few at a time are copied, then searched,
 * and only searching is measured.
 *
 *     build/searchspeed RUNS TREEBANK QUERY…
 */
#include "base/clock.h"
#include "format/source.h"
#include "search/matcher.h"

#include <stdio.h>

enum { AT_ONCE = 32 };

typedef PL_VEC(pl_tree *) trees;

static int read_all(const char *path, pl_arena *m, trees *to, pl_error *err)
{
    pl_tree *t;
    int got = -1;
    pl_source *s = pl_source_open(&path, 1, NULL, err);
    while (s != NULL && (got = pl_source_next(s, m, &t, err)) > 0)
        PL_PUSH(to, t);
    pl_source_close(s);
    return got;
}

/* Seconds of this thread for one search of all trees; the matches found. */
static double search_once(pl_search_state *s, const trees *all, size_t *matches)
{
    pl_error err;
    double seconds = 0;
    pl_arena m = {0};
    *matches = 0;
    for (size_t i = 0; i < all->n; i += AT_ONCE) {
        pl_tree *copies[AT_ONCE];
        size_t n = all->n - i < AT_ONCE ? all->n - i : AT_ONCE;
        for (size_t k = 0; k < n; k++)
            copies[k] = pl_tree_copy(all->at[i + k], &m);
        double start = pl_thread_clock();
        for (size_t k = 0; k < n; k++)
            if (pl_search_run(s, copies[k], i + k + 1, &err) == 0)
                *matches += s->n_matches;
        seconds += pl_thread_clock() - start;
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
    return seconds;
}

static int measure(const char *text, const trees *all, unsigned runs)
{
    pl_error err;
    size_t matches = 0;
    double best = 0;
    pl_query *q = pl_query_new(text, NULL, NULL, &err);
    if (q == NULL) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    pl_search_state *s = pl_search_state_new(q);
    for (unsigned i = 0; i < runs; i++) {
        double seconds = search_once(s, all, &matches);
        best = i == 0 || seconds < best ? seconds : best;
    }
    printf("%-60s %10.0f sentences/s  %zu matches\n", text, (double)all->n / best,
           matches);
    pl_search_state_free(s);
    pl_query_free(q);
    return 0;
}

int main(int argc, char **argv)
{
    pl_arena m = {0};
    trees all = {0};
    pl_error err;
    int status = 0;
    if (argc < 4) {
        fprintf(stderr, "usage: searchspeed RUNS TREEBANK QUERY…\n");
        return 2;
    }
    if (read_all(argv[2], &m, &all, &err) < 0) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    for (int i = 3; i < argc && status == 0; i++)
        status = measure(argv[i], &all, (unsigned)strtoul(argv[1], NULL, 10));
    PL_VEC_RELEASE(&all);
    pl_arena_release(&m);
    return status;
}
