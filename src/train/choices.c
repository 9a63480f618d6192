/* What is chosen for a treebank of dependencies where the caller names no system: the
 * system, features and all that leads from raw text to complete CoNLL-U; see training.h. */
#include "train/training.h"

#include "tree/crossing.h"

#include <string.h>

/* Share of sentences with crossing arcs, in percent, from which on the system must be able
 * to make some: arc-eager does not learn from these sentences. On a fifth of ud/dutch, where
 * 12.7% have such arcs, it is still better: LAS 77.1 on dev, attardi 76.4. */
#define MANY_CROSSING 15.0

/* For a model that is small and fast. english-ewt: 7 MB when compressed, 37,000 words a
 * second from raw text. */
#define PRUNE 1.0
enum { BEAM = 8, EPOCHS = 8 };

/* What the words of a treebank have. */
typedef struct contents {
    size_t n_trees, n_crossing; /* trees, and those with crossing arcs */
    bool all_tags, coarse, morph, lemmas, text;
} contents;

static bool has_crossing(const pl_tree *t, pl_arena *m)
{
    unsigned char *arcs = pl_arena_alloc(m, t->n_tokens);
    bool any = false;
    pl_projectivity(t, m, arcs);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        any |= (arcs[i] & PL_ARC_CROSSING) != 0;
    pl_arena_reset(m);
    return any;
}

static contents look(const pl_gold_trees *g)
{
    contents c = {.n_trees = g->trees.n, .all_tags = true};
    pl_arena scratch = {0};
    for (size_t i = 0; i < g->trees.n; i++) {
        const pl_tree *t = g->trees.at[i];
        c.n_crossing += has_crossing(t, &scratch);
        c.text |= t->text != NULL;
        for (uint32_t k = 0; k < t->n_tokens; k++) {
            c.all_tags &= t->nodes[k].label != NULL;
            c.coarse |= t->tokens[k].coarse != NULL;
            c.morph |= t->nodes[k].morph != NULL;
            c.lemmas |= t->nodes[k].lemma != NULL;
        }
    }
    pl_arena_release(&scratch);
    return c;
}

static void report(pl_training *t, const char *what, const char *choice)
{
    pl_train_report r = {.stage = PL_TRAIN_CHOICE,
                         .key = pl_arena_printf(&t->arena, "%s: %s", what, choice)};
    pl_training_report(t, &r);
}

static void choose_system(pl_training *t, const contents *c)
{
    pl_train_options *o = &t->chosen;
    double share = 100.0 * (double)c->n_crossing / (double)(c->n_trees > 0 ? c->n_trees : 1);
    bool many = share >= MANY_CROSSING;
    o->system = many ? "attardi" : "arc-eager";
    if (o->features == NULL && c->morph && c->all_tags)
        o->features = many ? "dep-far-morph" : "dep-morph";
    report(t, "system",
           pl_arena_printf(&t->arena, "%s (%.2f%% of the sentences have crossing arcs)",
                           o->system, share));
    report(t, "features", o->features != NULL ? o->features : "those of the system");
}

static void choose_size(pl_train_options *o)
{
    double *const all[] = {&o->prune, &o->tag_prune, &o->morph_prune};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (*all[i] < 0) /* the caller has not set it */
            *all[i] = PRUNE;
    o->beam = o->beam > 0 ? o->beam : BEAM;
    o->epochs = o->epochs > 0 ? o->epochs : EPOCHS;
}

/* A linear parser reads what a tagger finds. */
static void choose_linear(pl_training *t, const contents *c)
{
    pl_train_options *o = &t->chosen;
    choose_system(t, c);
    choose_size(o);
    o->tagger |= c->all_tags;
    o->morph |= c->all_tags && (c->morph || c->coarse);
    o->predicted_tags |= c->all_tags && !o->gold_tags;
}

/* A network finds tags and morphology itself. */
static void choose_network(pl_training *t)
{
    t->chosen.system = "graph";
    report(t, "system", t->chosen.system);
}

int pl_training_choose(pl_training *t, pl_error *err)
{
    contents c = look(&t->gold);
    pl_train_options *o = &t->chosen;
    if (o->scorer != NULL && strcmp(o->scorer, "neural") == 0)
        choose_network(t);
    else
        choose_linear(t, &c);
    o->lemmas |= c.lemmas;
    if (o->tokenizer == NULL && c.text &&
        pl_rules_choose(t->gold.trees.at, t->gold.trees.n, &o->tokenizer, err) < 0)
        return -1;
    if (o->tokenizer != NULL)
        report(t, "tokenizer", o->tokenizer);
    return 0;
}
