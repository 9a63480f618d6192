/* Counts; see metrics.h. */
#include "server.h"

#include "base/clock.h"

#include <sys/resource.h>
#include <unistd.h>

static const int statuses[N_STATUSES] = {200, 204, 304, 400, 401, 403, 404, 405, 408,
                                         413, 415, 421, 422, 500, 503, 0 /* others */};
static const double bounds[N_BUCKETS] = {0.001, 0.005, 0.01, 0.05, 0.1,
                                         0.5,   1,     5,    10,   30};

void metrics_count(metrics *m, const route *r, int status, double seconds)
{
    size_t row = r != NULL ? (size_t)(r - routes) : MAX_ROUTES, i = 0, k = 0;
    while (i < N_STATUSES - 1 && statuses[i] != status)
        i++;
    while (k < N_BUCKETS && seconds > bounds[k])
        k++;
    atomic_fetch_add(&m->requests[row][i], 1);
    atomic_fetch_add(&m->buckets[k], 1);
    atomic_fetch_add(&m->microseconds, (unsigned long)(seconds * 1e6));
}

static void put_head(pl_str *out, const char *name, const char *type, const char *help)
{
    pl_str_printf(out, "# HELP pleach_%s %s\n# TYPE pleach_%s %s\n", name, help, name,
                  type);
}

static void put_one(pl_str *out, const char *name, const char *type, const char *help,
                    double value)
{
    put_head(out, name, type, help);
    pl_str_printf(out, "pleach_%s %.15g\n", name, value);
}

static void put_row(const metrics *m, size_t row, const char *method, const char *path,
                    pl_str *out)
{
    for (size_t i = 0; i < N_STATUSES; i++) {
        unsigned long n = atomic_load(&m->requests[row][i]);
        if (n > 0)
            pl_str_printf(
                out,
                "pleach_requests_total{method=\"%s\",path=\"%s\",status=\"%d\"} "
                "%lu\n",
                method, path, statuses[i], n);
    }
}

static void put_requests(const metrics *m, pl_str *out)
{
    put_head(out, "requests_total", "counter", "Requests by route and status.");
    for (const route *r = routes; r->path != NULL; r++)
        put_row(m, (size_t)(r - routes), r->method, r->path, out);
    put_row(m, MAX_ROUTES, "", "", out);
}

static void put_durations(const metrics *m, pl_str *out)
{
    unsigned long sum = 0;
    put_head(out, "request_seconds", "histogram",
             "From the whole request to the answer's end.");
    for (size_t i = 0; i <= N_BUCKETS; i++) {
        sum += atomic_load(&m->buckets[i]);
        if (i < N_BUCKETS)
            pl_str_printf(out, "pleach_request_seconds_bucket{le=\"%g\"} %lu\n",
                          bounds[i], sum);
    }
    pl_str_printf(out,
                  "pleach_request_seconds_bucket{le=\"+Inf\"} %lu\n"
                  "pleach_request_seconds_sum %.6f\npleach_request_seconds_count %lu\n",
                  sum, (double)atomic_load(&m->microseconds) * 1e-6, sum);
}

/* Bytes of memory in use; 0 where the system does not tell. */
static double memory_bytes(void)
{
    unsigned long pages = 0, all;
    FILE *file = fopen("/proc/self/statm", "r");
    char line[256] = "";
    char *end;
    if (file == NULL)
        return 0;
    if (fgets(line, sizeof line, file) != NULL) {
        all = strtoul(line, &end, 10);
        pages = all > 0 ? strtoul(end, NULL, 10) : 0;
    }
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

void metrics_put(server *s, pl_str *out)
{
    const metrics *m = &s->metrics;
    put_requests(m, out);
    put_durations(m, out);
    const struct {
        const char *name, *type, *help;
        double value;
    } rows[] = {
        {"sentences_total", "counter", "Sentences parsed or tagged.",
         (double)m->sentences},
        {"words_total", "counter", "Words in them.", (double)m->words},
        {"received_bytes_total", "counter", "Bytes of bodies.", (double)m->bytes_in},
        {"sent_bytes_total", "counter", "Bytes of answers.", (double)m->bytes_out},
        {"connections", "gauge", "Open connections.", links_count(&s->links)},
        {"slow_connections_total", "counter", "Connections cut off.",
         (double)links_cut(&s->links)},
        {"working", "gauge", "Requests that workers are working on.",
         workers_working(&s->workers)},
        {"waiting", "gauge", "Requests that wait for a worker.",
         workers_waiting(&s->workers)},
        {"memory_bytes", "gauge", "Resident memory.", memory_bytes()},
        {"cpu_seconds_total", "counter", "Processor time.",
         pl_clock_of(CLOCK_PROCESS_CPUTIME_ID)},
        {"uptime_seconds", "gauge", "Since the start.", pl_clock() - m->start},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        put_one(out, rows[i].name, rows[i].type, rows[i].help, rows[i].value);
}
