/* Training and parsing through pleach.h: words, sentences and text; trees that outlive the
 * model; one model and many parsers in as many threads. */
#include "unit.h"

#include "pleach.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TREEBANK "tests/data/dutch.discbracket"

enum { N_SENTENCES = 42, MAX_WORDS = 100, N_THREADS = 4 };

typedef struct fixture {
    char path[32];
    pl_sentence *gold[N_SENTENCES];
} fixture;

static int setup(void **state)
{
    static const char *const treebank = TREEBANK;
    fixture *f = calloc(1, sizeof *f);
    pl_error error;
    pl_train_options options = pl_train_defaults();
    *f = (fixture){.path = "/tmp/pleach-api-XXXXXX"};
    close(mkstemp(f->path));
    options.epochs = 2;
    options.tagger = 1;
    options.tag_epochs = 2;
    if (pl_train(&treebank, 1, NULL, f->path, &options, &error) < 0)
        fail_msg("%s", error.text);
    pl_treebank *in = pl_treebank_open(TREEBANK, NULL, &error);
    const pl_sentence *s;
    for (size_t i = 0; i < N_SENTENCES && pl_treebank_next(in, &s, &error) > 0; i++)
        f->gold[i] = pl_sentence_copy(s);
    pl_treebank_close(in);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    for (size_t i = 0; i < N_SENTENCES; i++)
        pl_sentence_free(f->gold[i]);
    unlink(f->path);
    free(f);
    return 0;
}

static pl_model *open_model(const fixture *f, const pl_parse_options *options)
{
    pl_error error;
    pl_model *model = pl_model_open(f->path, options, &error);
    if (model == NULL)
        fail_msg("%s", error.text);
    return model;
}

/* Sentence i of the treebank, parsed. */
static pl_sentence *parse_words(pl_parser *parser, const fixture *f, uint32_t i)
{
    const char *words[MAX_WORDS], *tags[MAX_WORDS];
    uint32_t n = pl_sentence_length(f->gold[i]);
    for (uint32_t k = 0; k < n; k++) {
        words[k] = pl_sentence_word(f->gold[i], k);
        tags[k] = pl_sentence_label(f->gold[i], k);
    }
    return pl_parser_parse_words(parser, words, tags, n, NULL);
}

static void words_and_sentences(void **state)
{
    const fixture *f = *state;
    pl_model *model = open_model(f, NULL);
    pl_parser *parser = pl_parser_new(model);
    assert_non_null(strstr(pl_model_about(model), "system: sr-gap"));
    assert_int_equal(pl_model_has_tagger(model), 1);
    pl_sentence *kept[N_SENTENCES];
    char *before[N_SENTENCES];
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        kept[i] = parse_words(parser, f, i);
        assert_non_null(kept[i]);
        assert_int_equal(pl_sentence_length(kept[i]), pl_sentence_length(f->gold[i]));
        assert_true(pl_sentence_root(kept[i]) != PL_NONE);
        before[i] = pl_sentence_text(kept[i], "discbracket", NULL);
        pl_sentence *again = pl_parser_parse_sentence(parser, kept[i], NULL);
        char *text = pl_sentence_text(again, "discbracket", NULL);
        assert_string_equal(text, before[i]);
        pl_text_free(text);
        pl_sentence_free(again);
    }
    pl_parser_free(parser);
    pl_model_close(model);
    for (uint32_t i = 0; i < N_SENTENCES; i++) { /* they need the model no more */
        char *text = pl_sentence_text(kept[i], "discbracket", NULL);
        assert_string_equal(text, before[i]);
        pl_text_free(text);
        pl_text_free(before[i]);
        pl_sentence_free(kept[i]);
    }
}

