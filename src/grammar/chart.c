/* Charts; see chart.h. */
#include "grammar/chart.h"

#include <string.h>

void pl_chart_span(const pl_chart *c, uint32_t item, uint64_t *out)
{
    if (c->spans.n > 0) {
        memcpy(out, &c->spans.at[(size_t)item * c->width], c->width * sizeof *out);
        return;
    }
    pl_span_run(out, c->width, c->items.at[item].low, c->items.at[item].high);
}

void pl_chart_start(pl_chart *c, const pl_ruleset *rules, const pl_terminal *terminals,
                    uint32_t n_words)
{
    c->rules = rules;
    c->terminals = terminals;
    c->n_words = n_words;
    c->width = PL_SPAN_WORDS(n_words);
    c->items.n = c->edges.n = c->spans.n = c->order.n = 0;
    c->goal = PL_NONE;
}

void pl_chart_release(pl_chart *c)
{
    PL_VEC_RELEASE(&c->items);
    PL_VEC_RELEASE(&c->edges);
    PL_VEC_RELEASE(&c->spans);
    PL_VEC_RELEASE(&c->order);
}
