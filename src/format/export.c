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
#include "base/counted.h"
#include "format/cut.h"
#include "format/export.h"
#include "format/lines.h"
#include "base/str.h"
#include "tree/build.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 4 * PL_MAX_TOKENS };

enum { WORD, LEMMA, TAG, MORPH, FUNC, N_COLUMNS };

/* A line of the sentence; a column other than word and tag is NULL where it is "--". */
typedef struct export_row {
    const char *column[N_COLUMNS];
    const char *comment; /* NULL if none */
    uint32_t parent;     /* 0 for the root */
    uint32_t number;     /* 500 … for what looks like a nonterminal, else 0 */
    size_t line;
} export_row;

/* A secondary edge: row `child` is also below the node with the number `parent`. */
typedef struct link {
    uint32_t child, parent;
    const char *label;
    size_t line;
} link;

/* The number of a nonterminal, and its row. */
typedef struct numbered {
    uint32_t number, part;
} numbered;

typedef struct export_reader {
    /* The sentence as it was read: */
    PL_VEC(export_row) rows;
    PL_VEC(link) links;
    PL_VEC(pl_line) lines; /* comment lines; `before` counts rows */
    const char *id;
    size_t first_line;
    /* Working space: */
    PL_VEC(char *) cells;     /* of the line being cut */
    PL_VEC(numbered) numbers; /* in ascending order */
    pl_build build;
    pl_str before; /* lines since the last sentence, each with its newline */
    int version;   /* 3 or 4; 0 while not known */
    bool begun;    /* a sentence was found */
} export_reader;

/* -- lines ------------------------------------------------------------------------- */

bool pl_export_has_mark(const char *line, const char *mark)
{
    if (*line != *mark)
        return false;
    size_t n = strlen(mark);
    return strncmp(line, mark, n) == 0 &&
           (line[n] == '\0' || line[n] == '\n' || pl_is_blank(line[n]));
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
    if (!pl_scan_number(&text, UINT32_MAX - 1, value))
        return false;
    while (*text == ' ')
        text++;
    return *text == '\0';
}

uint32_t pl_export_node_number(const char *text)
{
    uint32_t number;
    if (text[0] != '#' || text[1] < '1' || text[1] > '9' || strchr(text, ' ') != NULL ||
        !parse_number(text + 1, &number))
        return 0;
    return number >= PL_FIRST_NODE ? number : 0;
}

/* -- before the first word of a sentence ------------------------------------------- */

/* Adds a comment as a field. A confidence at its start, and in a sentence also a score, become separate
 * fields. Returns the end of the list. */
static pl_attr **add_comment(pl_arena *m, pl_attr **next, const char *comment,
                             bool of_sentence)
{
    static const char *const keys[] = {PL_CONFIDENCE, PL_SCORE};
    for (size_t i = 0; i < (of_sentence ? 2 : 1); i++) {
        size_t n = strlen(keys[i]);
        if (strncmp(comment, keys[i], n) != 0 || comment[n] != '=')
            continue;
        size_t length = strcspn(comment += n + 1, " ");
        next = pl_attr_add(m, next, keys[i], pl_arena_strndup(m, comment, length));
        comment += length + strspn(comment + length, " ");
    }
    return *comment != '\0' ? pl_attr_add(m, next, "comment", comment) : next;
}

/* The fields after #BOS: number editor date origin %% comment. Zeros say nothing and are
 * not kept; a writer puts them back. */
static pl_attr *parse_bos(export_reader *s, char *text, pl_arena *m)
{
    static const char *const keys[] = {"editor", "date"};
    pl_attr *list = NULL, **next = &list;
    char *comment = strstr(text, "%%");
    if (comment != NULL) {
        *comment = '\0';
        comment += 2 + strspn(comment + 2, " ");
    }
    s->id = pl_scan_word(&text);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = pl_scan_word(&text);
        if (value != NULL && strcmp(value, "0") != 0)
            next = pl_attr_add(m, next, keys[i], value);
    }
    text += strspn(text, " \t");
    size_t n = strlen(text);
    while (n > 0 && pl_is_blank(text[n - 1]))
        n--;
    text[n] = '\0';
    if (n > 0 && strcmp(text, "0") != 0)
        next = pl_attr_add(m, next, "origin", text);
    if (comment != NULL)
        add_comment(m, next, comment, true);
    return list;
}

