/* What a model file holds of a transition parser, section by section; docs/modelfile.md
 * describes it. What is read is checked before it is used.
 *
 *     templates       one per line             words, tags          vocabulary
 *     heads           head rules               dep-coarse, -morph   the same
 *     weights         a block of learn/compact.h
 *
 * or those of a network (parser/net.c), and the sections of the machine. */
#include "parser/transitions.h"

#include <string.h>

/* Models of dependencies made before version 0.2 have their templates in a section of
 * another name. */
const char *pl_transitions_templates(const pl_sections *file)
{
    return pl_sections_has(file, "templates") ? "templates" : "dep-templates";
}

static void put_linear(const pl_transitions *t, pl_section_list *list)
{
    pl_sections_add_strings(list, "words", &t->vocab.words);
    pl_sections_add_strings(list, "tags", &t->vocab.tags);
    if (t->vocab.coarse.n > 0) {
        pl_sections_add_strings(list, "dep-coarse", &t->vocab.coarse);
        pl_sections_add_strings(list, "dep-morph", &t->vocab.morph);
    }
    pl_sections_add(list, "weights", t->weights.at, t->weights.size);
}

void pl_transitions_put(const pl_transitions *t, pl_section_list *list)
{
    if (t->net == NULL)
        pl_sections_add_text(list, "templates", &t->templates.text);
    if (t->head_rules.n > 0)
        pl_sections_add_text(list, "heads", &t->head_rules);
    t->machine->ops->put(t->machine, list);
    if (t->net != NULL)
        pl_net_put(t->net, list);
    else
        put_linear(t, list);
}

static int get_features(pl_transitions *t, const pl_sections *file, const pl_str *about,
                        pl_error *err)
{
    pl_str text = {0};
    pl_error why;
    pl_sections_text(file, pl_transitions_templates(file), &text);
    int got = pl_templates_parse(&t->templates, pl_transitions_notation(t->machine),
                                 "model", pl_str_text(&text), &why);
    pl_str_release(&text);
    int far = pl_about_choice(about, "arc-distance", pl_far_choices);
    if (got < 0 || t->templates.list.n == 0)
        return pl_sections_damaged(file, "the features", err);
    pl_features_compile(&t->features, &t->templates, far > 0 ? (pl_far)far : PL_FAR_NO);
    return 0;
}

static int get_vocab(pl_transitions *t, const pl_sections *file, const pl_str *about,
                     pl_error *err)
{
    pl_vocab *v = &t->vocab;
    int mode = pl_about_choice(about, "unknown", pl_unknown_choices);
    if (mode < 0)
        return pl_sections_damaged(file, "no such treatment of unknown words", err);
    v->unknown = (pl_unknown)mode;
    if (pl_sections_strings(file, "words", &v->words, err) < 0 ||
        pl_sections_strings(file, "tags", &v->tags, err) < 0)
        return -1;
    if (t->machine->ops->sight != PL_SEES_PAIRS &&
        !pl_sections_has(file, "dep-coarse"))
        return 0;
    return pl_sections_strings(file, "dep-coarse", &v->coarse, err) == 0
               ? pl_sections_strings(file, "dep-morph", &v->morph, err)
               : -1;
}

static int get_weights(pl_transitions *t, const pl_sections *file, pl_error *err)
{
    const char *weights;
    size_t size;
    pl_error why;
    if (!pl_sections_find(file, "weights", &weights, &size))
        return pl_sections_damaged(file, "the weights", err);
    pl_bytes_borrow(&t->weights, weights, size);
    if (pl_compact_check(weights, size, t->machine->n_actions, &why) < 0)
        return pl_sections_damaged(file, why.text, err);
    t->spread = pl_spread_new(weights);
    return 0;
}

static int get_scorer(pl_transitions *t, const pl_sections *file, const pl_str *about,
                      pl_error *err)
{
    if (pl_sections_has(file, PL_NET_SECTION)) {
        t->net = pl_net_from(file, t->machine, err);
        return t->net != NULL ? 0 : -1;
    }
    if (t->machine->ops->sight == PL_SEES_WORDS)
        return pl_sections_damaged(file, "a system for networks, without one", err);
    return get_features(t, file, about, err) == 0 && get_vocab(t, file, about, err) == 0
               ? get_weights(t, file, err)
               : -1;
}

pl_transitions *pl_transitions_from(const pl_sections *file, const pl_str *about,
                                    pl_error *err)
{
    pl_machine *m = pl_machine_from(file, about, err);
    if (m == NULL)
        return NULL;
    pl_transitions *t = pl_transitions_new(m);
    pl_sections_text(file, "heads", &t->head_rules);
    if (get_scorer(t, file, about, err) == 0)
        return t;
    pl_transitions_free(t);
    return NULL;
}
