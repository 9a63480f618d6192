/* Text, attributes and notes that are safe to write as XML; see xml.h. */
#include "format/xml.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The characters that cannot stand for themselves, in an attribute or between tags. */
static const char *escape_of(unsigned char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\t':
        return "&#9;";
    case '\n':
        return "&#10;";
    case '\r':
        return "&#13;";
    default:
        return c < ' ' ? "\xef\xbf\xbd" : NULL;
    }
}

/* U+FFFE and U+FFFF, which are no characters of XML either. */
static bool is_no_character(const char *text)
{
    return strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0;
}

/* Ends a run of text that can be written as it is; so does the NUL. */
static bool is_special(unsigned char c)
{
    return c < ' ' || c == '&' || c == '<' || c == '>' || c == '"' || c == 0xef;
}

void pl_xml_put(pl_out *out, const char *text)
{
    for (;;) {
        size_t n = 0;
        while (!is_special((unsigned char)text[n]))
            n++;
        pl_out_put(out, text, n);
        text += n;
        if (*text == '\0')
            return;
        const char *code = escape_of((unsigned char)*text);
        if (code == NULL && !is_no_character(text))
            pl_out_putc(out, *text++);
        else {
            pl_out_puts(out, code != NULL ? code : "\xef\xbf\xbd");
            text += code != NULL ? 1 : 3;
        }
    }
}

void pl_xml_put_attr(pl_out *out, const char *name, const char *value)
{
    size_t n = 0;
    while (isalpha((unsigned char)name[n]) || name[n] == '_')
        n++;
    pl_out_putc(out, ' ');
    pl_out_put(out, name, n);
    const unsigned char *c = (const unsigned char *)name + n;
    if (n == 0 && *c < 0x80 && *c != ':')
        pl_out_putc(out, '_');
    for (; *c != '\0'; c++)
        pl_out_putc(out, isalnum(*c) || *c >= 0x80 || strchr("_:.-", *c) != NULL
                             ? (char)*c
                             : '_');
    pl_out_put(out, "=\"", 2);
    pl_xml_put(out, value);
    pl_out_putc(out, '"');
}

void pl_xml_put_field(pl_out *out, const pl_attr *list, const pl_attr *one,
                      const char *const *taken)
{
    size_t again = pl_xml_among(one->key, taken);
    for (const pl_attr *b = list; b != one; b = b->next)
        again += strcmp(one->key, b->key) == 0;
    pl_str name = {0};
    pl_str_puts(&name, one->key);
    pl_str_fill(&name, '_', again);
    pl_xml_put_attr(out, name.at, one->value);
    pl_str_release(&name);
}

void pl_xml_put_fields(pl_out *out, const pl_attr *list, const char *const *taken,
                       const char *const *skip)
{
    for (const pl_attr *a = list; a != NULL; a = a->next)
        if (!pl_xml_among(a->key, skip))
            pl_xml_put_field(out, list, a, taken);
}

/* Within a note only the characters that could end it, or that the parser would change,
 * are replaced; a note stays readable. */
void pl_xml_put_note(pl_out *out, const char *kind, const char *text)
{
    pl_out_puts(out, "<?pleach ");
    pl_out_puts(out, kind);
    pl_out_putc(out, ' ');
    for (; *text != '\0'; text++) {
        const char *code = escape_of((unsigned char)*text);
        if (code == NULL || strchr("<\"\t\n", *text) != NULL)
            pl_out_putc(out, *text);
        else
            pl_out_puts(out, code);
    }
    pl_out_puts(out, "?>\n");
}

void pl_xml_put_lines(pl_out *out, const pl_tree *t)
{
    for (const pl_line *line = t->lines; line != NULL; line = line->next) {
        pl_str kind = {0};
        pl_str_printf(&kind, "line %u", line->before);
        pl_xml_put_note(out, kind.at, line->text);
        pl_str_release(&kind);
    }
}

bool pl_xml_note_text(const char *note, const char *kind, pl_str *to)
{
    static const struct {
        const char *code;
        char plain;
    } codes[] = {{"&amp;", '&'}, {"&gt;", '>'}, {"&#13;", '\r'}};
    size_t n = strlen(kind);
    if (strncmp(note, kind, n) != 0 || note[n] != ' ')
        return false;
    pl_str_clear(to);
    for (note += n + 1; *note != '\0';) {
        size_t i = 0, n_codes = sizeof codes / sizeof *codes;
        while (i < n_codes && strncmp(note, codes[i].code, strlen(codes[i].code)) != 0)
            i++;
        pl_str_putc(to, i < n_codes ? codes[i].plain : *note);
        note += i < n_codes ? strlen(codes[i].code) : 1;
    }
    return true;
}

void pl_xml_take_line(pl_tree *t, const char *note)
{
    pl_str text = {0};
    if (pl_xml_note_text(note, "line", &text) && text.n > 0) {
        char *end;
        unsigned long before = strtoul(text.at, &end, 10);
        end += *end == ' ';
        pl_tree_add_line(t, before < t->n_tokens ? (uint32_t)before : t->n_tokens,
                         pl_arena_strdup(t->arena, end));
    }
    pl_str_release(&text);
}

bool pl_xml_find_note(const char *xml, const char *kind, pl_str *to)
{
    static const char mark[] = "<?pleach ";
    for (; (xml = strstr(xml, mark)) != NULL; xml++) {
        const char *text = xml + sizeof mark - 1, *end = strstr(text, "?>");
        if (end == NULL)
            return false;
        pl_str note = {0};
        pl_str_put(&note, text, (size_t)(end - text));
        bool found = pl_xml_note_text(note.at, kind, to);
        pl_str_release(&note);
        if (found)
            return true;
    }
    return false;
}
