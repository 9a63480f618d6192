/* Evaluation for pleach.h: the sums of sentences and files, and what each sentence adds,
 * so that two evaluations can be compared. */
#include "api/api.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "eval/score_report.h"
#include "transform/transform.h"

#include <stdlib.h>

struct pl_evaluation {
    pl_eval_params params;
    pl_eval_options options;
    bool universal;    /* as the caller said; for sentences in memory */
    bool no_punct;     /* dependencies: the scores without punctuation come first */
    bool dependencies; /* what is compared, once the results are begun */
    pl_eval brackets;
    pl_deps deps; /* sums only */
    pl_deps last; /* of dependencies, the pair that was added last */
    const pl_sentence *gold, *candidate; /* the same pair; the candidate may be NULL */
    pl_results results;
    pl_arena arena; /* of copies, where punctuation moves */
};

pl_evaluation *pl_evaluation_new(const pl_evaluation_options *options, pl_error *error)
{
    static const pl_evaluation_options defaults = {0};
    const pl_evaluation_options *o = options != NULL ? options : &defaults;
    pl_evaluation *e = pl_alloc_zero(1, sizeof *e);
    pl_eval_params_options of = {.name = o->params,
                                 .disc_only = o->disc_only != 0,
                                 .unlabelled = o->unlabelled != 0,
                                 .whole_labels = o->whole_labels != 0,
                                 .functions = o->functions != 0,
                                 .cutoff = -1};
    if (pl_eval_params_choose(&e->params, &of, error) < 0) {
        free(e);
        return NULL;
    }
    e->options = (pl_eval_options){.params = &e->params,
                                   .by_id = o->by_id != 0,
                                   .missing_zero = o->missing_zero != 0,
                                   .subtypes = o->subtypes != 0,
                                   .conll18 = o->conll18 != 0,
                                   .ignore_punct = o->ignore_punct != 0};
    e->universal = o->universal != 0;
    e->no_punct = !e->universal || e->options.ignore_punct;
    e->deps.by_characters = e->options.conll18;
    pl_eval_init(&e->brackets, &e->params);
    return e;
}

/* Decides what is compared, by the first gold sentence; later ones must be like it. */
static int begin(pl_evaluation *e, bool dependencies, pl_error *error)
{
    if (e->results.metrics != NULL && e->dependencies != dependencies)
        return pl_fail(error, PL_BAD_ARGUMENT,
                       "constituents and dependencies in one evaluation");
    pl_results_start(&e->results, dependencies, e->params.disc_only);
    e->dependencies = dependencies;
    return 0;
}

/* Adds the sums of `d`. Of its words nothing is kept. */
static void add_sums(pl_evaluation *e, const pl_deps *d)
{
    pl_add_counts(&e->deps.all, &d->all, sizeof d->all);
    pl_add_counts(&e->deps.no_punct, &d->no_punct, sizeof d->no_punct);
    e->deps.names.universal = d->names.universal;
    e->deps.sentences += d->sentences;
    e->deps.missing += d->missing;
    e->deps.crossing += d->crossing;
    e->deps.crossing_right += d->crossing_right;
    pl_add_counts(&e->deps.conll18, &d->conll18, sizeof d->conll18);
    e->deps.differ = e->deps.differ || d->differ;
}

static int add_dependencies(pl_evaluation *e, const pl_tree *gold,
                            const pl_tree *candidate, pl_error *error)
{
    pl_deps *d = &e->last;
    bool differs =
        candidate != NULL && pl_same_words(&e->params, gold, candidate, NULL) < 0;
    pl_deps_release(d);
    *d = (pl_deps){.names.universal = e->universal,
                   .names.subtypes = e->options.subtypes,
                   .by_characters = e->options.conll18};
    if (pl_deps_add(d, gold, candidate, differs, error) < 0 ||
        pl_deps_finish(d, error) < 0)
        return -1;
    add_sums(e, d);
    pl_results_add_deps(&e->results, e->no_punct ? &d->no_punct : &d->all);
    return 0;
}

/* The tree itself, or a copy with its punctuation at the root; NULL for no sentence. */
static const pl_tree *prepare(pl_evaluation *e, const pl_sentence *s)
{
    if (s == NULL || !e->params.punct_root || s->tree->root == PL_NONE)
        return s != NULL ? s->tree : NULL;
    pl_tree *copy = pl_tree_copy(s->tree, &e->arena);
    pl_punct_to_root(copy);
    return copy;
}

static int add_brackets(pl_evaluation *e, const pl_sentence *gold,
                        const pl_sentence *candidate, pl_error *error)
{
    pl_arena_reset(&e->arena);
    if (pl_eval_add(&e->brackets, prepare(e, gold), prepare(e, candidate), error) < 0)
        return -1;
    pl_results_add_brackets(&e->results, &e->brackets.last);
    return 0;
}

int pl_evaluation_add(pl_evaluation *e, const pl_sentence *gold,
                      const pl_sentence *candidate, pl_error *error)
{
    if (!pl_api_given(&error, "the evaluation", e, "the gold sentence", gold, PL_LAST))
        return -1;
    bool dependencies = gold->tree->root == PL_NONE && gold->tree->has_deps;
    e->gold = NULL;
    if (begin(e, dependencies, error) < 0)
        return -1;
    int status = dependencies
                     ? add_dependencies(e, gold->tree,
                                        candidate != NULL ? candidate->tree : NULL, error)
                     : add_brackets(e, gold, candidate, error);
    if (status == 0)
        status = pl_stop_check(error);
    if (status == 0) {
        e->gold = gold;
        e->candidate = candidate;
    }
    return status;
}

