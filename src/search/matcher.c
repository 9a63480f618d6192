/* The matcher: chooses nodes for the variables of a conjunction in the order of its plan,
 * and goes back where none fits.
 *
 * If no node fits at a step, only those steps are to blame that its checks and its walk
 * depend on, and it goes back to the last of them (conflict-directed backjumping, Prosser
 * 1993): conditions on one part of a query are not tried again for each choice in another
 * that has nothing to do with it. Behind the last counted variable one choice is enough. */
#include "search/matcher.h"

#include "base/clock.h"
#include "search/query_plan.h"

enum { LOOK_EVERY = 4096 }; /* steps between two looks at `stop` and the clock */

typedef enum outcome { NOTHING, FOUND, ENOUGH } outcome;

static bool is_fulfilled(pl_search_state *s, const pl_clauses *inner);

/* -- tests --------------------------------------------------------------------------- */

static bool pattern_fits(pl_search_state *s, uint32_t pattern, const char *text)
{
    int got = (s->fixed ? pl_pattern_match_fixed : pl_pattern_match)(s->patterns[pattern],
                                                                     text, s->err);
    s->failed |= got < 0;
    return got > 0;
}

bool pl_label_fits(pl_search_state *s, const pl_test *label, const char *text)
{
    if (label->kind == PL_TEST_STRING)
        return strcmp(label->text, text) == 0;
    return pattern_fits(s, label->number, text);
}

static bool leaf_holds(pl_search_state *s, const pl_test *t, uint32_t node)
{
    const char *value = pl_feature_get(t->feature, &s->view, node);
    return value != NULL && pl_label_fits(s, t, value);
}

/* Ids are not kept: another may have the address of one before. */
static bool id_holds(pl_search_state *s, const pl_test *t)
{
    bool fixed = s->fixed;
    s->fixed = false;
    bool holds = pl_label_fits(s, t, s->view.id);
    s->fixed = fixed;
    return holds;
}

bool pl_test_holds(pl_search_state *s, const pl_test *t, uint32_t node)
{
    const pl_test *part = t->first;
    switch (t->kind) {
    case PL_TEST_KIND:
        return pl_view_is_word(&s->view, node) == (t->kinds == PL_WORDS);
    case PL_TEST_STRING:
    case PL_TEST_PATTERN:
        return t->feature == PL_FEATURE_ID ? id_holds(s, t) : leaf_holds(s, t, node);
    case PL_TEST_NOT:
        return !pl_test_holds(s, part, node);
    case PL_TEST_AND:
        while (part != NULL && pl_test_holds(s, part, node))
            part = part->next;
        return part == NULL;
    case PL_TEST_OR:
        while (part != NULL && !pl_test_holds(s, part, node))
            part = part->next;
        return part != NULL;
    default:
        return true;
    }
}

static bool all_tests(pl_search_state *s, const pl_step *step, uint32_t node)
{
    for (const pl_step_test *t = step->tests; t != NULL; t = t->next)
        if (pl_test_holds(s, t->test, node) == t->negated)
            return false;
    return true;
}

/* The tests of a step, remembered for the first PL_SLOTS steps. */
static bool remembered_tests(pl_search_state *s, const pl_step *step, uint32_t node)
{
    if (step->slot >= PL_SLOTS)
        return all_tests(s, step, node);
    uint64_t bit = (uint64_t)1 << step->slot;
    struct pl_seen *seen = &s->seen[node];
    if ((seen->known & bit) == 0) {
        seen->known |= bit;
        if (all_tests(s, step, node))
            seen->fits |= bit;
    }
    return (seen->fits & bit) != 0;
}

/* What is said of the node alone. */
static bool fits(pl_search_state *s, const pl_step *step, uint32_t node)
{
    unsigned kind = pl_view_is_word(&s->view, node) ? PL_WORDS : PL_CONSTITUENTS;
    if ((step->kinds & kind) == 0)
        return false;
    if (step->text != NULL) { /* nodes of the kinds of the step have the feature */
        const char *value = pl_query_features[step->feature].get(&s->view, node);
        if (value[0] != step->text[0] || strcmp(value, step->text) != 0)
            return false;
    }
    if (step->gap && pl_view_blocks(&s->view, node) == 1)
        return false;
    return step->tests == NULL || remembered_tests(s, step, node);
}

