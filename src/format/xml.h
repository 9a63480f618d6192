/* What the XML formats share: sentences pulled out of expat one at a time, and text that
 * is safe to write.
 *
 * expat pushes: it calls handlers for what it reads. A reader of trees pulls. So the
 * format's `end` handler calls pl_xml_pause at the end of a sentence, and pl_xml_run then
 * returns; the next call goes on where it stopped.
 *
 *     pl_xml_open(&x, r, &events, state);
 *     while ((got = pl_xml_run(&x, &err)) > 0) …        one sentence is complete
 *     pl_xml_close(&x);
 *
 * Several documents may follow one another in a stream. Refused are documents that expat
 * refuses (not well-formed, exploding entities), elements nested deeper than
 * PL_MAX_DEPTH and tags longer than PL_MAX_LINE. */
#pragma once

#include "base/intern.h"
#include "base/vec.h"
#include "format/writer.h"
#include "tree/build.h"

typedef struct pl_xml pl_xml;

/* What a format wants to hear of; `attrs` are names and values in turn, then NULL. All
 * text is UTF-8 and borrowed. Each may be NULL. */
typedef struct pl_xml_events {
    void (*start)(pl_xml *x, const char *name, const char **attrs);
    void (*end)(pl_xml *x, const char *name);
} pl_xml_events;

struct pl_xml {
    struct XML_ParserStruct *parser;
    pl_reader *reader;
    const pl_xml_events *on;
    void *context;      /* the format's own */
    uint32_t depth;     /* of open elements: 1 in the handlers of the root */
    size_t n_documents; /* complete ones */
    /* The format sets these: */
    pl_arena *m;     /* of the sentence */
    bool keep_text;  /* add character data to `text` */
    bool keep_notes; /* add what <?pleach TEXT?> says to `notes` */
    pl_str text;
    PL_VEC(const char *) notes; /* in `m` */
    pl_str *verbatim;     /* where all that is read is copied as it is; NULL: nowhere */
    const char *sentence; /* id for messages, NULL if not known */
    /* The first thing that was wrong since the last pl_xml_run: */
    bool failed;
    pl_error failure;
    /* Where we are: */
    char *chunk; /* bytes [at, n) are not parsed yet, if not `suspended` */
    size_t at, n, cap;
    size_t read;            /* bytes of all chunks so far */
    size_t document_start;  /* bytes before this document */
    long long fed;          /* bytes of this document before chunk[at] */
    long long document_end; /* bytes of this document up to the end of its root; or -1 */
    size_t lines_before;    /* of earlier documents */
    long long heard;        /* … and of what the parser has told, up to its end */
    bool open, suspended, paused, any_element;
    bool input_failed; /* when pl_xml_at_end read ahead */
    pl_error late;     /* why: for the next pl_xml_run */
};

/* Creates a parser that calls the out-of-memory handler of the program. */
struct XML_ParserStruct *pl_xml_new_parser(void);

void pl_xml_open(pl_xml *x, pl_reader *r, const pl_xml_events *on, void *context);
/* Reads on, with no text, notes or sentence, until a handler pauses it: 1; 0 at the end of the input; -1 with the reason,
 * and the reader `broken`, where the XML itself is wrong. */
int pl_xml_run(pl_xml *x, pl_error *err);
/* Whether nothing but space follows the document that is complete. */
bool pl_xml_at_end(pl_xml *x);
void pl_xml_close(pl_xml *x);

/* For handlers: */
/* Call this at the start of a sentence. It stores the offset of the first sentence in the reader. */
void pl_xml_first(pl_xml *x);
/* Whether this is behind the first sentence of a file that is read in parts. */
bool pl_xml_is_cut(const pl_xml *x);
void pl_xml_pause(pl_xml *x);
size_t pl_xml_line(const pl_xml *x);
/* Remembers what is wrong with the sentence ("NAME:LINE: sentence ID: …"), unless
 * something already is. `line` 0: the current one. */
