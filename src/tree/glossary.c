/* Meanings of labels; see glossary.h. */
#include "tree/glossary.h"

#include "base/in.h"
#include "base/intern.h"
#include "base/share.h"
#include "base/suggest.h"
#include "base/vec.h"

#include <string.h>

const char *const pl_gloss_names[PL_N_GLOSSES] = {"label", "function", "tag", "relation"};

typedef struct entry {
    pl_gloss kind;
    const char *name, *meaning;
} entry;

struct pl_glossary {
    pl_str text;              /* of the file, cut into strings */
    pl_intern names;          /* of all kinds */
    PL_VEC(entry) entries;    /* in the order of the file */
    PL_VEC(size_t) of[PL_N_GLOSSES]; /* [names.n] entry + 1; 0: there is none */
};

static void add(pl_glossary *g, entry e)
{
    uint32_t id = pl_intern_add(&g->names, e.name);
    for (int k = 0; k < PL_N_GLOSSES; k++)
        while (g->of[k].n <= id)
            PL_PUSH(&g->of[k], 0);
    PL_PUSH(&g->entries, e);
    g->of[e.kind].at[id] = g->entries.n;
}

/* Cuts a line at its tabs: kind, name, meaning. */
static bool take_line(pl_glossary *g, char *line)
{
    char *name = strchr(line, '\t'), *meaning = name != NULL ? strchr(name + 1, '\t') : NULL;
    if (meaning == NULL)
        return false;
    *name++ = *meaning++ = '\0';
    for (int k = 0; k < PL_N_GLOSSES; k++)
        if (strcmp(line, pl_gloss_names[k]) == 0 && *name != '\0') {
            add(g, (entry){(pl_gloss)k, name, meaning});
            return true;
        }
    return false;
}

static int take_lines(pl_glossary *g, const char *path, pl_error *err)
{
    size_t number = 1;
    for (char *line = g->text.at, *end; line != NULL && *line != '\0'; line = end, number++) {
        end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        if (*line != '\0' && *line != '#' && !take_line(g, line))
            return pl_fail(err, PL_BAD_INPUT,
                           "%s:%zu: not a line of kind (label, function, tag or relation), name "
                           "and meaning, with tabs between",
                           path, number);
    }
    return 0;
}

pl_glossary *pl_glossary_open(const char *name, pl_error *err)
{
    pl_str path = {0};
    pl_glossary *g = pl_alloc_zero(1, sizeof *g);
    int status = pl_share_path("glossaries", name, ".txt", &path, err);
    if (status == 0)
        status = pl_in_read_file(path.at, PL_MAX_RULES, &g->text, err);
    if (status == 0)
        status = take_lines(g, path.at, err);
    pl_str_release(&path);
    if (status == 0)
        return g;
    pl_glossary_close(g);
    return NULL;
}

pl_glossary *pl_glossary_of_model(const char *model, pl_error *err)
{
    pl_error unused;
    const char *dash = strrchr(model, '-');
    pl_glossary *g = pl_glossary_open(model, err);
    if (g != NULL || dash == NULL)
        return g;
    char *shorter = pl_strndup(model, (size_t)(dash - model));
    g = pl_glossary_open(shorter, &unused);
    free(shorter);
    return g;
}

void pl_glossary_close(pl_glossary *g)
{
    if (g == NULL)
        return;
    pl_str_release(&g->text);
    pl_intern_release(&g->names);
    PL_VEC_RELEASE(&g->entries);
    for (int k = 0; k < PL_N_GLOSSES; k++)
        PL_VEC_RELEASE(&g->of[k]);
    free(g);
}

/* The meaning of the first n bytes of a name; NULL if it is not there. */
static const char *find(const pl_glossary *g, pl_gloss kind, const char *name, size_t n)
{
    uint32_t id = pl_intern_find_n(&g->names, name, n);
    size_t place = id != PL_NONE ? g->of[kind].at[id] : 0;
    return place > 0 ? g->entries.at[place - 1].meaning : NULL;
}

bool pl_glossary_put(const pl_glossary *g, pl_gloss kind, const char *name, pl_str *out)
{
    size_t before = out->n, n = strlen(name);
    const char *meaning = find(g, kind, name, n);
    if (meaning != NULL) {
        pl_str_puts(out, meaning);
        return true;
    }
    const char *seams = strchr(name, '|') != NULL ? "|" : "-+:";
    while (*name != '\0') {
        n = 1 + strcspn(name + 1, seams);
        meaning = find(g, kind, name, n);
        if (meaning == NULL && out->n == before)
            return false;
        if (meaning != NULL)
            pl_str_printf(out, "%s%s", out->n > before ? "; " : "", meaning);
        name += n;
    }
    return out->n > before;
}

static void put_line(pl_str *out, pl_gloss kind, const char *name, const char *meaning)
{
    pl_str_printf(out, "%s\t%s\t%s\n", pl_gloss_names[kind], name, meaning);
}

void pl_glossary_put_all(const pl_glossary *g, pl_str *out)
{
    for (size_t i = 0; i < g->entries.n; i++)
        put_line(out, g->entries.at[i].kind, g->entries.at[i].name, g->entries.at[i].meaning);
}

bool pl_glossary_put_lines(const pl_glossary *g, const char *name, pl_str *out)
{
    size_t before = out->n;
    for (int k = 0; k < PL_N_GLOSSES; k++) {
        pl_str meaning = {0};
        if (pl_glossary_put(g, (pl_gloss)k, name, &meaning))
            put_line(out, (pl_gloss)k, name, meaning.at);
        pl_str_release(&meaning);
    }
    return out->n > before;
}

const char *pl_glossary_similar(const pl_glossary *g, const char *name)
{
    pl_suggestion like = {0};
    for (size_t i = 0; i < g->entries.n; i++)
        pl_suggest(&like, name, strlen(name), g->entries.at[i].name);
    return like.name;
}