/* -- literals ------------------------------------------------------------------------ */

static bool check_value(pl_search_state *s, const pl_literal *l)
{
    const char *value = l->feature == PL_FEATURE_ID
                            ? s->view.id
                            : pl_feature_get(l->feature, &s->view, s->node[l->a]);
    if (l->binds) {
        s->value[l->value] = value;
        return value != NULL;
    }
    const char *other = s->value[l->value];
    bool equal =
        value != NULL && other != NULL && (value == other || strcmp(value, other) == 0);
    return equal != l->negated;
}

static bool check_record(pl_search_state *s, const pl_literal *l)
{
    if (l->binds)
        s->record[l->value] = s->node[l->a];
    return l->binds ||
           pl_same_record(&s->view, s->record[l->value], s->node[l->a]) != l->negated;
}

static bool check(pl_search_state *s, const pl_literal *l)
{
    switch (l->kind) {
    case PL_LITERAL_CONDITION:
        return l->row->holds(s, l, l->a != PL_NO_VARIABLE ? s->node[l->a] : PL_NONE,
                             l->b != PL_NO_VARIABLE ? s->node[l->b] : PL_NONE) !=
               l->negated;
    case PL_LITERAL_VALUE:
        return check_value(s, l);
    case PL_LITERAL_RECORD:
        return check_record(s, l);
    case PL_LITERAL_NOT:
        return !is_fulfilled(s, l->inner);
    default:
        return pl_test_holds(s, l->test, l->a != PL_NO_VARIABLE ? s->node[l->a] : 0) !=
               l->negated;
    }
}

static bool check_all(pl_search_state *s, const pl_literal *const *literals, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!check(s, literals[i]))
            return false;
    return true;
}

/* -- walks --------------------------------------------------------------------------- */

/* Nodes that are given one after the other: `at` is the next, PL_NONE at the end. */
typedef struct walk {
    pl_walk_kind kind;
    uint32_t at, end;
} walk;

static uint32_t node_of_word(const pl_view *v, uint32_t word)
{
    return word == PL_NONE ? PL_NONE : pl_view_word(v, word);
}

static uint32_t first_below(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].end > node + 1 ? node + 1 : PL_NONE;
}

/* The word that the nodes of the step begin or end with; PL_NONE: there is no such word. */
static uint32_t word_beside(const pl_view *v, const pl_step *step, uint32_t from)
{
    const pl_literal *l = step->way;
    bool after = step->variable == l->b,
         precedes = l->row == &pl_conditions[PL_OP_PRECEDES];
    uint32_t distance = precedes ? l->low : 1;
    uint32_t word = after && !precedes ? pl_view_last(v, from) : pl_view_first(v, from);
    if (after)
        return distance < v->tree->n_tokens - word ? word + distance : PL_NONE;
    return distance <= word ? word - distance : PL_NONE;
}

/* The topmost and the lowest node of a unary chain: both have the words of the node. */
static uint32_t top_of_chain(const pl_view *v, uint32_t node)
{
    uint32_t size = v->nodes.at[node].node->size, up;
    while ((up = v->nodes.at[node].parent) != PL_NONE &&
           v->nodes.at[up].node->size == size)
        node = up;
    return node;
}

static uint32_t end_of_chain(const pl_view *v, uint32_t node)
{
    uint32_t size = v->nodes.at[node].node->size;
    while (node + 1 < v->nodes.at[node].end && v->nodes.at[node + 1].node->size == size)
        node++;
    return node;
}

