/* The tag dictionary; see lexicon.h. As bytes:
 *
 *     tags     each: text, NUL, 1 if unknown words may have it, else 0
 *     words    each: text, NUL, 1 if closed, 2 if seen once, else 0, number of tags, that
 *              many times 2 bytes
 */
#include "tag/lexicon.h"

#include "base/hash.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

/* -- making ------------------------------------------------------------------------- */

int pl_tags_check(const pl_tree *t, pl_error *err)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label == NULL)
            return pl_fail(err, PL_BAD_INPUT, "word %u (%s) has no tag", i + 1,
                           t->tokens[i].word);
    return 0;
}

bool pl_tag_counts_add(pl_tag_counts *c, const char *word, const char *tag)
{
    uint32_t t = pl_intern_add(&c->tags, tag);
    if (t >= PL_MAX_TAGS)
        return false;
    uint64_t token = (uint64_t)pl_intern_add(&c->words, word) << 16 | t;
    PL_PUSH(&c->tokens, token);
    return true;
}

void pl_tag_counts_release(pl_tag_counts *c)
{
    pl_intern_release(&c->tags);
    pl_intern_release(&c->words);
    PL_VEC_RELEASE(&c->tokens);
}

typedef struct choice {
    uint32_t n;
    uint16_t tag;
} choice;

static int by_count(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    return x->n != y->n ? (x->n < y->n) - (x->n > y->n)
                        : (x->tag > y->tag) - (x->tag < y->tag);
}

/* The first four tags of an entry make its ambiguity class. */
static void set_ambiguity(const pl_lexicon *x, pl_entry *e)
{
    uint64_t h = 1;
    for (uint16_t i = 0; i < e->n && i < 4; i++)
        h = pl_mix(h << 1 ^ x->choices.at[e->first + i]);
    e->ambiguity = h;
}

/* Words that may be tails are a set of bits under hashes that are made from the last byte to
 * the first, so that those of all tails of a word are one walk over it. Most tails are in no
 * lexicon, and this tells so of nearly all of them. */
enum { MIN_TAIL = 3, TAIL_BITS = 19 };

static inline uint32_t add_byte(uint32_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * 0x9e3779b1u;
}

static inline bool may_be_tail(const pl_lexicon *x, uint32_t hash)
{
    uint32_t bit = hash >> (32 - TAIL_BITS);
    return x->tails[bit / 64] >> bit % 64 & 1;
}

static void add_tail(pl_lexicon *x, const char *word, size_t n)
{
    uint32_t hash = 0;
    if (x->tails == NULL)
        x->tails = pl_alloc_zero((1u << TAIL_BITS) / 64, sizeof *x->tails);
    while (n > 0)
        hash = add_byte(hash, word[--n]);
    hash >>= 32 - TAIL_BITS;
    x->tails[hash / 64] |= (uint64_t)1 << hash % 64;
}

static void add_entry(pl_lexicon *x, const char *word, const choice *tags, size_t n,
                      bool closed, size_t seen)
{
    pl_intern_add(&x->words, word);
    pl_entry e = {.first = (uint32_t)x->choices.n,
                  .n = (uint16_t)n,
                  .closed = closed,
                  .seen = seen < 3 ? (uint8_t)seen : 3};
    for (size_t i = 0; i < n; i++)
        PL_PUSH(&x->choices, tags[i].tag);
    set_ambiguity(x, &e);
    PL_PUSH(&x->entries, e);
    size_t length = seen > 1 ? strlen(word) : 0;
    if (length >= MIN_TAIL)
        add_tail(x, word, length);
    if (length > x->longest)
        x->longest = length;
}

/* The tags of the tokens from `at` on that are the same word; returns where it ends. */
static size_t word_tags(const pl_tag_counts *c, size_t at, choice *tags, size_t *n)
{
    uint64_t word = c->tokens.at[at] >> 16;
    *n = 0;
    for (; at < c->tokens.n && c->tokens.at[at] >> 16 == word; at++) {
        uint16_t tag = (uint16_t)c->tokens.at[at];
        if (*n == 0 || tags[*n - 1].tag != tag)
            tags[(*n)++] = (choice){0, tag};
        tags[*n - 1].n++;
    }
    qsort(tags, *n, sizeof *tags, by_count);
    return at;
}

void pl_lexicon_make(pl_lexicon *x, pl_tag_counts *c, uint32_t closed)
{
    bool *open = pl_alloc_zero(PL_MAX_TAGS, sizeof *open);
    choice *tags = pl_alloc_zero(PL_MAX_TAGS, sizeof *tags);
    *x = (pl_lexicon){0};
    for (uint32_t i = 0; i < c->tags.n; i++)
        pl_intern_add(&x->tags, c->tags.at[i]);
    PL_SORT(&c->tokens, pl_by_u64);
    for (size_t at = 0, end, n; at < c->tokens.n; at = end) {
        end = word_tags(c, at, tags, &n);
        if (end - at == 1)
            open[tags[0].tag] = true;
        add_entry(x, c->words.at[c->tokens.at[at] >> 16], tags,
                  n < PL_MAX_WORD_TAGS ? n : PL_MAX_WORD_TAGS,
                  end - at >= closed && n < PL_MAX_WORD_TAGS, end - at);
    }
    for (uint32_t i = 0; i < c->tags.n; i++)
        if (open[i])
            PL_PUSH(&x->open, (uint16_t)i);
    for (uint32_t i = 0; x->open.n == 0 && i < c->tags.n; i++)
        PL_PUSH(&x->open, (uint16_t)i); /* no rare word at all: any tag */
    free(tags);
    free(open);
}

