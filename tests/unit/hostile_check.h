/* Writes trees of hostile.h in a format, reads them again, and compares them; see hostile.h. */
#ifndef PL_TESTS_HOSTILE_CHECK_H
#define PL_TESTS_HOSTILE_CHECK_H

#include "hostile.h"

/* -- the properties of a tree, as a list of texts ------------------------------------------- */

/* One property of a tree: its kind, and a text with its place and value. */
typedef struct saying {
    unsigned kind; /* PL_HAS_…; 0: words and structure, which no format may lose */
    const char *text;
} saying;
typedef PL_VEC(saying) sayings;

static inline void say(sayings *s, pl_arena *m, unsigned kind, const char *what,
                       uint32_t at, const char *text)
{
    if (text != NULL)
        PL_PUSH(s, ((saying){kind, pl_arena_printf(m, "%s %u: %s", what, at, text)}));
}

/* Returns a number in a standard form, so that different spellings are equal. */
static inline const char *number_or_text(pl_arena *m, const char *key, const char *text)
{
    bool number = strcmp(key, PL_CONFIDENCE) == 0 ||
                  strcmp(key, PL_HEAD_CONFIDENCE) == 0 || strcmp(key, PL_SCORE) == 0;
    double value = pl_attr_number(&(pl_attr){key, text, NULL}, key);
    return number && isfinite(value) ? pl_arena_printf(m, "%.10g", value) : text;
}

static inline void say_fields(sayings *s, pl_arena *m, const pl_attr *a, const char *what,
                              uint32_t at)
{
    for (; a != NULL; a = a->next)
        say(s, m, PL_HAS_FIELDS, what, at,
            pl_arena_printf(m, "%s=%s", a->key, number_or_text(m, a->key, a->value)));
}

static inline void say_node(sayings *s, pl_arena *m, const pl_node *n, uint32_t at,
                            bool word)
{
    say(s, m, word ? PL_HAS_TAGS : PL_HAS_CONSTITUENTS, "label", at, n->label);
    say(s, m, n->parent == PL_NONE ? PL_HAS_ROOT_FUNCTION : PL_HAS_FUNCTIONS, "func", at,
        n->func);
    say(s, m, PL_HAS_LEMMAS, "lemma", at, n->lemma);
    say(s, m, PL_HAS_MORPHOLOGY, "morph", at, n->morph);
    say_fields(s, m, n->attrs, "field", at);
}

/* Returns a comment without the marks that formats add before it. */
static inline const char *bare_comment(const char *text)
{
    return text + strspn(text, "#% ");
}

static inline int by_saying(const void *a, const void *b)
{
    const saying *x = a, *y = b;
    return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : strcmp(x->text, y->text);
}

/* Lists the properties of a tree. Nonterminals are numbered after the words, parents first. */
static inline sayings sayings_of(pl_arena *m, const pl_tree *t, bool bare_comments)
{
    sayings s = {0};
    uint32_t *number = PL_NEW_ARRAY(m, uint32_t, t->n_nodes + 1), n = t->n_tokens;
    for (uint32_t i = 0; i < n; i++)
        number[i] = i;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            number[v] = n++;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *w = &t->tokens[i];
        say(&s, m, 0, "word", i, w->word);
        say(&s, m, PL_HAS_COARSE_TAGS, "coarse", i, w->coarse);
        say(&s, m, PL_HAS_DEPENDENCIES, "relation", i, w->deprel);
        say(&s, m, PL_HAS_DEPENDENCIES, "head", i,
            w->head == PL_NONE ? NULL : pl_arena_printf(m, "%d", (int)w->head));
        say(&s, m, PL_HAS_MORE_HEADS, "deps", i, w->deps);
        say(&s, m, PL_HAS_MISC, "misc", i, w->misc);
        if (w->end > 0)
            say(&s, m, PL_HAS_PLACES, "place", i,
                pl_arena_printf(m, "%zu-%zu", w->begin, w->end));
        say_node(&s, m, &t->nodes[i], i, true);
    }
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        const pl_node *node = &t->nodes[v];
        if (!pl_is_terminal(t, v))
            say_node(&s, m, node, number[v], false);
        if (node->parent != PL_NONE)
            say(&s, m, PL_HAS_CONSTITUENTS, "parent", number[v],
                pl_arena_printf(m, "%u", number[node->parent]));
        if (node->head != PL_NONE)
            say(&s, m, PL_HAS_HEADS, "head child", number[v],
                pl_arena_printf(m, "%u", number[node->head]));
    }
    for (const pl_edge *e = t->edges; e != NULL; e = e->next)
        say(&s, m, PL_HAS_SECONDARY_EDGES, "edge", number[e->child],
            pl_arena_printf(m, "%u %s%s", number[e->parent], e->label != NULL ? "=" : "",
                            e->label != NULL ? e->label : ""));
    for (const pl_line *line = t->lines; line != NULL; line = line->next)
        say(&s, m, PL_HAS_COMMENTS, "line", line->before,
            bare_comments ? bare_comment(line->text) : line->text);
    say_fields(&s, m, t->attrs, "field of the sentence", 0);
    say(&s, m, PL_HAS_IDS, "id", 0, t->id);
    say(&s, m, PL_HAS_TEXT, "text", 0, t->text);
    PL_SORT(&s, by_saying);
    return s;
}

