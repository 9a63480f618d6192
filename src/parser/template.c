/* The template notation; see template.h. */
#include "parser/template.h"

#include "base/share.h"
#include "parser/template_file.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    char letter;
    uint8_t first, n;
} places[] = {
    {'s', PL_PLACE_S, PL_PLACE_D - PL_PLACE_S},
    {'d', PL_PLACE_D, PL_PLACE_B - PL_PLACE_D},
    {'b', PL_PLACE_B, PL_N_PLACES - PL_PLACE_B},
};

/* Words that a path can end at, and how the ones outside of them are kept. */
static const struct {
    char letter, outside;
} ends[] = {{'L', 'o'}, {'R', 'O'}, {'G', 'p'}, {'H', 'P'}};

static const char fields[] = "cwtngxy";

static int parse_place(const char **at, uint8_t *place, pl_error *err)
{
    const char *p = *at;
    if (p[0] == 'b' && p[1] == '*') {
        *place = PL_PLACE_QUEUE;
        *at = p + 2;
        return 0;
    }
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (*p == places[i].letter && isdigit((unsigned char)p[1])) {
            unsigned n = (unsigned)(p[1] - '0');
            if (n >= places[i].n || isdigit((unsigned char)p[2]))
                return pl_fail(err, PL_BAD_INPUT, "%c goes up to %c%u", *p, *p,
                               places[i].n - 1u);
            *place = (uint8_t)(places[i].first + n);
            *at = p + 2;
            return 0;
        }
    return pl_fail(err, PL_BAD_INPUT,
                   "an atom begins with a place like s0, d0 or b0, not '%.8s'", p);
}

static bool is_child(char step)
{
    return step == 'l' || step == 'r' || step == 'u';
}

/* The path after a dot: l, r and u, then perhaps a word. */
static int parse_path(const char **at, char *path, pl_error *err)
{
    const char *p = *at;
    size_t n = 0;
    for (; n < PL_MAX_PATH && is_child(*p); p++)
        path[n++] = *p;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && n < PL_MAX_PATH; i++)
        if (*p == ends[i].letter) {
            bool outside = p[1] == 'o';
            path[n++] = outside ? ends[i].outside : ends[i].letter;
            p += outside ? 2 : 1;
            break;
        }
    if (n == 0 || (*p != '\0' && strchr("lruLRGH", *p) != NULL))
        return pl_fail(
            err, PL_TOO_LARGE,
            "after a dot stands a path like l, r, u, L, R, G, H, Lo, Ro, Go or "
            "Ho, of at most %d steps, not '%.8s'",
            PL_MAX_PATH, *at);
    path[n] = '\0';
    *at = p;
    return 0;
}

static int add_atom(pl_template *template, pl_atom atom, pl_error *err)
{
    if (template->n == PL_MAX_ATOMS)
        return pl_fail(err, PL_TOO_LARGE, "more than %d atoms", PL_MAX_ATOMS);
    template->atoms[template->n++] = atom;
    return 0;
}

static int add_field(pl_templates *t, pl_template *template, uint8_t place,
                     const char *path, char value, pl_error *err)
{
    uint32_t f = 0;
    while (f < t->n_fields &&
           (t->fields[f].value != value || strcmp(t->fields[f].path, path) != 0))
        f++;
    if (f == t->n_fields) {
        if (f == PL_MAX_FIELDS)
            return pl_fail(err, PL_TOO_LARGE, "more than %d different fields",
                           PL_MAX_FIELDS);
        t->fields[t->n_fields++].value = value;
        snprintf(t->fields[f].path, sizeof t->fields[f].path, "%s", path);
    }
    return add_atom(template, (pl_atom){place, (uint8_t)f}, err);
}

