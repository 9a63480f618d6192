/* Grammars as files: a cascade (cascade.h) in the sections of a model file.
 * docs/grammars.md describes them. What is read is checked as a whole and piece by piece.
 *
 *     pl_cascade_save(&cascade, "nl.grammar", &err);
 *     pl_cascade_load(&cascade, file, &err);
 */
#ifndef PL_GRAMMAR_GRAMMAR_FILE_H
#define PL_GRAMMAR_GRAMMAR_FILE_H

#include "base/sections.h"
#include "grammar/cascade.h"
#include "transform/transform.h"

#define PL_GRAMMAR_SECTION "grammar" /* which grammar files have and no others */

/* Limits of grammars in files. */
#define PL_MAX_GRAMMAR_FANOUT 64u
#define PL_MAX_GRAMMAR_RHS    1000u

int pl_cascade_save(const pl_cascade *c, const char *path, pl_error *err);
/* Fills a cascade that is then to be released, also after -1 with the reason. The file
 * need not stay open. */
int pl_cascade_load(pl_cascade *c, const pl_sections *file, pl_error *err);

/* -- the transforms of a cascade: `steps` and `undo` -------------------------------- */

/* Adds transforms, "name" or "name=argument" with a blank between them, to a pipeline.
 * False if there are too many, or one that grammars may not carry. */
bool pl_grammar_steps(pl_pipeline *p, const char *text);
/* Notes that the trees went through a transform (argument NULL: it has none). One that
 * grammars may carry is added to `steps`; what undoes it is put in front of `undo`. */
void pl_grammar_note_step(const char *name, const char *arg, pl_str *steps, pl_str *undo);

#endif
