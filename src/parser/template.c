/* The template notation; see template.h. */
#include "parser/template.h"

#include "base/alloc.h"
#include "base/in.h"
#include "base/share.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* -- atoms -------------------------------------------------------------------------- */

static int parse_place(const pl_notation *n, const char **at, uint8_t *place,
                       pl_error *err)
{
    const char *p = *at;
    if (n->queue != '\0' && p[0] == n->queue && p[1] == '*') {
        *place = (uint8_t)(n->n_places + 1);
        *at = p + 2;
        return 0;
    }
    for (const pl_place_row *row = n->places; row->letter != '\0'; row++)
        if (*p == row->letter && isdigit((unsigned char)p[1])) {
            unsigned number = (unsigned)(p[1] - '0');
            if (number >= row->n || isdigit((unsigned char)p[2]))
                return pl_fail(err, PL_BAD_INPUT, "%c goes up to %c%u", *p, *p,
                               row->n - 1u);
            *place = (uint8_t)(row->first + number);
            *at = p + 2;
            return 0;
        }
    return pl_fail(err, PL_BAD_INPUT, "an atom begins with %s, not '%.8s'", n->place_help,
                   p);
}

/* The longest step that the text begins with; NULL: none. */
static const pl_path_step *find_step(const pl_notation *n, const char *text)
{
    const pl_path_step *best = NULL;
    size_t longest = 0;
    for (const pl_path_step *s = n->steps; s->text != NULL; s++) {
        size_t length = strlen(s->text);
        if (length > longest && strncmp(text, s->text, length) == 0) {
            best = s;
            longest = length;
        }
    }
    return best;
}

/* The path after a dot. */
static int parse_path(const pl_notation *n, const char **at, char *path, pl_error *err)
{
    const char *p = *at;
    size_t length = 0;
    bool last = false;
    const pl_path_step *step = find_step(n, p);
    for (; step != NULL && !last && length < PL_MAX_PATH; step = find_step(n, p)) {
        path[length++] = step->code;
        p += strlen(step->text);
        last = step->last;
    }
    if (length == 0 || step != NULL)
        return pl_fail(err, PL_BAD_INPUT, "after a dot stands %s, not '%.8s'",
                       n->path_help, *at);
    path[length] = '\0';
    *at = p;
    return 0;
}

static int add_atom(pl_template *made, uint32_t place, uint32_t field, pl_error *err)
{
    if (made->n == PL_MAX_ATOMS)
        return pl_fail(err, PL_TOO_LARGE, "more than %d atoms", PL_MAX_ATOMS);
    made->atoms[made->n++] = (pl_atom){(uint8_t)place, (uint8_t)field};
    return 0;
}

static int add_field(pl_templates *t, pl_template *made, uint8_t place, pl_field field,
                     pl_error *err)
{
    uint32_t f = 0;
    while (f < t->n_fields && (t->fields[f].value != field.value ||
                               strcmp(t->fields[f].path, field.path) != 0))
        f++;
    if (f == PL_MAX_FIELDS)
        return pl_fail(err, PL_TOO_LARGE, "more than %d different fields", PL_MAX_FIELDS);
    if (f == t->n_fields)
        t->fields[t->n_fields++] = field;
    return add_atom(made, place, f, err);
}

static int add_distance(pl_templates *t, pl_template *made, pl_distance d, pl_error *err)
{
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
    return add_atom(made, t->notation->n_places, i, err);
}

/* A distance from `from` after it has been read: "-d0", "w-d0w". */
static int parse_distance(pl_templates *t, pl_template *made, const char **at,
                          uint8_t from, pl_error *err)
{
    pl_distance d = {.from = from, .heads = **at == 'w'};
    *at += d.heads ? 2 : 1;
    if (parse_place(t->notation, at, &d.to, err) < 0)
        return -1;
    if (d.heads && *(*at)++ != 'w')
        return pl_fail(err, PL_BAD_INPUT,
                       "a distance is like s0-d0, or s0w-d0w of head words");
    return add_distance(t, made, d, err);
}

static int parse_atom(pl_templates *t, pl_template *made, const char **at, pl_error *err)
{
    const pl_notation *n = t->notation;
    uint8_t place = 0;
    pl_field field = {0};
    if (n->distance != '\0' && **at == n->distance) {
        ++*at;
        return add_distance(t, made, n->between, err);
    }
    if (parse_place(n, at, &place, err) < 0)
        return -1;
    if (n->distances && (**at == '-' || (**at == 'w' && (*at)[1] == '-')))
        return parse_distance(t, made, at, place, err);
    if (**at == '.') {
        ++*at;
        if (parse_path(n, at, field.path, err) < 0)
            return -1;
    }
    if (**at == '\0' || strchr(n->fields, **at) == NULL)
        return pl_fail(err, PL_BAD_INPUT, "expected one of the fields %s, found '%.8s'",
                       n->fields, *at);
    for (; **at != '\0' && strchr(n->fields, **at) != NULL; ++*at) {
        field.value = **at;
        if (add_field(t, made, place, field, err) < 0)
            return -1;
    }
    return 0;
}

/* -- templates ---------------------------------------------------------------------- */

