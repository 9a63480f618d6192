/* Traces; see transform.h. */
#include "transform/transform.h"

#include <stdlib.h>
#include <string.h>

/* -- labels and indices ------------------------------------------------------------ */

/* The length of the text without an index at its end: -1 or =2, or 1 as the whole text
 * where `whole` allows that. The number of a - index goes to *index. */
static size_t without_index(const char *text, size_t n, bool whole, uint32_t *index)
{
    uint32_t number;
    size_t start = (size_t)(pl_number_before(text, text + n, &number) - text);
    if (start == n || (start == 0 && !whole))
        return n;
    if (start > 0 && (start == 1 || (text[start - 1] != '-' && text[start - 1] != '=')))
        return n;
    if (start == 0 || text[start - 1] == '-')
        *index = number;
    return start == 0 ? 0 : start - 1;
}

/* Takes all indices off a label or function; NULL if nothing is left. */
static const char *strip_indices(pl_arena *m, const char *text, bool whole,
                                 uint32_t *index)
{
    size_t all = strlen(text), n = all, before;
    do {
        before = n;
        n = without_index(text, n, whole, index);
    } while (n < before && n > 0);
    return n == all ? text : n == 0 ? NULL : pl_arena_strndup(m, text, n);
}

/* The part of a label before its functions: NP of NP-SBJ; IP and CP keep their subtype,
 * IP-MAT of IP-MAT-SPE. All of -NONE-. */
static size_t category_length(const char *label)
{
    if (label[0] == '\0' || label[0] == '-')
        return strlen(label);
    size_t n = 1 + strcspn(label + 1, "-");
    if (n == 2 && (strncmp(label, "IP-", 3) == 0 || strncmp(label, "CP-", 3) == 0))
        n += 1 + strcspn(label + n + 1, "-");
    return n;
}

/* -- empty elements ---------------------------------------------------------------- */

/* clang-format off */

/* The names between stars, and whether an antecedent moves to them. */
static const struct name {
    const char *name;
    bool moves, last;
} names[] = {
    /* name   moves  last */
    {"T",     true,  false},
    {"ICH",   true,  false},
    {"EXP",   true,  false},
    {"RNR",   true,  true},
    {"PRO",   false, false},
    {"PPA",   false, false},
    {"NOT",   false, false},
    {"U",     false, false},
    {"?",     false, false},
    {"pro",   false, false},
    {"con",   false, false},
    {"exp",   false, false},
    {"arb",   false, false},
};

/* Tags that stand directly over an empty element in the Penn historical scheme. */
static const char *const empty_tags[] = {
    "NP",  "WNP",  "ADVP", "WADVP", "ADJP", "WADJP", "PP", "WPP", "QP",
    "WQP", "VP",   "IP",   "CP",    "CONJP", "NX",   "ADJX", "C",
};

/* clang-format on */

/* What is known of a tree while its traces are looked for. */
typedef struct finder {
    pl_tree *t;
    bool functions_apart;     /* nodes have functions of their own, not in the label */
    uint32_t *index;          /* [n_nodes]  the index on a node, 0 if none */
    uint32_t *overt;          /* [n_nodes]  words below that are no empty elements */
    bool *empty;              /* [n_tokens] */
    uint32_t *trace_index;    /* [n_tokens] of traces that an antecedent may move to */
    const struct name **kind; /* [n_tokens] NULL if not one of the names */
} finder;

static bool has_empty_tag(const char *tag)
{
    size_t n = tag != NULL ? strcspn(tag, "-=") : 0;
    for (size_t i = 0; i < sizeof empty_tags / sizeof *empty_tags; i++)
        if (strlen(empty_tags[i]) == n && memcmp(empty_tags[i], tag, n) == 0)
            return true;
    return false;
}

/* The row for *NAME*, or NULL. */
static const struct name *find_name(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (n == strlen(names[i].name) + 2 && word[0] == '*' && word[n - 1] == '*' &&
            memcmp(word + 1, names[i].name, n - 2) == 0)
            return &names[i];
    return NULL;
}

