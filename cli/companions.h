/* What the model of a parser carries beside the parser, so that one file leads from text
 * to trees: the rules of a tokenizer, a tagger, functions, and who may use it. Shared by
 * the commands that train parsers.
 *
 *     companions with = companions_start();
 *     companions_learn(&with, &treebank, &err);  sets jack-knifed tags if asked for
 *     companions_put(&with, &in, &list);         beside the sections of the parser
 *     companions_release(&with);
 */
#ifndef PL_CLI_COMPANIONS_H
#define PL_CLI_COMPANIONS_H

#include "input.h"

#include "tag/function_labels.h"
#include "tag/tagger.h"

typedef struct companions {
    bool want_tagger, want_functions, want_morph, predicted;
    pl_tag_options tag;
    double function_prune, morph_prune;
    const char *about_file;
    pl_str about; /* lines to add to the model's */
    pl_arena arena;
    pl_tagger *tagger;       /* NULL if not asked for */
    pl_functions *functions; /* NULL if not asked for */
    pl_morph *morph;         /* NULL if not asked for */
} companions;

companions companions_start(void); /* nothing asked for */
/* For the rows of a command: GROUP(job, with, companions, companion_rows). */
extern const option_row companion_rows[];

/* The treebank to learn from; functions are there if functions are wanted. */
typedef struct lessons {
    pl_tree *const *trees;
    size_t n;
    const char *head_rules; /* text, for functions */
    uint64_t seed;
    unsigned threads;
    pl_tree *const *dev; /* to measure on; may be empty */
    size_t n_dev;
    bool quiet;
} lessons;

/* Makes what was asked for, and puts how well it does on dev into `about`. With predicted
 * tags the trees have these afterwards. */
int companions_learn(companions *c, const lessons *l, input *in, pl_error *err);
/* Adds the sections, and the tokenizer of `in`, if one was named. */
void companions_put(const companions *c, const input *in, pl_section_list *list);
void companions_release(companions *c);

#endif
