/* What the structure alone gives away: gaps that only punctuation makes, unary chains in
 * which a label returns, functions that occur twice below a node, labels that are empty
 * or unknown. How odd each is depends on how rare it is in this treebank: where all
 * punctuation hangs at the root, gaps of punctuation are no news. */
#include "check/method.h"

#include "base/str.h"

#include <ctype.h>
#include <math.h>

enum { METHOD = PL_CHECK_STRUCTURE, UNKNOWN = 2 };

typedef enum oddity { GAP, CYCLE, TWICE, EMPTY, STRANGE, N_ODDITIES } oddity;

typedef struct odd {
    pl_spot place;
    oddity kind;
    const char *function; /* that occurs twice */
    uint64_t key;         /* of it below this label */
    pl_edit edit;
} odd;

typedef struct oddities {
    PL_VEC(odd) at; /* in the order of the sentences */
    PL_VEC(size_t) first;
    size_t counts[N_ODDITIES], n_nodes;
    pl_outcomes functions; /* by label of the parent: 1 once, 2 more than once */
} oddities;

static oddities *of(const pl_checker *c)
{
    return c->state[METHOD];
}

/* -- finding ------------------------------------------------------------------------ */

static bool has_punct_gap(const pl_checked *v, uint32_t node)
{
    const pl_node *n = &v->tree->nodes[node];
    if (n->blocks < 2)
        return false;
    for (uint32_t i = n->low; i <= n->high; i++)
        if (!v->punct[i] && !pl_tree_dominates(v->tree, node, i))
            return false;
    return true;
}

/* Whether a node of the unary chain above has the same label. */
static bool is_cycle(const pl_checked *v, uint32_t node)
{
    const pl_node *nodes = v->tree->nodes;
    uint32_t up = nodes[node].parent;
    for (; up != PL_NONE && nodes[up].order == 1; up = nodes[up].parent)
        if (v->symbols[up] == v->symbols[node])
            return true;
    return false;
}

static uint64_t function_key(const pl_checked *v, uint32_t node, const char *function)
{
    return pl_context(pl_keyed_hash(function, strlen(function)), v->symbols[node]);
}

/* Whether no sibling before has the same function; *n is how many after it have. */
static bool is_first_function(const pl_node *nodes, uint32_t child, uint32_t *n)
{
    *n = 0;
    for (uint32_t s = nodes[child].prev; s != PL_NONE; s = nodes[s].prev)
        if (pl_same_text(nodes[s].func, nodes[child].func))
            return false;
    for (uint32_t s = nodes[child].next; s != PL_NONE; s = nodes[s].next)
        *n += pl_same_text(nodes[s].func, nodes[child].func);
    return true;
}

/* An unknown label that another, frequent one differs from in the case of letters only. */
static uint32_t like(const pl_checker *c, uint32_t label)
{
    uint32_t best = PL_NONE;
    const char *a = c->names.at[label];
    for (uint32_t i = 0; i < c->label_counts.n; i++) {
        const char *b = c->names.at[i];
        size_t k = 0;
        while (a[k] != '\0' &&
               tolower((unsigned char)a[k]) == tolower((unsigned char)b[k]))
            k++;
        if (i != label && a[k] == '\0' && b[k] == '\0' &&
            c->label_counts.at[i] > UNKNOWN &&
            (best == PL_NONE || c->label_counts.at[i] > c->label_counts.at[best]))
            best = i;
    }
    return best;
}

static void add(pl_checker *c, uint32_t sentence, oddity kind, pl_edit edit)
{
    of(c)->counts[kind]++;
    PL_PUSH(&of(c)->at,
            (odd){.place = {sentence, edit.node}, .kind = kind, .edit = edit});
}

static bool is_empty(const char *label)
{
    return *label == '\0' || strcmp(label, "--") == 0;
}

static void look_at_functions(pl_checker *c, uint32_t sentence, const pl_checked *v,
                              uint32_t node)
{
    const pl_node *nodes = v->tree->nodes;
    uint32_t n;
    if (nodes[node].order > 200)
        return;
    for (uint32_t s = nodes[node].first; s != PL_NONE; s = nodes[s].next) {
        const char *function = nodes[s].func;
        if (function == NULL || is_empty(function) || !is_first_function(nodes, s, &n))
            continue;
        uint64_t key = function_key(v, node, function);
        pl_outcomes_add(&of(c)->functions, key, n > 0, 1);
        if (n == 0)
            continue;
        add(c, sentence, TWICE, (pl_edit){PL_EDIT_NONE, node, PL_NONE, PL_NONE});
        of(c)->at.at[of(c)->at.n - 1].function = function;
        of(c)->at.at[of(c)->at.n - 1].key = key;
    }
}

