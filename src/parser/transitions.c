/* Parsing with transitions; see transitions.h. The file is in transitions_file.c. */
#include "parser/transitions.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "parser/backtrack.h"
#include "parser/easy_first.h"
#include "parser/feature_weights.h"
#include "parser/item_values.h"
#include "parser/net_arcs.h"
#include "parser/net_parser.h"
#include "parser/pair_values.h"

#include <math.h>
#include <stdlib.h>

pl_transitions *pl_transitions_new(pl_machine *m)
{
    pl_transitions *t = pl_alloc_zero(1, sizeof *t);
    t->machine = m;
    return t;
}

void pl_transitions_free(pl_transitions *t)
{
    if (t == NULL)
        return;
    pl_machine_free(t->machine);
    pl_templates_release(&t->templates);
    pl_features_release(&t->features);
    pl_vocab_release(&t->vocab);
    pl_str_release(&t->head_rules);
    pl_spread_free(t->spread);
    pl_bytes_release(&t->weights);
    pl_net_free(t->net);
    free(t);
}

const pl_notation *pl_transitions_notation(const pl_machine *m)
{
    static const pl_notation *const notations[PL_N_SIGHTS] = {
        [PL_SEES_ITEMS] = &pl_items_notation,
        [PL_SEES_PAIRS] = &pl_arcs_notation,
    };
    return notations[m->ops->sight];
}

pl_values pl_transitions_values(const pl_transitions *t, const pl_tree *sentence,
                                pl_arena *m)
{
    pl_values v = pl_vocab_values(&t->vocab, sentence, t->machine->root,
                                  pl_features_use(&t->features, "be"), m);
    v.n_labels = t->machine->n_labels;
    return v;
}

int pl_transitions_favour_crossing(pl_transitions *t, double weight, pl_error *err)
{
    enum { MOST = 1000000 }; /* far more than any score */
    if (!t->machine->may_cross)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "arcs of this model's system never cross (D is 1): there are none "
                       "to favour");
    t->features.far_bonus =
        (int32_t)lrint(fmin(fmax(weight, -MOST), MOST) * PL_COMPACT_SCALE);
    return 0;
}

/* -- parsing ------------------------------------------------------------------------ */

/* With all tokens active and constraints to obey, a step of the beam costs time and memory
 * for every word; from so many words on the constraints are imposed on the finished tree. */
enum { LONG = 500 };
/* A graph keeps the scores of all pairs of words of sentences up to this length. */
enum { LONG_GRAPH = 2000 };

struct pl_transitions_state {
    const pl_transitions *parser;
    pl_beam beam;
    pl_net_state *net; /* NULL: the parser is linear */
    pl_net_reading reading;
    pl_easy_first *easy; /* searches in the beam's place where it can; else NULL */
    pl_arena arena;
    void *task;
    pl_values values;
    uint32_t *ranks; /* [beam] hypotheses with different trees, best first */
    const pl_constraints *constraints; /* of this sentence; NULL: none */
    uint32_t asked;                    /* size of the beam */
    pl_search_change change;           /* of this sentence */
};

/* Whether all scores are known from the start, so that the best tree is found at once. */
static bool is_graph(const pl_transitions *t)
{
    return t->machine->ops->sight == PL_SEES_WORDS;
}

static pl_scorer *scorer_of(const pl_transitions *t, uint32_t max_configs)
{
    return is_graph(t)      ? pl_net_arcs_new(t->net, t->machine)
           : t->net != NULL ? pl_net_scorer_new(t->net, t->machine, max_configs)
                            : pl_linear_scorer_new(t->machine, &t->features, max_configs);
}

pl_transitions_state *pl_transitions_state_new(const pl_transitions *t, uint32_t beam)
{
    pl_transitions_state *s = pl_alloc_zero(1, sizeof *s);
    s->parser = t;
    if (t->net != NULL)
        s->net = pl_net_state_new(t->net, t->machine);
    else
        s->easy = pl_easy_first_new(t->machine, &t->features, beam);
    pl_beam_init(&s->beam, t->machine, scorer_of(t, beam + 1), beam);
    s->ranks = pl_alloc_zero(beam, sizeof *s->ranks);
    s->asked = beam;
    return s;
}

