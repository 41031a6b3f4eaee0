// The controlled mode: the explorer answers the calls of its tasks.
//
// A symbol first checks whether a task of the explorer calls it: one load of a thread-local word,
// which is 0 for all other threads. If so, and if the call comes from the program and not from
// inside the runtime, the explorer answers. The real symbol is then not called at all.
#pragma once

#include "explorer/memory/exclusive-accesses.h"
#include "explorer/fibers/fiber.h"
#include "include/ExplorerBridge.h"

extern IL_HIDDEN const struct interleave_control *il_control;

// Is this a task of the explorer that runs the program's own code?
static inline bool il_controlled(void) { return IL_UNLIKELY(il_self.controlled) && !il_self.inside; }

// Places with one of these marks may be steps (memory.c).
extern IL_HIDDEN uint64_t il_step_marks;
static inline bool il_may_be_step(uintptr_t place) { return il_step_marks >> interleave_mark(place) & 1; }

// Asks the explorer; code that runs below this call does not belong to the program.
static inline int64_t il_ask(struct interleave_call call)
{
    if (il_self.open_accesses) il_see_call(&call);
    il_enter();
    il_control->call(&call);
    il_leave();
    return call.result;
}

// In a function with a local `caller`: answers controlled callers.
#define IL_CONTROLLED(type, asked, ...)                                                                             \
    if (il_controlled() && (caller = IL_CALLER()))                                                                  \
    return (type)il_ask((struct interleave_call){.kind = asked, .caller = caller, __VA_ARGS__})

// The same for a call that the explorer does not model: it ends the exploration and reports the
// call. Never returns.
IL_HIDDEN void il_refuse(const char *name, uintptr_t caller);
// The same for Swift tasks, if this function of their runtime cannot be intercepted. Never returns.
IL_HIDDEN void il_refuse_runtime(const char *function, uintptr_t caller);
// The program ends its process. Never returns.
IL_HIDDEN void il_end_process(int code, uintptr_t caller) __attribute__((noreturn));
// The same for a call that a library makes for the program; its name is then that of what the program has called. Returns only if the
// program has not called a library: if a thread of the library's own makes the call.
IL_HIDDEN void il_refuse_for_program(const char *name, void *frame);
#define IL_NOT_MODELLED_FOR_PROGRAM(name)                                                \
    do {                                                                                 \
        if (il_controlled()) il_refuse_for_program(name, __builtin_frame_address(0));    \
    } while (0)
#define IL_NOT_MODELLED(name)                                     \
    do {                                                          \
        uintptr_t asking;                                         \
        if (il_controlled() && (asking = IL_CALLER())) il_refuse(name, asking); \
    } while (0)

// dispatch-calls.c: calls that submit work to libdispatch
IL_HIDDEN void il_control_block(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller);
IL_HIDDEN void il_control_function(uint16_t how, void *queue, void *context, void (*function)(void *), uint64_t extra, uintptr_t caller);
IL_HIDDEN void il_control_sync(uint16_t how, void *queue, void *block, void *context, void (*function)(void *), uintptr_t caller);
IL_HIDDEN void il_control_apply(size_t iterations, void *queue, void *block, void *context, void (*function)(void *, size_t), uintptr_t caller);
// sleeps.c: the time of the calling task, in nanoseconds since an arbitrary moment. `frame`: the
// frame of the function that the program has called for it; null if the program did not.
IL_HIDDEN uint64_t il_control_now(void *frame);
// The same for a clock of the system.
IL_HIDDEN uint64_t il_control_time(clockid_t clock, void *frame);

// controlled-operations.c: Foundation's operations
IL_HIDDEN int il_lock_quietly(pthread_mutex_t *mutex, uintptr_t foundation);
IL_HIDDEN void il_forget_lock(const void *mutex);
IL_HIDDEN bool il_operate_async(uint16_t how, void *queue, void *block, uint64_t extra);
IL_HIDDEN void *il_operate_block(unsigned long flags, void *block, void *outer);
// dispatch-calls.c: submits what Foundation submits for its operations
IL_HIDDEN void il_control_operation(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller);

// memory.c: the program accesses memory by calling a symbol with this frame.
IL_HIDDEN void il_touch(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place, const uintptr_t *frame);
// memory.c: the program's code is at this place, on a thread that is not controlled.
IL_HIDDEN void il_stray(uintptr_t place);
// Whether this is a thread that a library has started while tasks are explored.
IL_HIDDEN bool il_is_stray(void);

// standard-streams.c: discards what a thread has written but not printed; prints, if the descriptor
// is standard output; ends the program, if it can end before its tasks.
IL_HIDDEN void il_forget_printed(struct il_thread *thread);
IL_HIDDEN bool il_print(int descriptor, const void *bytes, size_t size, void *frame);
IL_HIDDEN bool il_ends_program(int code, uintptr_t caller);

// trap-handler.c: the running task's stack has overflowed. Never returns.
IL_HIDDEN void il_overflow(uintptr_t place);
IL_HIDDEN void il_trap_for(uintptr_t caller) __attribute__((noreturn));
// Installs or removes the handler for tasks that trap.
IL_HIDDEN void il_catch_traps(bool on);
