/* The highest of many scores. */
#pragma once

#include <stdint.h>

/* The number of the highest of n scores, the lowest of equals; n is at least 1. */
uint32_t pl_highest(const int32_t *scores, uint32_t n);
/* The same without what only some processors can do, for tests. */
uint32_t pl_highest_plain(const int32_t *scores, uint32_t n);
