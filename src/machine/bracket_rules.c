/* Constraints on constituents; see bracket_rules.h. */
#include "machine/bracket_rules.h"

#include <string.h>

/* -- sets of words ------------------------------------------------------------------- */

static bool same_set(const pl_bracket_rules *b, const uint64_t *x, const uint64_t *y)
{
    return memcmp(x, y, b->n_words * sizeof *x) == 0;
}

/* Whether x is part of y; whether they have words in common. */
static bool within(const pl_bracket_rules *b, const uint64_t *x, const uint64_t *y)
{
    for (size_t i = 0; i < b->n_words; i++)
        if (x[i] & ~y[i])
            return false;
    return true;
}

static bool meet(const pl_bracket_rules *b, const uint64_t *x, const uint64_t *y)
{
    for (size_t i = 0; i < b->n_words; i++)
        if (x[i] & y[i])
            return true;
    return false;
}

static void make_room(pl_bracket_rules *b, uint32_t id)
{
    if (id < b->n_sets)
        return;
    uint32_t n = id + b->n_sets + 64;
    const uint64_t **sets = PL_NEW_ARRAY(b->arena, const uint64_t *, n);
    if (b->n_sets > 0)
        memcpy(sets, b->sets, b->n_sets * sizeof *sets);
    b->sets = sets;
    b->n_sets = n;
}

/* Children have been asked for before in all but rare cases: it does not go deep. */
const uint64_t *pl_item_words(pl_bracket_rules *b, const pl_item *item)
{
    make_room(b, item->id);
    if (b->sets[item->id] != NULL)
        return b->sets[item->id];
    const uint64_t *left = NULL, *right = NULL;
    if (item->left != NULL)
        left = pl_item_words(b, item->left);
    if (item->right != NULL)
        right = pl_item_words(b, item->right);
    else if (left != NULL)
        return b->sets[item->id] = left;
    uint64_t *set = PL_NEW_ARRAY(b->arena, uint64_t, b->n_words);
    for (size_t i = 0; right != NULL && i < b->n_words; i++)
        set[i] = left[i] | right[i];
    if (right == NULL)
        pl_bit_set(set, item->id);
    return b->sets[item->id] = set;
}

bool pl_item_within(pl_bracket_rules *b, const pl_item *item, const pl_bracket_rule *r)
{
    return item->size <= r->size && within(b, pl_item_words(b, item), r->words);
}

uint32_t pl_words_ahead(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r)
{
    uint32_t n = 0;
    for (const pl_cell *s = c->stack; s != NULL; s = s->below)
        n += pl_item_within(b, s->item, r) ? s->item->size : 0;
    return r->size - n;
}

static const pl_bracket_rule *rule_of(const pl_bracket_rules *b, const uint64_t *words)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (same_set(b, b->rules[i].words, words))
            return &b->rules[i];
    return NULL;
}

/* -- labels -------------------------------------------------------------------------- */

static const pl_label *label_at(const pl_bracket_rules *b, uint32_t label)
{
    return pl_labelset_at(b->inventory->labels, label);
}

/* The length of the first label of a chain. */
static size_t part_length(const char *name)
{
    static const char joint[] = {PL_JOINT_INSIDE, '\0'};
    return strcspn(name, joint);
}

static bool is_part(const char *part, size_t n, const char *label)
{
    return strlen(label) == n && memcmp(part, label, n) == 0;
}

/* Whether a name, which may be that of a chain, has the label among its parts. */
static bool names(const char *name, const char *label)
{
    for (;; name++) {
        size_t n = part_length(name);
        if (is_part(name, n, label))
            return true;
        name += n;
        if (*name == '\0')
            return false;
    }
}

/* Whether a name is more than the artificial root, which is no constituent. */
static bool is_real(const char *name)
{
    return strcmp(name, PL_ARTIFICIAL_ROOT) != 0;
}

static bool is_banned(const pl_bracket_rule *r, const char *name)
{
    for (uint32_t i = 0; i < r->n_others; i++)
        if (names(name, r->others[i]))
            return true;
    return r->banned && is_real(name);
}

