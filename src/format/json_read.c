/* Reading json; json.c shows what it looks like.
 *
 * What can be computed is not needed: "blocks", and either "parent" or "children". Where both
 * are there, they must say the same. Numbers of nodes need not be in order, but each is that of
 * one node; those of tokens are their places. Members of other names are refused, so that nothing is
 * lost because of a slip. */
#include "format/json.h"

#include "base/platform.h"
#include "format/lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The members of each kind of object, as sets of keys. */
#define HAS(name) (1u << PL_JSON_##name)
enum {
    ANY_KEYS =
        HAS(ID) | HAS(FIELDS) | HAS(CONFIDENCE) | HAS(HEAD_CONFIDENCE) | HAS(SCORE),
    SENTENCE_KEYS = ANY_KEYS | HAS(TEXT) | HAS(TOKENS) | HAS(NODES) | HAS(ROOT) |
                    HAS(EDGES) | HAS(COMMENTS),
    PART_KEYS =
        ANY_KEYS | HAS(FUNCTION) | HAS(LEMMA) | HAS(MORPH) | HAS(PARENT) | HAS(HEAD),
    TOKEN_KEYS = PART_KEYS | HAS(WORD) | HAS(TAG) | HAS(COARSE) | HAS(RELATION) |
                 HAS(DEPS) | HAS(MISC) | HAS(BEGIN) | HAS(END),
    NODE_KEYS = PART_KEYS | HAS(LABEL) | HAS(CHILDREN) | HAS(BLOCKS) | HAS(VIRTUAL),
    LINE_KEYS = HAS(BEGIN) | HAS(TEXT),
    EDGE_KEYS = HAS(CHILD) | HAS(PARENT) | HAS(LABEL),
};

enum { MOST_NODES = 10 * PL_MAX_TOKENS };

/* A sentence while it is read. */
typedef struct reading {
    pl_json_reader *state;
    pl_arena *m;
    const pl_json *tokens, *nodes;
    uint32_t n_tokens, n_nodes;
    bool plain_ids; /* ids of nodes go on after those of tokens */
    pl_tree *tree;
} reading;

/* -- members ------------------------------------------------------------------------ */

/* What an object is called in messages: "token 3", "node 17", "the sentence". */
typedef struct place {
    const char *what;
    long long number;
} place;

static int wrong(place p, const char *key, const char *wanted, pl_error *err)
{
    if (p.number < 0)
        return pl_fail(err, PL_BAD_INPUT, "\"%s\" of %s is not %s", key, p.what, wanted);
    return pl_fail(err, PL_BAD_INPUT, "\"%s\" of %s %lld is not %s", key, p.what,
                   p.number, wanted);
}

/* Whether it is an object with no other members than these. */
static int check_object(const pl_json *object, place p, unsigned keys, pl_error *err)
{
    if (!pl_json_is(object, PL_JSON_OBJECT))
        return pl_fail(err, PL_BAD_INPUT, "%s %lld is no object", p.what, p.number);
    for (uint32_t i = 0; i < object->n; i++)
        if ((1u << object->items[i].key & keys) == 0)
            return wrong(p, object->items[i].name, "known", err);
    return 0;
}

static int wrong_member(place p, pl_json_key key, const char *wanted, pl_error *err)
{
    return wrong(p, pl_json_key_names[key], wanted, err);
}

/* A text in *to: it stays as it was if there is none. */
static int get_text(const pl_json *object, place p, pl_json_key key, const char **to,
                    pl_error *err)
{
    const pl_json *value = pl_json_get(object, key);
    if (value != NULL && value->kind != PL_JSON_STRING)
        return wrong_member(p, key, "a text", err);
    if (value != NULL)
        *to = value->text;
    return 0;
}

/* The number of a list's items, 0 if there is no list. */
static uint32_t size_of(const pl_json *list)
{
    return list != NULL ? list->n : 0;
}

/* A list; NULL if there is none. */
static int get_list(const pl_json *object, place p, pl_json_key key, const pl_json **list,
                    pl_error *err)
{
    *list = pl_json_get(object, key);
    return *list == NULL || (*list)->kind == PL_JSON_LIST
               ? 0
               : wrong_member(p, key, "a list", err);
}

