// Times: how long until a deadline, and the time that a task of the explorer sees. See sleeps.c and dispatch.c.
#pragma once

#include <stdint.h>
#include <time.h>

#include "base/attributes.h"

IL_HIDDEN uint64_t il_nanoseconds_until(const struct timespec *deadline, clockid_t clock);
// dispatch.c: the same for a time of libdispatch.
IL_HIDDEN uint64_t il_timeout_from_now(uint64_t time);

// The time of the calling task, in nanoseconds since an arbitrary moment. `frame`: the
// frame of the function that the program has called for it; null if the program did not.
IL_HIDDEN uint64_t il_control_now(void *frame);
// The same for a clock of the system.
IL_HIDDEN uint64_t il_control_time(clockid_t clock, void *frame);
