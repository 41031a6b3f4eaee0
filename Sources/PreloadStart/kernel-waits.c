// Calls into the kernel that can block their thread: for data, for room, for a connection, for events, for the disk, for
// another process. Recorded only if they last (open-waits.h).
//
// A program may make these calls anywhere, in a handler of a signal too, and before this library is ready. So nothing
// here takes a lock or makes a thread join the recording: a thread whose first record would be such a wait has none.
#define _GNU_SOURCE
#include "kernel-waits.h"

#include "explorer/bridge.h"
#include "recorder/open-waits.h"
#include "recorder/ring.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

bool il_records_kernel_waits = true;

// Cheaper than `il_records`, and safe in a handler.
static inline bool is_recorded(void)
{
    uint32_t current = atomic_load_explicit(&il_current, memory_order_relaxed);
    return IL_UNLIKELY(current) && il_self.recording == current && il_records_kernel_waits && !(il_self.inside | il_self.writing)
        && !(il_choice.left_out & IL_CHOICE_KERNEL);
}

static inline uint64_t milliseconds(int count) { return count < 0 ? IL_FOREVER : (uint64_t)count * 1000000u; }

static inline uint64_t length_of(const struct timespec *length)
{
    return length ? (uint64_t)length->tv_sec * 1000000000u + (uint64_t)length->tv_nsec : IL_FOREVER;
}

// The object of such a wait is the number of the descriptor and 1, so that 0 is none.
#define DESCRIPTOR(number) ((uint64_t)(uint32_t)(number) + 1)

#define KERNEL_CALL(type, name, number, parameters, arguments, object, timeout)                                    \
    IL_EXPORT type name parameters                                                                                 \
    {                                                                                                              \
        uintptr_t caller;                                                                                          \
        if (IL_LIKELY(!is_recorded()) || !(caller = il_caller_through_foundation(__builtin_frame_address(0)))) {   \
            return IL_REAL(name) arguments;                                                                        \
        }                                                                                                          \
        uint16_t detail = IL_WAIT_KERNEL + (number) * IL_KERNEL_CALL;                                              \
        struct il_open_wait opened = il_open_wait(detail, object, timeout, caller);                                  \
        type result = IL_REAL(name) arguments;                                                                     \
        if (opened.record) il_close_wait(opened, detail, object);                                                      \
        return result;                                                                                             \
    }

#define OF_DESCRIPTOR(type, name, number, parameters, arguments, descriptor) \
    KERNEL_CALL(type, name, number, parameters, arguments, DESCRIPTOR(descriptor), IL_FOREVER)

OF_DESCRIPTOR(ssize_t, read, IL_CALL_READ, (int file, void *bytes, size_t size), (file, bytes, size), file)
OF_DESCRIPTOR(ssize_t, readv, IL_CALL_READV, (int file, const struct iovec *parts, int count), (file, parts, count), file)
OF_DESCRIPTOR(ssize_t, pread, IL_CALL_PREAD, (int file, void *bytes, size_t size, off_t at), (file, bytes, size, at), file)
OF_DESCRIPTOR(ssize_t, pread64, IL_CALL_PREAD, (int file, void *bytes, size_t size, off64_t at), (file, bytes, size, at), file)
OF_DESCRIPTOR(ssize_t, recv, IL_CALL_RECV, (int socket, void *bytes, size_t size, int flags), (socket, bytes, size, flags), socket)
OF_DESCRIPTOR(ssize_t, recvfrom, IL_CALL_RECVFROM,
    (int socket, void *bytes, size_t size, int flags, __SOCKADDR_ARG address, socklen_t *length), (socket, bytes, size, flags, address, length), socket)
