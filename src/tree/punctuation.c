/* What counts as punctuation; see punctuation.h. */
#include "tree/punctuation.h"

#include "base/str.h"

#include <string.h>

/* The sets are those of disco-dop, so that the same words move as in the published
 * experiments. */
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
/* clang-format on */

bool pl_is_punct_tag(const char *tag)
{
    return pl_among(tag, tags);
}

/* Most words begin with a letter, and no mark does: they need no search. */
bool pl_is_punct_word(const char *word)
{
    bool letter = word != NULL && ((word[0] | 32) >= 'a' && (word[0] | 32) <= 'z');
    return !letter && pl_among(word, words);
}

bool pl_is_punct(const char *tag, const char *word)
{
    return pl_is_punct_tag(tag) || pl_is_punct_word(word);
}

bool pl_has_mark_tag(const pl_tree *t, uint32_t i)
{
    const char *tag = t->nodes[i].label;
    return pl_is_punct_tag(tag) || (tag != NULL && strcmp(tag, "LET") == 0);
}

bool pl_is_mark(const pl_tree *t, uint32_t i)
{
    return pl_has_mark_tag(t, i) || pl_is_punct_word(t->tokens[i].word);
}

/* A block or gap counts if it has a word; only its first words are looked at, since one
 * is enough. Blocks that only marks separate are one. */
uint32_t pl_word_blocks(const pl_tree *t, uint32_t v, bool *below)
{
    const pl_node *n = &t->nodes[v];
    uint32_t blocks = 0;
    bool was_inside = false;
    if (n->blocks == 1)
        return 1;
    for (uint32_t u = v; u != PL_NONE; u = pl_tree_preorder(t, v, u))
        if (pl_is_terminal(t, u))
            below[u] = true;
    for (uint32_t i = n->low, next; i <= n->high; i = next) {
        bool inside = below[i], has_word = false;
        for (next = i; next <= n->high && below[next] == inside; next++)
            has_word = has_word || !pl_is_mark(t, next);
        if (has_word) {
            blocks += inside && !was_inside;
            was_inside = inside;
        }
    }
    memset(below + n->low, 0, n->high - n->low + 1);
    return blocks > 0 ? blocks : 1;
}
