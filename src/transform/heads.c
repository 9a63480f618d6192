/* Head rules; see transform.h. */
#include "transform/transform.h"

#include "base/alloc.h"
#include "base/in.h"
#include "base/share.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_RULE_BYTES ((size_t)1 << 20)

/* A label's lines are linked in their order. The names of the categories stand one after
 * the other in `names`; an empty one ends a category, so that
 * "NN|NNS CD" is  NN NNS "" CD "". */
typedef struct rule {
    const char *label;
    bool from_right;
    const char **names; /* [n_names] */
    uint32_t n_names;
    struct rule *next; /* the label's next line */
} rule;

struct pl_heads {
    pl_arena arena;
    const char *text;
    PL_VEC(rule *) rules; /* the first line of each label */
};

/* -- matching ---------------------------------------------------------------------- */

static bool name_matches(const char *name, const char *label)
{
    if (name[0] != '*' && ((name[0] ^ label[0]) & ~0x20) != 0)
        return false; /* most begin with another letter */
    size_t n = strlen(name);
    if (n > 0 && name[n - 1] == '*')
        return strncasecmp(name, label, n - 1) == 0;
    return strncasecmp(name, label, n) == 0 &&
           (label[n] == '\0' || ((label[n] == '-' || label[n] == '=') && n > 0));
}

/* The longest name wins, at equal length the one without *, then the first. */
static const rule *rules_for(const pl_heads *heads, const char *label)
{
    const rule *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < heads->rules.n; i++) {
        const char *name = heads->rules.at[i]->label;
        if (!name_matches(name, label))
            continue;
        size_t n = strlen(name);
        size_t length = name[n - 1] == '*' ? 2 * n - 1 : 2 * n + 1;
        if (length > best_length) {
            best = heads->rules.at[i];
            best_length = length;
        }
    }
    return best;
}

static const char *label_of(const pl_tree *t, uint32_t node)
{
    const char *label = t->nodes[node].label;
    return label != NULL ? label : "";
}

/* The first child from that end which one of the names (up to "") matches. */
static uint32_t find_child(const pl_tree *t, uint32_t node, const char **names,
                           bool from_right)
{
    uint32_t c = from_right ? t->nodes[node].last : t->nodes[node].first;
    for (; c != PL_NONE; c = from_right ? t->nodes[c].prev : t->nodes[c].next)
        for (const char **name = names; **name != '\0'; name++)
            if (name_matches(*name, label_of(t, c)))
                return c;
    return PL_NONE;
}

uint32_t pl_head_by_function(const pl_tree *t, uint32_t node)
{
    for (uint32_t c = t->nodes[node].first; c != PL_NONE; c = t->nodes[c].next)
        if (t->nodes[c].func != NULL && strcasecmp(t->nodes[c].func, "HD") == 0)
            return c;
    return PL_NONE;
}

static bool is_mark(const pl_tree *t, uint32_t c)
{
    return pl_is_terminal(t, c) && pl_is_mark(t, c);
}

static uint32_t last_resort(const pl_tree *t, uint32_t node, bool from_right)
{
    uint32_t start = from_right ? t->nodes[node].last : t->nodes[node].first, c = start;
    while (c != PL_NONE && is_mark(t, c))
        c = from_right ? t->nodes[c].prev : t->nodes[c].next;
    return c != PL_NONE ? c : start;
}

uint32_t pl_heads_find(const pl_heads *rules, const pl_tree *t, uint32_t node,
                       bool use_functions, bool *by_rule)
{
    const pl_node *n = &t->nodes[node];
    if (by_rule != NULL)
        *by_rule = true;
    uint32_t head = n->first == n->last ? n->first : PL_NONE;
    if (head == PL_NONE && use_functions)
        head = pl_head_by_function(t, node);
    bool from_right = false;
    const rule *r = head == PL_NONE ? rules_for(rules, label_of(t, node)) : NULL;
    for (; head == PL_NONE && r != NULL; r = r->next) {
        from_right = r->from_right;
        for (uint32_t i = 0; head == PL_NONE && i < r->n_names; i++) {
            head = find_child(t, node, r->names + i, from_right);
            while (*r->names[i] != '\0')
                i++;
        }
    }
    if (head != PL_NONE || n->first == PL_NONE)
        return head;
    if (by_rule != NULL)
        *by_rule = false;
    return last_resort(t, node, from_right);
}

uint32_t pl_heads_mark(const pl_heads *rules, pl_tree *t, bool use_functions)
{
    uint32_t unsure = 0;
    for (uint32_t v = t->n_tokens; v < t->n_nodes; v++) {
        bool by_rule = true;
        t->nodes[v].head = pl_heads_find(rules, t, v, use_functions, &by_rule);
        unsure += !by_rule;
    }
    return unsure;
}

/* -- reading ----------------------------------------------------------------------- */

static void add_rule(pl_heads *heads, rule *r)
{
    for (size_t i = 0; i < heads->rules.n; i++)
        if (strcasecmp(heads->rules.at[i]->label, r->label) == 0) {
            rule *last = heads->rules.at[i];
            while (last->next != NULL)
                last = last->next;
            last->next = r;
            return;
        }
    PL_PUSH(&heads->rules, r);
}

