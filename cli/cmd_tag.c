/* pleach tag: part-of-speech tags for sentences; with --train, a tagger from a treebank.
 */
#include "input.h"
#include "progress.h"

#include "tag/tagger.h"

#include <stdio.h>
#include <time.h>

enum { TO = 256, TRAIN, DEV, EPOCHS, BEAM, SEED, PRUNE, CLOSED, SCORE, TIME, MORPH };

/* clang-format off */
static const option_row options[] = {
    {'m',    'm', "model",  "MODEL",  "the model to tag with, also one of a parser: a file, or a name of those that come with pleach (default: nl)"},
    {TO,     't', "to",     "FORMAT", "format of the output (default: by the name of the output file, else tagged)"},
    {'o',    'o', "output", "FILE",   "where to write (default: standard output); with --train, the model"},
    {SCORE,  0,   "score",  NULL,     "instead of writing, compare with the tags that the input has and print the accuracy"},
    {TIME,   0,   "time",   NULL,     "say on standard error how long tagging took"},
    {TRAIN,  0,   "train",  NULL,     "train a tagger on the input and write it to the file of -o"},
    {DEV,    0,   "dev",    "FILE",   "with --train: score on this treebank after each epoch and keep the best one"},
    {EPOCHS, 'e', "epochs", "N",      "with --train: passes over the treebank (default: 10)"},
    {BEAM,   'b', "beam",   "K",      "with --train: hypotheses kept at each word (default: 4)"},
    {SEED,   0,   "seed",   "N",      "with --train: seed for the order of the sentences (default: 1)"},
    {PRUNE,  0,   "prune",  "W",      "with --train: leave out weights nearer to zero than W (default: 0.05)"},
    {MORPH,  0,   "morph",  NULL,     "with --train: learn the full morphological tags of the treebank, too"},
    {CLOSED, 0,   "closed", "N",      "with --train: words seen N times get no tag they were not seen with (default: 20)"},
    {0},
};
/* clang-format on */

typedef struct tag_job {
    input in;
    const char *model, *output, *dev;
    const pl_format *to;
    bool to_named, train, score, time, morph;
    pl_tag_options options;
} tag_job;

static int run(args *a);

const command cmd_tag = {
    .name = "tag",
    .synopsis = "[-m MODEL] [OPTION…] [IN…]  |  --train -o MODEL [OPTION…] TREEBANK…",
    .about = "tag words with their parts of speech; train a tagger",
    .options = options,
    .input = input_rows,
    .run = run,
};

static int take_option(tag_job *j, const args *a, int id)
{
    long long n;
    switch (id) {
    case 'm':
        j->model = a->value;
        return -1;
    case 'o':
        j->output = j->in.writes = a->value;
        return -1;
    case TO:
        j->to_named = true;
        return (j->to = format_arg(a)) != NULL ? -1 : USAGE;
    case SCORE:
        j->score = true;
        return -1;
    case TIME:
        j->time = true;
        return -1;
    case MORPH:
        j->morph = true;
        return -1;
    case TRAIN:
        j->train = true;
        return -1;
    case DEV:
        j->dev = a->value;
        return -1;
    case EPOCHS:
        return count_arg(a, 1, 1000, &j->options.epochs.n) ? -1 : USAGE;
    case BEAM:
        return count_arg(a, 1, PL_MAX_TAG_BEAM, &j->options.beam) ? -1 : USAGE;
    case SEED:
        if (!number_arg(a, 0, INT64_MAX, &n))
            return USAGE;
        j->options.epochs.seed = (uint64_t)n;
        return -1;
    case CLOSED:
        return count_arg(a, 1, INT32_MAX, &j->options.closed) ? -1 : USAGE;
    case PRUNE:
        return weight_arg(a, &j->options.epochs.prune) ? -1 : USAGE;
    default:
        return input_option(&j->in, a, id);
    }
}

/* -- tagging ----------------------------------------------------------------------- */

static double seconds(void) /* processor time of the thread */
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void report_time(const tag_job *j, size_t n_sentences, size_t n_tokens,
                        double spent)
{
    if (j->time)
        fprintf(stderr, "%zu sentences, %zu tokens tagged in %.3f s: %.0f tokens/s\n",
                n_sentences, n_tokens, spent, spent > 0 ? (double)n_tokens / spent : 0.0);
}

