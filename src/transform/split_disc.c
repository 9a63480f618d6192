/* Splitting of discontinuous nodes and merging of the parts; see transform.h. */
#include "transform/transform.h"

#include <stdlib.h>
#include <string.h>

/* A child that is one part of a constituent. */
typedef struct part {
    uint32_t low; /* first: children are sorted by it */
    uint32_t node;
    const char *label; /* of the constituent; stars doubled */
    size_t label_length;
    uint32_t number;   /* 0, 1, 2 … within the constituent */
    uint32_t instance; /* which constituent of this label; 0: not said */
    uint32_t origin;   /* splitting only: the node it was */
    uint32_t group;    /* group of parts with the same label, instance and number */
    uint32_t below;    /* the part below it in the stack of its group; PL_NONE: none */
} part;

static int by_constituent(const part *a, const part *b)
{
    if (a->label_length != b->label_length)
        return a->label_length < b->label_length ? -1 : 1;
    int order = memcmp(a->label, b->label, a->label_length);
    return order != 0 ? order : (a->instance > b->instance) - (a->instance < b->instance);
}

/* Compares pointers to parts: by label, instance and number, then by their position in the array. */
static int by_group(const void *one, const void *other)
{
    const part *a = *(part *const *)one, *b = *(part *const *)other;
    int order = by_constituent(a, b);
    if (order == 0)
        order = (a->number > b->number) - (a->number < b->number);
    return order != 0 ? order : (a > b) - (a < b);
}

/* The parts among the children of a node, sorted into groups. The group whose number is one lower is
 * directly before its successor, so it is found in one step. */
typedef struct part_list {
    part *at; /* [n] */
    uint32_t n;
    part **sorted;   /* [n]  sorted by group */
    uint32_t *start; /* [groups + 1]  index in `sorted` where a group begins */
    uint32_t *
        top; /* [groups]  top of the stack of parts that no part continues yet, or PL_NONE */
} part_list;

static part_list new_part_list(pl_arena *m, size_t most)
{
    return (part_list){
        .at = PL_NEW_ARRAY(m, part, most),
        .sorted = PL_NEW_ARRAY(m, part *, most),
        .start = PL_NEW_ARRAY(m, uint32_t, most + 1),
        .top = PL_NEW_ARRAY(m, uint32_t, most),
    };
}

static void group_parts(part_list *l)
{
    uint32_t n_groups = 0;
    for (uint32_t i = 0; i < l->n; i++)
        l->sorted[i] = &l->at[i];
    if (l->n > 1)
        qsort(l->sorted, l->n, sizeof *l->sorted, by_group);
    for (uint32_t i = 0; i < l->n; i++) {
        if (i == 0 || by_constituent(l->sorted[i - 1], l->sorted[i]) != 0 ||
            l->sorted[i - 1]->number != l->sorted[i]->number) {
            l->top[n_groups] = PL_NONE;
            l->start[n_groups++] = i;
        }
        l->sorted[i]->group = n_groups - 1;
    }
    l->start[n_groups] = l->n;
}

/* Returns the group whose parts are continued by the parts of `group`, or PL_NONE. */
static uint32_t group_before(const part_list *l, uint32_t group)
{
    if (group == 0)
        return PL_NONE;
    const part *p = l->sorted[l->start[group]], *q = l->sorted[l->start[group - 1]];
    return q->number + 1 == p->number && by_constituent(q, p) == 0 ? group - 1 : PL_NONE;
}

/* Returns the part that part i continues, or PL_NONE: the last fitting part before it that no other part
 * continues. Call it for the parts in order. Merging joins parts by this rule, and splitting numbers
 * parts so that the rule finds them again. */
static uint32_t find_previous(part_list *l, uint32_t i)
{
    uint32_t group = l->at[i].group, before = group_before(l, group);
    uint32_t previous = before != PL_NONE ? l->top[before] : PL_NONE;
    if (previous != PL_NONE)
        l->top[before] = l->at[previous].below;
    l->at[i].below = l->top[group];
    l->top[group] = i;
    return previous;
}

/* -- labels ------------------------------------------------------------------------ */

