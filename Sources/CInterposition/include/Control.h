// What the explorer asks of the layer beneath, and is asked by it: fibers to run tasks on, and the calls that those tasks make.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a controlled task asks for. The explorer answers in `result`.
struct interleave_call {
    uint32_t kind;
    uint32_t flags;
    /// Where the program made the call, and the closure that it gave.
    uintptr_t caller, closure;
    /// What the call is about: a lock, a queue, a group; and a second such thing.
    uintptr_t object, other;
    /// A count, a time in nanoseconds, a value.
    uint64_t value;
    /// Work that the call hands over.
    void (*function)(void *);
    void *context;
    int64_t result;
};

enum interleave_call_kind {
    INTERLEAVE_THREAD_CREATE = 1, INTERLEAVE_THREAD_JOIN, INTERLEAVE_YIELD, INTERLEAVE_SLEEP,
    INTERLEAVE_LOCK, INTERLEAVE_TRY_LOCK, INTERLEAVE_UNLOCK,
    INTERLEAVE_READ_LOCK, INTERLEAVE_TRY_READ_LOCK, INTERLEAVE_READ_WRITE_UNLOCK,
    INTERLEAVE_CONDITION_WAIT, INTERLEAVE_CONDITION_SIGNAL, INTERLEAVE_CONDITION_BROADCAST,
    INTERLEAVE_ONCE,
    INTERLEAVE_QUEUE_CREATE, INTERLEAVE_ASYNC, INTERLEAVE_SYNC, INTERLEAVE_APPLY, INTERLEAVE_AFTER,
    INTERLEAVE_GROUP_CREATE, INTERLEAVE_GROUP_ENTER, INTERLEAVE_GROUP_LEAVE, INTERLEAVE_GROUP_WAIT, INTERLEAVE_GROUP_NOTIFY,
    INTERLEAVE_SEMAPHORE_CREATE, INTERLEAVE_SEMAPHORE_WAIT, INTERLEAVE_SEMAPHORE_SIGNAL,
    INTERLEAVE_MEMORY_MADE, INTERLEAVE_FUNCTION_ENTERED, INTERLEAVE_FUNCTION_LEFT,
};

/// Of an INTERLEAVE_LOCK: its kind. Of work: how it is handed over.
enum interleave_call_flags {
    INTERLEAVE_RECURSIVE = 1, INTERLEAVE_CHECKED = 2,
    INTERLEAVE_BARRIER = 1 << 8, INTERLEAVE_CONCURRENT = 1 << 9,
};

/// How an atomic access touches its memory.
enum interleave_atomic { INTERLEAVE_LOADS = 1, INTERLEAVE_STORES = 2, INTERLEAVE_ACQUIRES = 4, INTERLEAVE_RELEASES = 8 };

/// Who decides for controlled tasks.
struct interleave_control {
    void (*call)(struct interleave_call *call);
    void (*access)(uintptr_t address, uint32_t size, bool writes, uintptr_t pc);
    void (*atomic)(uintptr_t address, uint32_t size, uint32_t effect, uintptr_t pc);
};

/// Calls of controlled tasks go to `control` from now on; it must live as long as there are fibers.
void interleave_set_control(const struct interleave_control *control);

/// A task's stack and identity. Made with the size of its stack in bytes; null when no thread can be made.
struct interleave_fiber;
struct interleave_fiber *interleave_fiber_make(size_t stack_size);
/// The next switch to the fiber calls `function(argument)`, which must never return.
void interleave_fiber_prepare(struct interleave_fiber *fiber, void (*function)(void *), void *argument);
/// Goes on as another fiber; null is the thread that carries them all. `from` is who we are.
void interleave_fiber_switch(struct interleave_fiber *from, struct interleave_fiber *to);
/// The value that `pthread_self()` has in the fiber, and the bounds of its stack.
uintptr_t interleave_fiber_thread(const struct interleave_fiber *fiber);
uintptr_t interleave_fiber_bottom(const struct interleave_fiber *fiber);
uintptr_t interleave_fiber_top(const struct interleave_fiber *fiber);
/// Ends a fiber's thread. What the fiber held is lost; it must not be running.
void interleave_fiber_discard(struct interleave_fiber *fiber);
/// Runs work of the program: its calls are controlled meanwhile.
void interleave_run(void (*function)(void *), void *context);

#ifdef __cplusplus
}
#endif
