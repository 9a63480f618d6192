/* Files that the program carries in itself, for a program that is one file to copy: share.c
 * finds them like shipped files on disk, under paths that begin with PL_CARRIED; in.c and
 * sections.c read them.
 *
 *     pl_carry(files);      main() does it before anything is looked for
 *     const pl_carried *file = pl_carried_find("pleach:headrules/negra.rules"); */
#pragma once

#include <stddef.h>

#define PL_CARRIED "pleach:"

typedef struct pl_carried {
    const char *name;     /* its folder in share/ and its name: "headrules/negra.rules" */
    const char *at, *end; /* its bytes, at a multiple of 64, and four zeros behind them */
} pl_carried;

/* Keeps the table, which ends with a row without a name. Not to be called while other
 * threads look for files. */
void pl_carry(const pl_carried *files);
/* The table, never NULL. */
const pl_carried *pl_carried_files(void);
/* The file with this path; NULL: it is that of a file on disk. */
const pl_carried *pl_carried_find(const char *path);
