/* The matcher: chooses nodes for the variables of a conjunction in the order of its plan,
 * and goes back where none fits.
 *
 * If no node fits at a step, only those steps are to blame that its checks and its walk
 * depend on, and it goes back to the last of them (conflict-directed backjumping, Prosser
 * 1993): conditions on one part of a query are not tried again for each choice in another
 * that has nothing to do with it. Behind the last counted variable one choice is enough. */
#include "search/matcher.h"

#include "base/clock.h"
#include "base/stop.h"
#include "search/query_plan.h"

enum {
    LOOK_EVERY =
        64, /* steps between two checks of the stop flag (stop.h) and the clock */
    VERDICT_BITS = 13, /* so many verdicts are remembered, as a power of two */
};

typedef enum outcome { NOTHING, FOUND, ENOUGH } outcome;

static bool is_fulfilled(pl_search_state *s, const pl_clauses *inner);

/* -- tests --------------------------------------------------------------------------- */

static bool pattern_fits(pl_search_state *s, uint32_t pattern, const char *text)
{
    int got = pl_pattern_match(s->patterns[pattern], text, s->err);
    s->failed |= got < 0;
    return got > 0;
}

/* Whether a text fulfils a test that is about one value. */
static bool text_fits(pl_search_state *s, const pl_test *t, const char *text)
{
    const pl_test *part = t->first;
    switch (t->kind) {
    case PL_TEST_STRING:
        return strcmp(t->text, text) == 0;
    case PL_TEST_PATTERN:
        return pattern_fits(s, t->number, text);
    case PL_TEST_NOT:
        return !text_fits(s, part, text);
    default: /* PL_TEST_AND, PL_TEST_OR */
        while (part != NULL && text_fits(s, part, text) == (t->kind == PL_TEST_AND))
            part = part->next;
        return (part == NULL) == (t->kind == PL_TEST_AND);
    }
}

/* A text of an index stays where it is, unchanged: its address is enough to know it again.
 * The last of those that share a place is remembered. */
bool pl_label_fits(pl_search_state *s, const pl_test *label, const char *text)
{
    if (!s->fixed || label->kind == PL_TEST_STRING)
        return text_fits(s, label, text);
    uint64_t spread = ((uint64_t)(uintptr_t)text ^ (uint64_t)(uintptr_t)label << 20) *
                      0x9e3779b97f4a7c15u;
    struct pl_verdict *v = &s->verdicts[spread >> (64 - VERDICT_BITS)];
    if (v->text != text || v->test != label)
        *v = (struct pl_verdict){label, text, text_fits(s, label, text)};
    return v->fits;
}

