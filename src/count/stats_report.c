/* Statistics as values and as text, which is made from the values; see stats_report.h. */
#include "count/stats_report.h"

#include "base/table.h"
#include "base/utf8.h"

#include <math.h>
#include <stdio.h>

enum { MAX_TOP = 1000 };

/* -- values ------------------------------------------------------------------------- */

static void set_histogram(pl_value *to, const char *name, const pl_histogram *h)
{
    pl_value *list = pl_value_set_list(to, name);
    for (size_t i = 0; i < h->n; i++)
        pl_value_add_count(list, h->at[i]);
}

/* {"NP": 12, …}, the most frequent first. */
static void set_counter(pl_value *to, const char *name, const pl_counter *c)
{
    uint32_t ids[MAX_TOP];
    size_t n = pl_counter_top(c, MAX_TOP, ids);
    pl_value *names = pl_value_set_object(to, name);
    for (size_t i = 0; i < n; i++)
        pl_value_set_count(names, c->names.at[ids[i]], c->counts.at[ids[i]]);
}

static void set_mean(pl_value *to, const char *name, const pl_histogram *h)
{
    pl_value_set_number(to, name, pl_histogram_total(h) > 0 ? pl_histogram_mean(h) : NAN);
}

static void set_trees(pl_value *to, const pl_stats *s)
{
    pl_value_set_count(to, "labels", s->labels.names.n);
    pl_value_set_count(to, "tags", s->tags.names.n);
    pl_value_set_count(to, "functions", s->functions.names.n);
    pl_value_set_count(to, "constituents", s->constituents);
    pl_value_set_count(to, "discontinuous_sentences", s->discontinuous_sentences);
    pl_value_set_count(to, "discontinuous_constituents", s->discontinuous_constituents);
    pl_value_set_count(to, "word_gap_sentences", s->word_gap_sentences);
    pl_value_set_count(to, "word_gap_constituents", s->word_gap_constituents);
    set_histogram(to, "gap_degrees", &s->gap_degrees);
    set_histogram(to, "sentence_gap_degrees", &s->sentence_gap_degrees);
    pl_value_set_count(to, "ill_nested_sentences", s->ill_nested_sentences);
    pl_value_set_count(to, "max_fan_out", s->gap_degrees.n);
    pl_value_set_count(to, "unary_chains", pl_histogram_total(&s->chains));
    pl_value_set_count(to, "longest_unary_chain", pl_histogram_max(&s->chains));
    pl_value_set_count(to, "unary_chain_labels", s->chain_labels.names.n);
    pl_value_set_count(to, "unary_over_word", s->unary_over_word);
    pl_value_set_count(to, "secondary_edges", s->secondary_edges);
    pl_value_set_count(to, "max_depth", pl_histogram_max(&s->depths));
    set_mean(to, "mean_depth", &s->depths);
    set_histogram(to, "children", &s->children);
    set_counter(to, "label_counts", &s->labels);
    set_counter(to, "discontinuous_label_counts", &s->discontinuous_labels);
}

static void set_dependencies(pl_value *to, const pl_stats *s)
{
    pl_value_set_count(to, "sentences", s->dep_sentences);
    pl_value_set_count(to, "arcs", s->arcs);
    pl_value_set_count(to, "relations", s->relations.names.n);
    pl_value_set_count(to, "non_projective_sentences", s->non_projective_sentences);
    pl_value_set_count(to, "non_projective_arcs", s->non_projective_arcs);
    pl_value_set_count(to, "crossing_arcs", s->crossing_arcs);
    pl_value_set_count(to, "max_arc_length", pl_histogram_max(&s->arc_lengths));
    set_mean(to, "mean_arc_length", &s->arc_lengths);
    set_counter(to, "relation_counts", &s->relations);
}

static void set_values(pl_value *to, const pl_stats *s)
{
    pl_value_set_count(to, "sentences", s->sentences);
    pl_value_set_count(to, "tokens", s->tokens);
    pl_value_set_count(to, "types", s->types.names.n);
    set_trees(to, s);
    pl_value_set_count(to, "max_length", pl_histogram_max(&s->lengths));
    set_mean(to, "mean_length", &s->lengths);
    set_histogram(to, "lengths", &s->lengths);
    if (s->dep_sentences > 0)
        set_dependencies(pl_value_set_object(to, "dependencies"), s);
}

