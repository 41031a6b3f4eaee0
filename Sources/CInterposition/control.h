// The controlled mode: what a task of the explorer calls is decided by the explorer.
//
// A symbol asks first whether a task of the explorer calls it: one load of a thread-local word, which is 0 for all other threads. If so, and if
// the program calls and not the runtime for itself, the explorer answers; the real symbol is not called at all.
#pragma once

#include "exclusive-accesses.h"
#include "fiber.h"
#include "include/Control.h"

extern IL_HIDDEN const struct interleave_control *il_control;

// Is this a task of the explorer, running the program's own code?
static inline bool il_controlled(void) { return IL_UNLIKELY(il_self.controlled) && !il_self.inside; }

// Places with one of these marks may be steps (memory.c).
extern IL_HIDDEN uint64_t il_step_marks;
static inline bool il_may_be_step(uintptr_t place) { return il_step_marks >> interleave_mark(place) & 1; }

// Asks the explorer; nothing beneath it is the program's.
static inline int64_t il_ask(struct interleave_call call)
{
    if (il_self.open_accesses) il_see_call(&call);
    il_enter();
    il_control->call(&call);
    il_leave();
    return call.result;
}

// In a function with a local `caller`: answers for controlled callers.
#define IL_CONTROLLED(type, asked, ...)                                                                             \
    if (il_controlled() && (caller = IL_CALLER()))                                                                  \
    return (type)il_ask((struct interleave_call){.kind = asked, .caller = caller, __VA_ARGS__})

// The same for what the explorer knows nothing of: it ends the exploration and says so. Never returns.
IL_HIDDEN void il_refuse(const char *name, uintptr_t caller);
// The program ends its process. Never returns.
IL_HIDDEN void il_end_process(int code, uintptr_t caller) __attribute__((noreturn));
#define IL_NOT_MODELLED(name)                                     \
    do {                                                          \
        uintptr_t asking;                                         \
        if (il_controlled() && (asking = IL_CALLER())) il_refuse(name, asking); \
    } while (0)

// handed-over.c: libdispatch's calls with work
IL_HIDDEN void il_control_block(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller);
IL_HIDDEN void il_control_function(uint16_t how, void *queue, void *context, void (*function)(void *), uint64_t extra, uintptr_t caller);
IL_HIDDEN void il_control_sync(uint16_t how, void *queue, void *block, void *context, void (*function)(void *), uintptr_t caller);
IL_HIDDEN void il_control_apply(size_t iterations, void *queue, void *block, void *context, void (*function)(void *, size_t), uintptr_t caller);
// sleeps.c: the time of the task that asks, in nanoseconds since an arbitrary moment; and the frame of the function that the program has called for it, null
// where nobody asks for it.
IL_HIDDEN uint64_t il_control_now(void *frame);

// controlled-operations.c: Foundation's operations
IL_HIDDEN int il_lock_quietly(pthread_mutex_t *mutex, uintptr_t foundation);
IL_HIDDEN void il_forget_lock(const void *mutex);
IL_HIDDEN bool il_operate_async(uint16_t how, void *queue, void *block, uint64_t extra);
IL_HIDDEN void *il_operate_block(unsigned long flags, void *block, void *outer);
// handed-over.c: hands over what Foundation hands over for its operations
IL_HIDDEN void il_control_operation(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller);

// memory.c: the program touches memory by calling a symbol with this frame.
IL_HIDDEN void il_touch(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place, const uintptr_t *frame);
// memory.c: the program's code is at this place, on a thread that is not controlled.
IL_HIDDEN void il_stray(uintptr_t place);

// standard-streams.c: forgets what a thread has written and not put out; prints, if it is standard output; ends the program, if it may end before its tasks.
IL_HIDDEN void il_forget_printed(struct il_thread *thread);
IL_HIDDEN bool il_print(int descriptor, const void *bytes, size_t size, void *frame);
IL_HIDDEN bool il_ends_program(int code, uintptr_t caller);

// traps.c: the running task has used up its stack. Never returns.
IL_HIDDEN void il_overflow(uintptr_t place);
IL_HIDDEN void il_trap_for(uintptr_t caller) __attribute__((noreturn));
// What happens to a task that traps.
IL_HIDDEN void il_catch_traps(bool on);