/* The part that a number means: a token, or a node by its id; PL_NONE if it means none. */
static uint32_t part_of(const reading *r, const pl_json *number)
{
    char text[24];
    if (!pl_json_is(number, PL_JSON_INTEGER) || number->integer < 0)
        return PL_NONE;
    if (number->integer < r->n_tokens)
        return (uint32_t)number->integer;
    if (r->plain_ids)
        return number->integer < (long long)r->n_tokens + r->n_nodes
                   ? (uint32_t)number->integer
                   : PL_NONE;
    snprintf(text, sizeof text, "%lld", number->integer);
    uint32_t i = pl_intern_find(&r->state->ids, text);
    return i != PL_NONE ? r->n_tokens + i : PL_NONE;
}

/* The part that a member means; PL_NONE if there is no such member. */
static int get_part(const reading *r, const pl_json *object, place p, pl_json_key key,
                    uint32_t *part, pl_error *err)
{
    const pl_json *value = pl_json_get(object, key);
    *part = value != NULL ? part_of(r, value) : PL_NONE;
    return value == NULL || *part != PL_NONE
               ? 0
               : wrong_member(p, key, "the number of a token or node", err);
}

static int get_offset(const pl_json *object, place p, pl_json_key key, size_t *to,
                      pl_error *err)
{
    const pl_json *value = pl_json_get(object, key);
    if (value != NULL && (value->kind != PL_JSON_INTEGER || value->integer < 0))
        return wrong_member(p, key, "a number of bytes", err);
    *to = value != NULL ? (size_t)value->integer : 0;
    return 0;
}

/* Whether a field is one of those that are members of their own. */
static bool is_number_field(const char *key, const char *value)
{
    for (size_t i = 0; i < PL_N_JSON_NUMBERS; i++)
        if (strcmp(key, pl_json_numbers[i].field) == 0)
            return isfinite(pl_attr_number(&(pl_attr){key, value, NULL}, key));
    return false;
}

/* A number as the text of a field; NULL if it is none. */
static const char *number_text(const reading *r, const pl_json *value)
{
    if (value->kind != PL_JSON_INTEGER && value->kind != PL_JSON_REAL)
        return NULL;
    return pl_arena_printf(r->m, "%.10g",
                           value->kind == PL_JSON_REAL ? value->real
                                                       : (double)value->integer);
}

/* Members that are fields: those of "fields", and numbers. */
static int get_fields(const reading *r, const pl_json *object, place p, pl_attr **list,
                      pl_error *err)
{
    const pl_json *fields = pl_json_get(object, PL_JSON_FIELDS);
    if (fields != NULL && fields->kind != PL_JSON_OBJECT)
        return wrong(p, "fields", "an object", err);
    for (uint32_t i = 0; i < size_of(fields); i++) {
        const pl_json *field = &fields->items[i];
        if (field->kind != PL_JSON_STRING || is_number_field(field->name, field->text))
            return wrong(p, field->name, "a text that is a field", err);
        list = pl_attr_add(r->m, list, field->name, field->text);
    }
    for (size_t i = 0; i < PL_N_JSON_NUMBERS; i++) {
        const pl_json *number = pl_json_get(object, pl_json_numbers[i].key);
        const char *text = number != NULL ? number_text(r, number) : NULL;
        if (number != NULL && text == NULL)
            return wrong_member(p, pl_json_numbers[i].key, "a number", err);
        if (number != NULL)
            list = pl_attr_add(r->m, list, pl_json_numbers[i].field, text);
    }
    return 0;
}

/* -- the shape ---------------------------------------------------------------------- */

/* Gives an id that is not in the usual order, and those before it, to the table of ids. */
static int name_node(reading *r, uint32_t i, long long id, pl_error *err)
{
    char text[24];
    for (uint32_t k = 0; r->plain_ids && k < i; k++) {
        snprintf(text, sizeof text, "%u", r->n_tokens + k);
        pl_intern_add(&r->state->ids, text);
    }
    r->plain_ids = false;
    snprintf(text, sizeof text, "%lld", id);
    if (pl_intern_add(&r->state->ids, text) != i)
        return pl_fail(err, PL_BAD_INPUT, "two nodes have the id %s", text);
    return 0;
}

