/* Grammars as files: a cascade (grammar/cascade.h) in the sections of a model file.
 * docs/grammars.md describes them. What is read is checked as a whole and piece by piece.
 *
 *     pl_grammar_save(&cascade, "nl.grammar", &err);
 *     pl_grammar_load(&cascade, file, &err);
 */
#ifndef PL_GRAMMAR_GRAMMAR_FILE_H
#define PL_GRAMMAR_GRAMMAR_FILE_H

#include "grammar/cascade.h"
#include "base/sections.h"
#include "transform/transform.h"

#define PL_GRAMMAR_SECTION "grammar" /* which grammar files have and no others */

/* Limits of what is read. */
#define PL_MAX_GRAMMAR_FANOUT 64u
#define PL_MAX_GRAMMAR_RHS    1000u

/* Appends the sections to a file that may carry more. */
void pl_grammar_put(const pl_cascade *c, pl_section_list *list);
int pl_grammar_save(const pl_cascade *c, const char *path, pl_error *err);
/* Fills a cascade that is then to be released, also after -1 with the reason. The file
 * need not stay open. */
int pl_grammar_load(pl_cascade *c, const pl_sections *file, pl_error *err);

/* The name NAME.STAGE of a section, in room[PL_SECTION_NAME], which is returned. */
const char *pl_grammar_section(char *room, const char *name, uint32_t stage);

/* Adds transforms, "name" or "name=argument" with a blank between them, as a cascade has
 * them. */
void pl_grammar_steps(pl_pipeline *p, const char *text);
/* Whether a transform, whose name has n bytes, may be one of them: it reads no files and
 * leaves no trees out. */
bool pl_grammar_step_known(const char *name, size_t n);

#endif
