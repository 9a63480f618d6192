/* pleach grammar: grammars read off treebanks. */
#include "treebanks.h"

#include "grammar/extract.h"

#include <stdio.h>

enum { TEXT = 256 };

/* clang-format off */
static const option_row options[] = {
    {TEXT, 0,   "text",   NULL,      "write GRAMMAR.rules and GRAMMAR.lex, as text"},
    {'o',  'o', "output", "GRAMMAR", "what the files are called, without .rules and .lex"},
    {0},
};
/* clang-format on */

static const option_row *transform_rows(void)
{
    static option_row rows[64];
    if (rows[0].name == NULL)
        transform_rows_into(rows, NULL);
    return rows;
}

static void print_kinds(FILE *to)
{
    fprintf(to, "\nKinds:\n");
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++)
        fprintf(to, "  %-14s%s\n", k->name, k->about);
}

static int run(args *a);

const command cmd_grammar = {
    .name = "grammar",
    .synopsis = "KIND [TRANSFORM…] [TREEBANK…] --text -o GRAMMAR",
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
    const pl_grammar_kind *kind;
    const char *output;
    bool text;
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

static int take_option(job *j, const args *a, int id)
{
    switch (id) {
    case TEXT:
        j->text = true;
        return -1;
    case 'o':
        j->output = a->value;
        return -1;
    case ARG_FILE:
        if (j->kind == NULL)
            return take_kind(j, a);
        return treebanks_option(&j->banks, a, id);
    default:
        return treebanks_option(&j->banks, a, id);
    }
}

static int prepare(void *context, pl_tree *tree, pl_err *err)
{
    const job *j = context;
    if (tree->root == PL_NONE)
        return pl_fail(err, "the sentence has no constituents");
    return j->kind->prepare != NULL ? j->kind->prepare(tree, err) : 0;
}

static int write_file(const job *j, const pl_grammar *g, const char *extension,
                      void (*write)(const pl_grammar *g, pl_out *out), pl_err *err)
{
    pl_str path = {0};
    pl_str_printf(&path, "%s.%s", j->output, extension);
    pl_out *out = pl_out_open(path.at, err);
    pl_str_release(&path);
    if (out == NULL)
        return -1;
    write(g, out);
    return pl_out_close(out, err);
}

static int extract(job *j)
{
    pl_err err;
    pl_grammar g = {0};
    j->banks.prepare = prepare;
    j->banks.context = j;
    int status = treebanks_load(&j->banks, &j->forest, 0, j->banks.in.files.n, 0, &err);
    if (status == 0) {
        pl_grammar_extract(&g, &j->forest);
        status = write_file(j, &g, "rules", pl_grammar_write_rules, &err);
    }
    if (status == 0)
        status = write_file(j, &g, "lex", pl_grammar_write_lexicon, &err);
    if (status == 0 && !j->banks.in.quiet)
        fprintf(stderr, "pleach: %u trees, %u rules, %u words with their tags\n",
                j->forest.n_trees, g.n_rules, g.n_lexical);
    pl_grammar_release(&g);
    return status < 0 ? fail(&err) : DONE;
}

static int check(const args *a, const job *j)
{
    if (j->kind == NULL)
        return usage_error(a->command, "which kind of grammar?");
    if (j->output == NULL)
        return usage_error(a->command, "-o GRAMMAR is missing: the files' name");
    if (!j->text)
        return usage_error(a->command, "grammars are written as text: add --text");
    return -1;
}

static int run(args *a)
{
    job j = {0};
    int status = -1;
    for (int id; status < 0 && (id = args_next(a)) != ARG_END;)
        status = take_option(&j, a, id);
    if (status < 0)
        status = check(a, &j);
    if (status < 0)
        status = extract(&j);
    pl_forest_release(&j.forest);
    treebanks_release(&j.banks);
    return status;
}
