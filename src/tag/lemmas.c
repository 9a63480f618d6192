/* Lemmas by edit scripts; see lemmas.h. The names of the classifier are TAG, tab, SCRIPT:
 * scripts that keep letters and that at least two different words have. The lexicon has
 * all scripts.
 *
 * Training sees each (form, tag, morphology) once, with the lemma that it has most often:
 * lemmas do not depend on the words beside. */
#include "tag/lemmas.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "tag/edit_script.h"
#include "tag/tag_names.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { MAX_FEATURES = 32, MAX_BEGINNING = 3, MAX_ENDING = 7, MIN_WORDS = 2 };

/* A word of the lexicon, by the hash of what identifies it. */
typedef struct entry {
    uint64_t key;
    uint32_t script;
} entry;

struct pl_lemmas {
    pl_classifier classifier;
    pl_tag_names names;
    pl_intern scripts;
    PL_VEC(entry) entries; /* in the order of their keys, which differ */
    /* Where the entries begin whose keys begin with some bits, and the end; none while it is
     * trained. */
    PL_VEC(uint32_t) firsts; /* [1 << first_bits, and one more] */
    unsigned first_bits;
};

/* -- words -------------------------------------------------------------------------- */

/* What decides on the lemma. */
typedef struct item {
    const char *form,
        *lower; /* lower: in small letters; both the same text if it is so */
    const char *tag, *morph;
} item;

static const char *in_small_letters(const char *form, pl_arena *m)
{
    const char *at = form;
    uint32_t code;
    bool same = true;
    while (same && pl_utf8_step(&at, &code))
        same = (uint32_t)utf8proc_tolower((utf8proc_int32_t)code) == code;
    if (same)
        return form;
    pl_str text = {0};
    for (at = form; pl_utf8_step(&at, &code);)
        pl_utf8_encode(&text, (uint32_t)utf8proc_tolower((utf8proc_int32_t)code));
    char *lower = pl_arena_strndup(m, pl_str_text(&text), text.n);
    pl_str_release(&text);
    return lower;
}

/* Without `lower`. */
static item item_of(const pl_tree *t, uint32_t i)
{
    const pl_token *token = &t->tokens[i];
    return (item){.form = token->word,
                  .tag = token->coarse != NULL ? token->coarse : t->nodes[i].label,
                  .morph = t->nodes[i].morph};
}

/* Keys of the lexicon: form and tag; form, tag and morphology. */
static uint64_t pair_key(const char *form, const char *tag)
{
    return pl_mix(pl_mix(pl_hash_text(form)) + pl_hash_text(tag));
}

static uint64_t triple_key(const char *form, const item *w)
{
    return pl_mix(pair_key(form, w->tag) + pl_hash_text(w->morph));
}

/* -- features ----------------------------------------------------------------------- */

/* Small letters, a capital first, capitals only, others. */
static uint64_t shape_of(const item *w)
{
    const char *a = w->form, *b = w->lower;
    uint32_t x, y, n = 0, capitals = 0;
    bool first = false;
    for (; pl_utf8_step(&a, &x) && pl_utf8_step(&b, &y); n++) {
        capitals += x != y;
        first |= n == 0 && x != y;
    }
    return capitals == 0 ? 1 : capitals == n ? 2 : first && capitals == 1 ? 3 : 4;
}

static uint32_t features_of(const item *w, uint64_t out[MAX_FEATURES])
{
    pl_hashed l = {.out = out};
    size_t n = strlen(w->lower), at = n;
    uint64_t tag = pl_hash_text(w->tag), morph = pl_hash_text(w->morph);
    uint64_t shape = shape_of(w);
    pl_hashed_two(&l, tag, shape);
    pl_hashed_three(&l, tag, shape, morph);
    for (int k = 1; k <= MAX_ENDING; k++) {
        at = at > 0 ? pl_utf8_before(w->lower, at) : 0;
        uint64_t ending = pl_hash(w->lower + at, n - at) + (at == 0);
        pl_hashed_two(&l, tag, ending);
        pl_hashed_three(&l, tag, ending, morph);
    }
    for (size_t k = 1; k <= MAX_BEGINNING; k++)
        pl_hashed_three(&l, tag, pl_hash(w->lower, pl_utf8_first(w->lower, k)), shape);
    return l.n;
}

