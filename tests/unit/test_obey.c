/* Machines and parsers that obey constraints: random ones with any beam; with a beam that
 * holds all hypotheses, against all derivations there are. */
#include "constraints.h"
#include "toy_model.h"

#include "machine/dependency.h"
#include "machine/system.h"
#include "parser/backtrack.h"

/* -- the search ----------------------------------------------------------------------- */

typedef struct run {
    const pl_transitions *parser;
    const pl_tree *sentence;
    const pl_constraints *constraints;
    pl_arena arena;
    pl_beam beam;
    pl_values values;
} run;

static void run_start(run *r, const pl_transitions *p, const pl_tree *t,
                      const pl_constraints *c, uint32_t size)
{
    const pl_machine *m = p->machine;
    *r = (run){.parser = p, .sentence = t, .constraints = c};
    r->values = pl_transitions_values(p, t, &r->arena);
    pl_beam_init(&r->beam, m, pl_linear_scorer_new(m, &p->features, size + 1), size);
    void *task = m->ops->start(m, &r->arena, t->n_tokens, false);
    r->beam.scorer->ops->start(r->beam.scorer, pl_compact_weights(p->weights.at),
                               &r->arena, &r->values, task);
    pl_beam_start(&r->beam, &r->arena, task, NULL);
    r->beam.obeys = m->ops->constrain(task, c);
}

static void run_release(run *r)
{
    pl_beam_release(&r->beam);
    pl_arena_release(&r->arena);
}

static bool is_final(const run *r, uint32_t h)
{
    return r->parser->machine->ops->is_final(r->beam.task, &r->beam.now[h].config);
}

/* Whether a configuration ends in a tree that obeys, and made no arc that does not: those
 * below the root may change when the parser mends them. */
static bool obeys(const run *r, const pl_config *end)
{
    pl_arena arena = {0};
    pl_tree *t = pl_tree_copy(r->sentence, &arena);
    r->parser->machine->ops->tree(r->beam.task, end, t);
    bool good = pl_constraints_broken(r->constraints, t) == NULL;
    const pl_dep_task *s = r->beam.task;
    if (!r->parser->machine->ops->constituents) {
        uint32_t first = s->root == 0 ? 1 : 0;
        for (const pl_arc_list *a = end->arcs.arcs; a != NULL; a = a->before) {
            t->tokens[a->modifier - first].head =
                a->head == s->root ? PL_ROOT_HEAD : a->head - first;
            t->tokens[a->modifier - first].deprel = s->machine->labels.at[a->label];
        }
        good &= pl_constraints_broken(r->constraints, t) == NULL;
    }
    pl_arena_release(&arena);
    return good;
}

/* -- random constraints --------------------------------------------------------------- */

/* Whether the search finds a tree that obeys, by the beam or by going back. */
static bool finds(const pl_transitions *p, const pl_tree *t, const pl_constraints *c,
                  uint32_t size)
{
    run r;
    bool found = false;
    run_start(&r, p, t, c, size);
    while (!pl_beam_done(&r.beam) && pl_beam_expand(&r.beam, NULL))
        pl_beam_advance(&r.beam);
    for (uint32_t h = 0; h < r.beam.n; h++)
        found |= is_final(&r, h);
    found = found || !r.beam.obeys || pl_backtrack(&r.beam);
    run_release(&r);
    return found;
}

static bool derives(const toy *t, const pl_tree *tree)
{
    const pl_machine *m = t->parser->machine;
    pl_arena arena = {0};
    pl_acts steps = {0};
    bool known = m->ops->derive(m, tree, false, NULL, &steps, &arena);
    PL_VEC_RELEASE(&steps);
    pl_arena_release(&arena);
    return known;
}

typedef struct stuck {
    size_t n, of;
} stuck;

