/* The description of the interface, made from the routes and the rows of their arguments. */
#include "endpoints.h"

#include "base/report.h"

#include <stdlib.h>
#include <string.h>

/* Adds a schema {"type": …} as a member and returns it. */
static pl_value *set_schema(pl_value *to, const char *name, const char *type)
{
    pl_value *schema = pl_value_set_object(to, name);
    pl_value_set_text(schema, "type", type);
    return schema;
}

static void put_schema(pl_value *schema, const argument *row)
{
    static const char *const types[] = {[ARGUMENT_TEXT] = "string",
                                        [ARGUMENT_NUMBER] = "integer",
                                        [ARGUMENT_FLAG] = "boolean",
                                        [ARGUMENT_LIST] = "array",
                                        [ARGUMENT_TREE] = NULL};
    pl_value_set_text(schema, "type", types[row->to.type]);
    if (row->to.type == ARGUMENT_NUMBER) {
        pl_value_set_count(schema, "minimum", row->to.low);
        pl_value_set_count(schema, "maximum", row->to.high);
    } else if (row->to.type == ARGUMENT_LIST)
        pl_value_set_object(schema, "items");
    else if (row->to.type == ARGUMENT_TREE) {
        pl_value *kinds = pl_value_set_list(schema, "oneOf");
        pl_value_set_text(pl_value_add_object(kinds), "type", "object");
        pl_value_set_text(pl_value_add_object(kinds), "type", "string");
    }
    pl_value_set_text(schema, "description", row->help);
}

/* Adds the schema of a request body of one media type. */
static void put_content(pl_value *content, const char *type, const route *r)
{
    pl_value *schema = set_schema(pl_value_set_object(content, type), "schema", "object");
    pl_value *properties = pl_value_set_object(schema, "properties");
    pl_value *needed = pl_value_set_list(schema, "required");
    for (const argument *row = r->service->arguments; row->name != NULL; row++) {
        put_schema(pl_value_set_object(properties, row->name), row);
        if (row->to.needed)
            pl_value_add_text(needed, row->name);
    }
    pl_value_set_flag(schema, "additionalProperties", (r->flags & ROUTE_FORMS) != 0);
}

static void put_body(pl_value *body, const route *r)
{
    bool forms = (r->flags & ROUTE_FORMS) != 0;
    if (!forms)
        pl_value_set_flag(body, "required", true);
    pl_value *content = pl_value_set_object(body, "content");
    put_content(content, forms ? "application/x-www-form-urlencoded" : "application/json", r);
    if (forms)
        put_content(content, "multipart/form-data", r);
}

/* Adds a parameter and returns its schema. */
static pl_value *add_parameter(pl_value *list, const char *name, const char *in, bool needed)
{
    pl_value *parameter = pl_value_add_object(list);
    pl_value_set_text(parameter, "name", name);
    pl_value_set_text(parameter, "in", in);
    pl_value_set_flag(parameter, "required", needed);
    return pl_value_set_object(parameter, "schema");
}

/* Arguments of a path and a query. */
static void put_parameters(pl_value *list, const route *r)
{
    const char *open = strchr(r->path, '{');
    if (open != NULL) {
        char *name = pl_strndup(open + 1, strcspn(open + 1, "}"));
        pl_value_set_text(add_parameter(list, name, "path", true), "type", "string");
        free(name);
    }
    bool query = strcmp(r->method, "GET") == 0;
    for (const argument *row = r->service->arguments;
         query && row != NULL && row->name != NULL; row++)
        put_schema(add_parameter(list, row->name, "query", row->to.needed), row);
}

static void put_operation(pl_value *o, const route *r)
{
    pl_value_set_text(o, "summary", r->service->about);
    put_parameters(pl_value_set_list(o, "parameters"), r);
    pl_value *responses = pl_value_set_object(o, "responses");
    pl_value_set_text(pl_value_set_object(responses, "200"), "description", "done");
    pl_value *otherwise = pl_value_set_object(responses, "default");
    pl_value_set_text(otherwise, "description",
                      "an error, with the code and the text of the library");
    pl_value *content = pl_value_set_object(otherwise, "content");
    pl_value *json = pl_value_set_object(content, "application/json");
    pl_value_set_text(pl_value_set_object(json, "schema"), "$ref", "#/components/schemas/error");
    if (strcmp(r->method, "GET") != 0 && r->service->arguments != NULL)
        put_body(pl_value_set_object(o, "requestBody"), r);
    if ((r->flags & ROUTE_OPEN) != 0)
        pl_value_set_list(o, "security");
}

static void put_paths(pl_value *all)
{
    for (const route *r = routes; r->path != NULL; r++) {
        char method[8] = "";
        if (*r->path != '/')
            continue;
        pl_value *path = pl_value_get(all, r->path);
        if (path == NULL)
            path = pl_value_set_object(all, r->path);
        for (size_t i = 0; r->method[i] != '\0' && i + 1 < sizeof method; i++)
            method[i] = (char)(r->method[i] | 0x20);
        put_operation(pl_value_set_object(path, method), r);
    }
}

static void put_components(pl_value *to)
{
    pl_value *error = set_schema(pl_value_set_object(to, "schemas"), "error", "object");
    pl_value *inner = set_schema(pl_value_set_object(error, "properties"), "error", "object");
    pl_value *members = pl_value_set_object(inner, "properties");
    set_schema(members, "status", "integer");
    set_schema(members, "code", "string");
    set_schema(members, "text", "string");
    pl_value *token = set_schema(pl_value_set_object(to, "securitySchemes"), "token", "http");
    pl_value_set_text(token, "scheme", "bearer");
}

static int serve_openapi(request *q, const void *arguments, answer *a, failure *f)
{
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    pl_value *root = r->root;
    pl_value_set_text(root, "openapi", "3.0.3");
    pl_value *info = pl_value_set_object(root, "info");
    pl_value_set_text(info, "title", "pleach serve");
    pl_value_set_text(info, "version", pl_version());
    pl_value_set_text(info, "description",
                      "Trees with crossing branches: parsing, searching, drawing.");
    pl_value *security = pl_value_set_list(root, "security");
    pl_value_set_list(pl_value_add_object(security), "token");
    pl_value_add_object(security);
    put_paths(pl_value_set_object(root, "paths"));
    put_components(pl_value_set_object(root, "components"));
    pl_value_put_json(root, PL_JSON_INDENTED, &a->body);
    pl_str_putc(&a->body, '\n');
    pl_report_free(r);
    return 0;
}

const service service_openapi = {.about = "This description", .run = serve_openapi};
