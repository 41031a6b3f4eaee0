// Calls that block and whose behaviour the explorer does not know yet: it says so, rather than to stand still with all of its tasks.
#define _GNU_SOURCE
#include "control.h"

#include <pthread.h>

#define REFUSED(name, parameters, arguments)    \
    IL_EXPORT int name parameters               \
    {                                           \
        IL_NOT_MODELLED(#name);                 \
        return IL_REAL(name) arguments;         \
    }
REFUSED(pthread_cancel, (pthread_t thread), (thread))