/* -- finding ------------------------------------------------------------------------ */

/* Scratch of one thread. */
typedef struct finder {
    const pl_lemmas *x;
    pl_arena *scratch;
    int32_t *sums; /* NULL until the first word that the classifier decides on */
    pl_str lemma;
} finder;

static const char *look_up(const pl_lemmas *x, uint64_t key)
{
    size_t first = 0, end = x->entries.n;
    if (x->firsts.n > 0) { /* leaves one entry or two: keys are hashes */
        size_t place = (size_t)(key >> (64 - x->first_bits));
        first = x->firsts.at[place];
        end = x->firsts.at[place + 1];
    }
    const entry *e = end > first ? bsearch(&key, x->entries.at + first, end - first,
                                           sizeof *e, pl_by_u64)
                                 : NULL;
    return e != NULL ? x->scripts.at[e->script] : NULL;
}

/* What the lexicon says of a word as it is written, or else in small letters. */
static const char *by_lexicon(const pl_lemmas *x, const item *w)
{
    const char *script = look_up(x, triple_key(w->form, w));
    if (script == NULL)
        script = look_up(x, pair_key(w->form, w->tag));
    if (script == NULL && w->lower != w->form)
        script = look_up(x, triple_key(w->lower, w));
    if (script == NULL && w->lower != w->form)
        script = look_up(x, pair_key(w->lower, w->tag));
    return script;
}

/* NULL if nothing is known of the tag. */
static const char *by_classifier(finder *f, const item *w)
{
    const pl_lemmas *x = f->x;
    uint64_t features[MAX_FEATURES];
    pl_names possible = pl_tag_names_of(&x->names, w->tag);
    if (possible.n == 0)
        return NULL;
    uint32_t n = possible.n > 1 ? features_of(w, features) : 0;
    if (n > 0 && f->sums == NULL)
        f->sums = pl_classifier_sums(&x->classifier, f->scratch);
    return x->names.of
        .at[pl_classifier_best(&x->classifier, features, n, possible, f->sums)];
}

static const char *find_script(finder *f, const item *w)
{
    const char *script = by_lexicon(f->x, w);
    return script != NULL ? script : by_classifier(f, w);
}

static finder finder_of(const pl_lemmas *x, pl_arena *m)
{
    return (finder){x, m, NULL, {0}};
}

/* The lemma of a word in f->lemma, or the form itself. */
static const char *find_lemma(finder *f, item *w)
{
    w->lower = in_small_letters(w->form, f->scratch);
    const char *script = find_script(f, w);
    bool made = script != NULL && pl_edit_script_apply(script, w->form, &f->lemma) &&
                f->lemma.n > 0;
    return made ? f->lemma.at : w->form;
}

/* -- remembering -------------------------------------------------------------------- */

enum { PLACES_BITS = 12, MAX_KNOWN = 24 }; /* bytes of a lemma that is remembered */

void pl_lemmas_memo(pl_memo *known)
{
    pl_memo_init(known, PLACES_BITS, MAX_KNOWN);
}

/* Most words have come before, with the same tag and morphology. */
static const char *recall_lemma(finder *f, item *w, pl_memo *known)
{
    uint64_t key = triple_key(w->form, w) | 1;
    char *text = pl_memo_find(known, key);
    if (text != NULL)
        return text;
    const char *lemma = find_lemma(f, w);
    size_t n = strlen(lemma);
    if (n < MAX_KNOWN)
        memcpy(pl_memo_take(known, key), lemma, n + 1);
    return lemma;
}

