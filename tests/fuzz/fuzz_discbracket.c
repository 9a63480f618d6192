/* The reader of discbracket; what is checked stands in fuzz_reader.h.
 * Code: src/format/bracketed.c src/tree/build.c
 * Seeds: tests/data/dutch.discbracket */
#define FORMAT "discbracket"
#include "fuzz_reader.h"
