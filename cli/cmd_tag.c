/* pleach tag: part-of-speech tags for sentences; with --train, a tagger from a treebank.
 */
#include "output_name.h"
#include "part.h"

#include "base/clock.h"
#include "parser/model.h"


typedef struct job {
    input in;
    const char *model, *output, *dev;
    pl_write_settings write;
    bool to_named, train, score, time, morph;
    part_job part;
    pl_tag_options options;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('m', "model",  "MODEL",  PL_FILE_AT(job, model),                                PL_HELP(NULL, "tag with this model, which may be that of a parser: a file, or the name of an installed model (default: nl)")),
    PL_OPTION('t', "to",     "FORMAT", PL_FORMAT_AT(job, write.to, pl_write_format_name),     PL_HELP(NULL, "write this format (default: by the name of the output file, else tagged)")),
    PL_OPTION('o', "output", "FILE",   PL_FILE_AT(job, output),                               PL_HELP(NULL, "write to FILE; with --train, the model (default: standard output)")),
    PL_OPTION(0,   "score",  NULL,     PL_FLAG_AT(job, score),                                PL_HELP(NULL, "print the accuracy compared with the tags of the input, instead of the tagged sentences")),
    PL_OPTION(0,   "time",   NULL,     PL_FLAG_AT(job, time),                                 PL_HELP(NULL, "report on standard error how long tagging took")),
    PL_OPTION(0,   "train",  NULL,     PL_FLAG_AT(job, train),                                PL_HELP(NULL, "train a tagger on the input and write it to the file of -o")),
    PL_OPTION(0,   "dev",    "FILE",   PL_FILE_AT(job, dev),                                  PL_HELP(NULL, "with --train: evaluate on this treebank after each epoch and keep the best epoch")),
    PL_OPTION('e', "epochs", "N",      PL_INTEGER_AT(job, options.epochs.n, 1, 1000),         PL_HELP(NULL, "with --train: pass over the treebank N times (default: 10)")),
    PL_OPTION('b', "beam",   "K",      PL_INTEGER_AT(job, options.beam, 1, PL_MAX_TAG_BEAM),  PL_HELP(NULL, "with --train: keep K hypotheses at each word (default: 4)")),
    PL_OPTION(0,   "seed",   "N",      PL_INTEGER_AT(job, options.epochs.seed, 0, INT64_MAX), PL_HELP(NULL, "with --train: seed of the shuffling (default: 1)")),
    PL_OPTION(0,   "prune",  "W",      PL_REAL_AT(job, options.epochs.prune, 0, 1e9),         PL_HELP(NULL, "with --train: leave out weights nearer to zero than W (default: 0.05)")),
    PL_OPTION(0,   "morph",  NULL,     PL_FLAG_AT(job, morph),                                PL_HELP(NULL, "with --train: learn the full morphological tags of the treebank, too")),
    PL_OPTION(0,   "closed", "N",      PL_INTEGER_AT(job, options.closed, 1, INT32_MAX),      PL_HELP(NULL, "with --train: give words that occur at least N times only tags they occur with (default: 20)")),
    PL_INCLUDE(job, part, part_job, part_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- tagging ----------------------------------------------------------------------- */

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0.0;
}

static void report_time(const job *j, size_t n_sentences, size_t n_tokens, double spent)
{
    if (j->time)
        tell("%zu sentences, %zu tokens tagged in %.3f s: %.0f tokens/s\n", n_sentences,
             n_tokens, spent, spent > 0 ? (double)n_tokens / spent : 0.0);
}

static int tag_all(job *j, pl_tree_stream *in, pl_model_state *tagger, pl_sink *out, pl_error *err)
{
    pl_tree *tree;
    size_t n_sentences = 0, n_tokens = 0;
    double spent = 0;
    int got = 0;
    while (got >= 0 && (got = pl_tree_stream_next(in, NULL, &tree, err)) > 0) {
        double start = pl_thread_clock();
        pl_model_tag(tagger, tree);
        spent += pl_thread_clock() - start;
        n_sentences++;
        n_tokens += tree->n_tokens;
        j->part.manifest.n_tokens = n_tokens;
        if (pl_sink_put(out, tree, NULL, err) < 0)
            got = pl_source_reject(in->source, tree, err);
    }
    progress_hide();
    report_time(j, n_sentences, n_tokens, spent);
    return got;
}

static int tag(job *j, const pl_model *m, pl_model_state *tagger, pl_error *err)
{
    pl_tree_stream in;
    pl_sink out = {0};
    if (pl_read_take_rules(&j->in.read, m->file, err) < 0)
        return -1;
    j->part.manifest.model = pl_sections_checksum(m->file);
    part_set(&j->part, &j->write.write);
    progress p = progress_beside(j->in.quiet, j->output);
    int got = stream_open(&in, &j->in, NULL, p, err);
    if (got == 0)
        got = pl_sink_open(&out, j->output, &j->write, err);
    if (got == 0)
        got = part_open(&j->part, out.writers.at[0]->out, false, err);
    if (got == 0)
        got = tag_all(j, &in, tagger, &out, err);
    if (j->to_named)
        pl_sink_report(&out, &j->in.read.events);
    if (got == 0)
        part_read(&j->part, in.source);
    stream_close(&in);
    got = pl_sink_end(&out, got, err);
    return got == 0 ? part_end(&j->part, err) : got;
}

/* -- scores ------------------------------------------------------------------------ */

/* Reads the next sentence in which every word has a tag. */
static int next_tagged(pl_tree_stream *in, pl_tree **tree, pl_error *err)
{
    int got;
    while ((got = pl_tree_stream_next(in, NULL, tree, err)) > 0 && pl_tags_check(*tree, err) < 0)
        if (pl_source_reject(in->source, *tree, err) < 0)
            return -1;
    return got;
}

static void print_score(const pl_tag_score *s)
{
    size_t n = s->n[0] + s->n[1];
    print("sentences    %8zu   exact %.2f\n", s->n_sentences,
          percent(s->n_exact, s->n_sentences));
    print("tokens       %8zu   right %.2f\n", n, pl_tag_score_percent(s));
    print("  known      %8zu   right %.2f\n", s->n[1], percent(s->right[1], s->n[1]));
    print("  unknown    %8zu   right %.2f\n", s->n[0], percent(s->right[0], s->n[0]));
    if (s->has_morph)
        print("with morph   %8zu   right %.2f\n", n, percent(s->n_morph, n));
}

/* Tags the words of a sentence anew and compares. */
static void score_tree(pl_tag_score *s, const pl_model *m, pl_model_state *tagger,
                       const pl_tree *gold, pl_arena *scratch)
{
    pl_tree *found = pl_tree_new(scratch, gold->n_tokens);
    bool *known = PL_NEW_ARRAY(scratch, bool, gold->n_tokens + 1);
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        found->tokens[i].word = gold->tokens[i].word;
        known[i] = pl_model_knows_word(m, gold->tokens[i].word);
    }
    pl_model_tag(tagger, found);
    pl_tag_score_compare(s, gold, found, known, pl_model_has_morph(m));
}

