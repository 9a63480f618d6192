/* Going on with an output file that was not finished: how many whole sentences it has,
 * whether they are those of the input, and a cut behind the last of them.
 *
 *     resume_look(&r, path, format, &err);       finds the end of the last sentence
 *     resume_check(&r, source, &err);            takes as many from the input, compares
 * words resume_cut(&r, &err);                      takes away what follows w =
 * pl_writer_append(path, r.n, …);
 */
#ifndef PL_CLI_RESUME_H
#define PL_CLI_RESUME_H

#include "format/source.h"

typedef struct resume {
    const char *path;
    const pl_format *format;
    size_t n;        /* whole sentences */
    size_t n_tokens; /* of them; after the check */
    size_t bytes;    /* up to and with the last of them */
    bool cut;        /* more follows */
} resume;

/* Nothing is there: n is 0. -1 with the reason where one cannot go on: the format is one
 * document, the file is compressed or no plain file. */
int resume_look(resume *r, const char *path, const pl_format *format, pl_error *err);
/* 0, or -1 with the reason: the input's sentences are others, or fewer. */
int resume_check(resume *r, pl_source *input, pl_error *err);
int resume_cut(const resume *r, pl_error *err);

#endif
