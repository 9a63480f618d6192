/* Presets of training; see presets.h. */
#include "presets.h"

#include <string.h>

/* clang-format off */
const preset presets[N_PRESETS] = {
    /* name           system       features    beam update                   rare words          batch epochs */
    {"best",         "sr-gap",    "best",      4,  PL_UPDATE_EARLY,         PL_UNKNOWN_CLASSES, 1,    20},
    {"paper",        "sr-gap",    "spans",     4,  PL_UPDATE_EARLY,         PL_UNKNOWN_HAPAX,   1,    30},
    {"maier-lichte", "skipshift", "extended",  4,  PL_UPDATE_MAX_VIOLATION, PL_UNKNOWN_HAPAX,   1,    20},
    {"skipshift",    "skipshift", "best",      4,  PL_UPDATE_MAX_VIOLATION, PL_UNKNOWN_CLASSES, 1,    20},
};
/* clang-format on */

const preset preset_open = {.update = PL_N_UPDATES, .unknown = PL_N_UNKNOWN};

static bool same_templates(const pl_system *a, const pl_system *b)
{
    return a->templates == NULL || b->templates == NULL
               ? a->templates == b->templates
               : strcmp(a->templates, b->templates) == 0;
}

static const preset *default_of(const pl_system *s)
{
    for (int i = 0; s != NULL && i < N_PRESETS; i++)
        if (same_templates(s, pl_system_find(presets[i].system)))
            return &presets[i];
    return &presets[0];
}

void preset_complete(preset *set, const pl_system **system, const preset *by)
{
    if (by == NULL)
        by = default_of(*system);
    set->features = set->features != NULL ? set->features : by->features;
    set->beam = set->beam > 0 ? set->beam : by->beam;
    set->update = set->update < PL_N_UPDATES ? set->update : by->update;
    set->unknown = set->unknown < PL_N_UNKNOWN ? set->unknown : by->unknown;
    set->batch = set->batch > 0 ? set->batch : by->batch;
    set->epochs = set->epochs > 0 ? set->epochs : by->epochs;
    if (*system == NULL)
        *system = pl_system_find(by->system);
}
