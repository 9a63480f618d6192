/* The connections of clients, and the thread that cuts off the slow ones. libmicrohttpd closes
 * a connection on which nothing happens; a client that sends a byte now and then would stay for
 * ever. So each connection has a deadline for what it is doing: a request has to be received
 * whole in the time limit, an answer taken in the time limit and a second for every 16 KB. Work
 * that is not done in the time limit, or whose client has gone, is stopped (base/stop.h). */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum link_phase {
    LINK_RECEIVING, /* of a request; an answer 408 is sent if it takes too long */
    LINK_WORKING,   /* on an answer, or waiting for a worker */
    LINK_SENDING,   /* of an answer */
    LINK_IDLE,      /* between two requests */
} link_phase;

/* A host that has connections. */
typedef struct client_host {
    char address[64]; /* for the log, too */
    unsigned n;       /* connections that are open: neither cut off nor surplus */
    unsigned links;   /* all of them */
    struct client_host *next;
} client_host;

typedef struct client_link {
    int fd;
    bool surplus; /* more than there may be: its requests are refused */
    client_host *host;
    link_phase phase;
    bool begun;             /* a request: some of it was received */
    double since, deadline; /* of the phase (pl_clock) */
    bool cut;               /* off already */
    atomic_bool stop; /* set from outside: it took too long, or its client has gone */
    struct client_link *next, **before;
} client_link;

typedef struct links {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t cutter;
    client_link *first;
    client_host *hosts;
    unsigned n, n_open, most; /* all; open; that may be open */
    double timeout;
    bool ending;
    unsigned long n_cut;
} links;

enum { LINKS_RESERVE = 128 }; /* connections over the limit that get an answer, 503 */

/* Starts the thread. `most`: connections that are not refused. False if there can be no thread. */
bool links_start(links *l, unsigned most, double timeout);
void links_stop(links *l); /* all connections are closed */

/* Adds a connection. If there are too many, one that waits for a request is closed: of the host
 * that has the most connections, the one that has waited longest. If there is none, the new one is
 * surplus. A host that has more connections than the new one's loses also those whose requests have
 * not arrived yet: one host cannot keep others out by waiting or by being slow. */
client_link *links_add(links *l, int fd, const char *address);
void links_remove(links *l, client_link *c);
/* Begins a phase; `size` is that of the answer, where its length is known, or 0. */
void links_enter(links *l, client_link *c, link_phase phase, size_t size);
bool links_is_cut(links *l, const client_link *c); /* off, being too slow */
unsigned links_count(links *l);
unsigned long links_cut(links *l); /* that were too slow */
/* Waits until all requests that were sent are answered, and says whether that was before the
 * deadline. */
bool links_wait(links *l, double deadline);
