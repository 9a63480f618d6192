/* TigerXML: a sentence is an <s> with its words and nonterminals.
 *
 *     <s id="s5">
 *       <graph root="s5_500">
 *         <terminals>
 *           <t id="s5_1" word="muss" lemma="müssen" pos="VMFIN" morph="--">
 *             <secedge label="HD" idref="s5_501"/>
 *           </t>
 *         <nonterminals>
 *           <nt id="s5_500" cat="S"> <edge label="HD" idref="s5_1"/> …
 *
 * An <edge> goes from the element it stands in down to `idref`, a <secedge> up to it: the
 * word above is also the head of s5_501. Everything before the first <s>, from the
 * DOCTYPE to the <head>, is the preamble. Other attributes become fields. */
#include "tree/build.h"
#include "format/formats.h"
#include "format/tigerxml.h"
#include "format/xml.h"

#include <string.h>

/* An <edge> or <secedge> that stands in part `from`. */
typedef struct arc {
    uint32_t from;
    bool secondary;
    const char *idref, *label;
    size_t line;
} arc;

typedef struct state {
    pl_xml xml;
    pl_arena *m; /* of the sentence */
    pl_build build;
    pl_intern ids; /* of the parts, by number */
    PL_VEC(arc) arcs;
    PL_VEC(const char *) notes;
    PL_VEC(const char *) usual; /* [n_nodes] the ids that a writer would give */
    PL_VEC(char *) subcorpora;  /* the open ones: "a", "a/b" … */
    pl_levels levels;
    bool in_sentence, in_head, has_graph;
    uint32_t open; /* the part of the open <t> or <nt>; PL_NONE */
    const char *id, *root;
    pl_attr *attrs, **next_attr;
    size_t line; /* of <s> */
} state;

/* -- elements ---------------------------------------------------------------------- */

static void add_field(state *s, const char *prefix, const char *key, const char *value)
{
    s->next_attr =
        pl_attr_add(s->m, s->next_attr, pl_arena_printf(s->m, "%s%s", prefix, key),
                    pl_arena_strdup(s->m, value));
}

static void start_sentence(state *s, const char **attrs)
{
    if (s->in_sentence) {
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml), "<s> inside <s>");
        return;
    }
    s->in_sentence = true;
    s->line = pl_xml_line(&s->xml);
    s->id = s->root = NULL;
    s->attrs = NULL;
    s->next_attr = &s->attrs;
    s->open = PL_NONE;
    s->has_graph = false;
    s->arcs.n = s->notes.n = 0;
    pl_intern_clear(&s->ids);
    pl_build_start(&s->build, s->m);
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "id") == 0 && *attrs[1] != '\0')
            s->id = pl_arena_strdup(s->m, attrs[1]);
        else if (strcmp(attrs[0], "id") != 0)
            add_field(s, "", attrs[0], attrs[1]);
    if (s->id == NULL)
        s->id = pl_arena_printf(s->m, "s%zu", s->xml.reader->n_read + 1);
    s->xml.sentence = s->id;
    if (s->subcorpora.n > 0 && pl_attr_get(s->attrs, "subcorpus") == NULL)
        add_field(s, "", "subcorpus", s->subcorpora.at[s->subcorpora.n - 1]);
}

static void start_graph(state *s, const char **attrs)
{
    if (s->has_graph)
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml), "two <graph> in a sentence");
    s->has_graph = true;
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "root") == 0)
            s->root = pl_arena_strdup(s->m, attrs[1]);
        else
            add_field(s, PL_TIGER_GRAPH, attrs[0], attrs[1]);
}

/* Gives the part that was just made its id. */
static void name_part(state *s, uint32_t part, const char *id)
{
    size_t line = pl_xml_line(&s->xml);
    s->open = part;
    if (id == NULL || *id == '\0') {
        pl_xml_fail(&s->xml, line, "a node without id");
        id = "";
    }
    if (pl_intern_add(&s->ids, id) != part)
        pl_xml_fail(&s->xml, line, "two nodes have the id %s", id);
}

/* The attributes that <t> and <nt> share; all but those in `taken` become fields. */
static void take_attributes(state *s, uint32_t part, const char *const *taken,
                            const char **attrs)
{
    pl_node *node = pl_build_at(&s->build, part);
    pl_attr **next = &node->attrs;
    node->lemma = pl_xml_value(s->m, pl_xml_get(attrs, "lemma"));
    node->morph = pl_xml_value(s->m, pl_xml_get(attrs, "morph"));
    for (; *attrs != NULL; attrs += 2)
        if (!pl_xml_among(attrs[0], taken))
            next = pl_attr_add(s->m, next, pl_arena_strdup(s->m, attrs[0]),
                               pl_arena_strdup(s->m, attrs[1]));
}