static int tag_all(tag_job *j, pl_source *source, const pl_tagger *t,
                   const pl_morph *morph, pl_writer *w, pl_error *err)
{
    pl_arena arena = {0};
    pl_tree *tree;
    size_t n_sentences = 0, n_tokens = 0;
    double spent = 0;
    int got;
    progress p = progress_beside(j->in.quiet, j->output);
    while ((got = pl_source_next(source, &arena, &tree, err)) > 0) {
        double start = seconds();
        pl_tagger_label(t, tree, &arena);
        if (morph != NULL)
            pl_morph_label(morph, tree, &arena);
        spent += seconds() - start;
        n_sentences++;
        n_tokens += tree->n_tokens;
        if (pl_writer_put(w, tree, err) < 0 &&
            (got = input_bad_sentence(&j->in, source, tree, err)) < 0)
            break;
        pl_arena_reset(&arena);
        progress_step(&p);
    }
    progress_end(&p);
    pl_arena_release(&arena);
    report_time(j, n_sentences, n_tokens, spent);
    return got;
}

/* The rules in the model cut raw text, unless others were named. */
static int use_rules(tag_job *j, const pl_tagger *t, pl_error *err)
{
    pl_rules rules;
    int got = pl_rules_from(&rules, t->file, err);
    if (got > 0)
        input_set_rules(&j->in, rules);
    return got;
}

static int tag(tag_job *j, const pl_tagger *t, const pl_morph *morph, pl_error *err)
{
    pl_source *source = NULL;
    pl_writer *w = NULL;
    int got = -1;
    if (use_rules(j, t, err) < 0 || (source = input_open(&j->in, err)) == NULL ||
        (w = pl_writer_open(j->output, j->to, NULL, err)) == NULL)
        goto done;
    got = tag_all(j, source, t, morph, w, err);
    if (j->to_named)
        input_say_lost(&j->in, w);
    input_report(&j->in, source);
done:
    if (pl_writer_close(w, got < 0 ? NULL : err) < 0)
        got = -1;
    pl_source_close(source);
    return got;
}

/* -- scores ------------------------------------------------------------------------ */

/* Reads the next sentence in which every word has a tag. */
static int next_tagged(input *in, pl_source *source, pl_arena *m, pl_tree **tree,
                       pl_error *err)
{
    int got;
    while ((got = pl_source_next(source, m, tree, err)) > 0) {
        if (pl_tags_check(*tree, err) == 0)
            return 1;
        if (input_bad_sentence(in, source, *tree, err) < 0)
            return -1;
    }
    return got;
}

static void print_score(const pl_tag_score *s)
{
    size_t n = s->n[0] + s->n[1];
    printf("sentences    %8zu   exact %.2f\n", s->n_sentences,
           percent(s->n_exact, s->n_sentences));
    printf("tokens       %8zu   right %.2f\n", n, pl_tag_score_percent(s));
    printf("  known      %8zu   right %.2f\n", s->n[1], percent(s->right[1], s->n[1]));
    printf("  unknown    %8zu   right %.2f\n", s->n[0], percent(s->right[0], s->n[0]));
    if (s->has_morph)
        printf("with morph   %8zu   right %.2f\n", n, percent(s->n_morph, n));
}

static int score(tag_job *j, const pl_tagger *t, const pl_morph *morph, pl_error *err)
{
    pl_source *source = input_open(&j->in, err);
    pl_arena arena = {0};
    pl_tree *tree;
    pl_tag_score s = {0};
    double spent = 0;
    int got = source != NULL ? 1 : -1;
    while (got > 0 && (got = next_tagged(&j->in, source, &arena, &tree, err)) > 0) {
        double start = seconds();
        pl_tag_score_add(&s, t, morph, tree, &arena);
        spent += seconds() - start;
        pl_arena_reset(&arena);
    }
    input_report(&j->in, source);
    pl_arena_release(&arena);
    pl_source_close(source);
    if (got < 0)
        return -1;
    print_score(&s);
    report_time(j, s.n_sentences, s.n[0] + s.n[1], spent);
    return 0;
}

static int use_model(tag_job *j)
{
    pl_error err;
    pl_morph *morph = NULL;
    pl_tagger *t = pl_tagger_open(j->model, &err);
    int got = t != NULL ? pl_morph_from(&morph, t->file, &err) : -1;
    if (got >= 0)
        got = j->score ? score(j, t, morph, &err) : tag(j, t, morph, &err);
    pl_morph_free(morph);
    pl_tagger_free(t);
    return got < 0 ? fail(&err) : DONE;
}

/* -- training ---------------------------------------------------------------------- */

typedef struct trees {
    PL_VEC(pl_tree *) list;
    pl_arena arena;
} trees;

static int read_trees(input *in, trees *to, pl_error *err)
{
    pl_source *source = input_open(in, err);
    pl_tree *tree;
    int got = source != NULL ? 1 : -1;
    while (got > 0 && (got = next_tagged(in, source, &to->arena, &tree, err)) > 0)
        PL_PUSH(&to->list, tree);
    input_report(in, source);
    pl_source_close(source);
    return got;
}

