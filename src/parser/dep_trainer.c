/* Dependencies as something to be trained; see trainer.h. */
#include "parser/dep_trainer.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "parser/dep_beam.h"

#include <stdlib.h>

typedef struct example {
    uint32_t n_words;
    pl_dep_values values;
    pl_dep_gold gold;
} example;

/* One per thread. */
typedef struct student {
    const struct school *school;
    pl_dep_beam beam;
    pl_arena sentence; /* what is being decoded */
    uint64_t *hashes;  /* [features.n] */
    pl_lesson *lesson;
} student;

typedef struct school {
    pl_dep_model *model;
    bool early;
    int importance; /* of arcs over other tokens */
    pl_arena arena; /* the examples */
    PL_VEC(example) examples;
    student *students; /* [n_students] */
    unsigned n_students;
} school;

/* -- updates ------------------------------------------------------------------------ */

typedef PL_VEC(pl_dep_step) step_list;

/* The steps of a trace, and one more where `last` is not NULL. */
static void list_steps(const pl_dep_trace *trace, const pl_dep_step *last, step_list *out)
{
    uint32_t n = trace != NULL ? trace->length : 0;
    PL_RESERVE(out, (size_t)n + 1);
    out->n = n;
    for (; trace != NULL; trace = trace->before)
        out->at[trace->length - 1] = trace->step;
    if (last != NULL)
        out->at[out->n++] = *last;
}

static void reward(student *t, const pl_dep_task *s, const step_list *steps, size_t first,
                   int change)
{
    pl_dep_beam *b = &t->beam;
    uint32_t n_features = t->school->model->features.n;
    pl_dep_config c = pl_dep_config_start(s);
    for (size_t k = 0; k < steps->n; k++) {
        const pl_dep_step *step = &steps->at[k];
        if (k >= first) {
            const pl_dep_node *at[PL_DEP_N_PLACES];
            pl_dep_view v = pl_dep_look(s, &c, b->o);
            uint32_t distance = pl_dep_anchor(b, &v, step, at);
            pl_dep_scorer_features(b->scorer, at, distance, t->hashes);
            int by = distance > 1 ? change * t->school->importance : change;
            pl_changes *out = &t->lesson->changes;
            PL_RESERVE(out, out->n + n_features);
            for (uint32_t f = 0; f < n_features; f++)
                out->at[out->n++] = (pl_change){t->hashes[f], step->action, by};
        }
        pl_dep_apply(s, &c, step);
    }
}

static void update(student *t, const pl_dep_trace *right, const pl_dep_step *right_step,
                   const pl_dep_trace *wrong, const pl_dep_step *wrong_step)
{
    step_list good = {0}, bad = {0};
    size_t first = 0;
    list_steps(right, right_step, &good);
    list_steps(wrong, wrong_step, &bad);
    while (first < good.n && first < bad.n &&
           pl_dep_same_step(&good.at[first], &bad.at[first]))
        first++;
    reward(t, t->beam.sentence, &good, first, 1);
    reward(t, t->beam.sentence, &bad, first, -1);
    PL_VEC_RELEASE(&good);
    PL_VEC_RELEASE(&bad);
}

static bool any_correct(const pl_dep_beam *b)
{
    for (uint32_t i = 0; i < b->n_best; i++)
        if (b->best[i].correct)
            return true;
    return false;
}

static void update_candidates(student *t)
{
    const pl_dep_beam *b = &t->beam;
    const pl_dep_candidate *right = &b->right, *top = &b->best[0];
    update(t, b->now[right->from].config.trace, right->idle ? NULL : &right->step,
           b->now[top->from].config.trace, top->idle ? NULL : &top->step);
}

/* Decodes one sentence and learns from it. */
static void study(student *t, const example *e)
{
    pl_dep_beam *b = &t->beam;
    const pl_learner *learner = t->lesson->learner;
    pl_dep_task s;
    pl_arena_reset(&t->sentence);
    pl_dep_task_start(&s, &t->school->model->params, &t->sentence, e->n_words);
    pl_dep_beam_start(b, &s, &e->gold, pl_learner_weights(learner), &e->values);
    while (!pl_dep_beam_done(b)) {
        if (!pl_dep_beam_expand(b) || b->right.step.move == PL_NONE)
            return; /* no correct hypothesis is left: one was merged away */
        if (!any_correct(b)) {
            update_candidates(t);
            if (t->school->early)
                return;
            pl_lesson_apply(t->lesson);
            b->best[0] = b->right;
            b->n_best = 1;
            pl_dep_scorer_start(b->scorer, pl_learner_weights(learner), &e->values);
        }
        pl_dep_beam_advance(b);
    }
    uint32_t h = 0;
    while (h < b->n && !b->now[h].correct)
        h++;
    if (h > 0 && h < b->n)
        update(t, b->now[h].config.trace, NULL, b->now[0].config.trace, NULL);
}

