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
#include "base/counted.h"
#include "base/intern.h"
#include "format/cut.h"
#include "format/tigerxml.h"

#include <string.h>

const char *const pl_tiger_word_names[] = {"id", "word", "lemma", "pos", "morph", NULL};
const char *const pl_tiger_node_names[] = {"id", "cat", "lemma", "morph", NULL};

/* An <edge> or <secedge> that stands in part `from`. */
typedef struct arc {
    uint32_t from;
    bool secondary;
    const char *idref, *label;
    size_t line;
} arc;

typedef struct tiger_reader {
    pl_xml xml;
    pl_build build;
    pl_intern ids; /* of the parts, by number */
    PL_VEC(arc) arcs;
    PL_VEC(const char *) usual; /* [n_nodes] the ids that a writer would give */
    PL_VEC(char *) subcorpora;  /* the open ones: "a", "a/b" … */
    pl_levels levels;
    bool in_sentence, in_head, has_graph;
    uint32_t open; /* the part of the open <t> or <nt>; PL_NONE */
    const char *id, *root;
    pl_attr *attrs, **next_attr;
    size_t line; /* of <s> */
} tiger_reader;

/* -- ids --------------------------------------------------------------------------- */

/* SENTENCE_NUMBER, the first being of n bytes. */
static const char *numbered_id(pl_arena *m, const char *sentence, size_t n,
                               uint32_t number)
{
    char *id = pl_arena_alloc(m, n + 2 + PL_DECIMAL);
    memcpy(id, sentence, n);
    id[n] = '_';
    id[n + 1 + pl_decimal(id + n + 1, number)] = '\0';
    return id;
}

void pl_tiger_usual_ids(const pl_tree *t, const char *sentence, pl_levels *levels,
                        pl_arena *m, const char **ids)
{
    bool vroot = pl_tiger_has_virtual(t);
    size_t n = strlen(sentence);
    pl_levels_find(levels, t, vroot ? t->root : PL_NONE);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        ids[i] = numbered_id(m, sentence, n, i + 1);
    uint32_t first = PL_FIRST_NODE; /* unless words have that number, too */
    if (t->n_tokens >= first)
        first = t->n_tokens + 1;
    for (uint32_t i = 0; i < levels->order.n; i++)
        ids[levels->order.at[i]] = numbered_id(m, sentence, n, first + i);
    if (vroot)
        ids[t->root] = pl_arena_printf(m, "%s_" PL_TIGER_VIRTUAL, sentence);
}

/* -- reading: elements ---------------------------------------------------------------------- */

static void add_field(tiger_reader *s, const char *prefix, const char *key,
                      const char *value)
{
    s->next_attr = pl_xml_field(s->xml.m, s->next_attr,
                                pl_arena_printf(s->xml.m, "%s%s", prefix, key), value);
}

/* What depends on the sentences before: nothing more is read. */
static void refuse_parts(tiger_reader *s, const char *what)
{
    pl_xml_fail(&s->xml, 0, "%s cannot be read in parts; 'pleach convert' writes one that can", what);
    s->xml.failure.code = PL_BAD_ARGUMENT;
    pl_xml_abort(&s->xml);
}

static void start_sentence(tiger_reader *s, const char **attrs)
{
    if (s->in_sentence) {
        pl_xml_fail(&s->xml, 0, "<s> inside <s>");
        return;
    }
    s->in_sentence = true;
    pl_xml_first(&s->xml);
    s->line = pl_xml_line(&s->xml);
    s->id = s->root = NULL;
    s->attrs = NULL;
    s->next_attr = &s->attrs;
    s->open = PL_NONE;
    s->has_graph = false;
    s->arcs.n = s->xml.notes.n = 0;
    s->xml.keep_notes = true;
    pl_intern_clear(&s->ids);
    pl_build_start(&s->build, s->xml.m);
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "id") == 0 && *attrs[1] != '\0')
            s->id = pl_arena_strdup(s->xml.m, attrs[1]);
        else if (strcmp(attrs[0], "id") != 0)
            add_field(s, "", attrs[0], attrs[1]);
    if (s->id == NULL && s->xml.reader->options.middle)
        refuse_parts(s, "a sentence without an id");
    if (s->id == NULL)
        s->id = pl_arena_printf(s->xml.m, "s%zu", s->xml.reader->n_read + 1);
    s->xml.sentence = s->id;
    if (s->subcorpora.n > 0 && pl_attr_get(s->attrs, "subcorpus") == NULL)
        add_field(s, "", "subcorpus", s->subcorpora.at[s->subcorpora.n - 1]);
}