static int read_dev(const tag_job *j, trees *to, pl_error *err)
{
    input dev = {
        .source.read = j->in.source.read, .writes = j->in.writes, .quiet = j->in.quiet};
    PL_PUSH(&dev.files, j->dev);
    int got = read_trees(&dev, to, err);
    input_release(&dev);
    return got;
}

static void print_pass(void *context, const pl_pass *pass)
{
    const tag_job *j = context;
    fprintf(stderr, "epoch %u: %.2f%% of the sentences wrong", pass->number,
            percent(pass->n_wrong, pass->n_examples));
    if (j->dev != NULL)
        fprintf(stderr, ", dev %.2f", pass->dev);
    fputc('\n', stderr);
}

static int save(const tag_job *j, const pl_tagger *t, const pl_morph *morph,
                size_t n_sentences, pl_error *err)
{
    pl_section_list list = {0};
    pl_str about = {0};
    pl_str_printf(&about, "kind: tagger\n");
    for (size_t i = 0; i < j->in.files.n; i++)
        pl_str_printf(&about, "train: %s\n", base_name(j->in.files.at[i]));
    pl_str_printf(&about, "tagger-sentences: %zu\ntagger-epochs: %u\ntagger-seed: %llu\n",
                  n_sentences, t->pass.number,
                  (unsigned long long)j->options.epochs.seed);
    if (j->dev != NULL)
        pl_str_printf(&about, "tagger-dev: %.2f\n", t->pass.dev);
    if (j->in.tokenizer != NULL)
        pl_str_printf(&about, "tokenizer: %s\n", base_name(j->in.tokenizer));
    pl_sections_add_text(&list, "about", &about);
    pl_tagger_put(t, &list);
    if (morph != NULL)
        pl_morph_put(morph, &list);
    if (j->in.tokenizer != NULL)
        pl_rules_put(&j->in.rules, &list);
    int done = pl_sections_save(&list, j->output, err);
    pl_sections_release(&list);
    pl_str_release(&about);
    return done;
}

static int learn(tag_job *j, const trees *gold, const trees *dev, pl_error *err)
{
    pl_tagger *t = NULL;
    pl_morph *morph = NULL;
    int got = -1;
    pl_epochs how = pl_classifier_epochs;
    how.seed = j->options.epochs.seed;
    how.prune = j->options.epochs.prune;
    j->options.dev = dev->list.at;
    j->options.n_dev = dev->list.n;
    j->options.epochs.progress = j->in.quiet ? NULL : print_pass;
    j->options.epochs.context = j;
    if (j->morph)
        morph = pl_morph_train(gold->list.at, gold->list.n, &how, err);
    if (!j->morph || morph != NULL)
        t = pl_tagger_train(gold->list.at, gold->list.n, &j->options, err);
    if (t != NULL)
        got = save(j, t, morph, gold->list.n, err);
    pl_tagger_free(t);
    pl_morph_free(morph);
    return got;
}

static int train(tag_job *j)
{
    pl_error err;
    trees gold = {0}, dev = {0};
    int got = read_trees(&j->in, &gold, &err);
    if (got == 0 && gold.list.n == 0)
        got = pl_fail(&err, PL_BAD_ARGUMENT, "there is no sentence to train on");
    if (got == 0 && j->dev != NULL)
        got = read_dev(j, &dev, &err);
    if (got == 0)
        got = pl_rules_learn(&j->in.rules, gold.list.at, gold.list.n, &err);
    if (got == 0)
        got = learn(j, &gold, &dev, &err);
    PL_VEC_RELEASE(&gold.list);
    PL_VEC_RELEASE(&dev.list);
    pl_arena_release(&gold.arena);
    pl_arena_release(&dev.arena);
    return got < 0 ? fail(&err) : DONE;
}

/* -- the whole --------------------------------------------------------------------- */

static int check_options(const tag_job *j, const command *c)
{
    if (j->train && j->output == NULL)
        return usage_error(c, "--train needs -o MODEL");
    if (j->train && (j->model != NULL || j->score))
        return usage_error(c, "--train goes with neither --model nor --score");
    if (!j->train && j->dev != NULL)
        return usage_error(c, "--dev goes with --train");
    return -1;
}

static int run(args *a)
{
    tag_job j = {.options = pl_tag_defaults};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (j.to == NULL)
        j.to = format_for(j.train ? NULL : j.output, "tagged");
    if (status < 0)
        status = check_options(&j, a->command);
    if (j.model == NULL)
        j.model = "nl";
    if (!j.train && !j.score)
        j.in.source.read.otherwise = pl_format_find("text");
    if (status < 0)
        status = j.train ? train(&j) : use_model(&j);
    input_release(&j.in);
    return status;
}
