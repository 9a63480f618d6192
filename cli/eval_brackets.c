/* pleach eval on constituents: one pass over the pairs, then the reports asked for. */
#include "report_eval.h"

#include <stdio.h>

typedef struct work {
    pl_eval eval;
    pl_details details;
    bool want_details;
    json_t *sentences; /* --per-sentence --json */
    pl_str lines;      /* --per-sentence */
} work;

static int add_pair(eval_job *j, work *w, const pl_sentence_pair *pair, pl_error *err)
{
    if (pl_eval_add(&w->eval, pair->gold, pair->candidate, err) < 0)
        return eval_fail_at(pair, err);
    if (w->want_details)
        pl_details_add(&w->details, &w->eval);
    if (j->per_sentence && j->json)
        json_array_append_new(
            w->sentences, report_sentence_json(&w->eval, pair->number, pair->gold->id));
    else if (j->per_sentence)
        report_sentence(&w->lines, &w->eval, pair->number, pair->gold->id);
    return 0;
}

static void report(const eval_job *j, const work *w)
{
    if (j->per_sentence)
        printf("%s\n", pl_str_text(&w->lines));
    report_scores(j, &w->eval);
    if (j->per_label)
        report_labels(&w->eval, &w->details);
    if (j->per_tag)
        report_tags(&w->eval, &w->details);
    if (j->errors)
        report_errors(&w->eval, &w->details);
}

static void report_json(const eval_job *j, const work *w)
{
    json_t *top = report_scores_json(j, &w->eval);
    if (j->per_label)
        json_object_set_new(top, "labels", report_labels_json(&w->eval, &w->details));
    if (j->per_tag)
        json_object_set_new(top, "tags", report_tags_json(&w->eval, &w->details));
    if (j->errors)
        json_object_set_new(top, "errors", report_errors_json(&w->eval, &w->details));
    if (j->per_sentence)
        json_object_set(top, "per_sentence", w->sentences);
    print_json(top);
}

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

int eval_brackets(eval_job *j, eval_files *f, pl_error *err)
{
    work w = {.want_details = j->per_label || j->per_tag || j->errors};
    pl_sentence_pair pair;
    int got;
    pl_eval_init(&w.eval, &j->params);
    w.eval.score_functions = j->score_functions;
    if (j->per_sentence && j->json)
        w.sentences = json_array();
    else if (j->per_sentence)
        report_sentence(&w.lines, &w.eval, 0, NULL);
    while ((got = eval_next(j, f, &pair, err)) > 0)
        if (add_pair(j, &w, &pair, err) < 0) {
            got = -1;
            break;
        }
    pl_details_finish(&w.details);
    if (got == 0 && j->json)
        report_json(j, &w);
    else if (got == 0)
        report(j, &w);
    if (got == 0) {
        note_functions(j, &w.eval);
        note_cut(j, &w.eval);
    }
    json_decref(w.sentences);
    pl_str_release(&w.lines);
    pl_details_release(&w.details);
    pl_eval_release(&w.eval);
    return got;
}
