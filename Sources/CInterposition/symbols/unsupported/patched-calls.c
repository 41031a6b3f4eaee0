// Calls that wait for something outside of the process, start or end a process, or would disturb
// the explorer: its signals, timers, or the connection to its supervisor. The program may make them
// itself or through Foundation (a pipe's FileHandle, Process). In both cases the exploration ends
// immediately and reports the call's name. Reading a plain file never blocks, and is allowed.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "recorder/chaos.h"
#include "explorer/memory/references.h"
#include "explorer/redirections.h"
#include "explorer/system/pipes.h"
#include "explorer/system/random-numbers.h"
#include "explorer/system/standard-streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// `__VA_ARGS__` is the condition for refusing the call.
#define OUTSIDE(type, name, parameters, arguments, ...)                                                  \
    static type outside_##name parameters                                                                \
    {                                                                                                    \
        if (il_controlled() && (__VA_ARGS__)) il_refuse(#name, il_program_caller(__builtin_frame_address(0))); \
        IL_RELEASED(IL_ALL_DESCRIPTORS);                                                                 \
        type result = IL_REAL(name) arguments;                                                           \
        IL_ACQUIRED(IL_ALL_DESCRIPTORS);                                                                 \
        return result;                                                                                   \
    }

// (Standard input is a file, or nothing, while the program is explored.)
bool il_may_wait(int descriptor)
{
    struct stat facts;
    if (fstat(descriptor, &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode)) return false;
    bool is_null_or_zero = S_ISCHR(facts.st_mode) && (facts.st_rdev == makedev(1, 3) || facts.st_rdev == makedev(1, 5));
    return !is_null_or_zero;
}

bool il_is_random(int descriptor)
{
    struct stat facts;
    return fstat(descriptor, &facts) == 0 && S_ISCHR(facts.st_mode)
        && (facts.st_rdev == makedev(1, 8) || facts.st_rdev == makedev(1, 9));
}

static ssize_t outside_read(int descriptor, void *bytes, size_t size)
{
    if (il_controlled() && il_is_random(descriptor)) {
        il_draw(bytes, size);
        return (ssize_t)size;
    }
    if (il_is_pipe(descriptor)) return il_read_pipe(descriptor, bytes, size, __builtin_frame_address(0));
    il_read_input(descriptor, __builtin_frame_address(0));
    if (il_controlled() && il_may_wait(descriptor)) il_refuse("read", il_program_caller(__builtin_frame_address(0)));
    if (il_controlled()) il_read_file(descriptor, __builtin_frame_address(0));
    ssize_t count = IL_REAL(read)(descriptor, bytes, size);
    IL_ACQUIRED(IL_ALL_DESCRIPTORS);
    return count;
}
OUTSIDE(ssize_t, readv, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count), il_may_wait(descriptor))
OUTSIDE(int, poll, (struct pollfd *all, nfds_t count, int timeout), (all, count, timeout), timeout != 0)
OUTSIDE(int, ppoll, (struct pollfd *all, nfds_t count, const struct timespec *timeout, const sigset_t *mask), (all, count, timeout, mask), true)
OUTSIDE(int, select, (int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout),
    (count, reads, writes, others, timeout), true)
OUTSIDE(int, pselect, (int count, fd_set *reads, fd_set *writes, fd_set *others, const struct timespec *timeout, const sigset_t *mask),
    (count, reads, writes, others, timeout, mask), true)
OUTSIDE(int, epoll_wait, (int set, struct epoll_event *events, int count, int timeout), (set, events, count, timeout), timeout != 0)
OUTSIDE(int, epoll_pwait, (int set, struct epoll_event *events, int count, int timeout, const sigset_t *mask),
    (set, events, count, timeout, mask), timeout != 0)
