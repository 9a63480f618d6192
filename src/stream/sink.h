/* Where trees go: a file, memory, or, by a rule, one file for each part of a treebank. The
 * program and the library write through it, so that their outputs are the same.
 *
 *     pl_sink out;
 *     int status = pl_sink_open(&out, path, &settings, &error);
 *     if (status == 0)
 *         status = pl_sink_put(&out, tree, pl_source_reader(source), &error);      for each tree
 *     pl_sink_report(&out, &events);
 *     status = pl_sink_end(&out, status, &error);
 *
 * A file appears, or replaces an older one, when the sink ends. A file that the program reads is refused
 * (base/guard.h). */
#pragma once

#include "base/event.h"
#include "stream/write_options.h"
#include "transform/transform.h"

typedef struct pl_sink {
    const pl_write_settings *settings; /* borrowed */
    PL_VEC(pl_writer *)
    writers;           /* one, or with a rule one for each part of the treebank */
    pl_split split;    /* by the rule */
    bool heads_marked; /* set by the caller: heads of all trees are marked */
} pl_sink;

/* Opens a sink; the format `settings->to` is given. With a rule, trees go to PREFIX.PART.EXT, where the prefix is
 * `path` without the extension of the format, and EXT ends in .zst or .gz if `path` does. NULL and
 * "-": standard output. 0, or -1 with the reason; pl_sink_end is needed then, too. */
int pl_sink_open(pl_sink *s, const char *path, const pl_write_settings *settings,
                 pl_error *err);
/* Writes to `text`, which must stay until the end. A rule is ignored. */
int pl_sink_open_memory(pl_sink *s, pl_str *text, const pl_write_settings *settings,
                        pl_error *err);
/* Writes a tree that was read by `from`: then what its file begins with, and ids of discbracket, are kept. NULL: it
 * was not read. A format of dependencies alone gets those of marked heads, which are added to the tree. 0,
 * or -1 if the format cannot hold this tree at all; nothing of it was written then. */
int pl_sink_put(pl_sink *s, pl_tree *tree, const pl_reader *from, pl_error *err);
/* Whether putting the tree would add dependencies to it. */
bool pl_sink_completes(const pl_sink *s, const pl_tree *tree);
/* Sends what the outputs cannot hold. */
void pl_sink_report(pl_sink *s, const pl_event_handler *to);
/* Sends how many trees went to which part of the treebank, if a rule divides it. */
void pl_sink_report_split(const pl_sink *s, const pl_event_handler *to);
/* Closes the outputs. They appear, or none does if `status`, the result of the work, is not 0. Returns -1 if
 * the work or writing failed. */
int pl_sink_end(pl_sink *s, int status, pl_error *err);

/* Whether a format holds dependencies and no constituents. */
bool pl_is_conll(const pl_format *to);
/* Adds the dependencies of marked heads to a tree for a format that holds dependencies alone. `heads_marked`: also if
 * the tree is a single word, which has no place for a mark. 0, or -1 with the reason. */
int pl_complete_dependencies(pl_tree *t, const pl_format *to, bool heads_marked,
                             pl_error *err);
/* Sends what a writer could not hold; `hint` is the settings' dependencies_hint. */
void pl_lost_report(const pl_writer *w, const char *hint, const pl_event_handler *to);
