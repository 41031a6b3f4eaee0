// Requests of a parent for the processes that it starts, and calls of the system that Swift's modules of the C library do not export.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A descriptor that becomes readable when the process has ended, closed on exec; -1 with errno. (Not every libc names the call.)
int interleave_pidfd_open(int process);

/// Adds to the actions of a `posix_spawn`: the child closes this descriptor and all above it. Returns 0, or an errno.
int interleave_close_from(void *actions, int first);

/// Ends a process after this many seconds of CPU time; also each process that it starts from now
/// on.
void interleave_limit_work(int process, uint64_t seconds);

/// Limits the memory that a process, and each process that it starts from now on, can allocate.
void interleave_limit_memory(int process, uint64_t bytes);

/// From now on this process starts no others and disturbs none. Unless `folder` is null, it has no
/// network, and it reads and changes files only in that folder, except that it can read the system's
/// own and those that are loaded (if the kernel has Landlock). For a process with a single thread; it
/// cannot be undone. Returns 0, or -1 if the kernel does not support all of it.
__attribute__((visibility("default"))) int interleave_confine(const char *folder);

/// The same for an attempt at an exercise in its real run: it also writes to the file `report`, and
/// ends with the thread that started it.
__attribute__((visibility("default"))) int interleave_confine_attempt(const char *folder, const char *report);

/// The kernel's version of Landlock, which restricts the use of files; less than 1 if it has none.
int interleave_landlock_version(void);

/// Whether the kernel has filters for system calls (seccomp).
int interleave_filter_is_available(void);

/// Removes a folder and its contents. Signal handlers can call this.
void interleave_remove_folder(const char *path);

#ifdef __cplusplus
}
#endif
