/* pleach info: what a model is. */
#include "print_report.h"

#include "parser/model.h"
#include "grammar/cascade.h"
#include "tag/tagger.h"
#include "tree/glossary.h"

#include <math.h>
#include <string.h>

typedef struct job {
    bool templates, heads, actions, tokenizer, sections, json;
    bool glossary;
    const char *system;
    texts labels, models;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION(0,   "templates", NULL,   PL_FLAG_AT(job, templates), PL_HELP(NULL, "print the feature templates, one per line")),
    PL_OPTION(0,   "heads",     NULL,   PL_FLAG_AT(job, heads),     PL_HELP(NULL, "print the head rules that training used")),
    PL_OPTION(0,   "actions",   NULL,   PL_FLAG_AT(job, actions),   PL_HELP(NULL, "print the actions, one per line")),
    PL_OPTION(0,   "tokenizer", NULL,   PL_FLAG_AT(job, tokenizer), PL_HELP(NULL, "print the rules of the tokenizer")),
    PL_OPTION(0,   "sections",  NULL,   PL_FLAG_AT(job, sections),  PL_HELP(NULL, "print the sections of the file: size in bytes and name")),
    PL_OPTION(0,   "json",      NULL,   PL_FLAG_AT(job, json),      PL_HELP(NULL, "print a JSON object: the lines as members, numbers as numbers, a list where a line comes more than once")),
    PL_OPTION('l', "label",     "NAME", PL_TEXTS_AT(job, labels),   PL_HELP(NULL, "say what a label, function, tag or relation of a model that comes with pleach means; may be repeated")),
    PL_OPTION(0,   "glossary",  NULL,   PL_FLAG_AT(job, glossary),  PL_HELP(NULL, "print all of them with their meanings: kind, name, meaning")),
    PL_OPTION('s', "system",    "NAME", PL_TEXT_AT(job, system),    PL_HELP(NULL, "print the table of a transition system instead of a model: its actions, what each applies to and what it gives; for a dependency system its control parameters")),
    PL_INCLUDE(job, sections, bool, help_rows),
    PL_OPERANDS(job, models),
    PL_OPTIONS_END,
};
/* clang-format on */

/* -- the parts of a model ----------------------------------------------------------- */

static pl_transitions *open_parser(const pl_sections *f, pl_error *err)
{
    pl_str about = {0};
    pl_sections_text(f, "about", &about);
    pl_transitions *t = pl_transitions_from(f, &about, err);
    pl_str_release(&about);
    return t;
}

/* All actions; those of dependencies for any places. */
static int print_actions(const pl_sections *f, pl_str *out, pl_error *err)
{
    if (pl_sections_has(f, PL_GRAMMAR_SECTION))
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s: a grammar has no actions; pleach grammar --text writes its "
                       "rules",
                       pl_sections_name(f));
    pl_transitions *t = open_parser(f, err);
    if (t == NULL)
        return -1;
    for (uint32_t i = 0; i < t->machine->n_actions; i++) {
        t->machine->ops->print(t->machine, (pl_act){{0, 0}, i}, out);
        pl_str_putc(out, '\n');
    }
    pl_transitions_free(t);
    return 0;
}

static void print_linear(const pl_transitions *t, pl_str *out)
{
    pl_str_printf(out, "templates: %u\n", t->features.n);
    pl_str_printf(out, "words: %u\n", t->vocab.words.n);
    pl_str_printf(out, "tags: %u\n", t->vocab.tags.n);
    pl_str_printf(out, "rows: %llu\n",
                  (unsigned long long)pl_compact_info(t->weights.at).n_rows);
}

