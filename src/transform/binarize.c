/* Binarization and its inverse; see transform.h. */
#include "transform/transform.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
static const struct mode_row {
    const char *name;
    pl_bin_mode mode;
    pl_bin_label label;
} modes[] = {
    {"sr-gap",  PL_BIN_SR_GAP,  PL_LABEL_COLON},
    {"swap",    PL_BIN_SWAP,    PL_LABEL_AT},
    {"left",    PL_BIN_LEFT,    PL_LABEL_MARKOV},
    {"right",   PL_BIN_RIGHT,   PL_LABEL_MARKOV},
    {"optimal", PL_BIN_OPTIMAL, PL_LABEL_MARKOV},
};
/* clang-format on */

static const char *const label_names[] = {
    [PL_LABEL_COLON] = "colon", [PL_LABEL_AT] = "at", [PL_LABEL_MARKOV] = "markov"};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

int pl_bin_options_named(const char *name, pl_bin_options *options, pl_error *err)
{
    for (size_t i = 0; i < LENGTH(modes); i++)
        if (strcmp(modes[i].name, name) == 0) {
            *options = (pl_bin_options){modes[i].mode, modes[i].label, 1, 1};
            return 0;
        }
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "binarize takes sr-gap, swap, left, right or optimal, not '%s'", name);
}

/* -- labels of new nodes ----------------------------------------------------------- */

/* …|<…> or …|<…>^<…> */
static bool looks_markov(const char *label)
{
    const char *open = strstr(label, "|<");
    return open != NULL && label[strlen(label) - 1] == '>';
}

bool pl_looks_temporary(const char *label)
{
    size_t n = strlen(label);
    return n > 0 && label[0] != '\\' &&
           (label[0] == '@' || label[n - 1] == ':' || looks_markov(label));
}

/* What a new node's label is made from: the label without the \ that protect it. */
static const char *bare(const char *label)
{
    return label + strspn(label, "\\");
}

static void put_name(pl_str *s, const pl_tree *t, uint32_t node)
{
    const char *label = t->nodes[node].label;
    pl_str_puts(s, label != NULL ? label : "");
}

/* X|<Y,Z>^<P,Q>: `shown` are the children that are named. */
static void put_markov(pl_str *s, const pl_tree *t, uint32_t node, const uint32_t *shown,
                       uint32_t n_shown, unsigned v)
{
    pl_str_puts(s, "|<");
    for (uint32_t i = 0; i < n_shown; i++) {
        pl_str_puts(s, i > 0 ? "," : "");
        put_name(s, t, shown[i]);
    }
    pl_str_putc(s, '>');
    const char *between = "^<";
    for (unsigned i = 1; i < v && (node = t->nodes[node].parent) != PL_NONE;) {
        if (t->nodes[node].flags & PL_NODE_TEMPORARY)
            continue;
        pl_str_puts(s, between);
        pl_str_puts(s, bare(t->nodes[node].label));
        between = ",";
        i++;
    }
    pl_str_puts(s, between[0] == ',' ? ">" : "");
}

/* -- binarizing one node ------------------------------------------------------------ */

/* A node X of n children on its way to two. */
typedef struct work {
    pl_tree *t;
    const pl_bin_options *options;
    uint32_t node;
    uint32_t n;      /* children */
    uint32_t *parts; /* [2n-1]  node ids: the children, then what each join made */
    pl_join *joins;  /* [n-1] */
    bool chain;      /* each join takes one more child */
    uint32_t *shown; /* [n]  scratch */
    pl_str text;     /* scratch */
} work;

/* The children that the label of join `step` shows, as places in ascending order into
 * `shown`; their number. A chain shows the h it took last: join i of a chain takes the
 * child joins[i].b, and the first join also its .a. */
static uint32_t choose_shown(work *w, uint32_t step)
{
    uint32_t k = 0, h = w->options->h;
    if (w->chain) {
        for (uint32_t i = step + 1; i-- > 0 && k < h;)
            w->shown[k++] = w->joins[i].b;
        if (k == step + 1 && k < h)
            w->shown[k++] = w->joins[0].a;
        qsort(w->shown, k, sizeof *w->shown, pl_by_u32);
        return k;
    }
    uint32_t below = 1; /* parts at and below the join that are still to be opened */
    w->shown[0] = w->n + step;
    for (uint32_t i = 0; i < below;) {
        if (w->shown[i] < w->n) {
            i++;
            continue;
        }
        pl_join join = w->joins[w->shown[i] - w->n];
        w->shown[i] = join.a;
        w->shown[below++] = join.b;
    }
    qsort(w->shown, below, sizeof *w->shown, pl_by_u32);
    return below < h ? below : h;
}

