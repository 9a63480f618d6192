/* Text, attributes and notes that are safe to write as XML; see xml.h. */
#include "format/xml.h"

#include "base/alloc.h"
#include "base/until.h"

#include <ctype.h>
#include <expat.h>
#include <stdlib.h>
#include <string.h>

/* -- writing ----------------------------------------------------------------------- */

/* Characters that must be escaped in attributes and between tags. The first three must also be escaped
 * in notes, where they could end the note or be changed by the parser. */
static const struct escape {
    char plain;
    const char *code;
} escapes[] = {
    {'&', "&amp;"},  {'>', "&gt;"},  {'\r', "&#13;"}, {'<', "&lt;"},
    {'"', "&quot;"}, {'\t', "&#9;"}, {'\n', "&#10;"},
};
enum { N_IN_NOTES = 3, N_ESCAPES = sizeof escapes / sizeof *escapes };

/* U+FFFD, which replaces characters that XML cannot hold. */
static const char no_character[] = "\xef\xbf\xbd";

static const char *escape_of(unsigned char c, int n_escapes)
{
    for (int i = 0; i < n_escapes; i++)
        if (c == (unsigned char)escapes[i].plain)
            return escapes[i].code;
    return c < ' ' && c != '\t' && c != '\n' ? no_character : NULL;
}

/* Returns true for U+FFFE and U+FFFF, which XML cannot hold either. */
static bool is_no_character(const char *text)
{
    return strncmp(text, "\xef\xbf\xbe", 3) == 0 || strncmp(text, "\xef\xbf\xbf", 3) == 0;
}

void pl_xml_put(pl_writer *w, const char *text)
{
    for (bool changed = false;;) {
        size_t n = pl_until(text, PL_AT_XML);
        pl_out_put(w->out, text, n);
        text += n;
        if (*text == '\0') {
            pl_writer_note(w, changed);
            return;
        }
        const char *code = escape_of((unsigned char)*text, N_ESCAPES);
        if (code == NULL && !is_no_character(text))
            pl_out_putc(w->out, *text++);
        else {
            pl_out_puts(w->out, code != NULL ? code : no_character);
            changed = changed || code == NULL || code == no_character;
            text += code != NULL ? 1 : 3;
        }
    }
}

const char *pl_xml_text(pl_str *to, const char *text)
{
    bool changed = false;
    const char *from = text;
    pl_str_clear(to);
    for (;;) {
        size_t n = pl_until(from, PL_AT_XML);
        pl_str_put(to, from, n);
        from += n;
        if (*from == '\0')
            return changed ? to->at : text;
        bool gone = is_no_character(from);
        const char *code =
            gone ? no_character : escape_of((unsigned char)*from, N_ESCAPES);
        if (gone || code == no_character) {
            pl_str_puts(to, no_character);
            changed = true;
        } else
            pl_str_putc(to, *from);
        from += gone ? 3 : 1;
    }
}

void pl_xml_put_attr(pl_writer *w, const char *name, const char *value)
{
    pl_out_putc(w->out, ' ');
    pl_out_puts(w->out, name);
    pl_out_put(w->out, "=\"", 2);
    pl_xml_put(w, value);
    pl_out_putc(w->out, '"');
}

/* -- names of attributes --------------------------------------------------------------- */

enum { MANY_NAMES = 4096 };

static bool has_other_bytes(const char *text)
{
    while (*text != '\0' && (unsigned char)*text < 0x80)
        text++;
    return *text != '\0';
}

/* Returns true if expat accepts the text as the name of an element. */
static bool is_name(pl_xml_names *n, const char *text)
{
    if (n->parser == NULL)
        n->parser = pl_xml_new_parser();
    XML_ParserReset(n->parser, NULL);
    return XML_Parse(n->parser, "<", 1, 0) == XML_STATUS_OK &&
           XML_Parse(n->parser, text, (int)strlen(text), 0) == XML_STATUS_OK &&
           XML_Parse(n->parser, "/>", 2, 1) == XML_STATUS_OK;
}

/* Writes the closest valid XML name to n->name. ':' and xmlns belong to namespaces, which must be
 * declared. So they are kept only if the source has the same format. */
static void clean_name(pl_xml_names *n, const char *key)
{
    const char *signs = n->keep_prefixes ? "_.-:" : "_.-";
    pl_str_clear(&n->name);
    if (*key == '\0' || isdigit((unsigned char)*key) || *key == '.' || *key == '-')
        pl_str_putc(&n->name, '_');
    for (const char *c = key; *c != '\0'; c++) {
        bool good = isalnum((unsigned char)*c) || (unsigned char)*c >= 0x80 ||
                    strchr(signs, *c) != NULL;
        pl_str_putc(&n->name, good ? *c : '_');
    }
    if (!n->keep_prefixes && strcmp(n->name.at, "xmlns") == 0)
        pl_str_putc(&n->name, '_');
    if (!has_other_bytes(n->name.at) || is_name(n, n->name.at))
        return;
    size_t length = 0;
    for (const char *c = n->name.at; *c != '\0';
         c++) /* replace each character by one _ */
        if ((*c & 0xc0) != 0x80)
            n->name.at[length++] = (unsigned char)*c < 0x80 ? *c : '_';
    n->name.at[n->name.n = length] = '\0';
}

/* Returns the index of a name. The first call adds a row for it. */
static uint32_t number_of(pl_xml_names *n, const char *name)
{
    uint32_t i = pl_intern_add(&n->names, name);
    if (i == n->row.n)
        PL_PUSH(&n->row, ((pl_xml_name_row){0}));
    return i;
}

