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
 * DOCTYPE to the <head>, is the preamble. Other attributes become fields.
 *
 * Written, a virtual root is an <nt> of its own, SENTENCE_VROOT, as the TIGER corpus does
 * it; only where the source had several roots without one, there is none again. */
#include "base/counted.h"
#include "base/intern.h"
#include "base/stop.h"
#include "format/cut.h"
#include "format/export.h"
#include "format/writer.h"
#include "format/xml.h"
#include "tree/index.h"

#include <ctype.h>
#include <string.h>

/* The fields under which the reader keeps what has no place in the tree. */
#define TIGER_ID            "id"         /* of a node, where it is not the usual one */
#define TIGER_ROOT          "graph.root" /* of several roots, the one <graph> names */
#define TIGER_GRAPH         "graph."     /* and the attribute's name: others of <graph> */
#define TIGER_DISCONTINUOUS "graph.discontinuous"
#define TIGER_VIRTUAL       "VROOT"

/* The line by which the head that pleach writes for other formats is known. */
#define TIGER_OWN_HEAD "<format>TigerXML, written by pleach</format>"

/* The attributes of <t> and of <nt> that have a place in the tree. */
static const char *const word_names[] = {"id", "word", "lemma", "pos", "morph", NULL};
static const char *const node_names[] = {"id", "cat", "lemma", "morph", NULL};
static const char *const own_fields[] = {TIGER_ID, NULL};

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

/* The writer's state. */
typedef struct tiger_writer {
    pl_levels levels;
    pl_edge_index edges;        /* by child */
    PL_VEC(uint32_t) order;     /* the nonterminals in the order of writing */
    PL_VEC(const char *) ids;   /* [n_nodes] */
    pl_intern used;             /* ids of the sentence */
    pl_arena arena;             /* of the sentence */
    bool from_tiger;            /* ids are kept as they are */
    bool all_lemmas, all_morph; /* the head declares them: written even where empty */
} tiger_writer;

/* -- ids --------------------------------------------------------------------------- */

static bool has_virtual_root(const pl_tree *t)
{
    return t->root != PL_NONE && (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0;
}

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

/* The usual ids of nodes: SENTENCE_1 … for words, SENTENCE_500 … (after the last word, if
 * that is more) for nonterminals in the order of levels, SENTENCE_VROOT for a virtual
 * root. Fills ids[n_nodes]; the text lives in `m`. */
static void usual_ids(const pl_tree *t, const char *sentence, pl_levels *levels,
                      pl_arena *m, const char **ids)
{
    bool vroot = has_virtual_root(t);
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
        ids[t->root] = pl_arena_printf(m, "%s_" TIGER_VIRTUAL, sentence);
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
            add_field(s, TIGER_GRAPH, attrs[0], attrs[1]);
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
    take_attributes(s, part, word_names, attrs);
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
    take_attributes(s, part, node_names, attrs);
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
        p->declares = strstr(pl_str_text(&p->text), TIGER_OWN_HEAD) == NULL;
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
        if (to == PL_NONE)
            pl_xml_fail(&s->xml, a->line, "the %s of %s goes to %s, which is not there",
                        what, s->ids.at[a->from], a->idref);
        else if (parts[parent].word != NULL)
            pl_xml_fail(&s->xml, a->line, "an %s puts %s below the word %s", what,
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
    return p->word == NULL && (strcmp(p->label, TIGER_VIRTUAL) == 0 ||
                               pl_ends_in(id, strlen(id), TIGER_VIRTUAL));
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
    usual_ids(t, s->id, &s->levels, s->xml.m, s->usual.at);
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
                pl_xml_field(s->xml.m, &t->nodes[v].attrs, TIGER_ID, s->ids.at[i]);
                t->nodes[v].attrs->next = others;
            }
        }
}

/* TIGER says of a graph whether it is discontinuous; what is not true is not kept. */
static void drop_stale(tiger_reader *s, const pl_tree *t)
{
    for (pl_attr **a = &s->attrs; *a != NULL; a = &(*a)->next)
        if (strcmp((*a)->key, TIGER_DISCONTINUOUS) == 0 &&
            (strcmp((*a)->value, "true") == 0) != pl_tree_is_discontinuous(t)) {
            *a = (*a)->next;
            break;
        }
    s->next_attr = &s->attrs;
}

