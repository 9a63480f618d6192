/* The treebanks that an index file was made of: their names, what stands in them beside
 * trees, how many sentences each has, and whether one has changed since. */
#pragma once

#include "base/vec.h"
#include "format/reader.h"

typedef struct pl_index_source {
    const char *name;     /* of the file, as it was given; "-": standard input */
    const char *format;   /* of the file, by name */
    const char *version;  /* these three are its pl_preamble; "" for none */
    const char *preamble; /* the text */
    bool declares;
    bool is_file;       /* and so may change: size and sum are known */
    uint64_t n;         /* sentences */
    uint64_t first;     /* the number of the first in the index, from 0 */
    uint64_t size, sum; /* of the file's bytes */
} pl_index_source;

typedef PL_VEC(pl_index_source) pl_index_source_list;

/* Fills `is_file`, `size` and `sum` for the name: 0, or -1 with the reason. */
int pl_index_source_look(pl_index_source *s, pl_error *err);
/* Whether the file is another one than when the index was made: of another size, or younger
 * than the index and with other bytes. A file that is not there, neither under its name nor
 * beside the index, has not changed. */
bool pl_index_source_changed(const pl_index_source *s, const char *index_path);

/* Appends a source as it stands in the file:
 *
 *     u64 n, u64 size, u64 sum, u64 declares | is_file * 2, then name, format, version and
 *     preamble, each with a zero byte behind it */
void pl_index_source_put(const pl_index_source *s, pl_str *out);
/* Reads all sources of bytes[n], which stay as long as the list: 0, or -1 if these are none,
 * or do not have `total` sentences together. */
int pl_index_sources_read(pl_index_source_list *to, const char *bytes, size_t n,
                          uint64_t total);
