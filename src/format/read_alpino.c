/* Alpino XML, as in the Alpino treebank and Lassy: nested <node> elements.
 *
 *     <alpino_ds version="1.3">
 *       <node begin="0" cat="top" end="3" id="0" rel="top">
 *         <node begin="0" cat="smain" end="2" id="1" rel="--">
 *           <node begin="0" end="1" index="1" pos="pron" word="Ik" rel="su" …/>
 *           <node begin="0" end="1" index="1" rel="obj1"/>        a secondary edge
 *       <sentence sentid="s1">Ik slaap .</sentence>
 *       <comments><comment>…</comment></comments>
 *
 * Children are in no order; `begin` places a word. A node with no more than an `index` is
 * a secondary edge to the node that has this index and a content. Words of the
 * <sentence> that no node has hang under the top.
 *
 *     label  cat; of a word pt (the CGN class), or pos in files without pt
 *     func   rel        lemma  lemma        morph  postag (the full CGN tag)
 *
 * All other attributes become fields. A file is one document, several one after another,
 * or one with an element around them all. */
#include "format/alpino.h"
#include "format/alpino_tree.h"
#include "format/formats.h"

#include <stdlib.h>
#include <string.h>

/* -- elements ---------------------------------------------------------------------- */

static void add_comment(pl_alpino_reader *s, const char *text)
{
    if (s->comment.n > PL_MAX_LINE)
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml),
                    "the comments are longer than pleach reads");
    if (s->comment.n > 0)
        pl_str_putc(&s->comment, '\n');
    pl_str_puts(&s->comment, text);
}

static void start_document(pl_alpino_reader *s, const char **attrs)
{
    s->depth = s->xml.depth;
    s->n_sentences++;
    s->items.n = s->notes.n = 0;
    s->open = PL_NONE;
    s->id = s->text = NULL;
    for (int i = 0; i < PL_ALPINO_N_FIELDS; i++) {
        s->attrs[i] = NULL;
        s->next_attr[i] = &s->attrs[i];
    }
    s->line = pl_xml_line(&s->xml);
    pl_str_clear(&s->comment);
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "comment") == 0) /* the name of our field for comments */
            add_comment(s, attrs[1]);
        else
            pl_alpino_add_field(s,
                                strncmp(attrs[0], "sentence.", 9) == 0
                                    ? PL_ALPINO_OF_SENTENCE
                                    : PL_ALPINO_OF_DOCUMENT,
                                attrs[0], attrs[1]);
}

static void position(pl_alpino_reader *s, const char *name, const char *text,
                     uint32_t *value)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    *value = (uint32_t)number;
    if (*text < '0' || *text > '9' || *end != '\0' || number > 10ul * PL_MAX_TOKENS)
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml), "%s is not a position: %s", name,
                    text);
}

/* Where an attribute goes: a pointer to one of the item's, or NULL for a field. `tag` is
 * the name of the attribute that is the label. */
