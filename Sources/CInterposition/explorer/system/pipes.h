// Pipes with both ends in this process: pipes.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/attributes.h"

// Whether a descriptor is an end of such a pipe, and the caller is a task of the explorer.
IL_HIDDEN bool il_is_pipe(int descriptor);
IL_HIDDEN ssize_t il_read_pipe(int descriptor, void *bytes, size_t size, void *frame);
IL_HIDDEN ssize_t il_write_pipe(int descriptor, const void *bytes, size_t size, void *frame);
// A descriptor is about to be closed, of whatever kind, by any task.
IL_HIDDEN void il_close_pipe(int descriptor, void *frame);
