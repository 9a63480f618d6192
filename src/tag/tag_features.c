/* Features of the tagger; see tag_features.h. The two sets read like tables, one feature
 * a row. */
#include "tag/tag_features.h"

#include "base/inline.h"
#include "base/utf8.h"
#include "learn/classifier.h"
#include "tag/rough.h"

#include <string.h>
#include <utf8proc.h>

enum { OUTSIDE = 2 };    /* places before the first and after the last word */
enum { SEEN_ONCE = 77 }; /* classes of such words are apart from the others */

/* Features that see few things each, so that their sums come again; the others are alone. */
typedef enum group {
    SHAPES, /* of the words around */
    TAGS,   /* before the word */
    KIN,    /* tags before the word, and those that it may have */
    N_KEPT,
    ALONE = N_KEPT,
} group;

enum { ALL = (1 << (ALONE + 1)) - 1 };

/* -- words -------------------------------------------------------------------------- */

typedef struct letters {
    uint32_t *codes; /* [n] in lower case */
    uint32_t n;
    const char *lower; /* the word itself if it has no capitals */
} letters;

static void spell(pl_arena *m, const char *word, letters *l)
{
    size_t n = strlen(word), at = 0;
    pl_str lower = {0};
    l->codes = pl_arena_alloc(m, (n + 1) * sizeof *l->codes);
    l->n = 0;
    if (pl_is_ascii(word, n)) {
        char *low = pl_arena_alloc(m, n + 1);
        unsigned changed = 0;
        for (; at <= n; at++) {
            unsigned char c = (unsigned char)word[at];
            unsigned capital = (unsigned)(c - 'A') < 26u;
            changed |= capital;
            l->codes[at] = c | capital << 5;
            low[at] = (char)l->codes[at];
        }
        l->n = (uint32_t)n;
        l->lower = changed != 0 ? low : word;
        return;
    }
    while (at < n) {
        uint32_t code;
        at += pl_utf8_decode(word + at, n - at, &code);
        l->codes[l->n] = (uint32_t)utf8proc_tolower((utf8proc_int32_t)code);
        pl_utf8_encode(&lower, l->codes[l->n++]);
    }
    l->lower = pl_arena_strndup(m, pl_str_text(&lower), lower.n);
    pl_str_release(&lower);
}

static unsigned char kind_of(uint32_t code)
{
    static const unsigned char kinds[UTF8PROC_CATEGORY_CO + 1] = {
        [UTF8PROC_CATEGORY_LU] = 'X', [UTF8PROC_CATEGORY_LT] = 'X',
        [UTF8PROC_CATEGORY_LL] = 'x', [UTF8PROC_CATEGORY_LM] = 'x',
        [UTF8PROC_CATEGORY_LO] = 'x', [UTF8PROC_CATEGORY_MN] = 'x',
        [UTF8PROC_CATEGORY_ND] = '9',
    };
    if (code < 0x80)
        return code >= 'a' && code <= 'z'   ? 'x'
               : code >= 'A' && code <= 'Z' ? 'X'
               : code >= '0' && code <= '9' ? '9'
                                            : (unsigned char)code;
    unsigned char kind = kinds[utf8proc_category((utf8proc_int32_t)code)];
    return kind != 0 ? kind : '*';
}

/* The kinds of the letters, runs of one kind as one, at most eight. */
static uint64_t shape_of(const char *word)
{
    uint64_t shape = 0;
    size_t length = 0;
    unsigned char last = 0;
    for (uint32_t code; length < 8 && pl_utf8_step(&word, &code);) {
        unsigned char kind = kind_of(code);
        if (kind != last) {
            shape = shape << 8 | kind;
            length++;
        }
        last = kind;
    }
    return shape;
}

static void set_affixes(pl_word_info *w, const letters *l)
{
    uint64_t front = 11, back = 13;
    for (uint32_t k = 1; k <= PL_MAX_AFFIX; k++) {
        bool fits = k <= l->n;
        if (fits) {
            front = pl_mix(front ^ l->codes[k - 1]);
            back = pl_mix(back ^ l->codes[l->n - k]);
        }
        w->prefix[k] = fits ? front : 0;
        w->suffix[k] = fits ? back : 0;
    }
}

/* The tag of a word seen once, PL_NONE for others. In training a word seen twice is one,
 * with the tag of its other occurrence; one seen once is unknown. */
static uint32_t only_tag(const pl_lexicon *x, const pl_entry **entry,
                         const uint16_t *gold)
{
    const pl_entry *e = *entry;
    if (e == NULL || e->seen > (gold != NULL ? 2 : 1))
        return PL_NONE;
    *entry = NULL;
    if (gold != NULL && e->seen == 1)
        return PL_NONE;
    const uint16_t *tags = x->choices.at + e->first;
    return gold != NULL && e->n > 1 && tags[0] == *gold ? tags[1] : tags[0];
}