void pl_transitions_set_margin(pl_transitions_state *s, double margin)
{
    pl_beam_set_margin(&s->beam, llrint(margin * s->beam.scorer->scale));
}

void pl_transitions_state_free(pl_transitions_state *s)
{
    if (s == NULL)
        return;
    pl_beam_release(&s->beam);
    pl_easy_first_free(s->easy);
    pl_net_state_free(s->net);
    pl_arena_release(&s->arena);
    free(s->ranks);
    free(s);
}

static pl_weights weights_of(const pl_transitions_state *s)
{
    const pl_transitions *t = s->parser;
    return s->net != NULL      ? (pl_weights){0}
           : t->spread != NULL ? pl_spread_weights(t->spread)
                               : pl_compact_weights(t->weights.at);
}

static bool tells_functions(const pl_transitions_state *s)
{
    return s->net != NULL && pl_net_layout(s->parser->net)->counts.functions > 1;
}

void pl_transitions_read(pl_transitions_state *s, pl_tree *const *sentences, uint32_t n,
                         unsigned asked)
{
    if (s->net != NULL)
        pl_net_state_read(s->net, sentences, n,
                          asked | (unsigned)tells_functions(s) << PL_NET_FUNCTIONS);
}

bool pl_transitions_has_read(const pl_transitions_state *s, const pl_tree *sentence)
{
    pl_net_reading reading;
    return s->net == NULL || pl_net_state_find(s->net, sentence, &reading);
}

void pl_transitions_forget(pl_transitions_state *s, const pl_tree *sentence)
{
    if (s->net != NULL)
        pl_net_state_forget(s->net, sentence);
}

void pl_transitions_label(const pl_transitions_state *s, int answer, pl_tree *sentence)
{
    pl_net_reading reading;
    if (s->net != NULL && pl_net_state_find(s->net, sentence, &reading))
        pl_net_label_words(s->parser->net, &reading, answer, sentence);
}

const float *pl_transitions_tag_probabilities(const pl_transitions_state *s,
                                              const pl_tree *sentence)
{
    pl_net_reading reading;
    return s->net != NULL && pl_net_state_find(s->net, sentence, &reading)
               ? reading.tag_probabilities
               : NULL;
}

/* Gives the scorer the sentence: as values of features, or as the network has read it. */
static void give_words(pl_transitions_state *s, const pl_tree *sentence)
{
    if (s->net == NULL) {
        s->values = pl_transitions_values(s->parser, sentence, &s->arena);
        return;
    }
    if (!pl_transitions_has_read(s, sentence)) {
        pl_tree *one = (pl_tree *)sentence; /* is not changed */
        pl_transitions_read(s, &one, 1, 0);
    }
    pl_net_state_find(s->net, sentence, &s->reading);
    pl_net_state_forget(s->net, sentence);
    if (is_graph(s->parser))
        pl_net_arcs_read(s->beam.scorer, &s->reading);
    else
        pl_net_scorer_read(s->beam.scorer, &s->reading);
}

pl_tree_kind pl_transitions_kind(const pl_transitions *t)
{
    return (pl_tree_kind){t->machine->ops->constituents, t->machine->single_root};
}

/* Gives the sentence to the scorer of the beam. */
static void start_scorer(pl_transitions_state *s)
{
    s->beam.scorer->ops->start(s->beam.scorer, weights_of(s), &s->arena, &s->values,
                               s->task);
}

/* The best tree of a graph as a hypothesis. */
static pl_hypothesis find_best(pl_transitions_state *s, uint32_t n_words)
{
    const pl_machine_ops *ops = s->parser->machine->ops;
    pl_hypothesis h = {.correct = true};
    pl_act *steps = pl_arena_alloc(&s->arena, n_words * sizeof *steps);
    h.score = pl_net_arcs_best(s->beam.scorer, steps, &s->arena);
    ops->begin(s->task, &h.config);
    for (uint32_t i = 0; i < n_words; i++) {
        pl_trace *t = pl_arena_alloc(&s->arena, sizeof *t);
        *t = (pl_trace){h.trace, steps[i], i + 1};
        h.trace = t;
        ops->apply(s->task, &h.config, steps[i]);
    }
    return h;
}