static void obeys_random(const toy *t, uint32_t beam, uint32_t per, stuck *count)
{
    const pl_machine *m = t->parser->machine;
    pl_rng rng = {per * 10 + beam};
    pl_transitions_state *s = pl_transitions_state_new(t->parser, beam);
    for (uint32_t i = beam % 5; i < t->n; i += 5) {
        pl_arena arena = {0};
        pl_constraints c = {0};
        pl_str text = {0};
        pl_error err;
        pl_tree *sentence = pl_tree_copy(t->trees[i], &arena);
        sample_wanted(&c, t->trees[i], &rng, per, m->ops->constituents);
        sample_bans(&c, t->trees[i], &rng, 2 * per, m->ops->constituents);
        if (pl_constraints_check(&c, sentence->n_tokens, pl_transitions_kind(t->parser),
                                 &err) < 0)
            fail_msg("%s", err.text);
        if (derives(t, sentence)) {
            count->of++;
            count->n += !finds(t->parser, sentence, &c, beam);
        }
        sentence->constraints = &c;
        uint32_t n = pl_transitions_run(s, sentence, beam);
        assert_true(n > 0);
        for (uint32_t k = 0; k < n; k++) {
            pl_transitions_tree(s, k, sentence);
            if (pl_constraints_broken(&c, sentence) != NULL)
                fail_msg("%s breaks one of\n%s", m->name, print_all(&c, &text));
            if (!m->ops->constituents)
                assert_is_dep_tree(sentence, m->single_root);
        }
        pl_str_release(&text);
        pl_constraints_release(&c);
        pl_arena_release(&arena);
    }
    pl_transitions_state_free(s);
}

static void obeys_all(toy *t, stuck *count)
{
    for (uint32_t per = 1; per < 4; per++)
        for (uint32_t beam = 1; beam < 8; beam += 3)
            obeys_random(t, beam, per, count);
    toy_release(t);
}

/* A tree always obeys; the search itself finds one in nearly all cases where there is one. */
static void random_constraints(void **state)
{
    (void)state;
    stuck count = {0};
    for (uint32_t k = 0; pl_systems[k] != NULL; k++) {
        toy t;
        toy_make(&t, pl_systems[k]->name, 2,
                 (pl_structured_options){.beam = 3, .seed = 1});
        obeys_all(&t, &count);
    }
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++) {
        toy t;
        toy_make_deps(&t, toy_dep_systems[k], k % 2, 3, k + 1);
        obeys_all(&t, &count);
    }
    if (count.n * 200 > count.of)
        fail_msg("%zu of %zu searches are stuck", count.n, count.of);
}

/* -- all of a tree -------------------------------------------------------------------- */

/* Bans the constituents that a tree has and another has not; their number. */
static uint32_t ban_others(pl_constraints *c, const pl_tree *t, const pl_tree *gold)
{
    uint32_t n = 0;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        pl_constraints one = {0};
        add_bracket(&one, PL_WANT_BRACKET, t, v, t->nodes[v].label);
        if (pl_constraints_broken(&one, gold) != NULL) {
            add_bracket(c, PL_BAN_BRACKET, t, v, t->nodes[v].label);
            n++;
        }
        pl_constraints_release(&one);
    }
    return n;
}

/* With all that a tree has, and against all that the parser adds, nothing else is left. */
static void all_of_a_tree(void **state)
{
    (void)state;
    for (uint32_t k = 0; pl_systems[k] != NULL; k++) {
        toy t;
        pl_rng rng = {1};
        toy_make(&t, pl_systems[k]->name, 2,
                 (pl_structured_options){.beam = 3, .seed = 1});
        pl_transitions_state *s = pl_transitions_state_new(t.parser, 2);
        for (uint32_t i = 0; i < t.n; i += 6) {
            pl_arena arena = {0};
            pl_constraints c = {0};
            uint32_t n_rounds = 0, others;
            sample_wanted(&c, t.trees[i], &rng, 1, true);
            do {
                pl_tree *tree = pl_tree_copy(t.trees[i], &arena);
                tree->constraints = &c;
                pl_transitions_run(s, tree, 1);
                pl_transitions_tree(s, 0, tree);
                others = ban_others(&c, tree, t.trees[i]);
            } while (others > 0 && n_rounds++ < 200);
            assert_int_equal(others, 0);
            pl_constraints_release(&c);
            pl_arena_release(&arena);
        }
        pl_transitions_state_free(s);
        toy_release(&t);
    }
}

