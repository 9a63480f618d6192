/* What every command that reads treebanks shares: the options for it, the files named, and the
 * messages that the library sends while it reads (src/stream).
 *
 *     pl_tree_stream s;
 *     int got = stream_open(&s, &j->in, &j->transforms, progress_start(j->in.quiet), &err);
 *     while (got >= 0 && (got = pl_tree_stream_next(&s, NULL, &tree, &err)) > 0)
 *         if (use(tree, &err) < 0)
 *             got = pl_source_reject(s.source, tree, &err);
 *     stream_close(&s);
 *
 * The command's rows have PL_INCLUDE(job, in, input, input_rows). */
#pragma once

#include "command.h"
#include "terminal.h"

#include "stream/sink.h"
#include "stream/stream.h"

typedef struct input {
    pl_read_settings read;
    texts files;
    /* Files the command will write after long work: input_open checks that this is possible
     * and that they are not read, too. NULL: none. */
    const char *writes, *writes_too;
    size_t n_empty;    /* sentences with empty elements; input_report tells */
    bool quiet;        /* --quiet: errors and counts only */
    progress progress; /* of the stream that is open */
} input;

/* The options of the topic "read", --quiet, --help, and the operands as files. */
extern const pl_option_row input_rows[];

/* Whether the input is what somebody types at a terminal. */
bool input_is_typed(const input *in);
/* Opens the files as one source; its events are printed. `in` must stay where it is while the source is
 * open. NULL with the reason. */
pl_source *input_open(input *in, pl_error *err);
/* The same with these files instead of those of the command line. */
pl_source *input_open_files(input *in, const char *const *files, size_t n, pl_error *err);
/* Says what a tree cannot hold, and how many sentences were left out, if any. */
void input_report(const input *in, const pl_source *source);

/* Opens the input as a stream; `transforms` may be NULL. 0, or -1 with the reason: stream_close is
 * needed then, too. */
int stream_open(pl_tree_stream *s, input *in, const settings *transforms, progress p,
                pl_error *err);
/* Reports what was left out and closes the input. */
void stream_close(pl_tree_stream *s);

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
/* For the note that an output has no dependencies (pl_write_settings). */
#define DEPENDENCIES_HINT                                                                \
    "; 'pleach convert --heads RULES --dependencies' makes them from constituents"
/* Says once what the trees had and the output's format does not hold. */
void input_say_lost(const input *in, const pl_writer *w);
