/* Corpora in one call, for pleach.h: of parts of treebanks, of words, of sentences. */
#include "api/api.h"

#include "base/alloc.h"
#include <stdlib.h>
#include <string.h>

/* -- treebanks ----------------------------------------------------------------------- */

/* Moves up to `most` sentences to the corpus: their number, or -1 with the reason. */
static int take_some(pl_corpus *c, pl_treebank *in, size_t most, size_t *count,
                     pl_error *error)
{
    const pl_sentence *s;
    if (in->fails) {
        in->fails = false;
        *error = in->error;
        return -1;
    }
    while (*count < most) {
        int got = pl_treebank_next(in, &s, &in->error);
        in->fails = got < 0;
        if (got <= 0)
            break;
        pl_api_corpus_add(c, s->tree, pl_treebank_format(in));
        ++*count;
    }
    return in->fails && *count == 0 ? take_some(c, in, most, count, error) : 0;
}

pl_corpus *pl_corpus_take(pl_treebank *const *in, size_t n, size_t most, size_t *counts,
                          pl_error *error)
{
    int status = 0;
    if (!pl_api_given(&error, "the list of treebanks", in, PL_LAST))
        return NULL;
    pl_corpus *c = pl_api_corpus();
    for (size_t i = 0; i < n && status == 0; i++) {
        size_t count = 0;
        status = pl_api_given(&error, "the treebank", in[i], PL_LAST)
                     ? take_some(c, in[i], most, &count, error)
                     : -1;
        if (counts != NULL)
            counts[i] = count;
    }
    return pl_api_corpus_made(c, status);
}

/* -- words --------------------------------------------------------------------------- */

/* Texts that stand one behind the other. */
typedef struct text_row {
    const char *at, *end;
} text_row;

/* The row of n bytes, which end with a zero byte, if there are any. */
static int open_row(text_row *row, const char *bytes, size_t n, pl_error *error)
{
    *row = (text_row){bytes, bytes != NULL ? bytes + n : NULL};
    if (n > 0 && bytes == NULL)
        return pl_fail(error, PL_BAD_ARGUMENT, "the bytes are missing");
    if (n > 0 && bytes[n - 1] != '\0')
        return pl_fail(error, PL_BAD_ARGUMENT, "the last text has no end");
    return 0;
}

/* The next n texts; `empty` stands for those that are empty. */
static int take_texts(text_row *row, const char **texts, uint32_t n, const char *empty,
                      pl_error *error)
{
    for (uint32_t i = 0; i < n; i++) {
        if (row->at == row->end)
            return pl_fail(error, PL_BAD_ARGUMENT, "there are fewer texts than words");
        texts[i] = row->at[0] != '\0' ? row->at : empty;
        row->at += strlen(row->at) + 1;
    }
    return 0;
}

static int add_words(pl_corpus *c, text_row *words, text_row *tags, uint32_t n,
                     pl_error *error)
{
    if (n > PL_MAX_TOKENS)
        return pl_fail(error, PL_TOO_LARGE, "%u words; %u are the most", n,
                       PL_MAX_TOKENS);
    const char **given = pl_alloc_zero((size_t)n * 2 + 1, sizeof *given);
    pl_arena arena = {0};
    int status = take_texts(words, given, n, "", error);
    if (status == 0 && tags->at != NULL)
        status = take_texts(tags, given + n, n, NULL, error);
    pl_tree *t = status == 0 ? pl_api_words(&arena, given, given + n, n, error) : NULL;
    if (t != NULL)
        pl_api_corpus_add(c, t, NULL);
    pl_arena_release(&arena);
    free(given);
    return t != NULL ? 0 : -1;
}

pl_corpus *pl_corpus_of_words(const uint32_t *lengths, size_t n, const char *words,
                              size_t n_words, const char *tags, size_t n_tags,
                              pl_error *error)
{
    text_row word_row, tag_row;
    const void *given = n > 0 ? (const void *)lengths : "";
    if (!pl_api_given(&error, "the list of lengths", given, PL_LAST) ||
        open_row(&word_row, words, n_words, error) < 0 ||
        open_row(&tag_row, tags, n_tags, error) < 0)
        return NULL;
    pl_corpus *c = pl_api_corpus();
    int status = 0;
    for (size_t i = 0; i < n && status == 0; i++) {
        status = add_words(c, &word_row, &tag_row, lengths[i], error);
        if (status < 0 && n > 1)
            pl_fail_prefix(error, "sentence %zu: ", i + 1);
    }
    if (status == 0 && (word_row.at != word_row.end || tag_row.at != tag_row.end))
        status = pl_fail(error, PL_BAD_ARGUMENT, "there are more texts than words");
    return pl_api_corpus_made(c, status);
}

/* -- sentences ----------------------------------------------------------------------- */

pl_corpus *pl_corpus_of(const pl_sentence *const *sentences, size_t n, pl_error *error)
{
    int status = 0;
    const void *given = n > 0 ? (const void *)sentences : "";
    if (!pl_api_given(&error, "the list of sentences", given, PL_LAST))
        return NULL;
    pl_corpus *c = pl_api_corpus();
    for (size_t i = 0; i < n && status == 0; i++)
        if (pl_api_given(&error, "the sentence", sentences[i], PL_LAST))
            pl_api_corpus_add(c, sentences[i]->tree, NULL);
        else
            status = -1;
    return pl_api_corpus_made(c, status);
}
