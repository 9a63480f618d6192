/* The interface of the library as a program uses it, or misuses it: each byte of the
 * input chooses a call, the bytes after it its arguments: objects that are there or NULL,
 * numbers in range or not, odd text. Nothing may crash or leak; after every change a
 * sentence is a whole tree, and what discbracket writes of it can be read again.
 * Code: src/api/sentence.c src/api/sentence_change.c src/api/treebank.c
 * Code: src/api/evaluate.c src/api/parse.c src/api/treebank_extract.c
 * Code: src/api/searching.c src/api/checking.c src/tree/change.c */
#include "small_model.h"

#include "api/api.h"

enum { N_SENTENCES = 4, MOST_CALLS = 60, MOST_NODES = 120, MOST_TEXTS = 64 };

typedef struct world {
    part rest;
    pl_error error;
    pl_sentence *sentences[N_SENTENCES];
    pl_evaluation *evaluations[2];
    pl_search *search;
    pl_check *check;
    pl_treebank *treebank;
    char *source; /* of the treebank */
    pl_parser *parser;
    char *texts[MOST_TEXTS]; /* that arguments point to */
    size_t n_texts;
} world;

/* -- arguments ---------------------------------------------------------------------- */

static unsigned number(world *w, unsigned below)
{
    return take_byte(&w->rest) % below;
}

/* NULL now and then. */
static pl_error *error_of(world *w)
{
    return number(w, 8) == 0 ? NULL : &w->error;
}

static pl_sentence **place(world *w)
{
    return &w->sentences[number(w, N_SENTENCES)];
}

static uint32_t node_of(world *w, const pl_sentence *s)
{
    static const uint32_t odd[] = {PL_NONE, PL_ROOT_HEAD, 1u << 31, 200};
    unsigned b = take_byte(&w->rest);
    uint32_t n = pl_sentence_nodes(s);
    return b >= 252 ? odd[b - 252] : n > 0 ? b % (n + 1) : b;
}

static const char *text_of(world *w)
{
    static const char *const texts[] = {
        NULL, "",      "NP",   "VP",           "a",  "hund",   "5=",      "(",
        ")",  "-LRB-", "a b",  "\t",           "\n", "NP-SBJ", "\xff",    "#",
        "=",  "--",    "é",    "\xef\xbb\xbf", "0",  "1",      "%%",      "<&\"'>",
        "\\", "\x01",  "\x1f", "\033[31m",     "$.", "#EOS 1", "a=b|c=d", "\xe2\x80\xa8"};
    enum { N = sizeof texts / sizeof *texts };
    unsigned b = take_byte(&w->rest);
    if (b < 224 || w->n_texts == MOST_TEXTS)
        return texts[b % N];
    part own = {w->rest.at, number(w, 40)};
    own.at = w->rest.at;
    own.n = own.n < w->rest.n ? own.n : w->rest.n;
    w->rest.at += own.n;
    w->rest.n -= own.n;
    return w->texts[w->n_texts++] = string_of(own);
}

static const char *format_of(world *w)
{
    unsigned b = number(w, 20);
    return b == 19 ? text_of(w) : pl_format_name(b); /* NULL behind the last */
}

/* -- what must hold ----------------------------------------------------------------- */

/* Tabs and line ends of a word become spaces where a format has no way to write them. */
static bool has_space(const char *word)
{
    return strpbrk(word, "\t\n\r ") != NULL;
}

static void require_readable(const pl_sentence *s)
{
    pl_error error;
    const pl_sentence *again;
    if (pl_sentence_length(s) == 0) /* an empty line is no sentence */
        return;
    char *text = pl_sentence_text(s, "discbracket", &error);
    if (text == NULL)
        return;
    pl_treebank *in = pl_treebank_from_memory(text, strlen(text), "discbracket", &error);
    require(in != NULL && pl_treebank_next(in, &again, &error) == 1, text, error.text);
    require(pl_sentence_length(again) == pl_sentence_length(s), "other words", text);
    for (uint32_t i = 0; i < pl_sentence_length(s); i++)
        require(has_space(pl_sentence_word(s, i)) ||
                    strcmp(pl_sentence_word(again, i), pl_sentence_word(s, i)) == 0,
                "another word", text);
    pl_treebank_close(in);
    pl_text_free(text);
}