static const char **place_of(pl_alpino_item *n, const char *name, const char *tag)
{
    const struct {
        const char *name, **place;
    } places[] = {{tag, &n->label},
                  {"rel", &n->rel},
                  {"word", &n->word},
                  {"lemma", &n->lemma},
                  {"postag", &n->morph}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (strcmp(name, places[i].name) == 0)
            return places[i].place;
    return NULL;
}

static void start_node(pl_alpino_reader *s, const char **attrs)
{
    if (s->items.n > (size_t)8 * PL_MAX_TOKENS)
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml), "too many nodes");
    if (s->xml.failed)
        return;
    pl_alpino_item n = {
        .parent = s->open, .part = PL_NONE, .begin = PL_NONE, .end = PL_NONE};
    const char *tag = pl_xml_get(attrs, "word") == NULL ? "cat"
                      : pl_xml_get(attrs, "pt") != NULL ? "pt"
                                                        : "pos";
    pl_attr **next = &n.attrs;
    for (; *attrs != NULL; attrs += 2) {
        const char **place = place_of(&n, attrs[0], tag);
        if (strcmp(attrs[0], "begin") == 0)
            position(s, "begin", attrs[1], &n.begin);
        else if (strcmp(attrs[0], "end") == 0)
            position(s, "end", attrs[1], &n.end);
        else if (place != NULL)
            *place = place == &n.rel ? pl_xml_value(s->m, attrs[1])
                                     : pl_arena_strdup(s->m, attrs[1]);
        else {
            next = pl_attr_add(s->m, next, pl_arena_strdup(s->m, attrs[0]),
                               pl_arena_strdup(s->m, attrs[1]));
            if (strcmp(attrs[0], PL_ALPINO_INDEX) == 0)
                n.index = pl_arena_strdup(s->m, attrs[1]);
        }
    }
    n.line = pl_xml_line(&s->xml);
    if (s->open != PL_NONE)
        s->items.at[s->open].has_children = true;
    PL_PUSH(&s->items, n);
    s->open = (uint32_t)s->items.n - 1;
}

static void start_sentence(pl_alpino_reader *s, const char **attrs)
{
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "sentid") == 0 && *attrs[1] != '\0')
            s->id = pl_arena_strdup(s->m, attrs[1]);
        else if (strcmp(attrs[0], "sentid") != 0)
            pl_alpino_add_field(s, PL_ALPINO_OF_SENTENCE,
                                pl_arena_printf(s->m, "sentence.%s", attrs[0]), attrs[1]);
}

static void on_start(pl_xml *x, const char *name, const char **attrs)
{
    pl_alpino_reader *s = x->context;
    bool text = strcmp(name, "sentence") == 0 || strcmp(name, "comment") == 0;
    if (s->depth == 0) {
        s->is_treebank =
            s->is_treebank || (x->depth == 1 && strcmp(name, "treebank") == 0);
        if (strcmp(name, "alpino_ds") == 0)
            start_document(s, attrs);
        return;
    }
    if (s->other_depth > 0)
        return;
    if (strcmp(name, "node") == 0)
        start_node(s, attrs);
    else if (strcmp(name, "sentence") == 0)
        start_sentence(s, attrs);
    else if (x->depth == s->depth + 1 && !text && strcmp(name, "comments") != 0) {
        s->other_depth = x->depth;
        pl_str_clear(&s->other);
        x->verbatim = &s->other;
    } else if (!text && strcmp(name, "comments") != 0)
        x->reader->lost = "elements inside <node> other than nodes";
    if (text) {
        x->keep_text = true;
        pl_str_clear(&x->text);
    }
}

/* Whether the text refers to an entity that only this document declares. */
static bool has_own_entity(const char *text)
{
    static const char *const known[] = {"amp;", "lt;", "gt;", "quot;", "apos;", "#"};
    while ((text = strchr(text, '&')) != NULL) {
        size_t i = 0, n = sizeof known / sizeof *known;
        for (text++; i < n && strncmp(text, known[i], strlen(known[i])) != 0;)
            i++;
        if (i == n)
            return true;
    }
    return false;
}

/* An element that is kept as it is: the field <NAME>, which no attribute can be. */
static void end_other(pl_alpino_reader *s, const char *name)
{
    if (has_own_entity(pl_str_text(&s->other)))
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml),
                    "<%s> uses an entity of the document's own", name);
    pl_alpino_add_field(s, PL_ALPINO_ELEMENTS, pl_arena_printf(s->m, "<%s>", name),
                        pl_str_text(&s->other));
    s->other_depth = 0;
    s->xml.verbatim = NULL;
}

