/* Tags that vary for the same word in the same context. How likely a tag is follows from
 * counts in contexts that say more and more: the ending of the word, the word itself, the
 * word between these tags, the word between these words. */
#include "check/method.h"

#include <math.h>
#include <string.h>

enum { METHOD = PL_CHECK_TAGS, N_LEVELS = 5, ENDING = 3, EDGE = 0x7fffffff };

/* Other tags are proposed unless the one that is there is so much likelier: other methods
 * may know better. */
static const double doubt = -2;

typedef struct tags {
    pl_outcomes tally;
    pl_rivals choices; /* tags by word, and by ending */
    pl_samples samples;
    PL_VEC(uint64_t) endings; /* [words.n] hash of the last letters, and of the shape */
} tags;

static tags *tags_of(const pl_checker *c)
{
    return c->state[METHOD];
}

static uint64_t ending_of(const char *word)
{
    size_t n = strlen(word), from = n > ENDING ? n - ENDING : 0;
    while (from > 0 && ((unsigned char)word[from] & 0xc0) == 0x80)
        from--;
    bool capital = word[0] >= 'A' && word[0] <= 'Z',
         digit = word[0] >= '0' && word[0] <= '9';
    return pl_context(pl_keyed_hash(word + from, n - from), capital + 2u * digit);
}

/* The contexts of a word, from the one that says least to the one that says most. */
static void contexts(const tags *s, const pl_checked *v, uint32_t i, uint64_t *out)
{
    uint32_t last = v->tree->n_tokens - 1, word = v->words[i];
    uint32_t parent = v->tree->nodes[i].parent;
    out[0] = pl_context(1, s->endings.at[word]);
    out[1] = pl_context(2, word);
    out[2] =
        pl_context(pl_context(3, word), parent != PL_NONE ? v->symbols[parent] : EDGE);
    out[3] = pl_context(pl_context(pl_context(4, word), i > 0 ? v->symbols[i - 1] : EDGE),
                        i < last ? v->symbols[i + 1] : EDGE);
    out[4] = pl_context(pl_context(pl_context(5, word), i > 0 ? v->words[i - 1] : EDGE),
                        i < last ? v->words[i + 1] : EDGE);
}

static void count_tree(pl_checker *c, uint32_t sentence, int by)
{
    const pl_checked *v = &c->sentences.at[sentence].view;
    uint64_t at[N_LEVELS];
    for (uint32_t i = 0; i < v->tree->n_tokens; i++) {
        contexts(tags_of(c), v, i, at);
        for (int k = 0; k < N_LEVELS; k++)
            pl_outcomes_add(&tags_of(c)->tally, at[k], v->symbols[i], by);
    }
}

static void forget(pl_checker *c, uint32_t sentence)
{
    count_tree(c, sentence, -1);
}

static void remember(pl_checker *c, uint32_t sentence)
{
    count_tree(c, sentence, 1);
}

static uint64_t sample_key(uint64_t context, uint32_t tag)
{
    return pl_context(context, tag);
}

static void learn_sentence(pl_checker *c, uint32_t sentence)
{
    tags *s = tags_of(c);
    const pl_checked *v = &c->sentences.at[sentence].view;
    uint64_t at[N_LEVELS];
    count_tree(c, sentence, 1);
    for (uint32_t i = 0; i < v->tree->n_tokens; i++) {
        contexts(s, v, i, at);
        for (int k = 0; k < N_LEVELS; k++)
            pl_samples_add(&s->samples, sample_key(at[k], v->symbols[i]),
                           (pl_spot){sentence, i});
        pl_rivals_add(&s->choices, at[0], v->symbols[i]);
        pl_rivals_add(&s->choices, at[1], v->symbols[i]);
    }
}

