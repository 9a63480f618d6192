/* Random trees with all properties that a file can hold, and with texts that have a meaning in one of the
 * formats. Two conditions must hold:
 *
 *   A written file is read as the same tree, or the writer has refused the tree. Differences are allowed
 *   if the writer has reported them, or if docs/formats.md lists them for the format (a new root, new ids).
 *   A tree that was read from such a file is written as the same bytes.
 *
 * The unit test draws the choices from a random generator, the fuzz target from its input. */
#ifndef PL_TESTS_HOSTILE_H
#define PL_TESTS_HOSTILE_H

#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"
#include "format/reader.h"
#include "format/writer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 5, MAX_TREES = 3 };

/* -- choices -------------------------------------------------------------------------- */

typedef struct hostile {
    const unsigned char *at; /* choices to be used first */
    size_t n;
    pl_rng rng; /* for those after them */
    pl_arena *m;
    bool plain; /* no texts that have a meaning in a format */
    bool empty; /* sentences may have no words */
} hostile;

static inline uint32_t below(hostile *h, uint32_t n)
{
    if (h->n == 0)
        return pl_rng_below(&h->rng, n);
    h->n--;
    return *h->at++ % n;
}

static inline bool one_of(hostile *h, uint32_t n)
{
    return below(h, n) == 0;
}

/* -- texts ----------------------------------------------------------------------------- */

/* clang-format off */
static const char *const hostile_pieces[] = {
    "(", ")", " ", "\t", "\n", "\r", "#", "#LRB#", "#SPC#", "#HSH#", "-LRB-", "=", "5=", "0", "/", "_",
    "--", "%%", "%", "#EOS", "#BOS", "#500", "#BOT", "#EOT", "#FORMAT", "\"", "<", "&", ">", "&amp;", "'",
    "\x01", "\x7f", "\x1b", "\u00a0", "\u2028", "\ufeff", "|", "-", "*", "\\", "ID", "1-2", "1.1", "\u00e9",
    "a", "b", "ROOT", "VROOT", "\f", "\v", "]]>", "\ufffe", "\uffff", "NP", ":", "-NONE-", "\xc2\x85", "\u0301",
    "\u202e", "\u2066", "\u00d7", "\uff21", "?>", "<!--", "-->", "</alpino_ds>", "<evil/>", "<node", "{", "}",
    "\U0001f600", "\U00010ffd", "\u06dd", "\ufdd0", "x", "1", ".", "# ", "~", "s1", "(word)", "confidence=",
    "# sent_id = ", "# text = ", "SpaceAfter=No", "1\ta", "--> ", "10",
};
static const char *const hostile_names[] = {
    "id", "index", "pos", "pos_", "pos ", "pt", "word", "word_", "lemma", "morph", "cat", "rel", "begin",
    "end", "postag", "a b", "a_b", "a!b", "a:b", "xml:lang", "xmlns", "xmlns:x", "1", "_1", "", "version",
    "comment", "<metadata>", "<x>", "<node>", "<a b>", "sentence.x y", "sentence.x_y", "sentence.sentid",
    "graph.root", "graph.discontinuous", "graph.a b", "graph.a_b", "graph.", "editor", "date", "origin",
    "subcorpus", "root", "\u0301x", "x\u00d7", "\uff21", "\u00e9", "\u00fc!", "be{x", "score", "a_b_", "a_b_2",
    "head-confidence", "confidence", "sentid", "label", "idref",
};
/* clang-format on */
#define HOSTILE_COUNT(list) (uint32_t)(sizeof(list) / sizeof *(list))

static inline const char *hostile_text(hostile *h)
{
    const char *text = "";
    if (one_of(h, 12))
        return text;
    for (uint32_t n = 1 + below(h, 3); n > 0; n--)
        text = pl_arena_printf(h->m, "%s%s", text,
                               hostile_pieces[below(h, HOSTILE_COUNT(hostile_pieces))]);
    return text;
}

static inline const char *text_or(hostile *h, const char *usual)
{
    return !h->plain && one_of(h, 4) ? hostile_text(h) : usual;
}

static inline const char *text_or_none(hostile *h, const char *usual)
{
    return one_of(h, 2) ? NULL : text_or(h, usual);
}

static inline const char *hostile_value(hostile *h, const char *key)
{
    static const char *const numbers[] = {
        "0.9312",          "1.0000", "-12.5", "0.5",  "1e5", "0.123456789",
        "0.1234567890123", "inf",    "nan",   "0x10", " 1"};
    bool number = strcmp(key, PL_CONFIDENCE) == 0 ||
                  strcmp(key, PL_HEAD_CONFIDENCE) == 0 || strcmp(key, PL_SCORE) == 0;
    size_t n = strlen(key);
    if (number && !one_of(h, 4))
        return numbers[below(h, h->plain ? 4 : HOSTILE_COUNT(numbers))];
    if (key[0] == '<' && n > 2 && key[n - 1] == '>' && one_of(h, 2))
        return pl_arena_printf(h->m, "<%.*s a=\"1\">%s</%.*s>", (int)n - 2, key + 1,
                               one_of(h, 2) ? "t" : "<b/>", (int)n - 2, key + 1);
    return text_or(h, "v");
}

/* Fields have different names, since no format can hold two fields of one name. */
static inline pl_attr *hostile_fields(hostile *h)
{
    pl_attr *list = NULL, **next = &list;
    for (uint32_t n = one_of(h, 2) ? below(h, 5) : 0; n > 0; n--) {
        const char *key = h->plain ? pl_arena_printf(h->m, "f%u", n)
                          : one_of(h, 8)
                              ? hostile_text(h)
                              : hostile_names[below(h, HOSTILE_COUNT(hostile_names))];
        if (pl_attr_get(list, key) == NULL)
            next = pl_attr_add(h->m, next, key, hostile_value(h, key));
    }
    return list;
}