/* -- the rules of docs/formats.md for a format ---------------------------------------------- */

static inline void add_root(pl_tree *t, const char *label, const char *func)
{
    bool none = t->root == PL_NONE;
    uint32_t old = t->root;
    t->root = pl_tree_add(t, label);
    t->nodes[t->root].func = func;
    if (none)
        for (uint32_t i = 0; i < t->n_tokens; i++)
            pl_tree_append(t, t->root, i);
    else
        pl_tree_append(t, t->root, old);
    pl_tree_order(t);
}

static inline bool is_called_root(const char *label)
{
    return strcasecmp(label, "ROOT") == 0 || strcasecmp(label, "VROOT") == 0 ||
           strcasecmp(label, "TOP") == 0;
}

/* Returns the tree that must be read if nothing was left out or changed. */
static inline pl_tree *expected_tree(const pl_tree *from, const pl_format *f, pl_arena *m)
{
    pl_tree *t = pl_tree_copy(from, m);
    bool none = t->root == PL_NONE, word = !none && pl_is_terminal(t, t->root);
    if (t->n_tokens == 0)
        return t;
    bool untagged = none || (word && t->nodes[t->root].label == NULL);
    if (!(f->holds & PL_HAS_CONSTITUENTS)) {
        if (f != &pl_format_json && !none)
            for (uint32_t i = 0; i < t->n_tokens; i++)
                t->nodes[i].parent = PL_NONE;
        t->root = PL_NONE;
    } else if (f == &pl_format_alpino && (none || word))
        add_root(t, "top", "top");
    else if (f->trees_only && untagged)
        add_root(t, "ROOT", NULL);
    else if (f == &pl_format_tigerxml && word)
        add_root(t, "ROOT", NULL);
    else if (f == &pl_format_export) {
        bool implied = !none && !word &&
                       ((t->nodes[t->root].flags & PL_NODE_VIRTUAL) ||
                        is_called_root(t->nodes[t->root].label));
        if (implied && is_called_root(t->nodes[t->root].label))
            t->nodes[t->root].label = "ROOT";
        else if (!implied)
            add_root(t, "ROOT", NULL);
        for (uint32_t i = 0; i < t->n_tokens; i++)
            if (t->nodes[i].label == NULL)
                t->nodes[i].label = "--";
    }
    bool adopts = (f->trees_only && untagged) || f == &pl_format_tagged;
    for (uint32_t i = 0; i < t->n_tokens && adopts; i++)
        if (t->nodes[i].label == NULL)
            t->nodes[i].label = t->tokens[i].coarse;
    return t;
}

/* Returns true if the format may add this property: an id, or a copy of a value in a second place. */
static inline bool may_be_added(const pl_format *f, const pl_tree *t, const saying *s,
                                unsigned lost)
{
    bool lines = f == &pl_format_conllu || f == &pl_format_conllx;
    if (s->kind == PL_HAS_IDS)
        return t->id == NULL || *t->id == '\0' ||
               (f == &pl_format_tigerxml && t->id[strspn(t->id, "0123456789")] == '\0');
    if (s->kind == PL_HAS_TEXT)
        return ((f == &pl_format_alpino || lines) && t->text == NULL) ||
               lost & PL_HAS_TEXT;
    if (s->kind == PL_HAS_COMMENTS || s->kind == PL_HAS_MISC)
        return lines;
    if (s->kind != PL_HAS_FIELDS)
        return false;
    return (f == &pl_format_alpino &&
            (strstr(s->text, ": id=") || strstr(s->text, ": index=") ||
             strcmp(s->text, "field of the sentence 0: version=1.3") == 0)) ||
           (f == &pl_format_tigerxml &&
            (strstr(s->text, ": id=") || strstr(s->text, ": graph.root=")));
}

