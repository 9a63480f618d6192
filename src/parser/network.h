/* The network of a neural parser: from words to the scores of actions.
 *
 *     word   form, shape, characters (both directions, last states), perhaps a tag
 *       │
 *     layers of LSTM, both directions ─── first layer ──► tags, full morphological tags
 *       │                             └── last layer ───► functions of words, heads
 *     slots: 15 words of a configuration, each with weights of its own,
 *       │    and the labels of five items
 *     hidden layer, normalized ─► actions          one for structure, one for labels
 *
 * This file says what there is of weights and where; they stand in one array. Training
 * (train/net_pass.c) runs the network in floating point. */
#pragma once

#include "base/vec.h"
#include "learn/layers.h"
#include "learn/lstm.h"
#include "machine/machine.h"

/* Widths of the layers, which a user may choose. */
typedef struct pl_net_sizes {
    uint32_t word, shape, letter; /* of embeddings */
    uint32_t letters;             /* of the layer over characters, each direction */
    uint32_t tag;                 /* of embeddings of tags that are given; 0: none are */
    uint32_t layer;               /* of the layers over words, each direction */
    uint32_t n_layers;
    uint32_t hidden; /* of the layer before the actions */
    uint32_t arc;    /* of the vectors that heads are found with; 0: they are not learned */
    uint32_t vector; /* of vectors of words from elsewhere; 0: there are none */
} pl_net_sizes;

/* How many of each there are. The first word is the unknown one, the first letter too;
 * two more letters are the ends of a word. */
typedef struct pl_net_counts {
    uint32_t words, letters, tags, morphs, functions, relations;
    uint32_t coarse; /* second tags; 0: words have none */
    uint32_t labels; /* of items: those of the machine, a word's, and that of no item */
    uint32_t structures, names; /* actions of structure, and those that label; none of a
                                   network that gives each word its head */
} pl_net_counts;

enum { PL_NET_WORD_SLOTS = 15, PL_NET_LABEL_SLOTS = 5, PL_NET_SHAPES = 4 };
enum { PL_LETTER_UNKNOWN, PL_LETTER_BEGIN, PL_LETTER_END, PL_LETTER_FIRST };

#define PL_NO_WORD UINT16_MAX

/* A configuration as the network sees it. */
typedef struct pl_net_view {
    uint16_t words[PL_NET_WORD_SLOTS];   /* positions; PL_NO_WORD: there is none */
    uint16_t labels[PL_NET_LABEL_SLOTS]; /* below pl_net_counts.labels */
} pl_net_view;

/* What scores actions: slots, a hidden layer, actions. */
typedef struct pl_net_scorer {
    pl_dense slots;  /* from a word to what it adds in each slot [WORD_SLOTS][hidden] */
    size_t missing;  /* [WORD_SLOTS][hidden] what a slot without word adds */
    size_t labels;   /* [LABEL_SLOTS][n labels][hidden] */
    pl_norm norm;
    pl_dense actions;
} pl_net_scorer;

enum { PL_NET_STRUCTURE, PL_NET_LABELS, PL_N_NET_SCORERS };

typedef struct pl_network {
    pl_net_sizes sizes;
    pl_net_counts counts;
    size_t n_weights;
    size_t words, shapes, letters, tags; /* embeddings */
    pl_lstm spell[2];
    PL_VEC(pl_lstm) layers; /* two directions each */
    pl_dense tagger, morph, word_function, node_function, coarse;
    pl_dense arc_from, arc_to, arc_pair; /* a head for each word */
    pl_dense relation_from, relation_to, relation; /* of both words side by side; where heads
                                                      are all, and of their products */
    pl_net_scorer scorers[PL_N_NET_SCORERS];
} pl_network;

/* Whether heads and relations are what it is for, and not only further tasks: there are no
 * actions then. */
bool pl_network_gives_heads(const pl_network *n);
/* Lays out the weights. */
void pl_network_init(pl_network *n, const pl_net_sizes *sizes, const pl_net_counts *counts);
void pl_network_release(pl_network *n);
/* The weights that training begins with, as PyTorch draws them. */
void pl_network_draw(const pl_network *n, pl_real *weights, uint64_t seed);

/* Width of the vector of a word before the layers. */
uint32_t pl_network_input(const pl_network *n);

/* Sees a configuration. */
void pl_net_see(const pl_items *c, bool labels_next, uint32_t n_labels, pl_net_view *view);
