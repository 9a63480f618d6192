/* The server without HTTP: in a browser it runs in the page itself, where no program listens
 * (`make site`; site/worker.js calls these functions). Requests and answers are those of the
 * server; there are no limits on words and time, and one thread.
 *
 *     alone_answer *a = alone_ask("POST", "/api/v1/parse", "{\"data\": \"Jan slaapt.\"}");
 *     do
 *         take(alone_status(a), alone_text(a), alone_length(a));
 *     while (alone_more(a));
 *     alone_free(a);
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct alone_answer alone_answer;

/* Opens a file as one more "model" or "treebank", named by its file. The file is not needed
 * then. The answer is 200 and {"name": …}, or the reason why it cannot be opened. */
alone_answer *alone_open(const char *kind, const char *path);
/* Replaces sentences of a treebank file, which keeps its format and all other bytes. `edits` is
 * JSON: [{"number": …, "tree": …}, …]. The answer is 200 and {"refused": [{"number": …,
 * "text": …}, …]}, the edits that could not be made, or the reason why the file cannot be
 * changed. */
alone_answer *alone_change(const char *path, const char *edits);
/* Answers a request; `body` is JSON, or NULL. */
alone_answer *alone_ask(const char *method, const char *uri, const char *body);

int alone_status(const alone_answer *a);
/* This piece of the answer. It stays until the next call of alone_more or alone_free. */
const char *alone_text(const alone_answer *a);
size_t alone_length(const alone_answer *a);
/* Goes on to the next piece; false after the last. */
bool alone_more(alone_answer *a);
void alone_free(alone_answer *a);
