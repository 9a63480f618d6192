/* pleach parse: trees for sentences, in the order of the input, by several threads. */
#include "option_list.h"
#include "output_name.h"
#include "parse_job.h"
#include "system_options.h"

#include "base/clock.h"
#include "base/path.h"
#include "pleach.h"

#include <math.h>
#include <stdlib.h>

/* Up to three numbers with commas between them: whole ones, or parts of one. */
static int read_prune(const char *value, void *field, pl_error *error)
{
    const char *at = value;
    double *prune = field;
    for (int i = 0; i < 3; i++) {
        char *end;
        double k = strtod(at, &end);
        if (*at < '0' || *at > '9' || !(k > 0 && k <= 1e7) || (k >= 1 && k != floor(k)) ||
            (*end != ',' && *end != '\0'))
            break;
        prune[i] = k;
        if (*end == '\0')
            return 0;
        at = end + 1;
    }
    return pl_fail(error, PL_BAD_ARGUMENT,
                   "up to three numbers, such as 10000,5000 or 1e-5");
}

static int read_seconds(const char *value, void *field, pl_error *error)
{
    char *end;
    double *seconds = field;
    *seconds = strtod(value, &end);
    if (end != value && *end == '\0' && *seconds > 0 && *seconds < 1e9)
        return 0;
    return pl_fail(error, PL_BAD_ARGUMENT, "seconds, such as 5 or 0.5");
}

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION('m', "model",         "MODEL",   PL_FILE_AT(parse_job, model_path),                                   PL_HELP(NULL, "parse with this model: a file, or the name of an installed model (default: nl)")),
    PL_OPTION('t', "to",            "FORMAT",  PL_FORMAT_AT(parse_job, to, pl_write_format_name),                   PL_HELP(NULL, "write this format (default: by the name of the output file, else discbracket for constituents and conllu for dependencies)")),
    PL_OPTION('o', "output",        "FILE",    PL_FILE_AT(parse_job, output),                                       PL_HELP(NULL, "write to FILE; if FILE is a folder or ends in /, write a file in it for each input file (default: standard output)")),
    PL_OPTION(0,   "resume",        NULL,      PL_FLAG_AT(parse_job, resume),                                       PL_HELP(NULL, "continue the output of a run that was stopped or killed, with the same model and options: keep its complete sentences, parse the rest; the file grows in place")),
    PL_OPTION('b', "beam",          "K",       PL_INTEGER_AT(parse_job, settings.beam, 1, PL_MAX_BEAM),             PL_HELP(NULL, "keep K hypotheses at each step (default: as many as in training)")),
    PL_OPTION(0,   "margin",        "M",       PL_PARSED_AT(parse_job, settings.margin, read_margin),               PL_HELP(NULL, "drop hypotheses that score worse than the best one by more than M at each step, so that the beam is as wide as the sentence needs; a smaller M is faster; none: keep them (default: as in training, 3 for networks; none with --nbest and --confidence)")),
    PL_OPTION(0,   "crossing",      "W",       PL_REAL_AT(parse_job, settings.crossing, 0, 1e9),                    PL_HELP(NULL, "dependencies: bonus for arcs that cross other tokens; raises recall of crossing arcs and lowers their precision (default: 0)")),
    PL_OPTION('n', "nbest",         "N",       PL_INTEGER_AT(parse_job, nbest, 1, PL_MAX_BEAM),                     PL_HELP(NULL, "write the N best trees of each sentence, with ids of the form SENTENCE/RANK, and their scores as a field (after the id in formats without fields); the beam is at least N")),
    PL_OPTION(0,   "diverse",       NULL,      PL_FLAG_AT(parse_job, settings.diverse),                             PL_HELP(NULL, "with --nbest: prefer trees of another structure to trees that differ from a better one in labels only; the beam is at least four times N")),
    PL_OPTION(0,   "constraints",   "FILE",    PL_FILE_AT(parse_job, constraints_path),                             PL_HELP(NULL, "make trees that obey FILE: lines of sentence, kind (bracket, no-bracket, arc, no-arc, relation, no-relation, tag), words and label, with tabs between them; words are counted from 1")),
    PL_OPTION(0,   "confidence",    NULL,      PL_FLAG_AT(parse_job, settings.confidence),                          PL_HELP(NULL, "add the probability that it is right to each constituent, tag, arc and tree, for --to json, export, tigerxml, alpino or conllu; not for grammars")),
    PL_OPTION(0,   "predict-tags",  NULL,      PL_FLAG_AT(parse_job, settings.retag),                               PL_HELP(NULL, "ignore the tags of the input and let the model tag all words")),
    PL_OPTION(0,   "retag",         NULL,      PL_FLAG_AT(parse_job, settings.retag),                               PL_HELP(NULL, "same as --predict-tags")),
    PL_OPTION(0,   "explain",       NULL,      PL_FLAG_AT(parse_job, explain),                                      PL_HELP(NULL, "print derivations instead of trees: step, action, score (probability with a network), best other action and its score; arcs also as HEAD -> WORD")),
    PL_OPTION(0,   "stream",        NULL,      PL_FLAG_AT(parse_job, stream),                                       PL_HELP(NULL, "write each tree before reading the next sentence; an output file grows in place")),
    PL_INCLUDE(parse_job, part, part_job, part_rows),
    PL_INCLUDE(parse_job, threads, uint32_t, threads_rows),
    PL_OPTION(0,   "objective",     "NAME",    PL_TEXT_AT(parse_job, settings.grammar.objective),                   PL_HELP(NULL, "grammar: what to maximize: mpp (probability of the tree), mpd (probability of one derivation) or shortest (fewest fragments) (default: mpp)")),
    PL_OPTION(0,   "derivations",   "N",       PL_INTEGER_AT(parse_job, settings.grammar.derivations, 1, 10000000), PL_HELP(NULL, "grammar, mpp: sum the probabilities of the N best derivations (default: of all that are at least 1e-3 times as probable as the best)")),
    PL_OPTION(0,   "prune",         "K,…",     PL_PARSED_AT(parse_job, settings.grammar.prune, read_prune),         PL_HELP(NULL, "grammar: let each stage build only constituents of the K best derivations of the stage before, or, for K below 1, of derivations at least K times as probable as the best (default: 1e-4 for grammars of fragments, else 1e-3)")),
    PL_OPTION(0,   "time-limit",    "S",       PL_PARSED_AT(parse_job, settings.grammar.seconds, read_seconds),     PL_HELP(NULL, "grammar: after S seconds take the tree of a coarser stage")),
    PL_OPTION(0,   "rerank",        "GRAMMAR", PL_FILE_AT(parse_job, settings.rerank),                              PL_HELP(NULL, "write, of the N best trees (--nbest), only the tree with the best score by the model and this grammar of fragments together")),
    PL_OPTION(0,   "rerank-weight", "W",       PL_REAL_AT(parse_job, settings.rerank_weight, 0, 1e9),               PL_HELP(NULL, "with --rerank: weight of the logarithm of the tree's probability by the grammar (default: 16)")),
    PL_OPTION(0,   "time",          NULL,      PL_FLAG_AT(parse_job, time),                                         PL_HELP(NULL, "report on standard error how long loading and parsing took")),
    PL_INCLUDE(parse_job, in, input, input_rows),
    PL_LIST(parse_job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

/* Refuses options that have no effect with this kind of model. */
static int check_kind(const parse_job *j, pl_error *err)
{
    const pl_model_settings *o = &j->settings;
    const pl_grammar_options *g = &o->grammar;
    bool chart = j->model->grammar != NULL;
    bool constituents = pl_model_gives_constituents(j->model);
    bool of_grammars =
        g->objective != NULL || g->derivations > 0 || g->prune[0] > 0 || g->seconds > 0;
    /* clang-format off */
    const struct {
        bool wrong;
        const char *reason;
        bool tell_kind; /* what the model is */
    } checks[] = {
        {o->retag && !pl_model_tags(j->model), "there is no tagger in this model", false},
        {j->explain && chart, "--explain shows the actions of a parser; a grammar has none", false},
        {of_grammars && !chart, "--objective, --derivations, --prune and --time-limit are for grammars", true},
        {o->beam > 0 && chart, "--beam is not for grammars; --prune is", false},
        {o->margin != 0 && chart, "--margin is not for grammars; --prune is", false},
        {o->crossing > 0 && constituents, "--crossing is for dependencies", true},
        {o->confidence && chart, "--confidence is for parsers by transitions, not for grammars", false},
        {o->rerank != NULL && !constituents, "--rerank is for constituents", true},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i].wrong)
            return pl_fail(err, PL_BAD_ARGUMENT, "%s: %s%s%s", j->model_path,
                           checks[i].reason,
                           checks[i].tell_kind ? "; this is a parser of " : "",
                           checks[i].tell_kind ? pl_model_kind(j->model) : "");
    return 0;
}

