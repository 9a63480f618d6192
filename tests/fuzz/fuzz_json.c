/* The reader of json; what is checked stands in fuzz_reader.h.
 * Code: src/format/json_read.c src/base/json_value.c src/format/json.c src/tree/build.c */
#define FORMAT "json"
#include "fuzz_reader.h"
