/* NeGra export, versions 3 and 4: one line per word, then one per nonterminal.
 *
 *     #FORMAT 4
 *     #BOS 1 2 1070544990 0 %% a comment
 *     muss      müssen  VMFIN  3.Sg  HD  501   SB  500   %% a comment
 *     #500      --      VP     --    OC  501
 *     #501      --      S      --    --  0
 *     #EOS 1
 *
 * Columns: word or #NUMBER, lemma (version 4 only), tag or category, morphology,
 * function, parent; then a function and a parent for each secondary edge. They are
 * separated by one or more tabs. The version is that of the #FORMAT line or, without
 * one, told from the first line: five columns and a number of pairs, or six.
 *
 * A sentence is collected up to #EOS before it is looked at, so that a bad one is left
 * behind as a whole, and because only the end tells whether "#500" is a word. */
#include "base/str.h"
#include "format/export.h"
#include "format/export_tree.h"
#include "format/formats.h"
#include "format/reader.h"

#include <string.h>

enum { MAX_ROWS = 4 * PL_MAX_TOKENS };

typedef pl_export_row row;
typedef pl_export_link link;

typedef struct state {
    pl_export_sentence sentence;
    PL_VEC(char *) cells; /* of the line being cut */
    pl_str before;        /* lines since the last sentence, each with its newline */
    int version;          /* 3 or 4; 0 while not known */
} state;

/* -- lines ------------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

bool pl_export_has_mark(const char *line, const char *mark)
{
    size_t n = strlen(mark);
    return strncmp(line, mark, n) == 0 && (line[n] == '\0' || is_space(line[n]));
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t")] == '\0';
}

bool pl_export_is_row(const char *line)
{
    size_t tabs = 0;
    for (; tabs < 4 && (line = strchr(line, '\t')) != NULL; line++)
        tabs++;
    return tabs == 4;
}

static bool parse_number(const char *text, uint32_t *value)
{
    uint64_t number = 0;
    const char *p = text + strspn(text, " ");
    const char *first = p;
    for (; *p >= '0' && *p <= '9' && number < UINT32_MAX; p++)
        number = number * 10 + (uint64_t)(*p - '0');
    *value = (uint32_t)number;
    return p > first && p[strspn(p, " ")] == '\0' && number < UINT32_MAX;
}

uint32_t pl_export_node_number(const char *text)
{
    uint32_t number;
    if (text[0] != '#' || text[1] < '1' || text[1] > '9' || strchr(text, ' ') != NULL ||
        !parse_number(text + 1, &number))
        return 0;
    return number >= PL_EXPORT_FIRST_NODE ? number : 0;
}

/* -- before the first word of a sentence ------------------------------------------- */

/* The fields after #BOS: number editor date origin %% comment. Zeros say nothing and are
 * not kept; a writer puts them back. */
static pl_attr *parse_bos(state *s, char *text, pl_arena *m)
{
    static const char *const keys[] = {"editor", "date"};
    pl_attr *list = NULL, **next = &list;
    char *comment = strstr(text, "%%");
    if (comment != NULL) {
        *comment = '\0';
        comment += 2 + strspn(comment + 2, " ");
    }
    s->sentence.id = pl_scan_word(&text);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = pl_scan_word(&text);
        if (value != NULL && strcmp(value, "0") != 0)
            next = pl_attr_add(m, next, keys[i], value);
    }
    text += strspn(text, " \t");
    size_t n = strlen(text);
    while (n > 0 && is_space(text[n - 1]))
        n--;
    text[n] = '\0';
    if (n > 0 && strcmp(text, "0") != 0)
        next = pl_attr_add(m, next, "origin", text);
    if (comment != NULL && *comment != '\0')
        pl_attr_add(m, next, "comment", comment);
    return list;
}

static void set_version(pl_reader *r, int version)
{
    state *s = r->state;
    s->version = version;
    if (r->preamble.version == NULL || version == 4) /* which holds all that 3 does */
        r->preamble.version = version == 4 ? "4" : "3";
}

static int parse_format(pl_reader *r, const char *line, pl_error *err)
{
    uint32_t version;
    if (!parse_number(line + strcspn(line, " \t"), &version) || version < 3 ||
        version > 4)
        return pl_in_fail(r->in, err,
                          "the export format has the versions 3 and 4, not %s",
                          line + strcspn(line, " \t"));
    set_version(r, (int)version);
    return 0;
}

/* Where lines go: to the start of the output, or before the sentence that follows. */
static pl_str *kept_lines(pl_reader *r)
{
    state *s = r->state;
    return r->n_read == 0 ? &r->preamble.text : &s->before;
}

static void keep_line(pl_reader *r, const char *line)
{
    pl_str *to = kept_lines(r);
    pl_str_puts(to, line);
    pl_str_putc(to, '\n');
}