/* Puts a sentence, which may be NULL, into a place. */
static void keep(world *w, pl_sentence *s)
{
    pl_sentence **to = place(w);
    if (s != NULL && pl_sentence_nodes(s) > MOST_NODES) {
        pl_sentence_free(s);
        s = NULL;
    }
    pl_sentence_free(*to);
    *to = s;
}

/* -- calls: sentences --------------------------------------------------------------- */

static void make(world *w)
{
    const char *words[12], *tags[12];
    uint32_t n = number(w, 12);
    for (uint32_t i = 0; i < n; i++) {
        words[i] = text_of(w);
        if (words[i] == NULL && number(w, 8) != 0)
            words[i] = "w";
        tags[i] = text_of(w);
    }
    unsigned how = number(w, 16);
    keep(w, pl_sentence_new(how == 0 ? NULL : words, how == 1 ? NULL : tags, n,
                            text_of(w), error_of(w)));
}

static void copy(world *w)
{
    keep(w, pl_sentence_copy(*place(w)));
}

static void forget(world *w)
{
    pl_sentence **s = place(w);
    pl_sentence_free(*s);
    *s = NULL;
}

static void add(world *w)
{
    pl_sentence *s = *place(w);
    uint32_t children[8], n = number(w, 8);
    if (pl_sentence_nodes(s) > MOST_NODES)
        return;
    for (uint32_t i = 0; i < n; i++)
        children[i] = node_of(w, s);
    pl_sentence_add(s, text_of(w), number(w, 16) == 0 ? NULL : children, n, error_of(w));
}

static void move(world *w)
{
    pl_sentence *s = *place(w);
    uint32_t node = node_of(w, s), parent = node_of(w, s);
    pl_sentence_move(s, node, parent, error_of(w));
}

static void take_out(world *w)
{
    pl_sentence *s = *place(w);
    pl_sentence_remove(s, node_of(w, s), error_of(w));
}

static void set(world *w)
{
    pl_sentence *s = *place(w);
    uint32_t node = node_of(w, s);
    pl_node_field field = (pl_node_field)number(w, 9);
    pl_sentence_set(s, node, field, text_of(w), error_of(w));
}

static void set_head(world *w)
{
    pl_sentence *s = *place(w);
    uint32_t word = node_of(w, s), head = node_of(w, s);
    pl_sentence_set_head(s, word, head, error_of(w));
}

static void set_head_child(world *w)
{
    pl_sentence *s = *place(w);
    uint32_t node = node_of(w, s), child = node_of(w, s);
    pl_sentence_set_head_child(s, node, child, error_of(w));
}

static void transform(world *w)
{
    static const char *const steps[] = {
        "binarize=right",  "unbinarize",      "heads=negra",   "heads=alpino",
        "binarize=sr-gap", "split-disc",      "merge-disc",    "raise",
        "unary=collapse",  "unary=restore",   "punct=move",    "punct=remove",
        "dependencies",    "constituents",    "max-length=3",  "reorder=left",
        "root-attach",     "traces=resolve",  "collapse-same", "functions=add",
        "reorder=restore", "split-states=wh", "merge-states",  "sample=1",
        "punct",           "nothing"};
    enum { N = sizeof steps / sizeof *steps };
    const char *chosen[3];
    size_t n = number(w, 4);
    for (size_t i = 0; i < n; i++)
        chosen[i] = number(w, 16) == 0 ? NULL : steps[number(w, N)];
    keep(w, pl_sentence_transform(*place(w), number(w, 16) == 0 ? NULL : chosen, n,
                                  error_of(w)));
}

static void look(world *w)
{
    uint32_t words[8];
    size_t begin, end;
    const pl_sentence *s = *place(w);
    uint32_t node = node_of(w, s);
    const char *texts[] = {pl_sentence_id(s),
                           pl_sentence_raw(s),
                           pl_sentence_word(s, node),
                           pl_sentence_label(s, node),
                           pl_sentence_lemma(s, node),
                           pl_sentence_function(s, node),
                           pl_sentence_relation(s, node),
                           pl_sentence_morphology(s, node)};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        require(texts[i] == NULL || strlen(texts[i]) < 1 << 20, "a long text", NULL);
    pl_sentence_place(s, node, number(w, 2) ? &begin : NULL, &end);
    uint32_t all = pl_sentence_yield(s, node, number(w, 8) ? words : NULL, number(w, 9));
    require(all <= pl_sentence_length(s), "more words than there are", NULL);
    require(pl_sentence_gap_degree(s, node) <= all, "more gaps than words", NULL);
    pl_sentence_head(s, node);
    pl_sentence_head_child(s, node);
    for (uint32_t c = pl_sentence_first_child(s, node); c != PL_NONE;
         c = pl_sentence_next_sibling(s, c))
        require(pl_sentence_parent(s, c) == node, "another parent", NULL);
}

