/* Pseudo-projective dependencies (Nivre and Nilsson 2005, the scheme "head"): arcs are lifted
 * until none crosses another, and the relation of a lifted word says what its head was.
 *
 *     a hearing is scheduled on the issue     nmod of hearing  ->  nmod^nsubj of scheduled
 *
 * The way back looks for the head below the word that the arc was lifted to: the first word
 * with that relation, level by level from the top, from left to right. */
#include "transform/transform.h"

#include "tree/crossing.h"

#include <string.h>

enum { SIGN = '^', MOST_PASSES = 8 };

static const char *relation_of(const pl_tree *t, uint32_t i)
{
    return t->tokens[i].deprel != NULL ? t->tokens[i].deprel : "";
}

/* The word of the shortest arc that is not projective; PL_NONE if all are. */
static uint32_t shortest(const pl_tree *t, pl_arena *m, unsigned char *arcs)
{
    uint32_t found = PL_NONE, least = UINT32_MAX;
    pl_projectivity(t, m, arcs);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head;
        if (!(arcs[i] & PL_ARC_NON_PROJECTIVE) || head >= t->n_tokens)
            continue;
        uint32_t n = head > i ? head - i : i - head;
        if (n < least) {
            found = i;
            least = n;
        }
    }
    return found;
}

/* Lifts arcs until all are projective; origins[n_tokens] gets the heads that words had, of
 * those that were lifted, else PL_NONE. Whether there are any. */
static bool lift(pl_tree *t, uint32_t *origins)
{
    pl_arena m = {0};
    unsigned char *arcs = pl_alloc_zero(t->n_tokens + (size_t)1, 1);
    bool any = false;
    memset(origins, 0xff, t->n_tokens * sizeof *origins); /* PL_NONE */
    for (uint32_t i; (i = shortest(t, &m, arcs)) != PL_NONE; any = true) {
        uint32_t head = t->tokens[i].head;
        if (origins[i] == PL_NONE)
            origins[i] = head;
        t->tokens[i].head = t->tokens[head].head;
        pl_arena_reset(&m);
    }
    free(arcs);
    pl_arena_release(&m);
    return any;
}

/* What a relation is called behind the sign, where it has no signs of its own. */
static char *name_of(pl_arena *m, const char *relation)
{
    char *name = pl_arena_strdup(m, relation);
    for (char *at = name; (at = strchr(at, SIGN)) != NULL;)
        *at = '_';
    return name;
}

/* Doubles the signs in relations and adds, for lifted words, what the relation of their head
 * was. */
static void write_relations(pl_tree *t, const uint32_t *origins)
{
    const char **old = pl_arena_alloc(t->arena, t->n_tokens * sizeof *old);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        old[i] = relation_of(t, i);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *own = pl_double_sign(t->arena, old[i], SIGN);
        if (origins[i] != PL_NONE)
            t->tokens[i].deprel = pl_arena_printf(t->arena, "%s%c%s", own, SIGN,
                                                  name_of(t->arena, old[origins[i]]));
        else if (t->tokens[i].deprel != NULL)
            t->tokens[i].deprel = own;
    }
}

static int projectivize(pl_tree *t, bool write, pl_error *err)
{
    if (!t->has_deps)
        return 0;
    if (t->n_tokens > PL_MAX_LIFTED_WORDS)
        return pl_fail(err, PL_TOO_LARGE,
                       "arcs of sentences of more than %d words are not lifted",
                       PL_MAX_LIFTED_WORDS);
    uint32_t *origins = pl_alloc_zero(t->n_tokens + (size_t)1, sizeof *origins);
    bool any = lift(t, origins);
    if (write)
        write_relations(t, origins);
    if (any)
        pl_tree_drop_deps(t);
    free(origins);
    return 0;
}

int pl_projectivize(pl_tree *t, pl_error *err)
{
    return projectivize(t, true, err);
}

int pl_lift_crossing(pl_tree *t, pl_error *err)
{
    return projectivize(t, false, err);
}

/* -- the way back ---------------------------------------------------------------------- */

/* Cuts a relation at the sign that lifting has put there, the last of an odd number of them:
 * what follows it, NULL if there is none. Signs that were doubled are halved. */
