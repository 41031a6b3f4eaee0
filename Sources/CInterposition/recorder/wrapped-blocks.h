// A submitted item: what a wrapped block or function needs to know when it finally runs.
#pragma once

#include "recorder/record.h"

struct il_item {
    uint64_t id;
    void *queue;
    uint16_t detail;        // how, and the barrier and group bits
    void *block;            // retained, or NULL: then `function` and `context`
    void (*function)(void *);
    void *context;
    uintptr_t closure;      // the program's function that runs, if known
};

// The part of a block's layout that the Blocks ABI fixes.
struct il_block {
    void *isa;
    int32_t flags, reserved;
    void (*invoke)(void *block);
    const void *descriptor;
};

extern void *_Block_copy(const void *block) __attribute__((weak));
extern void _Block_release(const void *block) __attribute__((weak));

// wrapped-blocks.c
IL_HIDDEN struct il_item *il_item_for_block(void *queue, const void *block, uint16_t detail, uintptr_t caller, uint64_t extra);
IL_HIDDEN struct il_item *il_item_for_function(void *queue, void *context, void (*function)(void *), uint16_t detail, uintptr_t caller, uint64_t extra);
IL_HIDDEN void il_begin_item(const struct il_item *item);
IL_HIDDEN void il_end_item(const struct il_item *item);
IL_HIDDEN void il_run_and_free_item(void *item);
IL_HIDDEN void il_run_item(void *item);
IL_HIDDEN void il_call_block(void *block);

// work-items.c: blocks made by dispatch_block_create (DispatchWorkItem, and every call with flags or a quality of service)
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
IL_HIDDEN uint64_t il_timeout_from_now(uint64_t time);
IL_HIDDEN struct il_work *il_work_of(const void *block);
IL_HIDDEN void il_work_is_called(struct il_work *work);
IL_HIDDEN uintptr_t il_work_closure(const struct il_work *work);
IL_HIDDEN bool il_work_is_barrier(const struct il_work *work);
IL_HIDDEN uint64_t il_work_enqueued(struct il_work *work, void *queue, uint16_t detail, uintptr_t caller, uint64_t extra);
IL_HIDDEN void il_work_handles_source(struct il_work *work, void *source, void *queue, uint16_t how);
