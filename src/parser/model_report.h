/* What a model file says of itself and what it consists of, as a report.
 *
 *     pl_report *r = pl_report_new(PL_REPORT_JSON);
 *     pl_model_report(r, "nl", PL_MODEL_SUMMARY, &err);
 */
#pragma once

#include "base/err.h"
#include "base/report.h"

typedef enum pl_model_part {
    PL_MODEL_SUMMARY, /* lines "key: value" on system, features, training data, scores, size */
    PL_MODEL_TEMPLATES, /* the feature templates, one per line */
    PL_MODEL_HEADS,     /* the head rules that training used */
    PL_MODEL_TOKENIZER, /* the rules of the tokenizer */
    PL_MODEL_ACTIONS,   /* the actions, one per line */
    PL_MODEL_SECTIONS   /* the sections of the file, each with its size in bytes */
} pl_model_part;

/* Adds a part of a model to an empty report. `model` is a file or the name of an installed model.
 * The summary has values: numbers are numbers, and a key of several lines is a list. The other parts
 * have only text. Returns -1 if the model is damaged or does not have the part; text may have been
 * added before. */
int pl_model_report(pl_report *r, const char *model, pl_model_part part, pl_error *err);
/* Adds the table of a transition system to the text: its actions, what each applies to and what
 * it results in. Returns -1 if there is no such system. */
int pl_system_report(pl_report *r, const char *system, pl_error *err);