static walk start_walk(pl_view *v, const pl_step *step, const uint32_t *nodes)
{
    uint32_t from = step->walk != PL_WALK_ALL ? nodes[step->from] : 0;
    const pl_view_node *n = &v->nodes.at[from];
    bool word = step->walk != PL_WALK_ALL && pl_view_is_word(v, from);
    walk w = {step->walk, PL_NONE, PL_NONE};
    switch (step->walk) {
    case PL_WALK_ALL:
        w.end = v->n;
        w.at = v->n > 0 ? 0 : PL_NONE;
        break;
    case PL_WALK_ONE:
    case PL_WALK_UP_SELF:
        w.at = from;
        break;
    case PL_WALK_UP:
    case PL_WALK_PARENT:
        w.at = n->parent;
        break;
    case PL_WALK_CHILDREN:
        w.at = first_below(v, from);
        break;
    case PL_WALK_SIBLINGS:
        w.at = n->parent != PL_NONE ? n->parent + 1 : PL_NONE;
        break;
    case PL_WALK_BELOW:
        w.at = first_below(v, from);
        w.end = n->end;
        break;
    case PL_WALK_HEAD:
        w.at = word ? node_of_word(v, pl_view_head(v, n->node->low)) : PL_NONE;
        break;
    case PL_WALK_HEADS:
        w.at = word ? node_of_word(v, pl_view_head(v, n->node->low)) : PL_NONE;
        w.end = v->tree->n_tokens; /* so many are left: there may be cycles */
        break;
    case PL_WALK_DEPENDENTS:
        w.at = word ? node_of_word(v, pl_view_first_dependent(v, n->node->low)) : PL_NONE;
        break;
    case PL_WALK_FIRST:
        w.at = pl_view_word(v, n->node->low);
        break;
    case PL_WALK_INSIDE:
        w.at = top_of_chain(v, from);
        w.end = n->end;
        break;
    case PL_WALK_AROUND:
        w.at = end_of_chain(v, from);
        break;
    case PL_WALK_BEGIN:
    case PL_WALK_END:
        w.at = node_of_word(v, word_beside(v, step, from));
        break;
    default: /* PL_WALK_LAST */
        w.at = pl_view_word(v, n->node->high);
        break;
    }
    return w;
}

/* A value where it stands in the tree; the node is of a kind that has it. */
static inline const char *raw_value(const pl_view *v, unsigned feature, uint32_t node)
{
    const pl_feature *f = &pl_query_features[feature];
    const pl_view_node *n = &v->nodes.at[node];
    const void *from = f->of_token ? (const void *)&v->tree->tokens[n->id] : n->node;
    return *(const char *const *)(const void *)((const char *)from + f->field);
}

/* Whether a walk passes many nodes, and most of them by one comparison of addresses. */
static bool is_quick(const pl_search_state *s, const pl_step *step)
{
    return s->fixed && (step->walk == PL_WALK_ALL || step->walk == PL_WALK_BELOW) &&
           step->text != NULL && s->same[step->slot] != NULL;
}

/* The next node from `at` on that has the value of the step; PL_NONE if there is none. */
static uint32_t next_like(const pl_search_state *s, const pl_step *step, uint32_t at,
                          uint32_t end)
{
    const pl_view *v = &s->view;
    const char *same = s->same[step->slot];
    for (; at < end; at++) {
        bool word = v->nodes.at[at].id < v->tree->n_tokens;
        if (step->kinds & (word ? PL_WORDS : PL_CONSTITUENTS) &&
            raw_value(v, step->feature, at) == same)
            return at;
    }
    return PL_NONE;
}

