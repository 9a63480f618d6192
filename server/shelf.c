/* Models and treebanks; see shelf.h. */
#include "shelf.h"

#include "editing.h"

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

static int keep_all(shelf_treebank *bank, pl_error *err)
{
    pl_treebank *in = pl_treebank_open(bank->path, NULL, err);
    if (in != NULL)
        bank->own = pl_corpus_read(in, err);
    pl_treebank_close(in);
    bank->corpus = bank->own;
    return bank->corpus != NULL ? 0 : -1;
}

/* Reads the treebank, to be changed if that is asked for and can be done. */
static int read_treebank(const shelf *s, shelf_treebank *bank, pl_error *err)
{
    if (s->edit)
        edition_open(bank);
    else
        edition_missed(bank);
    if (bank->edition == NULL && keep_all(bank, err) < 0)
        return -1;
    return pl_corpus_statistics(bank->corpus, 0, SIZE_MAX, &bank->statistics, err);
}

static void release_treebank(shelf_treebank *bank)
{
    pl_edition_close(bank->edition);
    pl_corpus_free(bank->own);
    pthread_mutex_destroy(&bank->counting);
    pthread_mutex_destroy(&bank->editing);
    free(bank->fixed);
    pl_intern_release(&bank->reasons);
    free(bank->refused);
    free(bank->real);
    free(bank->path);
    free(bank->name);
    free(bank);
}

static shelf_treebank *find_treebank(const shelf *s, const char *name)
{
    for (size_t i = 0; i < s->treebanks.n; i++)
        if (strcmp(s->treebanks.at[i]->name, name) == 0)
            return s->treebanks.at[i];
    return NULL;
}

int shelf_add_treebank(shelf *s, const char *path, pl_error *err)
{
    const char *name = pl_base_name(path);
    if (*name == '\0' || find_treebank(s, name) != NULL)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: there is no name for this treebank, or another "
                       "one has it",
                       path);
    shelf_treebank *bank = pl_alloc_zero(1, sizeof *bank);
    bank->notice = s->notice;
    bank->path = pl_strdup(path);
    bank->name = pl_strdup(name);
    pthread_mutex_init(&bank->counting, NULL);
    pthread_mutex_init(&bank->editing, NULL);
    if (read_treebank(s, bank, err) < 0) {
        release_treebank(bank);
        return -1;
    }
    PL_PUSH(&s->treebanks, bank);
    return 0;
}

shelf_treebank *shelf_treebank_find(const shelf *s, const char *name, pl_error *err)
{
    shelf_treebank *found = find_treebank(s, name);
    if (found == NULL)
        pl_fail(err, PL_BAD_ARGUMENT, "there is no treebank '%s'", name);
    return found;
}

pl_statistics shelf_treebank_counts(shelf_treebank *bank)
{
    pthread_mutex_lock(&bank->counting);
    pl_statistics counted = bank->statistics;
    pthread_mutex_unlock(&bank->counting);
    return counted;
}

/* -- the end -------------------------------------------------------------------------- */

void shelf_release(shelf *s)
{
    for (size_t i = 0; i < s->treebanks.n; i++)
        release_treebank(s->treebanks.at[i]);
    PL_VEC_RELEASE(&s->treebanks);
    for (size_t i = 0; i < s->models.n; i++) {
        pl_model_close(s->models.at[i].model);
        free(s->models.at[i].name);
    }
    PL_VEC_RELEASE(&s->models);
}
