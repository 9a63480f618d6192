/* From any bytes to trees, as a program goes that uses the library: text is read, parsed
 * with a small model, drawn and written in every format. The first byte says whether the
 * bytes are text, words or tagged words. Each sentence must get a tree over its words; a
 * format may refuse a tree, but what discbracket writes must be readable again.
 * Code: src/parser/transitions.c src/parser/beam.c src/parser/item_scorer.c
 * Code: src/parser/item_values.c src/machine/sr_gap.c src/machine/items.c
 * Code: src/machine/derive.c */
#include "small_model.h"

static void read_again(const char *text, const pl_sentence *s)
{
    const pl_sentence *again;
    pl_error error;
    pl_treebank *in = pl_treebank_from_memory(text, strlen(text), "discbracket", &error);
    require(in != NULL && pl_treebank_next(in, &again, &error) == 1, error.text, text);
    require(pl_sentence_length(again) == pl_sentence_length(s), "other words", text);
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"text", "tokens", "tagged"};
    if (size == 0 || size > 4096)
        return 0;
    const pl_model *model = small_model(0);
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
        require(pl_sentence_length(tree) == pl_sentence_length(s), "words were lost", "");
        require(pl_sentence_length(s) == 0 || pl_sentence_root(tree) != PL_NONE,
                "no tree", pl_sentence_word(s, 0));
        write_all(tree);
        pl_sentence_free(tree);
    }
    pl_treebank_close(in);
    pl_parser_free(parser);
    return 0;
}
