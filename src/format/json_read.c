/* Reading json; json.c shows what it looks like.
 *
 * What can be computed is not needed: "blocks", and either "parent" or "children". Where both
 * are there, they must say the same. Numbers of nodes need not be in order, but each is that of
 * one node; those of tokens are their places. Members of other names are refused, so that nothing is
 * lost because of a slip. */
#include "format/json.h"

#include "base/platform.h"
#include "format/lines.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* The members of each kind of object. */
static const char *const sentence_keys[] = {"id",         "text", "fields", "tokens",
                                            "nodes",      "root", "edges",  "comments",
                                            "confidence", "score", NULL};
static const char *const token_keys[] = {
    "id",    "word",   "tag",    "coarse",     "function",        "lemma",
    "morph", "parent", "fields", "head",       "relation",        "deps",
    "misc",  "begin",  "end",    "confidence", "head_confidence", "score", NULL};
static const char *const node_keys[] = {
    "id",      "label",      "function",        "lemma",  "morph",
    "parent",  "fields",     "children",        "blocks", "head",
    "virtual", "confidence", "head_confidence", "score", NULL};
static const char *const edge_keys[] = {"child", "parent", "label", NULL};

enum { MOST_NODES = 10 * PL_MAX_TOKENS };

/* A sentence while it is read. */
typedef struct reading {
    pl_json_reader *state;
    pl_arena *m;
    const json_t *tokens, *nodes;
    uint32_t n_tokens, n_nodes;
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
static int check_object(const json_t *object, place p, const char *const *keys,
                        pl_error *err)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return pl_fail(err, PL_BAD_INPUT, "%s %lld is no object", p.what, p.number);
    json_object_foreach((json_t *)object, key, value)
    {
        if (!pl_among(key, keys))
            return wrong(p, key, "known", err);
    }
    return 0;
}

static const json_t *get(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_null(value) ? NULL : value;
}

/* A text in *to: it stays as it was if there is none. */
static int get_text(const reading *r, const json_t *object, place p, const char *key,
                    const char **to, pl_error *err)
{
    const json_t *value = get(object, key);
    if (value != NULL && !json_is_string(value))
        return wrong(p, key, "a text", err);
    if (value != NULL)
        *to = pl_arena_strdup(r->m, json_string_value(value));
    return 0;
}

/* A list; NULL if there is none. */
static int get_list(const json_t *object, place p, const char *key, const json_t **list,
                    pl_error *err)
{
    *list = get(object, key);
    return *list == NULL || json_is_array(*list) ? 0 : wrong(p, key, "a list", err);
}

/* The part that a number means: a token, or a node by its id; PL_NONE if it means none. */
static uint32_t part_of(const reading *r, const json_t *number)
{
    char text[24];
    json_int_t n = json_integer_value(number);
    if (!json_is_integer(number) || n < 0)
        return PL_NONE;
    if (n < r->n_tokens)
        return (uint32_t)n;
    snprintf(text, sizeof text, "%lld", (long long)n);
    uint32_t i = pl_intern_find(&r->state->ids, text);
    return i != PL_NONE ? r->n_tokens + i : PL_NONE;
}

/* The part that a member means; PL_NONE if there is no such member. */
static int get_part(const reading *r, const json_t *object, place p, const char *key,
                    uint32_t *part, pl_error *err)
{
    const json_t *value = get(object, key);
    *part = value != NULL ? part_of(r, value) : PL_NONE;
    return value == NULL || *part != PL_NONE
               ? 0
               : wrong(p, key, "the number of a token or node", err);
}

