/* A gradient on its way through processes; see share_gradient.h. */
#include "train/share_gradient.h"

/* A piece: all terms that begin at the same weight. The numbers follow it, and before them,
 * where the piece is rows of a table, their first weights. */
typedef struct piece {
    uint64_t at;     /* first weight; END after the last piece */
    uint64_t n;      /* weights from there on, or of each row */
    uint64_t n_rows; /* DENSE: these are not rows of a table */
} piece;

#define END   UINT64_MAX
#define DENSE UINT64_MAX

typedef struct chain {
    pl_peers *peers;
    uint32_t n_adding;
    PL_VEC(pl_term) terms; /* of this process, by their weights */
    size_t next;           /* the first that is not added yet */
    piece incoming;        /* the next piece of the process before */
    PL_VEC(uint32_t) rows; /* first weights of the rows of a piece, ascending */
    PL_VEC(pl_real) values;
    pl_str sum; /* in the last process: all pieces */
    pl_real *gradient;
    pl_pool *pool;
} chain;

/* By their weights; those of the same stay in the order of parts. There are few. */
static void list_terms(chain *c, const pl_terms *parts, uint32_t n_parts)
{
    for (uint32_t k = 0; k < n_parts; k++)
        for (size_t i = 0; i < parts[k].n; i++) {
            pl_term term = parts[k].at[i];
            size_t place = c->terms.n;
            PL_PUSH(&c->terms, term);
            for (; place > 0 && c->terms.at[place - 1].at > term.at; place--)
                c->terms.at[place] = c->terms.at[place - 1];
            c->terms.at[place] = term;
        }
}

/* -- rows ----------------------------------------------------------------------------- */

static void add_rows(chain *c, const pl_term *t)
{
    size_t n = (size_t)t->d.n_rows * t->n_to;
    for (size_t i = 0; i < n; i++)
        if (t->to[i] != PL_NO_WEIGHT)
            PL_PUSH(&c->rows, t->to[i]);
}

/* Each row once. */
static void sort_rows(chain *c)
{
    size_t kept = 0;
    PL_SORT(&c->rows, pl_by_u32);
    for (size_t i = 0; i < c->rows.n; i++)
        if (kept == 0 || c->rows.at[kept - 1] != c->rows.at[i])
            c->rows.at[kept++] = c->rows.at[i];
    c->rows.n = kept;
}

static void collect_rows(chain *c, size_t n)
{
    PL_RESERVE(&c->values, c->rows.n * n);
    for (size_t i = 0; i < c->rows.n; i++)
        memcpy(c->values.at + i * n, c->gradient + c->rows.at[i], n * sizeof(pl_real));
}

static void spread_rows(chain *c, const uint32_t *rows, size_t n_rows, size_t n,
                        const pl_real *values)
{
    for (size_t i = 0; i < n_rows; i++)
        memcpy(c->gradient + rows[i], values + i * n, n * sizeof(pl_real));
}

/* -- one piece ------------------------------------------------------------------------ */

static void receive(chain *c, void *to, size_t n)
{
    pl_peers_receive(c->peers, c->peers->rank - 1, to, n);
}

/* Takes what the process before has summed up, and asks for its next piece. */
static void take_incoming(chain *c)
{
    piece g = c->incoming;
    if (g.n_rows == DENSE)
        receive(c, c->gradient + g.at, g.n * sizeof(pl_real));
    else {
        PL_RESERVE(&c->rows, g.n_rows);
        PL_RESERVE(&c->values, g.n_rows * g.n);
        receive(c, c->rows.at, g.n_rows * sizeof *c->rows.at);
        receive(c, c->values.at, g.n_rows * g.n * sizeof(pl_real));
        spread_rows(c, c->rows.at, g.n_rows, g.n, c->values.at);
        c->rows.n = g.n_rows;
    }
    receive(c, &c->incoming, sizeof c->incoming);
}

static uint64_t own_at(const chain *c)
{
    return c->next < c->terms.n ? c->terms.at[c->next].at : END;
}

