/* Dependency trees as sequences of words, and the alignment of two of them; see deps.h. */
#include "eval/deps.h"

#include "base/str.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Universal relations between content words; the others are function words (aux, case,
 * cc, clf, cop, det, mark) and punctuation. Zeman et al. (2018), section 4. */
static const char *const content_relations[] = {
    "acl",       "advcl",      "advmod", "amod",     "appos",     "ccomp",
    "compound",  "conj",       "csubj",  "dep",      "discourse", "dislocated",
    "expl",      "fixed",      "flat",   "goeswith", "iobj",      "list",
    "nmod",      "nsubj",      "nummod", "obj",      "obl",       "orphan",
    "parataxis", "reparandum", "root",   "vocative", "xcomp",
};
enum { N_CONTENT = sizeof content_relations / sizeof *content_relations };

bool pl_is_content_relation(const char *relation)
{
    size_t n = strcspn(relation, ":");
    for (size_t i = 0; i < N_CONTENT; i++)
        if (strncmp(content_relations[i], relation, n) == 0 &&
            content_relations[i][n] == '\0')
            return true;
    return false;
}

bool pl_is_punctuation(const char *form)
{
    if (*form == '\0')
        return false;
    for (uint32_t code; pl_utf8_step(&form, &code);) {
        utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
        if (c < UTF8PROC_CATEGORY_PC || c > UTF8PROC_CATEGORY_PO)
            return false;
    }
    return true;
}

/* A multiword token: the first and last of its words, from 0. */
typedef struct multiword {
    uint32_t first, last;
    const char *form;
} multiword;

/* The next line "3-4<TAB>don't<TAB>…" of CoNLL-U from `line` on, whose words lie in the
 * sentence from word `from` on; false if there is none. Moves `line` behind it. */
static bool next_multiword(const pl_line **line, pl_arena *m, uint32_t from, uint32_t n,
                           multiword *found)
{
    for (; *line != NULL; *line = (*line)->next) {
        char *end;
        unsigned long first = strtoul((*line)->text, &end, 10);
        unsigned long last = *end == '-' ? strtoul(end + 1, &end, 10) : 0;
        if (*end != '\t' || first <= from || last < first || last > n)
            continue;
        *found = (multiword){(uint32_t)first - 1, (uint32_t)last - 1,
                             pl_arena_strndup(m, end + 1, strcspn(end + 1, "\t"))};
        *line = (*line)->next;
        return true;
    }
    return false;
}

/* The tokens of a sentence, one for each word unless a multiword token covers it. */
static void add_tokens(pl_dep_doc *d, const pl_tree *t, uint32_t base)
{
    const pl_line *line = t->lines;
    multiword next;
    bool more = next_multiword(&line, &d->arena, 0, t->n_tokens, &next);
    for (uint32_t i = 0; i < t->n_tokens;) {
        bool here = more && next.first == i;
        uint32_t last = here ? next.last : i;
        PL_PUSH(&d->tokens,
                ((pl_dep_token){.form = here ? next.form : d->words.at[base + i].form,
                                .multiword = here}));
        for (; i <= last; i++)
            d->words.at[base + i].token = (uint32_t)d->tokens.n - 1;
        if (here)
            more = next_multiword(&line, &d->arena, i, t->n_tokens, &next);
    }
}

static uint32_t label_id(pl_dep_names *names, const char *relation)
{
    bool strip = names->universal && !names->subtypes;
    size_t n = strip ? strcspn(relation, ":") : strlen(relation);
    return pl_intern_add_n(&names->labels, relation, n);
}

