/* The reader of tokens; what is checked stands in fuzz_reader.h.
 * Code: src/format/plain.c
 * Seeds: tests/data/english.tokens */
#define FORMAT "tokens"
#include "fuzz_reader.h"
