// Programs that a traced process becomes or starts: following.c.
#pragma once

#include <stdbool.h>

#include "base/attributes.h"

// The tracer's words in the environment, which the recorded process passes on.
enum il_word {
    IL_WORD_LIBRARIES,
    IL_WORD_TRACE,
    IL_WORD_BUFFER,
    IL_WORD_CHILDREN,  // programs that it starts are recorded, too
    IL_WORD_THREADS,   // programs with threads alone are recorded, too
    IL_WORD_CONTROL,   // another process can stop and start the recording
    IL_WORD_LEFT_OUT,  // kinds of records that are not wanted
    IL_WORD_QUEUES,    // queues that are wanted
    IL_WORD_AGAIN,     // the process was recorded before it became this program
    IL_WORDS
};
extern IL_HIDDEN const char *const il_words[IL_WORDS];

// Keeps the tracer's words, before they leave the environment. `is_recorded`: this process has
// claimed a file.
IL_HIDDEN void il_keep_words(bool is_recorded);

// A line for the tracer: what this process did, and the program concerned.
IL_HIDDEN void il_tell_tracer(const char *what, const char *program);

// sanitizer-file.c: the file of a program has ThreadSanitizer in it.
IL_HIDDEN bool il_carries_sanitizer(const char *program);

// The library for preloading in a value of LD_PRELOAD.
#define IL_PRELOADED "libInterleavePreload.so"
