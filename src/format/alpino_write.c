/* Writes Alpino XML; see alpino.c for what it is.
 *
 * Attributes stand in alphabetical order, as Alpino writes them. One sentence is a
 * document of its own; several have a <treebank> around them, so that the file is XML
 * either way: the first one waits until it is known whether another follows. */
#include "base/counted.h"
#include "base/stop.h"
#include "format/alpino.h"
#include "format/xml.h"

#include <string.h>

enum { MAX_INDENT = 60, MAX_PASSES = 20 };

static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/* -- positions --------------------------------------------------------------------- */

static const char *skip_word(const char *text)
{
    text += strspn(text, " \t\r\n");
    return text + strcspn(text, " \t\r\n");
}

static bool is_empty(const char *word)
{
    return word[strspn(word, " \t\r\n")] == '\0';
}

/* How many words of <sentence> a word is: one with spaces in it is several. */
static uint32_t width_of(const char *word)
{
    uint32_t n = 0;
    for (; !is_empty(word); word = skip_word(word))
        n++;
    return n > 0 ? n : 1;
}

static bool widen(pl_alpino_span *a, const pl_alpino_span *b)
{
    bool wider = b->begin < a->begin || b->end > a->end;
    a->begin = b->begin < a->begin ? b->begin : a->begin;
    a->end = b->end > a->end ? b->end : a->end;
    return wider;
}

/* begin and end of all nodes. In Alpino a node spans also what a secondary edge puts
 * below it; such edges may follow one another, so this goes on until nothing changes. */
static void find_spans(pl_alpino_writer *s, const pl_tree *t)
{
    PL_RESERVE(&s->span, (size_t)t->n_nodes + 1);
    pl_alpino_span *span = s->span.at;
    uint32_t at = 0;
    for (uint32_t i = 0; i < t->n_nodes; i++)
        span[i] = (pl_alpino_span){PL_NONE, 0};
    s->has_empty = false;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        span[i].begin = at;
        span[i].end = at += width_of(t->tokens[i].word);
        s->has_empty = s->has_empty || is_empty(t->tokens[i].word);
    }
    if (t->root == PL_NONE)
        return;
    for (uint32_t v = pl_tree_deepest(t, t->root); v != t->root;
         v = pl_tree_postorder(t, t->root, v))
        widen(&span[t->nodes[v].parent], &span[v]);
    bool changed = true;
    for (int pass = 0; pass < MAX_PASSES && changed && !pl_stopped(); pass++) {
        changed = false;
        for (const pl_edge *e = t->edges; e != NULL; e = e->next)
            for (uint32_t v = e->parent; v != PL_NONE && widen(&span[v], &span[e->child]);
                 v = t->nodes[v].parent)
                changed = true;
    }
}

/* -- ids and indices --------------------------------------------------------------- */

/* What the source gave a node as id or index; NULL: nothing. */
static const char *own_field(const pl_node *n, const char *key)
{
    return n->attrs != NULL ? pl_attr_get(n->attrs, key) : NULL;
}

static const char *next_number(pl_arena *m, pl_intern *used, uint32_t *next)
{
    for (;;) {
        const char *number = pl_arena_printf(m, "%u", (*next)++);
        uint32_t had = used->n;
        if (pl_intern_add(used, number) == had)
            return number;
    }
}

/* The source's own numbers are taken; then, for the nodes with secondary edges, new
 * indices. New ids are given as the nodes are written. */
