/* Sentences of a treebank as people might have typed them: in small letters, in capitals,
 * without the first capital, without the last mark or with another one, with typographic
 * quotes and dashes for plain ones or plain ones for typographic. Models that learn from
 * some such sentences rely less on capitals and marks. */
#pragma once

#include "base/hash.h"
#include "tree/tree.h"

/* Changes the words of a sentence at random, and always something where there is something
 * to change; removes its last mark at times. Tags and all the rest stay. */
void pl_roughen(pl_tree *t, pl_rng *rng);
