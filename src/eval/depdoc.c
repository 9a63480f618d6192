/* Dependency trees as sequences of words; see depdoc.h. */
#include "eval/depdoc.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* -- words of the CoNLL 2018 shared task ----------------------------------------------- */

/* Zeman et al. (2018), section 4. Lists end with NULL. */
static const char *const content_relations[] = {
    "acl",       "advcl",      "advmod", "amod",     "appos",     "ccomp",
    "compound",  "conj",       "csubj",  "dep",      "discourse", "dislocated",
    "expl",      "fixed",      "flat",   "goeswith", "iobj",      "list",
    "nmod",      "nsubj",      "nummod", "obj",      "obl",       "orphan",
    "parataxis", "reparandum", "root",   "vocative", "xcomp",     NULL,
};
static const char *const function_relations[] = {
    "aux", "case", "cc", "clf", "cop", "det", "mark", NULL,
};
static const char *const shared_features[] = {
    "Abbr",    "Animacy",  "Aspect", "Case", "Definite", "Degree",
    "Evident", "Foreign",  "Gender", "Mood", "Number",   "NumType",
    "Person",  "Polarity", "Polite", "Poss", "PronType", "Reflex",
    "Tense",   "VerbForm", "Voice",  NULL,
};

/* Whether the first n bytes of `name` are one of the names. */
static bool is_listed(const char *name, size_t n, const char *const *names)
{
    for (; *names != NULL; names++)
        if (strncmp(*names, name, n) == 0 && (*names)[n] == '\0')
            return true;
    return false;
}

pl_relation_kind pl_relation_kind_of(const char *relation)
{
    size_t n = strcspn(relation, ":");
    return is_listed(relation, n, content_relations)    ? PL_CONTENT_RELATION
           : is_listed(relation, n, function_relations) ? PL_FUNCTION_RELATION
                                                        : PL_OTHER_RELATION;
}

/* ASCII letters and digits, which no table has to be asked about. */
static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool pl_is_punctuation(const char *form)
{
    if (*form == '\0' || is_plain(*form))
        return false;
    for (uint32_t code; pl_utf8_step(&form, &code);) {
        utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)code);
        if (c < UTF8PROC_CATEGORY_PC || c > UTF8PROC_CATEGORY_PO)
            return false;
    }
    return true;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void pl_shared_features(pl_str *out, const char *feats)
{
    PL_VEC(char *) list = {0};
    char *copy = pl_strdup(feats != NULL ? feats : ""), *rest = copy;
    while (rest != NULL && *rest != '\0') {
        char *feature = rest, *bar = strchr(rest, '|');
        if (bar != NULL)
            *bar = '\0';
        rest = bar != NULL ? bar + 1 : NULL;
        size_t n = strcspn(feature, "=");
        if (feature[n] == '=' && is_listed(feature, n, shared_features))
            PL_PUSH(&list, feature);
    }
    PL_SORT(&list, by_text);
    for (size_t i = 0; i < list.n; i++) {
        pl_str_puts(out, i > 0 ? "|" : "");
        pl_str_puts(out, list.at[i]);
    }
    PL_VEC_RELEASE(&list);
    free(copy);
}

/* -- columns --------------------------------------------------------------------------- */

static uint32_t label_id(pl_dep_names *names, const char *relation)
{
    bool strip = names->universal && !names->subtypes;
    size_t n = 0;
    while (relation[n] != '\0' && !(strip && relation[n] == ':'))
        n++;
    uint32_t id = pl_intern_add_n(&names->labels, relation, n);
    if (id == names->kinds.n)
        PL_PUSH(&names->kinds, pl_relation_kind_of(relation));
    return id;
}

static uint32_t value_id(pl_dep_names *names, const char *text)
{
    return text != NULL ? pl_intern_add(&names->values, text) : PL_NONE;
}

/* What is shared of FEATS is found out once for each text of the column. */
static uint32_t feats_id(pl_dep_names *names, const char *feats)
{
    uint32_t id = pl_intern_add(&names->feats, feats != NULL ? feats : "");
    if (id == names->shared.n) {
        pl_str text = {0};
        pl_shared_features(&text, feats);
        PL_PUSH(&names->shared, value_id(names, pl_str_text(&text)));
        pl_str_release(&text);
    }
    return names->shared.at[id];
}

void pl_dep_names_release(pl_dep_names *names)
{
    pl_intern_release(&names->labels);
    pl_intern_release(&names->tags);
    pl_intern_release(&names->values);
    pl_intern_release(&names->feats);
    PL_VEC_RELEASE(&names->shared, &names->kinds);
}

