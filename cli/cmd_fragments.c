/* pleach fragments: what trees have in common. */
#include "treebanks.h"

#include "grammar/grammar_text.h"

#include <stdio.h>
#include <unistd.h>

enum { COUNT = 256, RELATIVE, INDICES, BOTH, COVER, MIN_WORDS, UNBINARIZE };

/* clang-format off */
static const option_row options[] = {
    {COUNT,      0,   "count",      "FRAGMENTS", "do not seek fragments but count those of this file, one per line (what follows a tab is ignored), in the order of the file"},
    {RELATIVE,   0,   "relative",   NULL,        "relative frequencies instead of counts: divided by the counts of all fragments written that have the same root"},
    {INDICES,    0,   "indices",    NULL,        "add a column with the numbers, from 1, of the trees in which each fragment occurs"},
    {BOTH,       0,   "both",       NULL,        "with two treebanks: add a column for the second one (default: the first treebank's alone)"},
    {COVER,      0,   "cover",      "DEPTH",     "also every fragment of the first treebank up to this depth, recurring or not; 1 gives all productions"},
    {MIN_WORDS,  0,   "min-words",  "N",         "only fragments with at least N words"},
    {UNBINARIZE, 0,   "unbinarize", NULL,        "write fragments without the nodes that binarization made, unless they are root or frontier"},
    THREADS_ROW,
    {'o',        'o', "output",     "FILE",      "where to write (default: standard output); compressed if it ends in .zst or .gz"},
    {0},
};
/* clang-format on */

static const option_row *other_transforms(void)
{
    static option_row rows[N_TRANSFORM_ROWS];
    return transform_rows_without("unbinarize", rows);
}

static int run(args *a);

const command cmd_fragments = {
    .name = "fragments",
    .synopsis = "[--count FRAGMENTS] [TRANSFORM…] [TREEBANK [TREEBANK2]]",
    .about = "find the fragments that trees have in common, with their counts",
    .options = options,
    .input = input_rows,
    .more = other_transforms,
    .run = run,
};

typedef struct job {
    treebanks banks;
    pl_forest forest;
    pl_fragments fragments;
    pl_seek_options seek;
    pl_fragment_columns columns;
    const char *given, *output; /* --count, -o */
    uint32_t threads;
} job;

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case COUNT:
        j->given = a->value;
        return -1;
    case RELATIVE:
        j->columns.relative = true;
        return -1;
    case INDICES:
        j->columns.trees = j->seek.trees = true;
        return -1;
    case BOTH:
        j->columns.both = true;
        return -1;
    case COVER:
        return count_arg(a, 1, 1000, &j->seek.cover) ? -1 : USAGE;
    case MIN_WORDS:
        return count_arg(a, 0, PL_MAX_TOKENS, &j->seek.min_words) ? -1 : USAGE;
    case UNBINARIZE:
        j->columns.unbinarize = true;
        return -1;
    case 'j':
        return count_arg(a, 1, MAX_THREADS, &j->threads) ? -1 : USAGE;
    case 'o':
        j->output = j->banks.in.writes = a->value;
        return -1;
    default:
        return treebanks_option(&j->banks, a, id);
    }
}

static void show_progress(void *context, double share)
{
    int *shown = context;
    int percent = (int)(100 * share);
    if (percent != *shown)
        fprintf(stderr, "\rseeking fragments: %d%% ", percent);
    *shown = percent;
}

/* Finds or counts the fragments. */
static int find_fragments(job *j, pl_error *err)
{
    int shown = -1, status = 0;
    if (!j->banks.in.quiet && isatty(STDERR_FILENO)) {
        j->seek.progress = show_progress;
        j->seek.context = &shown;
    }
    pl_pool *pool = pl_pool_new(j->threads);
    pl_forest_index(&j->forest);
    if (j->given == NULL)
        status = pl_fragments_seek(&j->fragments, &j->forest, &j->seek, pool, err);
    else
        pl_fragments_count(&j->fragments, &j->forest, &j->seek, pool);
    pl_pool_free(pool);
    if (shown >= 0)
        fprintf(stderr, "\r\033[K");
    return status;
}

/* Adds the trees of n files to the forest. */
static int load_trees(job *j, size_t first, size_t n, int pipeline, pl_error *err)
{
    pl_tree *tree;
    int got;
    if (treebanks_open(&j->banks, first, n, pipeline, err) < 0)
        return -1;
    while ((got = treebanks_next(&j->banks, &tree, err)) > 0)
        if (pl_forest_add(&j->forest, tree, err) < 0 &&
            (got = treebanks_bad(&j->banks, tree, err)) < 0)
            break;
    treebanks_close(&j->banks);
    return got;
}

static int load(job *j, pl_error *err)
{
    size_t n = j->banks.in.files.n;
    if (load_trees(j, 0, n > 1 ? 1 : n, 0, err) < 0)
        return -1;
    if (n > 1) {
        j->seek.second = j->columns.second = j->forest.n_trees;
        if (j->forest.n_trees == 0)
            return pl_fail(err, PL_BAD_INPUT, "%s: there are no trees",
                           j->banks.in.files.at[0]);
        if (load_trees(j, 1, 1, 1, err) < 0)
            return -1;
    }
    return j->given == NULL
               ? 0
               : pl_fragments_read(&j->fragments, &j->forest.productions, j->given, err);
}

static int work(job *j)
{
    pl_error err;
    pl_out *out = NULL;
    int status = load(j, &err);
    if (status == 0)
        status = find_fragments(j, &err);
    if (status == 0 && (out = pl_out_open(j->output, &err)) == NULL)
        status = -1;
    if (out != NULL) {
        pl_fragments_print(&j->fragments, &j->forest.productions, &j->columns, out);
        status = pl_out_close(out, &err);
    }
    if (status == 0 && !j->banks.in.quiet)
        fprintf(stderr, "pleach: %zu fragments in %u trees\n", j->fragments.at.n,
                j->forest.n_trees);
    return status < 0 ? fail(&err) : DONE;
}

static int check(const args *a, const job *j)
{
    size_t n = j->banks.in.files.n;
    if (n > 2)
        return usage_error(a->command, "one or two treebanks, not %zu", n);
    if (n < 2 && j->columns.both)
        return usage_error(a->command, "--both needs two treebanks");
    if (j->given != NULL &&
        (j->seek.cover > 0 || j->seek.min_words > 0 || j->columns.unbinarize))
        return usage_error(a->command, "--count does not go with --cover, --min-words or "
                                       "--unbinarize: it writes what it is given");
    return -1;
}

static int run(args *a)
{
    job j = {0};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0)
        status = check(a, &j);
    if (status < 0)
        status = work(&j);
    pl_fragments_release(&j.fragments);
    pl_forest_release(&j.forest);
    treebanks_release(&j.banks);
    return status;
}
