/* conllx and conllu: one word per line in ten columns, a blank line after each sentence.
 *
 *     # sent_id = 7
 *     1-2  vámonos  _    _     _   _      _  _        _  _      a multiword token
 *     1    vamos    ir   VERB  V   Mood=  0  root     _  _
 *     2    nos      yo   PRON  P   _      1  obj      _  _
 *
 * Both have the same columns, and both may have comments, multiword tokens and empty
 * nodes here (CoNLL-X has none of its own): these lines are kept verbatim at their place
 * (pl_line), the rest goes where the tree has a place for it. `_` is no value.
 *
 * Written, conllu gets the lines that were kept, and comments for the id and the text
 * where they are not among these. conllx gets them only if they came from conllx: the
 * format as such has none. */
#include "base/counted.h"
#include "base/stop.h"
#include "format/cut.h"
#include "format/lines.h"
#include "base/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns, by their names in CoNLL-X; CoNLL-U calls the fourth and fifth UPOS and
 * XPOS, the last two DEPS and MISC. */
enum { ID, FORM, LEMMA, CPOSTAG, POSTAG, FEATS, HEAD, DEPREL, PHEAD, PDEPREL, COLUMNS };

/* The first column: `1` a word, `1-2` a multiword token, `1.1` an empty node. */
typedef enum conll_kind { BAD, WORD, RANGE, EMPTY } conll_kind;

typedef struct conll_id {
    conll_kind kind;
    uint32_t first, second; /* the numbers as written */
} conll_id;

enum { MAX_LINES = 4 * PL_MAX_TOKENS }; /* beside words, in a sentence */

typedef struct conll_row {
    const char *column[COLUMNS];
    size_t line; /* in the file */
} conll_row;

typedef struct conll_reader {
    PL_VEC(conll_row) rows;
    PL_VEC(pl_line) lines; /* that are kept as they are */
    const char *id, *text; /* from the comments */
    uint32_t range_end;    /* last word of the last multiword token */
    uint32_t n_empty;      /* empty nodes since the last word */
    size_t bytes;          /* of the sentence so far */
    size_t error_line;
} conll_reader;

/* -- lines -------------------------------------------------------------------------- */

/* Digits at *p; too large ones give some number that no sentence reaches. False if there
 * are none. */
static bool parse_number(const char **p, uint32_t *value)
{
    const char *from = *p;
    *value = 0;
    for (; **p >= '0' && **p <= '9'; (*p)++)
        *value = *value <= PL_MAX_TOKENS ? *value * 10 + (uint32_t)(**p - '0') : *value;
    return *p > from;
}

/* Understands the text up to a tab or the end. */
static conll_id parse_id(const char *text)
{
    conll_id id = {.kind = BAD};
    if (!parse_number(&text, &id.first))
        return id;
    conll_kind kind = WORD;
    if (*text == '-' || *text == '.') {
        kind = *text++ == '-' ? RANGE : EMPTY;
        if (!parse_number(&text, &id.second))
            return id;
    }
    if (*text == '\0' || *text == '\t')
        id.kind = kind;
    return id;
}

/* The value of a comment `# KEY = VALUE`, NULL if the line is not one. */
static const char *comment_value(const char *line, const char *key)
{
    size_t n = strlen(key);
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    if (strncmp(line, key, n) != 0)
        return NULL;
    line += n;
    line += strspn(line, " \t");
    if (*line++ != '=')
        return NULL;
    return line + strspn(line, " \t");
}

/* -- reading ----------------------------------------------------------------------- */

static void start_sentence(conll_reader *s)
{
    s->rows.n = s->lines.n = 0;
    s->id = s->text = NULL;
    s->range_end = s->n_empty = 0;
    s->bytes = 0;
}

static void keep_line(conll_reader *s, const char *text)
{
    PL_PUSH(&s->lines, ((pl_line){(uint32_t)s->rows.n, text, NULL}));
}

/* Where the columns of a line end, the first of them in ends[COLUMNS]; their number. */
static int find_columns(const char *text, const char **ends)
{
    for (int n = 0;; text++) {
        text += pl_until(text, PL_AT_TAB);
        if (n < COLUMNS)
            ends[n] = text;
        n++;
        if (*text == '\0')
            return n;
    }
}

