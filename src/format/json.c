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
#include "format/cut.h"
#include "format/json.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "base/until.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The writer's state. */
typedef struct json_writer {
    pl_intern keys;              /* of fields */
    PL_VEC(const char *) values; /* the same numbers */
} json_writer;

const pl_json_number pl_json_numbers[PL_N_JSON_NUMBERS] = {
    {PL_CONFIDENCE, PL_JSON_CONFIDENCE},
    {PL_HEAD_CONFIDENCE, PL_JSON_HEAD_CONFIDENCE},
    {PL_SCORE, PL_JSON_SCORE}};

/* -- values -------------------------------------------------------------------------- */

static void put_valid(pl_out *out, const char *text)
{
    char escape[PL_JSON_ESCAPE];
    pl_out_putc(out, '"');
    for (;; text++) {
        size_t n = pl_until(text, PL_AT_JSON);
        pl_out_put(out, text, n);
        text += n;
        if (*text == '\0')
            break;
        pl_out_put(out, escape, pl_json_escape(escape, (unsigned char)*text));
    }
    pl_out_putc(out, '"');
}

/* A label of a model that was not made by pleach may be no UTF-8: what is wrong in it
 * becomes U+FFFD. */
static void put_text(pl_out *out, const char *text)
{
    size_t n = strlen(text);
    if (pl_utf8_good(text, n) == n) {
        put_valid(out, text);
        return;
    }
    pl_str repaired = {0};
    pl_utf8_repair(&repaired, text, n);
    put_valid(out, repaired.at);
    pl_str_release(&repaired);
}

/* Writes a number with ten digits. Notes if that changes it. */
static void put_real(pl_writer *w, double value)
{
    enum { DIGITS = 10 };
    pl_str text = {0};
    pl_json_put_real(&text, value, DIGITS);
    pl_writer_note(w, strtod(text.at, NULL) != value);
    pl_out_puts(w->out, text.at);
    pl_str_release(&text);
}

/* -- members: *before is the byte that goes before one, a bracket or then a comma ------- */

static inline void put_before(pl_out *out, char *before)
{
    pl_out_putc(out, *before);
    *before = ',';
}

static inline void put_key(pl_out *out, char *before, const char *key)
{
    put_before(out, before);
    pl_out_putc(out, '"');
    pl_out_puts(out, key);
    pl_out_put(out, "\":", 2);
}

static inline void member_text(pl_out *out, char *before, const char *key,
                               const char *text)
{
    if (text != NULL) {
        put_key(out, before, key);
        put_text(out, text);
    }
}

static inline void member_number(pl_out *out, char *before, const char *key, uint32_t n)
{
    if (n != PL_NONE) {
        put_key(out, before, key);
        pl_out_number(out, n);
    }
}

/* Ends a list, which may have nothing in it. */
static void end_list(pl_out *out, char before)
{
    if (before == '[')
        pl_out_putc(out, '[');
    pl_out_putc(out, ']');
}

/* -- fields ---------------------------------------------------------------------------- */

/* Which of the numbers a field is; PL_N_JSON_NUMBERS if it is none of them, or no number. */
static size_t number_of(const pl_attr *a, double *value)
{
    for (size_t i = 0; i < PL_N_JSON_NUMBERS; i++)
        if (strcmp(a->key, pl_json_numbers[i].field) == 0) {
            *value = pl_attr_number(a, a->key);
            return isfinite(*value) ? i : PL_N_JSON_NUMBERS;
        }
    return PL_N_JSON_NUMBERS;
}

/* Writes the numbers among the fields, in the order of the table. The last value of a field counts. */
static void put_numbers(pl_writer *w, char *before, const pl_attr *attrs)
{
    double last[PL_N_JSON_NUMBERS], value;
    bool there[PL_N_JSON_NUMBERS] = {false};
    for (; attrs != NULL; attrs = attrs->next) {
        size_t i = number_of(attrs, &value);
        if (i == PL_N_JSON_NUMBERS)
            continue;
        there[i] = true;
        last[i] = value;
    }
    for (size_t i = 0; i < PL_N_JSON_NUMBERS; i++)
        if (there[i]) {
            put_key(w->out, before, pl_json_key_names[pl_json_numbers[i].key]);
            put_real(w, last[i]);
        }
}

