/* pleach fragments: what trees have in common. */
#include "input.h"
#include "own_peers.h"

#include "grammar/grammar_text.h"

#include <unistd.h>

typedef struct job {
    input in;
    settings transforms;
    pl_forest forest;
    pl_fragments fragments;
    pl_seek_options seek;
    pl_fragment_columns columns;
    const char *given, *output; /* --count, -o */
    uint32_t threads;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION(0, "count",      "FRAGMENTS", PL_FILE_AT(job, given),                               PL_HELP(NULL, "count the fragments in this file, in its order, instead of finding fragments; one per line, anything after a tab is ignored")),
    PL_OPTION(0, "relative",   NULL,        PL_FLAG_AT(job, columns.relative),                    PL_HELP(NULL, "print relative frequencies instead of counts: divided by the counts of all printed fragments with the same root")),
    PL_OPTION(0, "indices",    NULL,        PL_FLAG_AT(job, columns.trees),                       PL_HELP(NULL, "add a column with the numbers, from 1, of the trees in which each fragment occurs")),
    PL_OPTION(0, "both",       NULL,        PL_FLAG_AT(job, columns.both),                        PL_HELP(NULL, "add a column of counts for the second treebank (default: counts in the first only)")),
    PL_OPTION(0, "cover",      "DEPTH",     PL_INTEGER_AT(job, seek.cover, 1, 1000),              PL_HELP(NULL, "add every fragment of the first treebank up to this depth, recurring or not; 1 adds all productions")),
    PL_OPTION(0, "min-words",  "N",         PL_INTEGER_AT(job, seek.min_words, 0, PL_MAX_TOKENS), PL_HELP(NULL, "print only fragments with at least N words")),
    PL_OPTION(0, "unbinarize", NULL,        PL_FLAG_AT(job, columns.unbinarize),                  PL_HELP(NULL, "print fragments without the nodes that binarization added, except as root or frontier")),
    PL_INCLUDE(job, threads, uint32_t, threads_rows),
    PL_INCLUDE(job, output, const char *, output_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

static void show_progress(void *context, double share)
{
    int *shown = context;
    int percent = (int)(100 * share);
    if (percent != *shown)
        tell_progress("seeking fragments: %d%% ", percent);
    *shown = percent;
}

/* Finds or counts the fragments. */
static int find_fragments(job *j, pl_error *err)
{
    int shown = -1;
    j->seek.peers = own_peers();
    if (j->threads == 0 && j->seek.peers != NULL)
        j->threads = 1; /* mpirun says how many processes a machine has */
    if (!j->in.quiet && isatty(STDERR_FILENO)) {
        j->seek.progress = show_progress;
        j->seek.context = &shown;
    }
    int status = pl_fragments_find(&j->fragments, &j->forest, &j->seek, j->given,
                                   j->threads, err);
    if (shown >= 0)
        tell_progress("%s", "");
    return status;
}

static int add_tree(void *forest, pl_tree *tree, pl_error *err)
{
    return pl_forest_add(forest, tree, err);
}

static int load(job *j, pl_error *err)
{
    size_t n = j->in.files.n;
    int status = input_learn(&j->in, &j->transforms, 0, n > 1 ? 1 : n, add_tree,
                             &j->forest, err);
    if (status < 0 || n < 2)
        return status;
    j->seek.second = j->columns.second = j->forest.n_trees;
    if (j->forest.n_trees == 0)
        return pl_fail(err, PL_BAD_INPUT, "%s: there are no trees", j->in.files.at[0]);
    return input_learn(&j->in, &j->transforms, 1, 1, add_tree, &j->forest, err);
}

static int work(job *j, pl_error *err)
{
    pl_peers *peers = own_peers();
    if (pl_peers_agree(peers, load(j, err), err) < 0 ||
        pl_peers_agree(peers, find_fragments(j, err), err) < 0)
        return -1;
    if (pl_peers_rank(peers) > 0)
        return 0;
    pl_out *out = pl_out_open(j->output, err);
    if (out == NULL)
        return -1;
    pl_fragments_print(&j->fragments, &j->forest.productions, &j->columns, out);
    int status = pl_out_close(out, err);
    if (status == 0 && !j->in.quiet)
        tell("pleach: %zu fragments in %u trees\n", j->fragments.at.n, j->forest.n_trees);
    return status;
}

/* Why the options cannot be combined; NULL: they can. */
static const char *conflict(const job *j)
{
    if (j->in.files.n < 2 && j->columns.both)
        return "--both needs two treebanks";
    if (j->given != NULL &&
        (j->seek.cover > 0 || j->seek.min_words > 0 || j->columns.unbinarize))
        return "--count does not go with --cover, --min-words or --unbinarize: it writes "
               "what it is given";
    return NULL;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    j->in.writes = j->output;
    j->seek.trees = j->columns.trees;
    if (j->in.files.n > 2)
        usage_error(&cmd_fragments, "one or two treebanks, not %zu", j->in.files.n);
    else if (conflict(j) != NULL)
        usage_error(&cmd_fragments, "%s", conflict(j));
    else if (check_transforms(&cmd_fragments, &j->transforms))
        code = done_or_fail(work(j, &err), &err);
    pl_fragments_release(&j->fragments);
    pl_forest_release(&j->forest);
    return code;
}

const command cmd_fragments = {
    .name = "fragments",
    .synopsis = "[--count FRAGMENTS] [TRANSFORM…] [TREEBANK [TREEBANK2]]",
    .about = "find the fragments that trees have in common, with their counts",
    .shared = true,
    .options = options,
    .size = sizeof(job),
    .run = run,
};
