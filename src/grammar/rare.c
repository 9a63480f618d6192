/* Rare words; see rare.h. */
#include "grammar/rare.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* -- signatures -------------------------------------------------------------------- */

/* What a word is made of. */
typedef struct shape {
    bool digit, other, letter, lower, dash, period, comma;
    bool capital;    /* begins with one */
    uint32_t last;   /* character */
    uint32_t length; /* characters */
} shape;

static bool is_upper(uint32_t code)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
    return c == UTF8PROC_CATEGORY_LU || c == UTF8PROC_CATEGORY_LT;
}

static bool is_lower(uint32_t code)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
    return c == UTF8PROC_CATEGORY_LL || c == UTF8PROC_CATEGORY_LT;
}

static bool is_letter(uint32_t code)
{
    utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
    return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}

static shape shape_of(const char *word)
{
    shape s = {0};
    uint32_t code;
    for (; pl_utf8_step(&word, &code); s.length++) {
        bool digit = utf8proc_category((utf8proc_int32_t)code) == UTF8PROC_CATEGORY_ND;
        s.capital = s.length == 0 ? is_upper(code) : s.capital;
        s.digit |= digit;
        s.other |= !digit;
        s.letter |= is_letter(code);
        s.lower |= is_lower(code);
        s.dash |= code == '-';
        s.period |= code == '.';
        s.comma |= code == ',';
        s.last = code;
    }
    return s;
}

void pl_signature(const char *word, bool first, pl_str *out)
{
    shape s = shape_of(word);
    pl_str_puts(out, "_UNK");
    if (s.capital)
        pl_str_puts(out, !s.lower ? "-AC" : first ? "-SC" : "-C");
    else
        pl_str_puts(out, s.lower ? "-L" : s.letter ? "-U" : "-S");
    if (s.digit)
        pl_str_puts(out, s.other ? "-n" : "-N");
    pl_str_puts(out, s.dash ? "-H" : "");
    pl_str_puts(out, s.period ? "-P" : "");
    pl_str_puts(out, s.comma ? "-C" : "");
    if (s.length > 3 && is_letter(s.last)) {
        pl_str_putc(out, '-');
        pl_utf8_encode(out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)s.last));
    }
}

/* -- the treebank ------------------------------------------------------------------ */

/* Marks open tags: those with many different words. */
static void find_open_tags(pl_rare *r, const pl_forest *f, const bool *used, bool *open)
{
    const pl_productions *p = &f->productions;
    uint32_t *n_words = pl_alloc_zero(p->symbols.n + 1, sizeof *n_words);
    for (size_t i = 0; i < p->at.n; i++)
        if (used[i] && p->at.at[i].word != NULL)
            n_words[p->at.at[i].lhs]++;
    for (size_t s = 0; s < p->symbols.n; s++)
        if (n_words[s] > r->open) {
            open[s] = true;
            pl_intern_add(&r->open_tags, p->symbols.at[s].label);
        }
    free(n_words);
}

void pl_rare_learn(pl_rare *r, const pl_forest *f)
{
    const pl_productions *p = &f->productions;
    bool *used = pl_alloc_zero(p->at.n + 1, sizeof *used);
    bool *open_tag = pl_alloc_zero(p->symbols.n + 1, sizeof *open_tag);
    bool *open_word = pl_alloc_zero((size_t)p->words.n + 1, sizeof *open_word);
    uint32_t *counts = pl_alloc_zero((size_t)p->words.n + 1, sizeof *counts);
    for (size_t i = 0; i < f->nodes.n; i++)
        used[f->nodes.at[i].production] = true;
    find_open_tags(r, f, used, open_tag);
    for (size_t i = 0; i < f->nodes.n; i++) {
        const pl_production *q = &p->at.at[f->nodes.at[i].production];
        if (q->word == NULL)
            continue;
        uint32_t word = pl_intern_find(&p->words, q->word);
        counts[word]++;
        open_word[word] |= open_tag[q->lhs];
    }
    for (uint32_t w = 0; w < p->words.n; w++)
        if (counts[w] > 0 && (!open_word[w] || counts[w] > r->rare))
            pl_intern_add(&r->known, p->words.at[w]);
    free(used);
    free(open_tag);
    free(open_word);
    free(counts);
}

const char *pl_rare_form(const pl_rare *r, const char *word, bool first, pl_str *room)
{
    if (pl_intern_find(&r->known, word) != PL_NONE)
        return word;
    pl_str_clear(room);
    pl_signature(word, first, room);
    return room->at;
}

void pl_rare_apply(const pl_rare *r, pl_forest *f)
{
    pl_str room = {0};
    uint32_t tree = PL_NONE; /* whose first word has been seen */
    f->stack.grow = &f->productions;
    for (size_t i = 0; i < f->nodes.n; i++) {
        pl_forest_node *node = &f->nodes.at[i];
        const pl_production *q = &f->productions.at.at[node->production];
        if (q->word == NULL)
            continue;
        const char *form = pl_rare_form(r, q->word, node->tree != tree, &room);
        tree = node->tree;
        if (form == q->word)
            continue;
        pl_prod_stack_clear(&f->stack);
        node->production =
            pl_prod_word(&f->stack, f->productions.symbols.at[q->lhs].label, form, 0);
    }
    pl_str_release(&room);
}

void pl_rare_release(pl_rare *r)
{
    pl_intern_release(&r->known);
    pl_intern_release(&r->open_tags);
    *r = (pl_rare){0};
}
