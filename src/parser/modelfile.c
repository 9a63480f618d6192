/* What a model file holds of a parser, section by section; the file itself is in
 * sections.c. The content of each section is checked before it is used. */
#include "base/str.h"
#include "parser/model.h"
#include "transform/unary.h"

#include <stdlib.h>
#include <string.h>

/* -- writing ------------------------------------------------------------------------ */

/* A label: a line "CLASS COUNT PARTS", then the parts of its chain, each ending in NUL. */
static void put_labels(const pl_labelset *l, pl_str *out)
{
    for (uint32_t i = 0; i < l->entries.n; i++) {
        const pl_label *label = pl_labelset_at(l, i);
        pl_str_printf(out, "%d %u %u\n", (int)label->class, label->count, label->n_parts);
        for (const char *c = label->name; *c != '\0'; c++)
            pl_str_putc(out, *c == PL_JOINT_INSIDE ? '\0' : *c);
        pl_str_putc(out, '\0');
    }
}

static void put_actions(const pl_inventory *inv, pl_str *out)
{
    for (size_t i = 0; i < inv->actions.n; i++) {
        const pl_action *a = &inv->actions.at[i];
        pl_str_printf(out, "%s %u %d\n", inv->system->transitions[a->kind].name,
                      a->number, a->label != PL_NONE ? (int)a->label : -1);
    }
}

void pl_model_put(const pl_model *m, pl_section_list *list)
{
    pl_str text = {0};
    pl_sections_add_text(list, "about", &m->about);
    pl_sections_add_text(list, "templates", &m->templates.text);
    pl_sections_add_text(list, "heads", &m->head_rules);
    put_labels(&m->deriver.labels, &text);
    pl_sections_add_text(list, "labels", &text);
    pl_str_clear(&text);
    put_actions(&m->deriver.inventory, &text);
    pl_sections_add_text(list, "actions", &text);
    pl_sections_add_strings(list, "words", &m->vocab.words);
    pl_sections_add_strings(list, "tags", &m->vocab.tags);
    pl_sections_add(list, "weights", m->weights, m->weights_size);
    pl_str_release(&text);
}

/* -- reading ------------------------------------------------------------------------ */

enum { MAX_CHAIN = 1000 }; /* a bound on the time that a damaged model takes */

typedef struct loader {
    const pl_sections *file;
    pl_model *model;
    pl_arena scratch;
    pl_error *err;
} loader;

static int damaged(const loader *l, const char *what)
{
    return pl_sections_damaged(l->file, what, l->err);
}

static bool find_section(const loader *l, const char *name, const char **bytes, size_t *n)
{
    return pl_sections_find(l->file, name, bytes, n);
}

/* One label, as put_labels writes it; where the next one begins. */
static const char *get_label(loader *l, const char *at, const char *end)
{
    uint32_t class, count, n_parts;
    const char *line = memchr(at, '\n', (size_t)(end - at));
    if (line == NULL || !pl_scan_number(&at, PL_LABEL_AXIOM, &class) ||
        !pl_scan_number(&at, UINT32_MAX, &count) ||
        !pl_scan_number(&at, UINT32_MAX, &n_parts) || at != line || n_parts == 0 ||
        n_parts > (size_t)(end - line))
        return NULL;
    at = line + 1;
    const char *parts = at;
    for (unsigned i = 0; i < n_parts; i++) {
        const char *nul = at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (nul == NULL)
            return NULL;
        at = nul + 1;
    }
    char *name = pl_arena_alloc(&l->scratch, (size_t)(at - parts));
    memcpy(name, parts, (size_t)(at - parts));
    for (char *c = name; c + 1 < name + (at - parts); c++)
        if (*c == '\0')
            *c = PL_JOINT_INSIDE;
    pl_labelset *labels = &l->model->deriver.labels;
    size_t before = labels->entries.n;
    uint32_t id = pl_labelset_add(labels, name, class == PL_LABEL_TEMPORARY);
    if (id != before)
        return NULL;
    labels->entries.at[id].class = (pl_label_class) class;
    labels->entries.at[id].count = count;
    return at;
}

static int get_labels(loader *l)
{
    const char *at;
    size_t n;
    find_section(l, "labels", &at, &n);
    for (const char *end = at + n; at < end;)
        if ((at = get_label(l, at, end)) == NULL)
            return damaged(l, "labels");
    bool seen[PL_LABEL_AXIOM + 1] = {false};
    const pl_labelset *labels = &l->model->deriver.labels;
    for (size_t i = 0; i < labels->entries.n; i++)
        seen[labels->entries.at[i].class] = true;
    return seen[PL_LABEL_ORDINARY] && seen[PL_LABEL_AXIOM]
               ? 0
               : damaged(l, "no label for whole sentences, or none for parts of them");
}

static bool takes_label(const pl_transition *row)
{
    return row->takes == PL_TAKES_LABEL || row->takes == PL_TAKES_ANY_LABEL;
}

/* A line "NAME NUMBER LABEL"; the label is -1 where there is none. */
static int get_action(loader *l, const char *line)
{
    pl_inventory *inv = &l->model->deriver.inventory;
    size_t n = strcspn(line, " ");
    const char *at = line + n;
    uint32_t number, label = PL_NONE;
    if (!pl_scan_number(&at, UINT16_MAX, &number))
        return damaged(l, "actions");
    if (strcmp(at, " -1") != 0 && (!pl_scan_number(&at, UINT32_MAX - 1, &label) ||
                                   *at != '\0' || label >= inv->labels->entries.n))
        return damaged(l, "actions");
    uint16_t kind = 0;
    const pl_transition *rows = inv->system->transitions;
    while (rows[kind].name != NULL &&
           (strlen(rows[kind].name) != n || strncmp(rows[kind].name, line, n) != 0))
        kind++;
    if (rows[kind].name == NULL || takes_label(&rows[kind]) != (label != PL_NONE))
        return damaged(l, "actions");
    pl_action a = {kind, (uint16_t)number, label};
    pl_inventory_add(inv, a);
    return 0;
}

