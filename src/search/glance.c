/* Fills views from packed trees; see glance.h and tree/packed.h. */
#include "search/glance.h"

#include "base/byteorder.h"
#include "search/conditions.h"
#include "tree/varint.h"

enum { LONGEST = 64 }; /* words of a sentence with gaps: sets of them are bits */

/* -- what a query asks for --------------------------------------------------------------- */

static void want_feature(pl_glance *g, unsigned feature)
{
    const pl_feature *f = &pl_query_features[feature];
    g->id |= feature == PL_FEATURE_ID;
    for (unsigned i = 0; i < PL_PACKED_COLUMNS; i++) {
        unsigned kind =
            pl_packed_columns[i].of == PL_OF_INNER ? PL_CONSTITUENTS : PL_WORDS;
        if (pl_packed_columns[i].kind == f->texts && f->kinds & kind)
            g->columns |= 1u << i;
    }
}

static void want_test(pl_glance *g, const pl_test *t)
{
    for (; t != NULL; t = t->next) {
        if (t->kind == PL_TEST_STRING || t->kind == PL_TEST_PATTERN ||
            t->kind == PL_TEST_VALUE)
            want_feature(g, t->feature);
        for (unsigned f = 0; t->kind == PL_TEST_RECORD && f < PL_N_FEATURES; f++)
            if (pl_query_features[f].same_record)
                want_feature(g, f);
        want_test(g, t->first);
    }
}

static void want_condition(pl_glance *g, const pl_formula *f)
{
    bool arc =
        f->row == &pl_conditions[PL_OP_ARC] || f->row == &pl_conditions[PL_OP_ARCS];
    if (f->row == &pl_conditions[PL_OP_SECONDARY])
        g->edges = true;
    else if (f->test != NULL)
        want_feature(g, arc ? PL_FEATURE_DEPREL : PL_FEATURE_EDGE);
    g->heads |= arc || strcmp(f->row->name, "nonprojective") == 0;
}

static void want_formula(pl_glance *g, const pl_formula *f)
{
    for (; f != NULL; f = f->next) {
        if (f->kind == PL_FORMULA_TEST)
            want_test(g, f->test);
        else if (f->kind == PL_FORMULA_CONDITION)
            want_condition(g, f);
        want_formula(g, f->first);
    }
}

pl_glance pl_glance_of(const pl_query *q)
{
    pl_glance g = {0};
    want_formula(&g, q->formula);
    g.gap = q->clauses.n > 0;
    for (size_t i = 0; i < q->clauses.n; i++)
        g.gap &= q->clauses.at[i].needs_gap;
    return g;
}

/* -- the shape ----------------------------------------------------------------------------- */

static void place_word(pl_node *node, uint32_t word)
{
    node->low = node->high = word;
    node->size = node->blocks = 1;
    node->order = 0;
}

/* Nodes in pre-order, as if no branches crossed. A node is closed with its last word. */
static bool take_shape(pl_view *v, pl_varints *b, uint32_t n_inner)
{
    uint32_t n_words = v->own.n_tokens, n = n_words + n_inner, depth = 0;
    uint32_t words = 0, inner = n_words, parent = PL_NONE, k = 0;
    pl_view_node *nodes = v->nodes.at;
    pl_node *own = v->own.nodes;
    uint32_t *left = v->left.at, *of = v->of.at, *by_kind = v->by_kind.at;
    do {
        uint64_t order = pl_varint_take(b);
        if (order > 0) {
            if (order > n || depth > PL_MAX_DEPTH || inner == n)
                return false;
            own[inner].low = words;
            own[inner].order = left[k] = (uint32_t)order;
            nodes[k] = (pl_view_node){&own[inner], inner, parent,   PL_NONE,
                                      k + 1,       depth, k - words};
            depth++;
            of[inner] = by_kind[inner] = k;
            inner++;
            parent = k++;
            continue;
        }
        if (words == n_words)
            return false;
        place_word(&own[words], words);
        nodes[k] =
            (pl_view_node){&own[words], words, parent, PL_NONE, k + 1, depth, k - words};
        of[words] = by_kind[words] = k;
        words++;
        uint32_t child = k++;
        for (; parent != PL_NONE && --left[parent] == 0; depth--) {
            pl_node *node = &own[nodes[parent].id];
            nodes[parent].end = k;
            node->high = words - 1;
            node->size = words - node->low;
            node->blocks = 1;
            child = parent;
            parent = nodes[parent].parent;
        }
        if (parent != PL_NONE)
            nodes[child].next = k;
    } while (parent != PL_NONE);
    v->n = k;
    v->own.root = nodes[0].id;
    return !b->bad && k == n;
}

/* The first and the last word of a node and its runs, from its words as bits. */
static void place_node(pl_node *node, uint64_t words)
{
    node->low = (uint32_t)__builtin_ctzll(words);
    node->high = 63 - (uint32_t)__builtin_clzll(words);
    node->blocks = 0;
    for (uint64_t begins = words & ~(words << 1); begins != 0; begins &= begins - 1)
        node->blocks++;
}

