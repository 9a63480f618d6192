/* What is probably wrong in a treebank; see check.h. */
#include "check/method.h"

#include <math.h>

const pl_method *const pl_methods[PL_N_CHECK_METHODS] = {
    [PL_CHECK_VARIATION] = &pl_check_variation, [PL_CHECK_RULES] = &pl_check_rules,
    [PL_CHECK_TAGS] = &pl_check_tags,           [PL_CHECK_PARSER] = &pl_check_parser,
    [PL_CHECK_STRUCTURE] = &pl_check_structure,
};

/* No method is so sure that the others cannot overrule it. */
static const double most = 40;

const char *pl_method_name(size_t i)
{
    return pl_methods[i]->name;
}

const char *pl_method_about(size_t i)
{
    return pl_methods[i]->about;
}

size_t pl_method_find(const char *name)
{
    size_t i = 0;
    while (i < PL_N_CHECK_METHODS && strcmp(pl_methods[i]->name, name) != 0)
        i++;
    return i;
}

static int check_options(const pl_check_options *o, pl_error *err)
{
    bool has_parser = o->model != NULL || o->folds > 0;
    if (o->methods >> PL_N_CHECK_METHODS != 0)
        return pl_fail(err, PL_BAD_ARGUMENT, "there are %d methods of check",
                       PL_N_CHECK_METHODS);
    if (o->folds == 1 || o->folds > PL_MAX_FOLDS)
        return pl_fail(err, PL_BAD_ARGUMENT, "the number of folds is 2 to %d, not %u",
                       PL_MAX_FOLDS, o->folds);
    if (o->model != NULL && o->folds > 0)
        return pl_fail(err, PL_BAD_ARGUMENT, "a check has a model or folds, not both");
    if ((o->methods >> PL_CHECK_PARSER & 1) != 0 && !has_parser)
        return pl_fail(err, PL_BAD_ARGUMENT, "the method parser needs a model or folds");
    if (o->model != NULL && !pl_model_gives_constituents(o->model))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "this is a parser of %s; check compares constituents",
                       pl_model_kind(o->model));
    return 0;
}

pl_checker *pl_checker_new(const pl_check_options *options, pl_error *err)
{
    if (check_options(options, err) < 0)
        return NULL;
    pl_checker *c = pl_alloc_zero(1, sizeof *c);
    c->options = *options;
    if (c->options.methods == 0)
        c->options.methods = (1u << PL_N_CHECK_METHODS) - 1;
    return c;
}

void pl_checker_add(pl_checker *c, const pl_tree *tree, const char *file, size_t number)
{
    pl_checker_sentence s = {.number = number};
    if (tree->n_tokens > PL_MAX_CHECKED_WORDS || tree->n_nodes > PL_MAX_CHECKED_NODES) {
        c->n_long++;
        return;
    }
    if (file != NULL) {
        uint32_t known = pl_intern_add(&c->files, file);
        s.file = c->files.at[known];
    }
    tree = pl_tree_copy(tree, &c->arena);
    pl_view_make(&s.view, tree, &c->names, &c->words, &c->arena);
    while (c->label_counts.n < c->names.n)
        PL_PUSH(&c->label_counts, 0);
    for (uint32_t v = tree->n_tokens; v < tree->n_nodes; v++)
        if (pl_is_live(tree, v))
            c->label_counts.at[s.view.symbols[v]]++;
    PL_PUSH(&c->sentences, s);
}

bool pl_checker_progress(const pl_checker *c, const char *what, size_t done, size_t all)
{
    return c->options.progress == NULL ||
           c->options.progress(c->options.context, what, (double)done / (double)all) == 0;
}

static bool is_used(const pl_checker *c, size_t method)
{
    return (c->options.methods >> method & 1) != 0 && c->state[method] != NULL;
}

/* -- one sentence ------------------------------------------------------------------- */