static const char *new_label(work *w, uint32_t step)
{
    const pl_tree *t = w->t;
    if (w->options->label == PL_LABEL_SAME)
        return t->nodes[w->node].label;
    const char *x = bare(t->nodes[w->node].label);
    if (w->options->label == PL_LABEL_COLON)
        return pl_arena_printf(t->arena, "%s:", x);
    if (w->options->label == PL_LABEL_AT)
        return pl_arena_printf(t->arena, "@%s", x);
    uint32_t n_shown = choose_shown(w, step);
    for (uint32_t i = 0; i < n_shown; i++)
        w->shown[i] = w->parts[w->shown[i]];
    pl_str_clear(&w->text);
    pl_str_puts(&w->text, x);
    put_markov(&w->text, t, w->node, w->shown, n_shown, w->options->v);
    return pl_arena_strndup(t->arena, w->text.at, w->text.n);
}

/* Makes the new node of a join, with its spans' order right: the part that begins first
 * in the sentence is its first child. */
static uint32_t make_node(work *w, uint32_t step)
{
    pl_tree *t = w->t;
    uint32_t a = w->parts[w->joins[step].a], b = w->parts[w->joins[step].b];
    uint32_t id = pl_tree_add(t, new_label(w, step));
    t->nodes[id].flags = PL_NODE_TEMPORARY;
    bool a_first = t->nodes[a].low < t->nodes[b].low;
    pl_tree_append(t, id, a_first ? a : b);
    pl_tree_append(t, id, a_first ? b : a);
    t->nodes[id].low = t->nodes[a_first ? a : b].low;
    return id;
}

/* Sets the heads of the new nodes, and of X to the part that holds its head. */
static void set_heads(work *w, uint32_t head)
{
    pl_node *nodes = w->t->nodes;
    for (uint32_t i = 0; i + 2 < w->n; i++)
        nodes[w->parts[w->n + i]].head = nodes[w->parts[w->n + i]].first;
    for (uint32_t v = head; v != w->node; v = nodes[v].parent)
        nodes[nodes[v].parent].head = v;
}

static void binarize_node(work *w)
{
    pl_tree *t = w->t;
    uint32_t head = t->nodes[w->node].head, n = 0, place = 0;
    for (uint32_t c = t->nodes[w->node].first; c != PL_NONE; c = t->nodes[c].next) {
        if (c == head)
            place = n;
        w->parts[n++] = c;
    }
    w->chain = pl_bin_order(t, w->parts, n, place, w->options->mode, w->joins);
    for (uint32_t i = 0; i < n; i++)
        pl_tree_unlink(t, w->parts[i]);
    for (uint32_t i = 0; i + 2 < n; i++)
        w->parts[n + i] = make_node(w, i);
    pl_tree_append(t, w->node, w->parts[w->joins[n - 2].a]);
    pl_tree_append(t, w->node, w->parts[w->joins[n - 2].b]);
    if (head != PL_NONE)
        set_heads(w, head);
}

/* -- whole trees -------------------------------------------------------------------- */

static int check_heads(const pl_tree *t, const pl_bin_options *options, pl_error *err)
{
    if (options->mode != PL_BIN_SR_GAP && options->mode != PL_BIN_SWAP)
        return 0;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (pl_is_live(t, v) && t->nodes[v].order > 2 && t->nodes[v].head == PL_NONE)
            return pl_fail(err, PL_BAD_INPUT,
                           "cannot binarize from the head outwards: %s has no head "
                           "child marked; mark heads by rules first",
                           t->nodes[v].label);
    return 0;
}

/* Puts a \ in front of labels that would be taken for those of new nodes. */
static void protect_labels(pl_tree *t)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        const char *label = t->nodes[v].label;
        if (!(t->nodes[v].flags & PL_NODE_TEMPORARY) &&
            (label[0] == '\\' || pl_looks_temporary(label)))
            t->nodes[v].label = pl_arena_printf(t->arena, "\\%s", label);
    }
}

