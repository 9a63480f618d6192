/* Training the tagger; see tagger_train.h. */
#include "tag/tagger_train.h"

#include "base/rng.h"
#include "learn/compact.h"
#include "learn/learner.h"
#include "tag/tag_features.h"

#include <stdlib.h>

const pl_tag_options pl_tag_defaults = {
    .beam = PL_TAG_BEAM, .seed = 1, .closed = 20, .margin = 40, .prune = 0.05};

typedef struct example {
    const pl_tree *words;
    uint16_t *gold; /* [n_tokens] */
} example;

struct pl_tag_trainer {
    pl_tag_options options;
    pl_rng rng;
    pl_arena arena;
    PL_VEC(example) examples;
    pl_tag_counts counts;
    pl_lexicon lexicon;
    pl_learner *learner; /* NULL until the first epoch */
    pl_tagging *search;
    size_t longest;
};

pl_tag_trainer *pl_tag_trainer_new(const pl_tag_options *options)
{
    pl_tag_trainer *r = pl_alloc_zero(1, sizeof *r);
    r->options = options != NULL ? *options : pl_tag_defaults;
    r->rng.state = r->options.seed;
    return r;
}

int pl_tag_trainer_add(pl_tag_trainer *r, const pl_tree *t, pl_error *err)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label == NULL)
            return pl_fail(err, PL_BAD_INPUT, "word %u (%s) has no tag", i + 1,
                           t->tokens[i].word);
    pl_tree *words = pl_tree_new(&r->arena, t->n_tokens);
    example e = {words, pl_arena_alloc(&r->arena, (t->n_tokens + 1) * sizeof *e.gold)};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        if (!pl_tag_counts_add(&r->counts, t->tokens[i].word, t->nodes[i].label))
            return pl_fail(err, PL_TOO_LARGE, "there are more than %u different tags",
                           PL_MAX_TAGS);
        uint64_t token = r->counts.tokens.at[r->counts.tokens.n - 1];
        e.gold[i] = (uint16_t)token;
        words->tokens[i].word = r->counts.words.at[token >> 16];
    }
    PL_PUSH(&r->examples, e);
    if (t->n_tokens > r->longest)
        r->longest = t->n_tokens;
    return 0;
}

static void begin(pl_tag_trainer *r)
{
    pl_lexicon_make(&r->lexicon, &r->counts, r->options.closed);
    r->learner = pl_learner_new(r->lexicon.tags.n > 0 ? r->lexicon.tags.n : 1);
    r->search = pl_tagging_with(&r->lexicon, pl_learner_weights(r->learner),
                                r->options.beam, r->options.margin);
}

static void change(pl_tag_trainer *r, const pl_word_info *words, uint32_t i,
                   const uint16_t *tags, int by, bool fixed)
{
    uint64_t hashes[PL_MAX_FIXED];
    uint32_t t1 = i > 0 ? tags[i - 1] + 1u : 0, t2 = i > 1 ? tags[i - 2] + 1u : 0;
    uint32_t n = fixed ? pl_tag_fixed(words, i, hashes) : 0;
    for (uint32_t k = 0; k < n; k++)
        pl_learner_update(r->learner, hashes[k], tags[i], by);
    n = pl_tag_moving(words, i, t1, t2, pl_tagging_kin(r->search, i, tags), hashes);
    for (uint32_t k = 0; k < n; k++)
        pl_learner_update(r->learner, hashes[k], tags[i], by);
}

/* What the features of word i see of the tags is the same. */
static bool same(const pl_tagging *g, const uint16_t *a, const uint16_t *b, uint32_t i)
{
    return a[i] == b[i] && pl_tagging_kin(g, i, a) == pl_tagging_kin(g, i, b) &&
           (i < 1 || a[i - 1] == b[i - 1]) && (i < 2 || a[i - 2] == b[i - 2]);
}

void pl_tag_trainer_epoch(pl_tag_trainer *r, size_t *n_wrong)
{
    if (r->learner == NULL)
        begin(r);
    uint16_t *tags = pl_alloc((r->longest + 1) * sizeof *tags);
    *n_wrong = 0;
    pl_rng_shuffle(&r->rng, r->examples.at, r->examples.n, sizeof *r->examples.at);
    for (size_t s = 0; s < r->examples.n; s++) {
        const example *e = &r->examples.at[s];
        uint32_t n;
        pl_tagging_search(r->search, e->words, e->gold, tags, &n);
        const pl_word_info *words = pl_tagging_words(r->search);
        for (uint32_t i = 0; i < n; i++)
            if (!same(r->search, tags, e->gold, i)) {
                change(r, words, i, e->gold, 1, tags[i] != e->gold[i]);
                change(r, words, i, tags, -1, tags[i] != e->gold[i]);
            }
        *n_wrong += n > 0;
        pl_learner_tick(r->learner);
    }
    free(tags);
}

/* A copy that lives apart from the trainer. */
static void copy_lexicon(const pl_lexicon *x, pl_lexicon *to)
{
    pl_str tags = {0}, words = {0};
    pl_error err;
    pl_lexicon_put_tags(x, &tags);
    pl_lexicon_put_words(x, &words);
    pl_lexicon_get(to, pl_str_text(&tags), tags.n, pl_str_text(&words), words.n, &err);
    pl_str_release(&tags);
    pl_str_release(&words);
}

pl_tagger *pl_tag_trainer_finish(pl_tag_trainer *r)
{
    if (r->learner == NULL)
        begin(r);
    pl_tagger *t = pl_alloc_zero(1, sizeof *t);
    t->beam = r->options.beam;
    pl_bytes b = pl_compact_new(r->learner, r->options.prune);
    t->owned = b.owned;
    t->weights = b.at;
    t->weights_size = b.size;
    copy_lexicon(&r->lexicon, &t->lexicon);
    return t;
}

pl_tagger *pl_tagger_learn(pl_tree *const *trees, size_t n, const pl_tag_options *options,
                           uint32_t epochs, pl_error *err)
{
    pl_tag_trainer *r = pl_tag_trainer_new(options);
    pl_tagger *t = NULL;
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++)
        status = pl_tag_trainer_add(r, trees[i], err);
    for (uint32_t e = 0; e < epochs && status == 0; e++) {
        size_t n_wrong;
        pl_tag_trainer_epoch(r, &n_wrong);
    }
    if (status == 0)
        t = pl_tag_trainer_finish(r);
    pl_tag_trainer_free(r);
    return t;
}

size_t pl_tag_trainer_sentences(const pl_tag_trainer *r)
{
    return r->examples.n;
}

void pl_tag_trainer_free(pl_tag_trainer *r)
{
    if (r == NULL)
        return;
    pl_arena_release(&r->arena);
    PL_VEC_RELEASE(&r->examples);
    pl_tag_counts_release(&r->counts);
    pl_lexicon_release(&r->lexicon);
    pl_learner_free(r->learner);
    pl_tagging_free(r->search);
    free(r);
}
