/* Named changes to trees, each a row of one table: the option that asks for it, what
 * undoes it, whether a grammar may carry it, and the code. Steps run in the order in which
 * they were added.
 *
 *     pl_pipeline p = {0};
 *     pl_pipeline_add(&p, "punct", "move", &err);
 *     pl_pipeline_add(&p, "binarize", "sr-gap", &err);
 *     keep = pl_pipeline_apply(&p, tree, &err);                for each tree
 *     while (pl_pipeline_held(&p, &tree, &err) > 0) …          trees that steps held back
 *     pl_pipeline_release(&p);
 *
 * Some rows only set a parameter (bin-label, markov-h, head-functions). It holds for the
 * steps that follow, and for those before that have not been given one. A new transform is
 * a new file, one name at pl_functions_code below and one row in transform.c.
 *
 * What transforms offer beside their rows follows, one section for each. */
#pragma once

#include "base/options.h"
#include "base/err.h"
#include "base/vec.h"
#include "tree/punctuation.h"
#include "tree/tree.h"

typedef struct pl_step pl_step;
typedef struct pl_pipeline pl_pipeline;

/* An argument that a transform takes, and what it then does. */
typedef struct pl_mode {
    const char *name;
    void (*change)(pl_tree *t); /* NULL: nothing */
} pl_mode;

/* How a transform works. Trees are in order before and after. One that changes every tree
 * in the same way has `change`; one with a few modes has `modes`, of which the argument
 * names one; others have functions of their own. */
typedef struct pl_transform_code {
    void (*change)(pl_tree *t);
    int (*try_change)(pl_tree *t, pl_error *err); /* 0, or -1 with the reason */
    const pl_mode *modes;                         /* ends with a row without name */
    size_t state_size; /* bytes of step->state, zeroed before `start` */
    /* Understands `arg` (NULL if there is none): 0, or -1 with the reason, which begins
     * with the name of the transform. */
    int (*start)(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err);
    /* Changes the tree: 1 keep it, 0 leave it out, -1 with the reason. */
    int (*apply)(pl_step *s, pl_tree *t, pl_error *err);
    /* For a step that leaves trees out until it has seen all (a sample): after the last
     * tree, 1 and the next one it has held, or 0. */
    int (*held)(pl_step *s, pl_tree **t);
    void (*end)(pl_step *s); /* frees what the state holds */
} pl_transform_code;

typedef struct pl_transform {
    pl_option option;    /* its name, and the name of its value; NULL: it takes no value */
    const char *inverse; /* the step that undoes it: "unary=restore"; NULL: none … */
    const char *only;    /* … if the argument is this; NULL: any argument */
    bool carried;        /* a grammar may name it: it reads no files, drops no trees */
    const pl_transform_code *code;
} pl_transform;

struct pl_step {
    const pl_transform *transform;
    void (*change)(pl_tree *t); /* of the code, or of its mode */
    void *state;
};

/* A value that a row sets for other steps. A step takes each parameter once: one that was
 * set before it, or else the first after it, so that "binarize right, markov-h 2" means
 * what it says. */
typedef struct pl_parameter {
    bool set;
    unsigned value;
} pl_parameter;

struct pl_pipeline { /* stays where it is once it has steps */
    PL_VEC(pl_step) steps;
    struct {
        pl_parameter bin_label, markov_h, markov_v; /* see binarization */
        pl_parameter head_functions;                /* 1: use, 0: ignore */
        uint64_t seed;
    } set;
};

static inline void pl_parameter_take(pl_parameter *own, pl_parameter given)
{
    if (!own->set)
        *own = given;
}

extern const pl_transform pl_transforms[]; /* ends with a row without name */
/* NULL if there is none. */
const pl_transform *pl_transform_find(const char *name);
/* The step that undoes `t` with this argument, as "name" or "name=argument"; NULL if there
 * is none, or nothing to undo. */
const char *pl_transform_inverse(const pl_transform *t, const char *arg);

/* `arg` is NULL where the transform takes none. 0, or -1 with the reason. */
int pl_pipeline_add(pl_pipeline *p, const char *name, const char *arg, pl_error *err);
/* 1, 0 if a step left the tree out, -1 with the reason. */
int pl_pipeline_apply(pl_pipeline *p, pl_tree *t, pl_error *err);
/* After the last tree, until it gives 0: 1 and the next tree that a step has held back,
 * with all later steps applied, or -1 with the reason. The tree lives in the pipeline. */
