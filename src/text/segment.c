/* Sentences; see segment.h. A sentence ends after a token of the list `ends` (or an
 * abbreviation that may end one), with the quotes and brackets that close there, if what
 * follows looks like a beginning: a capital, a number, an opening sign, or a new line.
 *
 * It also ends with a line that was not broken for want of room: where the first word of the
 * next line would have fitted into it, as headlines, items of lists and text with a sentence
 * in each line have it. */
#include "text/segment.h"

#include "base/utf8.h"
#include "text/boundaries.h"
#include "text/letters.h"

#include <string.h>

typedef struct view {
    const pl_rules *rules;
    const char *text;
    const pl_spans *tokens;
    const bool *ends_line; /* [tokens]  it ends line and sentence; NULL: none does */
} view;

static const pl_span *token(const view *v, size_t i)
{
    return &v->tokens->at[i];
}

static unsigned first_kind(const view *v, size_t i)
{
    size_t length;
    return pl_kind_at(v->text, token(v, i)->begin, token(v, i)->end, &length);
}

static bool spaced(const view *v, size_t i) /* white space before token i */
{
    return token(v, i)->begin > token(v, i - 1)->end;
}

/* A token made of signs that end sentences: . ? !!! ?! … */
static bool is_end(const view *v, size_t i)
{
    const pl_span *s = token(v, i);
    size_t length;
    for (size_t at = s->begin; at < s->end; at += length) {
        pl_kind_at(v->text, at, s->end, &length);
        if (!pl_rules_has(v->rules, PL_ENDS, v->text + at, length, false))
            return false;
    }
    return true;
}

static bool is_ellipsis(const view *v, size_t i)
{
    const pl_span *s = token(v, i);
    return (s->end - s->begin > 1 && v->text[s->begin] == '.') ||
           strncmp(v->text + s->begin, "\u2026", 3) == 0;
}

static bool is_quote(const view *v, size_t i)
{
    const pl_span *s = token(v, i);
    return s->end - s->begin == 1 && strchr("\"'", v->text[s->begin]) != NULL;
}

/* Two apostrophes, which only close. */
static bool is_double_close(const view *v, size_t i)
{
    const pl_span *s = token(v, i);
    return s->end - s->begin == 2 && strncmp(v->text + s->begin, "''", 2) == 0;
}

/* Quotes and brackets that close after the end of a sentence: those without a space
 * before them, and straight ones that stand alone before a space. */
static size_t after_closers(const view *v, size_t i)
{
    size_t n = v->tokens->n;
    while (i < n && first_kind(v, i) & PL_CLOSE && (!spaced(v, i) || is_double_close(v, i)) &&
           !(is_quote(v, i) && i + 1 < n && !spaced(v, i + 1)))
        i++;
    return i;
}

/* Two commas, which open a quotation where typewriters had no better sign. */
static bool is_double_open(const view *v, size_t i)
{
    const pl_span *s = token(v, i);
    return s->end - s->begin == 2 && strncmp(v->text + s->begin, ",,", 2) == 0;
}

/* Whether a sentence can begin with token i. */
static bool can_begin(const view *v, size_t i, bool strong)
{
    unsigned k = first_kind(v, i) | (is_double_open(v, i) ? PL_OPEN : 0u);
    if (k & PL_OPEN && i + 1 < v->tokens->n && !(k & PL_CLOSE && spaced(v, i + 1)))
        k = first_kind(v, i + 1);
    if (k & (PL_UPPER | PL_DIGIT))
        return true;
    return strong && spaced(v, i) && !(k & PL_CLOSE) && (k & PL_LOWER || k & PL_PUNCT);
}

/* Whether the sentence ends at token i; *next is then the first of the next one. */
static bool ends_here(const view *v, size_t i, size_t *next)
{
    const pl_span *s = token(v, i);
    *next = i + 1;
    if (v->ends_line != NULL && v->ends_line[i])
        return true;
    if (s->flags & PL_SPAN_MAY_END) {
        *next = after_closers(v, i + 1);
        return *next < v->tokens->n &&
               pl_rules_has(v->rules, PL_STARTERS, v->text + token(v, *next)->begin,
                            token(v, *next)->end - token(v, *next)->begin, false);
    }
    if (!is_end(v, i))
        return false;
    *next = after_closers(v, i + 1);
    if (*next >= v->tokens->n)
        return true;
    if (is_end(v, *next) && !spaced(v, *next))
        return false;
    /* "Why?" she asked: a small letter begins a sentence only right after the sign */
    bool strong = v->text[s->begin] != '.' && !is_ellipsis(v, i) && *next == i + 1;
    if (!spaced(v, *next) && !(first_kind(v, *next) & PL_UPPER))
        return false;
    return can_begin(v, *next, strong);
}

