/* The views of pleach search; see search_job.h. */
#include "from_svg.h"
#include "search_job.h"
#include "print_report.h"

#include "base/counted.h"
#include "base/utf8.h"

#include <string.h>
#include <unistd.h>

/* Appends text to a line: nothing in it ends the line or begins a column. */
static void put_cell(pl_str *out, const char *text)
{
    for (; *text != '\0'; text++)
        pl_str_putc(out, *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text);
}

static void put_id(const search_output *o, const search_item *i, const pl_view *v,
                   pl_str *out)
{
    if (o->several) {
        put_cell(out, i->file->name);
        pl_str_putc(out, ':');
    }
    put_cell(out, v->id);
}

/* Writes the first n pieces of a sentence. */
static int write_pieces(search_output *o, const search_item *i, size_t n, pl_error *err)
{
    if (n > 0)
        pl_out_put(o->out, pl_str_text(&i->text), i->ends.at[n - 1]);
    return 0;
}

static int open_out(search_output *o, pl_error *err)
{
    o->out = pl_out_open(o->job->output, err);
    return o->out != NULL ? 0 : -1;
}

/* -- lines --------------------------------------------------------------------------- */

static void put_node(pl_search_state *s, uint32_t node, pl_str *out)
{
    if (node == PL_NONE)
        return;
    put_cell(out, pl_node_label(&s->view, node));
    pl_str_putc(out, ':');
    pl_view_put_words(&s->view, node, out);
}

static void render_line(const search_output *o, search_item *i, pl_search_state *s,
                        const uint32_t *match)
{
    put_id(o, i, &s->view, &i->text);
    for (uint32_t k = 0; k < pl_query_n_counted(s->query); k++) {
        pl_str_printf(&i->text, "\t%s=", pl_query_counted(s->query, k));
        put_node(s, match[k], &i->text);
    }
    pl_str_putc(&i->text, '\n');
}

static const search_view lines = {
    .render = render_line, .begin = open_out, .write = write_pieces};

/* -- columns ------------------------------------------------------------------------- */

/* The values of the job's keys, with tabs between. */
static void put_keys(const search_job *j, pl_search_state *s, const uint32_t *match,
                     pl_str *out)
{
    pl_str value = {0};
    for (size_t k = 0; k < j->n_keys; k++) {
        const pl_key *key = &j->keys[k];
        pl_str_clear(&value);
        pl_key_put(key, &s->view,
                   key->variable == PL_OF_SENTENCE ? PL_NONE : match[key->variable],
                   &value);
        pl_str_puts(out, k > 0 ? "\t" : "");
        put_cell(out, pl_str_text(&value));
    }
    pl_str_release(&value);
}

static void render_columns(const search_output *o, search_item *i, pl_search_state *s,
                           const uint32_t *match)
{
    put_keys(o->job, s, match, &i->text);
    pl_str_putc(&i->text, '\n');
}

static int begin_columns(search_output *o, pl_error *err)
{
    if (open_out(o, err) < 0)
        return -1;
    for (size_t k = 0; k < o->job->n_keys; k++)
        pl_out_printf(o->out, "%s%s", k > 0 ? "\t" : "", o->job->keys[k].text);
    pl_out_putc(o->out, '\n');
    return 0;
}

static const search_view columns = {
    .render = render_columns, .begin = begin_columns, .write = write_pieces};

/* -- key words in context ------------------------------------------------------------ */

/* Appends the words before `end`, as many as fit into `width` columns, at the right. */
static void put_left(const pl_tree *t, uint32_t end, size_t width, pl_str *out)
{
    uint32_t from = end;
    size_t used = 0;
    while (from > 0) {
        size_t more = pl_utf8_width(t->tokens[from - 1].word) + (used > 0);
        if (used + more + (from > 1 ? 2 : 0) > width)
            break;
        used += more;
        from--;
    }
    bool cut = from > 0;
    used += cut ? 1 + (used > 0) : 0;
    pl_str_fill(out, ' ', used < width ? width - used : 0);
    pl_str_puts(out, cut ? from < end ? "… " : "…" : "");
    for (uint32_t i = from; i < end; i++) {
        put_cell(out, t->tokens[i].word);
        pl_str_puts(out, i + 1 < end ? " " : "");
    }
}

