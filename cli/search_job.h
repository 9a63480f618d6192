/* pleach search: the command's options, and the flow of sentences through the matcher into
 * one of the views.
 *
 *     cmd_search.c     options, the query, what is said at the end
 *     search_flow.c    reading, threads, limits; calls the view
 *     search_views.c   what is written: lines, columns, KWIC, JSON, trees, sentences, tables
 */
#pragma once

#include "part.h"

#include "draw/draw.h"
#include "search/candidates.h"
#include "search/matcher.h"
#include "search/notes.h"
#include "search/tally.h"

typedef struct search_job {
    input in;
    settings transforms;
    part_job part;
    /* the query */
    const char *named, *text; /* --query; the query itself */
    texts templates;
    pl_query *query;
    /* the view */
    const struct search_view *view;
    const pl_format *to;
    pl_draw_options draw;
    const char *output, *focus, *columns, *count_by, *chart;
    bool kwic, json, count, sentences, each, invert, explain;
    uint32_t context, threads;
    pl_key keys[PL_MAX_KEYS];
    size_t n_keys;
    uint32_t focused; /* number of the counted variable */
    /* limits */
    uint64_t limit, limit_sentences, per_sentence;
    double time_limit;
} search_job;

/* A file that is searched; of an index, one that it was made of. */
typedef struct search_file {
    const char *name; /* "-" for standard input */
    size_t sentences, matches;
    struct search_file *next;
} search_file;

/* What a sentence has become. The worker fills in `text`: a piece for each match. */
typedef struct search_item {
    pl_tree *tree; /* NULL if only matches are counted, in an index */
    const pl_reader *reader; /* there until the next file is opened */
    search_file *file;
    size_t number; /* in its file */
    size_t passed; /* sentences before it that nothing is said of */
    size_t n_matches;
    bool cut;
    pl_error err;
    bool failed;
    pl_str text;
    PL_VEC(size_t) ends;    /* [n_matches]  of the pieces */
    PL_VEC(uint32_t) nodes; /* [n_matches][n_counted]  of the tree, for trees */
} search_item;

/* What the views write to. */
typedef struct search_output {
    search_job *job;
    pl_out *out;
    pl_drawing *drawing;
    pl_out *svg; /* of a drawing that is to be converted; NULL: it goes to `out` */
    pl_str drawn;
    pl_writer *writer;
    pl_tally tally;
    bool several; /* files: their names are written */
    size_t n_sentences, n_matching, n_matches; /* read; with a match, or without */
    size_t n_start; /* bytes that stand before the first match */
    search_file *files;
    size_t id_width;
} search_output;

typedef struct search_view {
    bool serial; /* needs the reader of each sentence when it is written */
    bool counts; /* the outputs of parts are added up, not put together */
    bool whole;  /* there are no parts of it: what is written depends on what came before */
    /* Turns the match with these nodes into a piece of i->text; may be NULL. Several
     * threads call it, each with its own state. */
    void (*render)(const search_output *o, search_item *i, pl_search_state *s,
                   const uint32_t *match);
    int (*begin)(search_output *o, pl_error *err); /* may be NULL */
    /* Writes the first n matches of a sentence; with --invert a sentence without any. */
    int (*write)(search_output *o, const search_item *i, size_t n, pl_error *err);
    int (*end)(search_output *o, pl_error *err); /* may be NULL */
} search_view;

/* The view that the options ask for. */
const search_view *search_view_of(const search_job *j);
/* Runs the search: DONE, FAILED after a message or when a limit cut something off. */
exit_code search_flow(search_job *j);
