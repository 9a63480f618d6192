/* The reader of conllu; what is checked stands in fuzz_reader.h. */
#define FORMAT "conllu"
#include "fuzz_reader.h"
