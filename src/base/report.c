/* Reports and their values; see report.h. */
#include "base/report.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- reports -------------------------------------------------------------------------- */

static pl_value *new_value(pl_arena *m, pl_json_kind kind, const char *name)
{
    pl_value *value = PL_NEW(m, pl_value);
    value->kind = kind;
    value->name = pl_arena_strdup(m, name);
    if (kind == PL_JSON_LIST || kind == PL_JSON_OBJECT)
        value->memory = m;
    return value;
}

pl_report *pl_report_new(pl_report_form form)
{
    pl_report *r = pl_alloc_zero(1, sizeof *r);
    r->form = form;
    r->root = new_value(&r->memory, PL_JSON_OBJECT, NULL);
    return r;
}

pl_value *pl_report_make_list(pl_report *r)
{
    r->root->kind = PL_JSON_LIST;
    return r->root;
}

pl_value *pl_report_new_object(pl_report *r)
{
    return new_value(&r->memory, PL_JSON_OBJECT, NULL);
}

pl_value *pl_report_new_list(pl_report *r)
{
    return new_value(&r->memory, PL_JSON_LIST, NULL);
}

void pl_report_free(pl_report *r)
{
    if (r == NULL)
        return;
    pl_arena_release(&r->memory);
    pl_str_release(&r->text);
    free(r);
}

/* -- adding values -------------------------------------------------------------------- */

static void append(pl_value *to, pl_value *item)
{
    if (to->n == to->room) {
        uint32_t room = to->room > 0 ? to->room * 2 : 4;
        to->items = pl_arena_grow(to->memory, to->items, to->n * sizeof *to->items,
                                  room * sizeof *to->items);
        to->room = room;
    }
    to->items[to->n++] = item;
}

/* Adds an empty value: to an object under a name, or to a list if the name is NULL. */
static pl_value *add(pl_value *to, const char *name, pl_json_kind kind)
{
    pl_value *item = new_value(to->memory, kind, name);
    append(to, item);
    return item;
}

static void add_integer(pl_value *to, const char *name, long long n)
{
    add(to, name, PL_JSON_INTEGER)->integer = n;
}

static void add_number(pl_value *to, const char *name, double x)
{
    add(to, name, isfinite(x) ? PL_JSON_REAL : PL_JSON_NULL)->real = x;
}

static void add_text(pl_value *to, const char *name, const char *text)
{
    add(to, name, PL_JSON_STRING)->text = pl_arena_strdup(to->memory, text);
}

static pl_value *add_copy(pl_value *to, const char *name, const pl_value *from)
{
    pl_value *item = add(to, name, from->kind);
    if (from->kind == PL_JSON_STRING)
        item->text = pl_arena_strdup(to->memory, from->text);
    else if (from->kind == PL_JSON_REAL)
        item->real = from->real;
    else if (item->memory == NULL)
        item->integer = from->integer;
    return item;
}

/* Copies the items below `from`. It uses a stack instead of recursion, since JSON may nest 2,048 levels
 * deep. */
static void copy_items(pl_value *to, const pl_value *from)
{
    typedef struct pair {
        pl_value *to;
        const pl_value *from;
    } pair;
    PL_VEC(pair) stack = {0};
    PL_PUSH(&stack, (pair){to, from});
    while (stack.n > 0) {
        pair p = PL_POP(&stack);
        for (size_t i = 0; p.to->memory != NULL && i < p.from->n; i++) {
            const pl_value *item = p.from->items[i];
            pl_value *copy = add_copy(p.to, item->name, item);
            if (copy->memory != NULL)
                PL_PUSH(&stack, (pair){copy, item});
        }
    }
    PL_VEC_RELEASE(&stack);
}

void pl_value_set_count(pl_value *object, const char *name, uint64_t n)
{
    add_integer(object, name, (long long)n);
}

void pl_value_set_number(pl_value *object, const char *name, double x)
{
    add_number(object, name, x);
}

void pl_value_set_text(pl_value *object, const char *name, const char *text)
{
    if (text != NULL)
        add_text(object, name, text);
}

void pl_value_set_format(pl_value *object, const char *name, const char *format, ...)
{
    pl_str text = {0};
    va_list list;
    va_start(list, format);
    pl_str_vprintf(&text, format, list);
    va_end(list);
    add_text(object, name, pl_str_text(&text));
    pl_str_release(&text);
}

void pl_value_set_flag(pl_value *object, const char *name, bool flag)
{
    add(object, name, flag ? PL_JSON_TRUE : PL_JSON_FALSE);
}

void pl_value_set_null(pl_value *object, const char *name)
{
    add(object, name, PL_JSON_NULL);
}

pl_value *pl_value_set_object(pl_value *object, const char *name)
{
    return add(object, name, PL_JSON_OBJECT);
}

pl_value *pl_value_set_list(pl_value *object, const char *name)
{
    return add(object, name, PL_JSON_LIST);
}

