/* pleach: trees with crossing branches, for programs.
 *
 * All that the program `pleach` can do: reads treebanks in any format, gives access to the
 * nodes, finds nodes by queries, builds and changes trees, applies the transforms of `pleach
 * convert`, writes and draws; trains models, tags and parses with them; scores trees against
 * others; finds what is probably wrong in treebanks; extracts fragments and grammars.
 *
 *     pl_error error;
 *     const pl_sentence *s;
 *     pl_treebank *in = pl_treebank_open("tiger.export.zst", NULL, &error);
 *     if (in == NULL) …                                        show error.text
 *     while ((got = pl_treebank_next(in, &s, &error)) > 0)
 *         for (uint32_t i = 0; i < pl_sentence_length(s); i++)
 *             puts(pl_sentence_word(s, i));
 *     pl_treebank_close(in);                                   got < 0: show error.text
 *
 * Compile with `pkg-config --cflags --libs pleach`. The folder examples/ has a whole
 * program for each use.
 *
 * Rules for all functions:
 *   - Text is UTF-8. Text that the library returns belongs to the library unless the
 *     function says otherwise. NULL stands for what is not annotated.
 *   - A function that can fail returns -1, NULL or PL_NONE and puts a code and a message
 *     into `error`, which may be NULL. The message names file, line and sentence; it is one
 *     line of UTF-8 in which control characters are visible (␛ for ESC). `error` is not
 *     touched on success.
 *   - Arguments that make no sense (NULL, a number out of range) give an error, or from
 *     functions without `error` nothing: NULL, 0, PL_NONE or NAN.
 *   - Nothing is printed; no signal and no locale is touched.
 *   - An object may be used by one thread at a time, different objects by different
 *     threads at once, a pl_model by any number of threads. */
#ifndef PLEACH_H
#define PLEACH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PL_API __attribute__((visibility("default")))

/* The version of this header; pl_version() is that of the library. */
#define PL_VERSION       "0.2.0"
#define PL_VERSION_MAJOR 0
#define PL_VERSION_MINOR 2
#define PL_VERSION_PATCH 0

#define PL_NONE      UINT32_MAX       /* no such thing, for every kind of number */
#define PL_ROOT_HEAD (UINT32_MAX - 1) /* head of a word that depends on the root */

/* What kind of thing went wrong. */
typedef enum pl_error_code {
    PL_OK = 0,
    PL_BAD_ARGUMENT, /* a name, a number or a combination of them that the caller gave */
    PL_BAD_INPUT,    /* a file or a sentence is not what its format asks for */
    PL_TOO_LARGE,    /* one of the limits of pleach, or one that the caller set */
    PL_DAMAGED,      /* a model, grammar or checkpoint is not whole, or of another version */
    PL_SYSTEM,       /* the operating system refused: no such file, no space, no access */
    PL_STOPPED,      /* the caller asked to stop */
} pl_error_code;

typedef struct pl_error {
    pl_error_code code;
    char text[1024];
} pl_error;

typedef struct pl_treebank pl_treebank;     /* a treebank being read */
typedef struct pl_sentence pl_sentence;     /* a sentence with its trees */
typedef struct pl_corpus pl_corpus;         /* sentences at hand, by number */
typedef struct pl_edition pl_edition;       /* a treebank file being changed */
typedef struct pl_search pl_search;         /* a query and what it found last */
typedef struct pl_output pl_output;         /* a file being written */
typedef struct pl_model pl_model;           /* what was learned from a treebank */
typedef struct pl_parser pl_parser;         /* parses with a model, in one thread */
typedef struct pl_evaluation pl_evaluation; /* scores being added up */
typedef struct pl_check pl_check;           /* treebanks being checked */
typedef struct pl_constraints pl_constraints; /* what a tree must have, and must not */

PL_API const char *pl_version(void); /* PL_VERSION when the library was built */

/* Sets what is called, in any thread, when memory runs out; it must not return and may not
 * call the library. Output files that are not whole have been removed before. `size` is
 * the number of bytes, or 0 if it is not known. NULL: the default, which aborts. Call it
 * before any other function. */
PL_API void pl_set_out_of_memory(void (*handler)(size_t size));

/* -- reading ------------------------------------------------------------------------- */

/* Opens a file, a folder of files, or standard input ("-"); decompresses zstd and gzip.
 * `format` is a name as in `pleach convert --from`; NULL: guessed. */
PL_API pl_treebank *pl_treebank_open(const char *path, const char *format,
                                     pl_error *error);
/* The same from memory, which must stay until the treebank is closed. */
PL_API pl_treebank *pl_treebank_from_memory(const void *bytes, size_t n,
                                            const char *format, pl_error *error);
/* Adds a transform to be applied to each sentence from now on: "punct" with "move" is
 * `pleach convert --punct move`. `argument` is NULL where the transform takes none.
 * 0, or -1 with the reason. */
PL_API int pl_treebank_transform(pl_treebank *in, const char *name, const char *argument,
                                 pl_error *error);
/* 1 and the next sentence (valid until the next call or the closing), 0 at the end, -1
 * with the reason. After -1 the next call goes on behind the broken sentence where that
 * is possible; otherwise it gives 0. */
PL_API int pl_treebank_next(pl_treebank *in, const pl_sentence **sentence,
                            pl_error *error);
/* The name of the format of the sentence that was given last: from an index file, of the
 * file it was made of. NULL before the first. */
PL_API const char *pl_treebank_format(const pl_treebank *in);
PL_API void pl_treebank_close(pl_treebank *in); /* NULL is fine */

/* Reads a treebank to its end and keeps the sentences packed, in about 30 bytes per word:
 * all that they have, so that any of them can be had at any time. A corpus may be used by
 * any number of threads. NULL with the reason. */
PL_API pl_corpus *pl_corpus_read(pl_treebank *in, pl_error *error);
PL_API size_t pl_corpus_size(const pl_corpus *c); /* sentences */
/* Sentence i, from 0, to be freed with pl_sentence_free, and the name of the format it came
 * from (pl_treebank_format). */
PL_API pl_sentence *pl_corpus_sentence(const pl_corpus *c, size_t i, pl_error *error);
PL_API const char *pl_corpus_format(const pl_corpus *c, size_t i);
PL_API void pl_corpus_free(pl_corpus *c); /* NULL is fine */

/* Corpora from other sources, each in one call: for languages in which calls are slow. NULL
 * with the reason.
 * Up to `most` sentences of each of n treebanks; counts[i], unless NULL, is how many of
 * treebank i, 0 at its end. In front of a broken sentence it stops; the next call fails. */
PL_API pl_corpus *pl_corpus_take(pl_treebank *const *in, size_t n, size_t most,
                                 size_t *counts, pl_error *error);
/* n sentences of lengths[i] words, which stand one behind the other in n_words bytes, each
 * with a zero byte at its end; so do the tags (NULL: none), where "" is no tag. */
PL_API pl_corpus *pl_corpus_of_words(const uint32_t *lengths, size_t n, const char *words,
                                     size_t n_words, const char *tags, size_t n_tags,
                                     pl_error *error);
