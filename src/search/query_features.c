/* Tables of features and measures; see query_features.h. */
#include "search/query_features.h"
#include "base/counted.h"

#include <stddef.h>
#include <string.h>

bool pl_is_listed(unsigned feature, const char *value)
{
    if (feature == PL_FEATURE_WORD)
        return true;
    return pl_value_given(value) == value && strcmp(value, PL_NO_VALUE) != 0 &&
           (feature != PL_FEATURE_CAT || strcmp(value, "ROOT") != 0);
}

/* clang-format off */
const pl_feature pl_query_features[PL_N_VALUES] = {
    /*                      name      plural               kinds            record few    always texts             place */
    [PL_FEATURE_WORD]   = {"word",   "words",              PL_WORDS,        true,  false, true,  PL_TEXT_WORD,     true,  offsetof(pl_token, word)},
    [PL_FEATURE_POS]    = {"pos",    "tags",               PL_WORDS,        true,  true,  false, PL_TEXT_TAG,      false, offsetof(pl_node, label)},
    [PL_FEATURE_LEMMA]  = {"lemma",  "lemmas",             PL_WORDS,        true,  false, false, PL_TEXT_LEMMA,    false, offsetof(pl_node, lemma)},
    [PL_FEATURE_MORPH]  = {"morph",  "morphology",         PL_WORDS,        true,  true,  false, PL_TEXT_MORPH,    false, offsetof(pl_node, morph)},
    [PL_FEATURE_COARSE] = {"coarse", "coarse tags",        PL_WORDS,        true,  true,  false, PL_TEXT_COARSE,   true,  offsetof(pl_token, coarse)},
    [PL_FEATURE_DEPREL] = {"deprel", "dependency labels",  PL_WORDS,        false, true,  false, PL_TEXT_DEPREL,   true,  offsetof(pl_token, deprel)},
    [PL_FEATURE_CAT]    = {"cat",    "categories",         PL_CONSTITUENTS, true,  true,  false, PL_TEXT_CATEGORY, false, offsetof(pl_node, label)},
    [PL_FEATURE_EDGE]   = {"edge",   "functions",          PL_ANY_KIND,     false, true,  false, PL_TEXT_FUNCTION, false, offsetof(pl_node, func)},
    [PL_FEATURE_ID]     = {"id",     "ids",                PL_ANY_KIND,     false, false, false, PL_TEXT_OTHER,    false, 0},
};
/* clang-format on */

bool pl_same_record(const pl_view *v, uint32_t a, uint32_t b)
{
    if (pl_view_is_word(v, a) != pl_view_is_word(v, b))
        return false;
    unsigned kind = pl_view_is_word(v, a) ? PL_WORDS : PL_CONSTITUENTS;
    for (unsigned i = 0; i < PL_N_FEATURES; i++) {
        const pl_feature *f = &pl_query_features[i];
        if (f->same_record && f->kinds == kind &&
            !pl_same_value(pl_feature_value(f, v, a), pl_feature_value(f, v, b)))
            return false;
    }
    return true;
}

const char *pl_node_label(const pl_view *v, uint32_t node)
{
    return pl_value_given(v->nodes.at[node].node->label);
}

/* -- measures ------------------------------------------------------------------------ */

static uint32_t arity(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].node->order;
}

static uint32_t tokenarity(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].node->size;
}

static uint32_t blocks(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].node->blocks;
}

static uint32_t gaps(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].node->blocks - 1;
}

static uint32_t span(const pl_view *v, uint32_t node)
{
    return pl_view_last(v, node) - pl_view_first(v, node) + 1;
}

static uint32_t gaplength(const pl_view *v, uint32_t node)
{
    return span(v, node) - v->nodes.at[node].node->size;
}

static uint32_t depth(const pl_view *v, uint32_t node)
{
    return v->nodes.at[node].depth;
}

static uint32_t height(const pl_view *v, uint32_t node)
{
    uint32_t lowest = v->nodes.at[node].depth;
    for (uint32_t i = node + 1; i < v->nodes.at[node].end; i++)
        lowest = v->nodes.at[i].depth > lowest ? v->nodes.at[i].depth : lowest;
    return lowest - v->nodes.at[node].depth;
}

static uint32_t first(const pl_view *v, uint32_t node)
{
    return pl_view_first(v, node) + 1;
}

static uint32_t last(const pl_view *v, uint32_t node)
{
    return pl_view_last(v, node) + 1;
}

const pl_measure pl_measures[] = {
    {"arity", true, arity},  {"tokenarity", true, tokenarity},
    {"span", true, span},    {"blocks", true, blocks},
    {"gaps", true, gaps},    {"gaplength", true, gaplength},
    {"depth", true, depth},  {"height", true, height},
    {"first", false, first}, {"last", false, last},
    {NULL, false, NULL},
};

/* -- keys ---------------------------------------------------------------------------- */

/* The words of a node in their order, with blanks between. */
static void put_words(pl_view *v, uint32_t node, pl_str *out)
{
    const pl_run *runs = pl_view_runs(v, node);
    for (uint32_t i = 0; i < v->nodes.at[node].node->blocks; i++)
        for (uint32_t w = runs[i].first; w < runs[i].end; w++) {
            pl_str_puts(out, w == runs[0].first ? "" : " ");
            pl_str_puts(out, v->tree->tokens[w].word);
        }
}

static void put_feature(const pl_key *key, const pl_view *v, uint32_t node, pl_str *out)
{
    const char *value = pl_feature_get(key->row, v, node);
    pl_str_puts(out, value != NULL ? value : PL_NO_VALUE);
}

void pl_key_put(const pl_key *key, pl_view *v, uint32_t node, pl_str *out)
{
    if (key->kind == PL_KEY_ID)
        pl_str_puts(out, v->id);
    else if (key->kind == PL_KEY_LENGTH)
        pl_str_printf(out, "%u", v->tree->n_tokens);
    else if (key->kind == PL_KEY_NUMBER)
        pl_str_printf(out, "%s%zu", pl_counted_mark(PL_COUNTED_READ, v->relative), v->number);
    else if (node == PL_NONE)
        pl_str_puts(out, PL_NO_VALUE);
    else if (key->kind == PL_KEY_FEATURE)
        put_feature(key, v, node, out);
    else if (key->kind == PL_KEY_MEASURE)
        pl_str_printf(out, "%u", pl_measures[key->row].get(v, node));
    else
        put_words(v, node, out);
}
