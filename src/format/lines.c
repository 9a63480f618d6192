/* What the formats of lines share; see lines.h. */
#include "format/lines.h"

#include <string.h>

/* -- reading ----------------------------------------------------------------------- */

int pl_fail_in_sentence(const pl_reader *r, size_t line, const char *id, pl_error *err)
{
    return pl_fail_prefix(err, "%s:%zu: sentence %zu%s%.100s%s: ", pl_in_name(r->in),
                          line > 0 ? line : pl_in_line_number(r->in),
                          r->n_read + r->n_failed + 1, id != NULL ? " (" : "",
                          id != NULL ? id : "", id != NULL ? ")" : "");
}

int pl_fail_n_words(pl_error *err)
{
    return pl_fail(err, PL_TOO_LARGE, "the sentence has more than %u words",
                   PL_MAX_TOKENS);
}

int pl_check_n_bytes(size_t n, pl_error *err)
{
    if (n <= PL_MAX_SENTENCE)
        return 0;
    return pl_fail(err, PL_TOO_LARGE, "the sentence is longer than %zu megabytes",
                   PL_MAX_SENTENCE >> 20);
}

/* -- writing ----------------------------------------------------------------------- */

int pl_check_words(const pl_writer *w, const pl_tree *t, pl_error *err)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].word[0] == '\0')
            return pl_fail(err, PL_BAD_INPUT, "word %u is empty, which %s cannot hold",
                           i + 1, w->format->name);
    return 0;
}

enum { CODE = 5 }; /* length of every code */

#define LINE_BLANKS (PL_AT_TAB | PL_AT_LINE)

/* clang-format off */
const pl_escapes pl_discbracket_escapes = {PL_AT_BRACKET | PL_AT_SPACE | PL_AT_HASH | LINE_BLANKS,
                                           {{'(', "#LRB#"}, {')', "#RRB#"}, {' ', "#SPC#"}, {'#', "#HSH#"}}};
const pl_escapes pl_bracket_escapes     = {PL_AT_BRACKET | PL_AT_SPACE | PL_AT_HASH | LINE_BLANKS,
                                           {{'(', "-LRB-"}, {')', "-RRB-"}, {' ', "#SPC#"}, {'#', "#HSH#"}}};
const pl_escapes pl_word_escapes        = {PL_AT_SPACE | PL_AT_HASH | LINE_BLANKS,
                                           {{' ', "#SPC#"}, {'#', "#HSH#"}}};
const pl_escapes pl_tag_escapes         = {PL_AT_SPACE | PL_AT_SLASH | PL_AT_HASH | LINE_BLANKS,
                                           {{' ', "#SPC#"}, {'/', "#SLH#"}, {'#', "#HSH#"}}};
/* clang-format on */

bool pl_replace_write(pl_out *out, const char *text, unsigned bad, char good)
{
    for (bool changed = false;; changed = true) {
        size_t n = pl_until(text, bad);
        pl_out_put(out, text, n);
        if (text[n] == '\0')
            return changed;
        pl_out_putc(out, good);
        text += n + 1;
    }
}

bool pl_text_write(pl_out *out, const char *text)
{
    return pl_replace_write(out, text, LINE_BLANKS, ' ');
}

bool pl_line_write(pl_out *out, const char *text)
{
    return pl_replace_write(out, text, PL_AT_LINE, ' ');
}

/* Whether the # at `text` would read as a code: it has the letters of one and then what
 * is, or will be written as something that begins with, a #. */
static bool looks_like_code(const char *text, const pl_escapes *table)
{
    for (const struct pl_escape *row = table->rows; row->code != NULL; row++)
        if (strncmp(text, row->code, CODE - 1) == 0 && text[CODE - 1] != '\0' &&
            (pl_until_kinds[(unsigned char)text[CODE - 1]] & table->special) != 0)
            return true;
    return false;
}

static const char *code_of(char plain, const pl_escapes *table)
{
    const struct pl_escape *row = table->rows;
    while (row->plain != plain)
        row++;
    return row->code;
}

bool pl_escape_write(pl_out *out, const char *text, const pl_escapes *table)
{
    for (bool changed = false;; text++) {
        size_t n = pl_until(text, table->special);
        pl_out_put(out, text, n);
        text += n;
        if (*text == '\0')
            return changed;
        if (*text == '#' && !looks_like_code(text, table)) {
            pl_out_putc(out, '#');
            continue;
        }
        bool line_blank = (pl_until_kinds[(unsigned char)*text] & LINE_BLANKS) != 0;
        pl_out_puts(out, code_of(line_blank ? ' ' : *text, table));
        changed = changed || line_blank;
    }
}

/* All codes begin with one of two characters. */
static bool may_be_code(char c)
{
    return c == '#' || c == '-';
}

void pl_escape_decode(char *text, const pl_escapes *table)
{
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        const struct pl_escape *row = table->rows;
        if (!may_be_code(*from)) {
            *to++ = *from++;
            continue;
        }
        while (row->code != NULL &&
               (row->code[1] != from[1] || strncmp(from, row->code, CODE) != 0))
            row++;
        *to++ = row->code != NULL ? row->plain : *from;
        from += row->code != NULL ? CODE : 1;
    }
    *to = '\0';
}

const char *pl_escape_read(pl_arena *m, const char *s, size_t n, const pl_escapes *table)
{
    char *text = pl_arena_strndup(m, s, n);
    if (memchr(s, '#', n) != NULL || memchr(s, '-', n) != NULL)
        pl_escape_decode(text, table);
    return text;
}

bool pl_label_write(pl_out *out, const char *label, const char *func, bool indexed)
{
    size_t digits = 0;
    while (indexed && label[digits] >= '0' && label[digits] <= '9')
        digits++;
    bool indices = digits > 0 && label[digits] == '=';
    bool changed = indices || *label == '\0';
    if (changed) {
        pl_out_put(out, label, digits);
        pl_out_putc(out, '_');
        label += indices ? digits + 1 : 0;
    }
    for (;;) {
        size_t n = pl_until(label, PL_AT_BRACKET | PL_AT_SPACE | LINE_BLANKS);
        pl_out_put(out, label, n);
        if (label[n] == '\0')
            break;
        pl_out_putc(out, label[n] == '(' ? '[' : label[n] == ')' ? ']' : '_');
        label += n + 1;
        changed = true;
    }
    if (func != NULL) {
        pl_out_putc(out, '-');
        changed |= pl_label_write(out, func, NULL, false);
    }
    return changed;
}
