/* Alignment of two documents that were split differently; see depdoc.h. */
#include "eval/depdoc.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Words on one side of a multiword span, at most: the table is its square. */
enum { MAX_LCS = 4000 };

/* -- texts that differ --------------------------------------------------------------- */

/* The first word of the token that covers the byte at `offset`, or of the last one. */
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
    while (low > 0 && d->words.at[low - 1].token == d->words.at[low].token)
        low--;
    return d->words.n > 0 ? &d->words.at[low] : NULL;
}

/* Puts FILE:LINE of the word in front of the message, where it is known. The line of a
 * multiword token is the one before its words. */
static void prefix_place(const pl_dep_doc *d, const pl_dep_word *w, const char *after,
                         pl_error *err)
{
    const pl_dep_sentence *s = &d->sentences.at[w->sentence];
    if (s->file != NULL)
        pl_fail_prefix(err, "%s:%zu%s", s->file,
                       s->line + w->line - d->tokens.at[w->token].multiword, after);
}

static const char *token_form(const pl_dep_doc *d, const pl_dep_word *w)
{
    return d->tokens.at[w->token].form;
}

static int texts_differ(const pl_dep_doc *gold, const pl_dep_doc *candidate,
                        pl_error *err)
{
    const pl_str *a = &gold->text, *b = &candidate->text;
    size_t i = 0;
    while (i < a->n && i < b->n && a->at[i] == b->at[i])
        i++;
    if (i == a->n || i == b->n) {
        const pl_dep_doc *longer = a->n > b->n ? gold : candidate;
        const pl_dep_word *w = word_at(longer, i);
        pl_fail(err, PL_BAD_INPUT,
                "the %s ends early: nothing in it goes with sentence %u, word '%s', of "
                "the %s",
                a->n > b->n ? "candidate" : "gold file", w->sentence + 1,
                token_form(longer, w), a->n > b->n ? "gold file" : "candidate");
        prefix_place(longer, w, ": ", err);
        return -1;
    }
    const pl_dep_word *g = word_at(gold, i), *c = word_at(candidate, i);
    pl_fail(err, PL_BAD_INPUT,
            "sentence %u: word %u is '%s' in the gold file; the candidate has '%s' there "
            "(its sentence %u)",
            g->sentence + 1,
            (uint32_t)(g - gold->words.at) - gold->sentences.at[g->sentence].first + 1,
            token_form(gold, g), token_form(candidate, c), c->sentence + 1);
    prefix_place(candidate, c, ": ", err);
    prefix_place(gold, g, ", ", err);
    return -1;
}

/* -- lower case ------------------------------------------------------------------------ */

static bool is_between(uint32_t code, uint32_t first, uint32_t last)
{
    return code >= first && code <= last;
}

/* Cased and Case_Ignorable of Unicode, as far as Greek words and what may stand beside
 * them need it. */
static bool is_cased(uint32_t code)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
    return c == UTF8PROC_CATEGORY_LU || c == UTF8PROC_CATEGORY_LL ||
           c == UTF8PROC_CATEGORY_LT || code == 0xAA || code == 0xBA ||
           is_between(code, 0x2160, 0x217F) || is_between(code, 0x24B6, 0x24E9) ||
           is_between(code, 0x1F130, 0x1F149) || is_between(code, 0x1F150, 0x1F169) ||
           is_between(code, 0x1F170, 0x1F189);
}

static bool is_case_ignorable(uint32_t code)
{
    static const uint32_t
        middle[] = {'\'',   '.',    ':',    0xB7,   0x387,  0x55F,
                    0x5F4,  0x2018, 0x2019, 0x2024, 0x2027, 0xFE13,
                    0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A}; /* word break: MidLetter … */
    for (size_t i = 0; i < sizeof middle / sizeof *middle; i++)
        if (code == middle[i])
            return true;
    switch (utf8proc_category((utf8proc_int32_t)code)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
        return true;
    default:
        return false;
    }
}

/* Final_Sigma: a cased letter stands before it and none after it, others ignored. */
static bool is_final(bool cased_before, const char *rest)
{
    uint32_t code;
    if (!cased_before)
        return false;
    while (pl_utf8_step(&rest, &code))
        if (!is_case_ignorable(code))
            return !is_cased(code);
    return true;
}

