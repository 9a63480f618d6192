/* Scores trees against a gold standard.
 *
 *     cc evaluate.c $(pkg-config --cflags --libs pleach) -o evaluate
 *     ./evaluate GOLD PARSED */
#include <pleach.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    pl_error error = {.text = "usage: evaluate GOLD PARSED"};
    pl_treebank *gold = argc == 3 ? pl_treebank_open(argv[1], NULL, &error) : NULL;
    pl_treebank *parsed = gold != NULL ? pl_treebank_open(argv[2], NULL, &error) : NULL;
    pl_evaluation *e = parsed != NULL ? pl_evaluation_new(NULL, &error) : NULL;
    const pl_sentence *a, *b;
    int got = -1;
    while (e != NULL && (got = pl_treebank_next(gold, &a, &error)) > 0) {
        got = pl_treebank_next(parsed, &b, &error);
        if (got < 0 || pl_evaluation_add(e, a, got > 0 ? b : NULL, &error) < 0) {
            got = -1;
            break;
        }
    }
    if (got == 0) {
        pl_figures all = pl_evaluation_all(e), disc = pl_evaluation_disc(e);
        printf("%llu sentences: F1 %.2f, discontinuous constituents %.2f, tags %.2f\n",
               (unsigned long long)pl_evaluation_sentences(e), all.f1, disc.f1,
               pl_evaluation_tagging(e));
    } else
        fprintf(stderr, "evaluate: %s\n", error.text);
    pl_evaluation_free(e);
    pl_treebank_close(parsed);
    pl_treebank_close(gold);
    return got != 0;
}
