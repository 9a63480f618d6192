/* Vectors of words; see read_vectors.h. */
#include "train/read_vectors.h"

#include "base/in.h"
#include "base/number.h"
#include "base/str.h"
#include "base/vec.h"
#include "learn/bytes.h"

#include <math.h>
#include <string.h>

enum { WIDEST = 4096 };

typedef struct job {
    pl_net_vectors *to;
    const pl_net_census *treebank;
    pl_in *in;
    PL_VEC(int8_t) bytes;
    PL_VEC(float) scales;
    PL_VEC(float) numbers; /* of the line */
    uint32_t n_further;
    pl_net_vocab none; /* to write words in lower case with */
    pl_net_word word;
} job;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The fields of a line after the first. */
static size_t count_fields(const char *at)
{
    size_t n = 0;
    while (*at != '\0') {
        at += strcspn(at, " \t\r");
        at += strspn(at, " \t\r");
        n += *at != '\0';
    }
    return n;
}

/* Where the last `width` fields of a line begin: words may have blanks. */
static const char *numbers_of(const char *line, size_t n, uint32_t width)
{
    const char *at = line + n;
    while (at > line && is_blank(at[-1]))
        at--;
    for (uint32_t i = 0; i < width; i++) {
        while (at > line && !is_blank(at[-1]))
            at--;
        while (at > line && i + 1 < width && is_blank(at[-1]))
            at--;
    }
    return at;
}

static int read_numbers(job *j, const char *at, pl_error *err)
{
    j->numbers.n = 0;
    for (uint32_t i = 0; i < j->to->width; i++) {
        double x;
        const char *end = pl_number_read(at, &x);
        if (end == NULL || (*end != '\0' && !is_blank(*end)))
            return pl_in_fail(j->in, err, PL_BAD_INPUT, "expected a number, not '%.*s'",
                              (int)strcspn(at, " \t\r"), at);
        if (!(fabs(x) <= 1e6))
            return pl_in_fail(j->in, err, PL_BAD_INPUT, "the number %g is too large", x);
        PL_PUSH(&j->numbers, (float)x);
        at = end + strspn(end, " \t\r");
    }
    return 0;
}

/* Whether a word is kept: one of the treebank, or one of the first others. */
static bool is_wanted(job *j, const char *word)
{
    if (pl_intern_find(&j->to->words, word) != PL_NONE)
        return false;
    pl_net_vocab_word(&j->none, word, &j->word);
    if (pl_net_census_count(j->treebank, pl_str_text(&j->word.lower)) > 0)
        return true;
    return j->n_further < PL_FURTHER_VECTORS && j->n_further++ < PL_FURTHER_VECTORS;
}

static void keep(job *j)
{
    uint32_t n = j->to->width;
    PL_RESERVE(&j->bytes, j->bytes.n + n);
    PL_PUSH(&j->scales, pl_round_row(j->numbers.at, n, j->bytes.at + j->bytes.n));
    j->bytes.n += n;
}

/* The first line tells the width. Word number 0 has a vector of zeros. */
static int begin(job *j, size_t width, pl_error *err)
{
    if (width == 0 || width > WIDEST)
        return pl_in_fail(j->in, err, PL_BAD_INPUT,
                          "expected a word and up to %d numbers, found %zu", WIDEST,
                          width);
    j->to->width = (uint32_t)width;
    for (size_t i = 0; i < width; i++)
        PL_PUSH(&j->numbers, 0);
    pl_intern_add(&j->to->words, "");
    keep(j);
    return 0;
}

static int take_line(job *j, const char *line, size_t n, pl_error *err)
{
    size_t n_fields = count_fields(line);
    if (n == 0 || (pl_in_line_number(j->in) == 1 && n_fields == 1))
        return 0; /* the numbers of words and of numbers */
    if (j->to->width == 0 && begin(j, n_fields, err) < 0)
        return -1;
    const char *numbers = numbers_of(line, n, j->to->width), *end = numbers;
    while (end > line && is_blank(end[-1]))
        end--;
    if (n_fields < j->to->width)
        return pl_in_fail(j->in, err, PL_BAD_INPUT, "expected %u numbers, found %zu",
                          j->to->width, n_fields);
    if (read_numbers(j, numbers, err) < 0)
        return -1;
    char *word = pl_strndup(line, (size_t)(end - line));
    if (is_wanted(j, word)) {
        pl_intern_add(&j->to->words, word);
        keep(j);
    }
    free(word);
    return 0;
}

int pl_net_vectors_read(pl_net_vectors *v, const char *path,
                        const pl_net_census *treebank, pl_error *err)
{
    const char *line;
    size_t n;
    int got = -1;
    job j = {.to = v, .treebank = treebank, .in = pl_in_open(path, err)};
    if (j.in == NULL)
        return -1;
    while ((got = pl_in_line(j.in, &line, &n, err)) > 0)
        if ((got = take_line(&j, line, n, err)) < 0)
            break;
    if (got == 0 && v->width == 0)
        got = pl_fail(err, PL_BAD_INPUT, "%s: there is no vector in it", path);
    pl_in_close(j.in);
    pl_net_word_release(&j.word);
    PL_VEC_RELEASE(&j.numbers);
    pl_bytes_take(&v->bytes, j.bytes.at, j.bytes.n);
    v->scales = j.scales.at;
    return got;
}
