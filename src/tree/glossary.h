/* What labels, functions, tags and relations mean: files share/glossaries/NAME.txt, one for each
 * model that comes with pleach, with lines of kind, name and meaning.
 *
 *     pl_glossary *g = pl_glossary_open("nl", &err);
 *     if (pl_glossary_put(g, PL_GLOSS_TAG, "VNW-bez-det", &out)) …
 *     pl_glossary_close(g);
 *
 * A name that is not listed as a whole is explained by its parts: N-D by N and -D, nsubj:pass by
 * nsubj and :pass, N|ev|met-e by N, |ev and |met-e. */
#pragma once

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>

typedef enum pl_gloss {
    PL_GLOSS_LABEL,
    PL_GLOSS_FUNCTION,
    PL_GLOSS_TAG,
    PL_GLOSS_RELATION,
    PL_N_GLOSSES
} pl_gloss;

extern const char *const pl_gloss_names[PL_N_GLOSSES]; /* "label" … */

typedef struct pl_glossary pl_glossary;

/* `name` is that of a shipped one, or a file. NULL with the reason: there is none, or a line
 * makes no sense. */
pl_glossary *pl_glossary_open(const char *name, pl_error *err);
/* Opens the glossary of a model that comes with pleach: the one of its name, or else of the name
 * without its last part, so that nl-small has the one of nl. */
pl_glossary *pl_glossary_of_model(const char *model, pl_error *err);
void pl_glossary_close(pl_glossary *g); /* NULL is fine */

/* Appends the meaning; false if the name is not known as this kind. */
bool pl_glossary_put(const pl_glossary *g, pl_gloss kind, const char *name, pl_str *out);
/* Append lines of kind, name and meaning, with tabs between: for all entries, or one for each kind
 * that has the name. Returns false if there is none. */
void pl_glossary_put_all(const pl_glossary *g, pl_str *out);
bool pl_glossary_put_lines(const pl_glossary *g, const char *name, pl_str *out);
/* Returns the name of an entry that is like this one; NULL if there is none. */
const char *pl_glossary_similar(const pl_glossary *g, const char *name);
