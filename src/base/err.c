/* Formatting of error messages; see err.h. */
#include "base/err.h"

#include <stdio.h>
#include <string.h>

#undef pl_fail /* what the static analyzer sees in their place */
#undef pl_fail_prefix

void pl_vfail(pl_error *err, pl_error_code code, const char *format, va_list args)
{
    if (err == NULL)
        return;
    err->code = code;
    vsnprintf(err->text, sizeof err->text, format, args);
}

int pl_fail(pl_error *err, pl_error_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    pl_vfail(err, code, format, args);
    va_end(args);
    return -1;
}

int pl_fail_prefix(pl_error *err, const char *format, ...)
{
    if (err != NULL) {
        char rest[sizeof err->text];
        memcpy(rest, err->text, sizeof rest);
        va_list args;
        va_start(args, format);
        int n = vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
        if (n >= 0 && (size_t)n < sizeof err->text)
            snprintf(err->text + n, sizeof err->text - (size_t)n, "%s", rest);
    }
    return -1;
}
