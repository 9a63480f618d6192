/* Splitting of discontinuous nodes and merging of the parts; see transform.h. */
#include "transform/transform.h"

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
    bool continued;    /* a next part has been found */
} part;

static bool same_constituent(const part *a, const part *b)
{
    return a->instance == b->instance && a->label_length == b->label_length &&
           memcmp(a->label, b->label, a->label_length) == 0;
}

/* The part before parts[i] that it continues, which is marked so; PL_NONE if there is
 * none. This is the rule of merging, which splitting must know too. */
static uint32_t find_previous(part *parts, uint32_t i)
{
    for (uint32_t j = i; parts[i].number > 0 && j-- > 0;)
        if (!parts[j].continued && parts[j].number + 1 == parts[i].number &&
            same_constituent(&parts[j], &parts[i])) {
            parts[j].continued = true;
            return j;
        }
    return PL_NONE;
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
    uint32_t *origin; /* the node that this is a part of, or PL_NONE */
    uint32_t *number; /* of the part */
    part *parts;      /* room for the children of one node */
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

/* Numbers the constituents of one label among the n parts. */
static void number_instances(part *parts, uint32_t n, const part *label)
{
    part wanted = *label; /* its instance is still 0, and so the key */
    uint32_t instances = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (!same_constituent(&parts[i], &wanted))
            continue;
        instances++;
        for (uint32_t j = n; j-- > i;)
            if (parts[j].origin == parts[i].origin)
                parts[j].instance = instances;
    }
}

/* Gives the parts among the children of v their labels. */
static void label_parts(splitter *s, uint32_t v)
{
    pl_tree *t = s->t;
    uint32_t n = 0;
    for (uint32_t i = 0, all = children(s->t, v, s->parts); i < all; i++) {
        part p = s->parts[i];
        if (s->origin[p.node] == PL_NONE)
            continue;
        p.origin = s->origin[p.node];
        p.number = s->number[p.node];
        p.label = t->nodes[p.node].label;
        p.label_length = strlen(p.label);
        s->parts[n++] = p;
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t previous =
            s->parts[i].instance == 0 ? find_previous(s->parts, i) : PL_NONE;
        if (previous != PL_NONE && s->parts[previous].origin != s->parts[i].origin)
            number_instances(s->parts, n, &s->parts[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        const part *p = &s->parts[i];
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
    uint32_t n = children(t, v, s->parts), parent = t->nodes[v].parent;
    uint32_t to = v, number = 0;
    uint32_t head = t->nodes[v].head;
    bool is_head = t->nodes[parent].head == v;
    s->origin[v] = v;
    t->nodes[v].high = t->nodes[s->parts[0].node].high;
    for (uint32_t i = 1; i < n; i++) {
        uint32_t child = s->parts[i].node;
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
        .parts = PL_NEW_ARRAY(t->arena, part, all),
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

/* Moves what is below `from` to `to`, and takes `from` away. */
static void join(pl_tree *t, uint32_t to, uint32_t from)
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
    for (pl_edge *e = t->edges; e != NULL; e = e->next) {
        e->child = e->child == from ? to : e->child;
        e->parent = e->parent == from ? to : e->parent;
    }
}

/* Merges the parts among the children of v; all nonterminals there get their own label
 * back. True if anything was joined. */
static bool merge_children(pl_tree *t, uint32_t v, part *parts)
{
    uint32_t n = 0;
    bool joined = false;
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
    for (uint32_t i = 0; i < n; i++) {
        uint32_t previous = find_previous(parts, i);
        if (previous != PL_NONE) {
            join(t, parts[previous].node, parts[i].node);
            parts[i].node = parts[previous].node;
            joined = true;
        } else
            t->nodes[parts[i].node].label =
                halve_stars(t->arena, parts[i].label, parts[i].label_length);
    }
    return joined;
}

void pl_merge_disc(pl_tree *t)
{
    bool joined = false;
    if (t->root == PL_NONE || pl_is_terminal(t, t->root))
        return;
    part *parts = PL_NEW_ARRAY(t->arena, part, t->n_nodes), root;
    const char *label = t->nodes[t->root].label;
    t->nodes[t->root].label = halve_stars(
        t->arena, label, parse_part(label, &root) ? root.label_length : strlen(label));
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            joined |= merge_children(t, v, parts);
    if (joined)
        pl_tree_compact(t);
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
