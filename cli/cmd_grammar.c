/* pleach grammar: grammars read off treebanks, as text or for parsing. */
#include "treebanks.h"

#include "grammar/grammar_file.h"
#include "transform/binarize.h"
#include "transform/heads.h"

#include "pleach.h"

#include <stdio.h>
#include <string.h>

enum { TEXT = 256, UNKNOWN, RARE, OPEN };

/* clang-format off */
static const option_row options[] = {
    {TEXT,    0,   "text",          NULL,      "write GRAMMAR.rules and GRAMMAR.lex, as text"},
    {'o',     'o', "output",        "GRAMMAR", "the file to write; with --text what the files are called, without .rules and .lex"},
    {UNKNOWN, 0,   "unknown-words", NULL,      "rare words become what they look like, so that words without tags can be parsed"},
    {RARE,    0,   "rare",          "N",       "with --unknown-words: words up to N times in the treebank are rare (default: 4)"},
    {OPEN,    0,   "open-class",    "N",       "with --unknown-words: tags of more than N different words are open to others (default: 100)"},
    THREADS_ROW,
    {0},
};

/* Transforms that parsing must undo, and what undoes them. */
static const struct inverse_row {
    const char *name, *arg; /* arg NULL: whatever it is */
    const char *undo;
} inverses[] = {
    {"binarize",   NULL,       "unbinarize"},
    {"split-disc", NULL,       "merge-disc"},
    {"unary",      "collapse", "unary=restore"},
    {"split-states", NULL,     "merge-states"},
    {0},
};
/* clang-format on */

static void print_kinds(FILE *to)
{
    fprintf(to, "\nKinds:\n");
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++)
        fprintf(to, "  %-14s%s\n", k->name, k->about);
}

static int run(args *a);

const command cmd_grammar = {
    .name = "grammar",
    .synopsis = "KIND [TRANSFORM…] [TREEBANK…] [--text] -o GRAMMAR",
    .about = "read a grammar off a treebank",
    .options = options,
    .input = input_rows,
    .more = transform_rows,
    .notes = print_kinds,
    .run = run,
};

typedef struct job {
    treebanks banks;
    pl_forest forest;
    pl_cascade cascade;
    const pl_grammar_kind *kind;
    const char *output, *heads;
    bool text, unknown_words, binarizes, looks_binarized;
    long long rare, open, threads;
    size_t n_binarized; /* trees that were not asked to be, and had to */
    pl_str options;     /* transforms as given */
    pl_str steps, undo; /* those that change trees, and those that undo them */
} job;

/* The first operand is the kind, the others are files. */
static int take_kind(job *j, const args *a)
{
    j->kind = pl_grammar_kind_find(a->value);
    if (j->kind != NULL)
        return -1;
    pl_str names = {0};
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++)
        pl_str_printf(&names, " %s", k->name);
    int status = usage_error(a->command, "there is no kind of grammar '%s'; there are:%s",
                             a->value, names.at);
    pl_str_release(&names);
    return status;
}

/* Notes a transform, and what undoes it, in front of what undoes those before. */
static void note_transform(job *j, const args *a)
{
    const char *name = a->row->name;
    const char *value = a->value != NULL ? a->value : "";
    pl_str_printf(&j->options, " --%s%s%s", name, a->value != NULL ? " " : "", value);
    if (strcmp(name, "heads") == 0)
        j->heads = a->value;
    else if (pl_grammar_step_known(name, strlen(name)))
        pl_str_printf(&j->steps, "%s%s%s%s", j->steps.n > 0 ? " " : "", name,
                      a->value != NULL ? "=" : "", value);
    j->binarizes |= strcmp(name, "binarize") == 0;
    for (const struct inverse_row *r = inverses; r->name != NULL; r++)
        if (strcmp(r->name, name) == 0 &&
            (r->arg == NULL || (a->value != NULL && strcmp(r->arg, a->value) == 0))) {
            pl_str undo = {0};
            pl_str_printf(&undo, "%s%s%s", r->undo, j->undo.n > 0 ? " " : "",
                          pl_str_text(&j->undo));
            pl_str_release(&j->undo);
            j->undo = undo;
        }
}

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case TEXT:
        j->text = true;
        return -1;
    case UNKNOWN:
        j->unknown_words = true;
        return -1;
    case RARE:
        return number_arg(a, 0, 1000000000, &j->rare) ? -1 : USAGE;
    case OPEN:
        return number_arg(a, 0, 1000000000, &j->open) ? -1 : USAGE;
    case 'j':
        return number_arg(a, 1, MAX_THREADS, &j->threads) ? -1 : USAGE;
    case 'o':
        j->output = a->value;
        return -1;
    case ARG_FILE:
        if (j->kind == NULL)
            return take_kind(j, a);
        return treebanks_option(&j->banks, a, id);
    case TRANSFORM:
        note_transform(j, a);
        return treebanks_option(&j->banks, a, id);
    default:
        return treebanks_option(&j->banks, a, id);
    }
}

