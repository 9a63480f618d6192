/* Multiword tokens; see multiwords.h. */
#include "text/multiwords.h"

#include "base/utf8.h"

#include <string.h>
#include <utf8proc.h>

/* The text with a capital at its beginning, in the arena. */
static const char *capitalized(pl_arena *m, const char *text)
{
    pl_str out = {0};
    uint32_t code;
    if (pl_utf8_step(&text, &code))
        pl_utf8_encode(&out, (uint32_t)utf8proc_toupper((utf8proc_int32_t)code));
    pl_str_puts(&out, text);
    const char *copy = pl_arena_strndup(m, pl_str_text(&out), out.n);
    pl_str_release(&out);
    return copy;
}

/* Cuts "FIRST+WORD+WORD…" at its signs, in place. False if a word but the first is empty,
 * or there are too many, or one. */
static bool cut_words(pl_expansion *e, char *text)
{
    for (char *plus; (plus = strchr(text, '+')) != NULL; text = plus + 1) {
        *plus = '\0';
        e->words[e->n++] = text;
        if (plus[1] == '\0' || plus[1] == '+' || e->n == PL_MAX_WORDS)
            return false;
    }
    e->words[e->n++] = text;
    e->first = e->words[0];
    return e->n > 1;
}

/* Whether the words but the first are the text. */
static bool are_joined(const pl_expansion *e, const char *text)
{
    if (*e->first != '\0')
        return false;
    for (uint32_t i = 1; i < e->n; i++) {
        size_t n = strlen(e->words[i]);
        if (strncmp(text, e->words[i], n) != 0)
            return false;
        text += n;
    }
    return *text == '\0';
}

/* Understands what follows the bar: REST=FIRST+WORD…; cuts it in place. */
static bool parse_words(pl_multiwords *x, bool alone, char *rest, pl_expansion *e)
{
    char *equals = strchr(rest, '=');
    if (equals == NULL || equals == rest)
        return false;
    *equals = '\0';
    if (!cut_words(e, equals + 1) || (alone && *e->first == '\0'))
        return false;
    e->joined = are_joined(e, rest);
    e->n_rest = (uint32_t)pl_utf8_count(rest, strlen(rest));
    e->capital = alone ? capitalized(&x->text, e->first) : e->first;
    for (uint32_t i = 1; i < e->n; i++)
        e->chars[i] = (uint32_t)pl_utf8_count(e->words[i], strlen(e->words[i]));
    return true;
}

bool pl_multiwords_add(pl_multiwords *x, const char *entry)
{
    char *name = pl_arena_strdup(&x->text, entry), *bar = strchr(name, '|');
    pl_expansion e = {0};
    if (bar != NULL) {
        char *rest = pl_arena_strdup(&x->text, bar + 1);
        if (!parse_words(x, bar == name + 1 && *name == '^', rest, &e))
            return false;
        memcpy(bar, rest, strlen(rest) + 1);
    }
    size_t n = strlen(name);
    if (n < 1u + (*name == '^') || (bar == NULL && strpbrk(name, "=+") != NULL))
        return false;
    if (pl_intern_find(&x->names, name) == PL_NONE) {
        pl_intern_add(&x->names, name);
        PL_PUSH(&x->of, e);
        x->longest = n > x->longest ? n : x->longest;
    }
    return true;
}

const pl_expansion *pl_multiwords_find(const pl_multiwords *x, const char *token, size_t n)
{
    char whole[256];
    uint32_t id = PL_NONE;
    if (n < x->longest && n + 1 < sizeof whole) {
        whole[0] = '^';
        memcpy(whole + 1, token, n);
        id = pl_intern_find_n(&x->names, whole, n + 1);
    }
    for (size_t at = n > x->longest ? n - x->longest : 1; id == PL_NONE && at < n; at++)
        if (pl_utf8_begins(token[at]))
            id = pl_intern_find_n(&x->names, token + at, n - at);
    return id != PL_NONE && x->of.at[id].n > 0 ? &x->of.at[id] : NULL;
}

void pl_multiwords_release(pl_multiwords *x)
{
    pl_intern_release(&x->names);
    PL_VEC_RELEASE(&x->of);
    pl_arena_release(&x->text);
    x->longest = 0;
}
