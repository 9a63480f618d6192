/* Tagging with a beam, and learning from its mistakes; see tagger.h.
 *
 * A hypothesis is the tag of one word and a link to the hypothesis of the word before.
 * Two that end in the same two tags have the same future, so only the better one is kept.
 * What the features of the word itself say about each tag is summed up once per word; per
 * hypothesis come only those that look at tags. A word with a single possible tag costs
 * nothing but the scores to order the beam by, which stay as they were. What a word's own
 * features say is remembered for the next time it comes. */
#include "tag/tagger.h"

#include "base/str.h"
#include "learn/compact.h"
#include "learn/learner.h"
#include "tag/rough.h"
#include "tag/tag_features.h"

#include <stdlib.h>
#include <string.h>

typedef struct hypothesis {
    int64_t score;
    uint32_t before;    /* in the cells of the word before */
    uint16_t tag, last; /* this tag and the one before, counted from 1 */
    bool gold;          /* all its tags are right */
} hypothesis;

/* The search for the tags of one sentence. With gold tags it also looks for the place to
 * learn from. */
typedef struct search {
    const pl_lexicon *lexicon;
    pl_weights weights;
    uint32_t beam;
    int32_t margin;     /* added to wrong tags while training */
    pl_tag_memo *known; /* words that come again; NULL: nothing is remembered */
    const pl_token *tokens;
    bool capitals;         /* all in capitals: words are not what they seem to be */
    pl_word_info *words;   /* [n_tokens + 4] */
    hypothesis *cells;     /* [n_tokens][beam] */
    uint32_t *sizes;       /* [n_tokens] hypotheses of each word */
    uint32_t stride;       /* tags, rounded up to whole vectors */
    int32_t *fixed, *sums; /* [PL_SUMS_ROOM], of which `stride` are used */
    int32_t *own;          /* the same of a word that is not remembered yet */
    uint16_t *possible;    /* [n_tags] tags that the word may have */
    hypothesis gold; /* the gold hypothesis of the word before, in or out of the beam */
} search;

/* -- one step ---------------------------------------------------------------------- */

typedef struct choices {
    const uint16_t *tags; /* [n] */
    size_t n;
} choices;

/* A closed word has the tags it was seen with; a rarer one these and all that unknown
 * words may have. */
static choices choices_of(search *g, const pl_word_info *w)
{
    const pl_lexicon *x = g->lexicon;
    if (w->certain)
        return (choices){&w->tag, 1};
    if (w->entry == NULL)
        return (choices){x->open.at, x->open.n};
    const uint16_t *own = x->choices.at + w->entry->first;
    size_t n_own = w->entry->n, n = 0;
    if (w->entry->closed)
        return (choices){own, n_own};
    for (; n < n_own; n++)
        g->possible[n] = own[n];
    for (size_t i = 0; i < x->open.n; i++) {
        size_t k = 0;
        while (k < n_own && own[k] != x->open.at[i])
            k++;
        if (k == n_own)
            g->possible[n++] = x->open.at[i];
    }
    return (choices){g->possible, n};
}

static const int32_t *sum_own(search *g, uint32_t i)
{
    uint64_t hashes[PL_MAX_FIXED];
    bool may_know = g->known != NULL && !g->capitals;
    pl_known_word *k =
        may_know ? pl_known_word_find(g->known, g->tokens[i].word) : NULL;
    if (k != NULL && k->summed)
        return k->sums;
    memset(g->own, 0, g->stride * sizeof *g->own);
    pl_weights_add(&g->weights, hashes, pl_tag_own(&g->words[i + 2], hashes), g->own);
    if (k != NULL) {
        memcpy(k->sums, g->own, g->stride * sizeof *k->sums);
        k->summed = true;
    }
    return g->own;
}

static void sum_fixed(search *g, uint32_t i)
{
    uint64_t hashes[PL_MAX_FIXED];
    if (g->known != NULL) {
        pl_tag_sum_fixed(&g->known->sums, g->words, i, sum_own(g, i), g->fixed);
        return;
    }
    uint32_t n = pl_tag_context(g->words, i, hashes);
    memcpy(g->fixed, sum_own(g, i), g->stride * sizeof *g->fixed);
    pl_weights_add(&g->weights, hashes, n, g->fixed);
}

enum { FAR_BACK = 40 }; /* words to look back for a tag of the same group */

