/* The reader of tagged; what is checked stands in fuzz_reader.h. */
#define FORMAT "tagged"
#include "fuzz_reader.h"
