/* What transitions of all systems do, as rows of their tables name it, and how oracles
 * spell them. */
#ifndef PL_MACHINE_EFFECTS_H
#define PL_MACHINE_EFFECTS_H

#include "machine/system.h"

void pl_effect_shift(pl_config *c, pl_action a);
void pl_effect_unary(pl_config *c, pl_action a);
void pl_effect_left(pl_config *c,
                    pl_action a); /* reduces two, the left one is the head */
void pl_effect_right(pl_config *c, pl_action a); /* the same, the right one is the head */
void pl_effect_none(pl_config *c, pl_action a);

/* Adds an action to a derivation; label PL_NONE: it takes none. Of numbers beyond what an
 * action can have there is no action: they become the largest. */
void pl_spell(pl_actions *out, uint16_t kind, uint32_t number, uint32_t label);

#endif
