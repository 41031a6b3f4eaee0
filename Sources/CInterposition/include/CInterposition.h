// The functions that Swift code can call in the C layer: start, stop, note, measure. All other code
// here runs because the program calls a symbol.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ExplorerBridge.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Starts recording this process into a new file. Returns 0 or an errno; EBUSY: the process is
/// being recorded already.
int interleave_start(const char *path, uint64_t buffer_bytes);

/// Ends recording: writes the end into the header and frees unused space. Harmless when nothing is
/// recorded.
void interleave_stop(void);

/// Stops or starts the recording of another process into this file. Returns 0 or an errno; ENOTSUP:
/// that process does not take orders; ETIMEDOUT: it does not answer.
int interleave_order(const char *path, bool records);

/// Whether this copy of the recorder is recording.
bool interleave_is_recording(void);

/// The present time on the clock of the records: the processor's counter, or nanoseconds of
/// CLOCK_MONOTONIC.
uint64_t interleave_now(bool counter);

/// Writes a note with the present time.
void interleave_note(const char *text);

/// Writes `count` records into the running recording and returns the nanoseconds that took.
uint64_t interleave_bench_records(uint64_t count);

/// Reads the clock and stores as many bytes `count` times, into allocated memory. Returns the
/// nanoseconds that took: the lower bound on this machine.
uint64_t interleave_bench_floor(uint64_t count);

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
