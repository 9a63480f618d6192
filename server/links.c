/* Connections and their deadlines; see links.h. */
#include "links.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define LEAST_RATE   16384.0 /* bytes per second of an answer */
#define CHECK_EVERY  0.1     /* seconds */
#define QUIET        0.5     /* seconds without a request before the server ends */
#define SURPLUS_TIME 2.0     /* seconds: the time limit of connections that are refused */

/* What a client gets that did not send its request in time. Nothing else was sent yet. */
static const char too_slow[] =
    "HTTP/1.1 408 Request Timeout\r\n"
    "Content-Type: application/json\r\n"
    "Content-Length: 111\r\n"
    "Connection: close\r\n\r\n"
    "{\"error\":{\"status\":408,\"code\":\"PL_STOPPED\",\"text\":"
    "\"the request did not arrive in the time the server allows\"}}\n";

/* Adds a connection to the counts of open connections, or removes it. A surplus connection is never
 * counted. */
static void count_open(links *l, client_link *c, bool open)
{
    unsigned one = c->surplus || c->cut ? 0 : 1;
    c->host->n += open ? one : -one;
    l->n_open += open ? one : -one;
}

static void cut_off(links *l, client_link *c)
{
    count_open(l, c, false);
    c->cut = true;
    if (c->phase == LINK_RECEIVING && c->begun)
        send(c->fd, too_slow, strlen(too_slow), MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(c->fd, SHUT_RDWR); /* the connection's own thread closes it */
}

typedef enum inbox { EMPTY, UNREAD, CLOSED } inbox;

/* Returns whether a client has sent bytes that are not read yet, or has closed its side. */
static inbox look_into(const client_link *c)
{
    char byte;
    ssize_t got = recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    bool nothing = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return got > 0 ? UNREAD : nothing ? EMPTY : CLOSED;
}

/* Stops late work, and cuts off a late connection. Also stops work if the client has closed its side:
 * nothing would read the answer. */
static void look_after(links *l, client_link *c, double now)
{
    bool late = now > c->deadline;
    if (c->phase == LINK_WORKING && (late || look_into(c) == CLOSED))
        atomic_store(&c->stop, true);
    if (c->phase == LINK_WORKING || c->cut || !late)
        return;
    l->n_cut += c->phase != LINK_IDLE;
    cut_off(l, c);
}

static void wait_a_moment(links *l, double seconds)
{
    double until = pl_clock() + seconds;
    struct timespec at = {.tv_sec = (time_t)until};
    at.tv_nsec = (long)((until - (double)at.tv_sec) * 1e9);
    pthread_cond_timedwait(&l->changed, &l->lock, &at);
}

static void *cut_slow_ones(void *context)
{
    links *l = context;
    pthread_mutex_lock(&l->lock);
    while (!l->ending) {
        double now = pl_clock();
        for (client_link *c = l->first; c != NULL; c = c->next)
            look_after(l, c, now);
        wait_a_moment(l, CHECK_EVERY);
    }
    pthread_mutex_unlock(&l->lock);
    return NULL;
}

static void release(links *l)
{
    pthread_cond_destroy(&l->changed);
    pthread_mutex_destroy(&l->lock);
}

bool links_start(links *l, unsigned most, double timeout)
{
    pthread_condattr_t attributes;
    *l = (links){.most = most, .timeout = timeout};
    pthread_mutex_init(&l->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&l->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&l->cutter, NULL, cut_slow_ones, l) == 0)
        return true;
    release(l);
    return false;
}

void links_stop(links *l)
{
    pthread_mutex_lock(&l->lock);
    l->ending = true;
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->cutter, NULL);
    release(l);
}

/* Begins the time for a phase; a surplus connection has less. The lock is held. */
static void set_deadline(const links *l, client_link *c, size_t size)
{
    double limit = c->surplus && l->timeout > SURPLUS_TIME ? SURPLUS_TIME : l->timeout;
    c->since = pl_clock();
    c->deadline = c->since + limit + (double)size / LEAST_RATE;
}

