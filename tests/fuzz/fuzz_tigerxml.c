/* The reader of tigerxml; what is checked stands in fuzz_reader.h. */
#define FORMAT "tigerxml"
#include "fuzz_reader.h"
