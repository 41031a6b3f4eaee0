// Calls that block and that the explorer does not model: it reports them, because otherwise all of
// its tasks would be blocked.
#define _GNU_SOURCE
#include "explorer/bridge.h"

#include <pthread.h>

#define REFUSED(name, parameters, arguments)    \
    IL_EXPORT int name parameters               \
    {                                           \
        IL_NOT_MODELLED(#name);                 \
        return IL_REAL(name) arguments;         \
    }
REFUSED(pthread_cancel, (pthread_t thread), (thread))
