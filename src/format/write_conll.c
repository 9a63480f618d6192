/* Writes conllx and conllu; see read_conll.c for what they are. What a sentence does not
 * have is `_`: words of a tree without dependencies have no head.
 *
 * conllu gets the lines that were kept (comments, multiword tokens, empty nodes), and
 * comments for the id and the text where they are not among these. conllx gets them only
 * if they came from conllx: the format as such has none. */
#include "format/conll.h"
#include "format/escape.h"
#include "format/writer.h"

#include <string.h>

static void put_column(pl_out *out, const char *text)
{
    pl_out_putc(out, '\t');
    pl_text_write(out, text != NULL && *text != '\0' ? text : "_");
}

static void put_head(pl_out *out, uint32_t head)
{
    if (head == PL_NONE)
        put_column(out, NULL);
    else
        pl_out_printf(out, "\t%u", head == PL_ROOT_HEAD ? 0 : head + 1);
}

/* MISC of a word of raw text: no white space follows; its first character and the one
 * after it, in the input. */
static void put_place(pl_out *out, const pl_token *token)
{
    pl_out_printf(out, "\t%sTokenRange=%zu:%zu", token->glued ? "SpaceAfter=No|" : "",
                  token->first_char, token->first_char + token->n_chars);
}

/* Whether what is written was read in the same format. */
static bool is_own(const pl_writer *w)
{
    const pl_preamble *from = w->options.preamble;
    return from != NULL && from->format != NULL &&
           strcmp(from->format, w->format->name) == 0;
}

/* Column 9. PHEAD is a number, DEPS has `HEAD:RELATION`: one is of no use in the place of
 * the other. */
static void put_deps(pl_writer *w, const char *deps, bool is_conllu)
{
    bool fits = deps == NULL || (strchr(deps, ':') != NULL) == is_conllu || is_own(w);
    put_column(w->out, fits ? deps : NULL);
    if (!fits)
        w->lost |= PL_HAS_MORE_HEADS;
}

static void put_word(pl_writer *w, const pl_tree *t, uint32_t i, bool is_conllu)
{
    pl_out *out = w->out;
    const pl_token *token = &t->tokens[i];
    const pl_node *node = &t->nodes[i];
    pl_out_printf(out, "%u", i + 1);
    put_column(out, token->word);
    put_column(out, node->lemma);
    put_column(out, token->coarse);
    put_column(out, node->label);
    put_column(out, node->morph);
    put_head(out, token->head);
    put_column(out, token->deprel);
    put_deps(w, token->deps, is_conllu);
    if (is_conllu && token->misc == NULL && token->end > 0)
        put_place(out, token);
    else
        put_column(out, token->misc);
    pl_out_putc(out, '\n');
}

/* Whether a kept line still says the truth: transforms may have taken words out. */
static bool still_fits(const pl_tree *t, const pl_line *line)
{
    if (pl_conll_comment(line->text, "text") != NULL)
        return t->text != NULL;
    pl_conll_id id = pl_conll_parse_id(line->text);
    return (id.kind == PL_CONLL_RANGE && id.first == line->before + 1 &&
            id.second >= id.first && id.second <= t->n_tokens) ||
           (id.kind == PL_CONLL_EMPTY && id.first == line->before) ||
           (id.kind != PL_CONLL_RANGE && id.kind != PL_CONLL_EMPTY);
}

/* Comments of other formats get a `#` in front, %% of export is taken off. */
static void put_line(pl_writer *w, const pl_tree *t, const pl_line *line)
{
    const char *text = line->text;
    pl_conll_kind kind = pl_conll_parse_id(text).kind;
    if (!still_fits(t, line)) {
        w->lost |= PL_HAS_COMMENTS;
        return;
    }
    if (*text != '#' && kind != PL_CONLL_RANGE && kind != PL_CONLL_EMPTY) {
        text += strspn(text, "% ");
        pl_out_puts(w->out, "# ");
    }
    pl_line_write(w->out, text);
    pl_out_putc(w->out, '\n');
}

/* `# KEY = VALUE`, unless the value is not known or among the kept lines. */
static void put_comment(pl_writer *w, const pl_tree *t, const char *key,
                        const char *value)
{
    for (const pl_line *line = t->lines; line != NULL && value != NULL; line = line->next)
        if (pl_conll_comment(line->text, key) != NULL)
            return;
    if (value == NULL)
        return;
    pl_out_printf(w->out, "# %s = ", key);
    pl_text_write(w->out, value);
    pl_out_putc(w->out, '\n');
}

static bool has_attrs(const pl_tree *t)
{
    bool has = t->attrs != NULL;
    for (uint32_t i = 0; i < t->n_nodes && !has; i++)
        has = t->nodes[i].attrs != NULL;
    return has;
}

static void put_words(pl_writer *w, const pl_tree *t, bool with_lines, bool is_conllu)
{
    const pl_line *line = with_lines ? t->lines : NULL;
    for (uint32_t i = 0; i <= t->n_tokens; i++) {
        for (; line != NULL && (line->before <= i || i == t->n_tokens); line = line->next)
            put_line(w, t, line);
        if (i < t->n_tokens)
            put_word(w, t, i, is_conllu);
    }
    pl_out_putc(w->out, '\n');
    if (has_attrs(t))
        w->lost |= PL_HAS_FIELDS;
}

/* A sentence without words would be a blank line, which says nothing. */
static int check(const pl_tree *t, pl_error *err)
{
    if (t->n_tokens == 0)
        return pl_fail(err, PL_BAD_INPUT, "no words, which CoNLL formats cannot hold");
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].word[0] == '\0')
            return pl_fail(err, PL_BAD_INPUT,
                           "word %u is empty, which CoNLL formats cannot hold", i + 1);
    return 0;
}

int pl_conllu_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    if (check(t, err) < 0)
        return -1;
    put_comment(w, t, "sent_id", t->id);
    put_comment(w, t, "text", t->text);
    put_words(w, t, true, true);
    return 0;
}

int pl_conllx_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    if (check(t, err) < 0)
        return -1;
    bool with_lines = is_own(w);
    if (!with_lines && t->lines != NULL)
        w->lost |= PL_HAS_COMMENTS;
    if (!with_lines && t->id != NULL)
        w->lost |= PL_HAS_IDS;
    put_words(w, t, with_lines, false);
    return 0;
}
