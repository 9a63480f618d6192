/* Training and scoring taggers; see tag.h. */
#include "tag.h"

#include "text/learn_parts.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MORPH_EPOCHS = 8 };

double tag_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* -- scores ------------------------------------------------------------------------ */

typedef struct judge {
    const pl_tagger *tagger;
    const pl_morph *morph; /* may be NULL */
    pl_tagging *tagging;
    tag_score *score;
} judge;

static bool same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static int compare(const judge *j, pl_tree *tree, pl_error *err)
{
    tag_score *s = j->score;
    uint32_t n = tree->n_tokens, n_right = 0;
    pl_node *gold = pl_arena_alloc(tree->arena, (n + 1) * sizeof *gold);
    for (uint32_t i = 0; i < n; i++) {
        gold[i] = tree->nodes[i];
        if (gold[i].label == NULL)
            return pl_fail(err, PL_BAD_ARGUMENT, "word %u (%s) has no tag", i + 1,
                           tree->tokens[i].word);
        s->has_morph |= j->morph != NULL && gold[i].morph != NULL;
    }
    double start = tag_seconds();
    pl_tagging_run(j->tagging, tree);
    if (j->morph != NULL)
        pl_morph_label(j->morph, tree, tree->arena);
    s->seconds += tag_seconds() - start;
    for (uint32_t i = 0; i < n; i++) {
        bool right = strcmp(gold[i].label, tree->nodes[i].label) == 0;
        s->n_morph += right && same(gold[i].morph, tree->nodes[i].morph);
        bool known =
            pl_intern_find(&j->tagger->lexicon.words, tree->tokens[i].word) != PL_NONE;
        s->n[known]++;
        s->right[known] += right;
        n_right += right;
    }
    s->n_sentences++;
    s->n_exact += n_right == n;
    return 0;
}

int tag_accuracy(input *in, const pl_tagger *t, const pl_morph *m, tag_score *s,
                 pl_error *err)
{
    pl_source *source = input_open(in, err);
    pl_arena arena = {0};
    pl_tree *tree;
    judge j = {t, m, pl_tagging_new(t), s};
    int got = source != NULL ? 1 : -1;
    while (got > 0 && (got = pl_source_next(source, &arena, &tree, err)) > 0) {
        if (compare(&j, tree, err) < 0 && input_bad_sentence(in, source, tree, err) < 0)
            got = -1;
        pl_arena_reset(&arena);
    }
    input_report(in, source);
    pl_tagging_free(j.tagging);
    pl_arena_release(&arena);
    pl_source_close(source);
    return got;
}

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

double tag_score_percent(const tag_score *s)
{
    return percent(s->right[0] + s->right[1], s->n[0] + s->n[1]);
}

void tag_score_print(const tag_score *s)
{
    printf("sentences    %8zu   exact %.2f\n", s->n_sentences,
           percent(s->n_exact, s->n_sentences));
    printf("tokens       %8zu   right %.2f\n", s->n[0] + s->n[1], tag_score_percent(s));
    printf("  known      %8zu   right %.2f\n", s->n[1], percent(s->right[1], s->n[1]));
    printf("  unknown    %8zu   right %.2f\n", s->n[0], percent(s->right[0], s->n[0]));
    if (s->has_morph)
        printf("with morph   %8zu   right %.2f\n", s->n[0] + s->n[1],
               percent(s->n_morph, s->n[0] + s->n[1]));
}

/* -- training ---------------------------------------------------------------------- */

/* The trees that morphology is learned from; the others are forgotten at once. */
typedef struct kept {
    pl_arena arena;
    PL_VEC(pl_tree *) trees;
} kept;

static int read_examples(tag_job *j, pl_tag_trainer *r, kept *k, pl_error *err)
{
    pl_source *source = input_open(&j->in, err);
    pl_parts_learner *parts = pl_parts_learner_new(j->in.rules.mark);
    pl_tree *tree;
    int got = source != NULL ? 1 : -1;
    while (got > 0 && (got = pl_source_next(source, &k->arena, &tree, err)) > 0) {
        pl_parts_learner_add(parts, tree);
        bool added = pl_tag_trainer_add(r, tree, err) == 0;
        if (!added && input_bad_sentence(&j->in, source, tree, err) < 0)
            got = -1;
        if (j->morph && added)
            PL_PUSH(&k->trees, tree);
        if (!j->morph)
            pl_arena_reset(&k->arena);
    }
    if (got == 0 && pl_tag_trainer_sentences(r) == 0)
        got = pl_fail(err, PL_BAD_ARGUMENT, "there is no sentence to train on");
    if (got == 0)
        got = pl_rules_learn(&j->in.rules, parts, err);
    input_report(&j->in, source);
    pl_parts_learner_free(parts);
    pl_source_close(source);
    return got;
}