/* Puts the words into their places, the last one first, and so from the lowest nodes up. */
static void place_nodes(pl_view *v, const uint32_t *place)
{
    uint32_t n = v->own.n_tokens, words = n;
    PL_FILL(&v->sets, v->n, 0);
    for (uint32_t k = v->n; k-- > 0;) {
        pl_view_node *node = &v->nodes.at[k];
        if (node->id < n) {
            node->id = place[--words];
            node->node = &v->own.nodes[node->id];
            v->of.at[node->id] = k;
            v->sets.at[k] = (uint64_t)1 << node->id;
        } else {
            place_node(&v->own.nodes[node->id], v->sets.at[k]);
        }
        if (node->parent != PL_NONE)
            v->sets.at[node->parent] |= v->sets.at[k];
    }
}

static bool take_crossing(pl_view *v, pl_varints *b)
{
    uint32_t n = v->own.n_tokens, place[LONGEST];
    uint64_t next = 0, seen = 0;
    if (n > LONGEST)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t at = next + pl_unzigzag(pl_varint_take(b));
        if (at >= n || seen >> at & 1)
            return false;
        seen |= (uint64_t)1 << at;
        place[i] = (uint32_t)at;
        next = at + 1;
    }
    place_nodes(v, place);
    return true;
}

static void place_words(pl_view *v)
{
    for (uint32_t i = 0; i < v->own.n_tokens; i++)
        place_word(&v->own.nodes[i], i);
}

/* -- columns ------------------------------------------------------------------------------- */

/* Passes over n numbers. */
static void skip_numbers(pl_varints *b, uint64_t n)
{
    const uint64_t tops = 0x8080808080808080u;
    while (b->end - b->at >= 8) {
        uint64_t last = (~pl_get64(b->at) & tops) >> 7; /* a bit for each last byte */
        uint32_t ends = (uint32_t)(last * 0x0101010101010101u >> 56);
        if (ends >= n)
            break;
        n -= ends;
        b->at += 8;
    }
    for (; n > 0; n--)
        pl_varint_take(b);
}

/* Where the texts of a column go: the first, and how many bytes they are apart. */
static char *column_at(pl_view *v, const pl_packed_column *c, size_t *apart)
{
    pl_tree *t = &v->own;
    *apart = c->of == PL_OF_TOKEN ? sizeof *t->tokens : sizeof *t->nodes;
    char *base = c->of == PL_OF_TOKEN ? (char *)t->tokens : (char *)t->nodes;
    return base + c->field + (c->of == PL_OF_INNER ? t->n_tokens * *apart : 0);
}

static void clear_column(pl_view *v, const pl_packed_column *c, uint32_t n)
{
    size_t apart;
    char *at = column_at(v, c, &apart);
    for (; n > 0; n--, at += apart)
        *(const char **)(void *)at = NULL;
}

static bool take_column(pl_view *v, pl_varints *b, const pl_packed_column *c, uint32_t n,
                        const pl_text_table *texts)
{
    size_t apart;
    char *at = column_at(v, c, &apart);
    bool needed = c->kind == PL_TEXT_WORD || c->kind == PL_TEXT_CATEGORY;
    const pl_text_table t = *texts; /* what is written cannot be in it */
    pl_varints numbers = *b;
    for (; n > 0; n--, at += apart) {
        uint64_t x = pl_varint_take(&numbers);
        if (x > t.n || (x == 0 && needed))
            return false;
        *(const char **)(void *)at = x > 0 ? t.heap + t.starts[x - 1] : NULL;
    }
    *b = numbers;
    return !b->bad;
}

static bool take_columns(pl_view *v, pl_varints *b, const pl_glance *wants, uint64_t mask,
                         const pl_text_table *tables)
{
    unsigned last = wants->heads || wants->id ? PL_PACKED_COLUMNS : 0;
    uint64_t skipped = 0;
    while (wants->columns >> last != 0)
        last++;
    for (unsigned i = 0; i < last && i < PL_PACKED_COLUMNS; i++) {
        const pl_packed_column *c = &pl_packed_columns[i];
        uint32_t n =
            c->of == PL_OF_INNER ? v->own.n_nodes - v->own.n_tokens : v->own.n_tokens;
        bool there = mask >> (PL_PACKED_CATEGORY + i) & 1,
             wanted = wants->columns >> i & 1;
        if (there && !wanted)
            skipped += n;
        if (!there && wanted)
            clear_column(v, c, n);
        if (!there || !wanted)
            continue;
        skip_numbers(b, skipped);
        skipped = 0;
        if (!take_column(v, b, c, n, &tables[c->kind]))
            return false;
    }
    skip_numbers(b, skipped);
    return true;
}

static void take_heads(pl_view *v, pl_varints *b, bool there)
{
    for (uint32_t i = 0; i < v->own.n_tokens; i++) {
        uint64_t x = there ? pl_varint_take(b) : 0, head = i + pl_unzigzag(x - 2);
        if (x >= 2 && head >= v->own.n_tokens)
            pl_varint_spoil(b);
        v->own.tokens[i].head = x == 0 ? PL_NONE : x == 1 ? PL_ROOT_HEAD : (uint32_t)head;
    }
}

