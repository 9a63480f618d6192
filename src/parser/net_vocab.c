#include "parser/net_vocab.h"

#include "base/utf8.h"
#include "parser/network.h"

#include <utf8proc.h>

enum { MOST_LETTERS = 20 };
enum { LOWER, INITIAL, UPPER, OTHER };

void pl_net_vocab_release(pl_net_vocab *v)
{
    pl_intern *const all[] = {&v->words,  &v->letters,   &v->tags,
                              &v->morphs, &v->coarse, &v->functions, &v->relations};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        pl_intern_release(all[i]);
    pl_net_vectors_release(&v->vectors);
}

/* Appends a word in lower case and returns its shape. */
static uint8_t fold(const char *word, pl_str *lower)
{
    uint32_t code, n = 0, n_upper = 0, n_lower = 0;
    bool initial = false;
    for (const char *at = word; pl_utf8_step(&at, &code); n++) {
        utf8proc_category_t kind = utf8proc_category((utf8proc_int32_t)code);
        bool upper = kind == UTF8PROC_CATEGORY_LU || kind == UTF8PROC_CATEGORY_LT;
        n_upper += upper;
        n_lower += kind == UTF8PROC_CATEGORY_LL;
        initial |= upper && n == 0;
        pl_utf8_encode(lower, (uint32_t)utf8proc_tolower((utf8proc_int32_t)code));
    }
    if (n_upper == 0)
        return n_lower > 0 ? LOWER : OTHER;
    if (n_lower == 0)
        return UPPER;
    return initial && n_upper == 1 ? INITIAL : OTHER;
}

/* The number of a character of valid UTF-8 of `n` bytes. */
static uint32_t letter(const pl_net_vocab *v, const char *at, size_t n)
{
    uint32_t id = pl_intern_find_n(&v->letters, at, n);
    return id != PL_NONE ? id : 0;
}

typedef PL_VEC(uint32_t) numbers;

void pl_net_vocab_word(const pl_net_vocab *v, const char *form, pl_net_word *w)
{
    pl_str_clear(&w->lower);
    w->shape = fold(form, &w->lower);
    uint32_t id = pl_intern_find(&v->words, pl_str_text(&w->lower));
    w->id = id != PL_NONE ? id : 0;
    w->vector = pl_net_vectors_find(&v->vectors, form, pl_str_text(&w->lower));
    w->letters.n = 0;
    PL_PUSH(&w->letters, PL_LETTER_BEGIN);
    for (int i = 0; *form != '\0' && i < MOST_LETTERS; i++) {
        size_t n = pl_utf8_first(form, 1);
        PL_PUSH(&w->letters, letter(v, form, n));
        form += n;
    }
    PL_PUSH(&w->letters, PL_LETTER_END);
}

bool pl_net_vocab_has(const pl_net_vocab *v, const char *form)
{
    pl_str lower = {0};
    fold(form, &lower);
    bool has = pl_intern_find(&v->words, pl_str_text(&lower)) != PL_NONE;
    pl_str_release(&lower);
    return has;
}

void pl_net_word_release(pl_net_word *w)
{
    pl_str_release(&w->lower);
    PL_VEC_RELEASE(&w->letters);
}

void pl_net_vocab_words(const pl_net_vocab *v, const pl_tree *t, pl_arena *m,
                        pl_net_words *out)
{
    uint32_t n = t->n_tokens, *words = PL_NEW_ARRAY(m, uint32_t, n + 1);
    uint32_t *ends = PL_NEW_ARRAY(m, uint32_t, n + 1);
    uint32_t *vectors = PL_NEW_ARRAY(m, uint32_t, n + 1);
    uint8_t *shapes = PL_NEW_ARRAY(m, uint8_t, n + 1);
    const char **forms = PL_NEW_ARRAY(m, const char *, n + 1);
    numbers letters = {0};
    pl_net_word w = {0};
    for (uint32_t i = 0; i < n; i++) {
        pl_net_vocab_word(v, t->tokens[i].word, &w);
        words[i] = w.id;
        vectors[i] = w.vector;
        shapes[i] = w.shape;
        forms[i] = pl_arena_strndup(m, pl_str_text(&w.lower), w.lower.n);
        PL_APPEND(&letters, w.letters.at, w.letters.n);
        ends[i] = (uint32_t)letters.n;
    }
    uint32_t *kept = PL_NEW_ARRAY(m, uint32_t, letters.n + 1);
    if (letters.n > 0)
        memcpy(kept, letters.at, letters.n * sizeof *kept);
    *out = (pl_net_words){n, words, vectors, shapes, kept, ends, forms};
    PL_VEC_RELEASE(&letters);
    pl_net_word_release(&w);
}

/* -- census ---------------------------------------------------------------------------- */

static void count(pl_intern *names, numbers *n, uint32_t id)
{
    while (n->n < names->n)
        PL_PUSH(n, 0);
    n->at[id]++;
}

void pl_net_census_tree(pl_net_census *c, const pl_tree *t)
{
    pl_str lower = {0};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *word = t->tokens[i].word;
        pl_str_clear(&lower);
        fold(word, &lower);
        count(&c->words, (numbers *)&c->n_words, pl_intern_add(&c->words, pl_str_text(&lower)));
        for (size_t n; *word != '\0'; word += n) {
            n = pl_utf8_first(word, 1);
            count(&c->letters, (numbers *)&c->n_letters, pl_intern_add_n(&c->letters, word, n));
        }
    }
    pl_str_release(&lower);
}

void pl_net_vocab_make(pl_net_vocab *v, const pl_net_census *c)
{
    pl_intern_add(&v->words, "");
    for (uint32_t i = 0; i < c->words.n; i++)
        if (c->n_words.at[i] > 1)
            pl_intern_add(&v->words, c->words.at[i]);
    static const char *const special[] = {"", "<<", ">>"}; /* no characters */
    for (int i = 0; i < 3; i++)
        pl_intern_add(&v->letters, special[i]);
    for (uint32_t i = 0; i < c->letters.n; i++)
        if (c->n_letters.at[i] > 2)
            pl_intern_add(&v->letters, c->letters.at[i]);
}

uint32_t pl_net_census_count(const pl_net_census *c, const char *lower)
{
    uint32_t id = pl_intern_find(&c->words, lower);
    return id != PL_NONE ? c->n_words.at[id] : 0;
}

void pl_net_census_release(pl_net_census *c)
{
    pl_intern_release(&c->words);
    pl_intern_release(&c->letters);
    PL_VEC_RELEASE(&c->n_words, &c->n_letters);
}
