/* Counting for the CoNLL 2018 measures; see conll18.h. */
#include "eval/conll18.h"

#include <math.h>

/* What may be right about a pair of aligned words. */
enum {
    UPOS = 1,
    XPOS = 2,
    FEATS = 4,
    LEMMA = 8,
    HEAD = 16,
    RELATION = 32,
    FUNCTION_WORDS =
        64, /* the functional children: partners with the same relation and tags */
};

/* clang-format off */
#define MEASURES(M) \
    /*           title        key          content words   what must be right of a pair          */ \
    M(TOKENS,    "Tokens",    "tokens",    false,          0)                                       \
    M(SENTENCES, "Sentences", "sentences", false,          0)                                       \
    M(WORDS,     "Words",     "words",     false,          0)                                       \
    M(UPOS,      "UPOS",      "upos",      false,          UPOS)                                    \
    M(XPOS,      "XPOS",      "xpos",      false,          XPOS)                                    \
    M(UFEATS,    "UFeats",    "ufeats",    false,          FEATS)                                   \
    M(ALLTAGS,   "AllTags",   "alltags",   false,          UPOS | XPOS | FEATS)                     \
    M(LEMMAS,    "Lemmas",    "lemmas",    false,          LEMMA)                                   \
    M(UAS,       "UAS",       "uas",       false,          HEAD)                                    \
    M(LAS,       "LAS",       "las",       false,          HEAD | RELATION)                         \
    M(CLAS,      "CLAS",      "clas",      true,           HEAD | RELATION)                         \
    M(MLAS,      "MLAS",      "mlas",      true,           HEAD | RELATION | UPOS | FEATS | FUNCTION_WORDS) \
    M(BLEX,      "BLEX",      "blex",      true,           HEAD | RELATION | LEMMA)

#define TITLE(name, title, key, content, needs) [PL_MEASURE_##name] = title,
#define KEY(name, title, key, content, needs)   [PL_MEASURE_##name] = key,
#define ROW(name, title, key, content, needs)   [PL_MEASURE_##name] = {content, needs},
/* clang-format on */
const char *const pl_measure_titles[PL_N_MEASURES] = {MEASURES(TITLE)};
const char *const pl_measure_keys[PL_N_MEASURES] = {MEASURES(KEY)};
static const struct row {
    bool content; /* counts content words only */
    unsigned needs;
} rows[PL_N_MEASURES] = {MEASURES(ROW)};

/* -- tokens and sentences --------------------------------------------------------------- */

typedef struct span {
    size_t start, end;
} span;

typedef PL_VEC(span) spans;

static spans token_spans(const pl_dep_doc *d)
{
    spans list = {0};
    for (size_t i = 0; i < d->tokens.n; i++)
        PL_PUSH(&list, ((span){d->tokens.at[i].start, d->tokens.at[i].end}));
    return list;
}

static spans sentence_spans(const pl_dep_doc *d)
{
    spans list = {0};
    for (size_t i = 0; i < d->sentences.n; i++) {
        const pl_dep_sentence *s = &d->sentences.at[i];
        if (s->n == 0)
            continue;
        const pl_dep_word *first = &d->words.at[s->first], *last = first + s->n - 1;
        PL_PUSH(&list, ((span){d->tokens.at[first->token].start,
                               d->tokens.at[last->token].end}));
    }
    return list;
}

/* Spans are correct that both lists have. Takes them. */
static void count_spans(pl_measure_counts *m, spans gold, spans candidate)
{
    m->gold += gold.n;
    m->candidate += candidate.n;
    for (size_t g = 0, c = 0; g < gold.n && c < candidate.n;) {
        const span *a = &gold.at[g], *b = &candidate.at[c];
        m->correct += a->start == b->start && a->end == b->end;
        g += a->start <= b->start;
        c += b->start <= a->start;
    }
    PL_VEC_RELEASE(&gold, &candidate);
}

/* -- words ------------------------------------------------------------------------------ */

/* Functional children of each word as lists in the order of the sentence. */
typedef struct children {
    uint32_t *first, *next; /* [words]  PL_NONE at the end */
} children;

