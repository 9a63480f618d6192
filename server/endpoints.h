/* The services, for the table in routes.c, and what several of them share. */
#pragma once

#include "request.h"
#include "shelf.h"

extern const service service_health, service_metrics, service_session, service_models,
    service_file, service_openapi, service_parse, service_tag, service_draw,
    service_stats, service_search, service_treebanks, service_browse, service_change,
    service_derivation, service_evaluate, service_process, service_udpipe_models;

/* -- input and output (parsing.c) ------------------------------------------------------ */

/* In place of a format: raw text of which every line is a sentence. */
#define LINES "lines"
/* The sentences of `data` in the format `from`. With a model, raw text is cut by its rules, and
 * NULL means raw text; without one the format is guessed then. */
pl_treebank *open_data(const pl_model *model, const char *data, const char *from,
                       failure *f);
/* Fails if the data has more words than the server allows, or is broken; `name` is that of the
 * argument, for the message. */
int check_data(const request *q, const char *name, const pl_model *model,
               const char *data, const char *from, failure *f);
/* Fails if a sentence is so long that the work on it alone takes many seconds: time is looked at
 * between sentences. `beam` and `nbest` are those of the request; 0: not said. */
int check_length(const pl_sentence *s, uint32_t beam, uint32_t nbest, failure *f);
/* Fails if there is no format of that name; NULL is fine. */
int check_format(const char *name, failure *f);
/* Appends a sentence in a format: an object for JSON (or NULL), a string otherwise. */
int put_tree(const pl_sentence *s, const char *to, pl_str *out, failure *f);

/* Appends what a model does as a list: ["tokenizer","tagger","parser"] (server_about.c). */
void put_abilities(const shelf_model *m, pl_str *out);