static void find_numbers(pl_writer *w, pl_alpino_writer *s, const pl_tree *t)
{
    pl_intern_clear(&s->ids);
    pl_intern_clear(&s->indices);
    s->next_id = 0;
    s->next_index = 1;
    PL_RESERVE(&s->index, (size_t)t->n_nodes + 1);
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        const char *id = own_field(&t->nodes[i], PL_ALPINO_ID);
        if (id != NULL)
            pl_intern_add(&s->ids, id);
        s->index.at[i] = own_field(&t->nodes[i], PL_ALPINO_INDEX);
        if (s->index.at[i] == NULL)
            continue;
        uint32_t had = s->indices.n;
        if (pl_intern_add(&s->indices, pl_xml_text(&s->text, s->index.at[i])) < had)
            s->index.at[i] =
                NULL; /* another node has it: the reader would merge the two nodes */
        pl_writer_note(w, s->index.at[i] == NULL);
    }
    for (uint32_t i = 0; i < t->n_nodes; i++)
        if (s->index.at[i] == NULL && own_field(&t->nodes[i], PL_ALPINO_INDEX) != NULL)
            s->index.at[i] = next_number(&s->arena, &s->indices, &s->next_index);
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        if (s->index.at[e->child] == NULL)
            s->index.at[e->child] = next_number(&s->arena, &s->indices, &s->next_index);
}

/* -- nodes ------------------------------------------------------------------------- */

static void put_indent(pl_writer *w, uint32_t depth)
{
    static const char spaces[MAX_INDENT + 1] =
        "                                                            ";
    pl_out_put(w->out, spaces, depth * 2 < MAX_INDENT ? depth * 2 : MAX_INDENT);
}

/* The attributes that are no fields, in alphabetical order; NULL: not there. */
typedef struct known {
    const char *name, *value;
} known;

enum { INDEX = 4, N_KNOWN = 10 };

/* Merges the node's fields into the known attributes. Each of the two lists keeps its order. A field gets
 * another name if the reader would take its name for a known attribute. */
static void put_attributes(pl_writer *w, const known *k, const pl_attr *fields, bool word,
                           bool pos_is_field)
{
    const bool new_index = k[INDEX].value != NULL;
    static const char *const of_words[] = {"begin", "end",  "lemma", "postag", "pt",
                                           "rel",   "word", "pos",   NULL};
    static const char *const of_words_with_pos[] = {"begin", "end", "lemma", "postag",
                                                    "pt",    "rel", "word",  NULL};
    static const char *const of_nodes[] = {"begin",  "cat", "end",  "lemma",
                                           "postag", "rel", "word", NULL};
    pl_xml_names *names = &((pl_alpino_writer *)w->state)->names;
    if (fields != NULL)
        pl_xml_names_start(names, !word          ? of_nodes
                                  : pos_is_field ? of_words_with_pos
                                                 : of_words);
    size_t done = 0;
    for (const pl_attr *a = fields;; a = a->next) {
        if (a != NULL && new_index && strcmp(a->key, PL_ALPINO_INDEX) == 0)
            continue;
        const char *name = a != NULL ? pl_xml_name(names, a->key) : NULL;
        for (; done < N_KNOWN && (a == NULL || strcmp(k[done].name, name) < 0); done++)
            if (k[done].value != NULL)
                pl_xml_put_attr(w, k[done].name, k[done].value);
        if (a == NULL)
            return;
        pl_writer_note(w, strcmp(name, a->key) != 0);
        pl_xml_put_attr(w, name, a->value);
    }
}

static const char *number_text(pl_arena *m, uint32_t number)
{
    return pl_arena_printf(m, "%u", number);
}

/* The tag is pt where there is also a pos (as a field), else pos: as it was read. */
static void put_node(pl_writer *w, pl_alpino_writer *s, const pl_tree *t, uint32_t v)
{
    const pl_node *n = &t->nodes[v];
    bool word = pl_is_terminal(t, v);
    bool has_pos = word && n->label != NULL && own_field(n, "pos") != NULL;
    bool new_id = own_field(n, PL_ALPINO_ID) == NULL && !s->from_alpino;
    bool new_index = s->index.at[v] != own_field(n, PL_ALPINO_INDEX);
    const char *label = word ? n->label : n->label != NULL ? n->label : "--";
    known pt = {"pt", label}, postag = {"postag", n->morph};
    const known k[N_KNOWN] = {
        {"begin", number_text(&s->arena, s->span.at[v].begin)},
        {"cat", word ? NULL : label},
        {"end", number_text(&s->arena, s->span.at[v].end)},
        {"id", new_id ? next_number(&s->arena, &s->ids, &s->next_id) : NULL},
        [INDEX] = {"index", new_index ? s->index.at[v] : NULL},
        {"lemma", n->lemma},
        has_pos ? postag : (known){"pos", word ? label : NULL},
        has_pos ? pt : postag,
        {"rel", n->func != NULL ? n->func : "--"},
        {"word", word ? t->tokens[v].word : NULL},
    };
    pl_out_puts(w->out, "<node");
    put_attributes(w, k, n->attrs, word, has_pos);
    pl_writer_note(w, n->func != NULL && strcmp(n->func, "--") == 0);
}

