/* The loader of models: whatever bytes it is given, it refuses them or makes a model that
 * tags, parses and gives functions. The checksum is made right, so that what it protects
 * is reached.
 * Code: src/base/sections.c src/parser/transitions_file.c src/learn/compact.c
 * Code: src/learn/classifier.c src/tag/tagger.c src/tag/morph.c src/tag/lemmas.c
 * Code: src/parser/net.c src/parser/net_encode.c src/parser/net_scorer.c src/parser/net_parser.c
 * Code: src/tag/function_labels.c src/machine/inventory_file.c */
#include "fuzz.h"

#include "tag/function_labels.h"
#include "tag/lemmas.h"
#include "tag/morph.h"
#include "parser/net_encode.h"
#include "parser/transitions.h"
#include "text/segment.h"
#include "tag/tagger.h"

typedef struct parts {
    pl_tagger *tagger; /* any may be NULL */
    pl_transitions *parser;
    pl_functions *functions;
    pl_morph *morph;
    pl_lemmas *lemmas;
} parts;

static void use(const parts *p)
{
    static const char *const words[] = {"de", "man", "slaapt", "."};
    pl_arena arena = {0}, scratch = {0};
    pl_transitions_state *parser =
        p->parser != NULL ? pl_transitions_state_new(p->parser, 2) : NULL;
    for (uint32_t n = 0; n <= 4; n++) {
        pl_tree *t = pl_tree_new(&arena, n);
        for (uint32_t i = 0; i < n; i++)
            t->tokens[i].word = words[i];
        if (p->tagger != NULL)
            pl_tagger_label(p->tagger, t, NULL, &scratch);
        if (p->morph != NULL)
            pl_morph_label(p->morph, t, true, &scratch);
        if (p->lemmas != NULL)
            pl_lemmas_label(p->lemmas, t, true, NULL, &scratch);
        if (parser != NULL) {
            pl_transitions_read(parser, &t, 1, 1u << PL_NET_TAGS | 1u << PL_NET_MORPHS);
            pl_transitions_label(parser, PL_NET_TAGS, t);
            pl_transitions_label(parser, PL_NET_MORPHS, t);
        }
        if (parser != NULL && pl_transitions_run(parser, t, 1) > 0)
            pl_transitions_tree(parser, 0, t);
        if (n > 0 && parser != NULL && p->parser->machine->ops->constituents &&
            t->nodes[t->root].size != n)
            abort();
        if (p->functions != NULL)
            pl_functions_label(p->functions, t, NULL, &scratch);
    }
    pl_transitions_state_free(parser);
    pl_arena_release(&arena);
    pl_arena_release(&scratch);
}

static void cut_text(const pl_rules *rules)
{
    static const char text[] = "Mr. Fox (who?) can't. \"No\" it's 3.\nthen";
    pl_segments words = {0};
    pl_segmenter segmenter = pl_segmenter_of(rules);
    segmenter.cut(segmenter.context, text, sizeof text - 1, &words);
    PL_VEC_RELEASE(&words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    unsigned char *bytes = container_of(
        data, size,
        size > 0 && data[size - 1] != 0xff); /* a last byte of 255: as it is */
    pl_sections *file = pl_sections_from_memory("input", bytes, size, &err);
    if (file != NULL) {
        pl_rules rules;
        pl_str about = {0};
        pl_sections_text(file, "about", &about);
        parts p = {.parser = pl_transitions_from(file, &about, &err)};
        pl_tagger_from(&p.tagger, file, &err);
        pl_functions_from(&p.functions, file, &err);
        pl_morph_from(&p.morph, file, &err);
        pl_lemmas_from(&p.lemmas, file, &err);
        use(&p);
        if (pl_rules_from(&rules, file, &err) > 0) {
            cut_text(&rules);
            pl_rules_release(&rules);
        }
        pl_tagger_free(p.tagger);
        pl_transitions_free(p.parser);
        pl_str_release(&about);
        pl_functions_free(p.functions);
        pl_morph_free(p.morph);
        pl_lemmas_free(p.lemmas);
    }
    pl_sections_close(file);
    free(bytes);
    return 0;
}
