/* Maximum spanning trees; see spanning_tree.h.
 *
 * A group is a word, or words whose arcs form a circle; each group wants its best arc from
 * outside. Wishes are followed backwards from word to word. Where they lead to the root or
 * to words that are settled, all of them come true; where they close a circle, its groups
 * become one, which may break the circle anywhere: an arc into it costs what the arc that
 * it replaces would have brought. In the end groups fall apart again: the arc into a group
 * replaces the wish of the member that it ends in. */
#include "parser/spanning_tree.h"

#include "base/err.h"

#include <string.h>

typedef struct arc {
    uint32_t from, to; /* words; from == n: the root */
} arc;

typedef enum group_state { FRESH, ON_PATH, SETTLED } group_state;

typedef struct forest {
    uint32_t n, n_groups;
    int64_t *scores; /* [n][n + 1] of the best arc into a group from each word and the root */
    uint32_t *ends;  /* [n][n + 1] the word where it ends */
    uint32_t *rows;  /* [2 n] which row of these a group has */
    arc *wishes;     /* [2 n] */
    int64_t *gains;  /* [2 n] the score of the wish */
    uint32_t *above; /* [2 n] the group that a group is part of; PL_NONE: none */
    uint32_t *tops;  /* [n] the outermost group of a word */
    uint8_t *states; /* [2 n] */
    uint32_t *path, n_path;
} forest;

/* Every arc that may not be costs more than all others together, and so does every arc from
 * the root but one. */
static void take_scores(forest *f, const int32_t *scores, size_t stride, bool single_root)
{
    uint32_t n = f->n;
    const int64_t much = (int64_t)(n + 1) << 32, root = single_root ? much : 0;
    for (uint32_t w = 0; w < n; w++) {
        int64_t *row = f->scores + (size_t)w * (n + 1);
        for (uint32_t h = 0; h < n; h++) {
            int32_t score = scores[w * stride + h];
            row[h == w ? n : h] = (score == PL_NO_ARC ? -much : score) - (h == w ? root : 0);
        }
        for (uint32_t h = 0; h <= n; h++)
            f->ends[(size_t)w * (n + 1) + h] = w;
    }
}

static void begin(forest *f, uint32_t n, pl_arena *m)
{
    *f = (forest){.n = n, .n_groups = n};
    f->scores = PL_NEW_ARRAY(m, int64_t, (size_t)n * (n + 1) + 1);
    f->ends = PL_NEW_ARRAY(m, uint32_t, (size_t)n * (n + 1) + 1);
    f->rows = PL_NEW_ARRAY(m, uint32_t, 2 * (size_t)n + 1);
    f->wishes = PL_NEW_ARRAY(m, arc, 2 * (size_t)n + 1);
    f->gains = PL_NEW_ARRAY(m, int64_t, 2 * (size_t)n + 1);
    f->above = PL_NEW_ARRAY(m, uint32_t, 2 * (size_t)n + 1);
    f->tops = PL_NEW_ARRAY(m, uint32_t, n + 1);
    f->states = PL_NEW_ARRAY(m, uint8_t, 2 * (size_t)n + 1);
    f->path = PL_NEW_ARRAY(m, uint32_t, n + 1);
    memset(f->above, 0xff, 2 * (size_t)n * sizeof *f->above); /* PL_NONE */
    for (uint32_t w = 0; w < n; w++)
        f->rows[w] = f->tops[w] = w;
}

/* The best arc into a group from outside. */
static void wish(forest *f, uint32_t group)
{
    size_t row = (size_t)f->rows[group] * (f->n + 1);
    uint32_t best = f->n; /* the root is outside of all groups */
    for (uint32_t h = 0; h < f->n; h++)
        if (f->tops[h] != group && f->scores[row + h] > f->scores[row + best])
            best = h;
    f->wishes[group] = (arc){best, f->ends[row + best]};
    f->gains[group] = f->scores[row + best];
}

/* Arcs into the group of a circle that ends with `group`: the best of those into its parts,
 * in the row of the last of them. */
static void join_rows(forest *f, const uint32_t *parts, uint32_t n_parts, uint32_t group)
{
    uint32_t wide = f->n + 1, kept = f->rows[parts[n_parts - 1]];
    int64_t *to = f->scores + (size_t)kept * wide;
    uint32_t *ends = f->ends + (size_t)kept * wide;
    for (uint32_t h = 0; h < wide; h++)
        to[h] -= f->gains[parts[n_parts - 1]];
    for (uint32_t k = n_parts - 1; k-- > 0;) {
        size_t row = (size_t)f->rows[parts[k]] * wide;
        for (uint32_t h = 0; h < wide; h++)
            if (f->scores[row + h] - f->gains[parts[k]] > to[h]) {
                to[h] = f->scores[row + h] - f->gains[parts[k]];
                ends[h] = f->ends[row + h];
            }
    }
    f->rows[group] = kept;
}

/* Makes one group of the end of the path, from `first` on. */
static void contract(forest *f, uint32_t first)
{
    uint32_t group = f->n_groups++, at = f->n_path;
    while (f->path[--at] != first)
        ;
    join_rows(f, f->path + at, f->n_path - at, group);
    for (uint32_t k = at; k < f->n_path; k++)
        f->above[f->path[k]] = group;
    for (uint32_t w = 0; w < f->n; w++)
        if (f->above[f->tops[w]] == group)
            f->tops[w] = group;
    f->path[at] = group;
    f->n_path = at + 1;
    f->states[group] = ON_PATH;
}

/* Follows wishes backwards from a word until they can come true. */
static void follow(forest *f, uint32_t word)
{
    f->path[0] = f->tops[word];
    f->n_path = 1;
    for (;;) {
        uint32_t group = f->path[f->n_path - 1];
        f->states[group] = ON_PATH;
        wish(f, group);
        uint32_t from = f->wishes[group].from;
        uint32_t next = from == f->n ? PL_NONE : f->tops[from];
        if (next == PL_NONE || f->states[next] == SETTLED)
            break;
        if (f->states[next] == ON_PATH)
            contract(f, next);
        else
            f->path[f->n_path++] = next;
    }
    for (uint32_t k = 0; k < f->n_path; k++)
        f->states[f->path[k]] = SETTLED;
}

/* The arc into a group replaces the wish of its part in which it ends. */
static void take_apart(forest *f)
{
    for (uint32_t group = f->n_groups; group-- > f->n;) {
        uint32_t part = f->wishes[group].to;
        while (f->above[part] != group)
            part = f->above[part];
        f->wishes[part] = f->wishes[group];
    }
}

void pl_spanning_tree(const int32_t *scores, size_t stride, uint32_t n, bool single_root,
                      uint32_t *heads, pl_arena *scratch)
{
    forest f;
    begin(&f, n, scratch);
    take_scores(&f, scores, stride, single_root);
    for (uint32_t w = 0; w < n; w++)
        if (f.states[f.tops[w]] != SETTLED)
            follow(&f, w);
    take_apart(&f);
    for (uint32_t w = 0; w < n; w++)
        heads[w] = f.wishes[w].from == n ? w : f.wishes[w].from;
}