static char *cut(char *relation)
{
    char *last = strrchr(relation, SIGN), *first = last;
    while (first > relation && first[-1] == SIGN)
        first--;
    bool lifted = (last - first) % 2 == 0;
    if (lifted)
        *last = '\0';
    pl_halve_sign(relation, SIGN);
    return lifted ? last + 1 : NULL;
}

static bool is_below(const pl_tree *t, uint32_t word, uint32_t above)
{
    uint32_t steps = 0;
    for (; word < t->n_tokens && word != above && steps <= t->n_tokens; steps++)
        word = t->tokens[word].head;
    return word == above;
}

static bool has_name(const pl_tree *t, uint32_t word, const char *name)
{
    const char *relation = relation_of(t, word);
    for (; *relation == *name || (*relation == SIGN && *name == '_'); relation++, name++)
        if (*name == '\0')
            return true;
    return false;
}

/* The words below each word, from left to right, and below the root, which is number
 * n_tokens. */
typedef struct children {
    uint32_t *first, *next; /* PL_NONE at the end */
} children;

static void list_children(const pl_tree *t, children *c)
{
    uint32_t n = t->n_tokens;
    memset(c->first, 0xff, (n + (size_t)1) * sizeof *c->first); /* PL_NONE */
    for (uint32_t i = n; i-- > 0;) {
        uint32_t head = t->tokens[i].head < n ? t->tokens[i].head : n;
        c->next[i] = c->first[head];
        c->first[head] = i;
    }
}

/* The first word below the head of `word` that has this relation and is not below the word
 * itself; PL_NONE if there is none. queue[n_tokens] is room. */
static uint32_t find_head(const pl_tree *t, const children *c, uint32_t word,
                          const char *relation, uint32_t *queue)
{
    uint32_t n = 0, head = t->tokens[word].head;
    uint32_t from = head < t->n_tokens ? head : t->n_tokens;
    for (uint32_t next = 0;; from = queue[next++]) {
        for (uint32_t i = c->first[from]; i != PL_NONE; i = c->next[i])
            if (i != word)
                queue[n++] = i;
        if (next == n)
            return PL_NONE;
        if (has_name(t, queue[next], relation) && !is_below(t, queue[next], word))
            return queue[next];
    }
}

/* Gives words whose head had the relation wanted[word] such a head, once each: whether one
 * of them got it. */
static bool lower_some(pl_tree *t, char **wanted, children *c, uint32_t *queue)
{
    bool any = false;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head =
            wanted[i] != NULL ? find_head(t, c, i, wanted[i], queue) : PL_NONE;
        if (head == PL_NONE)
            continue;
        t->tokens[i].head = head;
        wanted[i] = NULL;
        any = true;
        list_children(t, c);
    }
    return any;
}

/* A head may have been lifted, too, and is found only when it has been lowered. */
static void lower(pl_tree *t, char **wanted)
{
    size_t n = t->n_tokens + (size_t)1;
    uint32_t *room = pl_alloc_zero(3 * n, sizeof *room);
    children c = {room, room + n};
    list_children(t, &c);
    for (int pass = 0; pass < MOST_PASSES && lower_some(t, wanted, &c, room + 2 * n);)
        pass++;
    free(room);
    pl_tree_drop_deps(t);
}

void pl_deprojectivize(pl_tree *t)
{
    char **wanted = pl_arena_zero(t->arena, t->n_tokens, sizeof *wanted);
    bool any = false;
    for (uint32_t i = 0; t->has_deps && i < t->n_tokens; i++) {
        if (t->tokens[i].deprel == NULL || strchr(t->tokens[i].deprel, SIGN) == NULL)
            continue;
        char *relation = pl_arena_strdup(t->arena, t->tokens[i].deprel);
        wanted[i] = cut(relation);
        any = any || wanted[i] != NULL;
        t->tokens[i].deprel = *relation != '\0' ? relation : NULL;
    }
    if (any)
        lower(t, wanted);
}

const pl_transform_code pl_projectivize_code = {.try_change = pl_projectivize};
const pl_transform_code pl_deprojectivize_code = {.change = pl_deprojectivize};
