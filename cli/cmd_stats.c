/* pleach stats: what a treebank consists of, as a report under the names that
 * docs/statistics.md lists, and how long the derivations of its trees are. */
#include "stats_views.h"
#include "system_options.h"

#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>

enum { BAR = 40, MAX_TOP = 1000 };

/* clang-format off */
static const pl_table_column system_columns[] = {
    {.key = "name",  .width = -18, .before = "  ", .how = PL_COLUMN_WHOLE},
    PL_COLUMN("actions_per_token", "actions per token", 18),
    PL_COLUMN("longest",           "longest",           10),
    PL_COLUMN("gaps",              "gaps",              10),
    PL_COLUMN("longest_run",       "longest run",       14),
    {0},
}, dep_system_columns[] = {
    {.key = "name",  .width = -16, .before = "  ", .how = PL_COLUMN_WHOLE},
    PL_COLUMN("trees",             "trees",             12),
    {.key = "coverage", .title = "coverage", .width = 11, .after = "%"},
    PL_COLUMN("actions_per_token", "actions per token", 20),
    PL_COLUMN("longest",           "longest",           10),
    {0},
};
/* clang-format on */

/* -- text --------------------------------------------------------------------------- */

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

static double ratio(size_t a, size_t b)
{
    return b > 0 ? (double)a / (double)b : 0;
}

/* A line: what, the number, and what the format says of it. */
__attribute__((format(printf, 3, 4))) static void line(const char *what, size_t n,
                                                       const char *note, ...)
{
    char number[32];
    va_list list;
    pl_str about = {0};
    va_start(list, note);
    if (note != NULL)
        pl_str_vprintf(&about, note, list);
    va_end(list);
    print("%-28s%12s%s%s\n", what, pl_commas(n, number), note != NULL ? "   " : "",
          pl_str_text(&about));
    pl_str_release(&about);
}

/* A bar of n out of `full` in eighths of a column. */
static void bar(size_t n, size_t full)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    size_t size = full > 0 ? n * BAR * 8 / full : 0;
    if (size == 0 && n > 0)
        size = 1;
    print("%s", n > 0 ? "  " : "");
    for (size_t i = 0; i < size / 8; i++)
        print("█");
    print("%s\n", eighths[size % 8]);
}

/* Sentences are grouped by length, LENGTH_STEP words a row; the last row has the rest. */
enum { LENGTH_STEP = 5, LENGTH_ROWS = 10 };

static void show_lengths(const pl_stats *s)
{
    size_t rows[LENGTH_ROWS + 1] = {0}, most = 0;
    for (size_t length = 0; length < s->lengths.n; length++) {
        size_t row = length == 0 ? 0 : (length - 1) / LENGTH_STEP;
        rows[row < LENGTH_ROWS ? row : LENGTH_ROWS] += s->lengths.at[length];
    }
    for (size_t i = 0; i <= LENGTH_ROWS; i++)
        most = rows[i] > most ? rows[i] : most;
    print("\nsentence length: mean %.2f, median %zu, longest %zu\n",
          pl_histogram_mean(&s->lengths), pl_histogram_median(&s->lengths),
          pl_histogram_max(&s->lengths));
    for (size_t i = 0; i <= LENGTH_ROWS && i * LENGTH_STEP + 1 < s->lengths.n; i++) {
        char range[32], number[32];
        if (i == LENGTH_ROWS)
            snprintf(range, sizeof range, "> %d", LENGTH_STEP * LENGTH_ROWS);
        else
            snprintf(range, sizeof range, "%zu - %zu",
                     i == 0 && s->lengths.n > 0 && s->lengths.at[0] > 0
                         ? 0
                         : i * LENGTH_STEP + 1,
                     (i + 1) * LENGTH_STEP);
        print("  %10s %10s %6.2f%%", range, pl_commas(rows[i], number),
              percent(rows[i], s->sentences));
        bar(rows[i], most);
    }
}

static void show_gap_degrees(const pl_stats *s)
{
    print("\n  gap degree  fan-out    constituents                sentences\n");
    for (size_t i = 0; i < s->gap_degrees.n || i < s->sentence_gap_degrees.n; i++) {
        char a[32], b[32];
        size_t nodes = i < s->gap_degrees.n ? s->gap_degrees.at[i] : 0;
        size_t trees = i < s->sentence_gap_degrees.n ? s->sentence_gap_degrees.at[i] : 0;
        print("  %10zu %8zu %15s %7.2f%% %15s %7.2f%%\n", i, i + 1, pl_commas(nodes, a),
              percent(nodes, s->constituents), pl_commas(trees, b),
              percent(trees, s->trees));
    }
}

