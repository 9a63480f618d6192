/* The parts of pleach tag: the command line and tagging (cmd_tag.c), training and scores
 * (tag_train.c). */
#ifndef PL_CLI_TAG_H
#define PL_CLI_TAG_H

#include "input.h"

#include "tag/morph.h"
#include "tag/tagger_train.h"

typedef struct tag_job {
    input in;
    const char *model, *output, *dev;
    const pl_format *to;
    bool to_named, train, score, time;
    bool morph;     /* with `train`: learn morphology, too */
    pl_morph *made; /* the morphology learned, or of the model; may be NULL */
    long long epochs;
    pl_tag_options options;
} tag_job;

/* Right and wrong tags; [0] of unknown words, [1] of those in the tag dictionary. */
typedef struct tag_score {
    size_t n[2], right[2];
    size_t n_sentences, n_exact; /* all tags right */
    size_t n_morph;              /* words of which tag and morphology are right */
    bool has_morph;              /* both treebank and model have it */
    double seconds;              /* of tagging */
} tag_score;

int tag_train(tag_job *j); /* an exit code */
/* Tags the sentences of the input and compares with the tags they have. */
int tag_accuracy(input *in, const pl_tagger *t, const pl_morph *m, tag_score *s,
                 pl_error *err);
double tag_score_percent(const tag_score *s);
void tag_score_print(const tag_score *s);
double tag_seconds(void); /* processor time of the thread */

#endif
