/* What the parts of `pleach parse` share.
 *
 *     cmd_parse.c    options, the model
 *     parse_flow.c   sentences from the input through the parsers to the output
 *     targets.c      which input goes to which output
 *     resume.c       what an output that was not finished has already
 *     interrupt.c    Ctrl-C
 */
#ifndef PL_CLI_PARSE_H
#define PL_CLI_PARSE_H

#include "input.h"
#include "targets.h"

#include "parser/model.h"
#include "grammar/rerank.h"

typedef struct parse_job {
    input in;
    const char *model_path, *output;
    const pl_format *to;
    uint32_t nbest, threads;
    bool to_named, explain, stream, time, resume;
    pl_model_settings settings;
    const char *rerank; /* a grammar that has a say, too; NULL: none */
    double rerank_weight;
    pl_reranker *reranker;
    pl_model *model;
    targets targets;
    double load_time; /* seconds */
} parse_job;

/* Parses all targets and says on standard error what there is to say: 0, or -1 with the
 * reason. */
int parse_flow(parse_job *j, pl_error *err);

#endif