static void set_word(const pl_lexicon *x, const char *word, const uint16_t *gold,
                     pl_arena *m, pl_word_info *w)
{
    letters l;
    *w = (pl_word_info){0};
    spell(m, word, &l);
    size_t n_lower = strlen(l.lower);
    w->entry = pl_lexicon_find(x, word, l.lower);
    w->shape = shape_of(word);
    uint32_t only = only_tag(x, &w->entry, gold);
    if (only != PL_NONE)
        w->ambiguity = pl_mix(only + SEEN_ONCE);
    if (w->entry != NULL) {
        w->form = pl_hash(word, strlen(word));
        w->lower = pl_hash(l.lower, n_lower) + 1;
        w->ambiguity = w->entry->ambiguity;
    }
    const pl_entry *known = w->entry;
    if (known == NULL || !known->closed) {
        /* Compounds end in a word that is known more often than they are. */
        const pl_entry *tail = pl_lexicon_tail(x, l.lower, n_lower);
        w->tail = tail != NULL ? pl_mix(tail->ambiguity) | 1 : 0;
        known = known != NULL ? known : tail;
    }
    if (only != PL_NONE)
        w->group = x->tags.at[only][0];
    else if (known != NULL)
        w->group = x->tags.at[x->choices.at[known->first]][0];
    set_affixes(w, &l);
}

static bool has_word(const void *lexicon, const char *word)
{
    return pl_intern_find(&((const pl_lexicon *)lexicon)->words, word) != PL_NONE;
}

/* -- words that come again ---------------------------------------------------------- */

enum { KNOWN_BITS = 12, MAX_KNOWN_BYTES = 4 << 20 };

void pl_tag_memo_init(pl_tag_memo *known, const pl_weights *weights)
{
    size_t size =
        sizeof(pl_known_word) + pl_kept_stride(weights->n_actions) * sizeof(int32_t);
    unsigned bits = KNOWN_BITS;
    while (size << bits > MAX_KNOWN_BYTES)
        bits--;
    pl_memo_init(&known->words, bits, (size + 63) / 64 * 64);
    pl_kept_init(&known->sums, weights, N_KEPT);
}

void pl_tag_memo_release(pl_tag_memo *known)
{
    pl_memo_release(&known->words);
    pl_kept_release(&known->sums);
}

static uint64_t word_key(const char *word, size_t n)
{
    return pl_hash(word, n) | 1;
}

pl_known_word *pl_known_word_find(const pl_tag_memo *known, const char *word)
{
    pl_known_word *k = pl_memo_find(&known->words, word_key(word, strlen(word)));
    return k != NULL && strcmp(k->word, word) == 0 ? k : NULL;
}

static void know_word(pl_tag_memo *known, const char *word, const pl_word_info *info)
{
    size_t n = strlen(word);
    if (n >= sizeof((pl_known_word){0}.word))
        return;
    pl_known_word *k = pl_memo_take(&known->words, word_key(word, n));
    k->info = *info;
    k->summed = false;
    memcpy(k->word, word, n + 1);
}

/* A word as it is outside of treebanks; see tag/rough.h. */
static void set_rough_word(const pl_lexicon *x, const char *word, pl_str *plain,
                           pl_arena *m, pl_word_info *w)
{
    set_word(x, pl_plain_word(word, has_word, x, plain), NULL, m, w);
    bool known = w->entry != NULL || has_word(x, word); /* more than once, or once */
    uint32_t tag = known ? PL_NONE : pl_kind_tag(&x->tags, word);
    w->certain = tag != PL_NONE;
    w->tag = (uint16_t)tag;
}

static void set_rough_words(const pl_lexicon *x, const pl_tree *t, pl_tag_memo *known,
                            pl_arena *m, pl_word_info *info)
{
    pl_str plain = {0}, small = {0};
    bool capitals = pl_in_capitals(t);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *word = t->tokens[i].word;
        const pl_known_word *k = known != NULL ? pl_known_word_find(known, word) : NULL;
        if (k != NULL && !capitals) {
            info[i] = k->info;
            continue;
        }
        if (capitals)
            word = pl_without_capitals(&x->tags, word, &small);
        set_rough_word(x, word, &plain, m, &info[i]);
        if (known != NULL && !capitals)
            know_word(known, word, &info[i]);
    }
    pl_str_release(&plain);
    pl_str_release(&small);
}