/* Adds the terms of this process that begin at the piece's weight. */
static void add_own(chain *c, piece *g)
{
    pl_terms same = {.at = c->terms.at + c->next};
    for (; own_at(c) == g->at; c->next++, same.n++) {
        const pl_term *t = &c->terms.at[c->next];
        g->n = t->to != NULL || t->x.at == NULL ? t->d.n_cols
                                                : (uint64_t)t->d.n_cols * t->x.n_cols;
        g->n_rows = t->to != NULL ? 0 : DENSE;
        if (t->to != NULL)
            add_rows(c, t);
    }
    pl_gradient_add(&same, 1, c->gradient, c->pool);
}

static void put_on(chain *c, const void *bytes, size_t n)
{
    if (c->peers->rank + 1 < c->n_adding)
        pl_peers_send(c->peers, c->peers->rank + 1, bytes, n);
    else
        pl_str_put(&c->sum, bytes, n);
}

static void pass_on(chain *c, const piece *g)
{
    put_on(c, g, sizeof *g);
    if (g->at == END)
        return;
    if (g->n_rows == DENSE) {
        put_on(c, c->gradient + g->at, g->n * sizeof(pl_real));
        return;
    }
    collect_rows(c, g->n);
    put_on(c, c->rows.at, g->n_rows * sizeof *c->rows.at);
    put_on(c, c->values.at, g->n_rows * g->n * sizeof(pl_real));
}

/* False after the last piece. */
static bool do_piece(chain *c)
{
    uint64_t own = own_at(c);
    piece g = c->incoming.at <= own ? c->incoming : (piece){.at = own};
    c->rows.n = 0;
    if (g.at != END && c->incoming.at == g.at)
        take_incoming(c);
    if (own == g.at && own != END)
        add_own(c, &g);
    if (g.n_rows != DENSE) {
        sort_rows(c);
        g.n_rows = c->rows.n;
    }
    pass_on(c, &g);
    return g.at != END;
}

/* -- all of it ------------------------------------------------------------------------ */

static const char *take(const char *from, void *to, size_t n)
{
    memcpy(to, from, n);
    return from + n;
}

static void spread_sum(chain *c)
{
    const char *at = c->sum.at;
    piece g;
    for (at = take(at, &g, sizeof g); g.at != END; at = take(at, &g, sizeof g)) {
        if (g.n_rows == DENSE) {
            at = take(at, c->gradient + g.at, g.n * sizeof(pl_real));
            continue;
        }
        PL_RESERVE(&c->rows, g.n_rows);
        PL_RESERVE(&c->values, g.n_rows * g.n);
        at = take(at, c->rows.at, g.n_rows * sizeof *c->rows.at);
        at = take(at, c->values.at, g.n_rows * g.n * sizeof(pl_real));
        spread_rows(c, c->rows.at, g.n_rows, g.n, c->values.at);
    }
}

static void give_sum(chain *c)
{
    uint32_t last = c->n_adding - 1;
    uint64_t n = c->sum.n;
    pl_peers_broadcast(c->peers, last, &n, sizeof n);
    if (c->peers->rank != last)
        pl_str_fill(&c->sum, '\0', n);
    pl_peers_broadcast(c->peers, last, c->sum.at, n);
    if (c->peers->rank != last)
        spread_sum(c);
}

void pl_gradient_share(pl_peers *p, uint32_t n_adding, const pl_terms *parts,
                       uint32_t n_parts, pl_real *gradient, pl_pool *pool)
{
    chain c = {.peers = p,
               .n_adding = n_adding,
               .incoming = {.at = END},
               .gradient = gradient,
               .pool = pool};
    list_terms(&c, parts, n_parts);
    if (p->rank > 0 && p->rank < n_adding)
        receive(&c, &c.incoming, sizeof c.incoming);
    while (p->rank < n_adding && do_piece(&c))
        ;
    give_sum(&c);
    PL_VEC_RELEASE(&c.terms, &c.rows, &c.values);
    pl_str_release(&c.sum);
}
