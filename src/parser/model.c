/* Models and parsing with them; see model.h. */
#include "parser/model.h"

#include "base/alloc.h"
#include "base/stop.h"
#include "parser/diverse.h"
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
                   pl_morph_from(&m->morph, m->file, err) < 0 ||
                   pl_lemmas_from(&m->lemmas, m->file, err) < 0
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
    m->settings.grammar.nbest = o->nbest * (o->diverse ? PL_DIVERSE_FROM : 1);
    pl_sections_text(file, "about", &m->about);
    if (get_parser(m, err) == 0 && get_companions(m, err) == 0 &&
        get_reranker(m, err) == 0) {
        pl_model_calibrate(m, &m->about);
        return m;
    }
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
    pl_lemmas_free(m->lemmas);
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
    if (m->lemmas != NULL)
        pl_lemmas_put(m->lemmas, list);
}

/* The network of the model, NULL if there is none. */
static const pl_net *net_of(const pl_model *m)
{
    return m->transitions != NULL ? m->transitions->net : NULL;
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
           : net_of(m) != NULL ? "dependencies by a network, the best tree of all"
                               : "dependencies by control parameters, with a beam";
}

const char *pl_model_format(const pl_model *m)
{
    return m->grammar != NULL ? "discbracket" : m->transitions->machine->ops->format;
}

enum { READS_AHEAD = 32, TAGS_AHEAD = 16 };

