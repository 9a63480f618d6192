/* Parts of reports of scores; see score_tables.h. */
#include "eval/score_tables.h"

enum { CONFUSED = 3, TOP = 20 }; /* names shown in text */

void pl_score_put_place(pl_report_form form, pl_value *row, size_t number, const char *id)
{
    pl_value_set_count(row, "sentence", number);
    pl_value_set_text(row, "id", id == NULL && form == PL_REPORT_TSV ? "" : id);
}

void pl_score_put_name(pl_report_form form, pl_value *row, const char *key,
                       const char *name)
{
    pl_value_set_text(row, form == PL_REPORT_TEXT ? "name" : key, name);
}

void pl_score_put_range(pl_report_form form, pl_value *row, const uint32_t *ends,
                        size_t i)
{
    uint32_t from = i == 0 ? 1 : ends[i - 1] + 1, to = ends[i];
    pl_value_set_count(row, "from", from);
    if (to == UINT32_MAX)
        pl_value_set_null(row, "to");
    else
        pl_value_set_count(row, "to", to);
    if (form == PL_REPORT_TEXT && to == UINT32_MAX)
        pl_value_set_format(row, "name", "%u+", from);
    else if (form == PL_REPORT_TEXT && from == to)
        pl_value_set_format(row, "name", "%u", from);
    else if (form == PL_REPORT_TEXT)
        pl_value_set_format(row, "name", "%u-%u", from, to);
}

void pl_score_put_taken_for(pl_value *row, const pl_confusions *c, const pl_intern *names,
                            uint32_t name)
{
    pl_str text = {0};
    for (size_t i = 0, shown = 0; i < c->n && shown < CONFUSED; i++)
        if (c->at[i].gold == name) {
            const char *other = names->at[c->at[i].candidate];
            pl_str_printf(&text, "%s%s %llu", shown++ > 0 ? ", " : "",
                          *other != '\0' ? other : "(none)",
                          (unsigned long long)c->at[i].n);
        }
    pl_value_set_text(row, "taken_for", text.at);
    pl_str_release(&text);
}

void pl_score_table(pl_report *r, pl_value *to, const char *key, pl_value *rows,
                    const char *first, const pl_table_column *columns)
{
    pl_value_set_value(to, key, rows);
    if (r->form == PL_REPORT_TEXT)
        pl_table_put(&r->text, first, columns, rows);
}

void pl_score_confusions(pl_report *r, pl_value *to, const char *key,
                         const pl_confusions *c, const pl_intern *names,
                         const char *title, int width)
{
    const pl_table_column columns[] = {
        PL_COLUMN("gold", NULL, -width),
        {.key = "candidate", .width = -width, .before = "as "},
        PL_COLUMN("n", NULL, 6),
        {0}};
    if (r->form == PL_REPORT_TEXT && c->n == 0)
        return;
    pl_value *list = pl_report_new_list(r);
    for (size_t i = 0; i < c->n && (r->form != PL_REPORT_TEXT || i < TOP); i++) {
        pl_value *row = pl_value_add_object(list);
        pl_value_set_text(row, "gold", names->at[c->at[i].gold]);
        pl_value_set_text(row, "candidate", names->at[c->at[i].candidate]);
        pl_value_set_count(row, "n", c->at[i].n);
    }
    pl_score_table(r, to, key, list, title, columns);
}
