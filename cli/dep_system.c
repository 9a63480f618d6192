/* Dependency systems on the command line; see dep_system.h. */
#include "dep_system.h"

#include "base/share.h"
#include "machine/dep_oracle.h"
#include "machine/system.h"

#include <string.h>

static const char *const when_names[] = {"auto", "yes", "no", "strict"};

/* clang-format off */
const option_row dep_system_rows[] = {
    {0, "K",              "N",    SETTING(dep_options, settings), "dependency systems: number of active tokens, or inf (default of --system dep: inf)"},
    {0, "D",              "N",    SETTING(dep_options, settings), "dependency systems: largest distance between two active tokens that an arc joins (default of --system dep: 1)"},
    {0, "root",           "SIDE", SETTING(dep_options, settings), "dependency systems: place of the artificial root, left or right (default of --system dep: right)"},
    {0, "heads-per-word", "N",    SETTING(dep_options, settings), "dependency systems: whether a word may have several heads while it is parsed, one or many (default: one)"},
    {0, "left",           "SPEC", SETTING(dep_options, settings), "dependency systems: arcs to the left, instead of those of the system: default, no, or B=t|f (reduce the modifier), S=t|f (then shift), P=l|r|na (at an edge), separated by commas; may be repeated"},
    {0, "right",          "SPEC", SETTING(dep_options, settings), "dependency systems: arcs to the right, like --left"},
    {0, "reduce",         "SPEC", SETTING(dep_options, settings), "dependency systems: REDUCE: default, no, or P=l|r|na"},
    {0, "shift",          "SPEC", SETTING(dep_options, settings), "dependency systems: SHIFT: default or no (default of --system dep: default if K is a number)"},
    {0, "single-root",    "WHEN", CHOICE(dep_options, single_root, when_names), "dependency systems: whether only one word depends on the root: yes, no, auto (if it is so in the treebank) or strict (yes, and training uses only derivations with one root, as bottom-up systems always do) (default: auto)"},
    {0},
};
/* clang-format on */

void no_such_system(pl_str *out, const char *name)
{
    pl_str path = {0};
    pl_error err;
    pl_str_printf(out, "there is no transition system '%s'; there are:", name);
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        pl_str_printf(out, " %s", (*s)->name);
    pl_str_puts(out, "; for dependencies: dep");
    if (pl_share_path("systems", name, ".sys", &path, &err) < 0) {
        const char *shipped = strstr(err.text, "there are: ");
        pl_str_puts(out, shipped != NULL ? ", "
                                         : "; those that come with pleach are not "
                                           "found (is PLEACH_SHARE right?)");
        pl_str_puts(out, shipped != NULL ? shipped + strlen("there are: ") : "");
    }
    pl_str_release(&path);
}

bool is_dep_system(const char *name)
{
    pl_str path = {0};
    pl_error err;
    bool found = strcmp(name, "dep") == 0 ||
                 pl_share_path("systems", name, ".sys", &path, &err) == 0;
    pl_str_release(&path);
    return found;
}

static int set(pl_dep_params *p, const setting *s, bool *replaced, pl_error *err)
{
    static const char *const kinds[PL_DEP_N_KINDS] = {"left", "right", "reduce", "shift"};
    for (int kind = 0; kind < PL_DEP_N_KINDS; kind++) {
        if (strcmp(s->name, kinds[kind]) != 0)
            continue;
        if (!replaced[kind])
            pl_dep_params_drop(p, (pl_dep_kind)kind);
        replaced[kind] = true;
        return strcmp(s->value, "no") == 0
                   ? 0
                   : pl_dep_params_add(p, (pl_dep_kind)kind, s->value, err);
    }
    bool heads = strcmp(s->name, "heads-per-word") == 0;
    return pl_dep_params_set(p, heads ? "heads" : s->name, s->value, err);
}

int dep_params(const dep_options *d, const char *name, bool quiet, pl_dep_params *p,
               pl_error *err)
{
    bool replaced[PL_DEP_N_KINDS] = {false}, plain = strcmp(name, "dep") == 0;
    pl_str notes = {0};
    if (plain)
        pl_dep_params_start(p, name);
    else if (pl_dep_params_load(p, name, err) < 0)
        return -1;
    for (size_t i = 0; i < d->settings.n; i++)
        if (set(p, &d->settings.at[i], replaced, err) < 0)
            return -1;
    if (plain && p->K != PL_DEP_INF && !replaced[PL_DEP_SHIFT] &&
        pl_dep_params_add(p, PL_DEP_SHIFT, "default", err) < 0)
        return -1;
    p->single_root = d->single_root == DEP_YES || d->single_root == DEP_STRICT;
    int status = pl_dep_params_check(p, &notes, err);
    if (status == 0 && pl_dep_probe(p) == 0)
        status = pl_fail(err, PL_BAD_ARGUMENT,
                         "not one tree of three words can be derived in this setting%s",
                         p->root_left ? "; would the root be better on the right?" : "");
    if (status < 0)
        pl_fail_prefix(err, "system %s: ", name);
    else if (!quiet && notes.n > 0)
        fprintf(stderr, "pleach: system %s: %s", name, notes.at);
    pl_str_release(&notes);
    return status;
}