/* The most frequent names with their share of all; where `among` is given, also how often
 * each of them was seen there. */
static void show_top(const char *title, const pl_counter *c, size_t top,
                     const pl_counter *among)
{
    uint32_t ids[MAX_TOP];
    size_t n = pl_counter_top(c, top < MAX_TOP ? top : MAX_TOP, ids), total = 0;
    if (n == 0)
        return;
    for (size_t i = 0; i < c->counts.n; i++)
        total += c->counts.at[i];
    print("\n%s\n", title);
    for (size_t i = 0; i < n; i++) {
        char number[32];
        const char *name = c->names.at[ids[i]];
        pl_str shown = {0};
        pl_visible(&shown, name);
        size_t count = c->counts.at[ids[i]], width = pl_utf8_width(pl_str_text(&shown));
        print("  %s%*s %10s %6.2f%%", name, (int)(width < 20 ? 20 - width : 0), "",
              pl_commas(count, number), percent(count, total));
        if (among != NULL)
            print("   %6.2f%% of all %s", percent(count, pl_counter_get(among, name)),
                  name);
        print("\n");
        pl_str_release(&shown);
    }
}

static void show_trees(const pl_stats *s, size_t top)
{
    size_t chains = pl_histogram_total(&s->chains);
    line("labels", s->labels.names.n, NULL);
    if (s->functions.names.n > 0)
        line("functions", s->functions.names.n, NULL);
    line("constituents", s->constituents, "%.2f per sentence (the root is not counted)",
         ratio(s->constituents, s->trees));
    if (s->secondary_edges > 0)
        line("secondary edges", s->secondary_edges, NULL);
    line("tree depth", pl_histogram_max(&s->depths), "at most; mean %.2f",
         pl_histogram_mean(&s->depths));
    line("children per constituent", pl_histogram_max(&s->children), "at most; mean %.2f",
         pl_histogram_mean(&s->children));
    line("unary chains", chains,
         chains > 0 ? "longest %zu; labels that merging them adds: %u" : NULL,
         pl_histogram_max(&s->chains), s->chain_labels.names.n);
    line("unary over a word", s->unary_over_word, "%.2f%% of the constituents",
         percent(s->unary_over_word, s->constituents));
    print("\n");
    bool marks = s->word_gap_constituents < s->discontinuous_constituents;
    line("discontinuous sentences", s->discontinuous_sentences, "%6.2f%%",
         percent(s->discontinuous_sentences, s->trees));
    if (marks)
        line("  without punctuation", s->word_gap_sentences, "%6.2f%%",
             percent(s->word_gap_sentences, s->trees));
    line("discontinuous constituents", s->discontinuous_constituents, "%6.2f%%",
         percent(s->discontinuous_constituents, s->constituents));
    if (marks)
        line("  without punctuation", s->word_gap_constituents, "%6.2f%%",
             percent(s->word_gap_constituents, s->constituents));
    line("ill-nested sentences", s->ill_nested_sentences, "%6.2f%%",
         percent(s->ill_nested_sentences, s->trees));
    if (marks)
        print("\nPunctuation alone makes the gaps of %zu constituents; --punct move, lca "
              "or "
              "remove counts without them.\n",
              s->discontinuous_constituents - s->word_gap_constituents);
    show_gap_degrees(s);
    show_top("most frequent labels", &s->labels, top, NULL);
    show_top("most frequent labels of discontinuous constituents",
             &s->discontinuous_labels, top, &s->labels);
}

static void show_dependencies(const pl_stats *s, size_t top)
{
    line("arcs", s->arcs, "mean length %.2f, longest %zu",
         pl_histogram_mean(&s->arc_lengths), pl_histogram_max(&s->arc_lengths));
    line("relations", s->relations.names.n, NULL);
    print("\n");
    line("non-projective sentences", s->non_projective_sentences, "%6.2f%%",
         percent(s->non_projective_sentences, s->dep_sentences));
    line("non-projective arcs", s->non_projective_arcs, "%6.2f%%",
         percent(s->non_projective_arcs, s->arcs));
    line("crossing arcs", s->crossing_arcs, "%6.2f%%",
         percent(s->crossing_arcs, s->arcs));
    show_top("most frequent relations", &s->relations, top, NULL);
    show_top("most frequent relations of non-projective arcs",
             &s->non_projective_relations, top, &s->relations);
}

