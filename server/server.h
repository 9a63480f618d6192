/* The server: what all requests share. Filled once before the first request; then only what
 * has a lock or is atomic changes. */
#pragma once

#include "access.h"
#include "editing.h"
#include "links.h"
#include "metrics.h"
#include "shelf.h"
#include "web_files.h"
#include "workers.h"

#include <stdatomic.h>
#include <stdio.h>

struct MHD_Daemon;

typedef struct limits {
    size_t body;  /* bytes of a request */
    size_t words; /* in the data of a request */
    double time;  /* seconds: to receive a request, to work on it */
} limits;

struct server {
    limits limits;
    shelf shelf;
    saver saver;
    web_files files;
    access_rules access;
    workers workers;
    links links;
    metrics metrics;
    FILE *log;                  /* NULL: none */
    atomic_size_t body_bytes;   /* held by all requests together */
    atomic_size_t answer_bytes; /* the same of answers */
    atomic_bool stopping;
    struct MHD_Daemon *daemon;
};

/* http.c: takes requests on a socket that listens, which it closes in the end. 0, or -1 with
 * the reason. */
int http_start(server *s, int fd, unsigned connections, pl_error *err);
/* Takes no more connections, finishes what was begun, and ends all threads. False if that is not
 * done in the time limit: threads still run, and use the server. */
bool http_stop(server *s);

/* log.c: one line for each request, as web servers write it: address, time, request, status,
 * bytes, seconds. */
typedef struct log_entry {
    const char *peer, *method, *uri;
    int status;
    size_t bytes;
    double seconds;
} log_entry;
void log_request(FILE *log, const log_entry *e);