uint32_t pl_model_reads_ahead(const pl_model *m)
{
    return net_of(m) != NULL                              ? READS_AHEAD
           : m->transitions != NULL && m->tagger != NULL ? TAGS_AHEAD
                                                          : 0;
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

void pl_model_calibrate(pl_model *m, const pl_str *about)
{
    bool logarithms = net_of(m) != NULL || m->grammar != NULL; /* what scores are */
    m->calibration = pl_calibration_of(about, logarithms, net_tags(m));
}

/* -- parsing ------------------------------------------------------------------------ */

struct pl_model_state {
    const pl_model *model;
    pl_arena scratch;
    pl_transitions_state *transitions; /* one of these two is there */
    pl_grammar_state *grammar;
    pl_reranker_state *reranker; /* NULL if there is none */
    pl_confidence *confidence;   /* NULL unless it is asked for */
    const uint32_t *picked;      /* of the trees found: those given; NULL: as they are */
    uint32_t best;               /* the only one picked by the reranker */
    const pl_constraints *constraints; /* of the sentence; NULL: none */
    pl_arena candidates, picks;
    PL_VEC(const pl_tree *) labelled; /* sentences whose words are labelled, not yet run */
    pl_tag_memo words; /* what the parts that label words and trees remember */
    pl_memo lemmas;
    pl_function_memo functions;
};

/* The beam: the one asked for, else that of training (the default if the model gives no
 * sensible number), and at least the number of trees asked for. */
static uint32_t beam_of(const pl_model *m)
{
    uint32_t asked = m->settings.beam;
    uint32_t nbest = m->settings.nbest * (m->settings.diverse ? PL_DIVERSE_FROM : 1);
    long beam = asked > 0 ? (long)asked : pl_about_number(&m->about, "beam", 0);
    if (beam < 1 || beam > PL_MAX_BEAM)
        beam = PL_DEFAULT_BEAM;
    nbest = nbest < PL_MAX_BEAM ? nbest : PL_MAX_BEAM;
    return (uint32_t)beam > nbest ? (uint32_t)beam : nbest;
}

enum { MAX_MARGIN = 1000000 }; /* far more than any score */

/* The scores of networks are logarithms of probabilities, so that one margin suits all: what
 * fell behind by this, a factor of 20, led to no tree of the dev parts of the shipped ones. */
#define NET_MARGIN 3.0

/* The margin of the beam: the one asked for, else that of training or of networks, unless more
 * than the best tree is wanted; 0: none. */
static double margin_of(const pl_model *m)
{
    const pl_model_settings *o = &m->settings;
    double usual = pl_about_real(&m->about, "margin", net_of(m) != NULL ? NET_MARGIN : 0);
    double margin = o->margin != 0 ? o->margin : o->nbest > 1 || o->confidence ? 0 : usual;
    return margin > 0 && margin < MAX_MARGIN ? margin : 0;
}

pl_model_state *pl_model_state_new(const pl_model *m)
{
    pl_model_state *s = pl_alloc_zero(1, sizeof *s);
    s->model = m;
    if (m->tagger != NULL)
        pl_tagger_memo(m->tagger, &s->words);
    if (m->lemmas != NULL)
        pl_lemmas_memo(&s->lemmas);
    if (m->functions != NULL)
        pl_function_memo_init(&s->functions, m->functions);
    if (m->grammar != NULL)
        s->grammar = pl_grammar_state_new(m->grammar);
    else if (m->transitions != NULL)
        s->transitions = pl_transitions_state_new(m->transitions, beam_of(m));
    if (s->transitions != NULL && margin_of(m) > 0)
        pl_transitions_set_margin(s->transitions, margin_of(m));
    if (m->reranker != NULL)
        s->reranker = pl_reranker_state_new(m->reranker);
    if (m->settings.confidence && m->transitions != NULL)
        s->confidence = pl_confidence_new();
    return s;
}

void pl_model_state_free(pl_model_state *s)
{
    if (s == NULL)
        return;
    pl_transitions_state_free(s->transitions);
    pl_grammar_state_free(s->grammar);
    pl_reranker_state_free(s->reranker);
    pl_confidence_free(s->confidence);
    pl_arena_release(&s->scratch);
    pl_arena_release(&s->candidates);
    pl_arena_release(&s->picks);
    PL_VEC_RELEASE(&s->labelled);
    pl_tag_memo_release(&s->words);
    pl_memo_release(&s->lemmas);
    pl_function_memo_release(&s->functions);
    free(s);
}

/* Whether the treebank of the model had coarse tags alone: UPOS, and no XPOS. Its tagger
 * gives these, and trees have them as coarse tags only. */
static bool has_coarse_alone(const pl_model *m)
{
    return m->morph != NULL && pl_morph_tags_are_coarse(m->morph);
}

/* Coarse tags that are given are the tags, for such a model: where there are no others, or
 * in the place of others. */
static void take_coarse(const pl_model *m, pl_tree *t, bool replace)
{
    for (uint32_t i = 0; has_coarse_alone(m) && i < t->n_tokens; i++)
        if (t->tokens[i].coarse != NULL && (replace || t->nodes[i].label == NULL))
            t->nodes[i].label = t->tokens[i].coarse;
}

static void drop_tags(const pl_model *m, pl_tree *t)
{
    for (uint32_t i = 0; has_coarse_alone(m) && i < t->n_tokens; i++)
        if (pl_same_text(t->nodes[i].label, t->tokens[i].coarse))
            t->nodes[i].label = NULL;
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

static pl_tree_kind kind_of(const pl_model *m)
{
    return m->transitions != NULL ? pl_transitions_kind(m->transitions)
                                  : (pl_tree_kind){.constituents = true};
}

int pl_model_check(const pl_model *m, const pl_constraints *c, uint32_t n, pl_error *err)
{
    return pl_constraints_check(c, n, kind_of(m), err);
}

/* Tree i of a grammar, which knows nothing of constraints. */
static void put_grammar_tree(pl_model_state *s, uint32_t i, pl_tree *t)
{
    pl_grammar_tree(s->grammar, i, t);
    if (s->constraints != NULL)
        pl_constraints_impose(s->constraints, kind_of(s->model), t);
}

/* Tree i of those that were found, without functions. */
static void put_outline(pl_model_state *s, uint32_t i, pl_tree *t)
{
    if (s->grammar != NULL)
        put_grammar_tree(s, i, t);
    else
        pl_transitions_outline(s->transitions, i, t);
}

/* Of the trees of a sentence, picks `n` that differ in structure where they can. */
static uint32_t pick_diverse(pl_model_state *s, const pl_tree *sentence, uint32_t found,
                             uint32_t n)
{
    pl_arena_reset(&s->picks);
    uint64_t *structures = PL_NEW_ARRAY(&s->picks, uint64_t, found);
    uint32_t *picked = PL_NEW_ARRAY(&s->picks, uint32_t, n);
    for (uint32_t i = 0; i < found; i++) {
        if (pl_stopped())
            return 0;
        pl_arena_reset(&s->candidates);
        pl_tree *t = pl_tree_copy(sentence, &s->candidates);
        put_outline(s, i, t);
        structures[i] = pl_structure(t, &s->candidates);
    }
    s->picked = picked;
    return pl_diverse_pick(structures, found, n, picked);
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
    s->best = best;
    s->picked = &s->best;
}

/* How sure the tags are, by the network or by the tagger: [n_tokens]. */
static void find_tag_signals(pl_model_state *s, const pl_tree *t, pl_signals *out)
{
    const pl_model *m = s->model;
    const float *p =
        net_tags(m) ? pl_transitions_tag_probabilities(s->transitions, t) : NULL;
    double *margins = PL_NEW_ARRAY(&s->scratch, double, t->n_tokens);
    for (uint32_t i = 0; p != NULL && i < t->n_tokens; i++)
        margins[i] = pl_log_odds(p[i]);
    if (p == NULL)
        pl_tagger_margins(m->tagger, t, &s->scratch, margins);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        out[i] = pl_tag_signals(&m->calibration, margins[i]);
}

static void put_tag_confidence(pl_model_state *s, pl_tree *t)
{
    const pl_calibration *c = &s->model->calibration;
    if (!s->model->settings.confidence)
        return;
    pl_signals *x = PL_NEW_ARRAY(&s->scratch, pl_signals, t->n_tokens);
    find_tag_signals(s, t, x);
    for (uint32_t i = 0; i < t->n_tokens; i++)
        pl_confidence_put(&t->nodes[i].attrs, PL_CONFIDENCE,
                          pl_calibration_apply(c, PL_SURE_TAGS, &x[i]), t->arena);
}

/* Sets the tags that constraints fix; nobody has to be sure of them. */
static void fix_tags(pl_tree *t)
{
    const pl_constraints *c = t->constraints;
    for (size_t i = 0; c != NULL && i < c->list.n; i++)
        if (c->list.at[i].kind == PL_WANT_TAG)
            pl_attr_remove(&t->nodes[c->list.at[i].words[0]].attrs, PL_CONFIDENCE);
    if (c != NULL)
        pl_constraints_set_tags(c, t);
}

/* Whether morphology is left out, as the settings permit. Parsers of dependencies may read
 * it, and coarse tags that come with it may be the tags of the tree. */
static bool leaves_out_morph(const pl_model *m)
{
    return m->settings.no_morph && pl_model_gives_constituents(m) &&
           !(m->morph != NULL && pl_morph_gives_coarse(m->morph));
}

static void put_lemmas(pl_model_state *s, pl_tree *sentence)
{
    const pl_model *m = s->model;
    if (m->lemmas != NULL)
        pl_lemmas_label(m->lemmas, sentence, m->settings.retag, &s->lemmas, &s->scratch);
}

/* Tags, morphology and lemmas of a sentence by the linear companions, if there are any.
 * With `anew`, morphology that is there is replaced, too. */
static void label_words(pl_model_state *s, pl_tree *sentence, bool tag, bool anew)
{
    const pl_model *m = s->model;
    tag = tag && m->tagger != NULL;
    pl_arena_reset(&s->scratch);
    pl_tree_drop_confidence(sentence);
    if (tag)
        pl_tagger_label(m->tagger, sentence, &s->words, &s->scratch);
    if (tag)
        put_tag_confidence(s, sentence);
    if (tag && !anew)
        take_coarse(m, sentence, true);
    fix_tags(sentence);
    if (m->morph != NULL && !leaves_out_morph(m))
        pl_morph_label(m->morph, sentence, anew, &s->scratch);
    put_lemmas(s, sentence);
}

/* Tags and morphology of sentences as the network has read them. `wanted` [n] has the
 * bits that are wanted of each sentence. */
static void take_labels(pl_model_state *s, pl_tree *const *sentences, const uint8_t *wanted,
                        uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (int answer = PL_NET_TAGS; answer <= PL_NET_COARSE; answer++)
            if (wanted[i] >> answer & 1)
                pl_transitions_label(s->transitions, answer, sentences[i]);
    for (uint32_t i = 0; i < n; i++) {
        if (wanted[i] >> PL_NET_TAGS & 1)
            put_tag_confidence(s, sentences[i]);
        fix_tags(sentences[i]);
        if (net_tags(s->model)) /* else label_words has done it */
            put_lemmas(s, sentences[i]);
    }
}

static bool net_has_coarse(const pl_model *m)
{
    return pl_net_layout(net_of(m))->counts.coarse > 0;
}

static bool has_coarse(const pl_tree *t)
{
    for (uint32_t i = 0; i < t->n_tokens; i++)
        if (t->tokens[i].coarse != NULL)
            return true;
    return false;
}

/* Tags and the rest as the model is set: anew, or where they are missing. */
static void label_missing(pl_model_state *s, pl_tree *sentence)
{
    const pl_model *m = s->model;
    take_coarse(m, sentence, false);
    label_words(s, sentence, m->settings.retag || lacks_tags(sentence), m->settings.retag);
}

/* Words of several sentences one after the other: the weights of taggers stay in the
 * cache until those of the parser come. */
static void label_ahead(pl_model_state *s, pl_tree *const *sentences, uint32_t n)
{
    s->labelled.n = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (sentences[i]->n_tokens == 0)
            continue; /* will not be run */
        label_missing(s, sentences[i]);
        PL_PUSH(&s->labelled, sentences[i]);
    }
}

/* Whether the words of a sentence are labelled; from now on they count as not. */
static bool take_labelled(pl_model_state *s, const pl_tree *sentence)
{
    for (size_t i = 0; i < s->labelled.n; i++)
        if (s->labelled.at[i] == sentence) {
            s->labelled.at[i] = NULL;
            return true;
        }
    return false;
}

void pl_model_prepare(pl_model_state *s, pl_tree *const *sentences, uint32_t n)
{
    const pl_model *m = s->model;
    if (net_of(m) == NULL) {
        label_ahead(s, sentences, n);
        return;
    }
    uint8_t *wanted = pl_alloc_zero(n, sizeof *wanted);
    unsigned asked = (unsigned)m->settings.confidence << PL_NET_TAG_PROBABILITIES;
    for (uint32_t i = 0; i < n; i++) {
        bool tag = m->settings.retag || lacks_tags(sentences[i]);
        pl_tree_drop_confidence(sentences[i]);
        if (!net_tags(m))
            label_words(s, sentences[i], tag, m->settings.retag);
        else if (tag)
            wanted[i] |= 1u << PL_NET_TAGS;
        if ((tag || !has_morph(sentences[i])) && !leaves_out_morph(m))
            wanted[i] |= 1u << PL_NET_MORPHS;
        if (net_has_coarse(m) && (tag || !has_coarse(sentences[i])))
            wanted[i] |= 1u << PL_NET_COARSE;
        asked |= wanted[i];
    }
    pl_transitions_read(s->transitions, sentences, n, asked);
    take_labels(s, sentences, wanted, n);
    free(wanted);
}

/* Lets the network read a sentence, unless it has. */
static void read_words(pl_model_state *s, pl_tree *sentence)
{
    take_coarse(s->model, sentence, false);
    if (!pl_transitions_has_read(s->transitions, sentence))
        pl_model_prepare(s, &sentence, 1);
}

/* Lets the network read a sentence for its tags. */
static void read_for_tags(pl_model_state *s, pl_tree *sentence)
{
    for (uint32_t i = 0; i < sentence->n_tokens; i++)
        sentence->nodes[i].label = NULL;
    pl_model_prepare(s, &sentence, 1);
}

void pl_model_tag(pl_model_state *s, pl_tree *sentence)
{
    if (!net_tags(s->model)) {
        label_words(s, sentence, true, true);
        return;
    }
    read_for_tags(s, sentence);
    pl_transitions_forget(s->transitions, sentence);
}

bool pl_model_tag_signals(pl_model_state *s, pl_tree *sentence, pl_signals *out)
{
    if (!net_tags(s->model) || sentence->n_tokens == 0)
        return false;
    read_for_tags(s, sentence);
    find_tag_signals(s, sentence, out);
    pl_transitions_forget(s->transitions, sentence);
    return true;
}

uint32_t pl_model_run(pl_model_state *s, pl_tree *sentence, uint32_t n)
{
    const pl_model *m = s->model;
    uint32_t wanted = n * (m->settings.diverse ? PL_DIVERSE_FROM : 1);
    if (sentence->n_tokens == 0)
        return 0;
    if (s->confidence != NULL)
        wanted = beam_of(m); /* all that there are */
    if (net_of(m) != NULL)
        read_words(s, sentence);
    else if (!take_labelled(s, sentence))
        label_missing(s, sentence);
    s->picked = NULL;
    s->constraints = sentence->constraints;
    if (pl_stopped())
        return 0;
    uint32_t found = s->grammar != NULL
                         ? pl_grammar_run(s->grammar, sentence, wanted)
                         : pl_transitions_run(s->transitions, sentence, wanted);
    if (pl_stopped())
        return 0;
    if (s->confidence != NULL)
        pl_confidence_start(s->confidence, s->transitions, found, sentence);
    if (m->settings.diverse && n > 1)
        found = pick_diverse(s, sentence, found, n);
    found = found < n ? found : n;
    if (s->reranker == NULL || found == 0)
        return found;
    rerank(s, sentence, found);
    return 1;
}

/* The number of tree i among all that were found. */
static uint32_t number_of(const pl_model_state *s, uint32_t i)
{
    return s->picked != NULL ? s->picked[i] : i;
}

double pl_model_score(pl_model_state *s, uint32_t i)
{
    return s->grammar != NULL ? pl_grammar_score(s->grammar, number_of(s, i))
                              : pl_transitions_score(s->transitions, number_of(s, i));
}

bool pl_model_signals(pl_model_state *s, uint32_t i, const pl_tree *t, pl_signals *out)
{
    return s->confidence != NULL &&
           pl_confidence_signals(s->confidence, number_of(s, i), t,
                                 s->model->calibration.scale, out);
}

bool pl_model_whole(pl_model_state *s, const pl_tree *t, pl_signals *out)
{
    return s->confidence != NULL &&
           pl_confidence_whole(s->confidence, t, s->model->calibration.scale, out);
}

/* Puts the confidences of tree i of all into its fields. */
static void put_confidence(pl_model_state *s, uint32_t i, pl_tree *t)
{
    const pl_calibration *c = &s->model->calibration;
    pl_arena_reset(&s->scratch);
    pl_signals whole, *signals = PL_NEW_ARRAY(&s->scratch, pl_signals, t->n_nodes);
    if (!pl_confidence_signals(s->confidence, i, t, c->scale, signals))
        return;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++)
        if (!(t->nodes[v].flags & PL_NODE_VIRTUAL))
            pl_confidence_put(&t->nodes[v].attrs, PL_CONFIDENCE,
                              pl_calibration_apply(c, PL_SURE_NODES, &signals[v]),
                              t->arena);
    for (uint32_t v = 0; t->root == PL_NONE && v < t->n_tokens; v++)
        pl_confidence_put(&t->nodes[v].attrs, PL_HEAD_CONFIDENCE,
                          pl_calibration_apply(c, PL_SURE_ARCS, &signals[v]), t->arena);
    if (!pl_confidence_whole(s->confidence, t, c->scale, &whole))
        return;
    double best = pl_calibration_apply(c, PL_SURE_TREES, &whole);
    pl_confidence_put(&t->attrs, PL_CONFIDENCE,
                      pl_confidence_share(s->confidence, i, c->scale, best), t->arena);
}

