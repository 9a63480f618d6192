/* What the reader and the writer of Alpino XML share. */
#pragma once

#include "base/intern.h"
#include "format/xml.h"
#include "tree/index.h"

/* The attributes of <node> that the reader keeps as fields and the writer minds. */
#define PL_ALPINO_ID    "id"
#define PL_ALPINO_INDEX "index" /* names the node for the secondary edges to it */

typedef struct pl_alpino_span {
    uint32_t begin, end;
} pl_alpino_span;

/* The writer's state. */
typedef struct pl_alpino_writer {
    pl_edge_index edges;         /* by parent */
    PL_VEC(pl_alpino_span) span; /* [n_nodes] */
    PL_VEC(const char *) index;  /* [n_nodes]  NULL where a node needs none */
    pl_intern ids, indices;      /* in use in the sentence */
    uint32_t next_id, next_index;
    pl_xml_names names; /* attribute names of the current element */
    pl_str text;        /* an id or index, as XML can hold it */
    bool from_alpino;   /* add nothing: write ids and version as they were read */
    bool has_empty;     /* a word of the sentence consists of space only */
    size_t number;      /* of the sentence */
    pl_str first;       /* the first document, until a second one comes */
    pl_arena arena;     /* of the sentence */
} pl_alpino_writer;

int pl_alpino_write_start(pl_writer *w, pl_error *err);
int pl_alpino_write(pl_writer *w, const pl_tree *tree, pl_error *err);
int pl_alpino_write_end(pl_writer *w, pl_error *err);
