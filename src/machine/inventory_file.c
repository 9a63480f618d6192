/* Labels and actions of a machine of constituents as sections of a model file; see
 * derive.h. What is read is checked before it is used. */
#include "base/alloc.h"
#include "base/str.h"
#include "machine/machine.h"
#include "machine/derive.h"
#include "transform/transform.h"

#include <stdlib.h>
#include <string.h>

/* -- labels ------------------------------------------------------------------------- */

/* A label: a line "SORT COUNT PARTS", then the parts of its chain, each ending in NUL. */
void pl_labelset_put(const pl_labelset *l, pl_str *out)
{
    for (uint32_t i = 0; i < l->entries.n; i++) {
        const pl_label *label = pl_labelset_at(l, i);
        pl_str_printf(out, "%d %u %u\n", (int)label->sort, label->count, label->n_parts);
        for (const char *c = label->name; *c != '\0'; c++)
            pl_str_putc(out, *c == PL_JOINT_INSIDE ? '\0' : *c);
        pl_str_putc(out, '\0');
    }
}

/* One label. Returns what follows it, NULL if it makes no sense. */
static const char *get_label(pl_labelset *labels, const char *at, const char *end)
{
    uint32_t sort, count, n_parts;
    const char *line = memchr(at, '\n', (size_t)(end - at));
    if (line == NULL || !pl_scan_number(&at, PL_LABEL_AXIOM, &sort) ||
        !pl_scan_number(&at, UINT32_MAX, &count) ||
        !pl_scan_number(&at, UINT32_MAX, &n_parts) || at != line || n_parts == 0 ||
        n_parts > (size_t)(end - line))
        return NULL;
    at = line + 1;
    const char *parts = at;
    for (uint32_t i = 0; i < n_parts; i++) {
        const char *nul = at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (nul == NULL)
            return NULL;
        at = nul + 1;
    }
    char *name = pl_strndup(parts, (size_t)(at - parts) - 1);
    for (char *c = name; c < name + (at - parts) - 1; c++)
        if (*c == '\0')
            *c = PL_JOINT_INSIDE;
    size_t before = labels->entries.n;
    uint32_t id = pl_labelset_add(labels, name, sort == PL_LABEL_TEMPORARY);
    free(name);
    if (id != before)
        return NULL; /* it stands there twice */
    labels->entries.at[id].sort = (pl_label_sort)sort;
    labels->entries.at[id].count = count;
    return at;
}

const char *pl_labelset_get(pl_labelset *labels, const char *at, size_t n)
{
    if (n == 0)
        return "labels";
    for (const char *end = at + n; at < end;)
        if ((at = get_label(labels, at, end)) == NULL)
            return "labels";
    bool seen[PL_LABEL_AXIOM + 1] = {false};
    for (size_t i = 0; i < labels->entries.n; i++)
        seen[labels->entries.at[i].sort] = true;
    return seen[PL_LABEL_ORDINARY] && seen[PL_LABEL_AXIOM]
               ? NULL
               : "no label for whole sentences, or none for parts of them";
}

/* -- actions ------------------------------------------------------------------------ */

void pl_inventory_put(const pl_inventory *inv, pl_str *out)
{
    for (size_t i = 0; i < inv->actions.n; i++) {
        const pl_action *a = &inv->actions.at[i];
        pl_str_printf(out, "%s %u %d\n", inv->system->transitions[a->kind].name,
                      a->number, a->label != PL_NONE ? (int)a->label : -1);
    }
}

/* A line "NAME NUMBER LABEL"; the label is -1 where there is none. */
static bool get_action(pl_inventory *inv, const char *line)
{
    size_t n = strcspn(line, " ");
    const char *at = line + n;
    uint32_t number, label = PL_NONE;
    if (!pl_scan_number(&at, UINT16_MAX, &number))
        return false;
    if (strcmp(at, " -1") != 0 && (!pl_scan_number(&at, UINT32_MAX - 1, &label) ||
                                   *at != '\0' || label >= inv->labels->entries.n))
        return false;
    uint16_t kind = 0;
    const pl_transition *rows = inv->system->transitions;
    while (rows[kind].name != NULL &&
           (strlen(rows[kind].name) != n || strncmp(rows[kind].name, line, n) != 0))
        kind++;
    if (rows[kind].name == NULL || pl_takes_label(&rows[kind]) != (label != PL_NONE))
        return false;
    pl_inventory_add(inv, (pl_action){kind, (uint16_t)number, label});
    return true;
}

static bool same_actions(const pl_actions *a, const pl_actions *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->at[i].kind == b->at[i].kind && a->at[i].label == b->at[i].label &&
               a->at[i].number == b->at[i].number;
    return same;
}

/* Closes and sorts the actions again and refuses the file if that changes them: it was
 * not made by training, and its parser could get stuck. */
const char *pl_inventory_get(pl_inventory *inv, const char *bytes, size_t n)
{
    if (n == 0)
        return "actions";
    char *text = pl_strndup(bytes, n), *rest = NULL;
    bool good = true;
    size_t n_lines = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && good;
         line = strtok_r(NULL, "\n", &rest))
        good = n_lines++ < PL_MAX_ACTIONS && get_action(inv, line);
    free(text);
    if (!good)
        return n_lines > PL_MAX_ACTIONS ? "too many actions" : "actions";
    pl_actions as_written = {0};
    for (size_t i = 0; i < inv->actions.n; i++)
        PL_PUSH(&as_written, inv->actions.at[i]);
    inv->system->close(inv);
    pl_inventory_finish(inv);
    bool same = same_actions(&inv->actions, &as_written) && as_written.n == n_lines;
    PL_VEC_RELEASE(&as_written);
    return same ? NULL : "the actions are not complete or not in order";
}
