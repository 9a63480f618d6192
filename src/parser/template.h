/* Feature templates: a small notation, parsed once.
 *
 *     s0tc                 tag and label at the place s0
 *     s0.lw+s0.lc          word and label of the left child of s0
 *     s0w+s0-d0            word of s0, and how far d0 is from it
 *
 * A template is a conjunction of atoms with + between them. An atom is a place (s0, d0,
 * b1 …), perhaps a dot and a path from there, and one or more letters of fields; or a
 * distance between two places. Which places, paths, fields and distances there are is
 * written in a table, one for each family of machines:
 *
 *     pl_items_notation    constituents    item_values.h
 *     pl_arcs_notation     dependencies    pair_values.h
 *
 * A file has templates between spaces and line ends; # begins a comment; a line
 * `include NAME` adds the templates of another file. */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PL_MAX_ATOMS = 8,
    PL_MAX_PATH = 4,
    PL_MAX_TEMPLATES = 250,
    PL_MAX_FIELDS = 80,
    PL_MAX_DISTANCES = 16
};

/* How to get from a place to a value. */
typedef struct pl_field {
    char path[PL_MAX_PATH + 1]; /* codes of steps */
    char value;                 /* letter of the field */
} pl_field;

/* How far two places are from each other. */
typedef struct pl_distance {
    uint8_t from, to;
    bool heads; /* of the head words, not the ends */
} pl_distance;

typedef struct pl_atom {
    uint8_t place; /* a place of the notation; n_places: a distance; n_places + 1: b* */
    uint8_t field; /* number of the field in the set, or of the distance */
} pl_atom;

typedef struct pl_template {
    uint8_t n;
    pl_atom atoms[PL_MAX_ATOMS];
} pl_template;

typedef struct pl_templates {
    const struct pl_notation *notation; /* set by loading or parsing */
    PL_VEC(pl_template) list;
    pl_field fields[PL_MAX_FIELDS]; /* [n_fields] each once */
    uint32_t n_fields;
    pl_distance distances[PL_MAX_DISTANCES]; /* [n_distances] each once */
    uint32_t n_distances;
    uint32_t n_files; /* read so far */
    pl_str text;      /* the templates without comments and includes, one per line */
} pl_templates;

/* Places with the same letter: s0, s1, s2 … are first, first + 1, first + 2 … */
typedef struct pl_place_row {
    char letter; /* 0 ends the table */
    uint8_t first, n;
} pl_place_row;

/* A step of a path. */
typedef struct pl_path_step {
    const char *text; /* NULL ends the table */
    char code;        /* what pl_field.path has for it */
    bool last;        /* no step follows it */
} pl_path_step;

typedef struct pl_notation {
    const pl_place_row *places;
    uint8_t n_places;
    const pl_path_step *steps;
    const char *fields;     /* their letters */
    const char *place_help; /* "an atom begins with …" */
    const char *path_help;  /* "after a dot stands …" */
    char queue;             /* letter of the place * (every word of a queue); 0: none */
    bool distances;         /* s0-d0 and s0w-d0w, between any two places */
    char distance;          /* letter of the one distance `between`; 0: none */
    pl_distance between;
    /* The constants of a template are drawn from a hash of its atoms, which begins with
     * `start`; model files contain the result. */
    uint64_t start;
    uint64_t (*mix_atom)(uint64_t h, const pl_templates *t, pl_atom a);
    bool draws_far; /* the multiplier of the distance in O is drawn too */
    /* The group (features.h) of templates that look at a set of places. */
    uint32_t (*group)(uint32_t places);
} pl_notation;

/* Adds a set by its name under share/templates or the path of a file. A shipped set named
 * `own` and the name (swap- and extended: swap-extended) is preferred; `own` may be NULL.
 * -1 with the reason, which names the line. */
int pl_templates_load(pl_templates *t, const pl_notation *n, const char *own,
                      const char *name_or_path, pl_error *err);
/* Adds the templates in a text, which includes no files; `name` stands in messages. A
 * template that is there already is not added again. */
int pl_templates_parse(pl_templates *t, const pl_notation *n, const char *name,
                       const char *text, pl_error *err);
void pl_templates_release(pl_templates *t);