/* Probabilities of nodes and of the best trees, whose sum is no more than 1. */
static void confidence(void **state)
{
    const fixture *f = *state;
    pl_parse_options options = {.beam = 8, .nbest = 4, .confidence = 1, .diverse = 1};
    pl_model *sure = open_model(f, &options), *plain = open_model(f, NULL);
    pl_parser *parser = pl_parser_new(sure), *other = pl_parser_new(plain);
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        pl_sentence *a = parse_words(parser, f, i), *b = parse_words(other, f, i), *one;
        double sum = 0;
        for (uint32_t v = pl_sentence_length(a); v < pl_sentence_nodes(a); v++) {
            double p = pl_sentence_confidence(a, v);
            assert_true(p > 0 && p < 1);
            assert_true(isnan(pl_sentence_head_confidence(a, v)));
        }
        assert_true(isnan(pl_sentence_confidence(b, PL_NONE)));
        assert_true(isnan(pl_sentence_confidence(a, 0))); /* its tag was given */
        assert_true(isnan(pl_sentence_confidence(a, pl_sentence_nodes(a))));
        for (uint32_t k = 0; (one = pl_parser_tree(parser, k, NULL)) != NULL; k++) {
            sum += pl_sentence_confidence(one, PL_NONE);
            pl_sentence_free(one);
        }
        assert_true(sum > 0 && sum < 1.001);
        pl_sentence_free(a);
        pl_sentence_free(b);
    }
    pl_parser_free(parser);
    pl_parser_free(other);
    pl_model_close(sure);
    pl_model_close(plain);
}

/* Parsers of one model, each with its options, parse like those of a model with them. */
static void options_of_parsers(void **state)
{
    const fixture *f = *state;
    pl_error error;
    pl_parse_options options = {.beam = 8, .nbest = 4, .confidence = 1, .diverse = 1};
    pl_model *model = open_model(f, NULL), *other = open_model(f, &options);
    pl_parser *one = pl_parser_new_with(model, &options, &error);
    pl_parser *like_one = pl_parser_new(other);
    pl_parser *two = pl_parser_new_with(model, NULL, &error);
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        pl_sentence *a = parse_words(one, f, i), *b = parse_words(like_one, f, i);
        pl_sentence_free(parse_words(two, f, i));
        assert_null(pl_parser_tree(two, 1, NULL));
        pl_sentence_free(a);
        pl_sentence_free(b);
        for (uint32_t k = 0; (a = pl_parser_tree(one, k, NULL)) != NULL; k++) {
            b = pl_parser_tree(like_one, k, NULL);
            char *x = pl_sentence_text(a, "json", NULL),
                 *y = pl_sentence_text(b, "json", NULL);
            assert_string_equal(x, y);
            pl_text_free(x);
            pl_text_free(y);
            pl_sentence_free(a);
            pl_sentence_free(b);
        }
        assert_null(pl_parser_tree(like_one, 4, NULL));
    }
    options = (pl_parse_options){.crossing = 1};
    assert_null(pl_parser_new_with(model, &options, &error));
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    options = (pl_parse_options){.beam = 1000000};
    assert_null(pl_parser_new_with(model, &options, &error));
    assert_int_equal(error.code, PL_TOO_LARGE);
    pl_parser_free(one);
    pl_parser_free(like_one);
    pl_parser_free(two);
    pl_model_close(model);
    pl_model_close(other);
}

static void several_trees(void **state)
{
    const fixture *f = *state;
    pl_parse_options options = {.beam = 8, .nbest = 4};
    pl_model *model = open_model(f, &options);
    pl_parser *parser = pl_parser_new(model);
    double score, last = 0;
    uint32_t most = 0;
    assert_null(pl_parser_tree(parser, 0, &score));
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        pl_sentence *best = parse_words(parser, f, i), *other;
        uint32_t n = 0;
        for (; (other = pl_parser_tree(parser, n, &score)) != NULL; n++) {
            assert_true(n == 0 || score <= last);
            last = score;
            if (n == 0) {
                char *a = pl_sentence_text(best, "discbracket", NULL);
                char *b = pl_sentence_text(other, "discbracket", NULL);
                assert_string_equal(a, b);
                pl_text_free(a);
                pl_text_free(b);
            }
            pl_sentence_free(other);
        }
        assert_in_range(n, 1, 4);
        most = n > most ? n : most;
        pl_sentence_free(best);
    }
    assert_int_equal(most, 4);
    pl_parser_free(parser);
    pl_model_close(model);
}

