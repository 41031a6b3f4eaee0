// Swift tasks and actors under the explorer: concurrency.c.
#pragma once

#include "control.h"
#include "tasks.h"

struct il_executor {
    void *identity;
    uintptr_t implementation;
};

struct il_task_and_context {
    void *task, *context;
};

struct il_task_option {  // what `Task(name:)` and its like pass along, as a list
    uintptr_t flags;
    struct il_task_option *next;
    uintptr_t value, other;
};
enum { IL_OPTION_EXECUTOR = 0, IL_OPTION_GROUP = 1, IL_OPTION_NAME = 7 };

// Whoever explores for the first time in this process sees to it that the runtime asks.
IL_HIDDEN void il_control_concurrency(void);

// A job that the runtime hands over, to run after so many nanoseconds.
IL_HIDDEN void il_control_job(void *queue, void *job, uint64_t delay, uint32_t how);

// Between the two the runtime makes a task. The options without what the explorer sees to.
struct il_creation {
    uintptr_t caller, closure;
    struct il_task_option *options;
    bool is_child;
};
IL_HIDDEN struct il_task_option *il_begin_controlled_creation(struct il_creation creation);
// (The task, if it may be one that the runtime has handed over to nobody.)
IL_HIDDEN void il_end_controlled_creation(void *task);
IL_HIDDEN bool il_is_in_controlled_creation(void);

// task-endings.c: the task that runs has come to its end.
IL_HIDDEN void il_controlled_task_ends(bool throws);

// Asks for the Swift task that runs.
IL_HIDDEN void il_ask_as_task(uint32_t kind, uintptr_t object, uintptr_t caller);
// Of code of the runtime's, which keeps its frames in a row: where the program called it.
IL_HIDDEN uintptr_t il_program_above(const void *frame_address);
#define IL_ABOVE il_program_above(__builtin_frame_address(0))
IL_HIDDEN bool il_control_cancellation(void);
// runtime-orders.c: from now on the runtime tells what it orders.
IL_HIDDEN void il_tell_what_is_ordered(void);

// task-cancellation.c: is this place in the runtime's code that cancels tasks? And: at this place that code has just marked a task, and `caller` had asked for
// it.
IL_HIDDEN bool il_is_cancelling(uintptr_t place);
IL_HIDDEN void il_told_of_cancellation(uintptr_t task, uintptr_t place, uintptr_t caller);

// Does the runtime lock or unlock one of its own mutexes? The explorer answers in `result`.
IL_HIDDEN bool il_control_runtime_lock(void *mutex, bool locks, void *return_address, const void *frame);
