// The explorer's side of operations.c and operation-classes.c. See controlled-operations.c for the
// design.
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "explorer/bridge.h"

// The operation being added: the program's code in it, and whether it is a barrier.
struct il_addition {
    uintptr_t closure;
    bool is_barrier;
};

IL_HIDDEN struct il_addition *il_addition(void);
// Whether Foundation, where it asks if an operation is finished, goes on to finish it.
IL_HIDDEN bool il_asks_to_finish(void *return_address);
IL_HIDDEN bool il_is_operation_queue(const void *object);
IL_HIDDEN void il_operate_on_queue(void *queue);
IL_HIDDEN uintptr_t il_operates_for(void *frame);

IL_HIDDEN int il_lock_internally(pthread_mutex_t *mutex, uintptr_t foundation);
IL_HIDDEN void il_forget_lock(const void *mutex);
IL_HIDDEN bool il_operate_async(uint16_t how, void *queue, void *block, uint64_t extra);
IL_HIDDEN void *il_operate_block(unsigned long flags, void *block, void *outer);

// Foundation works for the program: blocks submitted meanwhile belong to its operations.
#define OPERATE(call)                                                                                    \
    do {                                                                                                 \
        int32_t operating_before = il_self.operating;                                                    \
        uintptr_t operating_before_for = il_self.operating_for;                                          \
        il_self.operating_for = il_operates_for(__builtin_frame_address(0));                             \
        il_self.operating = 1;                                                                           \
        call;                                                                                            \
        il_self.operating = operating_before;                                                            \
        il_self.operating_for = operating_before_for;                                                    \
    } while (0)

// The program's code, called by Foundation.
#define RUN_PROGRAM(call)                                                                                \
    do {                                                                                                 \
        int32_t operating_before = il_self.operating;                                                    \
        uintptr_t operating_before_for = il_self.operating_for;                                          \
        il_self.operating = 0;                                                                           \
        il_self.operating_for = 0;                                                                       \
        call;                                                                                            \
        il_self.operating = operating_before;                                                            \
        il_self.operating_for = operating_before_for;                                                    \
    } while (0)

// Tells the explorer of a call on an operation or a queue.
#define TELL(what, about, ...)                                                                           \
    il_ask((struct interleave_call){                                                                     \
        .kind = what, .object = (uintptr_t)(about), .caller = il_operates_for(__builtin_frame_address(0)), __VA_ARGS__})
