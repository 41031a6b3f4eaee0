// Fibers: tasks that run one at a time on one thread, each with the identity of a thread of its own. See fiber.c for the design.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// A thread that lends its identity: it reports where its thread-local storage and its stack are,
// and sleeps until it is dismissed.
struct il_donor {
    uintptr_t base;     // its thread pointer
    char *top, *bottom; // the part of its stack that a fiber uses: from top down to bottom
    pthread_t thread;
    struct il_thread *self;
    struct il_turn *turn; // real-threads.c; null: it lends its identity to a fiber
    _Atomic int state;  // 0 starting, 1 asleep, 2 dismissed
};

// The saved state of a fiber, or of the thread that carries all of them, while it does not run.
struct il_context {
    void *stack;
    uintptr_t base;
};

// Saves the caller's state in `stack_to_save` and continues with the other stack, as the thread
// whose identity it has borrowed.
IL_HIDDEN void il_fiber_switch(void **stack_to_save, void *stack_to_load, uintptr_t base_to_load);
// The thread pointer of the calling thread.
IL_HIDDEN uintptr_t il_thread_base(void);
// Makes a stack on which the first switch calls `function(argument)`, which must never return.
IL_HIDDEN void *il_fiber_prepare(char *top, void (*function)(void *), void *argument);

// The first code on such a stack (in assembly).
IL_HIDDEN void il_fiber_begin(void);

// donor-threads.c
IL_HIDDEN struct il_donor *il_donor_make(size_t stack_size, bool on_threads);
IL_HIDDEN void il_donor_dismiss(struct il_donor *donor);
IL_HIDDEN void il_donor_renew(struct il_donor *donor);

// real-threads.c: the same with a thread for each task.
struct il_turn;
IL_HIDDEN struct il_turn *il_turn_make(void);
IL_HIDDEN void il_turn_serve(struct il_turn *turn);
IL_HIDDEN void il_turn_prepare(struct il_turn *turn, void (*function)(void *), void *argument);
IL_HIDDEN void il_turn_pass(struct il_turn *from, struct il_turn *to);
IL_HIDDEN void il_turn_end(struct il_turn *turn);
