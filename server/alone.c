/* Requests without HTTP; see alone.h. */
#include "alone.h"

#include "endpoints.h"
#include "forms.h"
#include "server.h"

#include <math.h>
#include <string.h>

static server here = {.limits = {SIZE_MAX, SIZE_MAX, INFINITY}};

struct alone_answer {
    request request; /* a stream uses it until its end */
    form fields;
    pl_report *json;
    answer answer;
};

static alone_answer *begin(void)
{
    alone_answer *a = pl_alloc_zero(1, sizeof *a);
    a->request.server = &here;
    a->request.deadline = INFINITY;
    return a;
}

static alone_answer *finish(alone_answer *a, int status, const failure *f)
{
    if (status < 0)
        answer_failure(&a->answer, f);
    else if (a->answer.status == 0)
        a->answer.status = 200;
    return a;
}

alone_answer *alone_open(const char *kind, const char *path)
{
    alone_answer *a = begin();
    failure f = {0};
    shelf *s = &here.shelf;
    bool model = strcmp(kind, "model") == 0;
    int status = model ? shelf_add_model(s, path, 0, &f.error)
                       : shelf_add_treebank(s, path, &f.error);
    if (status == 0) {
        pl_str_puts(&a->answer.body, "{\"name\":");
        put_json_text(&a->answer.body, model ? s->models.at[s->models.n - 1].name
                                             : s->treebanks.at[s->treebanks.n - 1]->name);
        pl_str_puts(&a->answer.body, "}\n");
    }
    return finish(a, status, &f);
}

/* Replaces a sentence by the tree of an edit: 0, or -1 with the reason. */
static int change_one(pl_edition *e, const pl_value *edit, failure *f)
{
    const pl_sentence *s;
    size_t number = (size_t)pl_value_integer(pl_value_get(edit, "number"));
    const pl_value *tree = pl_value_get(edit, "tree");
    pl_str text = {0};
    if (tree != NULL)
        pl_value_put_json(tree, PL_JSON_COMPACT, &text);
    pl_treebank *in = open_data(NULL, pl_str_text(&text), "json", f);
    int got = in != NULL ? pl_treebank_next(in, &s, &f->error) : -1;
    if (got == 0)
        refuse(f, 422, PL_BAD_INPUT, "sentence %zu: there is no tree", number);
    else if (got > 0)
        got = pl_edition_replace(e, number - 1, s, &f->error) == 0 ? 1 : -1;
    pl_treebank_close(in);
    pl_str_release(&text);
    return got > 0 ? 0 : -1;
}

/* Makes all edits that can be made, and appends the others with their reasons. */
static void change_all(pl_edition *e, const pl_value *edits, pl_str *out)
{
    const char *comma = "";
    pl_str_puts(out, "{\"refused\":[");
    for (size_t i = 0; i < pl_value_size(edits); i++) {
        const pl_value *edit = edits->items[i];
        failure f = {0};
        if (change_one(e, edit, &f) == 0)
            continue;
        pl_str_printf(out, "%s{\"number\":%lld,\"text\":", comma,
                      pl_value_integer(pl_value_get(edit, "number")));
        put_json_text(out, f.error.text);
        pl_str_putc(out, '}');
        comma = ",";
    }
    pl_str_puts(out, "]}\n");
}

alone_answer *alone_change(const char *path, const char *edits)
{
    alone_answer *a = begin();
    failure f = {0};
    a->json = pl_report_parse(edits, strlen(edits), &f.error);
    pl_edition *e = a->json != NULL ? pl_edition_open(path, &f.error) : NULL;
    int status = -1;
    if (e != NULL) {
        change_all(e, a->json->root, &a->answer.body);
        status = pl_edition_save(e, &f.error);
    }
    pl_edition_close(e);
    return finish(a, status, &f);
}

static int run(alone_answer *a, const char *uri, const char *body, failure *f)
{
    request *q = &a->request;
    if (request_read_uri(q, uri, &a->fields, f) < 0)
        return -1;
    const route *r = route_find(q, &a->answer.allow, f);
    if (r == NULL ||
        (body != NULL && arguments_parse(body, strlen(body), &a->json, f) < 0))
        return -1;
    return route_run(r, q, a->json != NULL ? a->json->root : NULL, &a->fields, &a->answer, f);
}

alone_answer *alone_ask(const char *method, const char *uri, const char *body)
{
    alone_answer *a = begin();
    failure f = {0};
    a->request.method = pl_arena_strdup(&a->request.memory, method);
    return finish(a, run(a, uri, body, &f), &f);
}

int alone_status(const alone_answer *a)
{
    return a->answer.status;
}

const char *alone_text(const alone_answer *a)
{
    return a->answer.kept != NULL ? a->answer.kept : pl_str_text(&a->answer.body);
}

size_t alone_length(const alone_answer *a)
{
    return a->answer.kept != NULL ? a->answer.n : a->answer.body.n;
}

bool alone_more(alone_answer *a)
{
    answer *at = &a->answer;
    if (at->more == NULL)
        return false;
    pl_str_clear(&at->body);
    if (at->more(at->job, &at->body) == 0)
        at->more = NULL;
    return true;
}

void alone_free(alone_answer *a)
{
    answer_release(&a->answer);
    pl_report_free(a->json);
    form_release(&a->fields);
    pl_arena_release(&a->request.memory);
    free(a);
}
