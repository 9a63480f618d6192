/* What stands behind the opaque types of pleach.h. Only the files of api/ include this.
 */
#pragma once

#include "pleach.h"

#include "base/str.h"
#include "base/vec.h"
#include "stream/stream.h"
#include "tree/packed.h"

#include <stdatomic.h>

struct pl_sentence {
    pl_tree *tree;
    pl_arena arena; /* of a copy; a sentence of a treebank lives in the treebank's */
};

/* Transforms with their arguments, which a pipeline only borrows. */
typedef struct pl_api_step {
    const char *name, *argument; /* NULL if it takes none */
} pl_api_step;

typedef struct pl_api_steps {
    PL_VEC(pl_api_step) list;
    pl_arena texts; /* of arguments */
} pl_api_steps;

struct pl_treebank {
    pl_read_settings settings;
    pl_tree_stream stream;
    pl_api_steps steps; /* of the stream */
    char *path;
    pl_sentence current;
    bool fails;     /* the next call of pl_corpus_take fails: … */
    pl_error error; /* … with this reason */
};

/* The caller's error, or one that nobody looks at where the caller gave none. */
pl_error *pl_api_error(pl_error *error);
/* Whether all arguments are there: what each is called, and itself, up to a NULL in place
 * of a name. Fails with the first one that is NULL. `error` gets what pl_api_error gives. */
#define PL_LAST ((const void *)NULL) /* ends the list */
bool pl_api_given(pl_error **error, ...) __attribute__((sentinel));

/* A tree of n words with copies of words and tags; NULL with the reason. */
pl_tree *pl_api_words(pl_arena *m, const char *const *words, const char *const *tags,
                      uint32_t n, pl_error *error);
/* A sentence of its own with a copy of the tree. */
pl_sentence *pl_api_sentence(const pl_tree *tree);

/* A treebank from a path (`bytes` NULL) or from memory, read with these options. NULL
 * with the reason on failure. */
pl_treebank *pl_api_treebank(const char *path, const void *bytes, size_t n,
                             const char *format, const pl_read_options *options,
                             pl_error *error);

/* The bytes of a sentence of a corpus and the tables of its texts, which stay until
 * pl_api_look_away. */
typedef struct pl_look {
    const void *bytes;
    size_t n;
    const pl_text_table *tables;
    atomic_uint *lookers; /* among whom this one is counted; NULL: among none */
} pl_look;
/* Looks at sentence i: 0, or -1 with the reason if there is none. */
int pl_api_look(const pl_corpus *c, size_t i, pl_look *look, pl_error *error);
void pl_api_look_away(const pl_look *look);

/* The tree of sentence i in `m`, with texts of the corpus; NULL with the reason. */
pl_tree *pl_api_corpus_tree(const pl_corpus *c, size_t i, pl_arena *m, pl_error *error);

/* A corpus that is filled tree by tree, then finished. */
pl_corpus *pl_api_corpus(void);
void pl_api_corpus_add(pl_corpus *c, const pl_tree *t, const char *format);
void pl_api_corpus_finish(pl_corpus *c);
/* The same, or NULL if `status` is -1. Takes `c`. */
pl_corpus *pl_api_corpus_made(pl_corpus *c, int status);
/* Puts a tree in the place of sentence i. One thread may do this while others look at the
 * corpus: they see the one or the other. The old one stays as long as somebody looks at it. */
void pl_api_corpus_replace(pl_corpus *c, size_t i, const pl_tree *t);

struct pl_stats;
pl_statistics pl_api_statistics(const struct pl_stats *s);

/* What a function that gives text returns: the text, which the caller now owns, or NULL
 * if `status` is -1. Takes `text`. */
char *pl_api_text(int status, pl_str *text);