/* Puts a hypothesis in front, unless what is there is as good. */
static void put_first(pl_beam *b, pl_hypothesis h)
{
    if (b->n > 0 && b->now[0].score >= h.score)
        return;
    b->n += b->n < b->size;
    memmove(b->now + 1, b->now, (b->n - 1) * sizeof *b->now);
    b->now[0] = h;
}

/* The best tree of a graph, without a beam where no other is wanted. Sentences that are too
 * long for it are left to the beam. */
static void search_graph(pl_transitions_state *s, uint32_t wanted)
{
    pl_beam *b = &s->beam;
    bool best = s->reading.n_words <= LONG_GRAPH;
    if (best && wanted == 1)
        b->n = 0;
    while (b->n > 0 && !pl_beam_done(b) && pl_beam_expand(b, NULL))
        pl_beam_advance(b);
    if (best && !pl_stopped())
        put_first(b, find_best(s, s->reading.n_words));
}

static void search(pl_transitions_state *s, uint32_t wanted)
{
    pl_beam *b = &s->beam;
    pl_beam_start(b, &s->arena, s->task, NULL);
    b->skips = wanted == 1;
    if (s->easy != NULL && !b->obeys) {
        pl_easy_first_run(s->easy, b, weights_of(s), &s->values);
        return;
    }
    start_scorer(s);
    if (is_graph(s->parser)) {
        search_graph(s, wanted);
        return;
    }
    while (!pl_beam_done(b) && pl_beam_expand(b, NULL))
        pl_beam_advance(b);
}

/* Which hypotheses count. */
typedef enum demand { ANY, WHOLE, OBEYING } demand;

/* The tree of a hypothesis; false if it does not count. */
static bool take_tree(pl_transitions_state *s, uint32_t h, demand demand, pl_tree *t)
{
    const pl_machine_ops *ops = s->parser->machine->ops;
    const pl_config *end = &s->beam.now[h].config;
    if (demand > ANY && !ops->is_final(s->task, end))
        return false;
    ops->tree(s->task, end, t);
    return demand < OBEYING || pl_constraints_broken(s->constraints, t) == NULL;
}

/* Lists the hypotheses with different trees: of several derivations of one tree only the
 * best is listed. */
static uint32_t rank(pl_transitions_state *s, const pl_tree *sentence, uint32_t wanted,
                     demand demand)
{
    uint32_t n = 0;
    bool compares = wanted > 1 && s->parser->machine->ops->signature == NULL;
    pl_tree **trees = pl_arena_alloc(&s->arena, wanted * sizeof *trees);
    for (uint32_t h = 0; h < s->beam.n && n < wanted && !pl_stopped(); h++) {
        bool known = false;
        if (compares || demand > ANY) {
            trees[n] = pl_tree_copy(sentence, &s->arena);
            if (!take_tree(s, h, demand, trees[n]))
                continue;
        }
        for (uint32_t i = 0; compares && i < n && !known && !pl_stopped(); i++)
            known = pl_tree_equal(trees[n], trees[i], false, NULL, 0);
        if (!known)
            s->ranks[n++] = h;
    }
    return n;
}

/* Trees that obey, or if there are none, those that obey all that the machine can. */
static uint32_t rank_obeying(pl_transitions_state *s, const pl_tree *sentence,
                             uint32_t wanted)
{
    uint32_t n = rank(s, sentence, wanted, OBEYING);
    return n > 0 ? n : rank(s, sentence, wanted, WHOLE);
}

/* Keeps models from search without end; constraints lift it. */
static void bound(pl_transitions_state *s)
{
    const pl_machine_ops *ops = s->parser->machine->ops;
    if (ops->bound != NULL)
        ops->bound(s->task);
}

/* Parses with the constraints of the sentence: how many trees there are. If the beam got
 * stuck, it is tried with going back; if that does not help, without the constraints. */
