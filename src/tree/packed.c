/* Packs trees into bytes and unpacks them; the layout is in packed.h. Every part of it is a
 * row of a table: whether a tree has it, how it is written, how it is read. */
#include "tree/packed.h"

#include "base/utf8.h"
#include "tree/varint.h"

#include <assert.h>
#include <stddef.h>

/* -- numbers, texts, strings ----------------------------------------------------------- */

static void put_number(pl_str *out, uint64_t x)
{
    for (; x >= 0x80; x >>= 7)
        pl_str_putc(out, (char)(unsigned char)(x | 0x80));
    pl_str_putc(out, (char)(unsigned char)x);
}

/* Small numbers of either sign as small numbers: 0, -1, 1, -2 … become 0, 1, 2, 3 … The
 * difference wraps around, so any two numbers have one. */
static uint64_t zigzag(uint64_t difference)
{
    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static void put_text(pl_packer *p, pl_text_kind kind, const char *text, pl_str *out)
{
    if (text == NULL) {
        put_number(out, 0);
        return;
    }
    uint32_t id = pl_intern_add(&p->texts[kind], text);
    PL_PUSH(&p->used[kind], id);
    put_number(out, (uint64_t)id + 1);
}

static void put_string(pl_str *out, const char *text)
{
    size_t n = strlen(text);
    put_number(out, n);
    pl_str_put(out, text, n + 1);
}

/* The bytes while they are read. After the first mistake everything is 0 or NULL. */
typedef struct bytes {
    pl_varints in;
    const pl_text_table *tables;
    pl_tree *tree;
} bytes;

static uint64_t spoil(bytes *b)
{
    return pl_varint_spoil(&b->in);
}

static inline uint64_t take_number(bytes *b)
{
    return pl_varint_take(&b->in);
}

/* A number below `limit`. */
static uint32_t take_below(bytes *b, uint64_t limit)
{
    uint64_t x = take_number(b);
    return (uint32_t)(x < limit ? x : spoil(b));
}

/* How many of something follow that take at least one byte each. */
static uint32_t take_count(bytes *b)
{
    uint64_t n = take_number(b);
    return (uint32_t)(n <= (uint64_t)(b->in.end - b->in.at) && n < PL_NONE ? n
                                                                           : spoil(b));
}

const char *pl_text_at(const pl_text_table *t, uint32_t i)
{
    return i < t->n ? t->heap + t->starts[i] : NULL;
}

static const char *take_text(bytes *b, pl_text_kind kind)
{
    uint64_t x = take_number(b);
    if (x == 0)
        return NULL;
    const char *text =
        x <= UINT32_MAX ? pl_text_at(&b->tables[kind], (uint32_t)(x - 1)) : NULL;
    if (text == NULL)
        spoil(b);
    return text;
}

/* One that has to be there: "" after a mistake. */
static const char *take_some_text(bytes *b, pl_text_kind kind)
{
    const char *text = take_text(b, kind);
    if (text == NULL)
        spoil(b);
    return text != NULL ? text : "";
}

static const char *take_string(bytes *b)
{
    size_t n = take_count(b);
    if ((size_t)(b->in.end - b->in.at) <= n || b->in.at[n] != '\0' ||
        pl_utf8_good((const char *)b->in.at, n) != n) {
        spoil(b);
        return "";
    }
    b->in.at += n + 1;
    return (const char *)b->in.at - n - 1;
}

/* -- the shape --------------------------------------------------------------------------- */

/* Nonterminals get the numbers behind the words, in pre-order. */
static void number_nodes(pl_packer *p, const pl_tree *t)
{
    p->order.n = 0;
    PL_FILL(&p->number, t->n_nodes, 0xff);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        p->number.at[i] = i;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v)) {
            p->number.at[v] = t->n_tokens + (uint32_t)p->order.n;
            PL_PUSH(&p->order, v);
        }
}

static bool has_shape(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    return t->root != PL_NONE;
}

static void put_shape(pl_packer *p, const pl_tree *t, pl_str *out)
{
    put_number(out, p->order.n);
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        put_number(out, pl_is_terminal(t, v) ? 0 : t->nodes[v].order);
}

/* Links the nodes in pre-order; words get the next place. Every nonterminal takes as many
 * nodes as it has children before its parent goes on, so only the counts can be wrong. */
