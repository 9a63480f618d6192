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
#include "base/counted.h"
#include "format/cut.h"
#include "base/intern.h"
#include "format/alpino.h"
#include "format/xml.h"

#include <stdlib.h>
#include <string.h>

/* References through nodes without words may multiply, or lead round in circles. */
enum { MAX_FOLLOWED = 10000, MAX_PATH = 1000 };

/* The fields of a sentence, in the order in which they are kept (and written). */
enum {
    OF_DOCUMENT,
    ELEMENTS,
    OF_SENTENCE,
    COMMENT,
    N_FIELDS,
};

/* A <node> as it was read. */
typedef struct alpino_item {
    uint32_t parent; /* item; PL_NONE at the top */
    uint32_t part;   /* PL_NONE for a secondary edge and for what is left out */
    const char *label, *word, *rel, *lemma, *morph, *index;
    uint32_t begin, end; /* positions between words; PL_NONE if not given */
    pl_attr *attrs;
    size_t line;
    bool has_children, alive; /* alive: has a word below */
} alpino_item;

/* A node that only carries an index: a secondary edge. */
typedef struct reference {
    uint32_t item, parent; /* items; parent is PL_NONE for the root */
    const char *label;
} reference;

typedef struct alpino_reader {
    pl_xml xml;
    pl_build build;
    PL_VEC(alpino_item) items;
    PL_VEC(uint64_t) words;      /* items that are words: begin << 32 | item, in order */
    PL_VEC(const char *) tokens; /* the words of <sentence> */
    PL_VEC(reference) references;
    pl_intern indices;        /* of items with a content … */
    PL_VEC(uint32_t) indexed; /* … and which these are */
    pl_str comment;           /* all comments, a line each */
    pl_str other;             /* an element that is kept as it is */
    uint32_t open;            /* the innermost open alpino_item */
    uint32_t top;             /* the part at the top; PL_NONE if there is not one */
    uint32_t depth;           /* of <alpino_ds>; 0 outside */
    uint32_t other_depth;     /* of the element in `other`; 0 outside */
    const char *id, *text;
    pl_attr *attrs[N_FIELDS], **next_attr[N_FIELDS];
    size_t line, n_sentences;
    bool is_treebank; /* the root is <treebank>, as the writer has it */
} alpino_reader;

/* -- elements ---------------------------------------------------------------------- */

/* Adds a field to the sentence, at the end of one of its lists. */
static void add_field(alpino_reader *s, int list, const char *key, const char *value)
{
    s->next_attr[list] = pl_xml_field(s->xml.m, s->next_attr[list], key, value);
}

static void add_comment(alpino_reader *s, const char *text)
{
    if (s->comment.n > PL_MAX_LINE)
        pl_xml_limit(&s->xml, "the comments are longer than pleach reads");
    if (s->comment.n > 0)
        pl_str_putc(&s->comment, '\n');
    pl_str_puts(&s->comment, text);
}

static void start_document(alpino_reader *s, const char **attrs)
{
    s->depth = s->xml.depth;
    s->n_sentences++;
    pl_xml_first(&s->xml);
    s->items.n = s->xml.notes.n = 0;
    s->xml.keep_notes = true;
    s->open = PL_NONE;
    s->id = s->text = NULL;
    for (int i = 0; i < N_FIELDS; i++) {
        s->attrs[i] = NULL;
        s->next_attr[i] = &s->attrs[i];
    }
    s->line = pl_xml_line(&s->xml);
    pl_str_clear(&s->comment);
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "comment") == 0) /* the name of our field for comments */
            add_comment(s, attrs[1]);
        else
            add_field(s,
                      strncmp(attrs[0], "sentence.", 9) == 0 ? OF_SENTENCE : OF_DOCUMENT,
                      attrs[0], attrs[1]);
}

static void position(alpino_reader *s, const char *name, const char *text,
                     uint32_t *value)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    *value = (uint32_t)number;
    if (*text < '0' || *text > '9' || *end != '\0' || number > 10ul * PL_MAX_TOKENS)
        pl_xml_fail(&s->xml, 0, "%s is not a position: %s", name, text);
}