/* -- trees ----------------------------------------------------------------------------- */

static inline void hostile_node(hostile *h, pl_node *n, bool word)
{
    n->label = word && one_of(h, 3) ? NULL : text_or(h, word ? "NN" : "NP");
    n->func = text_or_none(h, "SB");
    n->lemma = text_or_none(h, "l");
    n->morph = text_or_none(h, "Sg");
    n->attrs = hostile_fields(h);
}

/* Puts random sets of parts under new nodes until one is left. */
static inline void hostile_constituents(hostile *h, pl_tree *t)
{
    uint32_t parts[MAX_WORDS], n = t->n_tokens;
    for (uint32_t i = 0; i < n; i++)
        parts[i] = i;
    bool crossing = one_of(h, 2);
    while (n > 1 || (t->n_nodes < 12 && one_of(h, 2))) {
        uint32_t k = 1 + below(h, n), v = pl_tree_add(t, "NP");
        hostile_node(h, &t->nodes[v], false);
        uint32_t from = crossing ? 0 : below(h, n - k + 1);
        for (uint32_t i = 0; i < k; i++) {
            uint32_t pick = crossing ? below(h, n - i) : from;
            pl_tree_append(t, v, parts[pick]);
            memmove(parts + pick, parts + pick + 1, (n - i - pick - 1) * sizeof *parts);
        }
        n -= k;
        memmove(parts + from + 1, parts + from, (n - from) * sizeof *parts);
        parts[from] = v;
        n++;
    }
    t->root = parts[0];
    if (!pl_is_terminal(t, t->root) && one_of(h, 2)) {
        t->nodes[t->root].label = "ROOT";
        t->nodes[t->root].flags = one_of(h, 2) ? PL_NODE_VIRTUAL : 0;
    }
    pl_tree_order(t);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (one_of(h, 4))
            t->nodes[v].head = one_of(h, 2) ? t->nodes[v].first : t->nodes[v].last;
    for (uint32_t n_edges = one_of(h, 2) && t->n_nodes > t->n_tokens ? below(h, 3) : 0;
         n_edges > 0; n_edges--) {
        uint32_t parent = t->n_tokens + below(h, t->n_nodes - t->n_tokens);
        uint32_t child = below(h, t->n_nodes);
        if (child != parent)
            pl_tree_add_edge(t, child, parent, text_or_none(h, "SE"));
    }
}

static inline void hostile_dependencies(hostile *h, pl_tree *t)
{
    t->has_deps = true;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        t->tokens[i].head = i == 0 ? PL_ROOT_HEAD : below(h, i);
        t->tokens[i].deprel = text_or(h, "x");
        t->tokens[i].deps = one_of(h, 4) ? text_or(h, "0:root") : NULL;
    }
}

static inline void hostile_lines(hostile *h, pl_tree *t)
{
    static const char *const lines[] = {"# comment",
                                        "%% comment",
                                        "# sent_id = 7",
                                        "# text = a b",
                                        "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_",
                                        "1-2\tab",
                                        "1.1\te\t_\t_\t_\t_\t_\t_\t_\t_",
                                        "#BOT x",
                                        "# confidence = 0.5",
                                        "plain"};
    uint32_t before = 0;
    for (uint32_t n = one_of(h, 2) ? below(h, 3) : 0; n > 0; n--) {
        const char *text =
            one_of(h, 3) ? hostile_text(h) : lines[below(h, HOSTILE_COUNT(lines))];
        before += one_of(h, 2) ? 0 : below(h, t->n_tokens - before + 1);
        pl_tree_add_line(t, before, text);
    }
}

static inline pl_tree *hostile_tree(hostile *h)
{
    h->plain = one_of(h, 3);
    bool empty = h->empty && one_of(h, 20);
    pl_tree *t = pl_tree_new(h->m, empty ? 0 : 1 + below(h, MAX_WORDS));
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        hostile_node(h, &t->nodes[i], true);
        t->tokens[i].word = text_or(h, "w");
        t->tokens[i].coarse = text_or_none(h, "X");
        t->tokens[i].misc = one_of(h, 4) ? text_or(h, "SpaceAfter=No") : NULL;
        t->tokens[i].begin = h->plain ? i * 2 : 0;
        t->tokens[i].end = h->plain ? i * 2 + 1 : 0;
    }
    if (!empty && !one_of(h, 4))
        hostile_constituents(h, t);
    if (one_of(h, 2))
        hostile_dependencies(h, t);
    t->id = one_of(h, 4) ? NULL : text_or(h, one_of(h, 2) ? "s1" : "17");
    t->text = one_of(h, 2) ? NULL : text_or(h, "w w");
    t->attrs = hostile_fields(h);
    hostile_lines(h, t);
    return t;
}

/* Some trees; consecutive trees may be the n best of one sentence. */
typedef struct hostile_bank {
    pl_tree *at[MAX_TREES];
    size_t n;
} hostile_bank;

static inline hostile_bank hostile_trees(hostile *h)
{
    hostile_bank b = {.n = 1 + below(h, MAX_TREES)};
    bool best = one_of(h, 3);
    for (size_t i = 0; i < b.n; i++) {
        b.at[i] = hostile_tree(h);
        if (!best)
            continue;
        b.at[i]->id = b.at[0]->id;
        pl_attr_set(h->m, &b.at[i]->attrs, PL_CONFIDENCE,
                    pl_arena_printf(h->m, "0.%u", 9 - (unsigned)i));
        pl_attr_set(h->m, &b.at[i]->attrs, PL_SCORE,
                    pl_arena_printf(h->m, "-%u.25", (unsigned)i));
    }
    return b;
}

#endif
