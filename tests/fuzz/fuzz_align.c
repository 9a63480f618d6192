/* Alignment of dependency files that are split into words differently: CoNLL-U, a line
 * with a % only, and CoNLL-U again. Partners must be mutual and in order.
 * Code: src/eval/deps.c src/eval/depdoc.c src/eval/align.c src/eval/conll18.c */
#include "fuzz.h"

#include "format/reader.h"
#include "eval/deps.h"

/* Adds every sentence that can be read; false if one of them has no dependencies. */
static bool add_all(pl_deps *d, part text, bool gold)
{
    pl_error err;
    pl_arena m = {0};
    bool good = true;
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", text.at, text.n),
                                 pl_format_find("conllu"), NULL, &err);
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
        require(partner >= last && partner < d->candidate.words.n,
                "partners out of order", NULL);
        require(d->candidate.words.at[partner].partner == i, "partners are not mutual",
                NULL);
        last = partner;
    }
    require(d->all.both <= d->all.heads && d->all.heads <= d->all.aligned &&
                d->all.aligned <= d->all.gold && d->all.aligned <= d->all.candidate,
            "more is right than there is", NULL);
    for (int i = 0; i < PL_N_MEASURES; i++) {
        const pl_measure_counts *m = &d->conll18.at[i];
        require(m->correct <= m->gold && m->correct <= m->candidate,
                "more of a measure is right than there is", NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part candidate = {data, size}, gold = take_part(&candidate);
    pl_deps d = {.names.universal = true};
    pl_error err;
    if (add_all(&d, gold, true) && add_all(&d, candidate, false)) {
        d.differ = true;
        if (pl_deps_finish(&d, &err) == 0)
            check_partners(&d);
    }
    pl_deps_release(&d);
    return 0;
}
