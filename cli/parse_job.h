/* What the parts of `pleach parse` share.
 *
 *     cmd_parse.c    options, the model
 *     targets.c      which input goes to which output
 *     parse_flow.c   sentences from the input through the parsers to the output
 *     resume.c       outputs that are not complete: what is kept, and how it is continued
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
    bool unknown; /* it was continued, and nothing told with which options it was begun */
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
    pl_str how;       /* the trees are made: an option_list.h */
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

/* What an output has already. */
typedef struct resumed {
    size_t n, n_tokens; /* whole sentences, and their tokens in the input */
    bool unknown;       /* nothing tells with which model and options they were made */
} resumed;

/* Whether an output of this format and name cannot be continued, and why. */
bool resume_obstacle(const pl_format *format, const char *path, pl_str *why);
/* Continues an output that is not complete: takes up what an earlier run has left, compares its model and
 * options with those of this run, counts its whole sentences, reads as many from the input, checks that
 * they have the same words, and cuts the file after the last of them. -1 with the reason where that is
 * not possible. */
int resume_output(const parse_job *j, const char *path, pl_source *input, resumed *found,
                  pl_error *err);
/* Puts an output in order that was closed before it was complete: cuts it after its last whole sentence if
 * *n is SIZE_MAX, moves it to its place if it replaces no older file, removes it if it has no sentence.
 * Gives the number of sentences: 0, or -1 with the reason. */
int resume_leave(const parse_job *j, const char *path, bool replaces, size_t *n, pl_error *err);

/* Parses all targets and says on standard error what there is to say: 0, or -1 with the
 * reason. */
int parse_flow(parse_job *j, pl_error *err);
