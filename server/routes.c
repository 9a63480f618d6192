/* The table of routes, and the way from an address to an answer. */
#include "endpoints.h"

#include "forms.h"
#include "metrics.h"

#include <string.h>

/* clang-format off */
const route routes[] = {
    {"POST", "/api/v1/parse",             &service_parse,         ROUTE_WORKS},
    {"POST", "/api/v1/tag",               &service_tag,           ROUTE_WORKS},
    {"POST", "/api/v1/derivation",        &service_derivation,    ROUTE_WORKS},
    {"POST", "/api/v1/evaluate",          &service_evaluate,      ROUTE_WORKS},
    {"POST", "/api/v1/draw",              &service_draw,          ROUTE_WORKS},
    {"POST", "/api/v1/search",            &service_search,        ROUTE_WORKS},
    {"POST", "/api/v1/stats",             &service_stats,         ROUTE_WORKS},
    {"GET",  "/api/v1/treebanks",         &service_treebanks,     0},
    {"GET",  "/api/v1/treebanks/{name}",  &service_browse,        ROUTE_WORKS},
    {"PUT",  "/api/v1/treebanks/{name}",  &service_change,        ROUTE_CHANGES | ROUTE_WORKS},
    {"GET",  "/api/v1/models",            &service_models,        0},
    {"GET",  "/api/v1/session",           &service_session,       0},
    {"GET",  "/api/v1/openapi.json",      &service_openapi,       0},
    {"GET",  "/process",                  &service_process,       ROUTE_WORKS | ROUTE_FORMS},
    {"POST", "/process",                  &service_process,       ROUTE_WORKS | ROUTE_FORMS},
    {"GET",  "/models",                   &service_udpipe_models, ROUTE_FORMS},
    {"POST", "/models",                   &service_udpipe_models, ROUTE_FORMS},
    {"GET",  "/health",                   &service_health,        ROUTE_OPEN},
    {"GET",  "/metrics",                  &service_metrics,       0},
    {"GET",  "*",                         &service_file,          ROUTE_OPEN},
    {0},
};
/* clang-format on */
_Static_assert(sizeof routes / sizeof *routes <= MAX_ROUTES,
               "metrics have a row for each");

int request_read_uri(request *q, const char *uri, form *fields, failure *f)
{
    size_t n = strcspn(uri, "?");
    const char *query = uri[n] == '?' ? uri + n + 1 : "";
    q->path = percent_decoded(&q->memory, uri, n, false, &f->error);
    if (q->path == NULL)
        return -1;
    return form_add_urlencoded(fields, query, strlen(query), &f->error);
}

/* Whether a path fits that of a route; its part at the place of {NAME} goes to q->part. */
static bool fits(request *q, const char *pattern)
{
    const char *at = q->path;
    if (strcmp(pattern, "*") == 0)
        return true;
    for (; *pattern != '\0' && *at == *pattern; pattern++)
        at++;
    if (*pattern != '{')
        return *pattern == *at;
    size_t n = strcspn(at, "/");
    q->part = pl_arena_strndup(&q->memory, at, n);
    return n > 0 && strcmp(strchr(pattern, '}') + 1, at + n) == 0;
}

static bool has_method(const route *r, const char *method)
{
    return strcmp(method, r->method) == 0 ||
           (strcmp(method, "HEAD") == 0 && strcmp(r->method, "GET") == 0);
}

const route *route_find(request *q, const char **allow, failure *f)
{
    pl_str methods = {0};
    const route *found = NULL;
    for (const route *r = routes; r->path != NULL && found == NULL; r++)
        if (fits(q, r->path)) {
            bool any = strcmp(r->path, "*") == 0;
            if (has_method(r, q->method) && (!any || methods.n == 0))
                found = r;
            else if (!any)
                pl_str_printf(&methods, "%s%s", methods.n > 0 ? ", " : "", r->method);
        }
    if (found == NULL && methods.n > 0) {
        *allow = pl_arena_strdup(&q->memory, methods.at);
        refuse(f, 405, PL_BAD_ARGUMENT, "%s takes %s, not %s", q->path, *allow,
               q->method);
    } else if (found == NULL)
        refuse(f, 404, PL_BAD_ARGUMENT,
               "there is nothing at %s; /api/v1/openapi.json lists what there is",
               q->path);
    pl_str_release(&methods);
    return found;
}

int route_run(const route *r, request *q, const pl_value *json, const form *fields,
              answer *a, failure *f)
{
    const service *s = r->service;
    void *arguments = pl_arena_zero(&q->memory, 1, s->size + 1);
    if (s->set_defaults != NULL)
        s->set_defaults(arguments);
    return arguments_read(r, json, fields, arguments, f) < 0 ? -1
                                                             : s->run(q, arguments, a, f);
}
