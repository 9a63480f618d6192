/* Failures and answers; see request.h. */
#include "request.h"

#include "base/stop.h"
#include "base/utf8.h"
#include "server.h"

#include <math.h>
#include <string.h>

/* The library's codes: their names in answers, and the status that goes with them. */
static const struct {
    const char *name;
    int status;
} codes[] = {
    [PL_OK] = {"PL_OK", 500},
    [PL_BAD_ARGUMENT] = {"PL_BAD_ARGUMENT", 400},
    [PL_BAD_INPUT] = {"PL_BAD_INPUT", 400},
    [PL_TOO_LARGE] = {"PL_TOO_LARGE", 422},
    [PL_DAMAGED] = {"PL_DAMAGED", 500},
    [PL_SYSTEM] = {"PL_SYSTEM", 500},
    [PL_STOPPED] = {"PL_STOPPED", 408},
};

int refuse(failure *f, int status, pl_error_code code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    f->status = status;
    pl_vfail(&f->error, code, format, list);
    va_end(list);
    return -1;
}

int failure_status(const failure *f)
{
    return f->status != 0 ? f->status : codes[f->error.code].status;
}

int check_progress(const request *q, failure *f)
{
    if (pl_stopped())
        return refuse(f, 408, PL_STOPPED,
                      "the work took longer than the server allows; send less at a time");
    if (q->body != NULL && q->body->n / ANSWER_FACTOR > q->server->limits.body)
        return refuse(f, 422, PL_TOO_LARGE,
                      "the answer would have more than %zu MB; ask for less at a time",
                      ANSWER_FACTOR * q->server->limits.body >> 20);
    return 0;
}

void put_failure(pl_str *out, const failure *f)
{
    pl_str_printf(out, "{\"error\":{\"status\":%d,\"code\":\"%s\",\"text\":",
                  failure_status(f), codes[f->error.code].name);
    put_json_text(out, f->error.text);
    if (f->line > 0)
        pl_str_printf(out, ",\"line\":%zu,\"column\":%zu", f->line, f->column);
    pl_str_puts(out, "}}\n");
}

void answer_failure(answer *a, const failure *f)
{
    const char *allow = a->allow;
    answer_release(a);
    *a = (answer){.status = failure_status(f), .allow = allow};
    put_failure(&a->body, f);
}

void answer_release(answer *a)
{
    if (a->release != NULL)
        a->release(a->job);
    pl_str_release(&a->body);
    *a = (answer){0};
}

/* -- JSON as text ------------------------------------------------------------------- */

void put_json_text(pl_str *out, const char *text)
{
    if (text != NULL)
        pl_json_put_text(out, text);
    else
        pl_str_puts(out, "null");
}

void put_json_number(pl_str *out, double number)
{
    if (isfinite(number))
        pl_str_printf(out, "%.10g", number);
    else
        pl_str_puts(out, "null");
}
