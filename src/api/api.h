/* What stands behind the opaque types of pleach.h. Only the files of api/ include this.
 */
#ifndef PL_API_API_H
#define PL_API_API_H

#include "pleach.h"

#include "base/err.h"
#include "base/str.h"
#include "format/source.h"

struct pl_sentence {
    pl_tree *tree;
    pl_arena arena; /* of a copy; a sentence of a treebank lives in the treebank's */
};

/* A treebank from a path (`bytes` NULL) or from memory, read with these options. NULL
 * with the reason on failure. */
pl_treebank *pl_api_treebank(const char *path, const void *bytes, size_t n,
                             const char *format, const pl_read_options *options,
                             pl_error *error);

/* What a function that gives text returns: the text, which the caller now owns, or NULL
 * with the reason if `status` is -1. Takes `text`. */
char *pl_api_text(int status, pl_str *text, pl_error *error, const pl_error *err);

/* Hands the library's reason on to the caller; returns -1. */
int pl_api_fail(pl_error *error, const pl_error *err);

#endif