static void text(void **state)
{
    const fixture *f = *state;
    pl_error error;
    pl_model *model = open_model(f, NULL);
    pl_parser *parser = pl_parser_new(model);
    const char *bytes = "A b, c. \xff\n\nD?";
    static const char *const want[] = {"A b, c. \ufffd", "D?"};
    pl_treebank *in = pl_model_text(model, bytes, strlen(bytes), &error);
    assert_non_null(in);
    const pl_sentence *s;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(pl_treebank_next(in, &s, &error), 1);
        assert_string_equal(pl_sentence_raw(s), want[i]);
        pl_sentence *tree = pl_parser_parse_sentence(parser, s, &error);
        assert_true(pl_sentence_root(tree) != PL_NONE);
        for (uint32_t k = 0; k < pl_sentence_length(tree); k++) {
            size_t begin, end;
            const char *word = pl_sentence_word(tree, k);
            assert_int_equal(pl_sentence_place(tree, k, &begin, &end), 0);
            if (word[0] != '\xef')
                assert_memory_equal(bytes + begin, word, strlen(word));
            assert_int_equal(end - begin, word[0] != '\xef' ? strlen(word) : 1);
        }
        assert_int_equal(pl_sentence_place(tree, 99, NULL, NULL), -1);
        pl_sentence_free(tree);
    }
    assert_int_equal(pl_treebank_next(in, &s, &error), 0);
    pl_treebank_close(in);
    in = pl_model_text(model, NULL, 0, &error);
    assert_int_equal(pl_treebank_next(in, &s, &error), 0);
    pl_treebank_close(in);
    assert_null(pl_model_read(model, "/nowhere/at/all", NULL, &error));
    assert_null(pl_model_read(model, "/dev/null", "nonsense", &error));
    pl_parser_free(parser);
    pl_model_close(model);
}

static void bad_words(void **state)
{
    const fixture *f = *state;
    pl_model *model = open_model(f, NULL);
    pl_parser *parser = pl_parser_new(model);
    const char *word = "a", *empty = "", *none = NULL, *latin1 = "\xe9";
    pl_error error;
    assert_null(pl_parser_parse_words(parser, &empty, &word, 1, &error));
    assert_string_equal(error.text, "word 1 is empty");
    assert_null(pl_parser_parse_words(parser, &none, &word, 1, &error));
    assert_null(pl_parser_parse_words(parser, &latin1, NULL, 1, &error));
    assert_string_equal(error.text, "word 1 is not valid UTF-8");
    assert_null(pl_parser_parse_words(parser, &word, &latin1, 1, NULL));
    assert_null(pl_parser_parse_words(parser, &word, NULL, 1000000, &error));
    pl_sentence *s = pl_parser_parse_words(parser, NULL, NULL, 0, &error);
    assert_int_equal(pl_sentence_length(s), 0);
    assert_null(pl_parser_tree(parser, 0, NULL));
    pl_sentence_free(s);
    s = pl_parser_parse_words(parser, &word, &none, 1, &error);
    assert_int_equal(pl_sentence_length(s), 1);
    assert_int_equal(pl_sentence_place(s, 0, NULL, NULL), -1);
    pl_sentence_free(s);
    pl_parser_free(parser);
    pl_model_close(model);
}

/* Compares a step with a line of pl_parser_explain, which `context` moves behind. */
static int see_step(void *context, const pl_parse_step *s)
{
    char **at = context, line[1024];
    size_t n = strcspn(*at, "\n"), words = s->n_buffer;
    int start =
        snprintf(line, sizeof line, "%u\t%s\t%.2f\t%s\t", s->number, s->taken.name,
                 s->taken.score, s->n_others > 0 ? s->others[0].name : "-");
    assert_true(strncmp(*at, line, (size_t)start) == 0);
    for (size_t i = 1; i < s->n_others; i++)
        assert_true(s->others[i].score <= s->others[i - 1].score);
    assert_true(s->n_others <= 5 && s->word == PL_NONE && !s->probabilities);
    for (size_t i = 0; i < s->n_stack; i++)
        words += s->stack[i].n;
    for (size_t i = 0; i < s->n_deque; i++)
        words += s->deque[i].n;
    assert_true(s->number > 1 || words == s->n_buffer);
    double sum = 0;
    for (size_t i = 0; i < s->n_features; i++) {
        sum += s->features[i].weight;
        assert_true(strlen(s->features[i].name) >= 3 && s->features[i].weight != 0);
        assert_true(i == 0 ||
                    fabs(s->features[i].weight) <= fabs(s->features[i - 1].weight));
    }
    assert_true(fabs(sum - s->taken.score) < 1e-6); /* they are all of the score */
    *at += n + 1;
    return 0;
}

