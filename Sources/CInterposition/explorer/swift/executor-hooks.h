// The words with which a program replaces the executors of the Swift runtime: executor-hooks.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// The memory in which all hooks lie; size 0: they are not known.
extern IL_HIDDEN struct il_hooks {
    uintptr_t first;
    size_t size;
} il_executor_hooks;
IL_HIDDEN void il_find_executor_hooks(void);

// The program writes to this memory. Refuses the write of a hook.
IL_HIDDEN void il_check_hook_write(uintptr_t address, uint32_t size, uintptr_t place);
// A Swift task waits or goes on. Refuses that if a hook is set.
IL_HIDDEN void il_check_executor_hooks(uintptr_t caller);
// The same for a Swift task that is created, by a function with this frame.
IL_HIDDEN void il_check_executor_hooks_for_creation(const void *frame_address);
