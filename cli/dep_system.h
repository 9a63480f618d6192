/* The transition system that a command line names: one for constituents, or control
 * parameters of the dependency machine, from share/systems, a file, or the options. */
#ifndef PL_CLI_DEP_SYSTEM_H
#define PL_CLI_DEP_SYSTEM_H

#include "command.h"

#include "base/vec.h"
#include "machine/dep_params.h"

/* The options for control parameters: ids, and rows for a command's table. */
enum {
    DEP_K = 2000,
    DEP_D,
    DEP_ROOT,
    DEP_HEADS,
    DEP_LEFT,
    DEP_RIGHT,
    DEP_REDUCE,
    DEP_SHIFT,
    DEP_SINGLE_ROOT,
    DEP_LAST
};

/* clang-format off */
#define DEP_SYSTEM_ROWS \
    {DEP_K,           0, "K",           "N",    "of a dependency system: how many tokens are active, a number or inf (--system dep: inf)"}, \
    {DEP_D,           0, "D",           "N",    "how far apart two active tokens may be that an arc joins (--system dep: 1)"}, \
    {DEP_ROOT,        0, "root",        "SIDE", "where the artificial root stands: left or right (--system dep: right)"}, \
    {DEP_HEADS,       0, "heads-per-word", "N", "one (default) or many: whether a word may have several heads while it is parsed"}, \
    {DEP_LEFT,        0, "left",        "SPEC", "arcs to the left, instead of those of the system: default, no, or B=t|f (reduce the modifier), S=t|f (then shift), P=l|r|na (at an edge), with commas between; may be given several times"}, \
    {DEP_RIGHT,       0, "right",       "SPEC", "the same for arcs to the right"}, \
    {DEP_REDUCE,      0, "reduce",      "SPEC", "REDUCE: default, no, or P=l|r|na"}, \
    {DEP_SHIFT,       0, "shift",       "SPEC", "SHIFT: default or no (--system dep: default where K has a number)"}, \
    {DEP_SINGLE_ROOT, 0, "single-root", "WHEN", "whether one word alone depends on the root: yes, no, auto (default: if it is so in the treebank) or strict (yes, and training learns with derivations of one root only, as bottom-up systems always do)"}
/* clang-format on */

typedef enum dep_when { DEP_AUTO, DEP_YES, DEP_NO, DEP_STRICT } dep_when;

typedef struct dep_options {
    PL_VEC(struct dep_setting) settings; /* in the order given */
    dep_when single_root;
} dep_options;

struct dep_setting {
    int id;
    const char *value;
};

/* Takes one of the options above: -1 to go on, or an exit code. */
int dep_option(dep_options *d, const args *a, int id);
static inline bool is_dep_option(int id)
{
    return id >= DEP_K && id < DEP_LAST;
}
/* Appends the message that there is no system of this name, with the names of all. */
void no_such_system(pl_str *out, const char *name);
/* Whether a name is that of a system for dependencies: `dep`, a file, or a shipped one.
 */
bool is_dep_system(const char *name);
/* The parameters of the system `name` with the options applied and checked; notes about
 * useless settings go to standard error unless `quiet`. */
int dep_params(const dep_options *d, const char *name, bool quiet, pl_dep_params *p,
               pl_error *err);
void dep_options_release(dep_options *d);

#endif
