/* One way to count; see count.h. */
#include "count/count.h"

#include "count/breakdown_report.h"
#include "count/stats_report.h"

enum { USUAL_TOP = 10 };

void pl_count_add(pl_count *c, const pl_tree *t, const char *file, pl_str *lines)
{
    if (c->options.by < PL_N_BY) {
        c->parts.by = (pl_by)c->options.by;
        pl_breakdown_add(&c->parts, t);
    } else if (c->options.each == PL_EACH_NONE)
        pl_stats_add(&c->stats, t);
    else
        pl_each_put(lines, c->options.each, t, file, ++c->n, &c->stats);
}

void pl_count_report(pl_count *c, const char *name, pl_report *r)
{
    size_t top = c->options.top;
    if (r->form == PL_REPORT_TEXT && name != NULL)
        pl_str_printf(&r->text, "%s\n\n", name);
    if (c->options.by < PL_N_BY) {
        c->parts.by = (pl_by)c->options.by;
        pl_breakdown_report(r, &c->parts, top, name);
    } else if (c->options.each == PL_EACH_NONE) {
        pl_value_set_text(r->root, "file", name);
        pl_stats_report(r, &c->stats, top == PL_COUNT_TOP ? USUAL_TOP : top,
                        c->options.remedy);
    }
}

void pl_count_release(pl_count *c)
{
    pl_stats_release(&c->stats);
    pl_breakdown_release(&c->parts);
}