static void put_functions(pl_model_state *s, pl_tree *t)
{
    pl_arena_reset(&s->scratch);
    pl_functions_label(s->model->functions, t, &s->functions, &s->scratch);
}

void pl_model_tree(pl_model_state *s, uint32_t i, pl_tree *sentence)
{
    if (s->grammar != NULL)
        put_grammar_tree(s, number_of(s, i), sentence);
    else
        pl_transitions_tree(s->transitions, number_of(s, i), sentence);
    if (s->model->functions != NULL && !s->model->settings.no_functions)
        put_functions(s, sentence);
    if (s->confidence != NULL)
        put_confidence(s, number_of(s, i), sentence);
    drop_tags(s->model, sentence);
}

void pl_model_explain(pl_model_state *s, uint32_t i, pl_str *out)
{
    if (s->transitions != NULL)
        pl_transitions_explain(s->transitions, number_of(s, i), out);
}

void pl_model_show(pl_model_state *s, uint32_t i, uint32_t most, size_t features,
                   int (*see)(void *context, const pl_parse_step *step), void *context)
{
    if (s->transitions != NULL)
        pl_transitions_show(s->transitions, number_of(s, i), most, features, see,
                            context);
}

pl_search_change pl_model_change(const pl_model *m, const pl_tree *sentence)
{
    return m->transitions != NULL
               ? pl_transitions_change(m->transitions, beam_of(m), sentence)
               : PL_SEARCH_AS_ASKED;
}

void pl_model_show_stages(pl_model_state *s, const pl_tree *sentence, size_t most,
                          pl_see_stage *see, void *context)
{
    if (s->grammar != NULL)
        pl_grammar_show(s->grammar, sentence, most, see, context);
}
