/* A model: all that leads from words to trees. A file with a parser by transitions or a
 * grammar, and perhaps a tagger, morphology, lemmas and functions. A model carries its own copy of
 * templates and rules, so it depends on nothing that is installed. docs/modelfile.md
 * describes the file, which is read into memory: weights stay where they are.
 *
 *     pl_model *m = pl_model_load("nl", &options, &err);
 *     pl_model_state *s = pl_model_state_new(m);           one for each thread
 *     n = pl_model_run(s, sentence, 1);
 *     pl_model_tree(s, 0, sentence);                       replaces its trees
 *     pl_model_state_free(s);  pl_model_free(m);
 *
 * A model is const while it parses and may be shared by threads. */
#pragma once

#include "grammar/grammar_parser.h"
#include "grammar/rerank.h"
#include "parser/confidence.h"
#include "tag/function_labels.h"
#include "tag/lemmas.h"
#include "tag/morph.h"
#include "tag/tagger.h"
#include "text/segment.h"

enum { PL_DEFAULT_BEAM = 4, PL_MAX_BEAM = 4096 };

/* Choices of the user; 0 and NULL stand for the defaults. */
typedef struct pl_model_settings {
    uint32_t beam;   /* 0: what the model was trained with */
    double margin;   /* 0: what the model was trained with; below 0: none; see beam.h */
    uint32_t nbest;  /* how many trees will be asked for; 0 and 1: the best one */
    bool retag;      /* the model's tagger also for words that have tags */
    bool confidence; /* trees say how sure the parser is of them; not of grammars' trees */
    bool diverse;    /* lists of trees prefer other structures to other labels */
    bool tagger_suffices; /* a model without parser is accepted if it has a tagger */
    bool tags_only;       /* it will not parse: a parser is left out if there is a tagger */
    /* Nobody will look at functions or at morphology: constituents need not have what
     * nothing else depends on. */
    bool no_functions, no_morph;
    double crossing; /* see pl_transitions_favour_crossing */
    pl_grammar_options grammar;
    /* Of the n best constituent trees only one is given: the one with the highest
     * score - rerank_weight * cost by this grammar of fragments (a file). */
    const char *rerank;
    double rerank_weight;
} pl_model_settings;

struct pl_model {
    pl_model_settings settings;
    pl_sections *file; /* NULL while it is trained */
    pl_str about;
    pl_transitions *transitions; /* one of these two is there, unless a tagger sufficed */
    pl_grammar *grammar;
    pl_tagger *tagger;       /* NULL if it has none */
    pl_functions *functions; /* the same */
    pl_morph *morph;         /* the same */
    pl_lemmas *lemmas;       /* the same */
    pl_calibration calibration; /* of confidences */
    pl_reranker *reranker;   /* NULL unless it is asked for */
    /* The tokenizer of programs that use pleach.h; set by pl_model_open only. */
    pl_rules rules;
    pl_segmenter segmenter, line_segmenter;
};

/* NULL with the reason: no such file, not a model, no parser in it, damaged. `name` is a
 * path, or the bare name of a model that comes with pleach. */
pl_model *pl_model_load(const char *name, const pl_model_settings *o, pl_error *err);
void pl_model_free(pl_model *m);    /* NULL is fine */
void pl_model_release(pl_model *m); /* the same for one in the caller's storage */
/* Takes the calibration of confidences from lines of `about`, and defaults where there are
 * none. */
void pl_model_calibrate(pl_model *m, const pl_str *about);
/* Adds the sections of all its parts to a file. */
void pl_model_put(const pl_model *m, pl_section_list *list);

