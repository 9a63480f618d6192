/* Constraints for pleach.h. The handle is the library's own list. */
#include "api/api.h"

#include "base/alloc.h"
#include "format/constraint_text.h"

#include <stdlib.h>

pl_constraints *pl_constraints_new(void)
{
    return pl_alloc_zero(1, sizeof(pl_constraints));
}

void pl_constraints_free(pl_constraints *c)
{
    if (c == NULL)
        return;
    pl_constraints_release(c);
    free(c);
}

int pl_constraints_put(pl_constraints *c, const char *kind, const uint32_t *words,
                       uint32_t n, uint32_t head, const char *label, pl_error *error)
{
    if (!pl_api_given(&error, "the constraints", c, "the kind", kind, "the words", words,
                      PL_LAST))
        return -1;
    pl_constraint one = {pl_constraint_kind_of(kind, error), words, n, head, label};
    if (one.kind == PL_N_CONSTRAINTS)
        return -1;
    if (n > PL_MAX_TOKENS)
        return pl_fail(error, PL_TOO_LARGE, "a constraint has at most %u words",
                       PL_MAX_TOKENS);
    pl_constraints_add(c, &one);
    return 0;
}

int pl_constraints_put_sentence(pl_constraints *c, const pl_sentence *sentence,
                                uint32_t node, pl_error *error)
{
    if (!pl_api_given(&error, "the constraints", c, "the sentence", sentence, PL_LAST))
        return -1;
    const pl_tree *t = sentence->tree;
    if (node != PL_NONE && (node < t->n_tokens || node >= t->n_nodes))
        return pl_fail(error, PL_BAD_ARGUMENT, "there is no constituent %u", node);
    pl_constraints_add_tree(c, t, node);
    return 0;
}

int pl_constraints_put_json(pl_constraints *c, const char *bytes, size_t n,
                            pl_error *error)
{
    bytes = n > 0 ? bytes : "";
    if (!pl_api_given(&error, "the constraints", c, "the text", bytes, PL_LAST))
        return -1;
    return pl_constraints_add_json(c, bytes, n, error);
}