static void start_graph(tiger_reader *s, const char **attrs)
{
    if (s->has_graph)
        pl_xml_fail(&s->xml, 0, "two <graph> in a sentence");
    s->has_graph = true;
    for (; *attrs != NULL; attrs += 2)
        if (strcmp(attrs[0], "root") == 0)
            s->root = pl_arena_strdup(s->xml.m, attrs[1]);
        else
            add_field(s, PL_TIGER_GRAPH, attrs[0], attrs[1]);
}

/* Gives the part that was just made its id. */
static void name_part(tiger_reader *s, uint32_t part, const char *id)
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
static void take_attributes(tiger_reader *s, uint32_t part, const char *const *taken,
                            const char **attrs)
{
    pl_part *node = pl_build_at(&s->build, part);
    pl_attr **next = &node->attrs;
    node->lemma = pl_xml_value(s->xml.m, pl_xml_get(attrs, "lemma"));
    node->morph = pl_xml_value(s->xml.m, pl_xml_get(attrs, "morph"));
    for (; *attrs != NULL; attrs += 2)
        if (!pl_among(attrs[0], taken))
            next = pl_xml_field(s->xml.m, next, attrs[0], attrs[1]);
}

static void start_terminal(tiger_reader *s, const char **attrs)
{
    const char *word = pl_xml_get(attrs, "word"), *id = pl_xml_get(attrs, "id");
    if (word == NULL)
        pl_xml_fail(&s->xml, 0, "the terminal %s has no word", id != NULL ? id : "");
    if (s->build.n_tokens > PL_MAX_TOKENS || s->xml.failed)
        return;
    uint32_t part =
        pl_build_token(&s->build, s->build.n_tokens, pl_arena_strdup(s->xml.m, word),
                       pl_arena_strdup(s->xml.m, pl_xml_get(attrs, "pos")));
    take_attributes(s, part, pl_tiger_word_names, attrs);
    name_part(s, part, id);
}

static void start_nonterminal(tiger_reader *s, const char **attrs)
{
    const char *label = pl_xml_get(attrs, "cat");
    if (s->build.parts.n > (size_t)4 * PL_MAX_TOKENS)
        pl_xml_limit(&s->xml, "too many nodes");
    if (s->xml.failed)
        return;
    uint32_t part =
        pl_build_node(&s->build, pl_arena_strdup(s->xml.m, label != NULL ? label : "--"));
    take_attributes(s, part, pl_tiger_node_names, attrs);
    name_part(s, part, pl_xml_get(attrs, "id"));
}

static void add_arc(tiger_reader *s, const char **attrs, bool secondary)
{
    size_t line = pl_xml_line(&s->xml);
    const char *idref = pl_xml_get(attrs, "idref");
    if (s->arcs.n > (size_t)8 * PL_MAX_TOKENS)
        pl_xml_limit(&s->xml, "too many edges");
    if (s->xml.failed)
        return;
    if (idref == NULL || s->open == PL_NONE) {
        pl_xml_fail(&s->xml, line,
                    idref == NULL ? "an edge without idref" : "an edge outside a node");
        return;
    }
    arc a = {s->open, secondary, pl_arena_strdup(s->xml.m, idref),
             pl_xml_value(s->xml.m, pl_xml_get(attrs, "label")), line};
    PL_PUSH(&s->arcs, a);
}

/* An element within <s>. */
static void start_element(tiger_reader *s, const char *name, const char **attrs)
{
    static const char *const around[] = {"terminals", "nonterminals", NULL};
    if (strcmp(name, "t") == 0)
        start_terminal(s, attrs);
    else if (strcmp(name, "nt") == 0)
        start_nonterminal(s, attrs);
    else if (strcmp(name, "edge") == 0 || strcmp(name, "secedge") == 0)
        add_arc(s, attrs, *name == 's');
    else if (strcmp(name, "graph") == 0)
        start_graph(s, attrs);
    else if (!pl_among(name, around))
        s->xml.reader->lost = "elements inside <s> that are not part of the graph";
}

/* Sentences in <subcorpus name="b"> within "a" get the field subcorpus: "a/b". */
static void start_subcorpus(tiger_reader *s, const char *name)
{
    pl_str path = {0};
    if (pl_xml_is_cut(&s->xml))
        refuse_parts(s, "a file with subcorpora");
    if (s->subcorpora.n > 0)
        pl_str_printf(&path, "%s/", s->subcorpora.at[s->subcorpora.n - 1]);
    pl_str_puts(&path, name != NULL ? name : "");
    PL_PUSH(&s->subcorpora, path.at);
}

