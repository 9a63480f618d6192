/* Feature templates: a small notation, parsed once.
 *
 *     s0tc                 head tag and label of s0
 *     s0.lw+s0.lc          head word and label of the left child of s0
 *     d0c+d0.Lw+s0.Rw      label of d0, its leftmost word, the rightmost word of s0
 *
 * A template is a conjunction of atoms with + between them. An atom is a place (s0 … s4
 * on the stack, d0 … d3 on the deque, b0 … b6 in the buffer), perhaps a dot and a path,
 * and one or more fields. On the path l and r go to the left and right child (a single
 * child is left), u to a single child; L and R go to the leftmost and rightmost word, G
 * to the last word before the first gap, H to the first word after the last gap; Lo, Ro,
 * Go and Ho to the words just outside these.
 *
 *     c label (a word's is its tag)    w head word     t head tag
 *     n number of words, in classes    g what is missing between its ends, in classes
 *     x whether it has a gap, or fills one of a child, or neither
 *     y number of words missing between its ends
 *
 * A template of the place b* alone, as b*wt, stands for as many features as the buffer
 * has words: one for each, wherever it is.
 *
 * An atom may also be the number of words between two places, s0-d0, or between their
 * head words, s0w-d0w, in classes.
 *
 * A file has templates between spaces and line ends; # begins a comment; a line
 * `include NAME` takes the templates of another file in. */
#ifndef PL_PARSER_TEMPLATE_H
#define PL_PARSER_TEMPLATE_H

#include "base/err.h"
#include "base/vec.h"
#include "machine/config.h"

enum {
    PL_MAX_ATOMS = 8,
    PL_MAX_PATH = 4,
    PL_MAX_TEMPLATES = 250,
    PL_MAX_FIELDS = 64,
    PL_MAX_DISTANCES = 16
};

/* How to get from an item to a value. */
typedef struct pl_field {
    char path[PL_MAX_PATH + 1]; /* of l, r, u; then perhaps one of L R G H, o O p P for
                                   Lo Ro Go Ho */
    char value;                 /* letter of the field */
} pl_field;

/* How far two places are from each other. */
typedef struct pl_distance {
    uint8_t from, to; /* PL_PLACE_… */
    bool heads;       /* of the head words, not the ends */
} pl_distance;

#define PL_PLACE_DISTANCE PL_N_PLACES       /* the place of atoms that are distances */
#define PL_PLACE_QUEUE    (PL_N_PLACES + 1) /* … of those that are every word, b* */

typedef struct pl_atom {
    uint8_t place; /* PL_PLACE_…, numbered */
    uint8_t field; /* number of the field in the set, or of the distance */
} pl_atom;

typedef struct pl_template {
    uint8_t n;
    pl_atom atoms[PL_MAX_ATOMS];
} pl_template;

typedef struct pl_templates {
    PL_VEC(pl_template) list;
    pl_field fields[PL_MAX_FIELDS];
    uint32_t n_fields;
    pl_distance distances[PL_MAX_DISTANCES];
    uint32_t n_distances;
    pl_str text; /* the templates without comments and includes, one per line */
} pl_templates;

/* The set with a name under share/templates, or in a file; a shipped set whose name
 * begins with `own` (as swap-extended for extended; NULL: none) goes before. -1 with the
 * reason, which names the line. */
int pl_templates_load(pl_templates *t, const char *own, const char *name_or_path,
                      pl_error *err);
/* The templates in a text; `name` stands in messages. Adds to what is there; a template
 * that is there already is not added again. */
int pl_templates_parse(pl_templates *t, const char *name, const char *text,
                       pl_error *err);
void pl_templates_release(pl_templates *t);

#endif