/* -- all derivations ------------------------------------------------------------------ */

enum { MOST_CONFIGS = 130000 };

typedef struct search {
    run *run;
    bool prunes;      /* what has broken a constraint is not looked at further */
    uint32_t n_steps; /* of the beam */
    bool found;
    int64_t best;
    size_t n; /* configurations */
} search;

static uint32_t mask_of(const pl_item *item)
{
    return item == NULL            ? 0
           : pl_item_is_word(item) ? 1u << item->id
                                   : mask_of(item->left) | mask_of(item->right);
}

static uint32_t words_of(const pl_constraint *c)
{
    uint32_t mask = 0;
    for (uint32_t i = 0; i < c->n; i++)
        mask |= 1u << c->words[i];
    return mask;
}

static bool has_node(const pl_item *item, uint32_t words)
{
    return item != NULL && !pl_item_is_word(item) &&
           ((!item->temporary && mask_of(item) == words) || has_node(item->left, words) ||
            has_node(item->right, words));
}

/* Whether an item has just these words and this label. */
static bool is_node(const pl_item *item, const pl_labelset *labels, uint32_t words,
                    const char *label)
{
    return item->label != PL_NONE && !item->temporary && mask_of(item) == words &&
           strcmp(pl_labelset_at(labels, item->label)->name, label) == 0;
}

/* Whether an item cannot be part of a tree that obeys. */
static bool is_hopeless(const pl_item *item, const pl_labelset *labels,
                        const pl_constraints *c)
{
    for (size_t i = 0; i < c->list.n; i++) {
        const pl_constraint *one = &c->list.at[i];
        uint32_t words = words_of(one), mask = mask_of(item), both = words & mask;
        if (one->kind == PL_BAN_BRACKET &&
            (one->label == NULL ? has_node(item, words)
                                : is_node(item, labels, words, one->label)))
            return true;
        if (one->kind == PL_WANT_BRACKET && both != 0 && both != mask &&
            (both != words || !has_node(item, words)))
            return true;
        if (one->kind == PL_WANT_BRACKET && mask == words && item->temporary &&
            item->label != PL_NONE)
            return true;
    }
    return false;
}

static bool has_head(const pl_arc_list *arcs, uint32_t modifier)
{
    while (arcs != NULL && arcs->modifier != modifier)
        arcs = arcs->before;
    return arcs != NULL;
}

static bool is_pruned(const search *s, const pl_config *c)
{
    if (!s->prunes)
        return false;
    if (s->run->parser->machine->ops->constituents)
        return c->items.stack != NULL &&
               is_hopeless(c->items.stack->item, c->items.sentence->labels,
                           s->run->constraints);
    const pl_arc_list *arc = c->arcs.arcs;
    const pl_dep_task *task = s->run->beam.task;
    uint32_t first = task->root == 0 ? 1 : 0;
    for (size_t i = 0; arc != NULL && i < s->run->constraints->list.n; i++) {
        const pl_constraint *one = &s->run->constraints->list.at[i];
        uint32_t head = arc->head == task->root ? PL_ROOT_HEAD : arc->head - first;
        if (one->kind == PL_WANT_ARC && one->words[0] == arc->modifier - first &&
            one->head != head && !has_head(arc->before, arc->modifier))
            return true;
    }
    return false;
}

/* The score of a complete derivation at the end of the beam: until the longest one is
 * complete, the others are idle, where the machine has an action for that. */
static int64_t score_at_end(search *s, pl_config c, int64_t score, uint32_t n_steps)
{
    const pl_machine_ops *ops = s->run->parser->machine->ops;
    pl_scorer *scorer = s->run->beam.scorer;
    const pl_config *at = &c;
    pl_choices choices = {0};
    for (; n_steps < s->n_steps; n_steps++) {
        scorer->ops->prepare(scorer, &at, 1);
        ops->choices(s->run->beam.task, &c, NULL, 0, &choices);
        if (choices.n == 0)
            break;
        pl_act step = {choices.at[0].place, choices.at[0].first};
        score += scorer->ops->row(scorer, 0, step.place)[step.action];
        ops->apply(s->run->beam.task, &c, step);
    }
    PL_VEC_RELEASE(&choices);
    return score;
}

