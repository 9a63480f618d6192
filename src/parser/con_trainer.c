/* Constituents by transitions as something to be trained; see trainer.h. */
#include "parser/con_trainer.h"

#include "base/hash.h"
#include "parser/violation.h"

#include <stdlib.h>

typedef struct school {
    pl_model *model;
    pl_update update;
    pl_arena arena; /* the examples */
    PL_VEC(pl_example) examples;
    pl_student *students; /* [n_students] one for each thread */
    unsigned n_students;
} school;

static void learn(void *self, unsigned thread, uint32_t example, pl_lesson *lesson)
{
    const school *s = self;
    const pl_example *e = &s->examples.at[example];
    lesson->n_actions = e->n_gold;
    lesson->n_kept =
        pl_student_learn(&s->students[thread], e, pl_learner_weights(lesson->learner),
                         s->update, &lesson->changes);
}

static void take(void *self, void *block, size_t size)
{
    const school *s = self;
    pl_model_take_weights(s->model, block, size);
}

static void free_school(void *self)
{
    school *s = self;
    for (unsigned i = 0; i < s->n_students; i++)
        pl_student_release(&s->students[i]);
    free(s->students);
    PL_VEC_RELEASE(&s->examples);
    pl_arena_release(&s->arena);
    free(s);
}

static const pl_trainer_kind kind = {learn, take, free_school};

pl_trainer *pl_trainer_new(pl_model *m, const pl_train_options *options)
{
    const pl_inventory *inv = &m->deriver.inventory;
    school *s = pl_alloc_zero(1, sizeof *s);
    uint64_t print = pl_mix(m->vocab.words.n) ^
                     pl_hash(pl_str_text(&m->templates.text), m->templates.text.n);
    pl_trainer *t = pl_trainer_start(&kind, s, options, (uint32_t)inv->actions.n, print);
    s->model = m;
    s->update = options->update;
    s->n_students = pl_trainer_threads(t);
    s->students = pl_alloc_zero(s->n_students, sizeof *s->students);
    for (unsigned i = 0; i < s->n_students; i++)
        pl_student_init(&s->students[i], inv, &m->features, options->beam,
                        options->importance > 0 ? options->importance : 1);
    return t;
}

void pl_trainer_add(pl_trainer *t, const pl_tree *tree, const pl_actions *gold)
{
    school *s = pl_trainer_self(t);
    uint32_t n = tree->n_tokens;
    uint32_t *words = pl_arena_alloc(&s->arena, n * sizeof *words);
    uint32_t *tags = pl_arena_alloc(&s->arena, n * sizeof *tags);
    uint32_t *actions = pl_arena_alloc(&s->arena, gold->n * sizeof *actions);
    pl_vocab_values(&s->model->vocab, tree, words, tags);
    for (size_t i = 0; i < gold->n; i++)
        actions[i] = pl_inventory_find(&s->model->deriver.inventory, gold->at[i]);
    pl_example e = {n, (uint32_t)gold->n, words, tags, actions};
    PL_PUSH(&s->examples, e);
    uint64_t print = pl_hash(words, n * sizeof *words);
    print = pl_mix(print ^ pl_hash(tags, n * sizeof *tags));
    pl_trainer_grow(t, print ^ pl_hash(actions, gold->n * sizeof *actions));
}
