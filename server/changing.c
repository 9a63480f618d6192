/* Changing a sentence of a treebank: PUT. Whoever changes one says which revision the change was
 * made of, so that two people do not undo each other's work unawares. */
#include "endpoints.h"

#include "arguments.h"
#include "server.h"

#include <string.h>

typedef struct change_job {
    uint32_t number;
    const char *revision, *from;
    const pl_value *tree;
} change_job;

/* clang-format off */
static const argument arguments_of_change[] = {
    {"number",   NUMBER(change_job, number, 1, UINT32_MAX), "number of the sentence"},
    {"revision", NEEDED_TEXT(change_job, revision),         "that the sentence had when the change was begun"},
    {"tree",     NEEDED_TREE(change_job, tree),             "the sentence as it is to be: an object as json has it, or a text"},
    {"from",     TEXT(change_job, from),                    "format of the tree (default: json for an object, guessed for a text)"},
    {0},
};
/* clang-format on */

/* The treebank, if it can be changed, and has the sentence. */
static shelf_treebank *find_bank(request *q, const change_job *j, failure *f)
{
    const shelf *s = &q->server->shelf;
    shelf_treebank *bank = shelf_treebank_find(s, q->part, &f->error);
    if (bank == NULL)
        f->status = 404;
    else if (bank->edition == NULL)
        refuse(
            f, 403, PL_BAD_ARGUMENT, "%s",
            bank->refused != NULL
                ? bank->refused
                : "treebanks are read-only; 'pleach serve --edit' lets them be changed");
    else if (j->number < 1 || j->number > pl_corpus_size(bank->corpus))
        refuse(f, 400, PL_BAD_ARGUMENT, "'number' is one of the sentences from 1 to %zu",
               pl_corpus_size(bank->corpus));
    else
        return bank;
    return NULL;
}

/* A change: what was asked for, the tree, and the format that it came in. */
typedef struct changing {
    const change_job *job;
    pl_sentence *tree;
    const char *format;
} changing;

/* The one sentence in the data: 0, or -1 with the reason. */
static int read_only_one(changing *c, request *q, const char *data, const char *from,
                         failure *f)
{
    const pl_sentence *s;
    if (check_data(q, "tree", NULL, data, from, f) < 0)
        return -1;
    pl_treebank *in = open_data(NULL, data, from, f);
    int got = in != NULL ? pl_treebank_next(in, &s, &f->error) : -1;
    if (got > 0) {
        c->tree = pl_sentence_copy(s);
        c->format = pl_treebank_format(in);
        got = pl_treebank_next(in, &s, &f->error) == 0 ? 1 : 0;
    }
    pl_treebank_close(in);
    if (got == 0)
        refuse(f, 422, PL_BAD_INPUT, "'tree' is not one sentence");
    return got > 0 ? 0 : -1;
}

/* In a tree that is sent as an object there are no lines. */
static void forget_place(pl_error *error)
{
    static const char place[] = ": sentence 1: ";
    const char *at = strstr(error->text, place);
    if (strncmp(error->text, "tree:", 5) != 0 || at == NULL)
        return;
    char *why = pl_strdup(at + strlen(place));
    snprintf(error->text, sizeof error->text, "the sentence sent: %s", why);
    free(why);
}

static int read_tree(changing *c, request *q, failure *f)
{
    const change_job *j = c->job;
    if (pl_value_is(j->tree, PL_JSON_STRING))
        return read_only_one(c, q, j->tree->text, j->from, f);
    if (j->from != NULL && strcmp(j->from, "json") != 0)
        return refuse(f, 400, PL_BAD_ARGUMENT, "'tree' is a text, unless 'from' is json");
    pl_str text = {0};
    pl_value_put_json(j->tree, PL_JSON_COMPACT, &text);
    int status = read_only_one(c, q, text.at, "json", f);
    pl_str_release(&text);
    if (status < 0)
        forget_place(&f->error);
    return status;
}

/* Appends the parts of a sentence that an edit may change, one line of JSON each. Returns 0, or -1 with
 * the reason. */
static int put_content(const pl_sentence *s, pl_str *out, failure *f)
{
    static const char *const kept[] = {"id", "text", "fields", "comments", NULL};
    char *text = pl_sentence_text(s, "json", &f->error);
    pl_report *r = text != NULL ? pl_report_parse(text, strlen(text), &f->error) : NULL;
    for (size_t i = 0; r != NULL && i < pl_value_size(r->root); i++)
        if (!pl_among(r->root->items[i]->name, kept)) {
            pl_str_printf(out, "%s:", r->root->items[i]->name);
            pl_value_put_json(r->root->items[i], PL_JSON_COMPACT, out);
            pl_str_putc(out, '\n');
        }
    int status = r != NULL ? 0 : -1;
    pl_report_free(r);
    pl_text_free(text);
    return status;
}