/* -- lines of text ------------------------------------------------------------------ */

/* A line: title, the number of a value, and a note. The number of a histogram is the highest value
 * seen. */
typedef struct line {
    const char *title, *name;
    enum when { ALWAYS, NONZERO, WITH_MARKS } when;
    /* The note has up to two figures of values; the figure of a histogram is its mean. With `of`
     * it has the number divided by that value, of a histogram by how many values were seen. */
    enum form { FIGURES, RATIO, PERCENT, COLUMN } form;
    const char *of;
    struct {
        const char *before, *name;
    } figures[2];
    const char *after;
    bool no_empty_note; /* there is no note if the number is 0 */
} line;

/* Every tree has one degree. */
#define TREES "sentence_gap_degrees"

/* clang-format off */
static const line all_lines[] = {
    {"sentences",                  .name = "sentences"},
    {"tokens",                     .name = "tokens", .form = RATIO, .of = "sentences", .after = " per sentence"},
    {"types",                      .name = "types"},
    {"tags",                       .name = "tags"},
    {0},
}, tree_lines[] = {
    {"labels",                     .name = "labels"},
    {"functions",                  .name = "functions", .when = NONZERO},
    {"constituents",               .name = "constituents", .form = RATIO, .of = TREES, .after = " per sentence (the root is not counted)"},
    {"secondary edges",            .name = "secondary_edges", .when = NONZERO},
    {"tree depth",                 .name = "max_depth", .figures = {{"at most; mean ", "mean_depth"}}},
    {"children per constituent",   .name = "children", .figures = {{"at most; mean ", "children"}}},
    {"unary chains",               .name = "unary_chains", .figures = {{"longest ", "longest_unary_chain"}, {"; labels that merging them adds: ", "unary_chain_labels"}}, .no_empty_note = true},
    {"unary over a word",          .name = "unary_over_word", .form = PERCENT, .of = "constituents", .after = " of the constituents"},
    {0},
}, gap_lines[] = {
    {"discontinuous sentences",    .name = "discontinuous_sentences", .form = COLUMN, .of = TREES},
    {"  without punctuation",      .name = "word_gap_sentences", .when = WITH_MARKS, .form = COLUMN, .of = TREES},
    {"discontinuous constituents", .name = "discontinuous_constituents", .form = COLUMN, .of = "constituents"},
    {"  without punctuation",      .name = "word_gap_constituents", .when = WITH_MARKS, .form = COLUMN, .of = "constituents"},
    {"ill-nested sentences",       .name = "ill_nested_sentences", .form = COLUMN, .of = TREES},
    {0},
}, arc_lines[] = {
    {"arcs",                       .name = "arcs", .figures = {{"mean length ", "mean_arc_length"}, {", longest ", "max_arc_length"}}},
    {"relations",                  .name = "relations"},
    {0},
}, crossing_lines[] = {
    {"non-projective sentences",   .name = "non_projective_sentences", .form = COLUMN, .of = "sentences"},
    {"non-projective arcs",        .name = "non_projective_arcs", .form = COLUMN, .of = "arcs"},
    {"crossing arcs",              .name = "crossing_arcs", .form = COLUMN, .of = "arcs"},
    {0},
};
/* clang-format on */

static pl_histogram histogram_of(const pl_value *list)
{
    pl_histogram h = {0};
    for (size_t i = 0; i < pl_value_size(list); i++)
        PL_PUSH(&h, (size_t)pl_value_integer(pl_value_item(list, i)));
    return h;
}

/* Appends a figure of a note. A mean of nothing is 0. */
static void put_figure(pl_str *out, const pl_value *value)
{
    pl_histogram h = histogram_of(value);
    double x = pl_value_number(value);
    if (pl_value_is(value, PL_JSON_INTEGER))
        pl_str_printf(out, "%lld", value->integer);
    else
        pl_str_printf(out, "%.2f", h.n > 0 ? pl_histogram_mean(&h) : isnan(x) ? 0 : x);
    PL_VEC_RELEASE(&h);
}