int pl_pipeline_held(pl_pipeline *p, pl_tree **t, pl_error *err);
void pl_pipeline_release(pl_pipeline *p);

/* Transforms that say something in labels after a sign (VP*0, S#rel) double that sign where
 * a label has it of its own, and halve it again. The text with its signs doubled: */
const char *pl_double_sign(pl_arena *m, const char *text, char sign);
void pl_halve_sign(char *text, char sign); /* in place */
/* The number that ends at `end`, of at most 9 digits, and where it starts; `end` if there
 * is none. */
const char *pl_number_before(const char *start, const char *end, uint32_t *value);

/* The code of the rows, each defined in the file of its transform. */
extern const pl_transform_code pl_functions_code, pl_punct_code, pl_root_attach_code,
    pl_head_functions_code, pl_heads_code, pl_dependencies_code, pl_constituents_code,
    pl_bin_label_code, pl_markov_h_code, pl_markov_v_code, pl_binarize_code,
    pl_projectivize_code, pl_deprojectivize_code, pl_unbinarize_code, pl_unary_code, pl_traces_code, pl_collapse_same_code,
    pl_split_disc_code, pl_merge_disc_code, pl_split_states_code, pl_merge_states_code,
    pl_raise_code, pl_reorder_code, pl_max_length_code, pl_slice_code, pl_sample_code,
    pl_seed_code;

/* -- crossing dependencies ----------------------------------------------------------- */

enum { PL_MAX_LIFTED_WORDS = 1000 };

/* Lifts arcs until none crosses another, and says in the relations of lifted words what the
 * relation of their head was (nmod^nsubj); and the way back, which looks for that head and is
 * right nearly always. -1 if a sentence to be lifted has more than PL_MAX_LIFTED_WORDS
 * words. */
int pl_projectivize(pl_tree *t, pl_error *err);
void pl_deprojectivize(pl_tree *t);
/* Lifts arcs in the same way and leaves the relations alone: there is no way back. */
int pl_lift_crossing(pl_tree *t, pl_error *err);

/* -- punctuation -------------------------------------------------------------------- */

/* Where punctuation hangs. Treebanks of the NeGra and Alpino kind attach it to the root,
 * where it cuts almost every constituent in two; each mode here is one way out:
 *
 *   move      marks at the root go before the largest constituent that begins right after
 *             them; then pairs of quotes, brackets and dashes go under one parent where
 *             they enclose it (as disco-dop does)
 *   moveall   the same for every terminal at the root
 *   lca       terminals at the root with a tag of punctuation (LET too) go to the lowest
 *             common ancestor of the terminals around them that are not such marks;
 *             without one on each side they stay
 *   root      all marks (tag LET too) go to the root
 *   remove    all marks (tag LET too) go; a sentence of nothing else stays
 *   keep      nothing
 *
 * Nodes that are left without words go, the root excepted. */

extern const pl_mode pl_punct_modes[]; /* ends with a row without name */
void pl_punct_to_root(pl_tree *t);     /* the mode root */

/* Every child of the root, whatever it is, from the smallest to the largest: it goes to
 * the lowest common ancestor of the terminals next to it on both sides, if that is not
 * the root and then has fewer gaps. */
void pl_root_attach(pl_tree *t);

/* -- traces ------------------------------------------------------------------------- */

/* Empty elements of Penn-style treebanks, and what was moved away from where they stand.
 *
 *     (SBAR (WHNP-1 which) (S (NP-SBJ (-NONE- *T*-1)) (VP is …)))
 *     (SBAR (S (WHNP-SBJ which) (VP is …)))                           resolved
 *
 * Resolving moves an overt phrase back to where its trace *T*, *ICH*, *EXP* or *RNR* has
 * the same index: under the parent of the trace, with the function found there. Of
 * several traces with one index the first counts, for *RNR* the last. A phrase that
 * dominates its trace stays. Then, and when only removing, all empty elements go with the
 * nodes they leave empty, and the indices (-1, =2) are taken off labels and functions.
 *
 * Three ways to write them are understood:
 *
 *     (NP-SBJ (-NONE- *T*-1))      Penn Treebank: the index stands at the trace
 *     (NP-SBJ-1 (-NONE- *T*))      CRAFT: the index stands on the phrase above it
 *     (NP-SBJ *T*-1)               Penn historical (IcePaHC): the phrase is the tag
 *
 * A word is an empty element if its tag is -NONE-; if it is *T*, *ICH*, *con*, *pro* … ;
 * or if it is 0, * or *-1 and its tag is that of a phrase or a complementizer. */

