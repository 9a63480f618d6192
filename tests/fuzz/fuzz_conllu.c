/* The reader of conllu; what is checked stands in fuzz_reader.h.
 * Code: src/format/conll.c src/format/lines.c
 * Seeds: tests/data/english.conllu tests/data/german.conllu */
#define FORMAT "conllu"
#include "fuzz_reader.h"