void pl_word_infos(const pl_lexicon *x, const pl_tree *t, const uint16_t *gold,
                   pl_tag_memo *known, pl_arena *m, pl_word_info *info)
{
    for (uint32_t i = 0; i < OUTSIDE; i++) {
        info[i] = (pl_word_info){.ambiguity = 101 + i, .lower = 101 + i};
        info[t->n_tokens + OUTSIDE + i] =
            (pl_word_info){.ambiguity = 201 + i, .lower = 201 + i};
    }
    if (gold == NULL)
        set_rough_words(x, t, known, m, info + OUTSIDE);
    else
        for (uint32_t i = 0; i < t->n_tokens; i++)
            set_word(x, t->tokens[i].word, gold + i, m, &info[i + OUTSIDE]);
}

/* -- features ----------------------------------------------------------------------- */

/* The next row is this one. */
static pl_hashed *row(pl_hashed *l, uint32_t number)
{
    l->row = number - 1;
    return l;
}

uint32_t pl_tag_own(const pl_word_info *w, uint64_t out[PL_MAX_FIXED])
{
    pl_hashed l = {.out = out};
    pl_hashed_one(row(&l, 1), 0);
    pl_hashed_some(row(&l, 2), w->form);
    pl_hashed_some(row(&l, 3), w->lower);
    pl_hashed_some(row(&l, 4), w->ambiguity);
    pl_hashed_one(row(&l, 5), w->shape);
    for (uint32_t k = 1; k <= PL_MAX_AFFIX; k++)
        pl_hashed_some(row(&l, 20 + k), w->suffix[k]);
    for (uint32_t k = 1; k <= PL_MAX_AFFIX; k++)
        pl_hashed_some(row(&l, 26 + k), w->prefix[k]);
    pl_hashed_two(row(&l, 33), w->shape, w->suffix[2]);
    pl_hashed_some(row(&l, 36), w->tail);
    pl_hashed_two(row(&l, 37), w->tail, w->shape);
    return l.n;
}

/* A feature is made if its group is one of `groups`, a constant. */
#define IN(group) if (groups & 1u << (group))

PL_INLINE void put_context(pl_hashed *l, const pl_word_info *w, unsigned groups)
{
    const pl_word_info *a = w - 1, *b = w + 1;
    /* clang-format off */
    IN(ALONE)  pl_hashed_two(row(l, 6), w->shape, a->lower);
    IN(ALONE)  pl_hashed_some(row(l, 7), a->lower);
    IN(ALONE)  pl_hashed_some(row(l, 8), b->lower);
    IN(ALONE)  pl_hashed_some(row(l, 9), a[-1].lower);
    IN(ALONE)  pl_hashed_some(row(l, 10), b[1].lower);
    IN(ALONE)  pl_hashed_one(row(l, 11), b->ambiguity);
    IN(ALONE)  pl_hashed_one(row(l, 12), b[1].ambiguity);
    IN(SHAPES) pl_hashed_one(row(l, 13), b->shape);
    IN(ALONE)  pl_hashed_two(row(l, 14), w->ambiguity, b->ambiguity);
    IN(ALONE)  pl_hashed_two(row(l, 15), b->ambiguity, b[1].ambiguity);
    IN(ALONE)  pl_hashed_two(row(l, 16), w->lower, a->lower);
    IN(ALONE)  pl_hashed_two(row(l, 17), w->lower, b->lower);
    IN(ALONE)  pl_hashed_two(row(l, 18), w->suffix[3], b->suffix[3]);
    IN(ALONE)  pl_hashed_some(row(l, 19), a->suffix[3]);
    IN(ALONE)  pl_hashed_some(row(l, 20), b->suffix[3]);
    IN(SHAPES) pl_hashed_two(row(l, 34), w->shape, a->shape);
    IN(SHAPES) pl_hashed_two(row(l, 35), w->shape, b->shape);
    IN(SHAPES) pl_hashed_two(row(l, 38), pl_mix(w->shape) ^ a->shape, b->shape);
    IN(SHAPES) pl_hashed_two(row(l, 39), pl_mix(w->shape) ^ b->shape, b[1].shape);
    IN(SHAPES) pl_hashed_two(row(l, 40), pl_mix(w->shape) ^ a->shape, a[-1].shape);
    /* clang-format on */
}

