/* What standard output is: pictures fit themselves to a terminal. */
#ifndef PL_CLI_TERMINAL_H
#define PL_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Columns of the terminal; 0 if it is none, or if that is not known. */
size_t terminal_width(void);
/* Whether it is a terminal that shows colours, and nobody has asked not to (NO_COLOR). */
bool terminal_colors(void);
/* Whether it is a terminal of which the locale says that it does not show UTF-8. Where no
 * locale is set, as in containers, terminals mostly do. */
bool terminal_ascii(void);

#endif
