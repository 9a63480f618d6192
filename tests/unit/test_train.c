/* Training through pl_train: reports, stopping, resuming, and that dev is parsed as any
 * other text. */
#include "unit.h"

#include "eval/brackets.h"
#include "eval/deps.h"
#include "format/source.h"
#include "parser/model.h"
#include "pleach.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const dutch[] = {"tests/data/dutch.discbracket"};
static const char *const german[] = {"tests/data/german.export"};
static const char *const danish[] = {"tests/data/danish.conllx"};

/* Files of one test. */
typedef struct paths {
    char model[40], checkpoint[48];
} paths;

static paths new_paths(void)
{
    paths p = {"/tmp/pleach-train-XXXXXX", ""};
    close(mkstemp(p.model));
    unlink(p.model);
    snprintf(p.checkpoint, sizeof p.checkpoint, "%s.check", p.model);
    return p;
}

static void remove_paths(const paths *p)
{
    unlink(p->model);
    unlink(p->checkpoint);
}

static pl_train_options small(const char *system)
{
    pl_train_options o = pl_train_defaults();
    o.system = system;
    o.epochs = 4;
    o.beam = 2;
    o.threads = 1;
    o.features = strcmp(system, "sr-gap") == 0 ? "baseline" : NULL;
    return o;
}

/* -- reports ------------------------------------------------------------------------- */

typedef struct record {
    pl_train_stage stop_stage;
    uint32_t stop_epoch; /* of it; 0: never stops */
    pl_train_stage last;
    uint32_t n_read, n_figures, n_start, n_progress, n_epochs, n_kept;
    size_t done;
    pl_train_score scores[3]; /* the last */
} record;

static void check_epoch(record *r, const pl_train_report *report)
{
    assert_int_equal(report->epoch, r->n_epochs);
    assert_true(report->done > 0 && report->wrong <= report->done);
    assert_true(report->kept <= report->gold_actions);
    assert_true(report->bytes > 0 && (report->features > 0 || report->wrong == 0));
    for (size_t i = 0; i < report->n_scores; i++)
        r->scores[i] = report->scores[i];
    r->done = 0;
}

/* READ, FIGURE …, START, then of each epoch PROGRESS … and EPOCH. */
static int note(void *context, const pl_train_report *report)
{
    record *r = context;
    switch (report->stage) {
    case PL_TRAIN_READ:
        assert_int_equal(r->n_read++, 0);
        assert_true(report->sentences > 0 && report->tokens > report->sentences);
        break;
    case PL_TRAIN_FIGURE:
        assert_true(r->n_read == 1 && r->n_start == 0 && report->key != NULL);
        assert_true(report->value >= 0 && report->value <= 100);
        r->n_figures++;
        break;
    case PL_TRAIN_START:
        assert_true(r->n_read == 1 && r->n_start++ == 0);
        assert_true(report->derivable > 0 && report->derivable <= report->sentences);
        assert_true(report->labels > 0 && report->actions > 0 && report->templates > 0);
        break;
    case PL_TRAIN_PROGRESS:
        assert_int_equal(r->n_start, 1);
        assert_int_equal(report->epoch, r->n_epochs + 1);
        assert_true(report->done > r->done && report->done <= report->all);
        r->done = report->done;
        r->n_progress++;
        break;
    case PL_TRAIN_EPOCH:
        r->n_epochs++;
        assert_int_equal(r->last, PL_TRAIN_PROGRESS);
        check_epoch(r, report);
        break;
    case PL_TRAIN_KEPT:
        r->n_kept++;
        break;
    case PL_TRAIN_CHOICE:
        assert_true(r->n_read == 1 && r->n_start == 0 && report->key != NULL);
        break;
    case PL_TRAIN_SCORING:
        return r->stop_stage == PL_TRAIN_SCORING && report->epoch == r->stop_epoch;
    }
    r->last = report->stage;
    return r->stop_epoch > 0 && report->stage == r->stop_stage &&
           report->epoch == r->stop_epoch;
}