static void put_right(const pl_tree *t, uint32_t from, size_t width, pl_str *out)
{
    size_t used = 0;
    for (uint32_t i = from; i < t->n_tokens; i++) {
        size_t more = pl_utf8_width(t->tokens[i].word) + 1;
        bool last = i + 1 == t->n_tokens;
        if (used + more + (last ? 0 : 2) > width) {
            pl_str_puts(out, " …");
            return;
        }
        pl_str_putc(out, ' ');
        put_cell(out, t->tokens[i].word);
        used += more;
    }
}

/* The words of a node, those of its gaps in ⟨ ⟩. */
static void put_middle(pl_search_state *s, uint32_t node, pl_str *out)
{
    const pl_run *runs = pl_view_runs(&s->view, node);
    uint32_t n = pl_view_blocks(&s->view, node), word = runs[0].first;
    for (uint32_t r = 0; r < n; r++) {
        if (r > 0) {
            pl_str_puts(out, " ⟨");
            for (; word < runs[r].first; word++) {
                pl_str_putc(out, ' ');
                put_cell(out, s->view.tree->tokens[word].word);
            }
            pl_str_puts(out, " ⟩");
        }
        for (; word < runs[r].end; word++) {
            pl_str_putc(out, ' ');
            put_cell(out, s->view.tree->tokens[word].word);
        }
    }
}

static void render_kwic(const search_output *o, search_item *i, pl_search_state *s,
                        const uint32_t *match)
{
    uint32_t node = match[o->job->focused];
    bool bound = node != PL_NONE;
    put_left(i->tree, bound ? pl_view_first(&s->view, node) : 0, o->job->context,
             &i->text);
    pl_str_puts(&i->text, " │");
    if (bound)
        put_middle(s, node, &i->text);
    pl_str_puts(&i->text, " │");
    put_right(i->tree, bound ? pl_view_last(&s->view, node) + 1 : 0, o->job->context,
              &i->text);
    pl_str_putc(&i->text, '\n');
}

/* The ids stand in a column of six, which grows with the longest so far. */
static int write_kwic(search_output *o, const search_item *i, size_t n, pl_error *err)
{
    pl_str id = {0};
    char number[24];
    snprintf(number, sizeof number, "%zu", i->number);
    if (o->several)
        pl_str_printf(&id, "%s:", i->file->name);
    put_cell(&id, i->tree->id != NULL ? i->tree->id : number);
    pl_str_putc(&id, ':');
    size_t width = pl_utf8_width(id.at);
    o->id_width = width > o->id_width ? width : o->id_width > 6 ? o->id_width : 6;
    pl_str_fill(&id, ' ', o->id_width - width);
    for (size_t k = 0, from = 0; k < n; from = i->ends.at[k++]) {
        pl_out_printf(o->out, "%s ", id.at);
        pl_out_put(o->out, i->text.at + from, i->ends.at[k] - from);
    }
    pl_str_release(&id);
    return 0;
}

static const search_view kwic = {
    .whole = true, .render = render_kwic, .begin = open_out, .write = write_kwic};

/* -- JSON ---------------------------------------------------------------------------- */

static void put_json_node(pl_search_state *s, uint32_t node, const char *name,
                          pl_value *nodes)
{
    if (node == PL_NONE) {
        pl_value_set_null(nodes, name);
        return;
    }
    pl_value *object = pl_value_set_object(nodes, name);
    pl_value_set_text(object, "node", pl_node_label(&s->view, node));
    pl_value *words = pl_value_set_list(object, "words");
    const pl_run *runs = pl_view_runs(&s->view, node);
    for (uint32_t r = 0; r < pl_view_blocks(&s->view, node); r++)
        for (uint32_t w = runs[r].first; w < runs[r].end; w++)
            pl_value_add_count(words, w + 1);
}

