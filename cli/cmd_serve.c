/* pleach serve: its options; see serve_options.h. */
#include "serve_options.h"

/* clang-format off */
static const option_row options[] = {
    {'m', "model",       "MODEL",   LIST(serve_job, models),                           "serve this model: a file, or the name of an installed model; may be given several times, the first is the default (default: nl)"},
    {'p', "port",        "N",       NUMBER(serve_job, port, 0, 65535),                 "listen at this port; 0 takes one that is free (default: 8080)"},
    {0,   "host",        "ADDRESS", TEXT(serve_job, host),                             "listen at this address; one that other machines reach needs --token (default: 127.0.0.1)"},
    {0,   "token",       "FILE",    FILE_NAME(serve_job, token),                       "answer only requests with the token in FILE: Authorization: Bearer TOKEN"},
    {0,   "cors",        "ORIGIN",  LIST(serve_job, cors),                             "let pages of this origin ask, such as https://example.org, or of any with '*'; may be given several times (default: none)"},
    {0,   "max-body",    "MB",      NUMBER(serve_job, max_body, 1, 1024),              "refuse larger requests with 413 (default: 8)"},
    {0,   "max-words",   "N",       NUMBER(serve_job, max_words, 1, 100000000),        "refuse requests with more words with 422 (default: 100000)"},
    {0,   "timeout",     "S",       NUMBER(serve_job, timeout, 1, 3600),               "give up requests that take longer than S seconds to arrive, or to wait and to work on, with 408 (default: 30)"},
    {0,   "connections", "N",       NUMBER(serve_job, connections, 1, 10000),          "keep up to N connections: for another one, close the one that has been idle longest, or else answer 503 (default: 256)"},
    {0,   "queue",       "N",       NUMBER(serve_job, queue, 0, 10000),                "let at most N requests wait for a worker, answer others with 503 (default: 256)"},
    {0,   "edit",        NULL,      FLAG(serve_job, edit),                             "let the page change the sentences of the treebanks, whose files are written then"},
    GROUP(serve_job, threads, uint32_t, threads_rows),
    {0,   "log",         "FILE",    FILE_NAME(serve_job, log),                         "append a line for each request to FILE (default: standard error)"},
    {'q', "quiet",       NULL,      FLAG(serve_job, quiet),                            "no line for each request on standard error"},
    GROUP(serve_job, quiet, bool, help_rows),
    OPERANDS(serve_job, treebanks),
    RECORD(serve_job, given),
    {0},
};
/* clang-format on */

static void set_defaults(void *options)
{
    *(serve_job *)options = (serve_job){.host = "127.0.0.1",
                                        .port = 8080,
                                        .max_body = 8,
                                        .max_words = 100000,
                                        .timeout = 30,
                                        .connections = 256,
                                        .queue = 256};
}

const command cmd_serve = {
    .name = "serve",
    .synopsis = "[-m MODEL]… [--port N] [OPTION…] [TREEBANK…]",
    .about = "serve parsing, searching and drawing over HTTP",
    .options = options,
    .size = sizeof(serve_job),
    .set_defaults = set_defaults,
    .run = serve_run,
};