int pl_binarize(pl_tree *t, const pl_bin_options *options, pl_error *err)
{
    if (check_heads(t, options, err) < 0)
        return -1;
    if (options->label != PL_LABEL_SAME)
        protect_labels(t);
    uint32_t most = 0, n_nodes = t->n_nodes;
    for (uint32_t v = t->n_tokens; v < n_nodes; v++)
        most = t->nodes[v].order > most ? t->nodes[v].order : most;
    if (most <= 2)
        return 0;
    work w = {.t = t, .options = options};
    w.parts = PL_NEW_ARRAY(t->arena, uint32_t, 2 * (size_t)most);
    w.joins = PL_NEW_ARRAY(t->arena, pl_join, most);
    w.shown = PL_NEW_ARRAY(t->arena, uint32_t, most);
    for (w.node = t->n_tokens; w.node < n_nodes; w.node++)
        if (pl_is_live(t, w.node) && (w.n = t->nodes[w.node].order) > 2)
            binarize_node(&w);
    pl_str_release(&w.text);
    pl_tree_order(t);
    return 0;
}

/* From the top down, so that a chain of n new nodes moves each child once, not n times.
 */
void pl_unbinarize(pl_tree *t, bool from_text)
{
    bool changed = false;
    for (uint32_t v = t->root; v != PL_NONE;) {
        pl_node *n = &t->nodes[v];
        bool temporary =
            (n->flags & PL_NODE_TEMPORARY) != 0 ||
            (from_text && !pl_is_terminal(t, v) && pl_looks_temporary(n->label));
        if (temporary && v != t->root) {
            uint32_t first = n->first;
            pl_tree_splice(t, v);
            changed = true;
            v = first;
            continue;
        }
        if (from_text && !pl_is_terminal(t, v) && n->label[0] == '\\')
            n->label++;
        v = pl_tree_preorder(t, t->root, v);
    }
    if (changed)
        pl_tree_order(t);
}

/* -- the options -------------------------------------------------------------------- */

typedef struct binarize_step {
    pl_bin_options options; /* of the mode */
    pl_parameter label, h, v;
} binarize_step;

static void take_parameters(binarize_step *step, const pl_pipeline *p)
{
    pl_parameter_take(&step->label, p->set.bin_label);
    pl_parameter_take(&step->h, p->set.markov_h);
    pl_parameter_take(&step->v, p->set.markov_v);
}

/* Hands a parameter that was just set to the steps that stand before it. */
static int hand_back(pl_pipeline *p)
{
    for (size_t i = 0; i < p->steps.n; i++)
        if (p->steps.at[i].transform->code == &pl_binarize_code)
            take_parameters(p->steps.at[i].state, p);
    return 0;
}

static int binarize_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    binarize_step *step = s->state;
    if (pl_bin_options_named(arg, &step->options, err) < 0)
        return -1;
    take_parameters(step, p);
    return 0;
}

static int binarize_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    const binarize_step *step = s->state;
    pl_bin_options options = step->options;
    if (step->label.set)
        options.label = (pl_bin_label)step->label.value;
    if (step->h.set)
        options.h = step->h.value;
    if (step->v.set)
        options.v = step->v.value;
    return pl_binarize(t, &options, err) < 0 ? -1 : 1;
}

static void unbinarize(pl_tree *t)
{
    pl_unbinarize(t, true);
}

static int bin_label_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    for (unsigned i = 0; i < LENGTH(label_names); i++)
        if (label_names[i] != NULL && strcmp(label_names[i], arg) == 0) {
            p->set.bin_label = (pl_parameter){true, i};
            return hand_back(p);
        }
    return pl_fail(err, PL_BAD_ARGUMENT, "bin-label takes colon, at or markov, not '%s'",
                   arg);
}

/* A number up to 999; X itself is one of those that markov-v counts. */
static int markov_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    bool v = s->transform->code == &pl_markov_v_code;
    unsigned least = v ? 1 : 0;
    char *end;
    unsigned long n = strtoul(arg, &end, 10);
    if (*arg < '0' || *arg > '9' || *end != '\0' || n < least || n > 999)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s takes a number from %u to 999, not '%s'",
                       s->transform->option.name, least, arg);
    *(v ? &p->set.markov_v : &p->set.markov_h) = (pl_parameter){true, (unsigned)n};
    return hand_back(p);
}

const pl_transform_code pl_bin_label_code = {.start = bin_label_start};
const pl_transform_code pl_markov_h_code = {.start = markov_start};
const pl_transform_code pl_markov_v_code = {.start = markov_start};
const pl_transform_code pl_binarize_code = {
    .state_size = sizeof(binarize_step),
    .start = binarize_start,
    .apply = binarize_apply,
};
const pl_transform_code pl_unbinarize_code = {.change = unbinarize};
