/* Tables of `pleach stats`; see stats_views.h. */
#include "stats_views.h"

#include "tree/punctuation.h"

/* -- counts by a property ------------------------------------------------------------ */

/* clang-format off */
static const pl_table_column with_gaps[] = {
    {.key = "name", .width = -24, .how = PL_COLUMN_WHOLE},
    PL_COLUMN("n",             "number",              12),
    {.key = "percent",      .title = "share", .width = 8, .after = "%"},
    PL_COLUMN("discontinuous", "discontinuous",       16),
    {.key = "discontinuous_percent", .title = "of it", .width = 8, .after = "%"},
    PL_COLUMN("word_gaps",     "without punctuation", 22),
    {0},
}, without_gaps[] = {
    {.key = "name", .width = -24, .how = PL_COLUMN_WHOLE},
    PL_COLUMN("n",             "number",              12),
    {.key = "percent",      .title = "share", .width = 8, .after = "%"},
    {0},
};
/* clang-format on */

static double percent(size_t part, size_t whole)
{
    return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

void put_breakdown(pl_value *rows, pl_breakdown *b, size_t top, const char *file)
{
    pl_breakdown_sort(b);
    for (size_t i = 0; i < b->rows.n && i < top; i++) {
        const pl_breakdown_row *r = &b->rows.at[i];
        pl_value *row = pl_value_add_object(rows);
        pl_value_set_text(row, "file", file);
        pl_value_set_text(row, "name", r->name);
        pl_value_set_count(row, "n", r->n);
        pl_value_set_number(row, "percent", percent(r->n, b->total));
        if (!pl_by_rows[b->by].has_gaps)
            continue;
        pl_value_set_count(row, "discontinuous", r->discontinuous);
        pl_value_set_number(row, "discontinuous_percent", percent(r->discontinuous, r->n));
        pl_value_set_count(row, "word_gaps", r->word_gaps);
    }
}

void put_breakdown_table(pl_str *out, const pl_breakdown *b, const pl_value *rows)
{
    const struct pl_by_row *by = &pl_by_rows[b->by];
    pl_str_printf(out, "%zu %s, %zu different\n", b->total, by->counts, b->rows.n);
    pl_table_put(out, by->name, by->has_gaps ? with_gaps : without_gaps, rows);
}

/* -- rows ---------------------------------------------------------------------------- */

const pl_option_choice each_choices[] = {{"none", NULL}, {"sentence", NULL}, {"constituent", NULL}, {0}};
const char *const tsv_headers[N_EACH] = {
    [EACH_NONE] = "",
    [EACH_SENTENCE] = "file\tsentence\tid\ttokens\tconstituents\tdepth\tdiscontinuous\t"
                      "word_gaps\tgap_degree\till_nested\tsecondary_edges\tarcs\t"
                      "non_projective\tcrossing\n",
    [EACH_CONSTITUENT] =
        "file\tsentence\tid\tnode\tparent\tlabel\tfunction\tparent_label\t"
        "depth\tfirst\tlast\ttokens\tchildren\tgap_degree\t"
        "word_gap_degree\tgap_tokens\trule\ttext\n",
};

static void put_place(pl_str *out, const pl_tree *t, const place *p)
{
    pl_tsv_put_text(out, p->file);
    pl_str_printf(out, "\t%zu\t", p->number);
    pl_tsv_put_text(out, t->id);
}

/* The words of a constituent; … stands for a gap. */
static void put_yield(pl_str *out, const pl_tree *t, uint32_t v, uint32_t *yield)
{
    uint32_t n = pl_tree_yield(t, v, yield);
    for (uint32_t i = 0; i < n; i++) {
        if (i > 0)
            pl_str_puts(out, yield[i] == yield[i - 1] + 1 ? " " : " … ");
        pl_tsv_put_text(out, t->tokens[yield[i]].word);
    }
}

static void put_rule(pl_str *out, const pl_tree *t, uint32_t v)
{
    pl_str rule = {0};
    pl_put_rule(&rule, t, v);
    pl_tsv_put_text(out, rule.at);
    pl_str_release(&rule);
}

/* What is known of the nodes of a tree while its rows are made. */
typedef struct walk {
    const pl_tree *t;
    uint32_t *depth, *number; /* [n_nodes] edges from the root; in pre-order, root 0 */
    uint32_t *yield;          /* [n_tokens] */
    bool *below;              /* [n_tokens] for pl_word_blocks */
    uint32_t deepest, blocks; /* of all */
} walk;

static walk walk_of(const pl_tree *t, pl_arena *m)
{
    walk w = {
        .t = t,
        .depth = PL_NEW_ARRAY(m, uint32_t, t->n_nodes + 1),
        .number = PL_NEW_ARRAY(m, uint32_t, t->n_nodes + 1),
        .yield = PL_NEW_ARRAY(m, uint32_t, t->n_tokens + 1),
        .below = pl_arena_zero(m, t->n_tokens + 1, sizeof *w.below),
        .blocks = 1,
    };
    uint32_t n = 0;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        w.depth[v] = v == t->root ? 0 : w.depth[t->nodes[v].parent] + 1;
        w.deepest = w.depth[v] > w.deepest ? w.depth[v] : w.deepest;
        w.number[v] = n;
        if (pl_is_terminal(t, v))
            continue;
        n++;
        if (v != t->root && t->nodes[v].blocks > w.blocks)
            w.blocks = t->nodes[v].blocks;
    }
    return w;
}