static int score(job *j, const pl_model *m, pl_model_state *tagger, pl_error *err)
{
    pl_tree_stream in;
    pl_tree *tree;
    pl_tag_score s = {0};
    double spent = 0;
    int got = stream_open(&in, &j->in, NULL, progress_start(true), err);
    while (got >= 0 && (got = next_tagged(&in, &tree, err)) > 0) {
        double start = pl_thread_clock();
        score_tree(&s, m, tagger, tree, tree->arena);
        spent += pl_thread_clock() - start;
    }
    stream_close(&in);
    if (got < 0)
        return -1;
    print_score(&s);
    report_time(j, s.n_sentences, s.n[0] + s.n[1], spent);
    return 0;
}

static int use_model(job *j, pl_error *err)
{
    pl_model_settings only_tags = {.tags_only = true};
    pl_model *m = pl_model_load(j->model, &only_tags, err);
    if (m == NULL)
        return -1;
    pl_model_state *tagger = pl_model_state_new(m);
    int got = j->score ? score(j, m, tagger, err) : tag(j, m, tagger, err);
    pl_model_state_free(tagger);
    pl_model_free(m);
    return got < 0 ? -1 : 0;
}

/* -- training ---------------------------------------------------------------------- */

/* Words with tags and morphology, which is all that a tagger learns from. */
typedef struct trees {
    PL_VEC(pl_tree *) list;
    pl_intern texts; /* one copy of each word and tag */
    pl_arena arena;
} trees;

static const char *keep_text(trees *to, const char *text)
{
    uint32_t id = text != NULL ? pl_intern_add(&to->texts, text) : PL_NONE;
    return text != NULL ? to->texts.at[id] : NULL;
}

static void keep_words(trees *to, const pl_tree *t)
{
    pl_tree *words = pl_tree_new(&to->arena, t->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        words->tokens[i].word = keep_text(to, t->tokens[i].word);
        words->nodes[i].label = keep_text(to, t->nodes[i].label);
        words->nodes[i].morph = keep_text(to, t->nodes[i].morph);
    }
    PL_PUSH(&to->list, words);
}

static int read_trees(input *in, trees *to, pl_error *err)
{
    pl_tree_stream s;
    pl_tree *tree;
    int got = stream_open(&s, in, NULL, progress_start(true), err);
    while (got >= 0 && (got = next_tagged(&s, &tree, err)) > 0)
        keep_words(to, tree);
    stream_close(&s);
    return got;
}

