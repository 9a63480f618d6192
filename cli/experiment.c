/* From plans to jobs; see experiment.h. */
#include "experiment.h"

#include "base/in.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const parts[] = {"train", "dev", "test"};
enum { N_PARTS = sizeof parts / sizeof *parts };

static void set(settings *s, const char *name, const char *value)
{
    setting new = {name, value};
    PL_PUSH(s, new);
}

const char *expand(pl_arena *m, const char *text, const settings *values, pl_error *err)
{
    pl_str out = {0};
    const char *result = NULL;
    for (const char *open; (open = strchr(text, '{')) != NULL;) {
        size_t n = strcspn(open, "}");
        char *name = pl_arena_strndup(m, open + 1, n - 1);
        const char *value = setting_find(values, name);
        if (value == NULL) {
            pl_fail(err, PL_BAD_ARGUMENT,
                    "{%s} is neither a variable nor a step before it", name);
            goto done;
        }
        pl_str_put(&out, text, (size_t)(open - text));
        pl_str_puts(&out, value);
        text = open + n + (open[n] == '}');
    }
    pl_str_puts(&out, text);
    result = pl_arena_strdup(m, pl_str_text(&out));
done:
    pl_str_release(&out);
    return result;
}

/* -- jobs of steps ------------------------------------------------------------------ */

/* Adds the job of a step with the values; its path becomes a value, too. */
static int add_job(experiment *e, const step *s, settings *values, jobs *j,
                   size_t *number, pl_error *err)
{
    texts words = {0};
    int status = 0;
    const char *dot = strchr(s->name, '.');
    set(values, s->name, JOB_OUTPUT);
    for (size_t i = 0; status == 0 && i < s->words.n; i++) {
        const char *word = expand(&e->plan.arena, s->words.at[i], values, err);
        if (word == NULL)
            status = pl_fail_prefix(err, "%s:%zu: ", e->plan.path, s->line);
        /* An empty value takes its word away. */
        else if (*word != '\0')
            PL_PUSH(&words, word);
    }
    if (status == 0) {
        *number = jobs_add(j, words.at, words.n, dot != NULL ? dot : "", s->json);
        values->at[values->n - 1].value = j->all.at[*number].path;
    }
    PL_VEC_RELEASE(&words);
    return status;
}

/* -- treebanks ---------------------------------------------------------------------- */

/* The ending that says the format: "x/train.export.zst" has ".export". */
static const char *ending_of(pl_arena *m, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = pl_arena_strdup(m, slash != NULL ? slash + 1 : path);
    name[pl_unpacked_length(name)] = '\0';
    char *dot = strrchr(name, '.');
    return dot != NULL ? dot : "";
}

/* A part of the size that the scale asks for: the file itself, or a sample of it. */
static const char *sized(experiment *e, const char *path, const char *part, jobs *j)
{
    const char *size =
        setting_find(&e->scale->of, strcmp(part, "train") == 0 ? "train" : "test");
    if (size == NULL || strcmp(size, "all") == 0)
        return path;
    const char *words[] = {"convert", "--quiet", "--sample", size, "--seed",
                           "1",       "-o",      JOB_OUTPUT, path};
    size_t number = jobs_add(j, words, sizeof words / sizeof *words,
                             ending_of(&e->plan.arena, path), false);
    return j->all.at[number].path;
}

/* Train and dev together where final results are trained on both: `final=dev`. */
static const char *trained_finally(experiment *e, const named *treebank,
                                   const char *const paths[N_PARTS], jobs *j)
{
    const char *also = setting_find(&treebank->of, "final");
    if (also == NULL || strcmp(also, "dev") != 0)
        return NULL;
    const char *words[] = {"convert", "--quiet", "-o", JOB_OUTPUT, paths[0], paths[1]};
    size_t number =
        jobs_add(j, words, sizeof words / sizeof *words, ".discbracket", false);
    return sized(e, j->all.at[number].path, "train", j);
}

/* NeGra comes in ISO-8859-1 and does not say so; XML files say what they are. */
static bool is_latin1(const char *path)
{
    pl_in *in = pl_in_open(path, NULL);
    const char *line;
    size_t n, n_lines = 0;
    if (in == NULL)
        return false;
    pl_in_set_repair(in, true);
    while (pl_in_line(in, &line, &n, NULL) > 0)
        if (n_lines++ == 0 && *line == '<')
            break;
    bool is_other = pl_in_repaired(in, &n) > 0;
    pl_in_close(in);
    return is_other;
}

