/* pleach oracle: gold derivations, and the check that they give back the trees. */
#include "dep_gold.h"
#include "gold.h"

#include <stdio.h>

typedef struct job {
    input in;
    const char *name; /* of the system, NULL: the default */
    const pl_system *system;
    dep_options dep;
    const char *reorder, *heads, *output;
    bool check;
    gold gold;
    pl_deriver deriver;
} job;

/* clang-format off */
static const option_row options[] = {
    SYSTEM_ROW(job, name),
    REORDER_ROW(job, reorder),
    HEADS_ROW(job, heads),
    {0,   "check",  NULL,    FLAG(job, check),        "replay each derivation and report how many trees come back identical; sentences that do not are named on standard error"},
    {'o', "output", "FILE",  FILE_NAME(job, output),  "write to FILE (default: standard output)"},
    GROUP(job, dep, dep_options, dep_system_rows),
    GROUP(job, in, input, input_rows),
    {0},
};
/* clang-format on */

static void print_derivation(const job *j, const pl_actions *actions, pl_out *out)
{
    pl_str text = {0};
    for (size_t i = 0; i < actions->n; i++) {
        if (i > 0)
            pl_str_putc(&text, '\t');
        pl_action_print(j->system, &j->deriver.labels, actions->at[i], &text);
    }
    pl_str_putc(&text, '\n');
    pl_out_put(out, text.at, text.n);
    pl_str_release(&text);
}

/* Whether the tree comes back; says on standard error how it does not. */
static bool comes_back(const job *j, const pl_actions *actions, size_t number,
                       pl_arena *m)
{
    const pl_tree *gold = j->gold.trees.at[number];
    pl_tree *copy = pl_tree_copy(gold, m);
    pl_error err;
    char why[200];
    if (pl_replay(&j->deriver, actions, copy, &err) < 0) {
        fprintf(stderr, "pleach: sentence %zu: %s\n", number + 1, err.text);
        return false;
    }
    if (!pl_tree_equal(gold, copy, false, why, sizeof why)) {
        fprintf(stderr, "pleach: sentence %zu: %s\n", number + 1, why);
        return false;
    }
    return true;
}

/* Replaying needs a complete inventory, so derivations are made in a pass of their own.
 */
static void collect_actions(job *j, pl_arena *scratch)
{
    pl_actions actions = {0};
    for (size_t i = 0; i < j->gold.trees.n; i++) {
        actions.n = 0;
        pl_deriver_tree(&j->deriver, j->gold.trees.at[i], &actions, scratch);
        pl_arena_reset(scratch);
    }
    PL_VEC_RELEASE(&actions);
    pl_deriver_finish(&j->deriver);
}

static int derive(job *j, pl_error *err)
{
    pl_arena scratch = {0};
    pl_actions actions = {0};
    size_t same = 0, n = j->gold.trees.n;
    pl_out *out = pl_out_open(j->output, err);
    if (out == NULL)
        return -1;
    if (j->check)
        collect_actions(j, &scratch);
    for (size_t i = 0; i < n; i++) {
        actions.n = 0;
        pl_deriver_again(&j->deriver, j->gold.trees.at[i], &actions, &scratch);
        if (j->check)
            same += comes_back(j, &actions, i, &scratch);
        else
            print_derivation(j, &actions, out);
        pl_arena_reset(&scratch);
    }
    if (j->check)
        pl_out_printf(out, "%zu of %zu trees (%.2f%%)\n", same, n,
                      n > 0 ? 100.0 * (double)same / (double)n : 100.0);
    PL_VEC_RELEASE(&actions);
    pl_arena_release(&scratch);
    return pl_out_close(out, err);
}

/* Derivations of a system of constituents. */
static int show_derivations(job *j, pl_error *err)
{
    pl_deriver_start(&j->deriver, j->system);
    int status =
        j->reorder != NULL ? pl_deriver_reorder(&j->deriver, j->reorder, err) : 0;
    if (status == 0)
        status = gold_load(&j->gold, &j->in, j->heads, &j->deriver, err);
    if (status == 0)
        status = derive(j, err);
    pl_deriver_release(&j->deriver);
    gold_release(&j->gold);
    return status;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    bool dep = j->name != NULL && is_dep_system(j->name);
    j->in.writes = j->output;
    j->system = j->name == NULL ? pl_systems[0]
                : dep           ? NULL
                                : find_system(&cmd_oracle, j->name);
    if (dep)
        code = done_or_fail(
            dep_oracle(&j->dep, j->name, &j->in, j->check, j->output, &err), &err);
    else if (j->system != NULL && j->dep.settings.n > 0)
        usage_error(&cmd_oracle,
                    "control parameters (--K, --D …) are for systems of dependencies; "
                    "%s is one of constituents",
                    j->system->name);
    else if (j->system != NULL)
        code = done_or_fail(show_derivations(j, &err), &err);
    input_release(&j->in);
    return code;
}

const command cmd_oracle = {
    .name = "oracle",
    .synopsis = "[--system NAME] [--reorder MODE] [--check] [TREEBANK…]",
    .about = "show the gold derivations of a transition system",
    .options = options,
    .size = sizeof(job),
    .run = run,
};
