/* A network as a model has it: vocabulary, layout, and weights rounded to bytes, of one or
 * several members whose probabilities are averaged.
 *
 *     pl_net *n = pl_net_new(machine, &sizes, &vocab, 1);       training
 *     pl_net_set(n, 0, weights);                                then it parses
 *     pl_net_put(n, &list);
 *
 *     pl_net *n = pl_net_from(file, machine, &err);             parsing
 *
 * A network is const while it parses and may be shared by threads. Weights of tasks that
 * only help training (heads and relations of a parser of constituents) are not stored. */
#pragma once

#include "learn/bytes.h"
#include "parser/net_vocab.h"
#include "parser/network.h"

typedef struct pl_net pl_net;

#define PL_NET_SECTION "net" /* of a model file with a network */

enum { PL_NET_MEMBERS = 16 }; /* at most so many networks in a model */

/* Takes what is in the vocabulary. The machine is finished and kept. All weights are zero
 * until they are set. */
pl_net *pl_net_new(const pl_machine *m, const pl_net_sizes *sizes, pl_net_vocab *vocab,
                   uint32_t n_members);
void pl_net_free(pl_net *n); /* NULL is fine */
/* -1 with the reason: a size is 0 or larger than a model may have. */
int pl_net_check(const pl_net_sizes *sizes, uint32_t n_members, pl_error *err);

const pl_network *pl_net_layout(const pl_net *n); /* of the weights of one member */
const pl_net_vocab *pl_net_names(const pl_net *n);
uint32_t pl_net_members(const pl_net *n);
/* Rounds trained weights, in the order of the layout. */
void pl_net_set(pl_net *n, uint32_t member, const pl_real *weights);
/* The weights of a member, as rounded; those that are not stored stay as they are. */
void pl_net_get(const pl_net *n, uint32_t member, pl_real *weights);

/* Adds the sections of the network to a model file. */
void pl_net_put(const pl_net *n, pl_section_list *list);
/* The network of a model file, which must stay open as long as the network is used; keeps
 * the machine. NULL with the reason. */
pl_net *pl_net_from(const pl_sections *file, const pl_machine *m, pl_error *err);

/* -- what parses --------------------------------------------------------------------- */

/* A layer y = W x + b in the order in which this processor reads it. */
typedef struct pl_net_factor {
    pl_byte_factor w;
    const float *b; /* [n_out] */
} pl_net_factor;

typedef struct pl_net_recurrent {
    pl_byte_factor wx, wh;
    const float *b; /* [4 n_out] */
    uint32_t n_out;
} pl_net_recurrent;

typedef struct pl_net_judge {
    pl_byte_factor slots[PL_NET_WORD_SLOTS];
    const float *slot_b;        /* [WORD_SLOTS][hidden] */
    float *missing, *labels;    /* as in pl_net_scorer */
    const float *gain, *shift;  /* [hidden] */
    pl_net_factor actions;
} pl_net_judge;

/* Rows of bytes, each with its scale. */
typedef struct pl_net_table {
    uint32_t n_cols;
    const int8_t *at;
    const float *scales;
} pl_net_table;

typedef struct pl_net_member {
    pl_net_table words, shapes, letters, tags;
    pl_net_recurrent spell[2];
    pl_net_recurrent *layers; /* [2 n_layers] */
    pl_net_factor tagger, morph, word_function, node_function, coarse;
    pl_net_factor arc_from, arc_to, arc_pair; /* of a network that gives heads */
    pl_net_factor relation_from, relation_to, relation;
    pl_net_judge judges[PL_N_NET_SCORERS];
} pl_net_member;

const pl_net_member *pl_net_member_at(const pl_net *n, uint32_t member);
/* Differs after each change of the weights. */
uint32_t pl_net_version(const pl_net *n);
