/* Effects that systems share; see effects.h. */
#include "machine/effects.h"

void pl_effect_shift(pl_config *c, pl_action a)
{
    (void)a;
    pl_config_shift(c);
}

void pl_effect_unary(pl_config *c, pl_action a)
{
    pl_config_unary(c, a.label);
}

void pl_effect_left(pl_config *c, pl_action a)
{
    pl_config_reduce(c, a.label, false);
}

void pl_effect_right(pl_config *c, pl_action a)
{
    pl_config_reduce(c, a.label, true);
}

void pl_effect_none(pl_config *c, pl_action a)
{
    (void)c, (void)a;
}

void pl_spell(pl_actions *out, uint16_t kind, uint32_t number, uint32_t label)
{
    pl_action a = {kind, (uint16_t)(number < UINT16_MAX ? number : UINT16_MAX), label};
    PL_PUSH(out, a);
}