static uint32_t next_node(const pl_search_state *s, const pl_step *step, walk *w)
{
    const pl_view *v = &s->view;
    const pl_view_node *n = &v->nodes.at[w->at];
    switch (w->kind) {
    case PL_N_WALKS: /* one of the next two, which is quick */
        return next_like(s, step, w->at + 1, w->end);
    case PL_WALK_ALL:
    case PL_WALK_BELOW:
    case PL_WALK_INSIDE:
        return w->at + 1 < w->end ? w->at + 1 : PL_NONE;
    case PL_WALK_UP:
    case PL_WALK_UP_SELF:
    case PL_WALK_AROUND:
        return n->parent;
    case PL_WALK_CHILDREN:
    case PL_WALK_SIBLINGS:
        return n->next;
    case PL_WALK_BEGIN: /* nodes that begin with a word stand one above the other */
        return n->parent != PL_NONE && pl_view_first(v, n->parent) == n->node->low
                   ? n->parent
                   : PL_NONE;
    case PL_WALK_END:
        return n->parent != PL_NONE && pl_view_last(v, n->parent) == n->node->high
                   ? n->parent
                   : PL_NONE;
    case PL_WALK_HEADS:
        return --w->end > 0 ? node_of_word(v, pl_view_head(v, n->node->low)) : PL_NONE;
    case PL_WALK_DEPENDENTS:
        return node_of_word(v, pl_view_next_dependent(v, n->node->low));
    default:
        return PL_NONE;
    }
}

/* -- matches ------------------------------------------------------------------------- */

