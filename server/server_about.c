/* What the server is: health, counts, models, its description; the files of the page. */
#include "endpoints.h"

#include "server.h"

#include <string.h>

static int serve_health(request *q, const void *arguments, answer *a, failure *f)
{
    bool stopping = q->server->stopping;
    a->status = stopping ? 503 : 200;
    pl_str_printf(&a->body, "{\"status\":\"%s\",\"version\":\"%s\",\"models\":%zu}\n",
                  stopping ? "stopping" : "ok", pl_version(), q->server->shelf.models.n);
    return 0;
}

static int serve_metrics(request *q, const void *arguments, answer *a, failure *f)
{
    a->type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_put(q->server, &a->body);
    return 0;
}

/* The page's token: a page of another site cannot read it. */
static int serve_session(request *q, const void *arguments, answer *a, failure *f)
{
    pl_str_printf(&a->body, "{\"page_token\":\"%s\",\"edit\":%s}\n",
                  q->server->access.page_token, q->server->shelf.edit ? "true" : "false");
    return 0;
}

static int serve_file(request *q, const void *arguments, answer *a, failure *f)
{
    const web_file *file = web_files_find(&q->server->files, q->path);
    if (file == NULL)
        return refuse(f, 404, PL_BAD_ARGUMENT,
                      "there is nothing at %s; /api/v1/openapi.json lists what there is",
                      q->path);
    a->type = file->type;
    a->kept = file->bytes;
    a->n = file->n;
    return 0;
}

/* -- models --------------------------------------------------------------------------- */

static void put_names(const char *const *names, const bool *has, size_t n, pl_str *out)
{
    bool first = true;
    pl_str_putc(out, '[');
    for (size_t i = 0; i < n; i++)
        if (has[i]) {
            pl_str_printf(out, "%s\"%s\"", first ? "" : ",", names[i]);
            first = false;
        }
    pl_str_putc(out, ']');
}

void put_abilities(const shelf_model *m, pl_str *out)
{
    static const char *const names[] = {"tokenizer", "tagger", "parser"};
    put_names(names, (bool[]){true, m->tags, m->parses}, 3, out);
}

/* The lines "KEY: VALUE" as an object; of a key that comes twice the first. */
static void put_about(const char *about, pl_str *out)
{
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    for (const char *line = about; *line != '\0';) {
        size_t n = strcspn(line, "\n"), key = strcspn(line, ":\n");
        char *name = pl_strndup(line, key);
        if (key + 2 <= n && pl_value_get(r->root, name) == NULL)
            pl_value_set_format(r->root, name, "%.*s", (int)(n - key - 2), line + key + 2);
        free(name);
        line += n + (line[n] == '\n');
    }
    pl_value_put_json(r->root, PL_JSON_COMPACT, out);
    pl_report_free(r);
}

static void put_model(const shelf_model *m, pl_str *out)
{
    pl_str_puts(out, "{\"name\":");
    put_json_text(out, m->name);
    pl_str_puts(out, ",\"does\":");
    put_abilities(m, out);
    pl_str_printf(out, ",\"gives\":%s,\"about\":",
                  !m->parses        ? "null"
                  : m->constituents ? "\"constituents\""
                                    : "\"dependencies\"");
    put_about(pl_model_about(m->model), out);
    pl_str_putc(out, '}');
}

static int serve_models(request *q, const void *arguments, answer *a, failure *f)
{
    const shelf *s = &q->server->shelf;
    pl_str_puts(&a->body, "{\"default\":");
    put_json_text(&a->body, s->models.n > 0 ? s->models.at[0].name : NULL);
    pl_str_puts(&a->body, ",\"models\":[");
    for (size_t i = 0; i < s->models.n; i++) {
        pl_str_puts(&a->body, i > 0 ? "," : "");
        put_model(&s->models.at[i], &a->body);
    }
    pl_str_puts(&a->body, "]}\n");
    return 0;
}

/* -- the services --------------------------------------------------------------------- */

/* clang-format off */
const service service_health  = {.about = "Whether the server is up",                        .run = serve_health};
const service service_metrics = {.about = "Counts, in the text format of Prometheus",        .run = serve_metrics};
const service service_session = {.about = "What the page may do, and its token",             .run = serve_session};
const service service_models  = {.about = "The models: what they do, languages and licences", .run = serve_models};
const service service_file    = {.about = "Files of the page",                               .run = serve_file};
/* clang-format on */
