/* Writes TigerXML; see read_tigerxml.c for what it is.
 *
 * A virtual root is written as an <nt> of its own, SENTENCE_VROOT, as the TIGER corpus
 * does it; only where the source had several roots without one, there is none again. */
#include "format/tigerxml.h"
#include "format/export.h"
#include "format/writer.h"
#include "format/xml.h"

#include <ctype.h>
#include <string.h>

const char *const pl_tiger_word_names[] = {"id", "word", "lemma", "pos", "morph", NULL};
const char *const pl_tiger_node_names[] = {"id", "cat", "lemma", "morph", NULL};
static const char *const own_fields[] = {PL_TIGER_ID, NULL};

/* -- ids --------------------------------------------------------------------------- */

static bool is_number(const char *text)
{
    return text[strspn(text, "0123456789")] == '\0';
}

/* An id of XML is no number: "s" goes before one that comes from another format. */
static const char *sentence_id(pl_writer *w, const pl_tree *t)
{
    pl_tiger_writer *s = w->state;
    if (t->id == NULL || *t->id == '\0')
        return pl_arena_printf(&s->arena, "s%zu", w->n_written + 1);
    bool number = is_number(t->id) && !s->from_tiger;
    return pl_arena_printf(&s->arena, "%s%s", number ? "s" : "", t->id);
}

