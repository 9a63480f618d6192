/* The files in the program; see own_files.h. tools/carry.sh writes their list, PL_OWN_FILES: a
 * row OWN_FILE(NUMBER, NAME, PATH) for each. */
#include "own_files.h"

#ifdef PL_OWN_FILES

#define OWN_FILE(number, name, path)                                                     \
    __asm__(".section .rodata\n.balign 64\nown_file_" #number ":\n.incbin \"" path       \
            "\"\nown_file_end_" #number ":\n.long 0\n.previous\n");                      \
    extern const char own_file_##number[] __attribute__((visibility("hidden")));         \
    extern const char own_file_end_##number[] __attribute__((visibility("hidden")));
#include PL_OWN_FILES
#undef OWN_FILE

#define OWN_FILE(number, name, path) {name, own_file_##number, own_file_end_##number},
const pl_carried own_files[] = {
#include PL_OWN_FILES
    {0},
};

#else
const pl_carried own_files[] = {{0}};
#endif
