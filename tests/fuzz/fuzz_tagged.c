/* The reader of tagged; what is checked stands in fuzz_reader.h.
 * Code: src/format/plain.c
 * Seeds: tests/data/dutch.tagged */
#define FORMAT "tagged"
#include "fuzz_reader.h"
