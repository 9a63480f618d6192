/* Learns from a treebank where words are cut: those that it writes as two or more with a
 * mark on both sides of the cut (IcePaHC: hús$ $ið), and all the others, which are not.
 *
 * Each ending of up to 8 letters that was seen 3 times (no word counting more than 5
 * times) gets an entry if it is cut otherwise than the longest shorter one says; then
 * each word that the endings get wrong gets one. Where the treebank cuts the same ending
 * in two ways, the more frequent one counts. */
#include "base/utf8.h"
#include "text/letters.h"
#include "text/rules.h"

#include <string.h>

enum { MAX_ENDING = 8, MIN_SEEN = 3, MAX_WEIGHT = 5, ENTRIES_PER_LINE = 12 };

/* The words of the treebank. */
typedef struct forms {
    pl_intern names;        /* in small letters, with bars where they are cut */
    PL_VEC(uint32_t) times; /* [names.n] each was seen */
    size_t n_cut;           /* names that have a bar */
} forms;

/* -- counting ---------------------------------------------------------------------- */

/* Whether `a` ends and `b` begins with the mark, and both have more than it. */
static bool cut_between(const char *mark, const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(mark);
    return m > 0 && n > m && strlen(b) > m && strcmp(a + n - m, mark) == 0 &&
           strncmp(b, mark, m) == 0;
}

/* Whether all of it is letters, and bars between them. */
static bool is_word(const char *form)
{
    size_t length, n = strlen(form);
    for (size_t at = 0; at < n; at += length)
        if (!(pl_kind_at(form, at, n, &length) & PL_LETTER) && form[at] != '|')
            return false;
    return n > 0;
}

static void count_form(forms *f, const char *form)
{
    char key[PL_MAX_KEY];
    if (!is_word(form) || !pl_rules_key(form, strlen(form), true, key))
        return;
    uint32_t id = pl_intern_add(&f->names, key);
    if (id == f->times.n) {
        PL_PUSH(&f->times, 0);
        f->n_cut += strchr(key, '|') != NULL;
    }
    f->times.at[id]++;
}

static void count_forms(forms *f, const char *mark, const pl_tree *tree, pl_str *form)
{
    size_t m = strlen(mark);
    bool inside = false; /* the word began before */
    bool plain = true;   /* it has no bars of its own */
    for (uint32_t i = 0; i < tree->n_tokens && m > 0; i++) {
        const char *word = tree->tokens[i].word + (inside ? m : 0);
        bool cut =
            i + 1 < tree->n_tokens && cut_between(mark, word, tree->tokens[i + 1].word);
        plain = plain && strchr(word, '|') == NULL;
        pl_str_put(form, word, strlen(word) - (cut ? m : 0));
        pl_str_puts(form, cut ? "|" : "");
        if (!cut) {
            if (plain)
                count_form(f, pl_str_text(form));
            pl_str_clear(form);
            plain = true;
        }
        inside = cut;
    }
}

/* -- choosing ---------------------------------------------------------------------- */

/* How often a word, or an ending, was cut in one way. */
typedef struct count {
    uint32_t id;
    pl_cuts cut;
    uint32_t n;
} count;

/* Words or endings, with counts of their cuts. */
typedef struct table {
    pl_intern names;
    PL_VEC(count) counts;
    PL_VEC(count) best; /* [names.n] n is that of all cuts together */
} table;

static void table_release(table *t)
{
    pl_intern_release(&t->names);
    PL_VEC_RELEASE(&t->counts, &t->best);
}

static int by_id_and_cut(const void *x, const void *y)
{
    const count *a = x, *b = y;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    return (a->cut > b->cut) - (a->cut < b->cut);
}

/* The most frequent cut of each name; of equal ones the one with the smaller number, so
 * that no cut comes first. */
static void find_best(table *t)
{
    PL_SORT(&t->counts, by_id_and_cut);
    for (size_t i = 0, k; i < t->counts.n; i = k) {
        count best = {.id = t->counts.at[i].id};
        uint32_t most = 0, n = 0;
        for (k = i; k < t->counts.n && t->counts.at[k].id == best.id; k++) {
            const count *c = &t->counts.at[k];
            bool same = k > i && t->counts.at[k - 1].cut == c->cut;
            n = same ? n + c->n : c->n;
            best.n += c->n;
            if (n > most) {
                most = n;
                best.cut = c->cut;
            }
        }
        PL_PUSH(&t->best, best);
    }
}

