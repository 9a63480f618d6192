#include "tag/rough.h"

#include "base/utf8.h"

#include <string.h>
#include <utf8proc.h>

/* -- spelling -------------------------------------------------------------------------- */

/* Characters for which others stand: in a word always (`letters`), or where the word is made of
 * signs only. */
static const struct {
    uint32_t from, to; /* code points, the last included */
    bool letters;
    const char *plain;
} spellings[] = {
    /* clang-format off */
    {0x00ad, 0x00ad, true,  ""},    /* soft hyphen */
    {0x200b, 0x200d, true,  ""},    /* space without width, joiners */
    {0x2060, 0x2060, true,  ""},    /* word joiner */
    {0xfeff, 0xfeff, true,  ""},    /* byte-order mark */
    {0xfb00, 0xfb00, true,  "ff"},
    {0xfb01, 0xfb01, true,  "fi"},
    {0xfb02, 0xfb02, true,  "fl"},
    {0xfb03, 0xfb03, true,  "ffi"},
    {0xfb04, 0xfb04, true,  "ffl"},
    {0xfb05, 0xfb06, true,  "st"},
    {0x2018, 0x201b, true,  "'"},   /* single quotes, apostrophe */
    {0x201c, 0x201f, false, "\""},
    {0x00ab, 0x00ab, false, "\""},
    {0x00bb, 0x00bb, false, "\""},
    {0x2039, 0x203a, false, "'"},
    {0x2010, 0x2015, false, "-"},   /* hyphens and dashes */
    {0x2026, 0x2026, false, "..."},
    /* clang-format on */
};

static const char *plain_sign(uint32_t code, bool letters)
{
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (code >= spellings[i].from && code <= spellings[i].to &&
            (spellings[i].letters || !letters))
            return spellings[i].plain;
    return NULL;
}

static bool has_letters(const char *word)
{
    for (uint32_t code; pl_utf8_step(&word, &code);)
        if (utf8proc_category((utf8proc_int32_t)code) <= UTF8PROC_CATEGORY_NO &&
            plain_sign(code, true) == NULL)
            return true;
    return false;
}

/* Writes the plain spelling; false if it is the word as it is. */
static bool respell(const char *word, bool letters, pl_str *out)
{
    bool changed = false;
    pl_str_clear(out);
    for (uint32_t code; pl_utf8_step(&word, &code);) {
        const char *plain = code >= 0x80 ? plain_sign(code, letters) : NULL;
        changed |= plain != NULL;
        if (plain != NULL)
            pl_str_puts(out, plain);
        else
            pl_utf8_encode(out, code);
    }
    return changed && out->n > 0;
}

static const char run_signs[] = "!?-.,";

/* What stands for a run of signs: !!! ?! ---- are ! ? -, more than two dots three, and
 * two commas a quote. */
static const char *one_of_run(const char *word)
{
    static const char *const runs[][2] = {
        {"!", "!"}, {"?", "?"}, {"-", "-"}, {".", "..."}, {",", "\""}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (word[0] == runs[i][0][0] && word[1] != '\0' &&
            strspn(word, run_signs) == strlen(word))
            return runs[i][1];
    return NULL;
}

const char *pl_plain_word(const char *word, pl_word_known *known, const void *dictionary,
                          pl_str *buffer)
{
    bool ascii = true;
    for (const char *at = word; *at != '\0'; at++)
        ascii &= (unsigned char)*at < 0x80;
    if ((ascii && strspn(word, run_signs) != strlen(word)) || known(dictionary, word))
        return word;
    bool letters = has_letters(word);
    const char *plain = respell(word, letters, buffer) ? pl_str_text(buffer) : word;
    if (letters || (plain != word && known(dictionary, plain)))
        return plain;
    const char *one = one_of_run(plain);
    return one != NULL && known(dictionary, one) ? one : word;
}

/* -- kinds ----------------------------------------------------------------------------- */

enum { ADDRESS, SYMBOL, N_KINDS, NO_KIND = N_KINDS };

/* The tags of each kind in the tag sets that have one, the more special ones first: Penn for the web,
 * CGN, STTS, PAROLE (DDT), UD. */
static const char *const kind_tags[N_KINDS][8] = {
    [ADDRESS] = {"ADD", "N-eigen", "NE", "NP", "X"},
    [SYMBOL] = {"NFP", "SPEC-symb", "XY", "XS", "SYM"},
};

static bool is_address(const char *word)
{
    const char *dot = strchr(word, '.'), *at = strchr(word, '@');
    if ((word[0] == '#' || word[0] == '@') && word[1] != '\0' && word[1] != word[0])
        return true;
    return strncmp(word, "www.", 4) == 0 || strstr(word, "://") != NULL ||
           (at != NULL && strchr(at, '.') != NULL) ||
           (dot != NULL && dot > word && strchr(dot, '/') != NULL && dot[1] >= 'a' &&
            dot[1] <= 'z');
}

/* :-) ;) :P */
static bool is_smile(const char *word)
{
    size_t n = strlen(word);
    return n > 1 && n < 5 && (word[0] == ':' || word[0] == ';') &&
           strchr("()[]DPp/|*", word[n - 1]) != NULL;
}

/* Emoji and other signs that are no letters, digits, punctuation, money or mathematics. */
static bool is_symbol(const char *word)
{
    size_t n = 0;
    for (uint32_t code; pl_utf8_step(&word, &code);) {
        utf8proc_category_t kind = utf8proc_category((utf8proc_int32_t)code);
        bool joined = kind == UTF8PROC_CATEGORY_MN || kind == UTF8PROC_CATEGORY_CF ||
                      kind == UTF8PROC_CATEGORY_SK;
        if (kind != UTF8PROC_CATEGORY_SO && (n == 0 || !joined))
            return false;
        n++;
    }
    return n > 0;
}

uint32_t pl_kind_tag(const pl_intern *tags, const char *word)
{
    int kind = is_address(word)                    ? ADDRESS
               : is_smile(word) || is_symbol(word) ? SYMBOL
                                                   : NO_KIND;
    uint32_t tag = PL_NONE;
    for (size_t i = 0; kind != NO_KIND && kind_tags[kind][i] != NULL && tag == PL_NONE;
         i++)
        tag = pl_intern_find(tags, kind_tags[kind][i]);
    return tag;
}

/* -- capitals -------------------------------------------------------------------------- */

bool pl_in_capitals(const pl_tree *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        bool capital = false;
        const char *word = t->tokens[i].word;
        for (uint32_t code; pl_utf8_step(&word, &code);) {
            utf8proc_category_t kind = utf8proc_category((utf8proc_int32_t)code);
            if (kind == UTF8PROC_CATEGORY_LL)
                return false;
            capital |= kind == UTF8PROC_CATEGORY_LU;
        }
        n += capital;
    }
    return n > 1;
}

/* German writes nouns with a capital, and most of its short words are none. */
static bool keeps_initial(const pl_intern *tags, const char *word)
{
    return pl_intern_find(tags, "NE") != PL_NONE &&
           pl_intern_find(tags, "ADJA") != PL_NONE &&
           pl_utf8_count(word, strlen(word)) > 3;
}

const char *pl_without_capitals(const pl_intern *tags, const char *word, pl_str *buffer)
{
    bool keep = keeps_initial(tags, word);
    pl_str_clear(buffer);
    for (uint32_t code; pl_utf8_step(&word, &code); keep = false)
        pl_utf8_encode(buffer,
                       keep ? code : (uint32_t)utf8proc_tolower((utf8proc_int32_t)code));
    return pl_str_text(buffer);
}
