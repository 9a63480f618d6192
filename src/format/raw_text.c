/* text: raw text. It is read a paragraph at a time: paragraphs are separated by blank
 * lines, and the ends of lines separate words; options may say that lines are typed. The
 * segmenter of the options cuts them into sentences, which may go over the ends of lines;
 * this is said once at the end. It is written one sentence per line: the raw text of a sentence where the
 * source had it, else its words.
 *
 * Whatever bytes come can be read: those that are not UTF-8, and NUL, are replaced by
 * U+FFFD, which is said once at the end; a paragraph of more than PL_GRID bytes (cut.h) may be
 * cut, at the end of a line, else at white space if it has any. Offsets of words, in bytes and in characters, are
 * offsets in the decompressed input without byte-order mark. For input in another encoding, they
 * are offsets in its UTF-8 form. A byte that was replaced is one character. */
#include "base/counted.h"
#include "format/cut.h"
#include "format/lines.h"
#include "base/utf8.h"
#include "base/vec.h"

#include <string.h>

enum { MAX_SENTENCE_WORDS = 1000 };

/* How often something was done, and where first. */
typedef struct tally {
    size_t n, line;
} tally;

typedef struct text_reader {
    pl_str raw;             /* bytes read and not used yet */
    pl_str text;            /* the paragraph, valid UTF-8 */
    PL_VEC(size_t) repairs; /* offsets in `text` of U+FFFD that stand for one byte */
    size_t repaired_before; /* of them, before the word looked at last */
    pl_segments words;
    size_t next;  /* word to go on with */
    size_t base;  /* offset of the paragraph in the input */
    size_t after; /* of what follows it */
    size_t grid;  /* a long paragraph is cut behind this byte; 0: none has begun */
    bool at_line; /* it was cut where a line begins */
    size_t chars; /* in the input before the byte `counted` of the paragraph */
    size_t counted;
    size_t line;                                /* ends of lines so far … */
    size_t began;                               /* … and before the paragraph */
    tally repaired, cut, cut_sentences, joined; /* what was done to the text */
    bool end, told;
} text_reader;

static int start(pl_reader *r, pl_error *err)
{
    text_reader *s = r->state;
    s->after = r->options.place;
    if (r->options.segmenter != NULL)
        return 0;
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "%s: raw text needs a tokenizer, and none is given",
                   pl_in_name(r->in));
}

/* -- paragraphs -------------------------------------------------------------------- */

