/* Statistics, fragments and grammars of treebanks for pleach.h. */
#include "api/api.h"

#include "count/stats.h"
#include "grammar/grammar_extract.h"
#include "grammar/grammar_text.h"

/* -- statistics ---------------------------------------------------------------------- */

pl_statistics pl_api_statistics(const pl_stats *s)
{
    return (pl_statistics){
        .sentences = s->sentences,
        .words = s->tokens,
        .trees = s->trees,
        .constituents = s->constituents,
        .discontinuous_constituents = s->discontinuous_constituents,
        .discontinuous_sentences = s->discontinuous_sentences,
        .ill_nested_sentences = s->ill_nested_sentences,
        .dependency_sentences = s->dep_sentences,
        .arcs = s->arcs,
        .crossing_arcs = s->crossing_arcs,
        .non_projective_arcs = s->non_projective_arcs,
        .non_projective_sentences = s->non_projective_sentences,
    };
}

int pl_treebank_statistics(pl_treebank *in, pl_statistics *statistics, pl_error *error)
{
    pl_stats s = {0};
    const pl_sentence *sentence;
    int got;
    if (!pl_api_given(&error, "the treebank", in, "the result", statistics, PL_LAST))
        return -1;
    while ((got = pl_treebank_next(in, &sentence, error)) > 0)
        pl_stats_add(&s, sentence->tree);
    *statistics = pl_api_statistics(&s);
    pl_stats_release(&s);
    return got;
}

/* -- fragments ----------------------------------------------------------------------- */

/* Adds all trees that are left: 0, or -1 with the reason. */
static int add_to_forest(pl_forest *forest, pl_treebank *in, pl_error *error)
{
    const pl_sentence *s;
    int got;
    while ((got = pl_treebank_next(in, &s, error)) > 0)
        if (pl_forest_add(forest, s->tree, error) < 0)
            return -1;
    return got;
}

static int check_fragments(const pl_treebank *in, const pl_treebank *second,
                           const pl_fragment_options *o, pl_error *error)
{
    if (in == second)
        return pl_fail(error, PL_BAD_ARGUMENT, "the two treebanks are the same one");
    if (second == NULL && o->both)
        return pl_fail(error, PL_BAD_ARGUMENT, "counts of both need two treebanks");
    if (o->count != NULL && (o->cover > 0 || o->min_words > 0 || o->unbinarize))
        return pl_fail(error, PL_BAD_ARGUMENT,
                       "fragments of a file are counted as they are, without cover, "
                       "min_words and unbinarize");
    if (o->cover > 1000)
        return pl_fail(error, PL_TOO_LARGE, "cover is at most 1000");
    return 0;
}

char *pl_treebank_fragments(pl_treebank *in, pl_treebank *second,
                            const pl_fragment_options *options, pl_error *error)
{
    static const pl_fragment_options defaults = {0};
    const pl_fragment_options *o = options != NULL ? options : &defaults;
    pl_forest forest = {0};
    pl_fragments found = {0};
    pl_str text = {0};
    if (!pl_api_given(&error, "the treebank", in, PL_LAST) ||
        check_fragments(in, second, o, error) < 0)
        return NULL;
    int status = add_to_forest(&forest, in, error);
    uint32_t n_first = second != NULL ? forest.n_trees : 0;
    if (status == 0 && second != NULL && n_first == 0)
        status = pl_fail(error, PL_BAD_INPUT, "%s: there are no trees", in->path);
    if (status == 0 && second != NULL)
        status = add_to_forest(&forest, second, error);
    pl_seek_options seek = {.second = n_first,
                            .cover = o->cover,
                            .min_words = o->min_words,
                            .trees = o->trees != 0};
    if (status == 0)
        status = pl_fragments_find(&found, &forest, &seek, o->count, o->threads, error);
    if (status == 0) {
        pl_fragment_columns columns = {.unbinarize = o->unbinarize != 0,
                                       .relative = o->relative != 0,
                                       .both = o->both != 0,
                                       .trees = o->trees != 0,
                                       .second = n_first};
        pl_out *out = pl_out_memory(&text);
        pl_fragments_print(&found, &forest.productions, &columns, out);
        status = pl_out_close(out, error);
    }
    pl_fragments_release(&found);
    pl_forest_release(&forest);
    return pl_api_text(status, &text);
}

/* -- grammars ------------------------------------------------------------------------ */

/* The kind, or NULL with the reason: also for other arguments that make no sense. */
static const pl_grammar_kind *check_grammar(const pl_treebank *in, const char *kind,
                                            const char *output,
                                            const pl_extraction_options *o,
                                            pl_error *error)
{
    if (!pl_api_given(&error, "the treebank", in, "the kind of grammar", kind,
                      "the output", output, PL_LAST))
        return NULL;
    const pl_grammar_kind *found = pl_grammar_kind_find(kind);
    if (found == NULL)
        pl_fail(error, PL_BAD_ARGUMENT, "there is no kind of grammar '%s'", kind);
    else if (o->text && o->unknown_words)
        pl_fail(error, PL_BAD_ARGUMENT,
                "unknown words are for grammars to parse with, not for text");
    else
        return found;
    return NULL;
}

/* No output may be a file that is read. */
static int check_outputs(const pl_treebank *in, const pl_extract_options *o,
                         const char *output, pl_error *error)
{
    pl_str name = {0};
    int status = 0;
    for (uint32_t i = 0; status == 0 && pl_extraction_output(o, output, i, &name); i++)
        status = pl_source_check_output(in->stream.source, name.at, error);
    pl_str_release(&name);
    return status;
}

int pl_treebank_grammar(pl_treebank *in, const char *kind, const char *output,
                        const pl_extraction_options *options, pl_error *error)
{
    static const pl_extraction_options defaults = {0};
    const pl_extraction_options *o = options != NULL ? options : &defaults;
    error = pl_api_error(error);
    pl_extract_options inner = {.kind = check_grammar(in, kind, output, o, error),
                                .text = o->text != 0,
                                .unknown_words = o->unknown_words != 0,
                                .rare = o->rare > 0 ? o->rare : UINT32_MAX,
                                .open = o->open_class > 0 ? o->open_class : UINT32_MAX};
    if (inner.kind == NULL || check_outputs(in, &inner, output, error) < 0)
        return -1;
    pl_extraction x = {0};
    pl_extraction_file(&x, in->path);
    for (size_t i = 0; i < in->steps.list.n; i++)
        pl_extraction_transform(&x, in->steps.list.at[i].name,
                                in->steps.list.at[i].argument);
    pl_extraction_start(&x, &inner);
    const pl_sentence *s;
    int status;
    while ((status = pl_treebank_next(in, &s, error)) > 0)
        if ((status = pl_extraction_add(&x, s->tree, error)) < 0)
            break;
    if (status == 0)
        status = pl_extraction_save(&x, output, o->threads, error);
    pl_extraction_release(&x);
    return status;
}

const char *pl_grammar_kind_name(size_t i)
{
    for (size_t k = 0; pl_grammar_kinds[k].name != NULL; k++)
        if (k == i)
            return pl_grammar_kinds[k].name;
    return NULL;
}