static void set_version(pl_reader *r, int version)
{
    export_reader *s = r->state;
    s->version = version;
    if (r->preamble.version == NULL || version == 4) /* which holds all that 3 does */
        r->preamble.version = version == 4 ? "4" : "3";
}

static int parse_format(pl_reader *r, const char *line, pl_error *err)
{
    uint32_t version;
    if (!parse_number(line + strcspn(line, " \t"), &version) || version < 3 ||
        version > 4)
        return pl_in_fail(r->in, err, PL_BAD_INPUT,
                          "the export format has the versions 3 and 4, not %s",
                          line + strcspn(line, " \t"));
    set_version(r, (int)version);
    return 0;
}

/* Whether the line read last stands before the first sentence of the file, good or bad: who reads
 * a part of the file does not know how the sentences before it were. */
static bool is_header(const pl_reader *r)
{
    const export_reader *s = r->state;
    return !s->begun && (!r->options.middle || pl_in_is_head(r->in));
}

/* Where lines go: to the start of the output, or before the sentence that follows. */
static pl_str *kept_lines(pl_reader *r)
{
    export_reader *s = r->state;
    return is_header(r) ? &r->preamble.text : &s->before;
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
        if (pl_is_blank_line(line))
            continue;
        if (pl_export_has_mark(line, "#FORMAT")) {
            if (parse_format(r, line, err) < 0)
                return -1;
            if (is_header(r))
                keep_line(r, line);
        } else if (pl_export_has_mark(line, "#BOT")) {
            if (read_table(r, line, err) < 0)
                return -1;
            r->preamble.declares = r->preamble.declares || is_header(r);
        } else if (strncmp(line, "%%", 2) == 0) {
            keep_line(r, line);
            r->preamble.declares = r->preamble.declares || is_header(r);
        } else
            return pl_in_fail(r->in, err, PL_BAD_INPUT, "expected #BOS, found %.60s",
                              line);
    }
    return got;
}

/* -- the lines of a sentence ------------------------------------------------------- */

/* Cuts the line into s->cells; the text after %%, where a comment may stand, goes to
 * *comment. Columns end with tabs; in a line without any, with spaces. */
static void cut(export_reader *s, char *line, const char **comment)
{
    bool tabs = strchr(line, '\t') != NULL;
    char separator = tabs ? '\t' : ' ';
    s->cells.n = 0;
    *comment = NULL;
    for (;;) {
        while (*line == separator)
            line++;
        if (*line == '\0')
            return;
        if (*line == '%' && s->cells.n >= N_COLUMNS && line[1] == '%') {
            *comment = line + 2 + strspn(line + 2, " ");
            return;
        }
        PL_PUSH(&s->cells, line);
        line += pl_until(line, tabs ? PL_AT_TAB : PL_AT_SPACE);
        if (*line == '\0')
            return;
        *line++ = '\0';
    }
}

static const char *value_of(const char *cell)
{
    return cell[0] == '-' && strcmp(cell, "--") == 0 ? NULL : cell;
}

/* Makes a row of s->cells, and links of what follows the parent column. */
static int add_row(pl_reader *r, const char *comment, pl_error *err)
{
    export_reader *s = r->state;
    size_t n = s->cells.n;
    int version = s->version != 0 ? s->version : n % 2 == 0 ? 4 : 3;
    size_t need = version == 4 ? 6 : 5;
    if (n < need || (n - need) % 2 != 0)
        return pl_in_fail(r->in, err, PL_BAD_INPUT,
                          "sentence %s: the line has %zu columns; version %zu of the "
                          "format has %zu, and two more for each secondary edge",
                          s->id, n, need - 2, need);
    export_row made = {.line = pl_in_line_number(r->in), .comment = comment};
    for (size_t i = 0, c = 0; c + 1 < need; i++)
        made.column[i] = i == LEMMA && need == 5 ? NULL : value_of(s->cells.at[c++]);
    made.column[WORD] = s->cells.at[0];
    made.column[TAG] = s->cells.at[need - 4]; /* corpora have -- as a tag of its own */
    const char *bad = s->cells.at[need - 1];
    bool good = parse_number(bad, &made.parent);
    for (size_t c = need; c < n && good; c += 2) {
        link l = {.child = (uint32_t)s->rows.n, .line = made.line};
        l.label = value_of(s->cells.at[c]);
        good = parse_number(bad = s->cells.at[c + 1], &l.parent);
        PL_PUSH(&s->links, l);
    }
    if (!good)
        return pl_in_fail(r->in, err, PL_BAD_INPUT,
                          "sentence %s: the parent of %s is not a number: %s", s->id,
                          made.column[WORD], bad);
    set_version(r, version);
    made.number = pl_export_node_number(made.column[WORD]);
    size_t mark = strlen(PL_EXPORT_WORD_MARK);
    if (made.number > 0 && comment != NULL &&
        strncmp(comment, PL_EXPORT_WORD_MARK, mark) == 0) {
        made.number = 0;
        made.comment = comment + mark + strspn(comment + mark, " ");
    }
    if (made.comment != NULL && *made.comment == '\0')
        made.comment = NULL;
    PL_PUSH(&s->rows, made);
    return 0;
}

