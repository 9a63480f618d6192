/* The table of transforms and the pipeline; see transform.h. */
#include "transform/transform.h"

#include "base/alloc.h"
#include "base/str.h"

#include <stdlib.h>
#include <string.h>

/* In the order of the help. */
/* clang-format off */
#define TRANSFORM(name_, value_, inverse_, only_, carried_, code_, help_)                           \
    {.option = {.name = (name_), .group = "Transforms, applied in the order given",                \
                .type = PL_TEXT, .flags = PL_REPEATABLE, .value_name = (value_), .help = (help_)}, \
     .inverse = (inverse_), .only = (only_), .carried = (carried_), .code = (code_)}
const pl_transform pl_transforms[] = {
    /* name            argument                 inverse          only        carried  code */
    TRANSFORM("functions",      "MODE",                  NULL,            NULL,       true,  &pl_functions_code,
     "function labels: remove, keep (separate), add (NP-SB) or replace (SB for NP)"),
    TRANSFORM("punct",          "MODE",                  NULL,            NULL,       true,  &pl_punct_code,
     "punctuation: move, moveall, lca (from the root), root (to it), remove, keep"),
    TRANSFORM("root-attach",    NULL,                    NULL,            NULL,       true,  &pl_root_attach_code,
     "move nodes at the root into the gaps that they cause"),
    TRANSFORM("head-functions", "use|ignore",            NULL,            NULL,       false, &pl_head_functions_code,
     "for the next --heads: whether a child with function HD is the head (default: use)"),
    TRANSFORM("heads",          "RULES",                 NULL,            NULL,       false, &pl_heads_code,
     "mark head children by the rules RULES: a file, or negra, alpino, ptb, icepahc"),
    TRANSFORM("dependencies",   NULL,                    NULL,            NULL,       false, &pl_dependencies_code,
     "make dependencies from marked heads (--heads, or functions HD)"),
    TRANSFORM("constituents",   NULL,                    "dependencies",  NULL,       false, &pl_constituents_code,
     "make constituents from dependencies: a word and its dependents"),
    TRANSFORM("projectivize",   NULL,                    "deprojectivize", NULL,      false, &pl_projectivize_code,
     "lift dependencies until none crosses another; relations record that of the former head: nmod^nsubj"),
    TRANSFORM("deprojectivize", NULL,                    NULL,            NULL,       false, &pl_deprojectivize_code,
     "lower lifted dependencies again: the inverse of --projectivize, nearly always"),
    TRANSFORM("bin-label",      "colon|at|markov",       NULL,            NULL,       true,  &pl_bin_label_code,
     "with --binarize: label new nodes X:, @X or X|<Y> (default: the mode's)"),
    TRANSFORM("markov-h",       "N",                     NULL,            NULL,       true,  &pl_markov_h_code,
     "with --binarize: children in a markov label (default: 1)"),
    TRANSFORM("markov-v",       "N",                     NULL,            NULL,       true,  &pl_markov_v_code,
     "with --binarize: X and N-1 ancestors in a markov label (default: 1)"),
    TRANSFORM("binarize",       "MODE",                  "unbinarize",    NULL,       true,  &pl_binarize_code,
     "at most two children per node; MODE: sr-gap, swap, left, right, optimal"),
    TRANSFORM("unbinarize",     NULL,                    NULL,            NULL,       true,  &pl_unbinarize_code,
     "undo --binarize: remove the nodes that it added"),
    TRANSFORM("unary",          "collapse|keep|restore", "unary=restore", "collapse", true,  &pl_unary_code,
     "merge A over B into A+B, leave such nodes alone, or split them again"),
    TRANSFORM("traces",         "resolve|remove",        NULL,            NULL,       true,  &pl_traces_code,
     "Penn-style empty elements: move displaced constituents back to them and remove them, "
     "or only remove them; sentences without other words are left out"),
    TRANSFORM("collapse-same",  NULL,                    NULL,            NULL,       true,  &pl_collapse_same_code,
     "merge a node X and its only child if that is also an X"),
    TRANSFORM("split-disc",     NULL,                    "merge-disc",    NULL,       true,  &pl_split_disc_code,
     "split each discontinuous node into continuous parts: VP*0 VP*1"),
    TRANSFORM("merge-disc",     NULL,                    NULL,            NULL,       true,  &pl_merge_disc_code,
     "merge such parts: the inverse of --split-disc"),
    TRANSFORM("split-states",   "NAMES",                 "merge-states",  NULL,       true,  &pl_split_states_code,
     "add features to labels (S#rel): punct, relative, wh, vp, separated by commas"),
    TRANSFORM("merge-states",   NULL,                    NULL,            NULL,       true,  &pl_merge_states_code,
     "remove these features from labels: the inverse of --split-states"),
    TRANSFORM("raise",          NULL,                    NULL,            NULL,       true,  &pl_raise_code,
     "make trees continuous: children outside the head's block move up"),
    TRANSFORM("reorder",        "MODE",                  "reorder=restore", NULL,     false, &pl_reorder_code,
     "put the words into an order in which the tree is continuous: left, right, rightd, "
     "distI, label, label:NP=left,…,rightd; restore undoes it"),
    TRANSFORM("max-length",     "N",                     NULL,            NULL,       false, &pl_max_length_code,
     "leave out sentences of more than N words"),
    TRANSFORM("slice",          "A:B",                   NULL,            NULL,       false, &pl_slice_code,
     "keep the sentences from number A up to but not including B, counted from 0; either "
     "may be left out"),
    TRANSFORM("sample",         "N",                     NULL,            NULL,       false, &pl_sample_code,
     "keep N sentences drawn at random, in their order; --seed decides which"),
    TRANSFORM("seed",           "S",                     NULL,            NULL,       false, &pl_seed_code,
     "the seed of --sample (default: 0); the same seed draws the same sentences"),
    {.option.name = NULL},
};
/* clang-format on */

