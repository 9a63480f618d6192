/* Transition systems on the command line; see system_options.h. */
#include "system_options.h"

/* clang-format off */
const pl_option_row control_rows[] = {
    PL_OPTION(0, "K",              "N",    PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: number of active tokens, or inf (default of --system dep: inf)")),
    PL_OPTION(0, "D",              "N",    PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: largest distance between two active tokens that an arc joins (default of --system dep: 1)")),
    PL_OPTION(0, "root",           "SIDE", PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: place of the artificial root, left or right (default of --system dep: right)")),
    PL_OPTION(0, "heads-per-word", "N",    PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: whether a word may have several heads while it is parsed, one or many (default: one)")),
    PL_OPTION(0, "crossing",       "MODE", PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: how to treat arcs that cross others: keep, or lift (pseudo-projective: training lifts arcs until none crosses another, and parsing lowers them again) (default: keep)")),
    PL_OPTION(0, "left",           "SPEC", PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: arcs to the left, instead of the arcs of the system: default, no, or B=t|f (reduce the modifier), S=t|f (then shift), P=l|r|na (at an edge), separated by commas; may be repeated")),
    PL_OPTION(0, "right",          "SPEC", PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: arcs to the right, like --left")),
    PL_OPTION(0, "reduce",         "SPEC", PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: REDUCE: default, no, or P=l|r|na")),
    PL_OPTION(0, "shift",          "SPEC", PL_SETTING_AT(system_options, control),                         PL_HELP(NULL, "dependency systems: SHIFT: default or no (default of --system dep: default if K is a number)")),
    PL_OPTION(0, "single-root",    "WHEN", PL_CHOICE_AT(system_options, single_root, pl_dep_single_choices), PL_HELP(NULL, "dependency systems: whether only one word depends on the root: yes, no, auto (if it is so in the treebank) or strict (yes, and training uses only derivations with one root, as bottom-up systems always do) (default: auto)")),
    PL_OPTIONS_END,
};
const pl_option_row system_rows[] = {
    PL_OPTION(0, "reorder", "MODE",  PL_TEXT_AT(system_options, reorder), PL_HELP(NULL, "swap and skipshift: order in which the words of the trees are read: left, right, rightd, distI, label, label:NP=left,…,rightd (default: left for swap, dist2 for skipshift)")),
    PL_OPTION(0, "heads",   "RULES", PL_FILE_AT(system_options, heads),   PL_HELP(NULL, "constituents: head rules, by name or file (default: the shipped rules that fit the trees best)")),
    {.include = control_rows},
    PL_OPTIONS_END,
};
/* clang-format on */

int read_margin(const char *value, void *field, pl_error *error)
{
    char *end;
    double *margin = field;
    bool none = strcmp(value, "none") == 0;
    *margin = none ? -1 : strtod(value, &end);
    if (none || (end != value && *end == '\0' && *margin > 0 && *margin < 1e6))
        return 0;
    return pl_fail(error, PL_BAD_ARGUMENT, "a number above 0, such as 100, or none");
}

bool system_exists(const command *c, const char *name)
{
    pl_error err;
    if (name == NULL || pl_machine_known(name, &err) == 0)
        return true;
    usage_error(c, "%s", err.text);
    return false;
}

bool is_dependency_system(const char *name)
{
    return name != NULL && !pl_is_constituent_system(name);
}

void system_control(const settings *control, pl_arena *m, texts *out)
{
    for (size_t i = 0; i < control->n; i++) {
        const setting *s = &control->at[i];
        PL_PUSH(out, pl_arena_printf(m, "%s=%s", s->name, s->value));
    }
}

/* One line for each note. */
static void tell_notes(const char *system, char *notes)
{
    for (char *end; notes != NULL && (end = strchr(notes, '\n')) != NULL;
         notes = end + 1) {
        *end = '\0';
        tell("pleach: system %s: %s\n", system, notes);
    }
}

/* For a look at derivations, one root is asked for only if the user says so. */
pl_machine *system_machine(const char *name, const system_options *o, bool quiet,
                           pl_error *err)
{
    pl_dep_settings control = {0};
    pl_str notes = {0};
    for (size_t i = 0; i < o->control.n; i++) {
        struct pl_dep_setting one = {o->control.at[i].name, o->control.at[i].value};
        PL_PUSH(&control.list, one);
    }
    pl_machine_options how = {
        .reorder = o->reorder,
        .settings = &control,
        .single_root = o->single_root != PL_SINGLE_AUTO ? o->single_root : PL_SINGLE_NO,
        .notes = &notes,
    };
    pl_machine *m = pl_machine_new(name != NULL ? name : "sr-gap", &how, err);
    if (m != NULL && !quiet)
        tell_notes(name, notes.at);
    PL_VEC_RELEASE(&control.list);
    pl_str_release(&notes);
    return m;
}

int system_trees(pl_gold_trees *g, const pl_machine *m, input *in, const char *heads,
                 pl_error *err)
{
    pl_source *source = input_open(in, err);
    if (source == NULL)
        return -1;
    int status = pl_gold_trees_read(g, m->ops, source, err);
    in->n_empty = g->n_traced;
    input_report(in, source);
    pl_source_close(source);
    if (status == 0 && m->ops->constituents)
        status = pl_gold_trees_mark(g, heads, err);
    return status;
}
