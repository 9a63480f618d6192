/* The transforms on whatever trees there are: the first byte chooses between bracket and
 * discbracket, the rest is the text. None may crash; what is said to be continuous must
 * be, and what has an inverse must come back, every field.
 * Code: src/transform/split_disc.c src/transform/reorder.c src/transform/traces.c */
#include "fuzz.h"

#include "base/vec.h"
#include "count/stats.h"
#include "format/reader.h"
#include "format/writer.h"
#include "transform/transform.h"

/* Steps, their arguments, and what is true afterwards. */
enum { CONTINUOUS = 1, SAME = 2 };

/* clang-format off */
static const struct {
    const char *steps[2][2];
    int after;
} lines[] = {
    {{{"split-disc", NULL}},                            CONTINUOUS},
    {{{"split-disc", NULL}, {"merge-disc", NULL}},      SAME},
    {{{"merge-disc", NULL}},                            0},
    {{{"raise", NULL}},                                 CONTINUOUS},
    {{{"reorder", "left"}},                             CONTINUOUS},
    {{{"reorder", "dist2"}, {"reorder", "restore"}},    SAME},
    {{{"reorder", "label"}, {"reorder", "restore"}},    SAME},
    {{{"traces", "resolve"}, {"collapse-same", NULL}},  0},
    {{{"traces", "remove"}, {"split-disc", NULL}},      CONTINUOUS},
};
/* clang-format on */

static void violated(const char *step, const char *what, const pl_tree *t)
{
    pl_str text = {0};
    pl_error err;
    pl_writer *w =
        pl_writer_new(pl_out_memory(&text), pl_format_find("discbracket"), NULL, &err);
    pl_writer_put(w, t, &err);
    pl_writer_close(w, &err);
    fprintf(stderr, "%s\n", step);
    require(false, what, pl_str_text(&text));
}

static void run_line(size_t number, const pl_tree *t, pl_arena *m)
{
    pl_pipeline p = {0};
    pl_error err;
    pl_tree *copy = pl_tree_copy(t, m);
    for (size_t i = 0; i < 2 && lines[number].steps[i][0] != NULL; i++)
        if (pl_pipeline_add(&p, lines[number].steps[i][0], lines[number].steps[i][1],
                            &err) < 0)
            violated(lines[number].steps[i][0], err.text, t);
    int keep = pl_pipeline_apply(&p, copy, &err);
    const char *step = lines[number].steps[0][0];
    char why[256];
    if (keep > 0 && lines[number].after == CONTINUOUS && pl_tree_is_discontinuous(copy))
        violated(step, "still discontinuous", t);
    if (keep > 0 && lines[number].after == SAME &&
        !pl_tree_equal(t, copy, true, why, sizeof why))
        violated(step, why, t);
    if (lines[number].after == SAME && keep <= 0)
        violated(step, "the tree is gone", t);
    pl_pipeline_release(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    pl_error err;
    pl_arena m = {0};
    pl_stats stats = {0};
    pl_read_options options = {.split_functions = data[0] & 2};
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", data + 1, size - 1),
                                 pl_format_find(data[0] & 1 ? "bracket" : "discbracket"),
                                 &options, &err);
    for (int got = 1; got != 0 && r != NULL;) {
        pl_tree *t;
        pl_arena_reset(&m);
        got = pl_reader_next(r, &m, &t, &err);
        if (got > 0) {
            pl_stats_add(&stats, t);
            for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
                run_line(i, t, &m);
        }
    }
    pl_reader_close(r);
    pl_stats_release(&stats);
    pl_arena_release(&m);
    return 0;
}
