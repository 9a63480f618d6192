/* Places for rows that grow. They are made a slab at a time, each for rows of one form,
 * whose sizes the caller sets, so that none of 16, 32 or 64 bytes lies across two lines of
 * memory. A place is a number of units, so that it takes 4 bytes; 0 stands for none. Places
 * keep their numbers but not their addresses when others are taken. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PL_MOST_FORMS = 17, PL_PLACE_UNIT = 16, PL_PLACE_BITS = 29 };

typedef struct pl_places {
    char *block;
    size_t size, room;            /* bytes in slabs; of the block */
    size_t bytes[PL_MOST_FORMS];  /* of a place; multiples of PL_PLACE_UNIT */
    uint32_t left[PL_MOST_FORMS]; /* lists of places that are free */
} pl_places;

static inline void *pl_place_at(const pl_places *p, uint32_t place)
{
    return p->block + (size_t)place * PL_PLACE_UNIT;
}

/* A place for a row of this form, with undefined bytes. */
uint32_t pl_places_take(pl_places *p, unsigned form);
/* Gives it back. */
void pl_places_leave(pl_places *p, uint32_t place, unsigned form);
void pl_places_release(pl_places *p);
