/* Texts of events; see event.h. */
#include "base/event.h"

#include "base/str.h"

#include <stdarg.h>

int pl_event_tell(const pl_event_handler *to, pl_event_kind kind, size_t n,
                  const char *format, ...)
{
    pl_str text = {0};
    va_list list;
    if (to->on_event == NULL)
        return 0;
    va_start(list, format);
    pl_str_vprintf(&text, format, list);
    va_end(list);
    int got =
        pl_event_send(to, &(pl_event){.kind = kind, .text = pl_str_text(&text), .n = n});
    pl_str_release(&text);
    return got;
}