void pl_tiger_usual_ids(const pl_tree *t, const char *sentence, pl_levels *levels,
                        pl_arena *m, const char **ids)
{
    bool virtual = t->root != PL_NONE && (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0;
    pl_levels_find(levels, t, virtual ? t->root : PL_NONE);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        ids[i] = pl_arena_printf(m, "%s_%u", sentence, i + 1);
    size_t first = PL_EXPORT_FIRST_NODE; /* unless words have that number, too */
    if (t->n_tokens >= first)
        first = (size_t)t->n_tokens + 1;
    for (size_t i = 0; i < levels->order.n; i++)
        ids[levels->order.at[i]] = pl_arena_printf(m, "%s_%zu", sentence, first + i);
    if (virtual)
        ids[t->root] = pl_arena_printf(m, "%s_" PL_TIGER_VIRTUAL, sentence);
}

/* The id that the source gave a node; the numbers of other formats are none. */
static const char *own_id(const pl_tiger_writer *s, const pl_tree *t, uint32_t v)
{
    const char *id =
        t->nodes[v].attrs != NULL ? pl_attr_get(t->nodes[v].attrs, PL_TIGER_ID) : NULL;
    return id != NULL && (s->from_tiger || !is_number(id)) ? id : NULL;
}

/* Claims the wanted id, or the next that is free. */
static const char *claim_id(pl_tiger_writer *s, const char *wanted)
{
    const char *id = wanted;
    for (uint32_t n = 1;; n++) {
        uint32_t had = s->used.n;
        if (pl_intern_add(&s->used, id) == had)
            return id;
        id = pl_arena_printf(&s->arena, "%s_%u", wanted, n);
    }
}

/* Fills s->ids, and s->order: the source's order if all nonterminals have ids of their
 * own, else that of the usual ids. The ids of the source come first in claiming. */
static void name_nodes(pl_tiger_writer *s, const pl_tree *t, const char *sentence)
{
    bool virtual = t->root != PL_NONE && (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0;
    PL_RESERVE(&s->ids, (size_t)t->n_nodes + 1);
    pl_tiger_usual_ids(t, sentence, &s->levels, &s->arena, s->ids.at);
    size_t n = s->levels.order.n, n_own = 0;
    for (uint32_t i = 0; i < t->n_nodes && n_own == 0; i++)
        n_own += own_id(s, t, i) != NULL;
    if (n_own > 0) {
        pl_intern_clear(&s->used);
        if (virtual && own_id(s, t, t->root) == NULL)
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
    if (virtual && own_id(s, t, t->root) != NULL)
        s->ids.at[t->root] = claim_id(s, own_id(s, t, t->root));
    PL_RESERVE(&s->order, n + 1);
    s->order.n = n;
    bool all_own = n > 0;
    for (size_t i = 0; i < n; i++) {
        s->order.at[i] = s->levels.order.at[i];
        all_own = all_own && own_id(s, t, s->order.at[i]) != NULL;
    }
    if (all_own) {
        bool *there = PL_NEW_ARRAY(&s->arena, bool, t->n_nodes);
        for (size_t i = 0; i < n; i++)
            there[s->levels.order.at[i]] = true;
        s->order.n = 0;
        for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
            if (there[v])
                s->order.at[s->order.n++] = v;
    }
}

/* -- the start of the file --------------------------------------------------------- */

/* The header of an export file, as a note; it names its version in any case. */
static void put_export_header(pl_out *out, const pl_preamble *p)
{
    pl_str header = {0};
    if (strstr(pl_str_text(&p->text), "#FORMAT") == NULL && p->version != NULL)
        pl_str_printf(&header, "#FORMAT %s\n", p->version);
    pl_str_puts(&header, pl_str_text(&p->text));
    pl_xml_put_note(out, "export-header", pl_str_text(&header));
    pl_str_release(&header);
}

static void put_head(pl_writer *w)
{
    const pl_preamble *p = w->options.preamble;
    pl_out_puts(w->out,
                "<corpus id=\"corpus\">\n<head>\n<meta>\n" PL_TIGER_OWN_HEAD "\n</meta>\n"
                "<annotation>\n<feature name=\"word\" domain=\"T\"/>\n"
                "<feature name=\"lemma\" domain=\"T\"/>\n"
                "<feature name=\"pos\" domain=\"T\"/>\n"
                "<feature name=\"morph\" domain=\"T\"/>\n"
                "<feature name=\"cat\" domain=\"NT\"/>\n"
                "<edgelabel/>\n<secedgelabel/>\n</annotation>\n");
    if (p != NULL && p->format != NULL && strcmp(p->format, "export") == 0)
        put_export_header(w->out, p);
    pl_out_puts(w->out, "</head>");
}

int pl_tigerxml_write_start(pl_writer *w, pl_error *err)
{
    (void)err;
    pl_tiger_writer *s = w->state;
    const pl_preamble *p = w->options.preamble;
    s->from_tiger = p != NULL && p->format != NULL && strcmp(p->format, "tigerxml") == 0;
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

/* -- one sentence ------------------------------------------------------------------ */

static void put_edge(pl_out *out, const char *element, const char *label, const char *id)
{
    pl_out_puts(out, element);
    pl_xml_put_attr(out, "label", label != NULL ? label : "--");
    pl_xml_put_attr(out, "idref", id);
    pl_out_puts(out, "/>\n");
}

static void put_secedges(pl_out *out, const pl_tiger_writer *s,
                         const pl_edge *const *edges, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        put_edge(out, "  <secedge", edges[i]->label, s->ids.at[edges[i]->parent]);
}

static void put_fields(pl_writer *w, const pl_node *n, const char *const *taken)
{
    if (n->attrs == NULL)
        return;
    const char *id = pl_attr_get(n->attrs, PL_TIGER_ID);
    if (id != NULL && is_number(id) && !((pl_tiger_writer *)w->state)->from_tiger)
        w->lost |= PL_HAS_FIELDS;
    pl_xml_put_fields(w->out, n->attrs, taken, own_fields);
}

static void put_word(pl_writer *w, const pl_tree *t, uint32_t i)
{
    const pl_tiger_writer *s = w->state;
    const pl_node *n = &t->nodes[i];
    pl_out_puts(w->out, " <t");
    pl_xml_put_attr(w->out, "id", s->ids.at[i]);
    pl_xml_put_attr(w->out, "word", t->tokens[i].word);
    if (n->lemma != NULL || s->all_lemmas)
        pl_xml_put_attr(w->out, "lemma", n->lemma != NULL ? n->lemma : "--");
    if (n->label != NULL)
        pl_xml_put_attr(w->out, "pos", n->label);
    if (n->morph != NULL || s->all_morph)
        pl_xml_put_attr(w->out, "morph", n->morph != NULL ? n->morph : "--");
    put_fields(w, n, pl_tiger_word_names);
    const pl_edge *const *edges = NULL;
    uint32_t n_edges = pl_edge_index_of(&s->edges, i, &edges);
    pl_out_puts(w->out, n_edges > 0 ? ">\n" : "/>\n");
    put_secedges(w->out, s, edges, n_edges);
    if (n_edges > 0)
        pl_out_puts(w->out, " </t>\n");
}

static void put_nonterminal(pl_writer *w, const pl_tree *t, uint32_t v)
{
    const pl_tiger_writer *s = w->state;
    const pl_node *n = &t->nodes[v];
    pl_out_puts(w->out, " <nt");
    pl_xml_put_attr(w->out, "id", s->ids.at[v]);
    pl_xml_put_attr(w->out, "cat", n->label != NULL ? n->label : "--");
    if (n->lemma != NULL)
        pl_xml_put_attr(w->out, "lemma", n->lemma);
    if (n->morph != NULL)
        pl_xml_put_attr(w->out, "morph", n->morph);
    put_fields(w, n, pl_tiger_node_names);
    pl_out_puts(w->out, ">\n");
    for (uint32_t c = n->first; c != PL_NONE; c = t->nodes[c].next)
        put_edge(w->out, "  <edge", t->nodes[c].func, s->ids.at[c]);
    const pl_edge *const *edges = NULL;
    uint32_t n_edges = pl_edge_index_of(&s->edges, v, &edges);
    put_secedges(w->out, s, edges, n_edges);
    pl_out_puts(w->out, " </nt>\n");
}

/* The id of one root among several, if the sentence can be written without the virtual
 * root above them: nothing may be said of it or of the edges to it. */
static const char *one_of_several_roots(const pl_tiger_writer *s, const pl_tree *t)
{
    const pl_node *root = &t->nodes[t->root];
    const char *id = pl_attr_get(t->attrs, PL_TIGER_ROOT);
    bool plain = (root->flags & PL_NODE_VIRTUAL) != 0 && id != NULL &&
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
    const size_t n = strlen(PL_TIGER_GRAPH);
    pl_attr *of_s = NULL, **next = &of_s;
    pl_tiger_writer *state = w->state;
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next)
        if (strncmp(a->key, PL_TIGER_GRAPH, n) != 0)
            next = pl_attr_add(&state->arena, next, a->key, a->value);
    pl_out_puts(w->out, "<s");
    pl_xml_put_attr(w->out, "id", sentence);
    pl_xml_put_fields(w->out, of_s, taken, own_fields + 1);
    pl_out_puts(w->out, ">\n");
    pl_xml_put_lines(w->out, t);
    pl_out_puts(w->out, "<graph");
    if (root != NULL)
        pl_xml_put_attr(w->out, "root", root);
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next) {
        bool stale = strcmp(a->key, PL_TIGER_DISCONTINUOUS) == 0 &&
                     (strcmp(a->value, "true") == 0) != pl_tree_is_discontinuous(t);
        if (strncmp(a->key, PL_TIGER_GRAPH, n) == 0 && !stale &&
            strcmp(a->key, PL_TIGER_ROOT) != 0)
            pl_xml_put_attr(w->out, a->key + n, a->value);
    }
    pl_out_puts(w->out, ">\n");
}

int pl_tigerxml_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    (void)err;
    pl_tiger_writer *s = w->state;
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
    for (uint32_t i = 0; i < t->n_tokens; i++)
        put_word(w, t, i);
    pl_out_puts(w->out, "</terminals>\n<nonterminals>\n");
    for (size_t i = 0; i < s->order.n; i++)
        put_nonterminal(w, t, s->order.at[i]);
    if (has_nodes && (t->nodes[t->root].flags & PL_NODE_VIRTUAL) != 0 && one_root == NULL)
        put_nonterminal(w, t, t->root);
    pl_out_puts(w->out, "</nonterminals>\n</graph>\n</s>\n");
    return 0;
}

int pl_tigerxml_write_end(pl_writer *w, pl_error *err)
{
    (void)err;
    pl_tiger_writer *s = w->state;
    pl_out_puts(w->out, "</body>\n</corpus>\n");
    pl_levels_release(&s->levels);
    pl_edge_index_release(&s->edges);
    PL_VEC_RELEASE(&s->order);
    PL_VEC_RELEASE(&s->ids);
    pl_intern_release(&s->used);
    pl_arena_release(&s->arena);
    return 0;
}
