/* Scoring of files; see eval_files.h. */
#include "eval/eval_files.h"

#include "transform/transform.h"

#include <string.h>

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
    f->brackets.score_functions = options->score_functions;
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