/* Cuts the text at the ends of its columns. `_` and nothing are no value: NULL. */
static void split(conll_row *r, char *text, const char *const *ends)
{
    for (int i = 0; i < COLUMNS; i++) {
        size_t n = (size_t)(ends[i] - text);
        r->column[i] = n == 0 || (n == 1 && *text == '_') ? NULL : text;
        text[n] = '\0';
        text += n + 1;
    }
}

static int take_word(conll_reader *s, char *text, const char *const *ends, uint32_t number,
                     pl_error *err)
{
    if (number != s->rows.n + 1)
        return pl_fail(err, PL_BAD_INPUT, "expected word %zu, found %u%s", s->rows.n + 1,
                       number,
                       number == 1 ? " (is a blank line missing before it?)" : "");
    if (pl_check_n_words(s->rows.n + 1, err) < 0)
        return -1;
    conll_row r = {.line = s->error_line};
    split(&r, text, ends);
    if (r.column[FORM] == NULL) {
        if (strchr(text, '\0')[1] != '_')
            return pl_fail(err, PL_BAD_INPUT, "word %u has no form", number);
        r.column[FORM] = "_"; /* the word is an underscore */
    }
    PL_PUSH(&s->rows, r);
    s->n_empty = 0;
    return 0;
}

static int take_range(conll_reader *s, const char *text, conll_id id, pl_error *err)
{
    if (id.first != s->rows.n + 1 || id.first <= s->range_end || id.second < id.first)
        return pl_fail(err, PL_BAD_INPUT,
                       "the multiword token %u-%u does not begin at word %zu", id.first,
                       id.second, s->rows.n + 1);
    s->range_end = id.second;
    keep_line(s, text);
    return 0;
}

/* What the file may be instead. */
static int wrong_columns(const char *text, int columns, pl_error *err)
{
    enum { COLUMNS_2009 = 14 }; /* at least; more where there are predicates */
    const char *guess = "";
    if (columns >= COLUMNS_2009)
        guess = " (the format of CoNLL 2009 has 14 or more; it is not read)";
    else if (columns == 1 && strchr(text, ' ') != NULL)
        guess = " (are they separated by spaces?)";
    return pl_fail(err, PL_BAD_INPUT, "expected %d columns separated by tabs, found %d%s",
                   COLUMNS, columns, guess);
}

static int take_empty(conll_reader *s, const char *text, conll_id id, pl_error *err)
{
    if (id.first != s->rows.n || id.second != s->n_empty + 1)
        return pl_fail(err, PL_BAD_INPUT, "expected the empty node %zu.%u, found %u.%u",
                       s->rows.n, s->n_empty + 1, id.first, id.second);
    s->n_empty++;
    keep_line(s, text);
    return 0;
}

static int take_line(conll_reader *s, char *text, size_t n, size_t line, pl_error *err)
{
    const char *ends[COLUMNS];
    s->error_line = line;
    s->bytes += n;
    if (pl_check_n_bytes(s->bytes, err) < 0)
        return -1;
    if (s->lines.n > MAX_LINES)
        return pl_fail(err, PL_TOO_LARGE, "the sentence has more than %u comments",
                       MAX_LINES);
    if (*text == '#') {
        if (s->id == NULL)
            s->id = comment_value(text, "sent_id");
        if (s->text == NULL)
            s->text = comment_value(text, "text");
        keep_line(s, text);
        return 0;
    }
    int columns = find_columns(text, ends);
    if (columns != COLUMNS)
        return wrong_columns(text, columns, err);
    conll_id id = parse_id(text);
    switch (id.kind) {
    case WORD:
        return take_word(s, text, ends, id.first, err);
    case RANGE:
        return take_range(s, text, id, err);
    case EMPTY:
        return take_empty(s, text, id, err);
    default:
        return pl_fail(err, PL_BAD_INPUT,
                       "the first column is %.*s, not the number of a word",
                       (int)strcspn(text, "\t"), text);
    }
}

