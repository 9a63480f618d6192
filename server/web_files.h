/* The files of the web page, read into memory when the server starts. Requests open no file:
 * a path is looked up among the names that were found then, so that no trick with it leads
 * anywhere else. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"

typedef struct web_file {
    const char *path; /* "/index.html" */
    const char *type;
    const char *bytes;
    size_t n;
} web_file;

typedef struct web_files {
    PL_VEC(web_file) list;
    pl_arena texts;
} web_files;

/* Reads all files in share/web and below whose names do not begin with a dot; none if there is
 * no page. -1 with the reason: unreadable, too large, or of a type that is not served. */
int web_files_read(web_files *w, pl_error *err);
/* The file for a path; "/" is "/index.html". NULL if there is none. */
const web_file *web_files_find(const web_files *w, const char *path);
void web_files_release(web_files *w);