static void train(const char *const *files, const char *dev, const paths *p,
                  pl_train_options o, record *r)
{
    pl_error error;
    o.report = note;
    o.context = r;
    if (pl_train(files, 1, dev, p->model, &o, &error) < 0)
        fail_msg("%s", error.text);
}

static void reports(void **state)
{
    (void)state;
    paths p = new_paths();
    for (int dev = 0; dev < 2; dev++) {
        record r = {0};
        pl_train_options o = small("sr-gap");
        o.tagger = o.morph = 1;
        train(german, dev ? german[0] : NULL, &p, o, &r);
        assert_int_equal(r.n_epochs, o.epochs);
        assert_int_equal(r.n_start, 1);
        assert_true(r.n_progress >= r.n_epochs);
        assert_int_equal(r.n_figures, dev ? 2 : 0); /* tagger and morphology on dev */
        if (dev)
            assert_true(r.scores[0].value > 50 && r.scores[0].value <= 100);
    }
    remove_paths(&p);
}

/* -- stopping ------------------------------------------------------------------------ */

/* The model is there and parses. */
static void assert_usable(const char *path)
{
    pl_error err;
    pl_model_settings settings = {0};
    pl_arena m = {0};
    pl_model *model = pl_model_load(path, &settings, &err);
    if (model == NULL)
        fail_msg("%s", err.text);
    pl_model_state *s = pl_model_state_new(model);
    pl_tree *t = pl_tree_new(&m, 3);
    for (uint32_t i = 0; i < 3; i++) {
        t->tokens[i].word = "de";
        t->nodes[i].label = "N";
    }
    assert_int_equal(pl_model_run(s, t, 1), 1);
    pl_model_tree(s, 0, t);
    pl_model_state_free(s);
    pl_model_free(model);
    pl_arena_release(&m);
}

/* Trains until the record says stop: the message. */
static pl_error stopped(const char *const *files, const char *dev, const paths *p,
                        pl_train_options o, record *r)
{
    pl_error error = {0};
    o.report = note;
    o.context = r;
    assert_int_equal(pl_train(files, 1, dev, p->model, &o, &error), -1);
    assert_int_equal(error.code, PL_STOPPED);
    return error;
}