/* Column 7: a word's number, 0 for the root, _ for none. */
static int take_head(conll_reader *s, uint32_t i, uint32_t *head, pl_error *err)
{
    const char *text = s->rows.at[i].column[HEAD], *p = text;
    uint32_t number;
    s->error_line = s->rows.at[i].line;
    *head = PL_NONE;
    if (text == NULL)
        return 0;
    if (!parse_number(&p, &number) || *p != '\0')
        return pl_fail(err, PL_BAD_INPUT, "the head of word %u is %.30s, not a number",
                       i + 1, text);
    if (number > s->rows.n)
        return pl_fail(err, PL_BAD_INPUT,
                       "the head of word %u is %s, but there are %zu words", i + 1, text,
                       s->rows.n);
    *head = number == 0 ? PL_ROOT_HEAD : number - 1;
    return 0;
}

static int check_circles(conll_reader *s, const pl_tree *t, pl_error *err)
{
    uint32_t v = pl_tree_head_circle(t);
    if (v == PL_NONE)
        return 0;
    s->error_line = s->rows.at[v].line;
    return pl_fail(err, PL_BAD_INPUT,
                   "the heads run in a circle: word %u (%.60s) depends on "
                   "itself",
                   v + 1, t->tokens[v].word);
}

static pl_tree *make_tree(conll_reader *s, pl_arena *m, pl_error *err)
{
    uint32_t n = (uint32_t)s->rows.n;
    s->error_line = n > 0 ? s->rows.at[n - 1].line : s->error_line;
    if (s->range_end > n) {
        pl_fail(err, PL_BAD_INPUT,
                "a multiword token ends at word %u, but there are %u words", s->range_end,
                n);
        return NULL;
    }
    pl_tree *t = pl_tree_new(m, n);
    for (uint32_t i = 0; i < n; i++) {
        const char **column = s->rows.at[i].column;
        pl_token *token = &t->tokens[i];
        pl_node *node = &t->nodes[i];
        token->word = column[FORM];
        node->lemma = column[LEMMA];
        token->coarse = column[CPOSTAG];
        node->label = column[POSTAG];
        node->morph = column[FEATS];
        token->deprel = column[DEPREL];
        token->deps = column[PHEAD];
        token->misc = column[PDEPREL];
        if (take_head(s, i, &token->head, err) < 0)
            return NULL;
        if (token->head != PL_NONE || token->deprel != NULL)
            t->has_deps = true;
    }
    for (size_t i = 0; i < s->lines.n; i++)
        pl_tree_add_line(t, s->lines.at[i].before, s->lines.at[i].text);
    t->id = s->id;
    t->text = s->text;
    return check_circles(s, t, err) == 0 ? t : NULL;
}

/* The lines of one sentence: 1, 0 at the end of the file, -1; errors have no place yet,
 * except those of the stream, which are -2. */
static int read_lines(pl_reader *r, pl_arena *m, pl_error *err)
{
    conll_reader *s = r->state;
    start_sentence(s);
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(r->in, &line, &n, err)) > 0) {
        if (!pl_is_blank_line(line)) {
            if (take_line(s, pl_arena_strndup(m, line, n), n, pl_in_line_number(r->in),
                          err) < 0)
                return -1;
        } else if (s->rows.n > 0)
            return 1;
    }
    if (got < 0)
        return -2;
    if (s->rows.n == 0 && s->lines.n > 0)
        return pl_fail(err, PL_BAD_INPUT, "no words follow these comments");
    return s->rows.n > 0;
}

/* After an error inside a sentence: goes on after the next blank line. */
static void skip_sentence(pl_reader *r)
{
    const char *line;
    size_t n;
    int got;
    do
        got = pl_in_line(r->in, &line, &n, NULL);
    while (got != 0 && !pl_in_broken(r->in) && (got < 0 || !pl_is_blank_line(line)));
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    conll_reader *s = r->state;
    int got = read_lines(r, m, err);
    if (got == 0)
        return 0;
    if (got > 0 && (*tree = make_tree(s, m, err)) != NULL) {
        r->line = s->rows.at[0].line;
        return 1;
    }
    if (got < 0 && !pl_in_broken(r->in))
        skip_sentence(r);
    return got == -2 ? -1 : pl_fail_in_sentence(r, s->error_line, s->id, err);
}