static uint32_t run_constrained(pl_transitions_state *s, const pl_tree *sentence,
                                uint32_t wanted)
{
    s->beam.obeys = s->parser->machine->ops->constrain(s->task, s->constraints);
    if (!s->beam.obeys)
        bound(s);
    search(s, wanted);
    uint32_t n = rank_obeying(s, sentence, wanted);
    if (pl_stopped())
        return 0;
    if (n == 0 && s->beam.obeys && pl_backtrack(&s->beam))
        n = rank_obeying(s, sentence, wanted);
    if (n > 0)
        return n;
    s->beam.obeys = false;
    bound(s);
    search(s, wanted);
    return rank(s, sentence, wanted, ANY);
}

const char *const pl_search_change_texts[PL_N_SEARCH_CHANGES] = {
    NULL, "the beam was made smaller",
    "its constraints were imposed on the finished tree"};

pl_search_change pl_transitions_change(const pl_transitions *t, uint32_t beam,
                                       const pl_tree *sentence)
{
    uint32_t n = sentence->n_tokens;
    if (t->net != NULL || !pl_easy_first_fits(t->machine))
        return PL_SEARCH_AS_ASKED;
    if (n > LONG && sentence->constraints != NULL)
        return PL_SEARCH_IMPOSES;
    return pl_easy_first_size(t->machine, n) < beam ? PL_SEARCH_NARROWED
                                                    : PL_SEARCH_AS_ASKED;
}

uint32_t pl_transitions_run(pl_transitions_state *s, const pl_tree *sentence, uint32_t n)
{
    const pl_machine *m = s->parser->machine;
    uint32_t n_tokens = sentence->n_tokens;
    if (n_tokens == 0 || n == 0)
        return 0;
    pl_arena_reset(&s->arena);
    give_words(s, sentence);
    s->task = m->ops->start(m, &s->arena, n_tokens, false);
    bound(s);
    s->constraints = sentence->constraints;
    s->change = pl_transitions_change(s->parser, s->asked, sentence);
    s->beam.size = s->asked;
    if (s->change != PL_SEARCH_AS_ASKED && pl_easy_first_size(m, n_tokens) < s->asked)
        s->beam.size = pl_easy_first_size(m, n_tokens);
    n = n < s->beam.size ? n : s->beam.size;
    s->beam.obeys = false;
    if (s->constraints != NULL && s->change != PL_SEARCH_IMPOSES)
        return run_constrained(s, sentence, n);
    search(s, n);
    return rank(s, sentence, n, ANY);
}

/* The derivation of tree i. */
static const pl_act *steps_of(pl_transitions_state *s, uint32_t i, uint32_t *n)
{
    const pl_trace *trace = s->beam.now[s->ranks[i]].trace;
    *n = trace != NULL ? trace->length : 0;
    pl_act *steps = pl_arena_alloc(&s->arena, (*n + (size_t)1) * sizeof *steps);
    pl_trace_steps(trace, steps);
    return steps;
}

/* Tree i as it was built. */
static void put_tree(pl_transitions_state *s, uint32_t i, pl_tree *sentence)
{
    const pl_config *end = &s->beam.now[s->ranks[i]].config;
    s->parser->machine->ops->tree(s->task, end, sentence);
}

/* Changes a tree where it does not obey. */
static void mend(const pl_transitions_state *s, pl_tree *t)
{
    if (s->constraints != NULL && pl_constraints_broken(s->constraints, t) != NULL)
        pl_constraints_impose(s->constraints, pl_transitions_kind(s->parser), t);
}

void pl_transitions_outline(pl_transitions_state *s, uint32_t i, pl_tree *sentence)
{
    put_tree(s, i, sentence);
    mend(s, sentence);
}

void pl_transitions_tree(pl_transitions_state *s, uint32_t i, pl_tree *sentence)
{
    put_tree(s, i, sentence);
    if (tells_functions(s)) {
        pl_net_label_words(s->parser->net, &s->reading, PL_NET_FUNCTIONS, sentence);
        if (pl_net_names_nodes(s->parser->machine)) {
            uint32_t n;
            const pl_act *steps = steps_of(s, i, &n);
            pl_net_label_nodes(s->net, s->beam.scorer, s->task, steps, n, sentence,
                               &s->arena);
        }
    }
    mend(s, sentence);
}