/* Appends up to a line, at most a buffer: 1, 0 at the end, -1. */
static int take_bytes(pl_reader *r, pl_error *err)
{
    text_reader *s = r->state;
    char buffer[4096];
    const char *bytes;
    size_t n = pl_in_peek(r->in, 1, &bytes);
    if (n > sizeof buffer)
        n = sizeof buffer;
    const char *newline = n > 0 ? memchr(bytes, '\n', n) : NULL;
    if (newline != NULL)
        n = (size_t)(newline - bytes) + 1;
    long got = pl_in_read(r->in, buffer, n > 0 ? n : 1, err);
    if (got > 0)
        pl_str_put(&s->raw, buffer, (size_t)got);
    return got > 0 ? 1 : (int)got;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

/* Where the first blank line that ends the paragraph begins, or the next line where each of
 * them is a paragraph; 0 if there is none yet. */
static size_t paragraph_end(const pl_str *raw, size_t from, bool lines)
{
    const char *newline = lines ? memchr(raw->at + from, '\n', raw->n - from) : NULL;
    if (lines)
        return newline != NULL ? (size_t)(newline + 1 - raw->at) : 0;
    for (size_t i = from; i < raw->n; i++) {
        if (raw->at[i] != '\n')
            continue;
        size_t k = i + 1;
        while (k < raw->n && raw->at[k] != '\n' && is_blank(raw->at[k]))
            k++;
        if (k < raw->n && raw->at[k] == '\n')
            return i + 1;
    }
    return 0;
}

/* Where the paragraph is cut if it goes on behind raw[at]: where a line begins, else after white
 * space, else before a character, up to `end`, which may be that of the paragraph. Each is the first
 * one, so that it can be found from the bytes around it (cut.h). */
static size_t cut_long(const pl_str *raw, size_t at, size_t end, bool ends)
{
    size_t line = at, word = at;
    while (line <= end && (line == 0 || raw->at[line - 1] != '\n'))
        line++;
    if (line <= end || ends)
        return line <= end ? line : end;
    while (word <= end && (word == 0 || !is_blank(raw->at[word - 1])))
        word++;
    if (word <= end)
        return word;
    while (at < end && !pl_utf8_begins(raw->at[at]))
        at++;
    return at;
}

/* A paragraph begins: the multiple of PL_GRID behind which it is cut, if it is so long, is at least
 * PL_GRID bytes away. One that goes on where a file was cut is cut behind the next. */
static void set_grid(const pl_reader *r, text_reader *s)
{
    bool goes_on = r->options.middle && !r->options.lines && s->line == 0;
    s->grid = goes_on ? (r->options.place / PL_GRID + 1) * PL_GRID
                      : (s->after / PL_GRID + 2) * PL_GRID;
}

/* Passes over blanks at the start, and ends of lines if no paragraph has begun. A blank line ends
 * one that was cut before it. */
static void skip_blanks(text_reader *s)
{
    size_t n = 0;
    for (; n < s->raw.n && is_blank(s->raw.at[n]); n++)
        if (s->raw.at[n] == '\n' && s->grid > 0) {
            if (!s->at_line)
                break;
            s->grid = 0;
        }
    for (size_t i = 0; i < n; i++)
        s->line += s->raw.at[i] == '\n';
    s->after += n;
    s->chars += n;
    memmove(s->raw.at, s->raw.at + n, s->raw.n - n);
    s->raw.n -= n;
}

static void note(tally *c, size_t lines_before)
{
    if (c->n++ == 0)
        c->line = lines_before + 1;
}

/* Whether `raw` begins with a whole paragraph, or one that is to be cut: its bytes in *n. `from`:
 * no blank line begins before. */
static bool is_whole(const pl_reader *r, text_reader *s, size_t from, size_t *n)
{
    size_t grid = s->grid - s->after, most = grid + PL_GRID_LINE;
    *n = s->raw.n > 0 ? paragraph_end(&s->raw, from, r->options.lines) : 0;
    if (*n == 0 && s->end)
        *n = s->raw.n;
    bool ends = *n > 0 && *n <= most;
    if (ends ? *n > grid : s->raw.n > most) {
        size_t cut = cut_long(&s->raw, grid, ends ? *n : most, ends);
        if (!ends || cut < *n) {
            *n = cut;
            s->at_line = s->raw.at[cut - 1] == '\n';
            note(&s->cut, s->line);
            s->grid += PL_GRID;
            return true;
        }
    }
    if (*n > 0)
        s->grid = 0;
    return *n > 0;
}

/* Reads on until `raw` begins with a whole paragraph, of *n bytes: 1, 0, -1. */
static int gather(pl_reader *r, size_t *n, pl_error *err)
{
    text_reader *s = r->state;
    size_t searched = 0;
    for (;;) {
        if (searched == 0 && s->raw.n > 0)
            skip_blanks(s);
        if (s->raw.n > 0 && s->grid == 0)
            set_grid(r, s);
        if (is_whole(r, s, searched, n))
            return 1;
        if (s->end)
            return 0;
        /* a line end at the very end may turn out to be before a blank line */
        size_t last = s->raw.n;
        while (last > searched && is_blank(s->raw.at[last - 1]))
            last--;
        searched = last;
        int got = take_bytes(r, err);
        if (got < 0)
            return -1;
        s->end = got == 0;
    }
}

/* The paragraph as valid UTF-8. */
static void repair(text_reader *s, const char *bytes, size_t n)
{
    s->repairs.n = s->repaired_before = 0;
    pl_str_clear(&s->text);
    while (n > 0) {
        size_t good = pl_utf8_good(bytes, n);
        for (size_t i = 0; i < good; i++)
            s->line += bytes[i] == '\n';
        pl_str_put(&s->text, bytes, good);
        bytes += good;
        n -= good;
        if (n > 0) {
            note(&s->repaired, s->line);
            PL_PUSH(&s->repairs, s->text.n);
            pl_str_puts(&s->text, "\ufffd");
            bytes++;
            n--;
        }
    }
}

/* The number of characters in the input before byte `at` of the paragraph, which only
 * grows. */
static size_t chars_before(text_reader *s, size_t at)
{
    for (; s->counted < at; s->counted++)
        s->chars += pl_utf8_begins(s->text.at[s->counted]);
    return s->chars;
}

static int next_paragraph(pl_reader *r, pl_error *err)
{
    text_reader *s = r->state;
    size_t n;
    if (s->text.n > 0)
        chars_before(s, s->text.n); /* what follows the last word */
    int got = gather(r, &n, err);
    if (got <= 0)
        return got;
    s->base = s->after;
    s->began = s->line;
    s->counted = 0;
    repair(s, s->raw.at, n);
    s->after += n;
    memmove(s->raw.at, s->raw.at + n, s->raw.n - n);
    s->raw.n -= n;
    s->words.n = s->next = 0;
    r->options.segmenter->cut(r->options.segmenter->context, pl_str_text(&s->text),
                              s->text.n, &s->words);
    return 1;
}

/* -- sentences --------------------------------------------------------------------- */

/* The offset in the input of an offset in the paragraph; both only grow. */
static size_t in_input(text_reader *s, size_t at)
{
    while (s->repaired_before < s->repairs.n && s->repairs.at[s->repaired_before] < at)
        s->repaired_before++;
    return s->base + at - 2 * s->repaired_before;
}

/* Takes the hyphen and the end of line out of a word that was broken there. */
static char *mend(char *word)
{
    for (char *line; (line = strchr(word, '\n')) != NULL;) {
        size_t hyphen = line > word ? (size_t)(line - word) : 0;
        hyphen = hyphen > 0 ? pl_utf8_before(word, hyphen) : 0;
        memmove(word + hyphen, line + 1, strlen(line + 1) + 1);
    }
    return word;
}

static const char *word_text(pl_arena *m, const char *text, const pl_segment *w)
{
    if (w->before == NULL && w->after == NULL)
        return mend(pl_arena_strndup(m, text + w->begin, w->end - w->begin));
    return pl_arena_printf(m, "%s%.*s%s", w->before != NULL ? w->before : "",
                           (int)(w->end - w->begin), text + w->begin,
                           w->after != NULL ? w->after : "");
}

/* The raw text of the sentence on one line. */
static char *sentence_text(pl_arena *m, const char *text, size_t begin, size_t end)
{
    char *copy = pl_arena_strndup(m, text + begin, end - begin);
    for (char *c = copy; *c != '\0'; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    return copy;
}

/* After the last word of a paragraph there is white space only, unless it was cut there.
 */
static bool glued(const text_reader *s, size_t i)
{
    size_t end = s->words.at[i].end;
    if (i + 1 < s->words.n)
        return s->words.at[i + 1].begin == end;
    return end == s->text.n && s->raw.n > 0 && !is_blank(s->raw.at[0]);
}

/* Where text[begin … end) of the paragraph is in the input. Places only grow. */
static void set_place(text_reader *s, pl_token *token, size_t begin, size_t end)
{
    token->begin = in_input(s, begin);
    token->end = in_input(s, end);
    token->first_char = chars_before(s, begin);
    token->n_chars = (uint32_t)(chars_before(s, end) - token->first_char) & INT32_MAX;
}

/* The line of a multiword token of the words from i on, in CoNLL-U; `place` is where it is
 * in the input. */
static void add_range(pl_tree *t, uint32_t i, uint32_t n, const char *form, size_t length,
                      const pl_token *place)
{
    const char *mark = pl_counted_mark(PL_COUNTED_PLACE, t->relative);
    pl_tree_add_line(t, i,
                     pl_arena_printf(t->arena,
                                     "%u-%u\t%.*s\t_\t_\t_\t_\t_\t_\t_\t%sTokenRange=%s%zu:%s%zu",
                                     i + 1, i + n, (int)length, form,
                                     place->glued ? "SpaceAfter=No|" : "", mark,
                                     place->first_char, mark,
                                     place->first_char + place->n_chars));
}

/* Words of a multiword token that the text does not have are where the token is. */
static void finish_range(text_reader *s, pl_tree *t, uint32_t i, size_t from, uint32_t n)
{
    const pl_segment *w = &s->words.at[from];
    const pl_token *a = &t->tokens[i], *b = &t->tokens[i + n - 1];
    pl_token place = {.begin = a->begin, .end = b->end, .first_char = a->first_char};
    place.n_chars =
        (uint32_t)(b->first_char + b->n_chars - place.first_char) & INT32_MAX;
    place.glued = b->glued;
    for (uint32_t k = 0; k < n; k++)
        if (w[k].before != NULL || w[k].after != NULL) {
            t->tokens[i + k].begin = place.begin;
            t->tokens[i + k].end = place.end;
            t->tokens[i + k].first_char = place.first_char;
            t->tokens[i + k].n_chars = place.n_chars;
        }
    add_range(t, i, n, pl_str_text(&s->text) + w[0].begin, w[n - 1].end - w[0].begin, &place);
}

static pl_tree *make_tree(const pl_reader *r, pl_arena *m, size_t from, size_t to)
{
    text_reader *s = r->state;
    const char *text = pl_str_text(&s->text);
    pl_tree *t = pl_tree_new(m, (uint32_t)(to - from));
    t->relative = r->options.middle;
    for (size_t i = from; i < to; i++) {
        pl_token *token = &t->tokens[i - from];
        const pl_segment *w = &s->words.at[i];
        token->word = word_text(m, text, w);
        set_place(s, token, w->begin, w->end);
        token->glued = glued(s, i);
    }
    for (size_t i = from; i < to; i++) {
        uint32_t n = s->words.at[i].n_words;
        if (n > 1 && n <= to - i) /* a sentence that is too long is cut anywhere */
            finish_range(s, t, (uint32_t)(i - from), i, n);
    }
    t->text = sentence_text(m, text, s->words.at[from].begin, s->words.at[to - 1].end);
    return t;
}

static void tell_count(pl_reader *r, const tally *c, const char *one, const char *many,
                       const char *what, const char *advice)
{
    pl_error message;
    if (c->n == 0)
        return;
    pl_fail(&message, PL_BAD_INPUT, "%s: %zu %s %s; the first in line %zu%s",
            pl_in_name(r->in), c->n, c->n == 1 ? one : many, what, c->line, advice);
    r->options.note(r->options.note_context, message.text);
}

/* Says, at the end, what was done to the text. */
static void tell(pl_reader *r)
{
    text_reader *s = r->state;
    pl_str invalid = {0};
    if (!s->told && r->options.note != NULL) {
        pl_str_printf(&invalid, "not valid %s, replaced by U+FFFD",
                      pl_encodings[pl_in_encoding(r->in)].title);
        tell_count(r, &s->repaired, "byte was", "bytes were", pl_str_text(&invalid),
                   pl_in_hint(r->in));
        tell_count(r, &s->cut, "paragraph was", "paragraphs were", "cut after 512 KiB or more",
                   "");
        tell_count(r, &s->cut_sentences, "sentence was", "sentences were",
                   "cut after 1000 words", "");
        tell_count(r, &s->joined, "sentence was", "sentences were",
                   "joined from several lines", "");
    }
    pl_str_release(&invalid);
    s->told = true;
}

static int read_text(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    text_reader *s = r->state;
    while (s->next == s->words.n) {
        int got = next_paragraph(r, err);
        if (got <= 0) {
            r->n_chars = s->chars;
            tell(r);
            return got;
        }
    }
    size_t from = s->next, to = from;
    while (to < s->words.n && to - from < MAX_SENTENCE_WORDS && !s->words.at[to].last)
        to++;
    if (to < s->words.n && to - from < MAX_SENTENCE_WORDS)
        to++; /* the last word itself */
    else if (to < s->words.n)
        note(&s->cut_sentences, s->began);
    size_t begin = s->words.at[from].begin;
    if (memchr(s->text.at + begin, '\n', s->words.at[to - 1].begin - begin) != NULL)
        note(&s->joined, s->began);
    *tree = make_tree(r, m, from, to);
    s->next = to;
    return 1;
}

static void read_end(pl_reader *r)
{
    text_reader *s = r->state;
    pl_str_release(&s->raw);
    pl_str_release(&s->text);
    PL_VEC_RELEASE(&s->repairs, &s->words);
}

static int write_text(pl_writer *w, const pl_tree *t, pl_error *err)
{
    if (t->text != NULL)
        pl_writer_note(w, pl_text_write(w->out, t->text));
    else
        pl_writer_note(w, pl_spaced_write(w->out, t));
    pl_out_putc(w->out, '\n');
    return 0;
}

const pl_format pl_format_text = {
    .name = "text",
    .cut = &pl_cut_text,
    .end = PL_ENDS_LINE,
    .extensions = ".txt .text",
    .about =
        "raw text, cut into sentences and words by a tokenizer; written one sentence "
        "per line",
    .holds = PL_HAS_TEXT,
    .reader_size = sizeof(text_reader),
    .read_start = start,
    .read = read_text,
    .read_end = read_end,
    .write = write_text,
};