/* The parts of a licensed treebank, which is split first. */
static int add_split(experiment *e, const named *treebank, const char *source, jobs *j,
                     settings *values, pl_error *err)
{
    settings given = {0};
    size_t number;
    if (e->plan.prepare.name == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: 'prepare' is missing", e->plan.path);
    if (access(source, R_OK) < 0)
        return pl_fail(err, PL_SYSTEM, "%s: %s", source, strerror(errno));
    for (size_t i = 0; i < treebank->of.n; i++)
        PL_PUSH(&given, treebank->of.at[i]);
    set(&given, "source", source);
    set(&given, "encoding", is_latin1(source) ? "--encoding=latin1" : "");
    int status = add_job(e, &e->plan.prepare, &given, j, &number, err);
    const char *paths[N_PARTS];
    for (int i = 0; status == 0 && i < N_PARTS; i++) {
        paths[i] = pl_arena_printf(&e->plan.arena, "%s.%s.discbracket",
                                   j->all.at[number].path, parts[i]);
        set(values, parts[i], sized(e, paths[i], parts[i], j));
    }
    if (status == 0 && (source = trained_finally(e, treebank, paths, j)) != NULL)
        set(values, "final", source);
    PL_VEC_RELEASE(&given);
    return status;
}

/* Said before hours of work, not after. */
static int check_part(const named *treebank, const char *path, bool in_data,
                      pl_error *err)
{
    if (access(path, R_OK) == 0)
        return 0;
    pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    return !in_data ? -1
                    : pl_fail_prefix(err,
                                     "the treebank %s is not in the folder that "
                                     "PLEACH_DATA names: ",
                                     treebank->name);
}

static int add_files(experiment *e, const named *treebank, jobs *j, settings *values,
                     pl_error *err)
{
    settings folder = {0};
    const char *data = getenv("PLEACH_DATA");
    int status = 0;
    if (data != NULL && *data != '\0')
        set(&folder, "data", data);
    for (int i = 0; status == 0 && i < N_PARTS; i++) {
        const char *path = setting_find(&treebank->of, parts[i]);
        if (path == NULL)
            continue;
        bool in_data = strstr(path, "{data}") != NULL;
        path = expand(&e->plan.arena, path, &folder, NULL);
        if (path == NULL)
            status =
                pl_fail(err, PL_BAD_ARGUMENT,
                        "the treebank %s is looked for in the folder that PLEACH_DATA "
                        "names, which is not set (or give --train, --dev and --test)",
                        treebank->name);
        else if ((status = check_part(treebank, path, in_data, err)) == 0)
            set(values, parts[i], sized(e, path, parts[i], j));
    }
    PL_VEC_RELEASE(&folder);
    return status;
}

static const char *licensed(const named *treebank, const choice *c)
{
    const char *from = setting_find(&treebank->of, "from");
    return from == NULL                 ? NULL
           : strcmp(from, "tiger") == 0 ? c->tiger
           : strcmp(from, "negra") == 0 ? c->negra
                                        : NULL;
}

/* -- tables ------------------------------------------------------------------------- */

/* One row: the values of its variables, then its steps. */
static int add_row(experiment *e, results *to, const block *b, const size_t *at,
                   const settings *outer, jobs *j, pl_error *err)
{
    result row = {.block = b};
    settings values = {0};
    int status = 0;
    for (size_t i = 0; i < outer->n; i++)
        PL_PUSH(&values, outer->at[i]);
    for (size_t i = 0; i < b->each.n; i++) {
        const dimension *d = &b->each.at[i];
        set(&row.of, d->name, d->values.at[at[i]]);
        set(&values, d->name, d->values.at[at[i]]);
    }
    row.label = expand(&e->plan.arena, b->row, &values, err);
    if (row.label == NULL)
        status = pl_fail_prefix(err, "%s: ", e->plan.path);
    for (size_t i = 0; status == 0 && i < b->steps.n; i++) {
        size_t number = 0;
        status = add_job(e, &b->steps.at[i], &values, j, &number, err);
        PL_PUSH(&row.jobs, number);
    }
    PL_PUSH(&to->rows, row);
    PL_VEC_RELEASE(&values);
    return status;
}

/* All combinations of the variables, the last one changing fastest. */
static int add_block(experiment *e, results *to, const block *b, const settings *values,
                     jobs *j, pl_error *err)
{
    size_t *at = PL_NEW_ARRAY(&e->plan.arena, size_t, b->each.n + 1);
    for (;;) {
        if (add_row(e, to, b, at, values, j, err) < 0)
            return -1;
        size_t i = b->each.n;
        while (i > 0 && ++at[i - 1] == b->each.at[i - 1].values.n)
            at[--i] = 0;
        if (i == 0)
            return 0;
    }
}

static const char own_treebank[] = "the given treebank";

/* A table may be for some treebanks only, and for one of the user's own. */
static bool concerns(const table *t, const char *treebank)
{
    bool found = t->only.n == 0 || treebank == own_treebank;
    for (size_t i = 0; i < t->only.n; i++)
        found |= strcmp(t->only.at[i], treebank) == 0;
    return found;
}

static bool is_wanted(const table *t, const choice *c)
{
    bool found = c->tables.n == 0;
    for (size_t i = 0; i < c->tables.n; i++)
        found |= strstr(t->title, c->tables.at[i]) != NULL;
    return found;
}

static void change(settings *s, const char *name, const char *value)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->at[i].name, name) == 0)
            s->at[i].value = value;
}