/* Where an attribute goes: a pointer to one of the item's, or NULL for a field. `tag` is
 * the name of the attribute that is the label. */
static const char **place_of(alpino_item *n, const char *name, const char *tag)
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

static void start_node(alpino_reader *s, const char **attrs)
{
    if (s->items.n > (size_t)8 * PL_MAX_TOKENS)
        pl_xml_limit(&s->xml, "too many nodes");
    if (s->xml.failed)
        return;
    alpino_item n = {
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
            *place = place == &n.rel ? pl_xml_value(s->xml.m, attrs[1])
                                     : pl_arena_strdup(s->xml.m, attrs[1]);
        else {
            next = pl_xml_field(s->xml.m, next, attrs[0], attrs[1]);
            if (strcmp(attrs[0], PL_ALPINO_INDEX) == 0)
                n.index = pl_arena_strdup(s->xml.m, attrs[1]);
        }
    }
    n.line = pl_xml_line(&s->xml);
    if (s->open != PL_NONE)
        s->items.at[s->open].has_children = true;
    PL_PUSH(&s->items, n);
    s->open = (uint32_t)s->items.n - 1;
}

/* A further <sentence> takes the place of the one before: two could not be written. */
static void start_sentence(alpino_reader *s, const char **attrs)
{
    if (s->attrs[OF_SENTENCE] != NULL)
        s->xml.reader->lost = "attributes of the first of two sentences";
    s->attrs[OF_SENTENCE] = NULL;
    s->next_attr[OF_SENTENCE] = &s->attrs[OF_SENTENCE];
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "sentid") == 0 && *attrs[1] != '\0')
            s->id = pl_arena_strdup(s->xml.m, attrs[1]);
        else if (strcmp(attrs[0], "sentid") != 0)
            add_field(s, OF_SENTENCE, pl_arena_printf(s->xml.m, "sentence.%s", attrs[0]),
                      attrs[1]);
}

