/* A model of three trees, trained when it is first asked for, for targets that parse. */
#ifndef PL_TESTS_FUZZ_SMALL_MODEL_H
#define PL_TESTS_FUZZ_SMALL_MODEL_H

#include "fuzz.h"

#include "pleach.h"

static const char small_treebank[] =
    "(ROOT (S (NP (D 0=de) (N 1=man)) (V 2=slaapt)) (P 3=.))\n"
    "(ROOT (S (VP (N 0=Boeken) (V 3=gelezen)) (V 1=heeft) (N 2=hij)) (P 4=!))\n"
    "(ROOT (NP (D 0=het) (N 1=huis)))\n";

static inline void train_small_model(const char *path, int tagger)
{
    pl_error err;
    char in[] = "/tmp/pleach-fuzz-in-XXXXXX";
    const char *files[] = {in};
    int fd = mkstemp(in);
    require(fd >= 0 && write(fd, small_treebank, sizeof small_treebank - 1) > 0,
            "no treebank", in);
    close(fd);
    pl_train_options options = pl_train_defaults();
    options.features = "baseline";
    options.heads = "negra";
    options.beam = 2;
    options.epochs = 1;
    options.threads = 1;
    options.tagger = tagger;
    require(pl_train(files, 1, NULL, path, &options, &err) == 0, "no model", err.text);
    unlink(in);
}

static inline const pl_model *small_model(int tagger)
{
    static pl_model *model;
    pl_error error;
    char path[] = "/tmp/pleach-fuzz-XXXXXX";
    if (model != NULL)
        return model;
    setenv("PLEACH_SHARE", "share", 0); /* targets run at the top of the source tree */
    close(mkstemp(path));
    train_small_model(path, tagger);
    model = pl_model_open(path, NULL, &error);
    unlink(path);
    require(model != NULL, "no model", error.text);
    return model;
}

#endif
