/* Lists of options; see option_list.h. */
#include "option_list.h"

#include "manifest.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

enum { DIGITS = 16 }; /* length of a checksum in the list */

/* -- writing ------------------------------------------------------------------------- */

void list_put(pl_str *list, const char *name, const char *value)
{
    pl_str_printf(list, "%s=", name);
    for (const char *at = value; *at != '\0'; at++)
        if (*at == '\n' || *at == '\\')
            pl_str_puts(list, *at == '\n' ? "\\n" : "\\\\");
        else
            pl_str_putc(list, *at);
    pl_str_putc(list, '\n');
}

void list_put_file(pl_str *list, const char *name, const char *path, uint64_t checksum)
{
    pl_str value = {0};
    pl_str_printf(&value, "%s:%016" PRIx64, pl_base_name(path), checksum);
    list_put(list, name, value.at);
    pl_str_release(&value);
}

/* Returns the row of an option. For flags that set the same field this is the first of them, so that
 * such flags count as the same option. */
static const pl_option_row *row_of(const pl_option_rows *rows, const char *name)
{
    const pl_option_row *found = pl_options_find(rows, name, strlen(name), 0);
    for (size_t i = 0; found != NULL && i < rows->n; i++) {
        const pl_option_row *row = &rows->at[i];
        if (pl_is_option(row) && row->option.type == PL_FLAG &&
            found->option.type == PL_FLAG && row->offset == found->offset)
            return row;
    }
    return found;
}

static void put_option(pl_str *list, const pl_option_rows *rows, const setting *s)
{
    uint64_t sum;
    size_t n;
    struct stat info;
    const pl_option_row *row = row_of(rows, s->name);
    const char *name = row != NULL ? row->option.name : s->name;
    bool may = row != NULL && s->value != NULL &&
               (row->option.type == PL_FILE || (row->option.flags & PL_REPEATABLE) != 0);
    bool file = may && stat(s->value, &info) == 0 && S_ISREG(info.st_mode);
    if (file && file_checksum(s->value, &sum, &n, NULL) == 0)
        list_put_file(list, name, s->value, sum);
    else
        list_put(list, name, s->value != NULL ? s->value : "yes");
}

void list_put_options(pl_str *list, const command *c, const settings *given)
{
    static const char *const others[] = {"output", "part",   "threads", "quiet", "resume",
                                         "time",   "stream", "model",   NULL};
    pl_option_rows rows = pl_options_of(c->options);
    for (size_t i = 0; i < given->n; i++)
        if (given->at[i].name != NULL && !pl_among(given->at[i].name, others))
            put_option(list, &rows, &given->at[i]);
    PL_VEC_RELEASE(&rows);
}

/* -- comparing ------------------------------------------------------------------------- */

/* A line of a list: its name and value, which point into the list. */
typedef struct line {
    const char *name, *value;
    size_t n_name, n_value;
} line;

/* Reads the next line. Returns false at the end of the list. */
static bool next_line(const char **at, line *l)
{
    if (**at == '\0')
        return false;
    size_t n = strcspn(*at, "\n");
    l->name = *at;
    l->n_name = strcspn(*at, "=\n");
    l->value = *at + l->n_name + (l->n_name < n);
    l->n_value = (size_t)(*at + n - l->value);
    *at += n + ((*at)[n] == '\n');
    return true;
}

static bool same_name(const line *a, const line *b)
{
    return a->n_name == b->n_name && memcmp(a->name, b->name, a->n_name) == 0;
}

/* Returns the length of the file name in the value, or 0 if the value has no checksum. */
static size_t file_name(const line *l)
{
    size_t n = l->n_value > DIGITS ? l->n_value - DIGITS - 1 : 0;
    bool sum = n > 0 && l->value[n] == ':' &&
               strspn(l->value + n + 1, "0123456789abcdef") == DIGITS;
    return sum ? n : 0;
}

static bool same_value(const line *a, const line *b)
{
    size_t skip_a = file_name(a), skip_b = file_name(b);
    if (skip_a == 0 || skip_b == 0)
        skip_a = skip_b = 0;
    return a->n_value - skip_a == b->n_value - skip_b &&
           memcmp(a->value + skip_a, b->value + skip_b, a->n_value - skip_a) == 0;
}

/* Finds a line that equals `wanted`, or else a line with the same name. Returns false if neither exists. */
static bool find(const char *list, const line *wanted, line *found)
{
    line l;
    bool named = false;
    while (next_line(&list, &l)) {
        bool same = same_name(&l, wanted);
        if (same)
            *found = l;
        if (same && same_value(&l, wanted))
            return true;
        named = named || same;
    }
    return named;
}

bool list_has(const char *list, const char *name)
{
    line wanted = {.name = name, .n_name = strlen(name)}, found;
    return find(list, &wanted, &found);
}

/* The lines that are not options, how messages show them, and the noun for them. */
static const struct kind {
    const char *name, *shown, *noun;
} kinds[] = {
    {"pleach", "pleach ", "version of pleach"},
    {"model", "the model ", "model"},
    {"to", "the format ", "format"},
    {NULL, NULL, "options"},
};

static const struct kind *kind_of(const line *l)
{
    const struct kind *k = kinds;
    while (k->name != NULL &&
           (strlen(k->name) != l->n_name || memcmp(k->name, l->name, l->n_name) != 0))
        k++;
    return k;
}

/* Appends a line as messages show it: "the model nl", "--beam 8"; if `again`, "nl", "--beam 4". */
static void put_name(const line *l, bool again, pl_str *out)
{
    const struct kind *k = kind_of(l);
    int n = (int)(file_name(l) > 0 ? file_name(l) : l->n_value);
    if (k->name != NULL) {
        pl_str_printf(out, "%s%.*s", again ? "" : k->shown, n, l->value);
        return;
    }
    pl_str_printf(out, "--%.*s", (int)l->n_name, l->name);
    if (n != 3 || memcmp(l->value, "yes", 3) != 0)
        pl_str_printf(out, " %.*s", n, l->value);
}

/* Appends how an old line differs from its counterpart in the new list. One of the two may be NULL. */
static void put_change(const line *old, const line *now, pl_str *what)
{
    pl_str_puts(what, old != NULL ? "with " : "without ");
    put_name(old != NULL ? old : now, false, what);
    if (old == NULL || now == NULL) {
        pl_str_puts(what, old != NULL ? ", and this run does not use it"
                                      : ", and this run uses it");
        return;
    }
    size_t n = file_name(old), m = file_name(now);
    if (n > 0 && n == m && memcmp(old->value, now->value, n) == 0) {
        pl_str_puts(what, ", whose content has changed");
        return;
    }
    pl_str_puts(what, ", and this run uses ");
    put_name(now, true, what);
}

/* Appends the difference and advice. One of the two lines may be NULL. */
static void put_difference(const line *old, const line *now, pl_str *what)
{
    const line *l = old != NULL ? old : now;
    const struct kind *k = kind_of(l);
    put_change(old, now, what);
    pl_str_printf(what, ": use the same %s", k->name == NULL && file_name(l) > 0 ? "file" : k->noun);
}

bool list_differs(const char *old, const char *now, pl_str *what)
{
    line l, other;
    for (const char *at = old; next_line(&at, &l);) {
        bool there = find(now, &l, &other);
        if (there && same_value(&l, &other))
            continue;
        put_difference(&l, there ? &other : NULL, what);
        return true;
    }
    for (const char *at = now; next_line(&at, &l);)
        if (!find(old, &l, &other) || !same_value(&l, &other)) {
            put_difference(NULL, &l, what);
            return true;
        }
    return false;
}
