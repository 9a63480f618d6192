/* Reading, checking and printing control parameters; see control.h. */
#include "machine/control.h"

#include "base/alloc.h"
#include "base/in.h"
#include "base/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char *const pl_dep_kind_names[PL_DEP_N_KINDS] = {"LEFT", "RIGHT", "REDUCE",
                                                       "SHIFT"};

const pl_option_choice pl_dep_single_choices[] = {{"auto", NULL}, {"yes", NULL}, {"no", NULL}, {"strict", NULL}, {0}};

enum { MAX_BOUND = 1000 }; /* a finite K or D */

/* -- reading ------------------------------------------------------------------------ */

void pl_dep_params_start(pl_dep_params *p, const char *name)
{
    *p = (pl_dep_params){.K = PL_DEP_INF, .D = 1, .n_moves = 2};
    p->moves[0] = (pl_dep_move){.kind = PL_DEP_LEFT, .reduces = true};
    p->moves[1] = (pl_dep_move){.kind = PL_DEP_RIGHT, .reduces = true};
    snprintf(p->name, sizeof p->name, "%s", name);
}

static int parse_bound(const char *key, const char *value, uint32_t *to, pl_error *err)
{
    uint32_t n = 0;
    if (strcmp(value, "inf") == 0 || strcmp(value, "∞") == 0) {
        *to = PL_DEP_INF;
        return 0;
    }
    const char *at = value;
    for (; *at >= '0' && *at <= '9' && n <= MAX_BOUND; at++)
        n = n * 10 + (uint32_t)(*at - '0');
    if (*value == '\0' || *at != '\0' || n > MAX_BOUND)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "%s takes a number up to %d, or inf, not '%.20s'", key, MAX_BOUND,
                       value);
    *to = n;
    return 0;
}

static int parse_choice(const char *key, const char *value, const char *no,
                        const char *yes, bool *to, pl_error *err)
{
    if (strcmp(value, no) != 0 && strcmp(value, yes) != 0)
        return pl_fail(err, PL_BAD_INPUT, "%s is %s or %s, not '%.20s'", key, no, yes,
                       value);
    *to = strcmp(value, yes) == 0;
    return 0;
}

int pl_dep_params_set(pl_dep_params *p, const char *key, const char *value, pl_error *err)
{
    if (strcmp(key, "K") == 0)
        return parse_bound(key, value, &p->K, err);
    if (strcmp(key, "D") == 0)
        return parse_bound(key, value, &p->D, err);
    if (strcmp(key, "root") == 0)
        return parse_choice(key, value, "right", "left", &p->root_left, err);
    if (strcmp(key, "heads") == 0 || strcmp(key, "heads-per-word") == 0)
        return parse_choice(key, value, "one", "many", &p->many_heads, err);
    if (strcmp(key, "crossing") == 0)
        return parse_choice(key, value, "keep", "lift", &p->lifts, err);
    return pl_fail(
        err, PL_BAD_INPUT,
        "'%.20s' is not a parameter: there are K, D, root, heads, crossing, LEFT, "
        "RIGHT, REDUCE and SHIFT",
        key);
}

/* One of B=t, S=f, P=na … */
static int parse_setting(pl_dep_move *m, const char *word, pl_error *err)
{
    static const char *const edges[] = {"na", "l", "r"};
    if (strcmp(word, "default") == 0)
        return 0;
    if (strncmp(word, "P=", 2) == 0 && m->kind != PL_DEP_SHIFT) {
        for (unsigned i = 0; i < 3; i++)
            if (strcmp(word + 2, edges[i]) == 0) {
                m->edge = (pl_dep_edge)i;
                return 0;
            }
        return pl_fail(err, PL_BAD_INPUT, "P is l, r or na, not '%.20s'", word + 2);
    }
    if (pl_dep_is_arc(m) && strncmp(word, "B=", 2) == 0)
        return parse_choice("B", word + 2, "f", "t", &m->reduces, err);
    if (pl_dep_is_arc(m) && strncmp(word, "S=", 2) == 0)
        return parse_choice("S", word + 2, "f", "t", &m->shifts, err);
    static const char *const takes[] = {"B=t|f, S=t|f and P=l|r|na",
                                        "B=t|f, S=t|f and P=l|r|na", "P=l|r|na",
                                        "no parameters"};
    return pl_fail(err, PL_BAD_ARGUMENT, "%s takes %s, not '%.20s'",
                   pl_dep_kind_names[m->kind], takes[m->kind], word);
}