static client_host *find_host(links *l, const char *address)
{
    client_host *h = l->hosts;
    while (h != NULL && strcmp(h->address, address) != 0)
        h = h->next;
    if (h != NULL)
        return h;
    h = pl_alloc_zero(1, sizeof *h);
    snprintf(h->address, sizeof h->address, "%s", address);
    h->next = l->hosts;
    l->hosts = h;
    return h;
}

static void leave_host(links *l, client_host *h)
{
    client_host **at = &l->hosts;
    if (--h->links > 0)
        return;
    while (*at != h)
        at = &(*at)->next;
    *at = h->next;
    free(h);
}

/* Returns true if a connection may be closed to make room for a new one from the host `other`. */
static bool may_go(const client_link *c, const client_host *other)
{
    return !c->cut && !c->surplus &&
           (c->phase == LINK_IDLE || c->phase == LINK_RECEIVING) &&
           (!c->begun || c->host->n > other->n);
}

/* Returns true if `a` is to be closed before `b`. */
static bool goes_before(const client_link *a, const client_link *b)
{
    if (a->host->n != b->host->n)
        return a->host->n > b->host->n;
    return a->begun != b->begun ? b->begun : a->since < b->since;
}

/* Closes a connection to make room for the new one. Returns false if no connection may be closed. */
static bool make_room(links *l, const client_link *new_one)
{
    client_link *found = NULL;
    for (client_link *c = l->first; c != NULL; c = c->next)
        if (c != new_one && may_go(c, new_one->host) &&
            (found == NULL || goes_before(c, found)))
            found = c;
    if (found != NULL)
        cut_off(l, found);
    return found != NULL;
}

client_link *links_add(links *l, int fd, const char *address)
{
    client_link *c = pl_alloc_zero(1, sizeof *c);
    c->fd = fd;
    pthread_mutex_lock(&l->lock);
    c->next = l->first;
    c->before = &l->first;
    if (c->next != NULL)
        c->next->before = &c->next;
    l->first = c;
    c->host = find_host(l, address);
    c->host->links++;
    l->n++;
    count_open(l, c, true);
    if (l->n_open > l->most && !make_room(l, c)) {
        count_open(l, c, false);
        c->surplus = true;
    }
    set_deadline(l, c, 0);
    pthread_mutex_unlock(&l->lock);
    return c;
}

void links_remove(links *l, client_link *c)
{
    pthread_mutex_lock(&l->lock);
    *c->before = c->next;
    if (c->next != NULL)
        c->next->before = c->before;
    l->n--;
    count_open(l, c, false);
    leave_host(l, c->host);
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    free(c);
}

void links_enter(links *l, client_link *c, link_phase phase, size_t size)
{
    pthread_mutex_lock(&l->lock);
    c->phase = phase;
    c->begun = phase != LINK_IDLE;
    atomic_store(&c->stop, false);
    set_deadline(l, c, size);
    if (l->ending || phase == LINK_IDLE)
        pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
}

bool links_is_cut(links *l, const client_link *c)
{
    pthread_mutex_lock(&l->lock);
    bool cut = c->cut;
    pthread_mutex_unlock(&l->lock);
    return cut;
}

unsigned links_count(links *l)
{
    pthread_mutex_lock(&l->lock);
    unsigned n = l->n;
    pthread_mutex_unlock(&l->lock);
    return n;
}

unsigned long links_cut(links *l)
{
    pthread_mutex_lock(&l->lock);
    unsigned long n = l->n_cut;
    pthread_mutex_unlock(&l->lock);
    return n;
}

/* Returns true if a request is in progress, or if bytes of a request are not read yet. */
static bool is_busy(const links *l)
{
    for (const client_link *c = l->first; c != NULL; c = c->next)
        if (!c->cut && (c->begun || look_into(c) == UNREAD))
            return true;
    return false;
}

/* While bytes are being read, is_busy misses them for a moment. So all connections have to be quiet for
 * QUIET seconds. */
bool links_wait(links *l, double deadline)
{
    double now, busy = pl_clock();
    pthread_mutex_lock(&l->lock);
    while ((now = pl_clock()) < deadline && now - busy < QUIET) {
        if (is_busy(l))
            busy = now;
        wait_a_moment(l, QUIET / 4);
    }
    pthread_mutex_unlock(&l->lock);
    return now < deadline;
}
