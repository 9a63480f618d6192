/* Kinds of characters; see letters.h. ASCII by a table, the rest by utf8proc. */
#include "text/letters.h"

#include "base/utf8.h"

#include <string.h>
#include <utf8proc.h>

/* clang-format off */
enum { U = PL_UPPER, L = PL_LOWER, D = PL_DIGIT, S = PL_SPACE, P = PL_PUNCT,
       B = P | PL_OPEN, E = P | PL_CLOSE, Q = B | E };
static const uint8_t ascii_kinds[128] = {
    S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, /* controls */
    S, S, S, S, S, S, S, S, S, S, S, S, S, S, S, S,
    S, P, Q, P, P, P, P, Q, B, E, P, P, P, P, P, P, /*   ! " # $ % & ' ( ) * + , - . / */
    D, D, D, D, D, D, D, D, D, D, P, P, B, P, E, P, /* 0 … 9 : ; < = > ? */
    P, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, /* @ A … */
    U, U, U, U, U, U, U, U, U, U, U, B, P, E, P, P, /* … Z [ \ ] ^ _ */
    B, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* ` a … */
    L, L, L, L, L, L, L, L, L, L, L, B, P, E, P, S, /* … z { | } ~ */
};
/* clang-format on */

/* By Unicode category; all others are PL_PUNCT. */
/* clang-format off */
static const unsigned kinds[] = {
    [UTF8PROC_CATEGORY_LU] = PL_UPPER, [UTF8PROC_CATEGORY_LT] = PL_UPPER,
    [UTF8PROC_CATEGORY_LL] = PL_LOWER, [UTF8PROC_CATEGORY_LM] = PL_LOWER,
    [UTF8PROC_CATEGORY_LO] = PL_LOWER, [UTF8PROC_CATEGORY_MN] = PL_LOWER,
    [UTF8PROC_CATEGORY_MC] = PL_LOWER, [UTF8PROC_CATEGORY_ME] = PL_LOWER,
    [UTF8PROC_CATEGORY_CF] = PL_LOWER, [UTF8PROC_CATEGORY_CO] = PL_LOWER,
    [UTF8PROC_CATEGORY_ND] = PL_DIGIT, [UTF8PROC_CATEGORY_NO] = PL_DIGIT,
    [UTF8PROC_CATEGORY_NL] = PL_DIGIT, [UTF8PROC_CATEGORY_ZS] = PL_SPACE,
    [UTF8PROC_CATEGORY_ZL] = PL_SPACE, [UTF8PROC_CATEGORY_ZP] = PL_SPACE,
    [UTF8PROC_CATEGORY_CC] = PL_SPACE,
    [UTF8PROC_CATEGORY_PS] = PL_PUNCT | PL_OPEN, [UTF8PROC_CATEGORY_PI] = PL_PUNCT | PL_OPEN,
    [UTF8PROC_CATEGORY_PE] = PL_PUNCT | PL_CLOSE, [UTF8PROC_CATEGORY_PF] = PL_PUNCT | PL_CLOSE,
};
/* clang-format on */

static unsigned wide_kind(uint32_t code)
{
    if (code == 0x200b || code == 0xfeff)
        return PL_SPACE;
    if (code == 0x201c ||
        code == 0x2018) /* German and Icelandic close with what others open */
        return PL_PUNCT | PL_OPEN | PL_CLOSE;
    unsigned kind = kinds[utf8proc_category((utf8proc_int32_t)code)];
    return kind != 0 ? kind : PL_PUNCT;
}

unsigned pl_kind_at(const char *text, size_t at, size_t end, size_t *length)
{
    uint32_t code;
    *length = 0;
    if (at >= end)
        return 0;
    if ((unsigned char)text[at] < 0x80) {
        *length = 1;
        return ascii_kinds[(unsigned char)text[at]];
    }
    *length = pl_utf8_decode(text + at, end - at, &code);
    return wide_kind(code);
}

unsigned pl_kind_before(const char *text, size_t begin, size_t at)
{
    size_t length;
    if (at <= begin)
        return 0;
    size_t from = begin + pl_utf8_before(text + begin, at - begin);
    return pl_kind_at(text, from, at, &length);
}

size_t pl_grapheme_end(const char *text, size_t at, size_t end)
{
    uint32_t code, next;
    utf8proc_int32_t state = 0;
    at += pl_utf8_decode(text + at, end - at, &code);
    while (at < end) {
        size_t length = pl_utf8_decode(text + at, end - at, &next);
        if (utf8proc_grapheme_break_stateful((utf8proc_int32_t)code,
                                             (utf8proc_int32_t)next, &state))
            break;
        code = next;
        at += length;
    }
    return at;
}

static size_t one_of(const char *text, size_t at, size_t end, const char *const *forms)
{
    for (; *forms != NULL; forms++) {
        size_t n = strlen(*forms);
        if (n <= end - at && memcmp(text + at, *forms, n) == 0)
            return n;
    }
    return 0;
}

size_t pl_apostrophe_at(const char *text, size_t at, size_t end)
{
    static const char *const forms[] = {"'", "\u2019", "\u02bc", NULL};
    return one_of(text, at, end, forms);
}

size_t pl_hyphen_at(const char *text, size_t at, size_t end)
{
    static const char *const forms[] = {"-", "\u2010", "\u2011", NULL};
    return one_of(text, at, end, forms);
}