static void try_all(search *s, const pl_config *c, int64_t score, uint32_t n_steps)
{
    const pl_machine_ops *ops = s->run->parser->machine->ops;
    pl_scorer *scorer = s->run->beam.scorer;
    pl_choices choices = {0};
    if (s->n++ > MOST_CONFIGS || is_pruned(s, c))
        return;
    if (ops->is_final(s->run->beam.task, c)) {
        bool good = obeys(s->run, c);
        score = good ? score_at_end(s, *c, score, n_steps) : 0;
        if (good && (!s->found || score > s->best))
            s->best = score;
        s->found |= good;
        return;
    }
    ops->choices(s->run->beam.task, c, NULL, 0, &choices);
    for (size_t i = 0; i < choices.n; i++)
        for (uint32_t a = choices.at[i].first; a < choices.at[i].end; a++) {
            pl_config next = *c;
            pl_act step = {choices.at[i].place, a};
            scorer->ops->prepare(scorer, &c, 1);
            ops->choices(s->run->beam.task, c, NULL, 0, &choices);
            int32_t here = scorer->ops->row(scorer, 0, step.place)[a];
            ops->apply(s->run->beam.task, &next, step);
            try_all(s, &next, score + here, n_steps + 1);
        }
    PL_VEC_RELEASE(&choices);
}

/* Whether a beam that holds all ends where the best of all derivations does; false where
 * there are too many to tell. */
static bool compare(const pl_transitions *p, const pl_tree *t, const pl_constraints *c)
{
    run r;
    bool all = true, found = false;
    int64_t best = 0;
    static const uint32_t sizes[] = {300, 300, 600, 3000, 3000, 2000, 2500, 12000};
    uint32_t size =
        sizes[t->n_tokens + (t->n_tokens == 6 && strcmp(p->machine->name, "swap") == 0)];
    run_start(&r, p, t, c, size);
    search s = {.run = &r, .prunes = t->n_tokens > 3};
    pl_config start = r.beam.now[0].config;
    while (!pl_beam_done(&r.beam) && pl_beam_expand(&r.beam, NULL)) {
        all &= r.beam.n_best < size;
        s.n_steps++;
        pl_beam_advance(&r.beam);
    }
    try_all(&s, &start, 0, 0);
    for (uint32_t h = 0; h < r.beam.n && !found; h++)
        if (is_final(&r, h) && obeys(&r, &r.beam.now[h].config)) {
            found = true;
            best = r.beam.now[h].score;
        }
    all &= s.n <= MOST_CONFIGS;
    if (all && (found != s.found || (found && best != s.best))) {
        pl_str text = {0};
        fail_msg("%s, %u words: %d %lld, not %d %lld, with\n%s", p->machine->name,
                 t->n_tokens, found, (long long)best, s.found, (long long)s.best,
                 print_all(c, &text));
    }
    run_release(&r);
    return all;
}

/* A tree with few labels and few unary nodes, binary from five words on. No unary node has
 * the label B. */
static pl_tree *plain_tree(pl_arena *m, pl_rng *rng, uint32_t n)
{
    pl_tree *t = pl_tree_new(m, n);
    uint32_t parts[16];
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].word = pl_arena_printf(m, "w%u", i);
        t->nodes[i].label = pl_rng_below(rng, 2) ? "X" : "Y";
        parts[i] = i;
    }
    for (uint32_t left = n; left > 1 || parts[0] < n;) {
        uint32_t k = left < 3 || n > 4 ? 2 : 2 + pl_rng_below(rng, 2);
        uint32_t v = pl_tree_add(t, k >= left                       ? "R"
                                    : n > 4 || pl_rng_below(rng, 2) ? "B"
                                                                    : "A");
        for (uint32_t i = 0; i < k && left > 0; i++) {
            uint32_t pick = pl_rng_below(rng, left);
            pl_tree_append(t, v, parts[pick]);
            parts[pick] = parts[--left];
        }
        parts[left++] = v;
    }
    t->root = parts[0];
    if (n > 1 && pl_rng_below(rng, 3) == 0)
        pl_tree_insert_above(t, pl_rng_below(rng, n), "A");
    pl_tree_order(t);
    return t;
}

