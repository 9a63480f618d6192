/* Marks before numbers, and their places; see counted.h. */
#include "base/counted.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MARK = sizeof PL_MARK - 1, WIDTH = MARK + 1 }; /* with the letter */

const char *pl_counted_mark(pl_counted kind, bool relative)
{
    static const char *const marks[PL_N_COUNTED] = {PL_MARK "w", PL_MARK "g", PL_MARK "r",
                                                    PL_MARK "c"};
    return relative ? marks[kind] : "";
}

const char *pl_unmarked(const char *text)
{
    return strncmp(text, PL_MARK, MARK) == 0 && text[MARK] != '\0' ? text + WIDTH : text;
}

static void put_place(pl_str *out, size_t n)
{
    for (; n >= 0x80; n >>= 7)
        pl_str_putc(out, (char)((n & 0x7f) | 0x80));
    pl_str_putc(out, (char)n);
}

/* The kind of a mark at text[i], which is followed by a digit; -1: it is none. */
static int kind_at(const pl_str *text, size_t i)
{
    if (text->n - i <= WIDTH || memcmp(text->at + i, PL_MARK, MARK) != 0 ||
        text->at[i + WIDTH] < '0' || text->at[i + WIDTH] > '9')
        return -1;
    const char *letter = strchr(PL_COUNTED, text->at[i + MARK]);
    return letter != NULL && *letter != '\0' ? (int)(letter - PL_COUNTED) : -1;
}

void pl_marks_take(pl_str *text, size_t offset, size_t *last, pl_str *places)
{
    const char *mark = text->n > 0 ? memchr(text->at, PL_MARK[0], text->n) : NULL;
    if (mark == NULL)
        return;
    size_t to = (size_t)(mark - text->at);
    for (size_t i = to; i < text->n;) {
        int kind = kind_at(text, i);
        if (kind < 0) {
            text->at[to++] = text->at[i++];
            continue;
        }
        put_place(places, 4 * (offset + to - *last) + (size_t)kind);
        *last = offset + to;
        i += WIDTH;
    }
    text->n = to;
}

size_t pl_mark_begun(const pl_str *text)
{
    size_t n = text->n < WIDTH ? text->n : WIDTH;
    while (n > 0 && memcmp(text->at + text->n - n, PL_MARK, n < MARK ? n : MARK) != 0)
        n--;
    return n;
}

int pl_place_next(pl_in *in, size_t *at, pl_counted *kind, pl_error *err)
{
    size_t n = 0;
    unsigned shift = 0;
    for (;;) {
        char c;
        long got = pl_in_read(in, &c, 1, err);
        if (got < 0 || (got == 0 && shift == 0))
            return (int)got;
        if (got == 0 || shift > 56)
            return pl_fail(err, PL_BAD_INPUT, "%s: damaged", pl_in_name(in));
        n |= (size_t)((unsigned char)c & 0x7f) << shift;
        shift += 7;
        if (!((unsigned char)c & 0x80))
            break;
    }
    *at += n / 4;
    *kind = (pl_counted)(n % 4);
    return 1;
}

int pl_places_cut(const char *path, size_t offset, size_t *n, size_t *last, pl_error *err)
{
    struct stat info;
    *n = *last = 0;
    if (stat(path, &info) != 0)
        return errno == ENOENT ? 0 : pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
    pl_in *in = pl_in_open_part(path, SIZE_MAX, err);
    if (in == NULL)
        return -1;
    size_t at = 0;
    pl_counted kind;
    while (pl_place_next(in, &at, &kind, NULL) > 0 && at < offset) {
        *n = pl_in_offset(in);
        *last = at;
    }
    pl_in_close(in);
    return truncate(path, (off_t)*n) == 0
               ? 0
               : pl_fail(err, PL_SYSTEM, "%s: %s", path, strerror(errno));
}
