/* Writes tokens and tagged (see read_plain.c) and text (see read_text.c): the raw text of
 * each sentence on a line of its own, where the source had it, else its words with blanks
 * between them (none after a word that CoNLL-U marks with SpaceAfter=No). */
#include "corpus/escape.h"
#include "corpus/formats.h"
#include "corpus/plain.h"
#include "corpus/writer.h"

#include <string.h>

static int check(const pl_writer *w, const pl_tree *t, pl_err *err)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].word[0] == '\0')
            return pl_fail(err, "word %u is empty, which %s cannot hold", i + 1,
                           w->format->name);
    return 0;
}

int pl_tokens_write(pl_writer *w, const pl_tree *t, pl_err *err)
{
    if (check(w, t, err) < 0)
        return -1;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        if (i > 0)
            pl_out_putc(w->out, ' ');
        pl_escape_write(w->out, t->tokens[i].word, pl_word_escapes);
    }
    pl_out_putc(w->out, '\n');
    return 0;
}

/* Words without a tag of their own get the coarse one, if there is that. */
int pl_tagged_write(pl_writer *w, const pl_tree *t, pl_err *err)
{
    if (check(w, t, err) < 0)
        return -1;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *tag = t->nodes[i].label;
        if (tag == NULL)
            tag = t->tokens[i].coarse;
        if (i > 0)
            pl_out_putc(w->out, ' ');
        pl_escape_write(w->out, t->tokens[i].word, pl_word_escapes);
        pl_out_putc(w->out, '/');
        if (tag != NULL)
            pl_escape_write(w->out, tag, pl_tag_escapes);
    }
    pl_out_putc(w->out, '\n');
    return 0;
}

static bool space_after(const pl_token *token)
{
    return token->misc == NULL || strstr(token->misc, "SpaceAfter=No") == NULL;
}

int pl_sentence_text_write(pl_writer *w, const pl_tree *t, pl_err *err)
{
    (void)err;
    if (t->text != NULL)
        pl_text_write(w->out, t->text);
    else
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            pl_text_write(w->out, t->tokens[i].word);
            if (i + 1 < t->n_tokens && space_after(&t->tokens[i]))
                pl_out_putc(w->out, ' ');
        }
    pl_out_putc(w->out, '\n');
    return 0;
}
