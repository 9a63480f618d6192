/* Reordering of words; see transform.h. */
#include "transform/transform.h"

#include "base/bitset.h"

#include <stdlib.h>
#include <string.h>

/* -- modes ------------------------------------------------------------------------- */

static bool is_word(const char *text, size_t n, const char *word)
{
    return strlen(word) == n && memcmp(text, word, n) == 0;
}

/* left, right, rightd or distI. */
static bool parse_mode(const char *text, size_t n, pl_reorder_rule *rule)
{
    rule->mode = PL_REORDER_DIST;
    rule->distance = 1;
    if (is_word(text, n, "left"))
        rule->mode = PL_REORDER_LEFT;
    else if (is_word(text, n, "right"))
        rule->mode = PL_REORDER_RIGHT;
    else if (!is_word(text, n, "rightd")) {
        if (n < 5 || n > 10 || memcmp(text, "dist", 4) != 0)
            return false;
        rule->distance = 0;
        for (size_t i = 4; i < n; i++) {
            if (text[i] < '0' || text[i] > '9')
                return false;
            rule->distance = rule->distance * 10 + (uint32_t)(text[i] - '0');
        }
    }
    return true;
}

/* L=MODE,…,MODE */
static int parse_rules(pl_reorder *r, const char *text, pl_error *err)
{
    for (;;) {
        size_t n = strcspn(text, ","), equals = n;
        while (equals > 0 && text[equals - 1] != '=')
            equals--;
        pl_reorder_rule rule = {0};
        if (equals == 1 || !parse_mode(text + equals, n - equals, &rule))
            return pl_fail(err, PL_BAD_ARGUMENT,
                           "reorder: '%.*s' is not LABEL=MODE or MODE, with MODE one "
                           "of left, right, rightd, dist2, dist4 …",
                           (int)n, text);
        if ((equals == 0) != (text[n] == '\0'))
            return pl_fail(err, PL_BAD_ARGUMENT,
                           "reorder label: the list ends with one mode for all other "
                           "labels: label:NP=left,rightd");
        if (equals > 0)
            rule.label = pl_strndup(text, equals - 1);
        PL_PUSH(&r->rules, rule);
        if (text[n] == '\0')
            return 0;
        text += n + 1;
    }
}

int pl_reorder_init(pl_reorder *r, const char *text, pl_error *err)
{
    pl_reorder_rule rule = {0};
    *r = (pl_reorder){.text = pl_strdup(text)};
    if (parse_mode(text, strlen(text), &rule)) {
        PL_PUSH(&r->rules, rule);
        return 0;
    }
    if (strcmp(text, "label") == 0)
        text = "label:NP=left,PP=left,rightd";
    int got;
    if (strncmp(text, "label:", 6) == 0)
        got = parse_rules(r, text + 6, err);
    else
        got = pl_fail(err, PL_BAD_ARGUMENT,
                      "reorder takes left, right, rightd, distI (dist2, dist8 …), "
                      "label, label:NP=left,…,rightd, or restore; not '%s'",
                      text);
    if (got < 0)
        pl_reorder_release(r);
    return got;
}

void pl_reorder_release(pl_reorder *r)
{
    for (size_t i = 0; i < r->rules.n; i++)
        free((void *)r->rules.at[i].label);
    PL_VEC_RELEASE(&r->rules);
    free(r->text);
    r->text = NULL;
}

/* The label itself, or one that binarization makes of it. */
static bool stands_for(const char *label, const char *wanted)
{
    size_t n = strlen(wanted);
    if (label[0] == '@' && strcmp(label + 1, wanted) == 0)
        return true;
    if (strncmp(label, wanted, n) != 0)
        return false;
    return label[n] == '\0' || strcmp(label + n, ":") == 0 ||
           strncmp(label + n, "|<", 2) == 0;
}

/* The rule for a label: of a treebank, or of binarization. */
static const pl_reorder_rule *rule_for(const pl_reorder *r, const char *label)
{
    size_t i = 0;
    while (r->rules.at[i].label != NULL && !stands_for(label, r->rules.at[i].label))
        i++;
    return &r->rules.at[i];
}

bool pl_reorder_is_left(const pl_reorder *r)
{
    for (size_t i = 0; i < r->rules.n; i++)
        if (r->rules.at[i].mode != PL_REORDER_LEFT)
            return false;
    return true;
}

/* -- the order --------------------------------------------------------------------- */

/* Whether a gap of v has at least this many words. `seen` is empty before and after. */
static bool has_gap(const pl_tree *t, uint32_t v, uint32_t words, uint64_t *seen)
{
    uint32_t last = t->nodes[v].low;
    bool found = false;
    if (t->nodes[v].high - last + 1 - t->nodes[v].size < words)
        return false; /* all gaps together have fewer words */
    for (uint32_t u = v; u != PL_NONE; u = pl_tree_preorder(t, v, u))
        if (pl_is_terminal(t, u))
            pl_bit_set(seen, u);
    for (uint32_t i = last; i <= t->nodes[v].high; i++)
        if (pl_bit_test(seen, i)) {
            found |= i > last + 1 && i - last - 1 >= words;
            last = i;
            pl_bit_clear(seen, i);
        }
    return found;
}