/* A secondary edge: a node that only has the index of the other one. */
static void put_edge(pl_writer *w, pl_alpino_writer *s, const pl_edge *e)
{
    const pl_alpino_span *span = &s->span.at[e->child];
    pl_out_puts(w->out, "<node");
    pl_xml_put_attr(w, "begin", number_text(&s->arena, span->begin));
    pl_xml_put_attr(w, "end", number_text(&s->arena, span->end));
    if (s->ids.n > 0 || !s->from_alpino)
        pl_xml_put_attr(w, "id", next_number(&s->arena, &s->ids, &s->next_id));
    pl_xml_put_attr(w, "index", s->index.at[e->child]);
    pl_xml_put_attr(w, "rel", e->label != NULL ? e->label : "--");
    pl_writer_note(w, e->label != NULL && strcmp(e->label, "--") == 0);
    pl_out_puts(w->out, "/>\n");
}

/* A word under the top of which nothing is known stands in <sentence> only, as words that
 * Alpino left out of the tree do. Beside an empty word, which <sentence> cannot show, no
 * word could be found there by its position. */
static bool is_uncovered(const pl_alpino_writer *s, const pl_tree *t, uint32_t i)
{
    const pl_node *n = &t->nodes[i];
    const char *word = t->tokens[i].word;
    return (n->parent == PL_NONE || n->parent == t->root) && n->label == NULL &&
           n->func == NULL && n->lemma == NULL && n->morph == NULL && n->attrs == NULL &&
           s->index.at[i] == NULL && !s->has_empty &&
           word[strcspn(word, " \t\r\n")] == '\0';
}

static void put_word(pl_writer *w, pl_alpino_writer *s, const pl_tree *t, uint32_t i,
                     uint32_t depth)
{
    if (is_uncovered(s, t, i))
        return;
    put_indent(w, depth);
    put_node(w, s, t, i);
    pl_out_puts(w->out, "/>\n");
}

static void close_node(pl_writer *w, pl_alpino_writer *s, uint32_t v, uint32_t depth)
{
    const pl_edge *const *edges = NULL;
    uint32_t n = pl_edge_index_of(&s->edges, v, &edges);
    for (uint32_t i = 0; i < n; i++) {
        put_indent(w, depth + 1);
        put_edge(w, s, edges[i]);
    }
    put_indent(w, depth);
    pl_out_puts(w->out, "</node>\n");
}

static void put_tree(pl_writer *w, pl_alpino_writer *s, const pl_tree *t)
{
    uint32_t v = t->root, depth = 1;
    while (!pl_stopped()) {
        if (!pl_is_terminal(t, v)) {
            put_indent(w, depth++);
            put_node(w, s, t, v);
            pl_out_puts(w->out, ">\n");
            v = t->nodes[v].first;
            continue;
        }
        put_word(w, s, t, v, depth);
        while (t->nodes[v].next == PL_NONE) {
            v = t->nodes[v].parent;
            close_node(w, s, v, --depth);
            if (v == t->root)
                return;
        }
        v = t->nodes[v].next;
    }
}

