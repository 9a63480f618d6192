/* Writes tokens and tagged (see read_plain.c) and text (see read_text.c): the raw text of
 * each sentence on a line of its own, where the source had it, else its words with blanks
 * between them: in CoNLL-U, none after one with SpaceAfter=No, and a multiword token in
 * the place of its words. */
#include "format/conll.h"
#include "format/escape.h"
#include "format/formats.h"
#include "format/plain.h"
#include "format/writer.h"

#include <string.h>

static int check(const pl_writer *w, const pl_tree *t, pl_error *err)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].word[0] == '\0')
            return pl_fail(err, PL_BAD_INPUT, "word %u is empty, which %s cannot hold",
                           i + 1, w->format->name);
    return 0;
}

int pl_tokens_write(pl_writer *w, const pl_tree *t, pl_error *err)
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
int pl_tagged_write(pl_writer *w, const pl_tree *t, pl_error *err)
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

/* Whether MISC, up to a tab or the end, has SpaceAfter=No among its fields. */
static bool says_glued(const char *misc)
{
    static const char field[] = "SpaceAfter=No";
    const size_t m = sizeof field - 1;
    for (size_t n; misc != NULL && (n = strcspn(misc, "|\t")) > 0; misc += n + 1) {
        if (n == m && strncmp(misc, field, m) == 0)
            return true;
        if (misc[n] != '|')
            break;
    }
    return false;
}

/* The last column of a line. */
static const char *last_column(const char *line)
{
    const char *tab = strrchr(line, '\t');
    return tab != NULL ? tab + 1 : NULL;
}

/* The line of the multiword token that begins with word i, its last word in *last; NULL
 * and i if there is none. *line goes on over the lines before the next word. */
static const char *range_at(const pl_tree *t, uint32_t i, const pl_line **line,
                            uint32_t *last)
{
    const char *range = NULL;
    *last = i;
    for (; *line != NULL && (*line)->before <= i; *line = (*line)->next) {
        pl_conll_id id = pl_conll_parse_id((*line)->text);
        if (id.kind == PL_CONLL_RANGE && id.first == i + 1 && id.second > id.first &&
            id.second <= t->n_tokens) {
            *last = id.second - 1;
            range = (*line)->text;
        }
    }
    return range;
}

/* Writes the second column of a line. */
static void put_form(pl_out *out, const char *line)
{
    const char *form = strchr(line, '\t');
    size_t n = form != NULL ? strcspn(++form, "\t") : 0;
    pl_out_put(out, n > 0 ? form : "_", n > 0 ? n : 1);
}

static void put_words(pl_writer *w, const pl_tree *t)
{
    const pl_line *line = t->lines;
    for (uint32_t i = 0, last; i < t->n_tokens; i = last + 1) {
        const char *range = range_at(t, i, &line, &last);
        bool glued = says_glued(t->tokens[i].misc);
        if (range != NULL) {
            put_form(w->out, range);
            glued = says_glued(last_column(range)) || says_glued(t->tokens[last].misc);
        } else
            pl_text_write(w->out, t->tokens[i].word);
        if (last + 1 < t->n_tokens && !glued)
            pl_out_putc(w->out, ' ');
    }
}

int pl_sentence_text_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    (void)err;
    if (t->text != NULL)
        pl_text_write(w->out, t->text);
    else
        put_words(w, t);
    pl_out_putc(w->out, '\n');
    return 0;
}