static void look_at(pl_checker *c, uint32_t sentence)
{
    const pl_checked *v = &c->sentences.at[sentence].view;
    for (uint32_t n = v->tree->n_tokens; n < v->tree->n_nodes; n++) {
        if (!pl_view_has(v, n))
            continue;
        pl_edit none = {PL_EDIT_NONE, n, PL_NONE, PL_NONE};
        uint32_t label = v->symbols[n];
        of(c)->n_nodes++;
        if (has_punct_gap(v, n))
            add(c, sentence, GAP, none);
        if (is_cycle(v, n))
            add(c, sentence, CYCLE, (pl_edit){PL_EDIT_DISSOLVE, n, PL_NONE, PL_NONE});
        if (is_empty(c->names.at[label]))
            add(c, sentence, EMPTY, none);
        else if (c->label_counts.at[label] <= UNKNOWN) {
            uint32_t other = like(c, label);
            pl_edit relabel = {PL_EDIT_LABEL, n, PL_NONE, other};
            add(c, sentence, STRANGE, other != PL_NONE ? relabel : none);
        }
        look_at_functions(c, sentence, v, n);
    }
}

static int learn(pl_checker *c, pl_error *err)
{
    oddities *s = c->state[METHOD] = pl_alloc_zero(1, sizeof *s);
    for (uint32_t i = 0; i < c->sentences.n; i++) {
        PL_PUSH(&s->first, s->at.n);
        look_at(c, i);
    }
    PL_PUSH(&s->first, s->at.n);
    return 0;
}

/* -- judging ------------------------------------------------------------------------ */

/* log of how rare it is, less what makes one in a hundred worth nothing. */
static double rarity(double n, double all)
{
    return log((all + 1) / (100 * (n + 1)));
}

static double oddness(const pl_checker *c, const odd *o)
{
    const oddities *s = of(c);
    if (o->kind == TWICE)
        return rarity(pl_outcomes_count(&s->functions, o->key, 1) - 1.0,
                      pl_outcomes_total(&s->functions, o->key));
    return o->kind == EMPTY ? 10 : rarity((double)s->counts[o->kind], (double)s->n_nodes);
}

/* The oddest thing that the edit is about. */
static const odd *find(const pl_checker *c, uint32_t sentence, const pl_edit *e)
{
    const oddities *s = of(c);
    const odd *best = NULL;
    for (size_t i = s->first.at[sentence]; i < s->first.at[sentence + 1]; i++) {
        const odd *o = &s->at.at[i];
        bool meant = o->edit.kind == e->kind && o->edit.node == e->node &&
                     o->edit.label == e->label;
        if (meant && (best == NULL || oddness(c, o) > oddness(c, best)))
            best = o;
    }
    return best;
}

static double score(pl_checker *c, uint32_t sentence, const pl_edited *change)
{
    const odd *o = find(c, sentence, &change->edit);
    return o != NULL ? fmax(0, oddness(c, o)) : 0;
}

static void propose(pl_checker *c, uint32_t sentence, pl_edits *out)
{
    const oddities *s = of(c);
    for (size_t i = s->first.at[sentence]; i < s->first.at[sentence + 1]; i++)
        if (oddness(c, &s->at.at[i]) > 0)
            PL_PUSH(out, s->at.at[i].edit);
}

static void explain(pl_checker *c, uint32_t sentence, const pl_edited *change,
                    pl_reason *why)
{
    static const char *const names[N_ODDITIES] = {
        [GAP] = "only punctuation is in its gap",
        [CYCLE] = "a label returns in a chain of single children",
        [TWICE] = "a function occurs twice",
        [EMPTY] = "the label is empty",
        [STRANGE] = "hardly any other node has this label",
    };
    const odd *o = find(c, sentence, &change->edit);
    pl_str_puts(why->text, names[o->kind]);
    if (o->kind == TWICE)
        pl_str_printf(why->text, ": %s", o->function);
}

static void release(pl_checker *c)
{
    oddities *s = of(c);
    pl_outcomes_release(&s->functions);
    PL_VEC_RELEASE(&s->at, &s->first);
    free(s);
}

const pl_method pl_check_structure = {
    .name = "structure",
    .about = "gaps of punctuation, unary cycles, functions that occur twice, empty or "
             "unknown labels",
    .weight = 1,
    .learn = learn,
    .propose = propose,
    .score = score,
    .explain = explain,
    .release = release,
};