static int see_one(void *context, const pl_parse_step *s)
{
    return ++*(int *)context == 2;
}

static int see_features(void *context, const pl_parse_step *s)
{
    assert_int_equal(s->n_features, *(size_t *)context);
    return 0;
}

static void steps_as_data(void **state)
{
    pl_error error;
    pl_model *model = open_model(*state, NULL);
    pl_parser *parser = pl_parser_new(model);
    int n = 0;
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        pl_sentence_free(parse_words(parser, *state, i));
        char *text = pl_parser_explain(parser, 0, &error), *at = text;
        at += strcspn(at, "\n") + 1; /* the margin */
        assert_int_equal(pl_parser_steps(parser, 0, 5, 1000, see_step, &at, &error), 0);
        assert_int_equal(*at, '\0');
        pl_text_free(text);
    }
    assert_int_equal(pl_parser_steps(parser, 0, 0, 0, see_one, &n, &error), 0);
    assert_int_equal(n, 2); /* it was enough */
    for (size_t most = 0; most < 3; most++)
        assert_int_equal(pl_parser_steps(parser, 0, 0, most, see_features, &most, &error),
                         0);
    assert_int_equal(pl_parser_steps(parser, 1, 5, 5, see_one, &n, &error), -1);
    assert_int_equal(pl_parser_steps(parser, 0, 5, 5, NULL, NULL, &error), -1);
    pl_parser_free(parser);
    pl_model_close(model);
}

static void explanations(void **state)
{
    pl_error error;
    pl_model *model = open_model(*state, NULL);
    pl_parser *parser = pl_parser_new(model);
    assert_null(pl_parser_explain(parser, 0, &error));
    assert_string_equal(error.text, "there are 0 trees, no number 0");
    pl_sentence_free(parse_words(parser, *state, 1));
    char *text = pl_parser_explain(parser, 0, &error);
    assert_non_null(strstr(text, "\tSH\t"));
    pl_text_free(text);
    assert_null(pl_parser_explain(parser, 1, &error));
    assert_null(pl_parser_explain(NULL, 0, &error));
    pl_parser_free(parser);
    pl_model_close(model);
}

static void tags(void **state)
{
    const fixture *f = *state;
    pl_error error;
    pl_model *model = open_model(f, NULL);
    pl_parser *parser = pl_parser_new(model);
    uint32_t right = 0, n = 0;
    for (size_t i = 0; i < N_SENTENCES; i++) {
        pl_sentence *s = pl_parser_tag_sentence(parser, f->gold[i], &error);
        for (uint32_t k = 0; k < pl_sentence_length(s); k++, n++)
            right +=
                strcmp(pl_sentence_label(s, k), pl_sentence_label(f->gold[i], k)) == 0;
        assert_int_equal(pl_sentence_nodes(s), pl_sentence_nodes(f->gold[i]));
        pl_sentence_free(s);
    }
    assert_true(right > n * 9 / 10);
    assert_null(pl_parser_tag_sentence(parser, NULL, &error));
    assert_null(pl_parser_tag_sentence(NULL, f->gold[0], &error));
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    pl_parser_free(parser);
    pl_model_close(model);
}

/* A grammar parses, has no tagger and no actions. */
static void grammars(void **state)
{
    fixture *f = *state;
    char path[] = "/tmp/pleach-grammar-XXXXXX";
    pl_error error;
    close(mkstemp(path));
    pl_treebank *in = pl_treebank_open(TREEBANK, NULL, &error);
    if (pl_treebank_grammar(in, "2dop", path, NULL, &error) < 0)
        fail_msg("%s", error.text);
    pl_treebank_close(in);
    pl_parse_options options = {.objective = "shortest", .seconds = 100};
    pl_model *model = pl_model_open(path, &options, &error);
    pl_parser *parser = pl_parser_new(model);
    pl_sentence *s = parse_words(parser, f, 0);
    assert_true(pl_sentence_root(s) != PL_NONE);
    assert_null(pl_parser_explain(parser, 0, &error));
    assert_null(pl_parser_tag_sentence(parser, s, &error));
    assert_string_equal(error.text, "there is no tagger in the model");
    pl_sentence_free(s);
    pl_parser_free(parser);
    pl_model_close(model);
    options = (pl_parse_options){.beam = 8, .nbest = 4, .rerank = path};
    model = open_model(f, &options);
    parser = pl_parser_new(model);
    s = parse_words(parser, f, 0);
    assert_true(pl_sentence_root(s) != PL_NONE);
    assert_null(pl_parser_tree(parser, 1, NULL)); /* one was chosen */
    pl_sentence_free(s);
    pl_parser_free(parser);
    pl_model_close(model);
    options.rerank = f->path; /* no grammar */
    assert_null(pl_model_open(f->path, &options, &error));
    options = (pl_parse_options){.objective = "nonsense"};
    assert_null(pl_model_open(path, &options, &error));
    options = (pl_parse_options){.seconds = -1};
    assert_null(pl_model_open(path, &options, &error));
    options = (pl_parse_options){.crossing = NAN};
    assert_null(pl_model_open(path, &options, &error));
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    unlink(path);
}

