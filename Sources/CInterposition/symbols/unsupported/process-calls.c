// Calls by which a program would leave the explorer's control: ending or copying the process,
// reading what others send. Under control they end the exploration, with their name; elsewhere they
// pass through. (Calls that start other programs: recorder/following.c.)
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/system/standard-streams.h"

#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define REFUSED(type, name, parameters, arguments) \
    IL_EXPORT type name parameters                 \
    {                                              \
        IL_NOT_MODELLED(#name);                    \
        return IL_REAL(name) arguments;            \
    }
REFUSED(pid_t, fork, (void), ())
REFUSED(int, socket, (int domain, int type, int protocol), (domain, type, protocol))

// The process ends here for the program. Its `atexit` handlers are not run.
IL_EXPORT __attribute__((noreturn)) void exit(int code)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER()) && !il_ends_program(code, caller)) il_end_process(code, caller);
    IL_REAL(exit)(code);
    __builtin_unreachable();
}
