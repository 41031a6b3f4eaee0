// Calls that block and that the explorer does not model: it reports them, because otherwise all of
// its tasks would be blocked.
#define _GNU_SOURCE
#include "explorer/bridge.h"

#include <pthread.h>
#include <sys/types.h>

#define REFUSED(name, parameters, arguments)    \
    IL_EXPORT int name parameters               \
    {                                           \
        IL_NOT_MODELLED(#name);                 \
        return IL_REAL(name) arguments;         \
    }
// Channels that read and write on threads of libdispatch.
void *dispatch_io_create(unsigned long type, int descriptor, void *queue, void *cleanup);
void *dispatch_io_create_with_path(unsigned long type, const char *path, int how, mode_t mode, void *queue, void *cleanup);
void *dispatch_io_create_with_io(unsigned long type, void *channel, void *queue, void *cleanup);
#define CHANNEL(name, parameters, arguments)       \
    IL_EXPORT void *name parameters                \
    {                                              \
        IL_NOT_MODELLED_FOR_PROGRAM("DispatchIO"); \
        return IL_REAL(name) arguments;            \
    }
CHANNEL(dispatch_io_create, (unsigned long type, int descriptor, void *queue, void *cleanup), (type, descriptor, queue, cleanup))
CHANNEL(dispatch_io_create_with_path, (unsigned long type, const char *path, int how, mode_t mode, void *queue, void *cleanup),
    (type, path, how, mode, queue, cleanup))
CHANNEL(dispatch_io_create_with_io, (unsigned long type, void *channel, void *queue, void *cleanup), (type, channel, queue, cleanup))

REFUSED(pthread_cancel, (pthread_t thread), (thread))