/* Compares two matches of n nodes. */
static int compare(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Merges the sorted parts from[low … mid) and from[mid … high) into `to`, without what is
 * in both; the number of matches there. */
static size_t merge(const uint32_t *from, size_t low, size_t mid, size_t high,
                    uint32_t *to, uint32_t n)
{
    size_t i = low, j = mid, count = 0;
    while (i < mid || j < high) {
        int order = i == mid    ? 1
                    : j == high ? -1
                                : compare(from + i * n, from + j * n, n);
        memcpy(to + count++ * n, from + (order <= 0 ? i : j) * n, n * sizeof *to);
        i += order <= 0;
        j += order >= 0;
    }
    return count;
}

/* Sorts all[0 … count) and drops repeated ones; `spare` has as much room. Their number. */
static size_t sort_part(uint32_t *all, size_t count, uint32_t *spare, uint32_t n)
{
    if (count < 2)
        return count;
    size_t half = count / 2;
    size_t low = sort_part(all, half, spare, n);
    size_t high = sort_part(all + half * n, count - half, spare, n);
    memmove(all + low * n, all + half * n, high * n * sizeof *all);
    memcpy(spare, all, (low + high) * n * sizeof *all);
    return merge(spare, 0, low, low + high, all, n);
}

/* Brings the matches into their order and drops repeated ones. Mostly they are in order. */
static void sort_matches(pl_search_state *s)
{
    uint32_t n = pl_query_n_counted(s->query), *all = s->matches.at;
    bool sorted = true;
    for (size_t i = 1; sorted && n > 0 && i < s->n_matches; i++)
        sorted = compare(all + (i - 1) * n, all + i * n, n) < 0;
    if (sorted)
        return;
    uint32_t *spare = pl_alloc(s->n_matches * n * sizeof *spare);
    s->n_matches = sort_part(all, s->n_matches, spare, n);
    s->matches.n = s->n_matches * n;
    free(spare);
}

/* Adds the match that is chosen now. Repeated ones are dropped when there are many. */
static outcome add_match(pl_search_state *s, const pl_clause *c)
{
    const pl_query *q = s->query;
    if (s->n_matches == 2 * PL_MAX_MATCHES)
        sort_matches(s);
    if (s->n_matches == 2 * PL_MAX_MATCHES)
        return ENOUGH;
    for (uint32_t i = 0; i < q->n_counted; i++) {
        uint8_t v = q->counted[i];
        PL_PUSH(&s->matches, c->nodes >> v & 1 ? s->node[v] : PL_NONE);
    }
    s->n_matches++;
    return s->enough || q->n_counted == 0 ? ENOUGH : FOUND;
}

/* -- the search ---------------------------------------------------------------------- */

static bool is_stopped(pl_search_state *s)
{
    if (++s->steps % LOOK_EVERY != 0 || s->failed)
        return s->failed;
    if (s->stop != NULL && atomic_load(s->stop))
        s->failed = pl_fail(s->err, PL_STOPPED, "stopped") < 0;
    else if (s->deadline != 0 && pl_clock() > s->deadline)
        s->failed = pl_fail(s->err, PL_STOPPED,
                            "the search takes longer than it may; ask for less") < 0;
    return s->failed;
}

/* Chooses nodes from step `depth` on. `collect`: all matches are wanted, else one. If
 * nothing is found, *blame gets the steps before that are to blame. */
static outcome solve(pl_search_state *s, const pl_clause *c, uint32_t depth, bool collect,
                     uint64_t *blame)
{
    if (depth == c->n_steps)
        return collect ? add_match(s, c) : ENOUGH;
    const pl_step *step = &c->steps[depth];
    uint64_t all = step->depends, self = (uint64_t)1 << depth;
    outcome found = NOTHING;
    walk w = start_walk(&s->view, step, s->node);
    if (is_quick(s, step) && w.at != PL_NONE) {
        w.kind = PL_N_WALKS;
        w.at = next_like(s, step, w.at, w.end);
    }
    for (; w.at != PL_NONE; w.at = next_node(s, step, &w)) {
        if (is_stopped(s))
            return ENOUGH;
        if (!fits(s, step, w.at))
            continue;
        s->node[step->variable] = w.at;
        if (!check_all(s, step->checks, step->n_checks))
            continue;
        uint64_t below = 0;
        outcome got = solve(s, c, depth + 1, collect, &below);
        if (got == ENOUGH)
            return ENOUGH;
        if (got == FOUND) {
            found = FOUND;
            if (depth >= c->n_enumerated)
                return FOUND;
        } else if (found == NOTHING && (below & self) == 0) {
            *blame = below;
            return NOTHING;
        } else {
            all |= below & ~self;
        }
    }
    *blame = all;
    return found;
}

static outcome solve_clause(pl_search_state *s, const pl_clause *c, bool collect)
{
    uint64_t blame = 0;
    if (c->impossible || (c->needs_gap && !s->view.crossing) ||
        (c->needs_edge && s->view.tree->edges == NULL) ||
        !check_all(s, c->before, c->n_before))
        return NOTHING;
    return solve(s, c, 0, collect, &blame);
}

/* Whether the inside of a not can be fulfilled. */
static bool is_fulfilled(pl_search_state *s, const pl_clauses *inner)
{
    for (size_t i = 0; i < inner->n; i++)
        if (solve_clause(s, &inner->at[i], false) == ENOUGH)
            return true;
    return false;
}

/* -- sentences ----------------------------------------------------------------------- */

pl_search_state *pl_search_state_new(const pl_query *q)
{
    pl_search_state *s = pl_alloc_zero(1, sizeof *s);
    s->query = q;
    s->patterns = pl_alloc_zero(q->patterns.n + 1, sizeof *s->patterns);
    for (size_t i = 0; i < q->patterns.n; i++)
        s->patterns[i] = pl_pattern_state_new(q->patterns.at[i]);
    s->wants = pl_glance_of(q);
    return s;
}

void pl_search_state_free(pl_search_state *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->query->patterns.n; i++)
        pl_pattern_state_free(s->patterns[i]);
    free(s->patterns);
    free(s->same);
    free(s->seen);
    PL_VEC_RELEASE(&s->matches);
    pl_arena_release(&s->unpacked);
    pl_view_release(&s->view);
    free(s);
}

static void clear_seen(pl_search_state *s)
{
    if (s->view.n > s->cap_seen) {
        free(s->seen);
        s->cap_seen = s->view.n + s->view.n / 2;
        s->seen = pl_alloc_zero(s->cap_seen, sizeof *s->seen);
    } else if (s->view.n > 0) {
        memset(s->seen, 0, s->view.n * sizeof *s->seen);
    }
}

/* Finds the matches in the sentence of the view. */
static int search_view(pl_search_state *s, pl_error *err)
{
    const pl_clauses *clauses = &s->query->clauses;
    outcome got = NOTHING;
    s->err = err;
    s->n_matches = s->matches.n = 0;
    s->cut = s->failed = false;
    clear_seen(s);
    for (size_t i = 0; i < clauses->n && got != ENOUGH; i++)
        got = solve_clause(s, &clauses->at[i], true);
    if (s->failed)
        return -1;
    sort_matches(s);
    if (s->n_matches > PL_MAX_MATCHES) {
        s->cut = true;
        s->n_matches = PL_MAX_MATCHES;
    }
    return 0;
}

