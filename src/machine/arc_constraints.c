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
    /* Whether arcs to the left, and to the right, end in O[1] and no later token gives its
     * place as O[1] back: they are made when their right end comes, or never. */
    bool now_or_never[2];
    /* Only the two topmost are joined, and one of them leaves: all that comes above the right
     * end of a wanted arc has to go before it is made. */
    bool stacks;
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

/* Whether a move can take O[1] out of O. */
static bool removes_front(const pl_dep_params *p, const pl_dep_move *m)
{
    if (m->kind == PL_DEP_REDUCE)
        return m->edge != PL_DEP_AT_LEFT || p->K == 1;
    return m->kind == PL_DEP_RIGHT && m->reduces &&
           (m->edge != PL_DEP_AT_LEFT || p->K - 1 <= p->D);
}

static void find_front(pl_arc_constraints *a, const pl_dep_params *p)
{
    bool stays = true;
    a->stacks = p->K == 2 && p->D == 1 && p->bottom_up;
    for (uint32_t k = 0; k < p->n_moves; k++)
        stays &= !removes_front(p, &p->moves[k]);
    a->now_or_never[0] = a->now_or_never[1] = stays;
    for (uint32_t k = 0; k < p->n_moves; k++)
        if (pl_dep_is_arc(&p->moves[k]) && p->moves[k].edge != PL_DEP_AT_RIGHT &&
            p->K > 2)
            a->now_or_never[p->moves[k].kind == PL_DEP_RIGHT] = false;
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
    find_front(a, s->params);
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

/* Whether a step leaves a wanted arc behind whose right end is O[1] now and will never be
 * again; `joined` gets its head by the step (PL_NONE: nobody does). */
static bool leaves_behind(const pl_arc_constraints *a, pl_dep_task *s, const pl_choice *c,
                          uint32_t joined)
{
    if (!(a->now_or_never[0] || a->now_or_never[1]) || s->view.n == 0)
        return false;
    uint32_t front = s->view.o[1]->at;
    pl_dep_config after = *s->view.config;
    pl_dep_apply(s, &after, c->place, c->first);
    if (after.right->node->at == front)
        return false;
    for (uint32_t i = 0; i < a->n_wanted; i++) {
        uint32_t head = a->wanted[i].head, word = a->wanted[i].word;
        if ((head > word ? head : word) == front && a->now_or_never[word == front] &&
            a->heads[word] == PL_NONE && word != joined)
            return true;
    }
    return false;
}

/* Whether a step brings a token above a wanted arc that is not made yet, and the token must
 * be joined with one that stands before the right end of this arc: neither can be made. */
static bool buries(const pl_arc_constraints *a, pl_dep_task *s, const pl_choice *c,
                   uint32_t joined)
{
    uint32_t next = s->view.config->next, last = 0;
    if (!a->stacks || next == s->n)
        return false;
    pl_dep_config after = *s->view.config;
    pl_dep_apply(s, &after, c->place, c->first);
    for (uint32_t i = 0; i < a->n_wanted; i++) {
        uint32_t head = a->wanted[i].head, word = a->wanted[i].word;
        uint32_t right = head > word ? head : word;
        if (right < next && right > last && a->heads[word] == PL_NONE && word != joined)
            last = right;
    }
    for (uint32_t i = 0; i < a->n_wanted && next < after.next; i++) {
        uint32_t head = a->wanted[i].head, word = a->wanted[i].word;
        uint32_t left = head < word ? head : word, right = head < word ? word : head;
        if (right == next && a->heads[word] == PL_NONE && word != joined &&
            (left < last || (left == last && left == word)) && last > 0)
            return true;
    }
    return false;
}

/* Marks the actions of a choice; false: none is allowed. */
static bool mark(const pl_arc_constraints *a, pl_dep_task *s, const pl_choice *c)
{
    const struct pl_arc_action *actions = s->actions->list.at;
    const pl_dep_move *m = &s->params->moves[actions[c->first].move];
    bool left = m->kind == PL_DEP_LEFT, any = false;
    a->allowed[0] = true;
    if (m->kind == PL_DEP_SHIFT)
        return !leaves_behind(a, s, c, PL_NONE) && !buries(a, s, c, PL_NONE);
    if (m->kind == PL_DEP_REDUCE)
        return has_dependents(a, s->view.o[c->place.i]->at) &&
               !leaves_behind(a, s, c, PL_NONE);
    uint32_t head = s->view.o[left ? c->place.j : c->place.i]->at;
    uint32_t modifier = s->view.o[left ? c->place.i : c->place.j]->at;
    if ((m->reduces && !has_dependents(a, modifier)) ||
        leaves_behind(a, s, c, modifier) || buries(a, s, c, modifier))
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
