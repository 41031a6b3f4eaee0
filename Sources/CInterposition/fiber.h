// Fibers: tasks that run one at a time on one thread, each with the identity of a thread of its own. See fiber.c for the design.
#pragma once

#include <pthread.h>

#include "record.h"

// A thread that lends its identity: it is made, says where its thread-local storage and its stack are, and sleeps until it is dismissed.
struct il_donor {
    uintptr_t base;     // its thread pointer
    char *top, *bottom; // the part of its stack that a fiber may use: from top downwards to bottom
    pthread_t thread;
    struct il_thread *self;
    _Atomic int state;  // 0 starting, 1 asleep, 2 dismissed
};

// Where a fiber, or the thread that carries all of them, stands while it does not run.
struct il_context {
    void *stack;
    uintptr_t base;
};

// Saves where we stand in `from` and goes on where `to` stands, as the thread that `to` has borrowed.
IL_HIDDEN void il_fiber_switch(void **stack_to_save, void *stack_to_load, uintptr_t base_to_load);
// The thread pointer of the calling thread.
IL_HIDDEN uintptr_t il_thread_base(void);
// Makes a stack on which the first switch calls `function(argument)`, which must never return.
IL_HIDDEN void *il_fiber_prepare(char *top, void (*function)(void *), void *argument);
