// What Swift may ask of the layer beneath: start, stop, remark, measure. Everything else here happens because the program calls a symbol.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "Control.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Starts recording this process into a new file. Returns 0 or an errno; EBUSY: somebody records this process already.
int interleave_start(const char *path, uint64_t buffer_bytes);

/// Ends recording: writes the end into the header and gives unused space back. Harmless when nothing is recorded.
void interleave_stop(void);

/// Whether this copy of the recorder is recording.
bool interleave_is_recording(void);

/// This instant on the clock that records are stamped with: the processor's counter, or nanoseconds of CLOCK_MONOTONIC.
uint64_t interleave_now(bool counter);

/// Writes a remark at this instant.
void interleave_note(const char *text);

/// Writes `count` records into the running recording and returns the nanoseconds that took.
uint64_t interleave_bench_records(uint64_t count);

/// Reads the clock and stores as many bytes `count` times, into memory that is at hand; nanoseconds that took: the floor of this machine.
uint64_t interleave_bench_floor(uint64_t count);

/// A descriptor that becomes readable when the process has ended, closed on exec; -1 with errno. (Not every libc names the call.)
int interleave_pidfd_open(int process);

/// Ends a process when it has worked for so many seconds on the cores; so with each that it starts from now on.
void interleave_limit_work(int process, uint64_t seconds);

/// From now on this process starts no others and disturbs none, and, unless `folder` is null, changes files only in that folder (where the kernel has
/// Landlock). For a process with a single thread; it cannot be taken back. 0, or -1: the kernel
/// does not do all of it.
__attribute__((visibility("default"))) int interleave_confine(const char *folder);

/// The kernel's version of Landlock, by which a process gives up changing files; less than 1 where it has none.
int interleave_landlock_version(void);

/// Removes a folder with what is in it. Signal handlers may call this.
void interleave_remove_folder(const char *path);

#ifdef __cplusplus
}
#endif
