/* Constraints on trees; see constraints.h. What makes a tree obey is in impose.c. */
#include "tree/constraints.h"

#include "base/utf8.h"
#include "tree/arc_rules.h"

#include <stdio.h>

const char *const pl_constraint_names[PL_N_CONSTRAINTS] = {
    [PL_WANT_BRACKET] = "bracket",   [PL_BAN_BRACKET] = "no-bracket",
    [PL_WANT_ARC] = "arc",           [PL_BAN_ARC] = "no-arc",
    [PL_WANT_RELATION] = "relation", [PL_BAN_RELATION] = "no-relation",
    [PL_WANT_TAG] = "tag",
};

void pl_constraints_add(pl_constraints *c, const pl_constraint *one)
{
    uint32_t *words = pl_arena_alloc(&c->arena, (one->n + (size_t)1) * sizeof *words);
    pl_constraint copy = *one;
    if (one->n > 0)
        memcpy(words, one->words, one->n * sizeof *words);
    qsort(words, one->n, sizeof *words, pl_by_u32);
    copy.n = 0;
    for (uint32_t i = 0; i < one->n; i++)
        if (copy.n == 0 || words[copy.n - 1] != words[i])
            words[copy.n++] = words[i];
    copy.words = words;
    copy.label = pl_arena_strdup(&c->arena, one->label);
    PL_PUSH(&c->list, copy);
}

void pl_constraints_add_tree(pl_constraints *c, const pl_tree *t, uint32_t node)
{
    uint32_t top = node != PL_NONE ? node : t->root;
    uint32_t *words =
        pl_arena_alloc(&c->arena, (t->n_tokens + (size_t)1) * sizeof *words);
    for (uint32_t v = top; v != PL_NONE; v = pl_tree_preorder(t, top, v))
        if (!pl_is_terminal(t, v) &&
            (node != PL_NONE ? v == node : !(t->nodes[v].flags & PL_NODE_VIRTUAL))) {
            pl_constraint one = {PL_WANT_BRACKET, words, pl_tree_yield(t, v, words),
                                 PL_NONE, t->nodes[v].label};
            pl_constraints_add(c, &one);
        }
    for (uint32_t i = 0; top == PL_NONE && t->has_deps && i < t->n_tokens; i++)
        if (t->tokens[i].head != PL_NONE) {
            pl_constraint one = {PL_WANT_ARC, &i, 1, t->tokens[i].head,
                                 t->tokens[i].deprel};
            pl_constraints_add(c, &one);
        }
}

void pl_constraints_release(pl_constraints *c)
{
    PL_VEC_RELEASE(&c->list);
    pl_arena_release(&c->arena);
}

static void print_words(const pl_constraint *c, pl_str *out)
{
    for (uint32_t i = 0, j; i < c->n; i = j) {
        for (j = i + 1; j < c->n && c->words[j] == c->words[j - 1] + 1;)
            j++;
        pl_str_printf(out, "%s%u", i > 0 ? "," : "", c->words[i] + 1);
        if (j > i + 1)
            pl_str_printf(out, "-%u", c->words[j - 1] + 1);
    }
}

void pl_constraint_print(const pl_constraint *c, pl_str *out)
{
    pl_str_printf(out, "%s ", pl_constraint_names[c->kind]);
    if (c->kind == PL_WANT_ARC || c->kind == PL_BAN_ARC)
        pl_str_printf(out, "%u->", c->head == PL_ROOT_HEAD ? 0 : c->head + 1);
    print_words(c, out);
    if (c->label != NULL)
        pl_str_printf(out, " %s", c->label);
}

/* -- contradictions ------------------------------------------------------------------ */

static int fail_one(const pl_constraint *c, const char *reason, pl_error *err)
{
    pl_str text = {0};
    pl_constraint_print(c, &text);
    pl_fail(err, PL_BAD_ARGUMENT, "constraint '%s': %s", pl_str_text(&text), reason);
    pl_str_release(&text);
    return -1;
}

