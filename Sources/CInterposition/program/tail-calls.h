// Calls that a library makes by its last jump: tail-calls.c.
#pragma once

#include "base/attributes.h"

#include <stdbool.h>
#include <stdint.h>

struct dl_phdr_info;

/// From now on calls from this module are recognized, if it is a library of Foundation or of the
/// Swift runtime.
void il_tell_jumps(const struct dl_phdr_info *info);
// The return address of the latest call through such a library's word, and its place on the stack.
struct il_jump {
    uintptr_t to, at;
};
extern IL_HIDDEN __thread struct il_jump il_jump __attribute__((tls_model("initial-exec")));

/// Whether the symbol whose function has this frame was reached through such a library's word.
static inline bool il_came_through_library(const uintptr_t *frame)
{
#if defined(__x86_64__)
    return il_jump.to == frame[1] && il_jump.at == (uintptr_t)(frame + 1);
#else
    return il_jump.to == frame[1];
#endif
}
