/* pleach eval on dependencies. */
#include "report_eval.h"

#include <stdio.h>

int eval_deps_read(eval_job *j, eval_files *f, pl_deps *d, pl_error *err)
{
    pl_sentence_pair pair;
    int got;
    d->names.universal = f->universal;
    d->names.subtypes = j->subtypes;
    while ((got = eval_next(j, f, &pair, err)) > 0)
        if (pl_deps_add(d, pair.gold, pair.candidate, pair.differs, err) < 0)
            return eval_fail_at(&pair, err);
    return got < 0 ? -1 : pl_deps_finish(d, err);
}

int eval_deps(eval_job *j, eval_files *f, pl_error *err)
{
    pl_deps d = {0};
    int status = eval_deps_read(j, f, &d, err);
    bool no_punct = j->ignore_punct || !f->universal;
    if (status == 0 && d.differ && !j->in.quiet)
        fprintf(stderr, "pleach: the words of the files differ: aligned by characters\n");
    if (status == 0) {
        report r = report_start(j->form);
        report_deps(&r, j, &d, no_punct);
        report_print(&r);
    }
    pl_deps_release(&d);
    return status;
}