/* Words without constituents get a top. */
static void put_flat(pl_writer *w, pl_alpino_writer *s, const pl_tree *t)
{
    uint32_t end = t->n_tokens > 0 ? s->span.at[t->n_tokens - 1].end : 0;
    put_indent(w, 1);
    pl_out_printf(w->out,
                  "<node begin=\"0\" cat=\"top\" end=\"%u\" id=\"%s\" rel=\"top\">\n",
                  end, next_number(&s->arena, &s->ids, &s->next_id));
    for (uint32_t i = 0; i < t->n_tokens; i++)
        put_word(w, s, t, i, 2);
    put_indent(w, 1);
    pl_out_puts(w->out, "</node>\n");
}

/* -- what stands around the nodes -------------------------------------------------- */

/* Whether the source's text has the same words as the tree, where it decides. */
static bool text_fits(const pl_alpino_writer *s, const pl_tree *t)
{
    if (t->text == NULL || t->n_tokens == 0)
        return false;
    const char *at = t->text;
    uint32_t position = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        at += strspn(at, " \t\r\n");
        const char *end = skip_word(at);
        size_t n = strlen(t->tokens[i].word);
        if (is_uncovered(s, t, i) &&
            ((size_t)(end - at) != n || strncmp(at, t->tokens[i].word, n) != 0))
            return false;
        for (; position < s->span.at[i].end; position++)
            at = skip_word(at);
    }
    return width_of(t->text) == position;
}

static void put_sentence(pl_writer *w, pl_alpino_writer *s, const pl_tree *t)
{
    static const char prefix[] = "sentence.";
    static const char *const taken[] = {"sentid", NULL};
    pl_out_puts(w->out, "  <sentence");
    pl_writer_note(w, t->id != NULL && *t->id == '\0');
    pl_xml_put_attr(
        w, "sentid",
        t->id != NULL && *t->id != '\0'
            ? t->id
            : pl_arena_printf(&s->arena, "%s%zu",
                              pl_counted_mark(PL_COUNTED_WRITTEN, w->options.middle),
                              s->number));
    pl_xml_names_start(&s->names, taken);
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next)
        if (strncmp(a->key, prefix, sizeof prefix - 1) == 0)
            pl_xml_put_field(w, &s->names, a->key + sizeof prefix - 1, a->value);
    pl_out_putc(w->out, '>');
    bool fits = text_fits(s, t);
    if (!fits && t->text != NULL)
        w->lost |= PL_HAS_TEXT;
    if (fits)
        pl_xml_put(w, t->text);
    else
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            if (i > 0)
                pl_out_putc(w->out, ' ');
            pl_xml_put(w, t->tokens[i].word);
        }
    pl_out_puts(w->out, "</sentence>\n");
}

/* Writes an element <comment> for each line. Leaves out empty lines at the start, since the reader ignores
 * them. */
static void put_comments(pl_writer *w, const char *text)
{
    pl_writer_note(w, *text == '\0' || *text == '\n');
    text += strspn(text, "\n");
    if (*text == '\0')
        return;
    pl_out_puts(w->out, "  <comments>\n");
    for (;;) {
        size_t n = strcspn(text, "\n");
        pl_str line = {0};
        pl_str_put(&line, text, n);
        pl_out_puts(w->out, "    <comment>");
        pl_xml_put(w, pl_str_text(&line));
        pl_out_puts(w->out, "</comment>\n");
        pl_str_release(&line);
        if (text[n] == '\0')
            break;
        text += n + 1;
    }
    pl_out_puts(w->out, "  </comments>\n");
}

/* Returns true if a field "<NAME>" holds an element NAME that can be written unchanged. The reader stores
 * elements in such fields, but a field from another format may hold any text. */
static bool is_element(pl_alpino_writer *s, const pl_attr *a)
{
    static const char *const others[] = {"node", "sentence", "comments", "comment", NULL};
    size_t n = strlen(a->key);
    if (a->key[0] != '<' || n < 3 || a->key[n - 1] != '>')
        return false;
    const char *name = pl_arena_strndup(&s->arena, a->key + 1, n - 2);
    return !pl_among(name, others) && strstr(a->value, "<alpino_ds") == NULL &&
           pl_xml_is_element(a->value, name);
}