void pl_xml_fail(pl_xml *x, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for a limit, at the current line. */
void pl_xml_limit(pl_xml *x, const char *what);
void pl_xml_abort(pl_xml *x); /* nothing more is read; pl_xml_run gives the failure */
/* For a format's `read`: the sentence's failure if there is one. 1 or -1. */
int pl_xml_verdict(const pl_xml *x, pl_error *err);

/* Calls pl_build_finish, or pl_build_words if `tree` is false. A failure becomes the failure of the
 * sentence, with this line number. */
pl_tree *pl_xml_finish(pl_xml *x, pl_build *b, bool tree, const char *root, size_t line);

const char *pl_xml_get(const char **attrs, const char *name); /* NULL if not there */
/* Adds a field at the end of a list, with copies of both; where the next one goes. */
pl_attr **pl_xml_field(pl_arena *m, pl_attr **next, const char *key, const char *value);
/* "--" stands for a value that is not there. */
const char *pl_xml_value(pl_arena *m, const char *text); /* a copy, or NULL */

/* -- writing ------------------------------------------------------------------------- */

/* Text with & < > " and control characters replaced. What XML cannot hold at all (other
 * control characters) becomes U+FFFD, and is counted. */
void pl_xml_put(pl_writer *w, const char *text);
/* Returns the text as a reader will see it: `text`, or a copy in `to` with U+FFFD for characters that XML
 * cannot hold. Use it to compare names that must differ. */
const char *pl_xml_text(pl_str *to, const char *text);
/* Writes a space and NAME="VALUE". The name must be a valid XML name. */
void pl_xml_put_attr(pl_writer *w, const char *name, const char *value);

/* Gives the attributes of one element different names, as XML requires.
 *
 *     pl_xml_names_start(&names, taken);                 for each element
 *     pl_xml_put_field(w, &names, "a b", "…");           a_b="…"
 *     pl_xml_put_field(w, &names, "a_b", "…");           a_b_="…" */
typedef struct pl_xml_name_row {
    uint64_t element; /* the last element with this name */
    uint64_t
        counted; /* the last element in which this name was taken and numbers were tried */
    uint32_t tried; /* number of names tried in that element */
} pl_xml_name_row;

typedef struct pl_xml_names {
    bool keep_prefixes;      /* keep names such as a:b: they come from the same format */
    pl_intern keys, names;   /* names of fields; names of attributes */
    PL_VEC(uint32_t) of_key; /* [keys.n]  attribute name of a field, if it is free */
    PL_VEC(pl_xml_name_row) row; /* [names.n] */
    uint64_t element;
    pl_str name;
    struct XML_ParserStruct *parser; /* checks which characters a name may have */
} pl_xml_names;

/* Starts an element. Fields do not get the names in `taken`, a list that ends with NULL. */
void pl_xml_names_start(pl_xml_names *n, const char *const *taken);
/* Returns the attribute name for a field. Characters that a name cannot have become `_`. A name that is
 * taken gets `_`, `_2`, `_3` … at its end. The result is valid until the element ends. */
const char *pl_xml_name(pl_xml_names *n, const char *key);
/* Writes a field under pl_xml_name. Counts it as changed if that differs from `key`. */
void pl_xml_put_field(pl_writer *w, pl_xml_names *n, const char *key, const char *value);
void pl_xml_names_release(pl_xml_names *n);

/* Returns true if the text is exactly one well-formed element with this name. */
bool pl_xml_is_element(const char *text, const char *name);

/* Lines of the source (comments and the like) travel as notes, which other programs pass
 * over: <?pleach line 3 TEXT?>, the number being that of the word they stand before. */
void pl_xml_put_note(pl_writer *w, const char *kind, const char *text);
void pl_xml_put_lines(pl_writer *w, const pl_tree *t);
/* What follows `kind` in the text of a note, unescaped into `to`; false if the note is of
 * another kind. */
bool pl_xml_note_text(const char *note, const char *kind, pl_str *to);
/* Adds the lines among x->notes to the tree, whose words are complete. */
void pl_xml_take_lines(const pl_xml *x, pl_tree *t);
/* The text of the first note of this kind within XML text; false if there is none. */
bool pl_xml_find_note(const char *xml, const char *kind, pl_str *to);

/* Checks the first bytes for an XML format. Its files have one of the elements names[] (ended by NULL)
 * before any element of another XML format. The bytes may be UTF-16. */
pl_sniffed pl_xml_sniff(const char *bytes, size_t n, const char *const *names);
