/* pleach oracle: gold derivations, and the check that they give back the trees. */
#include "system_options.h"

#include "base/out.h"

#include <string.h>

typedef struct job {
    input in;
    const char *name; /* of the system, NULL: the default */
    system_options system;
    const char *output;
    bool check;
    pl_gold_trees gold;
    pl_machine *machine;
    pl_out *out;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    SYSTEM_ROW(job, name),
    PL_OPTION(0,   "check",  NULL,   PL_FLAG_AT(job, check),  PL_HELP(NULL, "replay each derivation and report how many trees come back identical; sentences that do not are named on standard error")),
    PL_OPTION('o', "output", "FILE", PL_FILE_AT(job, output), PL_HELP(NULL, "write to FILE (default: standard output)")),
    PL_INCLUDE(job, system, system_options, system_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_OPTIONS_END,
};
/* clang-format on */

static void print_derivation(const job *j, const pl_acts *acts)
{
    pl_str text = {0};
    for (size_t i = 0; i < acts->n; i++) {
        if (i > 0)
            pl_str_putc(&text, '\t');
        j->machine->ops->print(j->machine, acts->at[i], &text);
    }
    pl_str_putc(&text, '\n');
    pl_out_put(j->out, text.at, text.n);
    pl_str_release(&text);
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "_", b != NULL ? b : "_") == 0;
}

/* Whether two trees have the same heads and relations; `why` says how not. */
static bool same_arcs(const pl_tree *a, const pl_tree *b, char *why, size_t size)
{
    for (uint32_t i = 0; i < a->n_tokens; i++)
        if (a->tokens[i].head != b->tokens[i].head ||
            !same_text(a->tokens[i].deprel, b->tokens[i].deprel)) {
            snprintf(why, size, "word %u gets another head or relation", i + 1);
            return false;
        }
    return true;
}

/* Whether replaying gives the tree back; if not, prints the difference on standard
 * error. */
static bool comes_back(const job *j, const pl_target *target, const pl_acts *acts,
                       size_t number, pl_arena *m)
{
    const pl_tree *gold = j->gold.trees.at[number];
    pl_tree *copy = pl_tree_copy(gold, m);
    pl_error err;
    char why[200];
    bool same = false;
    if (pl_machine_replay(j->machine, target, acts, copy, &err) < 0)
        snprintf(why, sizeof why, "%.190s", err.text);
    else
        same = j->machine->ops->constituents
                   ? pl_tree_equal(gold, copy, false, why, sizeof why)
                   : same_arcs(gold, copy, why, sizeof why);
    if (!same)
        tell("pleach: sentence %zu: %s\n", number + 1, why);
    return same;
}

static int derive(job *j, pl_error *err)
{
    pl_arena scratch = {0};
    pl_acts acts = {0};
    pl_target target;
    size_t same = 0, n = j->gold.trees.n;
    if (pl_gold_trees_show(&j->gold, j->machine, err) < 0 ||
        (j->out = pl_out_open(j->output, err)) == NULL)
        return -1;
    for (size_t i = 0; i < n; i++) {
        bool derived = j->machine->ops->derive(j->machine, j->gold.trees.at[i], false,
                                               &target, &acts, &scratch);
        if (j->check)
            same += derived && comes_back(j, &target, &acts, i, &scratch);
        else if (derived)
            print_derivation(j, &acts);
        else
            pl_out_puts(j->out, "# this tree cannot be derived\n");
        pl_arena_reset(&scratch);
    }
    if (j->check)
        pl_out_printf(j->out, "%zu of %zu trees (%.2f%%)\n", same, n,
                      n > 0 ? 100.0 * (double)same / (double)n : 100.0);
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
    return pl_out_close(j->out, err);
}

static int work(job *j, pl_error *err)
{
    j->in.writes = j->output;
    j->machine = system_machine(j->name, &j->system, j->in.quiet, err);
    return j->machine != NULL &&
                   system_trees(&j->gold, j->machine, &j->in, j->system.heads, err) == 0
               ? derive(j, err)
               : -1;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    if (!is_dependency_system(j->name) && j->system.control.n > 0)
        usage_error(&cmd_oracle,
                    "control parameters (--K, --D …) are for systems of dependencies; %s "
                    "is one of constituents",
                    j->name != NULL ? j->name : "sr-gap");
    else if (system_exists(&cmd_oracle, j->name))
        code = done_or_fail(work(j, &err), &err);
    pl_machine_free(j->machine);
    pl_gold_trees_release(&j->gold);
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
