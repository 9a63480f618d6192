/* The description of the interface, made from the routes and the rows of their arguments. */
#include "endpoints.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static json_t *schema_of(const argument *row)
{
    if (row->to.type == ARGUMENT_NUMBER)
        return json_pack("{s:s, s:I, s:I, s:s}", "type", "integer", "minimum",
                         (json_int_t)row->to.low, "maximum", (json_int_t)row->to.high,
                         "description", row->help);
    if (row->to.type == ARGUMENT_LIST)
        return json_pack("{s:s, s:{}, s:s}", "type", "array", "items", "description",
                         row->help);
    if (row->to.type == ARGUMENT_TREE)
        return json_pack("{s:[{s:s}, {s:s}], s:s}", "oneOf", "type", "object", "type", "string",
                         "description", row->help);
    return json_pack("{s:s, s:s}", "type",
                     row->to.type == ARGUMENT_FLAG ? "boolean" : "string", "description",
                     row->help);
}

/* Arguments of a body. */
static json_t *body_of(const route *r)
{
    json_t *properties = json_object(), *needed = json_array();
    for (const argument *row = r->service->arguments; row->name != NULL; row++) {
        json_object_set_new(properties, row->name, schema_of(row));
        if (row->to.needed)
            json_array_append_new(needed, json_string(row->name));
    }
    json_t *schema = json_pack("{s:s, s:o, s:o, s:b}", "type", "object", "properties",
                               properties, "required", needed, "additionalProperties",
                               (r->flags & ROUTE_FORMS) != 0);
    if ((r->flags & ROUTE_FORMS) == 0)
        return json_pack("{s:b, s:{s:{s:o}}}", "required", 1, "content",
                         "application/json", "schema", schema);
    return json_pack("{s:{s:{s:o}, s:{s:O}}}", "content",
                     "application/x-www-form-urlencoded", "schema", schema,
                     "multipart/form-data", "schema", schema);
}

static json_t *parameter(const char *name, const char *in, bool needed, json_t *schema)
{
    return json_pack("{s:s, s:s, s:b, s:o}", "name", name, "in", in, "required", needed,
                     "schema", schema);
}

/* Arguments of a path and a query. */
static json_t *parameters_of(const route *r)
{
    json_t *list = json_array();
    const char *open = strchr(r->path, '{');
    if (open != NULL) {
        char *name = strndup(open + 1, strcspn(open + 1, "}"));
        json_array_append_new(
            list, parameter(name, "path", true, json_pack("{s:s}", "type", "string")));
        free(name);
    }
    bool query = strcmp(r->method, "GET") == 0;
    for (const argument *row = r->service->arguments;
         query && row != NULL && row->name != NULL; row++)
        json_array_append_new(
            list, parameter(row->name, "query", row->to.needed, schema_of(row)));
    return list;
}

static json_t *operation_of(const route *r)
{
    json_t *o = json_pack(
        "{s:s, s:o, s:{s:{s:s}, s:{s:s, s:{s:{s:{s:s}}}}}}", "summary", r->service->about,
        "parameters", parameters_of(r), "responses", "200", "description", "done",
        "default", "description", "an error, with the code and the text of the library",
        "content", "application/json", "schema", "$ref", "#/components/schemas/error");
    if (strcmp(r->method, "GET") != 0 && r->service->arguments != NULL)
        json_object_set_new(o, "requestBody", body_of(r));
    if ((r->flags & ROUTE_OPEN) != 0)
        json_object_set_new(o, "security", json_array());
    return o;
}

static json_t *paths(void)
{
    json_t *all = json_object();
    for (const route *r = routes; r->path != NULL; r++) {
        json_t *path = json_object_get(all, r->path);
        char method[8] = "";
        if (*r->path != '/')
            continue;
        if (path == NULL)
            json_object_set_new(all, r->path, path = json_object());
        for (size_t i = 0; r->method[i] != '\0' && i + 1 < sizeof method; i++)
            method[i] = (char)(r->method[i] | 0x20);
        json_object_set_new(path, method, operation_of(r));
    }
    return all;
}

static json_t *components(void)
{
    json_t *error =
        json_pack("{s:s, s:{s:{s:s, s:{s:{s:s}, s:{s:s}, s:{s:s}}}}}", "type", "object",
                  "properties", "error", "type", "object", "properties", "status", "type",
                  "integer", "code", "type", "string", "text", "type", "string");
    return json_pack("{s:{s:o}, s:{s:{s:s, s:s}}}", "schemas", "error", error,
                     "securitySchemes", "token", "type", "http", "scheme", "bearer");
}

static int serve_openapi(request *q, const void *arguments, answer *a, failure *f)
{
    json_t *whole = json_pack(
        "{s:s, s:{s:s, s:s, s:s}, s:[{s:[]}, {}], s:o, s:o}", "openapi", "3.0.3", "info",
        "title", "pleach serve", "version", pl_version(), "description",
        "Trees with crossing branches: parsing, searching, drawing.", "security", "token",
        "paths", paths(), "components", components());
    char *text = json_dumps(whole, JSON_INDENT(1));
    pl_str_puts(&a->body, text);
    pl_str_putc(&a->body, '\n');
    free(text);
    json_decref(whole);
    return 0;
}

const service service_openapi = {.about = "This description", .run = serve_openapi};