/* The stages of a parse: what its callback has seen of them. */
typedef struct stages_seen {
    char names[100];
    char *tree; /* of the last */
    size_t n;
} stages_seen;

static int see_stage(void *context, const pl_parse_stage *s)
{
    stages_seen *seen = context;
    pl_error error;
    size_t n = strlen(seen->names);
    uint32_t whole = 0;
    snprintf(seen->names + n, sizeof seen->names - n, "%s ", s->name);
    assert_int_equal(s->number, ++seen->n);
    assert_true(s->derived && s->tree != NULL && s->kept > 0 && s->kept <= s->items);
    assert_true(s->n_entries > 0 && s->n_entries <= 40);
    for (size_t i = 0; i < s->n_entries; i++) {
        const pl_chart_entry *e = &s->entries[i];
        assert_true(e->probability > 0 && e->probability < 1 + 1e-6 && e->n > 0);
        assert_true(i == 0 || e->probability <= s->entries[i - 1].probability);
        assert_null(strchr(e->label, '|')); /* none of binarization */
        if (strcmp(e->label, "ROOT") == 0 && e->n == pl_sentence_length(s->tree)) {
            assert_true(e->kept && e->probability > 0.999);
            whole++;
        }
        for (size_t k = 1; k < e->n; k++)
            assert_true(e->words[k] > e->words[k - 1]);
    }
    assert_int_equal(whole, 1);
    pl_text_free(seen->tree);
    seen->tree = pl_sentence_text(s->tree, "discbracket", &error);
    return 0;
}

static int see_first_stage(void *context, const pl_parse_stage *s)
{
    return ++*(int *)context;
}

static void stages_of_grammars(void **state)
{
    char path[] = "/tmp/pleach-grammar-XXXXXX";
    pl_error error;
    close(mkstemp(path));
    pl_treebank *in = pl_treebank_open(TREEBANK, NULL, &error);
    assert_int_equal(pl_treebank_grammar(in, "2dop", path, NULL, &error), 0);
    pl_treebank_close(in);
    pl_model *model = pl_model_open(path, NULL, &error);
    pl_parser *parser = pl_parser_new(model);
    assert_int_equal(pl_model_is_grammar(model), 1);
    assert_int_equal(pl_parser_stages(parser, 40, see_stage, NULL, &error), -1);
    assert_string_equal(error.text, "no sentence has been parsed");
    int n = 0;
    for (uint32_t i = 0; i < N_SENTENCES; i++) {
        stages_seen seen = {0};
        pl_sentence *s = parse_words(parser, *state, i);
        char *tree = pl_sentence_text(s, "discbracket", &error);
        assert_int_equal(pl_parser_stages(parser, 40, see_stage, &seen, &error), 0);
        assert_string_equal(seen.names, "split-pcfg plcfrs 2dop ");
        assert_string_equal(seen.tree, tree); /* the last stage's is the parse */
        pl_text_free(tree);
        pl_text_free(seen.tree);
        pl_sentence_free(s);
    }
    assert_int_equal(pl_parser_stages(parser, 1, see_first_stage, &n, &error), 0);
    assert_int_equal(n, 1); /* it was enough */
    assert_int_equal(pl_parser_stages(parser, 1, NULL, NULL, &error), -1);
    const char *unknown[] = {"a", "b"}, *tags[] = {"X", "Y"};
    pl_sentence_free(pl_parser_parse_words(parser, unknown, tags, 2, &error));
    n = 0;
    assert_int_equal(pl_parser_stages(parser, 1, see_first_stage, &n, &error), 0);
    assert_int_equal(n, 1); /* that has no derivation */
    pl_parser_free(parser);
    pl_model_close(model);
    unlink(path);
    model = open_model(*state, NULL);
    parser = pl_parser_new(model);
    assert_int_equal(pl_model_is_grammar(model) + pl_model_is_grammar(NULL), 0);
    assert_int_equal(pl_parser_stages(parser, 1, see_first_stage, &n, &error), -1);
    assert_string_equal(error.text, "only a grammar has stages");
    pl_parser_free(parser);
    pl_model_close(model);
}

