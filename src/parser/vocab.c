/* The vocabulary; see vocab.h. */
#include "parser/vocab.h"

#include "base/str.h"
#include "base/utf8.h"
#include "parser/extract.h"

#include <ctype.h>
#include <string.h>

const char *const pl_unknown_names[PL_N_UNKNOWN] = {"hapax", "classes"};

enum { CLASS_MARK = 1, CLASS_LEVELS = 4, CLASS_MINIMUM = 5 };

void pl_word_counts_tree(pl_word_counts *c, const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t id = pl_intern_add(&c->words, t->tokens[i].word);
        if (id == c->n.n)
            PL_PUSH(&c->n, 0);
        c->n.at[id]++;
        pl_intern_add(&c->tags, t->nodes[i].label != NULL ? t->nodes[i].label : "");
    }
}

void pl_word_counts_release(pl_word_counts *c)
{
    pl_intern_release(&c->words);
    pl_intern_release(&c->tags);
    PL_VEC_RELEASE(&c->n);
}

/* -- classes of rare words --------------------------------------------------------- */

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

/* The last n characters of a word, without cutting into UTF-8; NULL if it is not longer.
 */
static const char *ending(const char *word, int n)
{
    const char *p = word + strlen(word);
    while (n > 0 && p > word) {
        p = word + pl_utf8_before(word, (size_t)(p - word));
        n--;
    }
    return p > word ? p : NULL;
}

/* Class of a word: shape and an ending of 3, 2, 1 or 0 characters. False if the word is
 * too short for it. */
static bool put_class(const char *word, int level, pl_str *out)
{
    int n = CLASS_LEVELS - 1 - level;
    const char *end = n > 0 ? ending(word, n) : "";
    if (end == NULL)
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
    pl_str class = {0};
    for (uint32_t i = 0; i < counts->words.n; i++) {
        if (counts->n.at[i] != 1)
            continue;
        for (int level = 0; level < CLASS_LEVELS; level++)
            if (put_class(counts->words.at[i], level, &class)) {
                uint32_t id = pl_intern_add(&classes.words, class.at);
                if (id == classes.n.n)
                    PL_PUSH(&classes.n, 0);
                classes.n.at[id]++;
            }
    }
    for (uint32_t i = 0; i < classes.words.n; i++)
        if (classes.n.at[i] >= CLASS_MINIMUM)
            pl_intern_add(&v->words, classes.words.at[i]);
    pl_str_release(&class);
    pl_word_counts_release(&classes);
}

/* -- vocabulary -------------------------------------------------------------------- */

void pl_vocab_start(pl_vocab *v, pl_unknown unknown)
{
    *v = (pl_vocab){.unknown = unknown};
    static const char none[] = {CLASS_MARK, CLASS_MARK, '\0'};
    pl_intern_add(&v->words, none);
    pl_intern_add(&v->tags, none);
}

void pl_vocab_make(pl_vocab *v, pl_unknown unknown, const pl_word_counts *counts)
{
    pl_vocab_start(v, unknown);
    for (uint32_t i = 0; i < counts->words.n; i++)
        if (counts->n.at[i] > 1)
            pl_intern_add(&v->words, counts->words.at[i]);
    if (unknown == PL_UNKNOWN_CLASSES)
        add_classes(v, counts);
    for (uint32_t i = 0; i < counts->tags.n; i++)
        pl_intern_add(&v->tags, counts->tags.at[i]);
}

void pl_vocab_release(pl_vocab *v)
{
    pl_intern_release(&v->words);
    pl_intern_release(&v->tags);
}

static uint32_t word_id(const pl_vocab *v, const char *word, pl_str *class)
{
    uint32_t id = word[0] != CLASS_MARK ? pl_intern_find(&v->words, word) : PL_NONE;
    for (int level = 0;
         id == PL_NONE && v->unknown == PL_UNKNOWN_CLASSES && level < CLASS_LEVELS;
         level++)
        if (put_class(word, level, class))
            id = pl_intern_find(&v->words, class->at);
    return id != PL_NONE ? id : 0;
}

void pl_vocab_values(const pl_vocab *v, const pl_tree *t, uint32_t *words, uint32_t *tags)
{
    pl_str class = {0};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *tag = t->nodes[i].label != NULL ? t->nodes[i].label : "";
        uint32_t id = pl_intern_find(&v->tags, tag);
        words[i] = PL_VALUE_FIRST + word_id(v, t->tokens[i].word, &class);
        tags[i] = PL_VALUE_FIRST + (id != PL_NONE ? id : 0);
    }
    pl_str_release(&class);
}