int pl_dep_doc_add(pl_dep_doc *d, pl_dep_names *names, const pl_tree *t, const char *side,
                   pl_error *err)
{
    if (!t->has_deps && t->n_tokens > 0)
        return pl_fail(err, PL_BAD_INPUT, "the %s has no dependencies here", side);
    uint32_t base = (uint32_t)d->words.n, sentence = (uint32_t)d->sentences.n;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const pl_token *token = &t->tokens[i];
        const char *relation = token->deprel != NULL ? token->deprel : "";
        const char *tag = token->coarse != NULL ? token->coarse : t->nodes[i].label;
        uint32_t head = token->head;
        if (head != PL_NONE && head != PL_ROOT_HEAD) {
            if (head >= t->n_tokens)
                return pl_fail(err, PL_BAD_INPUT,
                               "the head of word %u in the %s is word %u of %u", i + 1,
                               side, head + 1, t->n_tokens);
            head += base;
        }
        pl_dep_word word = {
            .form = pl_arena_strdup(&d->arena, token->word),
            .head = head,
            .label = label_id(names, relation),
            .tag = pl_intern_add(&names->tags, tag != NULL ? tag : ""),
            .sentence = sentence,
            .partner = PL_NONE,
            .punct = pl_is_punctuation(token->word),
            .content = pl_is_content_relation(relation),
        };
        PL_PUSH(&d->words, word);
    }
    add_tokens(d, t, base);
    PL_PUSH(&d->sentences,
            ((pl_dep_sentence){base, t->n_tokens, pl_arena_strdup(&d->arena, t->id)}));
    return 0;
}

void pl_dep_doc_release(pl_dep_doc *d)
{
    PL_VEC_RELEASE(&d->words, &d->tokens, &d->sentences);
    pl_arena_release(&d->arena);
}

/* -- alignment: the text ------------------------------------------------------------- */

/* Words on one side of a multiword span, at most: the table is its square. */
enum { MAX_LCS = 4000 };

static void add_without_spaces(pl_str *text, const char *form)
{
    const char *from = form;
    for (uint32_t code; pl_utf8_step(&form, &code); from = form)
        if (utf8proc_category((utf8proc_int32_t)code) != UTF8PROC_CATEGORY_ZS)
            pl_str_put(text, from, (size_t)(form - from));
}

/* Appends all tokens to `text` and notes where each starts and ends. No word has a partner
 * then. */
static void spell_out(pl_dep_doc *d, pl_str *text)
{
    for (size_t i = 0; i < d->tokens.n; i++) {
        d->tokens.at[i].start = text->n;
        add_without_spaces(text, d->tokens.at[i].form);
        d->tokens.at[i].end = text->n;
    }
    for (size_t i = 0; i < d->words.n; i++)
        d->words.at[i].partner = PL_NONE;
}

