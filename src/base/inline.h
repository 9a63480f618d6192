/* Functions that are part of each of their callers, so that arguments which are constants there
 * are constants in them. */
#pragma once

#include <stddef.h> /* a file of macros alone is no C */

#define PL_INLINE static inline __attribute__((always_inline))
