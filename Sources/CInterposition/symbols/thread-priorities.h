// The priorities that a program gives its threads.
#pragma once

#include <pthread.h>
#include <stdint.h>

#include "base/attributes.h"

// The priority of a new thread in a call of the explorer (`INTERLEAVE_THREAD_CREATE`).
IL_HIDDEN uint64_t il_priority_in(const pthread_attr_t *attributes);