/* Appends the report as a line of JSON and frees the report. */
static void put_json(pl_str *out, pl_report *r)
{
    pl_value_put_json(r->root, PL_JSON_COMPACT, out);
    pl_str_putc(out, '\n');
    pl_report_free(r);
}

/* Puts a mark before the value of "number" in the object that begins at a byte of the text. No text
 * of it has these quotes. */
static void mark_number(pl_str *text, size_t from)
{
    static const char key[] = "\"number\":";
    const char *at = strstr(pl_str_text(text) + from, key);
    pl_str rest = {0};
    if (at == NULL)
        return;
    pl_str_puts(&rest, at + strlen(key));
    text->n = (size_t)(at - text->at) + strlen(key);
    pl_str_puts(text, pl_counted_mark(PL_COUNTED_READ, true));
    pl_str_put(text, rest.at, rest.n);
    pl_str_release(&rest);
}

static void render_json(const search_output *o, search_item *i, pl_search_state *s,
                        const uint32_t *match)
{
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    pl_value *object = r->root;
    pl_value_set_text(object, "file", i->file->name);
    pl_value_set_text(object, "id", s->view.id);
    pl_value_set_count(object, "number", i->number);
    size_t from = i->text.n;
    pl_value *nodes = pl_value_set_object(object, "match");
    for (uint32_t k = 0; k < pl_query_n_counted(s->query); k++)
        put_json_node(s, match[k], pl_query_counted(s->query, k), nodes);
    put_json(&i->text, r);
    if (s->view.relative)
        mark_number(&i->text, from);
}

static const search_view json = {
    .render = render_json, .begin = open_out, .write = write_pieces};

/* -- trees --------------------------------------------------------------------------- */

static void render_nodes(const search_output *o, search_item *i, pl_search_state *s,
                         const uint32_t *match)
{
    for (uint32_t k = 0; k < pl_query_n_counted(s->query); k++)
        PL_PUSH(&i->nodes, match[k] == PL_NONE ? PL_NONE : s->view.nodes.at[match[k]].id);
}

static int begin_trees(search_output *o, pl_error *err)
{
    if (open_out(o, err) < 0)
        return -1;
    pl_out_styled(o->out);
    if (pl_draw_format_names[o->job->draw.format].converted)
        o->svg = pl_out_memory(&o->drawn);
    o->drawing = pl_drawing_new(o->svg != NULL ? o->svg : o->out, &o->job->draw);
    return 0;
}

/* Draws the sentence with the nodes of matches from `first` on highlighted. */
static int draw_matches(search_output *o, const search_item *i, size_t first, size_t n,
                        pl_error *err)
{
    pl_arena m = {0};
    const pl_query *q = o->job->query;
    uint32_t n_counted = pl_query_n_counted(q), n_nodes = i->tree->n_nodes;
    uint8_t *marks = PL_NEW_ARRAY(&m, uint8_t, n_nodes + 1);
    const char **names = PL_NEW_ARRAY(&m, const char *, n_nodes + 1);
    for (size_t k = first * n_counted; k < (first + n) * n_counted; k++) {
        uint32_t node = i->nodes.at[k];
        const char *name = pl_query_counted(q, (uint32_t)(k % n_counted));
        if (node == PL_NONE)
            continue;
        marks[node] = PL_MARK_MATCH;
        if (names[node] == NULL)
            names[node] = name;
        else if (strstr(names[node], name) == NULL)
            names[node] = pl_arena_printf(&m, "%s,%s", names[node], name);
    }
    int status = pl_drawing_add(o->drawing, i->tree,
                                &(pl_draw_marks){.nodes = marks, .names = names}, err);
    pl_arena_release(&m);
    return status;
}

static int write_trees(search_output *o, const search_item *i, size_t n, pl_error *err)
{
    int status = 0;
    if (!o->job->each || n == 0)
        return draw_matches(o, i, 0, n, err);
    for (size_t k = 0; k < n && status == 0; k++)
        status = draw_matches(o, i, k, 1, err);
    return status;
}

