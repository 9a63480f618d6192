/* conllx and conllu: one word per line in ten columns, a blank line after each sentence.
 *
 *     # sent_id = 7
 *     1-2  vámonos  _    _     _   _      _  _        _  _      a multiword token
 *     1    vamos    ir   VERB  V   Mood=  0  root     _  _
 *     2    nos      yo   PRON  P   _      1  obj      _  _
 *
 * Both have the same columns, and both may have comments, multiword tokens and empty
 * nodes here (CoNLL-X has none of its own): these lines are kept verbatim at their place
 * (pl_line), the rest goes where the tree has a place for it. `_` is no value. */
#include "format/conll.h"
#include "format/formats.h"
#include "format/reader.h"
#include "base/vec.h"

#include <string.h>

typedef struct row {
    const char *column[PL_CONLL_COLUMNS];
    size_t line; /* in the file */
} row;

typedef struct kept_line {
    uint32_t before;
    const char *text;
} kept_line;

typedef struct state {
    PL_VEC(row) rows;
    PL_VEC(kept_line) lines;
    const char *id, *text; /* from the comments */
    uint32_t range_end;    /* last word of the last multiword token */
    uint32_t n_empty;      /* empty nodes since the last word */
    size_t bytes;          /* of the sentence so far */
    size_t error_line;
} state;

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

pl_conll_id pl_conll_parse_id(const char *text)
{
    pl_conll_id id = {.kind = PL_CONLL_BAD};
    if (!parse_number(&text, &id.first))
        return id;
    pl_conll_kind kind = PL_CONLL_WORD;
    if (*text == '-' || *text == '.') {
        kind = *text++ == '-' ? PL_CONLL_RANGE : PL_CONLL_EMPTY;
        if (!parse_number(&text, &id.second))
            return id;
    }
    if (*text == '\0' || *text == '\t')
        id.kind = kind;
    return id;
}

const char *pl_conll_comment(const char *line, const char *key)
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

static void start_sentence(state *s)
{
    s->rows.n = s->lines.n = 0;
    s->id = s->text = NULL;
    s->range_end = s->n_empty = 0;
    s->bytes = 0;
}

static void keep_line(state *s, const char *text)
{
    kept_line line = {(uint32_t)s->rows.n, text};
    PL_PUSH(&s->lines, line);
}

static int count_columns(const char *text)
{
    int n = 1;
    for (; (text = strchr(text, '\t')) != NULL; text++)
        n++;
    return n;
}

/* Cuts the text at its tabs. `_` and nothing are no value: NULL. */
static void split(row *r, char *text)
{
    for (int i = 0; i < PL_CONLL_COLUMNS; i++) {
        size_t n = strcspn(text, "\t");
        r->column[i] = n == 0 || (n == 1 && *text == '_') ? NULL : text;
        text[n] = '\0';
        text += n + 1;
    }
}

static int take_word(state *s, char *text, uint32_t number, size_t line, pl_error *err)
{
    if (number != s->rows.n + 1)
        return pl_fail(err, PL_BAD_INPUT, "expected word %zu, found %u%s", s->rows.n + 1,
                       number,
                       number == 1 ? " (is a blank line missing before it?)" : "");
    if (s->rows.n >= PL_MAX_TOKENS)
        return pl_fail(err, PL_TOO_LARGE, "the sentence has more than %u words",
                       PL_MAX_TOKENS);
    row r = {.line = line};
    split(&r, text);
    if (r.column[PL_CONLL_FORM] == NULL) {
        if (strchr(text, '\0')[1] != '_')
            return pl_fail(err, PL_BAD_INPUT, "word %u has no form", number);
        r.column[PL_CONLL_FORM] = "_"; /* the word is an underscore */
    }
    PL_PUSH(&s->rows, r);
    s->n_empty = 0;
    return 0;
}

static int take_range(state *s, const char *text, pl_conll_id id, pl_error *err)
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
                   PL_CONLL_COLUMNS, columns, guess);
}

