// The state that this library keeps for each thread of the program, and whose code runs there: the program's or ours.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

// A task's random numbers (random-numbers.c). Their start is computed when the first is drawn.
struct il_row {
    const struct il_row *parent;  // NULL: the first task
    uint32_t birth;               // the parent's first child is 1, its next 2
    uint32_t births;              // the number of its own children so far
    uint64_t drawn;
    bool is_begun;
};

// The state of the thread that the recorder runs on. The fields are shown only because the fast paths are inlined.
struct il_thread {
    uint32_t recording;    // number of the recording this thread has joined, 0 none
    uint32_t lane;
    int32_t inside;        // > 0: our own code or a real call on behalf of the program is running: write nothing
    int32_t writing;       // > 0: a record is half written, or the ring's lock is held: a signal handler must not write now
    const uintptr_t *entered;  // frame of the outermost call inside, and its return address
    uintptr_t entered_from;
    uintptr_t running;     // the program's function that we run at present, if known
    int32_t finished;      // the thread is ending
    int32_t controlled;    // a task of the explorer runs here: bridge.h
    uintptr_t mutex;       // the Mutex whose comparison has just failed: swift-mutex.c
    int32_t update;        // the progress of an atomic update of several parts: atomics.c
    uint32_t open_accesses;  // of its variables: exclusive-accesses.c
    struct il_row row;     // its random numbers
    struct il_printed *printed;  // what it has written and not printed: standard-streams.c
    int32_t prints;        // how often it holds the lock of standard output
    int32_t operating;     // Foundation is working on its operations here: controlled-operations.c
    uintptr_t operating_for;  // the program's call that Foundation works for
    unsigned char *cursor, *limit;
    struct il_chunk *chunk;
    uint64_t items;        // items this lane has numbered so far
    uint64_t place_call, place_closure, place_extra;  // of the last place record in this chunk
    uintptr_t stack_high;
    uintptr_t stack_low;   // for a task of the explorer: below this its stack has overflowed
    const char *role;      // "worker", "thread": what made it
    uint32_t parent_lane;
    uint32_t own_lane;     // lane given before its first record (a created thread)
    uint32_t lane_recording;  // the recording that own_lane, parent_lane and named belong to
    bool named;            // its creator has recorded its first name
    uint64_t queues[64];   // queues that this thread knows to be defined, by a hash of their address
};

extern IL_HIDDEN __thread struct il_thread il_self __attribute__((tls_model("initial-exec")));

// Enters our own code on behalf of the program: calls below it do not count as the program's.
static inline __attribute__((always_inline)) void il_enter_from(const uintptr_t *frame)
{
    if (il_self.inside++ > 0) return;
    il_self.entered = frame;
    il_self.entered_from = frame[1];
}

static inline __attribute__((always_inline)) void il_enter(void) { il_enter_from(__builtin_frame_address(0)); }

static inline void il_leave(void)
{
    if (il_self.inside > 0) il_self.inside--;
}

// If the program's own code runs below a real call, its calls are the program's again.
struct il_depth {
    int32_t inside;
    const uintptr_t *entered;
    uintptr_t entered_from;
};

static inline struct il_depth il_step_out(void)
{
    struct il_depth depth = {il_self.inside, il_self.entered, il_self.entered_from};
    il_self.inside = 0;
    return depth;
}

static inline void il_step_back(struct il_depth depth)
{
    il_self.inside = depth.inside;
    il_self.entered = depth.entered;
    il_self.entered_from = depth.entered_from;
}

// A call that the cancellation of its thread may leave: what is entered here is left then, too.
static inline void il_leave_scope(int *unused)
{
    (void)unused;
    il_leave();
}
#define IL_INSIDE il_enter(); int il_scope __attribute__((cleanup(il_leave_scope), unused)) = 0

// Is this a task of the explorer that runs the program's own code?
static inline bool il_controlled(void) { return IL_UNLIKELY(il_self.controlled) && !il_self.inside; }