/* -- the trainer -------------------------------------------------------------------- */

static void learn(void *self, unsigned thread, uint32_t example, pl_lesson *lesson)
{
    const school *s = self;
    s->students[thread].lesson = lesson;
    study(&s->students[thread], &s->examples.at[example]);
}

static void take(void *self, void *block, size_t size)
{
    const school *s = self;
    pl_dep_model_take_weights(s->model, block, size);
}

static void free_school(void *self)
{
    school *s = self;
    for (unsigned i = 0; i < s->n_students; i++) {
        pl_dep_beam_release(&s->students[i].beam);
        pl_arena_release(&s->students[i].sentence);
        free(s->students[i].hashes);
    }
    free(s->students);
    PL_VEC_RELEASE(&s->examples);
    pl_arena_release(&s->arena);
    free(s);
}

static const pl_trainer_kind kind = {learn, take, free_school};

/* Of what makes a difference to the weights and is not among the options. */
static uint64_t print_of(const pl_dep_model *m)
{
    pl_str text = {0};
    pl_dep_params_print(&m->params, &text);
    pl_str_printf(&text, "%d %d %d %u\n", m->params.single_root, m->params.mends_root,
                  (int)m->far, m->vocab.words.n);
    pl_str_puts(&text, pl_str_text(&m->templates.text));
    uint64_t print = pl_hash(text.at, text.n);
    pl_str_release(&text);
    return print;
}

pl_trainer *pl_dep_trainer_new(pl_dep_model *m, const pl_train_options *options)
{
    school *s = pl_alloc_zero(1, sizeof *s);
    pl_trainer *t = pl_trainer_start(&kind, s, options, m->actions.n, print_of(m));
    s->model = m;
    s->early = options->update == PL_UPDATE_EARLY;
    s->importance = options->importance > 0 ? (int)options->importance : 1;
    s->n_students = pl_trainer_threads(t);
    s->students = pl_alloc_zero(s->n_students, sizeof *s->students);
    for (unsigned i = 0; i < s->n_students; i++) {
        s->students[i].school = s;
        s->students[i].hashes = pl_alloc_zero(m->features.n, sizeof(uint64_t));
        pl_dep_beam_init(&s->students[i].beam, m, options->beam);
    }
    return t;
}

static uint64_t print_example(const example *e, const uint32_t *labels)
{
    const pl_dep_values *v = &e->values;
    const uint32_t *with_root[] = {v->words, v->tags, v->coarse, v->morph, e->gold.heads};
    size_t bytes = e->n_words * sizeof *labels, more = bytes + sizeof *labels;
    uint64_t print = pl_hash(labels, bytes);
    for (size_t i = 0; i < sizeof with_root / sizeof *with_root; i++)
        print = pl_mix(print ^ pl_hash(with_root[i], more));
    return print;
}

bool pl_dep_trainer_add(pl_trainer *t, const pl_tree *tree, const uint32_t *labels)
{
    school *s = pl_trainer_self(t);
    example e = {.n_words = tree->n_tokens};
    pl_error err;
    pl_dep_task task;
    pl_dep_steps steps = {0};
    pl_arena *scratch = &s->students[0].sentence;
    pl_arena_reset(scratch);
    pl_dep_task_start(&task, &s->model->params, scratch, tree->n_tokens);
    bool derived =
        pl_dep_gold_of(tree, &s->model->params, labels, &s->arena, &e.gold, &err) == 0 &&
        pl_dep_derive(&task, &e.gold, &steps);
    PL_VEC_RELEASE(&steps);
    if (!derived)
        return false;
    e.values = pl_dep_model_values(s->model, tree, &s->arena);
    PL_PUSH(&s->examples, e);
    pl_trainer_grow(t, print_example(&e, labels));
    return true;
}
