/* Function labels: separate from the category, in it, instead of it, or gone. */
#include "transform/transform.h"

#include <string.h>

/* "--" is how some corpora write that there is none. */
static bool has_function(const pl_node *n)
{
    return n->func != NULL && n->func[0] != '\0' && strcmp(n->func, "--") != 0;
}

static void remove_functions(pl_tree *t)
{
    for (pl_node *n = t->nodes; n < t->nodes + t->n_nodes; n++)
        n->func = NULL;
}

static void add_functions(pl_tree *t)
{
    for (pl_node *n = t->nodes; n < t->nodes + t->n_nodes; n++)
        if (has_function(n))
            n->label = pl_arena_printf(t->arena, "%s-%s",
                                       n->label != NULL ? n->label : "", n->func);
    remove_functions(t);
}

static void replace_labels(pl_tree *t)
{
    for (pl_node *n = t->nodes; n < t->nodes + t->n_nodes; n++)
        if (has_function(n))
            n->label = n->func;
    remove_functions(t);
}

static const pl_mode modes[] = {
    {"remove", remove_functions}, {"keep", NULL}, {"add", add_functions},
    {"replace", replace_labels},  {NULL, NULL},
};

const pl_transform_code pl_functions_code = {.modes = modes};