void pl_value_set_value(pl_value *object, const char *name, pl_value *value)
{
    value->name = pl_arena_strdup(object->memory, name);
    append(object, value);
}

void pl_value_add_count(pl_value *list, uint64_t n)
{
    add_integer(list, NULL, (long long)n);
}

void pl_value_add_text(pl_value *list, const char *text)
{
    add_text(list, NULL, text);
}

pl_value *pl_value_add_object(pl_value *list)
{
    return add(list, NULL, PL_JSON_OBJECT);
}

pl_value *pl_value_add_list(pl_value *list)
{
    return add(list, NULL, PL_JSON_LIST);
}

void pl_value_add_copy(pl_value *list, const pl_value *from)
{
    copy_items(add_copy(list, NULL, from), from);
}

/* -- reading values ------------------------------------------------------------------- */

bool pl_value_is(const pl_value *value, pl_json_kind kind)
{
    return value != NULL && value->kind == kind;
}

size_t pl_value_size(const pl_value *value)
{
    return value != NULL && value->memory != NULL ? value->n : 0;
}

pl_value *pl_value_item(const pl_value *value, size_t i)
{
    return i < pl_value_size(value) ? value->items[i] : NULL;
}

/* Returns the member whose name is the n bytes at `name`, or NULL. */
static pl_value *find_member(const pl_value *object, const char *name, size_t n)
{
    for (size_t i = 0; pl_value_is(object, PL_JSON_OBJECT) && i < object->n; i++)
        if (strncmp(object->items[i]->name, name, n) == 0 &&
            object->items[i]->name[n] == '\0')
            return object->items[i];
    return NULL;
}

pl_value *pl_value_get(const pl_value *object, const char *name)
{
    return find_member(object, name, strlen(name));
}

const pl_value *pl_value_at(const pl_value *value, const char *path)
{
    for (bool more = *path != '\0'; value != NULL && more;) {
        size_t n = strcspn(path, ".");
        char *end;
        more = path[n] == '.';
        if (value->kind == PL_JSON_LIST) {
            unsigned long i = strtoul(path, &end, 10);
            value = end == path + n && n > 0 ? pl_value_item(value, i) : NULL;
        } else
            value = find_member(value, path, n);
        path += n + more;
    }
    return value;
}

long long pl_value_integer(const pl_value *value)
{
    return pl_value_is(value, PL_JSON_INTEGER) ? value->integer : 0;
}

double pl_value_number(const pl_value *value)
{
    return pl_value_is(value, PL_JSON_REAL)      ? value->real
           : pl_value_is(value, PL_JSON_INTEGER) ? (double)value->integer
                                                 : NAN;
}

const char *pl_value_text(const pl_value *value)
{
    return pl_value_is(value, PL_JSON_STRING) ? value->text : NULL;
}

/* -- parsing -------------------------------------------------------------------------- */

/* Creates a report value from a parsed value, but without the items of lists and objects. */
static pl_value *from_parsed(pl_arena *m, const pl_json *parsed)
{
    pl_value *value = new_value(m, parsed->kind, parsed->name);
    if (parsed->kind == PL_JSON_STRING)
        value->text = pl_arena_strdup(m, parsed->text);
    else if (parsed->kind == PL_JSON_REAL)
        value->real = parsed->real;
    else if (value->memory == NULL)
        value->integer = parsed->integer;
    return value;
}

static pl_value *from_tree(pl_arena *m, const pl_json *root)
{
    typedef struct pair {
        pl_value *to;
        const pl_json *from;
    } pair;
    PL_VEC(pair) stack = {0};
    pl_value *top = from_parsed(m, root);
    PL_PUSH(&stack, (pair){top, root});
    while (stack.n > 0) {
        pair p = PL_POP(&stack);
        for (uint32_t i = 0; p.to->memory != NULL && i < p.from->n; i++) {
            pl_value *item = from_parsed(m, &p.from->items[i]);
            append(p.to, item);
            if (item->memory != NULL)
                PL_PUSH(&stack, (pair){item, &p.from->items[i]});
        }
    }
    PL_VEC_RELEASE(&stack);
    return top;
}

pl_report *pl_report_parse(const char *json, size_t n, pl_error *error)
{
    pl_json_stack stack = {0};
    pl_arena m = {0};
    pl_report *r = NULL;
    size_t good = pl_utf8_good(json, n);
    const pl_json *root = good == n ? pl_json_parse(&stack, &m, json, n) : NULL;
    if (good < n)
        pl_fail(error, PL_BAD_INPUT, "not JSON: byte %zu is not valid UTF-8", good + 1);
    else if (root == NULL)
        pl_fail(error, PL_BAD_INPUT, "not JSON at byte %zu: %s", stack.problem_at + 1,
                stack.problem);
    else {
        r = pl_report_new(PL_REPORT_JSON);
        r->root = from_tree(&r->memory, root);
    }
    pl_json_stack_release(&stack);
    pl_arena_release(&m);
    return r;
}
