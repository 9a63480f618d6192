/* Training for pleach.h. */
#include "api/api.h"

#include "train/training.h"

pl_train_options pl_train_defaults(void)
{
    return (pl_train_options){.seed = 1,
                              .prune = -1,
                              .tag_prune = -1,
                              .morph_prune = -1,
                              .function_prune = -1,
                              .robust = -1};
}

static int check_names(const char *const *names, size_t n, const char *what,
                       pl_error *error)
{
    for (size_t i = 0; i < n; i++)
        if (!pl_api_given(&error, what, names, what, names != NULL ? names[i] : NULL,
                          PL_LAST))
            return -1;
    return 0;
}

/* No output may be a file that is read. */
static int check_output(const pl_train_files *files, const char *output, pl_error *error)
{
    if (output == NULL)
        return 0;
    if (files->dev != NULL && pl_source_check_output(files->dev, output, error) < 0)
        return -1;
    return pl_source_check_output(files->treebank, output, error);
}

static int train_files(pl_train_files *files, const pl_train_options *o, pl_error *error)
{
    files->treebank = pl_source_open(files->names, files->n_names, NULL, error);
    if (files->treebank == NULL)
        return -1;
    if (files->dev_name != NULL &&
        (files->dev = pl_source_open(&files->dev_name, 1, NULL, error)) == NULL)
        return -1;
    if (check_output(files, files->output, error) < 0 ||
        check_output(files, o->checkpoint, error) < 0)
        return -1;
    return pl_train_from(o, files, error);
}

int pl_train(const char *const *treebanks, size_t n, const char *dev, const char *output,
             const pl_train_options *options, pl_error *error)
{
    pl_train_options defaults = pl_train_defaults();
    const pl_train_options *o = options != NULL ? options : &defaults;
    pl_train_files files = {
        .names = treebanks, .n_names = n, .dev_name = dev, .output = output};
    if (!pl_api_given(&error, "the treebank", n > 0 ? treebanks : NULL, "the output",
                      output, PL_LAST) ||
        check_names(treebanks, n, "the treebank", error) < 0 ||
        check_names(o->settings, o->n_settings, "a setting", error) < 0)
        return -1;
    int status = train_files(&files, o, error);
    pl_source_close(files.dev);
    pl_source_close(files.treebank);
    return status;
}
