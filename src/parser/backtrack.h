/* A search that goes back where it is stuck: of the steps from a configuration it takes the
 * best one first and comes back for another when no tree lies behind it. For sentences with
 * constraints that no hypothesis of a beam has obeyed to the end. Of steps that differ in
 * the label alone it tries the best one, since the others would mostly fail as well. */
#pragma once

#include "parser/beam.h"

/* Runs from the start of the sentence that the beam is at. True: a tree is found, which is
 * the only hypothesis of the beam now. False if there is none, or none within as many
 * configurations as seem worth it. */
bool pl_backtrack(pl_beam *b);