/* Of the tags before word i the last one in the word's group, counted from 1; 0: none. */
static uint32_t find_kin(const search *g, uint32_t i, const uint16_t *tags)
{
    for (uint32_t k = i; g->words[i + 2].group != 0 && k > 0 && i - k < FAR_BACK; k--)
        if (pl_tag_is_kin(g->lexicon, &g->words[i + 2], tags[k - 1]))
            return tags[k - 1] + 1u;
    return 0;
}

/* The same for a hypothesis of the word before i. */
static uint32_t kin_of(const search *g, uint32_t i, const hypothesis *h)
{
    const pl_word_info *w = &g->words[i + 2];
    for (uint32_t k = i; w->group != 0 && k > 0 && i - k < FAR_BACK; k--) {
        if (pl_tag_is_kin(g->lexicon, w, h->tag - 1u))
            return h->tag;
        if (k > 1)
            h = g->cells + (size_t)(k - 2) * g->beam + h->before;
    }
    return 0;
}

/* Scores of all tags for word i after the hypothesis `h`, into g->sums. */
static void sum_moving(search *g, uint32_t i, const hypothesis *h, uint32_t kin)
{
    uint64_t hashes[PL_MAX_MOVING];
    pl_tags_before before = {h->tag, h->last, kin};
    if (g->known != NULL) {
        pl_tag_sum_moving(&g->known->sums, g->words, i, before, g->fixed, g->sums);
        return;
    }
    uint32_t n = pl_tag_moving(g->words, i, before, hashes);
    memcpy(g->sums, g->fixed, g->stride * sizeof *g->sums);
    pl_weights_add(&g->weights, hashes, n, g->sums);
}

/* Puts a hypothesis into the sorted list, unless it is full of better ones or has a
 * better one with the same two tags. Among equals the earlier stays. */
static uint32_t insert(hypothesis *list, uint32_t n, uint32_t room, hypothesis h)
{
    for (uint32_t k = 0; k < n; k++)
        if (list[k].tag == h.tag && list[k].last == h.last) {
            if (list[k].score >= h.score)
                return n;
            memmove(list + k, list + k + 1, (n - k - 1) * sizeof *list);
            n--;
            break;
        }
    uint32_t at = n;
    while (at > 0 && list[at - 1].score < h.score)
        at--;
    if (at == room)
        return n;
    uint32_t moved = (n < room ? n : room - 1) - at;
    memmove(list + at + 1, list + at, moved * sizeof *list);
    list[at] = h;
    return n < room ? n + 1 : room;
}

static const hypothesis start = {.gold = true};

/* A hypothesis so far behind the best one is given up: of 100,000 words one at most would
 * get its tag. In training all are kept. */
enum { HOPELESS = 100 * PL_COMPACT_SCALE };

static uint32_t without_hopeless(const hypothesis *list, uint32_t n)
{
    while (n > 1 && list[n - 1].score < list[0].score - HOPELESS)
        n--;
    return n;
}

/* What a hypothesis needs more than to come into the list: it is full, or the best one is so
 * far ahead that this one will be given up. */
static int64_t least_of(const hypothesis *list, uint32_t n, uint32_t room)
{
    int64_t hopeless = n > 0 ? list[0].score - HOPELESS - 1 : INT64_MIN;
    return n == room && list[n - 1].score > hopeless ? list[n - 1].score : hopeless;
}

/* Adds the hypotheses that come of from[k], where g->sums has the scores of the tags. */
static uint32_t extend(const search *g, const hypothesis *from, uint32_t k, choices c,
                       hypothesis *to, uint32_t n)
{
    int64_t score = from[k].score, least = least_of(to, n, g->beam);
    for (size_t j = 0; j < c.n; j++) {
        if (score + g->sums[c.tags[j]] <= least)
            continue;
        hypothesis h = {score + g->sums[c.tags[j]], k, (uint16_t)(c.tags[j] + 1),
                        from[k].tag, false};
        n = insert(to, n, g->beam, h);
        least = least_of(to, n, g->beam);
    }
    return n;
}

/* The same for a word with a single tag. */
static uint32_t extend_surely(const hypothesis *from, uint32_t n_from, uint16_t tag,
                              hypothesis *to, uint32_t room)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < n_from; k++) {
        hypothesis h = {from[k].score, k, (uint16_t)(tag + 1), from[k].tag, false};
        n = insert(to, n, room, h);
    }
    return n;
}