/* -- calls: text -------------------------------------------------------------------- */

static void spell(world *w)
{
    pl_sentence *s = *place(w);
    pl_text_free(pl_sentence_text(s, format_of(w), error_of(w)));
}

static void draw(world *w)
{
    static const char *const formats[] = {"text", "svg", "latex", "html", "png", NULL};
    pl_sentence *s = *place(w);
    pl_text_free(pl_sentence_draw(s, formats[number(w, 6)], error_of(w)));
}

static void output(world *w)
{
    pl_output *out = pl_output_open(number(w, 16) == 0 ? NULL : "/dev/null", format_of(w),
                                    error_of(w));
    for (unsigned n = number(w, 4); n > 0; n--)
        pl_output_put(out, *place(w), error_of(w));
    if (number(w, 4) == 0)
        pl_output_cancel(out);
    else
        pl_output_close(out, error_of(w));
}

/* -- calls: treebanks --------------------------------------------------------------- */

static void close_treebank(world *w)
{
    pl_treebank_close(w->treebank);
    w->treebank = NULL;
    pl_text_free(w->source);
    w->source = NULL;
}

/* A treebank of what is written of a sentence, of any text or of raw text. */
static void open_treebank(world *w)
{
    close_treebank(w);
    const char *format = format_of(w), *own = number(w, 4) == 0 ? text_of(w) : NULL;
    if (own == NULL)
        own = w->source = pl_sentence_text(*place(w), format, NULL);
    size_t n = own != NULL ? strlen(own) : number(w, 2);
    w->treebank =
        number(w, 8) == 0
            ? pl_model_text(number(w, 8) ? small_model(1) : NULL, own, n, error_of(w))
            : pl_treebank_from_memory(own, n, format, error_of(w));
}

static void add_step(world *w)
{
    static const char *const steps[][2] = {
        {"punct", "move"}, {"binarize", "optimal"}, {"max-length", "2"}, {"raise", NULL},
        {"unary", "keep"}, {"sample", "1"},         {"functions", NULL}, {NULL, "a"}};
    const char *const *step = steps[number(w, 8)];
    pl_treebank_transform(w->treebank, step[0], step[1], error_of(w));
}

static void next(world *w)
{
    const pl_sentence *s;
    unsigned how = number(w, 16);
    int got = pl_treebank_next(w->treebank, how == 0 ? NULL : &s, error_of(w));
    if (got > 0 && how != 0) {
        require_whole(s->tree);
        keep(w, pl_sentence_copy(s));
    }
}

static void statistics(world *w)
{
    pl_statistics s;
    pl_treebank_statistics(w->treebank, number(w, 8) == 0 ? NULL : &s, error_of(w));
}

static void fragments(world *w)
{
    pl_fragment_options o = {.cover = number(w, 3),
                             .min_words = number(w, 3),
                             .threads = 1,
                             .relative = number(w, 2),
                             .trees = number(w, 2),
                             .unbinarize = number(w, 2),
                             .both = number(w, 2)};
    pl_text_free(pl_treebank_fragments(w->treebank,
                                       number(w, 8) == 0 ? w->treebank : NULL,
                                       number(w, 4) == 0 ? NULL : &o, error_of(w)));
}

/* -- calls: parsing ----------------------------------------------------------------- */

static pl_parser *parser_of(world *w)
{
    if (w->parser == NULL)
        w->parser = pl_parser_new(small_model(1));
    return number(w, 16) == 0 ? NULL : w->parser;
}

static void parse(world *w)
{
    pl_sentence *s = *place(w);
    keep(w, pl_parser_parse_sentence(parser_of(w), s, error_of(w)));
}

static void parse_words(world *w)
{
    const char *words[4], *tags[4];
    uint32_t n = number(w, 5);
    for (uint32_t i = 0; i < n; i++) {
        words[i] = text_of(w);
        tags[i] = text_of(w);
    }
    unsigned how = number(w, 8);
    keep(w, pl_parser_parse_words(parser_of(w), how == 0 ? NULL : words,
                                  how < 3 ? NULL : tags, n, error_of(w)));
}

