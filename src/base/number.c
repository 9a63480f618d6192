/* Decimal numbers; see number.h. */
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { MOST = 999 }; /* of an exponent: beyond, a double is 0 or infinite anyway */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const char *read_exponent(const char *at, int *exponent)
{
    if (*at != 'e' && *at != 'E')
        return at;
    const char *from = at + 1 + (at[1] == '-' || at[1] == '+');
    if (!is_digit(*from))
        return at;
    int n = 0;
    const char *end = from;
    for (; is_digit(*end); end++)
        n = n < MOST ? 10 * n + (*end - '0') : n;
    *exponent += at[1] == '-' ? -n : n;
    return end;
}

const char *pl_number_read(const char *at, double *x)
{
    bool minus = *at == '-', point = false;
    int exponent = 0, n = 0;
    double value = 0;
    at += minus || *at == '+';
    for (; is_digit(*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        value = value * 10 + (*at - '0');
        exponent -= point;
        n++;
    }
    if (n == 0)
        return NULL;
    at = read_exponent(at, &exponent);
    value = exponent < 0 ? value / pow(10, -exponent) : value * pow(10, exponent);
    *x = minus ? -value : value;
    return at;
}
