/* The connections of clients, and the thread that cuts off the slow ones. libmicrohttpd closes
 * a connection on which nothing happens; a client that sends a byte now and then would stay for
 * ever. So each connection has a deadline for what it is doing: a request has to be received
 * whole in the time limit, an answer taken in the time limit and a second for every 16 KB. */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef enum link_phase {
    LINK_RECEIVING, /* of a request; an answer 408 is sent if it takes too long */
    LINK_WORKING,   /* the server's turn: no deadline here */
    LINK_SENDING,   /* of an answer */
    LINK_IDLE,      /* between two requests */
} link_phase;

typedef struct client_link {
    int fd;
    bool surplus;  /* more than there may be: its requests are refused */
    char peer[64]; /* address, for the log */
    link_phase phase;
    double deadline;
    bool cut; /* off already */
    struct client_link *next, **before;
} client_link;

typedef struct links {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t cutter;
    client_link *first;
    unsigned n, most;
    double timeout;
    bool ending;
    unsigned long n_cut;
} links;

enum { LINKS_RESERVE = 32 }; /* connections over the limit that get an answer, 503 */

/* Starts the thread. `most`: connections that are not refused. False if there can be no thread. */
bool links_start(links *l, unsigned most, double timeout);
void links_stop(links *l); /* all connections are closed */

client_link *links_add(links *l, int fd, const char *peer);
void links_remove(links *l, client_link *c);
/* Begins a phase; `size` is that of the answer, where its length is known, or 0. */
void links_enter(links *l, client_link *c, link_phase phase, size_t size);
bool links_is_cut(links *l, const client_link *c); /* off, being too slow */
unsigned links_count(links *l);
unsigned long links_cut(links *l); /* that were too slow */
/* Waits until no connection works or sends, and says whether that was before the deadline. */
bool links_wait(links *l, double deadline);
