/* segeval [-v] [-l TRAIN] RULES TREEBANK…: how well a tokenizer cuts text as a treebank
 * does.
 *
 * The text is rebuilt from the treebank: from its own raw text where it has that (the
 * "# text" lines of CoNLL-U, with a blank line before "# newpar" and "# newdoc"), else
 * from the words, joined as people write (the rules are those of `glue` below), ten
 * sentences to a paragraph. Then it is read as raw text, and spans of bytes are compared.
 * With -l, the rules learn from a treebank where words are cut. Prints precision, recall
 * and F1 of tokens and of sentences; with -v, what differs. */
#include "base/vec.h"
#include "format/source.h"
#include "text/segment.h"

#include <stdio.h>
#include <string.h>

enum { PARAGRAPH = 10 };

typedef struct span {
    size_t begin, end;
} span;

typedef PL_VEC(span) spans;

typedef struct gold {
    pl_str text;
    spans tokens, sentences;
    size_t n_read;
} gold;

/* -- rebuilding the text ----------------------------------------------------------- */

static bool one_of(const char *word, const char *list)
{
    size_t n = strlen(word);
    for (const char *p = list; (p = strstr(p, word)) != NULL; p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
            return n > 0;
    return false;
}

/* No space between two words. `open` says whether a straight quote is open. */
static bool glue(const pl_tree *t, uint32_t i, const bool *open)
{
    const char *a = t->tokens[i - 1].word, *b = t->tokens[i].word;
    const char *tag_a = t->nodes[i - 1].label, *tag_b = t->nodes[i].label;
    if (t->tokens[i - 1].misc != NULL &&
        strstr(t->tokens[i - 1].misc, "SpaceAfter=No") != NULL)
        return true;
    bool hyphens = (tag_a != NULL && strcmp(tag_a, "HYPH") == 0) ||
                   (tag_b != NULL && strcmp(tag_b, "HYPH") == 0);
    if (hyphens || (a[strlen(a) - 1] == '$' && b[0] == '$' && b[1] != '\0'))
        return true;
    if (one_of(b,
               ". , ; : ! ? ) ] } % ... \u2026 \u2019\u2019 '' \u201d \u00bb \u2032") ||
        one_of(a, "( [ { `` \u201e \u00ab $ \u20ac"))
        return true;
    if (one_of(b, "'s n't 're 've 'll 'd 'm \u2019s"))
        return strcmp(b, "'s") != 0 || strcmp(tag_b != NULL ? tag_b : "", "POS") == 0;
    if (one_of(a, "\" ' \u201c \u2018 `"))
        return open[a[0] == '"'] || !one_of(a, "\" '");
    if (one_of(b, "\" '"))
        return open[b[0] == '"'];
    return one_of(b, "\u2019") || strcmp(b, "/") == 0 || strcmp(a, "/") == 0;
}

static void put_word(gold *g, const char *word)
{
    size_t n = strlen(word);
    size_t from = n > 1 && word[0] == '$' ? 1 : 0;
    if (n > 1 && word[n - 1] == '$')
        n--;
    span s = {g->text.n, g->text.n + n - from};
    pl_str_put(&g->text, word + from, n - from);
    if (s.end > s.begin)
        PL_PUSH(&g->tokens, s);
}

static void join_words(gold *g, const pl_tree *t)
{
    bool open[2] = {false, false};
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *w = t->tokens[i].word;
        if (i > 0 && !glue(t, i, open))
            pl_str_putc(&g->text, ' ');
        put_word(g, w);
        if (strcmp(w, "\"") == 0 || strcmp(w, "'") == 0)
            open[w[0] == '"'] = !open[w[0] == '"'];
    }
}

/* The words as they follow each other in the raw text; a word that is not there (a
 * contraction that is spelled out) is part of the one before. */
static void align_words(gold *g, const pl_tree *t)
{
    size_t base = g->text.n, at = 0, n = strlen(t->text);
    pl_str_puts(&g->text, t->text);
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        const char *w = t->tokens[i].word;
        const char *found = strstr(t->text + at, w);
        if (found == NULL || (size_t)(found - t->text) > at + 6) {
            fprintf(stderr, "segeval: '%s' is not in: %s\n", w, t->text + at);
            continue;
        }
        span s = {base + (size_t)(found - t->text), 0};
        s.end = s.begin + strlen(w);
        at = s.end - base < n ? s.end - base : n;
        PL_PUSH(&g->tokens, s);
    }
}

static bool new_paragraph(const gold *g, const pl_tree *t)
{
    if (t->text == NULL)
        return g->n_read % PARAGRAPH == 0;
    for (const pl_line *l = t->lines; l != NULL; l = l->next)
        if (strncmp(l->text, "# newpar", 8) == 0 || strncmp(l->text, "# newdoc", 8) == 0)
            return true;
    return false;
}

static void add_sentence(gold *g, const pl_tree *t)
{
    if (t->n_tokens == 0)
        return;
    if (g->text.n > 0)
        pl_str_puts(&g->text, new_paragraph(g, t) ? "\n\n" : " ");
    size_t first = g->tokens.n;
    if (t->text != NULL)
        align_words(g, t);
    else
        join_words(g, t);
    span s = {g->tokens.at[first].begin, g->tokens.at[g->tokens.n - 1].end};
    PL_PUSH(&g->sentences, s);
    g->n_read++;
}