/* Returns true if the format keeps this property under another name. */
static inline bool is_kept_elsewhere(const pl_format *f, const saying *s)
{
    return (f == &pl_format_tigerxml && s->kind == PL_HAS_IDS) ||
           (f == &pl_format_conllu &&
            (s->kind == PL_HAS_FIELDS || s->kind == PL_HAS_MISC ||
             s->kind == PL_HAS_PLACES));
}

/* -- the check ------------------------------------------------------------------------------ */

typedef struct outcome {
    bool refused, changed;
    const char *wrong; /* NULL: nothing */
} outcome;

/* Returns the first difference that was not reported, or NULL. Up to `n_changed` texts may differ. */
static inline const char *compare(pl_arena *m, const pl_format *f, const pl_tree *t,
                                  const pl_tree *back, unsigned lost, size_t n_changed)
{
    bool bare = f == &pl_format_conllu || f == &pl_format_export;
    bool no_parent = t->root == PL_NONE || pl_is_terminal(t, t->root);
    const unsigned functions = PL_HAS_FUNCTIONS | PL_HAS_ROOT_FUNCTION;
    if (lost & functions && (no_parent || !(f->holds & PL_HAS_CONSTITUENTS)))
        lost |= functions; /* a root was added, or taken away */
    sayings a = sayings_of(m, expected_tree(t, f, m), bare),
            b = sayings_of(m, back, bare);
    const char *missing = "", *added = "";
    size_t n_missing = 0, n_added = 0, i = 0, k = 0;
    while (i < a.n || k < b.n) {
        int order = i == a.n ? 1 : k == b.n ? -1 : by_saying(&a.at[i], &b.at[k]);
        if (order < 0 && !(a.at[i].kind & lost) && !is_kept_elsewhere(f, &a.at[i]) &&
            ++n_missing <= 9)
            missing = pl_arena_printf(m, "%s|%s", missing, a.at[i].text);
        if (order > 0 && !may_be_added(f, t, &b.at[k], lost) && ++n_added <= 9)
            added = pl_arena_printf(m, "%s|%s", added, b.at[k].text);
        i += order <= 0;
        k += order >= 0;
    }
    PL_VEC_RELEASE(&a);
    PL_VEC_RELEASE(&b);
    bool shape = n_changed > 0 &&
                 f->trees_only; /* a word without tag may take the label of its parent */
    /* one change may add two properties: an id that is not one word becomes a number and a comment */
    return shape || (n_missing <= n_changed && n_added <= 2 * n_changed)
               ? NULL
               : pl_arena_printf(m, "%zu missing: %s; %zu added: %s; %zu reported",
                                 n_missing, missing, n_added, added, n_changed);
}

/* Writes the trees, and stores n_changed and lost of each. Returns false with the reason if a tree is
 * refused. */
static inline bool write_bank(const hostile_bank *b, const pl_format *f,
                              const pl_preamble *from, pl_str *text, size_t *n_changed,
                              unsigned *lost, pl_error *err)
{
    pl_write_options options = {.ids = true, .preamble = from};
    pl_writer *w = pl_writer_new(pl_out_memory(text), f, &options, err);
    bool good = true;
    for (size_t i = 0; i < b->n && good; i++) {
        size_t had = w->n_changed;
        w->lost = 0;
        good = pl_writer_put(w, b->at[i], err) == 0;
        n_changed[i] = w->n_changed - had;
        lost[i] = w->lost;
    }
    return pl_writer_close(w, good ? err : NULL) == 0 && good;
}

/* Returns true if the format can hold sentences without words: a blank line is not a sentence. */
static inline bool may_be_empty(const pl_format *f)
{
    return f == &pl_format_json || f == &pl_format_tigerxml || f == &pl_format_alpino ||
           f == &pl_format_export;
}

static inline const char *first_difference(pl_arena *m, const char *a, const char *b)
{
    const char *line = a;
    size_t i = 0;
    for (; a[i] != '\0' && a[i] == b[i]; i++)
        line = a[i] == '\n' ? a + i + 1 : line;
    b += line - a;
    return pl_arena_printf(m, "\n%.*s\n%.*s", (int)strcspn(line, "\n"), line,
                           (int)strcspn(b, "\n"), b);
}

