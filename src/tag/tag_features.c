/* Features of the tagger; see tag_features.h. The two sets read like tables, one feature
 * a row. */
#include "tag/tag_features.h"

#include "base/utf8.h"
#include "learn/classifier.h"
#include "tag/rough.h"

#include <string.h>
#include <utf8proc.h>

enum { OUTSIDE = 2 };    /* places before the first and after the last word */
enum { SEEN_ONCE = 77 }; /* classes of such words are apart from the others */
enum { MIN_TAIL = 3 };   /* bytes of a word that another one ends in */

/* -- words -------------------------------------------------------------------------- */

typedef struct letters {
    uint32_t *codes; /* [n] in lower case */
    uint32_t n;
    char *lower;
} letters;

static void spell(pl_arena *m, const char *word, letters *l)
{
    size_t n = strlen(word), at = 0;
    pl_str lower = {0};
    l->codes = pl_arena_alloc(m, (n + 1) * sizeof *l->codes);
    l->n = 0;
    bool ascii = true;
    for (size_t i = 0; i < n; i++)
        ascii = ascii && (unsigned char)word[i] < 0x80;
    if (ascii) {
        l->lower = pl_arena_alloc(m, n + 1);
        for (; at <= n; at++) {
            char c = word[at];
            l->lower[at] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
            l->codes[at] = (unsigned char)l->lower[at];
        }
        l->n = (uint32_t)n;
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

/* Compounds end in a word that is known more often than they are. Endings longer than
 * any word of the lexicon are not looked up: the cost is linear in the word's length. */
static const pl_entry *tail_entry(const pl_lexicon *x, const char *lower, size_t n)
{
    for (size_t at = n > x->longest ? n - x->longest : 1; at + MIN_TAIL <= n; at++) {
        if (!pl_utf8_begins(lower[at]))
            continue;
        uint32_t id = pl_intern_find_n(&x->words, lower + at, n - at);
        if (id != PL_NONE && x->entries.at[id].seen > 1)
            return &x->entries.at[id];
    }
    return NULL;
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
        const pl_entry *tail = tail_entry(x, l.lower, n_lower);
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

void pl_known_words_init(pl_memo *known, uint32_t n_sums)
{
    size_t size = sizeof(pl_known_word) + n_sums * sizeof(int32_t);
    unsigned bits = KNOWN_BITS;
    while (size << bits > MAX_KNOWN_BYTES)
        bits--;
    pl_memo_init(known, bits, (size + 63) / 64 * 64);
}

static uint64_t word_key(const char *word, size_t n)
{
    return pl_hash(word, n) | 1;
}

pl_known_word *pl_known_word_find(const pl_memo *known, const char *word)
{
    pl_known_word *k = pl_memo_find(known, word_key(word, strlen(word)));
    return k != NULL && strcmp(k->word, word) == 0 ? k : NULL;
}

static void know_word(pl_memo *known, const char *word, const pl_word_info *info)
{
    size_t n = strlen(word);
    if (n >= sizeof((pl_known_word){0}.word))
        return;
    pl_known_word *k = pl_memo_take(known, word_key(word, n));
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

static void set_rough_words(const pl_lexicon *x, const pl_tree *t, pl_memo *known,
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
                   pl_memo *known, pl_arena *m, pl_word_info *info)
{
    memset(info, 0, (t->n_tokens + 2 * OUTSIDE) * sizeof *info);
    for (uint32_t i = 0; i < OUTSIDE; i++) {
        info[i].ambiguity = info[i].lower = 101 + i;
        info[t->n_tokens + OUTSIDE + i].ambiguity =
            info[t->n_tokens + OUTSIDE + i].lower = 201 + i;
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

uint32_t pl_tag_context(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED])
{
    const pl_word_info *w = info + i + OUTSIDE, *a = w - 1, *b = w + 1;
    pl_hashed l = {.out = out};
    pl_hashed_two(row(&l, 6), w->shape, a->lower);
    pl_hashed_some(row(&l, 7), a->lower);
    pl_hashed_some(row(&l, 8), b->lower);
    pl_hashed_some(row(&l, 9), a[-1].lower);
    pl_hashed_some(row(&l, 10), b[1].lower);
    pl_hashed_one(row(&l, 11), b->ambiguity);
    pl_hashed_one(row(&l, 12), b[1].ambiguity);
    pl_hashed_one(row(&l, 13), b->shape);
    pl_hashed_two(row(&l, 14), w->ambiguity, b->ambiguity);
    pl_hashed_two(row(&l, 15), b->ambiguity, b[1].ambiguity);
    pl_hashed_two(row(&l, 16), w->lower, a->lower);
    pl_hashed_two(row(&l, 17), w->lower, b->lower);
    pl_hashed_two(row(&l, 18), w->suffix[3], b->suffix[3]);
    pl_hashed_some(row(&l, 19), a->suffix[3]);
    pl_hashed_some(row(&l, 20), b->suffix[3]);
    pl_hashed_two(row(&l, 34), w->shape, a->shape);
    pl_hashed_two(row(&l, 35), w->shape, b->shape);
    pl_hashed_two(row(&l, 38), pl_mix(w->shape) ^ a->shape, b->shape);
    pl_hashed_two(row(&l, 39), pl_mix(w->shape) ^ b->shape, b[1].shape);
    pl_hashed_two(row(&l, 40), pl_mix(w->shape) ^ a->shape, a[-1].shape);
    return l.n;
}

uint32_t pl_tag_fixed(const pl_word_info *info, uint32_t i, uint64_t out[PL_MAX_FIXED])
{
    uint32_t n = pl_tag_own(info + i + OUTSIDE, out);
    return n + pl_tag_context(info, i, out + n);
}

uint32_t pl_tag_moving(const pl_word_info *info, uint32_t i, uint32_t t1, uint32_t t2,
                       uint32_t kin, uint64_t out[PL_MAX_MOVING])
{
    const pl_word_info *w = info + i + OUTSIDE, *a = w - 1, *b = w + 1;
    pl_hashed l = {.out = out, .row = 1000};
    uint64_t both = (uint64_t)t1 << 16 | t2;
    pl_hashed_one(&l, t1);
    pl_hashed_one(&l, both);
    pl_hashed_two(&l, t1, w->ambiguity);
    pl_hashed_two(&l, t1, w->lower);
    pl_hashed_two(&l, t1, b->lower);
    pl_hashed_two(&l, t1, b->ambiguity);
    pl_hashed_two(&l, both, w->ambiguity);
    pl_hashed_two(&l, both, b->ambiguity);
    pl_hashed_two(&l, t1, w->suffix[3]);
    pl_hashed_two(&l, t2, a->lower);
    pl_hashed_two(&l, t1 + (w->ambiguity << 16), b->ambiguity);
    pl_hashed_two(&l, kin, w->ambiguity);
    pl_hashed_two(&l, kin, w->lower);
    pl_hashed_two(&l, kin, w->suffix[2]);
    pl_hashed_two(&l, (uint64_t)kin << 16 | t1, w->ambiguity);
    return l.n;
}
