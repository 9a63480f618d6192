/* Draws the sentences of a treebank that have a discontinuous constituent.
 *
 *     cc draw.c $(pkg-config --cflags --libs pleach) -o draw
 *     ./draw TREEBANK [text|svg|latex|html] */
#include <pleach.h>
#include <stdbool.h>
#include <stdio.h>

static bool has_gap(const pl_sentence *s)
{
    for (uint32_t v = pl_sentence_length(s); v < pl_sentence_nodes(s); v++)
        if (pl_sentence_gap_degree(s, v) > 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: draw TREEBANK [text|svg|latex|html]\n");
        return 2;
    }
    pl_error error;
    pl_treebank *in = pl_treebank_open(argv[1], NULL, &error);
    const pl_sentence *s;
    int got = -1;
    while (in != NULL && (got = pl_treebank_next(in, &s, &error)) > 0) {
        if (!has_gap(s))
            continue;
        char *picture = pl_sentence_draw(s, argc > 2 ? argv[2] : "text", &error);
        if (picture == NULL) {
            got = -1;
            break;
        }
        fputs(picture, stdout);
        pl_text_free(picture);
    }
    if (got < 0)
        fprintf(stderr, "draw: %s\n", error.text);
    pl_treebank_close(in);
    return got < 0;
}
