/* Learns from a treebank which tokens are several words, and which: those that CoNLL-U has
 * ranges for (3-4 don't), and all the others, which are one.
 *
 * Each ending of up to 8 letters that was seen 3 times (no token counting more than 5
 * times) gets an entry if something else becomes of it than the longest shorter one says,
 * and three different tokens if it makes them several words. Then each token that was seen
 * twice and that the endings get wrong gets one: one that was seen once may be a slip. */
#include "text/rules.h"

#include "base/utf8.h"
#include "format/lines.h"

#include <string.h>

enum { MAX_ENDING = 8, MIN_SEEN = 3, MIN_TOKENS = 3, MIN_WHOLE = 2, MAX_WEIGHT = 5 };
enum { PER_LINE = 12 };

/* A token of the treebank, in small letters, and what becomes of it: "n't=+n't", all before
 * n't and n't. The empty text is number 0: it is one word. */
typedef struct token {
    uint32_t form, script;
    uint32_t times;
} token;

/* How often an ending, or a token, has a script. */
typedef struct count {
    uint32_t name, script;
    uint32_t n, tokens;
} count;

typedef struct learning {
    pl_intern forms, scripts;
    PL_VEC(token) seen;   /* all, then one for each form and script */
    pl_intern names;      /* endings; with ^, whole tokens */
    PL_VEC(count) counts; /* of names; then the best of each name */
    pl_intern chosen;
    PL_VEC(uint32_t) script_of; /* [chosen.n] */
} learning;

/* -- reading the treebank ------------------------------------------------------------ */

/* Signs that mean something in an entry, and what a line of rules is cut at. */
static bool is_plain(const char *text)
{
    return *text != '\0' && *text != '#' && strpbrk(text, "^|=+ \t") == NULL;
}

static void add_token(learning *l, const char *form, const char *script)
{
    char key[PL_MAX_KEY];
    if (is_plain(form) && pl_rules_key(form, strlen(form), true, key))
        PL_PUSH(&l->seen, (token){pl_intern_add(&l->forms, key),
                                  pl_intern_add(&l->scripts, script), 1});
}

/* The script from a token to its words, in small letters; false if it cannot be written. */
static bool make_script(const char *form, const pl_tree *t, uint32_t first, uint32_t last,
                        pl_str *script)
{
    char key[PL_MAX_KEY], word[PL_MAX_KEY];
    size_t n = 0;
    pl_str_clear(script);
    if (last - first >= PL_MAX_WORDS || !pl_rules_key(form, strlen(form), true, key))
        return false;
    for (uint32_t i = first; i <= last; i++) {
        const char *text = t->tokens[i].word;
        if (!is_plain(text) || !pl_rules_key(text, strlen(text), true, word))
            return false;
        if (i == first) {
            while (key[n] != '\0' && key[n] == word[n])
                n++;
            while (n > 0 && !pl_utf8_begins(key[n]))
                n--;
            if (key[n] == '\0') /* the first word is all of it */
                return false;
            pl_str_printf(script, "%s=", key + n);
        }
        pl_str_printf(script, "%s%s", i > first ? "+" : "", word + (i == first ? n : 0));
    }
    return script->n + 2 < PL_MAX_KEY;
}

static void add_range(learning *l, const pl_tree *t, const char *line, uint32_t first,
                      uint32_t last)
{
    const char *tab = strchr(line, '\t');
    pl_str form = {0}, script = {0};
    if (tab != NULL)
        pl_str_put(&form, tab + 1, strcspn(tab + 1, "\t"));
    if (make_script(pl_str_text(&form), t, first, last, &script))
        add_token(l, form.at, script.at);
    pl_str_release(&form);
    pl_str_release(&script);
}

/* A token of one word; and with the next one, if no space is between them: what could be
 * taken for one token is none. */
static void add_single(learning *l, const pl_tree *t, uint32_t i)
{
    const char *word = t->tokens[i].word;
    add_token(l, word, "");
    if (i + 1 == t->n_tokens || !pl_says_glued(t->tokens[i].misc))
        return;
    pl_str both = {0};
    pl_str_printf(&both, "%s%s", word, t->tokens[i + 1].word);
    add_token(l, both.at, "");
    pl_str_release(&both);
}

static void add_tree(learning *l, const pl_tree *t)
{
    const pl_line *line = t->lines;
    for (uint32_t i = 0, last; i < t->n_tokens; i = last + 1) {
        const char *range = pl_range_at(t, i, &line, &last);
        if (range != NULL)
            add_range(l, t, range, i, last);
        else
            add_single(l, t, i);
    }
}

static int by_form(const void *x, const void *y)
{
    const token *a = x, *b = y;
    if (a->form != b->form)
        return a->form < b->form ? -1 : 1;
    return (a->script > b->script) - (a->script < b->script);
}

static void join_tokens(learning *l)
{
    size_t n = 0;
    PL_SORT(&l->seen, by_form);
    for (size_t i = 0; i < l->seen.n; i++)
        if (n > 0 && by_form(&l->seen.at[n - 1], &l->seen.at[i]) == 0)
            l->seen.at[n - 1].times++;
        else
            l->seen.at[n++] = l->seen.at[i];
    l->seen.n = n;
}

