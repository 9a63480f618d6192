/* Control parameters and feature templates of dependency systems: any text. A setting
 * that is accepted parses a few words in any order of steps. */
#include "machine/arc_oracle.h"
#include "parser/pair_values.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    char *text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    pl_dep_params p;
    pl_str printed = {0};
    if (pl_dep_params_parse(&p, "fuzz", text, &err) == 0 &&
        pl_dep_params_check(&p, &printed, &err) == 0 && (p.K == PL_DEP_INF || p.K < 50)) {
        pl_dep_probe(&p);
        pl_str_clear(&printed);
        pl_dep_params_print(&p, &printed);
        pl_dep_params again;
        if (pl_dep_params_parse(&again, "again", printed.at, &err) < 0)
            abort();
    }
    pl_templates t = {0};
    pl_templates_parse(&t, &pl_arcs_notation, "fuzz", text, &err);
    pl_templates_release(&t);
    pl_str_release(&printed);
    free(text);
    return 0;
}