/* -- the derivation again ------------------------------------------------------------ */

/* Puts a step among the best others, of which there are at most `most`; of equal ones the
 * first stays in front. */
static void keep_best(pl_retaken *r, uint32_t most, pl_scored now)
{
    uint32_t k = r->n_others;
    while (k > 0 && r->others[k - 1].score < now.score)
        k--;
    if (k == most)
        return;
    r->n_others += r->n_others < most;
    for (uint32_t i = r->n_others - 1; i > k; i--)
        r->others[i] = r->others[i - 1];
    r->others[k] = now;
}

/* The score of a step, and the best other ones that are permitted. */
static void compare(pl_transitions_state *s, const pl_config *c, uint32_t most,
                    pl_retaken *r)
{
    pl_beam *b = &s->beam;
    pl_choices *choices = &b->choices;
    b->scorer->ops->prepare(b->scorer, &c, 1);
    b->machine->ops->choices(s->task, c, NULL, 0, choices);
    if (b->obeys)
        b->machine->ops->obey(s->task, c, choices);
    for (size_t i = 0; i < choices->n; i++) {
        const pl_choice *k = &choices->at[i];
        const int32_t *row = b->scorer->ops->row(b->scorer, 0, k->place);
        for (uint32_t a = k->first; a < k->end; a++) {
            pl_scored now = {{k->place, a}, row[a] / b->scorer->scale};
            if (pl_same_act(now.step, r->taken.step))
                r->taken = now;
            else
                keep_best(r, most, now);
        }
    }
}

void pl_transitions_replay(pl_transitions_state *s, uint32_t i, uint32_t most,
                           pl_see_step *see, void *context)
{
    const pl_machine *m = s->parser->machine;
    if (s->easy != NULL) /* it has not used the scorer of the beam */
        start_scorer(s);
    uint32_t n;
    const pl_act *steps = steps_of(s, i, &n);
    pl_config before, after;
    pl_scored *others = pl_arena_alloc(&s->arena, most * sizeof *others);
    m->ops->begin(s->task, &after);
    for (uint32_t k = 0; k < n && !pl_stopped(); k++) {
        pl_retaken r = {.number = k,
                        .machine = m,
                        .task = s->task,
                        .taken.step = steps[k],
                        .others = others,
                        .before = &before,
                        .after = &after};
        before = after;
        compare(s, &before, most, &r);
        m->ops->apply(s->task, &after, steps[k]);
        see(context, &r);
    }
}

/* What a step that was skipped adds to the score. */
static int64_t score_of(pl_transitions_state *s, const pl_config *c, pl_act step)
{
    pl_beam *b = &s->beam;
    b->scorer->ops->prepare(b->scorer, &c, 1);
    b->machine->ops->choices(s->task, c, NULL, 0, &b->choices);
    return b->scorer->ops->row(b->scorer, 0, step.place)[step.action];
}

double pl_transitions_score(pl_transitions_state *s, uint32_t i)
{
    const pl_beam *b = &s->beam;
    const pl_machine_ops *ops = s->parser->machine->ops;
    int64_t score = b->now[s->ranks[i]].score;
    if (b->skipped.n > 0) {
        uint32_t n;
        const pl_act *steps = steps_of(s, i, &n);
        pl_config c;
        ops->begin(s->task, &c);
        for (uint32_t k = 0, done = 0; done < b->skipped.n; k++) {
            if (k == b->skipped.at[done]) {
                score += score_of(s, &c, steps[k]);
                done++;
            }
            ops->apply(s->task, &c, steps[k]);
        }
    }
    return (double)score / b->scorer->scale;
}

/* -- explanations ------------------------------------------------------------------- */

typedef struct explanation {
    const pl_transitions_state *state;
    pl_str *out;
} explanation;