/* Splits a category at | and adds its names and the empty one that ends it. */
static void add_category(pl_arena *m, rule *r, const char *word)
{
    for (const char *name = word; *name != '\0';) {
        size_t n = strcspn(name, "|");
        if (n == 0) /* the label | itself, or an empty alternative */
            n = 1;
        r->names[r->n_names++] = pl_arena_strndup(m, name, n);
        name += n + (name[n] == '|');
    }
    r->names[r->n_names++] = "";
}

static int parse_line(pl_heads *heads, const pl_in *in, const char *line, pl_error *err)
{
    pl_arena *m = &heads->arena;
    rule *r = PL_NEW(m, rule);
    char *text = pl_arena_strdup(m, line);
    r->label = pl_scan_word(&text);
    if (r->label == NULL || r->label[0] == '%')
        return 0;
    const char *direction = pl_scan_word(&text);
    if (direction == NULL)
        return pl_in_fail(in, err, PL_BAD_INPUT,
                          "a head rule is LABEL DIRECTION CATEGORY …, but after "
                          "%s the line ends",
                          r->label);
    r->from_right = strcmp(direction, "right-to-left") == 0;
    if (!r->from_right && strcmp(direction, "left-to-right") != 0)
        return pl_in_fail(in, err, PL_BAD_INPUT,
                          "the direction of a head rule is left-to-right or "
                          "right-to-left, not %s",
                          direction);
    r->names = PL_NEW_ARRAY(m, const char *, strlen(text) + 1);
    for (const char *word; (word = pl_scan_word(&text)) != NULL;)
        add_category(m, r, word);
    for (uint32_t i = 0; i <= r->n_names; i++) {
        const char *name = i < r->n_names ? r->names[i] : r->label;
        const char *star = strchr(name, '*');
        if (star != NULL && star[1] != '\0')
            return pl_in_fail(in, err, PL_BAD_INPUT,
                              "a * may only end a name of a head rule: %s", name);
    }
    add_rule(heads, r);
    return 0;
}

pl_heads *pl_heads_parse(const char *name, const char *text, size_t n, pl_error *err)
{
    pl_heads *heads = pl_alloc_zero(1, sizeof *heads);
    heads->text = pl_arena_strndup(&heads->arena, text, n);
    pl_in *in = pl_in_memory(name, text, n);
    const char *line;
    size_t length;
    int got;
    while ((got = pl_in_line(in, &line, &length, err)) > 0)
        if ((got = parse_line(heads, in, line, err)) < 0)
            break;
    if (got == 0 && heads->rules.n == 0)
        got = pl_fail(err, PL_BAD_INPUT, "%s: there are no head rules in it", name);
    pl_in_close(in);
    if (got == 0)
        return heads;
    pl_heads_free(heads);
    return NULL;
}

pl_heads *pl_heads_load(const char *name_or_path, pl_error *err)
{
    pl_str path = {0}, text = {0};
    pl_heads *heads = NULL;
    if (pl_share_path("headrules", name_or_path, ".rules", &path, err) == 0 &&
        pl_in_read_file(path.at, MAX_RULE_BYTES, &text, err) == 0)
        heads = pl_heads_parse(path.at, pl_str_text(&text), text.n, err);
    pl_str_release(&path);
    pl_str_release(&text);
    return heads;
}

const char *pl_heads_text(const pl_heads *rules)
{
    return rules->text;
}

void pl_heads_free(pl_heads *rules)
{
    if (rules == NULL)
        return;
    PL_VEC_RELEASE(&rules->rules);
    pl_arena_release(&rules->arena);
    free(rules);
}

/* -- the options ------------------------------------------------------------------- */

typedef struct heads_step {
    pl_heads *rules;
    pl_parameter functions; /* not set: use */
} heads_step;

static int heads_start(pl_pipeline *p, pl_step *s, const char *arg, pl_error *err)
{
    heads_step *step = s->state;
    step->functions = p->set.head_functions;
    step->rules = pl_heads_load(arg, err);
    return step->rules != NULL ? 0 : -1;
}

static int heads_apply(pl_step *s, pl_tree *t, pl_error *err)
{
    const heads_step *step = s->state;
    pl_heads_mark(step->rules, t, !step->functions.set || step->functions.value);
    return 1;
}

static void heads_end(pl_step *s)
{
    pl_heads_free(((heads_step *)s->state)->rules);
}

static int head_functions_start(pl_pipeline *p, pl_step *s, const char *arg,
                                pl_error *err)
{
    bool use = strcmp(arg, "use") == 0;
    if (!use && strcmp(arg, "ignore") != 0)
        return pl_fail(err, PL_BAD_ARGUMENT,
                       "head-functions takes use or ignore, not '%s'", arg);
    p->set.head_functions = (pl_parameter){true, use};
    for (size_t i = 0; i < p->steps.n; i++)
        if (p->steps.at[i].transform->code == &pl_heads_code)
            pl_parameter_take(&((heads_step *)p->steps.at[i].state)->functions,
                              p->set.head_functions);
    return 0;
}

const pl_transform_code pl_head_functions_code = {.start = head_functions_start};

const pl_transform_code pl_heads_code = {
    .state_size = sizeof(heads_step),
    .start = heads_start,
    .apply = heads_apply,
    .end = heads_end,
};
