/* Scores as JSON objects; see eval_json.h. */
#include "eval/eval_json.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>

/* Of every sentence: its number, and its id if it has one. */
static void put_place(pl_value *to, size_t number, const char *id)
{
    pl_value_set_count(to, "sentence", number);
    pl_value_set_text(to, "id", id);
}

/* -- constituents -------------------------------------------------------------------- */

void pl_json_counts(pl_value *to, const pl_counts *c)
{
    pl_value_set_number(to, "precision", pl_precision(c));
    pl_value_set_number(to, "recall", pl_recall(c));
    pl_value_set_number(to, "f1", pl_f1(c));
    pl_value_set_count(to, "gold", c->gold);
    pl_value_set_count(to, "candidate", c->candidate);
    pl_value_set_count(to, "matched", c->matched);
}

static void put_scores(pl_value *to, const pl_scores *s, bool disc_only, bool functions)
{
    const pl_counts *headline = disc_only ? &s->disc : &s->brackets;
    pl_json_counts(to, headline);
    pl_value_set_number(to, "exact", pl_exact(headline));
    pl_value_set_number(to, "tagging", pl_tag_accuracy(s));
    pl_value_set_count(to, "missing", s->missing);
    pl_value *disc = pl_value_set_object(to, "disc");
    pl_json_counts(disc, &s->disc);
    pl_value_set_number(disc, "exact", pl_exact(&s->disc));
    pl_value_set_count(disc, "sentences", s->disc.sentences);
    if (functions)
        pl_json_counts(pl_value_set_object(to, "functions"), &s->functions);
}

void pl_json_scores(pl_value *to, const pl_scores *s, bool disc_only, bool functions)
{
    pl_value_set_count(to, "sentences", s->sentences);
    put_scores(to, s, disc_only, functions);
}

void pl_json_eval(pl_value *to, const pl_eval *e, const char *params)
{
    const pl_eval_params *p = e->params;
    pl_json_scores(to, &e->all, p->disc_only, e->score_functions);
    pl_value *cutoff = pl_value_set_object(to, "cutoff");
    pl_value_set_count(cutoff, "length", p->cutoff);
    pl_json_scores(cutoff, &e->short_ones, p->disc_only, e->score_functions);
    pl_value_set_text(to, "params", params);
    pl_value_set_flag(to, "labelled", p->labelled);
    pl_value_set_flag(to, "whole_labels", p->whole_labels);
    pl_value_set_count(to, "cut_labels", e->cut_labels);
    pl_value_set_count(to, "cut_tags", e->cut_tags);
    pl_value_set_flag(to, "disc_only", p->disc_only);
}

