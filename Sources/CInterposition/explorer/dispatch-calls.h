// Calls of the explorer's tasks that submit work to libdispatch: dispatch-calls.c.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

IL_HIDDEN void il_control_block(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller);
IL_HIDDEN void il_control_function(uint16_t how, void *queue, void *context, void (*function)(void *), uint64_t extra, uintptr_t caller);
IL_HIDDEN void il_control_sync(uint16_t how, void *queue, void *block, void *context, void (*function)(void *), uintptr_t caller);
IL_HIDDEN void il_control_apply(size_t iterations, void *queue, void *block, void *context, void (*function)(void *, size_t), uintptr_t caller);
// Submits what Foundation submits for its operations
IL_HIDDEN void il_control_operation(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller);
