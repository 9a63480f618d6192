/* Text that formats cannot hold: words, labels and all other texts of random characters are
 * written in every format. What is read again is the same, or the writer has refused the
 * sentence, or counted that texts were changed. */
#include "unit.h"

#include "format/reader.h"
#include "format/writer.h"

#include <string.h>

enum { N_ROUNDS = 4000, MAX_WORDS = 5 };

/* Characters and words that mean something in one of the formats. */
static const char *const pieces[] = {
    "(",     ")",     " ",    "\t",   "\n",     "\r",     "#",      "#LRB#",  "#SPC#",
    "#HSH#", "-LRB-", "=",    "5=",   "0",      "/",      "_",      "--",     "%%",
    "#EOS",  "#BOS",  "#500", "#BOT", "%",      "\"",     "<",      "&",      ">",
    "&amp;", "'",     "\x01", "\x7f", "\x1b",   "\u00a0", "\u2028", "\ufeff", "|",
    "-",     "*",     "\\",   "ID",   "1-2",    "1.1",    "\u00e9", "a",      "b",
    "ROOT",  "VROOT", "\f",   "]]>",  "\ufffe", "NP",     ":",      "-NONE-", "\xc2\x85",
};
enum { N_PIECES = sizeof pieces / sizeof *pieces };

static const char *random_text(pl_arena *m, pl_rng *rng)
{
    const char *text = "";
    for (uint32_t n = 1 + pl_rng_below(rng, 3); n > 0; n--)
        text = pl_arena_printf(m, "%s%s", text, pieces[pl_rng_below(rng, N_PIECES)]);
    return text;
}

/* One text of five is nasty. */
static const char *some_text(pl_arena *m, pl_rng *rng, const char *usual)
{
    return pl_rng_below(rng, 5) == 0 ? random_text(m, rng) : usual;
}

/* Words and labels may be empty, too; other texts that are empty say nothing. */
static const char *name(pl_arena *m, pl_rng *rng, const char *usual)
{
    return pl_rng_below(rng, 40) == 0 ? "" : some_text(m, rng, usual);
}

static void fill_node(pl_arena *m, pl_rng *rng, const pl_format *f, pl_node *n)
{
    unsigned holds = f->holds;
    n->label = name(m, rng, "NN");
    n->func = holds & PL_HAS_FUNCTIONS ? some_text(m, rng, "SB") : NULL;
    n->lemma = holds & PL_HAS_LEMMAS ? some_text(m, rng, "l") : NULL;
    n->morph = holds & PL_HAS_MORPHOLOGY ? some_text(m, rng, "Sg") : NULL;
}

/* A sentence with all that the format can hold of texts. */
static pl_tree *nasty_tree(pl_arena *m, pl_rng *rng, const pl_format *f)
{
    uint32_t n = 1 + pl_rng_below(rng, MAX_WORDS);
    pl_tree *t = pl_tree_new(m, n);
    bool deps = f->holds & PL_HAS_DEPENDENCIES;
    for (uint32_t i = 0; i < n; i++) {
        fill_node(m, rng, f, &t->nodes[i]);
        if (!(f->holds & PL_HAS_TAGS))
            t->nodes[i].label = NULL;
        t->tokens[i].word = name(m, rng, "w");
        t->tokens[i].head = !deps ? PL_NONE : i == 0 ? PL_ROOT_HEAD : i - 1;
        t->tokens[i].deprel = deps ? some_text(m, rng, "x") : NULL;
        t->tokens[i].coarse = deps ? some_text(m, rng, "X") : NULL;
    }
    t->has_deps = deps;
    bool ids =
        f->holds & PL_HAS_IDS && f != &pl_format_conllx; /* it keeps its own only */
    t->id = ids ? some_text(m, rng, "s1") : NULL;
    if (!(f->holds & PL_HAS_CONSTITUENTS))
        return t;
    t->root = pl_tree_add(t, "ROOT");
    t->nodes[t->root].flags = PL_NODE_VIRTUAL; /* bracket has a place for ids then */
    for (uint32_t i = 0, inner = PL_NONE; i < n; i++) {
        if (inner == PL_NONE || pl_rng_below(rng, 2) == 0) {
            inner = pl_tree_add(t, "NP");
            fill_node(m, rng, f, &t->nodes[inner]);
            pl_tree_append(t, t->root, inner);
        }
        pl_tree_append(t, inner, i);
    }
    pl_tree_order(t);
    return t;
}