static int learn(pl_checker *c, pl_error *err)
{
    tags *s = c->state[METHOD] = pl_alloc_zero(1, sizeof *s);
    for (uint32_t i = 0; i < c->words.n; i++)
        PL_PUSH(&s->endings, ending_of(c->words.at[i]));
    for (uint32_t i = 0; i < c->sentences.n; i++)
        learn_sentence(c, i);
    pl_rivals_sort(&s->choices);
    return 0;
}

/* log P(tag | all that is known of the word) */
static double chance(const pl_checker *c, const uint64_t *at, uint32_t tag)
{
    double p = 1.0 / (c->names.n + 1.0);
    for (int k = 0; k < N_LEVELS; k++)
        p = pl_outcomes_share(&tags_of(c)->tally, at[k], tag, p);
    return log(p);
}

static double score(pl_checker *c, uint32_t sentence, const pl_edited *change)
{
    uint64_t at[N_LEVELS];
    uint32_t word = change->edit.node;
    if (change->edit.kind != PL_EDIT_TAG)
        return 0;
    contexts(tags_of(c), change->before, word, at);
    return chance(c, at, change->edit.label) -
           chance(c, at, change->before->symbols[word]);
}

/* The best other tag for a word: of those seen with it, or if it is new, with its ending. */
static void propose_word(pl_checker *c, const pl_checked *v, uint32_t i, pl_edits *out)
{
    const tags *s = tags_of(c);
    const pl_rival *choices;
    uint64_t at[N_LEVELS];
    uint32_t best = PL_NONE;
    double most = 0;
    contexts(s, v, i, at);
    int level = pl_outcomes_total(&s->tally, at[1]) > 0 ? 1 : 0;
    size_t n = pl_rivals_of(&s->choices, at[level], &choices);
    for (size_t k = 0; k < n; k++) {
        double p = choices[k].outcome != v->symbols[i] ? chance(c, at, choices[k].outcome)
                                                       : -INFINITY;
        if (p > -INFINITY && (best == PL_NONE || p > most)) {
            best = choices[k].outcome;
            most = p;
        }
    }
    if (best != PL_NONE && most - chance(c, at, v->symbols[i]) > doubt)
        PL_PUSH(out, (pl_edit){PL_EDIT_TAG, i, PL_NONE, best});
}

static void propose(pl_checker *c, uint32_t sentence, pl_edits *out)
{
    const pl_checked *v = &c->sentences.at[sentence].view;
    for (uint32_t i = 0; i < v->tree->n_tokens; i++)
        propose_word(c, v, i, out);
}

static void explain(pl_checker *c, uint32_t sentence, const pl_edited *change,
                    pl_reason *why)
{
    static const char *const names[N_LEVELS] = {
        "words with this ending", "this word", "this word below this label",
        "this word between these tags", "this word between these words"};
    const tags *s = tags_of(c);
    uint32_t word = change->edit.node, now = change->before->symbols[word];
    uint64_t at[N_LEVELS];
    int k = N_LEVELS - 1;
    contexts(s, change->before, word, at);
    while (k > 0 && pl_outcomes_count(&s->tally, at[k], change->edit.label) == 0)
        k--;
    pl_str_printf(why->text, "%s: %u times %s, %u times %s", names[k],
                  pl_outcomes_count(&s->tally, at[k], now), c->names.at[now],
                  pl_outcomes_count(&s->tally, at[k], change->edit.label),
                  c->names.at[change->edit.label]);
    why->samples = pl_samples_get(&s->samples, sample_key(at[k], change->edit.label));
}

static void release(pl_checker *c)
{
    tags *s = tags_of(c);
    pl_outcomes_release(&s->tally);
    pl_samples_release(&s->samples);
    PL_VEC_RELEASE(&s->choices.at, &s->endings);
    free(s);
}

const pl_method pl_check_tags = {
    .name = "tags",
    .about = "tags that vary for the same word in the same context",
    .weight = 0.2,
    .learn = learn,
    .forget = forget,
    .remember = remember,
    .propose = propose,
    .score = score,
    .explain = explain,
    .release = release,
};