/* Whether there is an action with this label of the unary row, or of another. */
static bool has_action(const pl_bracket_rules *b, uint32_t label, bool unary)
{
    const pl_inventory *inv = b->inventory;
    for (size_t i = 0; i < inv->actions.n; i++)
        if (inv->actions.at[i].label == label &&
            (inv->actions.at[i].kind == inv->system->unary) == unary)
            return true;
    return false;
}

static bool is_whole(const pl_bracket_rules *b, const pl_bracket_rule *r)
{
    return r->size == b->task->n_tokens;
}

/* Whether a label suits a rule by itself, where chains are merged into one label. */
static bool suits(const pl_bracket_rule *r, const pl_label *l)
{
    if (l->sort == PL_LABEL_TEMPORARY)
        return !r->wanted;
    for (uint32_t i = 0; r->wanted && i < r->n_labels; i++)
        if (!names(l->name, r->labels[i]))
            return false;
    return !is_banned(r, l->name) && (!r->wanted || is_real(l->name));
}

/* Whether some label is there that the machine can give; it marks all that suit. */
static bool find_fits(pl_bracket_rules *b, pl_bracket_rule *r)
{
    const pl_labelset *labels = b->inventory->labels;
    bool unary = r->size == 1 || b->inventory->system->label_rows > 0;
    uint8_t *fits = PL_NEW_ARRAY(b->arena, uint8_t, labels->entries.n);
    bool any = false;
    for (uint32_t i = 0; i < labels->entries.n; i++) {
        const pl_label *l = pl_labelset_at(labels, i);
        fits[i] = suits(r, l);
        any |= fits[i] && l->sort != PL_LABEL_TEMPORARY &&
               (l->sort == PL_LABEL_AXIOM) == is_whole(b, r) && has_action(b, i, unary);
    }
    r->fits = fits;
    return any;
}

/* -- chains that are made one by one ------------------------------------------------- */

/* The unary nodes above an item, its own label included, and one label more. */
typedef struct chain {
    const pl_item *item; /* NULL: none yet */
    const char *more;    /* NULL: none */
} chain;

static bool has_label(const pl_bracket_rules *b, chain c, const char *label)
{
    if (c.more != NULL && strcmp(c.more, label) == 0)
        return true;
    for (const pl_item *i = c.item; i != NULL && i->label != PL_NONE; i = i->left) {
        if (strcmp(label_at(b, i->label)->name, label) == 0)
            return true;
        if (i->right != NULL)
            return false;
    }
    return false;
}

static bool has_real(const pl_bracket_rules *b, chain c)
{
    return (c.more != NULL && is_real(c.more)) ||
           (c.item != NULL && c.item->label != PL_NONE && !c.item->temporary &&
            (is_real(label_at(b, c.item->label)->name) ||
             c.item->left->label != PL_NONE));
}

static uint32_t n_missing(const pl_bracket_rules *b, chain c, const pl_bracket_rule *r)
{
    uint32_t n = r->n_labels == 0 && !has_real(b, c);
    for (uint32_t i = 0; i < r->n_labels; i++)
        n += !has_label(b, c, r->labels[i]);
    return n;
}

/* Whether a unary node can have all labels that a chain lacks, but for `root`. */
static bool has_nodes(const pl_bracket_rules *b, chain c, const pl_bracket_rule *r,
                      const char *root)
{
    for (uint32_t i = 0; i < r->n_labels; i++)
        if (!r->unary[i] && !has_label(b, c, r->labels[i]) &&
            !pl_same_text(r->labels[i], root))
            return false;
    return true;
}

static uint32_t unary_nodes(const pl_item *item)
{
    uint32_t n = 0;
    for (; item != NULL && item->left != NULL && item->right == NULL; item = item->left)
        n++;
    return n;
}

