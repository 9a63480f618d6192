/* One line per transition system, for the table in system.c. */
#ifndef PL_MACHINE_SYSTEMS_H
#define PL_MACHINE_SYSTEMS_H

#include "machine/system.h"

extern const pl_system pl_system_sr_gap;
extern const pl_system pl_system_sr_cgap;
extern const pl_system pl_system_swap;
extern const pl_system pl_system_skipshift;

#endif
