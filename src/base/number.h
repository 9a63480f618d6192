/* Decimal numbers as text, whatever the locale. */
#pragma once

/* Reads an optional sign, digits with or without a point, and perhaps an exponent:
 * "-1", ".5", "2.50e-3". Returns where the number ends, or NULL if none begins at `at`. */
const char *pl_number_read(const char *at, double *x);