static void on_end(pl_xml *x, const char *name)
{
    pl_alpino_reader *s = x->context;
    if (s->depth == 0)
        return;
    if (s->other_depth > 0) {
        if (x->depth == s->other_depth)
            end_other(s, name);
    } else if (strcmp(name, "node") == 0) {
        if (s->open != PL_NONE && !x->failed)
            s->open = s->items.at[s->open].parent;
    } else if (strcmp(name, "sentence") == 0)
        s->text = pl_arena_strdup(s->m, pl_str_text(&x->text));
    else if (strcmp(name, "comment") == 0) {
        add_comment(s, pl_str_text(&x->text));
    } else if (x->depth == s->depth) {
        s->depth = 0;
        pl_xml_pause(x);
    }
    x->keep_text = false;
}

static void on_note(pl_xml *x, const char *text)
{
    pl_alpino_reader *s = x->context;
    if (s->depth > 0 && s->other_depth == 0)
        PL_PUSH(&s->notes, pl_arena_strdup(s->m, text));
}

static const pl_xml_events events = {on_start, on_end, on_note};

/* -- the row of the table ---------------------------------------------------------- */

/* The name of a file that holds one sentence is its id, where it has no other. */
static const char *id_of_file(pl_arena *m, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    size_t n = pl_unpacked_length(name);
    n -= pl_ends_in(name, n, ".xml") ? strlen(".xml") : 0;
    return name[0] == '<' ? NULL : pl_arena_strndup(m, name, n);
}

static int read_start(pl_reader *r, pl_error *err)
{
    (void)err;
    pl_alpino_reader *s = r->state;
    pl_xml_open(&s->xml, r, &events, s);
    r->preamble.format = r->format->name;
    return 0;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    pl_alpino_reader *s = r->state;
    s->m = m;
    s->depth = s->other_depth = 0;
    s->xml.verbatim = NULL;
    s->xml.keep_text = false;
    s->xml.sentence = NULL;
    int got = pl_xml_run(&s->xml, err);
    if (got == 0 && s->n_sentences == 0 && !s->is_treebank) {
        r->broken = true;
        return pl_fail(err, PL_BAD_INPUT, "%s:1: no <alpino_ds> element in the file",
                       pl_in_name(r->in));
    }
    if (got <= 0)
        return got;
    bool alone = s->n_sentences == 1 && s->xml.depth == 0 && pl_xml_at_end(&s->xml);
    if (s->id == NULL && alone)
        s->id = id_of_file(m, pl_in_name(r->in));
    if (s->id == NULL)
        s->id = pl_arena_printf(m, "%zu", r->n_read + 1);
    s->xml.sentence = s->id;
    *tree = s->xml.failed ? NULL : pl_alpino_tree(s);
    return pl_xml_verdict(&s->xml, err);
}

static void read_end(pl_reader *r)
{
    pl_alpino_reader *s = r->state;
    pl_xml_close(&s->xml);
    pl_build_release(&s->build);
    PL_VEC_RELEASE(&s->items);
    PL_VEC_RELEASE(&s->words);
    PL_VEC_RELEASE(&s->tokens);
    PL_VEC_RELEASE(&s->notes);
    PL_VEC_RELEASE(&s->references);
    PL_VEC_RELEASE(&s->indexed);
    pl_intern_release(&s->indices);
    pl_str_release(&s->comment);
    pl_str_release(&s->other);
}

static int sniff(const char *bytes, size_t n)
{
    return pl_xml_has_element(bytes, n, "alpino_ds") ? 2 : 0;
}

const pl_format pl_format_alpino = {
    .name = "alpino",
    .extensions = ".alpino",
    .about = "Alpino XML (Lassy): nested nodes with begin, end, cat and rel",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_LEMMAS |
             PL_HAS_MORPHOLOGY | PL_HAS_FUNCTIONS | PL_HAS_SECONDARY_EDGES | PL_HAS_IDS |
             PL_HAS_COMMENTS | PL_HAS_FIELDS,
    .sniff = sniff,
    .reader_size = sizeof(pl_alpino_reader),
    .writer_size = sizeof(pl_alpino_writer),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write = pl_alpino_write,
    .write_end = pl_alpino_write_end,
};
