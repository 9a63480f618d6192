/* State splits; see transform.h. */
#include "transform/transform.h"

#include "base/str.h"

#include <string.h>
#include <strings.h>

/* -- what a node is ---------------------------------------------------------------- */

static bool is_clause(const char *label)
{
    static const char *const clauses[] = {"S", "SQ", "SBAR", "SBARQ", "SINV", NULL};
    return pl_among(label, clauses);
}

static const char *final_mark(const pl_tree *t, uint32_t v)
{
    static const char *const marks[] = {".", "!", "?", NULL};
    return pl_is_terminal(t, v) && pl_among(t->tokens[v].word, marks) ? "end" : NULL;
}

static const char *relative_clause(const pl_tree *t, uint32_t v)
{
    const pl_node *n = &t->nodes[v];
    return !pl_is_terminal(t, v) && is_clause(n->label) && n->func != NULL &&
                   strcasecmp(n->func, "RC") == 0
               ? "rel"
               : NULL;
}

static const char *wh_clause(const pl_tree *t, uint32_t v)
{
    static const char *const tags[] = {"WDT", "WP", "WP$", "WRB", NULL};
    if (pl_is_terminal(t, v) || !is_clause(t->nodes[v].label))
        return NULL;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next) {
        const char *label = t->nodes[c].label;
        if (pl_among(label, tags) || (label != NULL && strncmp(label, "WH", 2) == 0))
            return "wh";
    }
    return NULL;
}

/* The head child of a VP: the one marked, else the first verb. */
static uint32_t verb_of(const pl_tree *t, uint32_t v)
{
    if (t->nodes[v].head != PL_NONE)
        return t->nodes[v].head;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next) {
        const char *label = t->nodes[c].label;
        if (pl_is_terminal(t, c) && label != NULL &&
            (strncmp(label, "VB", 2) == 0 || strcmp(label, "MD") == 0))
            return c;
    }
    return PL_NONE;
}

static const char *verb_form(const pl_tree *t, uint32_t v)
{
    bool to = false, particle = false;
    if (pl_is_terminal(t, v) || strcmp(t->nodes[v].label, "VP") != 0)
        return NULL;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next) {
        const char *label = t->nodes[c].label;
        to |= label != NULL && strcmp(label, "TO") == 0;
        particle |=
            label != NULL && (strcmp(label, "PRT") == 0 || strcmp(label, "RP") == 0);
    }
    uint32_t head = verb_of(t, v);
    const char *tag = head != PL_NONE ? t->nodes[head].label : NULL;
    if (to)
        return "to";
    if (tag != NULL && strcmp(tag, "VB") == 0)
        return "inf";
    return particle ? "part" : NULL;
}

/* The form of a VP, or of the one below a clause if it is infinite. */
static const char *verbal(const pl_tree *t, uint32_t v)
{
    if (pl_is_terminal(t, v) || !is_clause(t->nodes[v].label))
        return verb_form(t, v);
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next) {
        const char *form = verb_form(t, c);
        if (form != NULL && strcmp(form, "part") != 0)
            return form;
    }
    return NULL;
}

/* clang-format off */
static const struct state_row {
    const char *name;
    unsigned split;
    const char *(*mark)(const pl_tree *t, uint32_t v); /* NULL: the node gets none */
} states[] = {
    {"punct",    PL_STATE_PUNCT,    final_mark},
    {"relative", PL_STATE_RELATIVE, relative_clause},
    {"wh",       PL_STATE_WH,       wh_clause},
    {"vp",       PL_STATE_VP,       verbal},
    {0},
};
/* clang-format on */

int pl_states_named(const char *names, unsigned *splits, pl_error *err)
{
    *splits = 0;
    for (const char *at = names;; at++) {
        size_t n = strcspn(at, ",");
        const struct state_row *row = states;
        while (row->name != NULL &&
               (strlen(row->name) != n || strncmp(row->name, at, n) != 0))
            row++;
        if (row->name == NULL)
            return pl_fail(err, PL_BAD_ARGUMENT,
                           "split-states takes names of punct, relative, wh and vp "
                           "with commas between them, not '%s'",
                           names);
        *splits |= row->split;
        at += n;
        if (*at == '\0')
            return 0;
    }
}

/* -- labels ------------------------------------------------------------------------ */

/* The label with its signs doubled, and the marks behind it. */
static const char *marked(pl_tree *t, const char *label, const char *const *marks, int n)
{
    const char *text = pl_double_sign(t->arena, label, '#');
    for (int i = 0; i < n; i++)
        text = pl_arena_printf(t->arena, "%s%c%s", text, i == 0 ? '#' : '-', marks[i]);
    return text;
}

void pl_states_split(pl_tree *t, unsigned splits)
{
    const char **labels = PL_NEW_ARRAY(t->arena, const char *, t->n_nodes);
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        const char *marks[4], *mark;
        int n = 0;
        if (t->nodes[v].label == NULL)
            continue;
        for (const struct state_row *row = states; row->name != NULL; row++)
            if ((splits & row->split) && (mark = row->mark(t, v)) != NULL)
                marks[n++] = mark;
        labels[v] = marked(t, t->nodes[v].label, marks, n);
    }
    for (uint32_t v = 0; v < t->n_nodes; v++) /* not before all have been looked at */
        t->nodes[v].label = labels[v];
}

/* The length of a label without its mark; signs of its own are still doubled. */
static size_t stem(const char *label)
{
    const char *sign = strrchr(label, '#');
    size_t n = 0; /* signs in a row up to the last */
    while (sign != NULL && n <= (size_t)(sign - label) &&
           label[(size_t)(sign - label) - n] == '#')
        n++;
    return n % 2 == 1 ? (size_t)(sign - label) : strlen(label);
}

void pl_state_merge(char *label)
{
    label[stem(label)] = '\0';
    pl_halve_sign(label, '#');
}

void pl_states_merge(pl_tree *t)
{
    for (uint32_t v = 0; v < t->n_nodes; v++) {
        const char *label = t->nodes[v].label;
        if (label == NULL || strchr(label, '#') == NULL)
            continue;
        char *merged = pl_arena_strdup(t->arena, label);
        pl_state_merge(merged);
        t->nodes[v].label = merged;
    }
}

/* -- the options ------------------------------------------------------------------- */

static int split_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    return pl_states_named(arg, s->state, err);
}

static int split_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    pl_states_split(t, *(unsigned *)s->state);
    return 1;
}

const pl_transform_code pl_split_states_code = {
    .state_size = sizeof(unsigned), .start = split_start, .apply = split_apply};
const pl_transform_code pl_merge_states_code = {.change = pl_states_merge};
