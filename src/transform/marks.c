/* The tables of punctuation; see marks.h. The sets are those of disco-dop, so that the
 * same words move as in the published experiments. */
#include "transform/marks.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
static const char *const tags[] = {
    ".", ",", ":", "'", "''", "`", "``", "\"",                         /* Penn */
    "-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-",
    "$,", "$.", "$[", "$(",                                            /* STTS */
    "let", "LET[]", "SPEC[symb]", "TW[hoofd,vrij]",                    /* CGN */
    "PONCT", "PUNCT", "COMMA", "PAREN",                                /* others */
    NULL,
};

static const char *const words[] = {
    ".", ",", "(", ")", ":", "-", "\"", ";", "?", "/", "!", "*", "&", "`", "[", "]", "<",
    ">", "{", "}", "|", "=", "«", "»", "·", "\\",
    "..", "...", "....", ".....", "......", "!!", "!!!", "??", "???", "''", "``", ",,",
    "--", "---", "----",
    "-LRB-", "-RRB-", "-LCB-", "-RCB-", "-LSB-", "-RSB-", "#LRB#", "#RRB#", "&bullet;",
    NULL,
};

static const struct pair {
    const char *open, *close;
} pairs[] = {
    {"\"", "\""},        {"'", "'"},          {"``", "''"}, {"[", "]"}, {"(", ")"},
    {"-LRB-", "-RRB-"},  {"-LSB-", "-RSB-"},  {"-", "-"},   {"«", "»"}, {NULL, NULL},
};
/* clang-format on */

static bool listed(const char *const *list, const char *s)
{
    if (s == NULL)
        return false;
    for (; *list != NULL; list++)
        if ((*list)[0] == s[0] && strcmp(*list, s) == 0)
            return true;
    return false;
}

bool pl_is_punct_tag(const char *tag)
{
    return listed(tags, tag);
}

bool pl_is_punct_word(const char *word)
{
    return listed(words, word);
}

bool pl_is_punct(const char *tag, const char *word)
{
    return listed(tags, tag) || listed(words, word);
}

const char *pl_closing_mark(const char *word)
{
    for (const struct pair *p = pairs; p->open != NULL; p++)
        if (strcmp(p->open, word) == 0)
            return p->close;
    return NULL;
}