/* Whether a root put above would do: that of the most frequent name, or a missing one. */
static bool some_root_suits(const pl_bracket_rules *b, chain c, const pl_bracket_rule *r,
                            uint32_t room)
{
    const pl_inventory *inv = b->inventory;
    for (size_t i = 0; i < inv->actions.n; i++) {
        const pl_action *a = &inv->actions.at[i];
        if (a->kind != inv->system->unary ||
            label_at(b, a->label)->sort != PL_LABEL_AXIOM)
            continue;
        const char *name = label_at(b, a->label)->name;
        uint32_t n = 0;
        for (uint32_t k = 0; k < r->n_labels; k++)
            n += !has_label(b, c, r->labels[k]) && strcmp(r->labels[k], name) != 0;
        if (r->n_labels == 0)
            n = !has_real(b, c) && !is_real(name);
        if (!is_banned(r, name) && n <= room && has_nodes(b, c, r, name))
            return true;
    }
    return false;
}

/* Whether a chain has all labels of a wanted set or can still get them. `axiom`: a root is
 * its topmost, after which nothing comes; `length` of its unary nodes. */
static bool can_complete(const pl_bracket_rules *b, chain c, const pl_bracket_rule *r,
                         bool axiom, uint32_t length)
{
    uint32_t most = b->inventory->max_chain, missing = n_missing(b, c, r);
    uint32_t room = length < most ? most - length : 0;
    if (missing == 0 && (axiom || !is_whole(b, r)))
        return true;
    if (axiom)
        return false;
    return is_whole(b, r) ? some_root_suits(b, c, r, room)
                          : missing <= room && has_nodes(b, c, r, NULL);
}

/* Whether a label may be put on an item: over it (unary), or over two (item NULL). */
static bool label_allowed(const pl_bracket_rules *b, const pl_bracket_rule *r,
                          const pl_item *below, uint32_t label)
{
    if (r == NULL || label == PL_NONE)
        return true;
    if (!b->chains)
        return r->fits[label];
    const pl_label *l = label_at(b, label);
    if (l->sort == PL_LABEL_TEMPORARY)
        return !r->wanted;
    if (is_banned(r, l->name))
        return false;
    uint32_t length = below != NULL ? unary_nodes(below) + 1 : 0;
    return !r->wanted ||
           can_complete(b, (chain){below, l->name}, r, l->sort == PL_LABEL_AXIOM, length);
}

/* -- from constraints to rules ------------------------------------------------------- */

static pl_bracket_rule *add_rule(pl_bracket_rules *b, const pl_constraint *c)
{
    uint64_t *words = PL_NEW_ARRAY(b->arena, uint64_t, b->n_words);
    for (uint32_t i = 0; i < c->n; i++)
        pl_bit_set(words, c->words[i]);
    for (uint32_t i = 0; i < b->n; i++)
        if (same_set(b, b->rules[i].words, words))
            return &b->rules[i];
    b->rules[b->n] = (pl_bracket_rule){.words = words, .size = c->n};
    return &b->rules[b->n++];
}

static void add_label(pl_arena *m, const char ***list, uint32_t *n, const char *label)
{
    for (uint32_t i = 0; i < *n; i++)
        if (strcmp((*list)[i], label) == 0)
            return;
    if ((*n & (*n - 1)) == 0) { /* full: there is room for a power of two */
        const char **copy = PL_NEW_ARRAY(m, const char *, *n > 0 ? *n * (size_t)2 : 1);
        if (*n > 0)
            memcpy(copy, *list, *n * sizeof *copy);
        *list = copy;
    }
    (*list)[(*n)++] = label;
}

static void add_constraint(pl_bracket_rules *b, const pl_constraint *c)
{
    if (!pl_is_bracket(c))
        return;
    pl_bracket_rule *r = add_rule(b, c);
    if (c->kind == PL_WANT_BRACKET) {
        r->wanted = true;
        if (c->label != NULL)
            add_label(b->arena, &r->labels, &r->n_labels, c->label);
    } else if (c->label != NULL)
        add_label(b->arena, &r->others, &r->n_others, c->label);
    else
        r->banned = true;
}

