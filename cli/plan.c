/* Reading of experiments; see plan.h. */
#include "plan.h"

#include "base/in.h"
#include "base/str.h"
#include "base/share.h"

#include <string.h>

typedef struct reading {
    plan *p;
    pl_in *in;
    const char *keyword;
} reading;

const char *setting_find(const settings *s, const char *name)
{
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->at[i].name, name) == 0)
            return s->at[i].value;
    return NULL;
}

const named *named_find(const nameds *n, const char *name)
{
    for (size_t i = 0; i < n->n; i++)
        if (strcmp(n->at[i].name, name) == 0)
            return &n->at[i];
    return NULL;
}

bool plan_has_table(const plan *p, const char *text)
{
    bool found = false;
    for (size_t i = 0; i < p->tables.n; i++)
        found |= strstr(p->tables.at[i].title, text) != NULL;
    return found;
}

/* -- lines -------------------------------------------------------------------------- */

static int missing(const reading *r, const char *what, pl_error *err)
{
    return pl_in_fail(r->in, err, "after '%s' %s is missing", r->keyword, what);
}

static int one_text(const reading *r, const char **to, char *text, pl_error *err)
{
    if (*text == '\0')
        return missing(r, "its text", err);
    *to = text;
    return 0;
}

static void put_words(texts *to, char *text)
{
    for (char *word; (word = pl_scan_word(&text)) != NULL;)
        PL_PUSH(to, word);
}

/* NAME KEY=VALUE … */
static int put_named(const reading *r, nameds *to, char *text, pl_error *err)
{
    named n = {.name = pl_scan_word(&text)};
    if (n.name == NULL)
        return missing(r, "a name", err);
    int status = 0;
    for (char *word; status == 0 && (word = pl_scan_word(&text)) != NULL;) {
        char *equals = strchr(word, '=');
        if (equals == NULL)
            status = pl_in_fail(r->in, err, "expected KEY=VALUE, found %s", word);
        else {
            *equals = '\0';
            setting s = {word, equals + 1};
            PL_PUSH(&n.of, s);
        }
    }
    PL_PUSH(to, n);
    return status;
}

/* NAME COMMAND… */
static int read_step(const reading *r, step *s, bool json, char *text, pl_error *err)
{
    *s = (step){
        .name = pl_scan_word(&text), .json = json, .line = pl_in_line_number(r->in)};
    put_words(&s->words, text);
    return s->words.n > 0 ? 0 : missing(r, "a name and a command", err);
}

/* -- keywords ----------------------------------------------------------------------- */

static table *last_table(plan *p)
{
    return &p->tables.at[p->tables.n - 1];
}

static block *last_block(plan *p)
{
    table *t = last_table(p);
    return &t->blocks.at[t->blocks.n - 1];
}

static int read_title(reading *r, char *text, pl_error *err)
{
    return one_text(r, &r->p->title, text, err);
}

static int read_paper(reading *r, char *text, pl_error *err)
{
    return one_text(r, &r->p->paper, text, err);
}

static int read_scale(reading *r, char *text, pl_error *err)
{
    return put_named(r, &r->p->scales, text, err);
}

static int read_treebank(reading *r, char *text, pl_error *err)
{
    return put_named(r, &r->p->treebanks, text, err);
}

static int read_default(reading *r, char *text, pl_error *err)
{
    put_words(&r->p->defaults, text);
    return r->p->defaults.n > 0 ? 0 : missing(r, "a treebank", err);
}

static int read_prepare(reading *r, char *text, pl_error *err)
{
    return read_step(r, &r->p->prepare, false, text, err);
}

static int read_table(reading *r, char *text, pl_error *err)
{
    table t = {0};
    block b = {0};
    PL_PUSH(&t.blocks, b);
    PL_PUSH(&r->p->tables, t);
    return one_text(r, &last_table(r->p)->title, text, err);
}

static int read_note(reading *r, char *text, pl_error *err)
{
    (void)err;
    PL_PUSH(&last_table(r->p)->notes, text);
    return 0;
}

static int read_only(reading *r, char *text, pl_error *err)
{
    put_words(&last_table(r->p)->only, text);
    return last_table(r->p)->only.n > 0 ? 0 : missing(r, "a treebank", err);
}

static int read_final(reading *r, char *text, pl_error *err)
{
    last_table(r->p)->final = true;
    return *text == '\0' ? 0 : pl_in_fail(r->in, err, "nothing follows 'final'");
}

static int read_more(reading *r, char *text, pl_error *err)
{
    block b = {0};
    PL_PUSH(&last_table(r->p)->blocks, b);
    return *text == '\0' ? 0 : pl_in_fail(r->in, err, "nothing follows 'more'");
}

static int read_each(reading *r, char *text, pl_error *err)
{
    dimension d = {.name = pl_scan_word(&text)};
    put_words(&d.values, text);
    PL_PUSH(&last_block(r->p)->each, d);
    return d.values.n > 0 ? 0 : missing(r, "a variable and its values", err);
}

static int put_step(reading *r, bool json, char *text, pl_error *err)
{
    step s;
    int status = read_step(r, &s, json, text, err);
    PL_PUSH(&last_block(r->p)->steps, s);
    return status;
}

static int read_file(reading *r, char *text, pl_error *err)
{
    return put_step(r, false, text, err);
}

static int read_json(reading *r, char *text, pl_error *err)
{
    return put_step(r, true, text, err);
}

static int read_row(reading *r, char *text, pl_error *err)
{
    return one_text(r, &last_block(r->p)->row, text, err);
}

static int read_column(reading *r, char *text, pl_error *err)
{
    char *equals = strstr(text, " = ");
    if (equals == NULL)
        return pl_in_fail(r->in, err, "expected 'column TITLE = STEP.PATH'");
    *equals = '\0';
    column c = {text, equals + 3};
    PL_PUSH(&last_table(r->p)->columns, c);
    return 0;
}

