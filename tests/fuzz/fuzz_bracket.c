/* The reader of bracket; what is checked stands in fuzz_reader.h. */
#define FORMAT "bracket"
#include "fuzz_reader.h"
