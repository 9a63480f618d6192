/* Dependencies without an order of steps; see graph.h.
 * Timothy Dozat and Christopher Manning (2017): Deep biaffine attention for neural
 * dependency parsing. ICLR. */
#include "machine/graph.h"

#include "base/alloc.h"
#include "base/byteorder.h"
#include "machine/dependency.h"

#include <stdlib.h>
#include <string.h>

typedef struct pl_graph_machine {
    pl_machine machine;
    pl_intern labels; /* those of words alone, of words and the root, of the root alone */
    uint32_t first_root, end_words; /* the first of the root; the end of those of words */
    PL_VEC(uint8_t) seen; /* [labels] FROM_WORD | FROM_ROOT; until they are sorted */
    pl_dep_single single;
    size_t n_many_roots; /* trees in which several words depend on the root */
} pl_graph_machine;

enum { FROM_WORD = 1, FROM_ROOT = 2 };

static const pl_graph_machine *self(const pl_machine *m)
{
    return (const pl_graph_machine *)m;
}

bool pl_is_graph_system(const char *name)
{
    return strcmp(name, "graph") == 0;
}

/* -- from a treebank ---------------------------------------------------------------- */

static uint32_t count_roots(const pl_tree *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++)
        n += t->tokens[i].head == PL_ROOT_HEAD;
    return n;
}

static void look(pl_machine *machine, const pl_tree *t)
{
    pl_graph_machine *m = (pl_graph_machine *)machine;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t label = pl_intern_add(&m->labels, pl_dep_relation(t, i));
        if (label == m->seen.n)
            PL_PUSH(&m->seen, 0);
        m->seen.at[label] |= t->tokens[i].head == PL_ROOT_HEAD ? FROM_ROOT : FROM_WORD;
    }
    m->n_many_roots += count_roots(t) > 1;
}

static void add(pl_machine *m, const pl_tree *t, pl_arena *scratch)
{
}

/* Puts the labels into their order. */
static void sort_labels(pl_graph_machine *m)
{
    static const uint8_t order[] = {FROM_WORD, FROM_WORD | FROM_ROOT, FROM_ROOT};
    uint32_t ends[3];
    pl_intern sorted = {0};
    for (int k = 0; k < 3; k++) {
        for (uint32_t i = 0; i < m->labels.n; i++)
            if (m->seen.at[i] == order[k])
                pl_intern_add(&sorted, m->labels.at[i]);
        ends[k] = sorted.n;
    }
    m->first_root = ends[0];
    m->end_words = ends[1];
    pl_intern_release(&m->labels);
    PL_VEC_RELEASE(&m->seen);
    m->labels = sorted;
}

/* Where training saw no arc of a kind, all relations may be. */
static pl_graph_range range_of(const pl_graph_machine *m, bool root)
{
    pl_graph_range all = {0, m->labels.n}, r = all;
    if (root)
        r.first = m->first_root;
    else
        r.end = m->end_words;
    return r.first < r.end ? r : all;
}

static void settle(pl_graph_machine *m)
{
    m->machine.n_labels = m->machine.n_actions = m->machine.first_label = m->labels.n;
}

static int finish(pl_machine *machine, pl_error *err)
{
    pl_graph_machine *m = (pl_graph_machine *)machine;
    if (m->single == PL_SINGLE_AUTO)
        m->machine.single_root = m->n_many_roots == 0;
    sort_labels(m);
    settle(m);
    return m->labels.n <= PL_MAX_ACTIONS
               ? 0
               : pl_fail(err, PL_TOO_LARGE,
                         "the treebank has %u different relations; at most %u are possible: "
                         "are they what they should be?",
                         m->labels.n, PL_MAX_ACTIONS);
}

