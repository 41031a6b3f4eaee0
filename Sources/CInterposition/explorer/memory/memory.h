// The program's accesses to memory: memory.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"
#include "include/ExplorerBridge.h"

// Places with one of these marks may be steps.
extern IL_HIDDEN uint64_t il_step_marks;
static inline bool il_may_be_step(uintptr_t place) { return il_step_marks >> interleave_mark(place) & 1; }

// The program accesses memory by calling a symbol with this frame.
IL_HIDDEN void il_touch(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place, const uintptr_t *frame);
// The program's code is at this place, on a thread that is not controlled.
IL_HIDDEN void il_stray(uintptr_t place);
// Whether this is a thread that a library has started while tasks are explored.
IL_HIDDEN bool il_is_foreign_thread(void);

// Reports a mark that exclusive-accesses.c has kept back.
IL_HIDDEN void il_tell_mark(uintptr_t address, uintptr_t place);