static void put_step(const explanation *e, const pl_scored *s)
{
    const pl_machine *m = e->state->parser->machine;
    pl_str_putc(e->out, '\t');
    m->ops->print(m, s->step, e->out);
    if (e->state->beam.scorer->probabilities)
        pl_str_printf(e->out, "\t%.4f", exp(s->score));
    else
        pl_str_printf(e->out, "\t%.2f", s->score);
}

static void explain_step(void *context, const pl_retaken *r)
{
    explanation *e = context;
    const pl_machine_ops *ops = e->state->parser->machine->ops;
    pl_str_printf(e->out, "%u", r->number + 1);
    put_step(e, &r->taken);
    if (r->n_others > 0)
        put_step(e, &r->others[0]);
    else
        pl_str_puts(e->out, "\t-\t-");
    if (ops->print_effect != NULL)
        ops->print_effect(r->task, r->after, r->taken.step, e->out);
    pl_str_putc(e->out, '\n');
}

void pl_transitions_explain(pl_transitions_state *s, uint32_t i, pl_str *out)
{
    explanation e = {s, out};
    if (s->beam.margin != PL_NO_MARGIN)
        pl_str_printf(out, "# margin %g\n",
                      (double)s->beam.margin / s->beam.scorer->scale);
    if (s->change != PL_SEARCH_AS_ASKED)
        pl_str_printf(out, "# so long that %s\n", pl_search_change_texts[s->change]);
    pl_transitions_replay(s, i, 1, explain_step, &e);
}

/* -- for programs -------------------------------------------------------------------- */

/* Someone who looks at the steps, until `see` says that it is enough. */
typedef struct onlooker {
    const pl_transitions_state *state;
    int (*see)(void *context, const pl_parse_step *step);
    void *context;
    uint32_t most;   /* other actions of each step */
    size_t features; /* the same of features */
    bool gone;
    pl_arena arena;
} onlooker;

static pl_parse_action action_of(onlooker *o, const pl_scored *s)
{
    const pl_machine *m = o->state->parser->machine;
    bool probability = o->state->beam.scorer->probabilities;
    pl_str name = {0};
    m->ops->print(m, s->step, &name);
    pl_parse_action action = {pl_arena_strdup(&o->arena, name.at),
                              probability ? exp(s->score) : s->score};
    pl_str_release(&name);
    return action;
}

static void show_step(void *context, const pl_retaken *r)
{
    onlooker *o = context;
    const pl_machine_ops *ops = o->state->parser->machine->ops;
    pl_arena_reset(&o->arena);
    if (o->gone)
        return;
    size_t n = r->n_others < o->most ? r->n_others : o->most;
    pl_feature_weight features[PL_MAX_TEMPLATES];
    size_t n_features =
        o->features > 0
            ? pl_feature_weights(o->state->parser, o->state->beam.scorer, r->before,
                                 r->taken.step, &o->arena, features)
            : 0;
    pl_parse_action *others = pl_arena_alloc(&o->arena, (n + 1) * sizeof *others);
    for (size_t i = 0; i < n; i++)
        others[i] = action_of(o, &r->others[i]);
    pl_parse_step step = {.number = r->number + 1,
                          .probabilities = o->state->beam.scorer->probabilities,
                          .taken = action_of(o, &r->taken),
                          .others = others,
                          .n_others = n,
                          .head = PL_NONE,
                          .word = PL_NONE,
                          .features = features,
                          .n_features =
                              n_features < o->features ? n_features : o->features};
    ops->show(r->task, r->before, &o->arena, &step);
    if (ops->show_arc != NULL)
        ops->show_arc(r->task, r->after, r->taken.step, &step);
    o->gone = o->see(o->context, &step) != 0;
}

void pl_transitions_show(pl_transitions_state *s, uint32_t i, uint32_t most,
                         size_t features,
                         int (*see)(void *context, const pl_parse_step *step),
                         void *context)
{
    onlooker o = {
        .state = s, .see = see, .context = context, .most = most, .features = features};
    pl_transitions_replay(s, i, most > 0 ? most : 1, show_step, &o);
    pl_arena_release(&o.arena);
}