static void step(search *g, uint32_t i)
{
    choices c = choices_of(g, &g->words[i + 2]);
    const hypothesis *from = i > 0 ? g->cells + (size_t)(i - 1) * g->beam : &start;
    uint32_t n_from = i > 0 ? g->sizes[i - 1] : 1, n = 0;
    hypothesis *to = g->cells + (size_t)i * g->beam;
    if (c.n == 1) {
        g->sizes[i] = extend_surely(from, n_from, c.tags[0], to, g->beam);
        return;
    }
    sum_fixed(g, i);
    for (uint32_t k = 0; k < n_from; k++) {
        sum_moving(g, i, &from[k], kin_of(g, i, &from[k]));
        n = extend(g, from, k, c, to, n);
    }
    g->sizes[i] = without_hopeless(to, n);
}

/* The same in training: all hypotheses are kept, wrong ones get the margin, and the gold one
 * goes along, in or out of the beam. */
static void learning_step(search *g, uint32_t i, const uint16_t *gold_tags)
{
    uint32_t gold = gold_tags[i];
    choices c = choices_of(g, &g->words[i + 2]);
    const hypothesis *from = i > 0 ? g->cells + (size_t)(i - 1) * g->beam : &start;
    uint32_t n_from = i > 0 ? g->sizes[i - 1] : 1, n = 0;
    hypothesis *to = g->cells + (size_t)i * g->beam;
    bool sure = c.n == 1;
    if (!sure)
        sum_fixed(g, i);
    for (uint32_t k = 0; k < n_from; k++) {
        if (!sure)
            sum_moving(g, i, &from[k], kin_of(g, i, &from[k]));
        for (size_t j = 0; j < c.n; j++) {
            int64_t score = from[k].score + (sure ? 0 : g->sums[c.tags[j]]);
            score += c.tags[j] != gold ? g->margin : 0;
            if (n == g->beam && score <= to[n - 1].score)
                continue;
            hypothesis h = {score, k, (uint16_t)(c.tags[j] + 1), from[k].tag,
                            from[k].gold && c.tags[j] == gold};
            n = insert(to, n, g->beam, h);
        }
    }
    g->sizes[i] = n;
    if (!sure)
        sum_moving(g, i, &g->gold, find_kin(g, i, gold_tags));
    g->gold = (hypothesis){g->gold.score + (sure ? 0 : g->sums[gold]), 0,
                           (uint16_t)(gold + 1), g->gold.tag, true};
}

/* The tags of the best hypothesis over the first n words. */
static void backtrack(const search *g, uint32_t n, uint16_t *tags)
{
    uint32_t at = 0;
    for (uint32_t i = n; i-- > 0;) {
        const hypothesis *h = g->cells + (size_t)i * g->beam + at;
        tags[i] = (uint16_t)(h->tag - 1);
        at = h->before;
    }
}

static void begin(search *g, const pl_tree *t, const uint16_t *gold, pl_arena *m)
{
    size_t n = t->n_tokens, room = PL_SUMS_ROOM(g->weights.n_actions);
    g->stride = pl_kept_stride(g->weights.n_actions);
    g->tokens = t->tokens;
    g->capitals = gold == NULL && pl_in_capitals(t);
    g->words = pl_arena_alloc(m, (n + 4) * sizeof *g->words);
    g->cells = pl_arena_alloc(m, n * g->beam * sizeof *g->cells + 1);
    g->sizes = pl_arena_alloc(m, n * sizeof *g->sizes + 1);
    g->fixed = pl_arena_zero(m, room, sizeof *g->fixed);
    g->sums = pl_arena_zero(m, room, sizeof *g->sums);
    g->own = pl_arena_zero(m, room, sizeof *g->own);
    g->possible = pl_arena_alloc(m, room * sizeof *g->possible);
    g->gold = start;
    pl_word_infos(g->lexicon, t, gold, g->known, m, g->words);
}

void pl_tagger_memo(const pl_tagger *t, pl_tag_memo *known)
{
    pl_weights weights = pl_compact_weights(t->weights.at);
    pl_tag_memo_init(known, &weights);
}