/* The word that covers the byte at `offset`, or the last one. */
static const pl_dep_word *word_at(const pl_dep_doc *d, size_t offset)
{
    size_t low = 0, high = d->words.n;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (d->tokens.at[d->words.at[middle].token].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return d->words.n > 0 ? &d->words.at[low] : NULL;
}

static int texts_differ(const pl_dep_doc *gold, const pl_dep_doc *candidate,
                        const pl_str *a, const pl_str *b, pl_error *err)
{
    size_t i = 0;
    while (i < a->n && i < b->n && a->at[i] == b->at[i])
        i++;
    if (i == a->n || i == b->n) {
        const pl_dep_doc *longer = a->n > b->n ? gold : candidate;
        const pl_dep_word *w = word_at(longer, i);
        return pl_fail(err, PL_BAD_INPUT,
                       "the %s ends early: nothing in it goes with sentence %u, word "
                       "'%s', of the %s",
                       a->n > b->n ? "candidate" : "gold file", w->sentence + 1, w->form,
                       a->n > b->n ? "gold file" : "candidate");
    }
    const pl_dep_word *g = word_at(gold, i), *c = word_at(candidate, i);
    return pl_fail(err, PL_BAD_INPUT,
                   "sentence %u: word %u is '%s' in the gold file; the candidate has "
                   "'%s' there (its sentence %u)",
                   g->sentence + 1,
                   (uint32_t)(g - gold->words.at) -
                       gold->sentences.at[g->sentence].first + 1,
                   g->form, c->form, c->sentence + 1);
}

/* -- alignment ---------------------------------------------------------------------- */

/* Where we are in one document. */
typedef struct lane {
    pl_dep_doc *doc;
    uint32_t at; /* word */
} lane;

static bool at_end(const lane *l)
{
    return l->at >= l->doc->words.n;
}

static const pl_dep_token *token(const lane *l)
{
    return &l->doc->tokens.at[l->doc->words.at[l->at].token];
}

static void make_partners(lane *gold, uint32_t g, lane *candidate, uint32_t c)
{
    gold->doc->words.at[g].partner = c;
    candidate->doc->words.at[c].partner = g;
}

static bool is_beyond(const lane *l, size_t end)
{
    if (at_end(l))
        return true;
    return token(l)->multiword ? token(l)->start >= end : token(l)->end > end;
}

/* Moves both lanes over a stretch of text that multiword tokens of either side cover;
 * from[] gets where it starts. */
static void skip_multiword_span(lane *gold, lane *candidate, uint32_t from[2])
{
    lane *first = token(gold)->multiword ? gold : candidate;
    lane *other = first == gold ? candidate : gold;
    size_t end = token(first)->end;
    if (!token(other)->multiword && token(other)->start < token(first)->start)
        other->at++;
    from[0] = gold->at;
    from[1] = candidate->at;
    while (!is_beyond(gold, end) || !is_beyond(candidate, end)) {
        lane *next = !at_end(gold) && (at_end(candidate) ||
                                       token(gold)->start <= token(candidate)->start)
                         ? gold
                         : candidate;
        if (token(next)->multiword && token(next)->end > end)
            end = token(next)->end;
        next->at++;
    }
}

static bool same_form(const pl_dep_word *a, const pl_dep_word *b)
{
    const char *s = a->form, *t = b->form;
    uint32_t x, y;
    while (*t != '\0' && pl_utf8_step(&s, &x)) {
        pl_utf8_step(&t, &y);
        if (utf8proc_tolower((utf8proc_int32_t)x) !=
            utf8proc_tolower((utf8proc_int32_t)y))
            return false;
    }
    return *s == '\0' && *t == '\0';
}

/* Longest common subsequence of the words between `from` and where the lanes are. */
static int align_multiword_span(lane *gold, lane *candidate, const uint32_t from[2],
                                pl_error *err)
{
    size_t n = gold->at - from[0], m = candidate->at - from[1];
    const pl_dep_word *a = gold->doc->words.at + from[0];
    const pl_dep_word *b = candidate->doc->words.at + from[1];
    if (n > MAX_LCS || m > MAX_LCS)
        return pl_fail(err, PL_TOO_LARGE,
                       "sentence %u: more than %d words in overlapping multiword tokens",
                       a->sentence + 1, MAX_LCS);
    /* lcs[i][k]: longest common subsequence of a[i…n) and b[k…m) */
    uint16_t *lcs = pl_alloc_zero((n + 1) * (m + 1), sizeof *lcs);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            uint16_t best = 0, below = lcs[(i + 1) * (m + 1) + k];
            uint16_t right = lcs[i * (m + 1) + k + 1];
            if (same_form(&a[i], &b[k]))
                best = (uint16_t)(1 + lcs[(i + 1) * (m + 1) + k + 1]);
            best = below > best ? below : best;
            lcs[i * (m + 1) + k] = right > best ? right : best;
        }
    for (size_t i = 0, k = 0; i < n && k < m;) {
        if (same_form(&a[i], &b[k])) {
            make_partners(gold, from[0] + (uint32_t)i++, candidate,
                          from[1] + (uint32_t)k++);
        } else if (lcs[i * (m + 1) + k] == lcs[(i + 1) * (m + 1) + k])
            i++;
        else
            k++;
    }
    free(lcs);
    return 0;
}

static int align_words(pl_dep_doc *gold_doc, pl_dep_doc *candidate_doc, pl_error *err)
{
    lane gold = {gold_doc, 0}, candidate = {candidate_doc, 0};
    while (!at_end(&gold) && !at_end(&candidate)) {
        const pl_dep_token *g = token(&gold), *c = token(&candidate);
        if (g->multiword || c->multiword) {
            uint32_t from[2];
            skip_multiword_span(&gold, &candidate, from);
            if (align_multiword_span(&gold, &candidate, from, err) < 0)
                return -1;
        } else if (g->start == c->start && g->end == c->end) {
            make_partners(&gold, gold.at, &candidate, candidate.at);
            gold.at++;
            candidate.at++;
        } else if (g->start <= c->start)
            gold.at++;
        else
            candidate.at++;
    }
    return 0;
}

int pl_align(pl_dep_doc *gold, pl_dep_doc *candidate, pl_error *err)
{
    pl_str a = {0}, b = {0};
    spell_out(gold, &a);
    spell_out(candidate, &b);
    bool same = strcmp(pl_str_text(&a), pl_str_text(&b)) == 0;
    int status = same ? align_words(gold, candidate, err)
                      : texts_differ(gold, candidate, &a, &b, err);
    pl_str_release(&a);
    pl_str_release(&b);
    return status;
}