static bool derive(const pl_machine *m, const pl_tree *t, bool learning, pl_target *gold,
                   pl_acts *steps, pl_arena *arena)
{
    uint32_t *heads = PL_NEW_ARRAY(arena, uint32_t, t->n_tokens + (size_t)1);
    uint32_t *labels = PL_NEW_ARRAY(arena, uint32_t, t->n_tokens + (size_t)1);
    if (gold != NULL)
        *gold = (pl_target){.n_tokens = t->n_tokens, .arcs = {.heads = heads, .labels = labels}};
    steps->n = 0;
    for (uint32_t i = 0; i < t->n_tokens; i++) {
        uint32_t head = t->tokens[i].head;
        pl_act step = {{head == PL_ROOT_HEAD ? i : head, i},
                       pl_intern_find(&self(m)->labels, pl_dep_relation(t, i))};
        if (step.place.i >= t->n_tokens || step.action == PL_NONE)
            return false;
        heads[i] = step.place.i;
        labels[i] = step.action;
        PL_PUSH(steps, step);
    }
    return learning || !m->single_root || count_roots(t) == 1;
}

/* -- parsing ------------------------------------------------------------------------ */

static void *start(const pl_machine *m, pl_arena *arena, uint32_t n_tokens, bool learning)
{
    pl_graph_task *s = PL_NEW(arena, pl_graph_task);
    s->machine = self(m);
    s->arena = arena;
    s->n = n_tokens;
    s->heads = PL_NEW_ARRAY(arena, uint32_t, n_tokens + 1);
    return s;
}

static void begin(void *task, pl_config *c)
{
    c->graph = (pl_graph_config){0};
}

/* The heads of the words that have one; PL_NONE: none yet. Returns whether one of them
 * depends on the root. */
static bool find_heads(pl_graph_task *s, const pl_config *c)
{
    bool rooted = false;
    memset(s->heads, 0xff, s->n * sizeof *s->heads);
    for (const pl_arc_list *a = c->graph.arcs; a != NULL; a = a->before) {
        s->heads[a->modifier] = a->head;
        rooted |= a->head == a->modifier;
    }
    return rooted;
}

/* Whether the words above one lead to another. */
static bool is_below(const pl_graph_task *s, uint32_t word, uint32_t top)
{
    while (word != top && s->heads[word] != PL_NONE && s->heads[word] != word)
        word = s->heads[word];
    return word == top;
}

static void choices(void *task, const pl_config *c, const pl_target *gold, uint32_t n_steps,
                    pl_choices *out)
{
    pl_graph_task *s = task;
    uint32_t word = c->graph.n;
    out->n = 0;
    if (word == s->n)
        return;
    bool rooted = find_heads(s, c);
    for (uint32_t head = 0; head < s->n; head++) {
        bool may = head == word ? !(rooted && s->machine->machine.single_root)
                                : !is_below(s, head, word);
        pl_graph_range r = range_of(s->machine, head == word);
        bool right = gold != NULL && gold->arcs.heads[word] == head;
        pl_choice k = {{head, word}, r.first, r.end, right ? gold->arcs.labels[word] : PL_NONE};
        if (may)
            PL_PUSH(out, k);
    }
}

static void apply(void *task, pl_config *c, pl_act step)
{
    const pl_graph_task *s = task;
    pl_arc_list *arc = pl_arena_alloc(s->arena, sizeof *arc);
    *arc = (pl_arc_list){c->graph.arcs, step.place.i, step.place.j, step.action};
    c->graph.arcs = arc;
    c->graph.n++;
}

static bool is_final(const void *task, const pl_config *c)
{
    return c->graph.n == ((const pl_graph_task *)task)->n;
}

pl_graph_range pl_graph_relations(const pl_graph_task *s, pl_place p)
{
    return range_of(s->machine, p.i == p.j);
}

bool pl_graph_single_root(const pl_graph_task *s)
{
    return s->machine->machine.single_root;
}

/* -- constraints -------------------------------------------------------------------- */

static uint32_t head_in_rules(uint32_t head, uint32_t word)
{
    return head == word ? PL_ROOT_HEAD : head;
}

bool pl_graph_allows(const pl_graph_task *s, uint32_t head, uint32_t word)
{
    return s->rules == NULL || pl_arc_allowed(s->rules, head_in_rules(head, word), word);
}

bool pl_graph_allows_relation(const pl_graph_task *s, uint32_t head, uint32_t word,
                              uint32_t relation)
{
    return s->rules == NULL ||
           pl_relation_allowed(s->rules, head_in_rules(head, word), word,
                               s->machine->labels.at[relation]);
}

