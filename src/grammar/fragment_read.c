/* Fragments from text; see fragments.h. Brackets are opened and closed without recursion;
 * when one closes, its production is looked up, and put where the code has a place for
 * it. */
#include "grammar/fragment_text.h"

#include "format/escape.h"

#include <stdlib.h>
#include <string.h>

/* The text being read. */
typedef struct reading {
    pl_fragment_text *t;
    pl_fragments *out;
    const char *at;
    size_t first_code;
    PL_VEC(uint32_t) used; /* all indices, to find those that stand twice */
} reading;

static size_t word_length(const char *s)
{
    return strcspn(s, " \t()");
}

static int open_bracket(reading *r, pl_error *err)
{
    r->at++;
    r->at += strspn(r->at, " ");
    pl_text_bracket b = {.label = r->at, .n_label = word_length(r->at)};
    if (b.n_label == 0)
        return pl_fail(err, PL_BAD_INPUT, "a label is missing after an opening bracket");
    if (r->t->brackets.n >= PL_MAX_DEPTH)
        return pl_fail(err, PL_TOO_LARGE, "brackets nested deeper than %u", PL_MAX_DEPTH);
    if (r->t->brackets.n > 0 && r->t->brackets.at[r->t->brackets.n - 1].word != NULL)
        return pl_fail(err, PL_BAD_INPUT, "a bracket beside a leaf at %.30s", r->at);
    b.code = r->out->code.n;
    b.first_leaf = r->t->indices.n;
    PL_PUSH(&r->out->code, PL_UNKNOWN);
    PL_PUSH(&r->t->brackets, b);
    r->at += b.n_label;
    return 0;
}

/* INDEX= or INDEX=WORD */
static int read_leaf(reading *r, pl_error *err)
{
    pl_text_bracket *b = &r->t->brackets.at[r->t->brackets.n - 1];
    size_t n = word_length(r->at), digits = strspn(r->at, "0123456789");
    if (digits == 0 || digits > 9 || r->at[digits] != '=')
        return pl_fail(err, PL_BAD_INPUT, "expected INDEX= or INDEX=WORD, found %.*s",
                       (int)(n < 60 ? n : 60), r->at);
    if (b->n_kids > 0)
        return pl_fail(err, PL_BAD_INPUT, "a leaf beside a bracket at %.30s", r->at);
    if (b->word != NULL && (b->n_word > 0 || n > digits + 1))
        return pl_fail(err, PL_BAD_INPUT,
                       "words need a tag each, as in (DET 0=the) (N 1=dog), at %.30s",
                       r->at);
    uint32_t index = 0;
    for (size_t i = 0; i < digits; i++)
        index = index * 10 + (uint32_t)(r->at[i] - '0');
    if (r->t->indices.n > b->first_leaf && r->t->indices.at[r->t->indices.n - 1] >= index)
        return pl_fail(err, PL_BAD_INPUT, "index %u comes too late: indices ascend",
                       index);
    b->word = r->at + digits + 1;
    b->n_word = n - digits - 1;
    PL_PUSH(&r->t->indices, index);
    PL_PUSH(&r->used, index);
    r->at += n;
    return 0;
}

/* What stands in the bracket that closes, onto the stack of parts and into the code. */
static int close_leaf(reading *r, const pl_text_bracket *b, const char *label,
                      uint32_t *low, pl_error *err)
{
    pl_prod_stack *s = &r->t->stack;
    const uint32_t *indices = r->t->indices.at + b->first_leaf;
    uint32_t code = PL_NONE;
    *low = indices[0];
    if (b->n_word > 0) {
        code = pl_prod_word(
            s, label,
            pl_escape_read(&r->t->arena, b->word, b->n_word, pl_discbracket_escapes),
            indices[0]);
        code = code != PL_NONE ? code : PL_UNKNOWN;
    } else if (r->t->brackets.n == 0)
        return pl_fail(err, PL_BAD_INPUT, "a frontier node alone is no fragment");
    else
        pl_prod_open(s, label, indices, (uint32_t)(r->t->indices.n - b->first_leaf));
    r->out->code.at[b->code] = code;
    r->t->indices.n = b->first_leaf;
    return 0;
}

static int close_bracket(reading *r, pl_error *err)
{
    if (r->t->brackets.n == 0)
        return pl_fail(err, PL_BAD_INPUT, "a closing bracket without an opening one");
    pl_text_bracket b = PL_POP(&r->t->brackets);
    const char *label = pl_arena_strndup(&r->t->arena, b.label, b.n_label);
    uint32_t low;
    if (b.word != NULL) {
        if (close_leaf(r, &b, label, &low, err) < 0)
            return -1;
    } else if (b.n_kids == 0)
        return pl_fail(err, PL_BAD_INPUT, "nothing stands below %s", label);
    else {
        uint32_t code = pl_prod_join(&r->t->stack, label, b.n_kids);
        const pl_prod_stack *s = &r->t->stack;
        r->out->code.at[b.code] = code != PL_NONE ? code : PL_UNKNOWN;
        low = s->blocks.at[s->blocks.n - s->parts.at[s->parts.n - 1].n_blocks].low;
    }
    if (r->t->brackets.n > 0) {
        pl_text_bracket *up = &r->t->brackets.at[r->t->brackets.n - 1];
        if (up->n_kids > 0 && low <= up->low)
            return pl_fail(err, PL_BAD_INPUT,
                           "%s stands too late: children ascend by their first index",
                           label);
        up->low = low;
        up->n_kids++;
    }
    r->at++;
    return 0;
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static int parse(reading *r, pl_error *err)
{
    do {
        r->at += strspn(r->at, " ");
        int status =
            *r->at == '('   ? open_bracket(r, err)
            : *r->at == ')' ? close_bracket(r, err)
            : *r->at == '\0' || *r->at == '\t'
                ? pl_fail(err, PL_BAD_INPUT, "%zu bracket%s not closed", r->t->brackets.n,
                          r->t->brackets.n == 1 ? " is" : "s are")
            : r->t->brackets.n == 0
                ? pl_fail(err, PL_BAD_INPUT,
                          "expected a fragment in brackets, found %.30s", r->at)
                : read_leaf(r, err);
        if (status < 0)
            return -1;
    } while (r->t->brackets.n > 0);
    if (r->used.n > 1)
        qsort(r->used.at, r->used.n, sizeof *r->used.at, by_value);
    for (size_t i = 1; i < r->used.n; i++)
        if (r->used.at[i] == r->used.at[i - 1])
            return pl_fail(err, PL_BAD_INPUT, "index %u stands twice", r->used.at[i]);
    return 0;
}

int pl_fragment_read(pl_fragment_text *t, const pl_productions *p, const char *text,
                     pl_fragments *these, const char **end, pl_error *err)
{
    reading r = {.t = t, .out = these, .at = text, .first_code = these->code.n};
    t->indices.n = t->brackets.n = 0;
    t->stack.grow = NULL;
    t->stack.find = p;
    pl_prod_stack_clear(&t->stack);
    pl_arena_reset(&t->arena);
    int status = parse(&r, err);
    PL_VEC_RELEASE(&r.used);
    *end = r.at;
    if (status < 0) {
        these->code.n = r.first_code;
        return -1;
    }
    pl_fragment added = {.code = r.first_code,
                         .n = (uint32_t)(these->code.n - r.first_code)};
    PL_PUSH(&these->at, added);
    return 0;
}
