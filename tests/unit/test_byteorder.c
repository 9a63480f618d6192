/* Numbers of files, whose bytes are the same on every machine. */
#include "base/byteorder.h"

#include "unit.h"

static const unsigned char bytes[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

static void reads(void **unused)
{
    (void)unused;
    assert_int_equal(pl_get16(bytes + 1), 0x0201);
    assert_int_equal(pl_get32(bytes + 1), 0x04030201);
    assert_true(pl_get64(bytes + 1) == 0x0807060504030201u);
}

static void reads_a_few(void **unused)
{
    (void)unused;
    const unsigned char bytes[] = {1, 2, 0xff, 4, 5, 6, 0x87, 8};
    for (size_t n = 0; n < 8; n++) {
        uint64_t number = 0;
        for (size_t i = 0; i < n; i++)
            number |= (uint64_t)bytes[i] << 8 * i;
        assert_true(pl_get_few(bytes, n) == number);
    }
}

static void turns_arrays(void **unused)
{
    (void)unused;
    uint16_t two[] = {0x0201, 0x0403, 0x0605, 0x0807};
    uint32_t four[] = {0x04030201, 0x08070605};
    uint64_t eight[] = {0x0807060504030201u};
    double one = 1;
    pl_file_order(two, 4, sizeof *two);
    pl_file_order(four, 2, sizeof *four);
    pl_file_order(eight, 1, sizeof *eight);
    pl_file_order(&one, 1, sizeof one);
    assert_memory_equal(two, bytes + 1, 8);
    assert_memory_equal(four, bytes + 1, 8);
    assert_memory_equal(eight, bytes + 1, 8);
    assert_memory_equal(&one, "\0\0\0\0\0\0\xf0\x3f", 8);
    pl_file_order(&one, 1, sizeof one);
    assert_true(one == 1);
    pl_file_order(two, 0, sizeof *two);
    assert_memory_equal(two, bytes + 1, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads),
        cmocka_unit_test(reads_a_few),
        cmocka_unit_test(turns_arrays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
