/* The reader of tigerxml; what is checked stands in fuzz_reader.h.
 * Code: src/format/tigerxml.c src/format/xml.c
 * Seeds: tests/data/german.tiger.xml */
#define FORMAT "tigerxml"
#include "fuzz_reader.h"
