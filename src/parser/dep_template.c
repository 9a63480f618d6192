/* The template notation of dependency systems; see template.h. */
#include "parser/dep_template.h"

#include "parser/template_file.h"

#include <string.h>

static const char *const places[PL_DEP_N_PLACES] = {"s0", "s1", "s2", "g0",
                                                    "g1", "n0", "n1", "n2"};
static const char *const paths[PL_DEP_N_PATHS] = {"", "l", "l2", "r", "r2", "h", "h2"};
static const char fields[] = "wpqfbecvVxX";

static int parse_place(const char **at, uint8_t *place, pl_error *err)
{
    for (unsigned i = 0; i < PL_DEP_N_PLACES; i++)
        if (strncmp(*at, places[i], 2) == 0) {
            *place = (uint8_t)i;
            *at += 2;
            return 0;
        }
    return pl_fail(err, PL_BAD_INPUT,
                   "an atom begins with s0, s1, s2, g0, g1, n0, n1 or n2, or is d, "
                   "not '%.8s'",
                   *at);
}

/* The path after a dot; the longest that fits. */
static int parse_path(const char **at, uint8_t *path, pl_error *err)
{
    size_t best = 0;
    for (unsigned i = 1; i < PL_DEP_N_PATHS; i++) {
        size_t n = strlen(paths[i]);
        if (n > best && strncmp(*at, paths[i], n) == 0) {
            best = n;
            *path = (uint8_t)i;
        }
    }
    if (best == 0)
        return pl_fail(err, PL_BAD_INPUT,
                       "after a dot stands l, l2, r, r2, h or h2, not '%.8s'", *at);
    *at += best;
    return 0;
}

static int add_slot(pl_dep_templates *t, pl_dep_template *template, pl_dep_slot slot,
                    pl_error *err)
{
    uint32_t k = 0;
    while (k < t->n_slots &&
           (t->slots[k].place != slot.place || t->slots[k].path != slot.path ||
            t->slots[k].field != slot.field))
        k++;
    if (k == PL_DEP_MAX_SLOTS)
        return pl_fail(err, PL_TOO_LARGE, "more than %d different atoms",
                       PL_DEP_MAX_SLOTS);
    if (template->n == PL_DEP_MAX_ATOMS)
        return pl_fail(err, PL_TOO_LARGE, "more than %d atoms", PL_DEP_MAX_ATOMS);
    if (k == t->n_slots)
        t->slots[t->n_slots++] = slot;
    template->slots[template->n++] = (uint8_t)k;
    return 0;
}

static int parse_atom(void *set, void *made, const char **at, pl_error *err)
{
    pl_dep_templates *t = set;
    pl_dep_template *template = made;
    pl_dep_slot slot = {0};
    if (**at == 'd') {
        ++*at;
        slot = (pl_dep_slot){PL_DEP_DISTANCE, 0, 'd'};
        return add_slot(t, template, slot, err);
    }
    if (parse_place(at, &slot.place, err) < 0)
        return -1;
    if (**at == '.') {
        ++*at;
        if (parse_path(at, &slot.path, err) < 0)
            return -1;
    }
    if (**at == '\0' || strchr(fields, **at) == NULL)
        return pl_fail(err, PL_BAD_INPUT, "expected one of the fields %s, found '%.8s'",
                       fields, *at);
    for (; **at != '\0' && strchr(fields, **at) != NULL; ++*at) {
        slot.field = **at;
        if (add_slot(t, template, slot, err) < 0)
            return -1;
    }
    return 0;
}

static bool known(const pl_dep_templates *t, const pl_dep_template *template)
{
    for (size_t i = 0; i < t->list.n; i++)
        if (memcmp(&t->list.at[i], template, sizeof *template) == 0)
            return true;
    return false;
}

static int parse_template(void *set, const char *word, pl_error *err)
{
    pl_dep_templates *t = set;
    pl_dep_template template = {0};
    if (pl_template_atoms(word, parse_atom, t, &template, err) < 0)
        return -1;
    if (known(t, &template))
        return 0;
    if (t->list.n == PL_DEP_MAX_TEMPLATES)
        return pl_fail(err, PL_TOO_LARGE, "more than %d templates", PL_DEP_MAX_TEMPLATES);
    PL_PUSH(&t->list, template);
    pl_str_printf(&t->text, "%s\n", word);
    return 0;
}

int pl_dep_templates_load(pl_dep_templates *t, const char *name_or_path, pl_error *err)
{
    if (pl_template_file_load(name_or_path, parse_template, t, err) < 0)
        return -1;
    return t->list.n > 0
               ? 0
               : pl_fail(err, PL_BAD_INPUT, "%s: no templates in it", name_or_path);
}

int pl_dep_templates_parse(pl_dep_templates *t, const char *name, const char *text,
                           pl_error *err)
{
    /* a model includes nothing */
    return pl_template_file_parse(name, text, false, parse_template, t, err);
}

void pl_dep_templates_release(pl_dep_templates *t)
{
    PL_VEC_RELEASE(&t->list);
    pl_str_release(&t->text);
}
