/* Models and parsing with them; see model.h. */
#include "parser/model.h"

#include "base/alloc.h"
#include "parser/net_encode.h"

#include <math.h>
#include <stdlib.h>

/* -- files -------------------------------------------------------------------------- */

static bool has_parser(const pl_sections *file)
{
    return pl_sections_has(file, "weights") || pl_sections_has(file, PL_NET_SECTION);
}

/* 1 if the tagger is enough, 0 if not, -1 with the reason where it would have to be. */
static int tagger_suffices(const pl_model *m, pl_error *err)
{
    const pl_model_settings *o = &m->settings;
    bool has_tagger = pl_sections_has(m->file, "tagger");
    if (o->tags_only && !has_tagger && !pl_sections_has(m->file, PL_NET_SECTION))
        return pl_fail(err, PL_BAD_INPUT, "%s: there is no tagger in this model",
                       pl_sections_name(m->file));
    return has_tagger && (o->tags_only || (o->tagger_suffices && !has_parser(m->file)));
}

static int get_parser(pl_model *m, pl_error *err)
{
    const pl_model_settings *o = &m->settings;
    int enough = tagger_suffices(m, err);
    if (enough != 0)
        return enough < 0 ? -1 : 0;
    if (pl_sections_has(m->file, PL_GRAMMAR_SECTION)) {
        m->grammar = pl_grammar_from(m->file, &o->grammar, err);
        return m->grammar != NULL ? 0 : -1;
    }
    if (!has_parser(m->file))
        return pl_fail(err, PL_BAD_INPUT, "%s: there is no parser in this model",
                       pl_sections_name(m->file));
    m->transitions = pl_transitions_from(m->file, &m->about, err);
    if (m->transitions == NULL)
        return -1;
    if (o->crossing != 0 && !m->transitions->machine->ops->constituents &&
        pl_transitions_favour_crossing(m->transitions, o->crossing, err) < 0)
        return pl_fail_prefix(err, "%s: ", pl_sections_name(m->file));
    return 0;
}

static int get_companions(pl_model *m, pl_error *err)
{
    return pl_tagger_from(&m->tagger, m->file, err) < 0 ||
                   pl_functions_from(&m->functions, m->file, err) < 0 ||
                   pl_morph_from(&m->morph, m->file, err) < 0
               ? -1
               : 0;
}

static int get_reranker(pl_model *m, pl_error *err)
{
    if (m->settings.rerank == NULL || !pl_model_gives_constituents(m))
        return 0;
    m->reranker = pl_reranker_open(m->settings.rerank, err);
    return m->reranker != NULL ? 0 : -1;
}

pl_model *pl_model_load(const char *name, const pl_model_settings *o, pl_error *err)
{
    pl_sections *file = pl_sections_open(name, err);
    if (file == NULL)
        return NULL;
    pl_model *m = pl_alloc_zero(1, sizeof *m);
    m->file = file;
    m->settings = *o;
    m->settings.grammar.nbest = o->nbest;
    pl_sections_text(file, "about", &m->about);
    if (get_parser(m, err) == 0 && get_companions(m, err) == 0 &&
        get_reranker(m, err) == 0)
        return m;
    pl_model_free(m);
    return NULL;
}

void pl_model_release(pl_model *m)
{
    pl_transitions_free(m->transitions);
    pl_grammar_free(m->grammar);
    pl_tagger_free(m->tagger);
    pl_functions_free(m->functions);
    pl_morph_free(m->morph);
    pl_reranker_close(m->reranker);
    pl_str_release(&m->about);
    pl_rules_release(&m->rules);
    pl_sections_close(m->file);
}

void pl_model_free(pl_model *m)
{
    if (m == NULL)
        return;
    pl_model_release(m);
    free(m);
}

void pl_model_put(const pl_model *m, pl_section_list *list)
{
    pl_sections_add_text(list, "about", &m->about);
    pl_transitions_put(m->transitions, list);
    if (m->tagger != NULL)
        pl_tagger_put(m->tagger, list);
    if (m->functions != NULL)
        pl_functions_put(m->functions, list);
    if (m->morph != NULL)
        pl_morph_put(m->morph, list);
}

bool pl_model_gives_constituents(const pl_model *m)
{
    return m->grammar != NULL ||
           (m->transitions != NULL && m->transitions->machine->ops->constituents);
}