static bool has_none_tag(const pl_node *n)
{
    return n->label != NULL && strcmp(n->label, "-NONE-") == 0;
}

bool pl_has_traces(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (has_none_tag(&t->nodes[i]))
            return true;
    return false;
}

/* Whether word i is an empty element; if so its kind and index are filled in. */
static bool look_at_word(finder *f, uint32_t i)
{
    const char *word = f->t->tokens[i].word, *tag = f->t->nodes[i].label;
    uint32_t index = 0;
    size_t n = without_index(word, strlen(word), false, &index);
    f->kind[i] = find_name(word, n);
    f->trace_index[i] = index;
    if (has_none_tag(&f->t->nodes[i]) || f->kind[i] != NULL)
        return true;
    return (strcmp(word, "0") == 0 || (n == 1 && word[0] == '*')) && has_empty_tag(tag);
}

/* The node that stands for the trace at word i: the phrase above -NONE-, or in the
 * historical scheme the word's own node. */
static uint32_t trace_node(const finder *f, uint32_t i)
{
    const pl_node *n = &f->t->nodes[i];
    return has_none_tag(n) && n->parent != PL_NONE && n->parent != f->t->root &&
                   f->t->nodes[n->parent].order == 1
               ? n->parent
               : i;
}

static void strip_node(finder *f, uint32_t v)
{
    pl_node *n = &f->t->nodes[v];
    if (n->func != NULL)
        n->func = strip_indices(f->t->arena, n->func, true, &f->index[v]);
    if (n->label != NULL)
        n->label = strip_indices(f->t->arena, n->label, false, &f->index[v]);
}

/* Takes the indices off all nodes and finds the empty elements; true if there are any. */
static bool find_empty(finder *f, pl_tree *t)
{
    bool any = false;
    *f = (finder){
        .t = t,
        .index = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes),
        .overt = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes),
        .empty = PL_NEW_ARRAY(t->arena, bool, t->n_tokens),
        .trace_index = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens),
        .kind = PL_NEW_ARRAY(t->arena, const struct name *, t->n_tokens),
    };
    for (uint32_t v = 0; v < t->n_nodes; v++)
        f->functions_apart |= t->nodes[v].func != NULL;
    for (uint32_t v = 0; v < t->n_nodes; v++)
        strip_node(f, v);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        f->empty[i] = look_at_word(f, i);
        f->overt[i] = !f->empty[i];
        any |= f->empty[i];
        if (f->empty[i] && f->trace_index[i] == 0)
            f->trace_index[i] = f->index[trace_node(f, i)];
    }
    for (uint32_t v = t->root == PL_NONE ? PL_NONE : pl_tree_deepest(t, t->root);
         v != PL_NONE; v = pl_tree_postorder(t, t->root, v))
        if (v != t->root)
            f->overt[t->nodes[v].parent] += f->overt[v];
    return any;
}

/* -- moving ------------------------------------------------------------------------ */

/* The function of a node, from its own field or from its label; NULL if none. */
static const char *function_of(const pl_node *n)
{
    if (n->func != NULL)
        return n->func;
    size_t length = n->label != NULL ? category_length(n->label) : 0;
    return length > 0 && n->label[length] != '\0' ? n->label + length + 1 : NULL;
}

static void set_function(finder *f, uint32_t v, const char *function)
{
    pl_node *n = &f->t->nodes[v];
    if (f->functions_apart)
        n->func = function;
    if (f->functions_apart || pl_is_terminal(f->t, v))
        return; /* what a tag has after its hyphen is no function */
    int length = (int)category_length(n->label);
    n->label = function != NULL
                   ? pl_arena_printf(f->t->arena, "%.*s-%s", length, n->label, function)
                   : pl_arena_strndup(f->t->arena, n->label, (size_t)length);
}

/* A node with an index, or the token of a trace. */
typedef struct indexed {
    uint64_t place; /* the index, then the order in which they were found; or the node */
    uint32_t index;
    uint32_t node;
} indexed;

/* The overt nodes with an index, sorted by it, and where several have the same, those
 * found first from the top come first; their number. */