static void nothing_given(void **state)
{
    const fixture *f = *state;
    pl_error error;
    pl_model *model = open_model(f, NULL);
    pl_parser *parser = pl_parser_new(model);
    assert_null(pl_parser_new(NULL));
    assert_null(pl_model_about(NULL));
    assert_int_equal(pl_model_has_tagger(NULL), 0);
    char *names = pl_model_names(); /* of those that are there */
    assert_non_null(names);
    assert_true(*names == '\0' || names[strlen(names) - 1] == '\n');
    pl_text_free(names);
    assert_null(pl_model_text(NULL, "a", 1, &error));
    assert_null(pl_model_text(model, NULL, 1, &error));
    assert_string_equal(error.text, "the text is missing: the argument is NULL");
    assert_null(pl_model_read(NULL, "-", NULL, &error));
    assert_null(pl_model_read(model, NULL, NULL, NULL));
    assert_null(pl_parser_parse_words(NULL, NULL, NULL, 0, &error));
    assert_null(pl_parser_parse_words(parser, NULL, NULL, 1, &error));
    assert_null(pl_parser_parse_sentence(NULL, f->gold[0], &error));
    assert_null(pl_parser_parse_sentence(parser, NULL, &error));
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    assert_null(pl_parser_tree(NULL, 0, NULL));
    pl_parser_free(parser);
    pl_model_close(model);
}

/* -- training ------------------------------------------------------------------------ */

typedef struct progress {
    uint32_t n_epochs, n_scores;
    int stop_after;
} progress;

static int count_epochs(void *context, const pl_train_report *r)
{
    progress *p = context;
    p->n_epochs += r->stage == PL_TRAIN_EPOCH;
    p->n_scores += r->stage == PL_TRAIN_EPOCH && r->n_scores > 0;
    return p->stop_after > 0 && p->n_epochs >= (uint32_t)p->stop_after;
}

static void trains(void **unused)
{
    (void)unused;
    static const struct {
        const char *system, *treebank, *dev;
        int stop_after, status;
    } cases[] = {
        {"sr-gap", TREEBANK, TREEBANK, 0, 0},
        {"arc-eager", "tests/data/dutch.conllx", NULL, 0, 0},
        {"sr-gap", TREEBANK, TREEBANK, 1, -1},
    };
    char path[] = "/tmp/pleach-train-XXXXXX";
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pl_error error;
        progress p = {.stop_after = cases[i].stop_after};
        pl_train_options options = pl_train_defaults();
        options.system = cases[i].system;
        options.epochs = 2;
        options.report = count_epochs;
        options.context = &p;
        int status =
            pl_train(&cases[i].treebank, 1, cases[i].dev, path, &options, &error);
        assert_int_equal(status, cases[i].status);
        assert_int_equal(p.n_epochs, cases[i].stop_after > 0 ? 1 : 2);
        assert_int_equal(p.n_scores, cases[i].dev != NULL ? p.n_epochs : 0);
        if (status < 0)
            assert_int_equal(error.code, PL_STOPPED);
        pl_model *model = pl_model_open(path, NULL, &error);
        assert_non_null(strstr(pl_model_about(model), cases[i].system));
        pl_model_close(model);
    }
    unlink(path);
}

