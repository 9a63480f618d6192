/* Sentences; see segment.h. A sentence ends after a token of the list `ends` (or an
 * abbreviation that may end one), with the quotes and brackets that close there, if what
 * follows looks like a beginning: a capital, a number, an opening sign, or a new line. */
#include "text/segment.h"

#include "text/letters.h"

#include <string.h>

typedef struct view {
    const pl_rules *rules;
    const char *text;
    const pl_spans *tokens;
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

/* Quotes and brackets that close after the end of a sentence: those without a space
 * before them, and straight ones that stand alone before a space. */
static size_t after_closers(const view *v, size_t i)
{
    size_t n = v->tokens->n;
    while (i < n && first_kind(v, i) & PL_CLOSE && !spaced(v, i) &&
           !(is_quote(v, i) && i + 1 < n && !spaced(v, i + 1)))
        i++;
    return i;
}

/* Whether a sentence can begin with token i. */
static bool can_begin(const view *v, size_t i, bool strong)
{
    unsigned k = first_kind(v, i);
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

size_t pl_next_sentence(const pl_rules *r, const char *text, const pl_spans *tokens,
                        size_t from)
{
    view v = {r, text, tokens};
    size_t next;
    for (size_t i = from; i < tokens->n; i++)
        if (ends_here(&v, i, &next))
            return next;
    return tokens->n;
}

/* Finds the token after a sentence, as pl_next_sentence does. */
typedef size_t find_end(const pl_rules *r, const char *text, const pl_spans *tokens,
                        size_t from);

/* The token after those in the same line. */
static size_t next_line(const pl_rules *r, const char *text, const pl_spans *tokens,
                        size_t from)
{
    for (; from + 1 < tokens->n; from++) {
        const pl_span *a = &tokens->at[from], *b = &tokens->at[from + 1];
        if (memchr(text + a->end, '\n', b->begin - a->end) != NULL)
            break;
    }
    return from + 1;
}

static void cut_by(find_end *next, const void *context, const char *text, size_t n,
                   pl_segments *out)
{
    const pl_rules *r = context;
    pl_spans spans = {0};
    pl_tokenize(r, text, n, &spans);
    for (size_t from = 0; from < spans.n;) {
        size_t end = next(r, text, &spans, from);
        for (; from < end; from++) {
            const pl_span *s = &spans.at[from];
            pl_segment w = {.begin = s->begin, .end = s->end, .last = from + 1 == end};
            w.before = s->flags & PL_SPAN_MARK_BEFORE ? r->mark : NULL;
            w.after = s->flags & PL_SPAN_MARK_AFTER ? r->mark : NULL;
            PL_PUSH(out, w);
        }
    }
    PL_VEC_RELEASE(&spans);
}

static void cut(const void *context, const char *text, size_t n, pl_segments *out)
{
    cut_by(pl_next_sentence, context, text, n, out);
}

static void cut_lines(const void *context, const char *text, size_t n, pl_segments *out)
{
    cut_by(next_line, context, text, n, out);
}

pl_segmenter pl_segmenter_of(const pl_rules *rules)
{
    return (pl_segmenter){rules, cut};
}

pl_segmenter pl_line_segmenter_of(const pl_rules *rules)
{
    return (pl_segmenter){rules, cut_lines};
}
