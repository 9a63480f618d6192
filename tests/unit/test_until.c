/* Lengths of texts up to bytes of some kinds, against strcspn. */
#include "base/until.h"

#include "base/str.h"
#include "unit.h"

#include <string.h>

/* What each kind is, in the notation of strcspn. */
static const struct {
    unsigned kind;
    const char *bytes;
} kinds[] = {
    {PL_AT_SPACE, " "},       {PL_AT_TAB, "\t"},    {PL_AT_LINE, "\n\r"},
    {PL_AT_BRACKET, "()"},    {PL_AT_HASH, "#"},    {PL_AT_SLASH, "/"},
    {PL_AT_XML, "&<>\"\xef"}, {PL_AT_JSON, "\"\\"},
};

static void bytes_of(unsigned sum, pl_str *set)
{
    char controls[32];
    for (char c = 1; c < 32; c++)
        controls[c - 1] = c;
    controls[31] = '\0';
    pl_str_clear(set);
    pl_str_puts(set, "");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (sum & kinds[i].kind)
            pl_str_puts(set, kinds[i].bytes);
    if (sum & (PL_AT_XML | PL_AT_JSON))
        pl_str_puts(set, controls);
}

static void every_byte_of_every_sum(void **unused)
{
    (void)unused;
    pl_str set = {0};
    char text[3] = "x";
    for (unsigned sum = 1; sum < 256; sum++) {
        bytes_of(sum, &set);
        for (int c = 0; c < 256; c++) {
            text[1] = (char)c;
            assert_int_equal(pl_until(text, sum), strcspn(text, set.at));
        }
    }
    pl_str_release(&set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_byte_of_every_sum)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