/* -- comparing --------------------------------------------------------------------- */

static size_t common(const spans *a, const spans *b, const pl_str *text, bool verbose)
{
    size_t i = 0, k = 0, n = 0;
    while (i < a->n || k < b->n) {
        bool left = k == b->n || (i < a->n && a->at[i].end <= b->at[k].end);
        bool right = i == a->n || (k < b->n && b->at[k].end <= a->at[i].end);
        bool same = left && right && a->at[i].begin == b->at[k].begin;
        n += same;
        if (verbose && !same && left)
            printf("gold   %.*s\n", (int)(a->at[i].end - a->at[i].begin),
                   text->at + a->at[i].begin);
        if (verbose && !same && right)
            printf("found         %.*s\n", (int)(b->at[k].end - b->at[k].begin),
                   text->at + b->at[k].begin);
        i += left;
        k += right;
    }
    return n;
}

static void report(const char *what, size_t both, size_t n_gold, size_t n_found)
{
    double p = n_found > 0 ? 100.0 * (double)both / (double)n_found : 0;
    double r = n_gold > 0 ? 100.0 * (double)both / (double)n_gold : 0;
    printf("%-10s gold %zu found %zu precision %.2f recall %.2f F1 %.2f\n", what, n_gold,
           n_found, p, r, p + r > 0 ? 2 * p * r / (p + r) : 0);
}

static int find_spans(const gold *g, const pl_rules *rules, spans *tokens,
                      spans *sentences, pl_error *err)
{
    pl_segmenter segmenter = pl_segmenter_of(rules);
    pl_read_options options = {.segmenter = &segmenter};
    pl_reader *r = pl_reader_new(pl_in_memory("text", g->text.at, g->text.n),
                                 pl_format_find("text"), &options, err);
    pl_arena m = {0};
    pl_tree *t;
    int got;
    while ((got = pl_reader_next(r, &m, &t, err)) > 0) {
        for (uint32_t i = 0; i < t->n_tokens; i++) {
            span s = {t->tokens[i].begin, t->tokens[i].end};
            PL_PUSH(tokens, s);
        }
        span s = {t->tokens[0].begin, t->tokens[t->n_tokens - 1].end};
        PL_PUSH(sentences, s);
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
    pl_reader_close(r);
    return got;
}

static int read_gold(gold *g, const char *const *paths, size_t n, pl_error *err)
{
    pl_source_options options = {0};
    pl_source *source = pl_source_open(paths, n, &options, err);
    pl_arena m = {0};
    pl_tree *t;
    int got = -1;
    while (source != NULL && (got = pl_source_next(source, &m, &t, err)) > 0) {
        add_sentence(g, t);
        pl_arena_reset(&m);
    }
    pl_arena_release(&m);
    pl_source_close(source);
    return got;
}

static int learn(pl_rules *rules, const char *path, pl_error *err)
{
    pl_source *source = pl_source_open(&path, 1, NULL, err);
    PL_VEC(pl_tree *) trees = {0};
    pl_arena m = {0};
    pl_tree *t;
    int got = -1;
    while (source != NULL && (got = pl_source_next(source, &m, &t, err)) > 0)
        PL_PUSH(&trees, t);
    if (got == 0)
        got = pl_rules_learn(rules, trees.at, trees.n, err);
    if (got == 0)
        printf("learned    %u endings and words\n", rules->parts.endings.n);
    PL_VEC_RELEASE(&trees);
    pl_arena_release(&m);
    pl_source_close(source);
    return got;
}

int main(int argc, char **argv)
{
    bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    const char *train = NULL;
    gold g = {0};
    spans tokens = {0}, sentences = {0};
    pl_rules rules;
    pl_error err;
    argc -= verbose;
    argv += verbose;
    if (argc > 2 && strcmp(argv[1], "-l") == 0) {
        train = argv[2];
        argc -= 2;
        argv += 2;
    }
    if (argc < 3) {
        fprintf(stderr, "usage: segeval [-v] [-l TRAIN] RULES TREEBANK…\n");
        return 2;
    }
    if (pl_rules_load(&rules, argv[1], &err) < 0 ||
        (train != NULL && learn(&rules, train, &err) < 0) ||
        read_gold(&g, (const char *const *)argv + 2, (size_t)argc - 2, &err) < 0 ||
        find_spans(&g, &rules, &tokens, &sentences, &err) < 0) {
        fprintf(stderr, "segeval: %s\n", err.text);
        return 1;
    }
    size_t n_tokens = common(&g.tokens, &tokens, &g.text, verbose);
    size_t n_sentences = common(&g.sentences, &sentences, &g.text, false);
    report("tokens", n_tokens, g.tokens.n, tokens.n);
    report("sentences", n_sentences, g.sentences.n, sentences.n);
    PL_VEC_RELEASE(&tokens);
    PL_VEC_RELEASE(&sentences);
    PL_VEC_RELEASE(&g.tokens);
    PL_VEC_RELEASE(&g.sentences);
    pl_str_release(&g.text);
    pl_rules_release(&rules);
    return 0;
}