/* Drops the labels that no chain can have, and notes which unary nodes can have. */
static void settle_chain(pl_bracket_rules *b, pl_bracket_rule *r)
{
    const pl_labelset *labels = b->inventory->labels;
    bool *unary = PL_NEW_ARRAY(b->arena, bool, r->n_labels);
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n_labels; i++) {
        bool above = false, joined = false;
        for (uint32_t l = 0; l < labels->entries.n; l++) {
            const pl_label *label = pl_labelset_at(labels, l);
            bool usable = label->sort == PL_LABEL_ORDINARY ||
                          (label->sort == PL_LABEL_AXIOM && is_whole(b, r));
            if (!usable || strcmp(label->name, r->labels[i]) != 0)
                continue;
            above |= has_action(b, l, true) && label->sort == PL_LABEL_ORDINARY;
            joined |= has_action(b, l, false) || has_action(b, l, true);
        }
        unary[n] = above;
        if (above || (joined && (r->size > 1 || is_whole(b, r))))
            r->labels[n++] = r->labels[i];
    }
    r->n_labels = n;
    r->unary = unary;
}

static void settle(pl_bracket_rules *b, pl_bracket_rule *r)
{
    if (b->chains) {
        settle_chain(b, r);
        return;
    }
    if (find_fits(b, r) || !r->wanted)
        return;
    r->n_labels = 0;
    if (find_fits(b, r))
        return;
    r->wanted = false;
    find_fits(b, r);
}

pl_bracket_rules *pl_bracket_rules_make(const pl_constraints *c, const pl_inventory *inv,
                                        const pl_task *task, bool chains, pl_arena *m)
{
    pl_bracket_rules *b = PL_NEW(m, pl_bracket_rules);
    *b = (pl_bracket_rules){.inventory = inv,
                            .task = task,
                            .arena = m,
                            .n_words = pl_bits_words(task->n_tokens),
                            .chains = chains};
    b->rules = PL_NEW_ARRAY(m, pl_bracket_rule, c->list.n);
    for (size_t i = 0; i < c->list.n; i++)
        add_constraint(b, &c->list.at[i]);
    for (uint32_t i = 0; i < b->n; i++)
        settle(b, &b->rules[i]);
    return b->n > 0 ? b : NULL;
}

/* -- steps --------------------------------------------------------------------------- */

/* Whether an item over just the words of a rule has what is wanted. */
static bool is_satisfied(const pl_bracket_rules *b, const pl_item *item,
                         const pl_bracket_rule *r)
{
    if (pl_item_is_word(item) || item->temporary)
        return false;
    return !b->chains || n_missing(b, (chain){item, NULL}, r) == 0;
}

/* A word below the top can go back to the queue and get its node when it comes again. */
static bool may_come_again(const pl_bracket_rules *b, const pl_items *c,
                           const pl_item *word)
{
    if (!pl_item_is_word(word) ||
        b->inventory->system->transitions[0].takes == PL_TAKES_NUMBER ||
        (!pl_buffer_empty(c) && c->next < word->id))
        return false;
    for (const pl_cell *s = c->stack; s->item != word; s = s->below)
        if (s->item->low < word->id)
            return false;
    return true;
}

/* Whether such an item can still get what is wanted. */
static bool is_pending(const pl_bracket_rules *b, const pl_items *c, const pl_item *item,
                       const pl_bracket_rule *r)
{
    const pl_system *s = b->inventory->system;
    if (item != c->stack->item)
        return b->chains && may_come_again(b, c, item);
    if (b->chains)
        return !item->temporary && can_complete(b, (chain){item, NULL}, r,
                                                pl_is_axiom(c, item), unary_nodes(item));
    return s->labels_next != NULL ? s->labels_next(c)
                                  : pl_item_is_word(item) && c->last == 0; /* SHIFT */
}

/* Whether a wanted constituent is there or can still be built. */
static bool is_possible(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r)
{
    for (const pl_cell *s = c->stack; s != NULL; s = s->below)
        if (s->item->size >= r->size && within(b, r->words, pl_item_words(b, s->item)))
            return s->item->size > r->size || is_satisfied(b, s->item, r) ||
                   is_pending(b, c, s->item, r);
    return b->inventory->system->meets(b, c, r);
}

/* Whether a new item over two others leaves all wanted sets whole, and has those within
 * it complete. */