static const char *halve_stars(pl_arena *m, const char *label, size_t n)
{
    char *text = pl_arena_strndup(m, label, n);
    pl_halve_sign(text, '*');
    return text;
}

/* LABEL*K or LABEL*K.I: whether the label is that of a part. A run of stars before K is
 * one star more than the doubled ones of the label itself. */
static bool parse_part(const char *label, part *p)
{
    const char *end = label + strlen(label), *digits, *dot;
    p->instance = 0;
    dot = pl_number_before(label, end, &p->number);
    if (dot < end && dot > label && dot[-1] == '.') {
        p->instance = p->number;
        end = dot - 1;
        if (p->instance == 0)
            return false;
    }
    digits = pl_number_before(label, end, &p->number);
    size_t stars = 0;
    while (digits - stars > label && digits[-1 - (ptrdiff_t)stars] == '*')
        stars++;
    if (digits == end || stars % 2 == 0 || digits - 1 == label)
        return false;
    p->label = label;
    p->label_length = (size_t)(digits - 1 - label);
    return true;
}

/* -- splitting --------------------------------------------------------------------- */

/* What is known of the nodes while a tree is split. */
typedef struct splitter {
    pl_tree *t;
    /* each [nodes there will be] */
    uint32_t *origin; /* the node that this node is a part of, or PL_NONE */
    uint32_t *number; /* number of the part */
    uint32_t
        *instance; /* of a split node: its number among the constituents with its label */
    part_list parts; /* memory for the children of one node */
} splitter;

/* The children of v in the order of their lowest terminal into `out`; their number. */
static uint32_t children(const pl_tree *t, uint32_t v, part *out)
{
    uint32_t n = 0;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
        out[n++] = (part){.node = c, .low = t->nodes[c].low};
    qsort(out, n, sizeof *out, pl_by_u32);
    return n;
}

