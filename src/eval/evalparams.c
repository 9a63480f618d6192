/* Reading of parameter files; see evalparams.h. */
#include "eval/evalparams.h"

#include "base/alloc.h"
#include "base/share.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* -- classes ------------------------------------------------------------------------ */

static uint32_t class_add(pl_classes *c, const char *s)
{
    uint32_t id = pl_intern_add(&c->names, s);
    if (id == c->above.n)
        PL_PUSH(&c->above, id);
    return id;
}

static uint32_t top(const pl_classes *c, uint32_t id)
{
    while (c->above.at[id] != id)
        id = c->above.at[id];
    return id;
}

void pl_classes_join(pl_classes *c, const char *a, const char *b)
{
    uint32_t first = class_add(c, a), second = class_add(c, b);
    uint32_t x = top(c, first), y = top(c, second);
    c->above.at[x > y ? x : y] = x < y ? x : y;
}

const char *pl_classes_leader(const pl_classes *c, const char *s)
{
    uint32_t id = pl_intern_find(&c->names, s);
    return id != PL_NONE ? c->names.at[top(c, id)] : s;
}

bool pl_classes_same(const pl_classes *c, const char *a, const char *b)
{
    return strcmp(a, b) == 0 ||
           strcmp(pl_classes_leader(c, a), pl_classes_leader(c, b)) == 0;
}

/* -- the keys ----------------------------------------------------------------------- */

typedef enum kind { IGNORED, NUMBER, SWITCH, SET, PAIRS } kind;

/* clang-format off */
static const struct key {
    const char *name;
    kind kind;
    size_t field; /* of pl_eval_params */
} keys[] = {
    /* once */
    {"DEBUG",                   IGNORED, 0},
    {"MAX_ERROR",               IGNORED, 0},
    {"CUTOFF_LEN",              NUMBER,  offsetof(pl_eval_params, cutoff)},
    {"LABELED",                 SWITCH,  offsetof(pl_eval_params, labelled)},
    {"DISC_ONLY",               SWITCH,  offsetof(pl_eval_params, disc_only)},
    {"DELETE_ROOT_PRETERMS",    SWITCH,  offsetof(pl_eval_params, delete_root_preterms)},
    {"PUNCT_ROOT",              SWITCH,  offsetof(pl_eval_params, punct_root)},
    /* any number of times */
    {"DELETE_LABEL",            SET,     offsetof(pl_eval_params, delete_label)},
    {"DELETE_WORD",             SET,     offsetof(pl_eval_params, delete_word)},
    {"DELETE_LABEL_FOR_LENGTH", SET,     offsetof(pl_eval_params, delete_label_for_length)},
    {"EQ_LABEL",                PAIRS,   offsetof(pl_eval_params, eq_label)},
    {"EQ_WORD",                 PAIRS,   offsetof(pl_eval_params, eq_word)},
};
/* clang-format on */
enum { N_KEYS = sizeof keys / sizeof *keys, MAX_FIELDS = 4, MAX_CUTOFF = 1000000 };

static int parse_number(const pl_in *in, const char *key, const char *s, uint32_t max,
                        uint32_t *value, pl_error *err)
{
    const char *end = s;
    if (!pl_scan_number(&end, max, value) || *end != '\0')
        return pl_in_fail(in, err, PL_BAD_INPUT,
                          "%s takes a number from 0 to %u, not '%s'", key, max, s);
    return 0;
}

static int set_key(pl_eval_params *p, const pl_in *in, const struct key *key,
                   const char **fields, pl_error *err)
{
    void *field = (char *)p + key->field;
    uint32_t value = 0;
    switch (key->kind) {
    case IGNORED:
        break;
    case NUMBER:
        return parse_number(in, key->name, fields[1], MAX_CUTOFF, field, err);
    case SWITCH:
        if (parse_number(in, key->name, fields[1], 1, &value, err) < 0)
            return -1;
        *(bool *)field = value != 0;
        break;
    case SET:
        pl_intern_add(field, fields[1]);
        break;
    case PAIRS:
        pl_classes_join(field, fields[1], fields[2]);
        break;
    }
    return 0;
}