static bool leaves_whole(pl_bracket_rules *b, const pl_item *item,
                         const pl_bracket_rule *r)
{
    const uint64_t *words = pl_item_words(b, item);
    if (!meet(b, words, r->words) || within(b, words, r->words))
        return true;
    if (!within(b, r->words, words))
        return false;
    const pl_item *parts[] = {item->left, item->right};
    for (int i = 0; i < 2; i++)
        if (parts[i]->size >= r->size && within(b, r->words, pl_item_words(b, parts[i])))
            return parts[i]->size > r->size || is_satisfied(b, parts[i], r);
    return false;
}

/* `made` is the top if it is new; NULL: it is not. The rule of its words is left aside: it
 * asks for labels. */
static bool config_allowed(pl_bracket_rules *b, const pl_items *c, const pl_item *made,
                           const pl_bracket_rule *aside)
{
    for (uint32_t i = 0; i < b->n; i++)
        if (b->rules[i].wanted && &b->rules[i] != aside &&
            ((made != NULL && made->right != NULL &&
              !leaves_whole(b, made, &b->rules[i])) ||
             !is_possible(b, c, &b->rules[i])))
            return false;
    return true;
}

/* Whether any step is allowed; asked where one must follow. */
static bool goes_on(pl_bracket_rules *b, const pl_items *c)
{
    const pl_inventory *inv = b->inventory;
    for (size_t i = 0; i < inv->groups.n; i++)
        if (pl_may(inv, c, &inv->groups.at[i]) &&
            pl_bracket_rules_allow(b, c, &inv->groups.at[i], NULL))
            return true;
    return false;
}

/* All actions of a group make the same items but for their labels. */
bool pl_bracket_rules_allow(pl_bracket_rules *b, const pl_items *c, const pl_group *g,
                            bool *allowed)
{
    const pl_inventory *inv = b->inventory;
    pl_items after = *c;
    pl_apply(inv, &after, inv->actions.at[g->first]);
    const pl_item *made = after.stack != c->stack ? after.stack->item : NULL;
    bool labels = made != NULL && pl_takes_label(&inv->system->transitions[g->kind]);
    const pl_bracket_rule *r = labels ? rule_of(b, pl_item_words(b, made)) : NULL;
    const pl_item *below = labels && made->right == NULL ? made->left : NULL;
    bool any = false;
    for (uint32_t i = 0; i < g->n; i++) {
        bool good = label_allowed(b, r, below, inv->actions.at[g->first + i].label);
        if (allowed != NULL)
            allowed[i] = good;
        any |= good;
    }
    bool must_go_on = inv->system->gap != 0 && g->kind == inv->system->gap;
    if (below != NULL) /* words stay where they are, and the labels were looked at */
        return any;
    return any && config_allowed(b, &after, made, r) &&
           (!must_go_on || goes_on(b, &after));
}

/* -- gaps ---------------------------------------------------------------------------- */

static bool any_solid(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r)
{
    for (const pl_cell *s = c->stack; s != NULL; s = s->below)
        if (!s->item->temporary && pl_item_within(b, s->item, r))
            return true;
    return false;
}

/* Whether all parts on the stack are near enough to d0, where nothing that lies between
 * can go away before they are joined. */
static bool gaps_suffice(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r)
{
    uint32_t between = 0;
    for (const pl_cell *s = c->stack->below; s != NULL; s = s->below)
        if (!pl_item_within(b, s->item, r))
            between++;
        else if (between > b->inventory->most)
            return false;
    return true;
}

/* Words are read in their order: whether the next ones are all that is missing. */
static bool comes_next(const pl_items *c, const pl_bracket_rule *r, uint32_t ahead)
{
    for (uint32_t i = 0; i < ahead; i++)
        if (!pl_bit_test(r->words, c->next + i))
            return false;
    return true;
}

bool pl_meets_gap(pl_bracket_rules *b, const pl_items *c, const pl_bracket_rule *r)
{
    const pl_system *s = b->inventory->system;
    uint32_t ahead = pl_words_ahead(b, c, r);
    bool d0 = c->stack != NULL && pl_item_within(b, c->stack->item, r);
    bool compound = s->transitions[s->gap].takes == PL_TAKES_NUMBER;
    if (compound && d0 && comes_next(c, r, ahead) && !gaps_suffice(b, c, r))
        return false;
    return ahead > 0 || (d0 && (s->label_rows > 0 || any_solid(b, c, r)));
}