const char *pl_model_kind(const pl_model *m)
{
    return m->grammar != NULL ? "constituents by grammars, from coarse to fine"
           : pl_model_gives_constituents(m)
               ? "constituents by transitions, with a beam"
               : "dependencies by control parameters, with a beam";
}

const char *pl_model_format(const pl_model *m)
{
    return m->grammar != NULL ? "discbracket" : m->transitions->machine->ops->format;
}

/* The network of the model, NULL if there is none. */
static const pl_net *net_of(const pl_model *m)
{
    return m->transitions != NULL ? m->transitions->net : NULL;
}

bool pl_model_reads_ahead(const pl_model *m)
{
    return net_of(m) != NULL;
}

/* Whether a network finds the tags itself, and does not read them. */
static bool net_tags(const pl_model *m)
{
    const pl_net *n = net_of(m);
    return n != NULL && pl_net_layout(n)->sizes.tag == 0 && pl_net_layout(n)->counts.tags > 1;
}

bool pl_model_tags(const pl_model *m)
{
    return m->tagger != NULL || net_tags(m);
}

bool pl_model_has_morph(const pl_model *m)
{
    return m->morph != NULL || (net_tags(m) && pl_net_layout(net_of(m))->counts.morphs > 1);
}

bool pl_model_knows_word(const pl_model *m, const char *word)
{
    if (!net_tags(m))
        return m->tagger != NULL && pl_tagger_knows(m->tagger, word);
    pl_net_word w = {0};
    pl_net_vocab_word(pl_net_names(net_of(m)), word, &w);
    pl_net_word_release(&w);
    return w.id > 0;
}

bool pl_model_needs_tags(const pl_model *m)
{
    const pl_net *n = net_of(m);
    return n != NULL ? pl_net_layout(n)->sizes.tag > 0 : m->transitions != NULL;
}

bool pl_model_knows_tag(const pl_model *m, const char *tag)
{
    const pl_net *n = net_of(m);
    if (!pl_model_needs_tags(m))
        return true;
    return pl_intern_find(n != NULL ? &pl_net_names(n)->tags : &m->transitions->vocab.tags,
                          tag) != PL_NONE;
}

/* -- parsing ------------------------------------------------------------------------ */

struct pl_model_state {
    const pl_model *model;
    pl_arena scratch;
    pl_transitions_state *transitions; /* one of these two is there */
    pl_grammar_state *grammar;
    pl_reranker_state *reranker; /* NULL if there is none */
    uint32_t first;              /* of the trees found: the one given as tree 0 */
    pl_arena candidates;
};

/* The beam: the one asked for, else that of training (the default if the model gives no
 * sensible number), and at least the number of trees asked for. */
static uint32_t beam_of(const pl_model *m)
{
    uint32_t asked = m->settings.beam, nbest = m->settings.nbest;
    long beam = asked > 0 ? (long)asked : pl_about_number(&m->about, "beam", 0);
    if (beam < 1 || beam > PL_MAX_BEAM)
        beam = PL_DEFAULT_BEAM;
    return (uint32_t)beam > nbest ? (uint32_t)beam : nbest;
}

pl_model_state *pl_model_state_new(const pl_model *m)
{
    pl_model_state *s = pl_alloc_zero(1, sizeof *s);
    s->model = m;
    if (m->grammar != NULL)
        s->grammar = pl_grammar_state_new(m->grammar);
    else if (m->transitions != NULL)
        s->transitions = pl_transitions_state_new(m->transitions, beam_of(m));
    if (m->reranker != NULL)
        s->reranker = pl_reranker_state_new(m->reranker);
    return s;
}

void pl_model_state_free(pl_model_state *s)
{
    if (s == NULL)
        return;
    pl_transitions_state_free(s->transitions);
    pl_grammar_state_free(s->grammar);
    pl_reranker_state_free(s->reranker);
    pl_arena_release(&s->scratch);
    pl_arena_release(&s->candidates);
    free(s);
}

static bool lacks_tags(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].label == NULL)
            return true;
    return false;
}

static bool has_morph(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->nodes[i].morph != NULL)
            return true;
    return false;
}