/* -- using -------------------------------------------------------------------------- */

const pl_entry *pl_lexicon_find(const pl_lexicon *x, const char *word, const char *lower)
{
    uint32_t id = pl_intern_find(&x->words, word);
    if (id == PL_NONE && lower != word)
        id = pl_intern_find(&x->words, lower);
    return id != PL_NONE ? &x->entries.at[id] : NULL;
}

const pl_entry *pl_lexicon_tail(const pl_lexicon *x, const char *lower, size_t n)
{
    const pl_entry *longest = NULL;
    size_t first = n > x->longest ? n - x->longest : 1;
    uint32_t hash = 0;
    for (size_t at = n; at-- > first && x->tails != NULL;) {
        hash = add_byte(hash, lower[at]);
        if (n - at < MIN_TAIL || !may_be_tail(x, hash) || !pl_utf8_begins(lower[at]))
            continue;
        uint32_t id = pl_intern_find_n(&x->words, lower + at, n - at);
        if (id != PL_NONE && x->entries.at[id].seen > 1)
            longest = &x->entries.at[id];
    }
    return longest;
}

void pl_lexicon_release(pl_lexicon *x)
{
    free(x->tails);
    pl_intern_release(&x->tags);
    pl_intern_release(&x->words);
    PL_VEC_RELEASE(&x->entries, &x->choices, &x->open);
}

/* -- as bytes ----------------------------------------------------------------------- */

void pl_lexicon_put_tags(const pl_lexicon *x, pl_str *out)
{
    size_t open = 0;
    for (uint32_t i = 0; i < x->tags.n; i++) {
        bool is_open = open < x->open.n && x->open.at[open] == i;
        open += is_open;
        pl_str_put(out, x->tags.at[i], strlen(x->tags.at[i]) + 1);
        pl_str_putc(out, (char)is_open);
    }
}

void pl_lexicon_put_words(const pl_lexicon *x, pl_str *out)
{
    for (uint32_t i = 0; i < x->words.n; i++) {
        const pl_entry *e = &x->entries.at[i];
        pl_str_put(out, x->words.at[i], strlen(x->words.at[i]) + 1);
        pl_str_putc(out, (char)(e->closed ? 1 : e->seen == 1 ? 2 : 0));
        pl_str_putc(out, (char)(unsigned char)e->n);
        for (uint16_t k = 0; k < e->n; k++) {
            uint16_t tag = x->choices.at[e->first + k];
            pl_str_putc(out, (char)(tag & 0xff));
            pl_str_putc(out, (char)(tag >> 8));
        }
    }
}

/* The end of the text at `at`: behind its NUL, which must have `more` bytes after it;
 * NULL if not. */
static const char *after_text(const char *at, const char *end, size_t more)
{
    const char *nul = memchr(at, '\0', (size_t)(end - at));
    return nul != NULL && (size_t)(end - nul) > more ? nul + 1 : NULL;
}

static int get_tags(pl_lexicon *x, const char *at, size_t n, pl_error *err)
{
    for (const char *end = at + n, *next; at < end; at = next + 1) {
        next = after_text(at, end, 1);
        if (next == NULL || pl_intern_find(&x->tags, at) != PL_NONE ||
            x->tags.n == PL_MAX_TAGS || (unsigned char)*next > 1)
            return pl_fail(err, PL_BAD_INPUT, "the list of tags");
        uint32_t id = pl_intern_add(&x->tags, at);
        if (*next == 1)
            PL_PUSH(&x->open, (uint16_t)id);
    }
    return x->open.n > 0 ? 0 : pl_fail(err, PL_BAD_INPUT, "no tags");
}

static int get_words(pl_lexicon *x, const char *at, size_t n, pl_error *err)
{
    for (const char *end = at + n, *next; at < end; at = next) {
        next = after_text(at, end, 2);
        size_t n_tags = next != NULL ? (unsigned char)next[1] : 0;
        if (n_tags == 0 || (size_t)(end - next) < 2 + 2 * n_tags ||
            (unsigned char)*next > 2 || pl_intern_find(&x->words, at) != PL_NONE)
            return pl_fail(err, PL_BAD_INPUT, "the tag dictionary");
        choice tags[PL_MAX_WORD_TAGS];
        for (size_t i = 0; i < n_tags; i++) {
            const unsigned char *two = (const unsigned char *)next + 2 + 2 * i;
            tags[i] = (choice){0, (uint16_t)(two[0] | two[1] << 8)};
            if (tags[i].tag >= x->tags.n)
                return pl_fail(err, PL_BAD_INPUT,
                               "a tag of the dictionary does not exist");
        }
        add_entry(x, at, tags, n_tags, *next == 1, *next == 2 ? 1 : 3);
        next += 2 + 2 * n_tags;
    }
    return 0;
}

int pl_lexicon_get(pl_lexicon *x, const char *tags, size_t n_tags, const char *words,
                   size_t n_words, pl_error *err)
{
    *x = (pl_lexicon){0};
    if (get_tags(x, tags, n_tags, err) == 0 && get_words(x, words, n_words, err) == 0)
        return 0;
    pl_lexicon_release(x);
    *x = (pl_lexicon){0};
    return -1;
}
