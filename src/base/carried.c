/* Files in the program; see carried.h. */
#include "base/carried.h"

#include <string.h>

static const pl_carried none[] = {{0}};
static const pl_carried *carried = none;

void pl_carry(const pl_carried *files)
{
    carried = files;
}

const pl_carried *pl_carried_files(void)
{
    return carried;
}

const pl_carried *pl_carried_find(const char *path)
{
    size_t n = strlen(PL_CARRIED);
    if (strncmp(path, PL_CARRIED, n) != 0)
        return NULL;
    const pl_carried *file = carried;
    while (file->name != NULL && strcmp(file->name, path + n) != 0)
        file++;
    return file->name != NULL ? file : NULL;
}
