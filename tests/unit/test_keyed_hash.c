/* Tables of strings cannot be made slow by choosing the strings, and nothing that pleach
 * writes depends on the key of their hash. */
#include "base/keyed_hash.h"

#include "base/intern.h"
#include "base/str.h"
#include "pleach.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* As Python computes them: PYTHONHASHSEED=0 python3 -c 'print(hash(b"pleach"))' */
static void values_are_those_of_siphash(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        uint64_t hash;
    } cases[] = {
        {"a", 0x407448d2b89b1813u},
        {"pleach", 0x46632a9adae7d009u},
        {"12345678", 0x3489982430560a87u},
        {"a string of more than eight bytes", 0xf0f613daabef5564u},
    };
    pl_hash_key before = *pl_run_key();
    *pl_run_key() = (pl_hash_key){0, 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(pl_keyed_hash(cases[i].text, strlen(cases[i].text)) == cases[i].hash);
    *pl_run_key() = before;
    assert_true(before.k0 != 0 && before.k1 != 0 && before.k0 != before.k1);
}

/* -- floods ------------------------------------------------------------------------- */

enum { N_WORDS = 40000 };

static uint64_t undo_shift(uint64_t y, unsigned by)
{
    uint64_t x = y;
    for (unsigned done = 0; done < 64; done += by)
        x = y ^ x >> by;
    return x;
}

/* The inverse of pl_mix. */
static uint64_t unmix(uint64_t x)
{
    x = undo_shift(x, 31) * 0x319642b2d24d8ec3u;
    x = undo_shift(x, 27) * 0x96de1b173f119089u;
    return undo_shift(x, 30);
}

/* Eight bytes with the hash `hash` by pl_hash, which has no key; false if one is NUL. */
static bool craft(char word[9], uint64_t hash)
{
    uint64_t bytes = unmix(unmix(hash)) ^ 0x9e3779b97f4a7c15u ^ 8;
    bool whole = true;
    for (int i = 0; i < 8; i++) {
        word[i] = (char)(bytes >> 8 * i);
        whole = whole && word[i] != '\0';
    }
    word[8] = '\0';
    return whole;
}

/* What it takes to look for something that is not there, summed over all slots: the slots
 * up to the next empty one. */
static uint64_t count_probes(const pl_intern *t)
{
    uint64_t probes = 0, run = 0;
    for (uint32_t i = 0; i <= t->mask; i++) {
        run = t->slots[i].entry != 0 ? run + 1 : 0;
        probes += run;
    }
    return probes;
}

static void crafted_words_cost_what_others_do(void **unused)
{
    (void)unused;
    pl_intern crafted = {0}, others = {0};
    pl_rng rng = {5};
    char word[24];
    for (uint64_t i = 1; crafted.n < N_WORDS; i++)
        if (craft(word, i << 32)) { /* the lower half of the hash is 0 */
            assert_true((uint32_t)pl_hash(word, 8) == 0);
            pl_intern_add(&crafted, word);
        }
    while (others.n < N_WORDS) {
        snprintf(word, sizeof word, "%016llx", (unsigned long long)pl_rng_next(&rng));
        pl_intern_add(&others, word);
    }
    assert_int_equal(crafted.mask, others.mask);
    uint64_t cost = count_probes(&crafted), usual = count_probes(&others);
    print_message("probes: %llu for crafted words, %llu for others\n",
                  (unsigned long long)cost, (unsigned long long)usual);
    assert_true(cost < usual * 3 / 2);
    pl_intern_release(&crafted);
    pl_intern_release(&others);
}

/* -- results do not depend on the key ----------------------------------------------- */

static void append_file(pl_str *to, const char *path)
{
    char buffer[4096];
    size_t n;
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    while ((n = fread(buffer, 1, sizeof buffer, f)) > 0)
        pl_str_put(to, buffer, n);
    fclose(f);
}

static pl_treebank *open_treebank(const char *path)
{
    pl_error error;
    pl_treebank *in = pl_treebank_open(path, NULL, &error);
    if (in == NULL)
        fail_msg("%s", error.text);
    return in;
}

