/* pleach tag: part-of-speech tags for sentences; with --train, a tagger from a treebank.
 */
#include "input.h"
#include "progress.h"
#include "tag.h"

#include <stdio.h>

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
        return number_arg(a, 1, 1000, &j->epochs) ? -1 : USAGE;
    case BEAM:
        return count_arg(a, 1, PL_MAX_TAG_BEAM, &j->options.beam) ? -1 : USAGE;
    case SEED:
        if (!number_arg(a, 0, INT64_MAX, &n))
            return USAGE;
        j->options.seed = (uint64_t)n;
        return -1;
    case CLOSED:
        return count_arg(a, 1, INT32_MAX, &j->options.closed) ? -1 : USAGE;
    case PRUNE:
        return weight_arg(a, &j->options.prune) ? -1 : USAGE;
    default:
        return input_option(&j->in, a, id);
    }
}

/* -- tagging ----------------------------------------------------------------------- */

static void report_time(const tag_job *j, size_t n_sentences, size_t n_tokens,
                        double spent)
{
    if (j->time)
        fprintf(stderr, "%zu sentences, %zu tokens tagged in %.3f s: %.0f tokens/s\n",
                n_sentences, n_tokens, spent, spent > 0 ? (double)n_tokens / spent : 0.0);
}

static int tag_all(tag_job *j, pl_source *source, pl_tagging *g, pl_writer *w,
                   pl_error *err)
{
    pl_arena arena = {0};
    pl_tree *tree;
    size_t n_sentences = 0, n_tokens = 0;
    double spent = 0;
    int got;
    progress p = progress_beside(j->in.quiet, j->output);
    while ((got = pl_source_next(source, &arena, &tree, err)) > 0) {
        double start = tag_seconds();
        pl_tagging_run(g, tree);
        if (j->made != NULL)
            pl_morph_label(j->made, tree, &arena);
        spent += tag_seconds() - start;
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

/* The morphology in the model, if it has one. */
static int use_morph(tag_job *j, const pl_tagger *t, pl_error *err)
{
    bool found;
    j->made = pl_morph_from(t->file, &found, err);
    return found && j->made == NULL ? -1 : 0;
}

static int tag(tag_job *j)
{
    pl_error err;
    pl_source *source = NULL;
    pl_writer *w = NULL;
    pl_tagging *g = NULL;
    int got = -1;
    pl_tagger *t = pl_tagger_open(j->model, &err);
    if (t == NULL || use_rules(j, t, &err) < 0 || use_morph(j, t, &err) < 0 ||
        (source = input_open(&j->in, &err)) == NULL ||
        (w = pl_writer_open(j->output, j->to, NULL, &err)) == NULL)
        goto done;
    g = pl_tagging_new(t);
    got = tag_all(j, source, g, w, &err);
    if (j->to_named)
        input_say_lost(&j->in, w);
    input_report(&j->in, source);
done:
    if (pl_writer_close(w, got < 0 ? NULL : &err) < 0)
        got = -1;
    pl_tagging_free(g);
    pl_source_close(source);
    pl_tagger_free(t);
    return got < 0 ? fail(&err) : DONE;
}

static int score(tag_job *j)
{
    pl_error err;
    tag_score s = {0};
    pl_tagger *t = pl_tagger_open(j->model, &err);
    int got = t != NULL && use_morph(j, t, &err) == 0
                  ? tag_accuracy(&j->in, t, j->made, &s, &err)
                  : -1;
    pl_tagger_free(t);
    if (got < 0)
        return fail(&err);
    tag_score_print(&s);
    report_time(j, s.n_sentences, s.n[0] + s.n[1], s.seconds);
    return DONE;
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
    tag_job j = {.options = pl_tag_defaults, .epochs = 10};
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
        status = j.train ? tag_train(&j) : j.score ? score(&j) : tag(&j);
    pl_morph_free(j.made);
    input_release(&j.in);
    return status;
}
