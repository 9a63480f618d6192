/* Functions that are part of each of their callers, so that arguments which are constants there
 * are constants in them. */
#pragma once

#define PL_INLINE static inline __attribute__((always_inline))
