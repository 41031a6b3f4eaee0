// Pipes whose ends are in this process: pipes.c.
#pragma once

#include <sys/types.h>

#include "control.h"
#include "outside.h"

// Whether a descriptor is the end of such a pipe, and a task of the explorer asks.
IL_HIDDEN bool il_is_pipe(int descriptor);
IL_HIDDEN ssize_t il_read_pipe(int descriptor, void *bytes, size_t size, void *frame);
IL_HIDDEN ssize_t il_write_pipe(int descriptor, const void *bytes, size_t size, void *frame);
// A descriptor is about to be closed, whatever it is and whoever closes it.
IL_HIDDEN void il_close_pipe(int descriptor, void *frame);