static void read_end(pl_reader *r)
{
    conll_reader *s = r->state;
    PL_VEC_RELEASE(&s->rows, &s->lines);
}

/* -- recognising ------------------------------------------------------------------- */

/* What the first lines show. */
typedef struct marks {
    bool words;    /* a line of ten columns that begins with a number */
    bool other;    /* a line that fits neither format */
    bool conllu;   /* comments, multiword tokens, empty nodes */
    bool not_upos; /* a fourth column that is none of the universal tags */
} marks;

static bool is_upos(const char *tag, size_t n)
{
    static const char *const tags = " ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON "
                                    "PROPN PUNCT SCONJ SYM VERB X _ ";
    for (const char *t = tags; *t != '\0' && t[1] != '\0'; t += 1 + strcspn(t + 1, " "))
        if (strncmp(t + 1, tag, n) == 0 && t[1 + n] == ' ')
            return true;
    return false;
}

static void look_at_line(marks *seen, const char *line, size_t n)
{
    char text[2048];
    if (n >= sizeof text)
        return;
    memcpy(text, line, n);
    text[n] = '\0';
    if (n > 0 && text[n - 1] == '\r')
        text[n - 1] = '\0';
    if (*text == '#')
        seen->conllu = true;
    if (*text == '#' || pl_is_blank_line(text))
        return;
    const char *ends[COLUMNS];
    conll_id id = parse_id(text);
    if (find_columns(text, ends) != COLUMNS || id.kind == BAD) {
        seen->other = true;
        return;
    }
    seen->words = true;
    if (id.kind != WORD) {
        seen->conllu = true;
        return;
    }
    conll_row r;
    split(&r, text, ends);
    const char *tag = r.column[CPOSTAG];
    if (tag != NULL && !is_upos(tag, strlen(tag)))
        seen->not_upos = true;
}

static marks look(const char *bytes, size_t n)
{
    marks seen = {0};
    while (n > 0) {
        const char *newline = memchr(bytes, '\n', n);
        if (newline == NULL)
            break; /* perhaps cut off */
        look_at_line(&seen, bytes, (size_t)(newline - bytes));
        n -= (size_t)(newline + 1 - bytes);
        bytes = newline + 1;
    }
    return seen;
}

static pl_sniffed sniff_conllu(const char *bytes, size_t n)
{
    marks seen = look(bytes, n);
    if (!seen.words || seen.other)
        return seen.other ? PL_SNIFF_NO : PL_SNIFF_OPEN;
    return seen.conllu     ? PL_SNIFF_SURE
           : seen.not_upos ? PL_SNIFF_OPEN
                           : PL_SNIFF_LIKELY;
}

static pl_sniffed sniff_conllx(const char *bytes, size_t n)
{
    marks seen = look(bytes, n);
    if (seen.other || seen.conllu)
        return PL_SNIFF_NO;
    return seen.words ? PL_SNIFF_LIKELY : PL_SNIFF_OPEN;
}

/* -- writing ----------------------------------------------------------------------- */

/* An empty text is written as _, which is no text, except as a word. */
static void put_form(pl_writer *w, const char *text)
{
    pl_out_putc(w->out, '\t');
    pl_writer_note(w, pl_text_write(w->out, text != NULL && *text != '\0' ? text : "_"));
}

static void put_column(pl_writer *w, const char *text)
{
    put_form(w, text);
    pl_writer_note(w, text != NULL && (*text == '\0' || strcmp(text, "_") == 0));
}

static void put_head(pl_writer *w, uint32_t head)
{
    if (head == PL_NONE) {
        put_column(w, NULL);
        return;
    }
    pl_out_putc(w->out, '\t');
    pl_out_number(w->out, head == PL_ROOT_HEAD ? 0 : head + 1);
}

/* MISC of a word of raw text: no white space follows; its first character and the one
 * after it, in the input. */
static void put_place(pl_out *out, const pl_tree *t, const pl_token *token)
{
    const char *mark = pl_counted_mark(PL_COUNTED_PLACE, t->relative);
    pl_out_puts(out, token->glued ? "\tSpaceAfter=No|TokenRange=" : "\tTokenRange=");
    pl_out_puts(out, mark);
    pl_out_number(out, token->first_char);
    pl_out_putc(out, ':');
    pl_out_puts(out, mark);
    pl_out_number(out, token->first_char + token->n_chars);
}

