/* Learns from a treebank with text which words keep their full stop: those that are written
 * with it as one token, twice or more, and more often than with one of its own. Those that
 * end a sentence once in five times may do so. */
#include "text/rules.h"

#include "text/letters.h"

#include <string.h>

enum { MIN_SEEN = 2, PER_LINE = 12, OF_ENDS = 5 };

/* How often a word has the full stop, and of these at the end of a sentence; and how often
 * the full stop that follows is a token. */
typedef struct count {
    uint32_t with, last, without;
} count;

typedef struct words {
    pl_intern names; /* in small letters, with the full stop */
    PL_VEC(count) counts;
} words;

/* Whether it is letters, two or more, with hyphens and stops between and a stop behind. */
static bool is_short(const char *form, size_t n)
{
    size_t length, letters = 0;
    for (size_t at = 0; at < n; at += length)
        if (pl_kind_at(form, at, n, &length) & PL_LETTER)
            letters++;
        else if (strchr(".-", form[at]) == NULL)
            return false;
    return n > 0 && form[n - 1] == '.' && letters > 1 &&
           pl_kind_at(form, 0, n, &length) & PL_LETTER;
}

static count *count_of(words *w, const char *form)
{
    char key[PL_MAX_KEY];
    static count none;
    if (!is_short(form, strlen(form)) || !pl_rules_key(form, strlen(form), true, key))
        return &none;
    uint32_t id = pl_intern_add(&w->names, key);
    if (id == w->counts.n)
        PL_PUSH(&w->counts, (count){0});
    return &w->counts.at[id];
}

static void count_tokens(words *w, const pl_tree *t, pl_str *joined)
{
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *form = t->tokens[i].word;
        count *c = count_of(w, form);
        c->with++;
        c->last += i + 1 == t->n_tokens;
        if (i + 1 == t->n_tokens || strcmp(t->tokens[i + 1].word, ".") != 0)
            continue;
        pl_str_clear(joined);
        pl_str_printf(joined, "%s.", form);
        count_of(w, joined->at)->without++;
    }
}

/* Appends a line for each dozen of the words that may end a sentence, or may not. */
static void put_words(const words *w, const pl_rules *r, bool ends, pl_str *text)
{
    size_t n = 0;
    for (uint32_t i = 0; i < w->names.n; i++) {
        count c = w->counts.at[i];
        const char *name = w->names.at[i];
        if (c.with < MIN_SEEN || c.with <= c.without || (OF_ENDS * c.last >= c.with) != ends ||
            pl_rules_has(r, PL_ABBREVIATIONS, name, strlen(name), false) ||
            pl_rules_has(r, PL_ENDINGS, name, strlen(name), false))
            continue;
        if (n++ % PER_LINE == 0)
            pl_str_puts(text, ends ? "\nendings" : "\nabbreviations");
        pl_str_printf(text, " %s", name);
    }
    pl_str_puts(text, n > 0 ? "\n" : "");
}

void pl_abbreviations_learn(const pl_rules *r, pl_tree *const *trees, size_t n, pl_str *text)
{
    words w = {0};
    pl_str joined = {0};
    for (size_t i = 0; i < n; i++)
        if (trees[i]->text != NULL)
            count_tokens(&w, trees[i], &joined);
    put_words(&w, r, false, text);
    put_words(&w, r, true, text);
    pl_intern_release(&w.names);
    PL_VEC_RELEASE(&w.counts);
    pl_str_release(&joined);
}
