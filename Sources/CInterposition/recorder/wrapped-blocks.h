// A submitted item: what a wrapped block or function needs to know when it finally runs.
#pragma once

#include <stdint.h>

#include "base/attributes.h"

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