static bool same(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* What differs, NULL if nothing does. */
static const char *difference(const pl_tree *a, const pl_tree *b)
{
    static char why[500];
    if (!pl_tree_equal(a, b, false, why, sizeof why))
        return why;
    for (uint32_t i = 0; i < a->n_tokens; i++) {
        const pl_token *x = &a->tokens[i], *y = &b->tokens[i];
        if (!same(a->nodes[i].lemma, b->nodes[i].lemma))
            return "lemma";
        if (!same(a->nodes[i].morph, b->nodes[i].morph))
            return "morph";
        if (!same(x->coarse, y->coarse))
            return "coarse tag";
        if (!same(x->deprel, y->deprel) || x->head != y->head)
            return "dependency";
    }
    bool number = a->id != NULL && a->id[strspn(a->id, "0123456789")] == '\0';
    const char *id = b->id; /* TigerXML puts an s before a number */
    return same(a->id, number && *id == 's' ? id + 1 : id) ? NULL : "id";
}

/* Reads what was written, which is to be one sentence. */
static pl_tree *read_again(pl_arena *m, const pl_str *text, const pl_format *f,
                           pl_error *err)
{
    pl_read_options options = {.keep_empty = true};
    pl_tree *t = NULL, *more;
    pl_reader *r = pl_reader_new(pl_in_memory("t", text->at, text->n), f, &options, err);
    if (r == NULL || pl_reader_next(r, m, &t, err) <= 0)
        t = NULL;
    if (t != NULL && pl_reader_next(r, m, &more, err) != 0) {
        pl_fail(err, PL_BAD_INPUT, "there is more than one sentence");
        t = NULL;
    }
    pl_reader_close(r);
    return t;
}

typedef struct tally {
    size_t n_same, n_refused, n_changed, n_bad;
} tally;

static void try_one(const pl_format *f, uint64_t seed, tally *counts)
{
    pl_arena m = {0};
    pl_rng rng = {seed};
    pl_error err = {0};
    pl_str text = {0};
    pl_write_options options = {.ids = true};
    pl_tree *t = nasty_tree(&m, &rng, f);
    pl_writer *w = pl_writer_new(pl_out_memory(&text), f, &options, &err);
    bool refused = pl_writer_put(w, t, &err) < 0;
    size_t n_changed = w->n_changed;
    unsigned lost = w->lost;
    assert_int_equal(pl_writer_close(w, &err), 0);
    counts->n_refused += refused;
    counts->n_changed += !refused && (n_changed > 0 || lost != 0);
    if (!refused && n_changed == 0 && lost == 0) {
        const pl_tree *back = read_again(&m, &text, f, &err);
        const char *why = back != NULL ? difference(t, back) : err.text;
        if (why != NULL && counts->n_bad++ < 5)
            print_message("%s, seed %llu: %s\n%s", f->name, (unsigned long long)seed, why,
                          pl_str_text(&text));
        counts->n_same += why == NULL;
    }
    pl_str_release(&text);
    pl_arena_release(&m);
}

static void what_is_written_can_be_read(void **unused)
{
    (void)unused;
    size_t n_bad = 0;
    for (const pl_format *const *f = pl_formats; *f != NULL; f++) {
        tally counts = {0};
        if ((*f)->read == NULL || (*f)->write == NULL || *f == &pl_format_text)
            continue;
        for (uint64_t seed = 0; seed < N_ROUNDS; seed++)
            try_one(*f, seed, &counts);
        print_message("%s: %zu the same, %zu refused, %zu said to be changed\n",
                      (*f)->name, counts.n_same, counts.n_refused, counts.n_changed);
        assert_true(counts.n_same > N_ROUNDS / 10);
        n_bad += counts.n_bad;
    }
    assert_int_equal(n_bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_can_be_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
