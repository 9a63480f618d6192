/* From any bytes to trees, as a program goes that uses the library: text is read, parsed
 * with a small model, drawn and written in every format. The first byte says whether the
 * bytes are text, words or tagged words. Each sentence must get a tree over its words; a
 * format may refuse a tree, but what discbracket writes must be readable again. */
#include "pleach.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char treebank[] =
    "(ROOT (S (NP (D 0=de) (N 1=man)) (V 2=slaapt)) (P 3=.))\n"
    "(ROOT (S (VP (N 0=Boeken) (V 3=gelezen)) (V 1=heeft) (N 2=hij)) (P 4=!))\n"
    "(ROOT (NP (D 0=het) (N 1=huis)))\n";

static void violated(const char *what, const char *detail)
{
    fprintf(stderr, "%s: %s\n", what, detail);
    abort();
}

/* A model of those trees, in a file. */
static void train(const char *path)
{
    pl_error err;
    char in[] = "/tmp/pleach-fuzz-in-XXXXXX";
    const char *files[] = {in};
    int fd = mkstemp(in);
    if (fd < 0 || write(fd, treebank, sizeof treebank - 1) < 0)
        violated("no treebank", in);
    close(fd);
    pl_train_options options = pl_train_defaults();
    options.features = "baseline";
    options.heads = "negra";
    options.beam = 2;
    options.epochs = 1;
    options.threads = 1;
    if (pl_train(files, 1, NULL, path, &options, &err) < 0)
        violated("no model", err.text);
    unlink(in);
}

static pl_model *model_once(void)
{
    static pl_model *model;
    pl_error error;
    char path[] = "/tmp/pleach-fuzz-XXXXXX";
    if (model != NULL)
        return model;
    setenv("PLEACH_SHARE", "share", 0); /* targets run at the top of the source tree */
    close(mkstemp(path));
    train(path);
    model = pl_model_open(path, NULL, &error);
    unlink(path);
    if (model == NULL)
        violated("no model", error.text);
    return model;
}

static void read_again(const char *text, const pl_sentence *s)
{
    const pl_sentence *again;
    pl_error error;
    pl_treebank *in = pl_treebank_from_memory(text, strlen(text), "discbracket", &error);
    if (in == NULL || pl_treebank_next(in, &again, &error) != 1)
        violated(error.text, text);
    if (pl_sentence_length(again) != pl_sentence_length(s))
        violated("other words", text);
    pl_treebank_close(in);
}

static void write_all(const pl_sentence *s)
{
    for (size_t i = 0; pl_format_name(i) != NULL; i++) {
        char *text = pl_sentence_text(s, pl_format_name(i), NULL);
        if (strcmp(pl_format_name(i), "discbracket") == 0)
            read_again(text, s);
        pl_text_free(text);
    }
    pl_text_free(pl_sentence_draw(s, "text", NULL));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"text", "tokens", "tagged"};
    if (size == 0 || size > 4096)
        return 0;
    const pl_model *model = model_once();
    pl_parser *parser = pl_parser_new(model);
    const char *bytes = (const char *)data + 1, *format = formats[data[0] % 3];
    pl_treebank *in = data[0] % 3 == 0
                          ? pl_model_text(model, bytes, size - 1, NULL)
                          : pl_treebank_from_memory(bytes, size - 1, format, NULL);
    const pl_sentence *s;
    for (int got = 1, bad = 0; got != 0 && bad < 100;) {
        got = pl_treebank_next(in, &s, NULL);
        bad += got < 0;
        if (got <= 0)
            continue;
        pl_sentence *tree = pl_parser_parse_sentence(parser, s, NULL);
        if (pl_sentence_length(tree) != pl_sentence_length(s))
            violated("words were lost", "");
        if (pl_sentence_length(s) > 0 && pl_sentence_root(tree) == PL_NONE)
            violated("no tree", pl_sentence_word(s, 0));
        write_all(tree);
        pl_sentence_free(tree);
    }
    pl_treebank_close(in);
    pl_parser_free(parser);
    return 0;
}