const pl_transform *pl_transform_find(const char *name)
{
    for (const pl_transform *t = pl_transforms; t->option.name != NULL; t++)
        if (strcmp(t->option.name, name) == 0)
            return t;
    return NULL;
}

const char *pl_transform_inverse(const pl_transform *t, const char *arg)
{
    if (t->inverse == NULL || (t->only != NULL && strcmp(t->only, arg) != 0))
        return NULL;
    const char *own = strchr(t->inverse, '=');
    return own != NULL && strcmp(own + 1, arg) == 0 ? NULL : t->inverse;
}

/* -- steps -------------------------------------------------------------------------- */

/* "punct takes move, root or keep, not 'away'". */
static int no_such_mode(const pl_transform *t, const char *arg, pl_error *err)
{
    pl_str names = {0};
    for (const pl_mode *m = t->code->modes; m->name != NULL; m++)
        pl_str_printf(&names, "%s%s",
                      m == t->code->modes ? ""
                      : m[1].name == NULL ? " or "
                                          : ", ",
                      m->name);
    pl_fail(err, PL_BAD_ARGUMENT, "%s takes %s, not '%s'", t->option.name, names.at, arg);
    pl_str_release(&names);
    return -1;
}

static int start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    const pl_transform_code *code = s->transform->code;
    s->change = code->change;
    if (code->modes != NULL) {
        const pl_mode *m = code->modes;
        while (m->name != NULL && strcmp(m->name, arg) != 0)
            m++;
        if (m->name == NULL)
            return no_such_mode(s->transform, arg, err);
        s->change = m->change;
    }
    return code->start != NULL ? code->start(p, s, arg, err) : 0;
}

int pl_pipeline_add(pl_pipeline *p, const char *name, const char *arg, pl_error *err)
{
    pl_step step = {.transform = pl_transform_find(name)};
    if (step.transform == NULL)
        return pl_fail(err, PL_BAD_ARGUMENT, "there is no transform '%s'", name);
    const char *takes = step.transform->option.value_name;
    if ((takes != NULL) != (arg != NULL))
        return pl_fail(err, PL_BAD_ARGUMENT, "the transform '%s' takes %s", name,
                       takes != NULL ? takes : "no argument");
    size_t size = step.transform->code->state_size;
    step.state = size > 0 ? pl_alloc_zero(1, size) : NULL;
    if (start(p, &step, arg, err) < 0) {
        free(step.state);
        return -1;
    }
    PL_PUSH(&p->steps, step);
    return 0;
}

static int apply_step(pl_step *s, pl_tree *t, pl_error *err)
{
    const pl_transform_code *code = s->transform->code;
    if (code->apply != NULL)
        return code->apply(s, t, err);
    if (code->try_change != NULL)
        return code->try_change(t, err) < 0 ? -1 : 1;
    if (s->change != NULL)
        s->change(t);
    return 1;
}

/* Applies the steps from number `from` on. */
static int apply_from(pl_pipeline *p, size_t from, pl_tree *t, pl_error *err)
{
    int keep = 1;
    for (size_t i = from; i < p->steps.n && keep > 0; i++)
        keep = apply_step(&p->steps.at[i], t, err);
    return keep;
}

int pl_pipeline_apply(pl_pipeline *p, pl_tree *t, pl_error *err)
{
    return apply_from(p, 0, t, err);
}

int pl_pipeline_held(pl_pipeline *p, pl_tree **t, pl_error *err)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        pl_step *s = &p->steps.at[i];
        while (s->transform->code->held != NULL && s->transform->code->held(s, t) > 0) {
            int keep = apply_from(p, i + 1, *t, err);
            if (keep != 0)
                return keep;
        }
    }
    return 0;
}

void pl_pipeline_release(pl_pipeline *p)
{
    for (size_t i = 0; i < p->steps.n; i++) {
        if (p->steps.at[i].transform->code->end != NULL)
            p->steps.at[i].transform->code->end(&p->steps.at[i]);
        free(p->steps.at[i].state);
    }
    PL_VEC_RELEASE(&p->steps);
}

/* -- signs in labels ------------------------------------------------------------------ */

const char *pl_double_sign(pl_arena *m, const char *text, char sign)
{
    char *doubled = pl_arena_alloc(m, 2 * strlen(text) + 1), *to = doubled;
    for (; *text != '\0'; text++) {
        *to++ = *text;
        if (*text == sign)
            *to++ = sign;
    }
    *to = '\0';
    return doubled;
}

void pl_halve_sign(char *text, char sign)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        *to++ = *from;
        if (from[0] == sign && from[1] == sign)
            from++;
    }
    *to = '\0';
}

const char *pl_number_before(const char *start, const char *end, uint32_t *value)
{
    const char *p = end;
    uint32_t place = 1;
    *value = 0;
    while (p > start && end - p < 9 && p[-1] >= '0' && p[-1] <= '9') {
        *value += (uint32_t)(*--p - '0') * place;
        place *= 10;
    }
    return p;
}
