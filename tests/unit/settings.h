/* Settings of the dependency machine and all small trees, for the tests of its parts. */
#ifndef PL_TESTS_SETTINGS_H
#define PL_TESTS_SETTINGS_H

#include "unit.h"

#include "machine/arcs.h"

static const char *const settings[] = {
    "K 2\nroot right\nLEFT\nRIGHT\nSHIFT",
    "K 2\nroot left\nLEFT\nRIGHT\nSHIFT",
    "K 2\nLEFT\nRIGHT B=f S=t\nREDUCE P=l\nSHIFT",
    "K 3\nLEFT P=r\nRIGHT P=l\nSHIFT",
    "K inf\nLEFT\nRIGHT",
    "K inf\nroot left\nLEFT\nRIGHT",
    "K inf\nD 2\nLEFT\nRIGHT",
    "K inf\nD 3\nLEFT\nRIGHT",
    "K inf\nD inf\nLEFT\nRIGHT",
    "K inf\nD 2\nroot left\nLEFT\nRIGHT",
    "K 3\nLEFT\nRIGHT\nSHIFT",
    "K 4\nLEFT\nRIGHT\nSHIFT",
    "K 3\nD 2\nLEFT\nRIGHT\nSHIFT",
    "K 4\nD 2\nLEFT\nRIGHT\nSHIFT",
    "K 4\nD 3\nLEFT\nRIGHT\nSHIFT",
    "K 5\nD 4\nroot left\nLEFT\nRIGHT\nSHIFT",
    "K 4\nD 3\nLEFT P=r\nRIGHT P=r\nSHIFT",
    "K 4\nD 3\nroot left\nLEFT P=r\nRIGHT P=r\nSHIFT",
    "K 3\nD 2\nLEFT P=r\nRIGHT P=r\nSHIFT",
    "K 2\nheads many\nLEFT B=f\nRIGHT B=f\nREDUCE P=l\nSHIFT",
    "K 2\nLEFT B=f\nRIGHT B=f\nREDUCE\nSHIFT",
    "K 3\nLEFT\nRIGHT",
    "K 3\nD 2\nLEFT P=l\nRIGHT P=r\nSHIFT",
    "K inf\nD 2\nLEFT B=f\nRIGHT B=f\nREDUCE",
    /* From here on arcs with S=t stand beside others: one taken early moves tokens out of
     * reach, so that the order matters and the oracle may miss a derivation. */
    "K 2\nLEFT\nRIGHT B=f S=t\nRIGHT\nREDUCE P=l\nSHIFT",
    "K 3\nLEFT S=t\nRIGHT\nSHIFT",
    "K 3\nD 2\nLEFT\nRIGHT B=f S=t\nREDUCE\nSHIFT",
};
enum { N_SETTINGS = sizeof settings / sizeof *settings, N_EXACT = N_SETTINGS - 3 };

static inline pl_dep_params setting(const char *text, bool single_root)
{
    pl_dep_params p;
    pl_error err;
    if (pl_dep_params_parse(&p, "test", text, &err) < 0)
        fail_msg("%s", err.text);
    p.single_root = single_root;
    if (pl_dep_params_check(&p, NULL, &err) < 0)
        fail_msg("%s", err.text);
    return p;
}

/* -- all trees of a size ------------------------------------------------------------ */

/* The tree whose heads are the digits of `code` (0: the root); false if it is none. */
static inline bool make_tree(pl_tree *t, uint32_t code)
{
    uint32_t n = t->n_tokens;
    for (uint32_t i = 0; i < n; i++, code /= n + 1) {
        uint32_t head = code % (n + 1);
        t->tokens[i].head = head == 0 ? PL_ROOT_HEAD : head - 1;
        t->tokens[i].word = "w";
        t->tokens[i].deprel = "x";
    }
    t->has_deps = true;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = i, steps = 0;
        while (at != PL_ROOT_HEAD && steps++ <= n)
            at = t->tokens[at].head;
        if (at != PL_ROOT_HEAD)
            return false;
    }
    return true;
}

static inline uint32_t n_codes(uint32_t n)
{
    uint32_t codes = 1;
    for (uint32_t i = 0; i < n; i++)
        codes *= n + 1;
    return codes;
}

/* No arc, with the root before the first word, crosses another. */
static inline bool is_projective(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        for (uint32_t k = 0; k < t->n_tokens; k++) {
            uint32_t a = i + 1,
                     b = t->tokens[i].head + (t->tokens[i].head == PL_ROOT_HEAD ? 2 : 1);
            uint32_t c = k + 1,
                     d = t->tokens[k].head + (t->tokens[k].head == PL_ROOT_HEAD ? 2 : 1);
            uint32_t low = a < b ? a : b, high = a < b ? b : a;
            bool c_in = c > low && c < high, d_out = d < low || d > high;
            bool d_in = d > low && d < high, c_out = c < low || c > high;
            if ((c_in && d_out) || (d_in && c_out))
                return false;
        }
    return true;
}

static inline uint32_t n_roots(const pl_tree *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        n += t->tokens[i].head == PL_ROOT_HEAD;
    return n;
}

/* Actions of a system with one relation, which all arcs may have. */
static inline pl_arc_actions one_relation(const pl_dep_params *p)
{
    static const uint8_t seen[PL_DEP_MAX_MOVES] = {3, 3, 3, 3, 3, 3, 3, 3};
    pl_arc_actions actions;
    pl_arc_actions_make(&actions, p, seen, 1);
    return actions;
}

#endif