/* An ending tells of cuts inside it and right before it, not of those farther on. */
static pl_cuts cuts_inside(pl_cuts cut, size_t n)
{
    return n >= PL_MAX_PART ? cut : cut & (((pl_cuts)2 << n) - 1);
}

static void count_endings(table *t, const char *word, pl_cuts cut, uint32_t times)
{
    size_t n = strlen(word), length = 0;
    uint32_t weight = times < MAX_WEIGHT ? times : MAX_WEIGHT;
    for (size_t at = n; at-- > 0 && length < MAX_ENDING;)
        if (pl_utf8_begins(word[at])) {
            length++;
            PL_PUSH(&t->counts, (count){pl_intern_add(&t->names, word + at),
                                        cuts_inside(cut, length), weight});
        }
}

/* The name with its bars. */
static void put_entry(pl_str *entry, const char *name, pl_cuts cut)
{
    size_t left = pl_utf8_count(name, strlen(name));
    for (const char *c = name; *c != '\0'; c++) {
        if (pl_utf8_begins(*c)) {
            if (left <= PL_MAX_PART && cut >> left & 1)
                pl_str_putc(entry, '|');
            left--;
        }
        pl_str_putc(entry, *c);
    }
}

typedef struct ranked {
    const char *name;
    size_t length;
    const count *best;
} ranked;

static int shorter_first(const void *x, const void *y)
{
    const ranked *a = x, *b = y;
    if (a->length != b->length)
        return a->length < b->length ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Adds an entry for each name that what is in `parts` so far gets wrong. */
static void choose(const table *t, pl_parts *parts, pl_str *text, const char *before,
                   uint32_t min_seen)
{
    PL_VEC(ranked) order = {0};
    pl_str entry = {0};
    for (size_t i = 0; i < t->best.n; i++) {
        const char *name = t->names.at[t->best.at[i].id];
        ranked r = {name, pl_utf8_count(name, strlen(name)), &t->best.at[i]};
        if (r.best->n >= min_seen)
            PL_PUSH(&order, r);
    }
    PL_SORT(&order, shorter_first);
    for (size_t i = 0; i < order.n; i++) {
        const ranked *r = &order.at[i];
        if (pl_parts_by_ending(parts, r->name, strlen(r->name)) == r->best->cut)
            continue;
        pl_str_clear(&entry);
        pl_str_puts(&entry, before);
        put_entry(&entry, r->name, r->best->cut);
        pl_str_puts(text, parts->cut.n % ENTRIES_PER_LINE == 0 ? "\nparts " : " ");
        pl_parts_add(parts, entry.at);
        pl_str_puts(text, entry.at);
    }
    pl_str_release(&entry);
    PL_VEC_RELEASE(&order);
}

/* Appends lines `parts …`. */
static void put_parts(const forms *f, pl_str *text)
{
    table words = {0}, endings = {0};
    pl_parts parts = {0};
    char word[PL_MAX_KEY];
    for (uint32_t i = 0; i < f->names.n; i++) {
        pl_cuts cut;
        pl_parts_bars(f->names.at[i], word, &cut);
        uint32_t id = pl_intern_add(&words.names, word);
        PL_PUSH(&words.counts, (count){id, cut, f->times.at[i]});
        count_endings(&endings, word, cut, f->times.at[i]);
    }
    find_best(&words);
    find_best(&endings);
    pl_str_puts(text, "# learned from the treebank: endings and, after ^, words");
    choose(&endings, &parts, text, "", MIN_SEEN);
    choose(&words, &parts, text, "^", 1);
    pl_str_putc(text, '\n');
    table_release(&words);
    table_release(&endings);
    pl_parts_release(&parts);
}

int pl_rules_learn(pl_rules *rules, pl_tree *const *trees, size_t n, pl_error *err)
{
    forms f = {0};
    pl_str text = {0}, form = {0};
    pl_rules learned;
    for (size_t i = 0; i < n; i++)
        count_forms(&f, rules->mark, trees[i], &form);
    pl_str_put(&text, pl_str_text(&rules->text), rules->text.n);
    if (f.n_cut > 0)
        put_parts(&f, &text);
    pl_multiwords_learn(trees, n, &text);
    pl_abbreviations_learn(rules, trees, n, &text);
    int got = pl_rules_parse(&learned, "learned rules", pl_str_text(&text), err);
    if (got == 0) {
        pl_rules_release(rules);
        *rules = learned;
    }
    pl_intern_release(&f.names);
    PL_VEC_RELEASE(&f.times);
    pl_str_release(&text);
    pl_str_release(&form);
    return got;
}
