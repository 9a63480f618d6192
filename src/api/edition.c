/* Files that are changed sentence by sentence, for pleach.h: the file (patch.h), its journal and
 * its sentences in memory. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/file.h"
#include "base/stop.h"
#include "format/journal.h"
#include "format/patch.h"

#include <stdlib.h>
#include <string.h>

struct pl_edition {
    char *path, *journal_path;
    pl_file *lock;
    pl_patch *patch;
    pl_corpus *corpus;
    pl_journal *journal; /* NULL until something is replaced */
    pl_str note;
};

/* -- opening -------------------------------------------------------------------------- */

static void take_tree(void *context, const pl_tree *tree, const char *format)
{
    pl_api_corpus_add(context, tree, format);
}

/* Reads the file: 0, or -1 with the reason. */
static int read_file(pl_edition *e, pl_error *error)
{
    e->corpus = pl_api_corpus();
    e->patch = pl_patch_open(e->path, take_tree, e->corpus, error);
    pl_api_corpus_finish(e->corpus);
    return e->patch != NULL ? 0 : -1;
}

static void forget_file(pl_edition *e)
{
    pl_patch_close(e->patch);
    pl_corpus_free(e->corpus);
    e->patch = NULL;
    e->corpus = NULL;
}

/* -- recovering ----------------------------------------------------------------------- */

/* A journal is fitted to its file in two readings: the first finds the last line that the file has
 * already, the second takes those behind it. */
typedef struct recovery {
    pl_edition *edition;
    size_t n_lines;
    pl_journal_gaps gaps;
    size_t had; /* lines that the file has; SIZE_MAX: it does not fit */
    size_t at;  /* in the second reading: lines looked at */
    size_t n_recovered;
} recovery;

static int fit_line(void *context, const pl_journal_line *line, pl_error *error)
{
    recovery *r = context;
    uint64_t sum = pl_patch_sum(r->edition->patch);
    if (r->n_lines == 0 && line->before == sum)
        r->had = 0;
    r->n_lines++;
    if (line->after == sum)
        r->had = r->n_lines;
    return 0;
}

static int count_line(void *context, const pl_journal_line *line, pl_error *error)
{
    ++*(size_t *)context;
    return 0;
}

static int misfit(const pl_edition *e, pl_error *error)
{
    return pl_fail(
        error, PL_BAD_INPUT,
        "%s does not belong to %s as it is now: another program has changed the file. It "
        "has changes that are nowhere else; compare them with the file, then move it "
        "away",
        e->journal_path, e->path);
}

static int damaged(const pl_edition *e, pl_error *error)
{
    return pl_fail(error, PL_BAD_INPUT,
                   "%s is damaged: changes in its last lines, which may be nowhere else, "
                   "cannot be read; compare it with %s, then move it away",
                   e->journal_path, e->path);
}

static int recover_line(void *context, const pl_journal_line *line, pl_error *error)
{
    recovery *r = context;
    pl_patch *p = r->edition->patch;
    uint64_t sum;
    if (r->at++ < r->had)
        return 0;
    size_t i = line->number - 1;
    if (line->before != pl_patch_sum(p) || i >= pl_patch_size(p))
        return misfit(r->edition, error);
    if (pl_patch_sum_with(p, i, line->text, line->n, &sum, error) < 0)
        return -1;
    if (sum != line->after)
        return misfit(r->edition, error);
    pl_patch_put(p, i, line->text, line->n, sum);
    r->n_recovered++;
    return 0;
}

static void note_recovery(const recovery *r)
{
    pl_str *note = &r->edition->note;
    pl_str_printf(note, "%zu change%s recovered from %s", r->n_recovered,
                  r->n_recovered == 1 ? " was" : "s were", r->edition->journal_path);
    size_t cut = r->gaps.cut;
    if (cut > 0)
        pl_str_printf(note, "; %zu that %s not written to its end %s left out", cut,
                      cut == 1 ? "was" : "were", cut == 1 ? "is" : "are");
}

/* Brings what is in the journal into the file. */
static int recover(pl_edition *e, pl_error *error)
{
    recovery r = {.edition = e, .had = SIZE_MAX};
    if (pl_journal_read(e->journal_path, fit_line, &r, &r.gaps, error) < 0)
        return -1;
    if (r.gaps.damaged > 0)
        return damaged(e, error);
    if (r.n_lines > 0 && r.had == SIZE_MAX)
        return misfit(e, error);
    if (pl_journal_read(e->journal_path, recover_line, &r, &r.gaps, error) < 0)
        return -1;
    if (r.n_recovered > 0 || r.gaps.cut > 0)
        note_recovery(&r);
    if (r.n_recovered > 0 && pl_patch_save(e->patch, error) < 0)
        return pl_fail_prefix(error, "the changes in %s cannot be applied to the file: ",
                              e->journal_path);
    if (r.n_recovered > 0) {
        forget_file(e);
        if (read_file(e, error) < 0)
            return -1;
    }
    return pl_journal_remove(e->journal_path, error);
}

/* The path without links: a file has one journal, whatever it is called by. */
static char *real_path(const char *path)
{
    char *real = strcmp(path, "-") != 0 ? realpath(path, NULL) : NULL;
    return real != NULL ? real : pl_strdup(path);
}

static char *journal_of(const char *path)
{
    pl_str name = {0};
    pl_str_printf(&name, "%s" PL_JOURNAL, path);
    return name.at;
}

size_t pl_edition_pending(const char *path)
{
    size_t n = 0;
    pl_journal_gaps gaps;
    if (path == NULL)
        return 0;
    char *real = real_path(path), *journal = journal_of(real);
    int status = pl_journal_read(journal, count_line, &n, &gaps, NULL);
    free(real);
    free(journal);
    n += gaps.damaged;
    return status < 0 && n == 0 ? 1 : n;
}