static int fail_two(const pl_constraint *a, const pl_constraint *b, pl_error *err)
{
    pl_str text = {0};
    pl_constraint_print(a, &text);
    pl_str_puts(&text, "' and '");
    pl_constraint_print(b, &text);
    pl_fail(err, PL_BAD_ARGUMENT, "constraints contradict each other: '%s'",
            pl_str_text(&text));
    pl_str_release(&text);
    return -1;
}

static int check_one(const pl_constraint *c, uint32_t n_tokens, pl_tree_kind kind,
                     pl_error *err)
{
    bool arc = c->kind == PL_WANT_ARC || c->kind == PL_BAN_ARC;
    char there[64];
    snprintf(there, sizeof there, "the sentence has %u word%s", n_tokens,
             n_tokens == 1 ? "" : "s");
    if (c->n == 0)
        return fail_one(c, "it names no word", err);
    if (c->words[c->n - 1] >= n_tokens ||
        (arc && c->head != PL_ROOT_HEAD && c->head >= n_tokens))
        return fail_one(c, there, err);
    if (c->kind != PL_WANT_TAG && pl_is_bracket(c) != kind.constituents)
        return fail_one(c,
                        kind.constituents
                            ? "the parser makes constituents, no dependencies"
                            : "the parser makes dependencies, no constituents",
                        err);
    if (!pl_is_bracket(c) && c->n > 1)
        return fail_one(c, "it takes one word", err);
    if (c->kind >= PL_WANT_RELATION && c->label == NULL)
        return fail_one(c, "it needs a label", err);
    if (c->label != NULL && (c->label[0] == '\0' ||
                             pl_utf8_invalid(c->label, strlen(c->label)) != PL_UTF8_OK))
        return fail_one(c, "its label is empty or not valid UTF-8", err);
    if (arc && c->head == c->words[0])
        return fail_one(c, "no word is its own head", err);
    if (c->kind == PL_BAN_BRACKET && c->label == NULL && c->n == n_tokens)
        return fail_one(c, "all words together always are a constituent", err);
    return 0;
}

/* How the words of two brackets lie to each other. */
typedef enum relation { APART, SAME, NESTED, OVERLAPPING } relation;

static relation compare(const pl_constraint *a, const pl_constraint *b)
{
    uint32_t both = 0;
    if (a->words[a->n - 1] < b->words[0] || b->words[b->n - 1] < a->words[0])
        return APART;
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        uint32_t x = a->words[i], y = b->words[j];
        both += x == y;
        i += x <= y;
        j += y <= x;
    }
    if (both == 0)
        return APART;
    return both == a->n && both == b->n   ? SAME
           : both == a->n || both == b->n ? NESTED
                                          : OVERLAPPING;
}

/* Whether two constraints on brackets or tags exclude each other. */
static bool contradict(const pl_constraint *a, const pl_constraint *b)
{
    if (a->kind == PL_WANT_TAG && b->kind == PL_WANT_TAG)
        return a->words[0] == b->words[0] && strcmp(a->label, b->label) != 0;
    if (!pl_is_bracket(a) || !pl_is_bracket(b))
        return false;
    if (a->kind == PL_WANT_BRACKET && b->kind == PL_WANT_BRACKET)
        return compare(a, b) == OVERLAPPING;
    const pl_constraint *want = a->kind == PL_WANT_BRACKET ? a : b,
                        *ban = a->kind == PL_WANT_BRACKET ? b : a;
    return want->kind != ban->kind &&
           (ban->label == NULL || pl_same_text(want->label, ban->label)) &&
           compare(a, b) == SAME;
}

