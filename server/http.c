/* HTTP by libmicrohttpd: a thread for each connection, which receives a request, finds its
 * route, waits for a worker where there is work to do, and sends the answer.
 *
 *     on_uri        the first line is there: the exchange begins
 *     on_request    called after the headers, for each piece of the body, and at the end
 *     on_completed  the answer is sent, or the connection is lost: the exchange ends
 */
#include "server.h"

#include "base/clock.h"
#include "base/stop.h"
#include "forms.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netdb.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    HEADER_MEMORY = 64 * 1024, /* for the first line and the headers of a request */
    STREAM_BLOCK = 64 * 1024,
    BODIES_AT_ONCE = 16, /* memory for bodies: so many of the largest */
    ANSWERS_AT_ONCE = 8, /* the same for answers of more than SMALL_ANSWER bytes */
    SMALL_ANSWER = 1 << 20,
};

/* Nothing from other hosts, no scripts and styles within pages, no frames. */
static const char content_security[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: "
    "blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

static const struct {
    const char *name, *value;
} fixed_headers[] = {
    {"Content-Security-Policy", content_security},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-cache"},
};

/* A request and its answer, from the first line to the last byte. */
typedef struct exchange {
    request request;
    struct MHD_Connection *connection;
    client_link *link;
    const char *uri; /* as it came */
    sender sender;
    const route *route; /* NULL: none, or not looked for yet */
    const char *type;   /* Content-Type of the body */
    pl_str body;
    size_t held, answered; /* bytes that count in server.body_bytes and answer_bytes */
    form fields;
    pl_report *json;
    bool begun, queued, refused;
    bool
        ambiguous; /* it is not sure where the request ends: nor is where the next begins */
    failure failure; /* of a request that was refused */
    answer answer;
    size_t sent; /* of a stream: bytes of answer.body */
    size_t n_sent;
    double start;
} exchange;

/* -- receiving ------------------------------------------------------------------------ */

static const char *header(const exchange *x, const char *name)
{
    return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

static void *on_uri(void *context, const char *uri, struct MHD_Connection *connection)
{
    server *s = context;
    exchange *x = pl_alloc_zero(1, sizeof *x);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    x->request.server = s;
    x->request.body = &x->answer.body;
    x->connection = connection;
    x->link = info->socket_context;
    x->uri = pl_arena_strdup(&x->request.memory, uri);
    x->start = pl_clock();
    links_enter(&s->links, x->link, LINK_RECEIVING, 0);
    return x;
}

/* Remembers that the request is refused; the first reason is the one to tell. */
static int refused(exchange *x)
{
    x->refused = true;
    return -1;
}

typedef struct framing {
    unsigned hosts, lengths, encodings;
    bool other; /* an encoding that is not chunked */
} framing;

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind,
                                    const char *name, const char *value)
{
    framing *f = context;
    bool encoding = strcasecmp(name, "Transfer-Encoding") == 0;
    f->hosts += strcasecmp(name, "Host") == 0;
    f->lengths += strcasecmp(name, "Content-Length") == 0;
    f->encodings += encoding;
    f->other |= encoding && (value == NULL || strcasecmp(value, "chunked") != 0);
    return MHD_YES;
}

/* Refuses what a proxy may understand in another way: a request could hide in the body of another
 * (request smuggling). */
static int check_framing(exchange *x)
{
    framing f = {0};
    MHD_get_connection_values(x->connection, MHD_HEADER_KIND, count_header, &f);
    x->ambiguous = f.hosts > 1 || f.lengths + f.encodings > 1 || f.other;
    return !x->ambiguous ? 0
                         : refuse(&x->failure, 400, PL_BAD_INPUT,
                                  "a request has one Host, and one Content-Length or "
                                  "Transfer-Encoding: chunked");
}

static int check_sender(exchange *x)
{
    const access_rules *a = &x->request.server->access;
    x->sender = (sender){.host = header(x, "Host"),
                         .origin = header(x, "Origin"),
                         .authorization = header(x, "Authorization"),
                         .page_token = header(x, "X-Pleach-Page")};
    if (x->link->surplus)
        return refuse(&x->failure, 503, PL_TOO_LARGE,
                      "there are more connections than the server allows");
    return access_check_host(a, &x->sender, &x->failure) < 0
               ? -1
               : access_check_origin(a, &x->sender, &x->failure);
}

/* Finds the route; preflight requests of browsers, which ask for the methods, have none. */
static int find_route(exchange *x)
{
    const access_rules *a = &x->request.server->access;
    x->route = route_find(&x->request, &x->answer.allow, &x->failure);
    if (strcmp(x->request.method, "OPTIONS") == 0 && x->answer.allow != NULL)
        return 0;
    if (x->route == NULL)
        return -1;
    if ((x->route->flags & ROUTE_OPEN) == 0 &&
        access_check_token(a, &x->sender, &x->failure) < 0)
        return -1;
    return (x->route->flags & ROUTE_CHANGES) != 0
               ? access_check_change(a, &x->sender, &x->failure)
               : 0;
}

/* What the body has to be: JSON, or a form where the route takes forms. */
static int check_type(exchange *x)
{
    bool forms = x->route != NULL && (x->route->flags & ROUTE_FORMS) != 0;
    x->type = header(x, "Content-Type");
    if (is_of_type(x->type, "application/json") ||
        (forms && (is_of_type(x->type, "multipart/form-data") ||
                   is_of_type(x->type, "application/x-www-form-urlencoded"))))
        return 0;
    return refuse(&x->failure, 415, PL_BAD_ARGUMENT,
                  "the Content-Type of the request has to be %s",
                  forms ? "application/x-www-form-urlencoded, multipart/form-data or "
                          "application/json"
                        : "application/json");
}

static int too_large(exchange *x)
{
    return refuse(&x->failure, 413, PL_TOO_LARGE,
                  "the request is larger than %zu bytes; send less at a time",
                  x->request.server->limits.body);
}

static bool has_body(const exchange *x)
{
    const char *length = header(x, "Content-Length");
    return header(x, "Transfer-Encoding") != NULL ||
           (length != NULL && strcmp(length, "0") != 0);
}

static int check_body(exchange *x)
{
    const char *length = header(x, "Content-Length");
    if (x->route != NULL && (x->route->flags & ROUTE_OPEN) != 0 && has_body(x))
        return refuse(&x->failure, 413, PL_TOO_LARGE, "%s takes no body",
                      x->request.path);
    if (length != NULL && strtoull(length, NULL, 10) > x->request.server->limits.body)
        return too_large(x);
    bool changes = x->route != NULL && (x->route->flags & ROUTE_CHANGES) != 0;
    return has_body(x) || changes ? check_type(x) : 0;
}

/* After the headers: whether the request will be answered. */
static void look_at(exchange *x, const char *method)
{
    x->begun = true;
    x->request.method = pl_arena_strdup(&x->request.memory, method);
    if (check_framing(x) < 0 || check_sender(x) < 0 ||
        request_read_uri(&x->request, x->uri, &x->fields, &x->failure) < 0 ||
        find_route(x) < 0 || check_body(x) < 0)
        refused(x);
}

/* Takes a piece of the body. One that is too large is read to its end, and forgotten: an answer
 * cannot be sent before. */
static void take_body(exchange *x, const char *bytes, size_t n)
{
    server *s = x->request.server;
    atomic_fetch_add(&s->metrics.bytes_in, n);
    if (!x->refused && x->body.n + n > s->limits.body) {
        too_large(x);
        refused(x);
    }
    if (!x->refused &&
        atomic_load(&s->body_bytes) + n > BODIES_AT_ONCE * s->limits.body) {
        refuse(&x->failure, 503, PL_TOO_LARGE,
               "the server holds too many large requests");
        refused(x);
    }
    if (x->refused)
        return;
    atomic_fetch_add(&s->body_bytes, n);
    x->held += n;
    pl_str_put(&x->body, bytes, n);
}

/* -- answering ------------------------------------------------------------------------ */

/* Starts the time limit of the work, or of a piece of a stream. Waiting for a worker counts as work. */
static void begin_work(exchange *x)
{
    links_enter(&x->request.server->links, x->link, LINK_WORKING, 0);
    x->request.deadline = x->link->deadline;
    pl_stop_on(&x->link->stop);
}

static int parse_body(exchange *x)
{
    failure *f = &x->failure;
    const char *bytes = pl_str_text(&x->body);
    if (x->body.n == 0 || x->route->service->arguments == NULL)
        return 0;
    if (is_of_type(x->type, "application/json"))
        return arguments_parse(bytes, x->body.n, &x->json, f);
    if (is_of_type(x->type, "multipart/form-data"))
        return form_add_multipart(&x->fields, x->type, bytes, x->body.n, &f->error);
    return form_add_urlencoded(&x->fields, bytes, x->body.n, &f->error);
}

static int run_route(exchange *x)
{
    request *q = &x->request;
    failure *f = &x->failure;
    int status = -1;
    if (!pl_stopped() && parse_body(x) == 0)
        status = route_run(x->route, q, x->json != NULL ? x->json->root : NULL, &x->fields, &x->answer, f);
    /* If the work was stopped, the answer may be wrong. */
    return status == 0 || pl_stopped() ? check_progress(q, f) : -1;
}

/* Runs the route with a worker, if it needs one. */
static int run_in_turn(exchange *x)
{
    if ((x->route->flags & ROUTE_WORKS) != 0 &&
        request_take_place(&x->request, false, &x->failure) < 0)
        return -1;
    int status = run_route(x);
    request_give_place(&x->request);
    return status;
}

/* An answer stays in memory until it is sent, which a client may delay. Small ones do not count, so
 * that those who delay large ones keep nobody from asking. */
static int check_answer(exchange *x)
{
    server *s = x->request.server;
    size_t most = ANSWERS_AT_ONCE * ANSWER_FACTOR * s->limits.body;
    x->answered = x->answer.body.n > SMALL_ANSWER ? x->answer.body.n : 0;
    size_t all = atomic_fetch_add(&s->answer_bytes, x->answered) + x->answered;
    return x->answered == 0 || all <= most
               ? 0
               : refuse(&x->failure, 503, PL_TOO_LARGE,
                        "the server holds too many large answers; try again later");
}

/* The request is complete: makes the answer. */
static void make_answer(exchange *x)
{
    if (x->route == NULL && !x->refused) /* OPTIONS */
        x->answer.status = 204;
    else if (x->refused || run_in_turn(x) < 0 || check_answer(x) < 0)
        answer_failure(&x->answer, &x->failure);
    if (x->answer.status == 0)
        x->answer.status = 200;
}

/* Makes more of a stream, with a worker; the last line if none is free. */
static void make_more(exchange *x)
{
    answer *a = &x->answer;
    server *s = x->request.server;
    begin_work(x);
    if (request_take_place(&x->request, false, &x->failure) < 0) {
        put_failure(&a->body, &x->failure);
        a->more = NULL;
    } else {
        if (a->more(a->job, &a->body) == 0)
            a->more = NULL;
        request_give_place(&x->request);
    }
    pl_stop_on(NULL);
    links_enter(&s->links, x->link, LINK_SENDING, a->body.n);
}

/* More of a stream; called by the connection's thread when all before was sent. */
static ssize_t read_stream(void *context, uint64_t position, char *to, size_t most)
{
    exchange *x = context;
    answer *a = &x->answer;
    while (x->sent == a->body.n && a->more != NULL) {
        pl_str_clear(&a->body);
        x->sent = 0;
        make_more(x);
    }
    size_t n = a->body.n - x->sent < most ? a->body.n - x->sent : most;
    if (n == 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    memcpy(to, a->body.at + x->sent, n);
    x->sent += n;
    x->n_sent += n;
    return (ssize_t)n;
}

static struct MHD_Response *response_of(exchange *x)
{
    answer *a = &x->answer;
    if (a->more != NULL)
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BLOCK,
                                                 read_stream, x, NULL);
    x->n_sent = a->kept != NULL ? a->n : a->body.n;
    const char *bytes = a->kept != NULL ? a->kept : pl_str_text(&a->body);
    return MHD_create_response_from_buffer(x->n_sent, (void *)bytes,
                                           MHD_RESPMEM_PERSISTENT);
}

/* Headers for pages of other sites, where --cors allows them. */
static void add_cors(const exchange *x, struct MHD_Response *response)
{
    const char *origin = access_cors(&x->request.server->access, &x->sender);
    if (origin == NULL) {
        MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
        return;
    }
    MHD_add_response_header(response, "Access-Control-Allow-Origin", origin);
    MHD_add_response_header(response, "Vary", "Origin");
    MHD_add_response_header(response, "Access-Control-Allow-Methods", "GET, POST");
    MHD_add_response_header(response, "Access-Control-Allow-Headers",
                            "Authorization, Content-Type");
}

static void add_headers(const exchange *x, struct MHD_Response *response)
{
    const answer *a = &x->answer;
    for (size_t i = 0; i < sizeof fixed_headers / sizeof *fixed_headers; i++)
        MHD_add_response_header(response, fixed_headers[i].name, fixed_headers[i].value);
    add_cors(x, response);
    MHD_add_response_header(response, "Content-Type",
                            a->type != NULL ? a->type : "application/json");
    if (a->allow != NULL)
        MHD_add_response_header(response, "Allow", a->allow);
    if (a->status == 401)
        MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    if (a->status == 503)
        MHD_add_response_header(response, "Retry-After", "1");
    if (x->request.server->stopping || x->link->surplus || x->ambiguous)
        MHD_add_response_header(response, "Connection", "close");
}

static enum MHD_Result send_answer(exchange *x)
{
    server *s = x->request.server;
    begin_work(x);
    make_answer(x);
    pl_stop_on(NULL);
    struct MHD_Response *response = response_of(x);
    add_headers(x, response);
    x->queued = true;
    links_enter(&s->links, x->link, LINK_SENDING, x->n_sent);
    enum MHD_Result got =
        MHD_queue_response(x->connection, (unsigned)x->answer.status, response);
    MHD_destroy_response(response);
    return got;
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *connection,
                                  const char *url, const char *method,
                                  const char *version, const char *upload_data,
                                  size_t *upload_data_size, void **state)
{
    exchange *x = *state;
    if (!x->begun) {
        look_at(x, method);
        /* The body of a request that is refused is not read: the connection ends. */
        return x->refused && (x->ambiguous || has_body(x)) ? send_answer(x) : MHD_YES;
    }
    if (*upload_data_size > 0) {
        take_body(x, upload_data, *upload_data_size);
        *upload_data_size = 0;
        return MHD_YES;
    }
    return x->queued ? MHD_YES : send_answer(x);
}

static void on_completed(void *context, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode reason)
{
    server *s = context;
    exchange *x = *state;
    if (x == NULL)
        return;
    double seconds = pl_clock() - x->start;
    int status = x->queued                          ? x->answer.status
                 : links_is_cut(&s->links, x->link) ? 408
                                                    : 400;
    log_request(s->log, &(log_entry){x->link->host->address, x->request.method, x->uri,
                                     status, x->n_sent, seconds});
    metrics_count(&s->metrics, x->route, status, seconds);
    atomic_fetch_add(&s->metrics.bytes_out, x->n_sent);
    atomic_fetch_sub(&s->body_bytes, x->held);
    atomic_fetch_sub(&s->answer_bytes, x->answered);
    answer_release(&x->answer);
    pl_report_free(x->json);
    form_release(&x->fields);
    pl_str_release(&x->body);
    pl_arena_release(&x->request.memory);
    links_enter(&s->links, x->link, LINK_IDLE, 0);
    free(x);
    *state = NULL;
}

/* -- connections ---------------------------------------------------------------------- */

static void on_connection(void *context, struct MHD_Connection *connection, void **own,
                          enum MHD_ConnectionNotificationCode what)
{
    server *s = context;
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*own != NULL)
            links_remove(&s->links, *own);
        *own = NULL;
        return;
    }
    char peer[64] = "-";
    const struct sockaddr *address =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
            ->client_addr;
    socklen_t n = address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                 : sizeof(struct sockaddr_in);
    getnameinfo(address, n, peer, sizeof peer, NULL, 0, NI_NUMERICHOST);
    int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)
                 ->connect_fd;
    *own = links_add(&s->links, fd, peer);
}

