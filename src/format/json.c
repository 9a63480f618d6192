/* json: one object per line and sentence, for programs. Everything a tree has is
 * in it; what a sentence does not have is left out. json_read.c reads it.
 *
 *     {"id": "7", "text": "…",
 *      "tokens": [{"id": 0, "word": "Darüber", "tag": "PROAV", "parent": 7, …}, …],
 *      "nodes": [{"id": 5, "label": "ROOT", "children": [6, 4], "blocks": [[0, 5]]}, …],
 *      "root": 5, "edges": [{"child": 1, "parent": 6, "label": "SB"}], "comments": ["…"]}
 *
 * Tokens are numbered from 0 in their order, nodes after them with parents first. Blocks
 * are runs of tokens from … up to and without. "confidence" of a token (its tag), a node and
 * the whole is the probability that it is right, "head_confidence" that of the arc; "score" of the
 * whole is that among the n best. Of a token, "head" is the token it depends
 * on, -1 for the root of the sentence; of a node, its head child. */
#include "format/json.h"

#include "base/alloc.h"
#include "base/utf8.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* These add a value and own it then. jansson returns -1, also for a value that is NULL,
 * when memory runs out: a sentence must not lose a part that way. */
static void set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) < 0)
        pl_out_of_memory(0);
}

static void append(json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) < 0)
        pl_out_of_memory(0);
}

/* A label of a model that was not made by pleach may be no UTF-8, which jansson refuses:
 * what is wrong in it becomes U+FFFD. */
static json_t *string_of(const char *text)
{
    json_t *value = json_string(text);
    if (value == NULL) {
        pl_str repaired = {0};
        pl_utf8_repair(&repaired, text, strlen(text));
        value = json_string(pl_str_text(&repaired));
        pl_str_release(&repaired);
    }
    return value;
}

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text != NULL)
        set(object, key, string_of(text));
}

static void set_number(json_t *object, const char *key, uint32_t n)
{
    if (n != PL_NONE)
        set(object, key, json_integer(n));
}

const pl_json_number pl_json_numbers[PL_N_JSON_NUMBERS] = {
    {PL_CONFIDENCE, "confidence"}, {PL_HEAD_CONFIDENCE, "head_confidence"}, {PL_SCORE, "score"}};

/* Sets such a member; false if the field is none of them, or no number. */
static bool set_as_number(json_t *object, const pl_attr *a)
{
    double value = NAN;
    for (size_t i = 0; i < PL_N_JSON_NUMBERS && isnan(value); i++)
        if (strcmp(a->key, pl_json_numbers[i].field) == 0) {
            value = pl_attr_number(a, a->key);
            if (isfinite(value))
                set(object, pl_json_numbers[i].key, json_real(value));
        }
    return isfinite(value);
}

static void set_fields(json_t *object, const pl_attr *attrs)
{
    if (attrs == NULL)
        return;
    json_t *fields = json_object();
    for (; attrs != NULL; attrs = attrs->next)
        if (!set_as_number(object, attrs))
            set_text(fields, attrs->key, attrs->value != NULL ? attrs->value : "");
    if (json_object_size(fields) > 0)
        set(object, "fields", fields);
    else
        json_decref(fields);
}

/* New numbers of nodes: dead ones have none. */
static uint32_t *number_nodes(const pl_tree *t)
{
    uint32_t *number = pl_arena_alloc(t->arena, (t->n_nodes + 1) * sizeof *number);
    for (uint32_t i = 0; i < t->n_nodes; i++)
        number[i] = i < t->n_tokens ? i : PL_NONE;
    uint32_t n = t->n_tokens;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            number[v] = n++;
    return number;
}

static void set_node(json_t *object, const pl_node *node, const uint32_t *number)
{
    set_text(object, "function", node->func);
    set_text(object, "lemma", node->lemma);
    set_text(object, "morph", node->morph);
    if (node->parent != PL_NONE)
        set_number(object, "parent", number[node->parent]);
    set_fields(object, node->attrs);
}

static json_t *token_object(const pl_tree *t, uint32_t i, const uint32_t *number)
{
    const pl_token *token = &t->tokens[i];
    json_t *object = json_object();
    set_number(object, "id", i);
    set_text(object, "word", token->word);
    set_text(object, "tag", t->nodes[i].label);
    set_text(object, "coarse", token->coarse);
    set_node(object, &t->nodes[i], number);
    if (token->head == PL_ROOT_HEAD)
        set(object, "head", json_integer(-1));
    else
        set_number(object, "head", token->head);
    set_text(object, "relation", token->deprel);
    set_text(object, "deps", token->deps);
    set_text(object, "misc", token->misc);
    if (token->end > 0) {
        set(object, "begin", json_integer((json_int_t)token->begin));
        set(object, "end", json_integer((json_int_t)token->end));
    }
    return object;
}