static uint32_t find_overt(const finder *f, indexed *out)
{
    const pl_tree *t = f->t;
    uint32_t n = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (f->index[v] > 0 && f->overt[v] > 0 && v != t->root) {
            out[n] = (indexed){(uint64_t)f->index[v] << 32 | n, f->index[v], v};
            n++;
        }
    qsort(out, n, sizeof *out, pl_by_u64);
    return n;
}

/* The traces that antecedents move to, one for each index, in sentence order: the first
 * with this index, or if that is one of *RNR* the last; their number. */
static uint32_t choose_traces(const finder *f, indexed *out)
{
    uint32_t n = 0, chosen = 0;
    for (uint32_t i = 0; i < f->t->n_tokens; i++)
        if (f->kind[i] != NULL && f->kind[i]->moves && f->trace_index[i] > 0) {
            out[n] =
                (indexed){(uint64_t)f->trace_index[i] << 32 | n, f->trace_index[i], i};
            n++;
        }
    qsort(out, n, sizeof *out, pl_by_u64);
    for (uint32_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && out[end].index == out[i].index;)
            end++;
        out[chosen] = out[f->kind[out[i].node]->last ? end - 1 : i];
        out[chosen].place = out[chosen].node;
        chosen++;
    }
    qsort(out, chosen, sizeof *out, pl_by_u64);
    return chosen;
}

/* The first of the sorted nodes with this index; PL_NONE if there is none. */
static uint32_t find_antecedent(const indexed *overt, uint32_t n, uint32_t index)
{
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (overt[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && overt[low].index == index ? overt[low].node : PL_NONE;
}

static void move_antecedents(finder *f)
{
    pl_tree *t = f->t;
    indexed *overt = PL_NEW_ARRAY(t->arena, indexed, t->n_nodes);
    indexed *traces = PL_NEW_ARRAY(t->arena, indexed, t->n_tokens);
    uint32_t n_overt = find_overt(f, overt), n_traces = choose_traces(f, traces);
    for (uint32_t i = 0; i < n_traces; i++) {
        uint32_t moved = find_antecedent(overt, n_overt, traces[i].index);
        uint32_t trace = trace_node(f, traces[i].node);
        if (moved == PL_NONE || trace == t->root || pl_tree_dominates(t, moved, trace))
            continue;
        pl_tree_move(t, moved, t->nodes[trace].parent);
        set_function(f, moved, function_of(&t->nodes[trace]));
    }
}

static void finish(finder *f, bool any)
{
    if (any)
        pl_tree_delete_tokens(f->t, f->empty);
    else
        pl_tree_order(f->t);
}

void pl_traces_resolve(pl_tree *t)
{
    finder f;
    bool any = find_empty(&f, t);
    if (any && t->root != PL_NONE)
        move_antecedents(&f);
    finish(&f, any);
}

void pl_traces_remove(pl_tree *t)
{
    finder f;
    finish(&f, find_empty(&f, t));
}

void pl_collapse_same(pl_tree *t)
{
    if (t->root == PL_NONE)
        return;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        uint32_t c;
        while ((c = t->nodes[v].first) != PL_NONE && !pl_is_terminal(t, c) &&
               t->nodes[c].next == PL_NONE &&
               strcmp(t->nodes[c].label, t->nodes[v].label) == 0) {
            if (t->nodes[v].func == NULL)
                t->nodes[v].func = t->nodes[c].func;
            pl_tree_splice(t, c);
        }
    }
    pl_tree_compact(t);
}

/* -- the steps --------------------------------------------------------------------- */

static const pl_mode modes[] = {
    {"resolve", pl_traces_resolve}, {"remove", pl_traces_remove}, {NULL, NULL}};

/* Sentences of empty elements alone are left out. */
static int apply(pl_step *s, pl_tree *t, pl_error *err)
{
    s->change(t);
    return t->n_tokens > 0;
}

const pl_transform_code pl_traces_code = {.modes = modes, .apply = apply};
const pl_transform_code pl_collapse_same_code = {.change = pl_collapse_same};
