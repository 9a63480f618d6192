/* What a model carries beside its parser, so that one file leads from text to trees: a
 * tokenizer, a tagger, morphology, lemmas, functions; see training.h. */
#include "train/training.h"

#include "base/alloc.h"
#include "base/str.h"
#include "tag/tagger.h"

#include <string.h>

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

/* -- tokenizer ---------------------------------------------------------------------- */

/* Where sentences end is learned from treebanks that have text. */
static int learn_boundaries(pl_training *t, pl_error *err)
{
    pl_epochs how = pl_classifier_epochs;
    pl_boundary_scores scores = {0};
    how.seed = t->options->seed;
    if (pl_boundaries_learn(&t->rules, t->gold.trees.at, pl_gold_trees_n(&t->gold), t->dev.trees.at,
                            t->dev.trees.n, &how, &scores, err) < 0)
        return -1;
    if (scores.rules > 0 || scores.learned > 0) {
        pl_training_figure(t, "sentences-by-rules", scores.rules);
        pl_training_figure(t, "sentences-learned", scores.learned);
    }
    return 0;
}

/* Where the treebank cuts words is learned if the rules leave that to it. */
static int learn_cuts(pl_training *t, pl_error *err)
{
    const char *name = t->options->tokenizer;
    if (pl_rules_load(&t->rules, name, err) < 0)
        return -1;
    t->has_rules = true;
    pl_str_printf(&t->figures, "tokenizer: %s\n", pl_base_name(name));
    if (pl_rules_learn(&t->rules, t->gold.trees.at, pl_gold_trees_n(&t->gold), err) < 0)
        return -1;
    return learn_boundaries(t, err);
}

/* -- functions ---------------------------------------------------------------------- */

/* How many nodes of dev get the right function in trees that are right otherwise. */
static void measure_functions(pl_training *t)
{
    pl_arena scratch = {0};
    size_t n = 0, right = 0;
    for (size_t i = 0; i < t->dev.trees.n; i++) {
        const pl_tree *gold = t->dev.trees.at[i];
        pl_tree *copy = pl_tree_copy(gold, &scratch);
        pl_functions_label(t->model.functions, copy, NULL, &scratch);
        for (uint32_t v = 0; v < gold->n_nodes; v++) {
            n += gold->nodes[v].func != NULL;
            right += gold->nodes[v].func != NULL &&
                     pl_same_text(gold->nodes[v].func, copy->nodes[v].func);
        }
        pl_arena_reset(&scratch);
    }
    pl_training_figure(t, "functions-dev", percent(right, n));
    pl_arena_release(&scratch);
}

static int learn_functions(pl_training *t, pl_error *err)
{
    const pl_train_options *o = t->options;
    pl_epochs how = pl_classifier_epochs;
    how.seed = o->seed;
    how.prune = o->function_prune;
    if (t->gold.rules == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "functions are for constituents: relations are learnt anyway");
    pl_gold_trees_show_functions(&t->gold, true);
    t->model.functions = pl_functions_train(t->gold.trees.at, pl_gold_trees_n(&t->gold),
                                            pl_heads_text(t->gold.rules), &how, err);
    pl_gold_trees_show_functions(&t->gold, false);
    if (t->model.functions == NULL)
        return -1;
    if (t->dev.trees.n > 0)
        measure_functions(t);
    return 0;
}

/* -- tags --------------------------------------------------------------------------- */

/* What taggers and morphology learn from: the trees, or the twins of some. `rest` gets the
 * twins of these and the others; NULL: not wanted. */
static pl_tree **mixed_trees(pl_training *t, pl_tree ***rest)
{
    size_t n = pl_gold_trees_n(&t->gold);
    pl_tree **mixed = PL_NEW_ARRAY(&t->arena, pl_tree *, n + 1);
    pl_tree **others = PL_NEW_ARRAY(&t->arena, pl_tree *, n + 1);
    for (size_t i = 0; i < n; i++) {
        pl_tree *twin = pl_gold_trees_twin(&t->gold, i);
        bool rough = twin != NULL &&
                     pl_trainer_takes_twin(t->options->robust, t->options->seed, 0, i);
        mixed[i] = rough ? twin : t->gold.trees.at[i];
        others[i] = rough ? t->gold.trees.at[i] : twin;
    }
    if (rest != NULL)
        *rest = t->gold.n_twins > 0 ? others : NULL;
    return mixed;
}

static int learn_morph(pl_training *t, pl_error *err)
{
    pl_epochs how = pl_classifier_epochs;
    how.seed = t->options->seed;
    how.prune = t->options->morph_prune;
    t->model.morph =
        pl_morph_train(mixed_trees(t, NULL), pl_gold_trees_n(&t->gold), &how, err);
    return t->model.morph != NULL ? 0 : -1;
}

