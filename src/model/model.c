/* Models in memory; see model.h. The file is in modelfile.c. */
#include "model/model.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pl_model *pl_model_new(const pl_system *system)
{
    pl_model *m = pl_alloc_zero(1, sizeof *m);
    pl_deriver_start(&m->deriver, system);
    return m;
}

void pl_model_free(pl_model *m)
{
    if (m == NULL)
        return;
    pl_deriver_release(&m->deriver);
    pl_templates_release(&m->templates);
    pl_features_release(&m->features);
    pl_vocab_release(&m->vocab);
    pl_str_release(&m->head_rules);
    pl_str_release(&m->about);
    free(m->owned);
    free(m);
}

void pl_model_take_weights(pl_model *m, void *block, size_t size)
{
    free(m->owned);
    m->owned = block;
    m->weights = block;
    m->weights_size = size;
}

/* The line of a key in `about`: where its value begins and ends. */
static bool find_line(const pl_model *m, const char *key, size_t *line, size_t *value,
                      size_t *end)
{
    const char *text = pl_str_text(&m->about);
    size_t n = strlen(key);
    for (size_t at = 0; text[at] != '\0';) {
        size_t stop = at + strcspn(text + at, "\n");
        if (strncmp(text + at, key, n) == 0 && strncmp(text + at + n, ": ", 2) == 0) {
            *line = at;
            *value = at + n + 2;
            *end = stop;
            return true;
        }
        at = stop + (text[stop] == '\n');
    }
    return false;
}

bool pl_model_get(const pl_model *m, const char *key, pl_str *out)
{
    size_t line, value, end;
    pl_str_clear(out);
    if (!find_line(m, key, &line, &value, &end))
        return false;
    pl_str_put(out, m->about.at + value, end - value);
    return true;
}

long pl_model_number(const pl_model *m, const char *key, long otherwise)
{
    size_t line, value, end;
    return find_line(m, key, &line, &value, &end) ? strtol(m->about.at + value, NULL, 10)
                                                  : otherwise;
}

void pl_model_set(pl_model *m, const char *key, const char *format, ...)
{
    pl_str text = {0};
    size_t line, value, end;
    bool there = find_line(m, key, &line, &value, &end);
    char *made = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&made, format, list) < 0)
        made = NULL;
    va_end(list);
    const char *old = pl_str_text(&m->about);
    pl_str_put(&text, old, there ? line : m->about.n);
    pl_str_printf(&text, "%s: %s\n", key, made != NULL ? made : "");
    if (there)
        pl_str_puts(&text, old + end + (old[end] == '\n'));
    free(made);
    pl_str_release(&m->about);
    m->about = text;
}

void pl_model_describe(pl_model *m)
{
    const pl_deriver *d = &m->deriver;
    pl_model_set(m, "system", "%s", d->system->name);
    pl_model_set(m, "artificial-root", "%d", d->style.artificial_root);
    pl_model_set(m, "virtual-root", "%d", d->roots.virtual_root);
    if (d->reorder.text != NULL)
        pl_model_set(m, "reorder", "%s", d->reorder.text);
    if (d->style.keep_unaries) {
        pl_model_set(m, "unary-chain", "%u", d->inventory.max_chain);
        pl_model_set(m, "unary-repeats", "%d", d->inventory.repeats);
    }
}
