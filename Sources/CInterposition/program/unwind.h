// One step up the stack through code without frame pointers.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

struct dl_phdr_info;

// The state of a walk: `address` is a return address; the pointers have the values that they have
// after the return.
struct il_frame {
    uintptr_t address, stack_pointer, frame_pointer;
};

IL_HIDDEN void il_unwind_describe(const struct dl_phdr_info *info);
IL_HIDDEN bool il_unwind_step(struct il_frame *frame);
