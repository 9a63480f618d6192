/* The control parameters of a dependency transition system (Bohnet, McDonald, Pitler and
 * Ma 2016): a text of a few lines that says which system it is. There is no other
 * description: arc-standard, arc-eager, easy-first and the rest are files in
 * share/systems, and one machine (machine.h) runs them all.
 *
 *     K 2                  active tokens: the K rightmost of O, or inf
 *     D 1                  arcs join active tokens at most D places apart, or inf
 *     root right           where the artificial root stands: left or right
 *     heads one            or many: a token may have several heads (DAGs)
 *     LEFT                 the head is the right one of the two tokens
 *     RIGHT B=f S=t        the head is the left one
 *     REDUCE P=l           takes a token out that has its head
 *     SHIFT                the next token becomes active
 *
 *     B=t|f     the arc takes its modifier out of O (default t)
 *     S=t|f     a SHIFT follows the arc (default f)
 *     P=l|r|na  one end of the arc, or the token reduced, is O[K] (l) or O[1] (r)
 *
 * A transition may stand there twice with different parameters. # begins a comment. */
#pragma once

#include "base/options.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define PL_DEP_INF UINT32_MAX
enum { PL_DEP_MAX_MOVES = 8, PL_DEP_NAME = 64 };

typedef enum pl_dep_kind {
    PL_DEP_LEFT,
    PL_DEP_RIGHT,
    PL_DEP_REDUCE,
    PL_DEP_SHIFT,
    PL_DEP_N_KINDS
} pl_dep_kind;

typedef enum pl_dep_edge { PL_DEP_ANYWHERE, PL_DEP_AT_LEFT, PL_DEP_AT_RIGHT } pl_dep_edge;

/* One transition of the system. */
typedef struct pl_dep_move {
    pl_dep_kind kind;
    bool reduces; /* B */
    bool shifts;  /* S */
    pl_dep_edge edge;
} pl_dep_move;

typedef struct pl_dep_params {
    char name[PL_DEP_NAME]; /* as the user called it */
    uint32_t K, D;          /* PL_DEP_INF: all */
    bool root_left;
    bool many_heads;
    bool lifts; /* learns from trees whose arcs were lifted, and lowers them after parsing */
    bool single_root; /* one token depends on the root; set once the treebank is known */
    bool mends_root;  /* … but derivations may leave more (unless the system is bottom
                         up), which the parser mends; so trained unless asked for */
    uint32_t n_moves;
    pl_dep_move moves[PL_DEP_MAX_MOVES];
    /* Filled by pl_dep_params_check: */
    bool fills;            /* O is kept at K tokens: every arc has P=na */
    bool bottom_up;        /* every arc reduces */
    bool may_cycle;        /* cycles have to be looked for */
    uint32_t most_at_root; /* single_root: tokens without head in O when a root on the
                              right is shifted */
} pl_dep_params;

/* Settings that a user gives one by one: the key K, D, root or heads (also
 * heads-per-word), or a transition (LEFT, RIGHT, REDUCE, SHIFT, in small letters, too) with
 * its parameters or `no`; the first one of a transition replaces those that the system
 * has. */
typedef struct pl_dep_settings {
    PL_VEC(struct pl_dep_setting) list;
} pl_dep_settings;

struct pl_dep_setting {
    const char *key, *value;
};

/* Whether one word alone depends on the root. */
typedef enum pl_dep_single {
    PL_SINGLE_AUTO, /* if it is so in the treebank */
    PL_SINGLE_YES,
    PL_SINGLE_NO,
    PL_SINGLE_STRICT, /* yes, and training learns derivations of one root only */
    PL_N_SINGLE
} pl_dep_single;
extern const pl_option_choice pl_dep_single_choices[];

/* The default: K=inf, D=1, root right, LEFT and RIGHT as they are; `dep` on the command
 * line. */
void pl_dep_params_start(pl_dep_params *p, const char *name);
/* The system with a name under share/systems, or in a file. -1 with the reason. */
int pl_dep_params_load(pl_dep_params *p, const char *name_or_path, pl_error *err);
/* The same from a text; `name` stands in messages. */
int pl_dep_params_parse(pl_dep_params *p, const char *name, const char *text,
                        pl_error *err);
/* One value, as on the command line: key K, D, root, heads or heads-per-word. */
int pl_dep_params_set(pl_dep_params *p, const char *key, const char *value,
                      pl_error *err);
/* Adds a transition; `spec` is "default", or B=…, S=…, P=… between blanks or commas. */
int pl_dep_params_add(pl_dep_params *p, pl_dep_kind kind, const char *spec,
                      pl_error *err);
/* The system `name`, `dep` for the default, with these settings (NULL: none). -1 with the
 * reason. */
int pl_dep_params_make(pl_dep_params *p, const char *name, const pl_dep_settings *s,
                       pl_error *err);
/* Whether there is a system of that name: `dep`, a shipped one, or a file. */
bool pl_dep_params_known(const char *name);

/* Checks the setting and fills in what follows from it. -1 with the reason where no
 * sentence could be parsed; what is merely useless is explained in `notes`, a sentence
 * per line (NULL: not wanted). To be called again after `single_root` has changed. */
int pl_dep_params_check(pl_dep_params *p, pl_str *notes, pl_error *err);
/* The text that gives these parameters again, one per line. */
void pl_dep_params_print(const pl_dep_params *p, pl_str *out);

extern const char *const pl_dep_kind_names[PL_DEP_N_KINDS]; /* LEFT, RIGHT, … */

static inline bool pl_dep_is_arc(const pl_dep_move *m)
{
    return m->kind <= PL_DEP_RIGHT;
}
