/* Pairing with a look ahead; see pairs.h. */
#include "eval/pairs.h"

#include "base/alloc.h"
#include "base/str.h"
#include "eval/brackets.h"
#include "eval/depdoc.h"

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
    pl_origin origin;
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

enum { GOLD, CANDIDATE, BOTH };

struct pl_pairs {
    pl_pairs_options options;
    lane lanes[2];  /* GOLD, CANDIDATE */
    bool given[2];  /* what the last call gave away */
    size_t skip[2]; /* sentences at the front, known to have no partner */
    unpaired unpaired[2];
    bool differed; /* loose, and words differed: from here on nothing is known to be
                      missing */
    size_t id_differences;
    pl_str first_difference;
    /* by id */
    pl_arena arena;
    pl_intern ids;
    PL_VEC(pl_tree *) by_id;   /* [ids.n]  NULL once paired */
    PL_VEC(pl_origin) origins; /* [ids.n]  where they stand */
    bool loaded;
    bool by_comment; /* comments of export files are the ids */
};

/* -- lanes -------------------------------------------------------------------------- */

/* Where the last sentence of a source stands. */
static pl_origin origin_of(const pl_source *s)
{
    return (pl_origin){pl_source_file(s, pl_source_at(s), NULL),
                       pl_source_reader(s)->line};
}

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
            s->origin = origin_of(l->source);
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

/* The first sentence that waits, and where it stands. */
static pl_tree *front(const pl_pairs *p, int side)
{
    return p->lanes[side].slots.at[0].tree;
}

static pl_origin front_origin(const pl_pairs *p, int side)
{
    return p->given[side] ? p->lanes[side].slots.at[0].origin : (pl_origin){0};
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
    if (p->unpaired[GOLD].n + p->unpaired[CANDIDATE].n == 0)
        return 0;
    pl_str text = {0};
    say_unpaired(&p->unpaired[GOLD], "gold file", "in the candidate", &text);
    say_unpaired(&p->unpaired[CANDIDATE], "candidate", "in the gold file", &text);
    pl_fail(err, PL_BAD_INPUT, "%s", text.at);
    pl_str_release(&text);
    return -1;
}

static int words_differ(pl_pairs *p, const pl_tree *candidate, pl_error *err)
{
    pl_same_words(p->options.params, front(p, GOLD), candidate, err);
    return pl_pairs_fail_at(p->lanes[GOLD].number, front(p, GOLD), err);
}

/* -- by position -------------------------------------------------------------------- */

static bool same(const pl_pairs *p, size_t gold, size_t candidate)
{
    return pl_same_words(p->options.params, p->lanes[GOLD].slots.at[gold].tree,
                         p->lanes[CANDIDATE].slots.at[candidate].tree, NULL) == 0;
}

/* Looks at the i-th sentence of both files: more[] says which of them have one. Returns 1,
 * 0 if neither has, or -1. */
static int look_at_both(pl_pairs *p, size_t i, int more[2], pl_error *err)
{
    for (int side = 0; side < 2; side++)
        if ((more[side] = look(&p->lanes[side], i, err)) < 0)
            return -1;
    return more[GOLD] > 0 || more[CANDIDATE] > 0;
}

/* The sentences in front differ. Looks for the nearest place where one file goes on with
 * the other's front, and sets how many to skip of it. 1 if found, 0, or -1. */
static int resync(pl_pairs *p, pl_error *err)
{
    int more[2], got = 1;
    for (size_t d = 1; d < WINDOW && (got = look_at_both(p, d, more, err)) > 0; d++)
        for (int side = 0; side < 2; side++)
            if (more[side] && same(p, side == GOLD ? d : 0, side == GOLD ? 0 : d)) {
                p->skip[side] = d;
                return 1;
            }
    return got < 0 ? -1 : 0;
}

/* Whether one of the sentences in front begins with the characters of the other. */
static bool same_start(const pl_pairs *p)
{
    pl_dep_names names = {0};
    pl_dep_doc docs[2] = {0};
    pl_error err;
    bool same = true;
    for (int side = 0; side < 2; side++)
        same = pl_dep_doc_add(&docs[side], &names, front(p, side), "", &err) == 0 && same;
    size_t a = docs[GOLD].text.n, b = docs[CANDIDATE].text.n, n = a < b ? a : b;
    same = same && n > 0 && memcmp(docs[GOLD].text.at, docs[CANDIDATE].text.at, n) == 0;
    for (int side = 0; side < 2; side++)
        pl_dep_doc_release(&docs[side]);
    pl_dep_names_release(&names);
    return same;
}

/* Whether the sentences in front differ because the same text was split in another way, so
 * that none is missing. */
static bool is_resplit(const pl_pairs *p)
{
    return p->differed || (p->options.loose && (p->options.same_text || same_start(p)));
}

/* Files of one format have ids of one kind. The comment of a sentence in an export file
 * says where it comes from; its number is often just counted. */
static void check_ids(pl_pairs *p)
{
    const slot *g = &p->lanes[GOLD].slots.at[0], *c = &p->lanes[CANDIDATE].slots.at[0];
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
                      p->lanes[GOLD].number, gold, candidate);
}