/* Runs of the tokens below a node; continuous ones need no look at them. */
static json_t *blocks_of(const pl_tree *t, uint32_t v, uint32_t *yield)
{
    json_t *blocks = json_array();
    const pl_node *node = &t->nodes[v];
    if (node->blocks == 1) {
        append(blocks, json_pack("[ii]", (int)node->low, (int)node->high + 1));
        return blocks;
    }
    uint32_t n = pl_tree_yield(t, v, yield);
    for (uint32_t i = 0, from = 0; i < n; i++)
        if (i + 1 == n || yield[i + 1] != yield[i] + 1) {
            append(blocks, json_pack("[ii]", (int)yield[from], (int)yield[i] + 1));
            from = i + 1;
        }
    return blocks;
}

static json_t *node_object(const pl_tree *t, uint32_t v, const uint32_t *number,
                           uint32_t *yield)
{
    const pl_node *node = &t->nodes[v];
    json_t *object = json_object(), *children = json_array();
    set_number(object, "id", number[v]);
    set_text(object, "label", node->label);
    set_node(object, node, number);
    for (uint32_t c = node->first; c != PL_NONE; c = t->nodes[c].next)
        append(children, json_integer(number[c]));
    set(object, "children", children);
    set(object, "blocks", blocks_of(t, v, yield));
    if (node->head != PL_NONE)
        set_number(object, "head", number[node->head]);
    if (node->flags & PL_NODE_VIRTUAL)
        set(object, "virtual", json_true());
    return object;
}

static void set_nodes(json_t *sentence, const pl_tree *t, const uint32_t *number)
{
    if (t->root == PL_NONE)
        return;
    uint32_t *yield = pl_arena_alloc(t->arena, t->n_tokens * sizeof *yield);
    json_t *nodes = json_array();
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v))
            append(nodes, node_object(t, v, number, yield));
    set(sentence, "nodes", nodes);
    set_number(sentence, "root", number[t->root]);
}

/* A list that has something in it. */
static void set_list(json_t *object, const char *key, json_t *list)
{
    if (json_array_size(list) > 0)
        set(object, key, list);
    else
        json_decref(list);
}

static void set_lists(json_t *sentence, const pl_tree *t, const uint32_t *number)
{
    json_t *edges = json_array(), *comments = json_array();
    for (const pl_edge *e = t->edges; e != NULL; e = e->next) {
        json_t *edge = json_object();
        set_number(edge, "child", number[e->child]);
        set_number(edge, "parent", number[e->parent]);
        set_text(edge, "label", e->label);
        append(edges, edge);
    }
    for (const pl_line *line = t->lines; line != NULL; line = line->next)
        append(comments, string_of(line->text));
    set_list(sentence, "edges", edges);
    set_list(sentence, "comments", comments);
}

enum { DIGITS = JSON_REAL_PRECISION(6) }; /* of probabilities, which have four */

static int put_bytes(const char *bytes, size_t n, void *out)
{
    pl_out_put(out, bytes, n);
    return 0;
}

static int write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    const uint32_t *number = number_nodes(t);
    json_t *sentence = json_object(), *tokens = json_array();
    set_text(sentence, "id", t->id);
    set_text(sentence, "text", t->text);
    set_fields(sentence, t->attrs);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        append(tokens, token_object(t, i, number));
    set(sentence, "tokens", tokens);
    set_nodes(sentence, t, number);
    set_lists(sentence, t, number);
    if (json_dump_callback(sentence, put_bytes, w->out, JSON_COMPACT | DIGITS) < 0)
        pl_out_of_memory(0);
    pl_out_putc(w->out, '\n');
    json_decref(sentence);
    return 0;
}

const pl_format pl_format_json = {
    .name = "json",
    .end = PL_ENDS_LINE,
    .extensions = ".json .jsonl",
    .about = "one object per sentence and line, for programs",
    .holds = ~0u,
    .sniff = pl_json_sniff,
    .reader_size = sizeof(pl_json_reader),
    .read = pl_json_read,
    .read_end = pl_json_read_end,
    .write = write,
};
