/* Settings of training under one name: pleach train --preset. Options change them one by
 * one, wherever they stand on the command line. */
#ifndef PL_CLI_PRESETS_H
#define PL_CLI_PRESETS_H

#include "parser/vocab.h"
#include "parser/con_trainer.h"

typedef struct preset {
    const char *name;
    const char *system; /* for which it is meant, if none is asked for */
    const char *features;
    uint32_t beam;
    pl_update update;
    pl_unknown unknown;
    uint32_t batch, epochs;
} preset;

/* The first one of a system is its default, and that of systems with the same templates.
 */
enum { N_PRESETS = 4 };
extern const preset presets[N_PRESETS];
extern const preset preset_open; /* nothing is set */

/* Fills in what options have not set: by the preset, where that is NULL by the system's
 * default; the system by the preset where it is NULL. */
void preset_complete(preset *set, const pl_system **system, const preset *by);

#endif