/* Numbers the nodes: each id is known and used once. Mostly they follow those of the
 * tokens without a gap. */
static int take_ids(reading *r, pl_error *err)
{
    pl_intern_clear(&r->state->ids);
    r->plain_ids = true;
    for (uint32_t i = 0; i < r->n_nodes; i++) {
        const pl_json *node = &r->nodes->items[i];
        if (check_object(node, (place){"node", i}, NODE_KEYS, err) < 0)
            return -1;
        const pl_json *id = pl_json_get(node, PL_JSON_ID);
        if (!pl_json_is(id, PL_JSON_INTEGER) || id->integer < r->n_tokens)
            return pl_fail(
                err, PL_BAD_INPUT,
                "the id of a node is not a number from %u on: tokens have those before",
                r->n_tokens);
        bool plain = r->plain_ids && id->integer == (long long)r->n_tokens + i;
        if (!plain && name_node(r, i, id->integer, err) < 0)
            return -1;
    }
    return 0;
}

static const pl_json *object_of(const reading *r, uint32_t part)
{
    return part < r->n_tokens ? &r->tokens->items[part]
                              : &r->nodes->items[part - r->n_tokens];
}

static place place_of(const reading *r, uint32_t part)
{
    if (part < r->n_tokens)
        return (place){"token", part};
    return (place){"node", pl_json_get(object_of(r, part), PL_JSON_ID)->integer};
}

/* Puts a part below another; it may be there already. */
static int link_parts(reading *r, uint32_t child, uint32_t parent, pl_error *err)
{
    uint32_t had = pl_build_at(&r->state->build, child)->parent;
    place p = place_of(r, child);
    if (had != PL_NONE && had != parent)
        return pl_fail(err, PL_BAD_INPUT, "%s %lld has two parents: %lld and %lld",
                       p.what, p.number, place_of(r, had).number,
                       place_of(r, parent).number);
    if (parent < r->n_tokens)
        return pl_fail(err, PL_BAD_INPUT, "the parent of %s %lld is a token", p.what,
                       p.number);
    pl_build_link(&r->state->build, child, parent);
    return 0;
}

static int link_children(reading *r, uint32_t part, const pl_json *object, pl_error *err)
{
    const pl_json *children;
    if (get_list(object, place_of(r, part), PL_JSON_CHILDREN, &children, err) < 0)
        return -1;
    for (uint32_t i = 0; i < size_of(children); i++) {
        uint32_t child = part_of(r, &children->items[i]);
        if (child == PL_NONE)
            return wrong(place_of(r, part), "children",
                         "a list of numbers of tokens and nodes", err);
        if (link_parts(r, child, part, err) < 0)
            return -1;
    }
    return 0;
}

/* Links all parts, from above and from below. */
static int link_all(reading *r, pl_error *err)
{
    for (uint32_t i = 0; i < r->n_tokens + r->n_nodes; i++) {
        const pl_json *object = object_of(r, i);
        uint32_t parent;
        if ((i >= r->n_tokens && link_children(r, i, object, err) < 0) ||
            get_part(r, object, place_of(r, i), PL_JSON_PARENT, &parent, err) < 0 ||
            (parent != PL_NONE && link_parts(r, i, parent, err) < 0))
            return -1;
    }
    return 0;
}

/* Tokens and nodes as parts of the same numbers, with their words and labels. */
static int add_parts(reading *r, pl_error *err)
{
    pl_build *b = &r->state->build;
    for (uint32_t i = 0; i < r->n_tokens + r->n_nodes; i++) {
        bool token = i < r->n_tokens;
        const pl_json *object = object_of(r, i);
        const char *word = NULL, *label = NULL;
        place p = place_of(r, i);
        if (get_text(object, p, PL_JSON_WORD, &word, err) < 0 ||
            get_text(object, p, token ? PL_JSON_TAG : PL_JSON_LABEL, &label, err) < 0)
            return -1;
        if (token ? word == NULL : label == NULL)
            return pl_fail(err, PL_BAD_INPUT, "%s %lld has no %s", p.what, p.number,
                           token ? "\"word\"" : "\"label\"");
        if (token)
            pl_build_token(b, i, word, label);
        else
            pl_build_node(b, label);
    }
    return 0;
}

