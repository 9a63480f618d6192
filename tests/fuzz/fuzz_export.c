/* The reader of export; what is checked stands in fuzz_reader.h.
 * Code: src/format/export.c src/format/export_write.c
 * Seeds: tests/data/german.export */
#define FORMAT "export"
#include "fuzz_reader.h"
