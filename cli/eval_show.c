/* pleach eval --show N: gold and candidate of one sentence, drawn with their differences.
 */
#include "report_eval.h"
#include "terminal.h"

#include "draw/draw.h"

#include <stdio.h>

/* On a terminal: its width and colours; otherwise any width and none. */
static pl_draw_options options_for_terminal(const eval_files *f)
{
    pl_draw_options o = {.format = PL_DRAW_TEXT};
    o.what = f->dependencies ? PL_DRAW_DEPENDENCIES : PL_DRAW_AUTO;
    o.ascii = terminal_ascii();
    o.color = terminal_colors();
    o.width = terminal_width();
    return o;
}

static int draw(const eval_files *f, const pl_sentence_pair *pair, pl_error *err)
{
    pl_draw_options o = options_for_terminal(f);
    pl_str text = {0};
    pl_out *out = pl_out_memory(&text);
    int status = 0;
    if (pair->candidate != NULL && !pair->differs)
        status = pl_draw_compare(pair->gold, pair->candidate, &o, out, err);
    else {
        if (pair->gold != NULL)
            status = pl_draw(pair->gold, &o, out, err);
        if (status == 0 && pair->candidate != NULL)
            status = pl_draw(pair->candidate, &o, out, err);
    }
    if (pl_out_close(out, status == 0 ? err : NULL) < 0)
        status = -1;
    if (status == 0)
        printf("\n%s", pl_str_text(&text));
    pl_str_release(&text);
    return status;
}

/* The scores of the sentence on one line above the drawing. */
static int show_scores(const eval_job *j, const eval_files *f,
                       const pl_sentence_pair *pair, pl_error *err)
{
    int status = 0;
    if (f->dependencies) {
        pl_deps d = {.names = {.universal = f->universal, .subtypes = j->subtypes}};
        status = pl_deps_add(&d, pair->gold, pair->candidate, false, err);
        if (status == 0)
            status = pl_deps_finish(&d, err);
        if (status == 0)
            printf("%llu words, UAS %.2f, LAS %.2f\n", (unsigned long long)d.all.gold,
                   pl_dep_uas(&d, &d.all), pl_dep_las(&d, &d.all));
        pl_deps_release(&d);
    } else {
        pl_eval e;
        pl_str line = {0};
        pl_eval_init(&e, &j->params);
        status = pl_eval_add(&e, pair->gold, pair->candidate, err);
        if (status == 0) {
            json_t *row = report_sentence(AS_TEXT, &e, pair->number, pair->gold->id);
            table_put_titles(&line, "sentence", sentence_columns);
            table_put_row(&line, sentence_columns, row);
            printf("%s", line.at);
            json_decref(row);
        }
        pl_str_release(&line);
        pl_eval_release(&e);
    }
    return status;
}

int eval_show(eval_job *j, eval_files *f, pl_error *err)
{
    pl_sentence_pair pair;
    int got;
    size_t seen = 0;
    while ((got = eval_next(j, f, &pair, err)) > 0) {
        seen = pair.number;
        if (pair.gold == NULL || pair.number != (size_t)j->show)
            continue;
        if (pair.candidate == NULL || pair.differs)
            printf("sentence %zu%s\n", pair.number,
                   pair.candidate == NULL ? ": no candidate" : "");
        else if (show_scores(j, f, &pair, err) < 0)
            return eval_fail_at(&pair, err);
        return draw(f, &pair, err) < 0 ? eval_fail_at(&pair, err) : 0;
    }
    return got < 0
               ? -1
               : pl_fail(err, PL_BAD_ARGUMENT,
                         "there is no sentence %lld: the files have %zu", j->show, seen);
}