static pl_tree *plain_deps(pl_arena *m, pl_rng *rng, uint32_t n)
{
    pl_tree *t = random_deps(m, rng, n, 1u << 31);
    for (uint32_t i = 0; i < n; i++) {
        t->tokens[i].deprel = t->tokens[i].head == PL_ROOT_HEAD ? "root" : "x";
        t->nodes[i].label = pl_rng_below(rng, 2) ? "X" : "Y";
        t->tokens[i].word = pl_arena_printf(m, "w%u", i);
    }
    return t;
}

/* Of such trees SWAP learns to send single words back, which leaves fewer derivations. */
static pl_tree *small_tree(pl_arena *m, pl_rng *rng, uint32_t n)
{
    pl_tree *t = plain_tree(m, rng, n < 3 ? n : 3);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (v != t->root && t->nodes[v].order > 1)
            t->nodes[v].label = "B";
    return t;
}

/* Constraints of a tree that leave few derivations of long sentences. */
static void sample(pl_constraints *c, const pl_tree *gold, pl_rng *rng, uint32_t i,
                   bool constituents)
{
    uint32_t n = gold->n_tokens;
    sample_wanted(c, gold, rng, n < 4 ? 1 + i % 3 : 1, constituents);
    for (uint32_t w = 0; constituents && n > 3 && w < n; w++)
        if (gold->nodes[gold->nodes[w].parent].order > 1)
            add_bracket(c, PL_BAN_BRACKET, gold, w, NULL);
    for (uint32_t v = n; constituents && n > 3 && v < gold->n_nodes; v++)
        if (gold->nodes[v].order > 1)
            add_bracket(c, PL_BAN_BRACKET, gold, v,
                        strcmp(gold->nodes[v].label, "A") == 0 ? "B" : "A");
    sample_bans(c, gold, rng, i % 4, constituents);
}

static void against_all_of(const char *system, uint32_t k)
{
    toy t;
    bool constituents = pl_is_constituent_system(system);
    toy_start(&t, &(toy_options){.system = system,
                                 .seed = k + 1,
                                 .root = k % 2 ? PL_SINGLE_YES : PL_SINGLE_NO,
                                 .how = {.beam = 3, .seed = 1},
                                 .tree = !constituents                 ? plain_deps
                                         : strcmp(system, "swap") == 0 ? small_tree
                                                                       : plain_tree});
    toy_learn(&t, 2);
    pl_rng rng = {k + 3};
    for (uint32_t n = 1; n <= 6; n++) {
        uint32_t n_compared = 0;
        for (uint32_t i = 0; i < (n < 4 ? 4 : n < 6 ? 2 : 1); i++) {
            pl_arena arena = {0};
            pl_constraints c = {0};
            pl_error err;
            pl_tree *gold =
                constituents ? plain_tree(&arena, &rng, n) : plain_deps(&arena, &rng, n);
            sample(&c, gold, &rng, i, constituents);
            if (pl_constraints_check(&c, n, pl_transitions_kind(t.parser), &err) < 0)
                fail_msg("%s", err.text);
            n_compared += compare(t.parser, gold, &c);
            pl_constraints_release(&c);
            pl_arena_release(&arena);
        }
        if (n_compared == 0)
            fail_msg("%s: too many derivations of %u words", system, n);
    }
    toy_release(&t);
}

static void against_all(void **state)
{
    (void)state;
    for (uint32_t k = 0; pl_systems[k] != NULL; k++)
        against_all_of(pl_systems[k]->name, k);
    for (uint32_t k = 0; k < N_TOY_DEP_SYSTEMS; k++)
        against_all_of(toy_dep_systems[k], k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_constraints),
        cmocka_unit_test(all_of_a_tree),
        cmocka_unit_test(against_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