/* Copies of n sentences. */
PL_API pl_corpus *pl_corpus_of(const pl_sentence *const *sentences, size_t n,
                               pl_error *error);

/* Sentences as columns of numbers. Nodes are numbered anew in each sentence. A text
 * is a number in the table `texts`: n_texts of them, each with a zero byte at its end, in
 * n_bytes; number 0 is "" and stands for NULL. Later versions may add fields at the end. */
typedef struct pl_columns {
    size_t n_sentences, n_nodes, n_words, n_texts, n_bytes;
    uint32_t *node, *word; /* [n_sentences + 1] where its nodes, its words begin */
    uint32_t *root, *id, *raw;                             /* [n_sentences] */
    uint32_t *label, *function, *lemma, *morphology;       /* [n_nodes] */
    uint32_t *parent, *first_child, *next_sibling, *head_child;
    uint32_t *low, *size, *blocks; /* lowest word below, words below, gaps + 1 */
    uint32_t *form, *coarse, *relation, *head; /* [n_words] coarse: as UPOS */
    uint32_t *begin, *end; /* [n_words] in characters; end 0: not known */
    double *confidence, *node_confidence, *head_confidence; /* as of sentences */
    char *texts;
} pl_columns;

PL_API pl_columns *pl_corpus_columns(const pl_corpus *c, pl_error *error);
PL_API pl_columns *pl_sentence_columns(const pl_sentence *sentence, pl_error *error);
PL_API void pl_columns_free(pl_columns *columns); /* NULL is fine */

/* A copy to keep or to change, and its end. NULL for NULL. */
PL_API pl_sentence *pl_sentence_copy(const pl_sentence *sentence);
PL_API void pl_sentence_free(pl_sentence *sentence); /* NULL is fine */
/* All of a sentence as n bytes, to be freed by pl_text_free, for another process with the
 * same version; and back, also from bytes that somebody made up. Constituents are numbered
 * anew, parents first. */
PL_API char *pl_sentence_pack(const pl_sentence *sentence, size_t *n, pl_error *error);
PL_API pl_sentence *pl_sentence_unpack(const char *bytes, size_t n, pl_error *error);

/* -- looking ------------------------------------------------------------------------- */

/* Nodes are numbered: 0 … length-1 are the words in their order (each word is one node
 * with its tag), the rest up to pl_sentence_nodes are constituents. A number that is out
 * of range gives NULL, 0 or PL_NONE. */
PL_API uint32_t pl_sentence_length(const pl_sentence *s); /* words */
PL_API uint32_t pl_sentence_nodes(const pl_sentence *s);  /* words and constituents */
PL_API uint32_t pl_sentence_root(const pl_sentence *s);   /* PL_NONE: no constituents */
PL_API const char *pl_sentence_id(const pl_sentence *s);  /* as in the file */
PL_API const char *pl_sentence_raw(const pl_sentence *s); /* its text before it was cut */

PL_API const char *pl_sentence_word(const pl_sentence *s, uint32_t word);
PL_API const char *pl_sentence_label(const pl_sentence *s, uint32_t node); /* or tag */
PL_API const char *pl_sentence_function(const pl_sentence *s, uint32_t node);
PL_API const char *pl_sentence_lemma(const pl_sentence *s, uint32_t node);
PL_API const char *pl_sentence_morphology(const pl_sentence *s, uint32_t node);

/* Where the word stands in the text: its first byte and the one after its last, in the
 * input, decompressed and without byte-order mark. 0, or -1 if the sentence is not from
 * raw text; the pointers may be NULL. */
PL_API int pl_sentence_place(const pl_sentence *s, uint32_t word, size_t *begin,
                             size_t *end);

PL_API uint32_t pl_sentence_parent(const pl_sentence *s, uint32_t node);
/* Children, in the order of their lowest words: the first, then sibling by sibling. */
PL_API uint32_t pl_sentence_first_child(const pl_sentence *s, uint32_t node);
PL_API uint32_t pl_sentence_next_sibling(const pl_sentence *s, uint32_t node);
/* The head child, where the file or the transform "heads" marks one; else PL_NONE. */
PL_API uint32_t pl_sentence_head_child(const pl_sentence *s, uint32_t node);
/* Number of gaps in the words below: 0 for a continuous constituent. */
PL_API uint32_t pl_sentence_gap_degree(const pl_sentence *s, uint32_t node);
/* Fills words[0 …] with the words below in ascending order, at most `max` of them;
 * returns how many there are. */
PL_API uint32_t pl_sentence_yield(const pl_sentence *s, uint32_t node, uint32_t *words,
                                  uint32_t max);

/* Dependencies: the word's head (PL_ROOT_HEAD, or PL_NONE if not annotated). */
PL_API uint32_t pl_sentence_head(const pl_sentence *s, uint32_t word);
PL_API const char *pl_sentence_relation(const pl_sentence *s, uint32_t word);

/* How sure a parser was, where pl_parse_options asked for it: the probability that a
 * constituent (its words and its label), the tag of a word or (PL_NONE) the whole tree is
 * right. NAN if it is not known: for tags that were given, and after grammars. */
PL_API double pl_sentence_confidence(const pl_sentence *s, uint32_t node);
/* The same of the arc from the word's head, and its relation. */
PL_API double pl_sentence_head_confidence(const pl_sentence *s, uint32_t word);

/* -- searching ----------------------------------------------------------------------- */

/* Finds nodes by queries in the language of docs/search.md. A search is compiled once, for
 * any number of sentences; each thread has one of its own.
 *
 *     pl_search *search = pl_search_new("#n:[cat=\"NP\"] & discontinuous(#n)", NULL, NULL,
 *                                       NULL, &error);
 *     for (size_t number = 1; pl_treebank_next(in, &s, &error) > 0; number++) {
 *         int n = pl_search_find(search, s, number, &error);
 *         for (int i = 0; i < n; i++)
 *             puts(pl_sentence_label(s, pl_search_node_named(search, i, "#n")));
 *     }
 *     pl_search_free(search);
 */

/* Compiles a query. `templates` is text that defines templates for it; NULL: none. If the
 * query is wrong, the message says where and why, and *line and *column (which may be NULL)
 * are the place, counted in characters from 1; otherwise they are 0. */
PL_API pl_search *pl_search_new(const char *query, const char *templates, size_t *line,
                                size_t *column, pl_error *error);
PL_API void pl_search_free(pl_search *search); /* NULL is fine */

/* The variables that a match gives nodes to: their number, and their names ("#n"), NULL
 * behind the last. The names live as long as the search. */
PL_API uint32_t pl_search_variables(const pl_search *search);
PL_API const char *pl_search_variable(const pl_search *search, uint32_t i);

/* Finds all matches in a sentence, in place of those found before, and returns how many
 * there are; -1 with the reason if a regular expression takes too many steps. `number` is
 * that of the sentence in its file, for queries that ask for it. */
