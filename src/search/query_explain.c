/* Plans in words, and why a query can match nothing; see query.h. */
#include "search/query_plan.h"

/* The name of a variable; of a node without one what it is counted as, or its place. */
static void put_variable(const pl_query *q, uint8_t variable, pl_str *out)
{
    const pl_query_name *name = &q->names.at[q->variables[variable].name];
    for (uint32_t i = 0; i < q->n_counted; i++)
        if (q->counted[i] == variable) {
            pl_str_puts(out, q->counted_names[i]);
            return;
        }
    if (name->text != NULL)
        pl_str_puts(out, name->text);
    else
        pl_str_printf(out, "[…] at %s %u", q->texts.at[name->at.text].name,
                      name->at.offset + 1);
}

/* The text of the query from the place of a literal on, as far as it belongs to it. */
static void put_source(const pl_query *q, const pl_literal *l, pl_str *out)
{
    if (l->kind == PL_LITERAL_CONDITION) {
        pl_str_puts(out, l->negated ? "not " : "");
        if (l->row->form == PL_FORM_OPERATOR) {
            put_variable(q, l->a, out);
            pl_str_printf(out, " %s ", l->row->name);
            put_variable(q, l->b, out);
            return;
        }
        pl_str_printf(out, "%s(", l->row->name);
        if (l->a != PL_NO_VARIABLE)
            put_variable(q, l->a, out);
        if (l->row->form == PL_FORM_TWO) {
            pl_str_puts(out, ", ");
            put_variable(q, l->b, out);
        }
        pl_str_puts(out, ")");
    } else if (l->kind == PL_LITERAL_VALUE || l->kind == PL_LITERAL_RECORD) {
        if (l->a != PL_NO_VARIABLE)
            put_variable(q, l->a, out);
        else
            pl_str_puts(out, "sentence");
        pl_str_printf(out, ".%s %s a variable",
                      l->kind == PL_LITERAL_VALUE ? pl_query_features[l->feature].name
                                                  : "record",
                      l->binds     ? "gives"
                      : l->negated ? "differs from"
                                   : "equals");
    } else {
        pl_str_puts(out, l->kind == PL_LITERAL_NOT ? "not( … )" : "of the sentence");
    }
}

static void put_clauses(const pl_query *q, const pl_clauses *clauses, int indent,
                        pl_str *out);

static void put_checks(const pl_query *q, const pl_literal *const *checks, uint32_t n,
                       int indent, pl_str *out)
{
    for (uint32_t i = 0; i < n; i++) {
        pl_str_printf(out, "%*scheck ", indent, "");
        put_source(q, checks[i], out);
        pl_str_puts(out, "\n");
        if (checks[i]->kind == PL_LITERAL_NOT)
            put_clauses(q, checks[i]->inner, indent + 4, out);
    }
}

static void put_clause(const pl_query *q, const pl_clause *c, int indent, pl_str *out)
{
    if (c->impossible)
        pl_str_printf(out,
                      "%*sno tree can match: a node would have to be a word and a "
                      "constituent\n",
                      indent, "");
    put_checks(q, c->before, c->n_before, indent, out);
    for (uint32_t i = 0; i < c->n_steps; i++) {
        const pl_step *s = &c->steps[i];
        pl_str_printf(out, "%*s%u. ", indent, "", i + 1);
        put_variable(q, s->variable, out);
        pl_str_printf(out, ": %s%s", pl_walks[s->walk].name,
                      s->from != PL_NO_VARIABLE ? " " : "");
        if (s->from != PL_NO_VARIABLE)
            put_variable(q, s->from, out);
        if (s->behind != PL_NO_VARIABLE) {
            pl_str_puts(out, ", behind ");
            put_variable(q, s->behind, out);
        }
        if (s->sentences != SIZE_MAX)
            pl_str_printf(out, "; in %zu of %zu sentences", s->sentences, q->n_measured);
        else
            pl_str_printf(out, "; about %.2g of 30 nodes fit", s->expected);
        pl_str_puts(out, i >= c->n_enumerated ? "; one is enough\n" : "\n");
        put_checks(q, s->checks, s->n_checks, indent + 3, out);
    }
}

static void put_clauses(const pl_query *q, const pl_clauses *clauses, int indent,
                        pl_str *out)
{
    for (size_t i = 0; i < clauses->n; i++) {
        if (clauses->n > 1)
            pl_str_printf(out, "%*salternative %zu\n", indent, "", i + 1);
        put_clause(q, &clauses->at[i], indent + (clauses->n > 1 ? 2 : 0), out);
    }
}

void pl_query_explain(const pl_query *q, pl_str *out)
{
    pl_str_puts(out, "counted:");
    for (uint32_t i = 0; i < q->n_counted; i++)
        pl_str_printf(out, " %s", q->counted_names[i]);
    pl_str_puts(out, q->n_counted == 0 ? " sentences\n" : "\n");
    put_clauses(q, &q->clauses, 0, out);
}

static bool ask_number(const pl_clauses *all)
{
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->at[i].n_literals; k++) {
            const pl_literal *l = &all->at[i].literals[k];
            const pl_condition_row *row = l->row;
            if ((l->inner != NULL && ask_number(l->inner)) ||
                (row != NULL && row->form == PL_FORM_SENTENCE && strcmp(row->name, "number") == 0))
                return true;
        }
    return false;
}

bool pl_query_asks_number(const pl_query *q)
{
    return ask_number(&q->clauses);
}

bool pl_query_impossible(const pl_query *q, pl_str *why)
{
    for (size_t i = 0; i < q->clauses.n; i++)
        if (!q->clauses.at[i].impossible)
            return false;
    const pl_clause *c = &q->clauses.at[0];
    for (uint32_t i = 0; i < c->n_steps; i++)
        if (pl_clause_kinds(c, c->steps[i].variable) == PL_NO_KIND) {
            put_variable(q, c->steps[i].variable, why);
            pl_str_puts(why, " would have to be a word and a constituent");
            return true;
        }
    return true;
}
