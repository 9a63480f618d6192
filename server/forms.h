/* Fields of requests: query strings, bodies of the types application/x-www-form-urlencoded and
 * multipart/form-data. The library's own parser of bodies (libmicrohttpd's PostProcessor) is
 * not used: its versions up to 0.9.75 read out of bounds.
 *
 *     form f = {0};
 *     if (form_add_urlencoded(&f, "a=1&b=c%20d", 11, &err) == 0)
 *         use(form_find(&f, "b"));
 *     form_release(&f);
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdbool.h>

enum { MAX_FIELDS = 64, MAX_BOUNDARY = 70 };

typedef struct field {
    const char *name, *value; /* without NUL bytes inside */
} field;

typedef struct form {
    PL_VEC(field) fields; /* in the order of the request */
    pl_arena texts;
} form;

/* Add the fields in n bytes: 0, or -1 with the reason. "a" is the field a with the value "". A
 * file that is sent is a field like any other; its name and type are not looked at. */
int form_add_urlencoded(form *f, const char *bytes, size_t n, pl_error *err);
/* `type` is the Content-Type of the request, which says what is between the parts. */
int form_add_multipart(form *f, const char *type, const char *bytes, size_t n,
                       pl_error *err);
/* The value of the first field of that name; NULL if there is none. */
const char *form_find(const form *f, const char *name);
void form_release(form *f);

/* Whether a Content-Type is of this type, whatever its parameters; NULL is of none. */
bool is_of_type(const char *content_type, const char *type);

/* Decodes n bytes with %XX in them, and + for a blank where `plus` is set, into memory of `m`.
 * NULL with the reason if a % has no two digits, or a byte is NUL. */
char *percent_decoded(pl_arena *m, const char *bytes, size_t n, bool plus, pl_error *err);
