/* Constraints on dependencies; see arc_constraints.h. */
#include "machine/arc_constraints.h"

#include "machine/dependency.h"

#include <string.h>

/* Words stand at positions, among which the root has one. */
struct pl_arc_constraints {
    pl_arc_rules rules;
    uint32_t first;     /* position of the first word: 0 or 1 */
    uint32_t root_word; /* position of the word that must depend on the root; PL_NONE */
    uint32_t n_wanted;
    struct {
        uint32_t head, word;
    } * wanted;      /* [n_wanted] positions */
    uint32_t *heads; /* [n]  of the configuration in view, by position */
    bool *allowed;   /* [actions] */
};

/* Whether arcs with this relation are among the actions. */
static bool has_relation(const pl_dep_task *s, const char *relation)
{
    uint32_t label = pl_intern_find(&s->machine->labels, relation);
    for (uint32_t i = 0; label != PL_NONE && i < s->actions->n; i++)
        if (s->actions->list.at[i].label == label)
            return true;
    return false;
}

/* Relations that the machine does not know are dropped: somebody else puts them in. */
static void settle(pl_arc_constraints *a, const pl_dep_task *s)
{
    pl_arc_rules *r = &a->rules;
    a->wanted = pl_arena_alloc(s->arena, r->n * sizeof *a->wanted);
    a->root_word = PL_NONE;
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->relations[i] != NULL && !has_relation(s, r->relations[i]))
            r->relations[i] = NULL;
        if (r->heads[i] == PL_ROOT_HEAD)
            a->root_word = i + a->first;
        if (r->heads[i] == PL_NONE)
            continue;
        a->wanted[a->n_wanted].head =
            r->heads[i] == PL_ROOT_HEAD ? s->root : r->heads[i] + a->first;
        a->wanted[a->n_wanted++].word = i + a->first;
    }
}

pl_arc_constraints *pl_arc_constraints_make(const pl_constraints *c, const pl_dep_task *s)
{
    pl_arc_constraints *a = PL_NEW(s->arena, pl_arc_constraints);
    pl_error err;
    bool any = false;
    for (size_t i = 0; i < c->list.n; i++)
        any |= c->list.at[i].kind >= PL_WANT_ARC && c->list.at[i].kind <= PL_BAN_RELATION;
    if (!any || pl_arc_rules_make(&a->rules, c, s->n - 1, s->arena, &err) < 0)
        return NULL;
    a->first = s->root == 0 ? 1 : 0;
    a->heads = pl_arena_alloc(s->arena, s->n * sizeof *a->heads);
    a->allowed = PL_NEW_ARRAY(s->arena, bool, s->actions->n);
    settle(a, s);
    return a;
}

static void find_heads(const pl_arc_constraints *a, const pl_dep_task *s)
{
    memset(a->heads, 0xff, s->n * sizeof *a->heads); /* PL_NONE */
    for (const pl_arc_list *arc = s->view.config->arcs; arc != NULL; arc = arc->before)
        a->heads[arc->modifier] = arc->head; /* of several the first one counts */
}

/* Whether all words that must depend on a token do. */
static bool has_dependents(const pl_arc_constraints *a, uint32_t token)
{
    for (uint32_t i = 0; i < a->n_wanted; i++)
        if (a->wanted[i].head == token && a->heads[a->wanted[i].word] == PL_NONE)
            return false;
    return true;
}

static uint32_t head_to_be(const pl_arc_constraints *a, const pl_dep_task *s,
                           uint32_t token)
{
    if (a->heads[token] != PL_NONE || token == s->root)
        return a->heads[token];
    uint32_t head = a->rules.heads[token - a->first];
    return head == PL_ROOT_HEAD ? s->root : head == PL_NONE ? PL_NONE : head + a->first;
}

/* Whether an arc closes a circle with those there are and those that must come. */
static bool closes_circle(const pl_arc_constraints *a, const pl_dep_task *s,
                          uint32_t head, uint32_t modifier)
{
    uint32_t steps = 0;
    for (; head != PL_NONE && head != modifier && steps < s->n; steps++)
        head = head_to_be(a, s, head);
    return head == modifier;
}

/* Another word must depend on the root alone: with a single one it is the last to do so,
 * or where more are mended, the first of the sentence. */
static bool takes_root(const pl_arc_constraints *a, const pl_dep_task *s,
                       uint32_t modifier)
{
    return s->params->single_root && a->root_word != PL_NONE &&
           a->root_word != modifier && (s->params->bottom_up || modifier < a->root_word);
}

static bool arc_allowed(const pl_arc_constraints *a, const pl_dep_task *s, uint32_t head,
                        uint32_t modifier, uint32_t label)
{
    if (a->heads[modifier] != PL_NONE) /* further heads are not part of the tree */
        return true;
    bool root = head == s->root;
    return pl_relation_allowed(&a->rules, root ? PL_ROOT_HEAD : head - a->first,
                               modifier - a->first, s->machine->labels.at[label]) &&
           !closes_circle(a, s, head, modifier) && !(root && takes_root(a, s, modifier));
}

/* Marks the actions of a choice; false: none is allowed. */
static bool mark(const pl_arc_constraints *a, const pl_dep_task *s, const pl_choice *c)
{
    const struct pl_arc_action *actions = s->actions->list.at;
    const pl_dep_move *m = &s->params->moves[actions[c->first].move];
    bool left = m->kind == PL_DEP_LEFT, any = false;
    a->allowed[0] = true;
    if (m->kind == PL_DEP_SHIFT)
        return true;
    if (m->kind == PL_DEP_REDUCE)
        return has_dependents(a, s->view.o[c->place.i]->at);
    uint32_t head = s->view.o[left ? c->place.j : c->place.i]->at;
    uint32_t modifier = s->view.o[left ? c->place.i : c->place.j]->at;
    if (m->reduces && !has_dependents(a, modifier))
        return false;
    for (uint32_t i = c->first; i < c->end; i++) {
        a->allowed[i - c->first] = arc_allowed(a, s, head, modifier, actions[i].label);
        any |= a->allowed[i - c->first];
    }
    return any;
}

void pl_arc_constraints_obey(const pl_arc_constraints *a, pl_dep_task *s,
                             pl_choices *list)
{
    size_t n = list->n;
    find_heads(a, s);
    for (size_t i = 0; i < n; i++) {
        pl_choice one = list->at[i];
        if (mark(a, s, &one))
            pl_choices_keep(list, one, a->allowed);
    }
    pl_choices_drop(list, n);
}