/* Marks the last token of each sentence. */
static void mark_sentences(const view *v, bool *ends)
{
    for (size_t i = 0, next; i < v->tokens->n; i = next) {
        next = i + 1;
        ends[i] = i + 1 == v->tokens->n;
        if (!ends_here(v, i, &next))
            next = i + 1;
        else
            ends[next - 1] = true;
    }
}

void pl_sentence_ends(const pl_rules *r, const char *text, const pl_spans *tokens, bool *ends)
{
    mark_sentences(&(view){r, text, tokens, NULL}, ends);
}

/* -- lines ----------------------------------------------------------------------------- */

/* A line of a paragraph, by its tokens. */
typedef struct line {
    size_t first, last;
    size_t length; /* characters */
    bool words;    /* more than one: it could have been broken */
} line;

typedef PL_VEC(line) lines;

static size_t length(const view *v, size_t first, size_t last)
{
    size_t begin = token(v, first)->begin;
    return pl_utf8_count(v->text + begin, token(v, last)->end - begin);
}

/* Whether a line ends between token i and the next one. */
static bool breaks_after(const view *v, size_t i)
{
    size_t end = token(v, i)->end;
    return memchr(v->text + end, '\n', token(v, i + 1)->begin - end) != NULL;
}

static void find_lines(const view *v, lines *out)
{
    size_t n = v->tokens->n, first = 0;
    bool words = false;
    for (size_t i = 0; i < n; i++) {
        if (i + 1 < n && !breaks_after(v, i)) {
            words = words || spaced(v, i + 1);
            continue;
        }
        PL_PUSH(out, ((line){first, i, length(v, first, i), words}));
        first = i + 1;
        words = false;
    }
}

/* The number of characters before the first white space of a line. */
static size_t first_word(const view *v, const line *l)
{
    size_t i = l->first;
    while (i < l->last && !spaced(v, i + 1))
        i++;
    return length(v, l->first, i);
}

/* The sign before an item of a list: - • *. */
static bool is_bullet(const view *v, size_t i)
{
    unsigned k = first_kind(v, i);
    return k & PL_PUNCT && !(k & PL_CLOSE) && i + 1 < v->tokens->n && spaced(v, i + 1);
}

/* Marks the lines that end a sentence.
 *
 * In text that was broken at a width, the first word of a line would not have fitted into
 * the line before. Where it would have, by a quarter of the longest line, the line was ended
 * on purpose. If nearly all lines were, and nearly all begin like sentences, every line is a
 * sentence; otherwise such a line is one if the next begins like a sentence. */
static void mark_ends(const view *v, const lines *all, bool *ends_line)
{
    size_t width = 0, n = all->n - 1, n_short = 0, n_begin = 0;
    for (size_t i = 0; i <= n; i++)
        if (all->at[i].words && all->at[i].length > width)
            width = all->at[i].length;
    for (size_t i = 0; i < n; i++) {
        const line *l = &all->at[i], *next = l + 1;
        bool is_short = 4 * (l->length + 1 + first_word(v, next)) <= 3 * width;
        bool begins = can_begin(v, next->first, false) || is_bullet(v, next->first);
        n_short += is_short;
        n_begin += begins;
        ends_line[l->last] = is_short && begins;
    }
    if (5 * n_short >= 4 * n && 5 * n_begin >= 4 * n)
        for (size_t i = 0; i < n; i++)
            ends_line[all->at[i].last] = true;
}

/* -- the segmenter --------------------------------------------------------------------- */

/* Marks the last token of each line. */
static void mark_lines(const view *v, bool *ends)
{
    for (size_t i = 0; i < v->tokens->n; i++)
        ends[i] = i + 1 == v->tokens->n || breaks_after(v, i);
}

/* What was learned decides, but for lines that are sentences. */
static void mark_learned(const view *v, bool *ends)
{
    pl_signs signs = {0};
    pl_signs_set(&signs, v->text, v->tokens, ends);
    pl_boundaries_find(&v->rules->boundaries, &signs, v->ends_line, ends);
    PL_VEC_RELEASE(&signs);
}

