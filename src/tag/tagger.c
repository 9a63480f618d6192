/* Tagging with a beam; see tagger.h.
 *
 * A hypothesis is the tag of one word and a link to the hypothesis of the word before.
 * Two that end in the same two tags have the same future, so only the better one is kept.
 * What the features of the word itself say about each tag is summed up once per word; per
 * hypothesis come only those that look at tags. A word with a single possible tag costs
 * nothing but the scores to order the beam by, which stay as they were. */
#include "tag/tagger.h"

#include "base/str.h"
#include "learn/compact.h"
#include "tag/tag_features.h"

#include <stdlib.h>
#include <string.h>

typedef struct hypothesis {
    int64_t score;
    uint32_t before;    /* in the cells of the word before */
    uint16_t tag, last; /* this tag and the one before, counted from 1 */
    bool gold;          /* all its tags are right */
} hypothesis;

struct pl_tagging {
    const pl_lexicon *lexicon;
    const char *const *names; /* of the tags */
    pl_weights weights;
    uint32_t beam;
    int32_t margin;        /* added to wrong tags while training */
    pl_arena arena;        /* of one sentence */
    pl_word_info *words;   /* [n_tokens + 4] */
    hypothesis *cells;     /* [n_tokens][beam] */
    uint32_t *sizes;       /* [n_tokens] hypotheses of each word */
    int32_t *fixed, *sums; /* [PL_SUMS_ROOM] */
    uint16_t *tags;        /* [n_tags] possible for the word */
    hypothesis gold; /* the gold hypothesis of the word before, in or out of the beam */
};

/* -- one step ---------------------------------------------------------------------- */

typedef struct choices {
    const uint16_t *tags; /* [n] */
    size_t n;
} choices;

/* A closed word has the tags it was seen with; a rarer one these and all that unknown
 * words may have. */
static choices choices_of(pl_tagging *g, const pl_word_info *w)
{
    const pl_lexicon *x = g->lexicon;
    if (w->entry == NULL)
        return (choices){x->open.at, x->open.n};
    const uint16_t *own = x->choices.at + w->entry->first;
    size_t n_own = w->entry->n, n = 0;
    if (w->entry->closed)
        return (choices){own, n_own};
    for (; n < n_own; n++)
        g->tags[n] = own[n];
    for (size_t i = 0; i < x->open.n; i++) {
        size_t k = 0;
        while (k < n_own && own[k] != x->open.at[i])
            k++;
        if (k == n_own)
            g->tags[n++] = x->open.at[i];
    }
    return (choices){g->tags, n};
}

static void add_rows(const pl_tagging *g, const uint64_t *hashes, size_t n, int32_t *sums)
{
    const void *rows[PL_MAX_FIXED];
    g->weights.prefetch(g->weights.table, hashes, n);
    size_t found = g->weights.find(g->weights.table, hashes, n, rows);
    g->weights.add(g->weights.table, rows, found, sums);
}

static void sum_fixed(pl_tagging *g, uint32_t i)
{
    uint64_t hashes[PL_MAX_FIXED];
    uint32_t n = pl_tag_fixed(g->words, i, hashes);
    memset(g->fixed, 0, PL_SUMS_ROOM(g->weights.n_actions) * sizeof *g->fixed);
    add_rows(g, hashes, n, g->fixed);
}

enum { FAR_BACK = 40 }; /* words to look back for a tag of the same group */

uint32_t pl_tagging_kin(const pl_tagging *g, uint32_t i, const uint16_t *tags)
{
    for (uint32_t k = i; g->words[i + 2].group != 0 && k > 0 && i - k < FAR_BACK; k--)
        if (pl_tag_is_kin(g->lexicon, &g->words[i + 2], tags[k - 1]))
            return tags[k - 1] + 1u;
    return 0;
}

