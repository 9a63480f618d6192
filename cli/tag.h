/* The parts of pleach tag: the command line and tagging (cmd_tag.c), training and scores
 * (tag_train.c). */
#ifndef PL_CLI_TAG_H
#define PL_CLI_TAG_H

#include "input.h"

#include "text/tagger_train.h"

typedef struct tag_job {
    input in;
    const char *model, *output, *dev;
    const pl_format *to;
    bool train, score, time;
    long long epochs;
    pl_tag_options options;
} tag_job;

/* Right and wrong tags; [0] of unknown words, [1] of those in the tag dictionary. */
typedef struct tag_score {
    size_t n[2], right[2];
    size_t n_sentences, n_exact; /* all tags right */
    double seconds;              /* of tagging */
} tag_score;

int tag_train(tag_job *j); /* an exit code */
/* Tags the sentences of the input and compares with the tags they have. */
int tag_accuracy(input *in, const pl_tagger *t, tag_score *s, pl_err *err);
double tag_score_percent(const tag_score *s);
void tag_score_print(const tag_score *s);
double tag_seconds(void); /* processor time of the thread */

#endif