static void put_constituent(pl_str *out, const walk *w, uint32_t v, const place *p)
{
    const pl_node *n = &w->t->nodes[v], *parent = &w->t->nodes[n->parent];
    const char *texts[] = {n->label, n->func, parent->label};
    put_place(out, w->t, p);
    pl_str_printf(out, "\t%u\t%u", w->number[v], w->number[n->parent]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        pl_str_putc(out, '\t');
        pl_tsv_put_text(out, texts[i]);
    }
    pl_str_printf(out, "\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t", w->depth[v], n->low + 1,
                  n->high + 1, n->size, n->order, n->blocks - 1,
                  pl_word_blocks(w->t, v, w->below) - 1, n->high - n->low + 1 - n->size);
    put_rule(out, w->t, v);
    pl_str_putc(out, '\t');
    put_yield(out, w->t, v, w->yield);
    pl_str_putc(out, '\n');
}

/* The sentence is what the sums have grown by. */
static void put_sentence(pl_str *out, const walk *w, const place *p, pl_stats *s)
{
    pl_stats was = *s;
    pl_stats_add(s, w->t);
    put_place(out, w->t, p);
    pl_str_printf(out, "\t%u\t%zu\t%u\t%zu\t%zu\t%u\t%zu\t%zu\t%zu\t%zu\t%zu\n",
                  w->t->n_tokens, s->constituents - was.constituents, w->deepest,
                  s->discontinuous_constituents - was.discontinuous_constituents,
                  s->word_gap_constituents - was.word_gap_constituents, w->blocks - 1,
                  s->ill_nested_sentences - was.ill_nested_sentences,
                  s->secondary_edges - was.secondary_edges, s->arcs - was.arcs,
                  s->non_projective_arcs - was.non_projective_arcs,
                  s->crossing_arcs - was.crossing_arcs);
}

void put_rows(pl_str *out, each what, const pl_tree *t, const place *p, pl_stats *s)
{
    pl_arena m = {0};
    walk w = walk_of(t, &m);
    if (what == EACH_SENTENCE)
        put_sentence(out, &w, p, s);
    for (uint32_t v = t->root; v != PL_NONE && what == EACH_CONSTITUENT;
         v = pl_tree_preorder(t, t->root, v))
        if (v != t->root && !pl_is_terminal(t, v))
            put_constituent(out, &w, v, p);
    pl_arena_release(&m);
}