static int take_empty(state *s, const char *text, pl_conll_id id, pl_error *err)
{
    if (id.first != s->rows.n || id.second != s->n_empty + 1)
        return pl_fail(err, PL_BAD_INPUT, "expected the empty node %zu.%u, found %u.%u",
                       s->rows.n, s->n_empty + 1, id.first, id.second);
    s->n_empty++;
    keep_line(s, text);
    return 0;
}

static int take_line(state *s, char *text, size_t line, pl_error *err)
{
    s->error_line = line;
    s->bytes += strlen(text);
    if (s->bytes > PL_MAX_SENTENCE || s->lines.n > 4 * PL_MAX_TOKENS)
        return pl_fail(err, PL_TOO_LARGE,
                       "the sentence is longer than %zu megabytes or %u comments",
                       PL_MAX_SENTENCE >> 20, 4 * PL_MAX_TOKENS);
    if (*text == '#') {
        if (s->id == NULL)
            s->id = pl_conll_comment(text, "sent_id");
        if (s->text == NULL)
            s->text = pl_conll_comment(text, "text");
        keep_line(s, text);
        return 0;
    }
    int columns = count_columns(text);
    if (columns != PL_CONLL_COLUMNS)
        return wrong_columns(text, columns, err);
    pl_conll_id id = pl_conll_parse_id(text);
    switch (id.kind) {
    case PL_CONLL_WORD:
        return take_word(s, text, id.first, line, err);
    case PL_CONLL_RANGE:
        return take_range(s, text, id, err);
    case PL_CONLL_EMPTY:
        return take_empty(s, text, id, err);
    default:
        return pl_fail(err, PL_BAD_INPUT,
                       "the first column is %.*s, not the number of a word",
                       (int)strcspn(text, "\t"), text);
    }
}

/* Column 7: a word's number, 0 for the root, _ for none. */
static int take_head(state *s, uint32_t i, uint32_t *head, pl_error *err)
{
    const char *text = s->rows.at[i].column[PL_CONLL_HEAD], *p = text;
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

/* Heads followed from each word must end; `seen` is the word + 1 that came by first. */
static int check_cycles(state *s, const pl_tree *t, pl_error *err)
{
    uint32_t *seen = PL_NEW_ARRAY(t->arena, uint32_t, t->n_tokens);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t v = i;
        for (; v < t->n_tokens && seen[v] == 0; v = t->tokens[v].head)
            seen[v] = i + 1;
        if (v < t->n_tokens && seen[v] == i + 1) {
            s->error_line = s->rows.at[v].line;
            return pl_fail(err, PL_BAD_INPUT,
                           "the heads run in a circle: word %u (%.60s) depends on "
                           "itself",
                           v + 1, t->tokens[v].word);
        }
    }
    return 0;
}

static pl_tree *make_tree(state *s, pl_arena *m, pl_error *err)
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
        token->word = column[PL_CONLL_FORM];
        node->lemma = column[PL_CONLL_LEMMA];
        token->coarse = column[PL_CONLL_CPOSTAG];
        node->label = column[PL_CONLL_POSTAG];
        node->morph = column[PL_CONLL_FEATS];
        token->deprel = column[PL_CONLL_DEPREL];
        token->deps = column[PL_CONLL_PHEAD];
        token->misc = column[PL_CONLL_PDEPREL];
        if (take_head(s, i, &token->head, err) < 0)
            return NULL;
        if (token->head != PL_NONE || token->deprel != NULL)
            t->has_deps = true;
    }
    for (size_t i = 0; i < s->lines.n; i++)
        pl_tree_add_line(t, s->lines.at[i].before, s->lines.at[i].text);
    t->id = s->id;
    t->text = s->text;
    return check_cycles(s, t, err) == 0 ? t : NULL;
}

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t")] == '\0';
}

