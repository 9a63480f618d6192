/* The reader of conllx; what is checked stands in fuzz_reader.h.
 * Code: src/format/conll.c src/format/lines.c
 * Seeds: tests/data/danish.conllx tests/data/dutch.conllx */
#define FORMAT "conllx"
#include "fuzz_reader.h"
