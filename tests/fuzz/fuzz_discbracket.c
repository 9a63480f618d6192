/* The reader of discbracket; what is checked stands in fuzz_reader.h. */
#define FORMAT "discbracket"
#include "fuzz_reader.h"
