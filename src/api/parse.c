/* Parsing and drawing for pleach.h. */
#include "api/api.h"

#include "base/alloc.h"
#include "draw/draw.h"
#include "parse/engine.h"

#include <stdlib.h>
#include <string.h>

struct pl_tree_parser {
    pl_engine *engine;
    pl_worker *worker;
};

pl_tree_parser *pl_tree_parser_open(const char *path, uint32_t beam, pl_error *error)
{
    pl_err err;
    pl_engine_options o = {.beam = beam < PL_MAX_BEAM ? beam : PL_MAX_BEAM};
    pl_engine *engine = pl_engine_open(path, &o, &err);
    if (engine == NULL) {
        pl_api_fail(error, &err);
        return NULL;
    }
    pl_tree_parser *p = pl_alloc_zero(1, sizeof *p);
    p->engine = engine;
    p->worker = pl_worker_new(engine);
    return p;
}

pl_sentence *pl_tree_parser_parse(pl_tree_parser *p, const char *const *words,
                                  const char *const *tags, uint32_t n, pl_error *error)
{
    if (n > PL_MAX_TOKENS) {
        pl_err err;
        pl_fail(&err, "a sentence of %u words; %u are the most", n, PL_MAX_TOKENS);
        pl_api_fail(error, &err);
        return NULL;
    }
    pl_sentence *s = pl_alloc_zero(1, sizeof *s);
    s->tree = pl_tree_new(&s->arena, n);
    for (uint32_t i = 0; i < n; i++) {
        s->tree->tokens[i].word = pl_arena_strdup(&s->arena, words[i]);
        s->tree->nodes[i].label =
            tags != NULL ? pl_arena_strdup(&s->arena, tags[i]) : NULL;
    }
    if (pl_worker_run(p->worker, s->tree, 1) > 0)
        pl_worker_tree(p->worker, 0, s->tree);
    pl_tree_compact(s->tree);
    return s;
}

void pl_tree_parser_close(pl_tree_parser *p)
{
    if (p == NULL)
        return;
    pl_worker_free(p->worker);
    pl_engine_close(p->engine);
    free(p);
}

char *pl_sentence_draw(const pl_sentence *sentence, const char *format, pl_error *error)
{
    pl_err err;
    pl_str text = {0};
    int status = -1;
    pl_draw_options options = {.format = PL_DRAW_TEXT};
    while (options.format < PL_N_DRAW_FORMATS &&
           strcmp(pl_draw_format_names[options.format].name, format) != 0)
        options.format++;
    if (options.format == PL_N_DRAW_FORMATS)
        pl_fail(&err, "there is no drawing called '%s'", format);
    else {
        pl_out *out = pl_out_memory(&text);
        status = pl_draw(sentence->tree, &options, out, &err);
        if (pl_out_close(out, status == 0 ? &err : NULL) < 0)
            status = -1;
    }
    if (status == 0)
        return text.at != NULL ? text.at : pl_strdup("");
    pl_str_release(&text);
    pl_api_fail(error, &err);
    return NULL;
}
