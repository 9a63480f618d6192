/* The rows of the table of transforms, each defined beside its code. Only transform.c
 * and the files of the transforms include this. */
#ifndef PL_TRANSFORM_TRANSFORMS_H
#define PL_TRANSFORM_TRANSFORMS_H

#include "transform/transform.h"

extern const pl_transform pl_transform_functions;
extern const pl_transform pl_transform_punct;
extern const pl_transform pl_transform_root_attach;
extern const pl_transform pl_transform_head_functions;
extern const pl_transform pl_transform_heads;
extern const pl_transform pl_transform_dependencies;
extern const pl_transform pl_transform_constituents;
extern const pl_transform pl_transform_bin_label;
extern const pl_transform pl_transform_markov_h;
extern const pl_transform pl_transform_markov_v;
extern const pl_transform pl_transform_binarize;
extern const pl_transform pl_transform_unbinarize;
extern const pl_transform pl_transform_unary;
extern const pl_transform pl_transform_collapse_same;
extern const pl_transform pl_transform_max_length;
extern const pl_transform pl_transform_merge_disc;
extern const pl_transform pl_transform_raise;
extern const pl_transform pl_transform_reorder;
extern const pl_transform pl_transform_sample;
extern const pl_transform pl_transform_seed;
extern const pl_transform pl_transform_slice;
extern const pl_transform pl_transform_split_disc;
extern const pl_transform pl_transform_split_states;
extern const pl_transform pl_transform_merge_states;
extern const pl_transform pl_transform_traces;

#endif
