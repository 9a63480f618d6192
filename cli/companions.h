/* What the model of a parser carries beside the parser, so that one file leads from text
 * to trees: the rules of a tokenizer, a tagger, functions, and who may use it. Shared by
 * the commands that train parsers.
 *
 *     companions with = companions_start();
 *     …  case TAGGER: …                          companions_option(&with, a, id)
 *     companions_learn(&with, &treebank, &err);  sets jack-knifed tags if asked for
 *     companions_put(&with, &in, &list);         beside the sections of the parser
 *     companions_release(&with);
 */
#ifndef PL_CLI_COMPANIONS_H
#define PL_CLI_COMPANIONS_H

#include "input.h"

#include "tag/function_labels.h"
#include "tag/tagger.h"

/* Ids of the options; a command lists the rows it has with COMPANION_ROWS. */
enum {
    TAGGER = 600,
    TAGS,
    TAG_EPOCHS,
    TAG_PRUNE,
    FUNCTIONS,
    FUNCTION_PRUNE,
    MORPH,
    MORPH_PRUNE,
    ABOUT
};

/* clang-format off */
#define COMPANION_ROWS \
    {TAGGER,         0, "tagger",         NULL,             "train a tagger, too, and put it into the model"}, \
    {TAGS,           0, "tags",           "gold|predicted", "tags that the parser learns with: those of the treebank (default), or those of taggers trained on the other four fifths of it, which makes it ready for the tagger's mistakes; predicted implies --tagger"}, \
    {TAG_EPOCHS,     0, "tag-epochs",     "N",              "passes of the tagger over the treebank (default: 10)"}, \
    {TAG_PRUNE,      0, "tag-prune",      "W",              "leave out weights of the tagger nearer to zero than W (default: 0.05)"}, \
    {MORPH,          0, "morph",          NULL,             "learn the full morphological tags of the treebank, too"}, \
    {MORPH_PRUNE,    0, "morph-prune",    "W",              "leave out weights of morphology nearer to zero than W (default: 0.05)"}, \
    {ABOUT,          0, "about",          "FILE",           "add lines KEY: VALUE to what info says of the model: licence, source …"}
#define FUNCTION_ROWS \
    {FUNCTIONS,      0, "functions",      NULL,             "learn the functions of the treebank, too, and label parsed trees with them"}, \
    {FUNCTION_PRUNE, 0, "function-prune", "W",              "leave out weights of functions nearer to zero than W (default: 0.05)"}
/* clang-format on */

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

static inline bool is_companion_option(int id)
{
    return id >= TAGGER && id <= ABOUT;
}
/* Takes one of the options above: an exit code, or -1 to go on. */
int companions_option(companions *c, const args *a, int id);

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
