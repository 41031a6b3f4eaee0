// Standard input and output of the explorer's tasks: standard-streams.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

struct il_thread;
// Discards what a thread has written but not printed; prints, if the descriptor
// is standard output; ends the program, if it can end before its tasks.
IL_HIDDEN void il_forget_printed(struct il_thread *thread);
IL_HIDDEN bool il_print(int descriptor, const void *bytes, size_t size, void *frame);
IL_HIDDEN bool il_ends_program(int code, uintptr_t caller);
// A task reads standard input, if the descriptor leads there.
IL_HIDDEN void il_read_input(int descriptor, void *frame);
