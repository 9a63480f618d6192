/* Control parameters of dependency systems: any text. A setting that is accepted parses a
 * few words in any order of steps.
 * Code: src/machine/control.c src/machine/arcs.c src/machine/arc_actions.c */
#include "fuzz.h"

#include "machine/arc_oracle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    char *text = string_of((part){data, size});
    pl_dep_params p;
    pl_str printed = {0};
    if (pl_dep_params_parse(&p, "fuzz", text, &err) == 0 &&
        pl_dep_params_check(&p, &printed, &err) == 0 && (p.K == PL_DEP_INF || p.K < 50)) {
        pl_dep_probe(&p);
        pl_str_clear(&printed);
        pl_dep_params_print(&p, &printed);
        pl_dep_params again;
        require(pl_dep_params_parse(&again, "again", printed.at, &err) == 0, "refused",
                printed.at);
    }
    pl_str_release(&printed);
    free(text);
    return 0;
}