static int add_section(experiment *e, const named *treebank, const choice *c, jobs *j,
                       pl_error *err)
{
    section s = {.treebank = treebank->name};
    settings values = {0};
    const char *source = licensed(treebank, c);
    for (size_t i = 0; i < e->scale->of.n; i++) { /* sizes are not for commands */
        const setting *of = &e->scale->of.at[i];
        if (strcmp(of->name, "train") != 0 && strcmp(of->name, "test") != 0)
            PL_PUSH(&values, *of);
    }
    int status = source != NULL ? add_split(e, treebank, source, j, &values, err)
                                : add_files(e, treebank, j, &values, err);
    for (size_t i = 0; i < treebank->of.n; i++) /* what else the row says */
        if (setting_find(&values, treebank->of.at[i].name) == NULL)
            PL_PUSH(&values, treebank->of.at[i]);
    const char *train = setting_find(&values, "train");
    const char *final = source != NULL ? setting_find(&values, "final") : NULL;
    for (size_t i = 0; status == 0 && i < e->plan.tables.n; i++) {
        results r = {.table = &e->plan.tables.at[i]};
        if (!concerns(r.table, treebank->name) || !is_wanted(r.table, c))
            continue;
        r.final = r.table->final && final != NULL;
        change(&values, "train", r.final ? final : train);
        for (size_t k = 0; status == 0 && k < r.table->blocks.n; k++)
            status = add_block(e, &r, &r.table->blocks.at[k], &values, j, err);
        PL_PUSH(&s.tables, r);
    }
    PL_PUSH(&e->sections, s);
    PL_VEC_RELEASE(&values);
    return status;
}

/* -- the whole ---------------------------------------------------------------------- */

/* The user's own files as one more treebank. */
static int add_own(experiment *e, const choice *c, jobs *j, pl_error *err)
{
    named own = {.name = own_treebank};
    const named *like = named_find(&e->plan.treebanks, "own");
    for (size_t i = 0; like != NULL && i < like->of.n; i++)
        PL_PUSH(&own.of, like->of.at[i]);
    const char *paths[N_PARTS] = {c->train, c->dev != NULL ? c->dev : c->test,
                                  c->test != NULL ? c->test : c->dev};
    for (int i = 0; i < N_PARTS; i++)
        if (paths[i] != NULL)
            set(&own.of, parts[i], paths[i]);
    int status = add_section(e, &own, c, j, err);
    PL_VEC_RELEASE(&own.of);
    return status;
}

static int add_named(experiment *e, const char *name, const choice *c, jobs *j,
                     pl_error *err)
{
    const named *treebank = named_find(&e->plan.treebanks, name);
    if (treebank == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: there is no treebank '%s'",
                       e->plan.path, name);
    if (setting_find(&treebank->of, "from") != NULL && licensed(treebank, c) == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "the treebank %s needs the file of --%s",
                       name, setting_find(&treebank->of, "from"));
    return add_section(e, treebank, c, j, err);
}

int experiment_prepare(experiment *e, const char *name, const choice *c, jobs *j,
                       pl_error *err)
{
    *e = (experiment){0};
    if (plan_read(&e->plan, name, err) < 0)
        return -1;
    e->scale = named_find(&e->plan.scales, c->scale);
    if (e->scale == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "%s: there is no scale '%s'", e->plan.path,
                       c->scale);
    const texts *names = c->treebanks.n > 0 ? &c->treebanks : &e->plan.defaults;
    int status = 0;
    if (c->train != NULL)
        return add_own(e, c, j, err);
    if (c->treebanks.n == 0 && (c->tiger != NULL || c->negra != NULL)) {
        for (size_t i = 0; status == 0 && i < e->plan.treebanks.n; i++)
            if (licensed(&e->plan.treebanks.at[i], c) != NULL)
                status = add_section(e, &e->plan.treebanks.at[i], c, j, err);
        if (status == 0 && e->sections.n == 0)
            status = pl_fail(err, PL_BAD_ARGUMENT,
                             "%s: nothing is done with that treebank", e->plan.path);
        return status;
    }
    for (size_t i = 0; status == 0 && i < names->n; i++)
        status = add_named(e, names->at[i], c, j, err);
    return status;
}

void experiment_release(experiment *e)
{
    for (size_t i = 0; i < e->sections.n; i++) {
        section *s = &e->sections.at[i];
        for (size_t k = 0; k < s->tables.n; k++) {
            for (size_t r = 0; r < s->tables.at[k].rows.n; r++) {
                PL_VEC_RELEASE(&s->tables.at[k].rows.at[r].of);
                PL_VEC_RELEASE(&s->tables.at[k].rows.at[r].jobs);
            }
            PL_VEC_RELEASE(&s->tables.at[k].rows);
        }
        PL_VEC_RELEASE(&s->tables);
    }
    PL_VEC_RELEASE(&e->sections);
    plan_release(&e->plan);
}
