// Blocks made by dispatch_block_create (DispatchWorkItem, and every call with flags or a quality of service): work-items.c.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "recorder/wrapped-blocks.h"

struct il_work;
IL_HIDDEN void il_learn_private_blocks(void);
extern IL_HIDDEN void (*_Atomic il_private_invoke)(void *);  // the function of all of libdispatch's private blocks

static inline bool il_is_work_item(const void *block)
{
    void (*invoke)(void *) = atomic_load_explicit(&il_private_invoke, memory_order_relaxed);
    return invoke && ((const struct il_block *)block)->invoke == invoke;
}

IL_HIDDEN bool il_is_leave_of_work_item(void);
IL_HIDDEN void il_block_will_leave(void);
IL_HIDDEN struct il_work *il_work_of(const void *block);
IL_HIDDEN void il_work_is_called(struct il_work *work);
IL_HIDDEN uintptr_t il_work_closure(const struct il_work *work);
IL_HIDDEN bool il_work_is_barrier(const struct il_work *work);
IL_HIDDEN uint64_t il_work_enqueued(struct il_work *work, void *queue, uint16_t detail, uintptr_t caller, uint64_t extra);
IL_HIDDEN void il_work_handles_source(struct il_work *work, void *source, void *queue, uint16_t how);