/* Whether the trees are constituents (or dependencies), and their default format. */
bool pl_model_gives_constituents(const pl_model *m);
const char *pl_model_kind(const pl_model *m); /* the same in words */
const char *pl_model_format(const pl_model *m);
/* Whether it can tag words and give them morphology, and whether its parser reads tags. */
bool pl_model_tags(const pl_model *m);
bool pl_model_has_morph(const pl_model *m);
bool pl_model_needs_tags(const pl_model *m);
/* Whether the tag occurred in training; true if the parser reads none, or has no list. */
bool pl_model_knows_tag(const pl_model *m, const char *tag);
/* Whether what tags knows the word. */
bool pl_model_knows_word(const pl_model *m, const char *word);

/* -- parsing ----------------------------------------------------------------------- */

typedef struct pl_model_state pl_model_state;

pl_model_state *pl_model_state_new(const pl_model *m); /* keeps `m` */
void pl_model_state_free(pl_model_state *s);           /* NULL is fine */

/* How many sentences are prepared together to be parsed faster; 0: there is no need to. */
uint32_t pl_model_reads_ahead(const pl_model *m);
/* Prepares for several sentences at once, each of which is then run before others are read:
 * faster with a network or a tagger, with the same results. */
void pl_model_prepare(pl_model_state *s, pl_tree *const *sentences, uint32_t n);
/* Tags the words of a sentence anew, and gives them the morphology and the coarse tags of
 * the model, if it has any, and lemmas to those without. Lemmas live in the sentence's
 * arena, the other text belongs to the model. */
void pl_model_tag(pl_model_state *s, pl_tree *sentence);
/* Whether some tree of this model over n words obeys constraints: 0, or -1 with the reason.
 * To be asked before a sentence with constraints is prepared or run. */
int pl_model_check(const pl_model *m, const pl_constraints *c, uint32_t n, pl_error *err);
/* Parses `sentence` and returns the number of different trees found, best first, at most
 * `n`; 0 for an empty sentence, 1 where trees are reranked. The trees are valid until the
 * next call. Words without tags are tagged first if the model has a tagger; coarse tags,
 * morphology and lemmas are added where they are missing, all of them as strings of the
 * model, except lemmas. Trees that the sentence has already are
 * ignored. If the sentence has constraints, all trees obey them; they must stay until the
 * next call. */
uint32_t pl_model_run(pl_model_state *s, pl_tree *sentence, uint32_t n);
/* The score of tree i, in the model's units. */
double pl_model_score(pl_model_state *s, uint32_t i);
/* Puts tree i over the words of `sentence`, with functions if the model has them, and with
 * fields PL_CONFIDENCE if they are wanted. */
void pl_model_tree(pl_model_state *s, uint32_t i, pl_tree *sentence);
/* The signals behind the confidences of tree i, which `t` is: of its nodes, or of the arcs
 * to its words, into out[t->n_nodes]. False where there are none. */
bool pl_model_signals(pl_model_state *s, uint32_t i, const pl_tree *t, pl_signals *out);
/* Those of the best tree as a whole; `t` is any of the trees. */
bool pl_model_whole(pl_model_state *s, const pl_tree *t, pl_signals *out);
/* Tags the words of a sentence anew and gives the signals of their tags: out[n_tokens]. False
 * if they are not tags of a network. */
bool pl_model_tag_signals(pl_model_state *s, pl_tree *sentence, pl_signals *out);
/* Appends the derivation of tree i, one line per step, fields separated by tabs. Not for
 * grammars. */
void pl_model_explain(pl_model_state *s, uint32_t i, pl_str *out);
/* Shows the same to a program: see pl_parser_steps. */
void pl_model_show(pl_model_state *s, uint32_t i, uint32_t most, size_t features,
                   int (*see)(void *context, const pl_parse_step *step), void *context);
/* Whether and how a sentence is so long that it is searched in another way than asked. */
pl_search_change pl_model_change(const pl_model *m, const pl_tree *sentence);
/* Shows the stages of a grammar, of the sentence that was run last: see pl_parser_stages. */
void pl_model_show_stages(pl_model_state *s, const pl_tree *sentence, size_t most,
                          pl_see_stage *see, void *context);