/* Ids are not remembered: another may have the address of one before. */
bool pl_test_holds(pl_search_state *s, const pl_test *t, uint32_t node)
{
    const pl_test *part = t->first;
    const char *value =
        t->about < PL_N_FEATURES ? pl_feature_get(t->about, &s->view, node) : NULL;
    if (value != NULL)
        return pl_label_fits(s, t, value);
    switch (t->kind) {
    case PL_TEST_KIND:
        return pl_view_is_word(&s->view, node) == (t->kinds == PL_WORDS);
    case PL_TEST_STRING:
    case PL_TEST_PATTERN:
        return t->feature == PL_FEATURE_ID && text_fits(s, t, s->view.id);
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

/* Whether the node has the value that the step asks for. Nodes of the kinds of the step have
 * the feature; values of an index are known by their addresses. */
static bool has_text(const pl_search_state *s, const pl_step *step, uint32_t node)
{
    const pl_feature *f = &pl_query_features[step->feature];
    const char *same = s->fixed ? s->same[step->slot] : NULL;
    if (same != NULL)
        return pl_feature_raw(f, &s->view, node) == same;
    const char *value = pl_feature_value(f, &s->view, node);
    return value[0] == step->text[0] && strcmp(value, step->text) == 0;
}

/* What is said of the node alone. */
static bool fits(pl_search_state *s, const pl_step *step, uint32_t node)
{
    unsigned kind = pl_view_is_word(&s->view, node) ? PL_WORDS : PL_CONSTITUENTS;
    if ((step->kinds & kind) == 0)
        return false;
    if (step->text != NULL && !has_text(s, step, node))
        return false;
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
    return (value != NULL && other != NULL && pl_same_value(value, other)) != l->negated;
}

static bool check_record(pl_search_state *s, const pl_literal *l)
{
    if (l->binds)
        s->record[l->value] = s->node[l->a];
    return l->binds ||
           pl_same_record(&s->view, s->record[l->value], s->node[l->a]) != l->negated;
}

static uint32_t node_of(const pl_search_state *s, uint8_t variable)
{
    return variable != PL_NO_VARIABLE ? s->node[variable] : PL_NONE;
}

static bool check_condition(pl_search_state *s, const pl_literal *l)
{
    return l->row->holds(s, l, node_of(s, l->a), node_of(s, l->b)) != l->negated;
}

static bool check_not(pl_search_state *s, const pl_literal *l)
{
    return !is_fulfilled(s, l->inner);
}

static bool check_test(pl_search_state *s, const pl_literal *l)
{
    return pl_test_holds(s, l->test, l->a != PL_NO_VARIABLE ? s->node[l->a] : 0) !=
           l->negated;
}

static bool (*const checks[])(pl_search_state *s, const pl_literal *l) = {
    [PL_LITERAL_TEST] = check_test,   [PL_LITERAL_CONDITION] = check_condition,
    [PL_LITERAL_VALUE] = check_value, [PL_LITERAL_RECORD] = check_record,
    [PL_LITERAL_NOT] = check_not,
};

static inline bool check_all(pl_search_state *s, const pl_literal *const *literals,
                             uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!checks[literals[i]->kind](s, literals[i]))
            return false;
    return true;
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
    size_t most = 2 * pl_search_most(q);
    if (s->n_matches == most)
        sort_matches(s);
    if (s->n_matches == most)
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
    s->failed = pl_stop_check(s->err) < 0;
    if (!s->failed && s->deadline != 0 && pl_clock() > s->deadline)
        s->failed = pl_fail(s->err, PL_STOPPED,
                            "the search takes longer than it may; ask for less") < 0;
    return s->failed;
}

/* Chooses nodes from step `depth` on. `collect`: all matches are wanted, else one. If
 * nothing is found, s->blame gets the steps before that are to blame. */
static outcome solve(pl_search_state *s, const pl_clause *c, uint32_t depth, bool collect)
{
    if (depth == c->n_steps)
        return collect ? add_match(s, c) : ENOUGH;
    const pl_step *step = &c->steps[depth];
    uint64_t all = step->depends, self = (uint64_t)1 << depth;
    outcome found = NOTHING;
    pl_walk w;
    pl_walk_start(&s->view, step, step->walk, node_of(s, step->from), &w);
    if (step->behind != PL_NO_VARIABLE)
        pl_walks[step->walk].pass(&s->view, s->node[step->behind], &w);
    for (; w.at != PL_NONE; pl_walk_next(&s->view, &w)) {
        if (is_stopped(s))
            return ENOUGH;
        if (!step->plain && !fits(s, step, w.at))
            continue;
        s->node[step->variable] = w.at;
        if (!check_all(s, step->checks, step->n_checks))
            continue;
        outcome got = solve(s, c, depth + 1, collect);
        if (got == ENOUGH)
            return ENOUGH;
        if (got == FOUND) {
            found = FOUND;
            if (depth >= c->n_enumerated)
                return FOUND;
        } else if (found == NOTHING && (s->blame & self) == 0) {
            return NOTHING;
        } else {
            all |= s->blame & ~self;
        }
    }
    s->blame = all;
    return found;
}

static outcome solve_clause(pl_search_state *s, const pl_clause *c, bool collect)
{
    if (c->impossible || (c->needs_gap && !s->view.crossing) ||
        (c->needs_edge && s->view.tree->edges == NULL) ||
        !check_all(s, c->before, c->n_before))
        return NOTHING;
    return solve(s, c, 0, collect);
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
    free(s->verdicts);
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
    if (s->failed || pl_stop_check(err) < 0)
        return -1;
    sort_matches(s);
    s->cut = s->n_matches > pl_search_most(s->query);
    if (s->cut)
        s->n_matches = pl_search_most(s->query);
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
    free(s->verdicts);
    s->verdicts = pl_alloc_zero((size_t)1 << VERDICT_BITS, sizeof *s->verdicts);
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