static int open_model(parse_job *j, pl_error *err)
{
    double start = pl_clock();
    j->settings.nbest = j->nbest;
    j->model = pl_model_load(j->model_path, &j->settings, err);
    if (j->model == NULL || pl_read_take_rules(&j->in.read, j->model->file, err) < 0)
        return -1;
    j->load_time = pl_clock() - start;
    j->part.manifest.model = pl_sections_checksum(j->model->file);
    if (j->constraints_path != NULL) {
        j->constraints = pl_constraint_file_open(j->constraints_path, err);
        if (j->constraints == NULL)
            return -1;
    }
    if (check_kind(j, err) < 0)
        return -1;
    if (j->to == NULL)
        j->to = pl_format_find(pl_model_format(j->model));
    if (j->settings.confidence && !pl_format_holds_field(j->to, PL_CONFIDENCE))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s has no place for confidences; --to json and export have one",
                       j->to->name);
    return 0;
}

/* Lists the model, version and options that the trees depend on. */
static void list_how(parse_job *j)
{
    char part[32];
    list_put(&j->how, "pleach", PL_VERSION);
    list_put_file(&j->how, "model", j->model_path, j->part.manifest.model);
    snprintf(part, sizeof part, "%u/%u", j->part.numbers.part, j->part.numbers.n_parts);
    if (j->part.numbers.n_parts > 0)
        list_put(&j->how, "part", part);
    list_put_options(&j->how, &cmd_parse, &j->part.given);
    if (!list_has(pl_str_text(&j->how), "to"))
        list_put(&j->how, "to", j->to->name);
}