/* Column 9. PHEAD is a number, DEPS has `HEAD:RELATION`: one is of no use in the place of
 * the other. */
static void put_deps(pl_writer *w, const char *deps, bool is_conllu)
{
    bool fits = deps == NULL || (strchr(deps, ':') != NULL) == is_conllu ||
                pl_writer_is_from(w, w->format->name);
    put_column(w, fits ? deps : NULL);
    if (!fits)
        w->lost |= PL_HAS_MORE_HEADS;
}

/* How sure a parser is of tag and arc, at the end of MISC, with four digits. */
static void put_confidence(pl_writer *w, const pl_attr *attrs, bool first)
{
    static const char *const names[][2] = {
        {PL_CONFIDENCE, PL_MISC_CONFIDENCE}, {PL_HEAD_CONFIDENCE, PL_MISC_HEAD_CONFIDENCE}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double p = pl_attr_number(attrs, names[i][0]);
        char text[32];
        if (!(fabs(p) < 1e9)) {
            if (pl_attr_get(attrs, names[i][0]) != NULL)
                w->lost |= PL_HAS_FIELDS;
            continue;
        }
        snprintf(text, sizeof text, "%.4f", p);
        pl_writer_note(w, strtod(text, NULL) != p);
        pl_out_printf(w->out, "%s%s%s", first ? "" : "|", names[i][1], text);
        first = false;
    }
}

static bool has_confidence(const pl_attr *attrs)
{
    return fabs(pl_attr_number(attrs, PL_CONFIDENCE)) < 1e9 ||
           fabs(pl_attr_number(attrs, PL_HEAD_CONFIDENCE)) < 1e9;
}

/* `inside`: the word is one of a multiword token, whose line tells where it is. */
static void put_misc(pl_writer *w, const pl_tree *t, uint32_t i, bool is_conllu, bool inside)
{
    const pl_token *token = &t->tokens[i];
    const pl_attr *attrs = t->nodes[i].attrs;
    bool sure = is_conllu && attrs != NULL && has_confidence(attrs);
    bool place = is_conllu && !inside && token->misc == NULL && token->n_chars > 0;
    if (is_conllu && !inside && !place && token->end > 0)
        w->lost |= PL_HAS_PLACES;
    if (place)
        put_place(w->out, t, token);
    else if (sure && token->misc == NULL)
        pl_out_putc(w->out, '\t');
    else
        put_column(w, token->misc);
    if (sure)
        put_confidence(w, attrs, !place && token->misc == NULL);
}

static void put_word(pl_writer *w, const pl_tree *t, uint32_t i, bool is_conllu,
                     bool inside)
{
    pl_out *out = w->out;
    const pl_token *token = &t->tokens[i];
    const pl_node *node = &t->nodes[i];
    pl_out_number(out, i + 1);
    put_form(w, token->word);
    put_column(w, node->lemma);
    put_column(w, token->coarse);
    put_column(w, node->label);
    put_column(w, node->morph);
    put_head(w, token->head);
    put_column(w, token->deprel);
    put_deps(w, token->deps, is_conllu);
    put_misc(w, t, i, is_conllu, inside);
    pl_out_putc(out, '\n');
}

/* Comments whose value is also stored in the tree. */
enum { OF_ID, OF_TEXT, OF_CONFIDENCE, OF_SCORE, N_SAID };
static const char *const said_keys[N_SAID] = {"sent_id", "text", PL_CONFIDENCE, PL_SCORE};

/* State while the lines kept from the source are written. */
typedef struct kept_lines {
    unsigned stale;     /* 1 << OF_… of comments whose value differs from the tree */
    uint32_t range_end; /* last word of the last multiword token */
    uint32_t n_empty;   /* empty nodes since the last word */
} kept_lines;

static unsigned said_by(const pl_line *line)
{
    for (int i = 0; i < N_SAID; i++)
        if (comment_value(line->text, said_keys[i]) != NULL)
            return 1u << i;
    return 0;
}