void pl_lower_case(pl_str *out, const char *form)
{
    enum { I_DOT = 0x130, DOT_ABOVE = 0x307, SIGMA = 0x3A3, FINAL = 0x3C2 };
    bool cased = false; /* the last letter that is not ignored is cased */
    for (uint32_t code; pl_utf8_step(&form, &code);) {
        if (code == SIGMA && is_final(cased, form))
            pl_utf8_encode(out, FINAL);
        else
            pl_utf8_encode(out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)code));
        if (code == I_DOT)
            pl_utf8_encode(out, DOT_ABOVE);
        if (!is_case_ignorable(code))
            cased = is_cased(code);
    }
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
    lane *first = token(gold)->multiword ? gold : candidate;
    lane *other = first == gold ? candidate : gold;
    size_t end = token(first)->end;
    if (!token(other)->multiword && token(other)->start < token(first)->start)
        other->at++;
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

/* [n] The forms in lower case, as numbers. */
static uint32_t *lower_forms(const pl_dep_word *words, size_t n, pl_intern *forms)
{
    uint32_t *lower = pl_alloc_zero(n + 1, sizeof *lower);
    pl_str text = {0};
    for (size_t i = 0; i < n; i++) {
        pl_str_clear(&text);
        pl_lower_case(&text, words[i].form);
        lower[i] = pl_intern_add(forms, pl_str_text(&text));
    }
    pl_str_release(&text);
    return lower;
}

/* lcs[i][k]: the length of a longest common subsequence of a[i…n) and b[k…m). */
static uint16_t *common_lengths(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
    uint16_t *lcs = pl_alloc_zero((n + 1) * (m + 1), sizeof *lcs);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            uint16_t best = 0, below = lcs[(i + 1) * (m + 1) + k];
            uint16_t right = lcs[i * (m + 1) + k + 1];
            if (a[i] == b[k])
                best = (uint16_t)(1 + lcs[(i + 1) * (m + 1) + k + 1]);
            best = below > best ? below : best;
            lcs[i * (m + 1) + k] = right > best ? right : best;
        }
    return lcs;
}

/* Aligns the words between `from` and where the lanes are by a longest common subsequence.
 * Equal forms are partners whenever they meet. */
static int align_multiword_span(lane *gold, lane *candidate, const uint32_t from[2],
                                pl_error *err)
{
    size_t n = gold->at - from[0], m = candidate->at - from[1];
    const pl_dep_word *words[2] = {gold->doc->words.at + from[0],
                                   candidate->doc->words.at + from[1]};
    if (n > MAX_LCS || m > MAX_LCS)
        return pl_fail(err, PL_TOO_LARGE,
                       "sentence %u of the %s: more than %d words in overlapping "
                       "multiword tokens",
                       words[n <= MAX_LCS]->sentence + 1,
                       n > MAX_LCS ? "gold file" : "candidate", MAX_LCS);
    pl_intern forms = {0};
    uint32_t *a = lower_forms(words[0], n, &forms);
    uint32_t *b = lower_forms(words[1], m, &forms);
    uint16_t *lcs = common_lengths(a, n, b, m);
    for (size_t i = 0, k = 0; i < n && k < m;) {
        if (a[i] == b[k])
            make_partners(gold, from[0] + (uint32_t)i++, candidate,
                          from[1] + (uint32_t)k++);
        else if (lcs[i * (m + 1) + k] == lcs[(i + 1) * (m + 1) + k])
            i++;
        else
            k++;
    }
    free(lcs);
    free(a);
    free(b);
    pl_intern_release(&forms);
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

static void forget_partners(pl_dep_doc *d)
{
    for (size_t i = 0; i < d->words.n; i++)
        d->words.at[i].partner = PL_NONE;
}

int pl_align(pl_dep_doc *gold, pl_dep_doc *candidate, pl_error *err)
{
    forget_partners(gold);
    forget_partners(candidate);
    return strcmp(pl_str_text(&gold->text), pl_str_text(&candidate->text)) == 0
               ? align_words(gold, candidate, err)
               : texts_differ(gold, candidate, err);
}

pl_dep_verdict pl_dep_judge(const pl_dep_doc *candidate, const pl_dep_word *gold)
{
    if (gold->partner == PL_NONE)
        return (pl_dep_verdict){0};
    const pl_dep_word *c = &candidate->words.at[gold->partner];
    pl_dep_verdict v = {.aligned = true, .label = c->label == gold->label};
    if (gold->head == PL_ROOT_HEAD || c->head == PL_ROOT_HEAD)
        v.head = gold->head == c->head;
    else
        v.head = c->head != PL_NONE && candidate->words.at[c->head].partner == gold->head;
    return v;
}
