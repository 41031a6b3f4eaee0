// The distance up the stack to a function's caller, read from the function's end: epilogues.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

struct il_epilogue {
    bool is_known;
    // The stack pointer is restored from the frame pointer; else the caller's is `offset` bytes
    // above the stack pointer.
    bool from_frame_pointer;
    uint32_t offset;
    // The place above the stack pointer of the caller's frame pointer; UINT32_MAX: the function has
    // not changed it.
    uint32_t frame_pointer_at;
};

// For a function that continues at this address when its callee returns.
IL_HIDDEN struct il_epilogue il_read_epilogue(uintptr_t address);