/* Of the n trees of a sentence, finds the best by model and grammar together. */
static void rerank(pl_model_state *s, const pl_tree *sentence, uint32_t n)
{
    double best_score = -INFINITY, weight = s->model->settings.rerank_weight;
    uint32_t best = 0;
    /* Without weight the first one is best, which is the model's. */
    for (uint32_t i = 0; i < n && n > 1 && weight > 0; i++) {
        pl_arena_reset(&s->candidates);
        pl_tree *t = pl_tree_copy(sentence, &s->candidates);
        pl_model_tree(s, i, t);
        double score = pl_model_score(s, i) - weight * pl_reranker_cost(s->reranker, t);
        if (score > best_score) {
            best = i;
            best_score = score;
        }
    }
    s->first = best;
}

/* Tags and morphology of a sentence by the linear companions, if there are any. */
static void label_words(pl_model_state *s, pl_tree *sentence, bool tag)
{
    const pl_model *m = s->model;
    tag = tag && m->tagger != NULL;
    pl_arena_reset(&s->scratch);
    if (tag)
        pl_tagger_label(m->tagger, sentence, &s->scratch);
    if (m->morph != NULL && (tag || !has_morph(sentence)))
        pl_morph_label(m->morph, sentence, &s->scratch);
}

/* Tags and morphology of sentences as the network has read them. `wanted` [n] has the
 * bits that are wanted of each sentence. */
static void take_labels(pl_model_state *s, pl_tree *const *sentences, const uint8_t *wanted,
                        uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (int answer = PL_NET_TAGS; answer <= PL_NET_MORPHS; answer++)
            if (wanted[i] >> answer & 1)
                pl_transitions_label(s->transitions, answer, sentences[i]);
}

void pl_model_prepare(pl_model_state *s, pl_tree *const *sentences, uint32_t n)
{
    const pl_model *m = s->model;
    if (net_of(m) == NULL)
        return;
    uint8_t *wanted = pl_alloc_zero(n, sizeof *wanted);
    unsigned asked = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool tag = m->settings.retag || lacks_tags(sentences[i]);
        if (!net_tags(m))
            label_words(s, sentences[i], tag);
        else if (tag)
            wanted[i] |= 1u << PL_NET_TAGS;
        if (tag || !has_morph(sentences[i]))
            wanted[i] |= 1u << PL_NET_MORPHS;
        asked |= wanted[i];
    }
    pl_transitions_read(s->transitions, sentences, n, asked);
    take_labels(s, sentences, wanted, n);
    free(wanted);
}

void pl_model_tag(pl_model_state *s, pl_tree *sentence)
{
    if (!net_tags(s->model)) {
        label_words(s, sentence, true);
        return;
    }
    for (uint32_t i = 0; i < sentence->n_tokens; i++)
        sentence->nodes[i].label = NULL;
    pl_model_prepare(s, &sentence, 1);
    pl_transitions_forget(s->transitions, sentence);
}

uint32_t pl_model_run(pl_model_state *s, pl_tree *sentence, uint32_t n)
{
    const pl_model *m = s->model;
    if (sentence->n_tokens == 0)
        return 0;
    if (net_of(m) == NULL)
        label_words(s, sentence, m->settings.retag || lacks_tags(sentence));
    else if (!pl_transitions_has_read(s->transitions, sentence))
        pl_model_prepare(s, &sentence, 1);
    s->first = 0;
    uint32_t found = s->grammar != NULL ? pl_grammar_run(s->grammar, sentence, n)
                                        : pl_transitions_run(s->transitions, sentence, n);
    if (s->reranker == NULL || found == 0)
        return found;
    rerank(s, sentence, found);
    return 1;
}

double pl_model_score(const pl_model_state *s, uint32_t i)
{
    return s->grammar != NULL ? pl_grammar_score(s->grammar, s->first + i)
                              : pl_transitions_score(s->transitions, s->first + i);
}

void pl_model_tree(pl_model_state *s, uint32_t i, pl_tree *sentence)
{
    if (s->grammar != NULL)
        pl_grammar_tree(s->grammar, s->first + i, sentence);
    else
        pl_transitions_tree(s->transitions, s->first + i, sentence);
    if (s->model->functions == NULL)
        return;
    pl_arena_reset(&s->scratch);
    pl_functions_label(s->model->functions, sentence, &s->scratch);
}

void pl_model_explain(pl_model_state *s, uint32_t i, pl_str *out)
{
    if (s->transitions != NULL)
        pl_transitions_explain(s->transitions, s->first + i, out);
}