/* The sentence's end has to name the sentence again. */
static int check_end(pl_reader *r, char *text, pl_error *err)
{
    export_reader *s = r->state;
    const char *id = pl_scan_word(&text);
    if (id != NULL && strncmp(id, "%%", 2) != 0 && strcmp(id, s->id) != 0)
        return pl_in_fail(r->in, err, PL_BAD_INPUT,
                          "#EOS %s ends the sentence that began with #BOS %s", id, s->id);
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
    export_reader *s = r->state;
    if (is_mark(line, "#EOS"))
        return check_end(r, pl_arena_strndup(m, line + 4, n - 4), err);
    if (pl_is_blank_line(line))
        return 0;
    char *text = pl_arena_strndup(m, line, n);
    if (strncmp(line, "%%", 2) == 0 && !pl_export_is_row(line)) {
        PL_PUSH(&s->lines, ((pl_line){(uint32_t)s->rows.n, text, NULL}));
        return 0;
    }
    if (s->rows.n >= MAX_ROWS)
        return pl_in_fail(r->in, err, PL_TOO_LARGE, "sentence %s has more than %u lines",
                          s->id, (unsigned)MAX_ROWS);
    const char *comment;
    cut(s, text, &comment);
    return add_row(r, comment, err);
}

/* The lines up to #EOS into s->rows. After the first wrong one the others are
 * passed over. 1, or -1 with the reason. */
static int collect(pl_reader *r, pl_arena *m, pl_error *err)
{
    export_reader *s = r->state;
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
                       : pl_in_fail(r->in, err, PL_BAD_INPUT,
                                    "sentence %s, which began at line %zu, has no #EOS",
                                    s->id, s->first_line);
        }
        bool last = got > 0 && is_mark(line, "#EOS");
        if (got > 0 && !failed)
            got = take_line(r, m, line, n, why);
        failed = failed || got < 0;
        if (last)
            return failed ? -1 : 1;
    }
}

/* -- the tree ---------------------------------------------------------------------- */

/* The lines are collected; what they mean together is found out here: which are words and
 * which nonterminals, and what the numbers of parents lead to. */

/* Numbers mostly follow each other without gaps. */
static uint32_t part_of(const export_reader *s, uint32_t number)
{
    numbered key = {.number = number};
    size_t guess = s->numbers.n > 0 ? (size_t)number - s->numbers.at[0].number : 0;
    if (guess < s->numbers.n && s->numbers.at[guess].number == number)
        return s->numbers.at[guess].part;
    const numbered *found = s->numbers.n == 0 ? NULL
                                              : bsearch(&key, s->numbers.at, s->numbers.n,
                                                        sizeof key, pl_by_u32);
    return found != NULL ? found->part : PL_NONE;
}

static bool is_parent(const export_reader *s, uint32_t number)
{
    for (size_t i = 0; i < s->rows.n; i++)
        if (s->rows.at[i].parent == number)
            return true;
    return false;
}

/* How many rows are words: what follows them are the nonterminals, a run of lines with
 * ascending numbers. A line that breaks the order is a nonterminal too if it is named as
 * a parent. So "#1", "#600" in the middle of a sentence and "#600" right before #500 are
 * words. */
