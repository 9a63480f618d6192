/* The language of words by the trigrams of their letters; see language.h. */
#include "text/language.h"

#include "base/in.h"
#include "base/share.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <utf8proc.h>

enum { LONGEST_WORD = 100 }; /* letters that are looked at */

/* Of the differences between logarithms of probabilities: how large they must be for each
 * trigram, and in all. */
static const double least_each = 0.4, least_in_all = 20;
/* A trigram that is not listed is so many times as rare as the last of the list. */
static const double rarer = 3;

static bool is_letter(uint32_t code)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
    return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}

static void count(pl_language_sample *s, const pl_str *text, size_t from, size_t to)
{
    uint32_t id = pl_intern_add_n(&s->trigrams, text->at + from, to - from);
    if (id == s->counts.n)
        PL_PUSH(&s->counts, 0);
    s->counts.at[id]++;
    s->n_trigrams++;
}

/* Counts the trigrams of letters between two marks: _ab, abc, bc_. */
static void add_letters(pl_language_sample *s, const uint32_t *codes, size_t n)
{
    pl_str text = {0};
    size_t at[LONGEST_WORD + 3];
    if (n == 0)
        return;
    for (size_t i = 0; i < n + 2; i++) {
        at[i] = text.n;
        pl_utf8_encode(&text, i == 0 || i == n + 1 ? '_' : codes[i - 1]);
    }
    at[n + 2] = text.n;
    for (size_t i = 0; i < n; i++)
        count(s, &text, at[i], at[i + 3]);
    s->n_letters += n;
    pl_str_release(&text);
}

void pl_language_add(pl_language_sample *s, const char *word)
{
    uint32_t codes[LONGEST_WORD], code;
    size_t n = 0;
    while (pl_utf8_step(&word, &code))
        if (!is_letter(code) || n == LONGEST_WORD) {
            add_letters(s, codes, n);
            n = 0;
        } else
            codes[n++] = (uint32_t)utf8proc_tolower((utf8proc_int32_t)code);
    add_letters(s, codes, n);
}

void pl_language_release(pl_language_sample *s)
{
    pl_intern_release(&s->trigrams);
    PL_VEC_RELEASE(&s->counts);
}

/* The logarithm of the probability of the trigrams in a language, by the lines of its file,
 * and its name. */
static double score(const pl_language_sample *s, char *lines, pl_str *name)
{
    size_t found = 0;
    double sum = 0, last = 1;
    size_t n = strcspn(lines, "\n");
    pl_str_put(name, lines, n);
    for (char *at = lines + n; *at == '\n' && at[1] != '\0'; at += strcspn(at, "\n")) {
        size_t width = strcspn(++at, "\t\n");
        uint32_t id = pl_intern_find_n(&s->trigrams, at, width);
        last = strtod(at + width, NULL) / 1e6;
        if (id == PL_NONE || !(last > 0))
            continue;
        sum += s->counts.at[id] * log(last);
        found += s->counts.at[id];
    }
    return sum + (double)(s->n_trigrams - found) * log(last > 0 ? last / rarer : 1e-9);
}

static bool score_file(const pl_language_sample *s, const char *code, double *result,
                       pl_str *name)
{
    pl_str file = {0}, path = {0}, lines = {0};
    pl_error none;
    pl_str_printf(&file, "%s.tri", code);
    bool read = pl_share_file("languages", file.at, &path, &none) == 0 &&
                pl_in_read_file(path.at, PL_MAX_RULES, &lines, &none) == 0 && lines.n > 0;
    pl_str_clear(name);
    if (read)
        *result = score(s, lines.at, name);
    pl_str_release(&file);
    pl_str_release(&path);
    pl_str_release(&lines);
    return read;
}

int pl_language_differs(const pl_language_sample *s, const char *own, pl_str *code,
                        pl_str *name)
{
    pl_str names = {0}, other = {0};
    double expected, best, x;
    if (s->n_letters < PL_LANGUAGE_LETTERS || !score_file(s, own, &expected, &other)) {
        pl_str_release(&other);
        return 0;
    }
    best = expected + fmax(least_in_all, least_each * (double)s->n_trigrams);
    pl_share_names("languages", ".tri", &names);
    for (char *at = names.at, *word; (word = pl_scan_word(&at)) != NULL;) {
        word[strcspn(word, ",")] = '\0';
        if (!score_file(s, word, &x, &other) || x <= best)
            continue;
        best = x;
        pl_str_clear(code);
        pl_str_puts(code, word);
        pl_str_clear(name);
        pl_str_puts(name, other.at);
    }
    pl_str_release(&names);
    pl_str_release(&other);
    return code->n > 0;
}
