/* Scores as JSON objects; see eval_json.h. */
#include "eval/eval_json.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

static void put_count(json_t *to, const char *key, uint64_t n)
{
    json_object_set_new(to, key, json_integer((json_int_t)n));
}

static void put_figure(json_t *to, const char *key, double value)
{
    json_object_set_new(to, key, isnan(value) ? json_null() : json_real(value));
}

static json_t *put_object(json_t *to, const char *key)
{
    json_t *object = json_object();
    json_object_set_new(to, key, object);
    return object;
}

static json_t *put_list(json_t *to, const char *key)
{
    json_t *list = json_array();
    json_object_set_new(to, key, list);
    return list;
}

/* Of every sentence: its number, and its id if it has one. */
static void put_place(json_t *to, size_t number, const char *id)
{
    put_count(to, "sentence", number);
    if (id != NULL)
        json_object_set_new(to, "id", json_string(id));
}

/* -- constituents -------------------------------------------------------------------- */

void pl_json_counts(json_t *to, const pl_counts *c)
{
    put_figure(to, "precision", pl_precision(c));
    put_figure(to, "recall", pl_recall(c));
    put_figure(to, "f1", pl_f1(c));
    put_count(to, "gold", c->gold);
    put_count(to, "candidate", c->candidate);
    put_count(to, "matched", c->matched);
}

void pl_json_scores(json_t *to, const pl_scores *s, bool disc_only, bool functions)
{
    const pl_counts *headline = disc_only ? &s->disc : &s->brackets;
    put_count(to, "sentences", s->sentences);
    pl_json_counts(to, headline);
    put_figure(to, "exact", pl_exact(headline));
    put_figure(to, "tagging", pl_tag_accuracy(s));
    put_count(to, "missing", s->missing);
    json_t *disc = put_object(to, "disc");
    pl_json_counts(disc, &s->disc);
    put_figure(disc, "exact", pl_exact(&s->disc));
    put_count(disc, "sentences", s->disc.sentences);
    if (functions)
        pl_json_counts(put_object(to, "functions"), &s->functions);
}

void pl_json_eval(json_t *to, const pl_eval *e, const char *params)
{
    const pl_eval_params *p = e->params;
    pl_json_scores(to, &e->all, p->disc_only, e->score_functions);
    json_t *cutoff = put_object(to, "cutoff");
    put_count(cutoff, "length", p->cutoff);
    pl_json_scores(cutoff, &e->short_ones, p->disc_only, e->score_functions);
    json_object_set_new(to, "params", json_string(params));
    json_object_set_new(to, "labelled", json_boolean(p->labelled));
    json_object_set_new(to, "whole_labels", json_boolean(p->whole_labels));
    put_count(to, "cut_labels", e->cut_labels);
    put_count(to, "cut_tags", e->cut_tags);
    json_object_set_new(to, "disc_only", json_boolean(p->disc_only));
}

void pl_json_eval_sentence(json_t *to, const pl_eval *e, size_t number, const char *id)
{
    put_place(to, number, id);
    put_count(to, "length", e->pair.length);
    pl_json_scores(to, &e->last, e->params->disc_only, false);
    json_object_del(to, "sentences");
}

/* [n_nodes] The numbers of nonterminals in the format json: in pre-order, behind the words. */
static uint32_t *number_nodes(const pl_tree *t)
{
    uint32_t n = t->n_tokens, *number = pl_alloc_zero(t->n_nodes + 1, sizeof *number);
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            number[v] = n++;
    return number;
}

static json_t *number_pair(uint32_t gold, uint32_t candidate)
{
    return json_pack("[I, I]", (json_int_t)gold, (json_int_t)candidate);
}

static void put_nodes(json_t *nodes, const pl_pair *p, const uint32_t *gold,
                      const uint32_t *candidate, bool disc_only)
{
    json_t *right = put_list(nodes, "right"), *label = put_list(nodes, "label");
    json_t *missed = put_list(nodes, "missed"), *wrong = put_list(nodes, "wrong");
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        uint32_t other = b->match != PL_NONE ? b->match : b->rival;
        if (disc_only && !pl_bracket_disc(b))
            continue;
        if (other == PL_NONE)
            json_array_append_new(missed, json_integer(gold[b->node]));
        else
            json_array_append_new(
                b->match != PL_NONE ? right : label,
                number_pair(gold[b->node],
                            candidate[p->candidate.brackets.at[other].node]));
    }
    for (size_t i = 0; i < p->candidate.brackets.n; i++) {
        const pl_bracket *b = &p->candidate.brackets.at[i];
        if (b->match == PL_NONE && b->rival == PL_NONE &&
            (!disc_only || pl_bracket_disc(b)))
            json_array_append_new(wrong, json_integer(candidate[b->node]));
    }
}

