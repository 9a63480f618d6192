/* FILE.manifest, beside the output of a part (--part): what it was made of and how, and what it is.
 * It is one JSON object. The output is complete where its manifest is there, since the manifest is
 * written last; `pleach merge` reads all of them. */
#pragma once

#include "format/source.h"
#include "format/writer.h"

typedef struct manifest {
    /* how it was made: equal in all parts of one work */
    const char *version, *command,
        *options;   /* version of pleach; options: a list, see option_list.h */
    uint64_t model; /* its checksum; 0: none */
    uint32_t n_parts;
    /* what it was made of */
    uint32_t part;
    pl_source_part read;
    /* what it is */
    bool counts; /* numbers that are added up, not text that is put together */
    pl_written written;
    size_t n_tokens;
    size_t n_bytes;             /* of the file */
    uint64_t checksum, numbers; /* of the file, and of FILE.numbers; 0: there is none */
} manifest;

/* Whether two parts are of one work: the same input, options, model and number of parts. What
 * differs, in words; NULL: nothing. */
const char *manifest_difference(const manifest *a, const manifest *b);

/* FILE.manifest and FILE.numbers; to be released by the caller. */
pl_str manifest_path(const char *file);
pl_str numbers_path(const char *file);

/* The checksum of the bytes of a file, and their number: 0, or -1 with the reason. */
int file_checksum(const char *path, uint64_t *sum, size_t *n, pl_error *err);

/* Fills in what the output is and writes the manifest of FILE: 0, or -1 with the reason. */
int manifest_write(manifest *m, const char *file, pl_error *err);
/* Reads the manifest of FILE; its texts are in the arena. 1, 0 if there is none, -1 with the reason. */
int manifest_read(manifest *m, const char *file, pl_arena *texts, pl_error *err);
/* Whether FILE, and FILE.numbers, are as the manifest says: 0, or -1 with the reason. */
int manifest_check(const manifest *m, const char *file, pl_error *err);
