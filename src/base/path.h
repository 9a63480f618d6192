/* What a path leads to: a descriptor of the program, or a name at the end of symbolic links. */
#pragma once

#include "base/err.h"
#include "base/str.h"

/* The descriptor that a path stands for: 1 for /dev/stdout, 3 for /dev/fd/3; -1 if it is a file. */
int pl_path_descriptor(const char *path);
/* Replaces a symbolic link by the path that it leads to, which need not exist, and tells the descriptor
 * that this stands for, or -1: 0, or -1 with errno. The first look is the system's own, which does not
 * follow links that others put into folders like /tmp. */
int pl_path_resolve(pl_str *path, int *descriptor);

/* Whether a path is meant as a folder: it is one, or it ends in a slash. NULL is none. */
bool pl_path_is_folder(const char *path);
/* Creates all folders of a path, up to its last slash. */
int pl_path_make_folders(char *path, pl_error *err);