static void start_terminal(state *s, const char **attrs)
{
    const char *word = pl_xml_get(attrs, "word"), *id = pl_xml_get(attrs, "id");
    if (word == NULL)
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml), "the terminal %s has no word",
                    id != NULL ? id : "");
    if (s->build.n_tokens > PL_MAX_TOKENS || s->xml.failed)
        return;
    uint32_t part =
        pl_build_token(&s->build, s->build.n_tokens, pl_arena_strdup(s->m, word),
                       pl_arena_strdup(s->m, pl_xml_get(attrs, "pos")));
    take_attributes(s, part, pl_tiger_word_names, attrs);
    name_part(s, part, id);
}

static void start_nonterminal(state *s, const char **attrs)
{
    const char *label = pl_xml_get(attrs, "cat");
    if (s->build.parts.n > (size_t)4 * PL_MAX_TOKENS)
        pl_xml_fail(&s->xml, pl_xml_line(&s->xml), "too many nodes");
    if (s->xml.failed)
        return;
    uint32_t part =
        pl_build_node(&s->build, pl_arena_strdup(s->m, label != NULL ? label : "--"));
    take_attributes(s, part, pl_tiger_node_names, attrs);
    name_part(s, part, pl_xml_get(attrs, "id"));
}

static void add_arc(state *s, const char **attrs, bool secondary)
{
    size_t line = pl_xml_line(&s->xml);
    const char *idref = pl_xml_get(attrs, "idref");
    if (s->arcs.n > (size_t)8 * PL_MAX_TOKENS)
        pl_xml_fail(&s->xml, line, "too many edges");
    if (s->xml.failed)
        return;
    if (idref == NULL || s->open == PL_NONE) {
        pl_xml_fail(&s->xml, line,
                    idref == NULL ? "an edge without idref" : "an edge outside a node");
        return;
    }
    arc a = {s->open, secondary, pl_arena_strdup(s->m, idref),
             pl_xml_value(s->m, pl_xml_get(attrs, "label")), line};
    PL_PUSH(&s->arcs, a);
}

static void start_edge(state *s, const char **attrs)
{
    add_arc(s, attrs, false);
}

static void start_secedge(state *s, const char **attrs)
{
    add_arc(s, attrs, true);
}

static const struct element {
    const char *name;
    void (*start)(state *s, const char **attrs);
} elements[] = {
    {"t", start_terminal},  {"nt", start_nonterminal},  {"edge", start_edge},
    {"graph", start_graph}, {"secedge", start_secedge},
};

/* An element within <s>. */
static void start_element(state *s, const char *name, const char **attrs)
{
    static const char *const around[] = {"terminals", "nonterminals", NULL};
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strcmp(name, elements[i].name) == 0) {
            elements[i].start(s, attrs);
            return;
        }
    if (!pl_xml_among(name, around))
        s->xml.reader->lost = "elements inside <s> that are not part of the graph";
}

/* Sentences in <subcorpus name="b"> within "a" get the field subcorpus: "a/b". */
static void start_subcorpus(state *s, const char *name)
{
    pl_str path = {0};
    if (s->subcorpora.n > 0)
        pl_str_printf(&path, "%s/", s->subcorpora.at[s->subcorpora.n - 1]);
    pl_str_puts(&path, name != NULL ? name : "");
    PL_PUSH(&s->subcorpora, path.at);
}

/* The document's root must be one that has sentences. */
static void check_root(state *s, const char *name)
{
    static const char *const roots[] = {"corpus", "subcorpus", "body", "s"};
    bool known = false;
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++)
        known = known || strcmp(name, roots[i]) == 0;
    if (known)
        return;
    pl_xml_fail(&s->xml, pl_xml_line(&s->xml),
                "the root element is <%s>; TigerXML begins with <corpus> (and Alpino XML "
                "with <alpino_ds> or <treebank>)",
                name);
    pl_xml_abort(&s->xml);
}

static void on_start(pl_xml *x, const char *name, const char **attrs)
{
    state *s = x->context;
    if (x->depth == 1)
        check_root(s, name);
    if (x->depth == 2)
        s->in_head = strcmp(name, "head") == 0;
    /* the preamble: the start of <corpus>, and <head> */
    if (!s->in_head && (x->depth > 1 || strcmp(name, "corpus") != 0))
        x->verbatim = NULL;
    if (s->in_head)
        return;
    if (strcmp(name, "s") == 0)
        start_sentence(s, attrs);
    else if (!s->in_sentence && strcmp(name, "subcorpus") == 0) {
        start_subcorpus(s, pl_xml_get(attrs, "name"));
    } else if (s->in_sentence)
        start_element(s, name, attrs);
}