/* Writes the other fields, in the order in which they first occur. The last value of a field counts. */
static void put_others(json_writer *s, pl_out *out, char *before, const pl_attr *attrs)
{
    double value;
    char next = '{';
    pl_intern_clear(&s->keys);
    for (; attrs != NULL; attrs = attrs->next)
        if (number_of(attrs, &value) == PL_N_JSON_NUMBERS) {
            uint32_t i = pl_intern_add(&s->keys, attrs->key);
            PL_RESERVE(&s->values, (size_t)i + 1);
            s->values.at[i] = attrs->value != NULL ? attrs->value : "";
        }
    for (uint32_t i = 0; i < s->keys.n; i++) {
        if (i == 0)
            put_key(out, before, "fields");
        put_before(out, &next);
        put_text(out, s->keys.at[i]);
        pl_out_putc(out, ':');
        put_text(out, s->values.at[i]);
    }
    if (s->keys.n > 0)
        pl_out_putc(out, '}');
}

static void member_fields(pl_writer *w, char *before, const pl_attr *attrs)
{
    if (attrs == NULL)
        return;
    put_numbers(w, before, attrs);
    put_others(w->state, w->out, before, attrs);
}

/* -- tokens and nodes ------------------------------------------------------------------ */

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

static void put_part(pl_writer *w, char *before, const pl_node *node,
                     const uint32_t *number)
{
    member_text(w->out, before, "function", node->func);
    member_text(w->out, before, "lemma", node->lemma);
    member_text(w->out, before, "morph", node->morph);
    if (node->parent != PL_NONE)
        member_number(w->out, before, "parent", number[node->parent]);
    member_fields(w, before, node->attrs);
}

static void put_token(pl_writer *w, const pl_tree *t, uint32_t i, const uint32_t *number)
{
    const pl_token *token = &t->tokens[i];
    pl_out *out = w->out;
    char before = '{';
    member_number(out, &before, "id", i);
    member_text(out, &before, "word", token->word);
    member_text(out, &before, "tag", t->nodes[i].label);
    member_text(out, &before, "coarse", token->coarse);
    put_part(w, &before, &t->nodes[i], number);
    if (token->head == PL_ROOT_HEAD)
        pl_out_puts(out, ",\"head\":-1");
    else
        member_number(out, &before, "head", token->head);
    member_text(out, &before, "relation", token->deprel);
    member_text(out, &before, "deps", token->deps);
    member_text(out, &before, "misc", token->misc);
    if (token->end > 0) {
        put_key(out, &before, "begin");
        pl_out_number(out, token->begin);
        put_key(out, &before, "end");
        pl_out_number(out, token->end);
    }
    pl_out_putc(out, '}');
}

static void put_block(pl_out *out, char *before, uint32_t from, uint32_t to)
{
    put_before(out, before);
    pl_out_putc(out, '[');
    pl_out_number(out, from);
    pl_out_putc(out, ',');
    pl_out_number(out, to);
    pl_out_putc(out, ']');
}

/* Runs of the tokens below a node; continuous ones need no look at them. */
static void put_blocks(pl_out *out, const pl_tree *t, uint32_t v, uint32_t *yield)
{
    const pl_node *node = &t->nodes[v];
    char before = '[';
    uint32_t n = node->blocks == 1 ? 0 : pl_tree_yield(t, v, yield);
    if (node->blocks == 1)
        put_block(out, &before, node->low, node->high + 1);
    for (uint32_t i = 0, from = 0; i < n; i++)
        if (i + 1 == n || yield[i + 1] != yield[i] + 1) {
            put_block(out, &before, yield[from], yield[i] + 1);
            from = i + 1;
        }
    end_list(out, before);
}