int pl_dep_params_add(pl_dep_params *p, pl_dep_kind kind, const char *spec, pl_error *err)
{
    pl_dep_move m = {.kind = kind, .reduces = kind <= PL_DEP_RIGHT};
    char *copy = pl_strndup(spec, strlen(spec)), *rest = NULL;
    int status = 0;
    for (char *word = strtok_r(copy, " ,\t\r", &rest); word != NULL && status == 0;
         word = strtok_r(NULL, " ,\t\r", &rest))
        status = parse_setting(&m, word, err);
    free(copy);
    if (status < 0)
        return -1;
    if (p->n_moves == PL_DEP_MAX_MOVES)
        return pl_fail(err, PL_TOO_LARGE, "more than %d transitions", PL_DEP_MAX_MOVES);
    p->moves[p->n_moves++] = m;
    return 0;
}

static void drop(pl_dep_params *p, pl_dep_kind kind)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_moves; i++)
        if (p->moves[i].kind != kind)
            p->moves[n++] = p->moves[i];
    p->n_moves = n;
}

static int set(pl_dep_params *p, const struct pl_dep_setting *s, bool *replaced,
               pl_error *err)
{
    int kind = 0;
    while (kind < PL_DEP_N_KINDS && strcasecmp(s->key, pl_dep_kind_names[kind]) != 0)
        kind++;
    if (kind == PL_DEP_N_KINDS)
        return pl_dep_params_set(p, s->key, s->value, err);
    if (!replaced[kind])
        drop(p, (pl_dep_kind)kind);
    replaced[kind] = true;
    return strcmp(s->value, "no") == 0
               ? 0
               : pl_dep_params_add(p, (pl_dep_kind)kind, s->value, err);
}

int pl_dep_params_make(pl_dep_params *p, const char *name, const pl_dep_settings *s,
                       pl_error *err)
{
    bool replaced[PL_DEP_N_KINDS] = {false}, plain = strcmp(name, "dep") == 0;
    if (plain)
        pl_dep_params_start(p, name);
    else if (pl_dep_params_load(p, name, err) < 0)
        return -1;
    for (size_t i = 0; s != NULL && i < s->list.n; i++)
        if (set(p, &s->list.at[i], replaced, err) < 0)
            return -1;
    return plain && p->K != PL_DEP_INF && !replaced[PL_DEP_SHIFT]
               ? pl_dep_params_add(p, PL_DEP_SHIFT, "default", err)
               : 0;
}

bool pl_dep_params_known(const char *name)
{
    pl_str path = {0};
    pl_error err;
    bool found = strcmp(name, "dep") == 0 ||
                 pl_share_path("systems", name, ".sys", &path, &err) == 0;
    pl_str_release(&path);
    return found;
}

/* The next word of a line, empty at its end; *line is moved behind it. */
static char *next_word(char **line)
{
    static const char blank[] = " \t\r";
    char *word = *line + strspn(*line, blank), *end = word + strcspn(word, blank);
    *line = end + (*end != '\0');
    *end = '\0';
    return word;
}

static int parse_line(pl_dep_params *p, char *line, pl_error *err)
{
    line[strcspn(line, "#")] = '\0';
    const char *key = next_word(&line);
    if (*key == '\0')
        return 0;
    for (unsigned k = 0; k < PL_DEP_N_KINDS; k++)
        if (strcmp(key, pl_dep_kind_names[k]) == 0)
            return pl_dep_params_add(p, (pl_dep_kind)k, line, err);
    const char *value = next_word(&line);
    if (*next_word(&line) != '\0')
        return pl_fail(err, PL_BAD_ARGUMENT, "%.20s takes one value", key);
    return pl_dep_params_set(p, key, value, err);
}

static int parse_stream(pl_dep_params *p, const char *name, pl_in *in, pl_error *err)
{
    const char *line;
    size_t n;
    int got;
    pl_dep_params_start(p, name);
    p->n_moves = 0;
    while ((got = pl_in_line(in, &line, &n, err)) > 0) {
        char *copy = pl_strndup(line, n);
        pl_error why;
        int done = parse_line(p, copy, &why);
        free(copy);
        if (done < 0)
            return pl_in_fail(in, err, PL_BAD_INPUT, "%s", why.text);
    }
    return got;
}

