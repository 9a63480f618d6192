/* Bracket scores as JSON; see report_eval.h. Percentages are not rounded. */
#include "report_eval.h"

static json_t *number(uint64_t n)
{
    return json_integer((json_int_t)n);
}

static void put_counts(json_t *to, const pl_counts *c)
{
    json_object_set_new(to, "precision", json_percent(pl_precision(c)));
    json_object_set_new(to, "recall", json_percent(pl_recall(c)));
    json_object_set_new(to, "f1", json_percent(pl_f1(c)));
    json_object_set_new(to, "gold", number(c->gold));
    json_object_set_new(to, "candidate", number(c->candidate));
    json_object_set_new(to, "matched", number(c->matched));
}

static void put_scores(json_t *to, const pl_scores *s, bool disc_only, bool functions)
{
    const pl_counts *headline = disc_only ? &s->disc : &s->brackets;
    json_t *disc = json_object();
    json_object_set_new(to, "sentences", number(s->sentences));
    put_counts(to, headline);
    json_object_set_new(to, "exact", json_percent(pl_exact(headline)));
    json_object_set_new(to, "tagging", json_percent(pl_tag_accuracy(s)));
    json_object_set_new(to, "missing", number(s->missing));
    put_counts(disc, &s->disc);
    json_object_set_new(disc, "exact", json_percent(pl_exact(&s->disc)));
    json_object_set_new(disc, "sentences", number(s->disc.sentences));
    json_object_set_new(to, "disc", disc);
    if (functions) {
        json_t *object = json_object();
        put_counts(object, &s->functions);
        json_object_set_new(to, "functions", object);
    }
}

json_t *report_scores_json(const eval_job *j, const pl_eval *e)
{
    json_t *top = json_object(), *cutoff = json_object();
    put_scores(top, &e->all, e->params->disc_only, j->score_functions);
    json_object_set_new(cutoff, "length", number(e->params->cutoff));
    put_scores(cutoff, &e->short_ones, e->params->disc_only, j->score_functions);
    json_object_set_new(top, "cutoff", cutoff);
    json_object_set_new(top, "params", json_string(j->params_name));
    json_object_set_new(top, "labelled", json_boolean(e->params->labelled));
    json_object_set_new(top, "whole_labels", json_boolean(e->params->whole_labels));
    json_object_set_new(top, "cut_labels", number(e->cut_labels));
    json_object_set_new(top, "cut_tags", number(e->cut_tags));
    json_object_set_new(top, "disc_only", json_boolean(e->params->disc_only));
    return top;
}

static json_t *confusions(const pl_eval *e, const pl_confusions *c)
{
    json_t *list = json_array();
    for (size_t i = 0; i < c->cells.n; i++)
        json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:I}", "gold", e->labels.names.at[c->cells.at[i].gold],
                      "candidate", e->labels.names.at[c->cells.at[i].candidate], "n",
                      (json_int_t)c->cells.at[i].n));
    return list;
}

json_t *report_labels_json(const pl_eval *e, const pl_details *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < d->labels.n; i++) {
        const pl_label_detail *l = &d->labels.at[i];
        json_t *row = json_object(), *disc = json_object();
        json_object_set_new(row, "label", json_string(e->labels.names.at[l->label]));
        put_counts(row, &l->all);
        put_counts(disc, &l->disc);
        json_object_set_new(row, "disc", disc);
        json_array_append_new(list, row);
    }
    return list;
}

json_t *report_tags_json(const pl_eval *e, const pl_details *d)
{
    json_t *list = json_array();
    for (size_t i = 0; i < d->tags.n; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "tag",
                            json_string(e->labels.names.at[d->tags.at[i].tag]));
        put_counts(row, &d->tags.at[i].counts);
        json_array_append_new(list, row);
    }
    return list;
}

/* Rows of a table by ranges: {"from": 3, "to": 4, …}, "to": null for the last. */
static json_t *range_row(const uint32_t *ends, size_t i, uint32_t first)
{
    json_t *row = json_object();
    json_object_set_new(row, "from", number(i == 0 ? first : ends[i - 1] + 1));
    json_object_set_new(row, "to", ends[i] == UINT32_MAX ? json_null() : number(ends[i]));
    return row;
}

json_t *report_errors_json(const pl_eval *e, const pl_details *d)
{
    json_t *degrees = json_array(), *gaps = json_array(), *lengths = json_array();
    for (size_t i = 0; i < PL_GAP_DEGREES; i++) {
        json_t *row = json_object();
        json_object_set_new(row, "gap_degree", number(i));
        put_counts(row, &d->gap_degree[i]);
        json_array_append_new(degrees, row);
    }
    for (size_t i = 0; i < PL_GAP_LENGTHS; i++) {
        json_t *row = range_row(pl_gap_length_ends, i, 1);
        put_counts(row, &d->gap_length[i]);
        json_array_append_new(gaps, row);
    }
    for (size_t i = 0; i < PL_LENGTH_BINS; i++) {
        json_t *row = range_row(pl_length_ends, i, 1);
        put_scores(row, &d->by_length[i], e->params->disc_only, false);
        json_array_append_new(lengths, row);
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "labels", report_labels_json(e, d),
                     "gap_degrees", degrees, "gap_lengths", gaps, "lengths", lengths,
                     "label_confusions", confusions(e, &d->label_confusions),
                     "tag_confusions", confusions(e, &d->tag_confusions));
}

json_t *report_sentence_json(const pl_eval *e, size_t n, const char *id)
{
    json_t *row = json_object();
    json_object_set_new(row, "sentence", number(n));
    if (id != NULL)
        json_object_set_new(row, "id", json_string(id));
    json_object_set_new(row, "length", number(e->pair.length));
    put_scores(row, &e->last, e->params->disc_only, false);
    json_object_del(row, "sentences");
    return row;
}