OF_DESCRIPTOR(ssize_t, recvmsg, IL_CALL_RECVMSG, (int socket, struct msghdr *message, int flags), (socket, message, flags), socket)
OF_DESCRIPTOR(ssize_t, write, IL_CALL_WRITE, (int file, const void *bytes, size_t size), (file, bytes, size), file)
OF_DESCRIPTOR(ssize_t, writev, IL_CALL_WRITEV, (int file, const struct iovec *parts, int count), (file, parts, count), file)
OF_DESCRIPTOR(ssize_t, pwrite, IL_CALL_PWRITE, (int file, const void *bytes, size_t size, off_t at), (file, bytes, size, at), file)
OF_DESCRIPTOR(ssize_t, pwrite64, IL_CALL_PWRITE, (int file, const void *bytes, size_t size, off64_t at), (file, bytes, size, at), file)
OF_DESCRIPTOR(ssize_t, send, IL_CALL_SEND, (int socket, const void *bytes, size_t size, int flags), (socket, bytes, size, flags), socket)
OF_DESCRIPTOR(ssize_t, sendto, IL_CALL_SENDTO,
    (int socket, const void *bytes, size_t size, int flags, __CONST_SOCKADDR_ARG address, socklen_t length),
    (socket, bytes, size, flags, address, length), socket)
OF_DESCRIPTOR(ssize_t, sendmsg, IL_CALL_SENDMSG, (int socket, const struct msghdr *message, int flags), (socket, message, flags), socket)
OF_DESCRIPTOR(ssize_t, sendfile, IL_CALL_SENDFILE, (int to, int from, off_t *at, size_t size), (to, from, at, size), to)
OF_DESCRIPTOR(ssize_t, sendfile64, IL_CALL_SENDFILE, (int to, int from, off64_t *at, size_t size), (to, from, at, size), to)
OF_DESCRIPTOR(int, accept, IL_CALL_ACCEPT, (int socket, __SOCKADDR_ARG address, socklen_t *length), (socket, address, length), socket)
OF_DESCRIPTOR(int, accept4, IL_CALL_ACCEPT4, (int socket, __SOCKADDR_ARG address, socklen_t *length, int flags), (socket, address, length, flags), socket)
OF_DESCRIPTOR(int, connect, IL_CALL_CONNECT, (int socket, __CONST_SOCKADDR_ARG address, socklen_t length), (socket, address, length), socket)
OF_DESCRIPTOR(int, fsync, IL_CALL_FSYNC, (int file), (file), file)
OF_DESCRIPTOR(int, fdatasync, IL_CALL_FDATASYNC, (int file), (file), file)
OF_DESCRIPTOR(int, flock, IL_CALL_FLOCK, (int file, int how), (file, how), file)

// For events of several descriptors, or for a process.
KERNEL_CALL(int, poll, IL_CALL_POLL, (struct pollfd *all, nfds_t count, int timeout), (all, count, timeout), 0, milliseconds(timeout))
KERNEL_CALL(int, ppoll, IL_CALL_PPOLL, (struct pollfd *all, nfds_t count, const struct timespec *timeout, const sigset_t *mask),
    (all, count, timeout, mask), 0, length_of(timeout))
KERNEL_CALL(int, select, IL_CALL_SELECT, (int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout),
    (count, reads, writes, others, timeout), 0,
    timeout ? (uint64_t)timeout->tv_sec * 1000000000u + (uint64_t)timeout->tv_usec * 1000u : IL_FOREVER)
KERNEL_CALL(int, pselect, IL_CALL_PSELECT,
    (int count, fd_set *reads, fd_set *writes, fd_set *others, const struct timespec *timeout, const sigset_t *mask),
    (count, reads, writes, others, timeout, mask), 0, length_of(timeout))
KERNEL_CALL(int, epoll_wait, IL_CALL_EPOLL_WAIT, (int set, struct epoll_event *events, int count, int timeout), (set, events, count, timeout),
    DESCRIPTOR(set), milliseconds(timeout))
KERNEL_CALL(int, epoll_pwait, IL_CALL_EPOLL_PWAIT, (int set, struct epoll_event *events, int count, int timeout, const sigset_t *mask),
    (set, events, count, timeout, mask), DESCRIPTOR(set), milliseconds(timeout))
KERNEL_CALL(pid_t, wait, IL_CALL_WAIT, (int *status), (status), 0, IL_FOREVER)
KERNEL_CALL(pid_t, waitpid, IL_CALL_WAITPID, (pid_t process, int *status, int options), (process, status, options), 0, IL_FOREVER)
KERNEL_CALL(int, waitid, IL_CALL_WAITID, (idtype_t which, id_t process, siginfo_t *info, int options), (which, process, info, options), 0, IL_FOREVER)
