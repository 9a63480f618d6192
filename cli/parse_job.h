/* What the parts of `pleach parse` share.
 *
 *     cmd_parse.c    options, the model
 *     targets.c      which input goes to which output
 *     parse_flow.c   sentences from the input through the parsers to the output
 *     resume.c       unfinished outputs: keeps them, and continues them with --resume
 */
#pragma once

#include "part.h"

#include "format/constraint_text.h"
#include "parser/model.h"

/* An output and what is parsed into it. */
typedef struct target {
    const char *const *inputs; /* [n_inputs] none: standard input */
    size_t n_inputs;
    const char *output;   /* NULL: standard output */
    struct pl_file *lock; /* while it grows in place; otherwise NULL */
    bool unknown; /* it was continued, and there was no record of its model and options */
} target;

typedef struct targets {
    PL_VEC(target) all;
    bool folder; /* each file has an output of its own */
    pl_arena text;
} targets;

typedef struct parse_job {
    input in;
    settings transforms; /* of the trees that are written */
    part_job part;
    const char *model_path, *output, *constraints_path;
    const pl_format *to;
    uint32_t nbest, threads;
    bool to_named, explain, stream, time, resume;
    bool typed; /* the input is what somebody types at a terminal */
    pl_model_settings settings;
    pl_model *model;
    pl_constraint_file *constraints; /* NULL: none */
    pl_heads *heads; /* rules that give constituents heads, for formats of dependencies; or NULL */
    targets targets;
    pl_str how;       /* the options that the trees depend on: a list, see option_list.h */
    double load_time; /* seconds */
} parse_job;

/* Whether several trees of a sentence are written, with ids that have their rank. */
bool numbers_trees(const parse_job *j);
/* Finds the targets: all input to one output, or, where the output is a folder, each file
 * to one of its own in that folder, which is made, with the folders in it:
 *
 *     -o out/  in/a.txt in/b/      in/a.txt      ─► out/a.txt.discbracket
 *                                  in/b/c/d.txt  ─► out/c/d.txt.discbracket
 *
 * 0, or -1 with the reason: two files would go to one, standard input has no name, the
 * output is in a folder that is read. */
int targets_find(parse_job *j, pl_error *err);
void targets_release(targets *t);

/* The sentences that an output has already. */
typedef struct resumed {
    size_t n, n_tokens; /* number of whole sentences, and of their tokens in the input */
    bool unknown;       /* there is no record of the model and options that produced them */
} resumed;

/* Returns true if an output of this format and name cannot be continued, with the reason in `why`. */
bool resume_obstacle(const pl_format *format, const char *path, pl_str *why);
/* Prepares an unfinished output to be continued. Compares the model and options of the earlier run with
 * those of this run, and moves its .part file to `path`. Counts the whole sentences in the file, reads the
 * same number from the input, and checks that their words are equal. Then cuts the file after its last
 * whole sentence. Returns 0, or -1 with the reason. */
int resume_output(const parse_job *j, const char *path, pl_source *input, resumed *found,
                  pl_error *err);
/* Tidies an output that was closed before it was complete. If *n is SIZE_MAX, cuts the file after its last
 * whole sentence and stores the number of sentences in *n. Moves the file to `path` unless it `replaces` an
 * older file. Removes the file if it has no sentence. Returns 0, or -1 with the reason. */
int resume_leave(const parse_job *j, const char *path, bool replaces, size_t *n, pl_error *err);

/* Parses all targets and says on standard error what there is to say: 0, or -1 with the
 * reason. */
int parse_flow(parse_job *j, pl_error *err);