/* Whether a word is tagged -NONE-, which a parser must not learn: no text has it. */
bool pl_has_traces(const pl_tree *t);
/* Each leaves the tree in order; a sentence of empty elements only has no words then. */
void pl_traces_resolve(pl_tree *t);
void pl_traces_remove(pl_tree *t);

/* X over nothing but another X becomes one X: the usual treatment of what traces leave
 * behind. The function of the upper one stays, or where it has none that of the lower. */
void pl_collapse_same(pl_tree *t);

/* -- unary chains ------------------------------------------------------------------- */

/* Unary chains: A over B and nothing else becomes one node A+B, so that a node with one
 * child stands above a terminal only; undone exactly by pl_unary_restore.
 *
 * The merged node keeps in node.chain what it was made from (labels, functions, fields,
 * the topmost first): restoring does not read the text. The text alone is enough, too.
 * In files, where the joint is a +, a + or \ that belongs to a label of the treebank is
 * written \+ or \\ in every nonterminal, merged or not. The transition systems join with
 * PL_JOINT_INSIDE, which no label contains. Tags of terminals are never touched.
 *
 * The lowest node of a chain stays (with children, head and fields), its label becomes
 * the merged one and its function that of the topmost. */

#define PL_JOINT_TEXT   '+'
#define PL_JOINT_INSIDE '\x1f'

/* Merges every chain of nonterminals, the root included. */
void pl_unary_collapse(pl_tree *t, char joint);

/* Splits merged nodes again: those that have a chain, and those whose label has the joint
 * in it. New nodes of binarization are left alone. */
void pl_unary_restore(pl_tree *t, char joint);

/* The artificial root: a unary node with a label of its own above every tree of a
 * treebank, so that this label marks whole sentences and nothing else. */
#define PL_ARTIFICIAL_ROOT "\x01" /* its label */
/* Puts it above the root. The tree is in order before and after. */
void pl_root_add(pl_tree *t);
/* Takes it off again where there is one; its node is dead then. */
void pl_root_remove(pl_tree *t);

/* -- discontinuous nodes as parts --------------------------------------------------- */

/* Discontinuous nodes as continuous parts, and back. A VP with a gap becomes VP*0 and
 * VP*1, each over one block of its yield; the parts hang where the VP did, or, where its
 * parent was split too, below that part of the parent which covers them:
 *
 *          S                                        S
 *        ┌─┴────────┐                    ┌──────────┼───────┐
 *        VP         │                   VP*0        │      VP*1
 *     ┌──┼──────────┼─────┐    split      │         │     ┌─┴────┐
 *     VP │          │     │    ----->    VP*0       │    VP*1    │
 *   ┌─┼──┼──────────┼─┐   │    <-----     │         │     │      │
 *   Darüber        muss nachgedacht …  merge
 *
 * Merging goes from the top down: among the children of a node the part K+1 joins the
 * nearest part K before it that has the same label and no next part yet. Where that would
 * join the wrong ones (two VPs that are interleaved under one parent), splitting numbers
 * the constituents as well: VP*0.1 VP*0.2 VP*1.1 VP*1.2. A star that a label has of its
 * own is doubled, so that the labels of a split tree alone are enough to merge it
 * exactly.
 *
 * Functions go to every part; lemma, morphology, other fields and secondary edges stay
 * with part 0. */

/* Parts that splitting may add to a tree: a deep tree with gaps everywhere has as many as
 * the square of its depth. */
#define PL_MAX_PARTS 1000000u

/* Makes the tree continuous; it is in order before and after. 0, or -1 with the reason,
 * the tree then being as it was. */
int pl_split_disc(pl_tree *t, pl_error *err);
/* Undoes it. Takes any tree: a part without partner becomes a node of its own. */
void pl_merge_disc(pl_tree *t);

/* Whether a label is that of a part, whose number then is *part, from 0; *constituent is
 * the label of what it is a part of, or that of a whole node, with its stars as they
 * were. */
bool pl_part_label(pl_arena *m, const char *label, const char **constituent,
                   uint32_t *part);

/* The other way, without an inverse: makes a tree continuous by raising: of a
 * discontinuous node one block stays, the children in the others move up to its parent,
 * and so on from the bottom to the top. What stays is the block of the head child, where heads are marked, else the block with
 * the most words (the first of those). Words keep their places, nodes their labels and
 * functions.
 *
 *     (S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht) (VAINF 3=werden)) (VMFIN 1=muss))
 *     (S (PROAV 0=Darüber) (VMFIN 1=muss) (VP (VVPP 2=nachgedacht) (VAINF 3=werden)))
 */
