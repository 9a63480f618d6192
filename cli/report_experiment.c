/* Experiments as Markdown and charts; see experiment.h. There is nothing in them of the
 * machine or the day: scores and counts, and the commands that give them. */
#include "experiment.h"

#include "base/out.h"
#include "draw/plot.h"

#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

/* -- figures ------------------------------------------------------------------------ */

/* What stands at a.b.c in the object; borrowed, NULL if nothing does. */
static const json_t *follow(const json_t *object, const char *path)
{
    while (object != NULL && *path != '\0') {
        size_t n = strcspn(path, ".");
        char name[100];
        if (n >= sizeof name)
            return NULL;
        memcpy(name, path, n);
        name[n] = '\0';
        object = json_object_get(object, name);
        path += n + (path[n] == '.');
    }
    return object;
}

/* The job of the step that a figure begins with; its path follows. */
static const job *find_step(const result *row, const jobs *j, const char **path)
{
    for (size_t i = 0; i < row->block->steps.n; i++) {
        const char *name = row->block->steps.at[i].name;
        size_t n = strlen(name);
        if (strncmp(*path, name, n) == 0 && (*path)[n] == '.') {
            *path += n + 1;
            return &j->all.at[row->jobs.at[i]];
        }
    }
    return NULL;
}

const char *figure(const experiment *e, const result *row, const column *c, const jobs *j,
                   pl_arena *m, double *number)
{
    (void)e;
    *number = NAN;
    const char *path = expand(m, c->figure, &row->of, NULL);
    const job *job = path != NULL ? find_step(row, j, &path) : NULL;
    if (job == NULL)
        return "";
    if (job->state != JOB_DONE)
        return "failed";
    json_t *object = json_load_file(job->path, 0, NULL);
    const json_t *found = follow(object, path);
    const char *text = "";
    if (json_is_number(found)) {
        *number = json_number_value(found);
        text = json_is_integer(found) ? pl_arena_printf(m, "%.0f", *number)
                                      : pl_arena_printf(m, "%.2f", *number);
    }
    json_decref(object);
    return text;
}

static void put_table(const experiment *e, const results *r, const jobs *j, pl_str *to)
{
    pl_arena m = {0};
    const table *t = r->table;
    pl_str_puts(to, "|  |");
    for (size_t i = 0; i < t->columns.n; i++)
        pl_str_printf(to, " %s |", t->columns.at[i].title);
    pl_str_puts(to, "\n| --- |");
    for (size_t i = 0; i < t->columns.n; i++)
        pl_str_puts(to, " --- |");
    for (size_t i = 0; i < r->rows.n; i++) {
        pl_str_printf(to, "\n| %s |", r->rows.at[i].label);
        for (size_t k = 0; k < t->columns.n; k++) {
            double number;
            pl_str_printf(to, " %s |",
                          figure(e, &r->rows.at[i], &t->columns.at[k], j, &m, &number));
        }
    }
    pl_str_puts(to, "\n\n");
    pl_arena_release(&m);
}

/* -- commands ----------------------------------------------------------------------- */

/* A word of a command as the report shows it: {model} is MODEL, but what the scale says
 * is given. */
static void put_word(const experiment *e, const char *word, pl_str *to)
{
    for (const char *open; (open = strchr(word, '{')) != NULL;) {
        size_t n = strcspn(open, "}.");
        char name[100] = "";
        pl_str_put(to, word, (size_t)(open - word));
        if (n < sizeof name)
            memcpy(name, open + 1, n - 1);
        const char *value = setting_find(&e->scale->of, name);
        bool is_part = strcmp(name, "train") == 0 || strcmp(name, "test") == 0;
        for (const char *c = name; *c != '\0' && (value == NULL || is_part); c++)
            pl_str_putc(to, (char)toupper((unsigned char)*c));
        if (value != NULL && !is_part)
            pl_str_puts(to, value);
        word = open + strcspn(open, "}");
        word += *word == '}';
    }
    pl_str_puts(to, word);
}