static void stops(void **state)
{
    (void)state;
    static const struct {
        pl_train_stage stage;
        uint32_t epoch;
    } cases[] = {{PL_TRAIN_PROGRESS, 1},
                 {PL_TRAIN_PROGRESS, 2},
                 {PL_TRAIN_EPOCH, 1},
                 {PL_TRAIN_EPOCH, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 8; k++) {
            paths p = new_paths();
            record r = {cases[i].stage, cases[i].epoch, .n_read = 0};
            bool deps = k & 1;
            pl_train_options o = small(deps ? "arc-eager" : "sr-gap");
            const char *const *files = deps ? danish : dutch;
            o.checkpoint = k & 2 ? p.checkpoint : NULL;
            pl_error error = stopped(files, k & 4 ? files[0] : NULL, &p, o, &r);
            assert_non_null(strstr(error.text, "holds the model"));
            assert_usable(p.model);
            bool can_resume = k & 2 && (i > 1 || cases[i].epoch > 1);
            assert_int_equal(strstr(error.text, "can be resumed") != NULL, can_resume);
            assert_int_equal(access(p.checkpoint, F_OK) == 0, can_resume);
            remove_paths(&p);
        }
}

static int stop_at_once(void *context, const pl_train_report *r)
{
    return r->stage == *(const pl_train_stage *)context;
}

/* Stopped before anything was learned: there is no model. */
static void stops_at_once(void **state)
{
    (void)state;
    static const pl_train_stage stages[] = {PL_TRAIN_READ, PL_TRAIN_START};
    for (size_t i = 0; i < 2; i++) {
        paths p = new_paths();
        pl_error error;
        pl_train_options o = small("sr-gap");
        pl_train_stage stage = stages[i];
        o.report = stop_at_once;
        o.context = &stage;
        assert_int_equal(pl_train(dutch, 1, NULL, p.model, &o, &error), -1);
        assert_int_equal(error.code, PL_STOPPED);
        assert_non_null(strstr(error.text, "not written"));
        assert_int_equal(access(p.model, F_OK), -1);
    }
}

/* -- resuming ------------------------------------------------------------------------ */

static char *bytes_of(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *bytes = malloc(8 << 20);
    *n = fread(bytes, 1, 8 << 20, f);
    fclose(f);
    return bytes;
}

static void assert_same_files(const char *a, const char *b)
{
    size_t n, n_b;
    char *x = bytes_of(a, &n), *y = bytes_of(b, &n_b);
    assert_int_equal(n, n_b);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

/* In one go, and stopped in the middle or at the end of an epoch and resumed: the same
 * bytes. Once all is done, resuming changes nothing. */
static void resumes(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        bool deps = k & 1;
        const char *const *files = deps ? danish : dutch, *dev = k & 2 ? files[0] : NULL;
        paths whole = new_paths(), parts = new_paths();
        pl_train_options o = small(deps ? "easy-first" : "sr-gap");
        record all = {0}, rest = {.n_read = 0};
        record first = {k & 4 ? PL_TRAIN_EPOCH : PL_TRAIN_PROGRESS, k & 4 ? 2 : 3,
                        .n_read = 0};
        if (k == 6) /* the score of epoch 3 is not known: it is done again */
            first = (record){PL_TRAIN_SCORING, 3, .n_read = 0};
        train(files, dev, &whole, o, &all);
        o.checkpoint = parts.checkpoint;
        o.resume = 1; /* there is nothing to go on from yet */
        stopped(files, dev, &parts, o, &first);
        rest.n_epochs = 2;
        train(files, dev, &parts, o, &rest);
        assert_int_equal(rest.n_epochs, o.epochs);
        assert_same_files(whole.model, parts.model);
        record again = {0};
        train(files, dev, &parts, o, &again);
        assert_int_equal(again.n_epochs, 0);
        assert_int_equal(again.n_kept, 1);
        assert_same_files(whole.model, parts.model);
        remove_paths(&whole);
        remove_paths(&parts);
    }
}

/* -- dev ----------------------------------------------------------------------------- */

/* Scores of a saved model on a treebank, from its file, as parsing does it. */
static void score_again(const char *path, const char *dev, bool retag, double scores[2])
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *gold;
    pl_model_settings settings = {.retag = retag};
    pl_eval_params params;
    pl_eval e;
    pl_deps d = {.names.subtypes = true};
    pl_source *source = pl_source_open(&dev, 1, NULL, &err);
    pl_model *model = pl_model_load(path, &settings, &err);
    if (source == NULL || model == NULL)
        fail_msg("%s", err.text);
    bool deps = !pl_model_gives_constituents(model);
    assert_int_equal(pl_eval_params_load(&params, "proper", &err), 0);
    pl_eval_init(&e, &params);
    pl_model_state *s = pl_model_state_new(model);
    while (pl_source_next(source, &m, &gold, &err) > 0) {
        pl_tree *t = pl_tree_copy(gold, &m);
        assert_int_equal(pl_model_run(s, t, 1), 1);
        pl_model_tree(s, 0, t);
        assert_int_equal(deps ? pl_deps_add(&d, gold, t, false, &err)
                              : pl_eval_add(&e, gold, t, &err),
                         0);
    }
    if (deps)
        assert_int_equal(pl_deps_finish(&d, &err), 0);
    scores[0] =
        deps ? pl_dep_score(&d, &d.no_punct, d.no_punct.heads) : pl_f1(&e.all.brackets);
    scores[1] =
        deps ? pl_dep_score(&d, &d.no_punct, d.no_punct.both) : pl_f1(&e.all.disc);
    pl_model_state_free(s);
    pl_model_free(model);
    pl_source_close(source);
    pl_deps_release(&d);
    pl_eval_release(&e);
    pl_eval_params_release(&params);
    pl_arena_release(&m);
}

