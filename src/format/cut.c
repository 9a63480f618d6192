/* Cuts between sentences; see cut.h. Rules first, each a walk over bytes; then files. */
#include "format/cut.h"

#include "base/frames.h"
#include "format/index_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    END = -1,
    PREFIX = 16,          /* bytes of a line that tell what it is */
    BRACKETS = 1024 * 1024, /* bytes that are looked at for the outermost brackets */
};

/* -- bytes and lines --------------------------------------------------------------------- */

static int next_byte(pl_cutter *c)
{
    char byte;
    if (pl_in_read(c->in, &byte, 1, NULL) <= 0)
        return END;
    c->at++;
    return (unsigned char)byte;
}

/* A line, of which some things are remembered. */
typedef struct line {
    size_t begin;
    char prefix[PREFIX + 1]; /* its first bytes */
    size_t n_tabs;
    bool blank;   /* nothing but spaces, tabs and carriage returns, */
    bool blanker; /* … or what else is a blank of raw text */
} line;

/* The line that comes next; false at the end of the text. */
static bool next_line(pl_cutter *c, line *l)
{
    size_t n = 0;
    int byte;
    *l = (line){.begin = c->at, .blank = true, .blanker = true};
    for (; (byte = next_byte(c)) != END && byte != '\n'; n++) {
        if (n < PREFIX)
            l->prefix[n] = (char)byte;
        l->n_tabs += byte == '\t';
        bool blank = byte == ' ' || byte == '\t' || byte == '\r';
        l->blank = l->blank && blank;
        l->blanker = l->blanker && (blank || byte == '\f' || byte == '\v');
    }
    return n > 0 || byte == '\n';
}

/* To the first line that begins at c->from or later: false if there is none. */
static bool find_line(pl_cutter *c)
{
    int byte = c->at == 0 && c->from == 0 ? '\n' : next_byte(c);
    while (byte != END && byte != '\n')
        byte = next_byte(c);
    return byte == '\n';
}

size_t pl_cut_line(pl_cutter *c)
{
    return find_line(c) ? c->at : SIZE_MAX;
}

size_t pl_cut_blank_line(pl_cutter *c)
{
    line l;
    if (!find_line(c))
        return SIZE_MAX;
    while (next_line(c, &l))
        if (l.blank)
            return c->at;
    return SIZE_MAX;
}

const pl_cut_rule pl_cut_lines = {.find = pl_cut_line};

/* -- formats of lines ----------------------------------------------------------------------- */

/* A blank line ends a sentence if a word stands before it: comments may have blank lines among
 * them. */
static size_t cut_conll(pl_cutter *c)
{
    line l;
    bool word = false;
    if (!find_line(c))
        return SIZE_MAX;
    while (next_line(c, &l)) {
        size_t digits = strspn(l.prefix, "0123456789");
        word = word || (digits > 0 && l.prefix[digits] == '\t');
        if (l.blank && word)
            return c->at;
    }
    return SIZE_MAX;
}

const pl_cut_rule pl_cut_conll = {.find = cut_conll};

/* #EOS ends a sentence, unless it is a word. */
static size_t cut_export(pl_cutter *c)
{
    line l;
    if (!find_line(c))
        return SIZE_MAX;
    while (next_line(c, &l))
        if (strncmp(l.prefix, "#EOS", 4) == 0 && strchr(" \t\r", l.prefix[4]) != NULL &&
            l.n_tabs < 4)
            return c->at;
    return SIZE_MAX;
}

const pl_cut_rule pl_cut_export = {.find = cut_export, .has_head = true};

/* Behind a line end where as few brackets are open as anywhere near: none. Words have no brackets. */
static size_t cut_brackets(pl_cutter *c)
{
    long open = 0, least = 0;
    size_t place = SIZE_MAX, end = c->from + BRACKETS;
    if (!find_line(c))
        return SIZE_MAX;
    for (int byte; c->at < end && (byte = next_byte(c)) != END;) {
        open += byte == '(' ? 1 : byte == ')' ? -1 : 0;
        if (open < least)
            place = SIZE_MAX;
        least = open < least ? open : least;
        if (byte == '\n' && open == least && place == SIZE_MAX)
            place = c->at;
    }
    return place;
}

const pl_cut_rule pl_cut_brackets = {.find = cut_brackets};

/* -- XML --------------------------------------------------------------------------------------- */

/* Behind the end of the element: "</s>", perhaps with blanks before the >. */
static size_t cut_xml(pl_cutter *c)
{
    const char *name = c->rule->element;
    size_t matched = 0, n = strlen(name) + 2; /* with "</" */
    for (int byte; (byte = next_byte(c)) != END;) {
        if (matched == n && byte == '>' && c->at >= c->from)
            return c->at;
        if (matched == n && strchr(" \t\r\n", byte) != NULL && byte != 0)
            continue;
        char want = matched == 0 ? '<' : matched == 1 ? '/' : matched < n ? name[matched - 2] : '\0';
        matched = byte == want && want != '\0' ? matched + 1 : byte == '<';
    }
    return SIZE_MAX;
}