PL_API int pl_search_find(pl_search *search, const pl_sentence *sentence, size_t number,
                          pl_error *error);
/* The same for sentence i, from 0, of a corpus, which most queries need not unpack; its
 * number for the query is i + 1. Nodes are those that pl_corpus_sentence gives. */
PL_API int pl_search_find_at(pl_search *search, const pl_corpus *corpus, size_t i,
                             pl_error *error);
/* Gives up a search that is not done so many seconds from now: it fails with PL_STOPPED, and
 * so do all after it that take long. INFINITY: never, as before the first call. */
PL_API void pl_search_until(pl_search *search, double seconds);
/* Returns 1 if matches were left out, else 0. Limits: 1,000,000 matches, 3,000,000 nodes in all. */
PL_API int pl_search_is_cut(const pl_search *search);
/* The node of a variable in a match, both numbered from 0; the same by the variable's name.
 * PL_NONE if the match leaves the variable unbound (it stands in another alternative), and
 * for the root that queries see above the words of a sentence without constituents. */
PL_API uint32_t pl_search_node(const pl_search *search, size_t match, uint32_t variable);
PL_API uint32_t pl_search_node_named(const pl_search *search, size_t match,
                                     const char *variable);

/* Counting by values, as `count by` at the end of a query says:
 *
 *     pl_search_count_by(search, "#n.cat, #n.gaps", NULL, NULL, &error);
 *     while (pl_treebank_next(in, &s, &error) > 0)
 *         pl_search_tally(search, s, ++number, &error);
 *     for (size_t i = 0; (values = pl_search_row(search, i, &n, NULL)) != NULL; i++)
 *         printf("%s\t%zu\n", values, n);
 */

/* Chooses the values and begins an empty table. `keys` are written as in a query; NULL: those
 * of the query itself. Returns their number, 0 if the query has none, or -1 with the reason,
 * and its place as in pl_search_new. */
PL_API int pl_search_count_by(pl_search *search, const char *keys, size_t *line,
                              size_t *column, pl_error *error);
/* The keys as they are written ("#n.cat"), NULL behind the last. */
PL_API const char *pl_search_key(const pl_search *search, size_t i);
/* Like pl_search_find and pl_search_find_at, and counts the matches in the table. */
PL_API int pl_search_tally(pl_search *search, const pl_sentence *sentence, size_t number,
                           pl_error *error);
PL_API int pl_search_tally_at(pl_search *search, const pl_corpus *corpus, size_t i,
                              pl_error *error);
/* The rows of the table: their number; and row i from 0, the one with the most matches first:
 * its values with tabs between, its matches, and the sentences with one (both may be NULL).
 * NULL behind the last. Nothing may be counted once rows have been asked for. */
PL_API size_t pl_search_rows(const pl_search *search);
PL_API const char *pl_search_row(pl_search *search, size_t i, size_t *matches,
                                 size_t *sentences);

/* -- building and changing ----------------------------------------------------------- */

/* These change sentences that the caller owns: new ones, copies, and what a parser gave.
 * After every call the tree is a whole one, with its children in order. Text is copied.
 *
 *     const char *words[] = {"Darüber", "muss", "nachgedacht", "werden"};
 *     const char *tags[] = {"PROAV", "VMFIN", "VVPP", "VAINF"};
 *     const uint32_t inner[] = {0, 2};
 *     pl_sentence *s = pl_sentence_new(words, tags, 4, "S", &error);
 *     uint32_t vp = pl_sentence_add(s, "VP", inner, 2, &error);
 *     const uint32_t outer[] = {vp, 3};
 *     pl_sentence_add(s, "VP", outer, 2, &error);
 *         (S (VP (VP (PROAV 0=Darüber) (VVPP 2=nachgedacht)) (VAINF 3=werden)) (VMFIN 1=muss))
 */

/* A sentence of n words. `tags`, or some of them, may be NULL. `root` is the label of a
 * constituent over all words; NULL: no constituents. */
PL_API pl_sentence *pl_sentence_new(const char *const *words, const char *const *tags,
                                    uint32_t n, const char *root, pl_error *error);
/* Puts a new constituent between the n children, which must have the same parent, and
 * that parent. With the root as the only child it becomes the new root, and so does the
 * first constituent of a sentence without any, which must be over all words. Returns its
 * number; those of other nodes do not change. */
PL_API uint32_t pl_sentence_add(pl_sentence *s, const char *label,
                                const uint32_t *children, uint32_t n, pl_error *error);
/* Moves a word or a constituent with all that is below it to another parent. Constituents
 * that this leaves without words are removed, which numbers the others anew. Returns the
 * number that the node has now. */
PL_API uint32_t pl_sentence_move(pl_sentence *s, uint32_t node, uint32_t parent,
                                 pl_error *error);
/* Removes a constituent; its children go to its parent. The root can be removed if it has
 * one child, which then is the root, or has only words below it. Other constituents are
 * numbered anew. */
PL_API int pl_sentence_remove(pl_sentence *s, uint32_t node, pl_error *error);

typedef enum pl_node_field {
    PL_FIELD_LABEL, /* of a constituent, or the tag of a word */
    PL_FIELD_FUNCTION,
    PL_FIELD_LEMMA,
    PL_FIELD_MORPHOLOGY,
    PL_FIELD_WORD, /* of words only, as the next */
    PL_FIELD_RELATION,
    PL_FIELD_ID, /* of the sentence; `node` is not used */
} pl_node_field;

/* Sets a text of a node. NULL removes it; words and the labels of constituents cannot be
 * removed. */
PL_API int pl_sentence_set(pl_sentence *s, uint32_t node, pl_node_field field,
                           const char *text, pl_error *error);
/* Sets the head of a word: another word, PL_ROOT_HEAD, or PL_NONE for no annotation.
 * Whether heads form a tree is not checked, so that they can be set in any order. */
PL_API int pl_sentence_set_head(pl_sentence *s, uint32_t word, uint32_t head,
                                pl_error *error);
/* Marks a child as the head of its constituent; PL_NONE removes the mark. */
PL_API int pl_sentence_set_head_child(pl_sentence *s, uint32_t node, uint32_t child,
                                      pl_error *error);

/* A copy of the sentence after n transforms, each "NAME" or "NAME=ARGUMENT" as in `pleach
 * convert`: {"heads=negra", "binarize=sr-gap"}. NULL with the code PL_OK if one of them
 * left the sentence out (max-length=40). */
PL_API pl_sentence *pl_sentence_transform(const pl_sentence *s, const char *const *steps,
                                          size_t n, pl_error *error);

/* -- writing ------------------------------------------------------------------------- */

/* Opens a file ("-": standard output), compressed if its name ends in .zst or .gz.
 * `format` is a name as in `pleach convert --to`. The file appears, or replaces an older
 * one, when it is closed; until then what has been written is in a file beside it. A
 * treebank that is being read, and a model that is in use, may be replaced. */