/* The nonterminals of the tree into `out`, children first; their number. */
static uint32_t nonterminals(const pl_tree *t, uint32_t *out)
{
    uint32_t n = 0;
    for (uint32_t v = pl_tree_deepest(t, t->root); v != PL_NONE;
         v = pl_tree_postorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            out[n++] = v;
    return n;
}

/* Numbers the constituents with the label of `p` in the order of their first parts. Parts with this label
 * must not have an instance yet. */
static void number_instances(splitter *s, const part *p)
{
    part_list *l = &s->parts;
    uint32_t first = p->group, before, instances = 0;
    while ((before = group_before(l, first)) != PL_NONE)
        first = before;
    const part wanted = *p;
    for (uint32_t k = l->start[first];
         k < l->n && by_constituent(l->sorted[k], &wanted) == 0; k++) {
        uint32_t *instance = &s->instance[l->sorted[k]->origin];
        if (l->sorted[k]->number == 0)
            *instance = ++instances;
        l->sorted[k]->instance = *instance;
    }
}

/* Gives the parts among the children of v their labels. */
static void label_parts(splitter *s, uint32_t v)
{
    pl_tree *t = s->t;
    part_list *l = &s->parts;
    l->n = 0;
    for (uint32_t i = 0, all = children(s->t, v, l->at); i < all; i++) {
        part p = l->at[i];
        if (s->origin[p.node] == PL_NONE)
            continue;
        p.origin = s->origin[p.node];
        p.number = s->number[p.node];
        p.label = t->nodes[p.node].label;
        p.label_length = strlen(p.label);
        l->at[l->n++] = p;
    }
    group_parts(l);
    for (uint32_t i = 0; i < l->n; i++) {
        uint32_t previous = l->at[i].instance == 0 ? find_previous(l, i) : PL_NONE;
        if (previous != PL_NONE && l->at[previous].origin != l->at[i].origin)
            number_instances(s, &l->at[i]);
    }
    for (uint32_t i = 0; i < l->n; i++) {
        const part *p = &l->at[i];
        t->nodes[p->node].label =
            p->instance > 0
                ? pl_arena_printf(t->arena, "%s*%u.%u", p->label, p->number, p->instance)
                : pl_arena_printf(t->arena, "%s*%u", p->label, p->number);
    }
}

/* Makes parts of v, whose children are continuous. v itself stays as part 0. */
static void split_node(splitter *s, uint32_t v)
{
    pl_tree *t = s->t;
    const part *parts = s->parts.at;
    uint32_t n = children(t, v, s->parts.at), parent = t->nodes[v].parent;
    uint32_t to = v, number = 0;
    uint32_t head = t->nodes[v].head;
    bool is_head = t->nodes[parent].head == v;
    s->origin[v] = v;
    t->nodes[v].high = t->nodes[parts[0].node].high;
    for (uint32_t i = 1; i < n; i++) {
        uint32_t child = parts[i].node;
        if (t->nodes[child].low != t->nodes[to].high + 1) {
            to = pl_tree_add(t, t->nodes[v].label);
            t->nodes[to].func = t->nodes[v].func;
            t->nodes[to].flags = t->nodes[v].flags;
            t->nodes[to].low = t->nodes[child].low;
            s->origin[to] = v;
            s->number[to] = ++number;
            pl_tree_append(t, parent, to);
        }
        if (to != v) {
            pl_tree_move(t, child, to);
            if (child == head) {
                t->nodes[to].head = child;
                t->nodes[parent].head = is_head ? to : t->nodes[parent].head;
            }
        }
        t->nodes[to].high = t->nodes[child].high;
    }
}

/* How many parts splitting adds to those nodes there are. */
static uint64_t count_new_parts(const pl_tree *t)
{
    uint64_t n = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        n += t->nodes[v].blocks - 1;
    return n;
}

int pl_split_disc(pl_tree *t, pl_error *err)
{
    if (t->root == PL_NONE)
        return 0;
    uint64_t extra = count_new_parts(t), all = t->n_nodes + extra;
    if (extra > PL_MAX_PARTS)
        return pl_fail(err, PL_TOO_LARGE,
                       "split-disc would make %llu parts; more than %u are too many",
                       (unsigned long long)extra, PL_MAX_PARTS);
    uint32_t *post = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes);
    uint32_t n = nonterminals(t, post);
    for (uint32_t i = 0; i < n; i++)
        if (strchr(t->nodes[post[i]].label, '*') != NULL)
            t->nodes[post[i]].label =
                pl_double_sign(t->arena, t->nodes[post[i]].label, '*');
    if (extra == 0)
        return 0;
    splitter s = {
        .t = t,
        .origin = PL_NEW_ARRAY(t->arena, uint32_t, all),
        .number = PL_NEW_ARRAY(t->arena, uint32_t, all),
        .instance = PL_NEW_ARRAY(t->arena, uint32_t, all),
        .parts = new_part_list(t->arena, all),
    };
    memset(s.origin, 0xff, all * sizeof *s.origin);
    for (uint32_t i = 0; i < n; i++) {
        label_parts(&s, post[i]);
        if (t->nodes[post[i]].blocks > 1)
            split_node(&s, post[i]);
    }
    pl_tree_order(t);
    return 0;
}

/* -- merging ----------------------------------------------------------------------- */

/* Moves the children of `from` to `to`, and removes `from`. joined[from] becomes `to`. */
static void join(pl_tree *t, uint32_t to, uint32_t from, uint32_t *joined)
{
    uint32_t parent = t->nodes[from].parent, head = t->nodes[from].head;
    bool is_head = t->nodes[parent].head == from;
    for (uint32_t c; (c = t->nodes[from].first) != PL_NONE;)
        pl_tree_move(t, c, to);
    if (t->nodes[to].head == PL_NONE)
        t->nodes[to].head = head;
    pl_tree_unlink(t, from);
    if (is_head)
        t->nodes[parent].head = to;
    joined[from] = to;
}

/* Moves the secondary edges of joined nodes to the nodes that they were joined to. */
static void move_edges(pl_tree *t, const uint32_t *joined)
{
    for (pl_edge *e = t->edges; e != NULL; e = e->next) {
        if (joined[e->child] != PL_NONE)
            e->child = joined[e->child];
        if (joined[e->parent] != PL_NONE)
            e->parent = joined[e->parent];
    }
}

