/* Presets of training; see presets.h. */
#include "train/presets.h"

#include "base/alloc.h"

#include <string.h>

/* The default preset of a machine is the first row for dependencies, or the first one for
 * constituents whose system has the same prefix of feature sets. */
/* clang-format off */
const pl_preset pl_presets[] = {
    /* name           system       features    beam margin update                   rare words          batch epochs runs */
    {"best",         "sr-gap",    "best",      8,  140,   PL_UPDATE_LASO,          PL_UNKNOWN_CLASSES, 1,    10,    3},
    {"fast",         "sr-gap",    "fast",      8,  60,    PL_UPDATE_LASO,          PL_UNKNOWN_CLASSES, 1,    10,    3},
    {"paper",        "sr-gap",    "spans",     4,  0,     PL_UPDATE_EARLY,         PL_UNKNOWN_HAPAX,   1,    30,    1},
    {"maier-lichte", "skipshift", "extended",  4,  0,     PL_UPDATE_MAX_VIOLATION, PL_UNKNOWN_HAPAX,   1,    20,    1},
    {"skipshift",    "skipshift", "best",      4,  0,     PL_UPDATE_MAX_VIOLATION, PL_UNKNOWN_CLASSES, 1,    20,    1},
    {NULL,           "ml-gap",    "best",      4,  0,     PL_UPDATE_EARLY,         PL_UNKNOWN_CLASSES, 1,    20,    1},
    {NULL,           "dep",       NULL,       16,  0,     PL_UPDATE_LASO,          PL_UNKNOWN_CLASSES, 1,    15,    1},
    {0},
};
/* clang-format on */

int pl_preset_find(const char *name, const pl_preset **found, pl_error *err)
{
    pl_str names = {0};
    *found = NULL;
    for (const pl_preset *p = pl_presets; name != NULL && p->system != NULL; p++) {
        if (p->name == NULL)
            continue;
        if (strcmp(p->name, name) == 0)
            *found = p;
        pl_str_printf(&names, "%s%s", names.n > 0 ? ", " : "", p->name);
    }
    int status = name == NULL || *found != NULL
                     ? 0
                     : pl_fail(err, PL_BAD_ARGUMENT,
                               "there is no preset '%s'; there are: %s", name, names.at);
    pl_str_release(&names);
    return status;
}

static bool same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

const pl_preset *pl_preset_for(const pl_machine *m)
{
    const pl_machine_options plain = {0};
    const pl_preset *p = pl_presets;
    pl_error err;
    for (bool fits = false; !fits && p[1].system != NULL; p += !fits) {
        pl_machine *other = pl_machine_new(p->system, &plain, &err);
        fits = other != NULL && other->ops == m->ops &&
               same_text(other->own_features, m->own_features);
        pl_machine_free(other);
    }
    return p;
}
