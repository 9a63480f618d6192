/* The loader of dependency models: whatever bytes it is given, it refuses them or makes a
 * model with which every word gets a head. The checksum is made right, so that what it
 * protects is reached.
 * Code: src/base/sections.c src/parser/transitions_file.c src/learn/compact.c
 * Code: src/machine/dependency.c src/machine/inventory_file.c */
#include "fuzz.h"

#include "parser/transitions.h"

static void parse(const pl_transitions *m, uint32_t beam)
{
    static const char *const words[] = {"den", "mand", "sover", "."};
    pl_arena arena = {0};
    pl_transitions_state *parser = pl_transitions_state_new(m, beam);
    for (uint32_t n = 0; n <= 4; n++) {
        pl_tree *t = pl_tree_new(&arena, n);
        for (uint32_t i = 0; i < n; i++)
            t->tokens[i].word = words[i];
        if (pl_transitions_run(parser, t, 1) > 0)
            pl_transitions_tree(parser, 0, t);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t at = i, steps = 0;
            while (at != PL_ROOT_HEAD && steps++ <= n)
                at = t->tokens[at].head;
            require(at == PL_ROOT_HEAD && t->tokens[i].deprel != NULL, "no head",
                    words[i]);
        }
    }
    pl_transitions_state_free(parser);
    pl_arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pl_error err;
    unsigned char *bytes = container_of(data, size, true);
    pl_sections *file = pl_sections_from_memory("input", bytes, size, &err);
    pl_str about = {0};
    if (file != NULL)
        pl_sections_text(file, "about", &about);
    pl_transitions *m = file != NULL ? pl_transitions_from(file, &about, &err) : NULL;
    if (m != NULL && !m->machine->ops->constituents) {
        parse(m, 1);
        parse(m, 3);
    }
    pl_transitions_free(m);
    pl_str_release(&about);
    pl_sections_close(file);
    free(bytes);
    return 0;
}
