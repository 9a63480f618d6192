/* Scoring of files; see eval_files.h. */
#include "eval/eval_files.h"

#include "transform/transform.h"

#include <string.h>

static const pl_option_choice missing_choices[] = {{"error", NULL}, {"zero", NULL}, {0}};

/* clang-format off */
const pl_option_row pl_eval_option_rows[] = {
    PL_OPTION(0,   "ignore-punct", NULL,         PL_FLAG_AT(pl_eval_options, ignore_punct),                    PL_HELP(NULL, "dependencies: give the scores without punctuation first (default for CoNLL-X)")),
    PL_OPTION(0,   "conll18",      NULL,         PL_FLAG_AT(pl_eval_options, conll18),                         PL_HELP(NULL, "CoNLL-U: give the measures of the CoNLL 2018 shared task, words aligned by characters (default where words or sentences differ)")),
    PL_OPTION(0,   "subtypes",     NULL,         PL_FLAG_AT(pl_eval_options, subtypes),                        PL_HELP(NULL, "dependencies: compare nsubj:pass as it is, not as nsubj (default for CoNLL-X)")),
    PL_OPTION(0,   "by-id",        NULL,         PL_FLAG_AT(pl_eval_options, by_id),                           PL_HELP(NULL, "pair sentences by their ids instead of by position")),
    PL_OPTION(0,   "missing",      "error|zero", PL_CHOICE_AT(pl_eval_options, missing_zero, missing_choices), PL_HELP(NULL, "stop at a sentence without candidate, or count it as wrong (default: error)")),
    PL_OPTIONS_END,
};
/* clang-format on */

int pl_eval_files_open(pl_eval_files *f, pl_source *gold, pl_source *candidate,
                       const pl_eval_options *options, pl_error *err)
{
    pl_pairs_options pairing = {.params = options->params,
                                .by_id = options->by_id,
                                .missing_zero = options->missing_zero,
                                .same_text = options->conll18};
    *f = (pl_eval_files){.options = *options};
    f->pairs = pl_pairs_open(gold, candidate, &pairing);
    pl_eval_init(&f->brackets, options->params);
    const pl_tree *tree;
    const pl_format *format;
    int got = pl_pairs_peek(f->pairs, &tree, &format, err);
    if (got > 0) {
        bool can = tree->has_deps ||
                   (tree->n_tokens == 0 && (format->holds & PL_HAS_DEPENDENCIES) != 0);
        f->dependencies = can && tree->root == PL_NONE;
        f->universal = strcmp(format->name, "conllu") == 0;
        pl_pairs_set_loose(f->pairs, f->dependencies && f->universal);
    }
    f->no_punct = options->ignore_punct || !f->universal;
    f->deps.names.universal = f->universal;
    f->deps.names.subtypes = options->subtypes;
    f->deps.by_characters = options->conll18;
    if (got > 0 && options->conll18 && !(f->dependencies && f->universal))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "the CoNLL 2018 measures are for CoNLL-U: the gold file is %s",
                       format->name);
    return got < 0 ? -1 : 0;
}

static void move_punctuation(pl_tree *t)
{
    if (t != NULL && t->root != PL_NONE)
        pl_punct_to_root(t);
}

int pl_eval_files_next(pl_eval_files *f, pl_error *err)
{
    int got = pl_pairs_next(f->pairs, &f->pair, err);
    if (got > 0 && f->options.params->punct_root && !f->dependencies) {
        move_punctuation(f->pair.gold);
        move_punctuation(f->pair.candidate);
    }
    return got;
}

static int count_dependencies(pl_eval_files *f, pl_error *err)
{
    const pl_sentence_pair *p = &f->pair;
    if (pl_deps_add(&f->deps, p->gold, p->candidate, p->differs, err) < 0)
        return -1;
    if (p->gold != NULL)
        pl_dep_doc_place(&f->deps.gold, p->origins[0].file, p->origins[0].line);
    if (p->candidate != NULL)
        pl_dep_doc_place(&f->deps.candidate, p->origins[1].file, p->origins[1].line);
    return 0;
}

int pl_eval_files_count(pl_eval_files *f, pl_error *err)
{
    const pl_sentence_pair *p = &f->pair;
    int status = f->dependencies ? count_dependencies(f, err)
                                 : pl_eval_add(&f->brackets, p->gold, p->candidate, err);
    if (status < 0)
        return pl_pairs_fail_at(p->number, p->gold, err);
    if (f->options.details && !f->dependencies)
        pl_details_add(&f->details, &f->brackets);
    return 0;
}

int pl_eval_files_finish(pl_eval_files *f, pl_error *err)
{
    pl_details_finish(&f->details);
    return f->dependencies ? pl_deps_finish(&f->deps, err) : 0;
}

int pl_eval_files_read(pl_eval_files *f, pl_error *err)
{
    int got = pl_eval_files_next(f, err);
    if (got > 0 && pl_eval_files_count(f, err) < 0)
        return -1;
    return got == 0 ? pl_eval_files_finish(f, err) : got;
}

void pl_eval_files_close(pl_eval_files *f)
{
    pl_pairs_close(f->pairs);
    pl_eval_release(&f->brackets);
    pl_details_release(&f->details);
    pl_deps_release(&f->deps);
}