static int end_trees(search_output *o, pl_error *err)
{
    int status = pl_drawing_end(o->drawing, err);
    if (o->svg == NULL)
        return status;
    status = pl_out_end(o->svg, status, err);
    if (status == 0 && err != NULL) /* else the search failed */
        status = from_svg(&o->drawn, pl_draw_format_names[o->job->draw.format].name,
                          o->out, err);
    pl_str_release(&o->drawn);
    return status;
}

static const search_view trees = {
    .whole = true, .render = render_nodes, .begin = begin_trees, .write = write_trees, .end = end_trees};

/* -- sentences ----------------------------------------------------------------------- */

static int begin_sentences(search_output *o, pl_error *err)
{
    pl_write_options options = {0};
    part_set(&o->job->part, &options);
    o->writer = pl_writer_open(o->job->output, o->job->to, &options, err);
    return o->writer != NULL ? 0 : -1;
}

static int write_sentence(search_output *o, const search_item *i, size_t n, pl_error *err)
{
    o->writer->options.preamble = &i->reader->preamble;
    o->writer->options.ids =
        pl_same_text(i->reader->preamble.format, o->writer->format->name);
    return pl_writer_put(o->writer, i->tree, err);
}

static const search_view sentences = {
    .serial = true, .begin = begin_sentences, .write = write_sentence};

/* -- counts -------------------------------------------------------------------------- */

static int write_nothing(search_output *o, const search_item *i, size_t n, pl_error *err)
{
    return 0;
}

static void put_counts(search_output *o, const char *file, size_t sentences,
                       size_t matches)
{
    pl_str line = {0};
    if (o->job->json) {
        pl_report *r = pl_report_new(PL_REPORT_JSON);
        if (file != NULL)
            pl_value_set_text(r->root, "file", file);
        else
            pl_value_set_null(r->root, "file");
        pl_value_set_count(r->root, "sentences", sentences);
        pl_value_set_count(r->root, "matches", matches);
        put_json(&line, r);
    } else {
        put_cell(&line, file != NULL ? file : "total");
        pl_str_printf(&line, "\t%zu\t%zu\n", sentences, matches);
    }
    pl_out_puts(o->out, line.at);
    pl_str_release(&line);
}

static int end_counts(search_output *o, pl_error *err)
{
    for (const search_file *file = o->files; file != NULL; file = file->next)
        put_counts(o, file->name, file->sentences, file->matches);
    if (o->several)
        put_counts(o, NULL, o->n_matching, o->n_matches);
    return 0;
}

static const search_view counts = {
    .counts = true, .begin = open_out, .write = write_nothing, .end = end_counts};

/* -- tables -------------------------------------------------------------------------- */

static void render_keys(const search_output *o, search_item *i, pl_search_state *s,
                        const uint32_t *match)
{
    put_keys(o->job, s, match, &i->text);
}

static int add_to_table(search_output *o, const search_item *i, size_t n, pl_error *err)
{
    for (size_t k = 0, from = 0; k < n; from = i->ends.at[k++])
        pl_tally_add(&o->tally, pl_str_text(&i->text) + from, i->ends.at[k] - from,
                     o->n_sentences);
    return 0;
}

static void put_json_row(const search_job *j, const pl_tally_row *row, pl_str *out)
{
    pl_report *r = pl_report_new(PL_REPORT_JSON);
    pl_value *values = pl_value_set_object(r->root, "values");
    const char *at = row->values;
    pl_str value = {0};
    for (size_t k = 0; k < j->n_keys; k++) {
        size_t n = strcspn(at, "\t");
        pl_str_clear(&value);
        pl_str_put(&value, at, n);
        pl_value_set_text(values, j->keys[k].text, pl_str_text(&value));
        at += n + (at[n] == '\t');
    }
    pl_str_release(&value);
    pl_value_set_count(r->root, "matches", row->matches);
    pl_value_set_count(r->root, "sentences", row->sentences);
    put_json(out, r);
}