/* Whether a format can say all of a sentence that a change is to leave as it was. */
static int check_holds(const pl_sentence *old, const char *format, failure *f)
{
    const pl_sentence *s;
    char *text = pl_sentence_text(old, format, &f->error);
    pl_treebank *in = text != NULL ? open_data(NULL, text, format, f) : NULL;
    pl_str content = {0}, again = {0};
    bool same = put_content(old, &content, f) == 0 && in != NULL &&
                pl_treebank_next(in, &s, &f->error) > 0 && put_content(s, &again, f) == 0 &&
                strcmp(pl_str_text(&content), pl_str_text(&again)) == 0;
    pl_treebank_close(in);
    pl_text_free(text);
    pl_str_release(&content);
    pl_str_release(&again);
    if (same)
        return 0;
    return refuse(
        f, 422, PL_BAD_INPUT,
        "%s cannot say all that the sentence has, and a change would lose it: send the "
        "tree as json",
        format);
}

/* Somebody else was faster: the answer has the sentence as it is now. */
static int answer_conflict(const changing *c, const pl_sentence *now,
                           const char *revision, answer *a, failure *f)
{
    unsigned number = c->job->number;
    refuse(f, 409, PL_BAD_ARGUMENT, "sentence %u has been changed by somebody else",
           number);
    a->status = 409;
    put_failure(&a->body, f);
    a->body.n -= strlen("}\n");
    pl_str_printf(&a->body, ",\"number\":%u,\"revision\":\"%s\",\"tree\":", number,
                  revision);
    int status = put_tree(now, c->format, &a->body, f);
    pl_str_puts(&a->body, "}\n");
    return status;
}

/* Statuses for what the library says about a change. */
static int status_of(pl_error_code code)
{
    return code == PL_BAD_ARGUMENT                        ? 403
           : code == PL_BAD_INPUT || code == PL_TOO_LARGE ? 422
                                                          : 500;
}

/* Changes sentence i, which is `now`, and tells its new revision. */
static int put_change(shelf_treebank *bank, size_t i, const changing *c,
                      const pl_sentence *now, char revision[REVISION + 1], failure *f)
{
    if (check_holds(now, c->format, f) < 0)
        return -1;
    if (edition_replace(bank, i, c->tree, &f->error) < 0) {
        f->status = status_of(f->error.code);
        return -1;
    }
    pl_sentence *changed = pl_corpus_sentence(bank->corpus, i, &f->error);
    int status = changed != NULL ? sentence_revision(changed, revision, f) : -1;
    pl_sentence_free(changed);
    return status;
}

/* Changes a sentence, if it still is the one that the change was made of; the treebank's lock is
 * held. */
static int change(shelf_treebank *bank, const changing *c, answer *a, failure *f)
{
    char revision[REVISION + 1];
    size_t i = c->job->number - 1;
    pl_sentence *now = pl_corpus_sentence(bank->corpus, i, &f->error);
    int status = now != NULL ? sentence_revision(now, revision, f) : -1;
    if (status == 0 && strcmp(revision, c->job->revision) != 0)
        status = answer_conflict(c, now, revision, a, f);
    else if (status == 0) {
        status = put_change(bank, i, c, now, revision, f);
        pl_str_printf(&a->body, "{\"number\":%u,\"revision\":\"%s\"}\n", c->job->number,
                      revision);
    }
    pl_sentence_free(now);
    return status;
}

static int serve_change(request *q, const void *arguments, answer *a, failure *f)
{
    changing c = {.job = arguments};
    shelf_treebank *bank = find_bank(q, c.job, f);
    if (bank == NULL || check_format(c.job->from, f) < 0)
        return -1;
    int status = read_tree(&c, q, f);
    if (status == 0)
        status = edition_lock(bank, q, f);
    if (status == 0) {
        status = change(bank, &c, a, f);
        pthread_mutex_unlock(&bank->editing);
        saver_wake(&q->server->saver);
    }
    pl_sentence_free(c.tree);
    return status;
}

const service service_change = {
    .about = "Replace a sentence of a treebank, with --edit",
    .arguments = arguments_of_change,
    .size = sizeof(change_job),
    .run = serve_change,
};
