// Calls that lead out of the process or wait outside of it, and their replacements for controlled
// tasks: see redirected-libc.c for how they come here.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/attributes.h"

struct il_redirection {
    const char *name;
    void *ours;
};
extern IL_HIDDEN const struct il_redirection il_outside[];
extern IL_HIDDEN const size_t il_outside_count;

// Calls by which the program accesses memory: pointer-members.c.
extern IL_HIDDEN const struct il_redirection il_pointer_members[];
extern IL_HIDDEN const size_t il_pointer_members_count;

// Calls that read files or change them: files.c.
extern IL_HIDDEN const struct il_redirection il_files[];
extern IL_HIDDEN const size_t il_files_count;
IL_HIDDEN void il_read_file(int descriptor, void *frame);

// Calls that read standard input or write standard output: standard-streams.c.
extern IL_HIDDEN const struct il_redirection il_streams[];
extern IL_HIDDEN const size_t il_streams_count;
// Whether a read may wait for something outside of the process.
IL_HIDDEN bool il_may_wait(int descriptor);

// Calls that draw random numbers: random-numbers.c.
extern IL_HIDDEN const struct il_redirection il_random[];
extern IL_HIDDEN const size_t il_random_count;
/// Whether a descriptor leads to /dev/random or /dev/urandom.
IL_HIDDEN bool il_is_random(int descriptor);
// Calls that make pipes: pipes.c.
extern IL_HIDDEN const struct il_redirection il_pipes[];
extern IL_HIDDEN const size_t il_pipes_count;