void pl_tagger_label(const pl_tagger *t, pl_tree *sentence, pl_tag_memo *known,
                     pl_arena *scratch)
{
    search g = {.lexicon = &t->lexicon,
                .known = known,
                .weights = pl_compact_weights(t->weights.at),
                .beam = t->beam};
    uint32_t n = sentence->n_tokens;
    uint16_t *tags = pl_arena_alloc(scratch, n * sizeof *tags + 1);
    begin(&g, sentence, NULL, scratch);
    for (uint32_t i = 0; i < n; i++)
        step(&g, i);
    backtrack(&g, n, tags);
    for (uint32_t i = 0; i < n; i++)
        sentence->nodes[i].label = t->lexicon.tags.at[tags[i]];
}

/* The margin of the tag of word i, where the tags before it are known. */
static double margin_of(search *g, uint32_t i, const uint16_t *tags)
{
    choices c = choices_of(g, &g->words[i + 2]);
    hypothesis h = {.tag = (uint16_t)(i > 0 ? tags[i - 1] + 1 : 0),
                    .last = (uint16_t)(i > 1 ? tags[i - 2] + 1 : 0)};
    double margin = PL_ONE_TAG;
    if (c.n < 2)
        return margin;
    sum_fixed(g, i);
    sum_moving(g, i, &h, find_kin(g, i, tags));
    for (size_t j = 0; j < c.n; j++) {
        double ahead = g->sums[tags[i]] - g->sums[c.tags[j]];
        if (c.tags[j] != tags[i] && ahead < margin * PL_COMPACT_SCALE)
            margin = ahead / PL_COMPACT_SCALE;
    }
    return margin;
}

void pl_tagger_margins(const pl_tagger *t, const pl_tree *sentence, pl_arena *scratch,
                       double *margins)
{
    search g = {.lexicon = &t->lexicon,
                .weights = pl_compact_weights(t->weights.at),
                .beam = t->beam};
    uint32_t n = sentence->n_tokens;
    uint16_t *tags = pl_arena_alloc(scratch, n * sizeof *tags + 1);
    begin(&g, sentence, NULL, scratch);
    for (uint32_t i = 0; i < n; i++)
        tags[i] = (uint16_t)pl_intern_find(&t->lexicon.tags, sentence->nodes[i].label);
    for (uint32_t i = 0; i < n; i++)
        margins[i] = margin_of(&g, i, tags);
}

pl_tree *pl_tagger_copy(const pl_tagger *t, const pl_tree *sentence, pl_arena *m)
{
    pl_tree *copy = pl_tree_new(m, sentence->n_tokens);
    for (uint32_t i = 0; i < sentence->n_tokens; i++)
        copy->tokens[i].word = sentence->tokens[i].word;
    pl_tagger_label(t, copy, NULL, m);
    return copy;
}

/* -- scores ------------------------------------------------------------------------ */

void pl_tag_score_compare(pl_tag_score *s, const pl_tree *gold, const pl_tree *found,
                          const bool *known, bool has_morph)
{
    uint32_t n_right = 0;
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        const pl_node *a = &gold->nodes[i], *b = &found->nodes[i];
        bool right = pl_same_text(a->label, b->label);
        s->n[known[i]]++;
        s->right[known[i]] += right;
        s->n_morph += right && pl_same_text(a->morph, b->morph);
        s->has_morph |= has_morph && a->morph != NULL;
        n_right += right;
    }
    s->n_sentences++;
    s->n_exact += n_right == gold->n_tokens;
}

void pl_tag_score_add(pl_tag_score *s, const pl_tagger *t, const pl_morph *morph,
                      const pl_tree *gold, pl_arena *scratch)
{
    pl_tree *found = pl_tagger_copy(t, gold, scratch);
    bool *known = PL_NEW_ARRAY(scratch, bool, gold->n_tokens + 1);
    if (morph != NULL)
        pl_morph_label(morph, found, true, scratch);
    for (uint32_t i = 0; i < gold->n_tokens; i++)
        known[i] = pl_tagger_knows(t, gold->tokens[i].word);
    pl_tag_score_compare(s, gold, found, known, morph != NULL);
}

bool pl_tagger_knows(const pl_tagger *t, const char *word)
{
    return pl_intern_find(&t->lexicon.words, word) != PL_NONE;
}

double pl_tag_score_percent(const pl_tag_score *s)
{
    size_t n = s->n[0] + s->n[1];
    return n > 0 ? 100.0 * (double)(s->right[0] + s->right[1]) / (double)n : 0.0;
}

/* -- the file ---------------------------------------------------------------------- */