/* The share of words of dev that get the right lemma, given tags and morphology. */
static void measure_lemmas(pl_training *t)
{
    pl_arena scratch = {0};
    size_t n = 0, right = 0;
    for (size_t i = 0; i < t->dev.trees.n; i++) {
        const pl_tree *gold = t->dev.trees.at[i];
        pl_tree *copy = pl_tree_copy(gold, &scratch);
        pl_lemmas_label(t->model.lemmas, copy, true, NULL, &scratch);
        for (uint32_t v = 0; v < gold->n_tokens; v++) {
            n += gold->nodes[v].lemma != NULL;
            right += gold->nodes[v].lemma != NULL &&
                     pl_same_text(gold->nodes[v].lemma, copy->nodes[v].lemma);
        }
        pl_arena_reset(&scratch);
    }
    pl_training_figure(t, "lemmas-dev", percent(right, n));
    pl_arena_release(&scratch);
}

static int learn_lemmas(pl_training *t, pl_error *err)
{
    pl_epochs how = pl_classifier_epochs;
    how.seed = t->options->seed;
    t->model.lemmas =
        pl_lemmas_train(t->gold.trees.at, pl_gold_trees_n(&t->gold), &how, err);
    if (t->model.lemmas == NULL)
        return -1;
    if (t->dev.trees.n > 0)
        measure_lemmas(t);
    return 0;
}

/* Measures on dev the share of right tags, and of words with right tag and morphology. */
static void measure_tagger(pl_training *t)
{
    pl_arena scratch = {0};
    pl_tag_score s = {0};
    size_t n = 0;
    for (size_t i = 0; i < t->dev.trees.n; i++) {
        n += t->dev.trees.at[i]->n_tokens;
        pl_tag_score_add(&s, t->model.tagger, t->model.morph, t->dev.trees.at[i],
                         &scratch);
        pl_arena_reset(&scratch);
    }
    pl_training_figure(t, "tagger-dev", pl_tag_score_percent(&s));
    if (t->model.morph != NULL)
        pl_training_figure(t, "morph-dev", percent(s.n_morph, n));
    pl_arena_release(&scratch);
}

/* Gives the words the morphology and the coarse tags that belong to their tags now. */
static void predict_morph(pl_training *t)
{
    pl_arena scratch = {0};
    for (size_t i = 0; i < t->gold.trees.n; i++) {
        pl_morph_label(t->model.morph, t->gold.trees.at[i], true, &scratch);
        pl_arena_reset(&scratch);
    }
    pl_arena_release(&scratch);
}

/* The parser learns with the tags of taggers that have not seen the sentence. These train
 * half as long, which makes them nearly as good; pruning is that of the defaults, so that
 * the parser does not depend on how the tagger is pruned. */
static int predict_tags(pl_training *t, const pl_tag_options *options, pl_error *err)
{
    pl_jackknife how = {PL_JACKKNIFE_FOLDS, *options, t->options->threads};
    size_t n_right, n = pl_gold_trees_n(&t->gold), n_words = 0;
    pl_tree **rest, **mixed = mixed_trees(t, &rest);
    for (size_t i = 0; i < n; i++)
        n_words += mixed[i]->n_tokens;
    how.options.epochs.n = (options->epochs.n + 1) / 2;
    how.options.epochs.prune = pl_tag_defaults.epochs.prune;
    if (pl_jackknife_tags(mixed, rest, n, &how, &t->arena, &n_right, err) < 0)
        return -1;
    if (t->model.morph != NULL)
        predict_morph(t);
    pl_str_puts(&t->figures, "training-tags: predicted\n");
    pl_training_figure(t, "training-tags-right", percent(n_right, n_words));
    return 0;
}

static int learn_tags(pl_training *t, pl_error *err)
{
    const pl_train_options *o = t->options;
    pl_tag_options how = pl_tag_defaults;
    if (o->tag_epochs > 0)
        how.epochs.n = o->tag_epochs;
    how.epochs.seed = o->seed;
    how.epochs.prune = o->tag_prune;
    t->model.tagger =
        pl_tagger_train(mixed_trees(t, NULL), pl_gold_trees_n(&t->gold), &how, err);
    if (t->model.tagger == NULL)
        return -1;
    if (t->dev.trees.n > 0)
        measure_tagger(t);
    return o->predicted_tags ? predict_tags(t, &how, err) : 0;
}

int pl_training_companions(pl_training *t, pl_error *err)
{
    const pl_train_options *o = t->options;
    if (o->about != NULL)
        pl_str_puts(&t->figures, o->about);
    if (o->tokenizer != NULL && learn_cuts(t, err) < 0)
        return -1;
    if (o->functions && learn_functions(t, err) < 0)
        return -1;
    if (o->morph && learn_morph(t, err) < 0)
        return -1;
    if (o->lemmas && learn_lemmas(t, err) < 0)
        return -1;
    return o->tagger || o->predicted_tags ? learn_tags(t, err) : 0;
}
