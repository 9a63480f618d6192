/* Alignment of dependency files that are split into words differently: CoNLL-U, a line
 * with a % only, and CoNLL-U again. Partners must be mutual and in order. */
#include "format/reader.h"
#include "eval/deps.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

/* Adds every sentence that can be read; false if one of them has no dependencies. */
static bool add_all(pl_deps *d, const char *text, size_t n, bool gold)
{
    pl_error err;
    pl_arena m = {0};
    bool good = true;
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", text, n), pl_format_find("conllu"),
                                 NULL, &err);
    for (int got = 1; got != 0 && good;) {
        pl_tree *t;
        pl_arena_reset(&m);
        got = pl_reader_next(r, &m, &t, &err);
        if (got > 0)
            good = pl_deps_add(d, gold ? t : NULL, gold ? NULL : t, true, &err) == 0;
    }
    pl_reader_close(r);
    pl_arena_release(&m);
    return good;
}

static void check_partners(const pl_deps *d)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < d->gold.words.n; i++) {
        uint32_t partner = d->gold.words.at[i].partner;
        if (partner == PL_NONE)
            continue;
        check(partner >= last && partner < d->candidate.words.n, "partners out of order");
        check(d->candidate.words.at[partner].partner == i, "partners are not mutual");
        last = partner;
    }
    check(d->all.both <= d->all.heads && d->all.heads <= d->all.aligned &&
              d->all.aligned <= d->all.gold && d->all.aligned <= d->all.candidate,
          "more is right than there is");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const char *middle = size > 0 ? memmem(text, size, "\n%\n", 3) : NULL;
    if (middle == NULL)
        return 0;
    pl_deps d = {.names.universal = true};
    pl_error err;
    size_t n = (size_t)(middle - text) + 1;
    if (add_all(&d, text, n, true) && add_all(&d, middle + 3, size - n - 2, false)) {
        d.differ = true;
        if (pl_deps_finish(&d, &err) == 0)
            check_partners(&d);
    }
    pl_deps_release(&d);
    return 0;
}
