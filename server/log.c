/* The access log; see server.h. */
#include "server.h"

#include "base/utf8.h"

#include <time.h>

enum { LONGEST = 512 }; /* bytes of an address that are logged */

void log_request(FILE *log, const log_entry *e)
{
    char when[40] = "", uri[LONGEST + 1];
    time_t now = time(NULL);
    struct tm parts;
    if (log == NULL)
        return;
    if (gmtime_r(&now, &parts) != NULL)
        strftime(when, sizeof when, "%d/%b/%Y:%H:%M:%S +0000", &parts);
    snprintf(uri, sizeof uri, "%s", e->uri != NULL ? e->uri : "-");
    pl_str line = {0}, shown = {0};
    pl_str_printf(&line, "%s - - [%s] \"%s %s\" %d %zu %.6f", e->peer, when,
                  e->method != NULL ? e->method : "-", uri, e->status, e->bytes,
                  e->seconds);
    pl_visible(&shown, line.at);
    pl_str_putc(&shown, '\n');
    fputs(shown.at, log); /* one call, so that lines of threads are not mixed */
    fflush(log);
    pl_str_release(&line);
    pl_str_release(&shown);
}