static int by_edit(const void *x, const void *y)
{
    const pl_edit *a = x, *b = y;
    uint32_t u[] = {(uint32_t)a->kind, a->node, a->other, a->label};
    uint32_t v[] = {(uint32_t)b->kind, b->node, b->other, b->label};
    for (int i = 0; i < 4; i++)
        if (u[i] != v[i])
            return u[i] < v[i] ? -1 : 1;
    return 0;
}

static void gather(pl_checker *c, uint32_t sentence, pl_edits *edits)
{
    size_t n = 0;
    edits->n = 0;
    for (size_t k = 0; k < PL_N_CHECK_METHODS; k++)
        if (is_used(c, k))
            pl_methods[k]->propose(c, sentence, edits);
    PL_SORT(edits, by_edit);
    for (size_t i = 0; i < edits->n; i++)
        if (n == 0 || by_edit(&edits->at[n - 1], &edits->at[i]) != 0)
            edits->at[n++] = edits->at[i];
    edits->n = n;
}

static const char *label_of(const pl_checker *c, const pl_edit *e)
{
    return e->label != PL_NONE ? c->names.at[e->label] : NULL;
}

/* Rounds, so that no order depends on the last digits of a logarithm. */
static double rounded(double score)
{
    return floor(score * 1000 + 0.5) / 1000;
}

/* What all methods say of an edit. */
static pl_suspect judge(pl_checker *c, uint32_t sentence, pl_edit edit)
{
    pl_suspect f = {.sentence = sentence, .edit = edit};
    pl_edited change;
    pl_edited_make(&change, &c->sentences.at[sentence].view, edit, label_of(c, &edit),
                   &c->scratch);
    double sum = pl_edit_kinds[edit.kind].prior;
    for (size_t k = 0; k < PL_N_CHECK_METHODS; k++)
        if (is_used(c, k)) {
            double s = pl_methods[k]->score(c, sentence, &change);
            f.scores[k] = rounded(fmax(-most, fmin(most, s)));
            sum += pl_methods[k]->weight * f.scores[k];
        }
    f.score = rounded(sum);
    return f;
}

static int by_score(const void *x, const void *y)
{
    const pl_suspect *a = x, *b = y;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    if (a->sentence != b->sentence)
        return a->sentence < b->sentence ? -1 : 1;
    return by_edit(&a->edit, &b->edit);
}

static void each_forget(pl_checker *c, uint32_t sentence, bool back)
{
    for (size_t k = 0; k < PL_N_CHECK_METHODS; k++)
        if (is_used(c, k) && pl_methods[k]->forget != NULL)
            (back ? pl_methods[k]->remember : pl_methods[k]->forget)(c, sentence);
}

/* Of the suspects from `first` on, all in one sentence, keeps the best about each node. */
static void keep_best(pl_checker *c, size_t first)
{
    const pl_tree *t = c->sentences.at[c->suspects.at[first].sentence].view.tree;
    bool *taken = PL_NEW_ARRAY(&c->scratch, bool, t->n_nodes + 1);
    size_t n = first;
    qsort(c->suspects.at + first, c->suspects.n - first, sizeof *c->suspects.at,
          by_score);
    for (size_t i = first; i < c->suspects.n; i++) {
        uint32_t nodes[PL_N_FOCUS], n_nodes;
        bool is_free = true;
        n_nodes = pl_edit_focus(t, &c->suspects.at[i].edit, nodes);
        for (uint32_t k = 0; k < n_nodes; k++)
            is_free = is_free && !taken[nodes[k]];
        for (uint32_t k = 0; k < n_nodes && is_free; k++)
            taken[nodes[k]] = true;
        if (is_free)
            c->suspects.at[n++] = c->suspects.at[i];
    }
    c->suspects.n = n;
}