static size_t count_words(const export_reader *s)
{
    size_t n = s->rows.n, out_of_order = 0;
    while (n > 0 && s->rows.at[n - 1].number > 0) {
        uint32_t number = s->rows.at[n - 1].number;
        bool ascends = n == s->rows.n || number <= s->rows.at[n].number;
        if (!ascends && (++out_of_order > 1000 || !is_parent(s, number)))
            break;
        n--;
    }
    return n;
}

/* Puts "FILE:LINE: sentence ID: " in front of what is wrong; -1. */
static int place(const pl_reader *r, size_t line, pl_error *err)
{
    const export_reader *s = r->state;
    return pl_fail_prefix(err, "%s:%zu: sentence %s: ", pl_in_name(r->in), line, s->id);
}

static int number_nodes(const pl_reader *r, size_t n_words, pl_error *err)
{
    export_reader *s = r->state;
    s->numbers.n = 0;
    for (size_t i = n_words; i < s->rows.n; i++)
        PL_PUSH(&s->numbers, ((numbered){s->rows.at[i].number, (uint32_t)i}));
    bool sorted = true;
    for (size_t i = 1; i < s->numbers.n; i++)
        sorted = sorted && s->numbers.at[i - 1].number < s->numbers.at[i].number;
    if (!sorted)
        qsort(s->numbers.at, s->numbers.n, sizeof *s->numbers.at, pl_by_u32);
    for (size_t i = 1; i < s->numbers.n && !sorted; i++)
        if (s->numbers.at[i - 1].number == s->numbers.at[i].number) {
            pl_fail(err, PL_BAD_INPUT,
                    "two nodes have the number %u (if the first is a word, mark it with "
                    "a last column %%%% " PL_EXPORT_WORD_MARK ")",
                    s->numbers.at[i].number);
            return place(r, s->rows.at[s->numbers.at[i].part].line, err);
        }
    return 0;
}

/* Rows become parts of the same number. */
static int link_parts(const pl_reader *r, pl_arena *m, size_t n_words, pl_error *err)
{
    export_reader *s = r->state;
    pl_build_start(&s->build, m);
    for (size_t i = 0; i < s->rows.n; i++) {
        const export_row *from = &s->rows.at[i];
        const char *label = from->column[TAG] != NULL ? from->column[TAG] : "--";
        uint32_t part = i < n_words ? pl_build_token(&s->build, (uint32_t)i,
                                                     from->column[WORD], label)
                                    : pl_build_node(&s->build, label);
        pl_part *node = pl_build_at(&s->build, part);
        node->func = from->column[FUNC];
        node->lemma = from->column[LEMMA];
        node->morph = from->column[MORPH];
        if (from->comment != NULL)
            add_comment(m, &node->attrs, from->comment, false);
        if (from->parent == 0)
            continue;
        uint32_t parent = part_of(s, from->parent);
        if (parent == PL_NONE) {
            pl_fail(err, PL_BAD_INPUT, "the parent of %s is node %u, which is not there",
                    from->column[WORD], from->parent);
            return place(r, from->line, err);
        }
        pl_build_link(&s->build, part, parent);
    }
    return 0;
}

static int add_edges(const pl_reader *r, pl_tree *t, pl_error *err)
{
    const export_reader *s = r->state;
    for (size_t i = 0; i < s->links.n; i++) {
        const link *l = &s->links.at[i];
        uint32_t part = l->parent != 0 ? part_of(s, l->parent) : PL_NONE;
        if (l->parent != 0 && part == PL_NONE) {
            pl_fail(err, PL_BAD_INPUT,
                    "a secondary edge goes to node %u, which is not there", l->parent);
            return place(r, l->line, err);
        }
        pl_tree_add_edge(t, pl_build_id(&s->build, l->child),
                         part != PL_NONE ? pl_build_id(&s->build, part) : t->root,
                         l->label);
    }
    return 0;
}

/* Comment lines: those since the last sentence, then those within this one. */
static void add_lines(const export_reader *s, pl_tree *t)
{
    for (const char *at = pl_str_text(&s->before), *end; *at != '\0'; at = end + 1) {
        end = strchr(at, '\n');
        pl_tree_add_line(t, 0, pl_arena_strndup(t->arena, at, (size_t)(end - at)));
    }
    for (size_t i = 0; i < s->lines.n; i++) {
        uint32_t next = s->lines.at[i].before;
        pl_tree_add_line(t, next < t->n_tokens ? next : t->n_tokens, s->lines.at[i].text);
    }
}

