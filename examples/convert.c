/* Reads a treebank, applies transforms, writes it in another format.
 *
 *     cc convert.c $(pkg-config --cflags --libs pleach) -o convert
 *     ./convert IN OUT FORMAT [TRANSFORM[=ARGUMENT]…]
 *     ./convert tiger.export tiger.dbr.zst discbracket punct=move functions=remove */
#include <pleach.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    pl_error error;
    if (argc < 4) {
        fprintf(stderr, "usage: convert IN OUT FORMAT [TRANSFORM[=ARGUMENT]…]\n");
        return 2;
    }
    pl_treebank *in = pl_treebank_open(argv[1], NULL, &error);
    pl_output *out = in != NULL ? pl_output_open(argv[2], argv[3], &error) : NULL;
    int status = out != NULL ? 0 : -1;
    for (int i = 4; i < argc && status == 0; i++) {
        char *argument = strchr(argv[i], '=');
        if (argument != NULL)
            *argument++ = '\0';
        status = pl_treebank_transform(in, argv[i], argument, &error);
    }
    const pl_sentence *s;
    while (status == 0 && (status = pl_treebank_next(in, &s, &error)) > 0)
        status = pl_output_put(out, s, &error);
    if (status == 0)
        status = pl_output_close(out, &error);
    else
        pl_output_cancel(out);
    pl_treebank_close(in);
    if (status < 0)
        fprintf(stderr, "convert: %s\n", error.text);
    return status < 0;
}