static void release_trees(trees *t)
{
    PL_VEC_RELEASE(&t->list);
    pl_intern_release(&t->texts);
    pl_arena_release(&t->arena);
}

static int read_dev(const job *j, trees *to, pl_error *err)
{
    input dev = {
        .read.source.read = j->in.read.source.read, .writes = j->in.writes, .quiet = j->in.quiet};
    PL_PUSH(&dev.files, j->dev);
    int got = read_trees(&dev, to, err);
    PL_VEC_RELEASE(&dev.files);
    pl_rules_release(&dev.read.rules);
    return got;
}

static void print_pass(void *context, const pl_pass *pass)
{
    const job *j = context;
    tell("epoch %u: %.2f%% of the sentences wrong", pass->number,
         percent(pass->n_wrong, pass->n_examples));
    if (j->dev != NULL)
        tell(", dev %.2f", pass->dev);
    tell("\n");
}

static int save(const job *j, const pl_tagger *t, const pl_morph *morph,
                size_t n_sentences, pl_error *err)
{
    pl_section_list list = {0};
    pl_str about = {0};
    pl_str_printf(&about, "kind: tagger\n");
    for (size_t i = 0; i < j->in.files.n; i++)
        pl_str_printf(&about, "train: %s\n", pl_base_name(j->in.files.at[i]));
    pl_str_printf(&about, "tagger-sentences: %zu\ntagger-epochs: %u\ntagger-seed: %llu\n",
                  n_sentences, t->pass.number,
                  (unsigned long long)j->options.epochs.seed);
    if (j->dev != NULL)
        pl_str_printf(&about, "tagger-dev: %.2f\n", t->pass.dev);
    if (j->in.read.tokenizer != NULL)
        pl_str_printf(&about, "tokenizer: %s\n", pl_base_name(j->in.read.tokenizer));
    pl_sections_add_text(&list, "about", &about);
    pl_tagger_put(t, &list);
    if (morph != NULL)
        pl_morph_put(morph, &list);
    if (j->in.read.tokenizer != NULL)
        pl_rules_put(&j->in.read.rules, &list);
    int done = pl_sections_save(&list, j->output, err);
    pl_sections_release(&list);
    pl_str_release(&about);
    return done;
}

static int learn(job *j, const trees *gold, const trees *dev, pl_error *err)
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

static int train(job *j, pl_error *err)
{
    trees gold = {0}, dev = {0};
    int got = read_trees(&j->in, &gold, err);
    if (got == 0 && gold.list.n == 0)
        got = pl_fail(err, PL_BAD_ARGUMENT, "there is no sentence to train on");
    if (got == 0 && j->dev != NULL)
        got = read_dev(j, &dev, err);
    if (got == 0)
        got = pl_rules_learn(&j->in.read.rules, gold.list.at, gold.list.n, err);
    if (got == 0)
        got = learn(j, &gold, &dev, err);
    release_trees(&gold);
    release_trees(&dev);
    return got;
}

/* -- the whole --------------------------------------------------------------------- */

/* Why the options cannot be combined; NULL: they can. */
static const char *conflict(const job *j)
{
    if (j->train && j->output == NULL)
        return "--train needs -o MODEL";
    if (j->train && (j->model != NULL || j->score))
        return "--train goes with neither --model nor --score";
    if (!j->train && j->dev != NULL)
        return "--dev goes with --train";
    if (j->part.numbers.n_parts > 0 && (j->train || j->score))
        return "--part goes with neither --train nor --score";
    return NULL;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.options = pl_tag_defaults};
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    if (conflict(j) != NULL)
        return usage_error(&cmd_tag, "%s", conflict(j));
    j->in.writes = j->output;
    j->to_named = j->write.to != NULL;
    bool writes = !j->train && !j->score;
    if (!j->to_named && output_format(&cmd_tag, writes ? j->output : NULL, "tagged", &j->write.to) != DONE)
        return USAGE;
    j->write.dependencies_hint = DEPENDENCIES_HINT;
    if (j->model == NULL)
        j->model = "nl";
    if (writes)
        j->in.read.source.read.otherwise = pl_format_find("text");
    exit_code code = part_begin(&j->part, &cmd_tag, &j->in, j->output, NULL);
    if (code == DONE) {
        int status = j->train ? train(j, &err) : use_model(j, &err);
        code = part_done_or_fail(&j->part, status, &err);
    }
    part_release(&j->part);
    return code;
}

const command cmd_tag = {
    .name = "tag",
    .synopsis = "[-m MODEL] [OPTION…] [IN…]  |  --train -o MODEL [OPTION…] TREEBANK…",
    .about = "tag words with their parts of speech; train a tagger",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
