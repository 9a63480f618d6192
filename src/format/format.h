/* The table of file formats. A format is one row: its name, what it can hold, how to
 * recognise it, how to read it and how to write it. A new format is a new file,
 * with reader, writer and row, and a line in format.c. Use them through format/reader.h and format/writer.h. */
#pragma once

#include "base/in.h"
#include "base/options.h"
#include "base/out.h"
#include "tree/tree.h"

/* Properties of a sentence. The row of a format says which of them it can hold. docs/formats.md has the
 * same table for users. */
enum {
    PL_HAS_CONSTITUENTS = 1 << 0,
    PL_HAS_DISCONTINUITY = 1 << 1,
    PL_HAS_DEPENDENCIES = 1 << 2,
    PL_HAS_TAGS = 1 << 3,
    PL_HAS_LEMMAS = 1 << 4,
    PL_HAS_MORPHOLOGY = 1 << 5,
    PL_HAS_FUNCTIONS = 1 << 6,
    PL_HAS_SECONDARY_EDGES = 1 << 7,
    PL_HAS_IDS = 1 << 8,
    PL_HAS_COMMENTS = 1 << 9,
    PL_HAS_COARSE_TAGS = 1 << 10,
    PL_HAS_FIELDS = 1 << 11,     /* attributes without a place of their own in the tree */
    PL_HAS_HEADS = 1 << 12,      /* head children */
    PL_HAS_HEADER = 1 << 13,     /* not of a sentence: what stands before the first one */
    PL_HAS_MORE_HEADS = 1 << 14, /* PHEAD of CoNLL-X, DEPS of CoNLL-U */
    PL_HAS_MISC = 1 << 15,       /* PDEPREL of CoNLL-X, MISC of CoNLL-U */
    PL_HAS_TEXT = 1 << 16,       /* the raw text of the sentence */
    PL_HAS_PLACES = 1 << 17,     /* offsets of words in the raw text */
    PL_HAS_ROOT_FUNCTION = 1 << 18, /* the function of a node without a parent */
};
/* The words for these bits, for messages: pl_has_name[i] names bit i. */
extern const char *const pl_has_name[];
enum { PL_N_HAS = 19 };

/* Which of the above a tree does carry. */
unsigned pl_tree_has(const pl_tree *t);

/* What ends a sentence in a file, so that writing can go on after it. */
typedef enum pl_sentence_end {
    PL_ENDS_NEVER,      /* the file is one document */
    PL_ENDS_LINE,       /* one sentence per line */
    PL_ENDS_BLANK_LINE, /* a blank line after each */
    PL_ENDS_EOS,        /* a line that begins with #EOS */
} pl_sentence_end;

/* How well the first bytes of a file fit a format. */
typedef enum pl_sniffed {
    PL_SNIFF_NO = -1, /* the file is in another format */
    PL_SNIFF_OPEN,    /* unknown: the bytes fit this and other formats */
    PL_SNIFF_LIKELY,  /* weak signs of the format */
    PL_SNIFF_SURE,    /* the marks of the format */
} pl_sniffed;

typedef struct pl_reader pl_reader;
typedef struct pl_writer pl_writer;

struct pl_cut_rule;

/* Names of fields, separated by spaces. NULL: no fields. */
typedef struct pl_held_fields {
    const char *sentence, *word, *node;
} pl_held_fields;