static int score_dev(tag_job *j, const pl_tagger *t, double *accuracy, pl_error *err)
{
    input dev = {
        .source.read = j->in.source.read, .writes = j->in.writes, .quiet = j->in.quiet};
    tag_score s = {0};
    PL_PUSH(&dev.files, j->dev);
    int got = tag_accuracy(&dev, t, NULL, &s, err);
    input_release(&dev);
    *accuracy = tag_score_percent(&s);
    return got;
}

static int save(const tag_job *j, const pl_tagger *t, size_t n_sentences, long long epoch,
                double accuracy, pl_error *err)
{
    pl_section_list list = {0};
    pl_str about = {0};
    pl_str_printf(&about, "kind: tagger\n");
    for (size_t i = 0; i < j->in.files.n; i++)
        pl_str_printf(&about, "train: %s\n", base_name(j->in.files.at[i]));
    pl_str_printf(&about,
                  "tagger-sentences: %zu\ntagger-epochs: %lld\ntagger-seed: %llu\n",
                  n_sentences, epoch, (unsigned long long)j->options.seed);
    if (j->dev != NULL)
        pl_str_printf(&about, "tagger-dev: %.2f\n", accuracy);
    if (j->in.tokenizer != NULL)
        pl_str_printf(&about, "tokenizer: %s\n", base_name(j->in.tokenizer));
    pl_sections_add_text(&list, "about", &about);
    pl_tagger_put(t, &list);
    if (j->made != NULL)
        pl_morph_put(j->made, &list);
    if (j->in.tokenizer != NULL)
        pl_rules_put(&j->in.rules, &list);
    int done = pl_sections_save(&list, j->output, err);
    pl_sections_release(&list);
    pl_str_release(&about);
    return done;
}

/* Goes through the epochs; *best is the tagger to keep. */
static int train_epochs(tag_job *j, pl_tag_trainer *r, pl_tagger **best, long long *epoch,
                        double *accuracy, pl_error *err)
{
    for (long long e = 1; e <= j->epochs; e++) {
        size_t n_wrong;
        double now = 0;
        pl_tag_trainer_epoch(r, &n_wrong);
        if (!j->in.quiet)
            fprintf(stderr, "epoch %lld: %.2f%% of the sentences wrong", e,
                    percent(n_wrong, pl_tag_trainer_sentences(r)));
        if (j->dev != NULL || e == j->epochs) {
            pl_tagger *t = pl_tag_trainer_finish(r);
            if (j->dev != NULL && score_dev(j, t, &now, err) < 0) {
                pl_tagger_free(t);
                return -1;
            }
            if (*best == NULL || now > *accuracy) {
                pl_tagger *old = *best;
                *best = t;
                t = old;
                *epoch = e;
                *accuracy = now;
            }
            pl_tagger_free(t);
            if (j->dev != NULL && !j->in.quiet)
                fprintf(stderr, ", dev %.2f", now);
        }
        if (!j->in.quiet)
            fprintf(stderr, "\n");
    }
    return 0;
}

int tag_train(tag_job *j)
{
    pl_error err;
    pl_tagger *best = NULL;
    long long epoch = 0;
    double accuracy = 0;
    pl_tag_trainer *r = pl_tag_trainer_new(&j->options);
    kept k = {0};
    int got = read_examples(j, r, &k, &err);
    if (got == 0 && j->morph) {
        j->made = pl_morph_train(k.trees.at, k.trees.n, MORPH_EPOCHS, j->options.seed,
                                 j->options.prune, &err);
        got = j->made != NULL ? 0 : -1;
    }
    if (got == 0)
        got = train_epochs(j, r, &best, &epoch, &accuracy, &err);
    if (got == 0)
        got = save(j, best, pl_tag_trainer_sentences(r), epoch, accuracy, &err);
    pl_tagger_free(best);
    pl_tag_trainer_free(r);
    PL_VEC_RELEASE(&k.trees);
    pl_arena_release(&k.arena);
    return got < 0 ? fail(&err) : DONE;
}
