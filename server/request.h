/* What an endpoint sees of a request, and what it answers. http.c makes requests of what
 * clients send, finds their route (routes.c), reads the arguments and sends the answer;
 * alone.c does the same without HTTP. */
#pragma once

#include "base/report.h"

#include <stdbool.h>

typedef struct server server; /* server.h */

/* Why a request is not answered as its sender would like. Functions of the library fill the
 * error alone; the status follows from its code then. */
typedef struct failure {
    int status; /* of HTTP; 0: by the error's code */
    pl_error error;
    size_t line, column; /* of a mistake in a query, from 1; 0: none */
} failure;

/* Fills the failure and returns -1. */
int refuse(failure *f, int status, pl_error_code code, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
int failure_status(const failure *f);

typedef struct request {
    server *server;
    const char *method, *path; /* the path without %XX and without the query */
    const char *part; /* of the path, at the place of {NAME} in that of the route */
    double deadline;  /* waiting for a worker or a lock ends then (pl_clock) */
    bool working;     /* holds one of the workers (workers.h) */
    const pl_str
        *body; /* of the answer, as far as it is made; NULL: it may be of any size */
    pl_arena memory; /* lives as long as the request */
} request;

enum { ANSWER_FACTOR = 16 }; /* an answer may be so much larger than a request */

/* Fails with 408 if the work was stopped (base/stop.h), and with 422 if the answer is too large. Call it
 * after each sentence. */
int check_progress(const request *q, failure *f);

/* More of an answer that is sent while it is made: appends something to `out` and returns 1,
 * or returns 0 at the end. */
typedef int answer_more(void *job, pl_str *out);

typedef struct answer {
    int status;       /* 0: 200 */
    const char *type; /* of the body; NULL: JSON */
    pl_str body;
    const char *kept; /* instead of `body`: n bytes that stay where they are */
    size_t n;
    const char *allow; /* methods, for the header Allow; NULL: no such header */
    /* An answer of unknown length begins with `body`; `more` gives the rest. */
    answer_more *more;
    void *job; /* its first argument */
    void (*release)(
        void *job); /* frees the job once the answer is sent; NULL: nothing to free */
} answer;

void put_failure(pl_str *out, const failure *f);  /* appends an error as a line of JSON */
void answer_failure(answer *a, const failure *f); /* makes it the answer */
void answer_release(answer *a);

/* -- JSON as text ------------------------------------------------------------------- */

/* Appends text as a JSON string; NULL as null. Bytes that are not UTF-8 become U+FFFD. */
void put_json_text(pl_str *out, const char *text);
/* Appends a number; null if it is not finite. */
void put_json_number(pl_str *out, double number);

/* -- arguments ------------------------------------------------------------------------ */

typedef enum argument_type {
    ARGUMENT_TEXT,
    ARGUMENT_NUMBER,
    ARGUMENT_FLAG,
    ARGUMENT_LIST, /* of anything, in JSON only */
    ARGUMENT_TREE, /* an object or a text, in JSON only */
} argument_type;

/* One argument of an endpoint: a row of a table that ends with an empty one. The same row
 * reads it from JSON, from a query or from a form, and describes it in openapi.json. */
typedef struct argument {
    const char *name;
    struct {
        argument_type type;
        size_t place; /* in the endpoint's struct: a const char *, a uint32_t, a bool
                               or a const pl_value * */
        uint32_t low, high; /* of a number */
        bool needed;
    } to;
    const char *help;
} argument;

/* -- routes --------------------------------------------------------------------------- */

/* Answers a request: 0, or -1 with the reason. `arguments` is a struct of the service's size that
 * the rows have filled; its texts live as long as the request. */
typedef int endpoint(request *q, const void *arguments, answer *a, failure *f);

typedef struct service {
    const char *about;                     /* one line, for openapi.json */
    const argument *arguments;             /* NULL: none */
    size_t size;                           /* of the struct that they fill */
    void (*set_defaults)(void *arguments); /* sets what is not zero before; may be NULL */
    endpoint *run;
} service;

enum route_flag {
    ROUTE_OPEN = 1,    /* needs no token */
    ROUTE_WORKS = 2,   /* takes one of the workers */
    ROUTE_FORMS = 4,   /* takes forms and queries, too; ignores fields it does not know */
    ROUTE_CHANGES = 8, /* changes something: from the page alone */
};

typedef struct route {
    const char *method; /* "GET" answers HEAD, too */
    const char *path;   /* {NAME} stands for one part of any name; * for any path */
    const service *service;
    unsigned flags;
} route;

typedef struct form form;

/* Decodes the path of a request and the fields of its query. */
int request_read_uri(request *q, const char *uri, form *fields, failure *f);

extern const route routes[]; /* ends with a row without a path */

/* The route of a request, with the part of its path in q->part; NULL with the reason (404 or
 * 405, and then the methods there are in *allow). */
const route *route_find(request *q, const char **allow, failure *f);

/* Answers a request by its route. The arguments are in a JSON object, or in the fields of a form
 * if that is NULL. */
int route_run(const route *r, request *q, const pl_value *json, const form *fields,
              answer *a, failure *f);

/* Reads a JSON object of n bytes, which is the caller's also if it is none. */
int arguments_parse(const char *bytes, size_t n, pl_report **json, failure *f);
/* Fills `to` from a JSON object, or from the fields of a form if that is NULL. */
int arguments_read(const route *r, const pl_value *json, const form *fields,
                   void *to, failure *f);