void pl_raise(pl_tree *t);

/* -- state splits ------------------------------------------------------------------- */

/* State splits: labels that say more about their nodes, for grammars, and back (van
 * Cranenburgh and Bod 2013, footnote 4; Evang and Kallmeyer 2011).
 *
 *     name       node                                              becomes
 *     punct      the tag of a sentence-final mark: . ! ?           $.#end
 *     relative   S whose function is that of a relative clause     S#rel
 *     wh         S, SQ, SBAR … with a WH element among its children S#wh
 *     vp         VP with `to`, headed by a bare infinitive, or with a particle,
 *                                                       VP#to  VP#inf  VP#part
 *                and the S above a VP of the first two             S#to   S#inf
 *
 * Where several apply the marks are joined: S#wh-inf. A # that a label has of its own is
 * doubled, so that merging gives every label back. */

enum { PL_STATE_PUNCT = 1, PL_STATE_RELATIVE = 2, PL_STATE_WH = 4, PL_STATE_VP = 8 };

/* The splits named in a list with commas: 0, or -1 with the reason. */
int pl_states_named(const char *names, unsigned *splits, pl_error *err);
void pl_states_split(pl_tree *t, unsigned splits);
void pl_states_merge(pl_tree *t);
/* Takes the mark out of one label, in place. */
void pl_state_merge(char *label);

/* -- dependencies ------------------------------------------------------------------- */

/* Constituents to dependencies and back.
 *
 * In a tree whose heads are marked, every node has a head word: that of its head child,
 * down to a word. Each other child's head word depends on it; the relation is the
 * function of that child's edge or, where there is none, its label. A discontinuous
 * constituent whose gap is filled from above gives arcs that cross.
 *
 *     (S (VP (NN 0=What) (VVPP 2=seen)*)  (VVFIN 1=was)*)       * marks heads
 *     was ─VP─► seen ─NN─► What                                 What-seen crosses root-was
 *
 * The other way round a word and its dependents become a node: labelled with the word's
 * tag, function the word's relation, the word marked as head. Going back from there gives
 * the same dependencies. */

/* Sets the heads and relations of all words. A node without mark takes a child with
 * function HD (in either case), or its only child. -1 with the reason, nothing changed,
 * if a node has no head. A root that is virtual and has none stands for the artificial
 * one. */
int pl_dependencies_from_heads(pl_tree *t, pl_error *err);

/* Replaces the constituents by those that the dependencies make. -1 with the reason if a
 * word has no head, or heads run in circles. */
int pl_constituents_from_dependencies(pl_tree *t, pl_error *err);

/* -- heads -------------------------------------------------------------------------- */

/* Head rules: which child of a node is its head.
 *
 * A rule file has lines
 *
 *     LABEL DIRECTION CATEGORY CATEGORY …
 *
 * where DIRECTION is left-to-right or right-to-left, the end from which children are
 * searched, for each category in turn. A label may have several lines; they are tried in
 * their order. When no category of any line is found, the head is the first child that
 * is not punctuation, in the direction of the last line. Lines that begin with % are
 * comments.
 *
 * A category is one or more names with | between them, any of which will do. A name
 * matches a label that is the same, or that goes on with - or = (N matches N-SBJ=1), or,
 * if it ends in *, that begins with it. LABEL is such a name too: of several that match,
 * the longest wins; * alone is the rule for all others. Letters match in either case.
 *
 *     pl_heads *rules = pl_heads_load("negra", &err);
 *     pl_heads_mark(rules, tree, true);
 *     pl_heads_free(rules);
 */

typedef struct pl_heads pl_heads;

/* The rules with a name under share/headrules, or in a file. NULL with the reason. */
pl_heads *pl_heads_load(const char *name_or_path, pl_error *err);
/* The rules in `n` bytes of text, which is copied; `name` stands in messages. */
pl_heads *pl_heads_parse(const char *name, const char *text, size_t n, pl_error *err);
/* The text the rules were read from, for a model to carry; lives as long as they do. */
const char *pl_heads_text(const pl_heads *rules);
void pl_heads_free(pl_heads *rules); /* NULL is fine */

/* The head child of one node: PL_NONE for a terminal. With `use_functions` a child whose
 * function is HD (in either case) wins over the rules. *by_rule, if not NULL, says
 * whether a rule or function chose it, not the last resort. */