static void print_net(const pl_net *n, pl_str *out)
{
    const pl_network *l = pl_net_layout(n);
    pl_str_printf(out, "network: %u layers of 2 x %u, hidden %u\n", l->sizes.n_layers,
                  l->sizes.layer, l->sizes.hidden);
    pl_str_printf(out, "members: %u\n", pl_net_members(n));
    pl_str_printf(out, "network-weights: %zu\n", l->n_weights);
    pl_str_printf(out, "words: %u\n", l->counts.words);
    pl_str_printf(out, "tags: %u\n", l->counts.tags - (l->counts.tags > 0));
    if (l->counts.morphs > 1)
        pl_str_printf(out, "morphological-tags: %u\n", l->counts.morphs - 1);
    if (l->counts.functions > 1)
        pl_str_printf(out, "functions: %u\n", l->counts.functions - 1);
}

static int print_parser(const pl_sections *f, pl_str *out, pl_error *err)
{
    pl_transitions *t = open_parser(f, err);
    if (t == NULL)
        return -1;
    t->machine->ops->print_facts(t->machine, out);
    pl_str_printf(out, "actions: %u\n", t->machine->n_actions);
    if (t->net != NULL)
        print_net(t->net, out);
    else
        print_linear(t, out);
    pl_transitions_free(t);
    return 0;
}

static int print_tagger(const pl_sections *f, pl_str *out, pl_error *err)
{
    pl_tagger *t;
    int got = pl_tagger_from(&t, f, err);
    if (got <= 0)
        return got;
    pl_compact_header w = pl_compact_info(t->weights.at);
    pl_str_printf(out, "tagger-tags: %u\n", t->lexicon.tags.n);
    pl_str_printf(out, "tagger-words: %u\n", t->lexicon.words.n);
    pl_str_printf(out, "tagger-rows: %llu\n", (unsigned long long)w.n_rows);
    pl_tagger_free(t);
    return 0;
}

static int print_grammar(const pl_sections *f, pl_str *out, pl_error *err)
{
    pl_cascade c;
    int status = pl_cascade_load(&c, f, err);
    for (uint32_t i = 0; i < c.n && status == 0; i++) {
        const pl_tsg *g = &c.at[i].rules;
        size_t n_lexical = 0;
        for (size_t k = 0; k < g->productions.at.n; k++)
            n_lexical += g->productions.at.at[k].word != NULL;
        pl_str_printf(out, "stage: %s, %zu symbols, %zu rules, %zu words with tags",
                      c.at[i].kind->name, g->productions.symbols.n,
                      g->productions.at.n - n_lexical, n_lexical);
        if (g->trees.n > 0)
            pl_str_printf(out, ", %zu elementary trees", g->trees.n);
        pl_str_printf(out, "\n");
    }
    if (status == 0 && c.use_rare)
        pl_str_printf(
            out, "unknown-words: rare up to %u, open above %u, %u known, %u open tags\n",
            c.rare.rare, c.rare.open, c.rare.known.n, c.rare.open_tags.n);
    if (status == 0)
        pl_str_printf(out, "undo: %s\n", c.undo.n > 0 ? c.undo.at : "nothing");
    pl_cascade_release(&c);
    return status;
}

/* How many strings a section has that ends each with a zero byte. */
static size_t count_strings(const pl_sections *f, const char *section)
{
    const char *bytes;
    size_t n, count = 0;
    pl_sections_find(f, section, &bytes, &n);
    for (size_t i = 0; i < n; i++)
        count += bytes[i] == '\0';
    return count;
}

static int print_summary(const pl_sections *f, pl_str *out, pl_error *err)
{
    pl_sections_text(f, "about", out);
    bool parses = pl_sections_has(f, "weights") || pl_sections_has(f, PL_NET_SECTION);
    if (parses && print_parser(f, out, err) < 0)
        return -1;
    if (pl_sections_has(f, PL_GRAMMAR_SECTION) && print_grammar(f, out, err) < 0)
        return -1;
    if (print_tagger(f, out, err) < 0)
        return -1;
    size_t n = count_strings(f, "functions"); /* the first one is: none */
    if (n > 0)
        pl_str_printf(out, "functions: %zu\n", n - 1);
    if (pl_sections_has(f, "morph"))
        pl_str_printf(out, "morphological-tags: %zu\n", count_strings(f, "morph"));
    if (pl_sections_has(f, "lemmas.scripts"))
        pl_str_printf(out, "lemma-scripts: %zu\n", count_strings(f, "lemmas.scripts"));
    pl_str_printf(out, "bytes: %zu\n", pl_sections_size(f));
    return 0;
}

