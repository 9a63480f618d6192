/* Scores trees against a gold standard.
 *
 *     cc evaluate.c $(pkg-config --cflags --libs pleach) -o evaluate
 *     ./evaluate GOLD PARSED */
#include <pleach.h>
#include <stdio.h>

static void print_scores(const pl_evaluation *e)
{
    printf("%llu sentences: ", (unsigned long long)pl_evaluation_sentences(e));
    if (pl_evaluation_of_dependencies(e)) {
        pl_attachment words = pl_evaluation_attachment(e, 1);
        printf("UAS %.2f, LAS %.2f\n", words.uas, words.las);
    } else {
        printf("F1 %.2f, discontinuous constituents %.2f, tags %.2f\n",
               pl_evaluation_all(e).f1, pl_evaluation_disc(e).f1,
               pl_evaluation_tagging(e));
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: evaluate GOLD PARSED\n");
        return 2;
    }
    pl_error error;
    pl_evaluation *e = pl_evaluation_new(NULL, &error);
    int status = e != NULL ? pl_evaluation_add_files(e, argv[1], argv[2], &error) : -1;
    if (status < 0)
        fprintf(stderr, "evaluate: %s\n", error.text);
    else
        print_scores(e);
    pl_evaluation_free(e);
    return status < 0;
}