uint32_t pl_heads_find(const pl_heads *rules, const pl_tree *t, uint32_t node,
                       bool use_functions, bool *by_rule);

/* The first child whose function is HD (in either case); PL_NONE if there is none. */
uint32_t pl_head_by_function(const pl_tree *t, uint32_t node);

/* Marks the head child of every nonterminal. Returns for how many nodes of two or more
 * children only the last resort was left. */
uint32_t pl_heads_mark(const pl_heads *rules, pl_tree *t, bool use_functions);

/* -- binarization ------------------------------------------------------------------- */

/* Binarization: a node of n > 2 children becomes a chain (or, for `optimal`, a tree) of
 * nodes of two children; undone exactly by pl_unbinarize.
 *
 *     mode      order in which the children are put together          label of new nodes
 *     sr-gap    the head takes its left siblings, nearest first,
 *               then the right ones                                   colon   X:
 *     swap      the head takes its right siblings, nearest first,
 *               then the left ones                                    at      @X
 *     left      from the first child to the last                      markov  X|<Y,Z>
 *     right     from the last child to the first                      markov
 *     optimal   so that the highest fan-out of a new node is lowest   markov
 *
 * Left and right of a child go by its lowest terminal. In a markov label Y,Z are the h
 * children put in last, in sentence order (for `optimal`, the first h below the node);
 * v > 1 adds v-1 ancestors of X: X|<Y,Z>^<P,Q>.
 *
 * New nodes are flagged PL_NODE_TEMPORARY and have a head child where X has one: the
 * part that holds the head of X, else their first child. X keeps function, fields and
 * secondary edges.
 *
 * In a file the new nodes are told from the text alone. So a label of a treebank that
 * looks like one of a new node, or begins with \, gets one \ in front, which pl_unbinarize
 * takes off again. With PL_LABEL_SAME new nodes are called X and only the flag marks them:
 * no label changes. The transition systems take their trees so. */

/* `optimal` tries every way to put up to this many children together; with more it joins
 * the two parts with the lowest fan-out, again and again (and above 128 is as `right`).
 * Children that `right` puts together without gaps are done so, however many. */
#define PL_OPTIMAL_CHILDREN 20

typedef enum pl_bin_mode {
    PL_BIN_SR_GAP,
    PL_BIN_SWAP,
    PL_BIN_LEFT,
    PL_BIN_RIGHT,
    PL_BIN_OPTIMAL,
} pl_bin_mode;

typedef enum pl_bin_label {
    PL_LABEL_COLON,
    PL_LABEL_AT,
    PL_LABEL_MARKOV,
    PL_LABEL_SAME,
} pl_bin_label;

typedef struct pl_bin_options {
    pl_bin_mode mode;
    pl_bin_label label;
    unsigned h, v; /* of PL_LABEL_MARKOV */
} pl_bin_options;

/* The mode with this name and its usual labels (h = v = 1): 0, or -1 with the reason. */
int pl_bin_options_named(const char *name, pl_bin_options *options, pl_error *err);

/* 0, or -1 with the reason: sr-gap and swap need every node of more than two children to
 * have its head marked (see heads). The tree is in order before and after. */
int pl_binarize(pl_tree *t, const pl_bin_options *options, pl_error *err);

/* Takes the new nodes out: those that are flagged. With `from_text` also those whose label
 * says so, and the \ in front of other labels; without it labels stay (PL_LABEL_SAME). */
void pl_unbinarize(pl_tree *t, bool from_text);

/* Whether a label, read from a file, is that of a new node. */
bool pl_looks_temporary(const char *label);

/* -- for binarize.c alone: the order in which the children of a node are put together -- */

/* A step joins two parts: parts 0 … n-1 are the children, part n+i is what step i made.
 * n-1 steps make one part of n. */
typedef struct pl_join {
    uint32_t a, b;
} pl_join;

/* Fills joins[n-1] for the n > 2 children of a node; `head` is the place of the head
 * among them (only used by sr-gap and swap). Returns whether the joins are a chain: each
 * takes what the one before made as its `a` and a child as its `b`. Scratch memory is
 * taken from the tree's arena. */
bool pl_bin_order(const pl_tree *t, const uint32_t *child, uint32_t n, uint32_t head,
                  pl_bin_mode mode, pl_join *joins);

/* -- the order of words ------------------------------------------------------------- */

