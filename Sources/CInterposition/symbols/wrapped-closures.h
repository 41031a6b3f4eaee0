// Closures of the program that are given to Foundation, with the item that each runs: wrapped-closures.c.
#pragma once

#include <stdint.h>

#include "base/attributes.h"

IL_HIDDEN void *il_wrap_closure(void *function, void *context, uint64_t item, void *queue);
IL_HIDDEN __attribute__((swiftcall)) void il_run_wrapped_closure(__attribute__((swift_context)) void *context);
IL_HIDDEN __attribute__((swiftcall)) void il_run_wrapped_completion(__attribute__((swift_context)) void *context);