pl_edition *pl_edition_open(const char *path, pl_error *error)
{
    if (!pl_api_given(&error, "the path", path, PL_LAST))
        return NULL;
    pl_edition *e = pl_alloc_zero(1, sizeof *e);
    e->path = real_path(path);
    e->journal_path = journal_of(e->path);
    e->lock = pl_file_lock(e->path, error);
    if (e->lock != NULL && read_file(e, error) == 0 && recover(e, error) == 0) {
        pl_file_tidy(e->lock);
        return e;
    }
    pl_edition_close(e);
    return NULL;
}

const char *pl_edition_note(const pl_edition *e)
{
    return e != NULL ? e->note.at : NULL;
}

const pl_corpus *pl_edition_corpus(const pl_edition *e)
{
    return e != NULL ? e->corpus : NULL;
}

/* -- replacing ------------------------------------------------------------------------ */

static int check_words(const pl_tree *old, const pl_tree *t, pl_error *error)
{
    if (t->n_tokens != old->n_tokens)
        return pl_fail(
            error, PL_BAD_INPUT,
            "the sentence has %u words, the new one %u: words cannot be changed",
            old->n_tokens, t->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (strcmp(old->tokens[i].word, t->tokens[i].word) != 0)
            return pl_fail(error, PL_BAD_INPUT,
                           "word %u is '%.60s', not '%.60s': words cannot be changed",
                           i + 1, old->tokens[i].word, t->tokens[i].word);
    return 0;
}

/* Gives a new tree what belongs to the sentence, not to the tree. What a parser said of it is of
 * the past. */
static void keep_sentence(const pl_tree *old, pl_tree *t)
{
    pl_tree_drop_confidence(t);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        pl_attr_remove(&t->nodes[v].attrs, PL_CONFIDENCE);
    t->id = old->id;
    t->text = old->text;
    t->attrs = old->attrs;
    t->lines = old->lines;
    t->last_line = old->last_line;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_token *token = &t->tokens[i];
        const pl_token *was = &old->tokens[i];
        token->begin = was->begin;
        token->end = was->end;
        token->first_char = was->first_char;
        token->n_chars = was->n_chars;
        token->glued = was->glued;
    }
}

int pl_edition_check(const pl_edition *e, size_t i, pl_error *error)
{
    pl_arena m = {0};
    if (!pl_api_given(&error, "the edition", e, PL_LAST))
        return -1;
    const pl_tree *tree = pl_api_corpus_tree(e->corpus, i, &m, error);
    int status = tree != NULL ? pl_patch_check(e->patch, i, tree, error) : -1;
    pl_arena_release(&m);
    return status;
}

static int open_journal(pl_edition *e, pl_error *error)
{
    if (e->journal == NULL)
        e->journal = pl_journal_open(e->journal_path, e->path, error);
    return e->journal != NULL ? 0 : -1;
}

/* The draft to the journal, then to memory. */
static int put_draft(pl_edition *e, size_t i, const pl_draft *draft, pl_error *error)
{
    pl_journal_line line = {.number = i + 1,
                            .before = pl_patch_sum(e->patch),
                            .text = pl_str_text(&draft->stretch),
                            .n = draft->stretch.n};
    if (pl_patch_sum_with(e->patch, i, line.text, line.n, &line.after, error) < 0 ||
        open_journal(e, error) < 0 || pl_journal_add(e->journal, &line, error) < 0)
        return -1;
    pl_patch_put(e->patch, i, line.text, line.n, line.after);
    pl_api_corpus_replace(e->corpus, i, draft->tree);
    return 0;
}

int pl_edition_replace(pl_edition *e, size_t i, const pl_sentence *sentence,
                       pl_error *error)
{
    pl_arena m = {0};
    pl_draft draft = {0};
    if (!pl_api_given(&error, "the edition", e, "the sentence", sentence, PL_LAST))
        return -1;
    const pl_tree *old = pl_api_corpus_tree(e->corpus, i, &m, error);
    int status = old != NULL ? pl_patch_unchanged(e->patch, error) : -1;
    if (status == 0)
        status = check_words(old, sentence->tree, error);
    if (status == 0) {
        pl_tree *tree = pl_tree_copy(sentence->tree, &m);
        keep_sentence(old, tree);
        status = pl_patch_draft(e->patch, i, old, tree, &m, &draft, error);
    }
    if (status == 0)
        status = pl_stop_check(error);
    if (status == 0)
        status = put_draft(e, i, &draft, error);
    pl_str_release(&draft.stretch);
    pl_arena_release(&m);
    return status;
}

/* -- saving --------------------------------------------------------------------------- */

size_t pl_edition_bytes(const pl_edition *e)
{
    return e != NULL ? pl_patch_bytes(e->patch) : 0;
}

size_t pl_edition_unsaved(const pl_edition *e)
{
    return e != NULL ? pl_patch_unsaved(e->patch) : 0;
}

int pl_edition_save(pl_edition *e, pl_error *error)
{
    if (!pl_api_given(&error, "the edition", e, PL_LAST))
        return -1;
    if (pl_patch_unsaved(e->patch) == 0)
        return 0;
    if (pl_patch_save(e->patch, error) < 0)
        return -1;
    pl_journal_close(e->journal);
    e->journal = NULL;
    return pl_journal_remove(e->journal_path, error);
}

void pl_edition_close(pl_edition *e)
{
    if (e == NULL)
        return;
    forget_file(e);
    pl_journal_close(e->journal);
    pl_file_cancel(e->lock);
    free(e->path);
    free(e->journal_path);
    pl_str_release(&e->note);
    free(e);
}