static void show_stats(const pl_stats *s, size_t top)
{
    line("sentences", s->sentences, NULL);
    line("tokens", s->tokens, "%.2f per sentence", ratio(s->tokens, s->sentences));
    line("types", s->types.names.n, NULL);
    line("tags", s->tags.names.n, NULL);
    if (s->trees > 0)
        show_trees(s, top);
    if (s->dep_sentences > 0)
        show_dependencies(s, top);
    if (s->sentences > 0)
        show_lengths(s);
}

/* -- values ------------------------------------------------------------------------- */

static void put_histogram(pl_value *to, const char *key, const pl_histogram *h)
{
    pl_value *list = pl_value_set_list(to, key);
    for (size_t i = 0; i < h->n; i++)
        pl_value_add_count(list, h->at[i]);
}

/* {"NP": 12, …}, the most frequent first. */
static void put_counter(pl_value *to, const char *key, const pl_counter *c)
{
    uint32_t ids[MAX_TOP];
    size_t n = pl_counter_top(c, MAX_TOP, ids);
    pl_value *names = pl_value_set_object(to, key);
    for (size_t i = 0; i < n; i++)
        pl_value_set_count(names, c->names.at[ids[i]], c->counts.at[ids[i]]);
}

static void put_mean(pl_value *to, const char *key, const pl_histogram *h)
{
    pl_value_set_number(to, key, pl_histogram_total(h) > 0 ? pl_histogram_mean(h) : NAN);
}

static void put_trees(pl_value *to, const pl_stats *s)
{
    pl_value_set_count(to, "labels", s->labels.names.n);
    pl_value_set_count(to, "tags", s->tags.names.n);
    pl_value_set_count(to, "functions", s->functions.names.n);
    pl_value_set_count(to, "constituents", s->constituents);
    pl_value_set_count(to, "discontinuous_sentences", s->discontinuous_sentences);
    pl_value_set_count(to, "discontinuous_constituents", s->discontinuous_constituents);
    pl_value_set_count(to, "word_gap_sentences", s->word_gap_sentences);
    pl_value_set_count(to, "word_gap_constituents", s->word_gap_constituents);
    put_histogram(to, "gap_degrees", &s->gap_degrees);
    put_histogram(to, "sentence_gap_degrees", &s->sentence_gap_degrees);
    pl_value_set_count(to, "ill_nested_sentences", s->ill_nested_sentences);
    pl_value_set_count(to, "max_fan_out", s->gap_degrees.n);
    pl_value_set_count(to, "unary_chains", pl_histogram_total(&s->chains));
    pl_value_set_count(to, "longest_unary_chain", pl_histogram_max(&s->chains));
    pl_value_set_count(to, "unary_chain_labels", s->chain_labels.names.n);
    pl_value_set_count(to, "unary_over_word", s->unary_over_word);
    pl_value_set_count(to, "secondary_edges", s->secondary_edges);
    pl_value_set_count(to, "max_depth", pl_histogram_max(&s->depths));
    put_mean(to, "mean_depth", &s->depths);
    put_histogram(to, "children", &s->children);
    put_counter(to, "label_counts", &s->labels);
    put_counter(to, "discontinuous_label_counts", &s->discontinuous_labels);
}

static void put_dependencies(pl_value *to, const pl_stats *s)
{
    pl_value_set_count(to, "sentences", s->dep_sentences);
    pl_value_set_count(to, "arcs", s->arcs);
    pl_value_set_count(to, "relations", s->relations.names.n);
    pl_value_set_count(to, "non_projective_sentences", s->non_projective_sentences);
    pl_value_set_count(to, "non_projective_arcs", s->non_projective_arcs);
    pl_value_set_count(to, "crossing_arcs", s->crossing_arcs);
    pl_value_set_count(to, "max_arc_length", pl_histogram_max(&s->arc_lengths));
    put_mean(to, "mean_arc_length", &s->arc_lengths);
    put_counter(to, "relation_counts", &s->relations);
}

/* Puts the statistics into `r`; text shows the `top` most frequent labels. */
static void report_stats(pl_report *r, const pl_stats *s, size_t top)
{
    pl_value *to = r->root;
    if (r->form == PL_REPORT_TEXT) {
        show_stats(s, top);
        return;
    }
    pl_value_set_count(to, "sentences", s->sentences);
    pl_value_set_count(to, "tokens", s->tokens);
    pl_value_set_count(to, "types", s->types.names.n);
    put_trees(to, s);
    pl_value_set_count(to, "max_length", pl_histogram_max(&s->lengths));
    put_mean(to, "mean_length", &s->lengths);
    put_histogram(to, "lengths", &s->lengths);
    if (s->dep_sentences > 0)
        put_dependencies(pl_value_set_object(to, "dependencies"), s);
}