/* -1 if no arcs obey: heads in circles, or all that a word may have are banned. */
static int check_arcs(const pl_constraints *c, uint32_t n, pl_tree_kind kind,
                      pl_error *err)
{
    pl_arena m = {0};
    pl_arc_rules rules;
    int status = pl_arc_rules_make(&rules, c, n, &m, err);
    uint32_t *heads = pl_arena_alloc(&m, (n + (size_t)1) * sizeof *heads), at_root = 0;
    for (uint32_t i = 0; i < n && status == 0; i++)
        at_root += rules.heads[i] == PL_ROOT_HEAD;
    if (status == 0 && at_root > 1 && kind.single_root)
        status =
            pl_fail(err, PL_BAD_ARGUMENT,
                    "constraints ask for %u words below the root; the parser puts one "
                    "there",
                    at_root);
    else if (status == 0 && !pl_arc_rules_tree(&rules, kind.single_root, NULL, heads, &m))
        status =
            pl_fail(err, PL_BAD_ARGUMENT,
                    "constraints contradict each other: no tree has these arcs, with "
                    "one head for each word and without circles");
    pl_arena_release(&m);
    return status;
}

int pl_constraints_check(const pl_constraints *c, uint32_t n_tokens, pl_tree_kind kind,
                         pl_error *err)
{
    if (c->list.n > PL_MAX_CONSTRAINTS)
        return pl_fail(err, PL_TOO_LARGE,
                       "%zu constraints on one sentence; at most %u are taken", c->list.n,
                       PL_MAX_CONSTRAINTS);
    for (size_t i = 0; i < c->list.n; i++)
        if (check_one(&c->list.at[i], n_tokens, kind, err) < 0)
            return -1;
    for (size_t i = 0; i < c->list.n; i++)
        for (size_t j = 0; j < i; j++)
            if (contradict(&c->list.at[j], &c->list.at[i]))
                return fail_two(&c->list.at[j], &c->list.at[i], err);
    return kind.constituents || c->list.n == 0 ? 0 : check_arcs(c, n_tokens, kind, err);
}

/* -- whether a tree obeys ------------------------------------------------------------ */

static bool same_words(const pl_tree *t, uint32_t v, const pl_constraint *c,
                       uint32_t *yield)
{
    const pl_node *n = &t->nodes[v];
    if (pl_is_terminal(t, v) || n->size != c->n || n->low != c->words[0] ||
        n->high != c->words[c->n - 1])
        return false;
    pl_tree_yield(t, v, yield);
    return memcmp(yield, c->words, c->n * sizeof *yield) == 0;
}

static bool has_bracket(const pl_tree *t, const pl_constraint *c, uint32_t *yield)
{
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (same_words(t, v, c, yield) &&
            (c->label == NULL || pl_same_text(t->nodes[v].label, c->label)))
            return true;
    return false;
}

static bool holds(const pl_tree *t, const pl_constraint *c, uint32_t *yield)
{
    uint32_t word = c->words[0];
    const pl_token *token = &t->tokens[word];
    bool labelled = c->label == NULL || pl_same_text(token->deprel, c->label);
    switch (c->kind) {
    case PL_WANT_BRACKET:
    case PL_BAN_BRACKET:
        return has_bracket(t, c, yield) == (c->kind == PL_WANT_BRACKET);
    case PL_WANT_ARC:
    case PL_BAN_ARC:
        return (token->head == c->head && labelled) == (c->kind == PL_WANT_ARC);
    case PL_WANT_RELATION:
    case PL_BAN_RELATION:
        return labelled == (c->kind == PL_WANT_RELATION);
    default:
        return pl_same_text(t->nodes[word].label, c->label);
    }
}

const pl_constraint *pl_constraints_broken(const pl_constraints *c, const pl_tree *t)
{
    const pl_constraint *broken = NULL;
    uint32_t *yield = pl_alloc((t->n_tokens + (size_t)1) * sizeof *yield);
    for (size_t i = 0; i < c->list.n && broken == NULL; i++)
        if (!holds(t, &c->list.at[i], yield))
            broken = &c->list.at[i];
    free(yield);
    return broken;
}