static int get_actions(loader *l)
{
    pl_inventory *inv = &l->model->deriver.inventory;
    const char *bytes;
    size_t n;
    find_section(l, "actions", &bytes, &n);
    char *text = pl_strndup(bytes, n), *rest = NULL;
    int status = 0;
    size_t n_lines = 0;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL && status == 0;
         line = strtok_r(NULL, "\n", &rest)) {
        status = n_lines++ < PL_MAX_ACTIONS ? get_action(l, line)
                                            : damaged(l, "too many actions");
    }
    free(text);
    if (status < 0)
        return -1;
    pl_actions as_written = inv->actions;
    inv->actions = (pl_actions){0};
    for (size_t i = 0; i < as_written.n; i++)
        PL_PUSH(&inv->actions, as_written.at[i]);
    inv->system->close(inv);
    pl_inventory_finish(inv);
    bool same = inv->actions.n == as_written.n && as_written.n == n_lines;
    for (size_t i = 0; same && i < as_written.n; i++)
        same = inv->actions.at[i].kind == as_written.at[i].kind &&
               inv->actions.at[i].label == as_written.at[i].label &&
               inv->actions.at[i].number == as_written.at[i].number;
    PL_VEC_RELEASE(&as_written);
    return same ? 0 : damaged(l, "the actions are not complete or not in order");
}

static int get_templates(loader *l)
{
    pl_model *m = l->model;
    pl_str text = {0};
    pl_sections_text(l->file, "templates", &text);
    int got = strstr(pl_str_text(&text), "include") != NULL
                  ? damaged(l, "templates")
                  : pl_templates_parse(&m->templates, pl_sections_name(l->file),
                                       pl_str_text(&text), l->err);
    pl_str_release(&text);
    if (got < 0)
        return -1;
    if (m->templates.list.n == 0)
        return damaged(l, "no templates");
    pl_features_compile(&m->features, &m->templates);
    return 0;
}

static int get_vocab(loader *l)
{
    pl_model *m = l->model;
    int mode = pl_about_choice(&m->about, "unknown", pl_unknown_names, PL_N_UNKNOWN);
    if (mode < 0)
        return damaged(l, "no such treatment of unknown words");
    m->vocab.unknown = (pl_unknown)mode;
    return pl_sections_strings(l->file, "words", &m->vocab.words, l->err) == 0 &&
                   pl_sections_strings(l->file, "tags", &m->vocab.tags, l->err) == 0
               ? 0
               : -1;
}

/* What the conditions of systems that reorder or keep unary nodes count on. */
static int get_reading(loader *l)
{
    pl_deriver *d = &l->model->deriver;
    long chain = pl_about_number(&l->model->about, "unary-chain", PL_MAX_CHAIN);
    pl_str mode = {0};
    pl_error why;
    bool bad = pl_about_get(&l->model->about, "reorder", &mode) &&
               pl_deriver_reorder(d, pl_str_text(&mode), &why) < 0;
    pl_str_release(&mode);
    if (bad)
        return damaged(l, why.text);
    if (chain < 0 || chain > MAX_CHAIN)
        return damaged(l, "chains of unary nodes that are too long");
    d->inventory.max_chain = (uint32_t)chain;
    d->inventory.repeats = pl_about_number(&l->model->about, "unary-repeats", 0) != 0;
    return 0;
}

static int get_model(loader *l)
{
    pl_str about = {0}, name = {0};
    pl_sections_text(l->file, "about", &about);
    pl_model *m = l->model = pl_model_new(pl_systems[0]);
    m->about = about;
    pl_about_get(&m->about, "system", &name);
    const pl_system *system = pl_system_find(pl_str_text(&name));
    if (name.n == 0) {
        pl_str_release(&name);
        return pl_fail(l->err, PL_DAMAGED, "%s: there is no parser in this model",
                       pl_sections_name(l->file));
    }
    if (system == NULL) {
        pl_fail(l->err, PL_DAMAGED,
                "%s: there is no transition system '%s' in this program",
                pl_sections_name(l->file), pl_str_text(&name));
        pl_str_release(&name);
        return -1;
    }
    pl_str_release(&name);
    pl_deriver_start(&m->deriver, system);
    m->deriver.style.artificial_root =
        pl_about_number(&m->about, "artificial-root", 0) != 0;
    m->deriver.roots.virtual_root = pl_about_number(&m->about, "virtual-root", 0) != 0;
    pl_sections_text(l->file, "heads", &m->head_rules);
    if (get_reading(l) < 0)
        return -1;
    if (get_labels(l) < 0 || get_actions(l) < 0 || get_templates(l) < 0 ||
        get_vocab(l) < 0)
        return -1;
    const char *weights;
    find_section(l, "weights", &weights, &m->weights_size);
    m->weights = weights;
    pl_error why;
    if (pl_compact_check(weights, m->weights_size,
                         (uint32_t)m->deriver.inventory.actions.n, &why) < 0)
        return damaged(l, why.text);
    return 0;
}

pl_model *pl_model_from(const pl_sections *file, pl_error *err)
{
    loader l = {.file = file, .err = err};
    int got = get_model(&l);
    pl_arena_release(&l.scratch);
    if (got == 0)
        return l.model;
    pl_model_free(l.model);
    return NULL;
}
