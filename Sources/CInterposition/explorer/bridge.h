// The controlled mode: the explorer answers the calls of its tasks.
//
// A symbol first checks whether a task of the explorer calls it: one load of a thread-local word,
// which is 0 for all other threads. If so, and if the call comes from the program and not from
// inside the runtime, the explorer answers. The real symbol is then not called at all.
#pragma once

#include <stdint.h>

#include "base/thread-state.h"
#include "explorer/memory/exclusive-accesses.h"
#include "include/ExplorerBridge.h"
#include "program/modules.h"

extern IL_HIDDEN const struct interleave_control *il_control;

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