static void put_node(pl_writer *w, const pl_tree *t, uint32_t v, const uint32_t *number,
                     uint32_t *yield)
{
    const pl_node *node = &t->nodes[v];
    pl_out *out = w->out;
    char before = '{', next = '[';
    member_number(out, &before, "id", number[v]);
    member_text(out, &before, "label", node->label);
    put_part(w, &before, node, number);
    put_key(out, &before, "children");
    for (uint32_t c = node->first; c != PL_NONE; c = t->nodes[c].next) {
        put_before(out, &next);
        pl_out_number(out, number[c]);
    }
    end_list(out, next);
    put_key(out, &before, "blocks");
    put_blocks(out, t, v, yield);
    if (node->head != PL_NONE)
        member_number(out, &before, "head", number[node->head]);
    if (node->flags & PL_NODE_VIRTUAL)
        pl_out_puts(out, ",\"virtual\":true");
    pl_out_putc(out, '}');
}

/* -- the sentence ---------------------------------------------------------------------- */

static void put_nodes(pl_writer *w, char *before, const pl_tree *t,
                      const uint32_t *number)
{
    if (t->root == PL_NONE)
        return;
    uint32_t *yield = pl_arena_alloc(t->arena, t->n_tokens * sizeof *yield);
    char next = '[';
    put_key(w->out, before, "nodes");
    for (uint32_t v = t->root; v != PL_NONE && !pl_stopped();
         v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v)) {
            put_before(w->out, &next);
            put_node(w, t, v, number, yield);
        }
    end_list(w->out, next);
    member_number(w->out, before, "root", number[t->root]);
}

static void put_edges(pl_out *out, char *before, const pl_tree *t, const uint32_t *number)
{
    char next = '[';
    if (t->edges == NULL)
        return;
    put_key(out, before, "edges");
    for (const pl_edge *e = t->edges; e != NULL; e = e->next) {
        char inner = '{';
        put_before(out, &next);
        member_number(out, &inner, "child", number[e->child]);
        member_number(out, &inner, "parent", number[e->parent]);
        member_text(out, &inner, "label", e->label);
        pl_out_puts(out, inner == '{' ? "{}" : "}");
    }
    pl_out_putc(out, ']');
}

/* Writes a line of the source. Adds its place if pl_json_line_place cannot tell the place from the text. */
static void put_comment(pl_out *out, const pl_tree *t, const pl_line *line)
{
    char inner = '{';
    bool told = pl_json_line_place(line->text, t->n_tokens) == line->before;
    if (!told) {
        member_number(out, &inner, "begin", line->before);
        put_key(out, &inner, "text");
    }
    put_text(out, line->text);
    if (!told)
        pl_out_putc(out, '}');
}

static void put_comments(pl_out *out, char *before, const pl_tree *t)
{
    char next = '[';
    if (t->lines == NULL)
        return;
    put_key(out, before, "comments");
    for (const pl_line *line = t->lines; line != NULL; line = line->next) {
        put_before(out, &next);
        put_comment(out, t, line);
    }
    pl_out_putc(out, ']');
}

static int write(pl_writer *w, const pl_tree *t, pl_error *err)
{
    const uint32_t *number = number_nodes(t);
    char before = '{', next = '[';
    member_text(w->out, &before, "id", t->id);
    member_text(w->out, &before, "text", t->text);
    member_fields(w, &before, t->attrs);
    put_key(w->out, &before, "tokens");
    for (uint32_t i = 0; i < t->n_tokens && !pl_stopped(); i++) {
        put_before(w->out, &next);
        put_token(w, t, i, number);
    }
    end_list(w->out, next);
    put_nodes(w, &before, t, number);
    put_edges(w->out, &before, t, number);
    put_comments(w->out, &before, t);
    pl_out_put(w->out, "}\n", 2);
    return 0;
}

static int write_end(pl_writer *w, pl_error *err)
{
    json_writer *s = w->state;
    pl_intern_release(&s->keys);
    PL_VEC_RELEASE(&s->values);
    return 0;
}

const pl_format pl_format_json = {
    .name = "json",
    .cut = &pl_cut_lines,
    .end = PL_ENDS_LINE,
    .extensions = ".json .jsonl",
    .about = "one object per sentence and line, for programs",
    .holds = ~0u,
    .sniff = pl_json_sniff,
    .reader_size = sizeof(pl_json_reader),
    .read = pl_json_read,
    .read_end = pl_json_read_end,
    .writer_size = sizeof(json_writer),
    .write = write,
    .write_end = write_end,
};
