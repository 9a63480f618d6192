/* Chains of transforms: steps NAME or NAME=ARGUMENT between blanks, then trees in
 * discbracket. A chain is refused, or every tree that it lets through is a whole one with
 * as many words as before or fewer.
 * Code: src/transform/transform.c src/transform/binarize.c src/transform/bin_order.c
 * Code: src/transform/select.c src/transform/states.c src/transform/punct.c
 * Code: src/transform/unary.c src/transform/dependencies.c src/transform/functions.c */
#include "fuzz.h"

#include "format/reader.h"
#include "transform/transform.h"

enum { MOST_STEPS = 8 };

/* Rules for heads are read from files: only those that come with pleach. */
static bool allowed(const char *name, const char *arg)
{
    return strcmp(name, "heads") != 0 ||
           (arg != NULL && strspn(arg, "abcdefghijklmnopqrstuvwxyz") == strlen(arg));
}

static bool add_steps(pl_pipeline *p, char *text)
{
    pl_error err;
    char *at = text;
    for (int n = 0; n < MOST_STEPS; n++) {
        at += strspn(at, " \n\t");
        if (*at == '\0')
            return true;
        char *name = at;
        at += strcspn(at, " \n\t");
        if (*at != '\0')
            *at++ = '\0';
        char *arg = strchr(name, '=');
        if (arg != NULL)
            *arg++ = '\0';
        if (!allowed(name, arg) || pl_pipeline_add(p, name, arg, &err) < 0)
            return false;
    }
    return true;
}

static void run(pl_pipeline *p, part trees)
{
    pl_error err;
    pl_arena m = {0};
    pl_tree *t;
    pl_reader *r = pl_reader_new(pl_in_memory("fuzz", trees.at, trees.n),
                                 pl_format_find("discbracket"), NULL, &err);
    for (int got; (got = pl_reader_next(r, &m, &t, &err)) != 0; pl_arena_reset(&m)) {
        uint32_t n = got > 0 ? t->n_tokens : 0;
        if (got > 0 && pl_pipeline_apply(p, t, &err) > 0) {
            require(t->n_tokens <= n, "words from nowhere", NULL);
            require_whole(t);
        }
    }
    while (pl_pipeline_held(p, &t, &err) > 0)
        require_whole(t);
    pl_reader_close(r);
    pl_arena_release(&m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    part rest = {data, size};
    char *steps = string_of(take_part(&rest));
    pl_pipeline p = {0};
    if (add_steps(&p, steps))
        run(&p, rest);
    pl_pipeline_release(&p);
    free(steps);
    return 0;
}