static pl_tree *make_tree(tiger_reader *s)
{
    link_parts(s);
    if (s->xml.failed)
        return NULL;
    const char *root = root_to_make(s);
    pl_tree *t = pl_xml_finish(&s->xml, &s->build, root, s->line);
    if (t == NULL)
        return NULL;
    drop_stale(s, t);
    if (t->n_tokens > 0 && root != NULL && s->root != NULL &&
        pl_intern_find(&s->ids, s->root) != PL_NONE)
        add_field(s, "", TIGER_ROOT, s->root);
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

/* -- writing: ids ------------------------------------------------------------------ */

static bool is_number(const char *text)
{
    text = pl_unmarked(text);
    return text[strspn(text, "0123456789")] == '\0';
}

/* An id of XML is no number: "s" goes before one that comes from another format. */
static const char *sentence_id(pl_writer *w, const pl_tree *t)
{
    tiger_writer *s = w->state;
    if (t->id == NULL || *t->id == '\0')
        return pl_arena_printf(&s->arena, "s%s%zu",
                               pl_counted_mark(PL_COUNTED_WRITTEN, w->options.middle),
                               w->n_written + 1);
    bool number = is_number(t->id) && !s->from_tiger;
    return pl_arena_printf(&s->arena, "%s%s", number ? "s" : "", t->id);
}

/* The id that the source gave a node; the numbers of other formats are none. */
static const char *own_id(const tiger_writer *s, const pl_tree *t, uint32_t v)
{
    const char *id =
        t->nodes[v].attrs != NULL ? pl_attr_get(t->nodes[v].attrs, TIGER_ID) : NULL;
    return id != NULL && (s->from_tiger || !is_number(id)) ? id : NULL;
}

/* Claims the wanted id, or the next that is free. */
static const char *claim_id(tiger_writer *s, const char *wanted)
{
    const char *id = wanted;
    for (uint32_t n = 1;; n++) {
        uint32_t had = s->used.n;
        if (pl_intern_add(&s->used, id) == had || pl_stopped())
            return id;
        id = pl_arena_printf(&s->arena, "%s_%u", wanted, n);
    }
}

/* Fills s->ids, and s->order: the source's order if all nonterminals have ids of their
 * own, else that of the usual ids. The ids of the source come first in claiming. */
static void name_nodes(tiger_writer *s, const pl_tree *t, const char *sentence)
{
    bool vroot = has_virtual_root(t);
    PL_RESERVE(&s->ids, (size_t)t->n_nodes + 1);
    usual_ids(t, sentence, &s->levels, &s->arena, s->ids.at);
    size_t n = s->levels.order.n, n_own = 0;
    for (uint32_t i = 0; i < t->n_nodes && n_own == 0; i++)
        n_own += own_id(s, t, i) != NULL;
    if (n_own > 0) {
        pl_intern_clear(&s->used);
        if (vroot && own_id(s, t, t->root) == NULL)
            pl_intern_add(&s->used, s->ids.at[t->root]);
        for (int own = 1; own >= 0; own--)
            for (size_t i = 0; i < t->n_tokens + n; i++) {
                uint32_t v =
                    i < t->n_tokens ? (uint32_t)i : s->levels.order.at[i - t->n_tokens];
                const char *id = own_id(s, t, v);
                if ((id != NULL) == own)
                    s->ids.at[v] = claim_id(s, id != NULL ? id : s->ids.at[v]);
            }
    }
    if (vroot && own_id(s, t, t->root) != NULL)
        s->ids.at[t->root] = claim_id(s, own_id(s, t, t->root));
    PL_RESERVE(&s->order, n + 1);
    s->order.n = n;
    bool all_own = n > 0;
    for (size_t i = 0; i < n; i++) {
        s->order.at[i] = s->levels.order.at[i];
        all_own = all_own && own_id(s, t, s->order.at[i]) != NULL;
    }
    if (all_own)
        qsort(s->order.at, n, sizeof *s->order.at, pl_by_u32);
}

/* -- writing: the start of the file --------------------------------------------------------- */

/* The header of an export file, as a note; it names its version in any case. */
static void put_export_header(pl_writer *w, const pl_preamble *p)
{
    pl_str header = {0};
    if (pl_export_version_line(pl_str_text(&p->text)) == NULL && p->version != NULL)
        pl_str_printf(&header, "#FORMAT %s\n", p->version);
    pl_str_puts(&header, pl_str_text(&p->text));
    pl_xml_put_note(w, "export-header", pl_str_text(&header));
    pl_str_release(&header);
}

static void put_head(pl_writer *w)
{
    const pl_preamble *p = w->options.preamble;
    pl_out_puts(w->out,
                "<corpus id=\"corpus\">\n<head>\n<meta>\n" TIGER_OWN_HEAD "\n</meta>\n"
                "<annotation>\n<feature name=\"word\" domain=\"T\"/>\n"
                "<feature name=\"lemma\" domain=\"T\"/>\n"
                "<feature name=\"pos\" domain=\"T\"/>\n"
                "<feature name=\"morph\" domain=\"T\"/>\n"
                "<feature name=\"cat\" domain=\"NT\"/>\n"
                "<edgelabel/>\n<secedgelabel/>\n</annotation>\n");
    if (pl_writer_is_from(w, "export"))
        put_export_header(w, p);
    pl_out_puts(w->out, "</head>");
}

static int write_start(pl_writer *w, pl_error *err)
{
    tiger_writer *s = w->state;
    const pl_preamble *p = w->options.preamble;
    s->from_tiger = pl_writer_is_from(w, "tigerxml");
    bool again = s->from_tiger && strstr(pl_str_text(&p->text), "<corpus") != NULL;
    const char *text = again ? p->text.at : NULL;
    pl_out_puts(w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
    if (again) {
        size_t n = p->text.n; /* without the spaces around it */
        while (n > 0 && isspace((unsigned char)text[n - 1]))
            n--;
        size_t skip = strspn(text, " \t\r\n");
        pl_out_put(w->out, text + skip, n - skip);
    } else
        put_head(w);
    pl_out_puts(w->out, "\n\n<body>\n");
    s->all_lemmas = !again || strstr(text, "\"lemma\"") != NULL;
    s->all_morph = !again || strstr(text, "\"morph\"") != NULL;
    return 0;
}

/* -- writing: one sentence ------------------------------------------------------------------ */

/* An attribute that is left out where the node has none, unless it is always written. */
static void put_optional(pl_writer *w, const char *name, const char *value, bool always)
{
    if (value != NULL || always)
        pl_xml_put_attr(w, name, value != NULL ? value : "--");
    pl_writer_note(w, value != NULL && strcmp(value, "--") == 0);
}

static void put_edge(pl_writer *w, const char *element, const char *label, const char *id)
{
    pl_out_puts(w->out, element);
    put_optional(w, "label", label, true);
    pl_xml_put_attr(w, "idref", id);
    pl_out_puts(w->out, "/>\n");
}

static void put_fields(pl_writer *w, const pl_node *n, const char *const *taken)
{
    if (n->attrs == NULL)
        return;
    const char *id = pl_attr_get(n->attrs, TIGER_ID);
    if (id != NULL && is_number(id) && !((tiger_writer *)w->state)->from_tiger)
        w->lost |= PL_HAS_FIELDS;
    pl_xml_put_fields(w, n->attrs, taken, own_fields);
}

/* A word or a nonterminal, with the edges that stand in it. */
static void put_node(pl_writer *w, const pl_tree *t, uint32_t v)
{
    const tiger_writer *s = w->state;
    const pl_node *n = &t->nodes[v];
    bool word = pl_is_terminal(t, v);
    pl_out_puts(w->out, word ? " <t" : " <nt");
    pl_xml_put_attr(w, "id", s->ids.at[v]);
    if (word)
        pl_xml_put_attr(w, "word", t->tokens[v].word);
    else
        put_optional(w, "cat", n->label, true);
    put_optional(w, "lemma", n->lemma, word && s->all_lemmas);
    if (word)
        put_optional(w, "pos", n->label, false);
    put_optional(w, "morph", n->morph, word && s->all_morph);
    put_fields(w, n, word ? word_names : node_names);
    const pl_edge *const *edges = NULL;
    uint32_t n_edges = pl_edge_index_of(&s->edges, v, &edges);
    bool empty = word && n_edges == 0;
    pl_out_puts(w->out, empty ? "/>\n" : ">\n");
    for (uint32_t c = n->first; c != PL_NONE; c = t->nodes[c].next)
        put_edge(w, "  <edge", t->nodes[c].func, s->ids.at[c]);
    for (uint32_t i = 0; i < n_edges; i++)
        put_edge(w, "  <secedge", edges[i]->label, s->ids.at[edges[i]->parent]);
    if (!empty)
        pl_out_puts(w->out, word ? " </t>\n" : " </nt>\n");
}

/* The id of one root among several, if the sentence can be written without the virtual
 * root above them: nothing may be said of it or of the edges to it. */
static const char *one_of_several_roots(const tiger_writer *s, const pl_tree *t)
{
    const pl_node *root = &t->nodes[t->root];
    const char *id = pl_attr_get(t->attrs, TIGER_ROOT);
    bool plain = has_virtual_root(t) && id != NULL &&
                 (root->order > 1 || pl_is_terminal(t, root->first)) &&
                 root->lemma == NULL && root->morph == NULL && root->attrs == NULL &&
                 strcmp(root->label, "ROOT") == 0;
    bool there = false;
    for (uint32_t c = root->first; c != PL_NONE; c = t->nodes[c].next)
        plain = plain && t->nodes[c].func == NULL;
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        plain = plain && e->parent != t->root && e->child != t->root;
    for (size_t i = 0; i < t->n_tokens + s->order.n && plain && !there; i++)
        there = strcmp(s->ids.at[i < t->n_tokens ? i : s->order.at[i - t->n_tokens]],
                       id) == 0;
    return there ? id : NULL;
}

/* The attributes of <s> and <graph> among the sentence's fields. */
static void put_start(pl_writer *w, const pl_tree *t, const char *sentence,
                      const char *root)
{
    static const char *const taken[] = {"id", NULL};
    const size_t n = strlen(TIGER_GRAPH);
    pl_attr *of_s = NULL, **next = &of_s;
    tiger_writer *state = w->state;
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next)
        if (strncmp(a->key, TIGER_GRAPH, n) != 0)
            next = pl_attr_add(&state->arena, next, a->key, a->value);
    pl_out_puts(w->out, "<s");
    pl_xml_put_attr(w, "id", sentence);
    pl_xml_put_fields(w, of_s, taken, own_fields + 1);
    pl_out_puts(w->out, ">\n");
    pl_xml_put_lines(w, t);
    pl_out_puts(w->out, "<graph");
    if (root != NULL)
        pl_xml_put_attr(w, "root", root);
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next) {
        bool stale = strcmp(a->key, TIGER_DISCONTINUOUS) == 0 &&
                     (strcmp(a->value, "true") == 0) != pl_tree_is_discontinuous(t);
        if (strncmp(a->key, TIGER_GRAPH, n) == 0 && !stale &&
            strcmp(a->key, TIGER_ROOT) != 0)
            pl_xml_put_attr(w, a->key + n, a->value);
    }
    pl_out_puts(w->out, ">\n");
}