static int check_tokens(const reading *r, pl_error *err)
{
    for (uint32_t i = 0; i < r->n_tokens; i++) {
        const pl_json *token = &r->tokens->items[i];
        if (check_object(token, (place){"token", i}, TOKEN_KEYS, err) < 0)
            return -1;
        const pl_json *id = pl_json_get(token, PL_JSON_ID);
        if (id != NULL && (id->kind != PL_JSON_INTEGER || id->integer != i))
            return pl_fail(err, PL_BAD_INPUT, "the id of token %u is not its place, %u",
                           i, i);
    }
    return 0;
}

/* Builds the tree. A sentence without nodes has no constituents, unless its only word is the root. */
static int make_tree(reading *r, const pl_json *sentence, pl_error *err)
{
    pl_build *b = &r->state->build;
    if (pl_check_n_words(r->n_tokens, err) < 0 || check_tokens(r, err) < 0 ||
        take_ids(r, err) < 0)
        return -1;
    pl_build_start(b, r->m);
    if (add_parts(r, err) < 0 || link_all(r, err) < 0)
        return -1;
    bool words = r->n_nodes == 0 && pl_json_get(sentence, PL_JSON_ROOT) == NULL;
    r->tree = words ? pl_build_words(b, err) : pl_build_finish(b, NULL, err);
    return r->tree != NULL ? 0 : -1;
}

/* -- the rest ------------------------------------------------------------------------ */

/* The number in the tree of the part that a member means. */
static int get_node(const reading *r, const pl_json *object, place p, pl_json_key key,
                    uint32_t *node, pl_error *err)
{
    uint32_t part;
    if (get_part(r, object, p, key, &part, err) < 0)
        return -1;
    *node = part == PL_NONE || part < r->n_tokens ? part
                                                  : pl_build_id(&r->state->build, part);
    return 0;
}

/* What tokens and nodes have in common. */
static int fill_node(reading *r, const pl_json *object, place p, pl_node *node,
                     pl_error *err)
{
    return get_text(object, p, PL_JSON_FUNCTION, &node->func, err) < 0 ||
                   get_text(object, p, PL_JSON_LEMMA, &node->lemma, err) < 0 ||
                   get_text(object, p, PL_JSON_MORPH, &node->morph, err) < 0
               ? -1
               : get_fields(r, object, p, &node->attrs, err);
}

static int fill_inner(reading *r, uint32_t i, pl_error *err)
{
    const pl_json *object = &r->nodes->items[i];
    const pl_json *virtual_root = pl_json_get(object, PL_JSON_VIRTUAL);
    place p = place_of(r, r->n_tokens + i);
    uint32_t v = pl_build_id(&r->state->build, r->n_tokens + i);
    pl_node *node = &r->tree->nodes[v];
    if (fill_node(r, object, p, node, err) < 0 ||
        get_node(r, object, p, PL_JSON_HEAD, &node->head, err) < 0)
        return -1;
    if (node->head != PL_NONE && r->tree->nodes[node->head].parent != v)
        return wrong(p, "head", "one of its children", err);
    bool yes = pl_json_is(virtual_root, PL_JSON_TRUE);
    if (virtual_root != NULL && !yes && virtual_root->kind != PL_JSON_FALSE)
        return wrong(p, "virtual", "true or false", err);
    node->flags |= yes ? PL_NODE_VIRTUAL : 0;
    return 0;
}

/* The head of a token: the number of another, -1 for the root. */
static int get_head(const reading *r, const pl_json *object, place p, uint32_t *head,
                    pl_error *err)
{
    const pl_json *value = pl_json_get(object, PL_JSON_HEAD);
    long long n = pl_json_is(value, PL_JSON_INTEGER) ? value->integer : -2;
    if (value != NULL && (n < -1 || n >= r->n_tokens))
        return wrong(p, "head", "the number of a token, or -1", err);
    *head = value == NULL ? PL_NONE : n < 0 ? PL_ROOT_HEAD : (uint32_t)n;
    return 0;
}