/* With predicted tags and morphology dev is parsed as text is: what training says of the
 * last epoch is what the saved model gets. */
static void dev_as_parsed(void **state)
{
    (void)state;
    static const struct {
        const char *file, *system;
    } cases[] = {
        {"tests/data/german.export", "sr-gap"},
        {"tests/data/danish.conllx", "arc-eager"},
        {"tests/data/danish.conllx", "easy-first-np"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int predicted = 0; predicted < 2; predicted++) {
            paths p = new_paths();
            record r = {0};
            double scores[2];
            pl_train_options o = small(cases[i].system);
            o.epochs = 3;
            o.tag_epochs = 2;
            o.keep_last = 1;
            o.morph = o.tagger = 1;
            o.predicted_tags = predicted;
            train(&cases[i].file, cases[i].file, &p, o, &r);
            score_again(p.model, cases[i].file, predicted, scores);
            assert_true(r.scores[0].value == scores[0]);
            assert_true(r.scores[1].value == scores[1] || scores[1] != scores[1]);
            remove_paths(&p);
        }
}

/* -- refusals ------------------------------------------------------------------------ */

static void refusals(void **state)
{
    (void)state;
    static const struct {
        pl_train_options change;
        const char *const *files;
        const char *output, *says;
    } cases[] = {
        {{.system = "no-such"}, dutch, NULL, "no transition system"},
        {{.preset = "no-such"}, dutch, NULL, "no preset"},
        {{.update = "no-such"}, dutch, NULL, "no 'no-such' of update"},
        {{.unknown = "no-such"}, dutch, NULL, "no 'no-such' of unknown"},
        {{.features = "no-such"}, dutch, NULL, "no-such"},
        {{.heads = "no-such"}, dutch, NULL, "no-such"},
        {{.reorder = "left"}, dutch, NULL, "order of the sentence"},
        {{.system = "swap", .reorder = "up"}, dutch, NULL, "left, right"},
        {{.system = "arc-eager", .update = "max-violation"},
         danish,
         NULL,
         "one derivation"},
        {{.system = "arc-eager", .functions = 1}, danish, NULL, "functions"},
        {{.system = "arc-eager", .single_root = "x"}, danish, NULL, "single-root"},
        {{.system = "arc-eager", .arc_distance = "x"}, danish, NULL, "arc-distance"},
        {{.system = "arc-eager"}, dutch, NULL, "tests/data/dutch.discbracket"},
        {{.system = "sr-gap"}, danish, NULL, "tests/data/danish.conllx"},
        {{0}, dutch, "tests/data/dutch.discbracket", "is read, too"},
        {{0}, dutch, "/nowhere/at/all/x.model", "/nowhere/at/all"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        paths p = new_paths();
        pl_error error = {0};
        pl_train_options o = cases[i].change;
        o.epochs = 1;
        const char *output = cases[i].output != NULL ? cases[i].output : p.model;
        assert_int_equal(pl_train(cases[i].files, 1, NULL, output, &o, &error), -1);
        assert_true(error.code != PL_OK && error.code != PL_STOPPED);
        if (strstr(error.text, cases[i].says) == NULL || strstr(error.text, "--") != NULL)
            fail_msg("case %zu: %s", i, error.text);
        assert_int_equal(access(p.model, F_OK), -1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reports),       cmocka_unit_test(stops),
        cmocka_unit_test(stops_at_once), cmocka_unit_test(resumes),
        cmocka_unit_test(dev_as_parsed), cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