/* The tree, or NULL with the reason. */
static pl_tree *make_tree(const pl_reader *r, pl_arena *m, pl_error *err)
{
    export_reader *s = r->state;
    size_t n_words = count_words(s);
    if (number_nodes(r, n_words, err) < 0 || link_parts(r, m, n_words, err) < 0)
        return NULL;
    pl_tree *t = pl_build_finish(&s->build, "ROOT", err);
    if (t == NULL) {
        place(r, s->first_line, err);
        return NULL;
    }
    if (add_edges(r, t, err) < 0)
        return NULL;
    add_lines(s, t);
    t->id = s->id;
    return t;
}

/* -- the row of the table ---------------------------------------------------------- */

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    export_reader *s = r->state;
    char *bos = NULL;
    int got = find_sentence(r, m, &bos, err);
    if (got <= 0)
        return got;
    s->first_line = pl_in_line_number(r->in);
    if (!s->begun)
        r->head = pl_in_line_start(r->in) - pl_in_mark(r->in);
    s->begun = true;
    s->rows.n = s->links.n = s->lines.n = 0;
    pl_attr *attrs = parse_bos(s, bos + 4, m);
    if (s->id == NULL)
        s->id = pl_arena_printf(m, "%s%zu",
                                pl_counted_mark(PL_COUNTED_READ, r->options.middle),
                                r->n_read + 1);
    got = collect(r, m, err);
    *tree = got > 0 ? make_tree(r, m, err) : NULL;
    pl_str_clear(&s->before);
    if (*tree == NULL)
        return -1;
    (*tree)->attrs = attrs;
    return 1;
}

static void read_end(pl_reader *r)
{
    export_reader *s = r->state;
    pl_build_release(&s->build);
    PL_VEC_RELEASE(&s->rows, &s->links, &s->lines, &s->numbers, &s->cells);
    pl_str_release(&s->before);
}

/* The first line that is not a comment is one of the format's own. */
static pl_sniffed sniff(const char *bytes, size_t n)
{
    static const char *const marks[] = {"#FORMAT", "#BOS", "#BOT"};
    for (size_t i = 0; i < n; i++) {
        bool comment = i + 1 < n && bytes[i] == '%' && bytes[i + 1] == '%';
        bool blank = pl_is_blank(bytes[i]) || bytes[i] == '\r' || bytes[i] == '\n';
        if (comment)
            while (i + 1 < n && bytes[i] != '\n')
                i++;
        else if (!blank) {
            for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
                size_t length = strlen(marks[k]);
                if (n - i > length && strncmp(bytes + i, marks[k], length) == 0 &&
                    pl_is_blank(bytes[i + length]))
                    return PL_SNIFF_SURE;
            }
            return PL_SNIFF_NO;
        }
    }
    return PL_SNIFF_OPEN;
}

const pl_format pl_format_export = {
    .name = "export",
    .cut = &pl_cut_export,
    .end = PL_ENDS_EOS,
    .extensions = ".export .negra",
    .about = "NeGra export, versions 3 and 4: a line per word and node",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_LEMMAS |
             PL_HAS_MORPHOLOGY | PL_HAS_FUNCTIONS | PL_HAS_SECONDARY_EDGES | PL_HAS_IDS |
             PL_HAS_COMMENTS | PL_HAS_ROOT_FUNCTION,
    .sometimes = PL_HAS_LEMMAS | PL_HAS_ROOT_FUNCTION,
    .fields = {.sentence = "editor date origin comment " PL_CONFIDENCE " " PL_SCORE,
               .word = "comment " PL_CONFIDENCE,
               .node = "comment " PL_CONFIDENCE},
    .headers = "export",
    .sniff = sniff,
    .reader_size = sizeof(export_reader),
    .writer_size = sizeof(pl_export_writer),
    .read = read,
    .read_end = read_end,
    .write_start = pl_export_write_start,
    .write = pl_export_write,
    .write_end = pl_export_write_end,
};
