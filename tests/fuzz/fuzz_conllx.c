/* The reader of conllx; what is checked stands in fuzz_reader.h. */
#define FORMAT "conllx"
#include "fuzz_reader.h"