PL_INLINE void put_moving(pl_hashed *l, const pl_word_info *w, pl_tags_before t,
                          unsigned groups)
{
    const pl_word_info *a = w - 1, *b = w + 1;
    uint64_t t1 = t.t1, both = t1 << 16 | t.t2, kin = t.kin;
    /* clang-format off */
    IN(TAGS)  pl_hashed_one(row(l, 1001), t1);
    IN(TAGS)  pl_hashed_one(row(l, 1002), both);
    IN(KIN)   pl_hashed_two(row(l, 1003), t1, w->ambiguity);
    IN(ALONE) pl_hashed_two(row(l, 1004), t1, w->lower);
    IN(ALONE) pl_hashed_two(row(l, 1005), t1, b->lower);
    IN(ALONE) pl_hashed_two(row(l, 1006), t1, b->ambiguity);
    IN(ALONE) pl_hashed_two(row(l, 1007), both, w->ambiguity);
    IN(ALONE) pl_hashed_two(row(l, 1008), both, b->ambiguity);
    IN(ALONE) pl_hashed_two(row(l, 1009), t1, w->suffix[3]);
    IN(ALONE) pl_hashed_two(row(l, 1010), t.t2, a->lower);
    IN(ALONE) pl_hashed_two(row(l, 1011), t1 + (w->ambiguity << 16), b->ambiguity);
    IN(KIN)   pl_hashed_two(row(l, 1012), kin, w->ambiguity);
    IN(ALONE) pl_hashed_two(row(l, 1013), kin, w->lower);
    IN(ALONE) pl_hashed_two(row(l, 1014), kin, w->suffix[2]);
    IN(KIN)   pl_hashed_two(row(l, 1015), kin << 16 | t1, w->ambiguity);
    /* clang-format on */
}

uint32_t pl_tag_context(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED])
{
    pl_hashed l = {.out = out};
    put_context(&l, info + i + OUTSIDE, ALL);
    return l.n;
}

uint32_t pl_tag_fixed(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED])
{
    uint32_t n = pl_tag_own(info + i + OUTSIDE, out);
    return n + pl_tag_context(info, i, out + n);
}

uint32_t pl_tag_moving(const pl_word_info *info, uint32_t i, pl_tags_before t,
                       uint64_t out[PL_MAX_MOVING])
{
    pl_hashed l = {.out = out};
    put_moving(&l, info + i + OUTSIDE, t, ALL);
    return l.n;
}

/* -- sums that are remembered -------------------------------------------------------- */

/* What the features of a group see. */
PL_INLINE uint64_t group_key(const pl_word_info *w, pl_tags_before t, group g)
{
    const pl_word_info *a = w - 1, *b = w + 1;
    uint64_t tags = (uint64_t)t.kin << 32 | t.t1 << 16 | t.t2;
    switch (g) {
    case SHAPES:
        return pl_kept_key(pl_mix(w->shape) + b->shape, a->shape, b[1].shape,
                           a[-1].shape);
    case TAGS:
        return pl_kept_key(tags & UINT32_MAX, 0, 0, 0);
    default:
        return pl_kept_key(w->ambiguity, tags >> 16, 0, 0);
    }
}

PL_INLINE const int32_t *sum_of(pl_kept_sums *r, const pl_word_info *w, pl_tags_before t,
                                group g)
{
    uint64_t key = group_key(w, t, g), hashes[PL_MAX_FIXED];
    const int32_t *sum = pl_kept_find(r, g, key);
    if (sum != NULL)
        return sum;
    pl_hashed l = {.out = hashes};
    put_context(&l, w, 1u << g);
    put_moving(&l, w, t, 1u << g);
    return pl_kept_put(r, g, key, hashes, l.n);
}

static void add_found(const pl_weights *w, const pl_hashed *l, int32_t *sums)
{
    const void *rows[PL_MAX_FIXED];
    w->add(w->table, rows, w->find(w->table, l->out, l->n, rows), sums);
}

void pl_tag_sum_fixed(pl_kept_sums *r, const pl_word_info *info, uint32_t i,
                      const int32_t *own, int32_t *sums)
{
    const pl_word_info *w = info + i + OUTSIDE;
    uint64_t hashes[PL_MAX_FIXED];
    pl_hashed l = {.out = hashes};
    put_context(&l, w, 1u << ALONE);
    r->weights.prefetch(r->weights.table, hashes, l.n);
    const int32_t *parts[] = {own, sum_of(r, w, (pl_tags_before){0}, SHAPES)};
    pl_kept_add(r, parts, sizeof parts / sizeof *parts, sums);
    add_found(&r->weights, &l, sums);
}

void pl_tag_sum_moving(pl_kept_sums *r, const pl_word_info *info, uint32_t i,
                       pl_tags_before t, const int32_t *fixed, int32_t *sums)
{
    const pl_word_info *w = info + i + OUTSIDE;
    uint64_t hashes[PL_MAX_MOVING];
    pl_hashed l = {.out = hashes};
    put_moving(&l, w, t, 1u << ALONE);
    r->weights.prefetch(r->weights.table, hashes, l.n);
    const int32_t *parts[] = {fixed, sum_of(r, w, t, TAGS), sum_of(r, w, t, KIN)};
    pl_kept_add(r, parts, sizeof parts / sizeof *parts, sums);
    add_found(&r->weights, &l, sums);
}
