// Functions for other processes that a parent needs and that Swift's modules of the C library do
// not export.
#define _GNU_SOURCE
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/CProcess.h"

#ifndef __GLIBC__
#error "Interleave needs the C library of GNU (glibc): it intercepts its calls, and knows how it works inside. Build it without the static Linux SDK, on a system with glibc."
#endif

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434  // the same number on every architecture
#endif

int interleave_close_from(void *actions, int first) { return posix_spawn_file_actions_addclosefrom_np(actions, first); }

int interleave_pidfd_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

void interleave_limit_memory(int process, uint64_t bytes)
{
    struct rlimit limit;
    if (prlimit(process, RLIMIT_DATA, NULL, &limit) != 0) return;
    if (limit.rlim_cur > bytes) limit.rlim_cur = bytes;
    prlimit(process, RLIMIT_DATA, &limit, NULL);
}

void interleave_limit_work(int process, uint64_t seconds)
{
    struct rlimit limit;
    if (prlimit(process, RLIMIT_CPU, NULL, &limit) != 0) return;
    if (limit.rlim_cur > seconds) limit.rlim_cur = seconds;
    prlimit(process, RLIMIT_CPU, &limit, NULL);
}
