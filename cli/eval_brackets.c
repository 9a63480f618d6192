/* pleach eval on constituents: one pass over the pairs, then the reports asked for. */
#include "report_eval.h"

#include <stdio.h>

/* Functions can only be scored where both files have them. */
static void note_functions(const eval_job *j, const pl_eval *e)
{
    const pl_counts *c = &e->all.functions;
    if (j->score_functions && !j->in.quiet && (c->gold == 0 || c->candidate == 0))
        fprintf(stderr, "pleach: the %s has no functions to score\n",
                c->gold == 0 ? "gold file" : "candidate");
}

static void note_cut(const eval_job *j, const pl_eval *e)
{
    if (e->cut_labels + e->cut_tags > 0 && !j->in.quiet)
        fprintf(stderr,
                "pleach: %llu labels and %llu tags are right only up to a - or =; "
                "--whole-labels compares all of them\n",
                (unsigned long long)e->cut_labels, (unsigned long long)e->cut_tags);
}

/* Adds the row of the sentence counted last: to the text, or else to `sentences`. */
static void add_sentence(report *r, const pl_eval *e, const pl_sentence_pair *pair,
                         json_t *sentences)
{
    json_t *row = report_sentence(r->form, e, pair->number, pair->gold->id);
    if (r->form == AS_TEXT)
        table_put_row(&r->text, sentence_columns, row);
    else
        json_array_append(sentences, row);
    json_decref(row);
}

int eval_brackets(eval_job *j, eval_files *f, pl_error *err)
{
    pl_eval e;
    pl_details details = {0};
    pl_sentence_pair pair;
    report r = report_start(j->form);
    json_t *sentences = j->per_sentence ? json_array() : NULL;
    int got;
    pl_eval_init(&e, &j->params);
    e.score_functions = j->score_functions;
    if (j->per_sentence && j->form == AS_TEXT)
        table_put_titles(&r.text, "sentence", sentence_columns);
    while ((got = eval_next(j, f, &pair, err)) > 0) {
        if (pl_eval_add(&e, pair.gold, pair.candidate, err) < 0) {
            got = eval_fail_at(&pair, err);
            break;
        }
        if (j->per_label || j->per_tag || j->errors)
            pl_details_add(&details, &e);
        if (j->per_sentence)
            add_sentence(&r, &e, &pair, sentences);
    }
    pl_details_finish(&details);
    if (got == 0) {
        report_brackets(&r, j, &e, &details, sentences);
        report_print(&r);
        note_functions(j, &e);
        note_cut(j, &e);
    }
    report_release(&r);
    json_decref(sentences);
    pl_details_release(&details);
    pl_eval_release(&e);
    return got;
}