PL_API pl_output *pl_output_open(const char *path, const char *format, pl_error *error);
/* The same to memory. */
PL_API pl_output *pl_output_memory(const char *format, pl_error *error);
/* 0, or -1 if the format cannot hold the sentence; nothing of it was written then. Here and in
 * pl_sentence_text, fields without a place in the format are left out and characters replaced
 * (docs/formats.md says which); CoNLL gets the dependencies of marked heads if there are no others. */
PL_API int pl_output_put(pl_output *out, const pl_sentence *sentence, pl_error *error);
/* Closes; -1 if anything written was lost, and then an older file stays. NULL is fine. */
PL_API int pl_output_close(pl_output *out, pl_error *error);
/* Closes one that goes to memory: all of it, to be freed by pl_text_free. */
PL_API char *pl_output_take(pl_output *out, pl_error *error);
/* Closes, but no file appears, and an older one stays. NULL is fine. */
PL_API void pl_output_cancel(pl_output *out);

/* The sentence in any of these formats as text, to be freed by pl_text_free. */
PL_API char *pl_sentence_text(const pl_sentence *sentence, const char *format,
                              pl_error *error);
PL_API void pl_text_free(char *text); /* NULL is fine */

/* The sentence drawn, to be freed by pl_text_free. `format` is a name as in `pleach draw
 * --format`: "text", "svg", "latex" or "html". */
PL_API char *pl_sentence_draw(const pl_sentence *sentence, const char *format,
                              pl_error *error);

/* -- editing files -------------------------------------------------------------------- */

/* Replaces sentences of a treebank file, one at a time, where people correct trees. The
 * file keeps its format, and every byte but those of the sentence. Nothing that was
 * replaced is lost, however the program ends: it goes to a journal beside the file first
 * (FILE.pleach-journal), from which the next pl_edition_open brings it into the file.
 *
 *     pl_edition *e = pl_edition_open("tiger.export", &error);
 *     pl_sentence *s = pl_corpus_sentence(pl_edition_corpus(e), 41, &error);
 *     pl_sentence_set(s, 17, PL_FIELD_LABEL, "NP", &error);
 *     if (pl_edition_replace(e, 41, s, &error) == 0) …       it is on the disk
 *     pl_edition_save(e, &error);                            and in the file
 *     pl_edition_close(e);
 *
 * One thread at a time may use an edition, but any number its corpus. */

/* How many changes are in the journal of a file, to be recovered by pl_edition_open: 0 if
 * there is no journal. A change that was not written to its end was never confirmed and does
 * not count; one that is damaged counts, and a journal that cannot be read counts as one.
 * Reads the journal alone: whether it fits the file, pl_edition_open finds out. */
PL_API size_t pl_edition_pending(const char *path);
/* Opens a file, which may be compressed, and locks it: another program cannot open it in
 * this way. NULL with the reason if the file cannot be written again as it is, may not be
 * written, or does not fit its journal, which stays then. */
PL_API pl_edition *pl_edition_open(const char *path, pl_error *error);
/* What was found in a journal and done with it, in words; NULL: there was none. */
PL_API const char *pl_edition_note(const pl_edition *e);
/* Its sentences. Those that are replaced are other ones at once. */
PL_API const pl_corpus *pl_edition_corpus(const pl_edition *e);
/* Whether sentence i, from 0, can be replaced: 0, or -1 with the reason. One that is not
 * written in the file as pleach writes it cannot, because something could be lost. */
PL_API int pl_edition_check(const pl_edition *e, size_t i, pl_error *error);
/* Replaces sentence i. The new one must have the same words; id, raw text, comments and
 * fields of the sentence stay as they were. 0 when it is on the disk, or -1 with the
 * reason: PL_BAD_INPUT if the sentence cannot stand in this file, PL_BAD_ARGUMENT if the
 * old one cannot be replaced, PL_SYSTEM if it cannot be written, or if another program has
 * changed the file. */
PL_API int pl_edition_replace(pl_edition *e, size_t i, const pl_sentence *sentence,
                              pl_error *error);
/* Bytes of the file, decompressed: what pl_edition_save has to write. */
PL_API size_t pl_edition_bytes(const pl_edition *e);
/* Sentences that are in the journal, and not yet in the file. */
PL_API size_t pl_edition_unsaved(const pl_edition *e);
/* Writes the file and removes the journal: 0, or -1 with the reason, and both stay. */
PL_API int pl_edition_save(pl_edition *e, pl_error *error);
PL_API void pl_edition_close(pl_edition *e); /* does not save; NULL is fine */

/* -- parsing ------------------------------------------------------------------------- */

/* A model is opened once and shared by any number of threads; each thread has a parser of
 * its own. Close parsers and texts that were opened with a model before the model.
 * Sentences stay.
 *
 *     pl_model *model = pl_model_open("nl", NULL, &error);
 *     pl_parser *parser = pl_parser_new(model);
 *     pl_treebank *text = pl_model_text(model, bytes, n, &error);
 *     while ((got = pl_treebank_next(text, &s, &error)) > 0) {
 *         pl_sentence *tree = pl_parser_parse_sentence(parser, s, &error);
 *         …
 *         pl_sentence_free(tree);
 *     }
 *     pl_treebank_close(text);  pl_parser_free(parser);  pl_model_close(model);
 */

/* All zero is the default, also for fields that later versions may have here. */
typedef struct pl_parse_options {
    uint32_t beam;  /* hypotheses kept at each step; 0: what the model was trained with */
    uint32_t nbest; /* how many trees of a sentence pl_parser_tree can give; 0: one */
    uint32_t retag; /* not 0: the model's tagger also for words that have tags */
    uint32_t confidence; /* not 0: pl_sentence_confidence tells how sure the parser is */
    double crossing; /* dependencies: bonus for arcs that cross other tokens */
    double seconds;  /* grammars: time limit for a sentence; 0: none */
    const char *objective; /* grammars: "mpp", "mpd" or "shortest"; NULL: "mpp" */
    const char *rerank; /* a grammar of fragments that chooses one of the nbest trees */
    double rerank_weight; /* of that grammar; 0: 16 */
    size_t diverse; /* not 0: trees of another structure before trees with other labels */
    double margin; /* `pleach parse --margin`; 0: the model's; below 0: none */
    const void *reserved_too[1];
} pl_parse_options;

/* Opens a model made by `pleach train`, `pleach grammar` or `pleach tag --train`: one that
 * comes with pleach by its name ("nl"; NULL: the default one), or else a file ("./nl" where
 * the name is taken). `options` may be NULL. The file may be replaced while the model is
 * in use, as all functions of this library and `pleach` do it. */
PL_API pl_model *pl_model_open(const char *name, const pl_parse_options *options,
                               pl_error *error);
/* What the model tells about itself: lines of the form "KEY: VALUE". */
PL_API const char *pl_model_about(const pl_model *model);
/* Whether the model has a tagger, so that words need no tags: 1 or 0. */
PL_API int pl_model_has_tagger(const pl_model *model);
PL_API void pl_model_close(pl_model *model); /* NULL is fine */

