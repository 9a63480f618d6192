/* Decodes text in other encodings to UTF-8; see encoding.h. */
#include "base/encoding.h"

#include "base/utf8.h"

#include <strings.h>

/* -- a byte for each character ----------------------------------------------------------- */

enum { HIGH = 0x80, N_HIGH = 0x20 };

/* The characters of the bytes 0x80 to 0x9f in windows-1252; 0: the byte has no character.
 * All other bytes mean the same as in ISO-8859-1. */
static const uint16_t windows_1252[N_HIGH] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, /* 80 */
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,      /* 88 */
    0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, /* 90 */
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178, /* 98 */
};

int pl_encoding_char(const pl_encoding_row *row, unsigned char byte)
{
    if (row->high == NULL || byte < HIGH || byte >= HIGH + N_HIGH)
        return byte;
    uint16_t code = row->high[byte - HIGH];
    return code != 0 ? code : -1;
}

static size_t decode_bytes(const pl_encoding_row *row, const char *bytes, size_t n, bool end, char *out,
                           size_t *written)
{
    char *to = out;
    (void)end;
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        int code = pl_encoding_char(row, byte);
        if (byte < HIGH || code < 0)
            *to++ = byte < HIGH ? bytes[i] : (char)PL_BAD_UNIT;
        else
            to += pl_utf8_put(to, (uint32_t)code);
    }
    *written = (size_t)(to - out);
    return n;
}

/* -- UTF-16 ------------------------------------------------------------------------------ */

static uint32_t unit_at(const pl_encoding_row *row, const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return row->big ? (uint32_t)b[0] << 8 | b[1] : (uint32_t)b[1] << 8 | b[0];
}

static size_t decode_utf16(const pl_encoding_row *row, const char *bytes, size_t n, bool end, char *out,
                           size_t *written)
{
    size_t i = 0;
    char *to = out;
    for (; n - i >= 2; i += 2) {
        uint32_t code = unit_at(row, bytes + i);
        bool high = code >= 0xd800 && code < 0xdc00;
        if (high && n - i < 4 && !end)
            break;
        uint32_t low = high && n - i >= 4 ? unit_at(row, bytes + i + 2) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
            to += pl_utf8_put(to, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
            i += 2;
        } else if (code >= 0xd800 && code < 0xe000)
            *to++ = (char)PL_BAD_UNIT;
        else
            to += pl_utf8_put(to, code);
    }
    if (end && i < n) {
        *to++ = (char)PL_BAD_BYTE;
        i++;
    }
    *written = (size_t)(to - out);
    return i;
}

/* -- the table --------------------------------------------------------------------------- */

/* clang-format off */
const pl_encoding_row pl_encodings[PL_N_ENCODINGS] = {
    [PL_UTF8]         = {"utf8",         "UTF-8",        1, "\xef\xbb\xbf", NULL,         NULL,         false},
    [PL_LATIN1]       = {"latin1",       "ISO-8859-1",   1, NULL,           decode_bytes, NULL,         false},
    [PL_WINDOWS_1252] = {"windows-1252", "windows-1252", 1, NULL,           decode_bytes, windows_1252, false},
    [PL_CP1252]       = {"cp1252",       "windows-1252", 1, NULL,           decode_bytes, windows_1252, false},
    [PL_UTF16]        = {"utf16",        "UTF-16",       2, NULL,           NULL,         NULL,         false},
    [PL_UTF16LE]      = {"utf16le",      "UTF-16LE",     2, "\xff\xfe",     decode_utf16, NULL,         false},
    [PL_UTF16BE]      = {"utf16be",      "UTF-16BE",     2, "\xfe\xff",     decode_utf16, NULL,         true},
};
/* clang-format on */

size_t pl_encoding_size(const pl_encoding_row *row, const char *text, size_t n)
{
    size_t units = 0, bytes = 0;
    if (row->decode == NULL)
        return n;
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte == PL_BAD_BYTE)
            bytes++;
        else
            units += (byte & 0xc0) != 0x80;
        units += row->unit > 1 && byte >= 0xf0 && byte < 0xf8; /* a surrogate pair: two units */
    }
    return units * row->unit + bytes;
}

const char *pl_encoding_name(size_t i)
{
    return i < PL_N_ENCODINGS ? pl_encodings[i].name : NULL;
}

const pl_encoding_row *pl_encoding_of_bytes(const char *name)
{
    for (int i = 0; i < PL_N_ENCODINGS; i++)
        if (pl_encodings[i].decode == decode_bytes && strcasecmp(pl_encodings[i].name, name) == 0)
            return &pl_encodings[i];
    return NULL;
}