/* Orders of the words in which a tree is continuous (Maier and Lichte 2016, section 3.2):
 * the words of a constituent stand together, and which of its children comes first is
 * chosen node by node. The SWAP and SKIPSHIFT systems read a sentence in such an order.
 *
 *   left      the children in their own order, by lowest word
 *   right     the other way round
 *   rightd    right at a gap creator (a continuous node with a discontinuous child), left
 *             elsewhere
 *   distI     right at a gap creator of which a child has a gap of I words or more, left
 *             elsewhere: dist2, dist8
 *   label     left for NP and PP, rightd for others: the paper's setting, and short for
 *             label:NP=left,PP=left,rightd
 *   label:L=MODE,…,MODE   modes for some labels, and the last one for all others
 *
 * Meant for binarized trees; of a node with more children, right reverses the order.
 * Intermediate nodes (@NP, NP:, NP|<…>) follow the label they stand for. */

typedef enum pl_reorder_mode {
    PL_REORDER_LEFT,
    PL_REORDER_RIGHT,
    PL_REORDER_DIST, /* rightd is dist1: every gap has a word */
} pl_reorder_mode;

typedef struct pl_reorder_rule {
    const char *label; /* NULL for all other labels; owned */
    pl_reorder_mode mode;
    uint32_t distance; /* of PL_REORDER_DIST */
} pl_reorder_rule;

typedef struct pl_reorder {
    PL_VEC(pl_reorder_rule) rules; /* the last one is for all other labels */
    char *text;                    /* as it was given; owned */
} pl_reorder;

/* Understands one of the above: 0, or -1 with the reason. */
int pl_reorder_init(pl_reorder *r, const char *text, pl_error *err);
void pl_reorder_release(pl_reorder *r);

/* Whether every node is entered at its first child. */
bool pl_reorder_is_left(const pl_reorder *r);

/* The words of a tree in the new order: order[k] is the word that comes k-th. Takes
 * memory from `m`; linear but for the search for long gaps. */
void pl_reorder_words(const pl_reorder *r, const pl_tree *t, pl_arena *m,
                      uint32_t *order);

/* Puts the words into that order, with all that belongs to them; each remembers its place
 * in the field PL_ORIGINAL_POSITION (from 0), unless it has that field already. Lines of
 * the source (comments and the like) stay where they are. Then the tree is in order. */
#define PL_ORIGINAL_POSITION "original-position"
void pl_reorder_apply(pl_tree *t, const uint32_t *order);
/* Puts the words back by that field, and takes the field away: 0, or -1 with the reason
 * if some words have it and others do not. A tree without the field stays as it is. */
int pl_reorder_restore(pl_tree *t, pl_error *err);

/* -- choosing sentences ------------------------------------------------------------- */

/* Choosing sentences. The steps max-length, slice and sample leave sentences out; each
 * counts those that reach it, not those that an earlier step left out.
 *
 * A split says which part of a treebank a sentence belongs to: training, development,
 * test.
 *
 *     train,dev,test=mod10              of ten sentences the first is test (the last part
 *                                       named), the second dev, the others train
 *     train,dev,test=8000,1000,1000     so many, one part after the other; `rest` for the
 *                                       last one takes all that is left; after 8000+6
 *                                       six sentences are in no part
 *
 * and the splits of the papers by name, which pl_splits lists with where they are from.
 */

typedef struct pl_standard_split {
    const char *name, *rule, *about;
    uint64_t first;       /* number of the first sentence */
    uint32_t max_length;  /* longer sentences are left out first; 0: none are */
    uint32_t excluded[2]; /* numbers (or ids) of sentences left out of the last part */
} pl_standard_split;

extern const pl_standard_split pl_splits[]; /* ends with an empty row */

typedef struct pl_split_size {
    uint64_t n;
    uint64_t skipped; /* sentences behind them that are in no part */
} pl_split_size;

typedef struct pl_split {
    PL_VEC(char *) parts;        /* their names; owned */
    PL_VEC(pl_split_size) sizes; /* one for each part; empty for a modulus */
    uint64_t modulus;            /* 0 for sizes */
    uint64_t number;             /* of the next sentence, from `first` on */
    uint64_t first;
    const pl_standard_split *standard; /* NULL if it is none of these */
    size_t n_unused;                   /* sentences that are in no part */
} pl_split;

/* A name or a rule: 0, or -1 with the reason. */
int pl_split_init(pl_split *s, const char *text, pl_error *err);
void pl_split_release(pl_split *s);
/* The part of the next sentence: an index into `parts`, or PL_NONE if it is in none. */
uint32_t pl_split_next(pl_split *s, const pl_tree *t);
