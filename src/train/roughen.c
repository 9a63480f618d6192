#include "train/roughen.h"

#include "base/str.h"
#include "base/utf8.h"
#include "tree/punctuation.h"

#include <string.h>
#include <utf8proc.h>

/* -- case ----------------------------------------------------------------------------- */

enum { SMALL, CAPITALS, NO_INITIAL, AS_IT_IS };

/* Case is drawn from these: text in small letters is more frequent than in capitals. */
static const int cases[] = {SMALL, SMALL, CAPITALS, NO_INITIAL, NO_INITIAL, AS_IT_IS};

/* The word with its first character, or all, in small letters or capitals. */
static const char *in_case(pl_arena *m, const char *word, int how)
{
    pl_str out = {0};
    bool change = true;
    for (uint32_t code; pl_utf8_step(&word, &code); change &= how != NO_INITIAL) {
        utf8proc_int32_t c = (utf8proc_int32_t)code;
        utf8proc_int32_t other =
            how == CAPITALS ? utf8proc_toupper(c) : utf8proc_tolower(c);
        pl_utf8_encode(&out, (uint32_t)(change ? other : c));
    }
    const char *kept = pl_arena_strdup(m, pl_str_text(&out));
    pl_str_release(&out);
    return kept;
}

/* The first capital is that of the first word which is no mark. */
static void change_case(pl_tree *t, int how)
{
    uint32_t first = 0, end = how == AS_IT_IS ? 0 : t->n_tokens;
    if (how == NO_INITIAL) {
        while (first + 1 < t->n_tokens && pl_is_mark(t, first))
            first++;
        end = first + 1;
    }
    for (uint32_t i = first; i < end; i++)
        t->tokens[i].word = in_case(t->arena, t->tokens[i].word, how);
}

/* -- signs ---------------------------------------------------------------------------- */

/* A plain sign and the typographic ones that people write for it. The signs of a row open
 * and close what they enclose. */
static const struct sign_row {
    const char *plain, *open, *close;
} sign_rows[] = {
    /* clang-format off */
    {"\"",  "\u201c", "\u201d"},
    {"\"",  "\u201e", "\u201c"},
    {"\"",  "\u00ab", "\u00bb"},
    {"\"",  "\u00bb", "\u00ab"},
    {"'",   "\u2018", "\u2019"},
    {"-",   "\u2013", "\u2013"},
    {"-",   "\u2014", "\u2014"},
    {"--",  "\u2014", "\u2014"},
    {"...", "\u2026", "\u2026"},
    {"``",  "\u201c", "\u201c"},
    {"''",  "\u201d", "\u201d"},
    /* clang-format on */
};
enum { N_SIGN_ROWS = sizeof sign_rows / sizeof *sign_rows };

/* The sign in the other way of writing, by the rows from `from` on; NULL if it has none. */
static const char *other_sign(const char *word, uint32_t from, bool closes)
{
    for (uint32_t k = 0; k < N_SIGN_ROWS; k++) {
        const struct sign_row *row = &sign_rows[(from + k) % N_SIGN_ROWS];
        if (strcmp(word, row->plain) == 0)
            return closes ? row->close : row->open;
        if (strcmp(word, row->open) == 0 || strcmp(word, row->close) == 0)
            return row->plain;
    }
    return NULL;
}

/* An apostrophe in a word ('s, don't) in the other way of writing. */
static const char *other_apostrophe(pl_arena *m, const char *word)
{
    static const char curly[] = "\u2019";
    const char *plain = strchr(word, '\''), *found = strstr(word, curly);
    const char *at = plain != NULL ? plain : found;
    if (at == NULL)
        return word;
    return pl_arena_printf(m, "%.*s%s%s", (int)(at - word), word,
                           plain != NULL ? curly : "'",
                           at + (plain != NULL ? 1 : sizeof curly - 1));
}

static void change_signs(pl_tree *t, pl_rng *rng)
{
    uint32_t from = pl_rng_below(rng, N_SIGN_ROWS);
    bool closes = false; /* the next quote does */
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *word = t->tokens[i].word, *other = other_sign(word, from, closes);
        closes ^= strcmp(word, "\"") == 0;
        t->tokens[i].word = other != NULL ? other : other_apostrophe(t->arena, word);
    }
}

/* -- the last mark -------------------------------------------------------------------- */

/* What stands for the last mark; NULL: nothing. */
static const char *const marks[] = {NULL, NULL, "!", "!!!", "\u2026", "..."};
static const char *const question_marks[] = {NULL, NULL, "?!", "??", "???", "?"};
enum { N_MARKS = sizeof marks / sizeof *marks };

static void remove_last(pl_tree *t)
{
    bool *gone = PL_NEW_ARRAY(t->arena, bool, t->n_tokens);
    gone[t->n_tokens - 1] = true;
    pl_tree_delete_tokens(t, gone);
}

/* The place of the mark that ends the sentence; PL_NONE if none does. */
static uint32_t last_mark(const pl_tree *t)
{
    uint32_t last = t->n_tokens - 1;
    return t->n_tokens > 2 && strlen(t->tokens[last].word) == 1 &&
                   strchr(".!?", t->tokens[last].word[0]) != NULL && pl_is_mark(t, last)
               ? last
               : PL_NONE;
}

static void change_last_mark(pl_tree *t, pl_rng *rng)
{
    uint32_t last = last_mark(t), k = pl_rng_below(rng, N_MARKS);
    if (last == PL_NONE)
        return;
    const char *mark = (t->tokens[last].word[0] == '?' ? question_marks : marks)[k];
    if (mark == NULL)
        remove_last(t);
    else
        t->tokens[last].word = mark;
}

void pl_roughen(pl_tree *t, pl_rng *rng)
{
    if (t->n_tokens == 0)
        return;
    int how = cases[pl_rng_below(rng, sizeof cases / sizeof *cases)];
    change_case(t, how);
    if (how == AS_IT_IS || pl_rng_below(rng, 2) == 0)
        change_last_mark(t, rng);
    if (how == AS_IT_IS || pl_rng_below(rng, 2) == 0)
        change_signs(t, rng);
}
