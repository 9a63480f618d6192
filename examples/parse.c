/* Parses a tagged sentence and draws its tree.
 *
 *     cc parse.c $(pkg-config --cflags --libs pleach) -o parse
 *     ./parse MODEL word/TAG word/TAG … */
#include <pleach.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    pl_error error;
    const char *words[100], *tags[100];
    uint32_t n = 0;
    pl_tree_parser *parser = argc > 1 ? pl_tree_parser_open(argv[1], 0, &error) : NULL;
    if (parser == NULL) {
        fprintf(stderr, "parse: %s\n", argc > 1 ? error.text : "no model given");
        return 1;
    }
    for (int i = 2; i < argc && n < 100; i++, n++) {
        char *slash = strrchr(argv[i], '/');
        tags[n] = slash != NULL ? slash + 1 : "";
        words[n] = argv[i];
        if (slash != NULL)
            *slash = '\0';
    }
    pl_sentence *s = pl_tree_parser_parse(parser, words, tags, n, &error);
    char *picture = s != NULL ? pl_sentence_draw(s, "text", &error) : NULL;
    if (picture != NULL)
        fputs(picture, stdout);
    else
        fprintf(stderr, "parse: %s\n", error.text);
    int status = picture != NULL ? 0 : 1;
    pl_text_free(picture);
    pl_sentence_free(s);
    pl_tree_parser_close(parser);
    return status;
}