/* -- derivations -------------------------------------------------------------------- */

/* The derivations of all trees. */
static int measure(pl_machine *m, const pl_gold_trees *g, pl_lengths *l, pl_error *err)
{
    pl_acts acts = {0};
    pl_arena scratch = {0};
    int status = pl_gold_trees_show(g, m, err);
    for (size_t i = 0; i < g->trees.n && status == 0; i++) {
        if (m->ops->derive(m, g->trees.at[i], false, NULL, &acts, &scratch))
            pl_lengths_add(l, m, &acts, g->trees.at[i]->n_tokens);
        pl_arena_reset(&scratch);
    }
    PL_VEC_RELEASE(&acts);
    pl_arena_release(&scratch);
    return status;
}

/* Adds one system: a row of the text's table, or an object in "systems". */
static void add_system(pl_report *r, const char *name, const char *shown, pl_value *row,
                       const pl_table_column *columns)
{
    pl_value *all = pl_value_get(r->root, "systems");
    if (r->form == PL_REPORT_TEXT) {
        pl_value_set_text(row, "name", shown);
        pl_table_put_row(&r->text, columns, row);
        return;
    }
    if (all == NULL)
        all = pl_value_set_object(r->root, "systems");
    pl_value_set_value(all, name, row);
}

/* One system. The table of a kind of systems begins with the first of them. */
static int report_system(pl_report *r, pl_machine *m, const pl_gold_trees *g, bool first,
                         pl_error *err)
{
    const pl_table_column *columns =
        m->ops->constituents ? system_columns : dep_system_columns;
    pl_lengths l = {0};
    char shown[64];
    if (measure(m, g, &l, err) < 0)
        return -1;
    if (first && r->form == PL_REPORT_TEXT) {
        if (m->ops->constituents)
            pl_str_printf(&r->text, "\nderivations (heads by %s)\n", g->rules_name);
        else
            pl_str_puts(&r->text, "\nderivations of dependencies\n");
        pl_table_put_titles(&r->text, "", columns);
    }
    pl_value *row = pl_report_new_object(r);
    if (!m->ops->constituents) {
        pl_value_set_count(row, "trees", l.n_trees);
        pl_value_set_number(row, "coverage",
                   g->trees.n > 0 ? percent(l.n_trees, g->trees.n) : 100);
    }
    pl_value_set_number(row, "actions_per_token", ratio(l.n_actions, l.n_tokens));
    pl_value_set_count(row, "longest", l.longest);
    if (m->ops->constituents) {
        pl_value_set_count(row, "gaps", l.n_jumps);
        pl_value_set_count(row, "longest_run", l.longest_run);
    }
    snprintf(shown, sizeof shown, "%s%s%s", m->name, m->reorder != NULL ? " " : "",
             m->reorder != NULL ? m->reorder : "");
    add_system(r, m->name, shown, row, columns);
    return 0;
}

/* The machine of a system; an order of reading is for those that have one. */
static pl_machine *own_machine(const char *name, const system_options *options,
                               bool quiet, pl_error *err)
{
    system_options own = *options;
    own.reorder = NULL;
    pl_machine *m = system_machine(name, &own, quiet, err);
    if (m == NULL || m->reorder == NULL || options->reorder == NULL)
        return m;
    pl_machine_free(m);
    return system_machine(name, options, quiet, err);
}

/* -- the command -------------------------------------------------------------------- */

enum { ALL = 1000000000 }; /* rows of a table */

typedef struct job {
    input in;
    settings transforms;
    pl_report_form form;
    bool per_file;
    size_t top;  /* SIZE_MAX: not given */
    uint32_t by; /* pl_by; PL_N_BY: none */
    each each;
    texts names; /* of --system */
    system_options system;
} job;