static void on_end(pl_xml *x, const char *name)
{
    state *s = x->context;
    if (strcmp(name, "t") == 0 || strcmp(name, "nt") == 0)
        s->open = PL_NONE;
    if (strcmp(name, "s") == 0 && s->in_sentence) {
        s->in_sentence = false;
        pl_xml_pause(x);
    } else if (!s->in_sentence && strcmp(name, "subcorpus") == 0 && s->subcorpora.n > 0)
        free(PL_POP(&s->subcorpora));
    if (x->depth == 1 && x->verbatim != NULL) /* an empty corpus: no start to keep */
        pl_str_clear(x->verbatim);
    if (s->in_head && x->depth == 2) {
        s->in_head = false;
        x->verbatim = NULL;
        pl_preamble *p = &x->reader->preamble;
        p->declares = strstr(pl_str_text(&p->text), PL_TIGER_OWN_HEAD) == NULL;
    }
}

static void on_note(pl_xml *x, const char *text)
{
    state *s = x->context;
    if (s->in_sentence)
        PL_PUSH(&s->notes, pl_arena_strdup(s->m, text));
}

static const pl_xml_events events = {on_start, on_end, on_note};

/* -- the tree ---------------------------------------------------------------------- */

/* Follows the <edge>s; their parts get parents. */
static void link_parts(state *s)
{
    pl_part *parts = s->build.parts.at;
    for (size_t i = 0; i < s->arcs.n; i++) {
        const arc *a = &s->arcs.at[i];
        uint32_t to = pl_intern_find(&s->ids, a->idref);
        uint32_t child = a->secondary ? a->from : to;
        uint32_t parent = a->secondary ? to : a->from;
        const char *what = a->secondary ? "secondary edge" : "edge";
        if (to == PL_NONE)
            pl_xml_fail(&s->xml, a->line, "the %s of %s goes to %s, which is not there",
                        what, s->ids.at[a->from], a->idref);
        else if (parts[parent].word != NULL)
            pl_xml_fail(&s->xml, a->line, "an %s puts %s below the word %s", what,
                        s->ids.at[child], s->ids.at[parent]);
        else if (!a->secondary && parts[child].node.parent != PL_NONE)
            pl_xml_fail(&s->xml, a->line, "%s has two parents, %s and %s",
                        s->ids.at[child], s->ids.at[parts[child].node.parent],
                        s->ids.at[parent]);
        if (s->xml.failed)
            return;
        if (!a->secondary) {
            pl_build_link(&s->build, child, parent);
            parts[child].node.func = a->label;
        }
    }
}

/* Whether the file calls this part VROOT. */
static bool is_called_virtual(const state *s, uint32_t part)
{
    const pl_part *p = &s->build.parts.at[part];
    const char *id = s->ids.at[part];
    return p->word == NULL && (strcmp(p->node.label, PL_TIGER_VIRTUAL) == 0 ||
                               pl_ends_in(id, strlen(id), PL_TIGER_VIRTUAL));
}

/* The label of a root to be made: where there are several roots, or a single word. A root
 * that the file calls VROOT is flagged as such, and other roots go under it. */
static const char *root_to_make(state *s)
{
    uint32_t root = PL_NONE, n_roots = 0, virtual = PL_NONE;
    for (uint32_t i = 0; i < s->build.parts.n; i++)
        if (s->build.parts.at[i].node.parent == PL_NONE) {
            root = i;
            n_roots++;
            virtual = virtual == PL_NONE && is_called_virtual(s, i) ? i : virtual;
        }
    if (virtual == PL_NONE)
        return n_roots != 1 || s->build.parts.at[root].word != NULL ? "ROOT" : NULL;
    for (uint32_t i = 0; i < s->build.parts.n; i++)
        if (s->build.parts.at[i].node.parent == PL_NONE && i != virtual)
            pl_build_link(&s->build, i, virtual);
    s->build.parts.at[virtual].node.flags |= PL_NODE_VIRTUAL;
    return NULL;
}

/* Keeps the ids of the words, or of the nonterminals, if any is not the one that a writer
 * would give. */