/* -- as text ----------------------------------------------------------------------- */

static int prepare_text(void *context, pl_tree *tree, pl_error *err)
{
    const job *j = context;
    if (tree->root == PL_NONE)
        return pl_fail(err, PL_BAD_ARGUMENT, "the sentence has no constituents");
    return pl_grammar_prepare(j->kind, tree, err);
}

/* What is written, and by whom. */
typedef struct text_file {
    const char *extension;
    void (*counts)(const pl_grammar *g, pl_out *out);
    void (*weights)(const pl_tsg *g, pl_out *out);
} text_file;

static const text_file text_files[] = {
    {"rules", pl_grammar_write_rules, pl_tsg_write_rules},
    {"lex", pl_grammar_write_lexicon, pl_tsg_write_lexicon},
};

static int write_text(const job *j, const text_file *file, const pl_grammar *counts,
                      const pl_tsg *weights, pl_error *err)
{
    pl_str path = {0};
    pl_str_printf(&path, "%s.%s", j->output, file->extension);
    pl_out *out = pl_out_open(path.at, err);
    pl_str_release(&path);
    if (out == NULL)
        return -1;
    if (weights != NULL)
        file->weights(weights, out);
    else
        file->counts(counts, out);
    return pl_out_close(out, err);
}

static int make_fragments(job *j, pl_tsg *g, pl_error *err)
{
    if (j->kind->rules == PL_RULES_REDUCTION)
        return pl_tsg_reduction(g, &j->forest, err);
    static const pl_seek_options seek = {.cover = 1};
    pl_fragments fragments = {0};
    pl_pool *pool = pl_pool_new((unsigned)j->threads);
    pl_forest_index(&j->forest);
    int status = pl_fragments_seek(&fragments, &j->forest, &seek, pool, err);
    if (status == 0)
        status = pl_tsg_double_dop(g, &j->forest, &fragments, err);
    pl_fragments_release(&fragments);
    pl_pool_free(pool);
    return status;
}

static int extract_text(job *j, pl_error *err)
{
    pl_grammar g = {0};
    pl_tsg tsg = {0};
    bool fragments = j->kind->rules != PL_RULES_PRODUCTIONS;
    j->banks.prepare = prepare_text;
    j->banks.context = j;
    int status = treebanks_load(&j->banks, &j->forest, 0, j->banks.in.files.n, 0, err);
    if (status == 0 && fragments)
        status = make_fragments(j, &tsg, err);
    if (status == 0)
        pl_grammar_extract(&g, &j->forest);
    for (int i = 0; i < 2 && status == 0; i++)
        status = write_text(j, &text_files[i], &g, fragments ? &tsg : NULL, err);
    if (status == 0 && !j->banks.in.quiet && fragments)
        fprintf(stderr, "pleach: %u trees, %zu elementary trees, %zu rules\n",
                j->forest.n_trees, tsg.trees.n, tsg.productions.at.n);
    else if (status == 0 && !j->banks.in.quiet)
        fprintf(stderr, "pleach: %u trees, %u rules, %u words with their tags\n",
                j->forest.n_trees, g.n_rules, g.n_lexical);
    pl_grammar_release(&g);
    pl_tsg_release(&tsg);
    return status;
}

/* -- for parsing ------------------------------------------------------------------- */

/* Whether some node has more than two children; notes labels of binarized trees. */
static bool is_wide(job *j, const pl_tree *t)
{
    bool wide = false;
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v)) {
        if (pl_is_terminal(t, v))
            continue;
        wide |= t->nodes[v].order > 2;
        j->looks_binarized |= pl_looks_temporary(t->nodes[v].label);
    }
    return wide;
}

static int prepare_cascade(void *context, pl_tree *tree, pl_error *err)
{
    job *j = context;
    static const pl_bin_options usual = {PL_BIN_RIGHT, PL_LABEL_MARKOV, 1, 1};
    if (tree->root != PL_NONE && is_wide(j, tree)) {
        j->n_binarized++;
        if (pl_binarize(tree, &usual, err) < 0)
            return -1;
    }
    return pl_cascade_tree(&j->cascade, tree, err);
}