int pl_dep_params_parse(pl_dep_params *p, const char *name, const char *text,
                        pl_error *err)
{
    pl_in *in = pl_in_memory(name, text, strlen(text));
    int got = parse_stream(p, name, in, err);
    pl_in_close(in);
    return got;
}

int pl_dep_params_load(pl_dep_params *p, const char *name_or_path, pl_error *err)
{
    pl_str path = {0};
    int got = pl_share_path("systems", name_or_path, ".sys", &path, err);
    pl_in *in = got == 0 ? pl_in_open_rules(path.at, err) : NULL;
    got = in != NULL ? parse_stream(p, pl_base_name(name_or_path), in, err) : -1;
    pl_in_close(in);
    pl_str_release(&path);
    return got;
}

/* -- checking ----------------------------------------------------------------------- */

/* Whether some arc joins two of the places low … high of O. */
static bool some_arc(const pl_dep_params *p, uint32_t low, uint32_t high)
{
    for (uint32_t k = 0; k < p->n_moves; k++) {
        pl_dep_edge edge = p->moves[k].edge;
        if (!pl_dep_is_arc(&p->moves[k]) || p->moves[k].shifts)
            continue;
        for (uint32_t j = low; j < high; j++)
            for (uint32_t i = j + 1; i <= high && i - j <= p->D; i++)
                if (edge == PL_DEP_ANYWHERE ||
                    (edge == PL_DEP_AT_RIGHT ? j == 1 : i == p->K))
                    return true;
    }
    return false;
}

/* Whether some arc joins two tokens after O[1], however many of those between have their
 * head already. */
static bool joins_others(const pl_dep_params *p)
{
    for (uint32_t k = 0; k < p->n_moves; k++)
        if (pl_dep_is_arc(&p->moves[k]) && !p->moves[k].shifts &&
            p->moves[k].edge != PL_DEP_AT_RIGHT)
            return p->K > 2;
    return false;
}

/* How many tokens without head may be left when a root on the right with a single
 * dependent is shifted: the largest number from which arcs can join them one by one until
 * one is left. */
static uint32_t most_at_root(const pl_dep_params *p)
{
    if (p->K == PL_DEP_INF || (!p->bottom_up && joins_others(p)))
        return PL_DEP_INF;
    uint32_t m = 1;
    while (m <= p->K && some_arc(p, 2, m + 2 < p->K ? m + 2 : p->K))
        m++;
    return m > p->K ? PL_DEP_INF : m;
}

static void note(pl_str *notes, const char *text)
{
    if (notes != NULL)
        pl_str_printf(notes, "%s\n", text);
}

static bool has(const pl_dep_params *p, pl_dep_kind kind)
{
    for (uint32_t i = 0; i < p->n_moves; i++)
        if (p->moves[i].kind == kind)
            return true;
    return false;
}

static void derive(pl_dep_params *p)
{
    bool left_reduces = true, right_shifts = true;
    p->fills = p->bottom_up = true;
    for (uint32_t i = 0; i < p->n_moves; i++) {
        const pl_dep_move *m = &p->moves[i];
        if (!pl_dep_is_arc(m))
            continue;
        p->fills &= m->edge == PL_DEP_ANYWHERE;
        p->bottom_up &= m->reduces;
        left_reduces &= m->kind == PL_DEP_RIGHT || m->reduces;
        right_shifts &= m->kind == PL_DEP_LEFT || m->reduces || m->shifts;
    }
    /* As in arc-eager: what is not reduced has its head to the left, and what stands at
     * the right end has no head yet. */
    bool eager = p->K == 2 && left_reduces && right_shifts && !p->many_heads;
    p->may_cycle = !p->bottom_up && !eager;
    p->most_at_root = most_at_root(p);
}

