/* Runs a fuzz target without libFuzzer: once on every file of the folders named, then, as
 * often as -runs=N says, on changed copies of them. The changes come from a seeded
 * generator, so that every run does the same. Prints a line "ok …"; an input that crashes
 * the target is left in the file named by -last=FILE. */
#include "base/hash.h"
#include "base/str.h"
#include "base/vec.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { LONGEST = 1 << 16, EDITS = 6 };

typedef PL_VEC(pl_str) inputs;

static void add_file(inputs *in, const char *path)
{
    FILE *file = fopen(path, "rb");
    char buffer[4096];
    pl_str text = {0};
    if (file == NULL)
        return;
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        pl_str_put(&text, buffer, n);
    fclose(file);
    PL_PUSH(in, text);
}

static int visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static int in_order(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_folder(inputs *in, const char *path)
{
    struct dirent **entries;
    int n = scandir(path, &entries, visible, in_order);
    for (int i = 0; i < n; i++) {
        pl_str full = {0};
        pl_str_printf(&full, "%s/%s", path, entries[i]->d_name);
        add_file(in, full.at);
        pl_str_release(&full);
        free(entries[i]);
    }
    if (n >= 0)
        free(entries);
}

/* A stretch of the text, mostly short. */
static void pick(pl_rng *rng, const pl_str *s, size_t *from, size_t *n)
{
    uint32_t longest = pl_rng_below(rng, 4) == 0 ? 400 : 12;
    *from = s->n > 0 ? pl_rng_below(rng, (uint32_t)s->n) : 0;
    *n = 1 + pl_rng_below(rng, longest);
    if (*n > s->n - *from)
        *n = s->n - *from;
}

/* Replaces n bytes of `text` from `at` on by others. */
static void replace(pl_str *text, size_t at, size_t n, const char *with, size_t with_n)
{
    pl_str rest = {0};
    pl_str_put(&rest, pl_str_text(text) + at + n, text->n - at - n);
    text->n = at;
    pl_str_put(text, with, with_n);
    pl_str_put(text, pl_str_text(&rest), rest.n);
    pl_str_release(&rest);
}

/* Bytes that mean something in one of the formats. */
/* clang-format off */
static const char *const bits[] = {"(", ")", " ",  "\n",  "\t",  "=",   "0",  "1", "#",
                                   "-", "/", "_",  "\r",  "<",   ">",   "\"", "&", "\xff",
                                   ".", "%", "\n\n", "500", "#EOS 1\n", "\xef\xbb\xbf"};
/* clang-format on */

static void change(pl_rng *rng, pl_str *text, const inputs *in)
{
    size_t at, n, from, m;
    pick(rng, text, &at, &n);
    const pl_str *other = &in->at[pl_rng_below(rng, (uint32_t)in->n)];
    pick(rng, other, &from, &m);
    const char *bit = bits[pl_rng_below(rng, sizeof bits / sizeof *bits)];
    switch (pl_rng_below(rng, 5)) {
    case 0: /* leave out */
        replace(text, at, n, "", 0);
        break;
    case 1: /* put in a stretch of some input */
        replace(text, at, 0, pl_str_text(other) + from, m);
        break;
    case 2: /* put it in the place of another */
        replace(text, at, n, pl_str_text(other) + from, m);
        break;
    case 3:
        replace(text, at, 0, bit, strlen(bit));
        break;
    default:
        replace(text, at, text->n > 0, bit, strlen(bit));
        break;
    }
}

static void run_one(const pl_str *text, const char *last)
{
    FILE *file = last != NULL ? fopen(last, "wb") : NULL;
    if (file != NULL) {
        fwrite(pl_str_text(text), 1, text->n, file);
        fclose(file);
    }
    /* a copy of its own size, so that reading past the end is seen */
    unsigned char *copy = pl_alloc(text->n > 0 ? text->n : 1);
    memcpy(copy, pl_str_text(text), text->n);
    LLVMFuzzerTestOneInput(copy, text->n);
    free(copy);
}

int main(int argc, char **argv)
{
    inputs in = {0};
    unsigned long runs = 0;
    const char *last = NULL;
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "-runs=", 6) == 0)
            runs = strtoul(argv[i] + 6, NULL, 10);
        else if (strncmp(argv[i], "-last=", 6) == 0)
            last = argv[i] + 6;
        else
            add_folder(&in, argv[i]);
    for (size_t i = 0; i < in.n; i++)
        run_one(&in.at[i], last);
    pl_rng rng = {1};
    pl_str text = {0};
    for (unsigned long i = 0; i < runs && in.n > 0; i++) {
        const pl_str *base = &in.at[pl_rng_below(&rng, (uint32_t)in.n)];
        pl_str_clear(&text);
        pl_str_put(&text, pl_str_text(base), base->n);
        for (uint32_t k = 1 + pl_rng_below(&rng, EDITS); k > 0 && text.n < LONGEST; k--)
            change(&rng, &text, &in);
        run_one(&text, last);
    }
    printf("%s %s: %zu inputs, %lu changed ones\n", in.n > 0 ? "ok" : "not ok",
           strrchr(argv[0], '/') != NULL ? strrchr(argv[0], '/') + 1 : argv[0], in.n,
           runs);
    int status = in.n > 0 ? 0 : 1;
    for (size_t i = 0; i < in.n; i++)
        pl_str_release(&in.at[i]);
    PL_VEC_RELEASE(&in);
    pl_str_release(&text);
    return status;
}
