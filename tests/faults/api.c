/* Uses the library the way a program does, for faults.c to make its calls fail: reads,
 * changes, writes, draws, trains, parses, scores, searches and checks. Everything is freed on the way out,
 * also after an error, so that a leak is the library's. Exits with 0, or with 1 and a
 * message. */
#include "pleach.h"

#include <stdio.h>
#include <stdlib.h>

static void out_of_memory(size_t size)
{
    fputs("api: out of memory\n", stderr);
    _Exit(1);
}

/* Prints a text and frees it: 0, or -1 for none. */
static int show(char *text)
{
    if (text == NULL)
        return -1;
    puts(text);
    pl_text_free(text);
    return 0;
}

static int show_sentence(const pl_sentence *s, pl_error *error)
{
    static const char *const formats[] = {"discbracket", "json", "export", "tigerxml"};
    static const char *const drawings[] = {"text", "svg", "latex"};
    int status = 0;
    for (size_t i = 0; i < sizeof formats / sizeof *formats && status == 0; i++)
        status = show(pl_sentence_text(s, formats[i], error));
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings && status == 0; i++)
        status = show(pl_sentence_draw(s, drawings[i], error));
    return status;
}

static int build(pl_error *error)
{
    const char *words[] = {"Darüber", "muss", "nachgedacht", "werden"};
    const char *tags[] = {"PROAV", "VMFIN", "VVPP", "VAINF"};
    const uint32_t inner[] = {0, 2};
    const char *steps[] = {"heads=negra", "binarize=sr-gap"};
    int status = -1;
    pl_sentence *s = pl_sentence_new(words, tags, 4, "S", error), *changed = NULL;
    if (s != NULL && pl_sentence_add(s, "VP", inner, 2, error) != PL_NONE &&
        pl_sentence_set(s, 0, PL_FIELD_LEMMA, "darüber", error) == 0 &&
        (changed = pl_sentence_transform(s, steps, 2, error)) != NULL)
        status = show_sentence(changed, error);
    pl_sentence_free(changed);
    pl_sentence_free(s);
    return status;
}

static int convert(pl_error *error)
{
    const pl_sentence *s;
    int got = -1;
    pl_treebank *in = pl_treebank_open("a.tiger.xml.gz", NULL, error);
    pl_output *out = in != NULL ? pl_output_open("out.export", "export", error) : NULL;
    if (out != NULL && pl_treebank_transform(in, "punct", "move", error) == 0)
        while ((got = pl_treebank_next(in, &s, error)) > 0)
            if (pl_output_put(out, s, error) < 0) {
                got = -1;
                break;
            }
    if (got < 0)
        pl_output_cancel(out);
    else
        got = pl_output_close(out, error);
    pl_treebank_close(in);
    return got;
}

static int train(pl_error *error)
{
    const char *treebank = "a.discbracket";
    pl_train_options options = pl_train_defaults();
    options.epochs = options.tag_epochs = 1;
    options.beam = 2;
    options.threads = 1;
    options.tagger = 1;
    return pl_train(&treebank, 1, NULL, "out.model", &options, error);
}

static int parse_all(pl_parser *parser, pl_treebank *text, pl_error *error)
{
    const pl_sentence *s;
    int got;
    while ((got = pl_treebank_next(text, &s, error)) > 0) {
        pl_sentence *tree = pl_parser_parse_sentence(parser, s, error);
        got = tree != NULL ? show(pl_sentence_text(tree, "discbracket", error)) : -1;
        if (got == 0)
            got = show(pl_parser_explain(parser, 0, error));
        pl_sentence_free(tree);
        if (got < 0)
            break;
    }
    return got;
}

static int parse(pl_error *error)
{
    static const char text[] = "Ik heb hem gezien. Dat is zo.";
    int status = -1;
    pl_model *model = pl_model_open("trees.model.zst", NULL, error);
    pl_treebank *in =
        model != NULL ? pl_model_text(model, text, sizeof text - 1, error) : NULL;
    pl_parser *parser = pl_parser_new(model);
    if (in != NULL)
        status = parse_all(parser, in, error);
    pl_treebank_close(in);
    pl_parser_free(parser);
    pl_model_close(model);
    return status;
}

static int evaluate(pl_error *error)
{
    pl_evaluation *e = pl_evaluation_new(NULL, error);
    int status = e != NULL
                     ? pl_evaluation_add_files(e, "a.discbracket", "a.discbracket", error)
                     : -1;
    if (status == 0)
        printf("F1 %.2f\n", pl_evaluation_all(e).f1);
    pl_evaluation_free(e);
    return status;
}

static int search(pl_error *error)
{
    static const char query[] = "#n:[NT] > #w:[word=/.*[a-e].*/] & discontinuous(#n)";
    const pl_sentence *s;
    int got = -1, n = 0;
    pl_search *search = pl_search_new(query, NULL, NULL, NULL, error);
    pl_treebank *in =
        search != NULL ? pl_treebank_open("a.discbracket", NULL, error) : NULL;
    for (size_t number = 1; in != NULL && n >= 0; number++) {
        if ((got = pl_treebank_next(in, &s, error)) <= 0)
            break;
        n = pl_search_find(search, s, number, error);
        for (int i = 0; i < n; i++)
            puts(pl_sentence_label(s, pl_search_node_named(search, (size_t)i, "#n")));
    }
    pl_treebank_close(in);
    pl_search_free(search);
    return n < 0 ? -1 : got;
}

static int check(pl_error *error)
{
    const pl_finding *f;
    int status = -1;
    pl_model *model = pl_model_open("trees.model.zst", NULL, error);
    pl_check_options options = {.model = model, .threads = 1, .limit = 3};
    pl_check *check = model != NULL ? pl_check_new(&options, error) : NULL;
    pl_treebank *in =
        check != NULL ? pl_treebank_open("a.discbracket", NULL, error) : NULL;
    if (in != NULL && pl_check_add_treebank(check, in, error) == 0)
        status = pl_check_run(check, error);
    for (size_t i = 0; status == 0 && (f = pl_check_finding(check, i)) != NULL; i++)
        printf("%s:%zu: %s: %s\n", f->file, f->number, f->place, f->reasons);
    pl_treebank_close(in);
    pl_check_free(check);
    pl_model_close(model);
    return status;
}

int main(void)
{
    static int (*const steps[])(pl_error *) = {build,    convert, train, parse,
                                               evaluate, search,  check};
    static char printed[1 << 16]; /* all of it: a write that fails leaves no hole */
    pl_error error = {0};
    setvbuf(stdout, printed, _IOFBF, sizeof printed);
    pl_set_out_of_memory(out_of_memory);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i](&error) < 0) {
            fprintf(stderr, "api: %s\n", error.text);
            return error.text[0] != '\0' ? 1 : 3;
        }
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    fputs("api: standard output could not be written\n", stderr);
    return 1;
}
