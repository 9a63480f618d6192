/* Edit scripts; see edit_script.h. */
#include "tag/edit_script.h"

#include "base/utf8.h"

#include <string.h>
#include <utf8proc.h>

enum { MAX_LETTERS = 200 }; /* a longer form has scripts that keep or replace all of it */

typedef struct letters {
    uint32_t at[MAX_LETTERS];
    uint32_t n;
} letters;

/* -- case --------------------------------------------------------------------------- */

static uint32_t lower(uint32_t code)
{
    return (uint32_t)utf8proc_tolower((utf8proc_int32_t)code);
}

static uint32_t upper(uint32_t code)
{
    return (uint32_t)utf8proc_toupper((utf8proc_int32_t)code);
}

static uint32_t keep(uint32_t code)
{
    return code;
}

/* What becomes of the first letter of a form and of the others. Of scripts that keep the
 * same number of letters, the first one in this order is taken. */
static const struct {
    char sign;
    uint32_t (*first)(uint32_t code), (*other)(uint32_t code);
} cases[] = {
    {'l', lower, lower},
    {'k', keep,  keep },
    {'t', upper, lower},
    {'u', upper, upper},
};
enum { N_CASES = sizeof cases / sizeof *cases };

/* The letters of a text in one of these cases; false if they are too many. */
static bool read_letters(letters *to, const char *text, size_t which)
{
    uint32_t code;
    to->n = 0;
    while (pl_utf8_step(&text, &code)) {
        if (to->n == MAX_LETTERS)
            return false;
        to->at[to->n] =
            to->n == 0 ? cases[which].first(code) : cases[which].other(code);
        to->n++;
    }
    return true;
}

/* -- making ------------------------------------------------------------------------- */

/* What two words have in common: n letters, in `a` from `in_a` on, in `b` from `in_b`. */
typedef struct common {
    uint32_t n, in_a, in_b;
} common;

/* The longest one; of several that are as long, the first in `a`. Quadratic. */
static common longest_common(const letters *a, const letters *b)
{
    uint32_t before[MAX_LETTERS + 1] = {0}; /* [j + 1] common letters that end at b[j] */
    common best = {0};
    for (uint32_t i = 0; i < a->n; i++)
        for (uint32_t j = b->n; j-- > 0;) {
            uint32_t n = a->at[i] == b->at[j] ? before[j] + 1 : 0;
            before[j + 1] = n;
            if (n > best.n)
                best = (common){n, i + 1 - n, j + 1 - n};
        }
    return best;
}

static void put_letters(pl_str *out, const letters *from, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        pl_utf8_encode(out, from->at[i]);
}

static void put_script(pl_str *out, char sign, const letters *form, const letters *lemma,
                       common c)
{
    pl_str front = {0};
    put_letters(&front, lemma, 0, c.in_b);
    pl_str_printf(out, "%c%u,%u,%zu:%s", sign, c.in_a, form->n - c.in_a - c.n, front.n,
                  pl_str_text(&front));
    put_letters(out, lemma, c.in_b + c.n, lemma->n);
    pl_str_release(&front);
}

void pl_edit_script_make(const char *form, const char *lemma, pl_str *out)
{
    letters from, to;
    common best = {0};
    size_t which = 0;
    pl_str_clear(out);
    bool fits = read_letters(&to, lemma, 1);
    for (size_t i = 0; i < N_CASES && fits; i++) {
        fits = read_letters(&from, form, i);
        common c = fits ? longest_common(&from, &to) : (common){0};
        if (c.n > best.n) {
            best = c;
            which = i;
        }
    }
    if (best.n == 0) {
        pl_str_printf(out, "=%s", lemma);
        return;
    }
    read_letters(&from, form, which);
    put_script(out, cases[which].sign, &from, &to, best);
}

/* -- applying ----------------------------------------------------------------------- */

/* A script with numbers, taken apart. */
typedef struct parsed {
    size_t which; /* of the cases */
    uint32_t cut_front, cut_back, n_front;
    const char *text;
} parsed;

static bool parse(parsed *p, const char *script)
{
    for (p->which = 0; p->which < N_CASES; p->which++)
        if (cases[p->which].sign == *script)
            break;
    if (p->which == N_CASES)
        return false;
    script++;
    uint32_t *const numbers[] = {&p->cut_front, &p->cut_back, &p->n_front};
    for (int i = 0; i < 3; i++)
        if (!pl_scan_number(&script, MAX_LETTERS * 4, numbers[i]) ||
            *script++ != (i < 2 ? ',' : ':'))
            return false;
    p->text = script;
    return p->n_front <= strlen(script);
}

bool pl_edit_script_apply(const char *script, const char *form, pl_str *out)
{
    letters from;
    parsed p;
    pl_str_clear(out);
    if (*script == '=') {
        pl_str_puts(out, script + 1);
        return true;
    }
    if (!parse(&p, script) || !read_letters(&from, form, p.which) ||
        p.cut_front + p.cut_back > from.n)
        return false;
    pl_str_put(out, p.text, p.n_front);
    put_letters(out, &from, p.cut_front, from.n - p.cut_back);
    pl_str_puts(out, p.text + p.n_front);
    return true;
}
