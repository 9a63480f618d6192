/* From trees to words; see depdoc.h. */
#include "eval/depdoc.h"

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
    PL_VEC_RELEASE(&d->words);
    PL_VEC_RELEASE(&d->tokens);
    PL_VEC_RELEASE(&d->sentences);
    pl_arena_release(&d->arena);
}

void pl_dep_names_release(pl_dep_names *names)
{
    pl_intern_release(&names->labels);
    pl_intern_release(&names->tags);
}
