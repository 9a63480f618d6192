/* Formatting of error messages; see err.h. */
#include "base/err.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

#undef pl_fail /* what the static analyzer sees in their place */
#undef pl_fail_prefix

/* Appends as many whole characters of `text` as there is room for; the new length. */
static size_t append(pl_error *err, size_t n, const char *text)
{
    char shown[PL_VISIBLE];
    for (size_t more; (more = pl_visible_step(&text, shown)) > 0; n += more) {
        if (n + more >= sizeof err->text)
            break;
        memcpy(err->text + n, shown, more + 1);
    }
    return n;
}

/* Makes the text of the error: `format`, then `rest`. Names of files, words and labels in it
 * come from outside, so it is made visible here, once for all messages. */
static void set_text(pl_error *err, const char *format, va_list args, const char *rest)
{
    char raw[sizeof err->text];
    int written = vsnprintf(raw, sizeof raw, format, args);
    if (written >= (int)sizeof raw)
        raw[pl_utf8_before(raw, sizeof raw - 1)] =
            '\0'; /* what may be half a character */
    err->text[0] = '\0';
    append(err, append(err, 0, raw), rest);
}

void pl_vfail(pl_error *err, pl_error_code code, const char *format, va_list args)
{
    if (err == NULL)
        return;
    err->code = code;
    set_text(err, format, args, "");
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
        set_text(err, format, args, rest);
        va_end(args);
    }
    return -1;
}