/* The document's root must be one that has sentences. */
static void check_root(tiger_reader *s, const char *name)
{
    static const char *const roots[] = {"corpus", "subcorpus", "body", "s", NULL};
    if (pl_among(name, roots))
        return;
    pl_xml_fail(&s->xml, 0,
                "the root element is <%s>; TigerXML begins with <corpus> (and Alpino XML "
                "with <alpino_ds> or <treebank>)",
                name);
    pl_xml_abort(&s->xml);
}

static void on_start(pl_xml *x, const char *name, const char **attrs)
{
    tiger_reader *s = x->context;
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
    tiger_reader *s = x->context;
    if (strcmp(name, "t") == 0 || strcmp(name, "nt") == 0)
        s->open = PL_NONE;
    if (strcmp(name, "s") == 0 && s->in_sentence) {
        s->in_sentence = x->keep_notes = false;
        pl_xml_pause(x);
    } else if (!s->in_sentence && strcmp(name, "subcorpus") == 0 && s->subcorpora.n > 0) {
        if (x->reader->options.unfinished)
            refuse_parts(s, "a file with subcorpora");
        free(PL_POP(&s->subcorpora));
    }
    if (x->depth == 1 && x->verbatim != NULL) /* an empty corpus: no start to keep */
        pl_str_clear(x->verbatim);
    if (s->in_head && x->depth == 2) {
        s->in_head = false;
        x->verbatim = NULL;
        pl_preamble *p = &x->reader->preamble;
        p->declares = strstr(pl_str_text(&p->text), PL_TIGER_OWN_HEAD) == NULL;
    }
}

static const pl_xml_events events = {on_start, on_end};

/* -- reading: the tree ---------------------------------------------------------------------- */

/* Follows the <edge>s; their parts get parents. */
static void link_parts(tiger_reader *s)
{
    pl_part *parts = s->build.parts.at;
    for (size_t i = 0; i < s->arcs.n; i++) {
        const arc *a = &s->arcs.at[i];
        uint32_t to = pl_intern_find(&s->ids, a->idref);
        uint32_t child = a->secondary ? a->from : to;
        uint32_t parent = a->secondary ? to : a->from;
        const char *what = a->secondary ? "secondary edge" : "edge";
        const char *one = a->secondary ? "a secondary edge" : "an edge";
        if (to == PL_NONE)
            pl_xml_fail(&s->xml, a->line, "the %s of %s goes to %s, which is not there",
                        what, s->ids.at[a->from], a->idref);
        else if (parts[parent].word != NULL)
            pl_xml_fail(&s->xml, a->line, "%s puts %s below the word %s", one,
                        s->ids.at[child], s->ids.at[parent]);
        else if (!a->secondary && parts[child].parent != PL_NONE)
            pl_xml_fail(&s->xml, a->line, "%s has two parents, %s and %s",
                        s->ids.at[child], s->ids.at[parts[child].parent],
                        s->ids.at[parent]);
        if (s->xml.failed)
            return;
        if (!a->secondary) {
            pl_build_link(&s->build, child, parent);
            parts[child].func = a->label;
        }
    }
}

/* Whether the file calls this part VROOT. */
static bool is_called_virtual(const tiger_reader *s, uint32_t part)
{
    const pl_part *p = &s->build.parts.at[part];
    const char *id = s->ids.at[part];
    return p->word == NULL && (strcmp(p->label, PL_TIGER_VIRTUAL) == 0 ||
                               pl_ends_in(id, strlen(id), PL_TIGER_VIRTUAL));
}

/* The label of a root to be made: where there are several roots, or a single word. A root
 * that the file calls VROOT is flagged as such, and other roots go under it. */
static const char *root_to_make(tiger_reader *s)
{
    uint32_t vroot = 0, n = (uint32_t)s->build.parts.n;
    const pl_part *parts = s->build.parts.at;
    while (vroot < n && (parts[vroot].parent != PL_NONE || !is_called_virtual(s, vroot)))
        vroot++;
    if (vroot == n)
        return pl_build_has_root(&s->build) ? NULL : "ROOT";
    for (uint32_t i = 0; i < n; i++)
        if (parts[i].parent == PL_NONE && i != vroot)
            pl_build_link(&s->build, i, vroot);
    s->build.parts.at[vroot].flags |= PL_NODE_VIRTUAL;
    return NULL;
}

/* Keeps the ids of the words, or of the nonterminals, if any is not the one that a writer
 * would give. */
