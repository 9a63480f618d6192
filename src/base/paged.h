/* A large file of named sections that is mapped, not read, and checked page by page: a page
 * when it is first used. So opening takes the same time whatever the size, and nothing that
 * is damaged is ever used. Index files are such files.
 *
 *     pl_paged_out *out = pl_paged_create("tiger.plx", &err);
 *     pl_paged_begin(out, "trees");
 *     pl_paged_put(out, bytes, n);  …                        as often as one likes
 *     pl_paged_begin(out, "words");  …
 *     status = pl_paged_end(out, status, &err);
 *
 *     pl_paged *file = pl_paged_open("tiger.plx", &err);
 *     pl_section trees = pl_paged_find(file, "trees");
 *     const char *at = pl_paged_bytes(file, &trees, 100, 20, &err);
 *     pl_paged_close(file);
 *
 * The layout; numbers are little-endian:
 *
 *     0        char magic[16]       "pleach index\r\n\x1a"
 *     16       u32  version         1
 *     20       44 zero bytes
 *     64       sections, in any order, each at a multiple of 64; zero bytes between them
 *     tables   for each section     char name[16], u64 offset, u64 size
 *              for each page        u64 checksum; a page is 16384 bytes of all that comes
 *                                   before the tables, the last one may be shorter
 *     size-64  u64  tables          offset, a multiple of 64
 *              u64  size            of the file
 *              u64  n_sections
 *              u64  n_pages
 *              u64  checksum        of the tables and the four numbers above
 *              8 zero bytes
 *              char magic[16]       again: a file that was cut off does not have it
 *
 * The tables stand at the end because a writer knows them last and writes from start to
 * end. Readers ignore sections that they do not know; a file that older readers would
 * misunderstand has another version. The file is replaced as a whole and never changed in
 * place (base/file.h), as long as only pleach writes it. */
#pragma once

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PL_INDEX_VERSION 1u

/* How a file begins and ends. */
#define PL_PAGED_MAGIC "pleach index\r\n\x1a"

enum { PL_PAGED_NAME = 16, PL_MAX_PAGED_SECTIONS = 256 };

/* -- writing ------------------------------------------------------------------------- */

typedef struct pl_paged_out pl_paged_out;

pl_paged_out *pl_paged_create(const char *path, pl_error *err);
/* Begins a section, which ends where the next begins; the name is new and has fewer than
 * PL_PAGED_NAME characters. */
void pl_paged_begin(pl_paged_out *out, const char *name);
/* Failures are remembered until the end. */
void pl_paged_put(pl_paged_out *out, const void *bytes, size_t n);
void pl_paged_put64(pl_paged_out *out, uint64_t number);
uint64_t pl_paged_written(const pl_paged_out *out); /* bytes of the section so far */
/* Writes the tables and puts the file in its place if `status` is 0, else leaves no file;
 * frees `out`. 0, or -1 with the reason if there is a new one. */
int pl_paged_end(pl_paged_out *out, int status, pl_error *err);

/* -- reading ------------------------------------------------------------------------- */

typedef struct pl_paged pl_paged;

typedef struct pl_section {
    uint64_t offset, size;
} pl_section;

/* NULL with the reason if it cannot be read, or its tables are damaged. */
pl_paged *pl_paged_open(const char *path, pl_error *err);
/* The same of bytes, which it borrows until it is closed. */
pl_paged *pl_paged_memory(const char *name, const void *bytes, size_t n, pl_error *err);
/* A section; one that is not there has size 0. */
pl_section pl_paged_find(const pl_paged *f, const char *name);
/* Bytes of a section from `at` on, checked; NULL with the reason if the section does not
 * have so many or they are damaged. They stay until the file is closed. Threads may call
 * it at the same time. */
const char *pl_paged_bytes(pl_paged *f, const pl_section *s, uint64_t at, uint64_t n,
                           pl_error *err);
/* Fails with "NAME: the index is damaged: WHAT; make it again". -1 */
int pl_paged_damaged(const pl_paged *f, const char *what, pl_error *err);
void pl_paged_close(pl_paged *f); /* NULL is fine */
