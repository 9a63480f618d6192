/* Writes TigerXML; see tigerxml.c for the format.
 *
 * A virtual root is written as <nt id="SENTENCE_VROOT">, as in the TIGER corpus. It is left out if the
 * source had several roots and no virtual root. */
#include "base/counted.h"
#include "base/stop.h"
#include "format/tigerxml.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* -- ids ------------------------------------------------------------------ */

static bool is_number(const char *text)
{
    text = pl_unmarked(text);
    return text[strspn(text, "0123456789")] == '\0';
}

/* Returns the id of the sentence. A number from another format gets the prefix "s", since an id in XML must
 * not be a number. */
static const char *sentence_id(pl_writer *w, const pl_tree *t)
{
    pl_tiger_writer *s = w->state;
    pl_writer_note(w, t->id != NULL && *t->id == '\0');
    if (t->id == NULL || *t->id == '\0')
        return pl_arena_printf(&s->arena, "s%s%zu",
                               pl_counted_mark(PL_COUNTED_WRITTEN, w->options.middle),
                               w->n_written + 1);
    bool number = is_number(t->id) && !s->from_tiger;
    return pl_arena_printf(&s->arena, "%s%s", number ? "s" : "", t->id);
}

/* Returns the id that the node had in the source, or NULL. A number from another format does not count. */
static const char *own_id(const pl_tiger_writer *s, const pl_tree *t, uint32_t v)
{
    const char *id =
        t->nodes[v].attrs != NULL ? pl_attr_get(t->nodes[v].attrs, PL_TIGER_ID) : NULL;
    return id != NULL && *id != '\0' && (s->from_tiger || !is_number(id)) ? id : NULL;
}

/* Returns the wanted id if it is free, else the id with a number added, and marks it as used. */
static const char *claim_id(pl_writer *w, const char *wanted)
{
    pl_tiger_writer *s = w->state;
    const char *id = wanted;
    for (;; s->next++) {
        uint32_t had = s->used.n;
        if (pl_intern_add(&s->used, pl_xml_text(&s->text, id)) == had || pl_stopped())
            return id;
        id = pl_arena_printf(&s->arena, "%s_%u", wanted, s->next);
    }
}

/* Like claim_id, for an id from the source: notes if it was changed. */
static const char *claim_own(pl_writer *w, const char *wanted)
{
    const char *id = claim_id(w, wanted);
    pl_writer_note(w, id != wanted);
    return id;
}

/* Fills s->ids and s->order. The order is that of the source if all nonterminals have ids from the source,
 * else that of the usual ids. Ids from the source are claimed first. */