static void describe(job *j, uint32_t n_trees)
{
    pl_cascade *c = &j->cascade;
    pl_str_printf(&c->about, "program: pleach %s\nkind: %s\nsentences: %u\n", PL_VERSION,
                  j->kind->name, n_trees);
    for (size_t i = 0; i < j->banks.in.files.n; i++)
        pl_str_printf(&c->about, "train: %s\n", base_name(j->banks.in.files.at[i]));
    if (j->options.n > 0)
        pl_str_printf(&c->about, "transforms:%s\n", j->options.at);
    pl_str_puts(&c->steps, pl_str_text(&j->steps));
    if (j->n_binarized > 0)
        pl_str_puts(&c->about, "binarized: right, h=1, v=1\n");
    if ((j->n_binarized > 0 || j->looks_binarized) && !j->binarizes)
        pl_str_printf(&c->undo, "%sunbinarize", c->undo.n > 0 ? " " : "");
    if (j->undo.n > 0)
        pl_str_printf(&c->undo, "%s%s", c->undo.n > 0 ? " " : "", j->undo.at);
}

static int keep_heads(job *j, pl_error *err)
{
    if (j->heads == NULL)
        return 0;
    pl_heads *rules = pl_heads_load(j->heads, err);
    if (rules == NULL)
        return -1;
    pl_str_puts(&j->cascade.heads, pl_heads_text(rules));
    pl_heads_free(rules);
    return 0;
}

static int extract_cascade(job *j, pl_error *err)
{
    pl_cascade *c = &j->cascade;
    pl_cascade_start(c, j->kind);
    c->use_rare = j->unknown_words;
    c->rare.rare = j->rare >= 0 ? (uint32_t)j->rare : c->rare.rare;
    c->rare.open = j->open >= 0 ? (uint32_t)j->open : c->rare.open;
    j->banks.prepare = prepare_cascade;
    j->banks.context = j;
    if (treebanks_load(&j->banks, NULL, 0, j->banks.in.files.n, 0, err) < 0 ||
        keep_heads(j, err) < 0)
        return -1;
    uint32_t n_trees = c->split.n_trees > 0 ? c->split.n_trees : c->whole.n_trees;
    pl_pool *pool = pl_pool_new((unsigned)j->threads);
    int status = pl_cascade_finish(c, pool, err);
    pl_pool_free(pool);
    if (status < 0)
        return -1;
    describe(j, n_trees);
    if (pl_grammar_save(c, j->output, err) < 0)
        return -1;
    if (j->banks.in.quiet)
        return 0;
    if (j->n_binarized > 0)
        fprintf(stderr,
                "pleach: trees binarized from the right, with one sibling in labels "
                "(--binarize says otherwise)\n");
    fprintf(stderr, "pleach: %u trees;", n_trees);
    for (uint32_t i = 0; i < c->n; i++)
        fprintf(stderr, " %s: %zu rules%s", c->at[i].kind->name,
                c->at[i].rules.productions.at.n, i + 1 < c->n ? "," : "\n");
    return 0;
}

static int check(const args *a, const job *j)
{
    if (j->kind == NULL)
        return usage_error(a->command, "which kind of grammar?");
    if (j->output == NULL)
        return usage_error(a->command, "-o GRAMMAR is missing: %s",
                           j->text ? "the files' name" : "the file to write");
    if (!j->unknown_words && (j->rare >= 0 || j->open >= 0))
        return usage_error(a->command, "%s is for --unknown-words",
                           j->rare >= 0 ? "--rare" : "--open-class");
    if (j->text && j->unknown_words)
        return usage_error(a->command, "--unknown-words is for grammars to parse with, "
                                       "not for --text");
    return -1;
}

static int run(args *a)
{
    job j = {.rare = -1, .open = -1};
    pl_error err;
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0)
        status = check(a, &j);
    if (status < 0) {
        j.banks.in.writes = j.text ? NULL : j.output;
        status = (j.text ? extract_text(&j, &err) : extract_cascade(&j, &err)) < 0
                     ? fail(&err)
                     : DONE;
    }
    pl_forest_release(&j.forest);
    pl_cascade_release(&j.cascade);
    pl_str_release(&j.options);
    pl_str_release(&j.steps);
    pl_str_release(&j.undo);
    treebanks_release(&j.banks);
    return status;
}
