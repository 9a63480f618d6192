/* Kinds of bytes; see until.h. */
#include "base/until.h"

/* clang-format off */
#define C (PL_AT_XML | PL_AT_JSON) /* a control character */
const unsigned char pl_until_kinds[256] = {
    [1]  = C, C, C, C, C, C, C, C,
    [11] = C, C,
    [14] = C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C,
    ['\0'] = 0xff,
    ['\t'] = PL_AT_TAB | C,
    ['\n'] = PL_AT_LINE | C,
    ['\r'] = PL_AT_LINE | C,
    [' ']  = PL_AT_SPACE,
    ['(']  = PL_AT_BRACKET,
    [')']  = PL_AT_BRACKET,
    ['#']  = PL_AT_HASH,
    ['/']  = PL_AT_SLASH,
    ['&']  = PL_AT_XML,
    ['<']  = PL_AT_XML,
    ['>']  = PL_AT_XML,
    ['"']  = PL_AT_XML | PL_AT_JSON,
    ['\\'] = PL_AT_JSON,
    [0xef] = PL_AT_XML, /* U+FFFE and U+FFFF begin so */
};
/* clang-format on */