/* An end tag that begins before the place is seen, too. */
const pl_cut_rule pl_cut_tiger = {
    .find = cut_xml, .has_head = true, .element = "s", .look_back = 64};
const pl_cut_rule pl_cut_alpino = {
    .find = cut_xml, .has_head = true, .element = "alpino_ds", .look_back = 64};

/* -- raw text ---------------------------------------------------------------------------------- */

/* Whether the paragraph is cut where a line begins: the line is the first behind a multiple of
 * PL_GRID, and a `whole` line of the paragraph ends before the multiple before (0: none does). */
static bool is_on_grid(const pl_cutter *c, size_t whole, size_t previous, size_t begin)
{
    size_t place = begin - c->mark, grid = place / PL_GRID * PL_GRID;
    return whole > 0 && previous - c->mark < grid && grid >= PL_GRID &&
           place - grid <= PL_GRID_LINE && whole - c->mark <= grid - PL_GRID;
}

/* Before a blank line, or on the grid. */
static size_t cut_text(pl_cutter *c)
{
    line l;
    size_t whole = 0, previous = 0;
    if (c->at > 0 && !find_line(c))
        return SIZE_MAX;
    while (next_line(c, &l)) {
        bool here = l.blanker || c->lines || is_on_grid(c, whole, previous, l.begin);
        if (here && l.begin >= c->from)
            return l.begin;
        if (l.blanker)
            whole = 0;
        else if (whole == 0)
            whole = c->at;
        previous = l.begin;
    }
    return SIZE_MAX;
}

const pl_cut_rule pl_cut_text = {.find = cut_text, .look_back = 2 * PL_GRID + 2 * PL_GRID_LINE};

const pl_cut_rule pl_cut_index = {.by_number = true};

/* -- files ------------------------------------------------------------------------------------- */

struct pl_cuts {
    char *path;
    const pl_format *format;
    pl_read_options options;
    pl_reader *first;  /* of the first sentence; NULL: not needed */
    pl_frames frames;  /* none: a plain file */
    size_t size, text; /* bytes of the file and of its text; of an index, sentences */
    size_t mark;
};

static int refuse(const pl_cuts *c, const char *what, const char *instead, pl_error *err)
{
    return pl_fail(err, PL_BAD_ARGUMENT, "%s: %s cannot be read in parts; %s", c->path, what,
                   instead);
}

/* Finds out whether it is compressed, and how. */
static int look_at_packing(pl_cuts *c, pl_error *err)
{
    unsigned char magic[4] = {0};
    FILE *file = fopen(c->path, "rb");
    if (file == NULL || fseeko(file, 0, SEEK_END) != 0) {
        if (file != NULL)
            fclose(file);
        return refuse(c, "what is no plain file", "name a file", err);
    }
    c->size = c->text = (size_t)ftello(file);
    rewind(file);
    size_t n = fread(magic, 1, 4, file);
    fclose(file);
    if (n >= 2 && magic[0] == 0x1f && magic[1] == 0x8b)
        return refuse(c, "a gzip file",
                      "unpack it (gzip -d), or make it a zstd file of many frames", err);
    bool skip = (magic[0] & 0xf0) == 0x50 && memcmp(magic + 1, "\x2a\x4d\x18", 3) == 0;
    if (n < 4 || (!skip && memcmp(magic, "\x28\xb5\x2f\xfd", 4) != 0))
        return 0;
    bool known = pl_frames_find(c->path, &c->frames, err) == 0;
    if (!known || c->frames.n < 3)
        return refuse(c, known ? "a zstd file of one frame" : "a zstd file of such frames",
                      "unpack it (zstd -d), or write it in many frames", err);
    c->text = c->frames.at[c->frames.n - 1].text;
    return 0;
}

/* Opens the file as it is read as a whole, for its format and what stands at its start. */
static int look_at_start(pl_cuts *c, pl_error *err)
{
    pl_in *in = pl_in_open(c->path, err);
    if (in == NULL)
        return -1;
    c->mark = pl_in_mark(in);
    if (pl_in_set_encoding(in, c->options.encoding, err) < 0) {
        pl_in_close(in);
        return -1;
    }
    c->options.encoding = pl_in_encoding(in); /* a mark is only in the first part */
    if (c->format == NULL)
        c->format = pl_reader_guess(in, &c->options, err);
    if (c->format == NULL || c->format->cut == NULL || !c->format->cut->has_head) {
        pl_in_close(in);
        return c->format != NULL ? 0 : -1;
    }
    c->first = pl_reader_new(in, c->format, &c->options, err);
    if (c->first == NULL)
        return -1;
    pl_arena m = {0};
    pl_tree *tree;
    int got;
    while ((got = pl_reader_next(c->first, &m, &tree, NULL)) < 0 && !c->first->broken)
        ;
    pl_arena_release(&m);
    return 0;
}

static int look_at_index(pl_cuts *c, pl_error *err)
{
    pl_index *x = pl_index_open(c->path, err);
    if (x == NULL)
        return -1;
    c->text = pl_index_count(x);
    pl_index_close(x);
    return 0;
}