typedef struct pl_format {
    const char *name;       /* as in --from and --to */
    const char *extensions; /* file name endings, separated by spaces */
    const char *about;      /* one line for the help */
    unsigned holds;         /* PL_HAS_… */
    unsigned
        sometimes; /* PL_HAS_… that depend on an option, the source or the sentence */
    pl_held_fields fields; /* the only ones that it can hold, if not PL_HAS_FIELDS */
    const char *headers;   /* the formats whose file headers it can hold; NULL: none */
    bool trees_only;       /* words without constituents are written as a flat tree */
    pl_sentence_end end;   /* of what it writes */
    bool repairs;          /* words without trees: may be read with bad bytes replaced */
    const struct pl_cut_rule *cut; /* where a file can be cut; NULL: nowhere */
    /* Checks the first decoded bytes of a file. NULL: the format is chosen by name or extension only.
     * Must not return PL_SNIFF_NO for bytes that the format's writer can begin a file with, since
     * PL_SNIFF_NO overrides the file's extension. */
    pl_sniffed (*sniff)(const char *bytes, size_t n);
    size_t reader_size, writer_size; /* bytes of state, zeroed before `start` */
    /* Reading; NULL if the format is for output only. `start` may be NULL. */
    int (*read_start)(pl_reader *r, pl_error *err);
    int (*read)(pl_reader *r, pl_arena *m, pl_tree **tree, pl_error *err);
    void (*read_end)(pl_reader *r); /* frees the state; may be NULL */
    /* Writing; NULL if the format is for input only. Start and end write what stands
     * before the first and after the last tree; each may be NULL. */
    int (*write_start)(pl_writer *w, pl_error *err);
    int (*write)(pl_writer *w, const pl_tree *tree, pl_error *err);
    int (*write_end)(pl_writer *w, pl_error *err);
} pl_format;

/* The rows, each defined beside its reader and writer. */
extern const pl_format pl_format_discbracket;
extern const pl_format pl_format_bracket;
extern const pl_format pl_format_conllu;
extern const pl_format pl_format_conllx;
extern const pl_format pl_format_tokens;
extern const pl_format pl_format_tagged;
extern const pl_format pl_format_text;
extern const pl_format pl_format_json;
extern const pl_format pl_format_export;
extern const pl_format pl_format_tigerxml;
extern const pl_format pl_format_alpino;
extern const pl_format pl_format_tsv;
extern const pl_format pl_format_plx;
extern const pl_format *const pl_formats[]; /* all of them, then NULL */
/* Return the name of the i-th format that can be read or written, or NULL after the last format. */
const char *pl_read_format_name(size_t i);
const char *pl_write_format_name(size_t i);

/* An option whose value is a format: stores a const pl_format *. The choices are the names that one of
 * the functions above returns. */
#define PL_FORMAT_AT(type_, field_, choice_)                                             \
    .option.type = PL_NAME, .choice = (choice_), .parse = pl_format_parse,               \
    PL_TYPED_(type_, field_, const pl_format *)
int pl_format_parse(const char *value, void *field, pl_error *error);

/* Returns true if the format can hold this field of a sentence. */
bool pl_format_holds_field(const pl_format *f, const char *name);
/* Returns true if the format can hold all fields of the tree and its nodes. */
bool pl_format_holds_fields(const pl_format *f, const pl_tree *t);

/* By its name or one of its extensions without the point (jsonl); NULL if there is none. */
const pl_format *pl_format_find(const char *name);
/* The length of the format's extension at the end of path[n]; 0 if it has none. */
size_t pl_format_extension(const pl_format *f, const char *path, size_t n);
/* By the end of a file's name (before .zst or .gz); NULL if it tells nothing. */
const pl_format *pl_format_by_extension(const char *path);
/* Guesses the format of a file from its name and first bytes. Returns NULL if nothing fits. The extension
 * (before .zst or .gz) decides, so that a written file is read in the same format. If the bytes cannot be
 * of that format, or the extension is unknown, the marks of a format decide, and then weak signs. In .txt
 * files, the marks of a format decide before the extension. `marked` may be NULL. If the name decided
 * although the bytes only have the marks of another format, stores that format in `*marked`, else NULL. */
const pl_format *pl_format_guess(const char *path, const char *bytes, size_t n,
                                 const pl_format **marked);
/* Whether what comes after these bytes, which end a line, hardly matters for the guess:
 * the marks of a format are there, or else a whole first sentence. */
bool pl_format_settled(const char *bytes, size_t n);
