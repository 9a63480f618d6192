/* The transforms that grammars name; see grammar_file.h. */
#include "grammar/grammar_file.h"

#include <stdlib.h>
#include <string.h>

/* Transforms that a grammar may ask for: none that reads files or leaves trees out. */
static const char *const steps[] = {
    "functions",     "punct",      "root-attach", "bin-label", "markov-h",
    "markov-v",      "binarize",   "unbinarize",  "unary",     "traces",
    "collapse-same", "split-disc", "merge-disc",  "raise",     "split-states",
    "merge-states",  NULL,
};

bool pl_grammar_step_known(const char *name, size_t n)
{
    for (const char *const *s = steps; *s != NULL; s++)
        if (strlen(*s) == n && strncmp(*s, name, n) == 0)
            return true;
    return false;
}

void pl_grammar_steps(pl_pipeline *p, const char *text)
{
    char *copy = pl_strdup(text), *rest = NULL;
    for (char *step = strtok_r(copy, " ", &rest); step != NULL;
         step = strtok_r(NULL, " ", &rest)) {
        char *arg = strchr(step, '=');
        if (arg != NULL)
            *arg++ = '\0';
        pl_pipeline_add(p, step, arg, NULL);
    }
    free(copy);
}
