/* The rows of the table of formats, each defined beside its reader or writer. Only
 * format.c and the files of the formats include this. */
#ifndef PL_FORMAT_FORMATS_H
#define PL_FORMAT_FORMATS_H

#include "format/format.h"

extern const pl_format pl_format_discbracket;
extern const pl_format pl_format_bracket;
extern const pl_format pl_format_conllu;
extern const pl_format pl_format_conllx;
extern const pl_format pl_format_tokens;
extern const pl_format pl_format_tagged;
extern const pl_format pl_format_text;
extern const pl_format pl_format_json;
extern const pl_format pl_format_export;
extern const pl_format pl_format_tigerxml;
extern const pl_format pl_format_alpino;

#endif
