/* Statistics as text and as JSON; see report_stats.h. */
#include "report_stats.h"

#include "base/utf8.h"

#include <stdio.h>

enum { BAR = 40, MAX_TOP = 1000 };

/* -- text --------------------------------------------------------------------------- */

/* 1234567 as 1,234,567 in `text`, which it returns. */
static const char *commas(size_t n, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%zu", n), to = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            text[to++] = ',';
        text[to++] = digits[i];
    }
    text[to] = '\0';
    return text;
}

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
    printf("%-28s%12s", what, commas(n, number));
    if (note != NULL) {
        va_start(list, note);
        printf("   ");
        vprintf(note, list);
        va_end(list);
    }
    putchar('\n');
}

/* A bar of n out of `full` in eighths of a column. */
static void bar(size_t n, size_t full)
{
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    size_t size = full > 0 ? n * BAR * 8 / full : 0;
    if (size == 0 && n > 0)
        size = 1;
    printf("%s", n > 0 ? "  " : "");
    for (size_t i = 0; i < size / 8; i++)
        printf("█");
    printf("%s\n", eighths[size % 8]);
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
    printf("\nsentence length: mean %.2f, median %zu, longest %zu\n",
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
        printf("  %10s %10s %6.2f%%", range, commas(rows[i], number),
               percent(rows[i], s->sentences));
        bar(rows[i], most);
    }
}

static void show_gap_degrees(const pl_stats *s)
{
    printf("\n  gap degree  fan-out    constituents                sentences\n");
    for (size_t i = 0; i < s->gap_degrees.n || i < s->sentence_gap_degrees.n; i++) {
        char a[32], b[32];
        size_t nodes = i < s->gap_degrees.n ? s->gap_degrees.at[i] : 0;
        size_t trees = i < s->sentence_gap_degrees.n ? s->sentence_gap_degrees.at[i] : 0;
        printf("  %10zu %8zu %15s %7.2f%% %15s %7.2f%%\n", i, i + 1, commas(nodes, a),
               percent(nodes, s->constituents), commas(trees, b),
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
    printf("\n%s\n", title);
    for (size_t i = 0; i < n; i++) {
        char number[32];
        const char *name = c->names.at[ids[i]];
        size_t count = c->counts.at[ids[i]], width = pl_utf8_width(name);
        printf("  %s%*s %10s %6.2f%%", name, (int)(width < 20 ? 20 - width : 0), "",
               commas(count, number), percent(count, total));
        if (among != NULL)
            printf("   %6.2f%% of all %s", percent(count, pl_counter_get(among, name)),
                   name);
        putchar('\n');
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
    putchar('\n');
    line("discontinuous sentences", s->discontinuous_sentences, "%6.2f%%",
         percent(s->discontinuous_sentences, s->trees));
    line("discontinuous constituents", s->discontinuous_constituents, "%6.2f%%",
         percent(s->discontinuous_constituents, s->constituents));
    line("ill-nested sentences", s->ill_nested_sentences, "%6.2f%%",
         percent(s->ill_nested_sentences, s->trees));
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
    putchar('\n');
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

void report_stats_text(const pl_stats *s, size_t top)
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

/* -- JSON --------------------------------------------------------------------------- */

static void set(json_t *to, const char *key, size_t n)
{
    json_object_set_new(to, key, json_integer((json_int_t)n));
}

static void set_histogram(json_t *to, const char *key, const pl_histogram *h)
{
    json_t *list = json_array();
    for (size_t i = 0; i < h->n; i++)
        json_array_append_new(list, json_integer((json_int_t)h->at[i]));
    json_object_set_new(to, key, list);
}

/* {"NP": 12, …}, the most frequent first. */
static void set_counter(json_t *to, const char *key, const pl_counter *c)
{
    uint32_t ids[MAX_TOP];
    size_t n = pl_counter_top(c, MAX_TOP, ids);
    json_t *names = json_object();
    for (size_t i = 0; i < n; i++)
        set(names, c->names.at[ids[i]], c->counts.at[ids[i]]);
    json_object_set_new(to, key, names);
}

static void set_mean(json_t *to, const char *key, const pl_histogram *h)
{
    json_object_set_new(to, key,
                        pl_histogram_total(h) > 0 ? json_real(pl_histogram_mean(h))
                                                  : json_null());
}

static json_t *trees_json(json_t *to, const pl_stats *s)
{
    set(to, "labels", s->labels.names.n);
    set(to, "tags", s->tags.names.n);
    set(to, "functions", s->functions.names.n);
    set(to, "constituents", s->constituents);
    set(to, "discontinuous_sentences", s->discontinuous_sentences);
    set(to, "discontinuous_constituents", s->discontinuous_constituents);
    set_histogram(to, "gap_degrees", &s->gap_degrees);
    set_histogram(to, "sentence_gap_degrees", &s->sentence_gap_degrees);
    set(to, "ill_nested_sentences", s->ill_nested_sentences);
    set(to, "max_fan_out", s->gap_degrees.n);
    set(to, "unary_chains", pl_histogram_total(&s->chains));
    set(to, "longest_unary_chain", pl_histogram_max(&s->chains));
    set(to, "unary_chain_labels", s->chain_labels.names.n);
    set(to, "unary_over_word", s->unary_over_word);
    set(to, "secondary_edges", s->secondary_edges);
    set(to, "max_depth", pl_histogram_max(&s->depths));
    set_mean(to, "mean_depth", &s->depths);
    set_histogram(to, "children", &s->children);
    set_counter(to, "label_counts", &s->labels);
    set_counter(to, "discontinuous_label_counts", &s->discontinuous_labels);
    return to;
}

static json_t *dependencies_json(const pl_stats *s)
{
    json_t *to = json_object();
    set(to, "sentences", s->dep_sentences);
    set(to, "arcs", s->arcs);
    set(to, "relations", s->relations.names.n);
    set(to, "non_projective_sentences", s->non_projective_sentences);
    set(to, "non_projective_arcs", s->non_projective_arcs);
    set(to, "crossing_arcs", s->crossing_arcs);
    set(to, "max_arc_length", pl_histogram_max(&s->arc_lengths));
    set_mean(to, "mean_arc_length", &s->arc_lengths);
    set_counter(to, "relation_counts", &s->relations);
    return to;
}

json_t *report_stats_json(const pl_stats *s)
{
    json_t *to = json_object();
    set(to, "sentences", s->sentences);
    set(to, "tokens", s->tokens);
    set(to, "types", s->types.names.n);
    trees_json(to, s);
    set(to, "max_length", pl_histogram_max(&s->lengths));
    set_mean(to, "mean_length", &s->lengths);
    set_histogram(to, "lengths", &s->lengths);
    if (s->dep_sentences > 0)
        json_object_set_new(to, "dependencies", dependencies_json(s));
    return to;
}