void pl_xml_names_start(pl_xml_names *n, const char *const *taken)
{
    if (n->keys.n > MANY_NAMES || n->names.n > MANY_NAMES) {
        pl_intern_clear(&n->keys);
        pl_intern_clear(&n->names);
        n->of_key.n = n->row.n = 0;
    }
    n->element++;
    for (; *taken != NULL; taken++) {
        uint32_t i = number_of(n, *taken);
        n->row.at[i].element = n->element;
    }
}

/* Returns a free name and marks it as taken: the wanted name, else NAME_, NAME_2, NAME_3 … Each row
 * remembers the last number tried, so that no number is tried twice in an element. */
static uint32_t claim(pl_xml_names *n, uint32_t wanted)
{
    uint32_t i = wanted, tried = n->row.at[wanted].counted == n->element
                                     ? n->row.at[wanted].tried
                                     : 0;
    for (; n->row.at[i].element == n->element; tried++) {
        pl_str_clear(&n->name);
        pl_str_printf(&n->name, "%s_", n->names.at[wanted]);
        if (tried > 0)
            pl_str_printf(&n->name, "%u", tried + 1);
        i = number_of(n, n->name.at);
    }
    n->row.at[wanted].counted = n->element;
    n->row.at[wanted].tried = tried;
    n->row.at[i].element = n->element;
    return i;
}

const char *pl_xml_name(pl_xml_names *n, const char *key)
{
    uint32_t k = pl_intern_add(&n->keys, key);
    if (k == n->of_key.n) {
        clean_name(n, key);
        PL_PUSH(&n->of_key, number_of(n, n->name.at));
    }
    uint32_t name = claim(n, n->of_key.at[k]); /* claim may move the names in memory */
    return n->names.at[name];
}

void pl_xml_put_field(pl_writer *w, pl_xml_names *n, const char *key, const char *value)
{
    const char *name = pl_xml_name(n, key);
    pl_writer_note(w, strcmp(name, key) != 0);
    pl_xml_put_attr(w, name, value);
}

void pl_xml_names_release(pl_xml_names *n)
{
    pl_intern_release(&n->keys);
    pl_intern_release(&n->names);
    PL_VEC_RELEASE(&n->of_key, &n->row);
    pl_str_release(&n->name);
    if (n->parser != NULL)
        XML_ParserFree(n->parser);
}

/* -- elements that are kept ---------------------------------------------------------- */

typedef struct element_check {
    XML_Parser parser;
    const char *name;
    uint32_t depth;
    long long end; /* end of the root element */
    bool good;
} element_check;

static void XMLCALL check_start(void *context, const char *name, const char **attrs)
{
    element_check *c = context;
    if (c->depth++ == 0)
        c->good = strcmp(name, c->name) == 0 && XML_GetCurrentByteIndex(c->parser) == 0;
    c->good = c->good && c->depth < PL_MAX_DEPTH / 2;
}

static void XMLCALL check_end(void *context, const char *name)
{
    element_check *c = context;
    if (--c->depth == 0)
        c->end = XML_GetCurrentByteIndex(c->parser) + XML_GetCurrentByteCount(c->parser);
}

bool pl_xml_is_element(const char *text, const char *name)
{
    size_t n = strlen(text);
    if (n > PL_MAX_LINE)
        return false;
    element_check c = {.parser = pl_xml_new_parser(), .name = name};
    XML_SetUserData(c.parser, &c);
    XML_SetElementHandler(c.parser, check_start, check_end);
    bool read = XML_Parse(c.parser, text, (int)n, 1) == XML_STATUS_OK;
    XML_ParserFree(c.parser);
    return read && c.good && c.end == (long long)n;
}

/* -- notes ----------------------------------------------------------------------------- */

void pl_xml_put_note(pl_writer *w, const char *kind, const char *text)
{
    bool changed = false;
    pl_out_puts(w->out, "<?pleach ");
    pl_out_puts(w->out, kind);
    pl_out_putc(w->out, ' ');
    while (*text != '\0') {
        bool gone = is_no_character(text);
        const char *code =
            gone ? no_character : escape_of((unsigned char)*text, N_IN_NOTES);
        if (code == NULL)
            pl_out_putc(w->out, *text);
        else
            pl_out_puts(w->out, code);
        changed = changed || code == no_character;
        text += gone ? 3 : 1;
    }
    pl_writer_note(w, changed);
    pl_out_puts(w->out, "?>\n");
}

void pl_xml_put_lines(pl_writer *w, const pl_tree *t)
{
    for (const pl_line *line = t->lines; line != NULL; line = line->next) {
        pl_str kind = {0};
        pl_str_printf(&kind, "line %u", line->before);
        pl_xml_put_note(w, kind.at, line->text);
        pl_str_release(&kind);
    }
}

bool pl_xml_note_text(const char *note, const char *kind, pl_str *to)
{
    size_t n = strlen(kind);
    if (strncmp(note, kind, n) != 0 || note[n] != ' ')
        return false;
    pl_str_clear(to);
    for (note += n + 1; *note != '\0';) {
        int i = 0;
        while (i < N_IN_NOTES &&
               strncmp(note, escapes[i].code, strlen(escapes[i].code)) != 0)
            i++;
        pl_str_putc(to, i < N_IN_NOTES ? escapes[i].plain : *note);
        note += i < N_IN_NOTES ? strlen(escapes[i].code) : 1;
    }
    return true;
}

void pl_xml_take_lines(const pl_xml *x, pl_tree *t)
{
    pl_str text = {0};
    for (size_t i = 0; i < x->notes.n; i++)
        if (pl_xml_note_text(x->notes.at[i], "line", &text) && text.n > 0) {
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
