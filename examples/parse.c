/* Parses text and draws its trees, with a model (default: the Dutch one that comes with
 * pleach) and a file (default: standard input).
 *
 *     cc parse.c $(pkg-config --cflags --libs pleach) -o parse
 *     echo "Dat werkwoord had ze zelf uitgevonden." | ./parse */
#include <pleach.h>
#include <stdio.h>

static int draw_trees(const pl_model *model, const char *path, pl_error *error)
{
    pl_treebank *text = pl_model_read(model, path, NULL, error);
    if (text == NULL)
        return -1;
    pl_parser *parser = pl_parser_new(model);
    const pl_sentence *sentence;
    int got;
    while ((got = pl_treebank_next(text, &sentence, error)) > 0) {
        pl_sentence *tree = pl_parser_parse_sentence(parser, sentence, error);
        char *picture = tree != NULL ? pl_sentence_draw(tree, "text", error) : NULL;
        pl_sentence_free(tree);
        if (picture == NULL) {
            got = -1;
            break;
        }
        puts(picture);
        pl_text_free(picture);
    }
    pl_parser_free(parser);
    pl_treebank_close(text);
    return got;
}

int main(int argc, char **argv)
{
    pl_error error;
    pl_model *model = pl_model_open(argc > 1 ? argv[1] : NULL, NULL, &error);
    int got = model != NULL ? draw_trees(model, argc > 2 ? argv[2] : "-", &error) : -1;
    pl_model_close(model);
    if (got < 0)
        fprintf(stderr, "parse: %s\n", error.text);
    return got < 0 ? 1 : 0;
}
