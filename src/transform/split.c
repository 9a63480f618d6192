/* Splits of treebanks; see split.h. */
#include "transform/split.h"

#include "base/str.h"
#include "base/str.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* As in Table 8 of Coavoux and Crabbé 2017, which goes back to the papers named. For its
 * final results TIGER-HN08 was trained on train and dev together. TIGER-M15: dev and test
 * are the halves of the last 10,000 of 50,474 sentences (Maier and Lichte 2016,
 * section 4.1), of those before them Table 8 counts 40,468. */
/* clang-format off */
const pl_standard_split pl_splits[] = {
    {"tiger-hn08", "train,dev,test=mod10",                "TIGER, every tenth sentence (Hall and Nivre 2008)",              1,  0, {0}},
    {"tiger-m15",  "train,dev,test=40468+6,5000,5000",    "TIGER, as in SPMRL (Maier 2015), without 46234 and 50224",       1,  0, {46234, 50224}},
    {"negra-all",  "train,test,dev=18602,1000,1000",      "NeGra, all sentences (Dubey and Keller 2003)",                   1,  0, {0}},
    {"negra-30",   "train,dev,test=14669,1833,1833",      "NeGra, sentences of up to 30 words (Maier 2015)",                1, 30, {0}},
    {NULL, NULL, NULL, 0, 0, {0}},
};
/* clang-format on */

/* Calls `take` for each text between commas in n bytes. */
static int for_each(pl_split *s, const char *text, size_t n,
                    int (*take)(pl_split *s, const char *text, size_t n, pl_error *err),
                    pl_error *err)
{
    for (;;) {
        const char *comma = memchr(text, ',', n);
        size_t length = comma != NULL ? (size_t)(comma - text) : n;
        if (take(s, text, length, err) < 0)
            return -1;
        if (comma == NULL)
            return 0;
        text += length + 1;
        n -= length + 1;
    }
}

/* A name becomes part of a file name. */
static int take_part(pl_split *s, const char *text, size_t n, pl_error *err)
{
    if (n == 0 || memchr(text, '/', n) != NULL)
        return pl_fail(err, PL_BAD_INPUT, "'%.*s' cannot be the name of a part", (int)n,
                       text);
    for (size_t i = 0; i < s->parts.n; i++)
        if (strlen(s->parts.at[i]) == n && memcmp(s->parts.at[i], text, n) == 0)
            return pl_fail(err, PL_BAD_INPUT, "the part %.*s is named twice", (int)n,
                           text);
    PL_PUSH(&s->parts, pl_strndup(text, n));
    return 0;
}

/* Digits up to `end`, after which `at` stands; false if there are none or too many. */
static bool take_number(const char **at, const char *end, uint64_t *number)
{
    char *after;
    errno = 0;
    if (*at == end || **at < '0' || **at > '9')
        return false;
    *number = strtoull(*at, &after, 10);
    *at = after;
    return errno == 0;
}

/* SIZE, SIZE+SKIPPED or, in the last place, rest. */
static int take_size(pl_split *s, const char *text, size_t n, pl_error *err)
{
    bool is_rest = n == 4 && memcmp(text, "rest", 4) == 0;
    pl_split_size size = {UINT64_MAX, 0};
    if (!is_rest || s->sizes.n + 1 != s->parts.n) {
        const char *at = text, *end = text + n;
        bool good = take_number(&at, end, &size.n);
        if (good && at < end && *at == '+') {
            at++;
            good = take_number(&at, end, &size.skipped);
        }
        if (!good || at != end)
            return pl_fail(err, PL_BAD_INPUT, "'%.*s' is not a number of sentences%s",
                           (int)n, text, is_rest ? " (rest can only come last)" : "");
    }
    PL_PUSH(&s->sizes, size);
    return 0;
}

