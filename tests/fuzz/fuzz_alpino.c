/* The reader of alpino; what is checked stands in fuzz_reader.h. */
#define FORMAT "alpino"
#include "fuzz_reader.h"