/* clang-format off */
static const pl_option_row options[] = {
    PL_INCLUDE(job, form, pl_report_form, report_rows),
    PL_OPTION(0,   "by",             "WHAT",  PL_CHOICE_OF_AT(job, by, pl_by_name), PL_HELP(NULL, "print a table of these instead: label, tag, function, rule, word or length (of sentences); how often each occurs, and how often it is discontinuous")),
    PL_OPTION(0,   "each",           "WHAT",  PL_CHOICE_AT(job, each, each_choices),  PL_HELP(NULL, "print a line for each sentence or constituent instead, as a table separated by tabs: sentence, constituent, none (default: none)")),
    PL_OPTION(0,   "per-file",       NULL,    PL_FLAG_AT(job, per_file),            PL_HELP(NULL, "report on each file or folder separately")),
    PL_OPTION(0,   "top",            "N",     PL_INTEGER_AT(job, top, 0, ALL),      PL_HELP(NULL, "list the N most frequent (default: 10 labels; with --by all)")),
    PL_OPTION('s', "system",         "NAME",  PL_TEXTS_AT(job, names),              PL_HELP(NULL, "also derive every tree in this transition system: lengths of derivations; gaps, swaps or skips; their longest run; for a dependency system the share of trees it can derive; may be repeated")),
    PL_OPTION(0,   "system-reorder", "MODE",  PL_TEXT_AT(job, system.reorder),      PL_HELP(NULL, "with --system swap or skipshift: order in which the words of the trees are read: left, right, rightd, distI, label, label:NP=left,…,rightd (default: left for swap, dist2 for skipshift)")),
    PL_OPTION(0,   "system-heads",   "RULES", PL_FILE_AT(job, system.heads),        PL_HELP(NULL, "with --system: head rules, by name or file (default: the shipped ones that know most about the trees)")),
    PL_INCLUDE(job, system, system_options, control_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

/* Derives every tree of the input in each system of one kind and adds the lengths of the
 * derivations; for dependencies also how many trees the system can derive. 0, or -1 with
 * the reason. */
static int report_kind(pl_report *r, const job *j, bool dependencies, input *in,
                       pl_error *err)
{
    pl_pipeline steps = {0};
    pl_gold_trees g = {.steps = &steps};
    int status = add_transforms(&steps, &j->transforms, err);
    bool first = true;
    for (size_t i = 0; status == 0 && i < j->names.n; i++) {
        if (is_dependency_system(j->names.at[i]) != dependencies)
            continue;
        pl_machine *m = own_machine(j->names.at[i], &j->system, in->quiet, err);
        status = m == NULL ? -1
                 : first   ? system_trees(&g, m, in, j->system.heads, err)
                           : 0;
        if (status == 0)
            status = report_system(r, m, &g, first, err);
        first = false;
        pl_machine_free(m);
    }
    pl_gold_trees_release(&g);
    pl_pipeline_release(&steps);
    return status;
}

/* What all sentences of the input are added to. */
typedef struct sums {
    pl_stats stats;
    pl_breakdown parts; /* of --by */
    pl_str rows;        /* of --each */
    place at;
} sums;

static void add_tree(const job *j, sums *s, const pl_tree *t)
{
    if (j->by < PL_N_BY)
        pl_breakdown_add(&s->parts, t);
    else if (j->each == EACH_NONE)
        pl_stats_add(&s->stats, t);
    else {
        s->at.number++;
        put_rows(&s->rows, j->each, t, &s->at, &s->stats);
        print_lines(pl_str_text(&s->rows));
        pl_str_clear(&s->rows);
    }
}

/* Adds up all sentences of the input: 0, or -1 with the reason. */
static int count(const job *j, input *in, sums *s, pl_error *err)
{
    pl_tree_stream trees;
    pl_tree *tree;
    progress p = j->each == EACH_NONE ? progress_start(in->quiet)
                                      : progress_beside(in->quiet, NULL);
    int got = stream_open(&trees, in, &j->transforms, p, err);
    while (got >= 0 && (got = pl_tree_stream_next(&trees, NULL, &tree, err)) > 0) {
        s->at.file = pl_in_name(pl_source_reader(trees.source)->in);
        add_tree(j, s, tree);
    }
    stream_close(&trees);
    return got;
}

static void release_sums(sums *s)
{
    pl_stats_release(&s->stats);
    pl_breakdown_release(&s->parts);
    pl_str_release(&s->rows);
}

/* One table of --by: rows of the list, or, as text, printed. */
static void report_breakdown(const job *j, sums *s, const char *name, pl_report *r,
                             pl_value *list)
{
    pl_value *rows = j->form == PL_REPORT_TEXT ? pl_report_new_list(r) : list;
    put_breakdown(rows, &s->parts, j->top, j->form == PL_REPORT_TEXT ? NULL : name);
    if (j->form != PL_REPORT_TEXT)
        return;
    pl_str text = {0};
    put_breakdown_table(&text, &s->parts, rows);
    print_lines(text.at);
    pl_str_release(&text);
}

/* One report. `name` is NULL for a report on all files. A JSON object goes into `list`,
 * or is printed where that is NULL. */
static int report_one(const job *j, input *in, const char *name, pl_value *list,
                      pl_error *err)
{
    sums s = {.parts.by = (pl_by)j->by};
    pl_report *r = pl_report_new(j->form);
    bool reports = j->each == EACH_NONE && j->by == PL_N_BY;
    int status = count(j, in, &s, err);
    if (status == 0 && name != NULL && j->form == PL_REPORT_TEXT && j->each == EACH_NONE)
        print("%s\n\n", name);
    if (status == 0 && j->by < PL_N_BY)
        report_breakdown(j, &s, name, r, list);
    if (status == 0 && reports) {
        pl_value_set_text(r->root, "file", name);
        report_stats(r, &s.stats, j->top);
    }
    for (int kind = 0; kind < 2 && status == 0 && reports; kind++)
        status = report_kind(r, j, kind == 1, in, err);
    if (status == 0 && list != NULL && reports)
        pl_value_add_copy(list, r->root);
    else if (status == 0 && reports)
        report_print(r);
    pl_report_free(r);
    release_sums(&s);
    return status;
}

/* Whether the reports of all files are printed together, as a list. */
static bool makes_list(const job *j)
{
    return j->form == PL_REPORT_JSON || (j->form == PL_REPORT_TSV && j->by < PL_N_BY);
}

/* A file that cannot be read at all is left out with --on-error skip, unless there is no other. */
static int report_each(const job *j, pl_value *list, pl_error *err)
{
    int status = 0;
    size_t n_reported = 0;
    bool skips = j->in.read.source.skip_errors;
    for (size_t i = 0; i < j->in.files.n && (status == 0 || skips); i++) {
        input one = j->in;
        one.files.at = &j->in.files.at[i];
        one.files.n = 1;
        if (n_reported > 0 && list == NULL)
            print(j->form == PL_REPORT_TEXT ? "\n\n" : "\n");
        status = report_one(j, &one, j->in.files.at[i], list, err);
        n_reported += status == 0;
        if (status < 0 && skips && j->in.files.n > 1)
            pl_read_skipped(&one.read, err->text);
    }
    return n_reported > 0 && skips ? 0 : status;
}

static int report_all(job *j, pl_error *err)
{
    bool separately = j->per_file && j->in.files.n > 0 && j->each == EACH_NONE;
    bool listed = makes_list(j) && (separately || j->by < PL_N_BY);
    pl_report *r = pl_report_new(j->form);
    pl_value *list = listed ? pl_report_make_list(r) : NULL;
    if (j->top == SIZE_MAX)
        j->top = j->by < PL_N_BY ? ALL : 10;
    if (j->each != EACH_NONE)
        print_lines(tsv_headers[j->each]);
    int status = separately ? report_each(j, list, err)
                            : report_one(j, &j->in, NULL, list, err);
    if (status == 0 && listed)
        report_print(r);
    pl_report_free(r);
    return status;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.top = SIZE_MAX, .by = PL_N_BY};
}

/* What goes wrong with the options together; NULL: nothing. */
static const char *conflict(const job *j)
{
    bool table = j->by < PL_N_BY || j->each != EACH_NONE;
    if (j->by < PL_N_BY && j->each != EACH_NONE)
        return "--by and --each are two different tables: choose one";
    if (j->names.n > 0 && table)
        return "--system goes with the report, not with --by or --each";
    if (j->names.n > 0 && j->in.files.n == 0)
        return "--system reads the treebank twice: name its files";
    if (j->each != EACH_NONE && j->form == PL_REPORT_JSON)
        return "--each prints lines separated by tabs, not JSON";
    return NULL;
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    if (conflict(j) != NULL)
        return usage_error(&cmd_stats, "%s", conflict(j));
    for (size_t i = 0; i < j->names.n; i++)
        if (!system_exists(&cmd_stats, j->names.at[i]))
            return USAGE;
    if (!check_transforms(&cmd_stats, &j->transforms))
        return USAGE;
    return done_or_fail(report_all(j, &err), &err);
}

const command cmd_stats = {
    .name = "stats",
    .synopsis =
        "[--by WHAT|--each WHAT] [--system NAME…] [--json|--tsv] [TRANSFORM…] TREEBANK…",
    .about = "count what treebanks consist of: words, labels, discontinuity, lengths",
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .run = run,
};