/* -- counting ------------------------------------------------------------------------ */

/* Bytes of a form that a script replaces. */
static size_t rest_of(const learning *l, uint32_t script)
{
    return strcspn(l->scripts.at[script], "=");
}

static void count_endings(learning *l, const token *t)
{
    const char *form = l->forms.at[t->form];
    size_t n = strlen(form), at = n, rest = rest_of(l, t->script);
    uint32_t weight = t->times < MAX_WEIGHT ? t->times : MAX_WEIGHT;
    for (int k = 1; k <= MAX_ENDING; k++) {
        at = pl_utf8_before(form, at);
        if (at == 0)
            break;
        if (n - at >= rest)
            PL_PUSH(&l->counts,
                    (count){pl_intern_add(&l->names, form + at), t->script, weight, 1});
    }
}

static void count_whole(learning *l, const token *t)
{
    char name[PL_MAX_KEY + 1] = "^";
    const char *form = l->forms.at[t->form];
    memcpy(name + 1, form, strlen(form) + 1);
    PL_PUSH(&l->counts, (count){pl_intern_add(&l->names, name), t->script, t->times, 1});
}

static int by_name(const void *x, const void *y)
{
    const count *a = x, *b = y;
    if (a->name != b->name)
        return a->name < b->name ? -1 : 1;
    return (a->script > b->script) - (a->script < b->script);
}

/* Leaves one count for each name: its most frequent script, the first of equals. */
static void find_best(learning *l)
{
    size_t n = 0, i, k;
    PL_SORT(&l->counts, by_name);
    for (i = 0; i < l->counts.n; i = k) {
        count best = {.name = l->counts.at[i].name}, sum = {0};
        for (k = i; k < l->counts.n && l->counts.at[k].name == best.name; k++) {
            count c = l->counts.at[k];
            bool same = k > i && l->counts.at[k - 1].script == c.script;
            sum.n = same ? sum.n + c.n : c.n;
            sum.tokens = same ? sum.tokens + 1 : 1;
            if (sum.n > best.n)
                best = (count){best.name, c.script, sum.n, sum.tokens};
        }
        l->counts.at[n++] = best;
    }
    l->counts.n = n;
}

/* -- choosing ------------------------------------------------------------------------ */

/* The script of a token by the endings chosen so far, which leave something before them. */
static uint32_t by_ending(const learning *l, const char *form)
{
    size_t n = strlen(form);
    for (size_t at = 1; at < n; at++) {
        if (!pl_utf8_begins(form[at]))
            continue;
        uint32_t id = pl_intern_find(&l->chosen, form + at);
        if (id != PL_NONE)
            return l->script_of.at[id];
    }
    return 0;
}

/* Writes the entry of a name: the bar stands before what its script replaces. */
static void put_entry(const learning *l, const count *c, size_t number, pl_str *text)
{
    const char *name = l->names.at[c->name], *script = l->scripts.at[c->script];
    size_t kept = strlen(name) - rest_of(l, c->script);
    pl_str_puts(text, number % PER_LINE == 0 ? "\nmultiwords " : " ");
    if (c->script == 0)
        pl_str_puts(text, name);
    else
        pl_str_printf(text, "%.*s|%s", (int)kept, name, script);
}

/* Adds the entries of all names of `length` bytes that what was chosen gets wrong. */
static void choose(learning *l, bool whole, size_t length, pl_str *text)
{
    for (size_t i = 0; i < l->counts.n; i++) {
        const count *c = &l->counts.at[i];
        const char *name = l->names.at[c->name];
        bool enough = whole ? c->n >= MIN_WHOLE
                            : c->n >= MIN_SEEN && (c->script == 0 || c->tokens >= MIN_TOKENS);
        if ((*name == '^') != whole || !enough || (!whole && strlen(name) != length) ||
            by_ending(l, name + whole) == c->script)
            continue;
        put_entry(l, c, l->chosen.n, text);
        pl_intern_add(&l->chosen, name);
        PL_PUSH(&l->script_of, c->script);
    }
}

void pl_multiwords_learn(pl_tree *const *trees, size_t n, pl_str *text)
{
    learning l = {0};
    pl_intern_add(&l.scripts, "");
    for (size_t i = 0; i < n; i++)
        add_tree(&l, trees[i]);
    join_tokens(&l);
    for (size_t i = 0; i < l.seen.n && l.scripts.n > 1; i++) {
        count_endings(&l, &l.seen.at[i]);
        count_whole(&l, &l.seen.at[i]);
    }
    find_best(&l);
    if (l.scripts.n > 1)
        pl_str_puts(text, "# learned from the treebank: tokens of several words");
    for (size_t length = 1; length <= 4 * MAX_ENDING; length++)
        choose(&l, false, length, text);
    choose(&l, true, 0, text);
    pl_str_puts(text, l.scripts.n > 1 ? "\n" : "");
    pl_intern_release(&l.forms);
    pl_intern_release(&l.scripts);
    pl_intern_release(&l.names);
    pl_intern_release(&l.chosen);
    PL_VEC_RELEASE(&l.seen, &l.counts, &l.script_of);
}