static void on_start(pl_xml *x, const char *name, const char **attrs)
{
    alpino_reader *s = x->context;
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
        x->keep_notes = false;
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
static void end_other(alpino_reader *s, const char *name)
{
    if (has_own_entity(pl_str_text(&s->other)))
        pl_xml_fail(&s->xml, 0, "<%s> uses an entity of the document's own", name);
    add_field(s, ELEMENTS, pl_arena_printf(s->xml.m, "<%s>", name),
              pl_str_text(&s->other));
    s->other_depth = 0;
    s->xml.keep_notes = true;
    s->xml.verbatim = NULL;
}

static void on_end(pl_xml *x, const char *name)
{
    alpino_reader *s = x->context;
    if (s->depth == 0)
        return;
    if (s->other_depth > 0) {
        if (x->depth == s->other_depth)
            end_other(s, name);
    } else if (strcmp(name, "node") == 0) {
        if (s->open != PL_NONE && !x->failed)
            s->open = s->items.at[s->open].parent;
    } else if (strcmp(name, "sentence") == 0)
        s->text = pl_arena_strdup(s->xml.m, pl_str_text(&x->text));
    else if (strcmp(name, "comment") == 0) {
        add_comment(s, pl_str_text(&x->text));
    } else if (x->depth == s->depth) {
        s->depth = 0;
        x->keep_notes = false;
        pl_xml_pause(x);
    }
    x->keep_text = false;
}

static const pl_xml_events events = {on_start, on_end};

/* -- the words in order ------------------------------------------------------------ */

static alpino_item *word_at(const alpino_reader *s, size_t i)
{
    return &s->items.at[(uint32_t)s->words.at[i]];
}

static void split_sentence(alpino_reader *s)
{
    s->tokens.n = 0;
    char *at = pl_arena_strdup(s->xml.m, s->text != NULL ? s->text : "");
    for (;;) {
        at += strspn(at, " \t\r\n");
        if (*at == '\0')
            return;
        PL_PUSH(&s->tokens, at);
        at += strcspn(at, " \t\r\n");
        if (*at != '\0')
            *at++ = '\0';
    }
}

/* Words that no node has, up to this position, hang under the top. */
static void add_uncovered(alpino_reader *s, uint32_t from, uint32_t to)
{
    for (; from < to && !s->xml.failed; from++) {
        if (from >= s->tokens.n) {
            pl_xml_fail(
                &s->xml, s->line,
                "no node has the word at position %u, and <sentence> has %zu words", from,
                s->tokens.n);
            return;
        }
        uint32_t part =
            pl_build_token(&s->build, s->build.n_tokens, s->tokens.at[from], NULL);
        if (s->top != PL_NONE)
            pl_build_link(&s->build, part, s->top);
    }
}

static void add_words(alpino_reader *s)
{
    s->words.n = 0;
    for (uint32_t i = 0; i < s->items.n; i++)
        if (s->items.at[i].word != NULL)
            PL_PUSH(&s->words, (uint64_t)s->items.at[i].begin << 32 | i);
    PL_SORT(&s->words, pl_by_u64);
    uint32_t done = 0; /* positions up to here have their word */
    for (size_t i = 0; i < s->words.n && !s->xml.failed; i++) {
        alpino_item *w = word_at(s, i);
        if (w->has_children)
            pl_xml_fail(&s->xml, w->line, "the word %s has nodes below it", w->word);
        else if (w->begin == PL_NONE || w->end == PL_NONE || w->end <= w->begin)
            pl_xml_fail(&s->xml, w->line, "the word %s needs a begin and an end after it",
                        w->word);
        else if (w->begin < done)
            pl_xml_fail(&s->xml, w->line, "two words at position %u: %s and %s", w->begin,
                        word_at(s, i - 1)->word, w->word);
        if (s->xml.failed)
            return;
        add_uncovered(s, done, w->begin);
        w->part = pl_build_token(&s->build, s->build.n_tokens, w->word, w->label);
        done = w->end;
    }
    add_uncovered(s, done, s->tokens.n > done ? (uint32_t)s->tokens.n : done);
}

/* -- the tree ---------------------------------------------------------------------- */

/* Nonterminals with a word below become parts; others have nothing but secondary edges
 * below them and are left out. */
static void add_nonterminals(alpino_reader *s)
{
    for (uint32_t i = 0; i < s->items.n; i++)
        if (s->items.at[i].word != NULL)
            for (uint32_t v = i; v != PL_NONE && !s->items.at[v].alive;
                 v = s->items.at[v].parent)
                s->items.at[v].alive = true;
    uint32_t n_tops = 0;
    for (uint32_t i = 0; i < s->items.n; i++) {
        alpino_item *n = &s->items.at[i];
        bool empty = n->word == NULL && n->label == NULL && n->index == NULL;
        if (empty && !n->has_children)
            pl_xml_fail(&s->xml, n->line, "a node with neither cat, word nor index");
        bool top = i == 0 && n->label != NULL && s->tokens.n > 0;
        if (n->word == NULL && (n->alive || top))
            n->part = pl_build_node(&s->build, n->label != NULL ? n->label : "--");
        else if (n->word == NULL && n->label != NULL)
            s->xml.reader->lost = "categories of nodes without words";
        n_tops += n->parent == PL_NONE;
        s->top = n_tops == 1 ? s->items.at[0].part : PL_NONE;
    }
}

static void link_parts(alpino_reader *s)
{
    for (uint32_t i = 0; i < s->items.n; i++) {
        const alpino_item *n = &s->items.at[i];
        if (n->part == PL_NONE)
            continue;
        pl_part *node = pl_build_at(&s->build, n->part);
        node->func = n->rel;
        node->lemma = n->lemma;
        node->morph = n->morph;
        node->attrs = n->attrs;
        if (n->parent != PL_NONE)
            pl_build_link(&s->build, n->part, s->items.at[n->parent].part);
    }
}

/* Which item with a content has which index. */
static void find_indices(alpino_reader *s)
{
    pl_intern_clear(&s->indices);
    s->indexed.n = 0;
    for (uint32_t i = 0; i < s->items.n; i++) {
        const alpino_item *n = &s->items.at[i];
        if (n->index == NULL || (n->word == NULL && n->label == NULL && !n->has_children))
            continue;
        if (pl_intern_add(&s->indices, n->index) < s->indexed.n)
            pl_xml_fail(&s->xml, n->line, "two nodes have a content and the index %s",
                        n->index);
        else
            PL_PUSH(&s->indexed, i);
    }
}

static bool is_reference(const alpino_item *n)
{
    return n->index != NULL && n->word == NULL && n->label == NULL && !n->has_children;
}

/* The rels on the way from below item `top` (PL_NONE: any that is left out) down to `i`,
 * with slashes between; *above is the item at which the way ends. */
static const char *path_to(alpino_reader *s, uint32_t i, uint32_t top, uint32_t *above)
{
    const char *path = s->items.at[i].rel;
    uint32_t v = s->items.at[i].parent;
    for (; v != top && v != PL_NONE && s->items.at[v].part == PL_NONE;
         v = s->items.at[v].parent) {
        const char *rel = s->items.at[v].rel;
        path = pl_arena_printf(s->xml.m, "%s/%s", rel != NULL ? rel : "--",
                               path != NULL ? path : "--");
        if (strlen(path) > MAX_PATH) {
            pl_xml_fail(&s->xml, s->items.at[i].line,
                        "nodes without words are nested too deep");
            break;
        }
    }
    *above = v;
    return path;
}

/* A reference to a node that is left out stands for what that one refers to itself. */
static void follow_reference(alpino_reader *s, const reference *from, uint32_t empty)
{
    for (uint32_t i = empty + 1; i < s->items.n && !s->xml.failed; i++) {
        uint32_t v = i, above;
        while (v != PL_NONE && v > empty)
            v = s->items.at[v].parent;
        if (v != empty)
            return; /* items stand in the order of their starts: none is below it now */
        if (!is_reference(&s->items.at[i]))
            continue;
        const char *path = path_to(s, i, empty, &above);
        path =
            pl_arena_printf(s->xml.m, "%s/%s", from->label != NULL ? from->label : "--",
                            path != NULL ? path : "--");
        if (s->references.n > s->items.n + MAX_FOLLOWED || strlen(path) > MAX_PATH)
            pl_xml_fail(&s->xml, s->items.at[i].line,
                        "nodes without words refer to each other without end");
        PL_PUSH(&s->references, ((reference){i, from->parent, path}));
    }
}

/* A node with only an index is an edge from the node of that index to its own parent; the
 * nearest one that is not left out, and then the label names the ones between too. */
static void add_edges(alpino_reader *s, pl_tree *t)
{
    s->references.n = 0;
    for (uint32_t i = 0; i < s->items.n && !s->xml.failed; i++)
        if (is_reference(&s->items.at[i])) {
            reference ref = {.item = i};
            ref.label = path_to(s, i, PL_NONE, &ref.parent);
            PL_PUSH(&s->references, ref);
        }
    for (size_t k = 0; k < s->references.n && !s->xml.failed; k++) {
        const reference ref = s->references.at[k];
        const alpino_item *n = &s->items.at[ref.item];
        uint32_t found = pl_intern_find(&s->indices, n->index);
        if (found == PL_NONE || n->parent == PL_NONE) {
            pl_xml_fail(&s->xml, n->line, "no node with a content has the index %s",
                        n->index);
            return;
        }
        uint32_t to = s->indexed.at[found];
        uint32_t parent = ref.parent != PL_NONE
                              ? pl_build_id(&s->build, s->items.at[ref.parent].part)
                              : t->root;
        if (s->items.at[to].part == PL_NONE)
            follow_reference(s, &ref, to);
        else if (parent != PL_NONE)
            pl_tree_add_edge(t, pl_build_id(&s->build, s->items.at[to].part), parent,
                             ref.label);
    }
}

/* The tree of the document, with id, text and fields; NULL after pl_xml_fail. */
static pl_tree *make_tree(alpino_reader *s)
{
    pl_build_start(&s->build, s->xml.m);
    s->top = PL_NONE;
    split_sentence(s);
    add_nonterminals(s);
    if (!s->xml.failed)
        add_words(s);
    find_indices(s);
    if (s->xml.failed)
        return NULL;
    link_parts(s);
    const char *root = pl_build_has_root(&s->build) ? NULL : "top";
    pl_tree *t = pl_xml_finish(&s->xml, &s->build, true, root, s->line);
    if (t == NULL)
        return NULL;
    add_edges(s, t);
    pl_xml_take_lines(&s->xml, t);
    if (s->comment.n > 0)
        add_field(s, COMMENT, "comment", s->comment.at);
    t->id = s->id;
    t->text = s->text;
    for (int i = N_FIELDS - 1; i >= 0; i--) { /* one list of them all */
        *s->next_attr[i] = t->attrs;
        t->attrs = s->attrs[i];
    }
    return s->xml.failed ? NULL : t;
}

/* -- the row of the table ---------------------------------------------------------- */

/* The name of a file that holds one sentence is its id, where it has no other. */
static const char *id_of_file(pl_arena *m, const char *path)
{
    const char *name = pl_base_name(path);
    size_t n = pl_unpacked_length(name);
    n -= pl_ends_in(name, n, ".xml") ? strlen(".xml") : 0;
    return name[0] == '<' ? NULL : pl_arena_strndup(m, name, n);
}

static int read_start(pl_reader *r, pl_error *err)
{
    alpino_reader *s = r->state;
    pl_xml_open(&s->xml, r, &events, s);
    return 0;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    alpino_reader *s = r->state;
    s->xml.m = m;
    s->depth = s->other_depth = 0;
    s->xml.verbatim = NULL;
    int got = pl_xml_run(&s->xml, err);
    bool stretch = r->options.middle || r->options.unfinished;
    if (got == 0 && s->n_sentences == 0 && !s->is_treebank && !stretch) {
        r->broken = true;
        return pl_fail(err, PL_BAD_INPUT, "%s:1: no <alpino_ds> element in the file",
                       pl_in_name(r->in));
    }
    if (got <= 0)
        return got;
    bool alone = s->n_sentences == 1 && s->xml.depth == 0 && !stretch && pl_xml_at_end(&s->xml);
    if (s->id == NULL && alone)
        s->id = id_of_file(m, pl_in_name(r->in));
    if (s->id == NULL)
        s->id = pl_arena_printf(m, "%s%zu", pl_counted_mark(PL_COUNTED_READ, r->options.middle),
                                r->n_read + 1);
    s->xml.sentence = s->id;
    *tree = s->xml.failed ? NULL : make_tree(s);
    return pl_xml_verdict(&s->xml, err);
}

static void read_end(pl_reader *r)
{
    alpino_reader *s = r->state;
    pl_xml_close(&s->xml);
    pl_build_release(&s->build);
    PL_VEC_RELEASE(&s->items, &s->words, &s->tokens, &s->references, &s->indexed);
    pl_intern_release(&s->indices);
    pl_str_release(&s->comment);
    pl_str_release(&s->other);
}

static pl_sniffed sniff(const char *bytes, size_t n)
{
    static const char *const elements[] = {"alpino_ds", NULL};
    return pl_xml_sniff(bytes, n, elements);
}

const pl_format pl_format_alpino = {
    .name = "alpino",
    .cut = &pl_cut_alpino,
    .extensions = ".alpino",
    .about = "Alpino XML (Lassy): nested nodes with begin, end, cat and rel",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_LEMMAS |
             PL_HAS_MORPHOLOGY | PL_HAS_FUNCTIONS | PL_HAS_SECONDARY_EDGES | PL_HAS_IDS |
             PL_HAS_COMMENTS | PL_HAS_FIELDS | PL_HAS_TEXT | PL_HAS_ROOT_FUNCTION,
    .sometimes = PL_HAS_TEXT,
    .sniff = sniff,
    .reader_size = sizeof(alpino_reader),
    .writer_size = sizeof(pl_alpino_writer),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write_start = pl_alpino_write_start,
    .write = pl_alpino_write,
    .write_end = pl_alpino_write_end,
};
