/* Learning that begins with what another network knows. What has the same name in both is
 * taken over: words, letters, tags, functions and actions row by row, layers where they are
 * equally wide. A parser of a small treebank gains most from a related language. */
#pragma once

#include "parser/transitions.h"

/* Both parsers have networks; `weights` are the first ones of a member of `to`, in the
 * order of its layout. Returns the share of them that was taken over. */
double pl_net_start(const pl_transitions *from, const pl_transitions *to, pl_real *weights);