/* The width of column k of the table, its title included. */
static size_t column_width(const search_output *o, size_t k)
{
    size_t widest = pl_utf8_width(o->job->keys[k].text);
    pl_str cell = {0};
    for (size_t i = 0; i < o->tally.rows.n; i++) {
        const char *at = o->tally.rows.at[i].values;
        for (size_t skip = k; skip > 0; skip--)
            at += strcspn(at, "\t") + 1;
        pl_str_clear(&cell);
        pl_str_put(&cell, at, strcspn(at, "\t"));
        size_t width = pl_utf8_width(pl_str_text(&cell));
        widest = width > widest ? width : widest;
    }
    pl_str_release(&cell);
    return widest;
}

static void put_padded(pl_str *out, const char *text, size_t n, size_t width)
{
    pl_str cell = {0};
    pl_str_put(&cell, text, n);
    size_t used = pl_utf8_width(pl_str_text(&cell));
    pl_str_printf(out, "%s%*s", pl_str_text(&cell),
                  (int)(width > used ? width - used : 0) + 2, "");
    pl_str_release(&cell);
}

/* The table with titles and aligned, for people. */
static void put_table(search_output *o, pl_str *out)
{
    const search_job *j = o->job;
    size_t width[PL_MAX_KEYS];
    for (size_t k = 0; k < j->n_keys; k++) {
        width[k] = column_width(o, k);
        put_padded(out, j->keys[k].text, strlen(j->keys[k].text), width[k]);
    }
    pl_str_printf(out, "%10s %10s\n", "matches", "sentences");
    for (size_t i = 0; i < o->tally.rows.n; i++) {
        const pl_tally_row *row = &o->tally.rows.at[i];
        const char *at = row->values;
        for (size_t k = 0; k < j->n_keys; k++) {
            size_t n = strcspn(at, "\t");
            put_padded(out, at, n, width[k]);
            at += n + (at[n] == '\t');
        }
        pl_str_printf(out, "%10zu %10zu\n", row->matches, row->sentences);
    }
}

static int write_chart(search_output *o, pl_error *err)
{
    const search_job *j = o->job;
    pl_str chart = {0};
    pl_tally_chart(&o->tally, j->text, &chart);
    pl_out *out = pl_out_open(j->chart, err);
    if (out != NULL)
        pl_out_put(out, chart.at, chart.n);
    pl_str_release(&chart);
    return out != NULL ? pl_out_close(out, err) : -1;
}

static bool is_for_people(const search_job *j)
{
    return (j->output == NULL || strcmp(j->output, "-") == 0) && isatty(STDOUT_FILENO);
}

static int end_table(search_output *o, pl_error *err)
{
    pl_str text = {0};
    pl_tally_sort(&o->tally);
    if (o->job->json)
        for (size_t i = 0; i < o->tally.rows.n; i++)
            put_json_row(o->job, &o->tally.rows.at[i], &text);
    else if (is_for_people(o->job))
        put_table(o, &text);
    else
        for (size_t i = 0; i < o->tally.rows.n; i++) {
            const pl_tally_row *row = &o->tally.rows.at[i];
            pl_str_printf(&text, "%s\t%zu\t%zu\n", row->values, row->matches,
                          row->sentences);
        }
    pl_out_puts(o->out, pl_str_text(&text));
    pl_str_release(&text);
    return o->job->chart != NULL ? write_chart(o, err) : 0;
}

static const search_view table = {
    .counts = true, .render = render_keys, .begin = open_out, .write = add_to_table, .end = end_table};

const search_view *search_view_of(const search_job *j)
{
    return j->sentences                          ? &sentences
           : j->draw.format != PL_N_DRAW_FORMATS ? &trees
           : j->count                            ? &counts
           : j->columns != NULL                  ? &columns
           : j->n_keys > 0                       ? &table
           : j->kwic                             ? &kwic
           : j->json                             ? &json
                                                 : &lines;
}