/* Parses the treebank with a model and appends trees and scores. */
static void append_parses(pl_str *to, const char *model, const char *treebank)
{
    pl_error error;
    const pl_sentence *s;
    pl_parse_options options = {.nbest = 3};
    pl_model *m = pl_model_open(model, &options, &error);
    if (m == NULL)
        fail_msg("%s", error.text);
    pl_parser *p = pl_parser_new(m);
    pl_treebank *in = open_treebank(treebank);
    pl_evaluation *e = pl_evaluation_new(NULL, &error);
    while (pl_treebank_next(in, &s, &error) > 0) {
        pl_sentence_free(pl_parser_parse_sentence(p, s, &error));
        double score;
        pl_sentence *tree;
        for (uint32_t i = 0; (tree = pl_parser_tree(p, i, &score)) != NULL; i++) {
            char *text = pl_sentence_text(tree, "json", &error);
            pl_str_printf(to, "%.17g %s", score, text);
            pl_text_free(text);
            if (i == 0)
                pl_evaluation_add(e, s, tree, &error);
            pl_sentence_free(tree);
        }
    }
    pl_str_printf(to, "%.17g %.17g\n", pl_evaluation_all(e).f1,
                  pl_evaluation_attachment(e, 1).las);
    pl_evaluation_free(e);
    pl_treebank_close(in);
    pl_parser_free(p);
    pl_model_close(m);
}

static void append_training(pl_str *to, const char *path, const char *treebank,
                            const char *system)
{
    pl_error error;
    pl_train_options o = pl_train_defaults();
    o.system = system;
    o.epochs = 2;
    o.tag_epochs = 1;
    o.beam = 4;
    o.predicted_tags = 1;
    o.morph = o.functions = strstr(treebank, "export") != NULL;
    o.threads = 2;
    if (pl_train(&treebank, 1, treebank, path, &o, &error) < 0)
        fail_msg("%s", error.text);
    append_file(to, path);
    append_parses(to, path, treebank);
}

static void append_grammar(pl_str *to, const char *path, const char *treebank,
                           const char *kind)
{
    pl_error error;
    pl_extraction_options o = {.unknown_words = 1, .threads = 2};
    pl_treebank *in = open_treebank(treebank);
    if (pl_treebank_transform(in, "punct", "move", &error) < 0 ||
        pl_treebank_grammar(in, kind, path, &o, &error) < 0)
        fail_msg("%s", error.text);
    pl_treebank_close(in);
    append_file(to, path);
    append_parses(to, path, treebank);
}

static void append_fragments(pl_str *to, const char *treebank)
{
    pl_error error;
    pl_fragment_options o = {.trees = 1, .cover = 1, .threads = 2};
    pl_treebank *in = open_treebank(treebank);
    char *text = pl_treebank_fragments(in, NULL, &o, &error);
    if (text == NULL)
        fail_msg("%s", error.text);
    pl_str_puts(to, text);
    pl_text_free(text);
    pl_treebank_close(in);
}

static void append_statistics(pl_str *to, const char *treebank)
{
    pl_error error;
    pl_statistics s;
    pl_treebank *in = open_treebank(treebank);
    memset(&s, 0, sizeof s);
    assert_int_equal(pl_treebank_statistics(in, &s, &error), 0);
    pl_str_put(to, (const char *)&s, sizeof s);
    pl_treebank_close(in);
}

/* All that pleach makes of a treebank, as bytes. */
static void make_everything(pl_str *to, const char *path)
{
    static const char *const trained[][2] = {
        {"tests/data/german.export", "sr-gap"},
        {"tests/data/dutch.discbracket", "swap"},
        {"tests/data/danish.conllx", "easy-first"},
        {"tests/data/english.conllu", "arc-eager"},
    };
    static const char *const kinds[] = {"split-pcfg", "plcfrs", "dop-reduction",
                                        "split-2dop"};
    for (size_t i = 0; i < sizeof trained / sizeof *trained; i++) {
        append_training(to, path, trained[i][0], trained[i][1]);
        append_statistics(to, trained[i][0]);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        append_grammar(to, path, "tests/data/dutch.discbracket", kinds[i]);
    append_fragments(to, "tests/data/dutch.discbracket");
    append_fragments(to, "tests/data/german.export");
}

static void the_key_changes_nothing(void **unused)
{
    (void)unused;
    static const pl_hash_key keys[] = {{0, 0}, {1, 2}, {UINT64_MAX, 77}};
    pl_hash_key before = *pl_run_key();
    char path[] = "/tmp/pleach-keys-XXXXXX";
    pl_str first = {0}, next = {0};
    close(mkstemp(path));
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        *pl_run_key() = keys[i];
        pl_str *to = i == 0 ? &first : &next;
        pl_str_clear(to);
        make_everything(to, path);
        assert_int_equal(to->n, first.n);
        assert_memory_equal(to->at, first.at, first.n);
    }
    assert_true(first.n > 100000);
    *pl_run_key() = before;
    unlink(path);
    pl_str_release(&first);
    pl_str_release(&next);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_of_siphash),
        cmocka_unit_test(crafted_words_cost_what_others_do),
        cmocka_unit_test(the_key_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