void pl_json_eval_sentence(pl_value *to, const pl_eval *e, size_t number, const char *id)
{
    put_place(to, number, id);
    pl_value_set_count(to, "length", e->pair.length);
    put_scores(to, &e->last, e->params->disc_only, false);
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

static void add_pair(pl_value *list, uint32_t gold, uint32_t candidate)
{
    pl_value *pair = pl_value_add_list(list);
    pl_value_add_count(pair, gold);
    pl_value_add_count(pair, candidate);
}

static void put_nodes(pl_value *nodes, const pl_pair *p, const uint32_t *gold,
                      const uint32_t *candidate, bool disc_only)
{
    pl_value *right = pl_value_set_list(nodes, "right"), *label = pl_value_set_list(nodes, "label");
    pl_value *missed = pl_value_set_list(nodes, "missed"), *wrong = pl_value_set_list(nodes, "wrong");
    for (size_t i = 0; i < p->gold.brackets.n; i++) {
        const pl_bracket *b = &p->gold.brackets.at[i];
        uint32_t other = b->match != PL_NONE ? b->match : b->rival;
        if (disc_only && !pl_bracket_disc(b))
            continue;
        if (other == PL_NONE)
            pl_value_add_count(missed, gold[b->node]);
        else
            add_pair(b->match != PL_NONE ? right : label, gold[b->node],
                     candidate[p->candidate.brackets.at[other].node]);
    }
    for (size_t i = 0; i < p->candidate.brackets.n; i++) {
        const pl_bracket *b = &p->candidate.brackets.at[i];
        if (b->match == PL_NONE && b->rival == PL_NONE &&
            (!disc_only || pl_bracket_disc(b)))
            pl_value_add_count(wrong, candidate[b->node]);
    }
}

void pl_json_eval_marks(pl_value *to, pl_eval *e, const pl_tree *gold,
                        const pl_tree *candidate)
{
    pl_pair *p = &e->pair;
    uint32_t *numbers = number_nodes(gold);
    uint32_t *others = candidate != NULL ? number_nodes(candidate) : NULL;
    pl_pair_find_rivals(p);
    put_nodes(pl_value_set_object(to, "nodes"), p, numbers, others, e->params->disc_only);
    pl_value *tags = pl_value_set_list(to, "tags");
    for (uint32_t i = 0; i < gold->n_tokens; i++) {
        uint32_t place = p->place.at[i];
        if (place != PL_NONE &&
            (candidate == NULL || p->gold.tags.at[place] != p->candidate.tags.at[place]))
            pl_value_add_count(tags, i);
    }
    pl_value_set_count(to, "words", p->n_places);
    free(numbers);
    free(others);
}

/* -- dependencies -------------------------------------------------------------------- */

void pl_json_attachment(pl_value *to, const pl_deps *d, const pl_dep_counts *c,
                        uint64_t sentences)
{
    pl_value_set_number(to, "uas", pl_dep_score(d, c, c->heads));
    pl_value_set_number(to, "las", pl_dep_score(d, c, c->both));
    pl_value_set_number(to, "label", pl_dep_score(d, c, c->labels));
    pl_value_set_number(to, "clas", pl_dep_clas(d, c));
    pl_value_set_number(to, "exact", pl_percent(c->exact, sentences));
    pl_value_set_number(to, "exact_heads", pl_percent(c->exact_heads, sentences));
}

/* The scores of all words, or of those that are no punctuation. */
static void put_set(pl_value *set, const pl_deps *d, const pl_dep_counts *c)
{
    pl_value_set_count(set, "tokens", c->gold);
    pl_json_attachment(set, d, c, d->sentences);
}

static void put_measures(pl_value *to, const pl_conll18 *m)
{
    for (int i = 0; i < PL_N_MEASURES; i++) {
        pl_measure_figures f = pl_conll18_figures(m, (pl_conll18_measure)i);
        pl_value *row = pl_value_set_object(to, pl_measure_keys[i]);
        pl_value_set_number(row, "precision", f.precision);
        pl_value_set_number(row, "recall", f.recall);
        pl_value_set_number(row, "f1", f.f1);
        pl_value_set_number(row, "aligned", f.aligned);
    }
}

void pl_json_deps(pl_value *to, const pl_deps *d, bool no_punct)
{
    if (pl_deps_by_characters(d)) {
        put_measures(to, &d->conll18);
        return;
    }
    pl_value_set_count(to, "sentences", d->sentences);
    pl_value_set_count(to, "tokens", d->all.gold);
    pl_json_attachment(to, d, no_punct ? &d->no_punct : &d->all, d->sentences);
    pl_value_set_number(to, "crossing_recall", pl_percent(d->crossing_right, d->crossing));
    pl_value_set_count(to, "crossing_arcs", d->crossing);
    pl_value_set_flag(to, "ignore_punct", no_punct);
    pl_value_set_count(to, "missing", d->missing);
    put_set(pl_value_set_object(to, "all"), d, &d->all);
    put_set(pl_value_set_object(to, "no_punct"), d, &d->no_punct);
}

void pl_json_deps_sentence(pl_value *to, const pl_deps *d, size_t i, bool no_punct,
                           size_t number, const char *id)
{
    const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
    put_place(to, number, id);
    pl_value_set_count(to, "tokens", c->gold);
    pl_value_set_number(to, "uas", pl_percent(c->heads, c->gold));
    pl_value_set_number(to, "las", pl_percent(c->both, c->gold));
}

void pl_json_deps_marks(pl_value *to, const pl_deps *d, size_t i, bool no_punct)
{
    const pl_dep_sentence *s = &d->gold.sentences.at[i];
    const pl_dep_counts *c = &d->per_sentence.at[2 * i + no_punct];
    pl_value_set_count(to, "heads", c->heads);
    pl_value_set_count(to, "both", c->both);
    if (d->differ)
        return;
    pl_value *words = pl_value_set_object(to, "words");
    pl_value *head = pl_value_set_list(words, "head"), *relation = pl_value_set_list(words, "relation");
    for (uint32_t k = 0; k < s->n; k++) {
        const pl_dep_word *w = &d->gold.words.at[s->first + k];
        pl_dep_verdict v = pl_dep_judge(&d->candidate, w);
        if ((no_punct && w->punct) || (v.head && v.label))
            continue;
        pl_value_add_count(v.head ? relation : head, k);
    }
}
