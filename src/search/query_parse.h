/* The two halves of the parser: formulas (query_parse.c) and what is said of one node
 * (query_tests.c). All give NULL, PL_NONE or -1 after a failure, which is told. */
#pragma once

#include "search/cursor.h"

/* Appends to a list whose end is *end. */
#define PL_APPEND_TO(end, item) (*(end) = (item), (end) = &(item)->next)

pl_test *pl_test_new(pl_cursor *c, pl_test_kind kind, pl_query_at at);
/* A test of kinds of nodes. */
pl_test *pl_test_of_kind(pl_cursor *c, unsigned kinds, pl_query_at at);
/* Takes the variable that comes next, of n bytes, as a name of this kind: its number. */
uint32_t pl_parse_variable(pl_cursor *c, size_t n, pl_name_kind kind);
/* = value or != value, behind the name of a feature, which stood at `at`. */
pl_test *pl_parse_comparison(pl_cursor *c, unsigned feature, pl_query_at at);
/* [ … ] behind its opening bracket. */
pl_test *pl_parse_description(pl_cursor *c);