OUTSIDE(int, accept, (int socket, __SOCKADDR_ARG address, socklen_t *size), (socket, address, size), true)
OUTSIDE(int, accept4, (int socket, __SOCKADDR_ARG address, socklen_t *size, int flags), (socket, address, size, flags), true)
OUTSIDE(int, connect, (int socket, __CONST_SOCKADDR_ARG address, socklen_t size), (socket, address, size), true)
OUTSIDE(ssize_t, recv, (int socket, void *bytes, size_t size, int flags), (socket, bytes, size, flags), true)
OUTSIDE(ssize_t, recvmsg, (int socket, struct msghdr *message, int flags), (socket, message, flags), true)
OUTSIDE(ssize_t, send, (int socket, const void *bytes, size_t size, int flags), (socket, bytes, size, flags), false)
OUTSIDE(ssize_t, sendmsg, (int socket, const struct msghdr *message, int flags), (socket, message, flags), false)
OUTSIDE(ssize_t, writev, (int descriptor, const struct iovec *parts, int count), (descriptor, parts, count), false)
OUTSIDE(int, flock, (int descriptor, int how), (descriptor, how), !(how & (LOCK_NB | LOCK_UN)))
OUTSIDE(int, lockf, (int descriptor, int how, off_t size), (descriptor, how, size), how == F_LOCK)
OUTSIDE(int, pause, (void), (), true)
OUTSIDE(int, sigsuspend, (const sigset_t *mask), (mask), true)
OUTSIDE(int, sigwait, (const sigset_t *set, int *number), (set, number), true)
OUTSIDE(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info), true)
OUTSIDE(pid_t, wait, (int *status), (status), true)
OUTSIDE(pid_t, waitpid, (pid_t process, int *status, int options), (process, status, options), true)
OUTSIDE(int, waitid, (idtype_t which, id_t process, siginfo_t *info, int options), (which, process, info, options), true)
OUTSIDE(int, kill, (pid_t process, int number), (process, number), true)
OUTSIDE(int, killpg, (pid_t group, int number), (group, number), true)
OUTSIDE(int, raise, (int number), (number), number != SIGABRT && number != SIGTRAP && number != SIGILL && number != SIGSEGV)
OUTSIDE(int, pthread_kill, (pthread_t thread, int number), (thread, number), true)
OUTSIDE(unsigned int, alarm, (unsigned int seconds), (seconds), true)
OUTSIDE(int, setitimer, (__itimer_which_t which, const struct itimerval *value, struct itimerval *before), (which, value, before), true)
OUTSIDE(int, posix_spawn, (pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]), (child, path, actions, attributes, arguments, environment), true)
OUTSIDE(int, posix_spawnp, (pid_t *child, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
    char *const arguments[], char *const environment[]), (child, path, actions, attributes, arguments, environment), true)

// A child made by vfork would return into this function's frame.
static pid_t outside_vfork(void)
{
    if (il_controlled()) il_refuse("vfork", il_program_caller(__builtin_frame_address(0)));
    return fork();
}

#define ENDS(name)                                                                                 \
    static __attribute__((noreturn)) void outside_##name(int code)                                 \
    {                                                                                              \
        if (il_controlled()) {                                                                     \
            uintptr_t caller = il_program_caller(__builtin_frame_address(0));                      \
            if (!il_ends_program(code, caller)) il_end_process(code, caller);                            \
        }                                                                                          \
        IL_REAL(name)(code);                                                                       \
        __builtin_unreachable();                                                                   \
    }
ENDS(_exit)
ENDS(_Exit)
ENDS(quick_exit)

// MARK: what the explorer itself needs

static int kept = -1;
void interleave_keep_descriptor(int descriptor) { kept = descriptor; }

static int outside_close(int descriptor)
{
    if (descriptor >= 0 && descriptor == kept && il_controlled()) {
        errno = EBADF;
        return -1;
    }
    il_close_pipe(descriptor, __builtin_frame_address(0));
    return IL_REAL(close)(descriptor);
}

static int outside_dup2(int from, int to)
{
    if (to >= 0 && to == kept && il_controlled()) {
        errno = EBADF;
        return -1;
    }
    return IL_REAL(dup2)(from, to);
}

// Tasks share one thread, on which the explorer itself needs its signals; no other signals are
// expected.
static int outside_pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    if (!il_controlled()) return IL_REAL(pthread_sigmask)(how, set, before);
    if (before) sigemptyset(before);
    return 0;
}

static int outside_sigprocmask(int how, const sigset_t *set, sigset_t *before)
{
    if (!il_controlled()) return IL_REAL(sigprocmask)(how, set, before);
    if (before) sigemptyset(before);
    return 0;
}

static bool is_ours(int number)
{
    static const int ours[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGVTALRM, SIGTERM};
    for (size_t index = 0; index < sizeof ours / sizeof ours[0]; index++) {
        if (ours[index] == number) return true;
    }
    return false;
}

static int outside_sigaction(int number, const struct sigaction *action, struct sigaction *before)
{
    if (!il_controlled() || !action) return IL_REAL(sigaction)(number, action, before);
    bool handles = action->sa_handler != SIG_IGN && action->sa_handler != SIG_DFL;
    if (handles) il_refuse("sigaction", il_program_caller(__builtin_frame_address(0)));
    if (!is_ours(number)) return IL_REAL(sigaction)(number, action, before);
    if (before) memset(before, 0, sizeof *before);
    return 0;
}

typedef void handler(int number);
static handler *outside_signal(int number, handler *action)
{
    if (!il_controlled()) return IL_REAL(signal)(number, action);
    if (action != SIG_IGN && action != SIG_DFL) il_refuse("signal", il_program_caller(__builtin_frame_address(0)));
    return is_ours(number) ? SIG_DFL : IL_REAL(signal)(number, action);
}

// libdispatch traps if the last owner releases an object that is still in use. (The count of owners
// outside of libdispatch, less one, is the second half of an object's second word.)
void dispatch_release(void *object);
static void outside_dispatch_release(void *object)
{
    if (object && il_controlled() && ((_Atomic int32_t *)object)[3] == 0) {
        uintptr_t caller = il_program_caller(__builtin_frame_address(0));
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_LET_GO, .object = (uintptr_t)object, .caller = caller ? caller : il_last_release});
    }
    IL_REAL(dispatch_release)(object);
}

