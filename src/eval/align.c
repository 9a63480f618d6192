/* Alignment of words by characters; see align.h. */
#include "eval/align.h"

#include "base/alloc.h"
#include "base/str.h"
#include "base/utf8.h"

#include <string.h>
#include <utf8proc.h>

enum {
    MAX_LCS = 4000
}; /* words on one side of a multiword span: the table is its square */

/* -- the text ----------------------------------------------------------------------- */

static void add_without_spaces(pl_str *text, const char *form)
{
    const char *from = form;
    for (uint32_t code; pl_utf8_step(&form, &code); from = form)
        if (utf8proc_category((utf8proc_int32_t)code) != UTF8PROC_CATEGORY_ZS)
            pl_str_put(text, from, (size_t)(form - from));
}

/* Appends all tokens to `text` and notes where each starts and ends. */
static void spell_out(pl_dep_doc *d, pl_str *text)
{
    for (size_t i = 0; i < d->tokens.n; i++) {
        d->tokens.at[i].start = text->n;
        add_without_spaces(text, d->tokens.at[i].form);
        d->tokens.at[i].end = text->n;
    }
}

/* The word that covers the byte at `offset`, or the last one. */
static const pl_dep_word *word_at(const pl_dep_doc *d, size_t offset)
{
    size_t low = 0, high = d->words.n;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (d->tokens.at[d->words.at[middle].token].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return d->words.n > 0 ? &d->words.at[low] : NULL;
}

static int texts_differ(const pl_dep_doc *gold, const pl_dep_doc *candidate,
                        const pl_str *a, const pl_str *b, pl_error *err)
{
    size_t i = 0;
    while (i < a->n && i < b->n && a->at[i] == b->at[i])
        i++;
    if (i == a->n || i == b->n) {
        const pl_dep_doc *longer = a->n > b->n ? gold : candidate;
        const pl_dep_word *w = word_at(longer, i);
        return pl_fail(err, PL_BAD_INPUT,
                       "the %s ends early: nothing in it goes with sentence %u, word "
                       "'%s', of the %s",
                       a->n > b->n ? "candidate" : "gold file", w->sentence + 1, w->form,
                       a->n > b->n ? "gold file" : "candidate");
    }
    const pl_dep_word *g = word_at(gold, i), *c = word_at(candidate, i);
    return pl_fail(err, PL_BAD_INPUT,
                   "sentence %u: word %u is '%s' in the gold file; the candidate has "
                   "'%s' there (its sentence %u)",
                   g->sentence + 1,
                   (uint32_t)(g - gold->words.at) -
                       gold->sentences.at[g->sentence].first + 1,
                   g->form, c->form, c->sentence + 1);
}

/* -- alignment ---------------------------------------------------------------------- */

/* Where we are in one document. */
typedef struct lane {
    pl_dep_doc *doc;
    uint32_t at; /* word */
} lane;

static bool at_end(const lane *l)
{
    return l->at >= l->doc->words.n;
}

static const pl_dep_token *token(const lane *l)
{
    return &l->doc->tokens.at[l->doc->words.at[l->at].token];
}

static void make_partners(lane *gold, uint32_t g, lane *candidate, uint32_t c)
{
    gold->doc->words.at[g].partner = c;
    candidate->doc->words.at[c].partner = g;
}

static bool is_beyond(const lane *l, size_t end)
{
    if (at_end(l))
        return true;
    return token(l)->multiword ? token(l)->start >= end : token(l)->end > end;
}

/* Moves both lanes over a stretch of text that multiword tokens of either side cover;
 * from[] gets where it starts. */
static void skip_multiword_span(lane *gold, lane *candidate, uint32_t from[2])
{
    size_t end;
    if (token(gold)->multiword) {
        end = token(gold)->end;
        if (!token(candidate)->multiword && token(candidate)->start < token(gold)->start)
            candidate->at++;
    } else {
        end = token(candidate)->end;
        if (!token(gold)->multiword && token(gold)->start < token(candidate)->start)
            gold->at++;
    }
    from[0] = gold->at;
    from[1] = candidate->at;
    while (!is_beyond(gold, end) || !is_beyond(candidate, end)) {
        lane *next = !at_end(gold) && (at_end(candidate) ||
                                       token(gold)->start <= token(candidate)->start)
                         ? gold
                         : candidate;
        if (token(next)->multiword && token(next)->end > end)
            end = token(next)->end;
        next->at++;
    }
}

static bool same_form(const pl_dep_word *a, const pl_dep_word *b)
{
    const char *s = a->form, *t = b->form;
    uint32_t x, y;
    while (*t != '\0' && pl_utf8_step(&s, &x)) {
        pl_utf8_step(&t, &y);
        if (utf8proc_tolower((utf8proc_int32_t)x) !=
            utf8proc_tolower((utf8proc_int32_t)y))
            return false;
    }
    return *s == '\0' && *t == '\0';
}

/* Longest common subsequence of the words between `from` and where the lanes are. */
static int align_multiword_span(lane *gold, lane *candidate, const uint32_t from[2],
                                pl_error *err)
{
    size_t n = gold->at - from[0], m = candidate->at - from[1];
    const pl_dep_word *a = gold->doc->words.at + from[0];
    const pl_dep_word *b = candidate->doc->words.at + from[1];
    if (n > MAX_LCS || m > MAX_LCS)
        return pl_fail(err, PL_TOO_LARGE,
                       "sentence %u: more than %d words in overlapping multiword tokens",
                       a->sentence + 1, MAX_LCS);
    /* lcs[i][k]: longest common subsequence of a[i…n) and b[k…m) */
    uint16_t *lcs = pl_alloc_zero((n + 1) * (m + 1), sizeof *lcs);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            uint16_t best = 0, below = lcs[(i + 1) * (m + 1) + k];
            uint16_t right = lcs[i * (m + 1) + k + 1];
            if (same_form(&a[i], &b[k]))
                best = (uint16_t)(1 + lcs[(i + 1) * (m + 1) + k + 1]);
            best = below > best ? below : best;
            lcs[i * (m + 1) + k] = right > best ? right : best;
        }
    for (size_t i = 0, k = 0; i < n && k < m;) {
        if (same_form(&a[i], &b[k])) {
            make_partners(gold, from[0] + (uint32_t)i++, candidate,
                          from[1] + (uint32_t)k++);
        } else if (lcs[i * (m + 1) + k] == lcs[(i + 1) * (m + 1) + k])
            i++;
        else
            k++;
    }
    free(lcs);
    return 0;
}