static void put_steps(const experiment *e, const block *b, pl_str *to)
{
    for (size_t k = 0; k < b->steps.n; k++) {
        pl_str_puts(to, "    pleach");
        for (size_t w = 0; w < b->steps.at[k].words.n; w++) {
            pl_str_putc(to, ' ');
            put_word(e, b->steps.at[k].words.at[w], to);
        }
        pl_str_putc(to, '\n');
    }
    pl_str_putc(to, '\n');
}

/* The commands of each block, unless they are those of the one before it. */
static void put_commands(const experiment *e, const table *t, pl_str *to)
{
    pl_str steps = {0}, last = {0};
    for (size_t i = 0; i < t->blocks.n; i++) {
        pl_str_clear(&steps);
        put_steps(e, &t->blocks.at[i], &steps);
        if (strcmp(steps.at, pl_str_text(&last)) == 0)
            continue;
        pl_str_puts(to, i == 0 ? "The rows “" : "“");
        put_word(e, t->blocks.at[i].row, to);
        pl_str_printf(to, "”%s:\n\n%s", i == 0 ? " are made by" : "", steps.at);
        pl_str_clear(&last);
        pl_str_puts(&last, steps.at);
    }
    pl_str_release(&steps);
    pl_str_release(&last);
}

/* -- charts ------------------------------------------------------------------------- */

typedef PL_VEC(double) doubles;

typedef struct curve {
    const char *name;
    doubles x, y;
} curve;
typedef PL_VEC(curve) curves;

/* The curve of a row in that column: named by the row's other variables. */
static curve *curve_of(curves *all, const result *row, const chart *c, const char *column,
                       pl_arena *m)
{
    pl_str name = {0};
    for (size_t i = 0; i < row->of.n; i++)
        if (strcmp(row->of.at[i].name, c->over) != 0)
            pl_str_printf(&name, "%s ", row->of.at[i].value);
    pl_str_puts(&name, column);
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->at[i].name, name.at) == 0) {
            pl_str_release(&name);
            return &all->at[i];
        }
    curve new = {.name = pl_arena_strdup(m, name.at)};
    pl_str_release(&name);
    PL_PUSH(all, new);
    return &all->at[all->n - 1];
}

static void collect(const experiment *e, const results *r, const chart *c, const jobs *j,
                    curves *all, pl_arena *m)
{
    for (size_t i = 0; i < r->rows.n; i++) {
        const result *row = &r->rows.at[i];
        const char *over = setting_find(&row->of, c->over);
        char *end = NULL;
        double x = over != NULL ? strtod(over, &end) : NAN, y;
        if (over == NULL || end == over || *end != '\0' || isinf(x))
            continue; /* a row without that variable, or with a word for it */
        for (size_t k = 0; k < r->table->columns.n; k++)
            for (size_t w = 0; w < c->columns.n; w++)
                if (strcmp(r->table->columns.at[k].title, c->columns.at[w]) == 0) {
                    figure(e, row, &r->table->columns.at[k], j, m, &y);
                    curve *to = curve_of(all, row, c, c->columns.at[w], m);
                    PL_PUSH(&to->x, x);
                    PL_PUSH(&to->y, y);
                }
    }
}

static int write_chart(const curves *all, const char *title, const char *over,
                       const char *path, pl_error *err)
{
    pl_plot_line *lines = pl_alloc_zero(all->n + 1, sizeof *lines);
    for (size_t i = 0; i < all->n; i++)
        lines[i] = (pl_plot_line){all->at[i].name, all->at[i].x.at, all->at[i].y.at,
                                  all->at[i].x.n};
    /* Beams and sizes double from one figure to the next. */
    const doubles *x = &all->at[0].x;
    bool doubles_up = x->n > 2 && x->at[0] > 0 && x->at[x->n - 1] >= 8 * x->at[0];
    pl_plot p = {title, over, "percent", lines, all->n, doubles_up};
    pl_str svg = {0};
    pl_plot_svg(&p, &svg);
    pl_out *out = pl_out_open(path, err);
    if (out != NULL)
        pl_out_put(out, svg.at, svg.n);
    int status = out != NULL ? pl_out_close(out, err) : -1;
    pl_str_release(&svg);
    free(lines);
    return status;
}

