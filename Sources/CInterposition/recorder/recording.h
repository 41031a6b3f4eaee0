// Whether the running code is recorded.
//
// A call of the program arrives at a symbol that we define (symbols/dispatch.c, symbols/threads.c, …). It asks
// `il_recording`: is this thread recorded, and not inside our own code? And it asks who calls (`IL_CALLER`): the program, not
// libdispatch, Foundation or the runtime at work for themselves? If not, the real symbol is called and nothing
// else happens. If so, records are written before and after the real call (ring.h).
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/thread-state.h"
#include "recorder/choice.h"

// The number of the running recording, 0: off. Alone on its page, which is empty in the child of a
// fork: however the child was made, it never writes into its parent's file.
struct il_own_page {
    _Atomic uint32_t current;
    char rest[4092];
};
extern IL_HIDDEN struct il_own_page il_own_page __attribute__((aligned(4096)));
#define il_current (il_own_page.current)

// ring.c: this thread joins the running recording; it leaves the recording at its end. Has a jump left the code of ours that
// this thread was in?
IL_HIDDEN bool il_join(void);
IL_HIDDEN void il_thread_finished(void);
IL_HIDDEN bool il_has_left(const void *frame);

// Is this thread recorded, and not inside our own code?
static inline __attribute__((always_inline)) bool il_recording(void)
{
    uint32_t current = atomic_load_explicit(&il_current, memory_order_relaxed);
    if (!current) return false;
    if (IL_UNLIKELY(il_self.inside | il_self.writing) && !il_has_left(__builtin_frame_address(0))) return false;
    return IL_LIKELY(il_self.recording == current) || il_join();
}

// The same, if records of this kind are wanted. (For calls in which no code of the program runs.)
static inline __attribute__((always_inline)) bool il_records(uint32_t choice)
{
    return IL_LIKELY(!(il_choice.left_out & choice)) && il_recording();
}

// recording.c: records into a file that a tracer made, unless another process has claimed it. The
// child of such a process (or what it has become) records into a file beside it.
IL_HIDDEN int il_claim(const char *path, uint64_t buffer_bytes, bool is_child);

// control.c: whether a recording is stopped that another process can start again, and the caller is the
// program.
IL_HIDDEN bool il_is_paused(void);

// control.c: from now on another process can stop and start the recording
IL_HIDDEN void il_take_orders(bool is_stopped);