/* -- the id -------------------------------------------------------------------------------- */

/* Passes over lists: how many, then so many numbers for each. */
static void skip_list(pl_varints *b, uint32_t numbers)
{
    uint64_t n = pl_varint_take(b);
    if (n > (uint64_t)(b->end - b->at) || n > UINT32_MAX / numbers)
        pl_varint_spoil(b);
    else
        skip_numbers(b, (uint32_t)n * numbers);
}

static const char *take_string(pl_varints *b)
{
    uint64_t n = pl_varint_take(b);
    const char *text = (const char *)b->at;
    if (n >= (uint64_t)(b->end - b->at) || text[n] != '\0')
        return pl_varint_spoil(b), "";
    b->at += n + 1;
    return text;
}

static void skip_lines(pl_varints *b)
{
    for (uint64_t n = pl_varint_take(b); n > 0 && !b->bad; n--) {
        pl_varint_take(b);
        take_string(b);
    }
}

/* Passes over all that stands between the heads and the id. */
static void take_id(pl_view *v, pl_varints *b, uint64_t mask)
{
    uint32_t n_words = v->own.n_tokens, n_inner = v->own.n_nodes - n_words;
    const struct {
        int part;
        uint32_t n;
    } plain[] = {{PL_PACKED_HEAD_CHILD, n_inner},
                 {PL_PACKED_FLAGS, n_inner},
                 {PL_PACKED_OFFSETS, 4 * n_words}},
      lists[] = {{PL_PACKED_FIELDS, 3}, {PL_PACKED_OWN_FIELDS, 2}, {PL_PACKED_EDGES, 5}};
    for (int i = 0; i < 3; i++)
        if (mask >> plain[i].part & 1)
            skip_numbers(b, plain[i].n);
    for (int i = 0; i < 3; i++)
        if (mask >> lists[i].part & 1)
            skip_list(b, lists[i].n);
    if (mask >> PL_PACKED_LINES & 1)
        skip_lines(b);
    pl_view_name(v, mask >> PL_PACKED_ID & 1 ? take_string(b) : NULL);
}

/* -- all of it ----------------------------------------------------------------------------- */

/* Makes room for the nodes; what they had is not cleared. */
static void make_room(pl_view *v, uint32_t n_tokens, uint32_t n_inner)
{
    pl_tree *t = &v->own;
    if (n_tokens > v->cap_tokens) {
        v->cap_tokens = n_tokens + n_tokens / 2;
        free(t->tokens);
        t->tokens = pl_alloc_zero(v->cap_tokens, sizeof *t->tokens);
    }
    if (n_tokens + n_inner > t->cap_nodes) {
        t->cap_nodes = (n_tokens + n_inner) + (n_tokens + n_inner) / 2;
        free(t->nodes);
        t->nodes = pl_alloc_zero(t->cap_nodes, sizeof *t->nodes);
    }
    t->n_tokens = n_tokens;
    t->n_nodes = n_tokens + n_inner;
    t->root = PL_NONE;
    PL_RESERVE(&v->left, (size_t)t->n_nodes + 1);
    pl_view_start(v, t);
}

/* Nodes and their shape. */
static bool take_nodes(pl_view *v, pl_varints *b, uint64_t mask, size_t n)
{
    bool tree = mask >> PL_PACKED_TREE & 1;
    uint64_t n_tokens = pl_varint_take(b), n_inner = tree ? pl_varint_take(b) : 0;
    if (n_tokens == 0 || n_tokens > PL_MAX_TOKENS || n_inner > n || n_inner > INT32_MAX)
        return false;
    make_room(v, (uint32_t)n_tokens, (uint32_t)n_inner);
    v->crossing = mask >> PL_PACKED_CROSSING & 1;
    if (tree)
        return take_shape(v, b, (uint32_t)n_inner) &&
               (!v->crossing || take_crossing(v, b));
    place_words(v);
    pl_view_add_words(v, &v->own);
    return !v->crossing;
}

bool pl_view_glance(pl_view *v, const pl_glance *wants, const void *bytes, size_t n,
                    const pl_text_table tables[PL_N_TEXTS], size_t number)
{
    pl_varints b = {bytes, (const unsigned char *)bytes + n, false};
    uint64_t mask = pl_varint_take(&b);
    bool heads = mask >> PL_PACKED_HEAD & 1;
    v->number = number;
    if ((wants->edges && mask >> PL_PACKED_EDGES & 1) || !take_nodes(v, &b, mask, n) ||
        !take_columns(v, &b, wants, mask, tables))
        return false;
    if (wants->heads)
        take_heads(v, &b, heads);
    else if (wants->id && heads)
        skip_numbers(&b, v->own.n_tokens);
    if (wants->id)
        take_id(v, &b, mask);
    return !b.bad;
}
