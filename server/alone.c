/* Requests without HTTP; see alone.h. */
#include "alone.h"

#include "forms.h"
#include "server.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static server here = {.limits = {SIZE_MAX, SIZE_MAX, INFINITY}};

struct alone_answer {
    request request; /* a stream uses it until its end */
    form fields;
    json_t *json;
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

static int run(alone_answer *a, const char *uri, const char *body, failure *f)
{
    request *q = &a->request;
    if (request_read_uri(q, uri, &a->fields, f) < 0)
        return -1;
    const route *r = route_find(q, &a->answer.allow, f);
    if (r == NULL ||
        (body != NULL && arguments_parse(body, strlen(body), &a->json, f) < 0))
        return -1;
    return route_run(r, q, a->json, &a->fields, &a->answer, f);
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
    json_decref(a->json);
    form_release(&a->fields);
    pl_arena_release(&a->request.memory);
    free(a);
}