static void name_nodes(pl_writer *w, const pl_tree *t, const char *sentence)
{
    pl_tiger_writer *s = w->state;
    bool vroot = pl_tiger_has_virtual(t);
    PL_RESERVE(&s->ids, (size_t)t->n_nodes + 1);
    pl_tiger_usual_ids(t, sentence, &s->levels, &s->arena, s->ids.at);
    size_t n = s->levels.order.n, n_own = 0;
    for (uint32_t i = 0; i < t->n_nodes && n_own == 0; i++)
        n_own += own_id(s, t, i) != NULL;
    if (n_own > 0) {
        pl_intern_clear(&s->used);
        s->next = 1;
        if (vroot && own_id(s, t, t->root) == NULL)
            pl_intern_add(&s->used, s->ids.at[t->root]);
        for (int own = 1; own >= 0; own--)
            for (size_t i = 0; i < t->n_tokens + n; i++) {
                uint32_t v =
                    i < t->n_tokens ? (uint32_t)i : s->levels.order.at[i - t->n_tokens];
                const char *id = own_id(s, t, v);
                if ((id != NULL) == own)
                    s->ids.at[v] =
                        id != NULL ? claim_own(w, id) : claim_id(w, s->ids.at[v]);
            }
    }
    if (vroot && own_id(s, t, t->root) != NULL)
        s->ids.at[t->root] = claim_own(w, own_id(s, t, t->root));
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

/* -- the start of the file --------------------------------------------------------- */

/* Writes the header of an export file as a note, which always includes its version. */
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
                "<corpus id=\"corpus\">\n<head>\n<meta>\n" PL_TIGER_OWN_HEAD "\n</meta>\n"
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

int pl_tiger_write_start(pl_writer *w, pl_error *err)
{
    pl_tiger_writer *s = w->state;
    const pl_preamble *p = w->options.preamble;
    s->from_tiger = s->names.keep_prefixes = pl_writer_is_from(w, "tigerxml");
    bool again = s->from_tiger && strstr(pl_str_text(&p->text), "<corpus") != NULL;
    const char *text = again ? p->text.at : NULL;
    pl_out_puts(w->out, "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n");
    if (again) {
        size_t n = p->text.n; /* the text without the space around it */
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

/* Writes an attribute. Leaves it out if the node does not have it, unless `always`. */
static void put_optional(pl_writer *w, const char *name, const char *value, bool always)
{
    bool none = value == NULL || strcmp(value, "--") == 0;
    if (!none || always)
        pl_xml_put_attr(w, name, none ? "--" : value);
    pl_writer_note(w, none && value != NULL);
}

static void put_edge(pl_writer *w, const char *element, const char *label, const char *id)
{
    pl_out_puts(w->out, element);
    put_optional(w, "label", label, true);
    pl_xml_put_attr(w, "idref", id);
    pl_out_puts(w->out, "/>\n");
}

static void put_fields(pl_writer *w, const pl_tree *t, uint32_t v,
                       const char *const *taken)
{
    pl_tiger_writer *s = w->state;
    const pl_attr *a = t->nodes[v].attrs;
    if (a == NULL)
        return;
    pl_xml_names_start(&s->names, taken);
    for (; a != NULL; a = a->next)
        if (strcmp(a->key, PL_TIGER_ID) != 0)
            pl_xml_put_field(w, &s->names, a->key, a->value);
        else if (own_id(s, t, v) == NULL)
            w->lost |= PL_HAS_FIELDS;
}

/* Writes a word or a nonterminal with its <edge> and <secedge> elements. */
static void put_node(pl_writer *w, const pl_tree *t, uint32_t v)
{
    const pl_tiger_writer *s = w->state;
    const pl_node *n = &t->nodes[v];
    bool word = pl_is_terminal(t, v);
    pl_out_puts(w->out, word ? " <t" : " <nt");
    pl_xml_put_attr(w, "id", s->ids.at[v]);
    if (word)
        pl_xml_put_attr(w, "word", t->tokens[v].word);
    else
        pl_xml_put_attr(w, "cat", n->label != NULL ? n->label : "--");
    put_optional(w, "lemma", n->lemma, word && s->all_lemmas);
    if (word && n->label != NULL)
        pl_xml_put_attr(w, "pos", n->label);
    put_optional(w, "morph", n->morph, word && s->all_morph);
    put_fields(w, t, v, word ? pl_tiger_word_names : pl_tiger_node_names);
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

/* Returns the id of the root that <graph> names among several, or NULL if the virtual root above them must
 * be written, because it or an edge to it has a label or field. */
static const char *one_of_several_roots(const pl_tiger_writer *s, const pl_tree *t)
{
    const pl_node *root = &t->nodes[t->root];
    const char *id = pl_attr_get(t->attrs, PL_TIGER_ROOT);
    bool plain = pl_tiger_has_virtual(t) && id != NULL &&
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

/* Returns true if an attribute of <graph> is no longer true of the tree. */
static bool is_stale(const pl_tree *t, const pl_attr *a, const char *one_root)
{
    if (strcmp(a->key, PL_TIGER_ROOT) == 0)
        return one_root == NULL;
    return strcmp(a->key, PL_TIGER_DISCONTINUOUS) == 0 &&
           (strcmp(a->value, "true") == 0) != pl_tree_is_discontinuous(t);
}

/* Writes <s> and <graph> with their attributes, which include the sentence's fields. If `one_root` is not
 * NULL, it is the root. */
static void put_start(pl_writer *w, const pl_tree *t, const char *sentence,
                      const char *one_root)
{
    static const char *const of_s[] = {"id", NULL}, *const of_graph[] = {"root", NULL};
    const size_t n = strlen(PL_TIGER_GRAPH);
    pl_tiger_writer *s = w->state;
    pl_xml_names *names = &s->names;
    pl_out_puts(w->out, "<s");
    pl_xml_put_attr(w, "id", sentence);
    pl_xml_names_start(names, of_s);
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next)
        if (strncmp(a->key, PL_TIGER_GRAPH, n) != 0)
            pl_xml_put_field(w, names, a->key, a->value);
    pl_out_puts(w->out, ">\n");
    pl_xml_put_lines(w, t);
    pl_out_puts(w->out, "<graph");
    if (t->root != PL_NONE)
        pl_xml_put_attr(w, "root", one_root != NULL ? one_root : s->ids.at[t->root]);
    pl_xml_names_start(names, of_graph);
    for (const pl_attr *a = t->attrs; a != NULL; a = a->next) {
        if (strncmp(a->key, PL_TIGER_GRAPH, n) != 0)
            continue;
        if (is_stale(t, a, one_root))
            w->lost |= PL_HAS_FIELDS;
        else if (strcmp(a->key, PL_TIGER_ROOT) != 0)
            pl_xml_put_field(w, names, a->key + n, a->value);
    }
    pl_out_puts(w->out, ">\n");
}

int pl_tiger_write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    pl_tiger_writer *s = w->state;
    pl_arena_reset(&s->arena);
    const char *sentence = sentence_id(w, t);
    name_nodes(w, t, sentence);
    pl_edge_index_make(&s->edges, t, false);
    bool has_nodes = t->root != PL_NONE && !pl_is_terminal(t, t->root);
    const char *one_root = has_nodes ? one_of_several_roots(s, t) : NULL;
    put_start(w, t, sentence, one_root);
    pl_out_puts(w->out, "<terminals>\n");
    for (uint32_t i = 0; i < t->n_tokens && !pl_stopped(); i++)
        put_node(w, t, i);
    pl_out_puts(w->out, "</terminals>\n<nonterminals>\n");
    for (size_t i = 0; i < s->order.n && !pl_stopped(); i++)
        put_node(w, t, s->order.at[i]);
    if (has_nodes && pl_tiger_has_virtual(t) && one_root == NULL)
        put_node(w, t, t->root);
    pl_out_puts(w->out, "</nonterminals>\n</graph>\n</s>\n");
    return 0;
}

int pl_tiger_write_end(pl_writer *w, pl_error *err)
{
    pl_tiger_writer *s = w->state;
    pl_out_puts(w->out, "</body>\n</corpus>\n");
    pl_levels_release(&s->levels);
    pl_edge_index_release(&s->edges);
    PL_VEC_RELEASE(&s->order, &s->ids);
    pl_intern_release(&s->used);
    pl_xml_names_release(&s->names);
    pl_str_release(&s->text);
    pl_arena_release(&s->arena);
    return 0;
}
