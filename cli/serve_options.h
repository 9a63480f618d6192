/* The options of `pleach serve`. Two programs read them: pleach, which shows the help and starts
 * pleach-serve, and pleach-serve, which serves. Each defines serve_run. */
#pragma once

#include "command.h"

typedef struct serve_job {
    texts models, treebanks, cors;
    const char *host, *token, *log;
    uint32_t port, threads;
    uint32_t max_body; /* MB */
    uint32_t max_words, timeout, connections, queue;
    bool edit, quiet;
    settings given; /* all of them, to be handed on */
} serve_job;

exit_code serve_run(void *options);