static size_t total_of(const pl_value *value)
{
    pl_histogram h = histogram_of(value);
    size_t total = h.n > 0 ? pl_histogram_total(&h) : (size_t)pl_value_integer(value);
    PL_VEC_RELEASE(&h);
    return total;
}

static void put_note(pl_str *out, const line *l, const pl_value *values, size_t n)
{
    size_t of = l->of != NULL ? total_of(pl_value_get(values, l->of)) : 0;
    for (size_t i = 0; l->form == FIGURES && i < 2 && l->figures[i].name != NULL; i++) {
        pl_str_puts(out, l->figures[i].before);
        put_figure(out, pl_value_get(values, l->figures[i].name));
    }
    if (l->form == RATIO)
        pl_str_printf(out, "%.2f", pl_ratio(n, of));
    else if (l->form != FIGURES)
        pl_str_printf(out, "%*.2f%%", l->form == COLUMN ? 6 : 0, pl_percentage(n, of));
    pl_str_puts(out, l->after != NULL ? l->after : "");
}

/* `marks`: some gaps are of punctuation alone. */
static void put_lines(pl_str *out, const line *lines, const pl_value *values, bool marks)
{
    for (const line *l = lines; l->title != NULL; l++) {
        const pl_value *value = pl_value_get(values, l->name);
        size_t highest = pl_value_size(value) > 0 ? pl_value_size(value) - 1 : 0;
        size_t n =
            pl_value_is(value, PL_JSON_LIST) ? highest : (size_t)pl_value_integer(value);
        char number[32];
        pl_str note = {0};
        if ((l->when == NONZERO && n == 0) || (l->when == WITH_MARKS && !marks))
            continue;
        if (n > 0 || !l->no_empty_note)
            put_note(&note, l, values, n);
        pl_str_printf(out, "%-28s%12s%s%s\n", l->title, pl_commas(n, number),
                      note.n > 0 ? "   " : "", pl_str_text(&note));
        pl_str_release(&note);
    }
}

/* -- tables of text ----------------------------------------------------------------- */

/* Appends a bar of n out of `full`, in eighths of a column, and ends the line. */
static void put_bar(pl_str *out, size_t n, size_t full)
{
    enum { WIDTH = 40 };
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    size_t size = full > 0 ? n * WIDTH * 8 / full : 0;
    if (size == 0 && n > 0)
        size = 1;
    pl_str_puts(out, n > 0 ? "  " : "");
    for (size_t i = 0; i < size / 8; i++)
        pl_str_puts(out, "█");
    pl_str_printf(out, "%s\n", eighths[size % 8]);
}

/* Sentences are grouped by length, LENGTH_STEP words a row; the last row has the rest. */
enum { LENGTH_STEP = 5, LENGTH_ROWS = 10 };

static void put_lengths(pl_str *out, const pl_stats *s)
{
    size_t rows[LENGTH_ROWS + 1] = {0}, most = 0;
    for (size_t length = 0; length < s->lengths.n; length++) {
        size_t row = length == 0 ? 0 : (length - 1) / LENGTH_STEP;
        rows[row < LENGTH_ROWS ? row : LENGTH_ROWS] += s->lengths.at[length];
    }
    for (size_t i = 0; i <= LENGTH_ROWS; i++)
        most = rows[i] > most ? rows[i] : most;
    pl_str_printf(out, "\nsentence length: mean %.2f, median %zu, longest %zu\n",
                  pl_histogram_mean(&s->lengths), pl_histogram_median(&s->lengths),
                  pl_histogram_max(&s->lengths));
    for (size_t i = 0; i <= LENGTH_ROWS && i * LENGTH_STEP + 1 < s->lengths.n; i++) {
        char range[32], number[32];
        bool has_empty = i == 0 && s->lengths.at[0] > 0;
        if (i == LENGTH_ROWS)
            snprintf(range, sizeof range, "> %d", LENGTH_STEP * LENGTH_ROWS);
        else
            snprintf(range, sizeof range, "%zu - %zu",
                     has_empty ? 0 : i * LENGTH_STEP + 1, (i + 1) * LENGTH_STEP);
        pl_str_printf(out, "  %10s %10s %6.2f%%", range, pl_commas(rows[i], number),
                      pl_percentage(rows[i], s->sentences));
        put_bar(out, rows[i], most);
    }
}

