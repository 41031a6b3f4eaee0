// Calls that a library makes by its last jump: tail-calls.c.
#pragma once

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/// From now on it is known which calls come from this module, if it is a library of Foundation or of the Swift runtime.
void il_tell_jumps(const struct dl_phdr_info *info);
/// Whether the symbol whose function has this frame was reached through such a library's word.
bool il_came_through_library(const uintptr_t *frame);
