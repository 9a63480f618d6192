/* Connections and their deadlines; see links.h. */
#include "links.h"

#include "base/alloc.h"
#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define LEAST_RATE   16384.0 /* bytes per second of an answer */
#define CHECK_EVERY  0.1     /* seconds */
#define SURPLUS_TIME 2.0     /* seconds: the time limit of connections that are refused */

/* What a client gets that did not send its request in time. Nothing else was sent yet. */
static const char too_slow[] =
    "HTTP/1.1 408 Request Timeout\r\n"
    "Content-Type: application/json\r\n"
    "Content-Length: 111\r\n"
    "Connection: close\r\n\r\n"
    "{\"error\":{\"status\":408,\"code\":\"PL_STOPPED\",\"text\":"
    "\"the request did not arrive in the time the server allows\"}}\n";

static void cut_off(links *l, client_link *c)
{
    c->cut = true;
    l->n_cut += c->phase != LINK_IDLE;
    if (c->phase == LINK_RECEIVING)
        send(c->fd, too_slow, strlen(too_slow), MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(c->fd, SHUT_RDWR); /* the connection's own thread closes it */
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
            if (!c->cut && c->phase != LINK_WORKING && now > c->deadline)
                cut_off(l, c);
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
    c->deadline = pl_clock() + limit + (double)size / LEAST_RATE;
}

client_link *links_add(links *l, int fd, const char *peer)
{
    client_link *c = pl_alloc_zero(1, sizeof *c);
    c->fd = fd;
    snprintf(c->peer, sizeof c->peer, "%s", peer);
    pthread_mutex_lock(&l->lock);
    c->next = l->first;
    c->before = &l->first;
    if (c->next != NULL)
        c->next->before = &c->next;
    l->first = c;
    c->surplus = ++l->n > l->most;
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
    pthread_cond_broadcast(&l->changed);
    pthread_mutex_unlock(&l->lock);
    free(c);
}

void links_enter(links *l, client_link *c, link_phase phase, size_t size)
{
    pthread_mutex_lock(&l->lock);
    c->phase = phase;
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

static bool is_busy(const links *l)
{
    for (const client_link *c = l->first; c != NULL; c = c->next)
        if (c->phase == LINK_WORKING || c->phase == LINK_SENDING)
            return true;
    return false;
}

bool links_wait(links *l, double deadline)
{
    bool busy;
    pthread_mutex_lock(&l->lock);
    while ((busy = is_busy(l)) && pl_clock() < deadline)
        wait_a_moment(l, CHECK_EVERY);
    pthread_mutex_unlock(&l->lock);
    return !busy;
}
