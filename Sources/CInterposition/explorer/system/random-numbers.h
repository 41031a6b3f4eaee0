// Random numbers that are the same in each execution: random-numbers.c.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// A hash of a number, in which all bits depend on all others.
IL_HIDDEN uint64_t il_mix(uint64_t value);
// Random bytes that are the same in each execution.
IL_HIDDEN void il_draw(unsigned char *bytes, size_t count);