void pl_tagger_put(const pl_tagger *t, pl_section_list *list)
{
    pl_str text = {0};
    pl_str_printf(&text, "beam: %u\n", t->beam);
    pl_sections_add_text(list, "tagger", &text);
    pl_str_clear(&text);
    pl_lexicon_put_tags(&t->lexicon, &text);
    pl_sections_add_text(list, "tagger.tags", &text);
    pl_str_clear(&text);
    pl_lexicon_put_words(&t->lexicon, &text);
    pl_sections_add_text(list, "tagger.words", &text);
    pl_sections_add(list, "tagger.weights", t->weights.at, t->weights.size);
    pl_str_release(&text);
}

static int get_tagger(pl_tagger *t, const pl_sections *file, pl_error *err)
{
    const char *tags, *words, *weights;
    size_t n_tags, n_words, size;
    pl_str settings = {0};
    pl_sections_text(file, "tagger", &settings);
    long beam = pl_about_number(&settings, "beam", 0);
    pl_str_release(&settings);
    pl_sections_find(file, "tagger.tags", &tags, &n_tags);
    pl_sections_find(file, "tagger.words", &words, &n_words);
    pl_sections_find(file, "tagger.weights", &weights, &size);
    pl_bytes_borrow(&t->weights, weights, size);
    if (beam < 1 || beam > PL_MAX_TAG_BEAM)
        return pl_fail(err, PL_BAD_INPUT, "the settings of the tagger");
    t->beam = (uint32_t)beam;
    return pl_lexicon_get(&t->lexicon, tags, n_tags, words, n_words, err) == 0
               ? pl_compact_check(weights, size, t->lexicon.tags.n, err)
               : -1;
}

int pl_tagger_from(pl_tagger **to, const pl_sections *file, pl_error *err)
{
    pl_error why;
    *to = NULL;
    if (!pl_sections_has(file, "tagger"))
        return 0;
    pl_tagger *t = pl_alloc_zero(1, sizeof *t);
    if (get_tagger(t, file, &why) < 0) {
        pl_tagger_free(t);
        return pl_sections_damaged(file, why.text, err);
    }
    *to = t;
    return 1;
}

void pl_tagger_free(pl_tagger *t)
{
    if (t == NULL)
        return;
    pl_lexicon_release(&t->lexicon);
    pl_bytes_release(&t->weights);
    free(t);
}

/* -- training ---------------------------------------------------------------------- */

const pl_tag_options pl_tag_defaults = {
    .beam = PL_TAG_BEAM,
    .closed = 20,
    .margin = 40,
    .epochs = {.n = 10, .seed = 1, .prune = 0.05},
};

typedef struct training {
    const pl_tag_options *options;
    pl_tagger *tagger; /* its lexicon is complete, its weights come last */
    pl_tree *const *trees;
    uint16_t **gold; /* [n][n_tokens] */
    pl_arena arena;  /* of the gold tags */
    pl_arena scratch;
    pl_learner *learner;
    search search;
} training;

/* Adds `by` to the weights of the features of word i and the tag that it has. */
static void change(training *r, uint32_t i, const uint16_t *tags, int by, bool fixed)
{
    uint64_t hashes[PL_MAX_FIXED + PL_MAX_MOVING];
    const pl_word_info *words = r->search.words;
    uint32_t t1 = i > 0 ? tags[i - 1] + 1u : 0, t2 = i > 1 ? tags[i - 2] + 1u : 0;
    uint32_t n = fixed ? pl_tag_fixed(words, i, hashes) : 0;
    pl_tags_before before = {t1, t2, find_kin(&r->search, i, tags)};
    n += pl_tag_moving(words, i, before, hashes + n);
    for (uint32_t k = 0; k < n; k++)
        pl_learner_update(r->learner, hashes[k], tags[i], by);
}

/* Whether the features of word i see the same tags in both. */
static bool same_view(const search *g, const uint16_t *a, const uint16_t *b, uint32_t i)
{
    return a[i] == b[i] && find_kin(g, i, a) == find_kin(g, i, b) &&
           (i < 1 || a[i - 1] == b[i - 1]) && (i < 2 || a[i - 2] == b[i - 2]);
}

/* Tags a sentence. Returns after how many words the best hypothesis is furthest ahead of
 * the gold one, 0 if it never is. Wrong tags get `margin` more than their weights give
 * them, so that gold must win by that much. */
