/* Attachment scores as text for people and as JSON for programs. */
#ifndef PL_CLI_REPORT_DEPS_H
#define PL_CLI_REPORT_DEPS_H

#include "eval.h"

#include "eval/deps.h"

/* `no_punct`: the scores without punctuation come first. */
void report_deps(const eval_job *j, const pl_deps *d, bool no_punct);
/* Words, UAS and LAS of a single sentence, on one line. */
void report_dep_line(const pl_deps *d);
json_t *report_deps_json(const eval_job *j, const pl_deps *d, bool no_punct);

#endif
