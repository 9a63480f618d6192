/* pleach oracle: gold derivations, and the check that they give back the trees. */
#include "dep_gold.h"
#include "gold.h"

#include <stdio.h>

enum { CHECK = 256 };

/* clang-format off */
static const option_row options[] = {
    SYSTEM_ROW,
    REORDER_ROW,
    HEADS_ROW,
    {CHECK,  0,   "check",  NULL,    "replay each derivation and say how many trees come back identical; those that do not are named on standard error"},
    {'o',    'o', "output", "FILE",  "where to write (default: standard output)"},
    DEP_SYSTEM_ROWS,
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_oracle = {
    .name = "oracle",
    .synopsis = "[--system NAME] [--reorder MODE] [--check] [TREEBANK…]",
    .about = "show the gold derivations of a transition system",
    .options = options,
    .input = input_rows,
    .run = run,
};

typedef struct job {
    input in;
    const pl_system *system;
    const char *dep_system; /* NULL: constituents */
    dep_options dep;
    const char *reorder, *heads, *output;
    bool check;
    gold gold;
    pl_deriver deriver;
} job;

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case SYSTEM:
        j->dep_system = is_dep_system(a->value) ? a->value : NULL;
        return j->dep_system != NULL || (j->system = system_arg(a)) != NULL ? -1 : USAGE;
    case REORDER:
        j->reorder = a->value;
        return -1;
    case HEADS:
        j->heads = a->value;
        return -1;
    case CHECK:
        j->check = true;
        return -1;
    case 'o':
        j->output = j->in.writes = a->value;
        return -1;
    default:
        return is_dep_option(id) ? dep_option(&j->dep, a, id)
                                 : input_option(&j->in, a, id);
    }
}

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

static int run(args *a)
{
    job j = {.system = pl_systems[0]};
    pl_error err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0 && j.dep_system == NULL && j.dep.settings.n > 0)
        status = usage_error(a->command,
                             "control parameters (--K, --D …) are for systems "
                             "of dependencies; %s is one of constituents",
                             j.system->name);
    if (status < 0 && j.dep_system != NULL)
        status = dep_oracle(&j.dep, j.dep_system, &j.in, j.check, j.output, &err) == 0
                     ? DONE
                     : fail(&err);
    if (status < 0) {
        pl_deriver_start(&j.deriver, j.system);
        int ready =
            j.reorder != NULL ? pl_deriver_reorder(&j.deriver, j.reorder, &err) : 0;
        status = ready == 0 &&
                         gold_load(&j.gold, &j.in, j.heads, &j.deriver, &err) == 0 &&
                         derive(&j, &err) == 0
                     ? DONE
                     : fail(&err);
        pl_deriver_release(&j.deriver);
    }
    gold_release(&j.gold);
    dep_options_release(&j.dep);
    input_release(&j.in);
    return status;
}