static void look_at(pl_checker *c, uint32_t sentence, pl_edits *edits)
{
    size_t first = c->suspects.n;
    each_forget(c, sentence, false);
    gather(c, sentence, edits);
    for (size_t i = 0; i < edits->n; i++) {
        pl_suspect f = judge(c, sentence, edits->at[i]);
        if (f.score > pl_edit_kinds[f.edit.kind].prior)
            PL_PUSH(&c->suspects, f);
    }
    each_forget(c, sentence, true);
    if (c->suspects.n > first)
        keep_best(c, first);
    pl_arena_reset(&c->scratch);
}

/* -- all of them -------------------------------------------------------------------- */

int pl_checker_run(pl_checker *c, pl_error *err)
{
    pl_edits edits = {0};
    int status = 0;
    for (size_t k = 0; k < PL_N_CHECK_METHODS; k++)
        if ((c->options.methods >> k & 1) != 0 && pl_methods[k]->learn(c, err) < 0)
            return -1;
    for (uint32_t i = 0; i < c->sentences.n && status == 0; i++) {
        look_at(c, i, &edits);
        if (i % 256 == 0 && !pl_checker_progress(c, "checking", i, c->sentences.n))
            status = pl_fail(err, PL_STOPPED, "the check was stopped");
    }
    PL_VEC_RELEASE(&edits);
    PL_SORT(&c->suspects, by_score);
    if (c->options.limit > 0 && c->suspects.n > c->options.limit)
        c->suspects.n = c->options.limit;
    return status;
}

void pl_checker_free(pl_checker *c)
{
    if (c == NULL)
        return;
    for (size_t k = 0; k < PL_N_CHECK_METHODS; k++)
        if (c->state[k] != NULL)
            pl_methods[k]->release(c);
    PL_VEC_RELEASE(&c->sentences, &c->label_counts, &c->suspects);
    pl_intern_release(&c->names);
    pl_intern_release(&c->words);
    pl_intern_release(&c->files);
    pl_arena_release(&c->arena);
    pl_arena_release(&c->scratch);
    free(c);
}

/* -- telling ------------------------------------------------------------------------ */

static void add_evidence(pl_told *t, const pl_sample *samples, uint32_t sentence)
{
    for (uint32_t i = 0; samples != NULL && i < samples->n; i++)
        if (samples->places[i].sentence != sentence)
            PL_PUSH(&t->evidence, samples->places[i]);
}

void pl_checker_tell(pl_checker *c, const pl_suspect *f, pl_told *t)
{
    const pl_checked *view = &c->sentences.at[f->sentence].view;
    const char *label = label_of(c, &f->edit);
    pl_edited change;
    pl_str_clear(&t->place);
    pl_str_clear(&t->correction);
    pl_str_clear(&t->reasons);
    pl_arena_reset(&t->arena);
    t->evidence.n = 0;
    pl_edited_make(&change, view, f->edit, label, &t->arena);
    t->corrected = NULL;
    if (f->edit.kind != PL_EDIT_NONE) {
        pl_tree *corrected = pl_tree_copy(change.after.tree, &t->arena);
        pl_tree_compact(corrected);
        t->corrected = corrected;
    }
    pl_node_put(&t->place, view->tree, f->edit.node);
    pl_edit_put(&t->correction, view->tree, &f->edit, label);
    each_forget(c, f->sentence, false);
    for (size_t k = 0; k < PL_N_CHECK_METHODS; k++) {
        pl_reason why = {.text = &t->reasons};
        if (!is_used(c, k) || f->scores[k] <= 0)
            continue;
        pl_str_puts(&t->reasons, t->reasons.n > 0 ? "; " : "");
        pl_methods[k]->explain(c, f->sentence, &change, &why);
        add_evidence(t, why.samples, f->sentence);
        if (t->corrected == NULL)
            t->corrected = why.alternative;
    }
    each_forget(c, f->sentence, true);
}

void pl_told_release(pl_told *t)
{
    pl_str_release(&t->place);
    pl_str_release(&t->correction);
    pl_str_release(&t->reasons);
    PL_VEC_RELEASE(&t->evidence);
    pl_arena_release(&t->arena);
}