/* A section as it is; `what` is for the message where the model has none. */
static int print_text(const pl_sections *f, const char *section, const char *what,
                      pl_str *out, pl_error *err)
{
    pl_sections_text(f, section, out);
    return out->n > 0 ? 0
                      : pl_fail(err, PL_BAD_ARGUMENT, "%s: there %s in this model",
                                pl_sections_name(f), what);
}

static int print_asked(const job *j, const pl_sections *f, pl_str *out, pl_error *err)
{
    size_t n;
    const char *name;
    if (j->templates)
        return print_text(f, pl_transitions_templates(f), "are no feature templates", out,
                          err);
    if (j->heads)
        return print_text(f, "heads", "are no head rules", out, err);
    if (j->tokenizer)
        return print_text(f, "tokenizer", "is no tokenizer", out, err);
    if (j->actions)
        return print_actions(f, out, err);
    if (!j->sections)
        return print_summary(f, out, err);
    for (uint32_t i = 0; (name = pl_sections_at(f, i, &n)) != NULL; i++)
        pl_str_printf(out, "%10zu %.*s\n", n, PL_SECTION_NAME, name);
    return 0;
}

/* The table of a transition system as the code has it. */
static int print_system(const char *name, pl_str *out, pl_error *err)
{
    const pl_machine_options plain = {0};
    pl_machine *m = pl_machine_new(name, &plain, err);
    if (m == NULL)
        return -1;
    m->ops->print_system(m, out);
    pl_machine_free(m);
    return 0;
}

/* -- what labels mean ----------------------------------------------------------------- */

static void print_glossary(const pl_glossary *g, pl_str *out)
{
    pl_gloss kind;
    const char *name, *meaning;
    for (size_t i = 0; pl_glossary_at(g, i, &kind, &name, &meaning); i++)
        pl_str_printf(out, "%s\t%s\t%s\n", pl_gloss_names[kind], name, meaning);
}

static int fail_label(const pl_glossary *g, const char *model, const char *label, pl_error *err)
{
    pl_gloss kind;
    const char *name, *meaning;
    pl_suggestion like = {0};
    for (size_t i = 0; pl_glossary_at(g, i, &kind, &name, &meaning); i++)
        pl_suggest(&like, label, strlen(label), name);
    return pl_fail(err, PL_BAD_ARGUMENT,
                   "%s: '%s' is no label, function, tag or relation that is explained; %s%s%s"
                   "'pleach info --glossary %s' lists all",
                   model, label, like.name != NULL ? "did you mean '" : "",
                   like.name != NULL ? like.name : "", like.name != NULL ? "'? " : "", model);
}

/* One line for each kind that the name is of. */
static int print_label(const pl_glossary *g, const char *model, const char *label, pl_str *out,
                       pl_error *err)
{
    size_t before = out->n;
    for (int k = 0; k < PL_N_GLOSSES; k++) {
        pl_str meaning = {0};
        if (pl_glossary_put(g, (pl_gloss)k, label, &meaning))
            pl_str_printf(out, "%s\t%s\t%s\n", pl_gloss_names[k], label, meaning.at);
        pl_str_release(&meaning);
    }
    return out->n > before ? 0 : fail_label(g, model, label, err);
}

/* Opens the glossary of a model, which has its name; that of nl-small may be nl. */
static pl_glossary *glossary_of(char *name, pl_error *err)
{
    pl_error none;
    char *dash = strrchr(name, '-');
    pl_glossary *g = pl_glossary_open(name, err);
    if (g != NULL || dash == NULL)
        return g;
    *dash = '\0';
    g = pl_glossary_open(name, &none);
    *dash = '-';
    return g;
}

