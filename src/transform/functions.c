/* Function labels: separate from the category, in it, instead of it, or gone. */
#include "transform/transforms.h"

#include <string.h>

typedef void (*node_function)(pl_tree *t, pl_node *n);

/* "--" is how some corpora write that there is none. */
static bool has_function(const pl_node *n)
{
    return n->func != NULL && n->func[0] != '\0' && strcmp(n->func, "--") != 0;
}

static void keep(pl_tree *t, pl_node *n)
{
    (void)t, (void)n;
}

static void remove_function(pl_tree *t, pl_node *n)
{
    (void)t;
    n->func = NULL;
}

static void add(pl_tree *t, pl_node *n)
{
    if (has_function(n))
        n->label =
            pl_arena_printf(t->arena, "%s-%s", n->label != NULL ? n->label : "", n->func);
    n->func = NULL;
}

static void replace(pl_tree *t, pl_node *n)
{
    (void)t;
    if (has_function(n))
        n->label = n->func;
    n->func = NULL;
}

static const struct mode_row {
    const char *name;
    node_function change;
} modes[] = {
    {"remove", remove_function}, {"keep", keep}, {"add", add}, {"replace", replace}};

static int functions_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    (void)p;
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(modes[i].name, arg) == 0) {
            *(node_function *)s->state = modes[i].change;
            return 0;
        }
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "--functions takes remove, keep, add or replace, not %s", arg);
}

static int functions_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    (void)err;
    for (uint32_t v = 0; v < t->n_nodes; v++)
        (*(node_function *)s->state)(t, &t->nodes[v]);
    return 1;
}

const pl_transform pl_transform_functions = {
    .name = "functions",
    .arg = "MODE",
    .about =
        "function labels: remove, keep (separate), add (NP-SB) or replace (SB for NP)",
    .state_size = sizeof(node_function),
    .start = functions_start,
    .apply = functions_apply,
};