static bool has_ten_columns(const char *text)
{
    const char *ends[COLUMNS];
    return find_columns(text, ends) == COLUMNS;
}

/* Whether a kept line still says the truth: transforms may have taken words out. */
static bool still_fits(const pl_tree *t, const pl_line *line, conll_id id, const kept_lines *k)
{
    if (*line->text == '#')
        return k->stale == 0 || (said_by(line) & k->stale) == 0;
    if (id.kind == RANGE)
        return id.first == line->before + 1 && id.first > k->range_end && id.second >= id.first &&
               id.second <= t->n_tokens && has_ten_columns(line->text);
    if (id.kind == EMPTY)
        return id.first == line->before && id.second == k->n_empty + 1 &&
               has_ten_columns(line->text);
    return true;
}

/* Writes a kept line. A comment of another format gets `#`, instead of %% if it comes from export. */
static void put_line(pl_writer *w, const pl_tree *t, const pl_line *line, kept_lines *k)
{
    const char *text = line->text;
    conll_id id = *text != '#' ? parse_id(text) : (conll_id){.kind = BAD};
    if (!still_fits(t, line, id, k)) {
        w->lost |= PL_HAS_COMMENTS;
        return;
    }
    if (*text != '#' && id.kind != RANGE && id.kind != EMPTY) {
        text += strspn(text, "% ");
        pl_out_puts(w->out, "# ");
    }
    pl_writer_note(w, pl_line_write(w->out, text));
    pl_out_putc(w->out, '\n');
    k->n_empty += id.kind == EMPTY;
    k->range_end = id.kind == RANGE ? id.second : k->range_end;
}

/* Writes `# KEY = VALUE`, unless a kept line has the same key and value. Only the first kept line with the
 * key counts, since readers use that one. */
static void put_comment(pl_writer *w, const pl_tree *t, int key, const char *value, kept_lines *k)
{
    const char *kept = NULL;
    for (const pl_line *line = t->lines; line != NULL && kept == NULL; line = line->next)
        kept = comment_value(line->text, said_keys[key]);
    bool same = kept != NULL && value != NULL && strcmp(kept, value) == 0;
    if (!same && kept != NULL && (value != NULL || key == OF_TEXT))
        k->stale |= 1u << key;
    if (value == NULL || same)
        return;
    size_t n = strlen(value);
    bool trimmed = n == 0 || pl_is_blank(value[0]) || pl_is_blank(value[n - 1]);
    pl_out_printf(w->out, "# %s = ", said_keys[key]);
    pl_writer_note(w, pl_text_write(w->out, value) || trimmed);
    pl_out_putc(w->out, '\n');
}

/* Writes the words of a sentence and, if `k` is not NULL, the kept lines between them. */
static void put_words(pl_writer *w, const pl_tree *t, bool is_conllu, kept_lines *k)
{
    const pl_line *line = k != NULL ? t->lines : NULL;
    for (uint32_t i = 0; i <= t->n_tokens && !pl_stopped(); i++) {
        for (; line != NULL && (line->before <= i || i == t->n_tokens); line = line->next)
            put_line(w, t, line, k);
        if (i < t->n_tokens)
            put_word(w, t, i, is_conllu, k != NULL && i < k->range_end);
        if (k != NULL)
            k->n_empty = 0;
    }
    pl_out_putc(w->out, '\n');
}

/* Fails for a sentence without words: it would be a blank line, which readers skip. */
static int check(const pl_writer *w, const pl_tree *t, pl_error *err)
{
    return t->n_tokens > 0 ? pl_check_words(w, t, err)
                           : pl_fail(err, PL_BAD_INPUT, "no words, which %s cannot hold",
                                     w->format->name);
}

static int write_conllu(pl_writer *w, const pl_tree *t, pl_error *err)
{
    kept_lines k = {0};
    if (check(w, t, err) < 0)
        return -1;
    put_comment(w, t, OF_ID, t->id, &k);
    put_comment(w, t, OF_TEXT, t->text, &k);
    put_comment(w, t, OF_CONFIDENCE, pl_attr_get(t->attrs, PL_CONFIDENCE), &k);
    put_comment(w, t, OF_SCORE, pl_attr_get(t->attrs, PL_SCORE), &k);
    put_words(w, t, true, &k);
    return 0;
}