/* Gives away the first sentence of one side, or of BOTH. */
static int give(pl_pairs *p, pl_sentence_pair *pair, int side, bool differs)
{
    p->given[GOLD] = side != CANDIDATE;
    p->given[CANDIDATE] = side != GOLD;
    p->differed = p->differed || differs;
    *pair = (pl_sentence_pair){p->given[GOLD] ? front(p, GOLD) : NULL,
                               p->given[CANDIDATE] ? front(p, CANDIDATE) : NULL,
                               {front_origin(p, GOLD), front_origin(p, CANDIDATE)},
                               p->lanes[GOLD].number,
                               differs};
    return 1;
}

static void drop_given(pl_pairs *p)
{
    for (int side = 0; side < 2; side++) {
        if (p->given[side])
            pop(&p->lanes[side]);
        p->given[side] = false;
    }
}

/* A sentence without partner: 1 if it is given away, 0 to go on. */
static int take_alone(pl_pairs *p, pl_sentence_pair *pair, int side)
{
    p->skip[side] -= p->skip[side] > 0;
    bool differed = p->differed || (p->options.loose && p->options.same_text);
    if (differed || (side == GOLD && p->options.missing_zero))
        return give(p, pair, side, differed);
    add_unpaired(&p->unpaired[side], p->lanes[side].number, front(p, side));
    pop(&p->lanes[side]);
    return 0;
}

static int next_by_position(pl_pairs *p, pl_sentence_pair *pair, pl_error *err)
{
    int more[2], got;
    drop_given(p);
    while ((got = look_at_both(p, 0, more, err)) > 0) {
        bool gold_alone = p->skip[GOLD] > 0 || !more[CANDIDATE];
        if (gold_alone || p->skip[CANDIDATE] > 0 || !more[GOLD]) {
            if (take_alone(p, pair, gold_alone ? GOLD : CANDIDATE))
                return 1;
        } else if (same(p, 0, 0)) {
            check_ids(p);
            return give(p, pair, BOTH, false);
        } else {
            int found = is_resplit(p) ? 0 : resync(p, err);
            if (found < 0)
                return -1;
            if (!found)
                return p->options.loose ? give(p, pair, BOTH, true)
                                        : words_differ(p, front(p, CANDIDATE), err);
        }
    }
    return got < 0 ? -1 : finish(p, err);
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
    bool all = look(&p->lanes[GOLD], 0, &err) > 0 && comment_of(front(p, GOLD)) != NULL;
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
    while ((got = pl_source_next(p->lanes[CANDIDATE].source, &p->arena, &tree, err)) >
           0) {
        PL_PUSH(&p->by_id, tree);
        PL_PUSH(&p->origins, origin_of(p->lanes[CANDIDATE].source));
    }
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
            add_unpaired(&p->unpaired[CANDIDATE], i + 1, p->by_id.at[i]);
    p->by_id.n = 0;
    return finish(p, err);
}

static int next_by_id(pl_pairs *p, pl_sentence_pair *pair, pl_error *err)
{
    if (!p->loaded && load_candidates(p, err) < 0)
        return -1;
    drop_given(p);
    for (int got; (got = look(&p->lanes[GOLD], 0, err)) != 0;) {
        if (got < 0)
            return -1;
        const pl_tree *gold = front(p, GOLD);
        const char *key = key_of(p, gold);
        if (key == NULL)
            return pl_fail(err, PL_BAD_INPUT, "sentence %zu of the gold file has no id",
                           p->lanes[GOLD].number);
        uint32_t id = pl_intern_find(&p->ids, key);
        if (id == PL_NONE && take_alone(p, pair, GOLD))
            return 1;
        if (id == PL_NONE)
            continue;
        if (p->by_id.at[id] == NULL)
            return pl_fail(err, PL_BAD_INPUT,
                           "sentence %zu of the gold file has the id %s a second time",
                           p->lanes[GOLD].number, key);
        give(p, pair, GOLD, false);
        pair->candidate = p->by_id.at[id];
        pair->origins[CANDIDATE] = p->origins.at[id];
        pair->differs = pl_same_words(p->options.params, gold, pair->candidate, NULL) < 0;
        if (pair->differs && !p->options.loose)
            return words_differ(p, pair->candidate, err);
        p->by_id.at[id] = NULL;
        return 1;
    }
    return finish_by_id(p, err);
}

/* -- public ------------------------------------------------------------------------- */

pl_pairs *pl_pairs_open(pl_source *gold, pl_source *candidate,
                        const pl_pairs_options *options)
{
    pl_pairs *p = pl_alloc_zero(1, sizeof *p);
    p->options = *options;
    p->lanes[GOLD] = (lane){.source = gold, .number = 1};
    p->lanes[CANDIDATE] = (lane){.source = candidate, .number = 1};
    return p;
}

int pl_pairs_peek(pl_pairs *p, const pl_tree **gold, const pl_format **format,
                  pl_error *err)
{
    int got = look(&p->lanes[GOLD], 0, err);
    if (got > 0) {
        *gold = front(p, GOLD);
        *format = p->lanes[GOLD].slots.at[0].format;
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
    return p->unpaired[GOLD].n;
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
    for (int side = 0; side < 2; side++) {
        lane *l = &p->lanes[side];
        for (size_t i = 0; i < l->slots.n; i++)
            pl_arena_release(&l->slots.at[i].arena);
        PL_VEC_RELEASE(&l->slots);
        pl_str_release(&p->unpaired[side].names);
    }
    pl_str_release(&p->first_difference);
    pl_arena_release(&p->arena);
    pl_intern_release(&p->ids);
    PL_VEC_RELEASE(&p->by_id, &p->origins);
    free(p);
}
