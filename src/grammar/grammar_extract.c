/* From a treebank to a grammar; see grammar_extract.h. */
#include "grammar/grammar_extract.h"

#include "grammar/cascade.h"
#include "grammar/grammar_text.h"
#include "grammar/share_fragments.h"
#include "transform/transform.h"

#include "pleach.h"

#include <string.h>

/* Grammars do not say in which folder treebanks were. */
void pl_extraction_file(pl_extraction *x, const char *path)
{
    pl_str_printf(&x->files, "train: %s\n", pl_base_name(path));
}

void pl_extraction_transform(pl_extraction *x, const char *name, const char *arg)
{
    pl_str_printf(&x->transforms, " --%s%s%s", name, arg != NULL ? " " : "",
                  arg != NULL ? arg : "");
    if (strcmp(name, "heads") == 0)
        x->heads = arg;
    else
        pl_grammar_note_step(name, arg, &x->steps, &x->undo);
    x->binarizes |= strcmp(name, "binarize") == 0;
}

/* -- trees -------------------------------------------------------------------------- */

void pl_extraction_start(pl_extraction *x, const pl_extract_options *options)
{
    pl_cascade *c = &x->cascade;
    x->options = *options;
    pl_cascade_start(c, options->kind, options->text);
    c->peers = options->peers;
    c->use_rare = options->unknown_words;
    c->rare.rare = options->rare != UINT32_MAX ? options->rare : c->rare.rare;
    c->rare.open = options->open != UINT32_MAX ? options->open : c->rare.open;
}

static bool looks_binarized(const pl_tree *t)
{
    for (uint32_t v = t->root; v != PL_NONE; v = pl_tree_preorder(t, t->root, v))
        if (!pl_is_terminal(t, v) && pl_looks_temporary(t->nodes[v].label))
            return true;
    return false;
}

int pl_extraction_add(pl_extraction *x, pl_tree *t, pl_error *err)
{
    if (!x->options.text) {
        x->looks_binarized = x->looks_binarized || looks_binarized(t);
        int binarized = pl_grammar_binarize(t, err);
        if (binarized < 0)
            return -1;
        x->n_binarized += (size_t)binarized;
    }
    return pl_cascade_add(&x->cascade, t, err);
}

/* -- the grammar -------------------------------------------------------------------- */

static const struct {
    const char *ending;
    void (*write)(const pl_tsg *g, pl_out *out);
} texts[] = {{".rules", pl_tsg_write_rules}, {".lex", pl_tsg_write_lexicon}};
enum { N_TEXTS = sizeof texts / sizeof *texts };

bool pl_extraction_output(const pl_extract_options *options, const char *path, uint32_t i,
                          pl_str *name)
{
    pl_str_clear(name);
    pl_str_printf(name, "%s%s", path, options->text && i < N_TEXTS ? texts[i].ending : "");
    return i < (options->text ? N_TEXTS : 1);
}

static int write_texts(const pl_extraction *x, const pl_tsg *g, const char *path,
                       pl_error *err)
{
    pl_str name = {0};
    int status = 0;
    for (uint32_t i = 0;
         status == 0 && pl_extraction_output(&x->options, path, i, &name); i++) {
        pl_out *out = pl_out_open(name.at, err);
        if (out != NULL)
            texts[i].write(g, out);
        status = out != NULL ? pl_out_close(out, err) : -1;
    }
    pl_str_release(&name);
    return status;
}

/* The head rules, so that trees can be binarized the same way when they are scored. */
static int keep_heads(pl_extraction *x, pl_error *err)
{
    if (x->heads == NULL)
        return 0;
    pl_heads *rules = pl_heads_load(x->heads, err);
    if (rules == NULL)
        return -1;
    pl_str_puts(&x->cascade.heads, pl_heads_text(rules));
    pl_heads_free(rules);
    return 0;
}

/* Where the grammar comes from, and how its trees become those of the treebank again. */
static void describe(pl_extraction *x)
{
    pl_cascade *c = &x->cascade;
    pl_str_printf(&c->about, "program: pleach %s\nkind: %s\nsentences: %u\n%s",
                  PL_VERSION, x->options.kind->name, c->n_trees, pl_str_text(&x->files));
    if (x->transforms.n > 0)
        pl_str_printf(&c->about, "transforms:%s\n", x->transforms.at);
    if (x->n_binarized > 0)
        pl_str_puts(&c->about, "binarized: right, h=1, v=1\n");
    pl_str_puts(&c->steps, pl_str_text(&x->steps));
    bool unbinarize = (x->n_binarized > 0 || x->looks_binarized) && !x->binarizes;
    pl_str_printf(&c->undo, "%s%s%s", unbinarize ? "unbinarize" : "",
                  unbinarize && x->undo.n > 0 ? " " : "", pl_str_text(&x->undo));
}

/* Whether all processes are ready and have read as many trees. */
static int check_peers(const pl_extraction *x, int status, pl_error *err)
{
    uint32_t odd;
    if (pl_peers_agree(x->options.peers, status, err) < 0)
        return -1;
    return pl_peers_same(x->options.peers, &x->cascade.n_trees, sizeof x->cascade.n_trees,
                         &odd)
               ? 0
               : pl_fail_other_trees(odd, err);
}

int pl_extraction_save(pl_extraction *x, const char *path, unsigned threads,
                       pl_error *err)
{
    pl_cascade *c = &x->cascade;
    const pl_tsg *g = &c->at[c->n - 1].rules;
    if (check_peers(x, x->options.text ? 0 : keep_heads(x, err), err) < 0)
        return -1;
    pl_pool *pool = pl_pool_new(threads);
    int made = pl_cascade_finish(c, pool, err);
    pl_pool_free(pool);
    if (pl_peers_agree(x->options.peers, made, err) < 0)
        return -1;
    if (pl_peers_rank(x->options.peers) > 0)
        return 0;
    if (x->options.text)
        return write_texts(x, g, path, err);
    describe(x);
    return pl_cascade_save(c, path, err);
}

void pl_extraction_release(pl_extraction *x)
{
    pl_cascade_release(&x->cascade);
    pl_str_release(&x->files);
    pl_str_release(&x->transforms);
    pl_str_release(&x->steps);
    pl_str_release(&x->undo);
    *x = (pl_extraction){0};
}
