/* Training for pleach.h. */
#include "api/api.h"

#include "train/training.h"

pl_train_options pl_train_defaults(void)
{
    return (pl_train_options){.seed = 1,
                              .prune = 0.05,
                              .tag_prune = 0.05,
                              .morph_prune = 0.05,
                              .function_prune = 0.05};
}

int pl_train(const char *const *treebanks, size_t n, const char *dev, const char *output,
             const pl_train_options *options, pl_error *error)
{
    pl_error err;
    pl_train_options defaults = pl_train_defaults();
    pl_train_files files = {
        .names = treebanks, .n_names = n, .dev_name = dev, .output = output};
    const char *const written[] = {output, options != NULL ? options->checkpoint : NULL};
    int status = -1;
    files.treebank = pl_source_open(treebanks, n, NULL, &err);
    if (files.treebank != NULL && dev != NULL)
        files.dev = pl_source_open(&dev, 1, NULL, &err);
    if (files.treebank != NULL && (dev == NULL || files.dev != NULL)) {
        status = 0;
        for (size_t i = 0; i < 2 && status == 0; i++)
            if (written[i] != NULL &&
                (pl_source_reads(files.treebank, written[i]) ||
                 (files.dev != NULL && pl_source_reads(files.dev, written[i]))))
                status = pl_fail(&err, PL_BAD_ARGUMENT,
                                 "%s is read, too: name another file for the output",
                                 written[i]);
        if (status == 0)
            status = pl_train_from(options != NULL ? options : &defaults, &files, &err);
    }
    pl_source_close(files.dev);
    pl_source_close(files.treebank);
    return status == 0 ? 0 : pl_api_fail(error, &err);
}
