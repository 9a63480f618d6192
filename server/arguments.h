/* How endpoints write the rows of their arguments; see request.h.
 *
 *     static const argument arguments[] = {
 *         {"data", NEEDED_TEXT(job, data),   "…"},
 *         {"beam", NUMBER(job, beam, 1, 64), "…"},
 *         {0},
 *     };
 */
#pragma once

#include "request.h"

#include <stddef.h>

/* clang-format off */
#define TYPED_PLACE_(job, field, type) offsetof(job, field) + 0 * sizeof((type *)0 == &((job *)0)->field)
#define TEXT(job, field)        {ARGUMENT_TEXT, TYPED_PLACE_(job, field, const char *), 0, 0, false}
#define NEEDED_TEXT(job, field) {ARGUMENT_TEXT, TYPED_PLACE_(job, field, const char *), 0, 0, true}
#define NUMBER(job, field, least, most) \
                                {ARGUMENT_NUMBER, TYPED_PLACE_(job, field, uint32_t), (least), (most), false}
#define LIST(job, field)        {ARGUMENT_LIST, TYPED_PLACE_(job, field, const pl_value *), 0, 0, false}
#define NEEDED_TREE(job, field) {ARGUMENT_TREE, TYPED_PLACE_(job, field, const pl_value *), 0, 0, true}
#define FLAG(job, field)        {ARGUMENT_FLAG, TYPED_PLACE_(job, field, bool), 0, 0, false}
/* clang-format on */