/* PART,PART,…=modN or PART,PART,…=SIZE,SIZE,… */
static int parse_rule(pl_split *s, const char *text, pl_error *err)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "there is no split of the name '%s'", text);
    if (for_each(s, text, (size_t)(equals - text), take_part, err) < 0)
        return -1;
    const char *rule = equals + 1;
    if (strncmp(rule, "mod", 3) == 0) {
        const char *end = rule + 3;
        uint32_t modulus = 0;
        if (!pl_scan_number(&end, UINT32_MAX, &modulus) || *end != '\0' ||
            modulus < s->parts.n)
            return pl_fail(err, PL_BAD_INPUT,
                           "'%s' is not mod and a number of at least %zu", rule,
                           s->parts.n);
        s->modulus = modulus;
        return 0;
    }
    if (for_each(s, rule, strlen(rule), take_size, err) < 0)
        return -1;
    if (s->sizes.n != s->parts.n)
        return pl_fail(err, PL_BAD_INPUT, "%zu parts are named, but %zu sizes",
                       s->parts.n, s->sizes.n);
    return 0;
}

int pl_split_init(pl_split *s, const char *text, pl_error *err)
{
    *s = (pl_split){0};
    for (const pl_standard_split *x = pl_splits; x->name != NULL; x++)
        if (strcmp(x->name, text) == 0)
            s->standard = x;
    if (parse_rule(s, s->standard != NULL ? s->standard->rule : text, err) == 0) {
        s->first = s->number = s->standard != NULL ? s->standard->first : 0;
        return 0;
    }
    pl_split_release(s);
    pl_str names = {0};
    for (const pl_standard_split *x = pl_splits; x->name != NULL; x++)
        pl_str_printf(&names, "%s%s", x > pl_splits ? ", " : "", x->name);
    pl_fail_prefix(err,
                   "--split takes PARTS=modN, PARTS=SIZES (train,dev,test=mod10) or one "
                   "of %s: ",
                   names.at);
    pl_str_release(&names);
    return -1;
}

void pl_split_release(pl_split *s)
{
    for (size_t i = 0; i < s->parts.n; i++)
        free(s->parts.at[i]);
    PL_VEC_RELEASE(&s->parts);
    PL_VEC_RELEASE(&s->sizes);
}

/* A sentence is known by the number at the end of its id, or else by its place. */
static bool is_excluded(const pl_split *s, const pl_tree *t, uint64_t number)
{
    const char *digits = t->id;
    if (t->id != NULL) {
        digits += strlen(t->id);
        while (digits > t->id && digits[-1] >= '0' && digits[-1] <= '9')
            digits--;
        if (*digits != '\0')
            number = strtoull(digits, NULL, 10);
    }
    for (size_t i = 0; i < 2; i++)
        if (s->standard->excluded[i] > 0 && s->standard->excluded[i] == number)
            return true;
    return false;
}

static uint32_t part_of(const pl_split *s, uint64_t number)
{
    uint32_t n = (uint32_t)s->parts.n;
    if (s->modulus > 0) {
        uint64_t residue = number % s->modulus;
        return residue < n ? n - 1 - (uint32_t)residue : 0;
    }
    uint64_t place = number - s->first;
    for (uint32_t i = 0; i < n; i++) {
        if (place < s->sizes.at[i].n)
            return i;
        place -= s->sizes.at[i].n;
        if (place < s->sizes.at[i].skipped)
            return PL_NONE;
        place -= s->sizes.at[i].skipped;
    }
    return PL_NONE;
}

uint32_t pl_split_next(pl_split *s, const pl_tree *t)
{
    const pl_standard_split *x = s->standard;
    uint32_t part = PL_NONE;
    if (x == NULL || x->max_length == 0 || t->n_tokens <= x->max_length) {
        uint64_t number = s->number++;
        part = part_of(s, number);
        if (x != NULL && part + 1 == s->parts.n && is_excluded(s, t, number))
            part = PL_NONE;
    }
    s->n_unused += part == PL_NONE;
    return part;
}
