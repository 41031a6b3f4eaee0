// Calls by which a program would leave the explorer's control: ending or copying the process,
// starting others, reading what others send. Under control they end the exploration, with their
// name; elsewhere they pass through.
#define _GNU_SOURCE
#include "explorer/bridge.h"

#include <spawn.h>
#include <stdio.h>
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
REFUSED(int, posix_spawn, (pid_t *restrict child, const char *restrict path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *restrict attributes, char *const arguments[restrict], char *const environment[restrict]),
    (child, path, actions, attributes, arguments, environment))
REFUSED(int, posix_spawnp, (pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]),
    (child, path, actions, attributes, arguments, environment))
REFUSED(int, execve, (const char *path, char *const arguments[], char *const environment[]), (path, arguments, environment))
REFUSED(int, execv, (const char *path, char *const arguments[]), (path, arguments))
REFUSED(int, execvp, (const char *path, char *const arguments[]), (path, arguments))
REFUSED(int, system, (const char *command), (command))
REFUSED(FILE *, popen, (const char *command, const char *mode), (command, mode))
REFUSED(int, socket, (int domain, int type, int protocol), (domain, type, protocol))

// The process ends here for the program. Its `atexit` handlers are not run.
IL_EXPORT __attribute__((noreturn)) void exit(int code)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER()) && !il_ends_program(code, caller)) il_end_process(code, caller);
    IL_REAL(exit)(code);
    __builtin_unreachable();
}
