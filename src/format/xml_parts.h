/* Whether two texts of XML say the same, in another order. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether both have the same elements, with the same attributes, and the same text between them,
 * as often, in any order: words and nodes of treebanks have numbers, so that they may stand in any
 * order. Blanks, quotes, references (&#228;) and the way in which an element ends do not count;
 * comments do. */
bool pl_xml_same_parts(const char *a, size_t n, const char *b, size_t m);