/* `text` is room for a copy of the line, to cut its fields apart. */
static int take_line(pl_eval_params *p, const pl_in *in, const char *line, pl_str *text,
                     pl_error *err)
{
    const char *fields[MAX_FIELDS];
    size_t n = 0, k = 0;
    pl_str_clear(text);
    pl_str_puts(text, line);
    for (char *at = text->at; n < MAX_FIELDS && (fields[n] = pl_scan_word(&at)) != NULL;)
        n++;
    if (n == 0 || fields[0][0] == '#')
        return 0;
    while (k < N_KEYS && strcmp(keys[k].name, fields[0]) != 0)
        k++;
    if (k == N_KEYS)
        return pl_in_fail(in, err, PL_BAD_INPUT, "unknown parameter '%s'", fields[0]);
    size_t want = keys[k].kind == PAIRS ? 3 : 2;
    if (n != want)
        return pl_in_fail(in, err, PL_BAD_INPUT, "%s takes %s", keys[k].name,
                          want == 3 ? "two values" : "one value");
    if (keys[k].kind != SET && keys[k].kind != PAIRS) {
        if (p->seen >> k & 1)
            return pl_in_fail(in, err, PL_BAD_INPUT, "%s is given a second time", keys[k].name);
        p->seen |= 1u << k;
    }
    return set_key(p, in, &keys[k], fields, err);
}

/* -- public ------------------------------------------------------------------------- */

void pl_eval_params_init(pl_eval_params *p)
{
    *p = (pl_eval_params){.cutoff = 40, .labelled = true};
}

int pl_eval_params_read(pl_eval_params *p, pl_in *in, pl_error *err)
{
    const char *line;
    size_t n;
    pl_str text = {0};
    int got;
    while ((got = pl_in_line(in, &line, &n, err)) > 0)
        if (take_line(p, in, line, &text, err) < 0) {
            got = -1;
            break;
        }
    pl_str_release(&text);
    return got;
}

int pl_eval_params_load(pl_eval_params *p, const char *name, pl_error *err)
{
    pl_str path = {0};
    pl_in *in = NULL;
    int status = -1;
    pl_eval_params_init(p);
    p->name = pl_strdup(name);
    if (pl_share_path("evalparams", name, ".prm", &path, err) == 0 &&
        (in = pl_in_open_rules(path.at, err)) != NULL)
        status = pl_eval_params_read(p, in, err);
    pl_in_close(in);
    pl_str_release(&path);
    if (status < 0)
        pl_eval_params_release(p);
    return status;
}

/* clang-format off */
const pl_option_row pl_eval_params_option_rows[] = {
    PL_OPTION('p', "params",          "NAME|FILE", PL_FILE_AT(pl_eval_params_options, name),                  PL_HELP(NULL, "count by these parameters: proper, spmrl, disc, or a file in the syntax of EVALB (default: proper)")),
    PL_OPTION(0,   "disc-only",       NULL,        PL_FLAG_AT(pl_eval_params_options, disc_only),             PL_HELP(NULL, "count discontinuous constituents only")),
    PL_OPTION(0,   "cutoff",          "N",         PL_INTEGER_AT(pl_eval_params_options, cutoff, 0, 1000000), PL_HELP(NULL, "give scores also for sentences of at most N words (default: as the parameters say)")),
    PL_OPTION(0,   "unlabelled",      NULL,        PL_FLAG_AT(pl_eval_params_options, unlabelled),            PL_HELP(NULL, "compare the words that constituents cover, not their labels")),
    PL_OPTION(0,   "whole-labels",    NULL,        PL_FLAG_AT(pl_eval_params_options, whole_labels),          PL_HELP(NULL, "compare labels and tags as they are (default: NP-SBJ and NP=2 are NP)")),
    PL_OPTION(0,   "score-functions", NULL,        PL_FLAG_AT(pl_eval_params_options, functions),             PL_HELP(NULL, "score the functions of correct constituents and tags")),
    PL_OPTIONS_END,
};
/* clang-format on */

int pl_eval_params_choose(pl_eval_params *p, const pl_eval_params_options *o, pl_error *err)
{
    if (pl_eval_params_load(p, o->name != NULL ? o->name : "proper", err) < 0)
        return -1;
    p->disc_only = p->disc_only || o->disc_only;
    p->labelled = p->labelled && !o->unlabelled;
    p->whole_labels = o->whole_labels;
    p->functions = o->functions;
    if (o->cutoff >= 0)
        p->cutoff = (uint32_t)o->cutoff;
    return 0;
}

static void release_classes(pl_classes *c)
{
    pl_intern_release(&c->names);
    PL_VEC_RELEASE(&c->above);
}

void pl_eval_params_release(pl_eval_params *p)
{
    free(p->name);
    pl_intern_release(&p->delete_label);
    pl_intern_release(&p->delete_word);
    pl_intern_release(&p->delete_label_for_length);
    release_classes(&p->eq_label);
    release_classes(&p->eq_word);
}
