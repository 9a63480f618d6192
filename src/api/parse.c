/* Parsing and drawing for pleach.h. */
#include "api/api.h"

#include "base/alloc.h"
#include "draw/draw.h"
#include "search/parser.h"

#include <stdlib.h>
#include <string.h>

struct pl_tree_parser {
    pl_model *model;
    pl_parser *parser;
};

enum { DEFAULT_BEAM = 4, MAX_BEAM = 1024 };

pl_tree_parser *pl_tree_parser_open(const char *path, uint32_t beam, pl_error *error)
{
    pl_err err;
    pl_model *model = pl_model_open(path, &err);
    if (model == NULL) {
        pl_api_fail(error, &err);
        return NULL;
    }
    if (beam == 0)
        beam = (uint32_t)pl_model_number(model, "beam", DEFAULT_BEAM);
    pl_tree_parser *p = pl_alloc_zero(1, sizeof *p);
    p->model = model;
    p->parser = pl_parser_new(model, beam < MAX_BEAM ? beam : MAX_BEAM);
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
    if (pl_parser_run(p->parser, s->tree, 1) > 0)
        pl_parser_tree(p->parser, 0, s->tree);
    pl_tree_compact(s->tree);
    return s;
}

void pl_tree_parser_close(pl_tree_parser *p)
{
    if (p == NULL)
        return;
    pl_parser_free(p->parser);
    pl_model_free(p->model);
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
