/* Evaluation: lines up to the first bracket are a parameter file, the rest are trees in
 * discbracket. Each tree is scored against itself, which must be perfect, and against the
 * one before, where nothing may match more often than it is there.
 * Code: src/eval/evalparams.c src/eval/brackets.c src/eval/details.c */
#include "fuzz.h"

#include "format/reader.h"
#include "eval/details.h"
#include "eval/brackets.h"

static void check_counts(const pl_counts *c)
{
    require(c->matched <= c->gold && c->matched <= c->candidate,
            "more matches than brackets", NULL);
    require(c->exact <= c->sentences, "more exact matches than sentences", NULL);
}

static void score_all(const pl_eval_params *params, const char *text, size_t n)
{
    pl_error err;
    pl_eval pairs, alone;
    pl_details details = {0};
    pl_arena arenas[2] = {{0}, {0}};
    pl_tree *before = NULL;
    pl_eval_init(&pairs, params);
    pl_eval_init(&alone, params);
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", text, n),
                                 pl_format_find("discbracket"), NULL, &err);
    for (int got = 1, turn = 0; got != 0; turn = !turn) {
        pl_tree *t = NULL;
        pl_arena_reset(&arenas[turn]);
        got = pl_reader_next(r, &arenas[turn], &t, &err);
        if (got <= 0 || (t->root == PL_NONE && t->n_tokens > 0)) {
            before = NULL;
            continue;
        }
        require(pl_eval_add(&alone, t, t, &err) == 0, "a tree differs from itself", NULL);
        require(alone.last.brackets.exact == 1 &&
                    alone.last.brackets.matched == alone.last.brackets.gold &&
                    alone.last.right_tags == alone.last.tags,
                "a tree is not like itself", NULL);
        if (before != NULL && pl_eval_add(&pairs, before, t, &err) == 0)
            pl_details_add(&details, &pairs);
        before = t;
    }
    pl_details_finish(&details);
    check_counts(&pairs.all.brackets);
    check_counts(&pairs.all.disc);
    check_counts(&pairs.short_ones.brackets);
    pl_reader_close(r);
    pl_details_release(&details);
    pl_eval_release(&pairs);
    pl_eval_release(&alone);
    pl_arena_release(&arenas[0]);
    pl_arena_release(&arenas[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const uint8_t *bracket = size > 0 ? memchr(data, '(', size) : NULL;
    size_t n = bracket != NULL ? (size_t)(bracket - data) : size;
    pl_eval_params params;
    pl_error err;
    pl_eval_params_init(&params);
    pl_in *in = pl_in_memory("fuzz", text, n);
    pl_eval_params_read(&params, in, &err); /* what stands before an error counts */
    pl_in_close(in);
    if (bracket != NULL)
        score_all(&params, text + n, size - n);
    pl_eval_params_release(&params);
    return 0;
}
