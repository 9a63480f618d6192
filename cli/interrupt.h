/* An interrupt (Ctrl-C, SIGTERM) that lets work end in order: what was read is finished
 * and written, nothing more is read. A second one ends the program at once.
 *
 *     interrupt_catch();
 *     …
 *     interrupt_allow(true);     in the thread that may wait for input
 *     got = read(…);             fails if a signal came while it waited
 *     interrupt_allow(false);
 *     if (interrupted()) …
 */
#ifndef PL_CLI_INTERRUPT_H
#define PL_CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on signals wait until some thread allows them; before threads are made. */
void interrupt_catch(void);
void interrupt_allow(bool on);
bool interrupted(void);

#endif
