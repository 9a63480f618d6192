/* What the two halves of the JSON format share: json.c writes, json_read.c reads. */
#pragma once

#include "base/intern.h"
#include "base/json_value.h"
#include "format/reader.h"
#include "format/writer.h"
#include "tree/build.h"

/* Fields that are members of their own, as numbers. */
typedef struct pl_json_number {
    const char *field;
    pl_json_key key;
} pl_json_number;
enum { PL_N_JSON_NUMBERS = 3 };
extern const pl_json_number pl_json_numbers[PL_N_JSON_NUMBERS];

typedef struct pl_json_reader {
    pl_build build;
    pl_intern ids; /* of nodes, as text, where they are in no order; node i is part
                    * n_tokens + i */
    pl_json_stack stack;
} pl_json_reader;

/* Returns the place of a line of the source that follows from its text: the index of the token after it.
 * A multiword token is before its first word, an empty node after the word that its number names, and
 * any other line before the sentence. */
uint32_t pl_json_line_place(const char *text, uint32_t n_tokens);
pl_sniffed pl_json_sniff(const char *bytes, size_t n);
int pl_json_read(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err);
void pl_json_read_end(pl_reader *r);