static void take_shape(bytes *b)
{
    pl_tree *t = b->tree;
    uint32_t n_inner = take_count(b), words = 0, inner = 0, parent = PL_NONE, depth = 0;
    if (n_inner + (uint64_t)t->n_tokens > (uint64_t)(b->in.end - b->in.at)) {
        spoil(b);
        return;
    }
    for (uint32_t i = 0; i < n_inner; i++)
        pl_tree_add(t, NULL);
    do {
        uint32_t order = take_below(b, PL_NONE);
        if (b->in.bad || depth > PL_MAX_DEPTH ||
            (order == 0 ? words == t->n_tokens : inner == n_inner)) {
            spoil(b);
            return;
        }
        uint32_t v = order == 0 ? words++ : t->n_tokens + inner++;
        if (parent == PL_NONE)
            t->root = v;
        else
            pl_tree_append(t, parent, v), t->nodes[parent].order--;
        t->nodes[v].order = order; /* still to come; pl_tree_order sets it right */
        parent = order > 0 ? v : parent;
        depth += order > 0;
        for (; parent != PL_NONE && t->nodes[parent].order == 0; depth--)
            parent = t->nodes[parent].parent;
    } while (parent != PL_NONE);
    if (words != t->n_tokens || inner != n_inner)
        spoil(b);
}

static bool has_crossing(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    uint32_t next = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (pl_is_terminal(t, v) && v != next++)
            return true;
    return false;
}

static void put_crossing(pl_packer *p, const pl_tree *t, pl_str *out)
{
    (void)p;
    uint64_t next = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (pl_is_terminal(t, v)) {
            put_number(out, zigzag(v - next));
            next = (uint64_t)v + 1;
        }
}

/* Where a link to word i leads once the words are in their places. */
static void relink(uint32_t *link, const uint32_t *place, uint32_t n)
{
    if (*link < n)
        *link = place[*link];
}

/* Words have no text yet: only links change. */
static void take_crossing(bytes *b)
{
    pl_tree *t = b->tree;
    uint32_t n = t->n_tokens, *place = PL_NEW_ARRAY(t->arena, uint32_t, n);
    bool *taken = PL_NEW_ARRAY(t->arena, bool, n);
    pl_node *words = pl_arena_alloc(t->arena, n * sizeof *words);
    uint64_t next = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t at = next + pl_unzigzag(take_number(b));
        if (b->in.bad || at >= n || taken[at]) {
            spoil(b);
            return;
        }
        taken[at] = true;
        place[i] = (uint32_t)at;
        next = at + 1;
    }
    memcpy(words, t->nodes, n * sizeof *words);
    for (uint32_t i = 0; i < n; i++)
        t->nodes[place[i]] = words[i];
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        pl_node *v = &t->nodes[i];
        uint32_t *links[] = {&v->first, &v->last, &v->prev, &v->next};
        for (int k = 0; k < 4; k++)
            relink(links[k], place, n);
        if (i < n)
            v->low = v->high = i;
    }
    relink(&t->root, place, n);
}

/* -- columns: one text for each word or each nonterminal ---------------------------------- */

typedef pl_packed_column column;

/* What queries ask for most comes first. */
/* clang-format off */
const pl_packed_column pl_packed_columns[PL_PACKED_COLUMNS] = {
    {PL_OF_INNER, PL_TEXT_CATEGORY, offsetof(pl_node, label)},
    {PL_OF_WORD,  PL_TEXT_TAG,      offsetof(pl_node, label)},
    {PL_OF_INNER, PL_TEXT_FUNCTION, offsetof(pl_node, func)},
    {PL_OF_WORD,  PL_TEXT_FUNCTION, offsetof(pl_node, func)},
    {PL_OF_TOKEN, PL_TEXT_WORD,     offsetof(pl_token, word)},
    {PL_OF_WORD,  PL_TEXT_LEMMA,    offsetof(pl_node, lemma)},
    {PL_OF_WORD,  PL_TEXT_MORPH,    offsetof(pl_node, morph)},
    {PL_OF_INNER, PL_TEXT_LEMMA,    offsetof(pl_node, lemma)},
    {PL_OF_INNER, PL_TEXT_MORPH,    offsetof(pl_node, morph)},
    {PL_OF_TOKEN, PL_TEXT_COARSE,   offsetof(pl_token, coarse)},
    {PL_OF_TOKEN, PL_TEXT_DEPREL,   offsetof(pl_token, deprel)},
    {PL_OF_TOKEN, PL_TEXT_OTHER,    offsetof(pl_token, deps)},
    {PL_OF_TOKEN, PL_TEXT_OTHER,    offsetof(pl_token, misc)},
};
/* clang-format on */
enum { N_COLUMNS = PL_PACKED_COLUMNS };