static void keep_ids(tiger_reader *s, pl_tree *t)
{
    PL_RESERVE(&s->usual, (size_t)t->n_nodes + 1);
    pl_tiger_usual_ids(t, s->id, &s->levels, s->xml.m, s->usual.at);
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
                pl_xml_field(s->xml.m, &t->nodes[v].attrs, PL_TIGER_ID, s->ids.at[i]);
                t->nodes[v].attrs->next = others;
            }
        }
}

/* TIGER says of a graph whether it is discontinuous; what is not true is not kept. */
static void drop_stale(tiger_reader *s, const pl_tree *t)
{
    for (pl_attr **a = &s->attrs; *a != NULL; a = &(*a)->next)
        if (strcmp((*a)->key, PL_TIGER_DISCONTINUOUS) == 0 &&
            (strcmp((*a)->value, "true") == 0) != pl_tree_is_discontinuous(t)) {
            *a = (*a)->next;
            break;
        }
    s->next_attr = &s->attrs;
}

/* Returns false if the graph has no nonterminals and names no root: this is how a sentence without
 * constituents is written. */
static bool has_constituents(const tiger_reader *s)
{
    return s->build.parts.n > s->build.n_tokens || s->root != NULL;
}

static pl_tree *make_tree(tiger_reader *s)
{
    link_parts(s);
    if (s->xml.failed)
        return NULL;
    const char *root = root_to_make(s);
    pl_tree *t = pl_xml_finish(&s->xml, &s->build, has_constituents(s), root, s->line);
    if (t == NULL)
        return NULL;
    drop_stale(s, t);
    if (t->n_tokens > 0 && root != NULL && s->root != NULL && t->root != PL_NONE &&
        pl_intern_find(&s->ids, s->root) != PL_NONE)
        add_field(s, "", PL_TIGER_ROOT, s->root);
    for (size_t i = 0; i < s->arcs.n; i++)
        if (s->arcs.at[i].secondary)
            pl_tree_add_edge(
                t, pl_build_id(&s->build, s->arcs.at[i].from),
                pl_build_id(&s->build, pl_intern_find(&s->ids, s->arcs.at[i].idref)),
                s->arcs.at[i].label);
    pl_xml_take_lines(&s->xml, t);
    keep_ids(s, t);
    t->id = s->id;
    t->attrs = s->attrs;
    return t;
}

static int read_start(pl_reader *r, pl_error *err)
{
    tiger_reader *s = r->state;
    pl_xml_open(&s->xml, r, &events, s);
    s->xml.verbatim = &r->preamble.text;
    return 0;
}

static int read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    tiger_reader *s = r->state;
    s->xml.m = m;
    s->in_sentence = false;
    int got = pl_xml_run(&s->xml, err);
    if (got <= 0)
        return got;
    *tree = s->xml.failed ? NULL : make_tree(s);
    return pl_xml_verdict(&s->xml, err);
}

static void read_end(pl_reader *r)
{
    tiger_reader *s = r->state;
    pl_xml_close(&s->xml);
    pl_build_release(&s->build);
    pl_intern_release(&s->ids);
    PL_VEC_RELEASE(&s->arcs, &s->usual);
    while (s->subcorpora.n > 0)
        free(PL_POP(&s->subcorpora));
    PL_VEC_RELEASE(&s->subcorpora);
    pl_levels_release(&s->levels);
}

static pl_sniffed sniff(const char *bytes, size_t n)
{
    static const char *const elements[] = {"corpus", "subcorpus", "terminals", NULL};
    return pl_xml_sniff(bytes, n, elements);
}

/* -- the row of the table ---------------------------------------------------------- */

const pl_format pl_format_tigerxml = {
    .name = "tigerxml",
    .cut = &pl_cut_tiger,
    .extensions = ".tigerxml .tiger .tig .xml",
    .about = "TigerXML: words, nonterminals and edges between their ids",
    .holds = PL_HAS_CONSTITUENTS | PL_HAS_DISCONTINUITY | PL_HAS_TAGS | PL_HAS_LEMMAS |
             PL_HAS_MORPHOLOGY | PL_HAS_FUNCTIONS | PL_HAS_SECONDARY_EDGES | PL_HAS_IDS |
             PL_HAS_COMMENTS | PL_HAS_FIELDS,
    .headers = "tigerxml export",
    .sniff = sniff,
    .reader_size = sizeof(tiger_reader),
    .writer_size = sizeof(pl_tiger_writer),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write_start = pl_tiger_write_start,
    .write = pl_tiger_write,
    .write_end = pl_tiger_write_end,
};
