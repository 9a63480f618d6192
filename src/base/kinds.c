/* The table of file kinds; see kinds.h. Foreign kinds are common for texts and treebanks, but pleach
 * cannot read them: the row says what to do instead. */
#include "base/kinds.h"

/* clang-format off */
const pl_kind pl_kinds[] = {
    {PL_GZIP_MARK,       NULL,               2,  PL_GZIP,  NULL},
    {"\x28\xb5\x2f\xfd", NULL,               4,  PL_ZSTD,  NULL},
    {"\x50\x2a\x4d\x18", "\xf0\xff\xff\xff", 4,  PL_ZSTD,  NULL}, /* a frame to be skipped */
    {"\xfd" "7zXZ",      NULL,               5,  PL_PLAIN, "compressed with xz; unpack it first (xz -d)"},
    {"BZh91AY&SY",       NULL,               10, PL_PLAIN, "compressed with bzip2; unpack it first (bzip2 -d)"},
    {"PK\003\004",       NULL,               4,  PL_PLAIN, "a zip archive or an office document; unpack it first"},
    {"%PDF-",            NULL,               5,  PL_PLAIN, "a PDF document; extract its text first (pdftotext)"},
    {NULL,               NULL,               0,  PL_PLAIN, NULL},
};
/* clang-format on */