/* The sentences of a text, cut into words by the model's tokenizer; the bytes must stay
 * until it is closed. Any bytes can be read: what is not UTF-8 becomes U+FFFD. */
PL_API pl_treebank *pl_model_text(const pl_model *model, const char *bytes, size_t n,
                                  pl_error *error);
/* The same where every line is a sentence. */
PL_API pl_treebank *pl_model_lines(const pl_model *model, const char *bytes, size_t n,
                                   pl_error *error);
/* Like pl_model_text, from a file, a folder or standard input ("-"): pl_treebank_open for which text
 * is a format like the others (the one that is taken where no other can be guessed). */
PL_API pl_treebank *pl_model_read(const pl_model *model, const char *path,
                                  const char *format, pl_error *error);

PL_API pl_parser *pl_parser_new(const pl_model *model); /* NULL for NULL */
/* A parser with its own beam, margin, nbest, retag, confidence and diverse in place of the model's;
 * the other options must be 0 or NULL: they are the model's. A grammar gives at most the
 * nbest that the model was opened with. `options` may be NULL: all zero. */
PL_API pl_parser *pl_parser_new_with(const pl_model *model,
                                     const pl_parse_options *options, pl_error *error);
PL_API void pl_parser_free(pl_parser *parser);          /* NULL is fine */
/* Parses n words with their tags; the strings are copied. Without tags (NULL as a whole,
 * or for some word) the model's tagger finds them all; without a tagger the trees are
 * poor. Free the result, here and below, with pl_sentence_free. */
PL_API pl_sentence *pl_parser_parse_words(pl_parser *parser, const char *const *words,
                                          const char *const *tags, uint32_t n,
                                          pl_error *error);
/* Parses the words and tags of a sentence of any source; its trees are not looked at, the
 * rest (its id, lemmas …) is kept. */
PL_API pl_sentence *pl_parser_parse_sentence(pl_parser *parser,
                                             const pl_sentence *sentence,
                                             pl_error *error);
/* Parses all sentences of a corpus, for networks several at once: a corpus of the best trees. */
PL_API pl_corpus *pl_parser_parse_corpus(pl_parser *parser, const pl_corpus *corpus,
                                         pl_error *error);
/* The i-th best tree of what was parsed last, from 0 on, and (unless NULL) its score in
 * the model's units. NULL if there are not so many, or were not asked for. */
PL_API pl_sentence *pl_parser_tree(pl_parser *parser, uint32_t i, double *score);
/* How the i-th best tree came about, as lines of fields separated by tabs: step, action,
 * score, best other action and its score. To be freed by pl_text_free. */
PL_API char *pl_parser_explain(pl_parser *parser, uint32_t i, pl_error *error);

/* What stands on the stack of a parser: a word, or what was built over words so far. */
typedef struct pl_parse_item {
    const char *label; /* "NP"; "NP:" dissolves later on. NULL: a word, or no label yet */
    uint32_t head;     /* word; PL_ROOT_HEAD: the root of dependencies */
    const uint32_t *words; /* [n] in ascending order; none for that root */
    size_t n;
} pl_parse_item;

typedef struct pl_parse_action {
    const char *name; /* "RR(NP)" */
    double score;     /* in the model's units, or a probability */
} pl_parse_action;

/* What a feature template adds to the score of an action. */
typedef struct pl_feature_weight {
    const char *name; /* "s0c+d0w": a template of the model */
    double weight;
} pl_feature_weight;

/* A step of a derivation and the configuration in which it was taken. Systems without a
 * deque have the top of their stack there; those for dependencies have no deque. */
typedef struct pl_parse_step {
    uint32_t number;        /* from 1 */
    uint32_t probabilities; /* scores are probabilities: 1 or 0 */
    pl_parse_action taken;
    const pl_parse_action *others; /* [n_others] that were permitted, too, best first */
    size_t n_others;
    const pl_parse_item *stack, *deque; /* [n_stack], [n_deque] the top comes last */
    size_t n_stack, n_deque;
    const uint32_t *buffer; /* [n_buffer] words that were not read yet */
    size_t n_buffer;
    uint32_t head, word; /* of the arc that the step made; PL_NONE: none */
    const pl_feature_weight *features; /* [n_features] behind the score of the action that
                                          was taken, the strongest first; of a linear model,
                                          if they are asked for */
    size_t n_features;
    const void *reserved[2];
} pl_parse_step;

/* Shows the steps of the i-th best tree, each with up to `others` other actions and up to
 * `features` features, which take as long as all the rest, unless they are 0. What a step
 * points to is there until `see` returns; if that is not 0, no more steps are shown. 0, or
 * -1 with the reason: a grammar has no steps. */
PL_API int pl_parser_steps(pl_parser *parser, uint32_t i, size_t others, size_t features,
                           int (*see)(void *context, const pl_parse_step *step),
                           void *context, pl_error *error);

/* Whether the model is a grammar, which has stages instead of steps: 1 or 0. */
PL_API int pl_model_is_grammar(const pl_model *model);

/* Something that a stage of a grammar found: a label over words. */
typedef struct pl_chart_entry {
    const char *label; /* "NP"; of a grammar with split labels "VP*0" */
    const uint32_t *words; /* [n] in ascending order */
    size_t n;
    /* The share of the stage's derivations of the sentence that have it, weighted by their
     * probability. */
    double probability;
    uint32_t kept; /* the next stage could build on it: 1 or 0; of the last one, its best
                      derivation has it */
} pl_chart_entry;

/* A stage of a grammar, from the coarsest to the finest. */
typedef struct pl_parse_stage {
    const char *name; /* "split-pcfg" */
    uint32_t number;  /* from 1 */
    uint32_t derived; /* it has derived the sentence: 1 or 0; no later stage is tried then */
    size_t items, kept; /* in its chart, those of binarization too; kept: as of entries */
    const pl_chart_entry *entries; /* [n_entries] without those of binarization and those
                                      that are inside of fragments; most probable first,
                                      down to 0.0001. None if it has not derived it */
    size_t n_entries;
    const pl_sentence *tree; /* of its best derivation; NULL if it has none */
    const void *reserved[4];
} pl_parse_stage;

/* Shows the stages of the last parse by a grammar, each with up to `most` entries. What a
 * stage points to is there until `see` returns; if that is not 0, no more are shown. 0, or
 * -1 with the reason. */
PL_API int pl_parser_stages(pl_parser *parser, size_t most,
                            int (*see)(void *context, const pl_parse_stage *stage),
                            void *context, pl_error *error);
/* A copy of the sentence with the tags, and the morphology, that the model's tagger finds. */
PL_API pl_sentence *pl_parser_tag_sentence(pl_parser *parser, const pl_sentence *sentence,
                                           pl_error *error);

/* -- parsing under constraints ------------------------------------------------------- */