/* The text of owner number i; `order` has the ids of nonterminals, NULL: as packed. */
static const char **text_of(const pl_tree *t, const column *c, const uint32_t *order,
                            uint32_t i)
{
    if (c->of == PL_OF_INNER)
        i = order != NULL ? order[i] : t->n_tokens + i;
    char *base = c->of == PL_OF_TOKEN ? (char *)&t->tokens[i] : (char *)&t->nodes[i];
    return (const char **)(void *)(base + c->field);
}

static bool has_column(const pl_packer *p, const pl_tree *t, const column *c)
{
    size_t n = c->of == PL_OF_INNER ? p->order.n : t->n_tokens;
    for (uint32_t i = 0; i < n; i++)
        if (*text_of(t, c, p->order.at, i) != NULL)
            return true;
    return false;
}

static void put_column(pl_packer *p, const pl_tree *t, const column *c, pl_str *out)
{
    size_t n = c->of == PL_OF_INNER ? p->order.n : t->n_tokens;
    for (uint32_t i = 0; i < n; i++)
        put_text(p, c->kind, *text_of(t, c, p->order.at, i), out);
}

static void take_column(bytes *b, const column *c)
{
    pl_tree *t = b->tree;
    uint32_t n = c->of == PL_OF_INNER ? t->n_nodes - t->n_tokens : t->n_tokens;
    bool needed = c->kind == PL_TEXT_WORD || c->kind == PL_TEXT_CATEGORY;
    for (uint32_t i = 0; i < n; i++)
        *text_of(t, c, NULL, i) =
            needed ? take_some_text(b, c->kind) : take_text(b, c->kind);
}

/* -- numbers of words and nodes ------------------------------------------------------------ */

static bool has_heads(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].head != PL_NONE)
            return true;
    return false;
}

static void put_heads(pl_packer *p, const pl_tree *t, pl_str *out)
{
    (void)p;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head;
        put_number(out, head == PL_NONE        ? 0
                        : head == PL_ROOT_HEAD ? 1
                                               : 2 + zigzag((uint64_t)head - i));
    }
}

static void take_heads(bytes *b)
{
    for (uint32_t i = 0; i < b->tree->n_tokens; i++) {
        uint64_t x = take_number(b), head = i + pl_unzigzag(x - 2);
        if (x >= 2 && head >= b->tree->n_tokens)
            spoil(b);
        b->tree->tokens[i].head = b->in.bad || x == 0 ? PL_NONE
                                  : x == 1            ? PL_ROOT_HEAD
                                                      : (uint32_t)head;
    }
    if (pl_tree_head_circle(b->tree) != PL_NONE) /* no reader lets one pass */
        spoil(b);
}

static bool is_annotated(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    return t->has_deps;
}

static void put_nothing(pl_packer *p, const pl_tree *t, pl_str *out)
{
    (void)p, (void)t, (void)out;
}

static void take_annotated(bytes *b)
{
    b->tree->has_deps = true;
}

static bool has_head_children(const pl_packer *p, const pl_tree *t)
{
    for (size_t i = 0; i < p->order.n; i++)
        if (t->nodes[p->order.at[i]].head != PL_NONE)
            return true;
    return false;
}

static void put_head_children(pl_packer *p, const pl_tree *t, pl_str *out)
{
    for (size_t i = 0; i < p->order.n; i++) {
        const pl_node *v = &t->nodes[p->order.at[i]];
        uint64_t rank = 1;
        uint32_t child = v->head == PL_NONE ? PL_NONE : v->first;
        for (; child != PL_NONE && child != v->head; rank++)
            child = t->nodes[child].next;
        put_number(out, child == PL_NONE ? 0 : rank);
    }
}

static void take_head_children(bytes *b)
{
    pl_tree *t = b->tree;
    for (uint32_t i = t->n_tokens; i < t->n_nodes; i++) {
        uint32_t rank = take_below(b, PL_NONE), child = t->nodes[i].first;
        for (uint32_t k = 1; k < rank && child != PL_NONE; k++)
            child = t->nodes[child].next;
        if (rank > 0 && child == PL_NONE)
            spoil(b);
        t->nodes[i].head = rank == 0 ? PL_NONE : child;
    }
}

