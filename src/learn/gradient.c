/* Terms of a gradient; see gradient.h. */
#include "learn/gradient.h"

enum { ROWS = 512 }; /* of a product that one thread computes at a time */

/* Terms of the same weights, in order, or some rows of them. */
typedef struct task {
    const pl_term *const *terms;
    uint32_t n_terms;
    uint32_t first, end; /* rows of a product */
} task;

typedef struct job {
    PL_VEC(const pl_term *) terms;
    PL_VEC(task) tasks;
    pl_packed *work; /* [threads] */
    pl_real *gradient;
} job;

static void add_row(pl_real *restrict to, const pl_real *restrict x, uint32_t n)
{
    for (uint32_t j = 0; j < n; j++)
        to[j] += x[j];
}

static void add_product(const job *j, const task *t, const pl_term *term, pl_packed *work)
{
    uint32_t wide = term->x.n_cols, n = t->end - t->first;
    pl_mat to = pl_mat_of(j->gradient + term->at + (size_t)t->first * wide, n, wide);
    pl_product(work, to, pl_transposed(pl_mat_cols(term->d, t->first, n)), term->x, true);
}

static void add_rows(const job *j, const pl_term *term)
{
    for (uint32_t r = 0; r < term->d.n_rows; r++)
        for (uint32_t k = 0; k < term->n_to; k++) {
            uint32_t to = term->to[(size_t)r * term->n_to + k];
            if (to != PL_NO_WEIGHT)
                add_row(j->gradient + to, term->d.at + r * term->d.down, term->d.n_cols);
        }
}

static void add_sum(const job *j, const pl_term *term)
{
    for (uint32_t r = 0; r < term->d.n_rows; r++)
        add_row(j->gradient + term->at, term->d.at + r * term->d.down, term->d.n_cols);
}

static void do_task(void *context, unsigned thread, size_t part)
{
    const job *j = context;
    const task *t = &j->tasks.at[part];
    for (uint32_t i = 0; i < t->n_terms; i++) {
        const pl_term *term = t->terms[i];
        if (term->to != NULL)
            add_rows(j, term);
        else if (term->x.at != NULL)
            add_product(j, t, term, &j->work[thread]);
        else
            add_sum(j, term);
    }
}

/* By their weights; those of the same stay in the order of parts. There are few. */
static void sort_terms(job *j)
{
    const pl_term **at = j->terms.at;
    for (size_t i = 1; i < j->terms.n; i++)
        for (size_t k = i; k > 0 && at[k - 1]->at > at[k]->at; k--) {
            const pl_term *term = at[k];
            at[k] = at[k - 1];
            at[k - 1] = term;
        }
}

static void add_tasks(job *j, size_t first, size_t end)
{
    const pl_term *term = j->terms.at[first];
    bool product = term->to == NULL && term->x.at != NULL;
    uint32_t all = product ? term->d.n_cols : 1, step = product ? ROWS : 1;
    for (uint32_t row = 0; row < all; row += step) {
        task t = {j->terms.at + first, (uint32_t)(end - first), row,
                  row + step < all ? row + step : all};
        PL_PUSH(&j->tasks, t);
    }
}

void pl_gradient_add(const pl_terms *parts, uint32_t n_parts, pl_real *gradient,
                     pl_pool *pool)
{
    unsigned n_threads = pl_pool_threads(pool);
    job j = {.gradient = gradient, .work = pl_alloc_zero(n_threads, sizeof *j.work)};
    for (uint32_t k = 0; k < n_parts; k++)
        for (size_t i = 0; i < parts[k].n; i++)
            PL_PUSH(&j.terms, &parts[k].at[i]);
    sort_terms(&j);
    for (size_t first = 0, end; first < j.terms.n; first = end) {
        for (end = first + 1;
             end < j.terms.n && j.terms.at[end]->at == j.terms.at[first]->at; end++)
            ;
        add_tasks(&j, first, end);
    }
    pl_pool_run(pool, j.tasks.n, do_task, &j);
    for (unsigned i = 0; i < n_threads; i++)
        pl_packed_release(&j.work[i]);
    free(j.work);
    PL_VEC_RELEASE(&j.terms, &j.tasks);
}