static int fill_token(reading *r, uint32_t i, pl_error *err)
{
    const pl_json *object = &r->tokens->items[i];
    place p = {"token", i};
    pl_token *token = &r->tree->tokens[i];
    if (fill_node(r, object, p, &r->tree->nodes[i], err) < 0 ||
        get_text(object, p, PL_JSON_COARSE, &token->coarse, err) < 0 ||
        get_text(object, p, PL_JSON_RELATION, &token->deprel, err) < 0 ||
        get_text(object, p, PL_JSON_DEPS, &token->deps, err) < 0 ||
        get_text(object, p, PL_JSON_MISC, &token->misc, err) < 0 ||
        get_head(r, object, p, &token->head, err) < 0 ||
        get_offset(object, p, PL_JSON_BEGIN, &token->begin, err) < 0 ||
        get_offset(object, p, PL_JSON_END, &token->end, err) < 0)
        return -1;
    r->tree->has_deps |= token->head != PL_NONE || token->deprel != NULL;
    return 0;
}

static int fill_edges(reading *r, const pl_json *sentence, pl_error *err)
{
    const pl_json *edges;
    if (get_list(sentence, (place){"the sentence", -1}, PL_JSON_EDGES, &edges, err) < 0)
        return -1;
    for (uint32_t i = 0; i < size_of(edges); i++) {
        const pl_json *edge = &edges->items[i];
        const char *label = NULL;
        uint32_t child, parent;
        place p = {"edge", i};
        if (check_object(edge, p, EDGE_KEYS, err) < 0 ||
            get_node(r, edge, p, PL_JSON_CHILD, &child, err) < 0 ||
            get_node(r, edge, p, PL_JSON_PARENT, &parent, err) < 0 ||
            get_text(edge, p, PL_JSON_LABEL, &label, err) < 0)
            return -1;
        if (child == PL_NONE || parent == PL_NONE)
            return pl_fail(err, PL_BAD_INPUT, "edge %u has no \"%s\"", i,
                           child == PL_NONE ? "child" : "parent");
        if (pl_is_terminal(r->tree, parent))
            return pl_fail(err, PL_BAD_INPUT, "the parent of edge %u is a token", i);
        pl_tree_add_edge(r->tree, child, parent, label);
    }
    return 0;
}

uint32_t pl_json_line_place(const char *text, uint32_t n_tokens)
{
    uint32_t number;
    if (!pl_scan_number(&text, n_tokens, &number))
        return 0;
    return *text == '-' && number > 0 ? number - 1 : *text == '.' ? number : 0;
}

/* Reads a comment line: a string, or an object if the place does not follow from the text. */
static int fill_line(const reading *r, const pl_json *line, uint32_t i, pl_error *err)
{
    place p = {"comment", i};
    const char *text = line->kind == PL_JSON_STRING ? line->text : NULL;
    size_t before = text != NULL ? pl_json_line_place(text, r->n_tokens) : 0;
    if (line->kind == PL_JSON_OBJECT &&
        (check_object(line, p, LINE_KEYS, err) < 0 ||
         get_text(line, p, PL_JSON_TEXT, &text, err) < 0 ||
         get_offset(line, p, PL_JSON_BEGIN, &before, err) < 0))
        return -1;
    if (text == NULL || before > r->n_tokens)
        return pl_fail(
            err, PL_BAD_INPUT,
            "comment %u is neither a string nor an object with \"text\" and \"begin\", "
            "the number of a token",
            i);
    pl_tree_add_line(r->tree, (uint32_t)before, text);
    return 0;
}

static int fill_lines(reading *r, const pl_json *sentence, pl_error *err)
{
    const pl_json *lines;
    place p = {"the sentence", -1};
    if (get_list(sentence, p, PL_JSON_COMMENTS, &lines, err) < 0)
        return -1;
    for (uint32_t i = 0; i < size_of(lines); i++) {
        const pl_json *line = &lines->items[i];
        if (fill_line(r, line, i, err) < 0)
            return -1;
    }
    return 0;
}

