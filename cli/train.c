/* What the training of every kind of parser does in the same way; see train.h. */
#include "train.h"

#include <math.h>
#include <stdio.h>

void say_time_left(double seconds_per_epoch, uint32_t epochs_left)
{
    double left = round(seconds_per_epoch * (double)epochs_left);
    if (epochs_left > 0)
        fprintf(stderr, ", %.0f:%02.0f left", floor(left / 60), fmod(left, 60));
    fputc('\n', stderr);
}

int training_save(const training_run *r, pl_section_list *list, pl_err *err)
{
    companions_put(r->with, r->in, list);
    int done = pl_sections_save(list, r->output, err);
    pl_sections_release(list);
    return done;
}

int training_interrupted(const training_run *r, bool saved, pl_err *err)
{
    return pl_fail(err,
                   saved ? "interrupted; %s holds the model as far as it was trained"
                         : "interrupted before anything was learned: %s is not written",
                   r->output);
}