int pl_search_run(pl_search_state *s, const pl_tree *t, size_t number, pl_error *err)
{
    pl_view_fill(&s->view, t, number);
    s->fixed = false;
    return search_view(s, err);
}

/* Finds the texts of the steps in the index, so that they can be compared by their addresses.
 * Texts that nodes have without the index are compared by their bytes. */
static void find_texts(pl_search_state *s, const pl_index *x, const pl_clauses *clauses)
{
    for (size_t i = 0; i < clauses->n; i++) {
        const pl_clause *c = &clauses->at[i];
        for (uint32_t k = 0; k < c->n_steps; k++) {
            const pl_step *step = &c->steps[k];
            pl_text_kind kind = pl_query_features[step->feature].texts;
            uint32_t id;
            if (step->text == NULL || !pl_is_listed(step->feature, step->text))
                continue;
            s->same[step->slot] = pl_index_find(x, kind, step->text, &id)
                                      ? pl_index_text(x, kind, id)
                                      : step->text; /* the address of no node's value */
        }
        for (size_t k = 0; k < c->n_literals; k++)
            if (c->literals[k].kind == PL_LITERAL_NOT)
                find_texts(s, x, c->literals[k].inner);
    }
}

static void use_index(pl_search_state *s, const pl_index *x)
{
    s->fixed = true;
    if (s->index == x)
        return;
    s->index = x;
    free(s->same);
    s->same = pl_alloc_zero(s->query->n_slots + 1, sizeof *s->same);
    find_texts(s, x, &s->query->clauses);
}

/* Looks at a packed tree: 1 if that is enough for the query, 0 if it cannot match, -1 if it
 * has to be unpacked. */
static int look_at_packed(pl_search_state *s, const void *bytes, size_t n,
                          const pl_text_table *tables, size_t number)
{
    if (s->wants.gap && !pl_packed_crosses(bytes, n)) {
        s->view.number = number;
        s->n_matches = s->matches.n = 0;
        s->cut = s->failed = false;
        return 0;
    }
    pl_arena_reset(&s->unpacked);
    return pl_view_glance(&s->view, &s->wants, bytes, n, tables, number) ? 1 : -1;
}

static int search_unpacked(pl_search_state *s, const pl_tree *t, size_t number,
                           pl_error *err)
{
    if (t == NULL)
        return -1;
    pl_view_fill(&s->view, t, number);
    return search_view(s, err);
}

int pl_search_run_packed(pl_search_state *s, const void *bytes, size_t n,
                         const pl_text_table *tables, size_t number, pl_error *err)
{
    s->fixed = false;
    int got = look_at_packed(s, bytes, n, tables, number);
    if (got >= 0)
        return got > 0 ? search_view(s, err) : 0;
    return search_unpacked(s, pl_tree_unpack(bytes, n, tables, &s->unpacked, err), number,
                           err);
}

int pl_search_run_at(pl_search_state *s, pl_index *x, size_t i, size_t number,
                     pl_error *err)
{
    size_t n;
    const char *bytes = pl_index_packed(x, i, &n, err);
    if (bytes == NULL)
        return -1;
    use_index(s, x);
    int got = look_at_packed(s, bytes, n, pl_index_tables(x), number);
    if (got >= 0)
        return got > 0 ? search_view(s, err) : 0;
    return search_unpacked(s, pl_index_tree(x, i, &s->unpacked, err), number, err);
}

pl_tree *pl_search_unpack(pl_search_state *s, pl_index *x, size_t i, pl_arena *m,
                          pl_error *err)
{
    pl_tree *t = pl_index_tree(x, i, m, err);
    if (t != NULL)
        pl_view_fill(&s->view, t, s->view.number);
    return t;
}
