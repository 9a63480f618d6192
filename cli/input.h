/* What every command that reads treebanks shares: the options for it, the files named,
 * the stream of their trees through transforms, and the messages about what was left out.
 *
 *     stream s;
 *     int got = stream_open(&s, &j->in, &j->transforms, progress_start(j->in.quiet), &err);
 *     while (got >= 0 && (got = stream_next(&s, &tree, &err)) > 0)
 *         if (use(tree, &err) < 0)
 *             got = pl_source_reject(s.source, tree, &err);
 *     stream_close(&s);
 *
 * The command's rows have GROUP(job, in, input, input_rows). */
#pragma once

#include "command.h"
#include "terminal.h"

#include "format/source.h"
#include "format/writer.h"
#include "text/segment.h"
#include "transform/transform.h"

typedef struct input {
    pl_source_options source;
    texts files;
    const char *tokenizer; /* name of rules or file, NULL if not given */
    pl_rules rules;        /* of it */
    bool one_per_line;     /* each line of raw text is a sentence */
    pl_segmenter segmenter;
    /* Files the command will write after long work: input_open checks that this is possible
     * and that they are not read, too. NULL: none. */
    const char *writes, *writes_too;
    size_t n_empty;  /* sentences with empty elements; input_report tells */
    bool quiet;      /* --quiet: errors and counts only */
} input;

/* --from, --tokenizer, --one-per-line, --encoding, --split-functions, --on-error, --quiet, --help, and the
 * operands as files. */
extern const pl_option_row input_rows[];

/* Cuts raw text by the rules in a model, unless --tokenizer names others or the model has
 * none. -1 with the reason. */
int input_take_rules(input *in, const pl_sections *model, pl_error *err);
/* Whether the input is what somebody types at a terminal. */
bool input_is_typed(const input *in);
/* The files as one stream of trees; sentences that are left out are listed on standard
 * error. `in` must stay where it is while the source is open. NULL with the reason. */
pl_source *input_open(input *in, pl_error *err);
/* The same with these files instead of those of the command line. */
pl_source *input_open_files(input *in, const char *const *files, size_t n, pl_error *err);
/* Says what was left out, and why, unless --quiet was given. `in` is an input. */
void input_say_skipped(void *in, const char *reason);
/* Says what a tree cannot hold, and how many sentences were left out, if any. */
void input_report(const input *in, const pl_source *source);

/* The trees of the input, transformed, one after the other. */
typedef struct stream {
    input *in;
    pl_source *source;
    pl_pipeline steps;
    pl_arena arena; /* of the tree that was given last */
    progress progress;
    bool at_end; /* of the source; transforms may hold more trees */
    /* Whether a tree is to be transformed and given at all; NULL: each is. */
    bool (*wants)(void *context, const pl_tree *tree);
    void *context;
} stream;

/* Opens the input; `transforms` may be NULL. 0, or -1 with the reason: stream_close is
 * needed then, too. */
int stream_open(stream *s, input *in, const settings *transforms, progress p,
                pl_error *err);
/* 1 and the next tree, which is there until the next call; 0 after the last, -1 with the
 * reason. A tree that cannot be transformed is a bad sentence. */
int stream_next(stream *s, pl_tree **tree, pl_error *err);
/* The same into an arena of the caller, which is not reset. */
int stream_next_into(stream *s, pl_arena *m, pl_tree **tree, pl_error *err);
/* Reports what was left out and closes the input. */
void stream_close(stream *s);

/* Gives the trees of the files first … first + n - 1 of the input (n is 0: of standard
 * input), transformed, to `learn`, which returns 0, or -1 with the reason; trees without
 * words are left out. 0, or -1 with the reason. Steps that count trees begin anew. */
int input_learn(input *in, const settings *transforms, size_t first, size_t n,
                int (*learn)(void *context, pl_tree *tree, pl_error *err), void *context,
                pl_error *err);

/* Adds the steps that the command line names: 0, or -1 with the reason. */
int add_transforms(pl_pipeline *p, const settings *transforms, pl_error *err);
/* Whether the transforms can be made; says what is wrong with them. */
bool check_transforms(const command *c, const settings *transforms);

/* Whether one of the transforms marks heads. */
bool marks_heads(const settings *transforms);
/* Whether a format holds dependencies and no constituents. */
bool is_conll(const pl_format *to);
/* Makes a transformed tree ready to be written: a format that holds dependencies alone gets
 * those that marked heads give. 0, or -1 with the reason. */
int complete_tree(pl_tree *t, const pl_format *to, const settings *transforms,
                  pl_error *err);

/* Says once what the trees had and the output's format does not hold. */
void input_say_lost(const input *in, const pl_writer *w);