/* What trees must have and must not have, as in docs/constraints.md:
 *
 *     pl_constraints *c = pl_constraints_new();
 *     pl_constraints_put(c, "bracket", (uint32_t[]){0, 1, 4}, 3, PL_NONE, "NP", &error);
 *     pl_constraints_put_sentence(c, corrected, node, &error);    keep what somebody fixed
 *     pl_parser_constrain(parser, c, &error);
 *     tree = pl_parser_parse_sentence(parser, s, &error);         NULL if they contradict
 *     pl_constraints_free(c);
 *
 * Words are counted from 0. A tree always obeys: what the model cannot build itself is put
 * in afterwards. */
PL_API pl_constraints *pl_constraints_new(void);
PL_API void pl_constraints_free(pl_constraints *constraints); /* NULL is fine */
/* Adds one. Kinds are "bracket" and "no-bracket" (any set of n words; `label` or NULL:
 * with any label), "arc" and "no-arc" (one word, its `head` or PL_ROOT_HEAD; `label` is the
 * relation, or NULL), "relation", "no-relation" and "tag" (one word, `label`). 0, or -1
 * with the reason. */
PL_API int pl_constraints_put(pl_constraints *constraints, const char *kind,
                              const uint32_t *words, uint32_t n, uint32_t head,
                              const char *label, pl_error *error);
/* Adds a constituent of a sentence, with its label; PL_NONE: all that the sentence has,
 * constituents, or arcs with their relations where it has no constituents. */
PL_API int pl_constraints_put_sentence(pl_constraints *constraints,
                                       const pl_sentence *sentence, uint32_t node,
                                       pl_error *error);
/* Adds those of a JSON text: [{"kind": "bracket", "words": [0, 1, 4], "label": "NP"}, …].
 * "blocks": [[0, 2], [4, 5]] may stand for "words"; arcs have a "head", -1 for the root. */
PL_API int pl_constraints_put_json(pl_constraints *constraints, const char *bytes, size_t n,
                                   pl_error *error);
/* Makes the parser obey a copy of these constraints from now on, in every sentence; NULL:
 * none. What was parsed before is forgotten. Constraints that contradict each other, or
 * name words that are not there, make parsing fail. */
PL_API int pl_parser_constrain(pl_parser *parser, const pl_constraints *constraints,
                               pl_error *error);

/* -- training ------------------------------------------------------------------------ */

/* What training says on its way. */
typedef enum pl_train_stage {
    PL_TRAIN_READ,     /* the treebank is in memory: sentences, tokens, traced */
    PL_TRAIN_FIGURE,   /* something was measured: key, value (in percent) */
    PL_TRAIN_START,    /* learning begins: sentences … single_root, features */
    PL_TRAIN_PROGRESS, /* within an epoch: epoch, done, all */
    PL_TRAIN_EPOCH,    /* an epoch has ended: epoch … scores; value: loss of a network */
    PL_TRAIN_KEPT,     /* all epochs were in the checkpoint: epoch, best_epoch, scores */
    PL_TRAIN_SCORING,  /* dev is being parsed: epoch; to stop here is possible, too */
    PL_TRAIN_CHOICE,   /* something was chosen for the treebank: key, in words */
} pl_train_stage;

typedef struct pl_train_score {
    const char *name; /* "F1", "discontinuous", "exact"; "UAS", "LAS", "crossing" */
    double value;     /* in percent; NAN: nothing to be found */
} pl_train_score;

typedef struct pl_train_report {
    pl_train_stage stage;
    size_t sentences, tokens;
    size_t traced;    /* sentences with words tagged -NONE-, which no text has */
    size_t derivable; /* sentences that the system has a derivation for */
    uint32_t labels, actions, templates;
    const char *heads; /* name of the head rules; NULL for dependencies */
    int single_root;   /* one word alone depends on the root */
    const char *key;
    double value;
    uint32_t epoch, epochs, best_epoch;
    size_t done, all;                /* examples of this epoch; fewer after a stop */
    size_t wrong;                    /* examples that changed weights */
    uint64_t gold_actions, kept;     /* kept: before the beam lost the gold derivation */
    size_t features, bytes;          /* rows of weights and the memory they take */
    double seconds;                  /* that the epoch took */
    const pl_train_score *scores;    /* [n_scores] on dev */
    size_t n_scores;
} pl_train_report;

/* How to train; begin with pl_train_defaults(). Of names and numbers, NULL and 0 mean what
 * suits the system best. */
typedef struct pl_train_options {
    /* "sr-gap", "arc-eager" …, or a file of control parameters. NULL: sr-gap for constituents.
     * For dependencies the linear system, the features and the tokenizer are then chosen by
     * what the treebank is like, and the model carries all that its words have: tagger,
     * morphology, lemmas. */
    const char *system;
    const char *preset; /* "best", "fast", "paper", "maier-lichte", "skipshift" */
    const char *features, *update, *unknown;
    uint32_t beam, epochs, batch, importance, runs;
    uint64_t seed;    /* 1 */
    uint32_t threads; /* 0: all processors; the model does not depend on it */
    /* Weights nearer to zero are left out. Negative, as by default: 0.05, or where
     * everything is chosen (see `system`) 1.6, and 1 for tagger and morphology. */
    double prune;
    int keep_last;    /* the last epoch is kept, not the best one on dev */
    /* Constituents: order of reading of swap and skipshift; head rules. */
    const char *reorder, *heads;
    /* Dependencies: "no", "all" or "both"; "auto", "yes", "no" or "strict"; control
     * parameters "K=5", "root=left", "LEFT=B=f" … */
    const char *arc_distance, *single_root;
    const char *const *settings;
    size_t n_settings;
    /* What else the model is to carry. */
    int tagger, morph, functions;
    int predicted_tags; /* the parser learns with tags of taggers that have not seen the
                           sentence; implies `tagger` */
    uint32_t tag_epochs;
    double tag_prune, morph_prune, function_prune;
    const char *tokenizer; /* rules by name or file */
    const char *about;     /* lines "KEY: VALUE" that pleach info is to show */
    const char *command;   /* what made the model, for the same place */
    const char *checkpoint; /* file for the state after each epoch */
    int resume;             /* go on from it, if it is there */
    /* Called on the way; a result other than 0 stops training, and what has been learned
     * is kept. May be NULL. */
    int (*report)(void *context, const pl_train_report *r);
    void *context;
    /* Networks: "linear" or "neural"; "small", "medium" or "large", which `settings`
     * change one by one: "layer-width=200", "dropout=0.4" …; a file of word vectors; a
     * model whose network learning begins with; how many networks the model is to have;
     * whether they read tags, too. */
    const char *scorer, *size, *vectors, *start_from;
    uint32_t members;
    int read_tags;
    int lemmas; /* the model is to carry what gives lemmas to words */
    /* Treebanks of dependencies without `system`, for which everything is chosen: the parser
     * learns with the tags of the treebank. */
    int gold_tags;
    /* Share of the sentences that the model learns from as people might have typed them:
     * without capitals, with other marks … Negative, as by default: 0, or 0.1 of linear
     * models where everything is chosen. */
    double robust;
    uint32_t mix; /* parts of the treebank that are learned from separately, with the mean of
                     all weights after each epoch; 0: none */
    double margin; /* linear: of the beam; 0: the preset's, none where `beam` is set; < 0: none */
    uint32_t rest; /* linear: as `pleach train --rest`, at most 255; 0: none */
    const void *reserved[6]; /* all NULL */
} pl_train_options;