static bool goes_right(const pl_reorder *r, const pl_tree *t, uint32_t v, uint64_t *seen)
{
    const pl_reorder_rule *rule = rule_for(r, t->nodes[v].label);
    if (rule->mode != PL_REORDER_DIST)
        return rule->mode == PL_REORDER_RIGHT;
    if (t->nodes[v].blocks > 1)
        return false;
    for (uint32_t c = t->nodes[v].first; c != PL_NONE; c = t->nodes[c].next)
        if (t->nodes[c].blocks > 1 &&
            (rule->distance <= 1 || has_gap(t, c, rule->distance, seen)))
            return true;
    return false;
}

/* A walk from the root that enters a node at its first child, or at its last where the
 * node goes right. */
void pl_reorder_words(const pl_reorder *r, const pl_tree *t, pl_arena *m, uint32_t *order)
{
    uint64_t *seen = PL_NEW_ARRAY(m, uint64_t, pl_bits_words(t->n_tokens));
    bool *right = PL_NEW_ARRAY(m, bool, t->n_nodes);
    uint32_t n = 0, v = t->root;
    for (uint32_t i = 0; v == PL_NONE && i < t->n_tokens; i++)
        order[i] = i;
    while (v != PL_NONE) {
        if (!pl_is_terminal(t, v)) {
            right[v] = goes_right(r, t, v, seen);
            v = right[v] ? t->nodes[v].last : t->nodes[v].first;
            continue;
        }
        order[n++] = v;
        uint32_t next = PL_NONE;
        while (v != t->root) {
            uint32_t parent = t->nodes[v].parent;
            next = right[parent] ? t->nodes[v].prev : t->nodes[v].next;
            if (next != PL_NONE)
                break;
            v = parent;
        }
        v = next;
    }
}

/* -- applying it ------------------------------------------------------------------- */

void pl_reorder_apply(pl_tree *t, const uint32_t *order)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (pl_attr_get(t->nodes[i].attrs, PL_ORIGINAL_POSITION) == NULL)
            pl_attr_add(t->arena, &t->nodes[i].attrs, PL_ORIGINAL_POSITION,
                        pl_arena_printf(t->arena, "%u", i));
    pl_tree_permute(t, order);
}

typedef struct place {
    unsigned long position;
    uint32_t token;
} place;

static int by_position(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->position != y->position)
        return x->position > y->position ? 1 : -1;
    return (x->token > y->token) - (x->token < y->token);
}

static void remove_field(pl_attr **list)
{
    while (*list != NULL)
        if (strcmp((*list)->key, PL_ORIGINAL_POSITION) == 0)
            *list = (*list)->next;
        else
            list = &(*list)->next;
}

int pl_reorder_restore(pl_tree *t, pl_error *err)
{
    place *places = PL_NEW_ARRAY(t->arena, place, t->n_tokens);
    uint32_t *order = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens), n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *text = pl_attr_get(t->nodes[i].attrs, PL_ORIGINAL_POSITION);
        char *end;
        if (text == NULL)
            continue;
        places[n++] = (place){strtoul(text, &end, 10), i};
        if (*text < '0' || *text > '9' || *end != '\0')
            return pl_fail(err, PL_BAD_INPUT,
                           "reorder restore: %s of word %u is no number: %s",
                           PL_ORIGINAL_POSITION, i + 1, text);
    }
    if (n == 0)
        return 0;
    if (n < t->n_tokens)
        return pl_fail(err, PL_BAD_INPUT,
                       "reorder restore: only %u of %u words have the field %s", n,
                       t->n_tokens, PL_ORIGINAL_POSITION);
    qsort(places, n, sizeof *places, by_position);
    for (uint32_t i = 0; i < n; i++) {
        order[i] = places[i].token;
        remove_field(&t->nodes[i].attrs);
    }
    pl_tree_permute(t, order);
    return 0;
}

/* -- the step ---------------------------------------------------------------------- */

typedef struct state {
    bool restore;
    pl_reorder reorder;
} state;

static int start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    state *x = s->state;
    x->restore = strcmp(arg, "restore") == 0;
    return x->restore ? 0 : pl_reorder_init(&x->reorder, arg, err);
}

static int apply(pl_step *s, pl_tree *t, pl_error *err)
{
    state *x = s->state;
    if (x->restore)
        return pl_reorder_restore(t, err) < 0 ? -1 : 1;
    if (t->root == PL_NONE)
        return 1;
    uint32_t *order = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens);
    pl_reorder_words(&x->reorder, t, t->arena, order);
    pl_reorder_apply(t, order);
    return 1;
}

static void end(pl_step *s)
{
    pl_reorder_release(&((state *)s->state)->reorder);
}

const pl_transform_code pl_reorder_code = {
    .state_size = sizeof(state), .start = start, .apply = apply, .end = end};
