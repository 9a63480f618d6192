/* Models and treebanks; see shelf.h. */
#include "shelf.h"

#include "base/err.h"
#include "base/str.h"

#include <string.h>

/* -- names ---------------------------------------------------------------------------- */

/* The name of a file without its folder and one of the endings. */
static char *name_of(const char *path, const char *ending)
{
    const char *name = pl_base_name(path);
    size_t n = pl_unpacked_length(name);
    if (pl_ends_in(name, n, ending))
        n -= strlen(ending);
    return pl_strndup(name, n);
}

/* -- models --------------------------------------------------------------------------- */

const char *about_value(const char *about, const char *key, size_t *n)
{
    size_t length = strlen(key);
    for (const char *line = about; *line != '\0';) {
        *n = strcspn(line, "\n");
        if (*n > length + 1 && strncmp(line, key, length) == 0 && line[length] == ':') {
            *n -= length + 2;
            return line + length + 2;
        }
        line += *n + (line[*n] == '\n');
    }
    *n = 0;
    return "";
}

static const shelf_model *find_exactly(const shelf *s, const char *name)
{
    for (size_t i = 0; i < s->models.n; i++)
        if (strcmp(s->models.at[i].name, name) == 0)
            return &s->models.at[i];
    return NULL;
}

/* Finds out what a model can do by letting it work on one word. */
static void look_at(shelf_model *m)
{
    const char *word = "a", *tag = "a";
    pl_parser *parser = pl_parser_new(m->model);
    pl_sentence *tree = pl_parser_parse_words(parser, &word, &tag, 1, NULL);
    m->tags = pl_model_has_tagger(m->model);
    m->parses = tree != NULL;
    m->constituents = tree != NULL && pl_sentence_head(tree, 0) == PL_NONE;
    pl_sentence_free(tree);
    pl_parser_free(parser);
}

int shelf_add_model(shelf *s, const char *path, double seconds, pl_error *err)
{
    shelf_model m = {.name = name_of(path, ".model")};
    if (find_exactly(s, m.name) != NULL) {
        pl_fail(err, PL_BAD_ARGUMENT, "%s: there are two models of the name '%s'", path,
                m.name);
        free(m.name);
        return -1;
    }
    m.model = pl_model_open(
        path, &(pl_parse_options){.nbest = MAX_NBEST, .seconds = seconds}, err);
    if (m.model == NULL) {
        free(m.name);
        return -1;
    }
    look_at(&m);
    PL_PUSH(&s->models, m);
    return 0;
}

static int no_such_model(const shelf *s, const char *name, pl_error *err)
{
    pl_str names = {0};
    for (size_t i = 0; i < s->models.n; i++)
        pl_str_printf(&names, "%s%s", i > 0 ? ", " : "", s->models.at[i].name);
    pl_fail(err, PL_BAD_ARGUMENT, "there is no model '%s'; there are: %s", name,
            pl_str_text(&names));
    pl_str_release(&names);
    return -1;
}

const shelf_model *shelf_model_find(const shelf *s, const char *name, pl_error *err)
{
    if (name == NULL)
        name = "";
    if (*name == '\0' && s->models.n > 0)
        return &s->models.at[0];
    const shelf_model *found = find_exactly(s, name);
    size_t n = strlen(name);
    for (size_t i = 0; i < s->models.n && found == NULL; i++)
        if (strncmp(s->models.at[i].name, name, n) == 0 && s->models.at[i].name[n] == '-')
            found = &s->models.at[i];
    if (found == NULL)
        no_such_model(s, name, err);
    return found;
}

/* -- treebanks ------------------------------------------------------------------------ */

static int keep_all(shelf_treebank *bank, const char *path, pl_error *err)
{
    pl_treebank *in = pl_treebank_open(path, NULL, err);
    if (in != NULL)
        bank->corpus = pl_corpus_read(in, err);
    pl_treebank_close(in);
    return bank->corpus != NULL ? 0 : -1;
}

static int count_all(shelf_treebank *bank, const char *path, pl_error *err)
{
    pl_treebank *in = pl_treebank_open(path, NULL, err);
    int status = in != NULL ? pl_treebank_statistics(in, &bank->statistics, err) : -1;
    pl_treebank_close(in);
    return status;
}

static void release_treebank(shelf_treebank *bank)
{
    pl_corpus_free(bank->corpus);
    free(bank->name);
}

static const shelf_treebank *find_treebank(const shelf *s, const char *name)
{
    for (size_t i = 0; i < s->treebanks.n; i++)
        if (strcmp(s->treebanks.at[i].name, name) == 0)
            return &s->treebanks.at[i];
    return NULL;
}

int shelf_add_treebank(shelf *s, const char *path, pl_error *err)
{
    char *name = pl_strdup(pl_base_name(path));
    if (*name == '\0' || find_treebank(s, name) != NULL) {
        pl_fail(err, PL_BAD_ARGUMENT,
                "%s: there is no name for this treebank, or another "
                "one has it",
                path);
        free(name);
        return -1;
    }
    shelf_treebank bank = {.name = name};
    if (keep_all(&bank, path, err) < 0 || count_all(&bank, path, err) < 0) {
        release_treebank(&bank);
        return -1;
    }
    PL_PUSH(&s->treebanks, bank);
    return 0;
}

const shelf_treebank *shelf_treebank_find(const shelf *s, const char *name, pl_error *err)
{
    const shelf_treebank *found = find_treebank(s, name);
    if (found == NULL)
        pl_fail(err, PL_BAD_ARGUMENT, "there is no treebank '%s'", name);
    return found;
}

/* -- the end -------------------------------------------------------------------------- */

void shelf_release(shelf *s)
{
    for (size_t i = 0; i < s->treebanks.n; i++)
        release_treebank(&s->treebanks.at[i]);
    PL_VEC_RELEASE(&s->treebanks);
    for (size_t i = 0; i < s->models.n; i++) {
        pl_model_close(s->models.at[i].model);
        free(s->models.at[i].name);
    }
    PL_VEC_RELEASE(&s->models);
}