void pl_lemmas_label(const pl_lemmas *x, pl_tree *t, bool every, pl_memo *known,
                     pl_arena *scratch)
{
    finder f = finder_of(x, scratch);
    for (uint32_t i = 0; i < t->n_tokens && !pl_stopped(); i++) {
        if (t->nodes[i].lemma != NULL && !every)
            continue;
        item w = item_of(t, i);
        const char *lemma =
            known != NULL ? recall_lemma(&f, &w, known) : find_lemma(&f, &w);
        t->nodes[i].lemma = pl_same_text(lemma, w.form)
                                ? w.form
                                : pl_arena_strndup(t->arena, lemma, strlen(lemma));
    }
    pl_str_release(&f.lemma);
}

/* -- the file ----------------------------------------------------------------------- */

static const char names_section[] = "lemmas", rows_section[] = "lemmas.rows",
                  scripts_section[] = "lemmas.scripts", keys_section[] = "lemmas.keys",
                  values_section[] = "lemmas.values";

void pl_lemmas_put(const pl_lemmas *x, pl_section_list *list)
{
    size_t n = x->entries.n;
    uint64_t *keys = pl_alloc((n + 1) * sizeof *keys);
    uint32_t *values = pl_alloc((n + 1) * sizeof *values);
    for (size_t i = 0; i < n; i++) {
        keys[i] = x->entries.at[i].key;
        values[i] = x->entries.at[i].script;
    }
    pl_classifier_put(&x->classifier, names_section, rows_section, list);
    pl_sections_add_strings(list, scripts_section, &x->scripts);
    pl_sections_add_numbers(list, keys_section, keys, n, sizeof *keys);
    pl_sections_add_numbers(list, values_section, values, n, sizeof *values);
    free(keys);
    free(values);
}

/* False if keys are not in order, or scripts do not exist. */
static bool get_entries(pl_lemmas *x, const pl_sections *file)
{
    const char *keys, *values;
    size_t n_keys, n_values;
    if (!pl_sections_find(file, keys_section, &keys, &n_keys) ||
        !pl_sections_find(file, values_section, &values, &n_values) ||
        n_keys != 2 * n_values || n_keys % sizeof(uint64_t) != 0)
        return false;
    PL_RESERVE(&x->entries, n_keys / 8);
    for (size_t i = 0; i < n_keys / 8; i++) {
        entry e = {pl_get64(keys + 8 * i), pl_get32(values + 4 * i)};
        if (e.script >= x->scripts.n || (i > 0 && e.key <= x->entries.at[i - 1].key))
            return false;
        PL_PUSH(&x->entries, e);
    }
    return true;
}

static void index_entries(pl_lemmas *x)
{
    size_t n = x->entries.n, next = 0;
    x->first_bits = 1;
    while ((size_t)1 << x->first_bits < n)
        x->first_bits++;
    for (size_t place = 0; place <= (size_t)1 << x->first_bits; place++) {
        while (next < n && x->entries.at[next].key >> (64 - x->first_bits) < place)
            next++;
        PL_PUSH(&x->firsts, (uint32_t)next);
    }
}

int pl_lemmas_from(pl_lemmas **to, const pl_sections *file, pl_error *err)
{
    pl_lemmas *x = pl_alloc_zero(1, sizeof *x);
    int got = pl_classifier_get(&x->classifier, file, names_section, rows_section, err);
    if (got > 0 && pl_sections_strings(file, scripts_section, &x->scripts, err) < 0)
        got = -1;
    if (got > 0 &&
        (!pl_tag_names_index(&x->names, &x->classifier.names) || !get_entries(x, file)))
        got = pl_sections_damaged(file, "the lexicon of lemmas", err);
    if (got > 0)
        index_entries(x);
    if (got <= 0) {
        pl_lemmas_free(x);
        x = NULL;
    }
    *to = x;
    return got;
}

