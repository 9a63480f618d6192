/* pleach grammar: grammars read off treebanks, as text or for parsing. */
#include "input.h"
#include "own_peers.h"

#include "grammar/grammar_extract.h"


typedef struct job {
    input in; /* the first operand is the kind, the others are files */
    settings transforms;
    pl_extraction extraction;
    pl_extract_options options;
    const char *output;
    pl_str outputs[2]; /* names of the files */
    uint32_t threads;
} job;

#define AS_USUAL UINT32_MAX /* of `rare` and `open` */

/* clang-format off */
static const pl_option_row options[] = {
    PL_OPTION(0,   "text",          NULL,      PL_FLAG_AT(job, options.text),                   PL_HELP(NULL, "write the grammar as text, to GRAMMAR.rules and GRAMMAR.lex")),
    PL_OPTION('o', "output",        "GRAMMAR", PL_FILE_AT(job, output),                         PL_HELP(NULL, "write the grammar to this file; with --text, the name of the files without .rules and .lex")),
    PL_OPTION(0,   "unknown-words", NULL,      PL_FLAG_AT(job, options.unknown_words),          PL_HELP(NULL, "replace rare words by their shape, so that words without tags can be parsed")),
    PL_OPTION(0,   "rare",          "N",       PL_INTEGER_AT(job, options.rare, 0, 1000000000), PL_HELP(NULL, "with --unknown-words: words that occur up to N times in the treebank are rare (default: 4)")),
    PL_OPTION(0,   "open-class",    "N",       PL_INTEGER_AT(job, options.open, 0, 1000000000), PL_HELP(NULL, "with --unknown-words: tags of more than N different words may tag unknown words (default: 100)")),
    PL_INCLUDE(job, threads, uint32_t, threads_rows),
    PL_INCLUDE(job, in, input, input_rows),
    PL_LIST(job, transforms, transform_option),
    PL_OPTIONS_END,
};
/* clang-format on */

static void print_kinds(FILE *to)
{
    fprintf(to, "\nKinds:\n");
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++)
        fprintf(to, "  %-14s%s\n", k->name, k->about);
}

static bool find_kind(job *j)
{
    const char *name = j->in.files.n > 0 ? j->in.files.at[0] : NULL;
    j->options.kind = name != NULL ? pl_grammar_kind_find(name) : NULL;
    if (j->options.kind != NULL)
        return true;
    pl_str names = {0};
    for (const pl_grammar_kind *k = pl_grammar_kinds; k->name != NULL; k++)
        pl_str_printf(&names, " %s", k->name);
    if (name == NULL)
        usage_error(&cmd_grammar, "which kind of grammar?");
    else
        usage_error(&cmd_grammar, "there is no kind of grammar '%s'; there are:%s", name,
                    names.at);
    pl_str_release(&names);
    return false;
}

static int add_tree(void *extraction, pl_tree *tree, pl_error *err)
{
    return pl_extraction_add(extraction, tree, err);
}

/* How many rules there are; of a grammar to parse with, in each of its stages. */
static void print_summary(const job *j)
{
    const pl_cascade *c = &j->extraction.cascade;
    const pl_productions *p = &c->at[c->n - 1].rules.productions;
    size_t n_trees = c->at[c->n - 1].rules.trees.n, n_lexical = 0;
    if (j->extraction.n_binarized > 0)
        tell("pleach: trees binarized from the right, with one sibling in labels "
             "(--binarize says otherwise)\n");
    tell("pleach: %u trees%c", c->n_trees, j->options.text ? ',' : ';');
    for (uint32_t i = 0; i < c->n && !j->options.text; i++)
        tell(" %s: %zu rules%s", c->at[i].kind->name, c->at[i].rules.productions.at.n,
             i + 1 < c->n ? "," : "");
    if (!j->options.text) {
        tell("\n");
        return;
    }
    for (size_t i = 0; i < p->at.n; i++)
        n_lexical += p->at.at[i].word != NULL;
    if (j->options.kind->rules != PL_RULES_PRODUCTIONS)
        tell(" %zu elementary trees, %zu rules\n", n_trees, p->at.n);
    else
        tell(" %zu rules, %zu words with their tags\n", p->at.n - n_lexical, n_lexical);
}

static int extract(job *j, pl_error *err)
{
    size_t n = j->in.files.n;
    const char **const writes[] = {&j->in.writes, &j->in.writes_too};
    for (uint32_t i = 0;
         i < 2 && pl_extraction_output(&j->options, j->output, i, &j->outputs[i]); i++)
        *writes[i] = j->outputs[i].at;
    for (size_t i = 0; i < j->transforms.n; i++)
        pl_extraction_transform(&j->extraction, j->transforms.at[i].name,
                                j->transforms.at[i].value);
    for (size_t i = 1; i < n; i++)
        pl_extraction_file(&j->extraction, j->in.files.at[i]);
    j->options.peers = own_peers();
    if (j->threads == 0 && j->options.peers != NULL)
        j->threads = 1; /* mpirun says how many processes a machine has */
    pl_extraction_start(&j->extraction, &j->options);
    int status =
        input_learn(&j->in, &j->transforms, 1, n - 1, add_tree, &j->extraction, err);
    if (pl_peers_agree(j->options.peers, status, err) < 0 ||
        pl_extraction_save(&j->extraction, j->output, j->threads, err) < 0)
        return -1;
    if (!j->in.quiet)
        print_summary(j);
    return 0;
}

/* Whether the options can be combined; if not, prints why. */
static bool check(job *j)
{
    if (!find_kind(j))
        return false;
    if (j->output == NULL)
        usage_error(&cmd_grammar, "-o GRAMMAR is missing: %s",
                    j->options.text ? "the files' name" : "the file to write");
    else if (!j->options.unknown_words &&
             (j->options.rare != AS_USUAL || j->options.open != AS_USUAL))
        usage_error(&cmd_grammar, "%s is for --unknown-words",
                    j->options.rare != AS_USUAL ? "--rare" : "--open-class");
    else if (j->options.text && j->options.unknown_words)
        usage_error(&cmd_grammar, "--unknown-words is for grammars to parse with, not "
                                  "for --text");
    else
        return check_transforms(&cmd_grammar, &j->transforms);
    return false;
}

static void set_defaults(void *options)
{
    *(job *)options = (job){.options = {.rare = AS_USUAL, .open = AS_USUAL}};
}

static exit_code run(void *options)
{
    job *j = options;
    pl_error err;
    exit_code code = USAGE;
    if (check(j))
        code = done_or_fail(extract(j, &err), &err);
    pl_extraction_release(&j->extraction);
    pl_str_release(&j->outputs[0]);
    pl_str_release(&j->outputs[1]);
    return code;
}

const command cmd_grammar = {
    .name = "grammar",
    .synopsis = "KIND [TRANSFORM…] [TREEBANK…] [--text] -o GRAMMAR",
    .about = "read a grammar off a treebank",
    .shared = true,
    .options = options,
    .size = sizeof(job),
    .set_defaults = set_defaults,
    .notes = print_kinds,
    .run = run,
};