static children functional_children(const pl_dep_doc *d)
{
    size_t n = d->words.n;
    children c = {pl_alloc_zero(n + 1, sizeof *c.first),
                  pl_alloc_zero(n + 1, sizeof *c.next)};
    memset(c.first, 0xff, n * sizeof *c.first); /* PL_NONE */
    for (size_t i = n; i-- > 0;) {
        const pl_dep_word *w = &d->words.at[i];
        if (!w->functional || w->head >= n)
            continue;
        c.next[i] = c.first[w->head];
        c.first[w->head] = (uint32_t)i;
    }
    return c;
}

static void free_children(children *c)
{
    free(c->first);
    free(c->next);
}

typedef struct pair_of_docs {
    const pl_dep_doc *gold, *candidate;
    children gold_children, candidate_children;
} pair_of_docs;

static bool same_function_words(const pair_of_docs *d, uint32_t gold, uint32_t candidate)
{
    uint32_t g = d->gold_children.first[gold];
    uint32_t c = d->candidate_children.first[candidate];
    while (g != PL_NONE && c != PL_NONE) {
        const pl_dep_word *w = &d->gold->words.at[g], *v = &d->candidate->words.at[c];
        if (v->partner != g || w->label != v->label || w->upos != v->upos ||
            w->feats != v->feats)
            return false;
        g = d->gold_children.next[g];
        c = d->candidate_children.next[c];
    }
    return g == c;
}

/* What is right about a gold word that has a partner. A lemma is right, too, where the gold
 * file has none. */
static unsigned look_at_pair(const pair_of_docs *d, uint32_t gold)
{
    const pl_dep_word *w = &d->gold->words.at[gold];
    const pl_dep_word *v = &d->candidate->words.at[w->partner];
    pl_dep_verdict verdict = pl_dep_judge(d->candidate, w);
    unsigned right = 0;
    right |= w->upos == v->upos ? UPOS : 0;
    right |= w->xpos == v->xpos ? XPOS : 0;
    right |= w->feats == v->feats ? FEATS : 0;
    right |= w->lemma == v->lemma || w->lemma == PL_NONE ? LEMMA : 0;
    right |= verdict.head ? HEAD : 0;
    right |= verdict.label ? RELATION : 0;
    right |= same_function_words(d, gold, w->partner) ? FUNCTION_WORDS : 0;
    return right;
}

static void count_words(pl_conll18 *m, const pair_of_docs *d)
{
    for (uint32_t i = 0; i < d->gold->words.n; i++) {
        const pl_dep_word *w = &d->gold->words.at[i];
        bool aligned = w->partner != PL_NONE;
        unsigned right = aligned ? look_at_pair(d, i) : 0;
        for (int k = PL_MEASURE_WORDS; k < PL_N_MEASURES; k++) {
            bool counts = !rows[k].content || w->content;
            m->at[k].gold += counts;
            m->at[k].aligned += counts && aligned;
            m->at[k].correct +=
                counts && aligned && (right & rows[k].needs) == rows[k].needs;
        }
    }
    for (uint32_t i = 0; i < d->candidate->words.n; i++)
        for (int k = PL_MEASURE_WORDS; k < PL_N_MEASURES; k++)
            m->at[k].candidate += !rows[k].content || d->candidate->words.at[i].content;
}

/* -- public ------------------------------------------------------------------------------ */

void pl_conll18_count(pl_conll18 *m, const pl_dep_doc *gold, const pl_dep_doc *candidate)
{
    pair_of_docs d = {gold, candidate, functional_children(gold),
                      functional_children(candidate)};
    count_spans(&m->at[PL_MEASURE_TOKENS], token_spans(gold), token_spans(candidate));
    count_spans(&m->at[PL_MEASURE_SENTENCES], sentence_spans(gold),
                sentence_spans(candidate));
    count_words(m, &d);
    free_children(&d.gold_children);
    free_children(&d.candidate_children);
}

/* One division, then percent: the digits are those of the shared task's script. */
static double share(uint64_t part, uint64_t whole)
{
    return whole > 0 ? 100 * ((double)part / (double)whole) : 0;
}

pl_measure_figures pl_conll18_figures(const pl_conll18 *m, pl_conll18_measure of)
{
    const pl_measure_counts *c = &m->at[of];
    return (pl_measure_figures){
        .precision = share(c->correct, c->candidate),
        .recall = share(c->correct, c->gold),
        .f1 = share(2 * c->correct, c->candidate + c->gold),
        .aligned = of > PL_MEASURE_WORDS ? share(c->correct, c->aligned) : NAN,
    };
}
