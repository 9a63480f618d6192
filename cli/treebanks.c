/* Reading treebanks to learn from; see treebanks.h. */
#include "treebanks.h"

/* A tree that is transformed; one without words is nothing to learn from. */
static int add_tree(treebanks *t, pl_tree *tree, tree_user *add, void *context,
                    pl_error *err)
{
    if (tree->n_tokens == 0)
        return 0;
    input_look(&t->in, tree);
    return add(context, tree, err);
}

int treebanks_load(treebanks *t, size_t first, size_t n, tree_user *add, void *context,
                   pl_error *err)
{
    texts all = t->in.files;
    if (n > 0)
        t->in.files.at += first;
    t->in.files.n = n;
    stream s;
    pl_tree *tree;
    int got = stream_open(&s, &t->in, &t->transforms, progress_start(t->in.quiet), err);
    while (got >= 0 && (got = stream_next(&s, &tree, err)) > 0)
        if (add_tree(t, tree, add, context, err) < 0)
            got = input_bad_sentence(&t->in, s.source, tree, err);
    stream_close(&s);
    t->in.n_failed = t->in.n_empty = 0; /* they are told */
    t->in.files = all;
    return got;
}