static int get_offset(const json_t *object, place p, const char *key, size_t *to,
                      pl_error *err)
{
    const json_t *value = get(object, key);
    if (value != NULL && (!json_is_integer(value) || json_integer_value(value) < 0))
        return wrong(p, key, "a number of bytes", err);
    *to = (size_t)json_integer_value(value);
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

/* Members that are fields: those of "fields", and numbers. */
static int get_fields(const reading *r, const json_t *object, place p, pl_attr **list,
                      pl_error *err)
{
    const json_t *fields = get(object, "fields");
    const char *key;
    json_t *value;
    if (fields != NULL && !json_is_object(fields))
        return wrong(p, "fields", "an object", err);
    json_object_foreach((json_t *)fields, key, value)
    {
        if (!json_is_string(value) || is_number_field(key, json_string_value(value)))
            return wrong(p, key, "a text that is a field", err);
        list = pl_attr_add(r->m, list, pl_arena_strdup(r->m, key),
                           pl_arena_strdup(r->m, json_string_value(value)));
    }
    for (size_t i = 0; i < PL_N_JSON_NUMBERS; i++) {
        const json_t *number = get(object, pl_json_numbers[i].key);
        if (number != NULL && !json_is_number(number))
            return wrong(p, pl_json_numbers[i].key, "a number", err);
        if (number != NULL)
            list = pl_attr_add(r->m, list, pl_json_numbers[i].field,
                               pl_arena_printf(r->m, "%.10g", json_number_value(number)));
    }
    return 0;
}

/* -- the shape ---------------------------------------------------------------------- */

/* Numbers the nodes: each id is known and used once. */
static int take_ids(reading *r, pl_error *err)
{
    char text[24];
    pl_intern_clear(&r->state->ids);
    for (uint32_t i = 0; i < r->n_nodes; i++) {
        const json_t *node = json_array_get(r->nodes, i), *id = get(node, "id");
        if (check_object(node, (place){"node", i}, node_keys, err) < 0)
            return -1;
        if (!json_is_integer(id) || json_integer_value(id) < r->n_tokens)
            return pl_fail(
                err, PL_BAD_INPUT,
                "the id of a node is not a number from %u on: tokens have those before",
                r->n_tokens);
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(id));
        if (pl_intern_add(&r->state->ids, text) != i)
            return pl_fail(err, PL_BAD_INPUT, "two nodes have the id %s", text);
    }
    return 0;
}

