/* tokens and tagged: sentences without trees.
 *
 *     tokens   one sentence per line, words separated by blanks
 *     tagged   the same with word/TAG, cut at the last slash; or, if the first line has a
 *              tab, word<TAB>TAG with one word per line and a blank line after each
 *              sentence
 *
 * #SPC# in a word is a space; #SLH# in a tag is a slash. A word without tag ends in a
 * slash or a tab. */
#include "format/cut.h"
#include "format/lines.h"
#include "base/vec.h"

#include <string.h>

typedef struct word {
    const char *text, *tag;
} word;

typedef enum layout { UNKNOWN, SLASHES, TABS } layout;

typedef struct plain_reader {
    PL_VEC(word) words;
    layout layout; /* of tagged: decided by the first line */
} plain_reader;

/* -- reading ----------------------------------------------------------------------- */

static pl_tree *make_tree(const plain_reader *s, pl_arena *m)
{
    pl_tree *t = pl_tree_new(m, (uint32_t)s->words.n);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        t->tokens[i].word = s->words.at[i].text;
        t->nodes[i].label = s->words.at[i].tag;
    }
    return t;
}

static int add_word(plain_reader *s, word w, pl_error *err)
{
    PL_PUSH(&s->words, w);
    return pl_check_n_words(s->words.n, err);
}

typedef int taker(plain_reader *s, pl_arena *m, const char *text, size_t n,
                  pl_error *err);

/* A line as a sentence; each of its words is taken by `take`. */
static int read_words(pl_reader *r, pl_arena *m, const char *line, size_t n, taker *take,
                      pl_tree **tree, pl_error *err)
{
    plain_reader *s = r->state;
    s->words.n = 0;
    for (const char *p = line, *end = line + n; p < end; p++) {
        const char *from = p;
        while (p < end && !pl_is_blank(*p))
            p++;
        if (p > from && take(s, m, from, (size_t)(p - from), err) < 0)
            return pl_fail_in_sentence(r, 0, NULL, err);
    }
    *tree = make_tree(s, m);
    return 1;
}

/* The next line, blank ones left out unless they are to be kept: 1, 0 at the end, -1. */
static int next_line(pl_reader *r, const char **line, size_t *n, pl_error *err)
{
    const plain_reader *s = r->state;
    bool keep = r->options.keep_empty && s->layout != TABS;
    int got;
    do
        got = pl_in_line(r->in, line, n, err);
    while (got > 0 && !keep && pl_is_blank_line(*line));
    return got;
}

/* -- tokens ------------------------------------------------------------------------ */

static int take_token(plain_reader *s, pl_arena *m, const char *text, size_t n,
                      pl_error *err)
{
    return add_word(s, (word){pl_escape_read(m, text, n, &pl_word_escapes), NULL}, err);
}

static int read_tokens(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    const char *line;
    size_t n;
    int got = next_line(r, &line, &n, err);
    return got > 0 ? read_words(r, m, line, n, take_token, tree, err) : got;
}

/* -- tagged ------------------------------------------------------------------------ */

/* A word and its tag, cut before text[cut]. */
static int add_tagged(plain_reader *s, pl_arena *m, const char *text, size_t cut,
                      size_t n, pl_error *err)
{
    if (cut == 0)
        return pl_fail(err, PL_BAD_INPUT, "a tag without a word: %.*s",
                       (int)(n < 60 ? n : 60), text);
    word w = {pl_escape_read(m, text, cut, &pl_word_escapes), NULL};
    if (cut + 1 < n)
        w.tag = pl_escape_read(m, text + cut + 1, n - cut - 1, &pl_tag_escapes);
    return add_word(s, w, err);
}

static int take_slashed(plain_reader *s, pl_arena *m, const char *text, size_t n,
                        pl_error *err)
{
    size_t cut = n;
    while (cut > 0 && text[cut - 1] != '/')
        cut--;
    if (cut == 0)
        return pl_fail(err, PL_BAD_INPUT, "no tag: expected word/TAG, found %.*s",
                       (int)(n < 60 ? n : 60), text);
    return add_tagged(s, m, text, cut - 1, n, err);
}

static int take_tabbed(plain_reader *s, pl_arena *m, const char *line, size_t n,
                       pl_error *err)
{
    const char *tab = memchr(line, '\t', n);
    if (tab == NULL)
        return pl_fail(err, PL_BAD_INPUT, "no tag: expected word<TAB>TAG, found %.60s",
                       line);
    if (strchr(tab + 1, '\t') != NULL)
        return pl_fail(err, PL_BAD_INPUT, "more than the two columns word<TAB>TAG");
    return add_tagged(s, m, line, (size_t)(tab - line), n, err);
}