void pl_json_eval_marks(json_t *to, pl_eval *e, const pl_tree *gold,
                        const pl_tree *candidate)
{
    pl_pair *p = &e->pair;
    uint32_t *numbers = number_nodes(gold);
    uint32_t *others = candidate != NULL ? number_nodes(candidate) : NULL;
    json_t *tags = json_array();
    pl_pair_find_rivals(p);
    put_nodes(put_object(to, "nodes"), p, numbers, others, e->params->disc_only);
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        uint32_t place = p->place.at[i];
        if (place != PL_NONE &&
            (candidate == NULL || p->gold.tags.at[place] != p->candidate.tags.at[place]))
            json_array_append_new(tags, json_integer(i));
    }
    json_object_set_new(to, "tags", tags);
    put_count(to, "words", p->n_places);
    free(numbers);
    free(others);
}

/* -- dependencies -------------------------------------------------------------------- */

void pl_json_attachment(json_t *to, const pl_deps *d, const pl_dep_counts *c,
                        uint64_t sentences)
{
    put_figure(to, "uas", pl_dep_score(d, c, c->heads));
    put_figure(to, "las", pl_dep_score(d, c, c->both));
    put_figure(to, "label", pl_dep_score(d, c, c->labels));
    put_figure(to, "clas", pl_dep_clas(d, c));
    put_figure(to, "exact", pl_percent(c->exact, sentences));
    put_figure(to, "exact_heads", pl_percent(c->exact_heads, sentences));
}

/* The scores of all words, or of those that are no punctuation. */
static void put_set(json_t *set, const pl_deps *d, const pl_dep_counts *c)
{
    put_count(set, "tokens", c->gold);
    pl_json_attachment(set, d, c, d->sentences);
}

static void put_measures(json_t *to, const pl_conll18 *m)
{
    for (int i = 0; i < PL_N_MEASURES; i++) {
        pl_measure_figures f = pl_conll18_figures(m, (pl_conll18_measure)i);
        json_t *row = put_object(to, pl_measure_keys[i]);
        put_figure(row, "precision", f.precision);
        put_figure(row, "recall", f.recall);
        put_figure(row, "f1", f.f1);
        put_figure(row, "aligned", f.aligned);
    }
}

void pl_json_deps(json_t *to, const pl_deps *d, bool no_punct)
{
    if (pl_deps_by_characters(d)) {
        put_measures(to, &d->conll18);
        return;
    }
    put_count(to, "sentences", d->sentences);
    put_count(to, "tokens", d->all.gold);
    pl_json_attachment(to, d, no_punct ? &d->no_punct : &d->all, d->sentences);
    put_figure(to, "crossing_recall", pl_percent(d->crossing_right, d->crossing));
    put_count(to, "crossing_arcs", d->crossing);
    json_object_set_new(to, "ignore_punct", json_boolean(no_punct));
    put_count(to, "missing", d->missing);
    put_set(put_object(to, "all"), d, &d->all);
    put_set(put_object(to, "no_punct"), d, &d->no_punct);
}

void pl_json_deps_sentence(json_t *to, const pl_deps *d, size_t i, bool no_punct,
                           size_t number, const char *id)
{
    const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
    put_place(to, number, id);
    put_count(to, "tokens", c->gold);
    put_figure(to, "uas", pl_percent(c->heads, c->gold));
    put_figure(to, "las", pl_percent(c->both, c->gold));
}

void pl_json_deps_marks(json_t *to, const pl_deps *d, size_t i, bool no_punct)
{
    const pl_dep_sentence *s = &d->gold.sentences.at[i];
    const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
    put_count(to, "heads", c->heads);
    put_count(to, "both", c->both);
    if (d->differ)
        return;
    json_t *words = put_object(to, "words");
    json_t *head = put_list(words, "head"), *relation = put_list(words, "relation");
    for (uint32_t k = 0; k < s->n; k++) {
        const pl_dep_word *w = &d->gold.words.at[s->first + k];
        pl_dep_verdict v = pl_dep_judge(&d->candidate, w);
        if ((no_punct && w->punct) || (v.head && v.label))
            continue;
        json_array_append_new(v.head ? relation : head, json_integer(k));
    }
}
