/* The vocabulary; see vocab.h. */
#include "parser/vocab.h"

#include "base/hash.h"
#include "base/str.h"
#include "base/utf8.h"

#include <ctype.h>
#include <string.h>

const pl_option_choice pl_unknown_choices[] = {{"hapax", NULL}, {"classes", NULL}, {0}};

enum { CLASS_MARK = 1, CLASS_LEVELS = 4, CLASS_MINIMUM = 5, AFFIX = 3 };

/* -- counting ----------------------------------------------------------------------- */

static void count(pl_word_counts *c, const char *word)
{
    uint32_t id = pl_intern_add(&c->words, word);
    if (id == c->n.n)
        PL_PUSH(&c->n, 0);
    c->n.at[id]++;
}

void pl_word_counts_tree(pl_word_counts *c, const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_node *node = &t->nodes[i];
        count(c, t->tokens[i].word);
        pl_intern_add(&c->tags, node->label != NULL ? node->label : "");
        if (t->tokens[i].coarse != NULL)
            pl_intern_add(&c->coarse, t->tokens[i].coarse);
        if (node->morph != NULL)
            pl_intern_add(&c->morph, node->morph);
    }
}

void pl_word_counts_release(pl_word_counts *c)
{
    pl_intern_release(&c->words);
    pl_intern_release(&c->tags);
    pl_intern_release(&c->coarse);
    pl_intern_release(&c->morph);
    PL_VEC_RELEASE(&c->n);
}

/* -- classes of rare words ---------------------------------------------------------- */

/* What a word looks like: letters for digits, capitals, hyphens. */
static void put_shape(const char *word, pl_str *out)
{
    bool digit = false, upper = false, lower = false, hyphen = false;
    for (const char *p = word; *p != '\0'; p++) {
        digit |= isdigit((unsigned char)*p) != 0;
        upper |= *p >= 'A' && *p <= 'Z';
        lower |= (*p >= 'a' && *p <= 'z') || (unsigned char)*p >= 0x80;
        hyphen |= *p == '-' && p != word;
    }
    if (digit)
        pl_str_putc(out, '0');
    if (upper)
        pl_str_putc(out, lower ? 'A' : 'X');
    if (!lower && !upper && !digit)
        pl_str_putc(out, '.');
    if (hyphen)
        pl_str_putc(out, '-');
}

/* Class of a word: shape and an ending of 3, 2, 1 or 0 characters. False if the word is
 * not longer than its ending. */
static bool put_class(const char *word, int level, pl_str *out)
{
    size_t n = (size_t)(CLASS_LEVELS - 1 - level);
    const char *end = pl_utf8_last(word, n);
    if (n > 0 && end == word)
        return false;
    pl_str_clear(out);
    pl_str_putc(out, CLASS_MARK);
    put_shape(word, out);
    pl_str_putc(out, CLASS_MARK);
    for (; *end != '\0'; end++)
        pl_str_putc(out, (char)(*end >= 'A' && *end <= 'Z' ? *end + 'a' - 'A' : *end));
    return true;
}

/* Classes that are frequent enough among the rare words get a value. */
static void add_classes(pl_vocab *v, const pl_word_counts *counts)
{
    pl_word_counts classes = {0};
    pl_str text = {0};
    for (uint32_t i = 0; i < counts->words.n; i++)
        for (int level = 0; counts->n.at[i] == 1 && level < CLASS_LEVELS; level++)
            if (put_class(counts->words.at[i], level, &text))
                count(&classes, text.at);
    for (uint32_t i = 0; i < classes.words.n; i++)
        if (classes.n.at[i] >= CLASS_MINIMUM)
            pl_intern_add(&v->words, classes.words.at[i]);
    pl_str_release(&text);
    pl_word_counts_release(&classes);
}

/* -- making ------------------------------------------------------------------------- */

static const char never_seen[] = {CLASS_MARK, CLASS_MARK, '\0'};

/* `names` becomes what training never saw, then all of `seen`. */
static void add_all(pl_intern *names, const char *never, const pl_intern *seen)
{
    pl_intern_add(names, never);
    for (uint32_t i = 0; i < seen->n; i++)
        pl_intern_add(names, seen->at[i]);
}