/* The lines of one sentence: 1, 0 at the end of the file, -1; `why` has no place yet,
 * except for errors of the stream, which are -2. */
static int read_lines(pl_reader *r, pl_arena *m, pl_error *why)
{
    state *s = r->state;
    start_sentence(s);
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(r->in, &line, &n, why)) > 0) {
        if (!is_blank(line)) {
            if (take_line(s, pl_arena_strndup(m, line, n), pl_in_line_number(r->in),
                          why) < 0)
                return -1;
        } else if (s->rows.n > 0)
            return 1;
    }
    if (got < 0)
        return -2;
    if (s->rows.n == 0 && s->lines.n > 0)
        return pl_fail(why, PL_BAD_INPUT, "no words follow these comments");
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
    while (got != 0 && !pl_in_broken(r->in) && (got < 0 || !is_blank(line)));
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    state *s = r->state;
    pl_error why;
    int got = read_lines(r, m, &why);
    if (got == 0)
        return 0;
    if (got > 0 && (*tree = make_tree(s, m, &why)) != NULL)
        return 1;
    if (got < 0 && !pl_in_broken(r->in))
        skip_sentence(r);
    if (got == -2)
        return pl_fail(err, PL_BAD_INPUT, "%s", why.text);
    return pl_fail(err, PL_BAD_INPUT, "%s:%zu: sentence %zu%s%.100s%s: %s",
                   pl_in_name(r->in), s->error_line, r->n_read + r->n_failed + 1,
                   s->id != NULL ? " (" : "", s->id != NULL ? s->id : "",
                   s->id != NULL ? ")" : "", why.text);
}

static int read_start(pl_reader *r, pl_error *err)
{
    (void)err;
    r->preamble.format = r->format->name; /* the writer keeps a file's comments by it */
    return 0;
}

static void read_end(pl_reader *r)
{
    state *s = r->state;
    PL_VEC_RELEASE(&s->rows);
    PL_VEC_RELEASE(&s->lines);
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
    if (*text == '#' || is_blank(text))
        return;
    pl_conll_id id = pl_conll_parse_id(text);
    if (count_columns(text) != PL_CONLL_COLUMNS || id.kind == PL_CONLL_BAD) {
        seen->other = true;
        return;
    }
    seen->words = true;
    if (id.kind != PL_CONLL_WORD) {
        seen->conllu = true;
        return;
    }
    row r;
    split(&r, text);
    const char *tag = r.column[PL_CONLL_CPOSTAG];
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

static int sniff_conllu(const char *bytes, size_t n)
{
    marks seen = look(bytes, n);
    if (!seen.words || seen.other)
        return 0;
    return seen.conllu ? 2 : !seen.not_upos;
}

static int sniff_conllx(const char *bytes, size_t n)
{
    marks seen = look(bytes, n);
    return seen.words && !seen.other;
}

enum {
    HOLDS = PL_HAS_DEPENDENCIES | PL_HAS_TAGS | PL_HAS_LEMMAS | PL_HAS_MORPHOLOGY |
            PL_HAS_IDS | PL_HAS_COMMENTS | PL_HAS_COARSE_TAGS | PL_HAS_FIELDS
};

const pl_format pl_format_conllu = {
    .name = "conllu",
    .end = PL_ENDS_BLANK_LINE,
    .extensions = ".conllu",
    .about = "dependencies in ten columns, CoNLL-U (Universal Dependencies)",
    .holds = HOLDS,
    .sniff = sniff_conllu,
    .reader_size = sizeof(state),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write = pl_conllu_write,
};

const pl_format pl_format_conllx = {
    .name = "conllx",
    .end = PL_ENDS_BLANK_LINE,
    .extensions = ".conll .conllx .conll06 .conll07",
    .about = "dependencies in ten columns, CoNLL-X (shared tasks of 2006 and 2007)",
    .holds = HOLDS,
    .sniff = sniff_conllx,
    .reader_size = sizeof(state),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write = pl_conllx_write,
};