static void tag(world *w)
{
    pl_sentence *s = *place(w);
    keep(w, pl_parser_tag_sentence(parser_of(w), s, error_of(w)));
}

static void best(world *w)
{
    double score;
    keep(w, pl_parser_tree(parser_of(w), number(w, 3), number(w, 2) ? &score : NULL));
}

static void explain(world *w)
{
    pl_text_free(pl_parser_explain(parser_of(w), number(w, 3), error_of(w)));
}

static void constrain(world *w)
{
    static const char *const kinds[] = {"bracket", "no-bracket", "arc", "no-arc",
                                        "relation", "no-relation", "tag", "none-such"};
    pl_constraints *c = number(w, 16) == 0 ? NULL : pl_constraints_new();
    for (unsigned n = number(w, 4); n > 0; n--) {
        uint32_t words[4];
        for (int i = 0; i < 4; i++)
            words[i] = number(w, 6);
        pl_constraints_put(c, kinds[number(w, 8)], words, number(w, 5), number(w, 6),
                           text_of(w), error_of(w));
    }
    const pl_sentence *s = *place(w);
    if (number(w, 4) == 0)
        pl_constraints_put_sentence(c, s, node_of(w, s), error_of(w));
    pl_parser_constrain(parser_of(w), c, error_of(w));
    pl_constraints_free(c);
}

/* -- calls: evaluating -------------------------------------------------------------- */

static pl_evaluation **evaluation(world *w)
{
    return &w->evaluations[number(w, 2)];
}

static void evaluate(world *w)
{
    static const char *const params[] = {NULL, "proper", "disc", "spmrl", "none-such"};
    pl_evaluation **e = evaluation(w);
    unsigned how = take_byte(&w->rest);
    pl_evaluation_options o = {.params = params[number(w, 5)],
                               .disc_only = how & 1,
                               .unlabelled = how & 2,
                               .whole_labels = how & 4,
                               .functions = how & 8,
                               .universal = how & 16,
                               .subtypes = how & 32};
    pl_evaluation_free(*e);
    *e = pl_evaluation_new(number(w, 4) == 0 ? NULL : &o, error_of(w));
}

static void score(world *w)
{
    pl_evaluation *e = *evaluation(w);
    pl_sentence *gold = *place(w), *candidate = *place(w);
    pl_evaluation_add(e, gold, candidate, error_of(w));
}

static void figures(world *w)
{
    const pl_evaluation *e = *evaluation(w);
    pl_figures all = pl_evaluation_all(e), disc = pl_evaluation_disc(e);
    pl_figures functions = pl_evaluation_functions(e);
    require(all.matched <= all.gold && disc.matched <= disc.candidate &&
                functions.matched <= functions.gold,
            "more is right than there is", NULL);
    pl_evaluation_tagging(e);
    pl_evaluation_attachment(e, (int)number(w, 2));
    pl_evaluation_of_dependencies(e);
    pl_evaluation_sentences(e);
}

static void compare(world *w)
{
    pl_comparison scores[3];
    pl_evaluation *a = *evaluation(w), *b = *evaluation(w);
    int n = pl_evaluation_compare(a, b, 1 + number(w, 20), number(w, 3),
                                  number(w, 8) == 0 ? NULL : scores, error_of(w));
    require(n <= 3, "too many scores", NULL);
}

/* -- calls: searching --------------------------------------------------------------- */

static void compile_query(world *w)
{
    static const char *const queries[] = {
        "#n:[NT] & discontinuous(#n)", "#a:[T] . #b:[T]",
        "#a >* #b & not(#b > #c:[T])", "[word=/.*a.*/]",
        "[cat=\"NP\"] | #x:[T]",       "V(#x)",
        "#a:[T] count by #a.pos",      "[cat="};
    size_t line, column;
    unsigned how = number(w, 16);
    const char *query = how < 8 ? queries[how] : text_of(w);
    const char *templates = number(w, 4) == 0 ? "V(#v) <- #v:[pos=\"a\"] ;" : text_of(w);
    pl_search_free(w->search);
    w->search = pl_search_new(query, number(w, 2) ? templates : NULL,
                              number(w, 4) ? &line : NULL, &column, error_of(w));
}

