/* Trains a parser with a tagger and tells how it goes.
 *
 *     cc train.c $(pkg-config --cflags --libs pleach) -o train
 *     ./train MODEL TREEBANK [DEV] */
#include <pleach.h>
#include <stdio.h>

static int report(void *unused, const pl_train_report *r)
{
    (void)unused;
    if (r->stage == PL_TRAIN_READ)
        printf("%zu sentences, %zu words\n", r->sentences, r->tokens);
    if (r->stage == PL_TRAIN_EPOCH) {
        printf("epoch %u of %u: %.1f s", r->epoch, r->epochs, r->seconds);
        for (size_t i = 0; i < r->n_scores; i++)
            printf(", %s %.2f", r->scores[i].name, r->scores[i].value);
        printf("\n");
    }
    return 0; /* anything else would stop it and keep what has been learned */
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: train MODEL TREEBANK [DEV]\n");
        return 2;
    }
    pl_error error;
    pl_train_options options = pl_train_defaults();
    const char *treebank = argv[2];
    options.tagger = 1;
    options.epochs = 5;
    options.report = report;
    if (pl_train(&treebank, 1, argc > 3 ? argv[3] : NULL, argv[1], &options, &error) == 0)
        return 0;
    fprintf(stderr, "train: %s\n", error.text);
    return 1;
}
