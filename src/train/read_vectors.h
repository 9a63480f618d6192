/* Vectors of words from a text file: a word and its numbers in each line, separated by
 * blanks (GloVe), perhaps after a line with the number of words and of numbers (word2vec,
 * fastText); plain, gzip or zstd. */
#pragma once

#include "base/err.h"
#include "parser/net_vectors.h"
#include "parser/net_vocab.h"

/* Further words that are kept, from the beginning of the file: vectors for text that the
 * treebank does not have. */
enum { PL_FURTHER_VECTORS = 20000 };

/* Keeps the vectors of all words of a treebank and of some others. -1 with the reason, file
 * and line. */
int pl_net_vectors_read(pl_net_vectors *v, const char *path,
                        const pl_net_census *treebank, pl_error *err);