PL_API pl_train_options pl_train_defaults(void);
/* Trains a parser on treebanks and writes the model; `dev` (NULL: none) decides which
 * epoch is kept. Model and checkpoint are locked meanwhile: a second training on them
 * fails. 0, or -1 with the reason; PL_STOPPED after a stop, and the message says what is
 * left. */
PL_API int pl_train(const char *const *treebanks, size_t n, const char *dev,
                    const char *output, const pl_train_options *options, pl_error *error);

/* -- evaluating ---------------------------------------------------------------------- */

/* The gold sentence that comes first decides what is compared: constituents, or
 * dependencies if it has no constituents.
 *
 *     pl_evaluation *e = pl_evaluation_new(NULL, &error);
 *     pl_evaluation_add_files(e, "test.export", "parsed.export", &error);
 *     printf("F1 %.2f\n", pl_evaluation_all(e).f1);
 *     pl_evaluation_free(e);
 */

/* All zero is the default, also for fields that later versions may have here. */
typedef struct pl_evaluation_options {
    const char *params;    /* as in `pleach eval --params`; NULL: "proper" */
    uint32_t disc_only;    /* constituents: only discontinuous ones */
    uint32_t unlabelled;   /* constituents: labels are not compared */
    uint32_t whole_labels; /* constituents: NP-SBJ is not NP */
    uint32_t functions;    /* constituents: score their functions, too */
    /* Dependencies: relations are those of Universal Dependencies, so that nsubj:pass is
     * nsubj. Files in CoNLL-U are always scored so. */
    uint32_t universal;
    uint32_t subtypes;     /* dependencies: nsubj:pass is not nsubj, though universal */
    uint32_t by_id;        /* files: sentences are paired by their ids */
    uint32_t missing_zero; /* files: a sentence without candidate counts as all wrong */
    /* Dependencies: scores without punctuation come first in what pl_evaluation_json gives
     * (always so where they are not universal). */
    uint32_t ignore_punct;
    /* Dependencies: pl_evaluation_json gives the measures of the CoNLL 2018 shared task. It
     * does so by itself where words, tokens or sentences of the two sides differ. Files must
     * be CoNLL-U then, and each tree must have one root. */
    uint32_t conll18;
    uint32_t reserved[6];
} pl_evaluation_options;

/* In percent; NAN where there is nothing to divide by. docs/evaluation.md tells what the
 * numbers mean. */
typedef struct pl_figures {
    double precision, recall, f1, exact;
    uint64_t gold, candidate, matched; /* brackets */
} pl_figures;

typedef struct pl_attachment {
    double uas, las;     /* words with the right head; with the right relation, too */
    double label;        /* words with the right relation, whatever the head */
    double clas;         /* as las, content words only */
    double exact;        /* sentences without a mistake */
    double crossing;     /* gold arcs that cross another whose head was found */
    uint64_t words;      /* of the gold sentences */
} pl_attachment;

PL_API pl_evaluation *pl_evaluation_new(const pl_evaluation_options *options,
                                        pl_error *error);
/* Compares the trees of a sentence; a candidate that is NULL counts as all wrong. 0, or
 * -1 if the words differ or there is no tree: nothing was counted then. Dependencies may
 * be over different words of the same text. */
PL_API int pl_evaluation_add(pl_evaluation *e, const pl_sentence *gold,
                             const pl_sentence *candidate, pl_error *error);
/* Compares all sentences of two files. After -1 some may have been counted. */
PL_API int pl_evaluation_add_files(pl_evaluation *e, const char *gold,
                                   const char *candidate, pl_error *error);
PL_API uint64_t pl_evaluation_sentences(const pl_evaluation *e);
/* Whether dependencies are compared: 1 or 0. */
PL_API int pl_evaluation_of_dependencies(const pl_evaluation *e);
/* Constituents: all brackets, those with a gap, functions, and right tags in percent. */
PL_API pl_figures pl_evaluation_all(const pl_evaluation *e);
PL_API pl_figures pl_evaluation_disc(const pl_evaluation *e);
PL_API pl_figures pl_evaluation_functions(const pl_evaluation *e);
PL_API double pl_evaluation_tagging(const pl_evaluation *e);
/* Dependencies, with `punctuation` or without. */
PL_API pl_attachment pl_evaluation_attachment(const pl_evaluation *e, int punctuation);
/* All scores as one JSON object, as `pleach eval --json` prints it. To be freed by
 * pl_text_free, as is the next. */
PL_API char *pl_evaluation_json(const pl_evaluation *e, pl_error *error);
/* The same of the pair that pl_evaluation_add was called with last, both of which must still be
 * there: an object as in the list that `--per-sentence` adds, with `number` as the number
 * of the sentence, and which nodes or words are right and which are not (docs/server.md). */
PL_API char *pl_evaluation_json_of_last(pl_evaluation *e, size_t number, pl_error *error);

/* One score of two candidates, a and b. */
typedef struct pl_comparison {
    const char *name;  /* "f1", "disc_f1", "exact"; "uas", "las" */
    double a, b;       /* in percent; NAN where undefined */
    double difference; /* b - a */
    double p;          /* two-sided, by approximate randomization; NAN if undefined */
    double low, high;  /* 95% interval of the difference, by bootstrap */
} pl_comparison;

/* Whether the candidates of `b` are better than those of `a`, or was it luck? Both must
 * have been compared with the same gold sentences in the same order. Fills scores[3];
 * returns how many there are. `samples` 0: 10,000. The same seed gives the same result. */
PL_API int pl_evaluation_compare(const pl_evaluation *a, const pl_evaluation *b,
                                 size_t samples, uint64_t seed, pl_comparison *scores,
                                 pl_error *error);
PL_API void pl_evaluation_free(pl_evaluation *e); /* NULL is fine */

/* -- checking ------------------------------------------------------------------------ */

/* Finds what is probably wrong in treebanks, as `pleach check` does: docs/check.md tells how.
 *
 *     pl_check *check = pl_check_new(NULL, &error);
 *     const pl_finding *f;
 *     pl_treebank *in = pl_treebank_open("tiger.export.zst", NULL, &error);
 *     if (pl_check_add_treebank(check, in, &error) == 0 && pl_check_run(check, &error) == 0)
 *         for (size_t i = 0; (f = pl_check_finding(check, i)) != NULL; i++)
 *             printf("%s:%zu: %s: %s\n", f->file, f->number, f->place, f->reasons);
 *     pl_treebank_close(in);
 *     pl_check_free(check);
 */

typedef enum pl_check_method {
    PL_CHECK_VARIATION, /* the same words are a constituent here and none there */
    PL_CHECK_RULES,     /* rare productions and fragments that resemble frequent ones */
    PL_CHECK_TAGS,      /* tags that vary for the same word in the same context */
    PL_CHECK_PARSER,    /* a parser that has not seen the sentence is sure of another tree */
    PL_CHECK_STRUCTURE, /* gaps of punctuation, unary cycles, functions that occur twice */
    PL_N_CHECK_METHODS
} pl_check_method;

