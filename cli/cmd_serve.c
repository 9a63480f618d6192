/* pleach serve: its options; see serve_options.h. */
#include "serve_options.h"

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('m', "model",       "MODEL",   PL_TEXTS_AT(serve_job, models),                    PL_HELP(NULL, "serve this model: a file, or the name of an installed model; may be given several times, the first is the default (default: nl)")),
    PL_OPTION('p', "port",        "N",       PL_INTEGER_AT(serve_job, port, 0, 65535),          PL_HELP(NULL, "listen at this port; 0 takes any free port (default: 8080)")),
    PL_OPTION(0,   "host",        "ADDRESS", PL_TEXT_AT(serve_job, host),                       PL_HELP(NULL, "listen at this address; an address that other machines can reach needs --token (default: 127.0.0.1)")),
    PL_OPTION(0,   "token",       "FILE",    PL_FILE_AT(serve_job, token),                      PL_HELP(NULL, "answer only requests with the token in FILE: Authorization: Bearer TOKEN")),
    PL_OPTION(0,   "cors",        "ORIGIN",  PL_TEXTS_AT(serve_job, cors),                      PL_HELP(NULL, "allow requests from pages of this origin, such as https://example.org, or of any origin with '*'; may be given several times (default: none)")),
    PL_OPTION(0,   "max-body",    "MB",      PL_INTEGER_AT(serve_job, max_body, 1, 1024),       PL_HELP(NULL, "refuse larger requests with 413 (default: 8)")),
    PL_OPTION(0,   "max-words",   "N",       PL_INTEGER_AT(serve_job, max_words, 1, 100000000), PL_HELP(NULL, "refuse requests with more words with 422 (default: 100000)")),
    PL_OPTION(0,   "timeout",     "S",       PL_INTEGER_AT(serve_job, timeout, 1, 3600),        PL_HELP(NULL, "stop requests that take longer than S seconds to arrive, or to wait and be worked on, with 408 (default: 30)")),
    PL_OPTION(0,   "connections", "N",       PL_INTEGER_AT(serve_job, connections, 1, 10000),   PL_HELP(NULL, "keep up to N connections; for a further one, close the connection that has been idle longest, or else answer 503 (default: 256)")),
    PL_OPTION(0,   "queue",       "N",       PL_INTEGER_AT(serve_job, queue, 0, 10000),         PL_HELP(NULL, "let at most N requests wait for a worker, answer others with 503 (default: 256)")),
    PL_OPTION(0,   "edit",        NULL,      PL_FLAG_AT(serve_job, edit),                       PL_HELP(NULL, "let the page change the sentences of the treebanks; changes are written to the files")),
    PL_INCLUDE(serve_job, threads, uint32_t, threads_rows),
    PL_OPTION(0,   "log",         "FILE",    PL_FILE_AT(serve_job, log),                        PL_HELP(NULL, "append a line for each request to FILE (default: standard error)")),
    PL_OPTION('q', "quiet",       NULL,      PL_FLAG_AT(serve_job, quiet),                      PL_HELP(NULL, "do not write a line for each request to standard error")),
    PL_INCLUDE(serve_job, quiet, bool, help_rows),
    PL_OPERANDS(serve_job, treebanks),
    PL_RECORD(serve_job, given),
    PL_OPTIONS_END,
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