static uint32_t find_violation(search *g, uint32_t n, const uint16_t *gold)
{
    uint32_t worst_at = 0;
    int64_t worst = -1;
    for (uint32_t i = 0; i < n; i++) {
        learning_step(g, i, gold);
        const hypothesis *best = g->cells + (size_t)i * g->beam;
        if (!best->gold && best->score - g->gold.score >= worst) {
            worst = best->score - g->gold.score;
            worst_at = i + 1;
        }
    }
    return worst_at;
}

static bool learn_sentence(void *self, size_t number)
{
    training *r = self;
    const pl_tree *t = r->trees[number];
    const uint16_t *gold = r->gold[number];
    pl_arena_reset(&r->scratch);
    begin(&r->search, t, gold, &r->scratch);
    uint32_t n = find_violation(&r->search, t->n_tokens, gold);
    uint16_t *tags = pl_arena_alloc(&r->scratch, n * sizeof *tags + 1);
    backtrack(&r->search, n, tags);
    for (uint32_t i = 0; i < n; i++)
        if (!same_view(&r->search, tags, gold, i)) {
            change(r, i, gold, 1, tags[i] != gold[i]);
            change(r, i, tags, -1, tags[i] != gold[i]);
        }
    pl_learner_tick(r->learner);
    return n > 0;
}

/* Tags dev with the weights learned so far, and keeps them if none were better. */
static void score_pass(void *self, pl_pass *pass)
{
    training *r = self;
    pl_tag_score s = {0};
    pl_tagger now = *r->tagger;
    now.weights = pl_compact_new(r->learner, r->options->epochs.prune);
    for (size_t i = 0; i < r->options->n_dev; i++) {
        pl_arena_reset(&r->scratch);
        pl_tag_score_add(&s, &now, NULL, r->options->dev[i], &r->scratch);
    }
    pass->dev = pl_tag_score_percent(&s);
    if (r->tagger->weights.at == NULL || pass->dev > r->tagger->pass.dev) {
        pl_bytes_take(&r->tagger->weights, now.weights.owned, now.weights.size);
        r->tagger->pass = *pass;
    } else {
        pl_bytes_release(&now.weights);
    }
}

static int collect(training *r, size_t n, pl_error *err)
{
    pl_tag_counts counts = {0};
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        const pl_tree *t = r->trees[i];
        status = pl_tags_check(t, err);
        r->gold[i] = pl_arena_alloc(&r->arena, t->n_tokens * sizeof **r->gold + 1);
        for (uint32_t k = 0; k < t->n_tokens && status == 0; k++) {
            if (!pl_tag_counts_add(&counts, t->tokens[k].word, t->nodes[k].label))
                status = pl_fail(err, PL_TOO_LARGE,
                                 "there are more than %u different tags", PL_MAX_TAGS);
            else
                r->gold[i][k] = (uint16_t)counts.tokens.at[counts.tokens.n - 1];
        }
    }
    if (status == 0)
        pl_lexicon_make(&r->tagger->lexicon, &counts, r->options->closed);
    pl_tag_counts_release(&counts);
    return status;
}

static int learn(training *r, size_t n, pl_error *err)
{
    const pl_epochs *how = &r->options->epochs;
    const pl_lexicon *x = &r->tagger->lexicon;
    r->learner = pl_learner_new(x->tags.n > 0 ? x->tags.n : 1);
    r->search = (search){.lexicon = x,
                         .weights = pl_learner_weights(r->learner),
                         .beam = r->options->beam,
                         .margin = r->options->margin};
    int status = pl_epochs_run(how, n, learn_sentence,
                               r->options->n_dev > 0 ? score_pass : NULL, r, err);
    if (r->tagger->weights.at == NULL) {
        r->tagger->weights = pl_compact_new(r->learner, how->prune);
        r->tagger->pass.number = how->n;
    }
    pl_learner_free(r->learner);
    return status;
}

pl_tagger *pl_tagger_train(pl_tree *const *trees, size_t n, const pl_tag_options *options,
                           pl_error *err)
{
    pl_tagger *t = pl_alloc_zero(1, sizeof *t);
    training r = {.options = options, .tagger = t, .trees = trees};
    r.gold = pl_alloc_zero(n + 1, sizeof *r.gold);
    t->beam = options->beam;
    int status = collect(&r, n, err);
    if (status == 0)
        status = learn(&r, n, err);
    free(r.gold);
    pl_arena_release(&r.arena);
    pl_arena_release(&r.scratch);
    if (status == 0)
        return t;
    pl_tagger_free(t);
    return NULL;
}