static bool has_flags(const pl_packer *p, const pl_tree *t)
{
    for (size_t i = 0; i < p->order.n; i++)
        if (t->nodes[p->order.at[i]].flags != 0)
            return true;
    return false;
}

static void put_flags(pl_packer *p, const pl_tree *t, pl_str *out)
{
    for (size_t i = 0; i < p->order.n; i++)
        put_number(out, t->nodes[p->order.at[i]].flags);
}

static void take_flags(bytes *b)
{
    for (uint32_t i = b->tree->n_tokens; i < b->tree->n_nodes; i++)
        b->tree->nodes[i].flags =
            take_below(b, (PL_NODE_TEMPORARY | PL_NODE_VIRTUAL) + 1);
}

static bool has_offsets(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *w = &t->tokens[i];
        if (w->begin != 0 || w->end != 0 || w->first_char != 0 || w->n_chars != 0 ||
            w->glued)
            return true;
    }
    return false;
}

static void put_offsets(pl_packer *p, const pl_tree *t, pl_str *out)
{
    (void)p;
    uint64_t at = 0, at_char = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *w = &t->tokens[i];
        put_number(out, zigzag(w->begin - at));
        put_number(out, zigzag((uint64_t)w->end - w->begin));
        put_number(out, zigzag(w->first_char - at_char));
        put_number(out, (uint64_t)w->n_chars << 1 | w->glued);
        at = w->end;
        at_char = (uint64_t)w->first_char + w->n_chars;
    }
}

static void take_offsets(bytes *b)
{
    uint64_t at = 0, at_char = 0;
    for (uint32_t i = 0; i < b->tree->n_tokens; i++) {
        pl_token *w = &b->tree->tokens[i];
        w->begin = (size_t)(at + pl_unzigzag(take_number(b)));
        w->end = (size_t)(w->begin + pl_unzigzag(take_number(b)));
        w->first_char = (size_t)(at_char + pl_unzigzag(take_number(b)));
        uint64_t chars = take_below(b, PL_NONE);
        w->n_chars = chars >> 1 & 0x7fffffff;
        w->glued = chars & 1;
        at = w->end;
        at_char = (uint64_t)w->first_char + w->n_chars;
    }
}

/* -- lists ----------------------------------------------------------------------------------- */

/* The id of node number i of the packed tree. */
static uint32_t id_of(const pl_packer *p, const pl_tree *t, uint32_t i)
{
    return i < t->n_tokens ? i : p->order.at[i - t->n_tokens];
}

static uint64_t count_fields(const pl_attr *list)
{
    uint64_t n = 0;
    for (; list != NULL; list = list->next)
        n++;
    return n;
}

static void put_field(pl_packer *p, const pl_attr *a, pl_str *out)
{
    put_text(p, PL_TEXT_OTHER, a->key, out);
    put_text(p, PL_TEXT_OTHER, a->value, out);
}

/* Adds a field at the end of a list; where the next one goes. */
static pl_attr **take_field(bytes *b, pl_attr **list)
{
    const char *key = take_some_text(b, PL_TEXT_OTHER);
    return pl_attr_add(b->tree->arena, list, key, take_some_text(b, PL_TEXT_OTHER));
}

static uint64_t n_fields(const pl_packer *p, const pl_tree *t)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < t->n_tokens + p->order.n; i++)
        n += count_fields(t->nodes[id_of(p, t, i)].attrs);
    return n;
}

static bool has_fields(const pl_packer *p, const pl_tree *t)
{
    return n_fields(p, t) > 0;
}

static void put_fields(pl_packer *p, const pl_tree *t, pl_str *out)
{
    uint32_t before = 0;
    put_number(out, n_fields(p, t));
    for (uint32_t i = 0; i < t->n_tokens + p->order.n; i++)
        for (const pl_attr *a = t->nodes[id_of(p, t, i)].attrs; a != NULL; a = a->next) {
            put_number(out, i - before);
            put_field(p, a, out);
            before = i;
        }
}

static void take_fields(bytes *b)
{
    pl_tree *t = b->tree;
    uint32_t at = 0;
    pl_attr **end = NULL;
    for (uint32_t n = take_count(b); n > 0 && !b->in.bad; n--) {
        uint32_t skip = take_below(b, (uint64_t)t->n_nodes - at);
        if (b->in.bad)
            return;
        if (skip > 0 || end == NULL)
            end = &t->nodes[at += skip].attrs;
        end = take_field(b, end);
    }
}

static bool has_own_fields(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    return t->attrs != NULL;
}