static int check_format(pl_cuts *c, pl_error *err)
{
    const pl_cut_rule *rule = c->format->cut;
    if (rule == NULL)
        return refuse(c, "this format", "convert it to another", err);
    const pl_encoding_row *encoding = &pl_encodings[c->options.encoding];
    bool by_bytes = rule == &pl_cut_text || rule->element != NULL; /* offsets are counted after decoding */
    if (rule->by_number)
        return look_at_index(c, err);
    if (encoding->decode != NULL && by_bytes) {
        pl_str what = {0};
        pl_str_printf(&what, "%s in %s", c->format->name, encoding->title);
        refuse(c, pl_str_text(&what), "make it UTF-8 (iconv)", err);
        pl_str_release(&what);
        return -1;
    }
    const char *bytes;
    pl_in *in = pl_in_open(c->path, NULL);
    size_t n = in != NULL ? pl_in_peek(in, 2, &bytes) : 0;
    bool utf16 = encoding->unit > 1 || (n > 1 && (bytes[0] == '\0' || bytes[1] == '\0'));
    pl_in_close(in);
    if (utf16)
        return refuse(c, "UTF-16", "make it UTF-8 (iconv)", err);
    return 0;
}

pl_cuts *pl_cuts_open(const char *path, const pl_format *format,
                      const pl_read_options *options, pl_error *err)
{
    pl_cuts *c = pl_alloc_zero(1, sizeof *c);
    c->path = pl_strdup(path);
    c->format = format;
    if (options != NULL)
        c->options = *options;
    c->options.note = NULL; /* what is to be said is said when it is read */
    if (look_at_packing(c, err) < 0 || look_at_start(c, err) < 0 || check_format(c, err) < 0) {
        pl_cuts_close(c);
        return NULL;
    }
    c->options.note = options != NULL ? options->note : NULL;
    return c;
}

size_t pl_cuts_size(const pl_cuts *c)
{
    return c->text;
}

/* The last frame that begins at this byte of the text or before. */
static const pl_frame *frame_of(const pl_cuts *c, size_t text)
{
    size_t low = 0, high = c->frames.n;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (c->frames.at[middle].text <= text)
            low = middle;
        else
            high = middle;
    }
    return &c->frames.at[low];
}

static pl_in *open_at(const pl_cuts *c, size_t head, size_t begin, size_t end, pl_error *err)
{
    pl_stretch s = {.head = head, .begin = begin, .end = end, .packed = c->frames.n > 0};
    if (s.packed) {
        s.raw = frame_of(c, begin)->raw;
        s.decoded = frame_of(c, begin)->text;
    }
    return pl_in_open_stretch(c->path, &s, err);
}

/* The byte of the text that belongs to a byte of the file: the start of the next frame. */
static size_t text_at(const pl_cuts *c, size_t raw)
{
    size_t i = 0;
    if (c->frames.n == 0)
        return raw;
    while (i + 1 < c->frames.n && c->frames.at[i].raw < raw)
        i++;
    return c->frames.at[i].text;
}

int pl_cuts_find(pl_cuts *c, size_t raw, size_t *place, pl_error *err)
{
    const pl_cut_rule *rule = c->format->cut;
    *place = 0;
    if (raw == 0)
        return 0;
    if (rule->by_number) {
        *place = (size_t)((double)raw / (double)c->size * (double)c->text);
        return 0;
    }
    pl_cutter cutter = {.from = text_at(c, raw),
                        .mark = c->mark,
                        .lines = c->options.lines,
                        .first = c->first,
                        .rule = rule};
    if (c->first != NULL && cutter.from < c->first->head + c->mark)
        cutter.from = c->first->head + c->mark;
    size_t back = rule->look_back + 1;
    cutter.at = cutter.from > back ? cutter.from - back : 0;
    if (cutter.from <= c->mark)
        return 0;
    cutter.in = open_at(c, 0, cutter.at, SIZE_MAX, err);
    if (cutter.in == NULL)
        return -1;
    if (cutter.at == 0)
        cutter.at = pl_in_mark(cutter.in);
    *place = rule->find(&cutter);
    pl_in_close(cutter.in);
    if (*place > c->text)
        *place = c->text;
    return 0;
}

pl_reader *pl_cuts_reader(pl_cuts *c, size_t begin, size_t end, pl_error *err)
{
    pl_read_options o = c->options;
    o.middle = begin > 0;
    o.unfinished = end < c->text;
    o.place = begin > c->mark ? begin - c->mark : 0;
    o.first = c->first;
    o.head = c->first != NULL ? c->first->head : 0;
    o.from = begin;
    o.to = end;
    size_t head = begin > 0 && o.head > 0 ? o.head + c->mark : 0;
    pl_in *in = c->format->cut->by_number ? pl_in_open(c->path, err)
                                          : open_at(c, head, begin, end, err);
    return in != NULL ? pl_reader_new(in, c->format, &o, err) : NULL;
}

void pl_cuts_close(pl_cuts *c)
{
    if (c == NULL)
        return;
    pl_reader_close(c->first);
    PL_VEC_RELEASE(&c->frames);
    free(c->path);
    free(c);
}
