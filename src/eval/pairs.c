/* Pairing with a look ahead; see pairs.h. */
#include "eval/pairs.h"

#include "base/alloc.h"
#include "base/str.h"
#include "eval/brackets.h"

#include <string.h>

enum {
    WINDOW = 1000, /* sentences to look ahead for one that fits */
    NAMED = 10,    /* sentences named in a message, the others are counted */
};

/* A sentence that was read and not yet given away. */
typedef struct slot {
    pl_arena arena;
    pl_tree *tree;
    const pl_format *format;
} slot;

/* One file: slots[0 … n) wait in their order, those behind are free for reuse. */
typedef struct lane {
    pl_source *source;
    PL_VEC(slot) slots;
    size_t n;
    size_t number; /* of the sentence in slots[0], from 1 */
    bool ended;
} lane;

/* Sentences that have no partner, for the message. */
typedef struct unpaired {
    pl_str names;
    size_t n;
} unpaired;

struct pl_pairs {
    pl_pairs_options options;
    lane gold, candidate;
    bool pop_gold, pop_candidate;     /* what the last call gave away */
    size_t skip_gold, skip_candidate; /* at the front, known to have no partner */
    bool differed; /* loose, and words differed: from here on nothing is known to be
                      missing */
    unpaired missing, extra;
    size_t id_differences;
    pl_str first_difference;
    /* by id */
    pl_arena arena;
    pl_intern ids;
    PL_VEC(pl_tree *) by_id; /* [ids.n], NULL once paired */
    bool loaded;
    bool by_comment; /* comments of export files are the ids */
};

/* -- lanes -------------------------------------------------------------------------- */

/* Makes slots[i] the i-th sentence that waits: 1, 0 if the file ends before, -1. */
static int look(lane *l, size_t i, pl_error *err)
{
    while (l->n <= i && !l->ended) {
        if (l->n == l->slots.n)
            PL_PUSH(&l->slots, (slot){0});
        slot *s = &l->slots.at[l->n];
        pl_arena_reset(&s->arena);
        int got = pl_source_next(l->source, &s->arena, &s->tree, err);
        if (got < 0)
            return -1;
        l->ended = got == 0;
        if (got > 0) {
            s->format = pl_source_reader(l->source)->format;
            l->n++;
        }
    }
    return l->n > i;
}

static void pop(lane *l)
{
    slot first = l->slots.at[0];
    memmove(l->slots.at, l->slots.at + 1, (l->slots.n - 1) * sizeof *l->slots.at);
    l->slots.at[l->slots.n - 1] = first;
    l->n--;
    l->number++;
}

static void release_lane(lane *l)
{
    for (size_t i = 0; i < l->slots.n; i++)
        pl_arena_release(&l->slots.at[i].arena);
    PL_VEC_RELEASE(&l->slots);
}

static const char *comment_of(const pl_tree *t)
{
    return pl_attr_get(t->attrs, "comment");
}

/* -- messages ----------------------------------------------------------------------- */

static void add_unpaired(unpaired *u, size_t number, const pl_tree *t)
{
    if (u->n++ >= NAMED)
        return;
    pl_str_printf(&u->names, "%s%zu", u->n > 1 ? ", " : "", number);
    if (t->id != NULL)
        pl_str_printf(&u->names, " (%.60s)", t->id);
}

static void say_unpaired(const unpaired *u, const char *file, const char *what,
                         pl_str *out)
{
    if (u->n == 0)
        return;
    pl_str_printf(out, "%s%zu sentence%s of the %s ha%s no partner %s: %s",
                  out->n > 0 ? "; " : "", u->n, u->n == 1 ? "" : "s", file,
                  u->n == 1 ? "s" : "ve", what, pl_str_text(&u->names));
    if (u->n > NAMED)
        pl_str_printf(out, " and %zu more", u->n - NAMED);
}

/* At the end: 0, or -1 if sentences on one side had no partner. */
static int finish(pl_pairs *p, pl_error *err)
{
    if (p->missing.n + p->extra.n == 0)
        return 0;
    pl_str text = {0};
    say_unpaired(&p->missing, "gold file", "in the candidate", &text);
    say_unpaired(&p->extra, "candidate", "in the gold file", &text);
    pl_fail(err, PL_BAD_INPUT, "%s", text.at);
    pl_str_release(&text);
    return -1;
}

static int words_differ(pl_pairs *p, const pl_tree *gold, const pl_tree *candidate,
                        size_t number, pl_error *err)
{
    pl_same_words(p->options.params, gold, candidate, err);
    return pl_pairs_fail_at(number, gold, err);
}

/* -- by position -------------------------------------------------------------------- */

static bool same(const pl_pairs *p, size_t gold, size_t candidate)
{
    return pl_same_words(p->options.params, p->gold.slots.at[gold].tree,
                         p->candidate.slots.at[candidate].tree, NULL) == 0;
}