static bool has_place_elsewhere(const pl_attr *a)
{
    return strcmp(a->key, "comment") == 0 || strncmp(a->key, "sentence.", 9) == 0;
}

static void put_start(pl_writer *w, pl_alpino_writer *s, const pl_tree *t)
{
    static const char *const none[] = {NULL};
    pl_attr *elements = NULL, **next = &elements;
    pl_out_puts(w->out, "<alpino_ds");
    pl_xml_names_start(&s->names, none);
    if (pl_attr_get(t->attrs, "version") == NULL && !s->from_alpino)
        pl_xml_put_field(w, &s->names, "version", "1.3");
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next)
        if (is_element(s, a))
            next = pl_attr_add(&s->arena, next, a->key, a->value);
        else if (!has_place_elsewhere(a))
            pl_xml_put_field(w, &s->names, a->key, a->value);
    pl_out_puts(w->out, ">\n");
    pl_xml_put_lines(w, t);
    for (const pl_attr *a = elements; a != NULL; a = a->next) {
        pl_out_puts(w->out, "  ");
        pl_out_puts(w->out, a->value);
        pl_out_putc(w->out, '\n');
    }
}

static void put_document(pl_writer *w, pl_alpino_writer *s, const pl_tree *t)
{
    find_spans(s, t);
    find_numbers(w, s, t);
    pl_edge_index_make(&s->edges, t, true);
    put_start(w, s, t);
    if (t->root != PL_NONE && !pl_is_terminal(t, t->root))
        put_tree(w, s, t);
    else
        put_flat(w, s, t);
    put_sentence(w, s, t);
    const char *comment = pl_attr_get(t->attrs, "comment");
    if (comment != NULL)
        put_comments(w, comment);
    pl_out_puts(w->out, "</alpino_ds>\n");
}

/* A part does not know whether the whole has more than one sentence. */
int pl_alpino_write_start(pl_writer *w, pl_error *err)
{
    if (w->options.part) {
        pl_out_puts(w->out, declaration);
        w->written.alone = pl_out_offset(w->out);
        pl_out_puts(w->out, "<treebank>\n");
    }
    return 0;
}

int pl_alpino_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    pl_alpino_writer *s = w->state;
    pl_arena_reset(&s->arena);
    s->from_alpino = s->names.keep_prefixes = pl_writer_is_from(w, "alpino");
    s->number = w->n_written + 1;
    if (w->n_written == 0 && !w->options.part) {
        pl_out *out = w->out;
        w->out = pl_out_memory(&s->first);
        put_document(w, s, t);
        int status = pl_out_close(w->out, err);
        w->out = out;
        return status;
    }
    if (w->n_written == 1 && !w->options.part) {
        pl_out_puts(w->out, declaration);
        pl_out_puts(w->out, "<treebank>\n");
        pl_out_put(w->out, s->first.at, s->first.n);
    }
    put_document(w, s, t);
    return 0;
}

int pl_alpino_write_end(pl_writer *w, pl_error *err)
{
    pl_alpino_writer *s = w->state;
    bool many = w->options.part || w->n_written > 1;
    if (!many)
        pl_out_puts(w->out, declaration);
    if (!many && w->n_written == 0)
        pl_out_puts(w->out, "<treebank>\n");
    else if (!many)
        pl_out_put(w->out, s->first.at, s->first.n);
    if (many || w->n_written == 0)
        pl_out_puts(w->out, "</treebank>\n");
    pl_edge_index_release(&s->edges);
    PL_VEC_RELEASE(&s->span, &s->index);
    pl_intern_release(&s->ids);
    pl_intern_release(&s->indices);
    pl_str_release(&s->first);
    pl_str_release(&s->text);
    pl_xml_names_release(&s->names);
    pl_arena_release(&s->arena);
    return 0;
}