/* -- tokens ---------------------------------------------------------------------------- */

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

/* Appends a form without spaces: bytes up to a space, and so on. */
static void add_without_spaces(pl_str *text, const char *form)
{
    const char *from = form, *at = form;
    while ((unsigned char)*at > ' ' && (unsigned char)*at < 0x80)
        at++;
    form = at;
    for (uint32_t code; pl_utf8_step(&form, &code); at = form)
        if (code == ' ' || (code >= 0x80 && utf8proc_category((utf8proc_int32_t)code) ==
                                                UTF8PROC_CATEGORY_ZS)) {
            pl_str_put(text, from, (size_t)(at - from));
            from = form;
        }
    pl_str_put(text, from, (size_t)(at - from));
}

static void add_token(pl_dep_doc *d, const char *form, bool multiword)
{
    size_t start = d->text.n;
    add_without_spaces(&d->text, form);
    PL_PUSH(&d->tokens, ((pl_dep_token){form, start, d->text.n, multiword}));
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
        add_token(d, here ? next.form : d->words.at[base + i].form, here);
        for (; i <= last; i++)
            d->words.at[base + i].token = (uint32_t)d->tokens.n - 1;
        if (here)
            more = next_multiword(&line, &d->arena, i, t->n_tokens, &next);
    }
}

/* -- sentences ------------------------------------------------------------------------- */

static int check_head(const pl_tree *t, uint32_t i, const char *side, pl_error *err)
{
    uint32_t head = t->tokens[i].head;
    if (head == PL_NONE || head == PL_ROOT_HEAD || head < t->n_tokens)
        return 0;
    return pl_fail(err, PL_BAD_INPUT, "the head of word %u in the %s is word %u of %u",
                   i + 1, side, head + 1, t->n_tokens);
}

static pl_dep_word make_word(pl_dep_doc *d, pl_dep_names *names, const pl_tree *t,
                             uint32_t i)
{
    const pl_token *token = &t->tokens[i];
    const pl_node *node = &t->nodes[i];
    const char *relation = token->deprel != NULL ? token->deprel : "";
    const char *tag = token->coarse != NULL ? token->coarse : node->label;
    bool inside = token->head < t->n_tokens;
    pl_dep_word word = {
        .form = pl_arena_strdup(&d->arena, token->word),
        .head = inside ? token->head + (uint32_t)d->words.n - i : token->head,
        .label = label_id(names, relation),
        .tag = pl_intern_add(&names->tags, tag != NULL ? tag : ""),
        .xpos = value_id(names, node->label),
        .lemma = value_id(names, node->lemma),
        .feats = feats_id(names, node->morph),
        .sentence = (uint32_t)d->sentences.n,
        .partner = PL_NONE,
        .punct = pl_is_punctuation(token->word),
    };
    word.upos = token->coarse != NULL ? word.tag : PL_NONE;
    word.content = names->kinds.at[word.label] == PL_CONTENT_RELATION;
    word.functional = names->kinds.at[word.label] == PL_FUNCTION_RELATION;
    return word;
}

int pl_dep_doc_add(pl_dep_doc *d, pl_dep_names *names, const pl_tree *t, const char *side,
                   pl_error *err)
{
    if (!t->has_deps && t->n_tokens > 0)
        return pl_fail(err, PL_BAD_INPUT, "the %s has no dependencies here", side);
    uint32_t base = (uint32_t)d->words.n, other = 0; /* lines between words */
    const pl_line *line = t->lines;
    while (line != NULL && line->before == 0)
        line = line->next;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        if (check_head(t, i, side, err) < 0)
            return -1;
        for (; line != NULL && line->before <= i; line = line->next)
            other++;
        pl_dep_word word = make_word(d, names, t, i);
        word.line = i + other;
        PL_PUSH(&d->words, word);
    }
    add_tokens(d, t, base);
    PL_PUSH(&d->sentences, ((pl_dep_sentence){.first = base,
                                              .n = t->n_tokens,
                                              .id = pl_arena_strdup(&d->arena, t->id)}));
    return 0;
}

void pl_dep_doc_place(pl_dep_doc *d, const char *file, size_t line)
{
    pl_dep_sentence *last = &d->sentences.at[d->sentences.n - 1];
    last->file = line > 0 ? file : NULL;
    last->line = line;
}

void pl_dep_doc_release(pl_dep_doc *d)
{
    PL_VEC_RELEASE(&d->words, &d->tokens, &d->sentences);
    pl_str_release(&d->text);
    pl_arena_release(&d->arena);
}
