/* bracket: Penn style. A tree may stand on one line or on many, with or without an outer
 * pair of brackets that has no label:
 *
 *     ( (S (NP-SBJ-1 (PRP They))
 *          (VP (VBD were)
 *              (VP (VBN seen) (NP-1 (-NONE- *)))) (. .)) )
 *
 * The outer pair becomes a root with the flag PL_NODE_VIRTUAL, so that the writer knows
 * the file's choice. In it, a last `(ID …)` is the sentence's id, as in the Penn corpora
 * of historical texts. -LRB- and -RRB- in a word stand for brackets; labels, indices and
 * traces are kept as they stand. */
#include "format/bracket.h"
#include "tree/build.h"
#include "format/escape.h"
#include "format/formats.h"
#include "format/reader.h"

#include <string.h>

typedef struct state {
    pl_build build;
    PL_VEC(uint32_t) open; /* parts not closed yet; PL_NONE is the outer pair */
    const char *at, *end;  /* what is left of the line */
    const char *line;      /* its start */
    size_t first_line;     /* where the tree began */
    size_t bytes;          /* of the lines of this tree */
    bool outer;            /* the tree has an outer pair */
    bool lost;             /* after an error: look for the next tree first */
} state;

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static int next_line(pl_reader *r, pl_error *err)
{
    state *s = r->state;
    size_t n;
    int got = pl_in_line(r->in, &s->line, &n, err);
    if (got <= 0) {
        s->line = "";
        n = 0;
    }
    s->at = s->line;
    s->end = s->line + n;
    s->bytes += n;
    return got;
}

/* Goes to the next character that is not blank, over lines: 1, 0 at the end, -1. */
static int skip_blank(pl_reader *r, pl_error *err)
{
    state *s = r->state;
    for (;;) {
        while (s->at < s->end && is_space(*s->at))
            s->at++;
        if (s->at < s->end)
            return 1;
        int got = next_line(r, err);
        if (got <= 0)
            return got;
    }
}

/* After an error the rest of the line is given up, and every line up to one that begins
 * with a bracket: trees over several lines are indented. */
static int find_next_tree(pl_reader *r, pl_error *err)
{
    state *s = r->state;
    int got = 1;
    if (s->at != s->line || s->at == s->end || *s->at != '(')
        do
            got = next_line(r, err);
        while (got > 0 && (s->at == s->end || *s->at != '('));
    s->lost = false;
    return got;
}

static size_t word_length(const state *s)
{
    const char *p = s->at;
    while (p < s->end && !is_space(*p) && *p != '(' && *p != ')')
        p++;
    return (size_t)(p - s->at);
}

static void link_to_open(state *s, uint32_t part)
{
    uint32_t parent = s->open.n > 0 ? s->open.at[s->open.n - 1] : PL_NONE;
    if (parent != PL_NONE)
        pl_build_link(&s->build, part, parent);
}

/* The label may stand on a later line. -2 for errors of the stream. */
static int open_bracket(pl_reader *r, pl_arena *m, pl_error *err)
{
    state *s = r->state;
    bool starts_line = s->at++ == s->line;
    if (s->open.n >= PL_MAX_DEPTH)
        return pl_fail(err, PL_TOO_LARGE, "brackets nested deeper than %u", PL_MAX_DEPTH);
    if (skip_blank(r, err) < 0)
        return -2;
    size_t n = word_length(s);
    if (n == 0 && s->open.n > 0 && s->at < s->end && *s->at == '(' && starts_line) {
        s->at = s->line; /* the next sentence begins here */
        return pl_fail(err, PL_BAD_INPUT,
                       "the tree that begins in line %zu is not closed before this one",
                       s->first_line);
    }
    if (n == 0 && s->open.n > 0)
        return pl_fail(err, PL_BAD_INPUT, "a label is missing after an opening bracket");
    uint32_t part = PL_NONE;
    if (n > 0) {
        part = pl_build_node(&s->build, pl_arena_strndup(m, s->at, n));
        link_to_open(s, part);
    } else
        s->outer = true;
    PL_PUSH(&s->open, part);
    s->at += n;
    return 0;
}

static int leaf(state *s, pl_arena *m, pl_error *err)
{
    size_t n = word_length(s);
    if (s->build.n_tokens >= PL_MAX_TOKENS)
        return pl_fail(err, PL_TOO_LARGE, "the sentence has more than %u words",
                       PL_MAX_TOKENS);
    const char *word = pl_escape_read(m, s->at, n, pl_bracket_escapes);
    link_to_open(s, pl_build_token(&s->build, s->build.n_tokens, word, NULL));
    s->at += n;
    return 0;
}