/* Constituents are written as dependencies by the head rules that the model was trained with,
 * unless a transform names others. */
static int take_heads(parse_job *j, pl_error *err)
{
    const char *text;
    size_t n;
    if (!pl_model_gives_constituents(j->model) || !pl_is_conll(j->to) ||
        marks_heads(&j->transforms) ||
        !pl_sections_find(j->model->file, "heads", &text, &n))
        return 0;
    j->heads = pl_heads_parse("heads", text, n, err);
    return j->heads != NULL ? 0 : -1;
}

/* The model need not find what the output cannot hold, unless something else looks at it: a
 * transform, head rules, a grammar, or the note of what is left out. */
static void leave_out(parse_job *j)
{
    pl_model_settings *o = &j->model->settings;
    bool told = j->to_named && !j->in.quiet;
    bool looked_at = told || j->transforms.n > 0 || j->heads != NULL || o->rerank != NULL;
    o->no_functions = !looked_at && !(j->to->holds & PL_HAS_FUNCTIONS);
    o->no_morph = !looked_at && !(j->to->holds & PL_HAS_MORPHOLOGY);
}

bool numbers_trees(const parse_job *j)
{
    return j->nbest > 1 && j->settings.rerank == NULL;
}

/* What goes wrong with the options together; NULL: nothing. */
static const char *conflict(const parse_job *j)
{
    if (j->settings.rerank != NULL && j->nbest < 2)
        return "--rerank chooses among the trees of --nbest N, which is missing or 1";
    if (j->settings.diverse && j->nbest < 2)
        return "--diverse is for the trees of --nbest N, which is missing or 1";
    if (j->resume && j->output == NULL)
        return "--resume needs the output of the earlier run: -o FILE";
    if (j->resume && (numbers_trees(j) || j->explain || j->transforms.n > 0))
        return "--resume cannot be combined with --nbest, --explain or transforms";
    if (j->constraints_path != NULL && j->part.numbers.n_parts > 0)
        return "--constraints may name sentences by number: leave out --part";
    if (j->explain && j->transforms.n > 0)
        return "--explain prints derivations; transforms change trees only";
    return NULL;
}

