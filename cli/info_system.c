/* pleach info --system: the table of a transition system as the code has it, for people
 * and for the pages under docs/systems. */
#include "info.h"

#include "base/utf8.h"
#include "dep_system.h"

#include "machine/system.h"

#include <stdio.h>

/* "RR(X)", "SWAP-i": the name with what it takes. */
static void spell(const pl_system *s, const pl_transition *row, pl_str *out)
{
    const pl_spelling *as = &s->spelling;
    pl_str_clear(out);
    pl_str_puts(out, row->name);
    if (row->takes == PL_TAKES_LABEL || row->takes == PL_TAKES_ANY_LABEL)
        pl_str_printf(out, "%sX%s", as->before_label, as->after_label);
    else if (row->takes == PL_TAKES_NUMBER)
        pl_str_printf(out, "%si", as->before_number);
}

static void print_rows(const pl_system *s)
{
    pl_str name = {0};
    int wide = 0, from = 0;
    for (const pl_transition *row = s->transitions; row->name != NULL; row++) {
        spell(s, row, &name);
        wide = (int)name.n > wide ? (int)name.n : wide;
        from =
            (int)pl_utf8_width(row->from) > from ? (int)pl_utf8_width(row->from) : from;
    }
    printf("%s: %s\n", s->name, s->about);
    for (const pl_transition *row = s->transitions; row->name != NULL; row++) {
        spell(s, row, &name);
        printf("%-*s  %s%*s  ->  %s\n", wide, name.at, row->from,
               from - (int)pl_utf8_width(row->from), "", row->to);
    }
    pl_str_release(&name);
}

static int fail_to_find(const char *name, pl_error *err)
{
    pl_str message = {0};
    no_such_system(&message, name);
    pl_fail(err, PL_BAD_ARGUMENT, "%s", message.at);
    pl_str_release(&message);
    return -1;
}

int print_system(const char *name, pl_error *err)
{
    const pl_system *s = pl_system_find(name);
    if (s != NULL) {
        print_rows(s);
        return 0;
    }
    pl_dep_params p;
    if (!is_dep_system(name))
        return fail_to_find(name, err);
    if (pl_dep_params_load(&p, name, err) < 0)
        return -1;
    pl_str text = {0};
    pl_dep_params_print(&p, &text);
    fputs(pl_str_text(&text), stdout);
    pl_str_release(&text);
    return 0;
}
