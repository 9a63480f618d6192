/* The formats with brackets.
 *
 * discbracket: one tree per line, leaves INDEX=TOKEN with indices from 0.
 *
 *     (S (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VMFIN 1=muss))<TAB>id
 *
 * A parenthesis in a token is #LRB# or #RRB#, and a token may contain `=`. A leaf may
 * stand without a tag of its own, `(NP 0=a 1=dog)`, and without a word: that is how a
 * fragment writes its frontier, `(NP 1=)` or, discontinuous, `(VP 2= 4=)`.
 *
 * bracket: Penn style. A tree may stand on one line or on many, with or without an outer
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
#include "format/cut.h"
#include "format/lines.h"
#include "tree/build.h"

#include <string.h>

typedef struct bracket_reader {
    pl_build build;
    PL_VEC(uint32_t) open; /* parts not closed yet; PL_NONE is the outer pair */
    const char *at, *end;  /* what is left of the line */
    const char *line;      /* its start */
    /* Of bracket only: */
    size_t first_line; /* where the tree began */
    size_t bytes;      /* of the lines of this tree */
    bool outer;        /* the tree has an outer pair */
    bool lost;         /* after an error: look for the next tree first */
} bracket_reader;

/* -- reading ----------------------------------------------------------------------- */

static int next_line(pl_reader *r, pl_error *err)
{
    bracket_reader *s = r->state;
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

static void skip_spaces(bracket_reader *s)
{
    while (s->at < s->end && pl_is_blank(*s->at))
        s->at++;
}

/* Goes to the next character that is not blank, over lines: 1, 0 at the end, -1. */
static int skip_lines(pl_reader *r, pl_error *err)
{
    bracket_reader *s = r->state;
    for (;;) {
        skip_spaces(s);
        if (s->at < s->end)
            return 1;
        int got = next_line(r, err);
        if (got <= 0)
            return got;
    }
}

/* The text up to a space or bracket. */
static size_t word_length(const char *at, const char *end)
{
    const char *p = at;
    while (p < end && !pl_is_blank(*p) && *p != '(' && *p != ')')
        p++;
    return (size_t)(p - at);
}

static void start_tree(bracket_reader *s, pl_arena *m)
{
    pl_build_start(&s->build, m);
    s->open.n = 0;
    s->outer = false;
}

static void link_to_open(bracket_reader *s, uint32_t part)
{
    uint32_t parent = s->open.n > 0 ? s->open.at[s->open.n - 1] : PL_NONE;
    if (parent != PL_NONE)
        pl_build_link(&s->build, part, parent);
}

/* Opens a node; label NULL: the outer pair. */
static int open_node(bracket_reader *s, const char *label, pl_error *err)
{
    if (s->open.n >= PL_MAX_DEPTH)
        return pl_fail(err, PL_TOO_LARGE, "brackets nested deeper than %u", PL_MAX_DEPTH);
    uint32_t part = PL_NONE;
    if (label != NULL) {
        part = pl_build_node(&s->build, label);
        link_to_open(s, part);
    } else
        s->outer = true;
    PL_PUSH(&s->open, part);
    return 0;
}

static void close_node(bracket_reader *s, bool split_functions)
{
    uint32_t part = PL_POP(&s->open);
    if (part != PL_NONE)
        pl_build_close(&s->build, part, split_functions);
}

static int fail_label(pl_error *err)
{
    return pl_fail(err, PL_BAD_INPUT, "a label is missing after an opening bracket");
}

static int fail_start(const char *at, pl_error *err)
{
    return pl_fail(err, PL_BAD_INPUT, "expected a tree in brackets, found %.30s", at);
}

static void read_end(pl_reader *r)
{
    bracket_reader *s = r->state;
    pl_build_release(&s->build);
    PL_VEC_RELEASE(&s->open);
}

/* Returns the offset of the first byte that is not white space, or n. */
static size_t first_text(const char *bytes, size_t n)
{
    size_t i = 0;
    while (i < n && (pl_is_blank(bytes[i]) || bytes[i] == '\n' || bytes[i] == '\r'))
        i++;
    return i;
}

/* -- reading discbracket ----------------------------------------------------------- */

/* The line is copied into the sentence's memory as a whole, and its labels and words are
 * cut off there: each gets a NUL where it ends. `next` is what stood at s->at before. */
typedef struct cut_line {
    char *at, next;
} cut_line;

static void advance(cut_line *l)
{
    l->next = *++l->at;
}

static void skip_blanks(cut_line *l)
{
    while (pl_is_blank(l->next))
        advance(l);
}

/* Cuts off n bytes. */
static char *cut(cut_line *l, size_t n)
{
    char *text = l->at;
    l->at += n;
    l->next = *l->at;
    *l->at = '\0';
    return text;
}

enum { ENDS_WORD = PL_AT_SPACE | PL_AT_TAB | PL_AT_BRACKET };

/* INDEX= at the start of a text: the number of bytes up to and with `=`, 0 if it is not
 * one. Too large a number gives some index that no sentence reaches. */
static size_t leaf_index(const char *text, uint32_t *index)
{
    uint32_t value = 0;
    size_t i = 0;
    for (; text[i] >= '0' && text[i] <= '9'; i++)
        value = value < PL_MAX_TOKENS ? value * 10 + (uint32_t)(text[i] - '0') : value;
    *index = value;
    return i > 0 && text[i] == '=' ? i + 1 : 0;
}

static int open_indexed(bracket_reader *s, cut_line *l, pl_error *err)
{
    uint32_t index;
    advance(l);
    skip_blanks(l);
    size_t n = pl_until(l->at, ENDS_WORD);
    return n == 0 || leaf_index(l->at, &index) > 0 ? fail_label(err)
                                                   : open_node(s, cut(l, n), err);
}

static int fail_leaf(const char *at, pl_error *err)
{
    size_t n = pl_until(at, ENDS_WORD);
    return pl_fail(err, PL_BAD_INPUT, "expected INDEX=TOKEN, found %.*s",
                   (int)(n < 60 ? n : 60), at);
}

/* A word; the node that is open becomes this word if there is nothing else in it. */
static int add_indexed(bracket_reader *s, cut_line *l, pl_error *err)
{
    uint32_t index, parent = s->open.at[s->open.n - 1];
    size_t skip = leaf_index(l->at, &index);
    if (skip == 0)
        return fail_leaf(l->at, err);
    if (pl_check_n_words((size_t)s->build.n_tokens + 1, err) < 0)
        return -1;
    l->at += skip;
    size_t plain = pl_until(l->at, ENDS_WORD | PL_AT_HASH);
    char *word = cut(l, plain + pl_until(l->at + plain, ENDS_WORD));
    if (word + plain < l->at)
        pl_escape_decode(word, &pl_discbracket_escapes);
    if (l->next == ')' && parent + 1 == s->build.parts.n) {
        pl_build_word(&s->build, parent, index, word);
        s->open.n--;
        advance(l);
    } else
        link_to_open(s, pl_build_token(&s->build, index, word, NULL));
    return 0;
}

static int fail_open(const bracket_reader *s, pl_error *err)
{
    return pl_fail(err, PL_BAD_INPUT, "%zu bracket%s not closed", s->open.n,
                   s->open.n == 1 ? " is" : "s are");
}

/* The tree at the start of a line. */
static int parse_line(bracket_reader *s, cut_line *l, bool split_functions, pl_error *err)
{
    int status = 0;
    do {
        skip_blanks(l);
        if (l->next == '(')
            status = open_indexed(s, l, err);
        else if (l->next == '\0')
            return fail_open(s, err);
        else if (s->open.n == 0)
            return l->next == ')' ? pl_fail(err, PL_BAD_INPUT,
                                            "a closing bracket without an opening one")
                                  : fail_start(l->at, err);
        else if (l->next == ')') {
            close_node(s, split_functions);
            advance(l);
        } else
            status = add_indexed(s, l, err);
        if (status < 0)
            return -1;
    } while (s->open.n > 0);
    return 0;
}

/* After the tree: nothing, or a tab and the sentence's id. */
static int parse_id(const char *at, pl_tree *t, pl_error *err)
{
    while (*at == ' ')
        at++;
    if (*at != '\0' && *at != '\t')
        return pl_fail(err, PL_BAD_INPUT,
                       "text after the tree: %.30s (an id goes after a tab)", at);
    if (*at == '\t' && at[1] != '\0')
        t->id = at + 1;
    return 0;
}

static int read_discbracket(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    bracket_reader *s = r->state;
    s->at = s->end = "";
    int got = skip_lines(r, err);
    if (got <= 0)
        return got;
    start_tree(s, m);
    cut_line l = {.at = pl_arena_strndup(m, s->at, (size_t)(s->end - s->at))};
    l.next = *l.at;
    *tree = parse_line(s, &l, r->options.split_functions, err) == 0
                ? pl_build_finish(&s->build, NULL, err)
                : NULL;
    return *tree != NULL && parse_id(l.at, *tree, err) == 0
               ? 1
               : pl_fail_in_sentence(r, 0, NULL, err);
}

/* A bracket on the first line, and soon after it a leaf with its index. */
static pl_sniffed sniff_discbracket(const char *bytes, size_t n)
{
    size_t i = first_text(bytes, n);
    if (i < n && bytes[i] != '(')
        return PL_SNIFF_NO;
    for (; i + 1 < n && bytes[i] != '\n'; i++)
        if (bytes[i] == ' ' && bytes[i + 1] != '(') {
            while (++i < n && bytes[i] >= '0' && bytes[i] <= '9')
                ;
            bool index = i < n && bytes[i] == '=' && bytes[i - 1] != ' ';
            return index ? PL_SNIFF_SURE : i < n ? PL_SNIFF_NO : PL_SNIFF_OPEN;
        }
    return PL_SNIFF_OPEN;
}

/* -- reading bracket --------------------------------------------------------------- */

/* Makes a token of the next n bytes. */
static int add_leaf(bracket_reader *s, size_t n, pl_error *err)
{
    if (pl_check_n_words((size_t)s->build.n_tokens + 1, err) < 0)
        return -1;
    const char *word = pl_escape_read(s->build.arena, s->at, n, &pl_bracket_escapes);
    link_to_open(s, pl_build_token(&s->build, s->build.n_tokens, word, NULL));
    s->at += n;
    return 0;
}

/* After an error the rest of the line is given up, and every line up to one that begins
 * with a bracket: trees over several lines are indented. */
static int find_next_tree(pl_reader *r, pl_error *err)
{
    bracket_reader *s = r->state;
    int got = 1;
    if (s->at != s->line || s->at == s->end || *s->at != '(')
        do
            got = next_line(r, err);
        while (got > 0 && (s->at == s->end || *s->at != '('));
    s->lost = false;
    return got;
}

/* The label may stand on a later line. -2 for errors of the stream. */
static int open_bracket(pl_reader *r, pl_error *err)
{
    bracket_reader *s = r->state;
    bool starts_line = s->at++ == s->line;
    if (skip_lines(r, err) < 0)
        return -2;
    size_t n = word_length(s->at, s->end);
    if (n > 0 || s->open.n == 0) {
        const char *label = n > 0 ? pl_arena_strndup(s->build.arena, s->at, n) : NULL;
        s->at += n;
        return open_node(s, label, err);
    }
    if (s->at == s->end || *s->at != '(' || !starts_line)
        return fail_label(err);
    s->at = s->line; /* the next sentence begins here */
    return pl_fail(err, PL_BAD_INPUT,
                   "the tree that begins in line %zu is not closed before this one",
                   s->first_line);
}

/* One tree from its opening bracket to the closing one. Errors have no place yet, except
 * those of the stream, which are -2. */
static int parse_lines(pl_reader *r, pl_error *err)
{
    bracket_reader *s = r->state;
    do {
        int got = skip_lines(r, err);
        if (got < 0)
            return -2;
        if (got == 0)
            return pl_fail(err, PL_BAD_INPUT,
                           "the tree that begins in line %zu is not closed: %zu "
                           "bracket%s open at the end",
                           s->first_line, s->open.n, s->open.n == 1 ? " is" : "s are");
        if (pl_check_n_bytes(s->bytes, err) < 0)
            return -1;
        if (*s->at == ')') {
            close_node(s, r->options.split_functions);
            s->at++;
        } else if (*s->at == '(')
            got = open_bracket(r, err);
        else
            got = add_leaf(s, word_length(s->at, s->end), err);
        if (got < 0)
            return got;
    } while (s->open.n > 0);
    return 0;
}

/* A last (ID …) in the outer pair is not part of the tree. */
static const char *take_id(bracket_reader *s)
{
    pl_build *b = &s->build;
    if (!s->outer || b->n_tokens < 2)
        return NULL;
    const pl_part *last = &b->parts.at[b->parts.n - 1];
    if (last->word == NULL || last->label == NULL || last->parent != PL_NONE ||
        strcmp(last->label, "ID") != 0)
        return NULL;
    b->parts.n--;
    b->n_tokens--;
    return last->word;
}

static int parse_tree(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    bracket_reader *s = r->state;
    s->lost = *s->at != '(';
    if (s->lost)
        return fail_start(s->at, err);
    start_tree(s, m);
    s->bytes = (size_t)(s->end - s->at);
    s->first_line = pl_in_line_number(r->in);
    int status = parse_lines(r, err);
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
    return 1;
}

static int read_bracket(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    bracket_reader *s = r->state;
    if (s->line == NULL)
        s->line = s->at = s->end = "";
    int got = s->lost ? find_next_tree(r, err) : 1;
    if (got > 0)
        got = skip_lines(r, err);
    if (got <= 0) {
        s->lost = got < 0;
        return got;
    }
    int status = parse_tree(r, m, tree, err);
    return status == -1 ? pl_fail_in_sentence(r, 0, NULL, err) : status < 0 ? -1 : 1;
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
static pl_sniffed sniff_bracket(const char *bytes, size_t n)
{
    size_t i = first_text(bytes, n);
    if (i < n && bytes[i] != '(')
        return PL_SNIFF_NO;
    return i < n && !is_remark(bytes, n, i) ? PL_SNIFF_LIKELY : PL_SNIFF_OPEN;
}

/* -- writing ----------------------------------------------------------------------- */

/* Children stand in the order of their lowest terminal, so the same tree always gives the
 * same bytes. bracket can also be indented over several lines: then a node whose children
 * are all words stays on one line. */
enum { INDENT = 2, MAX_COLUMN = 200 };

static bool puts_id(const pl_writer *w, const pl_tree *t)
{
    return w->options.ids && t->id != NULL && *t->id != '\0';
}

/* Returns true if the node is a word with the tag ID. As the last word in the outer pair of brackets, it
 * would be read as the sentence id. */
static bool is_like_id(const pl_tree *t, uint32_t v)
{
    const char *label = t->nodes[v].label;
    return pl_is_terminal(t, v) && label != NULL && strcmp(label, "ID") == 0;
}

/* The root that the file's outer pair of brackets stands for; not if a word without tag
 * is the first in it, which would be read as its label. */
static bool root_is_outer(const pl_writer *w, const pl_tree *t)
{
    const pl_node *n = &t->nodes[t->root];
    return (n->flags & PL_NODE_VIRTUAL) && n->first != PL_NONE &&
           t->nodes[n->first].label != NULL && (puts_id(w, t) || !is_like_id(t, n->last));
}

static inline bool is_outer(const pl_writer *w, const pl_tree *t, uint32_t v)
{
    return v == t->root && w->format == &pl_format_bracket && root_is_outer(w, t);
}

/* For indenting: which nodes have other children than words. */
static const bool *find_tall(const pl_writer *w, const pl_tree *t)
{
    bool *tall = PL_NEW_ARRAY(t->arena, bool, t->n_nodes);
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (t->nodes[v].parent != PL_NONE && !is_outer(w, t, t->nodes[v].parent))
            tall[t->nodes[v].parent] = true;
    return tall;
}

/* What stands between a node's bracket and a child, or between two children. */
static void separate(pl_writer *w, bool on_new_line, size_t depth)
{
    size_t column = depth * INDENT < MAX_COLUMN ? depth * INDENT : MAX_COLUMN;
    if (on_new_line)
        pl_out_printf(w->out, "\n%*s", (int)column, "");
    else
        pl_out_putc(w->out, ' ');
}

/* Nothing keeps a -LRB- in a text of the Penn Treebank's format from reading as (. */
static void put_penn(pl_writer *w, const char *text)
{
    bool changed = strstr(text, "-LRB-") != NULL || strstr(text, "-RRB-") != NULL;
    changed |= pl_escape_write(w->out, text, &pl_bracket_escapes);
    pl_writer_note(w, changed);
}

static void put_word(pl_writer *w, const pl_tree *t, uint32_t i)
{
    bool indexed = w->format == &pl_format_discbracket;
    if (indexed) {
        pl_out_number(w->out, i);
        pl_out_putc(w->out, '=');
    }
    const char *word = t->tokens[i].word;
    if (indexed)
        pl_writer_note(w, pl_escape_write(w->out, word, &pl_discbracket_escapes));
    else
        put_penn(w, word);
}

/* The bracket and the label of a node, or all of a word. */
static void put_node(pl_writer *w, const pl_tree *t, uint32_t v)
{
    const pl_node *n = &t->nodes[v];
    bool terminal = pl_is_terminal(t, v), bracket = !terminal || n->label != NULL;
    if (bracket)
        pl_out_putc(w->out, '(');
    if (bracket && !is_outer(w, t, v))
        pl_writer_note(w, pl_label_write(w->out, n->label,
                                         w->options.add_functions ? n->func : NULL,
                                         w->format == &pl_format_discbracket));
    if (terminal && bracket)
        pl_out_putc(w->out, ' ');
    else if (
        terminal) /* the only child of its parent: the parent's label would be read as its tag */
        pl_writer_note(w, t->nodes[n->parent].first == t->nodes[n->parent].last);
    if (terminal)
        put_word(w, t, v);
    if (terminal && bracket)
        pl_out_putc(w->out, ')');
}

/* The outer pair has blanks inside, and the id where there is one. */
static void put_end(pl_writer *w, const pl_tree *t, uint32_t v)
{
    if (is_outer(w, t, v)) {
        if (puts_id(w, t)) {
            pl_out_puts(w->out, " (ID ");
            put_penn(w, t->id);
            pl_out_putc(w->out, ')');
        }
        pl_out_putc(w->out, ' ');
    }
    pl_out_putc(w->out, ')');
}

/* `tall` says which nodes begin a new line for each child; NULL: none. */
static void put_tree(pl_writer *w, const pl_tree *t, const bool *tall)
{
    size_t depth = 0;
    for (uint32_t v = t->root; v != PL_NONE;) {
        put_node(w, t, v);
        if (t->nodes[v].first != PL_NONE) {
            separate(w, tall != NULL && tall[v], ++depth);
            v = t->nodes[v].first;
            continue;
        }
        for (; v != t->root && t->nodes[v].next == PL_NONE;
             v = t->nodes[v].parent, depth--)
            put_end(w, t, t->nodes[v].parent);
        if (v == t->root)
            return;
        separate(w, tall != NULL && tall[t->nodes[v].parent], depth);
        v = t->nodes[v].next;
    }
}

static int write_discbracket(pl_writer *w, const pl_tree *t, pl_error *err)
{
    put_tree(w, t, NULL);
    pl_writer_hold(w, PL_HAS_IDS, w->options.ids);
    pl_writer_note(w, t->id != NULL && *t->id == '\0');
    if (puts_id(w, t)) {
        pl_out_putc(w->out, '\t');
        pl_writer_note(w, pl_line_write(w->out, t->id));
    }
    pl_out_putc(w->out, '\n');
    return 0;
}

static int check_continuous(const pl_tree *t, pl_error *err)
{
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (pl_is_discontinuous(t, v) && pl_is_live(t, v))
            return pl_fail(err, PL_BAD_INPUT,
                           "the node %s, from word %u to word %u, is discontinuous, "
                           "which bracket cannot hold; the transforms raise and "
                           "split-disc make a tree continuous",
                           t->nodes[v].label, t->nodes[v].low + 1, t->nodes[v].high + 1);
    return 0;
}

static int write_bracket(pl_writer *w, const pl_tree *t, pl_error *err)
{
    if (check_continuous(t, err) < 0 || pl_check_words(w, t, err) < 0)
        return -1;
    put_tree(w, t, w->options.pretty ? find_tall(w, t) : NULL);
    pl_writer_note(w, t->id != NULL && *t->id == '\0');
    pl_out_putc(w->out, '\n');
    bool has_place = t->root != PL_NONE && is_outer(w, t, t->root);
    pl_writer_hold(w, PL_HAS_IDS, w->options.ids && has_place);
    return 0;
}

/* -- the rows of the table --------------------------------------------------------- */

const pl_format pl_format_discbracket = {
    .name = "discbracket",
    .cut = &pl_cut_lines,
    .end = PL_ENDS_LINE,
    .extensions = ".discbracket .dbr",
    .about = "one tree per line, leaves INDEX=TOKEN",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_IDS,
    .sometimes = PL_HAS_IDS,
    .trees_only = true,
    .sniff = sniff_discbracket,
    .reader_size = sizeof(bracket_reader),
    .read = read_discbracket,
    .read_end = read_end,
    .write = write_discbracket,
};

const pl_format pl_format_bracket = {
    .name = "bracket",
    .cut = &pl_cut_brackets,
    .end = PL_ENDS_LINE,
    .extensions = ".bracket .mrg .prd .psd .ptb .penn .tree .trees",
    .about = "Penn style brackets, over one line or several",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_TAGS | PL_HAS_IDS,
    .sometimes = PL_HAS_IDS,
    .trees_only = true,
    .sniff = sniff_bracket,
    .reader_size = sizeof(bracket_reader),
    .read = read_bracket,
    .read_end = read_end,
    .write = write_bracket,
};
