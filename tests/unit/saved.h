/* Sections as a model file has them. */
#pragma once

#include "base/sections.h"

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

/* Writes them to a file and opens that; they are released. */
static inline pl_sections *save_and_open(pl_section_list *list)
{
    char path[] = "/tmp/pleach-sections-XXXXXX";
    pl_error err;
    assert_true(mkstemp(path) >= 0);
    assert_int_equal(pl_sections_save(list, path, &err), 0);
    pl_sections *file = pl_sections_open(path, &err);
    assert_non_null(file);
    pl_sections_release(list);
    remove(path);
    return file;
}
