/* The loader of checkpoints: whatever bytes it is given, it refuses them, or training
 * goes on from them. The checksum is made right, and so is the fingerprint of data and
 * options, so that what they protect is reached.
 * Code: src/train/trainer.c src/train/structured.c src/learn/learner.c */
#include "small_model.h"

#include "format/reader.h"
#include "train/structured.h"

static const char templates[] =
    "b0tw d0tc s0tc s0w+d0c s0c+s1c+d0c d0c+d0.Lw+d0.Rw b0t+d0c";

static const pl_transitions *parser; /* which the trainers share, but for its weights */
static PL_VEC(pl_example) examples;
static pl_arena kept;

/* -- what is trained ---------------------------------------------------------------- */

static void show(pl_machine *m, pl_tree *const *trees, size_t n)
{
    pl_error err;
    pl_arena scratch = {0};
    for (size_t i = 0; i < n; i++)
        require(m->ops->check(trees[i], &err) == 0, "a bad tree", err.text);
    for (size_t i = 0; i < n; i++)
        m->ops->look(m, trees[i]);
    for (size_t i = 0; i < n; i++)
        m->ops->add(m, trees[i], &scratch);
    require(m->ops->finish(m, &err) == 0, "no machine", err.text);
    pl_arena_release(&scratch);
}

static pl_transitions *new_parser(pl_tree *const *trees, size_t n)
{
    pl_error err;
    pl_word_counts counts = {0};
    pl_machine_options options = {0};
    pl_machine *m = pl_machine_new("sr-gap", &options, &err);
    require(m != NULL, "no machine", NULL);
    pl_transitions *p = pl_transitions_new(m);
    show(m, trees, n);
    require(pl_templates_parse(&p->templates, pl_transitions_notation(m), "fuzz",
                               templates, &err) == 0,
            "no templates", err.text);
    pl_features_compile(&p->features, &p->templates, PL_FAR_NO);
    for (size_t i = 0; i < n; i++)
        pl_word_counts_tree(&counts, trees[i]);
    pl_vocab_make(&p->vocab, (pl_unknown)0, false, &counts);
    pl_word_counts_release(&counts);
    return p;
}

static void start(void)
{
    pl_error err;
    PL_VEC(pl_tree *) trees = {0};
    pl_tree *t;
    pl_reader *r =
        pl_reader_new(pl_in_memory("small", small_treebank, strlen(small_treebank)),
                      pl_format_find("discbracket"), NULL, &err);
    while (pl_reader_next(r, &kept, &t, &err) > 0)
        PL_PUSH(&trees, t);
    pl_reader_close(r);
    pl_transitions *p = new_parser(trees.at, trees.n);
    pl_acts steps = {0};
    for (size_t i = 0; i < trees.n; i++) {
        pl_example e;
        require(p->machine->ops->derive(p->machine, trees.at[i], true, &e.target, &steps,
                                        &kept),
                "no derivation", NULL);
        e.values = pl_transitions_values(p, trees.at[i], &kept);
        PL_PUSH(&examples, e);
    }
    PL_VEC_RELEASE(&steps);
    PL_VEC_RELEASE(&trees);
    parser = p;
}

static pl_trainer *new_trainer(void)
{
    pl_structured_options options = {
        .beam = 2, .runs = 2, .seed = 1, .threads = 1, .batch = 1};
    pl_trainer *p = pl_structured_new((pl_transitions *)parser, &options);
    for (size_t i = 0; i < examples.n; i++)
        pl_structured_add(p, &examples.at[i]);
    return p;
}

/* -- the input ---------------------------------------------------------------------- */

/* A checkpoint of one epoch. */
static const pl_str *own_checkpoint(void)
{
    static pl_str bytes;
    pl_error err;
    pl_epoch epoch;
    pl_best best = {1, 50};
    char path[] = "/tmp/pleach-fuzz-XXXXXX";
    if (bytes.n > 0)
        return &bytes;
    pl_trainer *p = new_trainer();
    pl_trainer_epoch(p, &epoch);
    close(mkstemp(path));
    require(pl_trainer_save(p, &best, path, &err) == 0 &&
                pl_in_read_file(path, 1 << 20, &bytes, &err) == 0,
            "no checkpoint", err.text);
    unlink(path);
    pl_trainer_free(p);
    return &bytes;
}

/* Where the section `checkpoint`, which begins with the fingerprint, stands in a file (see
 * docs/modelfile.md); 0 if there is none. */
static size_t header_at(const unsigned char *bytes, size_t n)
{
    uint64_t at;
    for (size_t row = 40; row + 32 <= n && row < 40 + 32 * 4; row += 32)
        if (memcmp(bytes + row, "checkpoint", 11) == 0) {
            memcpy(&at, bytes + row + 16, sizeof at);
            return n >= 8 && at <= n - 8 ? (size_t)at : 0;
        }
    return 0;
}

static void resume(const char *path)
{
    pl_error err;
    pl_best best;
    pl_epoch epoch;
    pl_trainer *p = new_trainer();
    if (pl_trainer_resume(p, &best, path, &err) == 0) {
        pl_trainer_epoch(p, &epoch);
        pl_trainer_average(p);
    }
    pl_trainer_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (parser == NULL)
        start();
    bool as_it_is = size > 0 && data[size - 1] == 0xff;
    unsigned char *bytes = container_of(data, size, !as_it_is);
    const pl_str *own = own_checkpoint();
    size_t to = header_at(bytes, size);
    if (!as_it_is && to > 0) {
        memcpy(bytes + to, own->at + header_at((const unsigned char *)own->at, own->n),
               8);
        pl_sections_seal(bytes, size);
    }
    resume(file_of((part){bytes, size}));
    free(bytes);
    return 0;
}