/* A table from #BOT, its first line, to #EOT, kept as it is. */
static int read_table(pl_reader *r, const char *line, pl_error *err)
{
    pl_str *kept = kept_lines(r);
    size_t had = kept->n;
    keep_line(r, line);
    size_t n, first = pl_in_line_number(r->in);
    int got;
    while ((got = pl_in_line(r->in, &line, &n, err)) > 0) {
        keep_line(r, line);
        if (pl_export_has_mark(line, "#EOT"))
            return 1;
    }
    if (got == 0)
        r->broken = true;
    kept->n = had;
    kept->at[had] = '\0';
    return got < 0 ? -1
                   : pl_fail(err, PL_BAD_INPUT, "%s:%zu: the table has no #EOT",
                             pl_in_name(r->in), first);
}

/* Up to the next #BOS: 1 with its line in *bos, 0 at the end of the file, or -1. */
static int find_sentence(pl_reader *r, pl_arena *m, char **bos, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(r->in, &line, &n, err)) > 0) {
        if (pl_export_has_mark(line, "#BOS")) {
            *bos = pl_arena_strndup(m, line, n);
            return 1;
        }
        if (is_blank(line))
            continue;
        if (pl_export_has_mark(line, "#FORMAT")) {
            if (parse_format(r, line, err) < 0)
                return -1;
            if (r->n_read == 0)
                keep_line(r, line);
        } else if (pl_export_has_mark(line, "#BOT")) {
            if (read_table(r, line, err) < 0)
                return -1;
            r->preamble.declares = r->preamble.declares || r->n_read == 0;
        } else if (strncmp(line, "%%", 2) == 0) {
            keep_line(r, line);
            r->preamble.declares = r->preamble.declares || r->n_read == 0;
        } else
            return pl_in_fail(r->in, err, "expected #BOS, found %.60s", line);
    }
    return got;
}

/* -- the lines of a sentence ------------------------------------------------------- */

/* Cuts the line into s->cells; the text after %%, where a comment may stand, goes to
 * *comment. Columns end with tabs; in a line without any, with spaces. */
static void cut(state *s, char *line, const char **comment)
{
    const char *separators = strchr(line, '\t') != NULL ? "\t" : " ";
    s->cells.n = 0;
    *comment = NULL;
    for (;;) {
        line += strspn(line, separators);
        if (*line == '\0')
            return;
        if (s->cells.n >= PL_EXPORT_N_COLUMNS && strncmp(line, "%%", 2) == 0) {
            *comment = line + 2 + strspn(line + 2, " ");
            return;
        }
        PL_PUSH(&s->cells, line);
        line += strcspn(line, separators);
        if (*line == '\0')
            return;
        *line++ = '\0';
    }
}

static const char *value_of(const char *cell)
{
    return strcmp(cell, "--") == 0 ? NULL : cell;
}

/* Makes a row of s->cells, and links of what follows the parent column. */
static int add_row(pl_reader *r, const char *comment, pl_error *err)
{
    state *s = r->state;
    size_t n = s->cells.n;
    int version = s->version != 0 ? s->version : n % 2 == 0 ? 4 : 3;
    size_t need = version == 4 ? 6 : 5;
    if (n < need || (n - need) % 2 != 0)
        return pl_in_fail(r->in, err,
                          "sentence %s: the line has %zu columns; version %zu of the "
                          "format has %zu, and two more for each secondary edge",
                          s->sentence.id, n, need - 2, need);
    row made = {.line = pl_in_line_number(r->in), .comment = comment};
    for (size_t i = 0, c = 0; c + 1 < need; i++)
        made.column[i] =
            i == PL_EXPORT_LEMMA && need == 5 ? NULL : value_of(s->cells.at[c++]);
    made.column[PL_EXPORT_WORD] = s->cells.at[0];
    made.column[PL_EXPORT_TAG] =
        s->cells.at[need - 4]; /* corpora have -- as a tag of its own */
    const char *bad = s->cells.at[need - 1];
    bool good = parse_number(bad, &made.parent);
    for (size_t c = need; c < n && good; c += 2) {
        link l = {.child = (uint32_t)s->sentence.rows.n, .line = made.line};
        l.label = value_of(s->cells.at[c]);
        good = parse_number(bad = s->cells.at[c + 1], &l.parent);
        PL_PUSH(&s->sentence.links, l);
    }
    if (!good)
        return pl_in_fail(r->in, err, "sentence %s: the parent of %s is not a number: %s",
                          s->sentence.id, made.column[PL_EXPORT_WORD], bad);
    set_version(r, version);
    made.number = pl_export_node_number(made.column[PL_EXPORT_WORD]);
    size_t mark = strlen(PL_EXPORT_WORD_MARK);
    if (made.number > 0 && comment != NULL &&
        strncmp(comment, PL_EXPORT_WORD_MARK, mark) == 0) {
        made.number = 0;
        made.comment = comment + mark + strspn(comment + mark, " ");
    }
    if (made.comment != NULL && *made.comment == '\0')
        made.comment = NULL;
    PL_PUSH(&s->sentence.rows, made);
    return 0;
}

/* The sentence's end has to name the sentence again. */
static int check_end(pl_reader *r, char *text, pl_error *err)
{
    state *s = r->state;
    const char *id = pl_scan_word(&text);
    if (id != NULL && strncmp(id, "%%", 2) != 0 && strcmp(id, s->sentence.id) != 0)
        return pl_in_fail(r->in, err, "#EOS %s ends the sentence that began with #BOS %s",
                          id, s->sentence.id);
    return 0;
}