static void training_refuses(void **unused)
{
    (void)unused;
    static const char *const treebank = TREEBANK, *const nowhere = "/nowhere/at/all";
    static const char *const none = NULL;
    char path[] = "/tmp/pleach-api-XXXXXX";
    pl_error error;
    pl_train_options o = pl_train_defaults();
    close(mkstemp(path));
    assert_int_equal(pl_train(NULL, 1, NULL, path, NULL, &error), -1);
    assert_int_equal(pl_train(&none, 1, NULL, path, NULL, &error), -1);
    assert_int_equal(pl_train(&treebank, 0, NULL, path, NULL, &error), -1);
    assert_int_equal(pl_train(&treebank, 1, NULL, NULL, NULL, &error), -1);
    assert_int_equal(error.code, PL_BAD_ARGUMENT);
    assert_int_equal(pl_train(&treebank, 1, NULL, TREEBANK, NULL, &error), -1);
    assert_non_null(strstr(error.text, "is read, too"));
    assert_int_equal(pl_train(&nowhere, 1, NULL, path, NULL, &error), -1);
    assert_int_equal(error.code, PL_SYSTEM);
    assert_int_equal(pl_train(&treebank, 1, nowhere, path, NULL, &error), -1);
    o.n_settings = 1;
    assert_int_equal(pl_train(&treebank, 1, NULL, path, &o, &error), -1);
    o = pl_train_defaults();
    o.system = "nonsense";
    assert_int_equal(pl_train(&treebank, 1, NULL, path, &o, &error), -1);
    assert_non_null(strstr(error.text, "nonsense"));
    assert_int_equal(pl_train(&treebank, 1, NULL, path, &o, NULL), -1);
    unlink(path);
}

/* -- threads ----------------------------------------------------------------------- */

typedef struct task {
    const pl_model *model;
    const fixture *fixture;
    unsigned number;
    char *trees[N_SENTENCES];
    size_t n_text;
} task;

/* Each thread parses all sentences, beginning with another one, and a text. */
static void *parse_all(void *argument)
{
    task *t = argument;
    static const char bytes[] = "One two. Three (four)!\n\nFive.";
    pl_parser *parser = pl_parser_new(t->model);
    for (uint32_t k = 0; k < N_SENTENCES; k++) {
        uint32_t i = (k + t->number * 7) % N_SENTENCES;
        pl_sentence *s = parse_words(parser, t->fixture, i);
        t->trees[i] = pl_sentence_text(s, "discbracket", NULL);
        pl_sentence_free(s);
    }
    pl_treebank *in = pl_model_text(t->model, bytes, sizeof bytes - 1, NULL);
    for (const pl_sentence *s; pl_treebank_next(in, &s, NULL) > 0; t->n_text++)
        pl_sentence_free(pl_parser_parse_sentence(parser, s, NULL));
    pl_treebank_close(in);
    pl_parser_free(parser);
    return NULL;
}

static void threads_share_a_model(void **state)
{
    const fixture *f = *state;
    pl_model *model = open_model(f, NULL);
    static task tasks[N_THREADS + 1];
    pthread_t threads[N_THREADS];
    for (unsigned i = 0; i <= N_THREADS; i++)
        tasks[i] = (task){.model = model, .fixture = f, .number = i};
    for (unsigned i = 0; i < N_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, parse_all, &tasks[i]), 0);
    for (unsigned i = 0; i < N_THREADS; i++)
        pthread_join(threads[i], NULL);
    parse_all(&tasks[N_THREADS]); /* alone */
    for (unsigned i = 0; i <= N_THREADS; i++) {
        assert_int_equal(tasks[i].n_text, 3);
        for (uint32_t k = 0; k < N_SENTENCES; k++)
            assert_string_equal(tasks[i].trees[k], tasks[N_THREADS].trees[k]);
    }
    for (unsigned i = 0; i <= N_THREADS; i++)
        for (uint32_t k = 0; k < N_SENTENCES; k++)
            pl_text_free(tasks[i].trees[k]);
    pl_model_close(model);
}

/* -- constraints ---------------------------------------------------------------------- */

static bool has_constituent(const pl_sentence *s, const uint32_t *words, uint32_t n,
                            const char *label)
{
    uint32_t found[MAX_WORDS];
    for (uint32_t v = pl_sentence_length(s); v < pl_sentence_nodes(s); v++)
        if (pl_sentence_yield(s, v, found, MAX_WORDS) == n &&
            memcmp(found, words, n * sizeof *words) == 0 &&
            strcmp(pl_sentence_label(s, v), label) == 0)
            return true;
    return false;
}