static void put_own_fields(pl_packer *p, const pl_tree *t, pl_str *out)
{
    put_number(out, count_fields(t->attrs));
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next)
        put_field(p, a, out);
}

static void take_own_fields(bytes *b)
{
    pl_attr **end = &b->tree->attrs;
    for (uint32_t n = take_count(b); n > 0 && !b->in.bad; n--)
        end = take_field(b, end);
}

static bool is_kept(const pl_packer *p, const pl_edge *e)
{
    return p->number.at[e->child] != PL_NONE && p->number.at[e->parent] != PL_NONE;
}

static uint64_t n_edges(const pl_packer *p, const pl_tree *t)
{
    uint64_t n = 0;
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        n += is_kept(p, e);
    return n;
}

static bool has_edges(const pl_packer *p, const pl_tree *t)
{
    return n_edges(p, t) > 0;
}

static void put_edges(pl_packer *p, const pl_tree *t, pl_str *out)
{
    put_number(out, n_edges(p, t));
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        if (is_kept(p, e)) {
            put_number(out, p->number.at[e->child]);
            put_number(out, p->number.at[e->parent]);
            put_number(out, e->child_rank);
            put_number(out, e->parent_rank);
            put_text(p, PL_TEXT_OTHER, e->label, out);
        }
}

/* Ranks count nodes of merged ones, which are not kept: they are 0 in files so far. */
static void take_edges(bytes *b)
{
    pl_tree *t = b->tree;
    for (uint32_t n = take_count(b); n > 0 && !b->in.bad; n--) {
        uint32_t child = take_below(b, t->n_nodes), parent = take_below(b, t->n_nodes);
        uint32_t child_rank = take_below(b, PL_NONE),
                 parent_rank = take_below(b, PL_NONE);
        pl_tree_add_edge(t, child, parent, take_text(b, PL_TEXT_OTHER));
        t->last_edge->child_rank = child_rank;
        t->last_edge->parent_rank = parent_rank;
    }
}

static bool has_lines(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    return t->lines != NULL;
}

static void put_lines(pl_packer *p, const pl_tree *t, pl_str *out)
{
    (void)p;
    uint64_t n = 0;
    for (const pl_line *l = t->lines; l != NULL; l = l->next)
        n++;
    put_number(out, n);
    for (const pl_line *l = t->lines; l != NULL; l = l->next) {
        put_number(out, l->before);
        put_string(out, l->text);
    }
}

static void take_lines(bytes *b)
{
    for (uint32_t n = take_count(b); n > 0 && !b->in.bad; n--) {
        uint32_t before = take_below(b, (uint64_t)b->tree->n_tokens + 1);
        pl_tree_add_line(b->tree, before, take_string(b));
    }
}

static bool has_id(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    return t->id != NULL;
}

static void put_id(pl_packer *p, const pl_tree *t, pl_str *out)
{
    (void)p;
    put_string(out, t->id);
}

static void take_id(bytes *b)
{
    b->tree->id = take_string(b);
}

static bool has_raw_text(const pl_packer *p, const pl_tree *t)
{
    (void)p;
    return t->text != NULL;
}

static void put_raw_text(pl_packer *p, const pl_tree *t, pl_str *out)
{
    (void)p;
    put_string(out, t->text);
}

static void take_raw_text(bytes *b)
{
    b->tree->text = take_string(b);
}

/* -- all parts -------------------------------------------------------------------------------- */

typedef struct part {
    bool (*there)(const pl_packer *p, const pl_tree *t);
    void (*put)(pl_packer *p, const pl_tree *t, pl_str *out);
    void (*take)(bytes *b);
} part;

/* In the order of their bits: the shape, the columns, the rest. A new part gets a new bit at
 * the end. */