/* Whether the line is the mark and not that of a word which looks like it. */
static bool is_mark(const char *line, const char *mark)
{
    return pl_export_has_mark(line, mark) && !pl_export_is_row(line);
}

/* One line of a sentence, the last one included: 0, or -1 if it is wrong. */
static int take_line(pl_reader *r, pl_arena *m, const char *line, size_t n, pl_error *err)
{
    state *s = r->state;
    if (is_mark(line, "#EOS"))
        return check_end(r, pl_arena_strndup(m, line + 4, n - 4), err);
    if (is_blank(line))
        return 0;
    char *text = pl_arena_strndup(m, line, n);
    if (strncmp(line, "%%", 2) == 0 && !pl_export_is_row(line)) {
        PL_PUSH(&s->sentence.lines,
                ((pl_line){(uint32_t)s->sentence.rows.n, text, NULL}));
        return 0;
    }
    if (s->sentence.rows.n >= MAX_ROWS)
        return pl_in_fail(r->in, err, "sentence %s has more than %u lines",
                          s->sentence.id, (unsigned)MAX_ROWS);
    const char *comment;
    cut(s, text, &comment);
    return add_row(r, comment, err);
}

/* The lines up to #EOS into s->sentence.rows. After the first wrong one the others are
 * passed over. 1, or -1 with the reason. */
static int collect(pl_reader *r, pl_arena *m, pl_error *err)
{
    state *s = r->state;
    const char *line;
    size_t n;
    bool failed = false;
    pl_error later;
    for (;;) {
        pl_error *why = failed ? &later : err;
        int got = pl_in_line(r->in, &line, &n, why);
        if (got < 0 && pl_in_broken(r->in))
            return -1;
        if (got == 0 || (got > 0 && is_mark(line, "#BOS"))) {
            if (got > 0)
                pl_in_unread(r->in);
            return failed
                       ? -1
                       : pl_in_fail(r->in, err,
                                    "sentence %s, which began at line %zu, has no #EOS",
                                    s->sentence.id, s->sentence.first_line);
        }
        bool last = got > 0 && is_mark(line, "#EOS");
        if (got > 0 && !failed)
            got = take_line(r, m, line, n, why);
        failed = failed || got < 0;
        if (last)
            return failed ? -1 : 1;
    }
}

/* -- the row of the table ---------------------------------------------------------- */

static int read_start(pl_reader *r, pl_error *err)
{
    (void)err;
    r->preamble.format = r->format->name;
    return 0;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    state *s = r->state;
    char *bos = NULL;
    int got = find_sentence(r, m, &bos, err);
    if (got <= 0)
        return got;
    s->sentence.first_line = pl_in_line_number(r->in);
    s->sentence.rows.n = s->sentence.links.n = s->sentence.lines.n = 0;
    pl_attr *attrs = parse_bos(s, bos + 4, m);
    if (s->sentence.id == NULL)
        s->sentence.id = pl_arena_printf(m, "%zu", r->n_read + 1);
    got = collect(r, m, err);
    *tree = got > 0 ? pl_export_tree(&s->sentence, pl_in_name(r->in),
                                     pl_str_text(&s->before), m, err)
                    : NULL;
    pl_str_clear(&s->before);
    if (*tree == NULL)
        return -1;
    (*tree)->attrs = attrs;
    return 1;
}

static void read_end(pl_reader *r)
{
    state *s = r->state;
    pl_export_sentence_release(&s->sentence);
    PL_VEC_RELEASE(&s->cells);
    pl_str_release(&s->before);
}

/* The first line that is not a comment is one of the format's own. */
static int sniff(const char *bytes, size_t n)
{
    static const char *const marks[] = {"#FORMAT", "#BOS", "#BOT"};
    for (size_t i = 0; i < n; i++) {
        bool comment = i + 1 < n && bytes[i] == '%' && bytes[i + 1] == '%';
        bool blank = is_space(bytes[i]) || bytes[i] == '\r' || bytes[i] == '\n';
        if (comment)
            while (i + 1 < n && bytes[i] != '\n')
                i++;
        else if (!blank) {
            for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
                size_t length = strlen(marks[k]);
                if (n - i > length && strncmp(bytes + i, marks[k], length) == 0 &&
                    is_space(bytes[i + length]))
                    return 2;
            }
            return 0;
        }
    }
    return 0;
}

const pl_format pl_format_export = {
    .name = "export",
    .end = PL_ENDS_EOS,
    .extensions = ".export .negra",
    .about = "NeGra export, versions 3 and 4: a line per word and node",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_LEMMAS |
             PL_HAS_MORPHOLOGY | PL_HAS_FUNCTIONS | PL_HAS_SECONDARY_EDGES | PL_HAS_IDS |
             PL_HAS_COMMENTS | PL_HAS_FIELDS,
    .headers = "export",
    .sniff = sniff,
    .reader_size = sizeof(state),
    .writer_size = sizeof(pl_export_writer),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write_start = pl_export_write_start,
    .write = pl_export_write,
    .write_end = pl_export_write_end,
};
