// A wait whose record counts only if it becomes long, or never ends.
//
// A server makes a hundred thousand calls a second that could block their thread, and hardly one of them does. A record
// of each would cost more than the calls. But a call that never returns is what a reader looks for. So the record is
// written before the call, and not committed: a mark behind it says that it counts as long as the thread is in the
// call (Format.md). A call that returns soon takes back the mark, and nothing is left.
#pragma once

#include <stdint.h>

#include "base/attributes.h"

struct il_open_wait {
    unsigned char *record;  // NULL: nothing is recorded
    uint64_t began;
};

// Only on a thread that has joined the recording: the caller can be a signal handler.
IL_HIDDEN struct il_open_wait il_open_wait(uint16_t detail, uint64_t object, uint64_t timeout, uintptr_t caller);
// `errno` stays as it is.
IL_HIDDEN void il_close_wait(struct il_open_wait wait, uint16_t detail, uint64_t object);