/* Merges the parts among the children of v; all nonterminals there get their own label
 * back. True if anything was joined. */
static bool merge_children(pl_tree *t, uint32_t v, part_list *l, uint32_t *joined)
{
    part *parts = l->at;
    uint32_t n = 0;
    bool any = false;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next) {
        part p = {.node = c, .low = t->nodes[c].low};
        if (pl_is_terminal(t, c))
            continue;
        if (parse_part(t->nodes[c].label, &p))
            parts[n++] = p;
        else
            t->nodes[c].label =
                halve_stars(t->arena, t->nodes[c].label, strlen(t->nodes[c].label));
    }
    qsort(parts, n, sizeof *parts, pl_by_u32);
    l->n = n;
    group_parts(l);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t previous = find_previous(l, i);
        if (previous != PL_NONE) {
            join(t, parts[previous].node, parts[i].node, joined);
            parts[i].node = parts[previous].node;
            any = true;
        } else
            t->nodes[parts[i].node].label =
                halve_stars(t->arena, parts[i].label, parts[i].label_length);
    }
    return any;
}

void pl_merge_disc(pl_tree *t)
{
    bool any = false;
    if (t->root == PL_NONE || pl_is_terminal(t, t->root))
        return;
    part_list parts = new_part_list(t->arena, t->n_nodes);
    uint32_t *joined = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes);
    memset(joined, 0xff, t->n_nodes * sizeof *joined);
    part root;
    const char *label = t->nodes[t->root].label;
    t->nodes[t->root].label = halve_stars(
        t->arena, label, parse_part(label, &root) ? root.label_length : strlen(label));
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            any |= merge_children(t, v, &parts, joined);
    if (any) {
        move_edges(t, joined);
        pl_tree_compact(t);
    }
}

bool pl_part_label(pl_arena *m, const char *label, const char **constituent,
                   uint32_t *number)
{
    part p;
    bool is_part = parse_part(label, &p);
    *constituent = halve_stars(m, label, is_part ? p.label_length : strlen(label));
    if (is_part)
        *number = p.number;
    return is_part;
}

const pl_transform_code pl_split_disc_code = {.try_change = pl_split_disc};
const pl_transform_code pl_merge_disc_code = {.change = pl_merge_disc};

/* -- raising ------------------------------------------------------------------------ */

/* Of the runs of adjacent children, the one that stays: out[*from] … out[*to - 1]. */
static void choose_block(const pl_tree *t, uint32_t v, const part *out, uint32_t n,
                         uint32_t *from, uint32_t *to)
{
    uint32_t most = 0;
    for (uint32_t start = 0, end; start < n; start = end) {
        bool has_head = false;
        end = start;
        do
            has_head |= out[end].node == t->nodes[v].head;
        while (++end < n && out[end].low == t->nodes[out[end - 1].node].high + 1);
        uint32_t words = t->nodes[out[end - 1].node].high + 1 - out[start].low;
        if (has_head || words > most) {
            most = has_head ? PL_NONE : words;
            *from = start;
            *to = end;
        }
    }
}

/* Nodes are seen children first, so that what was raised to a node is there in time; low
 * and high are kept true for those already seen. */
void pl_raise(pl_tree *t)
{
    if (!pl_tree_is_discontinuous(t))
        return;
    uint32_t *post = PL_NEW_ARRAY(t->arena, uint32_t, t->n_nodes);
    uint32_t n_post = nonterminals(t, post);
    part *below = PL_NEW_ARRAY(t->arena, part, t->n_nodes);
    for (uint32_t i = 0; i < n_post; i++) {
        uint32_t v = post[i], from = 0, to = 0;
        uint32_t n = children(t, v, below); /* all continuous */
        choose_block(t, v, below, n, &from, &to);
        for (uint32_t k = 0; k < n; k++)
            if (k < from || k >= to)
                pl_tree_move(t, below[k].node, t->nodes[v].parent);
        t->nodes[v].low = below[from].low;
        t->nodes[v].high = t->nodes[below[to - 1].node].high;
    }
    pl_tree_order(t);
}

const pl_transform_code pl_raise_code = {.change = pl_raise};
