// One step up the stack through code without frame pointers.
#pragma once

#include "record.h"

struct dl_phdr_info;

// Where a walk stands: `address` is a return address; the pointers are as they will be when it is returned to.
struct il_frame {
    uintptr_t address, stack_pointer, frame_pointer;
};

IL_HIDDEN void il_unwind_describe(const struct dl_phdr_info *info);
IL_HIDDEN bool il_unwind_step(struct il_frame *frame);
