/* Actions of dependency machines; see arc_actions.h. */
#include "machine/arc_actions.h"

#include "base/alloc.h"
#include "base/str.h"

#include <string.h>

enum { FROM_WORD = 1, FROM_ROOT = 2, BOTH = 3 };

static void add(pl_arc_actions *a, uint32_t move, uint32_t label, uint32_t where)
{
    struct pl_arc_action action = {move, label};
    PL_PUSH(&a->list, action);
    a->n++;
    a->n_of[move]++;
    if (where & FROM_WORD)
        a->n_plain[move] = a->n_of[move];
    if (where == FROM_WORD)
        a->root_begins[move] = a->n_of[move];
}

static uint32_t seen_anywhere(const uint8_t *seen, uint32_t n)
{
    uint32_t all = 0;
    for (uint32_t l = 0; l < n; l++)
        all |= seen[l];
    return all;
}

/* Arcs in the three groups of the header. */
static void add_arcs(pl_arc_actions *a, uint32_t move, const uint8_t *seen, uint32_t n)
{
    static const uint32_t groups[] = {FROM_WORD, BOTH, FROM_ROOT};
    uint32_t missing = BOTH & ~seen_anywhere(seen, n);
    uint32_t stand_in = 0; /* takes over where nothing was seen */
    while (missing != BOTH && seen[stand_in] == 0)
        stand_in++;
    for (uint32_t g = 0; g < 3; g++)
        for (uint32_t l = 0; l < n; l++) {
            uint32_t where = seen[l] | (l == stand_in ? missing : 0);
            if (where == groups[g])
                add(a, move, l, where);
        }
}

void pl_arc_actions_make(pl_arc_actions *a, const pl_dep_params *p, const uint8_t *seen,
                         uint32_t n_labels)
{
    *a = (pl_arc_actions){.n_moves = p->n_moves};
    for (uint32_t k = 0; k < p->n_moves; k++) {
        a->first[k] = a->n;
        if (pl_dep_is_arc(&p->moves[k]))
            add_arcs(a, k, seen + (size_t)k * n_labels, n_labels);
        else
            add(a, k, PL_NONE, BOTH);
    }
}

uint32_t pl_arc_actions_find(const pl_arc_actions *a, uint32_t move, bool from_root,
                             uint32_t label)
{
    pl_arc_range r = pl_arc_actions_of(a, move, from_root);
    while (r.begin < r.end && a->list.at[r.begin].label != label)
        r.begin++;
    return r.begin < r.end ? r.begin : PL_NONE;
}

void pl_arc_actions_release(pl_arc_actions *a)
{
    PL_VEC_RELEASE(&a->list);
}

/* -- text --------------------------------------------------------------------------- */

void pl_arc_actions_print(const pl_arc_actions *a, const pl_intern *labels, pl_str *out)
{
    for (uint32_t k = 0; k < a->n_moves; k++)
        for (uint32_t i = 0; i < a->n_of[k]; i++) {
            uint32_t label = a->list.at[a->first[k] + i].label;
            uint32_t where = (i < a->n_plain[k] ? FROM_WORD : 0u) |
                             (i >= a->root_begins[k] ? FROM_ROOT : 0u);
            pl_str_printf(out, "%u\t%u\t%s\n", k, where,
                          label != PL_NONE ? labels->at[label] : "");
        }
}

/* One line: the text after the second tab is the relation. */
static int parse_line(uint8_t *seen, uint32_t *n_lines, const pl_dep_params *p,
                      const pl_intern *labels, const char *line)
{
    uint32_t move, where;
    const char *at = line;
    if (!pl_scan_number(&at, p->n_moves - 1, &move) || *at++ != '\t' ||
        !pl_scan_number(&at, BOTH, &where) || *at++ != '\t' || where < FROM_WORD ||
        *n_lines >= PL_MAX_ACTIONS)
        return -1;
    ++*n_lines;
    if (!pl_dep_is_arc(&p->moves[move]))
        return *at == '\0' ? 0 : -1;
    uint32_t label = pl_intern_find(labels, at);
    if (label == PL_NONE)
        return -1;
    seen[(size_t)move * labels->n + label] = (uint8_t)where;
    return 0;
}

int pl_arc_actions_parse(pl_arc_actions *a, const pl_dep_params *p,
                         const pl_intern *labels, const char *text)
{
    uint8_t *seen = pl_alloc_zero((size_t)PL_DEP_MAX_MOVES * labels->n + 1, 1);
    char *copy = pl_strndup(text, strlen(text)), *rest = NULL;
    uint32_t n_lines = 0;
    int status = 0;
    for (char *line = strtok_r(copy, "\n", &rest); line != NULL && status == 0;
         line = strtok_r(NULL, "\n", &rest))
        status = parse_line(seen, &n_lines, p, labels, line);
    free(copy);
    if (status == 0 && labels->n > 0) {
        pl_arc_actions_make(a, p, seen, labels->n);
        status = a->n == n_lines ? 0 : -1;
    } else
        status = -1;
    free(seen);
    return status;
}
