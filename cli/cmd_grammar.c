/* pleach grammar: grammars read off treebanks, as text or for parsing. */
#include "treebanks.h"

#include "grammar/grammar_extract.h"

#include <stdio.h>

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
    pl_extraction extraction;
    pl_extract_options options;
    const char *output;
    long long rare, open, threads;
} job;

/* The first operand is the kind, the others are files. */
static int take_kind(job *j, const args *a)
{
    j->options.kind = pl_grammar_kind_find(a->value);
    if (j->options.kind != NULL)
        return -1;
    pl_str names = {0};
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++)
        pl_str_printf(&names, " %s", k->name);
    int status = usage_error(a->command, "there is no kind of grammar '%s'; there are:%s",
                             a->value, names.at);
    pl_str_release(&names);
    return status;
}

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case TEXT:
        j->options.text = true;
        return -1;
    case UNKNOWN:
        j->options.unknown_words = true;
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
        if (j->options.kind == NULL)
            return take_kind(j, a);
        return treebanks_option(&j->banks, a, id);
    case TRANSFORM:
        pl_extraction_transform(&j->extraction, a->row->name, a->value);
        return treebanks_option(&j->banks, a, id);
    default:
        return treebanks_option(&j->banks, a, id);
    }
}

static int read_trees(job *j, pl_error *err)
{
    treebanks *b = &j->banks;
    pl_tree *tree;
    int got;
    if (treebanks_open(b, 0, b->in.files.n, 0, err) < 0)
        return -1;
    while ((got = treebanks_next(b, &tree, err)) > 0)
        if (pl_extraction_add(&j->extraction, tree, err) < 0 &&
            (got = treebanks_bad(b, tree, err)) < 0)
            break;
    treebanks_close(b);
    return got;
}

/* How many rules there are; of a grammar to parse with, in each of its stages. */
static void print_summary(const job *j)
{
    const pl_cascade *c = &j->extraction.cascade;
    const pl_productions *p = &c->at[c->n - 1].rules.productions;
    size_t n_trees = c->at[c->n - 1].rules.trees.n, n_lexical = 0;
    if (j->extraction.n_binarized > 0)
        fprintf(stderr,
                "pleach: trees binarized from the right, with one sibling in labels "
                "(--binarize says otherwise)\n");
    fprintf(stderr, "pleach: %u trees%c", c->n_trees, j->options.text ? ',' : ';');
    for (uint32_t i = 0; i < c->n && !j->options.text; i++)
        fprintf(stderr, " %s: %zu rules%s", c->at[i].kind->name,
                c->at[i].rules.productions.at.n, i + 1 < c->n ? "," : "\n");
    if (!j->options.text)
        return;
    for (size_t i = 0; i < p->at.n; i++)
        n_lexical += p->at.at[i].word != NULL;
    if (j->options.kind->rules != PL_RULES_PRODUCTIONS)
        fprintf(stderr, " %zu elementary trees, %zu rules\n", n_trees, p->at.n);
    else
        fprintf(stderr, " %zu rules, %zu words with their tags\n", p->at.n - n_lexical,
                n_lexical);
}

static int extract(job *j, pl_error *err)
{
    j->options.rare = j->rare >= 0 ? (uint32_t)j->rare : UINT32_MAX;
    j->options.open = j->open >= 0 ? (uint32_t)j->open : UINT32_MAX;
    j->banks.in.writes = j->options.text ? NULL : j->output;
    for (size_t i = 0; i < j->banks.in.files.n; i++)
        pl_extraction_file(&j->extraction, j->banks.in.files.at[i]);
    pl_extraction_start(&j->extraction, &j->options);
    if (read_trees(j, err) < 0 ||
        pl_extraction_save(&j->extraction, j->output, (unsigned)j->threads, err) < 0)
        return -1;
    if (!j->banks.in.quiet)
        print_summary(j);
    return 0;
}

static int check(const args *a, const job *j)
{
    if (j->options.kind == NULL)
        return usage_error(a->command, "which kind of grammar?");
    if (j->output == NULL)
        return usage_error(a->command, "-o GRAMMAR is missing: %s",
                           j->options.text ? "the files' name" : "the file to write");
    if (!j->options.unknown_words && (j->rare >= 0 || j->open >= 0))
        return usage_error(a->command, "%s is for --unknown-words",
                           j->rare >= 0 ? "--rare" : "--open-class");
    if (j->options.text && j->options.unknown_words)
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
    if (status < 0)
        status = extract(&j, &err) < 0 ? fail(&err) : DONE;
    pl_extraction_release(&j.extraction);
    treebanks_release(&j.banks);
    return status;
}