/* One tree from its opening bracket to the closing one. Errors have no place yet, except
 * those of the stream, which are -2. */
static int parse(pl_reader *r, pl_arena *m, pl_error *err)
{
    state *s = r->state;
    do {
        int got = skip_blank(r, err);
        if (got < 0)
            return -2;
        if (got == 0)
            return pl_fail(err, PL_BAD_INPUT,
                           "the tree that begins in line %zu is not closed: %zu "
                           "bracket%s open at the end",
                           s->first_line, s->open.n, s->open.n == 1 ? " is" : "s are");
        if (s->bytes > PL_MAX_SENTENCE)
            return pl_fail(err, PL_TOO_LARGE,
                           "the tree that begins in line %zu is longer than %zu "
                           "megabytes",
                           s->first_line, PL_MAX_SENTENCE >> 20);
        if (*s->at == ')') {
            uint32_t part = PL_POP(&s->open);
            if (part != PL_NONE)
                pl_build_close(&s->build, part, r->options.split_functions);
            s->at++;
        } else if ((got = *s->at == '(' ? open_bracket(r, m, err) : leaf(s, m, err)) < 0)
            return got;
    } while (s->open.n > 0);
    return 0;
}

/* A last (ID …) in the outer pair is not part of the tree. */
static const char *take_id(state *s)
{
    pl_build *b = &s->build;
    if (!s->outer || b->n_tokens < 2)
        return NULL;
    const pl_part *last = &b->parts.at[b->parts.n - 1];
    if (last->word == NULL || last->node.label == NULL || last->node.parent != PL_NONE ||
        strcmp(last->node.label, "ID") != 0)
        return NULL;
    b->parts.n--;
    b->n_tokens--;
    return last->word;
}

static int parse_tree(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    state *s = r->state;
    s->lost = *s->at != '(';
    if (s->lost)
        return pl_fail(err, PL_BAD_INPUT, "expected a tree in brackets, found %.30s",
                       s->at);
    pl_build_start(&s->build, m);
    s->open.n = 0;
    s->outer = false;
    s->bytes = (size_t)(s->end - s->at);
    s->first_line = pl_in_line_number(r->in);
    int status = parse(r, m, err);
    s->lost = status < 0;
    if (status < 0)
        return status;
    const char *id = take_id(s);
    if (s->build.n_tokens == 0)
        return pl_fail(err, PL_BAD_INPUT, "a tree without words");
    *tree = pl_build_finish(&s->build, s->outer ? "ROOT" : NULL, err);
    if (*tree == NULL)
        return -1;
    (*tree)->id = id;
    return 0;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    state *s = r->state;
    if (s->line == NULL)
        s->line = s->at = s->end = "";
    int got = s->lost ? find_next_tree(r, err) : 1;
    if (got > 0)
        got = skip_blank(r, err);
    if (got <= 0) {
        s->lost = got < 0;
        return got;
    }
    pl_error why;
    int status = parse_tree(r, m, tree, &why);
    if (status == 0)
        return 1;
    if (status == -2)
        return pl_fail(err, PL_BAD_INPUT, "%s", why.text);
    return pl_in_fail(r->in, err, "sentence %zu: %s", r->n_read + r->n_failed + 1,
                      why.text);
}

static void read_end(pl_reader *r)
{
    state *s = r->state;
    pl_build_release(&s->build);
    PL_VEC_RELEASE(&s->open);
}

/* A bracket without others in it, and more text after it on the line: "(Reuters) - The".
 * `i` is where it opens. */
static bool is_remark(const char *bytes, size_t n, size_t i)
{
    for (i++; i < n && bytes[i] != ')'; i++)
        if (bytes[i] == '(' || bytes[i] == '\n')
            return false;
    for (i++; i < n && bytes[i] == ' '; i++)
        ;
    return i < n && strchr("(\t\r\n", bytes[i]) == NULL;
}

/* A bracket first of all. Weak: discbracket is asked before, and a plain text may begin
 * with a bracket too. */
static int sniff(const char *bytes, size_t n)
{
    size_t i = 0;
    while (i < n && (is_space(bytes[i]) || bytes[i] == '\n' || bytes[i] == '\r'))
        i++;
    return i < n && bytes[i] == '(' && !is_remark(bytes, n, i);
}

const pl_format pl_format_bracket = {
    .name = "bracket",
    .end = PL_ENDS_LINE,
    .extensions = ".bracket .mrg .prd .psd .ptb .penn .tree .trees",
    .about = "Penn style brackets, over one line or several",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_TAGS | PL_HAS_IDS,
    .trees_only = true,
    .sniff = sniff,
    .reader_size = sizeof(state),
    .read = read,
    .read_end = read_end,
    .write = pl_bracket_write,
};