void pl_vocab_make(pl_vocab *v, pl_unknown unknown, bool morph,
                   const pl_word_counts *counts)
{
    *v = (pl_vocab){.unknown = unknown};
    pl_intern_add(&v->words, never_seen);
    for (uint32_t i = 0; i < counts->words.n; i++)
        if (counts->n.at[i] > 1)
            pl_intern_add(&v->words, counts->words.at[i]);
    if (unknown == PL_UNKNOWN_CLASSES)
        add_classes(v, counts);
    add_all(&v->tags, never_seen, &counts->tags);
    if (morph) {
        add_all(&v->coarse, never_seen + 1, &counts->coarse);
        add_all(&v->morph, never_seen + 1, &counts->morph);
    }
}

void pl_vocab_release(pl_vocab *v)
{
    pl_intern_release(&v->words);
    pl_intern_release(&v->tags);
    pl_intern_release(&v->coarse);
    pl_intern_release(&v->morph);
}

/* -- values ------------------------------------------------------------------------- */

static uint32_t word_value(const pl_vocab *v, const char *word, pl_str *text)
{
    uint32_t id = word[0] != CLASS_MARK ? pl_intern_find(&v->words, word) : PL_NONE;
    for (int level = 0;
         id == PL_NONE && v->unknown == PL_UNKNOWN_CLASSES && level < CLASS_LEVELS;
         level++)
        if (put_class(word, level, text))
            id = pl_intern_find(&v->words, text->at);
    return PL_VALUE_FIRST + (id != PL_NONE ? id : 0);
}

static uint32_t name_value(const pl_intern *names, const char *name)
{
    uint32_t id = name != NULL ? pl_intern_find(names, name) : 0;
    return PL_VALUE_FIRST + (id != PL_NONE ? id : 0);
}

static uint32_t tag_value(const pl_vocab *v, const pl_tree *t, uint32_t i)
{
    const char *tag = t->nodes[i].label;
    if (tag == NULL && v->coarse.n > 0)
        tag = t->tokens[i].coarse;
    return name_value(&v->tags, tag != NULL ? tag : "");
}

static uint32_t affix_value(const char *text, size_t n)
{
    return PL_VALUE_FIRST + (uint32_t)(pl_hash(text, n) >> 33);
}

pl_values pl_vocab_values(const pl_vocab *v, const pl_tree *t, pl_root_place root,
                          bool affixes, pl_arena *m)
{
    size_t n = t->n_tokens + (root != PL_ROOT_NONE ? 1u : 0);
    size_t n_rows = affixes ? 6 : v->coarse.n > 0 ? 4 : 2;
    uint32_t *all = pl_arena_alloc(m, n_rows * n * sizeof *all); /* [n_rows][n] */
    pl_str text = {0};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *word = t->tokens[i].word;
        uint32_t *to = all + i + (root == PL_ROOT_FIRST ? 1 : 0);
        to[0] = word_value(v, word, &text);
        to[n] = tag_value(v, t, i);
        if (n_rows >= 4) {
            to[2 * n] = name_value(&v->coarse, t->tokens[i].coarse);
            to[3 * n] = name_value(&v->morph, t->nodes[i].morph);
        }
        if (affixes) {
            const char *end = pl_utf8_last(word, AFFIX);
            to[4 * n] = affix_value(word, pl_utf8_first(word, AFFIX));
            to[5 * n] = affix_value(end, strlen(end));
        }
    }
    for (size_t row = 0; root != PL_ROOT_NONE && row < n_rows; row++)
        all[row * n + (root == PL_ROOT_FIRST ? 0 : n - 1)] = PL_VALUE_BORDER;
    pl_str_release(&text);
    pl_values values = {.words = all, .tags = all + n, .n_tokens = (uint32_t)n};
    if (n_rows >= 4) {
        values.coarse = all + 2 * n;
        values.morph = all + 3 * n;
    }
    if (affixes) {
        values.begins = all + 4 * n;
        values.ends = all + 5 * n;
    }
    return values;
}