/* The sentences in front differ. Looks for the nearest place where one file goes on with
 * the other's front, and sets skip_gold or skip_candidate. 1 if found, 0, or -1. */
static int resync(pl_pairs *p, pl_error *err)
{
    for (size_t d = 1; d < WINDOW; d++) {
        int more_gold = look(&p->gold, d, err);
        int more_candidate = more_gold < 0 ? -1 : look(&p->candidate, d, err);
        if (more_candidate < 0)
            return -1;
        if (more_gold > 0 && same(p, d, 0)) {
            p->skip_gold = d;
            return 1;
        }
        if (more_candidate > 0 && same(p, 0, d)) {
            p->skip_candidate = d;
            return 1;
        }
        if (!more_gold && !more_candidate)
            break;
    }
    return 0;
}

/* Files of one format have ids of one kind. The comment of a sentence in an export file
 * says where it comes from; its number is often just counted. */
static void check_ids(pl_pairs *p)
{
    const slot *g = &p->gold.slots.at[0], *c = &p->candidate.slots.at[0];
    const char *gold = comment_of(g->tree), *candidate = comment_of(c->tree);
    if (gold == NULL || candidate == NULL) {
        gold = g->tree->id;
        candidate = c->tree->id;
    }
    if (g->format != c->format || gold == NULL || candidate == NULL ||
        strcmp(gold, candidate) == 0)
        return;
    if (p->id_differences++ == 0)
        pl_str_printf(&p->first_difference,
                      "sentence %zu is %s in the gold file and %s in the candidate",
                      p->gold.number, gold, candidate);
}

static void give(pl_pairs *p, pl_sentence_pair *pair, bool gold, bool candidate,
                 bool differs)
{
    *pair = (pl_sentence_pair){gold ? p->gold.slots.at[0].tree : NULL,
                               candidate ? p->candidate.slots.at[0].tree : NULL,
                               p->gold.number, differs};
    p->pop_gold = gold;
    p->pop_candidate = candidate;
    p->differed = p->differed || differs;
}

static void drop_given(pl_pairs *p)
{
    if (p->pop_gold)
        pop(&p->gold);
    if (p->pop_candidate)
        pop(&p->candidate);
    p->pop_gold = p->pop_candidate = false;
}

/* A gold sentence without partner: 1 if it is given away, 0 to go on. */
static int take_missing(pl_pairs *p, pl_sentence_pair *pair)
{
    if (p->options.missing_zero || p->differed) {
        give(p, pair, true, false, p->differed);
        return 1;
    }
    add_unpaired(&p->missing, p->gold.number, p->gold.slots.at[0].tree);
    pop(&p->gold);
    return 0;
}

static int take_extra(pl_pairs *p, pl_sentence_pair *pair)
{
    if (p->differed) {
        give(p, pair, false, true, true);
        return 1;
    }
    add_unpaired(&p->extra, p->candidate.number, p->candidate.slots.at[0].tree);
    pop(&p->candidate);
    return 0;
}

static int next_by_position(pl_pairs *p, pl_sentence_pair *pair, pl_error *err)
{
    drop_given(p);
    for (;;) {
        int gold = look(&p->gold, 0, err);
        int candidate = gold < 0 ? -1 : look(&p->candidate, 0, err);
        if (candidate < 0)
            return -1;
        if (!gold && !candidate)
            return finish(p, err);
        if (p->skip_gold > 0 || !candidate) {
            p->skip_gold -= p->skip_gold > 0;
            if (take_missing(p, pair))
                return 1;
        } else if (p->skip_candidate > 0 || !gold) {
            p->skip_candidate -= p->skip_candidate > 0;
            if (take_extra(p, pair))
                return 1;
        } else if (same(p, 0, 0)) {
            check_ids(p);
            give(p, pair, true, true, false);
            return 1;
        } else {
            int found = p->differed ? 0 : resync(p, err);
            if (found < 0)
                return -1;
            if (!found && !p->options.loose)
                return words_differ(p, p->gold.slots.at[0].tree,
                                    p->candidate.slots.at[0].tree, p->gold.number, err);
            if (!found) {
                give(p, pair, true, true, true);
                return 1;
            }
        }
    }
}

/* -- by id -------------------------------------------------------------------------- */

static const char *key_of(const pl_pairs *p, const pl_tree *t)
{
    return p->by_comment ? comment_of(t) : t->id;
}

/* Whether all candidates and the first gold sentence have comments, no two the same. */
static bool have_comments(pl_pairs *p)
{
    pl_error err;
    bool all =
        look(&p->gold, 0, &err) > 0 && comment_of(p->gold.slots.at[0].tree) != NULL;
    for (size_t i = 0; i < p->by_id.n && all; i++) {
        const char *comment = comment_of(p->by_id.at[i]);
        all = comment != NULL && pl_intern_add(&p->ids, comment) == i;
    }
    pl_intern_release(&p->ids);
    return all;
}

