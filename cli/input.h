/* What every command that reads treebanks shares: the options for it, the files named,
 * and the messages about what was left out.
 *
 *     static int take(job *j, args *a, int id)
 *     {
 *         switch (id) {
 *         case MINE: …; return -1;                    -1: go on with the next argument
 *         default:   return input_option(&j->in, a, id);
 *         }
 *     }
 *     …
 *     source = input_open(&j->in, &err);
 *     while ((got = pl_source_next(source, &arena, &tree, &err)) > 0) …
 *     input_report(&j->in, source);  input_release(&j->in);
 *
 * The command's row has `.input = input_rows`, so that parsing and help know them. */
#ifndef PL_CLI_INPUT_H
#define PL_CLI_INPUT_H

#include "command.h"

#include "base/vec.h"
#include "format/source.h"
#include "format/writer.h"
#include "text/segment.h"

typedef struct input {
    pl_source_options source;
    PL_VEC(const char *) files;
    const char *tokenizer; /* name of rules or file, NULL if not given */
    pl_rules rules;        /* of it */
    pl_segmenter segmenter;
    /* Files the command will write, which it may not read; NULL: none. */
    const char *writes, *writes_too;
    size_t n_failed;    /* sentences left out because the command could not use them */
    size_t n_empty;     /* sentences with empty elements; see input_look */
    bool quiet;         /* --quiet: errors and counts only */
} input;

/* --from, --tokenizer, --encoding, --split-functions, --on-error, --quiet, --help; their
 * ids are 'q', 'h' and numbers from 1000. */
extern const option_row input_rows[];

/* For commands with threads of their own. */
enum { MAX_THREADS = 1024 };
/* clang-format off */
#define THREADS_ROW {'j', 'j', "threads", "N", "threads (default: all processors); the output does not depend on it"}
/* clang-format on */

/* Takes one of those options, an operand (a file) or ARG_BAD: an exit code, or -1 to go
 * on with the next argument. */
int input_option(input *in, const args *a, int id);
/* Uses these rules for raw text, unless --tokenizer names others; takes them. */
void input_set_rules(input *in, pl_rules rules);
/* The files as one stream of trees; sentences that are left out are listed on standard
 * error. `in` must stay where it is while the source is open. NULL with the reason. */
pl_source *input_open(input *in, pl_error *err);
/* The same with these files instead of those of the command line. */
pl_source *input_open_files(input *in, const char *const *files, size_t n, pl_error *err);
/* -1 with the reason if no file can be written there: to be asked before hours of work.
 */
int input_check_place(const char *path, pl_error *err);
/* 0, or -1 with the reason if the output file is one of those read. */
int input_check_output(const pl_source *source, const char *path, pl_error *err);
/* Both for what the command will write; input_open asks it. */
int input_check_writes(const input *in, const pl_source *source, pl_error *err);
/* What a sentence that the command cannot use does: puts its place (file, number, id) in
 * front of `err` and returns -1; with --on-error skip, lists it and returns 0. */
int input_bad_sentence(input *in, const pl_source *source, const pl_tree *tree,
                       pl_error *err);
/* Says what was left out, and why, unless --quiet was given. */
void input_say_skipped(const input *in, const char *reason);
/* Notices words tagged -NONE-, which a parser must not learn: no text has them. To be
 * called with each tree that is learned from; input_report warns of them. */
void input_look(input *in, const pl_tree *tree);
/* Says what a tree cannot hold, and how many sentences were left out, if any. */
void input_report(const input *in, const pl_source *source);
void input_release(input *in);

/* Says once what the trees had and the output's format does not hold. */
void input_say_lost(const input *in, const pl_writer *w);

/* The format of that name, or NULL after a message that lists those there are. */
const pl_format *format_arg(const args *a);
/* The format that the name of the output file says (NULL: there is none), else the one of
 * the name `otherwise`. */
const pl_format *format_for(const char *output, const char *otherwise);
/* A path without its folders: models and pictures do not say where treebanks were. */
const char *base_name(const char *path);

#endif
