/* From words to vectors: a network reads several sentences at once, the first half of what
 * it does. What it finds for a sentence does not depend on the others.
 *
 *     pl_net_encoder *e = pl_net_encoder_new(net);             one for each thread
 *     pl_net_encode(e, sentences, n, PL_NET_TAGS);
 *     pl_net_reading r = pl_net_read(e, 0);                    of sentences[0]
 *     pl_net_encoder_free(e);
 */
#pragma once

#include "parser/net.h"

typedef struct pl_net_encoder pl_net_encoder;

/* What the network is asked for each word; and how sure it is of the tag. */
enum {
    PL_NET_TAGS,
    PL_NET_MORPHS,
    PL_NET_COARSE, /* the second tag of words that have two */
    PL_NET_FUNCTIONS,
    PL_N_NET_ANSWERS,
    PL_NET_TAG_PROBABILITIES = PL_N_NET_ANSWERS
};

/* What it has found for one sentence; valid until the next call of pl_net_encode. */
typedef struct pl_net_reading {
    uint32_t n_words;
    const pl_byte_rows *words; /* [n_members] vectors of words, rounded */
    /* Numbers of names of the vocabulary; NULL: not asked, or there are none. */
    const uint32_t *answers[PL_N_NET_ANSWERS];
    const float *tag_probabilities; /* NULL: the same */
} pl_net_reading;

pl_net_encoder *pl_net_encoder_new(const pl_net *n); /* keeps it */
void pl_net_encoder_free(pl_net_encoder *e);         /* NULL is fine */

/* Reads the words, and the tags if the network reads tags, of all sentences. `asked` is a
 * set of bits 1 << PL_NET_TAGS …. Keeps no pointer to the sentences. */
void pl_net_encode(pl_net_encoder *e, pl_tree *const *sentences, uint32_t n, unsigned asked);
pl_net_reading pl_net_read(const pl_net_encoder *e, uint32_t i);
