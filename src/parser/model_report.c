/* Models as reports; see model_report.h. */
#include "parser/model_report.h"

#include "grammar/cascade.h"
#include "parser/model.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* -- facts ---------------------------------------------------------------------------- */

/* The facts of a summary: each is a line of text, and an item of the list of its key. */
typedef struct facts {
    pl_report *report;
    pl_value *lists;
} facts;

static pl_value *list_of(facts *x, const char *key)
{
    pl_value *list = pl_value_get(x->lists, key);
    return list != NULL ? list : pl_value_set_list(x->lists, key);
}

static void add_count(facts *x, const char *key, uint64_t n)
{
    pl_str_printf(&x->report->text, "%s: %llu\n", key, (unsigned long long)n);
    pl_value_add_count(list_of(x, key), n);
}

__attribute__((format(printf, 3, 4))) static void add_text(facts *x, const char *key,
                                                           const char *format, ...)
{
    pl_str text = {0};
    va_list list;
    va_start(list, format);
    pl_str_vprintf(&text, format, list);
    va_end(list);
    pl_str_printf(&x->report->text, "%s: %s\n", key, pl_str_text(&text));
    pl_value_add_text(list_of(x, key), pl_str_text(&text));
    pl_str_release(&text);
}

/* Adds a text to a list, or, if JSON reads all of it as a number, that number. */
static void add_number_or_text(pl_value *list, const char *text)
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

/* Adds lines "key: value" of a model file or of a transition system. Others are only text. The
 * lines are cut into strings. */
static void add_lines(facts *x, pl_str *lines)
{
    pl_str_put(&x->report->text, pl_str_text(lines), lines->n);
    for (char *line = lines->at, *end; line != NULL && *line != '\0'; line = end) {
        if ((end = strchr(line, '\n')) != NULL)
            *end++ = '\0';
        char *colon = strstr(line, ": ");
        if (colon == NULL)
            continue;
        *colon = '\0';
        add_number_or_text(list_of(x, line), colon + 2);
    }
    pl_str_clear(lines);
}

/* Makes the keys members of the report: one value, or a list of several. */
static void set_members(facts *x)
{
    for (size_t i = 0; i < pl_value_size(x->lists); i++) {
        pl_value *list = pl_value_item(x->lists, i);
        pl_value *value = list->n == 1 ? pl_value_item(list, 0) : list;
        pl_value_set_value(x->report->root, list->name, value);
    }
}

/* -- the summary ---------------------------------------------------------------------- */

static pl_transitions *open_parser(const pl_sections *f, pl_error *err)
{
    pl_str about = {0};
    pl_sections_text(f, "about", &about);
    pl_transitions *t = pl_transitions_from(f, &about, err);
    pl_str_release(&about);
    return t;
}

static void add_linear(facts *x, const pl_transitions *t)
{
    add_count(x, "templates", t->features.n);
    add_count(x, "words", t->vocab.words.n);
    add_count(x, "tags", t->vocab.tags.n);
    add_count(x, "rows", pl_compact_info(t->weights.at).n_rows);
}

static void add_net(facts *x, const pl_net *n)
{
    const pl_network *l = pl_net_layout(n);
    add_text(x, "network", "%u layers of 2 x %u, hidden %u", l->sizes.n_layers,
             l->sizes.layer, l->sizes.hidden);
    add_count(x, "members", pl_net_members(n));
    add_count(x, "network-weights", l->n_weights);
    add_count(x, "words", l->counts.words);
    add_count(x, "tags", l->counts.tags - (l->counts.tags > 0));
    if (l->counts.morphs > 1)
        add_count(x, "morphological-tags", l->counts.morphs - 1);
    if (l->counts.functions > 1)
        add_count(x, "functions", l->counts.functions - 1);
}

static int add_parser(facts *x, const pl_sections *f, pl_error *err)
{
    pl_str lines = {0};
    pl_transitions *t = open_parser(f, err);
    if (t == NULL)
        return -1;
    t->machine->ops->print_facts(t->machine, &lines);
    add_lines(x, &lines);
    add_count(x, "actions", t->machine->n_actions);
    if (t->net != NULL)
        add_net(x, t->net);
    else
        add_linear(x, t);
    pl_str_release(&lines);
    pl_transitions_free(t);
    return 0;
}

static int add_tagger(facts *x, const pl_sections *f, pl_error *err)
{
    pl_tagger *t;
    int got = pl_tagger_from(&t, f, err);
    if (got <= 0)
        return got;
    add_count(x, "tagger-tags", t->lexicon.tags.n);
    add_count(x, "tagger-words", t->lexicon.words.n);
    add_count(x, "tagger-rows", pl_compact_info(t->weights.at).n_rows);
    pl_tagger_free(t);
    return 0;
}

static void add_stage(facts *x, const char *kind, const pl_tsg *g)
{
    char trees[48] = "";
    size_t n_lexical = 0;
    for (size_t k = 0; k < g->productions.at.n; k++)
        n_lexical += g->productions.at.at[k].word != NULL;
    if (g->trees.n > 0)
        snprintf(trees, sizeof trees, ", %zu elementary trees", g->trees.n);
    add_text(x, "stage", "%s, %zu symbols, %zu rules, %zu words with tags%s", kind,
             g->productions.symbols.n, g->productions.at.n - n_lexical, n_lexical, trees);
}

