/* The reader of export; what is checked stands in fuzz_reader.h. */
#define FORMAT "export"
#include "fuzz_reader.h"