/* Paths are decoded here, where a %00 is seen. */
static size_t leave_escaped(void *context, struct MHD_Connection *connection, char *text)
{
    return strlen(text);
}

static struct MHD_Daemon *start_daemon(server *s, int fd, unsigned connections)
{
    unsigned flags =
        MHD_USE_POLL_INTERNAL_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC;
    return MHD_start_daemon(flags, 0, NULL, NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET,
                            fd, MHD_OPTION_CONNECTION_LIMIT, connections + LINKS_RESERVE,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_MEMORY,
                            MHD_OPTION_URI_LOG_CALLBACK, on_uri, s,
                            MHD_OPTION_UNESCAPE_CALLBACK, leave_escaped, s,
                            MHD_OPTION_NOTIFY_COMPLETED, on_completed, s,
                            MHD_OPTION_NOTIFY_CONNECTION, on_connection, s,
                            MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

int http_start(server *s, int fd, unsigned connections, pl_error *err)
{
    if (links_start(&s->links, connections, s->limits.time)) {
        s->daemon = start_daemon(s, fd, connections);
        if (s->daemon != NULL)
            return 0;
        links_stop(&s->links);
    }
    close(fd);
    return pl_fail(err, PL_SYSTEM, "the HTTP server does not start");
}

/* Accepts the connections that wait in the queue of the socket, since their requests may have arrived
 * already. */
static void accept_rest(server *s, int fd)
{
    struct sockaddr_storage from;
    socklen_t n = sizeof from;
    int one;
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    while ((one = accept(fd, (struct sockaddr *)&from, &n)) >= 0) {
        MHD_add_connection(s->daemon, one, (struct sockaddr *)&from, n);
        n = sizeof from;
    }
}

/* libmicrohttpd may use the socket until MHD_stop_daemon returns. So the socket is shut down first, and
 * closed after that. */
bool http_stop(server *s)
{
    s->stopping = true;
    int fd = MHD_quiesce_daemon(s->daemon);
    if (fd != MHD_INVALID_SOCKET) {
        accept_rest(s, fd);
        shutdown(fd, SHUT_RDWR);
    }
    if (!links_wait(&s->links, pl_clock() + s->limits.time + 1))
        return false;
    MHD_stop_daemon(s->daemon);
    if (fd != MHD_INVALID_SOCKET)
        close(fd);
    links_stop(&s->links);
    return true;
}