/* clang-format off */
static const part shape[] = {
    {has_shape,         put_shape,         take_shape},         /* TREE */
    {has_crossing,      put_crossing,      take_crossing},      /* CROSSING */
};
static const part rest[] = {
    {has_heads,         put_heads,         take_heads},         /* HEAD */
    {is_annotated,      put_nothing,       take_annotated},     /* ANNOTATED */
    {has_head_children, put_head_children, take_head_children}, /* HEAD_CHILD */
    {has_flags,         put_flags,         take_flags},         /* FLAGS */
    {has_offsets,       put_offsets,       take_offsets},       /* OFFSETS */
    {has_fields,        put_fields,        take_fields},        /* FIELDS */
    {has_own_fields,    put_own_fields,    take_own_fields},    /* OWN_FIELDS */
    {has_edges,         put_edges,         take_edges},         /* EDGES */
    {has_lines,         put_lines,         take_lines},         /* LINES */
    {has_id,            put_id,            take_id},            /* ID */
    {has_raw_text,      put_raw_text,      take_raw_text},      /* TEXT */
};
/* clang-format on */
enum {
    N_SHAPE = sizeof shape / sizeof *shape,
    N_REST = sizeof rest / sizeof *rest,
    FIRST_REST = N_SHAPE + N_COLUMNS,
    N_PARTS = FIRST_REST + N_REST,
};
static_assert((int)N_SHAPE == (int)PL_PACKED_CATEGORY &&
                  (int)FIRST_REST == (int)PL_PACKED_HEAD,
              "the bits of packed.h");

static const part *part_at(unsigned i) /* NULL: a column */
{
    return i < N_SHAPE ? &shape[i] : i >= FIRST_REST ? &rest[i - FIRST_REST] : NULL;
}

static bool is_there(const pl_packer *p, const pl_tree *t, unsigned i)
{
    const part *row = part_at(i);
    return row != NULL ? row->there(p, t)
                       : has_column(p, t, &pl_packed_columns[i - N_SHAPE]);
}

static void put_part(pl_packer *p, const pl_tree *t, unsigned i, pl_str *out)
{
    const part *row = part_at(i);
    if (row != NULL)
        row->put(p, t, out);
    else
        put_column(p, t, &pl_packed_columns[i - N_SHAPE], out);
}

static void take_part(bytes *b, unsigned i)
{
    const part *row = part_at(i);
    if (row != NULL)
        row->take(b);
    else
        take_column(b, &pl_packed_columns[i - N_SHAPE]);
}

void pl_tree_pack(pl_packer *p, const pl_tree *t, pl_str *out)
{
    uint64_t mask = 0;
    for (int i = 0; i < PL_N_TEXTS; i++)
        p->used[i].n = 0;
    number_nodes(p, t);
    for (unsigned i = 0; i < N_PARTS; i++)
        mask |= (uint64_t)is_there(p, t, i) << i;
    put_number(out, mask);
    put_number(out, t->n_tokens);
    for (unsigned i = 0; i < N_PARTS; i++)
        if (mask >> i & 1)
            put_part(p, t, i, out);
}

void pl_packer_release(pl_packer *p)
{
    for (int i = 0; i < PL_N_TEXTS; i++) {
        pl_intern_release(&p->texts[i]);
        PL_VEC_RELEASE(&p->used[i]);
    }
    PL_VEC_RELEASE(&p->order, &p->number);
}

/* Whether the parts that the others depend on are there: nonterminals have categories, words
 * are words, places need a tree. */
static bool fits_together(const bytes *b, uint64_t mask)
{
    const uint64_t tree = 1 << PL_PACKED_TREE, crossing = 1 << PL_PACKED_CROSSING,
                   category = 1 << PL_PACKED_CATEGORY, words = 1 << PL_PACKED_WORD;
    bool has_inner = b->tree->n_nodes > b->tree->n_tokens;
    return (mask & crossing) <= (mask & tree) << 1 &&
           has_inner == ((mask & category) != 0) &&
           (b->tree->n_tokens > 0) == ((mask & words) != 0);
}

pl_tree *pl_tree_unpack(const void *at, size_t n, const pl_text_table tables[PL_N_TEXTS],
                        pl_arena *m, pl_error *err)
{
    bytes b = {{at, (const unsigned char *)at + n, false}, tables, NULL};
    uint64_t mask = take_number(&b), n_tokens = take_number(&b);
    if (mask >> N_PARTS != 0 || n_tokens > PL_MAX_TOKENS ||
        n_tokens > (uint64_t)(b.in.end - b.in.at))
        spoil(&b);
    b.tree = pl_tree_new(m, b.in.bad ? 0 : (uint32_t)n_tokens);
    for (unsigned i = 0; i < N_PARTS && !b.in.bad; i++)
        if (mask >> i & 1)
            take_part(&b, i);
    if (b.in.bad || b.in.at != b.in.end || !fits_together(&b, mask)) {
        pl_fail(err, PL_DAMAGED, "a packed tree is damaged");
        return NULL;
    }
    if (b.tree->root != PL_NONE)
        pl_tree_order(b.tree);
    return b.tree;
}