static int put_chart(const experiment *e, const char *treebank, const results *r,
                     const chart *c, const jobs *j, const char *folder, const char *link,
                     pl_str *to, pl_error *err)
{
    pl_arena m = {0};
    curves all = {0};
    collect(e, r, c, j, &all, &m);
    char *file = pl_arena_printf(&m, "%s-%s-%s.svg", e->plan.name, treebank, c->name);
    for (char *at = file; *at != '\0'; at++)
        *at = *at == ' ' ? '-' : *at;
    int status = 0;
    if (all.n > 0)
        status =
            write_chart(&all, pl_arena_printf(&m, "%s, %s", r->table->title, treebank),
                        c->over, pl_arena_printf(&m, "%s/%s", folder, file), err);
    if (all.n > 0 && status == 0)
        pl_str_printf(to, "![%s](%s/%s)\n\n", r->table->title, link, file);
    for (size_t i = 0; i < all.n; i++) {
        PL_VEC_RELEASE(&all.at[i].x);
        PL_VEC_RELEASE(&all.at[i].y);
    }
    PL_VEC_RELEASE(&all);
    pl_arena_release(&m);
    return status;
}

/* -- the whole ---------------------------------------------------------------------- */

static void put_head(const experiment *e, pl_str *to)
{
    pl_str_printf(to, "## %s\n\n", e->plan.title);
    if (e->plan.paper != NULL)
        pl_str_printf(to, "%s\n\n", e->plan.paper);
    pl_str_printf(to, "`pleach experiment %s --scale %s`:", e->plan.name, e->scale->name);
    for (size_t i = 0; i < e->scale->of.n; i++) {
        const setting *s = &e->scale->of.at[i];
        if (strcmp(s->name, "train") == 0)
            pl_str_printf(to, " %s sentences to train on,", s->value);
        else if (strcmp(s->name, "test") == 0)
            pl_str_printf(to, " %s to test on,", s->value);
        else
            pl_str_printf(to, " %s %s,", s->name, s->value);
    }
    to->at[--to->n] = '\0'; /* the last comma, or the colon */
    pl_str_puts(to, ".\n\n");
}

static const results *table_of(const section *s, const table *t)
{
    for (size_t i = 0; i < s->tables.n; i++)
        if (s->tables.at[i].table == t)
            return &s->tables.at[i];
    return NULL;
}

int experiment_report(const experiment *e, const jobs *j, const char *charts,
                      const char *link, pl_str *to, pl_error *err)
{
    int status = 0;
    put_head(e, to);
    for (size_t i = 0; status == 0 && i < e->plan.tables.n; i++) {
        const table *t = &e->plan.tables.at[i];
        bool shown = false;
        for (size_t k = 0; status == 0 && k < e->sections.n; k++) {
            const section *s = &e->sections.at[k];
            const results *r = table_of(s, t);
            if (r == NULL)
                continue;
            if (!shown)
                pl_str_printf(to, "### %s\n\n", t->title);
            for (size_t n = 0; !shown && n < t->notes.n; n++)
                pl_str_printf(to, "%s%s", t->notes.at[n],
                              n + 1 < t->notes.n ? "\n" : "\n\n");
            shown = true;
            pl_str_printf(to, "On %s%s:\n\n", s->treebank,
                          r->final ? ", trained on its development set, too" : "");
            put_table(e, r, j, to);
            for (size_t n = 0; status == 0 && charts != NULL && n < t->charts.n; n++)
                status = put_chart(e, s->treebank, r, &t->charts.at[n], j, charts, link,
                                   to, err);
        }
        if (shown)
            put_commands(e, t, to);
    }
    return status;
}
