/* Checking for pleach.h: a checker, and the finding that was asked for last. */
#include "api/api.h"

#include "base/alloc.h"
#include "check/check.h"

#include <stdlib.h>

struct pl_check {
    pl_checker *checker;
    bool has_run;
    pl_told told;
    pl_finding finding;
    uint32_t nodes[PL_N_FOCUS];
    pl_arena arena; /* of the finding's places and sentences */
};

pl_check *pl_check_new(const pl_check_options *options, pl_error *error)
{
    static const pl_check_options defaults = {0};
    error = pl_api_error(error);
    pl_checker *checker = pl_checker_new(options != NULL ? options : &defaults, error);
    if (checker == NULL)
        return NULL;
    pl_check *check = pl_alloc_zero(1, sizeof *check);
    check->checker = checker;
    return check;
}

void pl_check_free(pl_check *check)
{
    if (check == NULL)
        return;
    pl_checker_free(check->checker);
    pl_told_release(&check->told);
    pl_arena_release(&check->arena);
    free(check);
}

/* Whether it is there and has not run yet. */
static bool is_open(const pl_check *check, pl_error *error)
{
    if (!pl_api_given(&error, "the check", check, PL_LAST))
        return false;
    if (check->has_run)
        pl_fail(error, PL_BAD_ARGUMENT, "the check has run: begin another one");
    return !check->has_run;
}

int pl_check_add(pl_check *check, const pl_sentence *sentence, const char *file,
                 size_t number, pl_error *error)
{
    error = pl_api_error(error);
    if (!is_open(check, error) ||
        !pl_api_given(&error, "the sentence", sentence, PL_LAST))
        return -1;
    pl_checker_add(check->checker, sentence->tree, file, number);
    return 0;
}

int pl_check_add_treebank(pl_check *check, pl_treebank *in, pl_error *error)
{
    const pl_sentence *s;
    int got;
    error = pl_api_error(error);
    if (!is_open(check, error) || !pl_api_given(&error, "the treebank", in, PL_LAST))
        return -1;
    while ((got = pl_treebank_next(in, &s, error)) > 0) {
        const pl_reader *r = pl_source_reader(in->stream.source);
        pl_checker_add(check->checker, s->tree, r->file, r->number);
    }
    return got;
}

size_t pl_check_left_out(const pl_check *check)
{
    return check != NULL ? check->checker->n_long : 0;
}

int pl_check_run(pl_check *check, pl_error *error)
{
    error = pl_api_error(error);
    if (!is_open(check, error))
        return -1;
    check->has_run = true;
    return pl_checker_run(check->checker, error);
}

/* -- findings ------------------------------------------------------------------------ */

/* A sentence around a tree that lives elsewhere; NULL for NULL. */
static const pl_sentence *sentence_of(pl_check *check, const pl_tree *tree)
{
    if (tree == NULL)
        return NULL;
    pl_sentence *s = PL_NEW(&check->arena, pl_sentence);
    s->tree = (pl_tree *)tree; /* that nobody changes: the sentence is const */
    return s;
}

static const pl_check_place *evidence_of(pl_check *check)
{
    size_t n = check->told.evidence.n;
    pl_check_place *places = PL_NEW_ARRAY(&check->arena, pl_check_place, n + 1);
    for (size_t i = 0; i < n; i++) {
        pl_spot spot = check->told.evidence.at[i];
        const pl_checker_sentence *s = &check->checker->sentences.at[spot.sentence];
        places[i] = (pl_check_place){s->file, s->number, sentence_of(check, s->view.tree),
                                     spot.node};
    }
    return places;
}

const pl_finding *pl_check_finding(pl_check *check, size_t i)
{
    if (check == NULL || i >= check->checker->suspects.n)
        return NULL;
    const pl_suspect *f = &check->checker->suspects.at[i];
    const pl_checker_sentence *s = &check->checker->sentences.at[f->sentence];
    pl_told *told = &check->told;
    pl_arena_reset(&check->arena);
    pl_checker_tell(check->checker, f, told);
    check->finding = (pl_finding){
        .score = f->score,
        .scores = f->scores,
        .file = s->file,
        .number = s->number,
        .sentence = sentence_of(check, s->view.tree),
        .nodes = check->nodes,
        .n_nodes = pl_edit_focus(s->view.tree, &f->edit, check->nodes),
        .place = pl_str_text(&told->place),
        .reasons = pl_str_text(&told->reasons),
        .kind = pl_edit_kinds[f->edit.kind].name,
        .correction = told->correction.n > 0 ? told->correction.at : NULL,
        .corrected = sentence_of(check, told->corrected),
        .evidence = evidence_of(check),
        .n_evidence = told->evidence.n,
    };
    return &check->finding;
}

const char *pl_check_method_name(size_t i)
{
    return i < PL_N_CHECK_METHODS ? pl_method_name(i) : NULL;
}
