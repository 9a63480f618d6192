/* Arguments of endpoints, by their rows; see request.h. */
#include "request.h"

#include "forms.h"

#include <string.h>

/* -- values --------------------------------------------------------------------------- */

static int wrong_value(const argument *row, failure *f)
{
    switch (row->to.type) {
    case ARGUMENT_NUMBER:
        return refuse(f, 400, PL_BAD_ARGUMENT, "'%s' is a number from %u to %u",
                      row->name, row->to.low, row->to.high);
    case ARGUMENT_FLAG:
        return refuse(f, 400, PL_BAD_ARGUMENT, "'%s' is true or false", row->name);
    case ARGUMENT_LIST:
        return refuse(f, 400, PL_BAD_ARGUMENT, "'%s' is a list, in JSON", row->name);
    case ARGUMENT_TREE:
        return refuse(f, 400, PL_BAD_ARGUMENT, "'%s' is an object or a text, in JSON",
                      row->name);
    default:
        return refuse(f, 400, PL_BAD_ARGUMENT, "'%s' is a text", row->name);
    }
}

static int put_number(const argument *row, bool is_number, long long value, void *to,
                      failure *f)
{
    if (!is_number || value < row->to.low || value > row->to.high)
        return wrong_value(row, f);
    *(uint32_t *)((char *)to + row->to.place) = (uint32_t)value;
    return 0;
}

static void put_text(const argument *row, const char *text, void *to)
{
    *(const char **)((char *)to + row->to.place) = text;
}

static void put_flag(const argument *row, bool flag, void *to)
{
    *((bool *)to + row->to.place) = flag;
}

static int take_json(const argument *row, const pl_value *value, void *to, failure *f)
{
    if (row->to.type == ARGUMENT_NUMBER)
        return put_number(row, value->kind == PL_JSON_INTEGER, pl_value_integer(value), to, f);
    pl_json_kind kind = value->kind;
    if (row->to.type == ARGUMENT_FLAG && (kind == PL_JSON_TRUE || kind == PL_JSON_FALSE))
        put_flag(row, kind == PL_JSON_TRUE, to);
    else if (row->to.type == ARGUMENT_TEXT && kind == PL_JSON_STRING)
        put_text(row, value->text, to);
    else if ((row->to.type == ARGUMENT_LIST && kind == PL_JSON_LIST) ||
             (row->to.type == ARGUMENT_TREE &&
              (kind == PL_JSON_OBJECT || kind == PL_JSON_STRING)))
        *(const pl_value **)((char *)to + row->to.place) = value;
    else
        return wrong_value(row, f);
    return 0;
}

/* A flag in a query is true as "", "1" and "true". */
static int take_field(const argument *row, const char *value, void *to, failure *f)
{
    const char *at = value;
    uint32_t number = 0;
    bool on = *value == '\0' || strcmp(value, "1") == 0 || strcmp(value, "true") == 0;
    bool off = strcmp(value, "0") == 0 || strcmp(value, "false") == 0;
    if (row->to.type == ARGUMENT_NUMBER) {
        bool good = pl_scan_number(&at, UINT32_MAX, &number) && *at == '\0';
        return put_number(row, good, number, to, f);
    }
    if (row->to.type == ARGUMENT_TEXT)
        put_text(row, value, to);
    else if (row->to.type == ARGUMENT_FLAG && (on || off))
        put_flag(row, on, to);
    else
        return wrong_value(row, f);
    return 0;
}

/* -- rows ----------------------------------------------------------------------------- */

static const argument *find_argument(const route *r, const char *name)
{
    for (const argument *row = r->service->arguments; row != NULL && row->name != NULL;
         row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}

static int no_such_argument(const route *r, const char *name, failure *f)
{
    pl_str names = {0};
    for (const argument *row = r->service->arguments; row != NULL && row->name != NULL;
         row++)
        pl_str_printf(&names, "%s%s", names.n > 0 ? ", " : "; there are: ", row->name);
    refuse(f, 400, PL_BAD_ARGUMENT, "%s takes no argument '%s'%s", r->path, name,
           pl_str_text(&names));
    pl_str_release(&names);
    return -1;
}

static int read_json(const route *r, const pl_value *json, void *to, failure *f)
{
    for (size_t i = 0; i < pl_value_size(json); i++) {
        const pl_value *value = json->items[i];
        const argument *row = find_argument(r, value->name);
        if (row == NULL)
            return no_such_argument(r, value->name, f);
        if (value->kind != PL_JSON_NULL && take_json(row, value, to, f) < 0)
            return -1;
    }
    return 0;
}

static int read_fields(const route *r, const form *fields, void *to, failure *f)
{
    for (size_t i = 0; i < fields->fields.n; i++) {
        const field *at = &fields->fields.at[i];
        const argument *row = find_argument(r, at->name);
        if (row == NULL && (r->flags & ROUTE_FORMS) == 0)
            return no_such_argument(r, at->name, f);
        if (row != NULL && take_field(row, at->value, to, f) < 0)
            return -1;
    }
    return 0;
}

int arguments_parse(const char *bytes, size_t n, pl_report **json, failure *f)
{
    *json = pl_report_parse(bytes, n, &f->error);
    if (*json == NULL) {
        f->status = 400;
        return pl_fail_prefix(&f->error, "the body is ");
    }
    if ((*json)->root->kind != PL_JSON_OBJECT)
        return refuse(f, 400, PL_BAD_INPUT, "the body is not a JSON object");
    return 0;
}

int arguments_read(const route *r, const pl_value *json, const form *fields, void *to,
                   failure *f)
{
    int got = json != NULL ? read_json(r, json, to, f) : read_fields(r, fields, to, f);
    for (const argument *row = r->service->arguments;
         got == 0 && row != NULL && row->name != NULL; row++)
        if (row->to.needed && *(const char **)((char *)to + row->to.place) == NULL)
            got = refuse(f, 400, PL_BAD_ARGUMENT, "the argument '%s' is missing",
                         row->name);
    return got;
}