static int align_words(pl_dep_doc *gold_doc, pl_dep_doc *candidate_doc, pl_error *err)
{
    lane gold = {gold_doc, 0}, candidate = {candidate_doc, 0};
    while (!at_end(&gold) && !at_end(&candidate)) {
        const pl_dep_token *g = token(&gold), *c = token(&candidate);
        if (g->multiword || c->multiword) {
            uint32_t from[2];
            skip_multiword_span(&gold, &candidate, from);
            if (align_multiword_span(&gold, &candidate, from, err) < 0)
                return -1;
        } else if (g->start == c->start && g->end == c->end) {
            make_partners(&gold, gold.at, &candidate, candidate.at);
            gold.at++;
            candidate.at++;
        } else if (g->start <= c->start)
            gold.at++;
        else
            candidate.at++;
    }
    return 0;
}

int pl_align(pl_dep_doc *gold, pl_dep_doc *candidate, pl_error *err)
{
    pl_str a = {0}, b = {0};
    spell_out(gold, &a);
    spell_out(candidate, &b);
    int status;
    if (a.n != b.n || (a.n > 0 && memcmp(a.at, b.at, a.n) != 0))
        status = texts_differ(gold, candidate, &a, &b, err);
    else {
        for (size_t i = 0; i < gold->words.n; i++)
            gold->words.at[i].partner = PL_NONE;
        for (size_t i = 0; i < candidate->words.n; i++)
            candidate->words.at[i].partner = PL_NONE;
        status = align_words(gold, candidate, err);
    }
    pl_str_release(&a);
    pl_str_release(&b);
    return status;
}