/* The same for a hypothesis of the word before i. */
static uint32_t find_kin(const pl_tagging *g, uint32_t i, const hypothesis *h)
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
static void sum_moving(pl_tagging *g, uint32_t i, const hypothesis *h, uint32_t kin)
{
    uint64_t hashes[PL_MAX_MOVING];
    uint32_t n = pl_tag_moving(g->words, i, h->tag, h->last, kin, hashes);
    memcpy(g->sums, g->fixed, PL_SUMS_ROOM(g->weights.n_actions) * sizeof *g->sums);
    add_rows(g, hashes, n, g->sums);
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

static void step(pl_tagging *g, uint32_t i, const uint16_t *gold_tags)
{
    uint32_t gold = gold_tags != NULL ? gold_tags[i] : PL_NONE;
    choices c = choices_of(g, &g->words[i + 2]);
    const hypothesis *from = i > 0 ? g->cells + (size_t)(i - 1) * g->beam : &start;
    uint32_t n_from = i > 0 ? g->sizes[i - 1] : 1, n = 0;
    hypothesis *to = g->cells + (size_t)i * g->beam;
    bool sure = c.n == 1;
    if (!sure)
        sum_fixed(g, i);
    for (uint32_t k = 0; k < n_from; k++) {
        if (!sure)
            sum_moving(g, i, &from[k], find_kin(g, i, &from[k]));
        for (size_t j = 0; j < c.n; j++) {
            int64_t score = from[k].score + (sure ? 0 : g->sums[c.tags[j]]);
            score += gold != PL_NONE && c.tags[j] != gold ? g->margin : 0;
            hypothesis h = {score, k, (uint16_t)(c.tags[j] + 1), from[k].tag,
                            from[k].gold && c.tags[j] == gold};
            if (n < g->beam || score > to[n - 1].score)
                n = insert(to, n, g->beam, h);
        }
    }
    g->sizes[i] = n;
    if (gold == PL_NONE)
        return;
    if (!sure)
        sum_moving(g, i, &g->gold, pl_tagging_kin(g, i, gold_tags));
    g->gold = (hypothesis){g->gold.score + (sure ? 0 : g->sums[gold]), 0,
                           (uint16_t)(gold + 1), g->gold.tag, true};
}

/* The tags of the best hypothesis over the first n words. */
static void backtrack(const pl_tagging *g, uint32_t n, uint16_t *tags)
{
    uint32_t at = 0;
    for (uint32_t i = n; i-- > 0;) {
        const hypothesis *h = g->cells + (size_t)i * g->beam + at;
        tags[i] = (uint16_t)(h->tag - 1);
        at = h->before;
    }
}

void pl_tagging_search(pl_tagging *g, const pl_tree *t, const uint16_t *gold,
                       uint16_t *tags, uint32_t *violation)
{
    uint32_t n = t->n_tokens, worst_at = 0;
    int64_t worst = -1;
    pl_arena_reset(&g->arena);
    g->words = pl_arena_alloc(&g->arena, (n + 4) * sizeof *g->words);
    g->cells = pl_arena_alloc(&g->arena, (size_t)n * g->beam * sizeof *g->cells + 1);
    g->sizes = pl_arena_alloc(&g->arena, n * sizeof *g->sizes + 1);
    g->gold = start;
    pl_word_infos(g->lexicon, t, gold, &g->arena, g->words);
    for (uint32_t i = 0; i < n; i++) {
        step(g, i, gold);
        const hypothesis *best = g->cells + (size_t)i * g->beam;
        if (gold != NULL && !best->gold && best->score - g->gold.score >= worst) {
            worst = best->score - g->gold.score;
            worst_at = i + 1;
        }
    }
    if (violation != NULL)
        *violation = worst_at;
    backtrack(g, gold != NULL ? worst_at : n, tags);
}

/* -- tagging ----------------------------------------------------------------------- */

pl_tagging *pl_tagging_with(const pl_lexicon *x, pl_weights weights, uint32_t beam,
                            int32_t margin)
{
    pl_tagging *g = pl_alloc_zero(1, sizeof *g);
    g->lexicon = x;
    g->names = x->tags.at;
    g->weights = weights;
    g->beam = beam;
    g->margin = margin;
    size_t room = PL_SUMS_ROOM(weights.n_actions);
    g->fixed = pl_alloc_zero(room, sizeof *g->fixed);
    g->sums = pl_alloc_zero(room, sizeof *g->sums);
    g->tags = pl_alloc_zero(room, sizeof *g->tags);
    return g;
}

pl_tagging *pl_tagging_new(const pl_tagger *t)
{
    return pl_tagging_with(&t->lexicon, pl_compact_weights(t->weights), t->beam, 0);
}

void pl_tagging_run(pl_tagging *g, pl_tree *t)
{
    uint16_t *tags = pl_alloc((t->n_tokens + 1) * sizeof *tags);
    pl_tagging_search(g, t, NULL, tags, NULL);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        t->nodes[i].label = g->names[tags[i]];
    free(tags);
}

const pl_word_info *pl_tagging_words(const pl_tagging *g)
{
    return g->words;
}

void pl_tagging_free(pl_tagging *g)
{
    if (g == NULL)
        return;
    pl_arena_release(&g->arena);
    free(g->fixed);
    free(g->sums);
    free(g->tags);
    free(g);
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
    pl_sections_add(list, "tagger.weights", t->weights, t->weights_size);
    pl_str_release(&text);
}

bool pl_tagger_in(const pl_sections *file)
{
    const char *bytes;
    size_t n;
    return pl_sections_find(file, "tagger", &bytes, &n);
}

static int get_tagger(pl_tagger *t, const pl_sections *file, pl_error *err)
{
    const char *tags, *words, *weights;
    size_t n_tags, n_words;
    pl_str settings = {0};
    pl_sections_text(file, "tagger", &settings);
    const char *beam = pl_str_text(&settings);
    bool found = strncmp(beam, "beam:", 5) == 0;
    beam += found ? 5 : 0;
    found = found && pl_scan_number(&beam, PL_MAX_TAG_BEAM, &t->beam);
    pl_str_release(&settings);
    pl_sections_find(file, "tagger.tags", &tags, &n_tags);
    pl_sections_find(file, "tagger.words", &words, &n_words);
    pl_sections_find(file, "tagger.weights", &weights, &t->weights_size);
    t->weights = weights;
    if (!found || t->beam == 0)
        return pl_fail(err, PL_BAD_INPUT, "the settings of the tagger");
    return pl_lexicon_get(&t->lexicon, tags, n_tags, words, n_words, err) == 0
               ? pl_compact_check(weights, t->weights_size, t->lexicon.tags.n, err)
               : -1;
}

pl_tagger *pl_tagger_from(const pl_sections *file, pl_error *err)
{
    pl_error why;
    if (!pl_tagger_in(file)) {
        pl_fail(err, PL_BAD_INPUT, "%s: there is no tagger in this model",
                pl_sections_name(file));
        return NULL;
    }
    pl_tagger *t = pl_alloc_zero(1, sizeof *t);
    if (get_tagger(t, file, &why) == 0)
        return t;
    pl_sections_damaged(file, why.text, err);
    pl_tagger_free(t);
    return NULL;
}

pl_tagger *pl_tagger_open(const char *path, pl_error *err)
{
    pl_sections *file = pl_sections_open(path, err);
    if (file == NULL)
        return NULL;
    pl_tagger *t = pl_tagger_from(file, err);
    if (t != NULL)
        t->file = file;
    else
        pl_sections_close(file);
    return t;
}

void pl_tagger_free(pl_tagger *t)
{
    if (t == NULL)
        return;
    pl_lexicon_release(&t->lexicon);
    free(t->owned);
    pl_sections_close(t->file);
    free(t);
}
