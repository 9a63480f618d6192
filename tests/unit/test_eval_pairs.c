/* Pairing of sentences: by position, by id, with holes. */
#include "eval/pairs.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A file of one-word trees with the given words: "a b c"; "a:x" has the id x. */
static void write_file(const char *words, char path[32])
{
    snprintf(path, 32, "/tmp/pleach-pairs-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    char text[512], *rest = text;
    snprintf(text, sizeof text, "%s", words);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        char *id = strchr(word, ':');
        if (id != NULL)
            *id++ = '\0';
        fprintf(f, "(S (A 0=%s))%s%s\n", word, id != NULL ? "\t" : "",
                id != NULL ? id : "");
    }
    fclose(f);
}

/* Pairs two such files; the result as "a=a b=- …", then the error if there is one. */
static void pair_up(const char *gold, const char *candidate, pl_pairs_options options,
                    char *out, size_t n)
{
    char paths[2][32];
    pl_source *sources[2];
    pl_eval_params params;
    pl_error err;
    pl_source_options read = {.format = pl_format_find("discbracket")};
    write_file(gold, paths[0]);
    write_file(candidate, paths[1]);
    for (int i = 0; i < 2; i++) {
        const char *path = paths[i];
        sources[i] = pl_source_open(&path, 1, &read, &err);
        assert_non_null(sources[i]);
    }
    pl_eval_params_init(&params);
    options.params = &params;
    pl_pairs *p = pl_pairs_open(sources[0], sources[1], &options);
    pl_sentence_pair pair;
    size_t used = 0;
    int got;
    while ((got = pl_pairs_next(p, &pair, &err)) > 0)
        used += (size_t)snprintf(out + used, n - used, "%s%s=%s%s", used > 0 ? " " : "",
                                 pair.gold != NULL ? pair.gold->tokens[0].word : "-",
                                 pair.candidate != NULL ? pair.candidate->tokens[0].word
                                                        : "-",
                                 pair.differs ? "!" : "");
    const char *first;
    size_t ids = pl_pairs_id_differences(p, &first);
    if (ids > 0)
        used += (size_t)snprintf(out + used, n - used, " [%zu ids: %s]", ids, first);
    if (got < 0)
        snprintf(out + used, n - used, "%s%s", used > 0 ? " " : "", err.text);
    pl_pairs_close(p);
    for (int i = 0; i < 2; i++) {
        pl_source_close(sources[i]);
        unlink(paths[i]);
    }
    pl_eval_params_release(&params);
}

static const pl_pairs_options plain = {0};
static const pl_pairs_options zero = {.missing_zero = true};
static const pl_pairs_options by_id = {.by_id = true};
static const pl_pairs_options by_id_zero = {.by_id = true, .missing_zero = true};
static const pl_pairs_options loose = {.loose = true};

#define MISSING(n, s, which) n " sentence" s " of the gold file " which

static void every_case(void **unused)
{
    (void)unused;
    /* clang-format off */
    static const struct {
        const char *gold, *candidate;
        const pl_pairs_options *options;
        const char *expected;
    } cases[] = {
        {"a b c", "a b c", &plain, "a=a b=b c=c"},
        {"", "", &plain, ""},
        /* missing at the front, in the middle, at the end */
        {"a b c", "b c", &plain,
         "b=b c=c " MISSING("1", "", "has no partner in the candidate: 1")},
        {"a b c d", "a d", &plain,
         "a=a d=d " MISSING("2", "s", "have no partner in the candidate: 2, 3")},
        {"a b c", "a b", &plain,
         "a=a b=b " MISSING("1", "", "has no partner in the candidate: 3")},
        {"a b:x c", "a c", &plain,
         "a=a c=c " MISSING("1", "", "has no partner in the candidate: 2 (x)")},
        {"a b", "", &plain, MISSING("2", "s", "have no partner in the candidate: 1, 2")},
        {"a b c d", "a d", &zero, "a=a b=- c=- d=d"},
        {"a b c", "", &zero, "a=- b=- c=-"},
        /* extra ones are always an error */
        {"a c", "a b c", &plain,
         "a=a c=c 1 sentence of the candidate has no partner in the gold file: 2"},
        {"a", "a b c", &zero,
         "a=a 2 sentences of the candidate have no partner in the gold file: 2, 3"},
        {"a b c", "a c d", &plain,
         "a=a c=c " MISSING("1", "", "has no partner in the candidate: 2") "; 1 sentence of "
         "the candidate has no partner in the gold file: 3"},
        {"1 2 3 4 5 6 7 8 9 10 11 12 13", "13", &plain,
         "13=13 " MISSING("12", "s",
                          "have no partner in the candidate: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 "
                          "and 2 more")},
        /* words that differ */
        {"a b c", "a x c", &plain,
         "a=a sentence 2: word 1 is 'b' in the gold file and 'x' in the candidate"},
        {"a b:id", "a x", &plain,
         "a=a sentence 2 (id): word 1 is 'b' in the gold file and 'x' in the candidate"},
        {"a b c", "a x c", &loose, "a=a b=x! c=c"},
        {"a b c d", "a x", &loose, "a=a b=x! c=-! d=-!"},
        {"a b", "a x y z", &loose, "a=a b=x! -=y! -=z!"},
        {"a b c", "a c", &loose,
         "a=a c=c " MISSING("1", "", "has no partner in the candidate: 2")},
        /* ids */
        {"a:1 b:2", "a:1 b:3", &plain,
         "a=a b=b [1 ids: sentence 2 is 2 in the gold file and 3 in the candidate]"},
        {"a:1 b:2", "a b", &plain, "a=a b=b"},
        {"a:1 b:2 c:3", "c:3 a:1 b:2", &by_id, "a=a b=b c=c"},
        {"a:1 b:2 c:3", "c:3 a:1", &by_id,
         "a=a c=c " MISSING("1", "", "has no partner in the candidate: 2 (2)")},
        {"a:1 b:2 c:3", "c:3 a:1", &by_id_zero, "a=a b=- c=c"},
        {"a:1", "c:3 a:1", &by_id,
         "a=a 1 sentence of the candidate has no partner in the gold file: 1 (3)"},
        {"a:1 b", "a:1 b:2", &by_id, "a=a sentence 2 of the gold file has no id"},
        {"a:1 b:2", "a:1 b", &by_id, "sentence 2 of the candidate has no id"},
        {"a:1 b:2", "a:1 a:1", &by_id,
         "sentence 2 of the candidate has the id 1 a second time"},
        {"a:1 a:1", "a:1", &by_id,
         "a=a sentence 2 of the gold file has the id 1 a second time"},
        {"a:1", "b:1", &by_id,
         "sentence 1 (1): word 1 is 'a' in the gold file and 'b' in the candidate"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char found[1024] = "";
        pair_up(cases[i].gold, cases[i].candidate, *cases[i].options, found,
                sizeof found);
        if (strcmp(found, cases[i].expected) != 0)
            fail_msg("%s / %s\n  found    %s\n  expected %s", cases[i].gold,
                     cases[i].candidate, found, cases[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