/* The model is named with or without folder and endings. */
static int print_meanings(const job *j, pl_str *out, pl_error *err)
{
    const char *base = pl_base_name(j->models.at[0]);
    char *name = pl_strndup(base, strcspn(base, "."));
    pl_glossary *g = glossary_of(name, err);
    int status = g != NULL ? 0 : -1;
    if (status == 0 && j->glossary)
        print_glossary(g, out);
    for (size_t i = 0; i < j->labels.n && status == 0; i++)
        status = print_label(g, name, j->labels.at[i], out, err);
    pl_glossary_close(g);
    free(name);
    return status;
}

/* -- as JSON ------------------------------------------------------------------------ */

/* Adds a text to a list, or, if JSON reads all of it as a number, that number. */
static void add_value(pl_value *list, const char *text)
{
    pl_str one = {0};
    pl_error unused;
    pl_str_printf(&one, "[%s]", text);
    pl_report *parsed = pl_report_parse(one.at, one.n, &unused);
    const pl_value *value = parsed != NULL ? pl_value_item(parsed->root, 0) : NULL;
    if (!isnan(pl_value_number(value)) && pl_value_size(parsed->root) == 1)
        pl_value_add_copy(list, value);
    else
        pl_value_add_text(list, text);
    pl_report_free(parsed);
    pl_str_release(&one);
}

/* Prints lines "key: value" as an object. A key of several lines becomes a list. */
static void print_members(char *lines)
{
    pl_report *lists = pl_report_new(PL_REPORT_JSON), *r = pl_report_new(PL_REPORT_JSON);
    for (char *line = lines, *end; line != NULL && *line != '\0'; line = end) {
        end = strchr(line, '\n');
        if (end != NULL)
            *end++ = '\0';
        char *colon = strstr(line, ": ");
        if (colon == NULL)
            continue;
        *colon = '\0';
        pl_value *list = pl_value_get(lists->root, line);
        add_value(list != NULL ? list : pl_value_set_list(lists->root, line), colon + 2);
    }
    for (size_t i = 0; i < pl_value_size(lists->root); i++) {
        const pl_value *list = lists->root->items[i];
        pl_value_set_copy(r->root, list->name, list->n == 1 ? list->items[0] : list);
    }
    report_print(r);
    pl_report_free(lists);
    pl_report_free(r);
}

static int print_model(const job *j, const char *path, pl_str *out, pl_error *err)
{
    pl_sections *f = pl_sections_open(path, err);
    int status = f != NULL ? print_asked(j, f, out, err) : -1;
    pl_sections_close(f);
    return status;
}

static exit_code run(void *options)
{
    const job *j = options;
    pl_error err;
    pl_str out = {0};
    if (j->models.n > 1)
        return usage_error(&cmd_info, "one model at a time");
    if (j->system != NULL && j->models.n > 0)
        return usage_error(&cmd_info, "either a model or --system");
    if (j->system == NULL && j->models.n == 0)
        return usage_error(&cmd_info, "MODEL is missing; 'pleach models' lists them");
    if (j->json && (j->system != NULL || j->templates || j->heads || j->actions ||
                    j->tokenizer || j->sections || j->glossary || j->labels.n > 0))
        return usage_error(&cmd_info, "--json is for what a model is, without further options");
    int status = j->system != NULL               ? print_system(j->system, &out, &err)
                 : j->glossary || j->labels.n > 0 ? print_meanings(j, &out, &err)
                                                  : print_model(j, j->models.at[0], &out, &err);
    if (status == 0 && j->json)
        print_members(out.at);
    else
        print_lines(pl_str_text(&out));
    pl_str_release(&out);
    return done_or_fail(status, &err);
}

const command cmd_info = {
    .name = "info",
    .synopsis = "[OPTION…] MODEL, or pleach info --system NAME",
    .about = "say what a model is: system, features, training data, scores, size",
    .options = options,
    .size = sizeof(job),
    .run = run,
};
