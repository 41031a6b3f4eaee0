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

#ifdef __cplusplus
}
#endif