static void put_token(const view *v, size_t i, pl_segments *out)
{
    const pl_span *s = token(v, i);
    pl_segment w = {.begin = s->begin, .end = s->end};
    w.before = s->flags & PL_SPAN_MARK_BEFORE ? v->rules->mark : NULL;
    w.after = s->flags & PL_SPAN_MARK_AFTER ? v->rules->mark : NULL;
    PL_PUSH(out, w);
}

/* Puts the words of all sentences. */
static void put_sentences(const view *v, const bool *ends, pl_segments *out)
{
    for (size_t from = 0, end; from < v->tokens->n;) {
        for (end = from; !ends[end]; end++) {}
        for (end++; from < end;) {
            size_t n = pl_expand(v->rules, v->text, v->tokens, from, end, out);
            if (n == 0)
                put_token(v, from, out);
            from += n > 0 ? n : 1;
        }
        out->at[out->n - 1].last = true;
    }
}

/* -- words broken at the end of a line ----------------------------------------------- */

static bool all_letters(const char *text, size_t at, size_t end, unsigned kinds)
{
    size_t length, begin = at;
    while (at < end && (text[at] == '-' || text[at] == '\n' ||
                        pl_kind_at(text, at, end, &length) & kinds))
        at += text[at] == '-' || text[at] == '\n' ? 1 : length;
    return at == end && end > begin;
}

/* Whether a word that ends in a hyphen, where its line ends, goes on with the token `next`: Ver-
 * fügung, but not Vor- und Nachteile. Only rules that list conjunctions can tell. */
static bool goes_on(const pl_rules *r, const char *text, const pl_span *word, size_t end,
                    const pl_span *next)
{
    return text[end - 1] == '-' && text[end] == '\n' && next->begin == end + 1 &&
           pl_kind_before(text, word->begin, end - 1) & PL_LOWER &&
           all_letters(text, word->begin, end, PL_LETTER) &&
           all_letters(text, next->begin, next->end, PL_LOWER) &&
           !pl_rules_has(r, PL_CONJUNCTIONS, text + next->begin, next->end - next->begin,
                         true);
}

/* Joins the halves of broken words, and the hyphen between them where it is a token. */
static void mend_words(const pl_rules *r, const char *text, pl_spans *tokens)
{
    size_t n = 0;
    for (size_t i = 0; i < tokens->n; i++) {
        pl_span s = tokens->at[i];
        size_t end = n > 0 ? tokens->at[n - 1].end : 0, word = n > 0 ? n - 1 : 0;
        if (word > 0 && end - tokens->at[word].begin == 1)
            word--;
        if (n > 0 && s.begin > end && goes_on(r, text, &tokens->at[word], end, &s)) {
            tokens->at[word].end = s.end;
            n = word + 1;
        } else
            tokens->at[n++] = s;
    }
    tokens->n = n;
}

static void cut(const void *context, const char *text, size_t n, pl_segments *out)
{
    pl_spans spans = {0};
    lines all = {0};
    view v = {context, text, &spans, NULL};
    const pl_rules *rules = context;
    pl_tokenize(rules, text, n, &spans);
    if (rules->lists[PL_CONJUNCTIONS].n > 0 && memchr(text, '\n', n) != NULL)
        mend_words(rules, text, &spans);
    if (spans.n > 0 && memchr(text, '\n', spans.at[spans.n - 1].begin) != NULL)
        find_lines(&v, &all);
    bool *ends = pl_alloc_zero(spans.n + 1, sizeof *ends);
    bool *ends_line = all.n > 1 ? pl_alloc_zero(spans.n, sizeof *ends_line) : NULL;
    if (ends_line != NULL)
        mark_ends(&v, &all, ends_line);
    v.ends_line = ends_line;
    mark_sentences(&v, ends);
    if (rules->boundaries.names.n > 0)
        mark_learned(&v, ends);
    put_sentences(&v, ends, out);
    free(ends);
    free(ends_line);
    PL_VEC_RELEASE(&all, &spans);
}

static void cut_lines(const void *context, const char *text, size_t n, pl_segments *out)
{
    pl_spans spans = {0};
    view v = {context, text, &spans, NULL};
    pl_tokenize(context, text, n, &spans);
    bool *ends = pl_alloc_zero(spans.n + 1, sizeof *ends);
    mark_lines(&v, ends);
    put_sentences(&v, ends, out);
    free(ends);
    PL_VEC_RELEASE(&spans);
}

pl_segmenter pl_segmenter_of(const pl_rules *rules)
{
    return (pl_segmenter){rules, cut};
}

pl_segmenter pl_line_segmenter_of(const pl_rules *rules)
{
    return (pl_segmenter){rules, cut_lines};
}