// Services of Foundation that start processes or threads of their own, or wait for kernel events:
// what they deliver would never seem to come, so they are refused.
#define SERVICE(function, name, symbol, parameters, arguments)                                               \
    static __attribute__((swiftcall)) void *function parameters                                              \
    {                                                                                                        \
        typedef __attribute__((swiftcall)) void *original parameters;                                        \
        if (il_controlled()) il_refuse(name, il_program_caller(__builtin_frame_address(0)));                 \
        return ((original *)il_real(symbol))arguments;                                                       \
    }
#define TYPE __attribute__((swift_context)) void *type

#define PROCESS "$s10Foundation7ProcessCACycfC"
#define PROCESS_RUN "$s10Foundation7ProcessC3run_9arguments18terminationHandlerAC0A10Essentials3URLV_SaySSGyACYbcSgtKFZ"
#define SOCKET_PORT "$s10Foundation10SocketPortCMa"
#define MAIN_RUN_LOOP "$s10Foundation7RunLoopC4mainACvgZ"
#define CURRENT_RUN_LOOP "$s10Foundation7RunLoopC7currentACvgZ"
#define TIMER "$s10Foundation5TimerC09scheduledB016withTimeInterval7repeats5blockACSd_SbyACYbctFZ"
#define SHARED_SESSION "$s20FoundationNetworking10URLSessionC6sharedACvgZ"
#define OWN_SESSION "$s20FoundationNetworking10URLSessionC13configurationAcA0C13ConfigurationC_tcfC"
#define DELEGATED_SESSION \
    "$s20FoundationNetworking10URLSessionC13configuration8delegate0E5QueueAcA0C13ConfigurationC_AA0C8Delegate_pSg0A009OperationF0CSgtcfC"

SERVICE(make_process, "Process", PROCESS, (TYPE), (type))
SERVICE(run_process, "Process.run", PROCESS_RUN,
    (void *file, void *texts, void *function, void *context, TYPE, __attribute__((swift_error_result)) void **error),
    (file, texts, function, context, type, error))
SERVICE(main_run_loop, "RunLoop", MAIN_RUN_LOOP, (TYPE), (type))
SERVICE(current_run_loop, "RunLoop", CURRENT_RUN_LOOP, (TYPE), (type))
SERVICE(scheduled_timer, "Timer", TIMER, (double interval, bool repeats, void *function, void *context, TYPE),
    (interval, repeats, function, context, type))
SERVICE(shared_url_session, "URLSession", SHARED_SESSION, (TYPE), (type))
SERVICE(own_url_session, "URLSession", OWN_SESSION, (void *configuration, TYPE), (configuration, type))
SERVICE(delegated_url_session, "URLSession", DELEGATED_SESSION, (void *configuration, void *delegate, void *protocol, void *queue, TYPE),
    (configuration, delegate, protocol, queue, type))

// (Every way to make a port asks for its type first.)
struct type_answer {
    const void *type;
    size_t state;
};
static __attribute__((swiftcall)) struct type_answer type_of_socket_port(size_t request)
{
    typedef __attribute__((swiftcall)) struct type_answer original(size_t request);
    if (il_controlled()) il_refuse("SocketPort", il_program_caller(__builtin_frame_address(0)));
    return ((original *)il_real(SOCKET_PORT))(request);
}

#define ENTRY(name) {#name, outside_##name}
const struct il_redirection il_outside[] = {
    ENTRY(read), ENTRY(readv), ENTRY(poll),
    ENTRY(ppoll), ENTRY(select), ENTRY(pselect), ENTRY(epoll_wait), ENTRY(epoll_pwait), ENTRY(accept), ENTRY(accept4), ENTRY(connect), ENTRY(recv), ENTRY(recvmsg), ENTRY(send), ENTRY(sendmsg), ENTRY(writev),
    ENTRY(flock), ENTRY(lockf), {"lockf64", outside_lockf}, ENTRY(pause), ENTRY(sigsuspend), ENTRY(sigwait), ENTRY(sigwaitinfo), ENTRY(wait),
    ENTRY(waitpid), ENTRY(waitid), ENTRY(kill), ENTRY(killpg), ENTRY(raise), ENTRY(pthread_kill), ENTRY(alarm), ENTRY(setitimer),
    ENTRY(posix_spawn), ENTRY(posix_spawnp), ENTRY(vfork), ENTRY(_exit), ENTRY(_Exit), ENTRY(quick_exit), ENTRY(close), ENTRY(dup2),
    ENTRY(pthread_sigmask), ENTRY(sigprocmask), ENTRY(sigaction), ENTRY(signal), ENTRY(dispatch_release),
    {PROCESS, make_process}, {PROCESS_RUN, run_process}, {SOCKET_PORT, type_of_socket_port}, {MAIN_RUN_LOOP, main_run_loop}, {CURRENT_RUN_LOOP, current_run_loop}, {TIMER, scheduled_timer},
    {SHARED_SESSION, shared_url_session}, {OWN_SESSION, own_url_session}, {DELEGATED_SESSION, delegated_url_session},
};
const size_t il_outside_count = sizeof il_outside / sizeof il_outside[0];
