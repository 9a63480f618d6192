/* What the formats of lines share; see lines.h. */
#include "format/lines.h"

#include <string.h>

/* -- reading ----------------------------------------------------------------------- */

bool pl_is_blank_line(const char *line)
{
    return line[strspn(line, " \t")] == '\0';
}

int pl_fail_in_sentence(const pl_reader *r, size_t line, const char *id, pl_error *err)
{
    return pl_fail_prefix(err, "%s:%zu: sentence %zu%s%.100s%s: ", pl_in_name(r->in),
                          line > 0 ? line : pl_in_line_number(r->in),
                          r->n_read + r->n_failed + 1, id != NULL ? " (" : "",
                          id != NULL ? id : "", id != NULL ? ")" : "");
}

int pl_check_n_words(size_t n, pl_error *err)
{
    if (n <= PL_MAX_TOKENS)
        return 0;
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

/* clang-format off */
const pl_escape pl_discbracket_escapes[] = {{'(', "#LRB#"}, {')', "#RRB#"}, {' ', "#SPC#"}, {'#', "#HSH#"}, {0}};
const pl_escape pl_bracket_escapes[]     = {{'(', "-LRB-"}, {')', "-RRB-"}, {' ', "#SPC#"}, {'#', "#HSH#"}, {0}};
const pl_escape pl_word_escapes[]        = {{' ', "#SPC#"}, {'#', "#HSH#"}, {0}};
const pl_escape pl_tag_escapes[]         = {{' ', "#SPC#"}, {'/', "#SLH#"}, {'#', "#HSH#"}, {0}};
/* clang-format on */

#define LINE_ENDS   "\n\r"
#define LINE_BLANKS "\t" LINE_ENDS

bool pl_replace_write(pl_out *out, const char *text, const char *bad, char good)
{
    for (bool changed = false;; changed = true) {
        size_t n = strcspn(text, bad);
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
    return pl_replace_write(out, text, LINE_ENDS, ' ');
}

/* Whether the # at `text` would read as a code: it has the letters of one and then what
 * is, or will be written as something that begins with, a #. */
static bool looks_like_code(const char *text, const pl_escape *table, const char *special)
{
    for (; table->code != NULL; table++)
        if (strncmp(text, table->code, CODE - 1) == 0 && text[CODE - 1] != '\0' &&
            strchr(special, text[CODE - 1]) != NULL)
            return true;
    return false;
}

bool pl_escape_write(pl_out *out, const char *text, const pl_escape *table)
{
    char special[16];
    size_t n = 0;
    bool changed = false;
    for (; table[n].code != NULL; n++)
        special[n] = table[n].plain;
    memcpy(special + n, LINE_BLANKS, sizeof LINE_BLANKS);
    for (;;) {
        n = strcspn(text, special);
        pl_out_put(out, text, n);
        text += n;
        if (*text == '\0')
            return changed;
        if (*text == '#' && !looks_like_code(text, table, special))
            pl_out_putc(out, '#');
        else {
            bool line_blank = strchr(LINE_BLANKS, *text) != NULL;
            char plain = line_blank ? ' ' : *text;
            changed = changed || line_blank;
            pl_out_puts(out, table[strchr(special, plain) - special].code);
        }
        text++;
    }
}

const char *pl_escape_read(pl_arena *m, const char *s, size_t n, const pl_escape *table)
{
    char *text = pl_arena_strndup(m, s, n), *to = text;
    if (memchr(s, '#', n) == NULL && memchr(s, '-', n) == NULL)
        return text;
    for (const char *from = text; *from != '\0';) {
        size_t i = 0;
        while (table[i].code != NULL && strncmp(from, table[i].code, CODE) != 0)
            i++;
        *to++ = table[i].code != NULL ? table[i].plain : *from;
        from += table[i].code != NULL ? CODE : 1;
    }
    *to = '\0';
    return text;
}

bool pl_label_write(pl_out *out, const char *label, const char *func, bool indexed)
{
    size_t digits = indexed ? strspn(label, "0123456789") : 0;
    bool indices = digits > 0 && label[digits] == '=';
    bool changed = indices || *label == '\0';
    if (changed) {
        pl_out_put(out, label, digits);
        pl_out_putc(out, '_');
        label += indices ? digits + 1 : 0;
    }
    for (;;) {
        size_t n = strcspn(label, "() " LINE_BLANKS);
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
