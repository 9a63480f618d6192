/* Rules for arcs; see arc_rules.h. */
#include "tree/arc_rules.h"

static int fix_head(pl_arc_rules *r, uint32_t word, uint32_t head, pl_error *err)
{
    if (r->heads[word] != PL_NONE && r->heads[word] != head)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "constraints contradict each other: word %u would have two heads",
                       word + 1);
    r->heads[word] = head;
    return 0;
}

static int fix_relation(pl_arc_rules *r, uint32_t word, const char *relation,
                        pl_error *err)
{
    if (relation == NULL)
        return 0;
    if (r->relations[word] != NULL && strcmp(r->relations[word], relation) != 0)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "constraints contradict each other: word %u would have two "
                       "relations, %s and %s",
                       word + 1, r->relations[word], relation);
    r->relations[word] = relation;
    return 0;
}

static void ban(pl_arc_rules *r, const pl_constraint *c, pl_arena *m)
{
    pl_ban *b = pl_arena_alloc(m, sizeof *b);
    *b = (pl_ban){c->kind == PL_BAN_ARC ? c->head : PL_NONE, c->label,
                  r->bans[c->words[0]]};
    r->bans[c->words[0]] = b;
    r->has_bans = true;
}

int pl_arc_rules_make(pl_arc_rules *r, const pl_constraints *c, uint32_t n, pl_arena *m,
                      pl_error *err)
{
    *r = (pl_arc_rules){n, pl_arena_alloc(m, n * sizeof *r->heads),
                        PL_NEW_ARRAY(m, const char *, n),
                        PL_NEW_ARRAY(m, const pl_ban *, n), false};
    for (uint32_t i = 0; i < n; i++)
        r->heads[i] = PL_NONE;
    for (size_t i = 0; i < c->list.n; i++) {
        const pl_constraint *one = &c->list.at[i];
        if (one->kind == PL_BAN_ARC || one->kind == PL_BAN_RELATION)
            ban(r, one, m);
        if (one->kind == PL_WANT_ARC && fix_head(r, one->words[0], one->head, err) < 0)
            return -1;
        if ((one->kind == PL_WANT_ARC || one->kind == PL_WANT_RELATION) &&
            fix_relation(r, one->words[0], one->label, err) < 0)
            return -1;
    }
    return 0;
}

bool pl_relation_allowed(const pl_arc_rules *r, uint32_t h, uint32_t m,
                         const char *relation)
{
    if (r->heads[m] != PL_NONE && r->heads[m] != h)
        return false;
    if (r->relations[m] != NULL && relation != NULL &&
        strcmp(r->relations[m], relation) != 0)
        return false;
    for (const pl_ban *b = r->bans[m]; b != NULL; b = b->next)
        if ((b->head == PL_NONE || b->head == h) &&
            (b->relation == NULL ||
             (relation != NULL && strcmp(b->relation, relation) == 0)))
            return false;
    return true;
}

/* A word whose relation is free gets one that is not banned: there are enough. */
bool pl_arc_allowed(const pl_arc_rules *r, uint32_t h, uint32_t m)
{
    return pl_relation_allowed(r, h, m, r->relations[m]);
}

/* -- a tree that obeys --------------------------------------------------------------- */

/* The tree grows from the root: a word joins when a head that it may have is there. */
typedef struct growth {
    const pl_arc_rules *rules;
    const uint32_t *prefer;
    uint32_t *out;  /* [n] PL_NONE: not there yet */
    uint32_t *todo; /* [n_todo] words that are not there */
    uint32_t n_todo;
    uint32_t *there; /* [n_there] those that are; their dependents are looked for next */
    uint32_t n_there;
} growth;

static bool joins(const growth *g, uint32_t head, uint32_t word, bool preferred_only)
{
    return pl_arc_allowed(g->rules, head, word) &&
           (!preferred_only || g->rules->heads[word] == head ||
            (g->prefer != NULL && g->prefer[word] == head));
}

/* Joins words to one head: those that prefer it, or the first that may; their number. */
static uint32_t join(growth *g, uint32_t head, bool preferred, uint32_t most)
{
    uint32_t left = 0, joined = 0;
    for (uint32_t i = 0; i < g->n_todo; i++) {
        uint32_t word = g->todo[i];
        if (joined < most && joins(g, head, word, preferred)) {
            g->out[word] = head;
            g->there[g->n_there++] = word;
            joined++;
        } else
            g->todo[left++] = word;
    }
    g->n_todo = left;
    return joined;
}

/* All that prefer a head which is there join it; when there are none, one other word
 * does. */
static void grow(growth *g, bool root_too)
{
    for (uint32_t done = 0; g->n_todo > 0;) {
        uint32_t joined = 0;
        for (; done < g->n_there; done++)
            join(g, g->there[done], true, UINT32_MAX);
        for (uint32_t i = 0; i < g->n_there && joined == 0 && g->n_todo > 0; i++)
            joined = join(g, g->there[i], false, 1);
        if (joined == 0 && root_too)
            joined = join(g, PL_ROOT_HEAD, false, 1);
        if (joined == 0)
            return;
    }
}

static void restart(growth *g)
{
    g->n_todo = g->n_there = 0;
    for (uint32_t i = 0; i < g->rules->n; i++) {
        g->out[i] = PL_NONE;
        g->todo[g->n_todo++] = i;
    }
}

/* Puts `word` below the root alone and grows the rest; whether all words are there. */
static bool grow_below(growth *g, uint32_t word)
{
    restart(g);
    g->out[word] = PL_ROOT_HEAD;
    g->there[g->n_there++] = word;
    for (uint32_t i = word + 1; i < g->n_todo; i++)
        g->todo[i - 1] = g->todo[i];
    g->n_todo--;
    grow(g, false);
    return g->n_todo == 0;
}

bool pl_arc_rules_tree(const pl_arc_rules *r, bool single_root, const uint32_t *prefer,
                       uint32_t *out, pl_arena *m)
{
    growth g = {.rules = r,
                .prefer = prefer,
                .out = out,
                .todo = pl_arena_alloc(m, r->n * sizeof *g.todo),
                .there = pl_arena_alloc(m, r->n * sizeof *g.there)};
    if (!single_root) {
        restart(&g);
        join(&g, PL_ROOT_HEAD, true, UINT32_MAX);
        grow(&g, true);
        return g.n_todo == 0;
    }
    for (int preferred = 1; preferred >= 0; preferred--)
        for (uint32_t i = 0; i < r->n; i++)
            if (joins(&g, PL_ROOT_HEAD, i, preferred) && grow_below(&g, i))
                return true;
    return false;
}
