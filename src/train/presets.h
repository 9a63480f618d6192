/* Settings of training under one name. Options change them one by one. */
#pragma once

#include "parser/vocab.h"
#include "train/update.h"

typedef struct pl_preset {
    const char *name;     /* NULL: none that a user can name */
    const char *system;   /* the default with this preset */
    const char *features; /* NULL: the machine's own default */
    uint32_t beam;
    double margin; /* of the beam; 0: none */
    pl_update update;
    pl_unknown unknown;
    uint32_t batch, epochs, runs;
} pl_preset;

extern const pl_preset pl_presets[]; /* the last row has no system */

/* The preset of that name, or NULL for NULL; -1 with the reason, which lists them. */
int pl_preset_find(const char *name, const pl_preset **found, pl_error *err);
/* The default for a machine. */
const pl_preset *pl_preset_for(const pl_machine *m);