static void put_gap_degrees(pl_str *out, const pl_stats *s)
{
    pl_str_puts(out,
                "\n  gap degree  fan-out    constituents                sentences\n");
    for (size_t i = 0; i < s->gap_degrees.n || i < s->sentence_gap_degrees.n; i++) {
        char a[32], b[32];
        size_t nodes = i < s->gap_degrees.n ? s->gap_degrees.at[i] : 0;
        size_t trees = i < s->sentence_gap_degrees.n ? s->sentence_gap_degrees.at[i] : 0;
        pl_str_printf(out, "  %10zu %8zu %15s %7.2f%% %15s %7.2f%%\n", i, i + 1,
                      pl_commas(nodes, a), pl_percentage(nodes, s->constituents),
                      pl_commas(trees, b), pl_percentage(trees, s->trees));
    }
}

/* Appends the most frequent names with their share of all. With `among`, also how large a share
 * of the occurrences of the name there they are. */
static void put_top(pl_str *out, const char *title, const pl_counter *c, size_t top,
                    const pl_counter *among)
{
    uint32_t ids[MAX_TOP];
    size_t n = pl_counter_top(c, top < MAX_TOP ? top : MAX_TOP, ids), total = 0;
    if (n == 0)
        return;
    for (size_t i = 0; i < c->counts.n; i++)
        total += c->counts.at[i];
    pl_str_printf(out, "\n%s\n", title);
    for (size_t i = 0; i < n; i++) {
        char number[32];
        const char *name = c->names.at[ids[i]];
        pl_str shown = {0};
        pl_visible(&shown, name);
        size_t count = c->counts.at[ids[i]], width = pl_utf8_width(pl_str_text(&shown));
        pl_str_printf(out, "  %s%*s %10s %6.2f%%", name,
                      (int)(width < 20 ? 20 - width : 0), "", pl_commas(count, number),
                      pl_percentage(count, total));
        if (among != NULL)
            pl_str_printf(out, "   %6.2f%% of all %s",
                          pl_percentage(count, pl_counter_get(among, name)), name);
        pl_str_putc(out, '\n');
        pl_str_release(&shown);
    }
}

/* -- the report --------------------------------------------------------------------- */

static void put_trees(pl_str *out, const pl_value *values, const pl_stats *s, size_t top,
                      const char *remedy)
{
    size_t marks = s->discontinuous_constituents - s->word_gap_constituents;
    put_lines(out, tree_lines, values, false);
    pl_str_putc(out, '\n');
    put_lines(out, gap_lines, values, marks > 0);
    if (marks > 0 && remedy != NULL)
        pl_str_printf(out,
                      "\nPunctuation alone makes the gaps of %zu constituents; %s counts "
                      "without them.\n",
                      marks, remedy);
    put_gap_degrees(out, s);
    put_top(out, "most frequent labels", &s->labels, top, NULL);
    put_top(out, "most frequent labels of discontinuous constituents",
            &s->discontinuous_labels, top, &s->labels);
}

static void put_dependencies(pl_str *out, const pl_value *values, const pl_stats *s,
                             size_t top)
{
    put_lines(out, arc_lines, values, false);
    pl_str_putc(out, '\n');
    put_lines(out, crossing_lines, values, false);
    put_top(out, "most frequent relations", &s->relations, top, NULL);
    put_top(out, "most frequent relations of non-projective arcs",
            &s->non_projective_relations, top, &s->relations);
}

void pl_stats_report(pl_report *r, const pl_stats *s, size_t top, const char *remedy)
{
    set_values(r->root, s);
    if (r->form != PL_REPORT_TEXT)
        return;
    put_lines(&r->text, all_lines, r->root, false);
    if (s->trees > 0)
        put_trees(&r->text, r->root, s, top, remedy);
    if (s->dep_sentences > 0)
        put_dependencies(&r->text, pl_value_get(r->root, "dependencies"), s, top);
    if (s->sentences > 0)
        put_lengths(&r->text, s);
}
