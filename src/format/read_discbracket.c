/* discbracket: one tree per line, leaves INDEX=TOKEN with indices from 0.
 *
 *     (S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss))<TAB>id
 *
 * A parenthesis in a token is #LRB# or #RRB#, and a token may contain `=`. A leaf may
 * stand without a tag of its own, `(NP 0=a 1=dog)`, and without a word: that is how a
 * fragment writes its frontier, `(NP 1=)` or, discontinuous, `(VP 2= 4=)`. */
#include "tree/build.h"
#include "format/discbracket.h"
#include "format/escape.h"
#include "format/formats.h"
#include "format/reader.h"

typedef struct state {
    pl_build build;
    PL_VEC(uint32_t) open; /* parts whose bracket is not closed yet */
} state;

/* Where we are in a line. */
typedef struct cursor {
    const char *at, *end;
} cursor;

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static void skip_spaces(cursor *c)
{
    while (c->at < c->end && is_space(*c->at))
        c->at++;
}

/* The text up to a space or bracket. */
static size_t word_length(const cursor *c)
{
    const char *p = c->at;
    while (p < c->end && !is_space(*p) && *p != '(' && *p != ')')
        p++;
    return (size_t)(p - c->at);
}

/* INDEX= at the cursor: the number of bytes up to and with `=`, 0 if it is not one. Too
 * large a number gives some index that no sentence reaches. */
static size_t leaf_index(const cursor *c, size_t n, uint32_t *index)
{
    uint64_t value = 0;
    size_t i = 0;
    for (; i < n && c->at[i] >= '0' && c->at[i] <= '9'; i++)
        value = value < PL_MAX_TOKENS ? value * 10 + (uint64_t)(c->at[i] - '0') : value;
    *index = (uint32_t)value;
    return i > 0 && i < n && c->at[i] == '=' ? i + 1 : 0;
}

static int open_bracket(state *s, cursor *c, pl_arena *m, pl_error *err)
{
    c->at++;
    skip_spaces(c);
    size_t n = word_length(c);
    uint32_t index;
    if (n == 0 || leaf_index(c, n, &index) > 0)
        return pl_fail(err, PL_BAD_INPUT, "a label is missing after an opening bracket");
    if (s->open.n >= PL_MAX_DEPTH)
        return pl_fail(err, PL_TOO_LARGE, "brackets nested deeper than %u", PL_MAX_DEPTH);
    uint32_t part = pl_build_node(&s->build, pl_arena_strndup(m, c->at, n));
    if (s->open.n > 0)
        pl_build_link(&s->build, part, s->open.at[s->open.n - 1]);
    PL_PUSH(&s->open, part);
    c->at += n;
    return 0;
}

static int leaf(state *s, cursor *c, pl_arena *m, pl_error *err)
{
    size_t n = word_length(c);
    uint32_t index;
    size_t skip = leaf_index(c, n, &index);
    if (skip == 0)
        return pl_fail(err, PL_BAD_INPUT, "expected INDEX=TOKEN, found %.*s",
                       (int)(n < 60 ? n : 60), c->at);
    if (s->build.n_tokens >= PL_MAX_TOKENS)
        return pl_fail(err, PL_TOO_LARGE, "the sentence has more than %u words",
                       PL_MAX_TOKENS);
    uint32_t part = pl_build_token(
        &s->build, index,
        pl_escape_read(m, c->at + skip, n - skip, pl_discbracket_escapes), NULL);
    if (s->open.n > 0)
        pl_build_link(&s->build, part, s->open.at[s->open.n - 1]);
    c->at += n;
    return 0;
}

static int parse(state *s, cursor *c, bool split_functions, pl_arena *m, pl_error *err)
{
    do {
        skip_spaces(c);
        if (c->at == c->end)
            return pl_fail(err, PL_BAD_INPUT, "%zu bracket%s not closed", s->open.n,
                           s->open.n == 1 ? " is" : "s are");
        if (*c->at == '(') {
            if (open_bracket(s, c, m, err) < 0)
                return -1;
        } else if (*c->at == ')') {
            if (s->open.n == 0)
                return pl_fail(err, PL_BAD_INPUT,
                               "a closing bracket without an opening one");
            pl_build_close(&s->build, PL_POP(&s->open), split_functions);
            c->at++;
        } else if (s->open.n == 0)
            return pl_fail(err, PL_BAD_INPUT, "expected a tree in brackets, found %.30s",
                           c->at);
        else if (leaf(s, c, m, err) < 0)
            return -1;
    } while (s->open.n > 0);
    return 0;
}

/* After the tree: nothing, or a tab and the sentence's id. */
static int parse_rest(cursor *c, pl_arena *m, pl_tree *t, pl_error *err)
{
    while (c->at < c->end && *c->at == ' ')
        c->at++;
    if (c->at < c->end && *c->at != '\t')
        return pl_fail(err, PL_BAD_INPUT,
                       "text after the tree: %.30s (an id goes after a tab)", c->at);
    if (c->at + 1 < c->end)
        t->id = pl_arena_strndup(m, c->at + 1, (size_t)(c->end - c->at - 1));
    return 0;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    state *s = r->state;
    const char *line;
    size_t n;
    int got;
    while ((got = pl_in_line(r->in, &line, &n, err)) > 0) {
        cursor c = {line, line + n};
        skip_spaces(&c);
        if (c.at == c.end)
            continue;
        pl_error why;
        pl_build_start(&s->build, m);
        s->open.n = 0;
        *tree = parse(s, &c, r->options.split_functions, m, &why) == 0
                    ? pl_build_finish(&s->build, NULL, &why)
                    : NULL;
        if (*tree == NULL || parse_rest(&c, m, *tree, &why) < 0)
            return pl_in_fail(r->in, err, "sentence %zu: %s", r->n_read + r->n_failed + 1,
                              why.text);
        return 1;
    }
    return got;
}

static void read_end(pl_reader *r)
{
    state *s = r->state;
    pl_build_release(&s->build);
    PL_VEC_RELEASE(&s->open);
}

/* A bracket on the first line, and soon after it a leaf with its index. */
static int sniff(const char *bytes, size_t n)
{
    size_t i = 0;
    while (i < n && (is_space(bytes[i]) || bytes[i] == '\n' || bytes[i] == '\r'))
        i++;
    if (i == n || bytes[i] != '(')
        return 0;
    for (; i + 1 < n && bytes[i] != '\n'; i++)
        if (bytes[i] == ' ' && bytes[i + 1] != '(') {
            cursor c = {bytes + i + 1, bytes + n};
            uint32_t index;
            return leaf_index(&c, word_length(&c), &index) > 0 ? 2 : 0;
        }
    return 0;
}

const pl_format pl_format_discbracket = {
    .name = "discbracket",
    .end = PL_ENDS_LINE,
    .extensions = ".discbracket .dbr",
    .about = "one tree per line, leaves INDEX=TOKEN",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_IDS,
    .trees_only = true,
    .sniff = sniff,
    .reader_size = sizeof(state),
    .read = read,
    .read_end = read_end,
    .write = pl_discbracket_write,
};