/* conllx keeps only lines that were read from conllx; these may hold the id and the text. */
enum { OF_LINES = PL_HAS_IDS | PL_HAS_COMMENTS | PL_HAS_TEXT };

static int write_conllx(pl_writer *w, const pl_tree *t, pl_error *err)
{
    kept_lines k = {.stale = t->text == NULL ? 1u << OF_TEXT : 0};
    bool own = pl_writer_is_from(w, "conllx");
    if (check(w, t, err) < 0)
        return -1;
    pl_writer_hold(w, OF_LINES, own);
    put_words(w, t, false, own ? &k : NULL);
    return 0;
}

/* -- writing the text alone -------------------------------------------------------- */

bool pl_says_glued(const char *misc)
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

const char *pl_range_at(const pl_tree *t, uint32_t i, const pl_line **line, uint32_t *last)
{
    const char *range = NULL;
    *last = i;
    for (; *line != NULL && (*line)->before <= i; *line = (*line)->next) {
        conll_id id = parse_id((*line)->text);
        if (id.kind == RANGE && id.first == i + 1 && id.second > id.first &&
            id.second <= t->n_tokens) {
            *last = id.second - 1;
            range = (*line)->text;
        }
    }
    return range;
}

/* Writes the second column of a line. */
static void put_second(pl_out *out, const char *line)
{
    const char *form = strchr(line, '\t');
    size_t n = form != NULL ? strcspn(++form, "\t") : 0;
    pl_out_put(out, n > 0 ? form : "_", n > 0 ? n : 1);
}

bool pl_spaced_write(pl_out *out, const pl_tree *t)
{
    const pl_line *line = t->lines;
    bool changed = false;
    for (uint32_t i = 0, last; i < t->n_tokens; i = last + 1) {
        const char *range = pl_range_at(t, i, &line, &last);
        bool glued = pl_says_glued(t->tokens[i].misc);
        if (range != NULL) {
            put_second(out, range);
            glued = pl_says_glued(last_column(range)) || pl_says_glued(t->tokens[last].misc);
        } else
            changed |= pl_text_write(out, t->tokens[i].word);
        if (last + 1 < t->n_tokens && !glued)
            pl_out_putc(out, ' ');
    }
    return changed;
}

/* -- the rows of the table --------------------------------------------------------- */

enum {
    HOLDS = PL_HAS_DEPENDENCIES | PL_HAS_TAGS | PL_HAS_LEMMAS | PL_HAS_MORPHOLOGY |
            PL_HAS_IDS | PL_HAS_COMMENTS | PL_HAS_COARSE_TAGS | PL_HAS_MORE_HEADS |
            PL_HAS_MISC | PL_HAS_TEXT,
};

const pl_format pl_format_conllu = {
    .name = "conllu",
    .cut = &pl_cut_conll,
    .end = PL_ENDS_BLANK_LINE,
    .extensions = ".conllu",
    .about = "dependencies in ten columns, CoNLL-U (Universal Dependencies)",
    .holds = HOLDS | PL_HAS_PLACES,
    .sometimes = PL_HAS_MORE_HEADS | PL_HAS_PLACES,
    .fields = {.sentence = PL_CONFIDENCE " " PL_SCORE,
               .word = PL_CONFIDENCE " " PL_HEAD_CONFIDENCE},
    .sniff = sniff_conllu,
    .reader_size = sizeof(conll_reader),
    .read = read,
    .read_end = read_end,
    .write = write_conllu,
};

const pl_format pl_format_conllx = {
    .name = "conllx",
    .cut = &pl_cut_conll,
    .end = PL_ENDS_BLANK_LINE,
    .extensions = ".conll .conllx .conll06 .conll07",
    .about = "dependencies in ten columns, CoNLL-X (shared tasks of 2006 and 2007)",
    .holds = HOLDS,
    .sometimes = PL_HAS_MORE_HEADS | OF_LINES,
    .sniff = sniff_conllx,
    .reader_size = sizeof(conll_reader),
    .read = read,
    .read_end = read_end,
    .write = write_conllx,
};
