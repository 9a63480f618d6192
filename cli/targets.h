/* Which input goes to which output: all of it to one, or, where the output is a folder,
 * each file to one of its own.
 *
 *     -o out/  in/a.txt in/b/      in/a.txt      ─► out/a.txt.discbracket
 *                                  in/b/c/d.txt  ─► out/c/d.txt.discbracket
 */
#ifndef PL_CLI_TARGETS_H
#define PL_CLI_TARGETS_H

#include "base/vec.h"
#include "format/source.h"

typedef struct target {
    const char *const *inputs; /* [n_inputs] none: standard input */
    size_t n_inputs;
    const char *output; /* NULL: standard output */
} target;

typedef struct targets {
    PL_VEC(target) all;
    bool folder; /* each file has an output of its own */
    pl_arena text;
} targets;

/* Whether an output is meant as a folder: it is one, or its name ends in a slash. */
bool is_folder(const char *path);
/* One for all that `source` will read; its files are given as the user named them. */
void targets_one(targets *t, const char *const *inputs, size_t n, const char *output);
/* One for each file of `source` in the folder `output`, which is made, with the folders
 * in it. 0, or -1 with the reason: two files would go to one, standard input has no name,
 * the output is in a folder that is read. */
int targets_each(targets *t, const pl_source *source, const char *const *inputs, size_t n,
                 const char *output, const pl_format *format, pl_error *err);
void targets_release(targets *t);

#endif
