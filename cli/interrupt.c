/* Signals that end reading; see interrupt.h. They are blocked except where input is read,
 * so that writing is never cut short. */
#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t came;

static void on_signal(int number)
{
    (void)number;
    came = 1;
}

static void each_signal(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    interrupt_allow(false);
}

void interrupt_allow(bool on)
{
    sigset_t set;
    each_signal(&set);
    pthread_sigmask(on ? SIG_UNBLOCK : SIG_BLOCK, &set, NULL);
}

bool interrupted(void)
{
    return came != 0;
}
