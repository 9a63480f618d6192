/* Who may ask; see access.h. */
#include "access.h"

#include "base/platform.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { MOST_TOKEN = 4096 };

/* -- setting up ----------------------------------------------------------------------- */

static void add_host(access_rules *a, const char *name)
{
    pl_str text = {0};
    bool v6 = strchr(name, ':') != NULL;
    pl_str_printf(&text, "%s%s%s:%u", v6 ? "[" : "", name, v6 ? "]" : "", a->port);
    PL_PUSH(&a->hosts, pl_strndup(text.at, text.n));
    if (a->port == 80) { /* which browsers leave out */
        text.n -= strlen(":80");
        PL_PUSH(&a->hosts, pl_strndup(text.at, text.n));
    }
    pl_str_release(&text);
}

static int make_page_token(access_rules *a, pl_error *err)
{
    unsigned char bytes[PAGE_TOKEN / 2];
    if (!pl_random_bytes(bytes, sizeof bytes))
        return pl_fail(err, PL_SYSTEM, "the system gives no random numbers");
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(a->page_token + 2 * i, 3, "%02x", bytes[i]);
    return 0;
}

int access_init(access_rules *a, const char *host, unsigned port, pl_error *err)
{
    char self[256] = "";
    a->port = port;
    a->any_address = strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
    add_host(a, "localhost");
    add_host(a, "127.0.0.1");
    add_host(a, "::1");
    add_host(a, host);
    if (a->any_address && gethostname(self, sizeof self - 1) == 0 && *self != '\0')
        add_host(a, self);
    return make_page_token(a, err);
}

int access_read_token(access_rules *a, const char *path, pl_error *err)
{
    char text[MOST_TOKEN + 2]; /* room to see that the file is longer */
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    size_t n = fread(text, 1, MOST_TOKEN + 1, file);
    fclose(file);
    bool too_long = n > MOST_TOKEN;
    while (n > 0 && strchr(" \t\r\n", text[n - 1]) != NULL)
        n--;
    text[n] = '\0';
    if (too_long || n < LEAST_TOKEN || strlen(text) != n ||
        strpbrk(text, " \t\r\n") != NULL)
        return pl_fail(
            err, PL_BAD_ARGUMENT,
            "%s: a token is one word of %d to %d characters: openssl rand -hex "
            "32 makes one",
            path, LEAST_TOKEN, MOST_TOKEN);
    pl_str_put(&a->token, text, n);
    return 0;
}

void access_release(access_rules *a)
{
    for (size_t i = 0; i < a->hosts.n; i++)
        free(a->hosts.at[i]);
    PL_VEC_RELEASE(&a->hosts);
    pl_str_release(&a->token);
}

/* -- checking ------------------------------------------------------------------------- */

/* Whether `host` is an address in numbers with the port: 192.168.1.2:8080, [fe80::1]:8080. */
static bool is_address(const access_rules *a, const char *host)
{
    char text[INET6_ADDRSTRLEN + 1], port[16];
    unsigned char bytes[16];
    bool v6 = *host == '[';
    const char *end = v6 ? strchr(host, ']') : strrchr(host, ':');
    size_t n = end != NULL ? (size_t)(end - host) - v6 : 0;
    if (n == 0 || n >= sizeof text)
        return false;
    memcpy(text, host + v6, n);
    text[n] = '\0';
    snprintf(port, sizeof port, ":%u", a->port);
    return inet_pton(v6 ? AF_INET6 : AF_INET, text, bytes) == 1 &&
           strcmp(end + v6, port) == 0;
}

static bool is_served(const access_rules *a, const char *host)
{
    for (size_t i = 0; i < a->hosts.n; i++)
        if (strcasecmp(host, a->hosts.at[i]) == 0)
            return true;
    return a->any_address && is_address(a, host);
}

int access_check_host(const access_rules *a, const sender *s, failure *f)
{
    if (s->host == NULL)
        return refuse(f, 400, PL_BAD_ARGUMENT, "the request has no Host header");
    if (!is_served(a, s->host))
        return refuse(f, 421, PL_BAD_ARGUMENT, "this server is not '%s'; it is called %s",
                      s->host, a->hosts.at[a->hosts.n - 1]);
    return 0;
}

/* Whether the origin is the server itself, by the name that the request calls it: another machine
 * may have an address that would do for Host. */
static bool is_own(const sender *s)
{
    static const char scheme[] = "http://";
    size_t n = strlen(scheme);
    return strncmp(s->origin, scheme, n) == 0 && strcasecmp(s->origin + n, s->host) == 0;
}

const char *access_cors(const access_rules *a, const sender *s)
{
    for (size_t i = 0; s->origin != NULL && i < a->n_cors; i++)
        if (strcmp(a->cors[i], "*") == 0 || strcmp(a->cors[i], s->origin) == 0)
            return a->cors[i];
    return NULL;
}

int access_check_origin(const access_rules *a, const sender *s, failure *f)
{
    if (s->origin == NULL || is_own(s) || access_cors(a, s) != NULL)
        return 0;
    return refuse(f, 403, PL_BAD_ARGUMENT,
                  "pages of '%s' may not ask this server; --cors would allow it",
                  s->origin);
}

/* Compares in a time that does not tell where the difference is. */
static bool same_secret(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    unsigned char differ = n != m;
    for (size_t i = 0; i < m; i++)
        differ |= (unsigned char)((i < n ? a[i] : 0) ^ b[i]);
    return differ == 0;
}

int access_check_token(const access_rules *a, const sender *s, failure *f)
{
    static const char scheme[] = "Bearer ";
    size_t n = strlen(scheme);
    if (a->token.n == 0 ||
        (s->authorization != NULL && strncasecmp(s->authorization, scheme, n) == 0 &&
         same_secret(s->authorization + n, a->token.at)))
        return 0;
    return refuse(f, 401, PL_BAD_ARGUMENT,
                  "the request needs the server's token: Authorization: Bearer TOKEN");
}

int access_check_change(const access_rules *a, const sender *s, failure *f)
{
    if (s->origin == NULL || !is_own(s))
        return refuse(f, 403, PL_BAD_ARGUMENT,
                      "only the server's own page may change "
                      "something: the Origin header says which "
                      "page asks");
    if (s->page_token == NULL || !same_secret(s->page_token, a->page_token))
        return refuse(f, 403, PL_BAD_ARGUMENT,
                      "the header X-Pleach-Page does not have the page's token");
    return 0;
}
