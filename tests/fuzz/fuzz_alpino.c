/* The reader of alpino; what is checked stands in fuzz_reader.h.
 * Code: src/format/alpino.c src/format/alpino_write.c src/format/xml.c
 * Seeds: tests/data/dutch.alpino.xml */
#define FORMAT "alpino"
#include "fuzz_reader.h"