/* The same atoms in the same order. */
static bool known(const pl_templates *t, const pl_template *made)
{
    for (size_t i = 0; i < t->list.n; i++)
        if (memcmp(&t->list.at[i], made, sizeof *made) == 0)
            return true;
    return false;
}

static bool mixes_queue(const pl_templates *t, const pl_template *made)
{
    uint8_t distance = t->notation->n_places, queue = (uint8_t)(distance + 1), n = 0;
    for (uint8_t i = 0; i < made->n; i++) {
        pl_atom a = made->atoms[i];
        n += a.place == queue;
        if (a.place == distance &&
            (t->distances[a.field].from == queue || t->distances[a.field].to == queue))
            return true;
    }
    return n > 0 && n < made->n;
}

static int parse_template(pl_templates *t, const char *word, pl_error *err)
{
    pl_template made = {0};
    for (const char *at = word;; at++) {
        if (parse_atom(t, &made, &at, err) < 0)
            return -1;
        if (*at == '\0')
            break;
        if (*at != '+')
            return pl_fail(err, PL_BAD_INPUT, "expected + or a field, found '%.8s'", at);
    }
    if (mixes_queue(t, &made))
        return pl_fail(err, PL_BAD_INPUT,
                       "b* is every word of the buffer and stands with no other place");
    if (known(t, &made))
        return 0;
    if (t->list.n == PL_MAX_TEMPLATES)
        return pl_fail(err, PL_TOO_LARGE, "more than %d templates", PL_MAX_TEMPLATES);
    PL_PUSH(&t->list, made);
    pl_str_printf(&t->text, "%s\n", word);
    return 0;
}

/* -- files -------------------------------------------------------------------------- */

enum { MAX_INCLUDES = 8, NO_INCLUDES = MAX_INCLUDES + 1 }; /* depths */
enum { MAX_FILES = 100 }; /* in all; one may be included many times */

static int read_stream(pl_templates *t, pl_in *in, int depth, pl_error *err);

/* Recursion ends with MAX_INCLUDES. */
static int include(pl_templates *t, const char *name, int depth, pl_error *err)
{
    if (depth == NO_INCLUDES)
        return pl_fail(err, PL_BAD_INPUT, "only files can include a set, here %.60s",
                       name);
    if (depth == MAX_INCLUDES)
        return pl_fail(err, PL_TOO_LARGE, "files include each other more than %d deep",
                       MAX_INCLUDES);
    if (t->n_files++ == MAX_FILES)
        return pl_fail(err, PL_TOO_LARGE, "more than %d files are included", MAX_FILES);
    pl_str path = {0};
    int got = pl_share_path("templates", name, ".tpl", &path, err);
    pl_in *in = got == 0 ? pl_in_open_rules(path.at, err) : NULL;
    got = in != NULL ? read_stream(t, in, depth + 1, err) : -1;
    pl_in_close(in);
    pl_str_release(&path);
    return got;
}

static int read_line(pl_templates *t, char *line, int depth, pl_error *err)
{
    line[strcspn(line, "#")] = '\0';
    char *word = pl_scan_word(&line);
    if (word != NULL && strcmp(word, "include") == 0) {
        char *name = pl_scan_word(&line);
        if (name == NULL || pl_scan_word(&line) != NULL)
            return pl_fail(err, PL_BAD_ARGUMENT, "include takes the name of one set");
        return include(t, name, depth, err);
    }
    for (; word != NULL; word = pl_scan_word(&line)) {
        pl_error why;
        if (parse_template(t, word, &why) < 0)
            return pl_fail(err, PL_BAD_INPUT, "template %.60s: %s", word, why.text);
    }
    return 0;
}

static int read_stream(pl_templates *t, pl_in *in, int depth, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        char *copy = pl_strndup(line, n);
        pl_error why;
        int done = read_line(t, copy, depth, &why);
        free(copy);
        if (done < 0)
            return pl_in_fail(in, err, PL_BAD_INPUT, "%s", why.text);
    }
    return got;
}

int pl_templates_load(pl_templates *t, const pl_notation *n, const char *own,
                      const char *name_or_path, pl_error *err)
{
    pl_str name = {0}, path = {0};
    t->notation = n;
    if (own != NULL && strchr(name_or_path, '/') == NULL)
        pl_str_printf(&name, "%s%s.tpl", own, name_or_path);
    bool has_own = name.n > 0 && pl_share_file("templates", name.at, &path, NULL) == 0;
    if (has_own)
        pl_share_stray("templates", name_or_path);
    int got = include(t, has_own ? path.at : name_or_path, 0, err);
    pl_str_release(&name);
    pl_str_release(&path);
    if (got == 0 && t->list.n == 0)
        return pl_fail(err, PL_BAD_INPUT, "%s: no templates in it", name_or_path);
    return got;
}

int pl_templates_parse(pl_templates *t, const pl_notation *n, const char *name,
                       const char *text, pl_error *err)
{
    pl_in *in = pl_in_memory(name, text, strlen(text));
    t->notation = n;
    int got = read_stream(t, in, NO_INCLUDES, err);
    pl_in_close(in);
    return got;
}

void pl_templates_release(pl_templates *t)
{
    PL_VEC_RELEASE(&t->list);
    pl_str_release(&t->text);
}