/* Sentences of word<TAB>TAG lines; `line` is the first. A bad line costs its sentence: the
 * rest of it is passed over. */
static int read_tabbed(pl_reader *r, pl_arena *m, const char *line, size_t n,
                       pl_error *err)
{
    plain_reader *s = r->state;
    bool bad = false;
    int got = 1;
    size_t bytes = 0;
    s->words.n = 0;
    while (got > 0 && !pl_is_blank_line(line)) {
        bytes += n;
        if (!bad &&
            (pl_check_n_bytes(bytes, err) < 0 || take_tabbed(s, m, line, n, err) < 0)) {
            pl_fail_in_sentence(r, 0, NULL, err);
            bad = true;
        }
        got = pl_in_line(r->in, &line, &n, bad ? NULL : err);
        if (got < 0 && !pl_in_broken(r->in)) {
            bad = true;
            line = "?";
            n = 1;
            got = 1;
        }
    }
    return bad || got < 0 ? -1 : 1;
}

static layout layout_of(const pl_reader *r)
{
    return r != NULL ? ((const plain_reader *)r->state)->layout : UNKNOWN;
}

/* Where the file does not begin, its first line does not tell the layout. */
static int start_tagged(pl_reader *r, pl_error *err)
{
    plain_reader *s = r->state;
    if (r->options.middle)
        s->layout = layout_of(r->options.first);
    return 0;
}

static size_t cut_tagged(pl_cutter *c)
{
    return layout_of(c->first) == TABS ? pl_cut_blank_line(c) : pl_cut_line(c);
}

static const pl_cut_rule pl_cut_tagged = {.find = cut_tagged, .has_head = true};

static int read_tagged(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    plain_reader *s = r->state;
    const char *line;
    size_t n;
    int got = next_line(r, &line, &n, err);
    if (got <= 0)
        return got;
    if (s->layout == UNKNOWN && !pl_is_blank_line(line))
        s->layout = memchr(line, '\t', n) != NULL ? TABS : SLASHES;
    if (s->layout != TABS)
        return read_words(r, m, line, n, take_slashed, tree, err);
    if (read_tabbed(r, m, line, n, err) < 0)
        return -1;
    *tree = make_tree(s, m);
    return 1;
}

static void read_end(pl_reader *r)
{
    PL_VEC_RELEASE(&((plain_reader *)r->state)->words);
}

/* -- writing ----------------------------------------------------------------------- */

/* Words without a tag of their own get the coarse one, if there is that. */
static void put_tag(pl_writer *w, const pl_tree *t, uint32_t i)
{
    const char *tag = t->nodes[i].label != NULL ? t->nodes[i].label : t->tokens[i].coarse;
    pl_out_putc(w->out, '/');
    if (tag != NULL)
        pl_writer_note(w, pl_escape_write(w->out, tag, &pl_tag_escapes) || *tag == '\0');
}

static int write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    if (pl_check_words(w, t, err) < 0)
        return -1;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        if (i > 0)
            pl_out_putc(w->out, ' ');
        pl_writer_note(w, pl_escape_write(w->out, t->tokens[i].word, &pl_word_escapes));
        if (w->format == &pl_format_tagged)
            put_tag(w, t, i);
    }
    pl_out_putc(w->out, '\n');
    return 0;
}

/* -- the rows of the table --------------------------------------------------------- */

const pl_format pl_format_tokens = {
    .name = "tokens",
    .cut = &pl_cut_lines,
    .end = PL_ENDS_LINE,
    .repairs = true,
    .extensions = ".tokens .tok",
    .about = "words only, one sentence per line",
    .reader_size = sizeof(plain_reader),
    .read = read_tokens,
    .read_end = read_end,
    .write = write,
};

const pl_format pl_format_tagged = {
    .name = "tagged",
    .cut = &pl_cut_tagged,
    .end = PL_ENDS_LINE,
    .repairs = true,
    .extensions = ".tagged .pos .tag",
    .about = "word/TAG, one sentence per line; word<TAB>TAG lines are read too",
    .holds = PL_HAS_TAGS,
    .reader_size = sizeof(plain_reader),
    .read_start = start_tagged,
    .read = read_tagged,
    .read_end = read_end,
    .write = write,
};