/* A distance from `from` after it has been read: "-d0", "w-d0w". */
static int parse_distance(pl_templates *t, pl_template *template, const char **at,
                          uint8_t from, pl_error *err)
{
    pl_distance d = {.from = from, .heads = **at == 'w'};
    *at += d.heads ? 2 : 1;
    if (parse_place(at, &d.to, err) < 0)
        return -1;
    if (d.heads && *(*at)++ != 'w')
        return pl_fail(err, PL_BAD_INPUT,
                       "a distance is like s0-d0, or s0w-d0w of head words");
    uint32_t i = 0;
    while (i < t->n_distances &&
           (t->distances[i].from != d.from || t->distances[i].to != d.to ||
            t->distances[i].heads != d.heads))
        i++;
    if (i == PL_MAX_DISTANCES)
        return pl_fail(err, PL_TOO_LARGE, "more than %d different distances",
                       PL_MAX_DISTANCES);
    if (i == t->n_distances)
        t->distances[t->n_distances++] = d;
    return add_atom(template, (pl_atom){PL_PLACE_DISTANCE, (uint8_t)i}, err);
}

static int parse_atom(void *set, void *made, const char **at, pl_error *err)
{
    pl_templates *t = set;
    pl_template *template = made;
    uint8_t place = 0;
    char path[PL_MAX_PATH + 1] = "";
    if (parse_place(at, &place, err) < 0)
        return -1;
    if (**at == '-' || (**at == 'w' && (*at)[1] == '-'))
        return parse_distance(t, template, at, place, err);
    if (**at == '.') {
        ++*at;
        if (parse_path(at, path, err) < 0)
            return -1;
    }
    if (**at == '\0' || strchr(fields, **at) == NULL)
        return pl_fail(err, PL_BAD_INPUT, "expected one of the fields %s, found '%.8s'",
                       fields, *at);
    for (; **at != '\0' && strchr(fields, **at) != NULL; ++*at)
        if (add_field(t, template, place, path, **at, err) < 0)
            return -1;
    return 0;
}

/* The same atoms in the same order. */
static bool known(const pl_templates *t, const pl_template *template)
{
    for (size_t i = 0; i < t->list.n; i++)
        if (t->list.at[i].n == template->n && memcmp(t->list.at[i].atoms, template->atoms,
                                                     template->n * sizeof(pl_atom)) == 0)
            return true;
    return false;
}

static bool mixes_queue(const pl_templates *t, const pl_template *template)
{
    uint8_t n = 0;
    for (uint8_t i = 0; i < template->n; i++) {
        pl_atom a = template->atoms[i];
        n += a.place == PL_PLACE_QUEUE;
        if (a.place == PL_PLACE_DISTANCE &&
            (t->distances[a.field].from == PL_PLACE_QUEUE ||
             t->distances[a.field].to == PL_PLACE_QUEUE))
            return true;
    }
    return n > 0 && n < template->n;
}

static int parse_template(void *set, const char *word, pl_error *err)
{
    pl_templates *t = set;
    pl_template template = {0};
    if (pl_template_atoms(word, parse_atom, t, &template, err) < 0)
        return -1;
    if (mixes_queue(t, &template))
        return pl_fail(err, PL_BAD_INPUT,
                       "b* is every word of the buffer and stands with no other place");
    if (known(t, &template))
        return 0;
    if (t->list.n == PL_MAX_TEMPLATES)
        return pl_fail(err, PL_TOO_LARGE, "more than %d templates", PL_MAX_TEMPLATES);
    PL_PUSH(&t->list, template);
    pl_str_printf(&t->text, "%s\n", word);
    return 0;
}

int pl_templates_load(pl_templates *t, const char *own, const char *name_or_path,
                      pl_error *err)
{
    pl_str name = {0}, path = {0};
    if (own != NULL && strchr(name_or_path, '/') == NULL)
        pl_str_printf(&name, "%s%s", own, name_or_path);
    pl_error none;
    bool has_own =
        name.n > 0 && pl_share_path("templates", name.at, ".tpl", &path, &none) == 0;
    int got =
        pl_template_file_load(has_own ? name.at : name_or_path, parse_template, t, err);
    pl_str_release(&name);
    pl_str_release(&path);
    if (got < 0)
        return -1;
    return t->list.n > 0
               ? 0
               : pl_fail(err, PL_BAD_INPUT, "%s: no templates in it", name_or_path);
}

int pl_templates_parse(pl_templates *t, const char *name, const char *text, pl_error *err)
{
    return pl_template_file_parse(name, text, true, parse_template, t, err);
}

void pl_templates_release(pl_templates *t)
{
    PL_VEC_RELEASE(&t->list);
    pl_str_release(&t->text);
}
