/* The reader of bracket; what is checked stands in fuzz_reader.h.
 * Code: src/format/bracketed.c src/tree/build.c
 * Seeds: tests/data/english.penn */
#define FORMAT "bracket"
#include "fuzz_reader.h"