static void keep_ids(state *s, pl_tree *t)
{
    PL_RESERVE(&s->usual, (size_t)t->n_nodes + 1);
    pl_tiger_usual_ids(t, s->id, &s->levels, s->m, s->usual.at);
    bool keep[2] = {false, false}; /* words, nonterminals */
    for (int store = 0; store < 2; store++)
        for (uint32_t i = 0; i < s->build.parts.n; i++) {
            uint32_t v = pl_build_id(&s->build, i);
            if (v == t->root && strcmp(s->ids.at[i], s->usual.at[v]) == 0 &&
                (t->nodes[v].flags & PL_NODE_VIRTUAL) != 0)
                continue;
            bool *kind = &keep[!pl_is_terminal(t, v)];
            if (store == 0)
                *kind = *kind || strcmp(s->ids.at[i], s->usual.at[v]) != 0;
            else if (*kind) {
                pl_attr *others = t->nodes[v].attrs;
                t->nodes[v].attrs = NULL;
                pl_attr_add(s->m, &t->nodes[v].attrs, PL_TIGER_ID,
                            pl_arena_strdup(s->m, s->ids.at[i]));
                t->nodes[v].attrs->next = others;
            }
        }
}

/* TIGER says of a graph whether it is discontinuous; what is not true is not kept. */
static void drop_stale(state *s, const pl_tree *t)
{
    for (pl_attr **a = &s->attrs; *a != NULL; a = &(*a)->next)
        if (strcmp((*a)->key, PL_TIGER_DISCONTINUOUS) == 0 &&
            (strcmp((*a)->value, "true") == 0) != pl_tree_is_discontinuous(t)) {
            *a = (*a)->next;
            break;
        }
    s->next_attr = &s->attrs;
}

static pl_tree *make_tree(state *s)
{
    pl_error why;
    link_parts(s);
    if (s->xml.failed)
        return NULL;
    const char *root = root_to_make(s);
    pl_tree *t = pl_build_finish(&s->build, root, &why);
    if (t == NULL) {
        pl_xml_fail(&s->xml, s->line, "%s", why.text);
        return NULL;
    }
    drop_stale(s, t);
    if (t->n_tokens > 0 && root != NULL && s->root != NULL &&
        pl_intern_find(&s->ids, s->root) != PL_NONE)
        add_field(s, "", PL_TIGER_ROOT, s->root);
    for (size_t i = 0; i < s->arcs.n; i++)
        if (s->arcs.at[i].secondary)
            pl_tree_add_edge(
                t, pl_build_id(&s->build, s->arcs.at[i].from),
                pl_build_id(&s->build, pl_intern_find(&s->ids, s->arcs.at[i].idref)),
                s->arcs.at[i].label);
    for (size_t i = 0; i < s->notes.n; i++)
        pl_xml_take_line(t, s->notes.at[i]);
    keep_ids(s, t);
    t->id = s->id;
    t->attrs = s->attrs;
    return t;
}

/* -- the row of the table ---------------------------------------------------------- */

static int read_start(pl_reader *r, pl_error *err)
{
    (void)err;
    state *s = r->state;
    pl_xml_open(&s->xml, r, &events, s);
    r->preamble.format = r->format->name;
    s->xml.verbatim = &r->preamble.text;
    return 0;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    state *s = r->state;
    s->m = m;
    s->in_sentence = false;
    s->xml.sentence = NULL;
    int got = pl_xml_run(&s->xml, err);
    if (got <= 0)
        return got;
    *tree = s->xml.failed ? NULL : make_tree(s);
    return pl_xml_verdict(&s->xml, err);
}

static void read_end(pl_reader *r)
{
    state *s = r->state;
    pl_xml_close(&s->xml);
    pl_build_release(&s->build);
    pl_intern_release(&s->ids);
    PL_VEC_RELEASE(&s->arcs);
    PL_VEC_RELEASE(&s->notes);
    PL_VEC_RELEASE(&s->usual);
    while (s->subcorpora.n > 0)
        free(PL_POP(&s->subcorpora));
    PL_VEC_RELEASE(&s->subcorpora);
    pl_levels_release(&s->levels);
}

static int sniff(const char *bytes, size_t n)
{
    return pl_xml_has_element(bytes, n, "corpus") ||
                   pl_xml_has_element(bytes, n, "subcorpus") ||
                   pl_xml_has_element(bytes, n, "terminals")
               ? 2
               : 0;
}

const pl_format pl_format_tigerxml = {
    .name = "tigerxml",
    .extensions = ".tigerxml .tiger .tig .xml",
    .about = "TigerXML: words, nonterminals and edges between their ids",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_LEMMAS |
             PL_HAS_MORPHOLOGY | PL_HAS_FUNCTIONS | PL_HAS_SECONDARY_EDGES | PL_HAS_IDS |
             PL_HAS_COMMENTS | PL_HAS_FIELDS,
    .headers = "tigerxml export",
    .sniff = sniff,
    .reader_size = sizeof(state),
    .writer_size = sizeof(pl_tiger_writer),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write_start = pl_tigerxml_write_start,
    .write = pl_tigerxml_write,
    .write_end = pl_tigerxml_write_end,
};
