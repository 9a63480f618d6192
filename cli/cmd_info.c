/* pleach info: what a model is. */
#include "command.h"

#include "model/model.h"

#include <stdio.h>
#include <string.h>

enum { TEMPLATES = 256, HEADS, ACTIONS };

/* clang-format off */
static const option_row options[] = {
    {TEMPLATES, 0,   "templates", NULL, "print the feature templates, one per line"},
    {HEADS,     0,   "heads",     NULL, "print the head rules that training used"},
    {ACTIONS,   0,   "actions",   NULL, "print the actions, one per line"},
    {'h',       'h', "help",      NULL, "show this help"},
    {0},
};
/* clang-format on */

static int run(args *a);

const command cmd_info = {
    .name = "info",
    .synopsis = "[OPTION…] MODEL",
    .about = "say what a model is: system, features, training data, scores, size",
    .options = options,
    .run = run,
};

static void print_actions(const pl_model *m)
{
    const pl_deriver *d = &m->deriver;
    pl_str text = {0};
    for (size_t i = 0; i < d->inventory.actions.n; i++) {
        pl_action_print(d->system, &d->labels, d->inventory.actions.at[i], &text);
        pl_str_putc(&text, '\n');
    }
    fputs(pl_str_text(&text), stdout);
    pl_str_release(&text);
}

static void print_summary(const pl_model *m)
{
    const pl_compact_header *w = pl_compact_info(m->weights);
    size_t merged = 0, temporary = 0;
    for (size_t i = 0; i < m->deriver.labels.entries.n; i++) {
        const pl_label *label = &m->deriver.labels.entries.at[i];
        merged += label->n_parts > 1;
        temporary += label->class == PL_LABEL_TEMPORARY;
    }
    fputs(pl_str_text(&m->about), stdout);
    printf("labels: %zu (%zu merged, %zu temporary)\n", m->deriver.labels.entries.n, merged,
           temporary);
    printf("actions: %zu\n", m->deriver.inventory.actions.n);
    printf("templates: %u\n", m->features.n);
    printf("words: %u\n", m->vocab.words.n);
    printf("tags: %u\n", m->vocab.tags.n);
    printf("rows: %llu\n", (unsigned long long)w->n_rows);
    printf("bytes: %zu\n", pl_sections_size(m->file));
}

static int run(args *a)
{
    const char *path = NULL;
    int what = 0;
    for (int id; (id = args_next(a)) != ARG_END;) {
        if (id == ARG_BAD)
            return USAGE;
        if (id == 'h') {
            print_help(a->command);
            return DONE;
        }
        if (id != ARG_FILE)
            what = id;
        else if (path != NULL)
            return usage_error(a->command, "one model at a time");
        else
            path = a->value;
    }
    if (path == NULL)
        return usage_error(a->command, "MODEL is missing");
    pl_err err;
    pl_model *m = pl_model_open(path, &err);
    if (m == NULL)
        return fail(&err);
    if (what == TEMPLATES)
        fputs(pl_str_text(&m->templates.text), stdout);
    else if (what == HEADS)
        fputs(pl_str_text(&m->head_rules), stdout);
    else if (what == ACTIONS)
        print_actions(m);
    else
        print_summary(m);
    pl_model_free(m);
    return DONE;
}
