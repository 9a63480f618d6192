/* The reader of tokens; what is checked stands in fuzz_reader.h. */
#define FORMAT "tokens"
#include "fuzz_reader.h"