static void search(world *w)
{
    pl_sentence *s = *place(w);
    int n = pl_search_find(w->search, s, number(w, 4), error_of(w));
    pl_search_is_cut(w->search);
    for (int i = 0; i < n && i < 20; i++)
        for (uint32_t v = 0; v <= pl_search_variables(w->search); v++) {
            const char *name = pl_search_variable(w->search, v);
            uint32_t node = pl_search_node(w->search, (size_t)i, v);
            require(node == PL_NONE || node < pl_sentence_nodes(s), "no such node", name);
            require(pl_search_node_named(w->search, (size_t)i, name) == node,
                    "another node by name", name);
        }
    pl_search_node(w->search, number(w, 200), number(w, 4));
    pl_search_node_named(w->search, 0, text_of(w));
}

/* -- calls: checking ---------------------------------------------------------------- */

/* Whatever the options: folds only in numbers that are refused, since training is slow. */
static void begin_check(world *w)
{
    static const uint32_t folds[] = {0, 0, 0, 0, 0, 0, 1, 65};
    pl_check_options o = {.methods = take_byte(&w->rest) & 0x3f,
                          .folds = folds[number(w, 8)],
                          .limit = number(w, 8),
                          .threads = 1,
                          .model = number(w, 4) == 0 ? small_model(1) : NULL};
    pl_check_free(w->check);
    w->check = pl_check_new(number(w, 4) == 0 ? NULL : &o, error_of(w));
}

static void add_to_check(world *w)
{
    pl_sentence *s = *place(w);
    pl_check_add(w->check, s, text_of(w), number(w, 3), error_of(w));
}

static void add_treebank_to_check(world *w)
{
    pl_check_add_treebank(w->check, w->treebank, error_of(w));
}

static void run_check(world *w)
{
    pl_check_run(w->check, error_of(w));
    pl_check_left_out(w->check);
}

static void look_at_finding(world *w)
{
    const pl_finding *f = pl_check_finding(w->check, number(w, 8));
    if (f == NULL)
        return;
    require_whole(f->sentence->tree);
    if (f->corrected != NULL)
        require_whole(f->corrected->tree);
    for (size_t i = 0; i < f->n_nodes; i++)
        require(f->nodes[i] < pl_sentence_nodes(f->sentence), "no such node", f->place);
    for (size_t i = 0; i < f->n_evidence; i++)
        require(f->evidence[i].node < pl_sentence_nodes(f->evidence[i].sentence),
                "no such node", f->reasons);
    require((f->correction == NULL) == (strcmp(f->kind, "none") == 0), f->kind, f->place);
    require(f->reasons[0] != '\0', "no reason", f->place);
    keep(w, pl_sentence_copy(number(w, 2) ? f->sentence : f->corrected));
}

/* -- running ------------------------------------------------------------------------ */

static void (*const calls[])(world *w) = {
    make,
    add,
    add,
    move,
    take_out,
    set,
    set,
    set_head,
    copy,
    forget,
    transform,
    look,
    spell,
    draw,
    output,
    open_treebank,
    next,
    next,
    add_step,
    statistics,
    fragments,
    parse,
    parse_words,
    tag,
    best,
    explain,
    evaluate,
    score,
    figures,
    compare,
    set_head_child,
    close_treebank,
    compile_query,
    search,
    search,
    begin_check,
    add_to_check,
    add_to_check,
    add_treebank_to_check,
    run_check,
    look_at_finding,
    look_at_finding,
    constrain,
};
enum { N_CALLS = sizeof calls / sizeof *calls };

static void end(world *w)
{
    close_treebank(w);
    for (size_t i = 0; i < N_SENTENCES; i++)
        pl_sentence_free(w->sentences[i]);
    for (size_t i = 0; i < 2; i++)
        pl_evaluation_free(w->evaluations[i]);
    pl_parser_free(w->parser);
    pl_search_free(w->search);
    pl_check_free(w->check);
    while (w->n_texts > 0)
        free(w->texts[--w->n_texts]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    world w = {.rest = {data, size}};
    small_model(1);
    for (int n = 0; n < MOST_CALLS && w.rest.n > 0; n++) {
        calls[take_byte(&w.rest) % N_CALLS](&w);
        for (size_t i = 0; i < N_SENTENCES; i++)
            if (w.sentences[i] != NULL)
                require_whole(w.sentences[i]->tree);
    }
    for (size_t i = 0; i < N_SENTENCES; i++)
        if (w.sentences[i] != NULL)
            require_readable(w.sentences[i]);
    end(&w);
    return 0;
}