static int load_candidates(pl_pairs *p, pl_error *err)
{
    pl_tree *tree;
    int got;
    while ((got = pl_source_next(p->candidate.source, &p->arena, &tree, err)) > 0)
        PL_PUSH(&p->by_id, tree);
    if (got < 0)
        return -1;
    p->loaded = true;
    p->by_comment = have_comments(p);
    for (size_t i = 0; i < p->by_id.n; i++) {
        const char *key = key_of(p, p->by_id.at[i]);
        if (key == NULL)
            return pl_fail(err, PL_BAD_INPUT, "sentence %zu of the candidate has no id",
                           i + 1);
        if (pl_intern_add(&p->ids, key) < i)
            return pl_fail(err, PL_BAD_INPUT,
                           "sentence %zu of the candidate has the id %s a second time",
                           i + 1, key);
    }
    return 0;
}

static int finish_by_id(pl_pairs *p, pl_error *err)
{
    for (uint32_t i = 0; i < p->by_id.n; i++)
        if (p->by_id.at[i] != NULL)
            add_unpaired(&p->extra, i + 1, p->by_id.at[i]);
    p->by_id.n = 0;
    return finish(p, err);
}

static int next_by_id(pl_pairs *p, pl_sentence_pair *pair, pl_error *err)
{
    if (!p->loaded && load_candidates(p, err) < 0)
        return -1;
    drop_given(p);
    for (;;) {
        int got = look(&p->gold, 0, err);
        if (got <= 0)
            return got < 0 ? -1 : finish_by_id(p, err);
        const pl_tree *gold = p->gold.slots.at[0].tree;
        const char *key = key_of(p, gold);
        if (key == NULL)
            return pl_fail(err, PL_BAD_INPUT, "sentence %zu of the gold file has no id",
                           p->gold.number);
        uint32_t id = pl_intern_find(&p->ids, key);
        if (id == PL_NONE) {
            if (take_missing(p, pair))
                return 1;
            continue;
        }
        if (p->by_id.at[id] == NULL)
            return pl_fail(err, PL_BAD_INPUT,
                           "sentence %zu of the gold file has the id %s a second time",
                           p->gold.number, key);
        give(p, pair, true, false, false);
        pair->candidate = p->by_id.at[id];
        pair->differs = pl_same_words(p->options.params, gold, pair->candidate, NULL) < 0;
        if (pair->differs && !p->options.loose)
            return words_differ(p, gold, pair->candidate, p->gold.number, err);
        p->by_id.at[id] = NULL;
        return 1;
    }
}

/* -- public ------------------------------------------------------------------------- */

pl_pairs *pl_pairs_open(pl_source *gold, pl_source *candidate,
                        const pl_pairs_options *options)
{
    pl_pairs *p = pl_alloc_zero(1, sizeof *p);
    p->options = *options;
    p->gold.source = gold;
    p->candidate.source = candidate;
    p->gold.number = p->candidate.number = 1;
    return p;
}

int pl_pairs_peek(pl_pairs *p, const pl_tree **gold, const pl_format **format,
                  pl_error *err)
{
    int got = look(&p->gold, 0, err);
    if (got > 0) {
        *gold = p->gold.slots.at[0].tree;
        *format = p->gold.slots.at[0].format;
    }
    return got;
}

void pl_pairs_set_loose(pl_pairs *p, bool loose)
{
    p->options.loose = loose;
}

int pl_pairs_next(pl_pairs *p, pl_sentence_pair *pair, pl_error *err)
{
    return p->options.by_id ? next_by_id(p, pair, err) : next_by_position(p, pair, err);
}

size_t pl_pairs_id_differences(const pl_pairs *p, const char **first)
{
    *first = pl_str_text(&p->first_difference);
    return p->id_differences;
}

size_t pl_pairs_missing(const pl_pairs *p)
{
    return p->missing.n;
}

int pl_pairs_fail_at(size_t number, const pl_tree *gold, pl_error *err)
{
    const char *id = gold != NULL ? gold->id : NULL;
    return pl_fail_prefix(err, "sentence %zu%s%s%s: ", number, id != NULL ? " (" : "",
                          id != NULL ? id : "", id != NULL ? ")" : "");
}

void pl_pairs_close(pl_pairs *p)
{
    if (p == NULL)
        return;
    release_lane(&p->gold);
    release_lane(&p->candidate);
    pl_str_release(&p->missing.names);
    pl_str_release(&p->extra.names);
    pl_str_release(&p->first_difference);
    pl_arena_release(&p->arena);
    pl_intern_release(&p->ids);
    PL_VEC_RELEASE(&p->by_id);
    free(p);
}