static int add_grammar(facts *x, const pl_sections *f, pl_error *err)
{
    pl_cascade c;
    int status = pl_cascade_load(&c, f, err);
    for (uint32_t i = 0; i < c.n && status == 0; i++)
        add_stage(x, c.at[i].kind->name, &c.at[i].rules);
    if (status == 0 && c.use_rare)
        add_text(x, "unknown-words",
                 "rare up to %u, open above %u, %u known, %u open tags", c.rare.rare,
                 c.rare.open, c.rare.known.n, c.rare.open_tags.n);
    if (status == 0)
        add_text(x, "undo", "%s", c.undo.n > 0 ? c.undo.at : "nothing");
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

static int add_parts(facts *x, const pl_sections *f, pl_error *err)
{
    bool parses = pl_sections_has(f, "weights") || pl_sections_has(f, PL_NET_SECTION);
    if (parses && add_parser(x, f, err) < 0)
        return -1;
    if (pl_sections_has(f, PL_GRAMMAR_SECTION) && add_grammar(x, f, err) < 0)
        return -1;
    if (add_tagger(x, f, err) < 0)
        return -1;
    size_t n = count_strings(f, "functions"); /* the first one is: none */
    if (n > 0)
        add_count(x, "functions", n - 1);
    if (pl_sections_has(f, "morph"))
        add_count(x, "morphological-tags", count_strings(f, "morph"));
    if (pl_sections_has(f, "lemmas.scripts"))
        add_count(x, "lemma-scripts", count_strings(f, "lemmas.scripts"));
    add_count(x, "bytes", pl_sections_size(f));
    return 0;
}

static int put_summary(pl_report *r, const pl_sections *f, pl_error *err)
{
    facts x = {r, pl_report_new_object(r)};
    pl_str about = {0};
    pl_sections_text(f, "about", &about);
    add_lines(&x, &about);
    pl_str_release(&about);
    int status = add_parts(&x, f, err);
    set_members(&x);
    return status;
}

/* -- other parts ---------------------------------------------------------------------- */

/* Adds a section as it is. `what` is for the message if the model has none. */
static int put_section(pl_report *r, const pl_sections *f, const char *section,
                       const char *what, pl_error *err)
{
    pl_sections_text(f, section, &r->text);
    return r->text.n > 0 ? 0
                         : pl_fail(err, PL_BAD_ARGUMENT, "%s: there %s in this model",
                                   pl_sections_name(f), what);
}

static int put_templates(pl_report *r, const pl_sections *f, pl_error *err)
{
    return put_section(r, f, pl_transitions_templates(f), "are no feature templates",
                       err);
}

static int put_heads(pl_report *r, const pl_sections *f, pl_error *err)
{
    return put_section(r, f, "heads", "are no head rules", err);
}

static int put_tokenizer(pl_report *r, const pl_sections *f, pl_error *err)
{
    return put_section(r, f, "tokenizer", "is no tokenizer", err);
}

/* The actions of dependencies are those for any places. */
static int put_actions(pl_report *r, const pl_sections *f, pl_error *err)
{
    if (pl_sections_has(f, PL_GRAMMAR_SECTION))
        return pl_fail(
            err, PL_BAD_ARGUMENT,
            "%s: a grammar has no actions; 'pleach grammar' writes its rules as text",
            pl_sections_name(f));
    pl_transitions *t = open_parser(f, err);
    if (t == NULL)
        return -1;
    for (uint32_t i = 0; i < t->machine->n_actions; i++) {
        t->machine->ops->print(t->machine, (pl_act){{0, 0}, i}, &r->text);
        pl_str_putc(&r->text, '\n');
    }
    pl_transitions_free(t);
    return 0;
}

static int put_sections(pl_report *r, const pl_sections *f, pl_error *err)
{
    size_t n;
    const char *name;
    (void)err;
    for (uint32_t i = 0; (name = pl_sections_at(f, i, &n)) != NULL; i++)
        pl_str_printf(&r->text, "%10zu %.*s\n", n, PL_SECTION_NAME, name);
    return 0;
}

/* -- the report ----------------------------------------------------------------------- */

int pl_model_report(pl_report *r, const char *model, pl_model_part part, pl_error *err)
{
    static int (*const parts[])(pl_report *, const pl_sections *, pl_error *) = {
        [PL_MODEL_SUMMARY] = put_summary, [PL_MODEL_TEMPLATES] = put_templates,
        [PL_MODEL_HEADS] = put_heads,     [PL_MODEL_TOKENIZER] = put_tokenizer,
        [PL_MODEL_ACTIONS] = put_actions, [PL_MODEL_SECTIONS] = put_sections,
    };
    pl_sections *f = pl_sections_open(model, err);
    int status = f != NULL ? parts[part](r, f, err) : -1;
    pl_sections_close(f);
    return status;
}

int pl_system_report(pl_report *r, const char *system, pl_error *err)
{
    pl_machine *m = pl_machine_new(system, &(pl_machine_options){0}, err);
    if (m == NULL)
        return -1;
    m->ops->print_system(m, &r->text);
    pl_machine_free(m);
    return 0;
}
