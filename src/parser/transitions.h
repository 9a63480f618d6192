/* A trained transition parser, whatever its machine: templates, vocabulary and weights,
 * and the search that uses them. One state per thread; the parser is shared and const.
 *
 *     pl_transitions_state *s = pl_transitions_state_new(parser, 4);
 *     n = pl_transitions_run(s, sentence, 1);
 *     pl_transitions_tree(s, 0, sentence);
 *     pl_transitions_state_free(s);
 */
#pragma once

#include "base/sections.h"
#include "learn/compact.h"
#include "learn/spread.h"
#include "parser/beam.h"
#include "parser/net.h"

typedef struct pl_transitions {
    pl_machine *machine;
    pl_templates templates;
    pl_features features;
    pl_vocab vocab;
    pl_str head_rules; /* the text of the rules that training used */
    pl_bytes weights;  /* a block of learn/compact.h */
    pl_spread *spread; /* its large rows as this processor likes them; may be NULL */
    /* The network of a neural parser, which has none of the above but machine and head
     * rules; else NULL. */
    pl_net *net;
} pl_transitions;

/* Takes the machine, which may still be empty. */
pl_transitions *pl_transitions_new(pl_machine *m);
void pl_transitions_free(pl_transitions *t); /* NULL is fine */
/* The notation of the templates that fit the machine: items or pairs. */
const pl_notation *pl_transitions_notation(const pl_machine *m);
/* The words of a sentence as values of features, in `m`. */
pl_values pl_transitions_values(const pl_transitions *t, const pl_tree *sentence,
                                pl_arena *m);
/* Adds `weight` to the scores of all arcs over other tokens from now on: raises recall of
 * crossing arcs and lowers their precision. -1 with the reason where no arc can cross. */
int pl_transitions_favour_crossing(pl_transitions *t, double weight, pl_error *err);

/* The name of the section of a file that holds the templates. */
const char *pl_transitions_templates(const pl_sections *file);
/* Adds the sections of the parser to a model file. */
void pl_transitions_put(const pl_transitions *t, pl_section_list *list);
/* The parser of a model file, which must stay open as long as the parser is used; `about`
 * is the section of that name. NULL with the reason: unknown system, or damaged. */
pl_transitions *pl_transitions_from(const pl_sections *file, const pl_str *about,
                                    pl_error *err);

/* -- parsing ----------------------------------------------------------------------- */

typedef struct pl_transitions_state pl_transitions_state;

pl_transitions_state *pl_transitions_state_new(const pl_transitions *t, uint32_t beam);
/* Gives the beam a margin, in the model's units; see beam.h. */
void pl_transitions_set_margin(pl_transitions_state *s, double margin);
void pl_transitions_state_free(pl_transitions_state *s); /* NULL is fine */

/* A network reads several sentences at once faster than one by one, with the same results;
 * each of them is to be run before others are read. `asked` says what it tells of their
 * words: bits 1 << PL_NET_TAGS …. A linear parser does nothing. */
void pl_transitions_read(pl_transitions_state *s, pl_tree *const *sentences, uint32_t n,
                         unsigned asked);
/* Sets one of the things that were asked, PL_NET_TAGS …, of a sentence that was read. */
void pl_transitions_label(const pl_transitions_state *s, int answer, pl_tree *sentence);
/* The probabilities of the tags of such a sentence; NULL where tags were not asked. */
const float *pl_transitions_tag_probabilities(const pl_transitions_state *s,
                                              const pl_tree *sentence);
/* Which trees the parser makes. */
pl_tree_kind pl_transitions_kind(const pl_transitions *t);
/* Whether the sentence is one of those read last and was not run since, as far as there is
 * something to read. */
bool pl_transitions_has_read(const pl_transitions_state *s, const pl_tree *sentence);
/* Forgets a sentence that was read and will not be run. */
void pl_transitions_forget(pl_transitions_state *s, const pl_tree *sentence);

/* Parses the words and tags of `sentence` (its trees are not looked at). Returns how many
 * different trees there are, best first, at most `n`; 0 for an empty sentence. They are
 * valid until the next call.
 *
 * Constraints of the sentence, which were checked, are kept until then. All trees obey
 * them: the search takes no step that leads astray. If it finds no tree for all that (since
 * the model does not have the label, or the system not the structure), what it finds
 * without constraints is changed until it obeys. */
uint32_t pl_transitions_run(pl_transitions_state *s, const pl_tree *sentence, uint32_t n);
/* How a sentence is searched in another way than was asked, because it is long and all
 * tokens are active from the start (easy-first). */
typedef enum pl_search_change {
    PL_SEARCH_AS_ASKED,
    PL_SEARCH_NARROWED, /* with a smaller beam, so that it fits into 512 MB */
    PL_SEARCH_IMPOSES,  /* without constraints, with more than 500 words */
    PL_N_SEARCH_CHANGES
} pl_search_change;
/* In words: so long that …. */
extern const char *const pl_search_change_texts[PL_N_SEARCH_CHANGES];

pl_search_change pl_transitions_change(const pl_transitions *t, uint32_t beam,
                                       const pl_tree *sentence);
/* The score of tree i, in the model's units. */
double pl_transitions_score(pl_transitions_state *s, uint32_t i);
/* Puts tree i over the words of `sentence`, with functions if there is a network that knows
 * them. */
void pl_transitions_tree(pl_transitions_state *s, uint32_t i, pl_tree *sentence);
/* The same without functions. */
void pl_transitions_outline(pl_transitions_state *s, uint32_t i, pl_tree *sentence);
/* A step with its score in the model's units; action PL_NONE: there is none. */
typedef struct pl_scored {
    pl_act step;
    double score;
} pl_scored;

/* A step of a derivation that is taken again. */
typedef struct pl_retaken {
    uint32_t number; /* from 0 */
    const pl_machine *machine;
    void *task; /* of the machine */
    pl_scored taken;
    pl_scored *others; /* [n_others] those of the others that were permitted, best first */
    uint32_t n_others;
    const pl_config *before, *after;
} pl_retaken;

typedef void pl_see_step(void *context, const pl_retaken *r);

/* Takes the steps of tree i again and shows each of them, with up to `most` other ones, at
 * least one. */
void pl_transitions_replay(pl_transitions_state *s, uint32_t i, uint32_t most,
                           pl_see_step *see, void *context);
/* The same for programs; see pl_parser_steps. */
void pl_transitions_show(pl_transitions_state *s, uint32_t i, uint32_t most,
                         size_t features, int (*see)(void *context, const pl_parse_step *step),
                         void *context);
/* Appends the derivation of tree i, one line per step: number, step, its score (or
 * probability), the best other permitted step, its score, and of an arc HEAD -> WORD; separated by tabs. */
void pl_transitions_explain(pl_transitions_state *s, uint32_t i, pl_str *out);
