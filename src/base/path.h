/* Resolves paths: to a descriptor of the program, or to the path at the end of symbolic links. */
#pragma once

#include "base/err.h"
#include "base/str.h"

/* Returns the descriptor that a path names: 1 for /dev/stdout, 3 for /dev/fd/3; -1 if it names a file. */
int pl_path_descriptor(const char *path);
/* Replaces a symbolic link by its target, which need not exist. Stores the descriptor that the target
 * names, or -1 if it names a file. Returns 0, or -1 with errno. Fails for a link that the system itself
 * does not follow, such as a link of another user in /tmp. */
int pl_path_resolve(pl_str *path, int *descriptor);

/* Whether a path is meant as a folder: it is one, or it ends in a slash. NULL is none. */
bool pl_path_is_folder(const char *path);
/* Creates all folders of a path, up to its last slash. */
int pl_path_make_folders(char *path, pl_error *err);
