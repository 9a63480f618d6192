/* Measures the cost of the public interface, compared with the program. Parses a file of words with a
 * model and writes a format, one sentence after the other, as a program in C would.
 *
 *     build/apispeed MODEL FORMAT FILE >trees
 */
#include <pleach.h>

#include <stdio.h>

static int fail(const pl_error *error)
{
    fprintf(stderr, "apispeed: %s\n", error->text);
    return 1;
}

int main(int argc, char **argv)
{
    pl_error error;
    if (argc != 4) {
        fprintf(stderr, "usage: apispeed MODEL FORMAT FILE\n");
        return 2;
    }
    pl_model *model = pl_model_open(argv[1], NULL, &error);
    pl_parser *parser = pl_parser_new(model);
    pl_treebank *in = model != NULL ? pl_model_read(model, argv[3], "tokens", &error) : NULL;
    pl_output *out = in != NULL ? pl_output_open("-", argv[2], &error) : NULL;
    const pl_sentence *words;
    int got = out != NULL ? 1 : -1;
    while (got > 0 && (got = pl_treebank_next(in, &words, &error)) > 0) {
        pl_sentence *tree = pl_parser_parse_sentence(parser, words, &error);
        if (tree == NULL || pl_output_put(out, tree, &error) < 0)
            got = -1;
        pl_sentence_free(tree);
    }
    if (got == 0 && pl_output_close(out, &error) < 0)
        got = -1;
    else if (got < 0)
        pl_output_cancel(out);
    pl_treebank_close(in);
    pl_parser_free(parser);
    pl_model_close(model);
    return got < 0 ? fail(&error) : 0;
}
