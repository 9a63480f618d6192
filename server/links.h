/* The connections of clients, and the thread that cuts off the slow ones. libmicrohttpd closes
 * a connection on which nothing happens; a client that sends a byte now and then would stay for
 * ever. So each phase of a connection has a deadline. A request must arrive completely within the
 * time limit. An answer must be read within the time limit plus a second for every 16 KB. Work is
 * stopped (base/stop.h) when the time limit is over or the client has closed the connection. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum link_phase {
    LINK_RECEIVING, /* receiving a request; if it takes too long, the answer is 408 */
    LINK_WORKING,   /* working on an answer, or waiting for a worker */
    LINK_SENDING,   /* sending an answer */
    LINK_IDLE,      /* between two requests */
} link_phase;

/* An address with connections. */
typedef struct client_host {
    char address[64]; /* also for the log */
    unsigned n;       /* open connections: neither cut off nor surplus */
    unsigned links;   /* all connections */
    struct client_host *next;
} client_host;

typedef struct client_link {
    int fd;
    bool surplus; /* over the limit: its requests are refused */
    client_host *host;
    link_phase phase;
    bool begun;             /* some bytes of a request have arrived */
    double since, deadline; /* of the phase (pl_clock) */
    bool cut;               /* it was cut off */
    atomic_bool
        stop; /* set by the cutter thread: the work takes too long, or the client has gone */
    struct client_link *next, **before;
} client_link;

typedef struct links {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t cutter;
    client_link *first;
    client_host *hosts;
    unsigned n, n_open, most; /* connections: all, open, and the limit of open ones */
    double timeout;
    bool ending;
    unsigned long n_cut;
} links;

enum { LINKS_RESERVE = 128 }; /* connections over the limit that get the answer 503 */

/* Starts the thread. `most`: connections that are not refused. False if there can be no thread. */
bool links_start(links *l, unsigned most, double timeout);
void links_stop(links *l); /* all connections are closed */

/* Adds a connection. If there are too many, closes a connection that waits for a request: the one that
 * has waited longest, of the host with the most connections. If no connection waits, the new one is
 * surplus. For a host with more connections than the host of the new one, connections whose requests
 * are still arriving may be closed too. So one host cannot keep others out by waiting or sending
 * slowly. */
client_link *links_add(links *l, int fd, const char *address);
void links_remove(links *l, client_link *c);
/* Begins a phase; `size` is that of the answer, where its length is known, or 0. */
void links_enter(links *l, client_link *c, link_phase phase, size_t size);
bool links_is_cut(links *l, const client_link *c); /* off, being too slow */
unsigned links_count(links *l);
unsigned long links_cut(links *l); /* that were too slow */
/* Waits until all requests that were sent are answered. Returns false if the deadline came first. */
bool links_wait(links *l, double deadline);