void pl_lemmas_free(pl_lemmas *x)
{
    if (x == NULL)
        return;
    pl_classifier_release(&x->classifier);
    pl_tag_names_release(&x->names);
    pl_intern_release(&x->scripts);
    PL_VEC_RELEASE(&x->entries, &x->firsts);
    free(x);
}

/* -- training: words and their scripts ---------------------------------------------- */

/* A word as it occurs, with its keys and the script of its lemma. */
typedef struct example {
    uint64_t pair, triple;
    uint32_t script;
    uint32_t n; /* times */
    item word;
} example;

typedef struct training {
    pl_lemmas *x;
    PL_VEC(example) words;    /* first all; then one for each triple */
    PL_VEC(uint32_t) classes; /* [words.n] names of the classifier; PL_NONE: none */
    pl_perceptron *perceptron;
    pl_arena scratch;
} training;

static int by_keys(const void *x, const void *y)
{
    const example *a = x, *b = y;
    if (a->pair != b->pair)
        return a->pair < b->pair ? -1 : 1;
    if (a->triple != b->triple)
        return a->triple < b->triple ? -1 : 1;
    return (a->script > b->script) - (a->script < b->script);
}

static void take_words(training *r, const pl_tree *t)
{
    pl_str script = {0};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        if (t->nodes[i].lemma == NULL)
            continue;
        item w = item_of(t, i);
        if (w.tag == NULL)
            continue;
        w.lower = in_small_letters(w.form, &r->scratch);
        pl_edit_script_make(w.form, t->nodes[i].lemma, &script);
        PL_PUSH(&r->words, (example){.pair = pair_key(w.form, w.tag),
                                     .triple = triple_key(w.form, &w),
                                     .script = pl_intern_add(&r->x->scripts, script.at),
                                     .n = 1,
                                     .word = w});
    }
    pl_str_release(&script);
}

/* Leaves one of each triple: with its most frequent script, and how often it occurs. */
static void join_words(training *r)
{
    size_t n = 0, i = 0, k;
    PL_SORT(&r->words, by_keys);
    for (; i < r->words.n; i = k) {
        example best = r->words.at[i];
        uint32_t most = 0, same = 0, all = 0;
        for (k = i; k < r->words.n && r->words.at[k].triple == best.triple; k++) {
            same = k > i && r->words.at[k].script == r->words.at[k - 1].script ? same + 1
                                                                               : 1;
            all++;
            if (same > most) {
                most = same;
                best.script = r->words.at[k].script;
            }
        }
        best.n = all;
        r->words.at[n++] = best;
    }
    r->words.n = n;
}

/* -- training: the classifier ------------------------------------------------------- */

/* "TAG\tSCRIPT" of a word. */
static const char *name_of(const training *r, const example *e, pl_str *text)
{
    pl_str_clear(text);
    pl_str_printf(text, "%s\t%s", e->word.tag, r->x->scripts.at[e->script]);
    return text->at;
}

/* Makes names of the scripts that several words of a tag have. */
static void choose_names(training *r)
{
    pl_intern all = {0};
    PL_VEC(uint32_t) counts = {0};
    pl_str text = {0};
    for (size_t i = 0; i < r->words.n; i++) {
        if (r->x->scripts.at[r->words.at[i].script][0] == '=')
            continue; /* says nothing of other words */
        uint32_t id = pl_intern_add(&all, name_of(r, &r->words.at[i], &text));
        if (id == counts.n)
            PL_PUSH(&counts, 0);
        counts.at[id]++;
    }
    pl_tag_names_choose(&all, counts.at, MIN_WORDS, &r->x->classifier.names);
    if (r->x->classifier.names.n == 0) /* a tiny treebank: no script comes twice */
        pl_intern_add(&r->x->classifier.names, name_of(r, &r->words.at[0], &text));
    pl_tag_names_index(&r->x->names, &r->x->classifier.names);
    for (size_t i = 0; i < r->words.n; i++)
        PL_PUSH(&r->classes, pl_intern_find(&r->x->classifier.names,
                                            name_of(r, &r->words.at[i], &text)));
    pl_intern_release(&all);
    PL_VEC_RELEASE(&counts);
    pl_str_release(&text);
}