static void constraints(void **state)
{
    const fixture *f = *state;
    static const uint32_t words[] = {0, 2}, others[] = {0, 1}, far[] = {99};
    static const char json[] = "[{\"kind\": \"tag\", \"words\": [1], \"label\": \"T\"}]";
    pl_error error;
    pl_model *model = open_model(f, &(pl_parse_options){.nbest = 3});
    pl_parser *parser = pl_parser_new(model);
    pl_constraints *c = pl_constraints_new();
    const pl_sentence *gold = f->gold[1];
    assert_int_equal(pl_constraints_put(c, "bracket", words, 2, PL_NONE, "NP", &error),
                     0);
    assert_int_equal(pl_constraints_put_json(c, json, sizeof json - 1, &error), 0);
    assert_int_equal(pl_parser_constrain(parser, c, &error), 0);
    pl_sentence *s = pl_parser_parse_sentence(parser, gold, &error);
    assert_true(has_constituent(s, words, 2, "NP"));
    assert_string_equal(pl_sentence_label(s, 1), "T");
    pl_sentence_free(s);
    for (uint32_t i = 0; (s = pl_parser_tree(parser, i, NULL)) != NULL; i++) {
        assert_true(has_constituent(s, words, 2, "NP"));
        pl_sentence_free(s);
    }
    pl_constraints_put(c, "bracket", others, 2, PL_NONE, NULL, &error);
    assert_int_equal(pl_parser_constrain(parser, c, &error), 0);
    assert_null(pl_parser_tree(parser, 0, NULL)); /* forgotten */
    assert_null(pl_parser_parse_sentence(parser, gold, &error));
    assert_non_null(strstr(error.text, "contradict each other"));
    pl_constraints_free(c);
    c = pl_constraints_new();
    pl_constraints_put(c, "bracket", far, 1, PL_NONE, NULL, &error);
    pl_parser_constrain(parser, c, &error);
    assert_null(pl_parser_parse_sentence(parser, gold, &error));
    assert_non_null(strstr(error.text, "the sentence has"));
    pl_parser_constrain(parser, NULL, &error);
    s = pl_parser_parse_sentence(parser, gold, &error);
    assert_non_null(s);
    pl_sentence_free(s);
    pl_constraints_free(c);
    pl_parser_free(parser);
    pl_model_close(model);
}

/* What a tree has stays when all of it is kept, and so does one constituent of it. */
static void kept_trees(void **state)
{
    const fixture *f = *state;
    pl_error error;
    pl_model *model = open_model(f, NULL);
    pl_parser *parser = pl_parser_new(model);
    for (size_t i = 0; i < N_SENTENCES; i += 5) {
        const pl_sentence *gold = f->gold[i];
        uint32_t first = pl_sentence_length(gold), n = pl_sentence_nodes(gold);
        for (uint32_t v = first; v <= n; v++) {
            pl_constraints *c = pl_constraints_new();
            assert_int_equal(
                pl_constraints_put_sentence(c, gold, v < n ? v : PL_NONE, &error), 0);
            assert_int_equal(pl_parser_constrain(parser, c, &error), 0);
            pl_sentence *s = pl_parser_parse_sentence(parser, gold, &error);
            for (uint32_t u = v < n ? v : first; u < (v < n ? v + 1 : n); u++) {
                uint32_t words[MAX_WORDS];
                uint32_t k = pl_sentence_yield(gold, u, words, MAX_WORDS);
                assert_true(has_constituent(s, words, k, pl_sentence_label(gold, u)));
            }
            pl_sentence_free(s);
            pl_constraints_free(c);
        }
    }
    assert_int_equal(pl_constraints_put_sentence(NULL, f->gold[0], 0, &error), -1);
    pl_parser_free(parser);
    pl_model_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_sentences),
        cmocka_unit_test(options_of_parsers),
        cmocka_unit_test(several_trees),
        cmocka_unit_test(confidence),
        cmocka_unit_test(text),
        cmocka_unit_test(bad_words),
        cmocka_unit_test(explanations),
        cmocka_unit_test(steps_as_data),
        cmocka_unit_test(tags),
        cmocka_unit_test(grammars),
        cmocka_unit_test(stages_of_grammars),
        cmocka_unit_test(nothing_given),
        cmocka_unit_test(trains),
        cmocka_unit_test(training_refuses),
        cmocka_unit_test(constraints),
        cmocka_unit_test(kept_trees),
        cmocka_unit_test(threads_share_a_model),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
