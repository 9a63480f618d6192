/* Writes the export format; see export.c for what it is. Columns are separated by
 * one tab. Nodes are numbered from 500 on by levels, bottom-up, as in the corpora. */
#include "base/counted.h"
#include "base/stop.h"
#include "format/export.h"
#include "format/lines.h"
#include "format/xml.h"

#include <string.h>
#include <strings.h>

/* The sentence's fields that stand on the #BOS line, and what an absent one is. */
static const struct bos_field {
    const char *key, *empty;
} bos_fields[] = {{"editor", "0"}, {"date", "0"}, {"origin", "0"}};

static bool is_called_root(const pl_node *n)
{
    static const char *const names[] = {"ROOT", "VROOT", "TOP"};
    bool is = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !is; i++)
        is = n->label != NULL && strcasecmp(n->label, names[i]) == 0;
    return is;
}

/* Whether the format writes the root as node 0, without a line of its own: a virtual one
 * and one called ROOT, VROOT or TOP, in any case. */
static bool root_is_implied(const pl_tree *t)
{
    if (t->root == PL_NONE || pl_is_terminal(t, t->root))
        return false;
    return (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0 ||
           is_called_root(&t->nodes[t->root]);
}

/* Notes what is lost with a root that is not written, because export implies it. */
static void lose_root(pl_writer *w, const pl_tree *t)
{
    const pl_node *root = &t->nodes[t->root];
    w->lost |= (root->func != NULL ? PL_HAS_ROOT_FUNCTION : 0) |
               (root->lemma != NULL ? PL_HAS_LEMMAS : 0) |
               (root->morph != NULL ? PL_HAS_MORPHOLOGY : 0) |
               (root->attrs != NULL ? PL_HAS_FIELDS : 0);
    pl_writer_note(w, !is_called_root(root));
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        w->lost |= e->child == t->root ? PL_HAS_SECONDARY_EDGES : 0;
}

/* -- the start of the file --------------------------------------------------------- */

/* The tables and comments of an export file, also where TigerXML carried them. NULL if
 * there are none; the caller releases `text`. */
static const char *header_of(const pl_writer *w, pl_str *text)
{
    const pl_preamble *p = w->options.preamble;
    if (p == NULL || p->format == NULL || p->text.n == 0)
        return NULL;
    if (pl_writer_is_from(w, "export"))
        return p->text.at;
    return pl_xml_find_note(p->text.at, "export-header", text) ? pl_str_text(text) : NULL;
}

static const char *line_after(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* Whether a line of the header says the version; a table may hold what it wants. */
static bool says_version(const char *line, bool *in_table)
{
    bool says = !*in_table && pl_export_has_mark(line, "#FORMAT");
    *in_table =
        *in_table ? !pl_export_has_mark(line, "#EOT") : pl_export_has_mark(line, "#BOT");
    return says;
}

const char *pl_export_version_line(const char *header)
{
    bool in_table = false;
    for (; header != NULL && *header != '\0'; header = line_after(header))
        if (says_version(header, &in_table))
            return header;
    return NULL;
}

/* The version asked for, or that of the source, or 4. */
static int version_of(const pl_writer *w, const char *header, pl_error *err)
{
    const char *version = w->options.version;
    const char *line = pl_export_version_line(header);
    if (version == NULL && pl_writer_is_from(w, "export"))
        version = w->options.preamble->version;
    if (version == NULL && line != NULL)
        version = line[strcspn(line, "34\n")] == '3' ? "3" : "4";
    if (version == NULL || strcmp(version, "4") == 0)
        return 4;
    return strcmp(version, "3") == 0
               ? 3
               : pl_fail(err, PL_BAD_ARGUMENT,
                         "the export format has the versions 3 and 4, not %s", version);
}

int pl_export_write_start(pl_writer *w, pl_error *err)
{
    pl_export_writer *s = w->state;
    pl_str text = {0};
    const char *header = header_of(w, &text);
    s->version = version_of(w, header, err);
    bool in_table = false;
    if (s->version > 0 && pl_export_version_line(header) == NULL)
        pl_out_printf(w->out, "#FORMAT %d\n", s->version);
    for (; s->version > 0 && header != NULL && *header != '\0';
         header = line_after(header)) {
        if (says_version(header, &in_table))
            pl_out_printf(w->out, "#FORMAT %d", s->version);
        else
            pl_out_put(w->out, header, strcspn(header, "\n"));
        pl_out_putc(w->out, '\n');
    }
    pl_str_release(&text);
    pl_writer_hold(w, PL_HAS_LEMMAS, s->version != 3);
    return s->version > 0 ? 0 : -1;
}

/* -- one sentence ------------------------------------------------------------------ */

/* An empty text is written as --, which is no text, except as a label. */
static void put_column(pl_writer *w, const char *text)
{
    if (text == NULL) {
        pl_out_put(w->out, "\t--", 3);
        return;
    }
    pl_out_putc(w->out, '\t');
    pl_writer_note(w,
                   pl_text_write(w->out, *text != '\0' ? text : "--") || *text == '\0');
}

static void put_optional(pl_writer *w, const char *text)
{
    put_column(w, text);
    pl_writer_note(w, text != NULL && strcmp(text, "--") == 0);
}

/* Writes the label of a secondary edge without %%, which would begin a comment. */
static void put_edge_label(pl_writer *w, const char *label)
{
    bool comment = label != NULL && label[0] == '%' && label[1] == '%';
    if (!comment) {
        put_optional(w, label);
        return;
    }
    pl_out_puts(w->out, "\t_");
    pl_text_write(w->out, label + 1);
    pl_writer_note(w, true);
}

/* A node's number is its place in the order of levels. */
static void number_nodes(pl_export_writer *s, const pl_tree *t)
{
    uint32_t zero = root_is_implied(t) ? t->root : PL_NONE;
    pl_levels_find(&s->levels, t, zero);
    PL_RESERVE(&s->number, (size_t)t->n_nodes + 1);
    for (size_t i = 0; i < s->levels.order.n; i++)
        s->number.at[s->levels.order.at[i]] = (uint32_t)(PL_FIRST_NODE + i);
    if (zero != PL_NONE)
        s->number.at[zero] = 0;
}

/* Writes a confidence or score, which come first in a comment. */
static void put_number(pl_writer *w, const char *key, const char *value)
{
    if (value == NULL)
        return;
    pl_out_printf(w->out, " %s=", key);
    pl_writer_note(
        w, pl_replace_write(w->out, value, PL_AT_SPACE | PL_AT_TAB | PL_AT_LINE, '_'));
}

/* Starts of comments that a reader would take for something else. */
static const struct other_start {
    const char *text;
    size_t mark; /* offset of the character that is replaced by _ */
} other_starts[] = {{PL_CONFIDENCE "=", sizeof PL_CONFIDENCE - 1},
                    {PL_SCORE "=", sizeof PL_SCORE - 1},
                    {PL_EXPORT_WORD_MARK, 0}};
enum { AS_CONFIDENCE = 1, AS_SCORE = 2, AS_MARK = 4, N_STARTS = 3 };

/* Writes a comment without the blanks at its start. If a reader would take its start for something else
 * (the bits of `as` say what is checked), one character is replaced by `_`. */
static void put_free(pl_writer *w, const char *text, unsigned as)
{
    size_t blanks = strspn(text, " \r\n");
    bool changed = blanks > 0;
    text += blanks;
    pl_out_putc(w->out, ' ');
    for (unsigned i = 0; i < N_STARTS; i++) {
        const struct other_start *o = &other_starts[i];
        if ((as >> i & 1) == 0 || strncmp(text, o->text, strlen(o->text)) != 0)
            continue;
        pl_out_put(w->out, text, o->mark);
        pl_out_putc(w->out, '_');
        text += o->mark + 1;
        changed = true;
    }
    pl_writer_note(w, pl_line_write(w->out, text) || changed);
}

static bool is_comment(const char *text)
{
    return text != NULL && text[strspn(text, " \r\n")] != '\0';
}

/* A comment, after a mark where the line is that of a word that looks like a node. */
static void put_comment(pl_writer *w, const pl_attr *attrs, bool word, bool mark)
{
    if (attrs == NULL && !mark)
        return;
    const char *comment = pl_attr_get(attrs, "comment");
    const char *confidence = pl_attr_get(attrs, PL_CONFIDENCE);
    pl_writer_note(w, comment != NULL && !is_comment(comment));
    if (!is_comment(comment) && confidence == NULL && !mark)
        return;
    pl_out_puts(w->out, mark ? "\t%% " PL_EXPORT_WORD_MARK : "\t%%");
    put_number(w, PL_CONFIDENCE, confidence);
    if (is_comment(comment))
        put_free(w, comment,
                 confidence != NULL ? 0 : AS_CONFIDENCE | (word ? 0 : AS_MARK));
}

/* What follows the first column. */
static void put_node(pl_writer *w, const pl_tree *t, uint32_t v, bool mark)
{
    const pl_export_writer *s = w->state;
    const pl_node *n = &t->nodes[v];
    if (s->version == 4)
        put_optional(w, n->lemma);
    put_column(w, n->label);
    put_optional(w, n->morph);
    put_optional(w, n->func);
    pl_out_putc(w->out, '\t');
    pl_out_number(w->out, n->parent != PL_NONE ? s->number.at[n->parent] : 0);
    const pl_edge *const *edges = NULL;
    uint32_t n_edges = pl_edge_index_of(&s->edges, v, &edges);
    for (uint32_t i = 0; i < n_edges; i++) {
        put_edge_label(w, edges[i]->label);
        pl_out_putc(w->out, '\t');
        pl_out_number(w->out, s->number.at[edges[i]->parent]);
    }
    put_comment(w, n->attrs, pl_is_terminal(t, v), mark);
    pl_out_putc(w->out, '\n');
}

/* The lines of the source before word `i`. A table or a %% line stays what it is,
 * anything else becomes a comment; between the words one that has as many columns as a
 * word loses its tabs. */
static const pl_line *put_lines(pl_writer *w, const pl_line *line, uint32_t i,
                                bool inside)
{
    bool in_table = false;
    const pl_line *last_end = NULL; /* the last #EOT line */
    for (const pl_line *l = inside ? NULL : line; l != NULL && l->before <= i;
         l = l->next)
        last_end = pl_export_has_mark(l->text, "#EOT") ? l : last_end;
    for (; line != NULL && line->before <= i; line = line->next) {
        in_table =
            in_table || (last_end != NULL && pl_export_has_mark(line->text, "#BOT"));
        last_end = line == last_end ? NULL : last_end;
        if (strncmp(line->text, "%%", 2) != 0 && !in_table)
            pl_out_puts(w->out, "%% ");
        in_table = in_table && !pl_export_has_mark(line->text, "#EOT");
        pl_writer_note(w, inside && pl_export_is_row(line->text)
                              ? pl_text_write(w->out, line->text)
                              : pl_line_write(w->out, line->text));
        pl_out_putc(w->out, '\n');
    }
    return line;
}

/* Whether an id can be the number of a sentence: one word without a comment. */
static bool is_number(const char *id)
{
    return *id != '\0' && id[strcspn(id, " \t\r\n")] == '\0' && strstr(id, "%%") == NULL;
}

/* The number of a sentence: its id, where that is one word; "s12" from TigerXML is 12.
 * An id with spaces moves to the comment and the sentences are counted. */
static void put_id(pl_writer *w, const char *id)
{
    if (id == NULL || !is_number(id)) {
        pl_out_printf(w->out, "%s%zu",
                      pl_counted_mark(PL_COUNTED_WRITTEN, w->options.middle),
                      w->n_written + 1);
        return;
    }
    bool tiger = pl_writer_is_from(w, "tigerxml") && id[0] == 's' && id[1] != '\0' &&
                 id[1 + strspn(id + 1, "0123456789")] == '\0';
    pl_out_puts(w->out, id + tiger);
}

/* Writes a value on the #BOS line, or `empty` if it is missing. Removes blanks around the value, and
 * changes %%, which would begin the comment. */
static void put_bos_value(pl_writer *w, const char *value, const char *empty, bool last)
{
    unsigned bad = PL_AT_LINE | (last ? 0 : PL_AT_SPACE | PL_AT_TAB);
    pl_str text = {0};
    pl_out_putc(w->out, ' ');
    if (value == NULL) {
        pl_out_puts(w->out, empty);
        return;
    }
    pl_str_puts(&text, value + strspn(value, " \t"));
    while (text.n > 0 && pl_is_blank(text.at[text.n - 1]))
        text.n--;
    for (size_t i = 0; i + 1 < text.n; i++)
        if (text.at[i] == '%' && text.at[i + 1] == '%')
            text.at[i] = '_';
    bool none =
        text.n == 0 || (text.n == strlen(empty) && memcmp(text.at, empty, text.n) == 0);
    if (text.at != NULL)
        text.at[text.n] = '\0';
    bool changed = pl_replace_write(w->out, none ? empty : text.at, bad, '_');
    pl_writer_note(w, changed || none || strcmp(value, text.at) != 0);
    pl_str_release(&text);
}

static void put_bos(pl_writer *w, const pl_tree *t)
{
    pl_out_puts(w->out, "#BOS ");
    put_id(w, t->id);
    const size_t n_fields = sizeof bos_fields / sizeof *bos_fields;
    for (size_t i = 0; i < n_fields; i++) {
        const char *value = pl_attr_get(t->attrs, bos_fields[i].key);
        put_bos_value(w, value, bos_fields[i].empty, i + 1 == n_fields);
    }
    const char *comment = pl_attr_get(t->attrs, "comment");
    bool long_id = is_comment(t->id) && !is_number(t->id);
    const char *confidence = pl_attr_get(t->attrs, PL_CONFIDENCE);
    const char *score = pl_attr_get(t->attrs, PL_SCORE);
    pl_writer_note(w, t->id != NULL && !is_number(t->id));
    pl_writer_note(w, comment != NULL && !is_comment(comment));
    if (long_id || is_comment(comment) || confidence != NULL || score != NULL)
        pl_out_puts(w->out, " %%");
    put_number(w, PL_CONFIDENCE, confidence);
    put_number(w, PL_SCORE, score);
    unsigned as = (confidence == NULL && score == NULL ? AS_CONFIDENCE : 0) |
                  (score == NULL ? AS_SCORE : 0);
    if (long_id)
        put_free(w, t->id, as);
    if (is_comment(comment))
        put_free(w, comment, long_id ? 0 : as);
    pl_out_putc(w->out, '\n');
}

/* Whether the comment of a word would be taken for the mark. */
static bool has_mark(const pl_tree *t, uint32_t i)
{
    const pl_attr *attrs = t->nodes[i].attrs;
    const char *comment = attrs != NULL ? pl_attr_get(attrs, "comment") : NULL;
    size_t n = strlen(PL_EXPORT_WORD_MARK);
    return comment != NULL &&
           strncmp(comment + strspn(comment, " \r\n"), PL_EXPORT_WORD_MARK, n) == 0 &&
           pl_export_node_number(t->tokens[i].word) > 0;
}

int pl_export_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    pl_export_writer *s = w->state;
    number_nodes(s, t);
    if (root_is_implied(t))
        lose_root(w, t);
    pl_edge_index_make(&s->edges, t, false);
    uint32_t first_marked = t->n_tokens; /* words from here on look like nodes */
    while (first_marked > 0 &&
           pl_export_node_number(t->tokens[first_marked - 1].word) > 0)
        first_marked--;
    /* what stands before the first sentence would be part of the file's header */
    const pl_line *line = w->n_written > 0 || w->options.middle
                              ? put_lines(w, t->lines, 0, false)
                              : t->lines;
    put_bos(w, t);
    for (uint32_t i = 0; i < t->n_tokens && !pl_stopped(); i++) {
        const char *word = t->tokens[i].word;
        line = put_lines(w, line, i, true);
        pl_writer_note(w, pl_text_write(w->out, *word != '\0' ? word : "--") ||
                              *word == '\0');
        put_node(w, t, i, i >= first_marked || has_mark(t, i));
    }
    put_lines(w, line, t->n_tokens, true);
    for (size_t i = 0; i < s->levels.order.n && !pl_stopped(); i++) {
        pl_out_putc(w->out, '#');
        pl_out_number(w->out, (uint32_t)(PL_FIRST_NODE + i));
        put_node(w, t, s->levels.order.at[i], false);
    }
    pl_out_puts(w->out, "#EOS ");
    put_id(w, t->id);
    pl_out_putc(w->out, '\n');
    return 0;
}

int pl_export_write_end(pl_writer *w, pl_error *err)
{
    pl_export_writer *s = w->state;
    pl_levels_release(&s->levels);
    PL_VEC_RELEASE(&s->number);
    pl_edge_index_release(&s->edges);
    return 0;
}
