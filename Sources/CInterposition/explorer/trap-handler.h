// Tasks that trap: trap-handler.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

// The running task's stack has overflowed. Never returns.
IL_HIDDEN void il_overflow(uintptr_t place);
IL_HIDDEN void il_trap_for(uintptr_t caller) __attribute__((noreturn));
// Installs or removes the handler for tasks that trap.
IL_HIDDEN void il_catch_traps(bool on);
// Ends the running task, which has used freed memory.
IL_HIDDEN __attribute__((noreturn)) void il_trap_for_freed(uintptr_t memory, uintptr_t caller);
