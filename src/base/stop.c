/* The stop flag of a thread; see stop.h. */
#include "base/stop.h"

_Thread_local const atomic_bool *pl_stop_flag;

int pl_stop_check(pl_error *err)
{
    return pl_stopped()
               ? pl_fail(err, PL_STOPPED, "the work was stopped before it was done")
               : 0;
}