/* All zero is the default, also for fields that later versions may have here. */
typedef struct pl_check_options {
    uint32_t methods; /* bit PL_CHECK_…: use this one; 0: all that can be used */
    uint32_t folds;   /* PL_CHECK_PARSER: train so many parsers, 2 to 64, each on the other
                         parts of the treebank; 0: none */
    const pl_model *model; /* PL_CHECK_PARSER: a parser of constituents that was not trained
                              on the treebank, kept; a grammar opened with nbest 8. NULL:
                              none */
    size_t limit;          /* at most so many findings; 0: all for which there is a reason */
    uint64_t seed;         /* of the training for `folds` */
    uint32_t threads;      /* 0: all processors; findings do not depend on it */
    uint32_t reserved;
    /* Called now and then with what is being done and how much of it is done, from 0 to 1,
     * but not while parsers are trained. A result other than 0 stops the run (PL_STOPPED).
     * May be NULL. */
    int (*progress)(void *context, const char *what, double share);
    void *context;
    const void *reserved_too[6];
} pl_check_options;

/* A node of one of the sentences. */
typedef struct pl_check_place {
    const char *file;
    size_t number; /* of the sentence in the file, from 1 */
    const pl_sentence *sentence;
    uint32_t node;
} pl_check_place;

/* Later versions may add fields at the end. */
typedef struct pl_finding {
    double score;         /* what all methods say together: most suspicious first */
    const double *scores; /* [PL_N_CHECK_METHODS] above 0: the method is for it */
    const char *file;     /* NULL if none was given */
    size_t number;        /* of the sentence in the file, from 1 */
    const pl_sentence *sentence;
    const uint32_t *nodes; /* [n_nodes] that it is about */
    size_t n_nodes;
    const char *place;   /* the first of them in words: label and words */
    const char *reasons; /* of the methods that are for it, separated by "; " */
    /* "tag", "label", "lower", "raise", "join", "dissolve" or "group"; "none" if there is no
     * correction, which is NULL then. */
    const char *kind, *correction;
    /* The sentence after the correction, or without one what a parser makes of it; NULL if
     * neither is known. */
    const pl_sentence *corrected;
    const pl_check_place *evidence; /* [n_evidence] places as the correction wants them */
    size_t n_evidence;
} pl_finding;

/* NULL with the reason if the options do not fit together. `options` may be NULL. */
PL_API pl_check *pl_check_new(const pl_check_options *options, pl_error *error);
/* Adds a copy of a sentence; `file`, which may be NULL, and `number` tell findings where it
 * stands. Very long sentences are counted and left out (docs/limits.md). Nothing can be
 * added after the run. */
PL_API int pl_check_add(pl_check *check, const pl_sentence *sentence, const char *file,
                        size_t number, pl_error *error);
/* Adds all sentences of a treebank, which may have transforms, up to its end. */
PL_API int pl_check_add_treebank(pl_check *check, pl_treebank *in, pl_error *error);
PL_API size_t pl_check_left_out(const pl_check *check);
/* Looks at all sentences, once: 0, or -1 with the reason. */
PL_API int pl_check_run(pl_check *check, pl_error *error);
/* The i-th finding, from 0 on; NULL behind the last. Valid until the next call. */
PL_API const pl_finding *pl_check_finding(pl_check *check, size_t i);
PL_API void pl_check_free(pl_check *check); /* NULL is fine */

/* -- counting and extracting --------------------------------------------------------- */

/* These read treebanks, which may have transforms, to their end. */

typedef struct pl_statistics {
    uint64_t sentences, words;
    uint64_t trees; /* sentences with constituents */
    uint64_t constituents, discontinuous_constituents; /* without roots */
    uint64_t discontinuous_sentences, ill_nested_sentences;
    uint64_t dependency_sentences, arcs;
    uint64_t crossing_arcs, non_projective_arcs, non_projective_sentences;
} pl_statistics;

PL_API int pl_treebank_statistics(pl_treebank *in, pl_statistics *statistics,
                                  pl_error *error);
/* The same of n sentences of a corpus from number `first`, from 0, on: 0 and SIZE_MAX
 * count all. */
PL_API int pl_corpus_statistics(const pl_corpus *c, size_t first, size_t n,
                                pl_statistics *statistics, pl_error *error);

/* All zero is the default, also for fields that later versions may have here. */
typedef struct pl_fragment_options {
    const char *count;   /* a file of fragments to be counted; NULL: find fragments */
    uint32_t cover;      /* add every fragment of the first treebank up to this depth */
    uint32_t min_words;  /* only fragments with at least so many words */
    uint32_t relative;   /* frequencies relative to the root's instead of counts */
    uint32_t both;       /* a column of counts for the second treebank */
    uint32_t trees;      /* a column of the numbers of the trees, from 1 */
    uint32_t unbinarize; /* without nodes that binarization added */
    uint32_t threads;    /* 0: all processors */
    uint32_t reserved[9];
} pl_fragment_options;

/* The fragments that recur in a treebank, or (`second` not NULL) that two have in common,
 * one per line as `pleach fragments` writes them: FRAGMENT<TAB>COUNT… To be freed by
 * pl_text_free. */
PL_API char *pl_treebank_fragments(pl_treebank *in, pl_treebank *second,
                                   const pl_fragment_options *options, pl_error *error);

/* All zero is the default, also for fields that later versions may have here. */
typedef struct pl_extraction_options {
    uint32_t text;          /* rules and lexicon as text: OUTPUT.rules, OUTPUT.lex */
    uint32_t unknown_words; /* rare words become signatures; not with `text` */
    uint32_t rare;          /* words that occur up to so many times are rare; 0: 4 */
    uint32_t open_class;    /* tags of more different words may tag unknown ones; 0: 100 */
    uint32_t threads;       /* 0: all processors */
    uint32_t reserved[11];
} pl_extraction_options;

/* Reads a grammar off a treebank and writes it to a file, which pl_model_open opens.
 * `kind` is "pcfg", "plcfrs", "2dop" … as in `pleach grammar`. */
PL_API int pl_treebank_grammar(pl_treebank *in, const char *kind, const char *output,
                               const pl_extraction_options *options, pl_error *error);

/* -- what there is ------------------------------------------------------------------- */

/* Names by number, NULL behind the last. */
PL_API const char *pl_format_name(size_t i);
PL_API const char *pl_transform_name(size_t i);
PL_API const char *pl_grammar_kind_name(size_t i);
PL_API const char *pl_check_method_name(size_t i); /* by pl_check_method */
/* The bare names of all models that are installed, sorted, one per line, to be freed by
 * pl_text_free: those of the user, those in the folders of PLEACH_MODELS, and those that come
 * with pleach. */
PL_API char *pl_model_names(void);

#ifdef __cplusplus
}
#endif

#endif