static bool learn_word(void *context, size_t number)
{
    training *r = context;
    const item *w = &r->words.at[number].word;
    uint64_t features[MAX_FEATURES];
    pl_names possible = pl_tag_names_of(&r->x->names, w->tag);
    if (r->classes.at[number] == PL_NONE || possible.n == 1)
        return false;
    uint32_t n = features_of(w, features);
    return pl_perceptron_learn(r->perceptron, features, n, possible,
                               r->classes.at[number]);
}

static int learn_scripts(training *r, const pl_epochs *how, pl_error *err)
{
    choose_names(r);
    r->perceptron = pl_perceptron_new(r->x->classifier.names.n);
    int status = pl_epochs_run(how, r->words.n, learn_word, NULL, r, err);
    r->x->classifier.weights = pl_perceptron_finish(r->perceptron, how->prune);
    return status;
}

/* -- training: the lexicon ---------------------------------------------------------- */

static bool is_right(const training *r, finder *f, const example *e)
{
    const char *script = find_script(f, &e->word);
    return script != NULL && strcmp(script, r->x->scripts.at[e->script]) == 0;
}

/* Of the words [from, to) of a pair, the script of the one that occurs most often. */
static uint32_t usual_script(const training *r, size_t from, size_t to)
{
    size_t best = from;
    for (size_t i = from; i < to; i++)
        if (r->words.at[i].n > r->words.at[best].n)
            best = i;
    return r->words.at[best].script;
}

/* Adds entries of form and tag where the classifier is wrong with some morphology. */
static void add_pairs(training *r, finder *f)
{
    PL_VEC(entry) found = {0};
    for (size_t i = 0, k; i < r->words.n; i = k) {
        bool wrong = false;
        for (k = i; k < r->words.n && r->words.at[k].pair == r->words.at[i].pair; k++)
            wrong |= !is_right(r, f, &r->words.at[k]);
        if (wrong)
            PL_PUSH(&found, (entry){r->words.at[i].pair, usual_script(r, i, k)});
    }
    PL_APPEND(&r->x->entries, found.at, found.n);
    PL_SORT(&r->x->entries, pl_by_u64);
    PL_VEC_RELEASE(&found);
}

/* Adds entries with morphology where the result is still wrong. */
static void add_triples(training *r, finder *f)
{
    PL_VEC(entry) found = {0};
    for (size_t i = 0; i < r->words.n; i++)
        if (!is_right(r, f, &r->words.at[i]))
            PL_PUSH(&found, (entry){r->words.at[i].triple, r->words.at[i].script});
    PL_APPEND(&r->x->entries, found.at, found.n);
    PL_SORT(&r->x->entries, pl_by_u64);
    PL_VEC_RELEASE(&found);
}

pl_lemmas *pl_lemmas_train(pl_tree *const *trees, size_t n, const pl_epochs *how,
                           pl_error *err)
{
    training r = {.x = pl_alloc_zero(1, sizeof(pl_lemmas))};
    for (size_t i = 0; i < n; i++)
        take_words(&r, trees[i]);
    join_words(&r);
    int status = r.words.n > 0 ? learn_scripts(&r, how, err)
                               : pl_fail(err, PL_BAD_INPUT,
                                         "the treebank has no lemmas to learn from");
    if (status == 0) {
        finder f = finder_of(r.x, &r.scratch);
        add_pairs(&r, &f);
        add_triples(&r, &f);
    } else {
        pl_lemmas_free(r.x);
        r.x = NULL;
    }
    PL_VEC_RELEASE(&r.words, &r.classes);
    pl_arena_release(&r.scratch);
    return r.x;
}
