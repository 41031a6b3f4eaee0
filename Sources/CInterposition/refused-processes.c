// Calls by which a program would leave the explorer's hands: to end or copy the process, to start others, to read what somebody types or sends.
// Under control they end the exploration, with their name; elsewhere they pass through.
#define _GNU_SOURCE
#include <features.h>
#undef __USE_EXTERN_INLINES  // of getline and getchar, which are defined here
#include "control.h"

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
REFUSED(ssize_t, read, (int descriptor, void *bytes, size_t size), (descriptor, bytes, size))
REFUSED(ssize_t, getline, (char **restrict line, size_t *restrict size, FILE *restrict stream), (line, size, stream))
REFUSED(char *, fgets, (char *restrict line, int size, FILE *restrict stream), (line, size, stream))
REFUSED(int, getchar, (void), ())
REFUSED(int, socket, (int domain, int type, int protocol), (domain, type, protocol))

#define ENDS(name)                                      \
    IL_EXPORT __attribute__((noreturn)) void name(int code) \
    {                                                   \
        IL_NOT_MODELLED(#name);                         \
        IL_REAL(name)(code);                            \
        __builtin_unreachable();                        \
    }
ENDS(exit)

// A task that prints holds the stream's lock meanwhile; another one that goes on in the middle of it must not wait for that in earnest.
IL_EXPORT void flockfile(FILE *stream)
{
    if (!il_self.controlled) IL_REAL(flockfile)(stream);
}
IL_EXPORT void funlockfile(FILE *stream)
{
    if (!il_self.controlled) IL_REAL(funlockfile)(stream);
}

// `readLine()` of Swift: an optional text in two words, empty or not.
struct two_words {
    uint64_t first, second;
};
__attribute__((swiftcall)) struct two_words readLine(bool strips) __asm__("$ss8readLine16strippingNewlineSSSgSb_tF");
IL_EXPORT __attribute__((swiftcall)) struct two_words readLine(bool strips)
{
    IL_NOT_MODELLED("readLine");
    static __attribute__((swiftcall)) struct two_words (*real)(bool);
    if (!real) *(void **)&real = il_real("$ss8readLine16strippingNewlineSSSgSb_tF");
    return real(strips);
}
