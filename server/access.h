/* Who may ask: the Host header, which a page of another site cannot choose although it can make
 * a browser resolve its own name to this machine (DNS rebinding); the Origin of requests of
 * pages; the token of programs; the page's token, for requests that change something. */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include "request.h"

enum { LEAST_TOKEN = 16, PAGE_TOKEN = 32 };

typedef struct access_rules {
    PL_VEC(char *) hosts; /* "localhost:8080": what Host may say */
    bool any_address;     /* or any address in numbers, with the port */
    unsigned port;
    pl_str token; /* empty: none is needed */
    char page_token[PAGE_TOKEN + 1];
    const char *const *cors; /* origins of other sites that may ask, or "*" */
    size_t n_cors;
} access_rules;

/* What a request says about its sender; NULL where it has no such header. */
typedef struct sender {
    const char *host, *origin, *authorization, *page_token;
} sender;

/* `host` as on the command line, the port as it is. -1 with the reason if there are no random
 * numbers for the page's token. */
int access_init(access_rules *a, const char *host, unsigned port, pl_error *err);
int access_read_token(access_rules *a, const char *path, pl_error *err);
void access_release(access_rules *a);

/* Whether the sender may ask at all (400, 421, 403), has the token (401), and may change
 * something (403): 0, or -1 with the reason. */
int access_check_host(const access_rules *a, const sender *s, failure *f);
int access_check_origin(const access_rules *a, const sender *s, failure *f);
int access_check_token(const access_rules *a, const sender *s, failure *f);
int access_check_change(const access_rules *a, const sender *s, failure *f);
/* The value of Access-Control-Allow-Origin for the sender; NULL: no such header. */
const char *access_cors(const access_rules *a, const sender *s);
