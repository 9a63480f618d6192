/* Lengths of derivations; see derivations.h. */
#include "count/derivations.h"

#include "base/table.h"
#include "count/stats.h"

#include <stdio.h>

/* clang-format off */
static const pl_table_column system_columns[] = {
    {.key = "name",  .width = -18, .before = "  ", .how = PL_COLUMN_WHOLE},
    PL_COLUMN("actions_per_token", "actions per token", 18),
    PL_COLUMN("longest",           "longest",           10),
    PL_COLUMN("gaps",              "gaps",              10),
    PL_COLUMN("longest_run",       "longest run",       14),
    {0},
}, dep_system_columns[] = {
    {.key = "name",  .width = -16, .before = "  ", .how = PL_COLUMN_WHOLE},
    PL_COLUMN("trees",             "trees",             12),
    {.key = "coverage", .title = "coverage", .width = 11, .after = "%"},
    PL_COLUMN("actions_per_token", "actions per token", 20),
    PL_COLUMN("longest",           "longest",           10),
    {0},
};
/* clang-format on */

/* Adds up the lengths of the derivations of all trees. */
static int measure(pl_machine *m, const pl_gold_trees *g, pl_lengths *l, pl_error *err)
{
    pl_acts acts = {0};
    pl_arena scratch = {0};
    int status = pl_gold_trees_show(g, m, err);
    for (size_t i = 0; i < g->trees.n && status == 0; i++) {
        if (m->ops->derive(m, g->trees.at[i], false, NULL, &acts, &scratch))
            pl_lengths_add(l, m, &acts, g->trees.at[i]->n_tokens);
        pl_arena_reset(&scratch);
    }
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
    return status;
}

/* Adds one system: a row of the table of the text, or an object in "systems". */
static void add_system(pl_report *r, const char *name, const char *shown, pl_value *row,
                       const pl_table_column *columns)
{
    pl_value *all = pl_value_get(r->root, "systems");
    if (r->form == PL_REPORT_TEXT) {
        pl_value_set_text(row, "name", shown);
        pl_table_put_row(&r->text, columns, row);
        return;
    }
    if (all == NULL)
        all = pl_value_set_object(r->root, "systems");
    pl_value_set_value(all, name, row);
}

int pl_derivations_report(pl_report *r, pl_machine *m, const pl_gold_trees *g, bool first,
                          pl_error *err)
{
    const pl_table_column *columns =
        m->ops->constituents ? system_columns : dep_system_columns;
    pl_lengths l = {0};
    char shown[64];
    if (measure(m, g, &l, err) < 0)
        return -1;
    if (first && r->form == PL_REPORT_TEXT) {
        if (m->ops->constituents)
            pl_str_printf(&r->text, "\nderivations (heads by %s)\n", g->rules_name);
        else
            pl_str_puts(&r->text, "\nderivations of dependencies\n");
        pl_table_put_titles(&r->text, "", columns);
    }
    pl_value *row = pl_report_new_object(r);
    if (!m->ops->constituents) {
        pl_value_set_count(row, "trees", l.n_trees);
        pl_value_set_number(row, "coverage",
                            g->trees.n > 0 ? pl_percentage(l.n_trees, g->trees.n) : 100);
    }
    pl_value_set_number(row, "actions_per_token", pl_ratio(l.n_actions, l.n_tokens));
    pl_value_set_count(row, "longest", l.longest);
    if (m->ops->constituents) {
        pl_value_set_count(row, "gaps", l.n_jumps);
        pl_value_set_count(row, "longest_run", l.longest_run);
    }
    snprintf(shown, sizeof shown, "%s%s%s", m->name, m->reorder != NULL ? " " : "",
             m->reorder != NULL ? m->reorder : "");
    add_system(r, m->name, shown, row, columns);
    return 0;
}
