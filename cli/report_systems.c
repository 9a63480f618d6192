/* Lengths of derivations; see report_systems.h. */
#include "report_systems.h"

#include "machine/lengths.h"

#include <stdio.h>

static int measure(const gold *g, const pl_system *system, const char *reorder,
                   pl_lengths *l, pl_error *err)
{
    pl_deriver d;
    pl_actions actions = {0};
    pl_arena scratch = {0};
    pl_deriver_start(&d, system);
    int status = reorder != NULL ? pl_deriver_reorder(&d, reorder, err) : 0;
    for (size_t i = 0; i < g->trees.n && status == 0; i++)
        pl_deriver_look(&d, g->trees.at[i]);
    for (size_t i = 0; i < g->trees.n && status == 0; i++) {
        actions.n = 0;
        pl_deriver_tree(&d, g->trees.at[i], &actions, &scratch);
        pl_lengths_add(l, system, &actions, g->trees.at[i]->n_tokens);
        pl_arena_reset(&scratch);
    }
    PL_VEC_RELEASE(&actions);
    pl_arena_release(&scratch);
    pl_deriver_release(&d);
    return status;
}

static double per_token(const pl_lengths *l)
{
    return l->n_tokens > 0 ? (double)l->n_actions / (double)l->n_tokens : 0;
}

static void print_row(const pl_system *s, const char *reorder, const pl_lengths *l)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", s->name, reorder != NULL ? " " : "",
             reorder != NULL ? reorder : "");
    printf("  %-18s%18.2f%10llu%10llu%14llu\n", name, per_token(l),
           (unsigned long long)l->longest, (unsigned long long)l->n_jumps,
           (unsigned long long)l->longest_run);
}

/* Adds to the object "systems", which may be there already. */
static void add_systems(json_t *object, json_t *all)
{
    json_t *have = json_object_get(object, "systems");
    if (have != NULL)
        json_object_update(have, all);
    else
        json_object_set(object, "systems", all);
}

int report_systems(const system_list *systems, const char *reorder, input *in,
                   const char *heads, json_t *object, pl_error *err)
{
    gold g = {0};
    int status = gold_load(&g, in, heads, NULL, err);
    json_t *all = json_object();
    if (status == 0 && object == NULL)
        printf("\nderivations (heads by %s)\n  %-18s%18s%10s%10s%14s\n", g.rules_name, "",
               "actions per token", "longest", "gaps", "longest run");
    for (size_t i = 0; status == 0 && i < systems->n; i++) {
        const pl_system *s = systems->at[i];
        const char *mode = s->reorder != NULL && reorder != NULL ? reorder : s->reorder;
        pl_lengths l = {0};
        status = measure(&g, s, mode, &l, err);
        if (status == 0 && object == NULL)
            print_row(s, mode, &l);
        else if (status == 0)
            json_object_set_new(all, s->name,
                                json_pack("{s:f, s:I, s:I, s:I}", "actions_per_token",
                                          per_token(&l), "longest", (json_int_t)l.longest,
                                          "gaps", (json_int_t)l.n_jumps, "longest_run",
                                          (json_int_t)l.longest_run));
    }
    if (object != NULL && status == 0)
        add_systems(object, all);
    json_decref(all);
    gold_release(&g);
    return status;
}

static void report_coverage(const dep_gold *g, const char *name, const pl_dep_params *p,
                            json_t *all)
{
    dep_coverage c;
    dep_gold_cover(g, p, &c);
    double share = c.trees > 0 ? 100.0 * (double)c.derived / (double)c.trees : 100.0;
    double length = c.n_tokens > 0 ? (double)c.n_steps / (double)c.n_tokens : 0;
    if (all == NULL)
        printf("  %-16s%12zu%11.2f%%%20.2f%10zu\n", name, c.derived, share, length,
               c.longest);
    else
        json_object_set_new(all, name,
                            json_pack("{s:I, s:f, s:f, s:I}", "trees",
                                      (json_int_t)c.derived, "coverage", share,
                                      "actions_per_token", length, "longest",
                                      (json_int_t)c.longest));
}

int report_dep_systems(const dep_system_list *systems, const dep_options *options,
                       input *in, json_t *object, pl_error *err)
{
    dep_gold g = {0};
    int status = dep_gold_load(&g, in, err);
    json_t *all = json_object();
    if (status == 0 && object == NULL)
        printf("\nderivations of dependencies\n  %-16s%12s%12s%20s%10s\n", "", "trees",
               "coverage", "actions per token", "longest");
    for (size_t i = 0; status == 0 && i < systems->n; i++) {
        pl_dep_params p;
        status = dep_params(options, systems->at[i], in->quiet, &p, err);
        if (status == 0)
            report_coverage(&g, systems->at[i], &p, object != NULL ? all : NULL);
    }
    if (object != NULL && status == 0)
        add_systems(object, all);
    json_decref(all);
    dep_gold_release(&g);
    return status;
}
