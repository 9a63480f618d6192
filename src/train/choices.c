/* What is chosen for a treebank of dependencies where the caller names no system: the
 * system, features and all that leads from raw text to complete CoNLL-U; see training.h. */
#include "train/training.h"

#include "tree/crossing.h"

#include <string.h>

/* Share of sentences with crossing arcs, in percent, from which on these are lifted in
 * training and lowered after parsing. LAS on dev without lifting, with it, and with attardi,
 * which makes crossing arcs itself: danish-ddt (17.0%) 84.3, 84.9, 84.3; a quarter of
 * ud/dutch (12.7%) 75.7, 75.9. */
#define MANY_CROSSING 10.0

/* For a model that is small and fast; docs/text.md has figures. A beam of 8 in place of 4 is
 * worth 0.6 points LAS; with the margin it costs half the time in training, and in parsing
 * little more than a beam of 4 without. */
#define PRUNE       1.9
#define OTHER_PRUNE 1.0 /* of tagger and morphology */
#define ROBUST      0.1
#define MARGIN      160.0
enum { BEAM = 8, EPOCHS = 12 };

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

/* Adds a control parameter, unless the caller sets it. */
static void add_setting(pl_training *t, const char *key, const char *value)
{
    pl_train_options *o = &t->chosen;
    size_t n = strlen(key);
    const char **all = PL_NEW_ARRAY(&t->arena, const char *, o->n_settings + 1);
    for (size_t i = 0; i < o->n_settings; i++) {
        all[i] = o->settings[i];
        if (strncmp(all[i], key, n) == 0 && all[i][n] == '=')
            return;
    }
    all[o->n_settings++] = pl_arena_printf(&t->arena, "%s=%s", key, value);
    o->settings = all;
}

static void choose_system(pl_training *t, const contents *c)
{
    pl_train_options *o = &t->chosen;
    double share =
        100.0 * (double)c->n_crossing / (double)(c->n_trees > 0 ? c->n_trees : 1);
    bool many = share >= MANY_CROSSING;
    o->system = "arc-eager";
    if (many)
        add_setting(t, "crossing", "lift");
    if (o->features == NULL && c->morph && c->all_tags)
        o->features = "dep-morph";
    report(t, "system",
           pl_arena_printf(&t->arena, "%s%s (%.2f%% of the sentences have crossing arcs)",
                           o->system, many ? ", crossing arcs lifted" : "", share));
    report(t, "features", o->features != NULL ? o->features : "those of the system");
}

/* A negative number: the caller has not set it. */
static void set_open(double *option, double value)
{
    *option = *option < 0 ? value : *option;
}

static void choose_size(pl_training *t)
{
    pl_train_options *o = &t->chosen;
    set_open(&o->prune, PRUNE);
    set_open(&o->tag_prune, OTHER_PRUNE);
    set_open(&o->morph_prune, OTHER_PRUNE);
    set_open(&o->robust, ROBUST);
    if (o->beam == 0 && o->margin == 0)
        o->margin = MARGIN;
    o->beam = o->beam > 0 ? o->beam : BEAM;
    o->epochs = o->epochs > 0 ? o->epochs : EPOCHS;
}

/* A linear parser reads what a tagger finds. */
static void choose_linear(pl_training *t, const contents *c)
{
    pl_train_options *o = &t->chosen;
    choose_system(t, c);
    choose_size(t);
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