/* Relations that the machine does not know are dropped: somebody else puts them in. */
static bool constrain(void *task, const pl_constraints *c)
{
    pl_graph_task *s = task;
    pl_arc_rules *r = PL_NEW(s->arena, pl_arc_rules);
    pl_error err;
    if (pl_arc_rules_make(r, c, s->n, s->arena, &err) < 0)
        return false;
    for (uint32_t i = 0; i < s->n; i++)
        if (r->relations[i] != NULL &&
            pl_intern_find(&s->machine->labels, r->relations[i]) == PL_NONE)
            r->relations[i] = NULL;
    s->rules = r;
    return true;
}

/* Whether a head closes no circle with those that must come. */
static bool leads_on(const pl_graph_task *s, uint32_t head, uint32_t word)
{
    uint32_t steps = 0;
    for (; head != word && steps < s->n; steps++) {
        uint32_t up = s->heads[head] != PL_NONE ? s->heads[head] : s->rules->heads[head];
        if (up == PL_NONE || up == PL_ROOT_HEAD || up == head)
            return true;
        head = up;
    }
    return false;
}

/* Whether another word must have the root, and alone. */
static bool is_taken(const pl_graph_task *s, uint32_t word)
{
    for (uint32_t i = 0; s->machine->machine.single_root && i < s->n; i++)
        if (i != word && s->rules->heads[i] == PL_ROOT_HEAD)
            return true;
    return false;
}

static void obey(void *task, const pl_config *c, pl_choices *list)
{
    pl_graph_task *s = task;
    uint32_t n_labels = s->machine->labels.n;
    bool *allowed = PL_NEW_ARRAY(s->arena, bool, n_labels);
    size_t n = list->n;
    for (size_t i = 0; i < n; i++) {
        pl_choice k = list->at[i];
        uint32_t head = k.place.i, word = k.place.j;
        bool may = pl_graph_allows(s, head, word) &&
                   (head == word ? !is_taken(s, word) : leads_on(s, head, word));
        for (uint32_t a = k.first; a < k.end; a++)
            allowed[a - k.first] = may && pl_graph_allows_relation(s, head, word, a);
        pl_choices_keep(list, k, allowed);
    }
    pl_choices_drop(list, n);
}

static uint32_t shape(const pl_machine *m, uint32_t action)
{
    return 0;
}

/* -- trees -------------------------------------------------------------------------- */

static void tree(void *task, const pl_config *c, pl_tree *t)
{
    const pl_graph_task *s = task;
    for (const pl_arc_list *a = c->graph.arcs; a != NULL; a = a->before) {
        t->tokens[a->modifier].head = a->head == a->modifier ? PL_ROOT_HEAD : a->head;
        t->tokens[a->modifier].deprel = s->machine->labels.at[a->label];
    }
    pl_tree_drop_deps(t);
    t->has_deps = true;
}

/* -- words and files ---------------------------------------------------------------- */

static uint32_t jumps(const pl_machine *m, pl_act act, bool *compound)
{
    uint32_t a = act.place.i, b = act.place.j;
    if (compound != NULL)
        *compound = true;
    return a == b ? 0 : (a > b ? a - b : b - a) - 1;
}

static void print(const pl_machine *m, pl_act step, pl_str *out)
{
    if (step.place.i == step.place.j)
        pl_str_puts(out, "ROOT");
    else
        pl_str_printf(out, "HEAD[%u]", step.place.i + 1);
    pl_str_printf(out, "(%s)", self(m)->labels.at[step.action]);
}

static void print_effect(void *task, const pl_config *after, pl_act step, pl_str *out)
{
    if (step.place.i == step.place.j)
        pl_str_printf(out, "\troot -> %u", step.place.j + 1);
    else
        pl_str_printf(out, "\t%u -> %u", step.place.i + 1, step.place.j + 1);
}

