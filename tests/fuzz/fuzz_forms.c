/* Fields of requests to the server: a Content-Type, then a body, read as multipart and as
 * urlencoded. Code: server/forms.c */
#include "fuzz.h"

#include "forms.h"

#include <strings.h>

static void require_fields(const form *f)
{
    require(f->fields.n <= MAX_FIELDS, "too many fields", NULL);
    for (size_t i = 0; i < f->fields.n; i++)
        require(form_find(f, f->fields.at[i].name) != NULL, "a field is not found",
                f->fields.at[i].value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size}, first = take_part(&rest);
    pl_error err;
    form f = {0};
    char *type = string_of(first), *body = string_of(rest);
    size_t line = strcspn(type, "\n");
    type[line] = '\0';
    if (form_add_multipart(&f, type, body, rest.n, &err) == 0)
        require_fields(&f);
    form_release(&f);
    if (form_add_urlencoded(&f, body, rest.n, &err) == 0)
        require_fields(&f);
    form_release(&f);
    require(!is_of_type(type, "x/y") || strncasecmp(type, "x/y", 3) == 0, "a type", type);
    free(type);
    free(body);
    return 0;
}