static int check_root(const reading *r, const pl_json *sentence, pl_error *err)
{
    uint32_t root;
    place p = {"the sentence", -1};
    if (get_node(r, sentence, p, PL_JSON_ROOT, &root, err) < 0)
        return -1;
    return root == PL_NONE || root == r->tree->root
               ? 0
               : wrong(p, "root", "the node without a parent", err);
}

/* Fills the tree with all that is said of its parts. */
static int fill_tree(reading *r, const pl_json *sentence, pl_error *err)
{
    place p = {"the sentence", -1};
    int status = 0;
    for (uint32_t i = 0; i < r->n_tokens && status == 0; i++)
        status = fill_token(r, i, err);
    for (uint32_t i = 0; i < r->n_nodes && status == 0; i++)
        status = fill_inner(r, i, err);
    if (status < 0 || get_text(sentence, p, PL_JSON_ID, &r->tree->id, err) < 0 ||
        get_text(sentence, p, PL_JSON_TEXT, &r->tree->text, err) < 0 ||
        get_fields(r, sentence, p, &r->tree->attrs, err) < 0 ||
        check_root(r, sentence, err) < 0 || fill_edges(r, sentence, err) < 0 ||
        fill_lines(r, sentence, err) < 0)
        return -1;
    uint32_t circle = pl_tree_head_circle(r->tree);
    if (circle != PL_NONE)
        return pl_fail(err, PL_BAD_INPUT,
                       "the heads run in a circle: token %u (%.60s) depends on itself",
                       circle, r->tree->tokens[circle].word);
    return 0;
}

/* -- reading ------------------------------------------------------------------------- */

static int read_sentence(reading *r, const pl_json *sentence, pl_error *err)
{
    place p = {"the sentence", -1};
    if (sentence->kind != PL_JSON_OBJECT)
        return pl_fail(err, PL_BAD_INPUT, "the sentence is no object");
    if (check_object(sentence, p, SENTENCE_KEYS, err) < 0 ||
        get_list(sentence, p, PL_JSON_TOKENS, &r->tokens, err) < 0 ||
        get_list(sentence, p, PL_JSON_NODES, &r->nodes, err) < 0)
        return -1;
    if (r->tokens == NULL)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no \"tokens\"");
    if (size_of(r->tokens) > PL_MAX_TOKENS || size_of(r->nodes) > MOST_NODES)
        return pl_fail(err, PL_TOO_LARGE, "the sentence has too many tokens or nodes");
    r->n_tokens = size_of(r->tokens);
    r->n_nodes = size_of(r->nodes);
    return make_tree(r, sentence, err) < 0 ? -1 : fill_tree(r, sentence, err);
}

int pl_json_read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    reading one = {.state = r->state, .m = m};
    do
        got = pl_in_line(r->in, &line, &n, err);
    while (got > 0 && pl_is_blank_line(line));
    if (got <= 0)
        return got;
    const pl_json *sentence = pl_json_parse(&one.state->stack, m, line, n);
    if (sentence != NULL)
        got = read_sentence(&one, sentence, err);
    else
        got = pl_fail(err, PL_BAD_INPUT, "not JSON at byte %zu: %s",
                      one.state->stack.problem_at + 1, one.state->stack.problem);
    *tree = one.tree;
    return got < 0 ? pl_fail_in_sentence(r, 0, NULL, err) : 1;
}

void pl_json_read_end(pl_reader *r)
{
    pl_json_reader *s = r->state;
    pl_build_release(&s->build);
    pl_intern_release(&s->ids);
    pl_json_stack_release(&s->stack);
}

/* An object with tokens. */
pl_sniffed pl_json_sniff(const char *bytes, size_t n)
{
    static const char tokens[] = "\"tokens\"";
    size_t i = 0;
    while (i < n && strchr(" \t\r\n", bytes[i]) != NULL)
        i++;
    if (i == n || bytes[i] != '{')
        return i == n ? PL_SNIFF_OPEN : PL_SNIFF_NO;
    bool found = pl_find_bytes(bytes + i, n - i, tokens, strlen(tokens)) != NULL;
    return found ? PL_SNIFF_SURE : PL_SNIFF_OPEN;
}