/* Removes the properties that the format cannot hold, so that all others must be read again. */
static inline void strip_tree(pl_tree *t, const pl_format *f)
{
    unsigned holds =
        f->holds &
        ~(f->sometimes & ~(unsigned)(PL_HAS_LEMMAS | PL_HAS_IDS | PL_HAS_ROOT_FUNCTION));
    bool functions = holds & PL_HAS_FUNCTIONS && (holds & PL_HAS_ROOT_FUNCTION);
    if (!(holds & PL_HAS_CONSTITUENTS)) {
        for (uint32_t i = 0; i < t->n_nodes; i++)
            t->nodes[i].parent = PL_NONE;
        t->n_nodes = t->n_tokens;
        t->root = PL_NONE;
    }
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        pl_node *n = &t->nodes[i];
        n->lemma = holds & PL_HAS_LEMMAS ? n->lemma : NULL;
        n->morph = holds & PL_HAS_MORPHOLOGY ? n->morph : NULL;
        n->func = functions || (holds & PL_HAS_FUNCTIONS && n->parent != PL_NONE)
                      ? n->func
                      : NULL;
        n->head = holds & PL_HAS_HEADS ? n->head : PL_NONE;
        n->attrs = holds & PL_HAS_FIELDS ? n->attrs : NULL;
        if (pl_is_terminal(t, i) && !(holds & PL_HAS_TAGS))
            n->label = NULL;
    }
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        pl_token *w = &t->tokens[i];
        w->coarse = holds & PL_HAS_COARSE_TAGS ? w->coarse : NULL;
        w->deps = holds & PL_HAS_MORE_HEADS ? w->deps : NULL;
        w->misc = holds & PL_HAS_MISC ? w->misc : NULL;
        w->end = holds & PL_HAS_PLACES ? w->end : 0;
        w->head = holds & PL_HAS_DEPENDENCIES ? w->head : PL_NONE;
        w->deprel = holds & PL_HAS_DEPENDENCIES ? w->deprel : NULL;
    }
    t->has_deps = t->has_deps && holds & PL_HAS_DEPENDENCIES;
    if (!(holds & PL_HAS_SECONDARY_EDGES))
        t->edges = t->last_edge = NULL;
    if (!(holds & PL_HAS_COMMENTS))
        t->lines = t->last_line = NULL;
    t->id = holds & PL_HAS_IDS ? t->id : NULL;
    t->text = holds & PL_HAS_TEXT ? t->text : NULL;
    t->attrs = holds & PL_HAS_FIELDS ? t->attrs : NULL;
}

static inline outcome check_bank(pl_arena *m, const pl_format *f, const hostile_bank *b,
                                 pl_str *text)
{
    outcome o = {0};
    pl_error err = {0};
    pl_str again = {0};
    size_t n_changed[MAX_TREES], ignored[MAX_TREES];
    unsigned lost[MAX_TREES], unused[MAX_TREES];
    hostile_bank back = {0};
    pl_tree *more;
    if (!write_bank(b, f, NULL, text, n_changed, lost, &err)) {
        o.refused = true;
        return o;
    }
    pl_reader *r = pl_reader_new(pl_in_memory("t", text->at, text->n), f, NULL, &err);
    int got = r != NULL ? 1 : -1;
    while (got > 0 && back.n < b->n)
        if ((got = pl_reader_next(r, m, &back.at[back.n], &err)) > 0)
            back.n++;
    if (got < 0 || back.n < b->n)
        o.wrong = pl_arena_printf(m, "cannot be read: %s",
                                  got < 0 ? err.text : "too few sentences");
    else if (pl_reader_next(r, m, &more, &err) != 0)
        o.wrong = "more sentences than were written";
    for (size_t i = 0; i < b->n && o.wrong == NULL; i++) {
        if (lost[i] & ~(pl_tree_has(b->at[i]) | PL_HAS_HEADER))
            o.wrong = "something was reported as left out that the tree does not have";
        o.changed = o.changed || n_changed[i] > 0 || lost[i] != 0;
        if (o.wrong == NULL)
            o.wrong = compare(m, f, b->at[i], back.at[i], lost[i], n_changed[i]);
    }
    if (o.wrong == NULL &&
        (!write_bank(&back, f, &r->preamble, &again, ignored, unused, &err) ||
         again.n != text->n || memcmp(again.at, text->at, text->n) != 0))
        o.wrong =
            pl_arena_printf(m, "written twice, it is different (%s): %s", err.text,
                            first_difference(m, pl_str_text(text), pl_str_text(&again)));
    pl_reader_close(r);
    pl_str_release(&again);
    return o;
}

#endif
