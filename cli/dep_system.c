/* Dependency systems on the command line; see dep_system.h. */
#include "dep_system.h"

#include "base/share.h"
#include "machine/dep_oracle.h"
#include "machine/system.h"

#include <string.h>

int dep_option(dep_options *d, const args *a, int id)
{
    if (id == DEP_SINGLE_ROOT) {
        static const char *const names[] = {"auto", "yes", "no", "strict"};
        for (int i = 0; i < 4; i++)
            if (strcmp(a->value, names[i]) == 0) {
                d->single_root = (dep_when)i;
                return -1;
            }
        return usage_error(
            a->command, "--single-root is yes, no, auto or strict, not '%s'", a->value);
    }
    struct dep_setting s = {id, a->value};
    PL_PUSH(&d->settings, s);
    return -1;
}

void no_such_system(pl_str *out, const char *name)
{
    pl_str path = {0};
    pl_error err;
    pl_str_printf(out, "there is no transition system '%s'; there are:", name);
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        pl_str_printf(out, " %s", (*s)->name);
    pl_str_puts(out, "; for dependencies: dep");
    if (pl_share_path("systems", name, ".sys", &path, &err) < 0) {
        const char *shipped = strstr(err.text, "there are: ");
        pl_str_puts(out, shipped != NULL ? ", "
                                         : "; those that come with pleach are not "
                                           "found (is PLEACH_SHARE right?)");
        pl_str_puts(out, shipped != NULL ? shipped + strlen("there are: ") : "");
    }
    pl_str_release(&path);
}

bool is_dep_system(const char *name)
{
    pl_str path = {0};
    pl_error err;
    bool found = strcmp(name, "dep") == 0 ||
                 pl_share_path("systems", name, ".sys", &path, &err) == 0;
    pl_str_release(&path);
    return found;
}

static int set(pl_dep_params *p, const struct dep_setting *s, bool *replaced,
               pl_error *err)
{
    static const char *const keys[] = {"K", "D", "root", "heads"};
    if (s->id <= DEP_HEADS)
        return pl_dep_params_set(p, keys[s->id - DEP_K], s->value, err);
    pl_dep_kind kind = (pl_dep_kind)(s->id - DEP_LEFT);
    if (!replaced[kind])
        pl_dep_params_drop(p, kind);
    replaced[kind] = true;
    return strcmp(s->value, "no") == 0 ? 0 : pl_dep_params_add(p, kind, s->value, err);
}

int dep_params(const dep_options *d, const char *name, bool quiet, pl_dep_params *p,
               pl_error *err)
{
    bool replaced[PL_DEP_N_KINDS] = {false}, plain = strcmp(name, "dep") == 0;
    pl_str notes = {0};
    if (plain)
        pl_dep_params_start(p, name);
    else if (pl_dep_params_load(p, name, err) < 0)
        return -1;
    for (size_t i = 0; i < d->settings.n; i++)
        if (set(p, &d->settings.at[i], replaced, err) < 0)
            return -1;
    if (plain && p->K != PL_DEP_INF && !replaced[PL_DEP_SHIFT] &&
        pl_dep_params_add(p, PL_DEP_SHIFT, "default", err) < 0)
        return -1;
    p->single_root = d->single_root == DEP_YES || d->single_root == DEP_STRICT;
    int status = pl_dep_params_check(p, &notes, err);
    if (status == 0 && pl_dep_probe(p) == 0)
        status = pl_fail(err, PL_BAD_ARGUMENT,
                         "not one tree of three words can be derived in this setting%s",
                         p->root_left ? "; would the root be better on the right?" : "");
    if (status < 0)
        pl_fail_prefix(err, "system %s: ", name);
    else if (!quiet && notes.n > 0)
        fprintf(stderr, "pleach: system %s: %s", name, notes.at);
    pl_str_release(&notes);
    return status;
}

void dep_options_release(dep_options *d)
{
    PL_VEC_RELEASE(&d->settings);
}
