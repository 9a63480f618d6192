/* Places for rows; see places.h. */
#include "learn/places.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

enum { SLAB = 4096, FIRST_ROOM = 1 << 16 };

static void grow(pl_places *p, size_t least)
{
    size_t room = p->room + p->room / 2;
    char *old = p->block;
    p->room = room > least ? room : least + FIRST_ROOM;
    p->block = pl_alloc_table(p->room);
    if (old != NULL)
        memcpy(p->block, old, p->size);
    free(old);
}

static void add_slab(pl_places *p, unsigned form)
{
    size_t bytes = p->bytes[form], n = bytes < SLAB ? SLAB / bytes : 1;
    size_t first = p->size > 0 ? p->size : SLAB; /* place 0 stays unused */
    size_t end = first + (n * bytes + SLAB - 1) / SLAB * SLAB;
    if (end / PL_PLACE_UNIT > (size_t)1 << PL_PLACE_BITS)
        pl_out_of_memory(end);
    if (end > p->room)
        grow(p, end);
    for (size_t i = n; i-- > 0;)
        pl_places_leave(p, (uint32_t)((first + i * bytes) / PL_PLACE_UNIT), form);
    p->size = end;
}

uint32_t pl_places_take(pl_places *p, unsigned form)
{
    if (p->left[form] == 0)
        add_slab(p, form);
    uint32_t place = p->left[form];
    memcpy(&p->left[form], pl_place_at(p, place), sizeof place);
    return place;
}

void pl_places_leave(pl_places *p, uint32_t place, unsigned form)
{
    memcpy(pl_place_at(p, place), &p->left[form], sizeof place);
    p->left[form] = place;
}

void pl_places_release(pl_places *p)
{
    free(p->block);
    *p = (pl_places){0};
}