/* Counts all sentences of the files. */
static int count_files(pl_evaluation *e, pl_eval_files *f, pl_error *error)
{
    if (begin(e, f->dependencies, error) < 0)
        return -1;
    int status = pl_results_read(&e->results, f, error);
    pl_add_counts(&e->brackets.all, &f->brackets.all, sizeof f->brackets.all);
    pl_add_counts(&e->brackets.short_ones, &f->brackets.short_ones,
                  sizeof f->brackets.short_ones);
    e->brackets.cut_labels += f->brackets.cut_labels;
    e->brackets.cut_tags += f->brackets.cut_tags;
    e->no_punct = f->no_punct;
    e->gold = NULL;
    if (status == 0)
        add_sums(e, &f->deps);
    return status;
}

int pl_evaluation_add_files(pl_evaluation *e, const char *gold, const char *candidate,
                            pl_error *error)
{
    if (!pl_api_given(&error, "the evaluation", e, "the gold file", gold,
                      "the candidate's file", candidate, PL_LAST))
        return -1;
    pl_eval_files files;
    pl_source *a = pl_source_open(&gold, 1, NULL, error);
    pl_source *b = a != NULL ? pl_source_open(&candidate, 1, NULL, error) : NULL;
    int status = -1;
    if (b != NULL) {
        status = pl_eval_files_open(&files, a, b, &e->options, error);
        if (status == 0)
            status = count_files(e, &files, error);
        pl_eval_files_close(&files);
    }
    pl_source_close(a);
    pl_source_close(b);
    return status;
}

uint64_t pl_evaluation_sentences(const pl_evaluation *e)
{
    return e != NULL ? e->brackets.all.sentences + e->deps.sentences : 0;
}

int pl_evaluation_of_dependencies(const pl_evaluation *e)
{
    return e != NULL && e->dependencies;
}

static pl_figures figures(const pl_counts *c)
{
    return (pl_figures){pl_precision(c), pl_recall(c), pl_f1(c),  pl_exact(c),
                        c->gold,         c->candidate, c->matched};
}

static const pl_scores nothing = {0};

pl_figures pl_evaluation_all(const pl_evaluation *e)
{
    return figures(&(e != NULL ? &e->brackets.all : &nothing)->brackets);
}

pl_figures pl_evaluation_disc(const pl_evaluation *e)
{
    return figures(&(e != NULL ? &e->brackets.all : &nothing)->disc);
}

pl_figures pl_evaluation_functions(const pl_evaluation *e)
{
    return figures(&(e != NULL ? &e->brackets.all : &nothing)->functions);
}

double pl_evaluation_tagging(const pl_evaluation *e)
{
    return pl_tag_accuracy(e != NULL ? &e->brackets.all : &nothing);
}

pl_attachment pl_evaluation_attachment(const pl_evaluation *e, int punctuation)
{
    static const pl_deps none = {0};
    const pl_deps *d = e != NULL ? &e->deps : &none;
    const pl_dep_counts *c = punctuation ? &d->all : &d->no_punct;
    return (pl_attachment){.uas = pl_dep_score(d, c, c->heads),
                           .las = pl_dep_score(d, c, c->both),
                           .label = pl_dep_score(d, c, c->labels),
                           .clas = pl_dep_clas(d, c),
                           .exact = pl_percent(c->exact, d->sentences),
                           .crossing = pl_percent(d->crossing_right, d->crossing),
                           .words = c->gold};
}

/* Returns the report as JSON text and frees the report. */
static char *json_text(pl_report *r)
{
    pl_str text = {0};
    pl_value_put_json(r->root, PL_JSON_SPACED, &text);
    pl_report_free(r);
    return text.at;
}

char *pl_evaluation_json(const pl_evaluation *e, pl_error *error)
{
    if (!pl_api_given(&error, "the evaluation", e, PL_LAST))
        return NULL;
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    pl_score_report_options o = {0};
    if (e->dependencies)
        pl_score_report_deps(r, &e->deps, e->no_punct, &o);
    else
        pl_score_report_brackets(r, &e->brackets, NULL, &o);
    return json_text(r);
}

char *pl_evaluation_json_of_last(pl_evaluation *e, size_t number, pl_error *error)
{
    if (!pl_api_given(&error, "the evaluation", e, PL_LAST) ||
        !pl_api_given(&error, "a sentence that was added", e->gold, PL_LAST))
        return NULL;
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    if (e->dependencies)
        pl_score_report_dep_marks(r, &e->last, e->no_punct, number);
    else
        pl_score_report_bracket_marks(r, &e->brackets, number, e->gold->tree,
                                      e->candidate != NULL ? e->candidate->tree : NULL);
    return json_text(r);
}

int pl_evaluation_compare(const pl_evaluation *a, const pl_evaluation *b, size_t samples,
                          uint64_t seed, pl_comparison *scores, pl_error *error)
{
    if (!pl_api_given(&error, "an evaluation", a, "an evaluation", b, "the result",
                      scores, PL_LAST))
        return -1;
    size_t n = a->results.ratios[0].n;
    if (a->results.metrics != b->results.metrics || n != b->results.ratios[0].n ||
        n == 0 || a->deps.differ || b->deps.differ)
        return pl_fail(error, PL_BAD_ARGUMENT,
                       "only evaluations of the same sentences and words, at least one, "
                       "can be compared");
    pl_results_compare(&a->results, &b->results, samples > 0 ? samples : 10000, seed, scores);
    return (int)a->results.n_metrics;
}

void pl_evaluation_free(pl_evaluation *e)
{
    if (e == NULL)
        return;
    pl_deps_release(&e->last);
    pl_eval_release(&e->brackets);
    pl_eval_params_release(&e->params);
    pl_results_release(&e->results);
    pl_arena_release(&e->arena);
    free(e);
}
