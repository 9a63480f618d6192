/* What fuzz targets share: saying what went wrong, taking the input apart, files in memory, and
 * the invariant of trees. */
#ifndef PL_TESTS_FUZZ_H
#define PL_TESTS_FUZZ_H

#include "base/sections.h"
#include "tree/tree.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the run unless something holds that must hold for every input. */
static inline void require(bool holds, const char *what, const char *detail)
{
    if (holds)
        return;
    fprintf(stderr, "%s: %s\n", what, detail != NULL ? detail : "");
    abort();
}

/* -- the input ---------------------------------------------------------------------- */

/* A stretch of the input. Targets that need several texts separate them by lines of a % only. */
typedef struct part {
    const uint8_t *at;
    size_t n;
} part;

/* Takes the text before the first such line, or all of it, off the front of `rest`. */
static inline part take_part(part *rest)
{
    part taken = *rest;
    const uint8_t *line = rest->n > 0 ? memmem(rest->at, rest->n, "\n%\n", 3) : NULL;
    if (line == NULL) {
        rest->n = 0;
        return taken;
    }
    taken.n = (size_t)(line - rest->at) + 1;
    *rest = (part){line + 3, rest->n - taken.n - 2};
    return taken;
}

static inline uint8_t take_byte(part *rest)
{
    if (rest->n == 0)
        return 0;
    rest->n--;
    return *rest->at++;
}

/* A string in memory of its own, so that reading past its end is seen. */
static inline char *string_of(part p)
{
    char *text = malloc(p.n + 1);
    require(text != NULL, "no memory", NULL);
    if (p.n > 0)
        memcpy(text, p.at, p.n);
    text[p.n] = '\0';
    return text;
}

/* -- files -------------------------------------------------------------------------- */

/* Puts the bytes into a file that is in memory only; its path, the same for all calls. */
static inline const char *file_of(part p)
{
    static char path[32];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", MFD_CLOEXEC);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    require(file >= 0 && ftruncate(file, 0) == 0 &&
                pwrite(file, p.at, p.n, 0) == (ssize_t)p.n,
            "no file", path);
    return path;
}

/* Writes into the table of a container (docs/modelfile.md) that its sections stand one behind
 * the other up to its end. The fuzzer has made them longer and shorter. */
static inline void settle_sections(unsigned char *bytes, size_t n)
{
    uint32_t count = 0;
    if (n >= 40)
        memcpy(&count, bytes + 20, sizeof count);
    size_t at = 40 + 32 * (size_t)count;
    for (uint32_t i = 0; i < count && at <= n; i++) {
        uint64_t place[2]; /* offset, size */
        unsigned char *row = bytes + 40 + 32 * (size_t)i + 16;
        memcpy(place, row, sizeof place);
        at = (at + 63) / 64 * 64;
        place[0] = at;
        if (at <= n && (i + 1 == count || place[1] > n - at))
            place[1] = n - at;
        memcpy(row, place, sizeof place);
        at += place[1];
    }
}

/* A container of exactly n bytes. With `seal` its table, size and checksum are made right, so
 * that what they protect is reached. */
static inline unsigned char *container_of(const uint8_t *data, size_t n, bool seal)
{
    unsigned char *bytes = malloc(n > 0 ? n : 1);
    require(bytes != NULL, "no memory", NULL);
    if (n > 0)
        memcpy(bytes, data, n);
    if (seal) {
        settle_sections(bytes, n);
        pl_sections_seal(bytes, n);
    }
    return bytes;
}

/* -- trees -------------------------------------------------------------------------- */

static inline void require_links(const pl_tree *t, uint32_t node)
{
    const pl_node *n = &t->nodes[node];
    uint32_t size = 0, order = 0, last = PL_NONE;
    for (uint32_t c = n->first; c != PL_NONE; c = t->nodes[c].next, order++) {
        require(c < t->n_nodes && t->nodes[c].parent == node, "a wrong parent", n->label);
        require(t->nodes[c].prev == last, "siblings are not linked", n->label);
        require(last == PL_NONE || t->nodes[last].low < t->nodes[c].low, "out of order",
                n->label);
        size += t->nodes[c].size;
        last = c;
    }
    require(n->last == last && n->order == order, "a wrong number of children", n->label);
    require(size == n->size, "a wrong number of words", n->label);
    require(n->head == PL_NONE || t->nodes[n->head].parent == node, "a strange head",
            n->label);
}

/* The invariant of tree.h. */
static inline void require_whole(const pl_tree *t)
{
    if (t->root == PL_NONE)
        return;
    require(t->nodes[t->root].parent == PL_NONE, "the root has a parent", NULL);
    require(t->nodes[t->root].size == t->n_tokens, "not all words are below the root",
            NULL);
    uint32_t seen = 0;
    for (uint32_t i = t->root; i != PL_NONE; i = pl_tree_preorder(t, t->root, i)) {
        require(seen++ < t->n_nodes, "a circle", NULL);
        if (!pl_is_terminal(t, i))
            require_links(t, i);
    }
}

#endif