/* Words that have a head are the stack, the others the buffer. */
static void show(const void *task, const pl_config *c, pl_arena *m, pl_parse_step *out)
{
    const pl_graph_task *s = task;
    uint32_t *words = pl_arena_alloc(m, (s->n + (size_t)1) * sizeof *words);
    pl_parse_item *items = pl_arena_alloc(m, (s->n + (size_t)1) * sizeof *items);
    for (uint32_t i = 0; i < s->n; i++) {
        words[i] = i;
        items[i] = (pl_parse_item){.head = i, .words = &words[i], .n = 1};
    }
    out->stack = items;
    out->n_stack = c->graph.n;
    out->buffer = words + c->graph.n;
    out->n_buffer = s->n - c->graph.n;
}

static void show_arc(const void *task, const pl_config *after, pl_act step,
                     pl_parse_step *out)
{
    out->head = step.place.i == step.place.j ? PL_ROOT_HEAD : step.place.i;
    out->word = step.place.j;
}

static void print_system(const pl_machine *m, pl_str *out)
{
    pl_str_puts(out, "every word chooses its head; the best tree of all choices\n");
}

static void print_facts(const pl_machine *m, pl_str *out)
{
    pl_str_printf(out, "relations: %u\n", m->n_labels);
}

static void describe(const pl_machine *m, pl_str *about)
{
    pl_about_set(about, "single-root", "%d", m->single_root);
}

static void put(const pl_machine *m, pl_section_list *list)
{
    const uint32_t ends[] = {self(m)->first_root, self(m)->end_words};
    pl_sections_add_strings(list, PL_GRAPH_SECTION, &self(m)->labels);
    pl_sections_add_numbers(list, "graph-roots", ends, 2, sizeof *ends);
}

static void free_machine(pl_machine *machine)
{
    pl_graph_machine *m = (pl_graph_machine *)machine;
    pl_intern_release(&m->labels);
    PL_VEC_RELEASE(&m->seen);
    free(m);
}

static const pl_machine_ops ops = {
    .format = "conllu",
    .sight = PL_SEES_WORDS,
    .check = pl_dep_check,
    .look = look,
    .add = add,
    .finish = finish,
    .derive = derive,
    .start = start,
    .begin = begin,
    .choices = choices,
    .apply = apply,
    .constrain = constrain,
    .obey = obey,
    .shape = shape,
    .is_final = is_final,
    .tree = tree,
    .jumps = jumps,
    .print = print,
    .print_effect = print_effect,
    .show = show,
    .show_arc = show_arc,
    .print_facts = print_facts,
    .print_system = print_system,
    .put = put,
    .describe = describe,
    .free = free_machine,
};

static pl_graph_machine *new_machine(void)
{
    pl_graph_machine *m = pl_alloc_zero(1, sizeof *m);
    m->machine = (pl_machine){.ops = &ops, .name = "graph", .may_cross = true};
    return m;
}

pl_machine *pl_graph_new(const pl_machine_options *o)
{
    pl_graph_machine *m = new_machine();
    m->single = o->single_root;
    m->machine.single_root =
        m->single == PL_SINGLE_YES || m->single == PL_SINGLE_STRICT;
    return &m->machine;
}

static int get(pl_graph_machine *m, const pl_sections *file, pl_error *err)
{
    const char *at;
    size_t size;
    if (pl_sections_strings(file, PL_GRAPH_SECTION, &m->labels, err) < 0)
        return -1;
    bool found = pl_sections_find(file, "graph-roots", &at, &size) &&
                 size == 2 * sizeof(uint32_t);
    m->first_root = found ? pl_get32(at) : 0;
    m->end_words = found ? pl_get32(at + sizeof(uint32_t)) : 0;
    bool right = found && m->first_root <= m->end_words && m->end_words <= m->labels.n &&
                 m->labels.n > 0 && m->labels.n <= PL_MAX_ACTIONS;
    return right ? 0 : pl_sections_damaged(file, "the relations", err);
}

pl_machine *pl_graph_from(const pl_sections *file, const pl_str *about, pl_error *err)
{
    pl_graph_machine *m = new_machine();
    int got = get(m, file, err);
    m->machine.single_root = pl_about_number(about, "single-root", 0) != 0;
    settle(m);
    if (got == 0)
        return &m->machine;
    free_machine(&m->machine);
    return NULL;
}