/* What makes a single transition impossible. */
static int check_move(const pl_dep_params *p, const pl_dep_move *m, pl_str *notes,
                      pl_error *err)
{
    const char *name = pl_dep_kind_names[m->kind];
    if (m->edge == PL_DEP_AT_LEFT && p->K == PL_DEP_INF)
        return pl_fail(err, PL_BAD_INPUT,
                       "%s P=l is never possible with K inf: where all tokens are active "
                       "there is no left edge; give K a number",
                       name);
    if (m->shifts && p->K == PL_DEP_INF)
        return pl_fail(err, PL_BAD_INPUT,
                       "%s S=t is never possible with K inf: all tokens are active from "
                       "the start, none is left to shift",
                       name);
    if (pl_dep_is_arc(m) && !m->reduces && !has(p, PL_DEP_REDUCE))
        return pl_fail(
            err, PL_BAD_ARGUMENT,
            "%s B=f leaves its modifier in O, and without REDUCE nothing takes "
            "it out: no derivation ends; add REDUCE or say B=t",
            name);
    if (m->kind == PL_DEP_REDUCE && p->bottom_up)
        note(notes, "REDUCE is never possible: every arc has B=t and takes its modifier "
                    "out itself");
    if (m->kind == PL_DEP_SHIFT && p->K == PL_DEP_INF)
        note(notes,
             "SHIFT is never possible with K inf: all tokens are active from the start");
    return 0;
}

static int check_bounds(pl_dep_params *p, pl_str *notes, pl_error *err)
{
    if (p->K < 2)
        return pl_fail(err, PL_BAD_INPUT,
                       "K %u: an arc needs two active tokens; K is at least 2", p->K);
    if (p->D < 1)
        return pl_fail(err, PL_BAD_INPUT,
                       "D 0: an arc joins two tokens; D is at least 1");
    if (p->K != PL_DEP_INF && p->D > p->K - 1) {
        if (notes != NULL && p->D != PL_DEP_INF)
            pl_str_printf(notes,
                          "D %u is the same as D %u: %u active tokens are at most that "
                          "far apart\n",
                          p->D, p->K - 1, p->K);
        p->D = p->K - 1;
    }
    return 0;
}

int pl_dep_params_check(pl_dep_params *p, pl_str *notes, pl_error *err)
{
    if (check_bounds(p, notes, err) < 0)
        return -1;
    pl_dep_kind needed = p->root_left ? PL_DEP_RIGHT : PL_DEP_LEFT;
    if (!has(p, needed))
        return pl_fail(err, PL_BAD_INPUT,
                       "root %s needs %s: no other arc makes a token depend on the root",
                       p->root_left ? "left" : "right", pl_dep_kind_names[needed]);
    derive(p);
    for (uint32_t i = 0; i < p->n_moves; i++)
        if (check_move(p, &p->moves[i], notes, err) < 0)
            return -1;
    if (!p->fills && !has(p, PL_DEP_SHIFT))
        return pl_fail(err, PL_BAD_INPUT,
                       "with P=l or P=r at an arc O begins empty, and without SHIFT "
                       "it stays so: add SHIFT");
    if (!has(p, p->root_left ? PL_DEP_LEFT : PL_DEP_RIGHT))
        note(notes, "arcs go in one direction only: few trees can be derived");
    return 0;
}

/* -- printing ----------------------------------------------------------------------- */

static void print_bound(pl_str *out, const char *key, uint32_t n)
{
    if (n == PL_DEP_INF)
        pl_str_printf(out, "%s inf\n", key);
    else
        pl_str_printf(out, "%s %u\n", key, n);
}

void pl_dep_params_print(const pl_dep_params *p, pl_str *out)
{
    static const char *const edges[] = {"", " P=l", " P=r"};
    print_bound(out, "K", p->K);
    print_bound(out, "D", p->D);
    pl_str_printf(out, "root %s\n", p->root_left ? "left" : "right");
    if (p->many_heads)
        pl_str_puts(out, "heads many\n");
    if (p->lifts)
        pl_str_puts(out, "crossing lift\n");
    for (uint32_t i = 0; i < p->n_moves; i++) {
        const pl_dep_move *m = &p->moves[i];
        bool arc = pl_dep_is_arc(m);
        pl_str_printf(out, "%s%s%s%s\n", pl_dep_kind_names[m->kind],
                      arc && !m->reduces ? " B=f" : "", m->shifts ? " S=t" : "",
                      edges[m->edge]);
    }
}