static int read_chart(reading *r, char *text, pl_error *err)
{
    chart c = {0};
    c.name = pl_scan_word(&text);
    c.over = pl_scan_word(&text);
    for (char *comma; *text != '\0'; text = comma) {
        comma = text + strcspn(text, ",");
        if (*comma == ',')
            *comma++ = '\0';
        PL_PUSH(&c.columns, text + strspn(text, " "));
    }
    PL_PUSH(&last_table(r->p)->charts, c);
    return c.columns.n > 0 ? 0 : missing(r, "a name, a variable and columns", err);
}

/* clang-format off */
static const struct keyword {
    const char *name;
    bool in_table; /* belongs to the table begun last */
    int (*read)(reading *r, char *text, pl_error *err);
} keywords[] = {
    {"title",    false, read_title},
    {"paper",    false, read_paper},
    {"scale",    false, read_scale},
    {"treebank", false, read_treebank},
    {"default",  false, read_default},
    {"prepare",  false, read_prepare},
    {"table",    false, read_table},
    {"note",     true,  read_note},
    {"only",     true,  read_only},
    {"final",    true,  read_final},
    {"more",     true,  read_more},
    {"each",     true,  read_each},
    {"file",     true,  read_file},
    {"json",     true,  read_json},
    {"row",      true,  read_row},
    {"column",   true,  read_column},
    {"chart",    true,  read_chart},
};
/* clang-format on */
enum { N_KEYWORDS = sizeof keywords / sizeof *keywords };

static int read_line(reading *r, char *text, pl_error *err)
{
    r->keyword = pl_scan_word(&text);
    if (r->keyword == NULL || *r->keyword == '#')
        return 0;
    text += strspn(text, " \t");
    for (size_t i = 0; i < N_KEYWORDS; i++)
        if (strcmp(keywords[i].name, r->keyword) == 0) {
            if (keywords[i].in_table && r->p->tables.n == 0)
                return pl_in_fail(r->in, err, "'%s' stands before the first 'table'",
                                  r->keyword);
            return keywords[i].read(r, text, err);
        }
    return pl_in_fail(r->in, err,
                      "there is no keyword '%s' in descriptions of experiments",
                      r->keyword);
}

/* -- the whole ---------------------------------------------------------------------- */

static int check(const plan *p, pl_error *err)
{
    if (p->tables.n == 0 || p->scales.n == 0 || p->title == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: a title, a scale and a table are needed", p->path);
    for (size_t i = 0; i < p->tables.n; i++) {
        const table *t = &p->tables.at[i];
        if (t->columns.n == 0)
            return pl_fail(err, PL_BAD_ARGUMENT, "%s: the table '%s' has no column",
                           p->path, t->title);
        for (size_t k = 0; k < t->blocks.n; k++)
            if (t->blocks.at[k].row == NULL || t->blocks.at[k].steps.n == 0)
                return pl_fail(err, PL_BAD_ARGUMENT,
                               "%s: in the table '%s' 'row' or all steps are missing",
                               p->path, t->title);
    }
    return 0;
}

int plan_read(plan *p, const char *name, pl_error *err)
{
    *p = (plan){0};
    pl_str path = {0};
    reading r = {.p = p};
    int status = pl_share_path("experiments", name, ".plan", &path, err);
    if (status == 0) {
        p->path = pl_arena_strdup(&p->arena, path.at);
        const char *slash = strrchr(p->path, '/');
        const char *base = slash != NULL ? slash + 1 : p->path;
        p->name = pl_arena_strndup(&p->arena, base, strcspn(base, "."));
        r.in = pl_in_open(p->path, err);
        status = r.in != NULL ? 0 : -1;
    }
    const char *line;
    size_t n;
    int got = 0;
    while (status == 0 && (got = pl_in_line(r.in, &line, &n, err)) > 0)
        status = read_line(&r, pl_arena_strndup(&p->arena, line, n), err);
    if (status == 0)
        status = got < 0 ? -1 : check(p, err);
    pl_in_close(r.in);
    pl_str_release(&path);
    return status;
}

static void release_nameds(nameds *n)
{
    for (size_t i = 0; i < n->n; i++)
        PL_VEC_RELEASE(&n->at[i].of);
    PL_VEC_RELEASE(n);
}

static void release_block(block *b)
{
    for (size_t i = 0; i < b->each.n; i++)
        PL_VEC_RELEASE(&b->each.at[i].values);
    for (size_t i = 0; i < b->steps.n; i++)
        PL_VEC_RELEASE(&b->steps.at[i].words);
    PL_VEC_RELEASE(&b->each);
    PL_VEC_RELEASE(&b->steps);
}

void plan_release(plan *p)
{
    release_nameds(&p->scales);
    release_nameds(&p->treebanks);
    for (size_t i = 0; i < p->tables.n; i++) {
        table *t = &p->tables.at[i];
        for (size_t k = 0; k < t->blocks.n; k++)
            release_block(&t->blocks.at[k]);
        for (size_t k = 0; k < t->charts.n; k++)
            PL_VEC_RELEASE(&t->charts.at[k].columns);
        PL_VEC_RELEASE(&t->blocks);
        PL_VEC_RELEASE(&t->columns);
        PL_VEC_RELEASE(&t->charts);
        PL_VEC_RELEASE(&t->notes);
        PL_VEC_RELEASE(&t->only);
    }
    PL_VEC_RELEASE(&p->tables);
    PL_VEC_RELEASE(&p->defaults);
    PL_VEC_RELEASE(&p->prepare.words);
    pl_arena_release(&p->arena);
    *p = (plan){0};
}