static int write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    tiger_writer *s = w->state;
    pl_arena_reset(&s->arena);
    const char *sentence = sentence_id(w, t);
    name_nodes(s, t, sentence);
    pl_edge_index_make(&s->edges, t, false);
    bool has_nodes = t->root != PL_NONE && !pl_is_terminal(t, t->root);
    const char *one_root = has_nodes ? one_of_several_roots(s, t) : NULL;
    put_start(w, t, sentence,
              one_root != NULL     ? one_root
              : t->root != PL_NONE ? s->ids.at[t->root]
                                   : NULL);
    pl_out_puts(w->out, "<terminals>\n");
    for (uint32_t i = 0; i < t->n_tokens && !pl_stopped(); i++)
        put_node(w, t, i);
    pl_out_puts(w->out, "</terminals>\n<nonterminals>\n");
    for (size_t i = 0; i < s->order.n && !pl_stopped(); i++)
        put_node(w, t, s->order.at[i]);
    if (has_nodes && has_virtual_root(t) && one_root == NULL)
        put_node(w, t, t->root);
    pl_out_puts(w->out, "</nonterminals>\n</graph>\n</s>\n");
    return 0;
}

static int write_end(pl_writer *w, pl_error *err)
{
    tiger_writer *s = w->state;
    pl_out_puts(w->out, "</body>\n</corpus>\n");
    pl_levels_release(&s->levels);
    pl_edge_index_release(&s->edges);
    PL_VEC_RELEASE(&s->order, &s->ids);
    pl_intern_release(&s->used);
    pl_arena_release(&s->arena);
    return 0;
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
    .writer_size = sizeof(tiger_writer),
    .read_start = read_start,
    .read = read,
    .read_end = read_end,
    .write_start = write_start,
    .write = write,
    .write_end = write_end,
};
