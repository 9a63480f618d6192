/* Violations and what changes because of them; see violation.h. */
#include "parser/violation.h"

void pl_student_init(pl_student *s, const pl_inventory *inv, const pl_features *features,
                     uint32_t beam, uint32_t importance)
{
    *s = (pl_student){.importance = importance};
    pl_beam_init(&s->beam, inv, features, beam);
    s->finish = pl_inventory_find(inv, (pl_action){inv->system->finish, 0, PL_NONE});
    s->idle = pl_inventory_find(inv, (pl_action){inv->system->idle, 0, PL_NONE});
}

void pl_student_release(pl_student *s)
{
    pl_beam_release(&s->beam);
    pl_arena_release(&s->arena);
}

static void start(pl_student *s, const pl_example *e, pl_weights weights)
{
    const pl_labelset *labels = s->beam.inventory->labels;
    pl_arena_reset(&s->arena);
    s->values = (pl_values){e->words, e->tags, e->n_tokens, (uint32_t)labels->entries.n};
    pl_task_start(&s->sentence, &s->arena, labels, e->n_tokens);
    pl_scorer_start(s->beam.scorer, weights, &s->arena, &s->values);
    pl_beam_start(&s->beam, &s->sentence);
}

static uint32_t gold_at(const pl_student *s, const pl_example *e, uint32_t step)
{
    return step < e->n_gold ? e->gold[step] : step == e->n_gold ? s->finish : s->idle;
}

static bool gold_in_beam(const pl_beam *b)
{
    for (uint32_t h = 0; h < b->n; h++)
        if (b->now[h].gold)
            return true;
    return false;
}

/* How often a change counts: more where the action jumps over words, if so wished. */
static int importance(const pl_student *s, uint32_t action)
{
    const pl_inventory *inv = s->beam.inventory;
    const pl_action *a = &inv->actions.at[action];
    int jumps = inv->system->transitions[a->kind].jumps;
    return jumps > 0 || (jumps < 0 && a->number > 0) ? (int)s->importance : 1;
}

/* The features of the configurations from step `first` on, with the actions taken. */
static void list_changes(pl_student *s, const uint32_t *actions, uint32_t first,
                         uint32_t n, int sign, pl_changes *out)
{
    const pl_inventory *inv = s->beam.inventory;
    uint32_t most = pl_scorer_most_features(s->beam.scorer);
    uint64_t *hashes = pl_arena_alloc(&s->arena, most * sizeof *hashes);
    pl_config c = pl_config_start(&s->sentence);
    for (uint32_t i = 0; i < n; i++) {
        if (i >= first) {
            uint32_t n_features = pl_scorer_features(s->beam.scorer, &c, hashes);
            int change = sign * importance(s, actions[i]);
            PL_RESERVE(out, out->n + n_features);
            for (uint32_t k = 0; k < n_features; k++)
                out->at[out->n++] = (pl_change){hashes[k], actions[i], change};
        }
        pl_apply(inv, &c, inv->actions.at[actions[i]]);
    }
}

/* Gold prefix against the trace of the same length; what they share changes nothing. */
static void compare(pl_student *s, const pl_example *e, const pl_trace *trace,
                    pl_changes *out)
{
    uint32_t n = trace->length, first = 0;
    uint32_t *found = pl_arena_alloc(&s->arena, n * sizeof *found);
    uint32_t *gold = pl_arena_alloc(&s->arena, n * sizeof *gold);
    pl_trace_actions(trace, found);
    for (uint32_t i = 0; i < n; i++)
        gold[i] = gold_at(s, e, i);
    while (first < n && found[first] == gold[first])
        first++;
    list_changes(s, gold, first, n, 1, out);
    list_changes(s, found, first, n, -1, out);
}

static uint32_t learn_early(pl_student *s, const pl_example *e, pl_changes *out)
{
    pl_beam *b = &s->beam;
    uint32_t step = 0;
    while (!pl_beam_done(b)) {
        pl_beam_step(b, gold_at(s, e, step), NULL);
        if (!gold_in_beam(b)) {
            compare(s, e, b->now[0].trace, out);
            return step;
        }
        step++;
    }
    if (!b->now[0].gold)
        compare(s, e, b->now[0].trace, out);
    return step;
}

static uint32_t learn_max_violation(pl_student *s, const pl_example *e, pl_changes *out)
{
    pl_beam *b = &s->beam;
    const pl_inventory *inv = b->inventory;
    pl_config gold = pl_config_start(&s->sentence);
    int64_t gold_score = 0, worst = 0;
    const pl_trace *worst_trace = NULL;
    uint32_t kept = 0;
    for (uint32_t step = 0; !pl_beam_done(b) || step < e->n_gold; step++) {
        uint32_t a = gold_at(s, e, step);
        gold_score += pl_beam_step(b, a, &gold)[a];
        pl_apply(inv, &gold, inv->actions.at[a]);
        if (gold_in_beam(b))
            kept = step + 1;
        int64_t violation = b->now[0].score - gold_score;
        if (!b->now[0].gold && (worst_trace == NULL || violation >= worst)) {
            worst = violation;
            worst_trace = b->now[0].trace;
        }
    }
    if (!b->now[0].gold && worst_trace != NULL)
        compare(s, e, worst_trace, out);
    return kept;
}

uint32_t pl_student_learn(pl_student *s, const pl_example *e, pl_weights weights,
                          pl_update update, pl_changes *out)
{
    static uint32_t (*const learn[PL_N_UPDATES])(pl_student *, const pl_example *,
                                                 pl_changes *) = {
        [PL_UPDATE_EARLY] = learn_early,
        [PL_UPDATE_MAX_VIOLATION] = learn_max_violation,
    };
    out->n = 0;
    start(s, e, weights);
    return learn[update](s, e, out);
}