static place place_of(const reading *r, uint32_t part)
{
    if (part < r->n_tokens)
        return (place){"token", part};
    return (place){"node", json_integer_value(
                               get(json_array_get(r->nodes, part - r->n_tokens), "id"))};
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

static int link_children(reading *r, uint32_t part, const json_t *object, pl_error *err)
{
    const json_t *children;
    if (get_list(object, place_of(r, part), "children", &children, err) < 0)
        return -1;
    for (size_t i = 0; i < json_array_size(children); i++) {
        uint32_t child = part_of(r, json_array_get(children, i));
        if (child == PL_NONE)
            return wrong(place_of(r, part), "children",
                         "a list of numbers of tokens and nodes", err);
        if (link_parts(r, child, part, err) < 0)
            return -1;
    }
    return 0;
}

static const json_t *object_of(const reading *r, uint32_t part)
{
    return part < r->n_tokens ? json_array_get(r->tokens, part)
                              : json_array_get(r->nodes, part - r->n_tokens);
}

/* Links all parts, from above and from below. */
static int link_all(reading *r, pl_error *err)
{
    for (uint32_t i = 0; i < r->n_tokens + r->n_nodes; i++) {
        const json_t *object = object_of(r, i);
        uint32_t parent;
        if ((i >= r->n_tokens && link_children(r, i, object, err) < 0) ||
            get_part(r, object, place_of(r, i), "parent", &parent, err) < 0 ||
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
        const json_t *object = object_of(r, i);
        const char *word = NULL, *label = NULL;
        place p = place_of(r, i);
        if (get_text(r, object, p, "word", &word, err) < 0 ||
            get_text(r, object, p, token ? "tag" : "label", &label, err) < 0)
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
        const json_t *token = json_array_get(r->tokens, i), *id = get(token, "id");
        if (check_object(token, (place){"token", i}, token_keys, err) < 0)
            return -1;
        if (id != NULL && (!json_is_integer(id) || json_integer_value(id) != i))
            return pl_fail(err, PL_BAD_INPUT, "the id of token %u is not its place, %u",
                           i, i);
    }
    return 0;
}

/* A sentence without nodes has no constituents. */
static int make_tree(reading *r, pl_error *err)
{
    pl_build *b = &r->state->build;
    if (pl_check_n_words(r->n_tokens, err) < 0 || check_tokens(r, err) < 0 ||
        take_ids(r, err) < 0)
        return -1;
    pl_build_start(b, r->m);
    if (add_parts(r, err) < 0 || link_all(r, err) < 0)
        return -1;
    if (r->n_nodes > 0)
        r->tree = pl_build_finish(b, NULL, err);
    else {
        r->tree = pl_tree_new(r->m, r->n_tokens);
        for (uint32_t i = 0; i < r->n_tokens; i++) {
            r->tree->tokens[i].word = b->parts.at[i].word;
            r->tree->nodes[i].label = b->parts.at[i].label;
        }
    }
    return r->tree != NULL ? 0 : -1;
}

/* -- the rest ------------------------------------------------------------------------ */

/* The number in the tree of the part that a member means. */
static int get_node(const reading *r, const json_t *object, place p, const char *key,
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
static int fill_node(reading *r, const json_t *object, place p, pl_node *node,
                     pl_error *err)
{
    return get_text(r, object, p, "function", &node->func, err) < 0 ||
                   get_text(r, object, p, "lemma", &node->lemma, err) < 0 ||
                   get_text(r, object, p, "morph", &node->morph, err) < 0
               ? -1
               : get_fields(r, object, p, &node->attrs, err);
}

static int fill_inner(reading *r, uint32_t i, pl_error *err)
{
    const json_t *object = json_array_get(r->nodes, i),
                 *virtual_root = get(object, "virtual");
    place p = place_of(r, r->n_tokens + i);
    uint32_t v = pl_build_id(&r->state->build, r->n_tokens + i);
    pl_node *node = &r->tree->nodes[v];
    if (fill_node(r, object, p, node, err) < 0 ||
        get_node(r, object, p, "head", &node->head, err) < 0)
        return -1;
    if (node->head != PL_NONE && r->tree->nodes[node->head].parent != v)
        return wrong(p, "head", "one of its children", err);
    if (virtual_root != NULL && !json_is_boolean(virtual_root))
        return wrong(p, "virtual", "true or false", err);
    node->flags |= json_is_true(virtual_root) ? PL_NODE_VIRTUAL : 0;
    return 0;
}

/* The head of a token: the number of another, -1 for the root. */
static int get_head(const reading *r, const json_t *object, place p, uint32_t *head,
                    pl_error *err)
{
    const json_t *value = get(object, "head");
    json_int_t n = json_integer_value(value);
    if (value != NULL && (!json_is_integer(value) || n < -1 || n >= r->n_tokens))
        return wrong(p, "head", "the number of a token, or -1", err);
    *head = value == NULL ? PL_NONE : n < 0 ? PL_ROOT_HEAD : (uint32_t)n;
    return 0;
}

static int fill_token(reading *r, uint32_t i, pl_error *err)
{
    const json_t *object = json_array_get(r->tokens, i);
    place p = {"token", i};
    pl_token *token = &r->tree->tokens[i];
    if (fill_node(r, object, p, &r->tree->nodes[i], err) < 0 ||
        get_text(r, object, p, "coarse", &token->coarse, err) < 0 ||
        get_text(r, object, p, "relation", &token->deprel, err) < 0 ||
        get_text(r, object, p, "deps", &token->deps, err) < 0 ||
        get_text(r, object, p, "misc", &token->misc, err) < 0 ||
        get_head(r, object, p, &token->head, err) < 0 ||
        get_offset(object, p, "begin", &token->begin, err) < 0 ||
        get_offset(object, p, "end", &token->end, err) < 0)
        return -1;
    r->tree->has_deps |= token->head != PL_NONE || token->deprel != NULL;
    return 0;
}

static int fill_edges(reading *r, const json_t *sentence, pl_error *err)
{
    const json_t *edges;
    if (get_list(sentence, (place){"the sentence", -1}, "edges", &edges, err) < 0)
        return -1;
    for (size_t i = 0; i < json_array_size(edges); i++) {
        const json_t *edge = json_array_get(edges, i);
        const char *label = NULL;
        uint32_t child, parent;
        place p = {"edge", (long long)i};
        if (check_object(edge, p, edge_keys, err) < 0 ||
            get_node(r, edge, p, "child", &child, err) < 0 ||
            get_node(r, edge, p, "parent", &parent, err) < 0 ||
            get_text(r, edge, p, "label", &label, err) < 0)
            return -1;
        if (child == PL_NONE || parent == PL_NONE)
            return pl_fail(err, PL_BAD_INPUT, "edge %zu has no \"%s\"", i,
                           child == PL_NONE ? "child" : "parent");
        pl_tree_add_edge(r->tree, child, parent, label);
    }
    return 0;
}

/* Where a line of the source stands: that of a multiword token before its first word, that of an
 * empty node behind the word before it, others before the sentence. */
static uint32_t line_place(const reading *r, const char *text)
{
    uint32_t number;
    if (!pl_scan_number(&text, r->n_tokens, &number))
        return 0;
    return *text == '-' && number > 0 ? number - 1 : *text == '.' ? number : 0;
}

static int fill_lines(reading *r, const json_t *sentence, pl_error *err)
{
    const json_t *lines;
    place p = {"the sentence", -1};
    if (get_list(sentence, p, "comments", &lines, err) < 0)
        return -1;
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *text = json_string_value(json_array_get(lines, i));
        if (text == NULL)
            return wrong(p, "comments", "a list of texts", err);
        pl_tree_add_line(r->tree, line_place(r, text), pl_arena_strdup(r->m, text));
    }
    return 0;
}

static int check_root(const reading *r, const json_t *sentence, pl_error *err)
{
    uint32_t root;
    place p = {"the sentence", -1};
    if (get_node(r, sentence, p, "root", &root, err) < 0)
        return -1;
    return root == PL_NONE || root == r->tree->root
               ? 0
               : wrong(p, "root", "the node without a parent", err);
}

/* Fills the tree with all that is said of its parts. */
static int fill_tree(reading *r, const json_t *sentence, pl_error *err)
{
    place p = {"the sentence", -1};
    int status = 0;
    for (uint32_t i = 0; i < r->n_tokens && status == 0; i++)
        status = fill_token(r, i, err);
    for (uint32_t i = 0; i < r->n_nodes && status == 0; i++)
        status = fill_inner(r, i, err);
    if (status < 0 || get_text(r, sentence, p, "id", &r->tree->id, err) < 0 ||
        get_text(r, sentence, p, "text", &r->tree->text, err) < 0 ||
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

static int read_sentence(reading *r, const json_t *sentence, pl_error *err)
{
    place p = {"the sentence", -1};
    if (!json_is_object(sentence))
        return pl_fail(err, PL_BAD_INPUT, "the sentence is no object");
    if (check_object(sentence, p, sentence_keys, err) < 0 ||
        get_list(sentence, p, "tokens", &r->tokens, err) < 0 ||
        get_list(sentence, p, "nodes", &r->nodes, err) < 0)
        return -1;
    if (json_array_size(r->tokens) == 0)
        return pl_fail(err, PL_BAD_INPUT, "the sentence has no \"tokens\"");
    if (json_array_size(r->tokens) > PL_MAX_TOKENS ||
        json_array_size(r->nodes) > MOST_NODES)
        return pl_fail(err, PL_TOO_LARGE, "the sentence has too many tokens or nodes");
    r->n_tokens = (uint32_t)json_array_size(r->tokens);
    r->n_nodes = (uint32_t)json_array_size(r->nodes);
    return make_tree(r, err) < 0 ? -1 : fill_tree(r, sentence, err);
}

int pl_json_read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    json_error_t mistake;
    do
        got = pl_in_line(r->in, &line, &n, err);
    while (got > 0 && pl_is_blank_line(line));
    if (got <= 0)
        return got;
    json_t *sentence = json_loadb(line, n, JSON_REJECT_DUPLICATES, &mistake);
    reading one = {.state = r->state, .m = m};
    if (sentence == NULL)
        got = pl_fail(err, PL_BAD_INPUT, "no JSON at byte %d: %s", mistake.position,
                      mistake.text);
    else
        got = read_sentence(&one, sentence, err);
    json_decref(sentence);
    *tree = one.tree;
    return got < 0 ? pl_fail_in_sentence(r, 0, NULL, err) : 1;
}

void pl_json_read_end(pl_reader *r)
{
    pl_json_reader *s = r->state;
    pl_build_release(&s->build);
    pl_intern_release(&s->ids);
}

/* An object with tokens. */
int pl_json_sniff(const char *bytes, size_t n)
{
    static const char tokens[] = "\"tokens\"";
    size_t i = 0;
    while (i < n && strchr(" \t\r\n", bytes[i]) != NULL)
        i++;
    if (i == n || bytes[i] != '{')
        return 0;
    return pl_find_bytes(bytes + i, n - i, tokens, strlen(tokens)) != NULL ? 2 : 0;
}
