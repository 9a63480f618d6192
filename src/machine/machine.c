/* Machines by name and from files; see machine.h. */
#include "machine/machine.h"

#include "base/share.h"
#include "machine/dependency.h"
#include "machine/graph.h"
#include "machine/system.h"

static int no_such_system(const char *name, pl_error *err)
{
    pl_str text = {0}, shipped = {0};
    pl_share_names("systems", ".sys", &shipped);
    pl_str_printf(&text, "there is no transition system '%s'; there are:", name);
    for (const pl_system *const *s = pl_systems; *s != NULL; s++)
        pl_str_printf(&text, " %s", (*s)->name);
    pl_str_puts(&text, "; for dependencies: graph, dep");
    if (shipped.n > 0)
        pl_str_printf(&text, ", %s", shipped.at);
    else
        pl_str_puts(&text, "; those that come with pleach are not found (is PLEACH_SHARE "
                           "right?)");
    pl_fail(err, PL_BAD_ARGUMENT, "%s", text.at);
    pl_str_release(&text);
    pl_str_release(&shipped);
    return -1;
}

int pl_machine_known(const char *name, pl_error *err)
{
    return pl_is_constituent_system(name) || pl_is_graph_system(name) ||
                   pl_dep_params_known(name)
               ? 0
               : no_such_system(name, err);
}

pl_machine *pl_machine_new(const char *name, const pl_machine_options *o, pl_error *err)
{
    if (pl_machine_known(name, err) < 0)
        return NULL;
    return pl_is_constituent_system(name) ? pl_constituents_new(name, o->reorder, err)
           : pl_is_graph_system(name)     ? pl_graph_new(o)
                                          : pl_dependencies_new(name, o, err);
}

pl_machine *pl_machine_from(const pl_sections *file, const pl_str *about, pl_error *err)
{
    return pl_sections_has(file, PL_DEP_SECTION)     ? pl_dependencies_from(file, about, err)
           : pl_sections_has(file, PL_GRAPH_SECTION) ? pl_graph_from(file, about, err)
                                                     : pl_constituents_from(file, about, err);
}

void pl_machine_free(pl_machine *m)
{
    if (m != NULL)
        m->ops->free(m);
}

/* -- constraints -------------------------------------------------------------------- */

void pl_choices_keep(pl_choices *list, pl_choice c, const bool *allowed)
{
    for (uint32_t a = c.first, end; a < c.end; a = end) {
        for (end = a + 1; end < c.end && allowed[end - c.first] == allowed[a - c.first];)
            end++;
        pl_choice part = {c.place, a, end, c.gold - a < end - a ? c.gold : PL_NONE};
        if (allowed[a - c.first])
            PL_PUSH(list, part);
    }
}

void pl_choices_drop(pl_choices *list, size_t n)
{
    list->n -= n;
    memmove(list->at, list->at + n, list->n * sizeof *list->at);
}

/* -- replay ------------------------------------------------------------------------- */

static bool is_permitted(const pl_choices *choices, pl_act act)
{
    for (size_t i = 0; i < choices->n; i++) {
        const pl_choice *c = &choices->at[i];
        if (c->place.i == act.place.i && c->place.j == act.place.j &&
            act.action >= c->first && act.action < c->end)
            return true;
    }
    return false;
}

static int refuse(const pl_machine *m, const pl_acts *acts, size_t i, pl_error *err)
{
    pl_str text = {0};
    m->ops->print(m, acts->at[i], &text);
    pl_fail(err, PL_BAD_INPUT, "action %zu, %s, is not permitted", i + 1, text.at);
    pl_str_release(&text);
    return -1;
}

/* Takes the action that ends a derivation (IDLE, FINISH), where the machine has one. Only
 * targets with a list of steps belong to such machines. */
static void finish(const pl_machine *m, void *task, pl_config *c, const pl_target *target,
                   pl_choices *choices)
{
    m->ops->choices(task, c, target, target->n_steps, choices);
    for (size_t i = 0; i < choices->n; i++)
        if (choices->at[i].gold != PL_NONE) {
            pl_act act = {choices->at[i].place, choices->at[i].gold};
            m->ops->apply(task, c, act);
            return;
        }
}

int pl_machine_replay(const pl_machine *m, const pl_target *target, const pl_acts *acts,
                      pl_tree *t, pl_error *err)
{
    pl_choices choices = {0};
    pl_config c;
    int status = 0;
    if (t->n_tokens == 0)
        return 0;
    void *task = m->ops->start(m, t->arena, t->n_tokens, false);
    m->ops->begin(task, &c);
    for (size_t i = 0; i < acts->n && status == 0; i++) {
        m->ops->choices(task, &c, NULL, 0, &choices);
        if (is_permitted(&choices, acts->at[i]))
            m->ops->apply(task, &c, acts->at[i]);
        else
            status = refuse(m, acts, i, err);
    }
    if (status == 0 && acts->n == target->n_steps)
        finish(m, task, &c, target, &choices);
    if (status == 0 && !m->ops->is_final(task, &c))
        status =
            pl_fail(err, PL_BAD_INPUT, "the derivation ends before the tree is complete");
    if (status == 0)
        m->ops->tree(task, &c, t);
    PL_VEC_RELEASE(&choices);
    return status;
}

/* -- lengths ------------------------------------------------------------------------ */

void pl_lengths_add(pl_lengths *l, const pl_machine *m, const pl_acts *derivation,
                    uint32_t n_tokens)
{
    uint64_t run = 0;
    l->n_trees++;
    l->n_tokens += n_tokens;
    l->n_actions += derivation->n;
    if (derivation->n > l->longest)
        l->longest = derivation->n;
    for (size_t i = 0; i < derivation->n; i++) {
        bool compound;
        uint32_t n = m->ops->jumps(m, derivation->at[i], &compound);
        l->n_jumps += n;
        run = n > 0 && !compound ? run + n : n;
        if (run > l->longest_run)
            l->longest_run = run;
    }
}