static void complete(parse_job *j)
{
    j->in.read.source.read.otherwise = pl_format_find("text");
    j->in.read.source.read.keep_empty = true;
    j->in.read.source.read.repair = true;
    j->in.read.source.read.eager = j->stream;
    j->in.read.source.text_only = true;
    j->typed = input_is_typed(&j->in);
    j->in.read.source.read.lines = j->typed;
    if (j->typed && j->in.read.source.format == NULL)
        j->in.read.source.format = j->in.read.source.read.otherwise;
}

/* Says what to type. */
static void greet(const parse_job *j)
{
    pl_str language = {0};
    bool text = j->in.read.source.format == j->in.read.source.read.otherwise;
    if (!j->typed || j->in.quiet)
        return;
    if (!text || !pl_about_get(&j->model->about, "language", &language))
        pl_str_puts(&language, j->in.read.source.format->name);
    language.n = strcspn(language.at, "("); /* Dutch (nl) */
    tell("pleach: type %.*s%s, a line at a time; Ctrl-D at the start of a line ends\n",
         (int)language.n, language.at,
         text && language.at[language.n] == '(' ? "text" : "");
    pl_str_release(&language);
}

/* A part that an earlier run has finished is left as it is. */
static int parse(parse_job *j, pl_error *err)
{
    int done = j->resume ? part_is_done(&j->part, &j->in, err) : 0;
    if (done > 0 && !j->in.quiet)
        tell("pleach: %s is complete\n", j->output);
    if (done != 0)
        return done > 0 ? 0 : -1;
    greet(j);
    return parse_flow(j, err);
}

static void set_defaults(void *options)
{
    *(parse_job *)options =
        (parse_job){.nbest = 1, .settings.rerank_weight = 16, .model_path = "nl"};
}

static exit_code run(void *options)
{
    parse_job *j = options;
    pl_error err;
    if (conflict(j) != NULL)
        return usage_error(&cmd_parse, "%s", conflict(j));
    j->to_named = j->to != NULL;
    bool by_name = !j->to_named && !j->explain && !pl_path_is_folder(j->output);
    if (by_name && output_format(&cmd_parse, j->output, NULL, &j->to) != DONE)
        return USAGE;
    if (!check_transforms(&cmd_parse, &j->transforms) ||
        part_begin(&j->part, &cmd_parse, &j->in, j->output, &j->transforms) != DONE)
        return USAGE;
    complete(j);
    int status = -1;
    if (open_model(j, &err) == 0 && take_heads(j, &err) == 0 &&
        targets_find(j, &err) == 0) {
        leave_out(j);
        list_how(j);
        status = parse(j, &err);
    }
    part_release(&j->part);
    targets_release(&j->targets);
    pl_constraint_file_close(j->constraints);
    pl_heads_free(j->heads);
    pl_str_release(&j->how);
    pl_model_free(j->model);
    return part_done_or_fail(&j->part, status, &err);
}

const command cmd_parse = {
    .name = "parse",
    .synopsis = "[-m MODEL] [OPTION…] [TRANSFORM…] [IN…]",
    .about = "parse text, words or tagged words into trees",
    .options = options,
    .size = sizeof(parse_job),
    .set_defaults = set_defaults,
    .run = run,
};
