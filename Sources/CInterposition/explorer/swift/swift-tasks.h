// Swift tasks and actors under the explorer: explorer/swift/swift-tasks.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

struct il_executor {
    void *identity;
    uintptr_t implementation;
};

struct il_task_and_context {
    void *task, *context;
};

struct il_task_option {  // a list of options, as `Task(name:)` and the like pass them
    uintptr_t flags;
    struct il_task_option *next;
    uintptr_t value, other;
};
enum { IL_OPTION_EXECUTOR = 0, IL_OPTION_GROUP = 1, IL_OPTION_NAME = 7 };

// The first exploration in this process makes the runtime call the explorer.
IL_HIDDEN void il_control_concurrency(void);

// A job that the runtime submits, to run after this many nanoseconds.
IL_HIDDEN void il_control_job(void *queue, void *job, uint64_t delay, uint32_t how);

// Between these two calls the runtime creates a Swift task. Returns the options without those that
// the explorer handles.
struct il_creation {
    uintptr_t caller, closure;
    struct il_task_option *options;
    bool is_child;
};
IL_HIDDEN struct il_task_option *il_begin_controlled_creation(struct il_creation creation);
// (The Swift task, if the runtime has possibly not submitted it anywhere.)
IL_HIDDEN void il_end_controlled_creation(void *task);
IL_HIDDEN bool il_is_in_controlled_creation(void);

// task-endings.c: the running Swift task has ended.
IL_HIDDEN void il_controlled_task_ends(bool throws);
IL_HIDDEN void il_watch_ending(void *context);

// Asks on behalf of the running Swift task.
IL_HIDDEN void il_ask_as_task(uint32_t kind, uintptr_t object, uintptr_t caller);
// For code of the runtime, which keeps its frames in a linked list: the place where the program
// called it.
IL_HIDDEN uintptr_t il_program_above(const void *frame_address);
#define IL_ABOVE il_program_above(__builtin_frame_address(0))
// Returns a function of the runtime that cannot be intercepted; NULL: all can.
IL_HIDDEN const char *il_control_cancellation(void);
// runtime-orders.c: from now on the runtime reports its orderings.
IL_HIDDEN void il_tell_what_is_ordered(void);

// task-cancellation.c: is this place in the runtime's code that cancels Swift tasks? And: at this
// place that code has just marked a Swift task, on behalf of `caller`.
IL_HIDDEN bool il_is_cancelling(uintptr_t place);
IL_HIDDEN void il_told_of_cancellation(uintptr_t task, uintptr_t place, uintptr_t caller);
// The runtime locks one of its mutexes. Returns the offset in a Swift task of its status lock; 0: no Swift task was cancelled yet.
IL_HIDDEN uintptr_t il_status_lock_offset(uintptr_t mutex);

// Does the runtime lock or unlock one of its own mutexes? Then the explorer handles the call.
IL_HIDDEN bool il_control_runtime_lock(void *mutex, bool locks, void *return_address, const void *frame);
